package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/replay"
)

// boardd runs a command line with a text as its standard input, for some
// seconds at most: what should have been refused may go on for ever.
func boardd(in string, args ...string) (status int, out, errs string) {
	ctx, cancel := context.WithTimeout(context.Background(), harness.Busy*5*time.Second)
	defer cancel()
	var o, e bytes.Buffer
	status = cli.Run(ctx, newProgram(), strings.NewReader(in), &o, &e, args)
	return status, o.String(), e.String()
}

// wantRefused: the status is 2, nothing is on standard output, and one line on
// standard error says what is wrong.
func wantRefused(t *testing.T, want, in string, args ...string) {
	t.Helper()
	status, out, errs := boardd(in, args...)
	if status != cli.ExitUsage || out != "" {
		t.Errorf("%q: status %d, printed %q", args, status, out)
	}
	checkOneLine(t, errs)
	if !strings.Contains(errs, want) {
		t.Errorf("%q: %q does not say %q", args, errs, want)
	}
}

func checkOneLine(t *testing.T, errs string) {
	t.Helper()
	if strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") || !strings.HasPrefix(errs, "boardd") {
		t.Errorf("not one line on standard error: %q", errs)
	}
}

// TestReplayBadLogs: a log that cannot be read to its end prints nothing but
// where and what is wrong. Every kind of line has its test in package sensor;
// here is one of each kind of fault.
func TestReplayBadLogs(t *testing.T) {
	const good = "0 lift e2 P\n10 drop e4 P\n"
	for _, c := range []struct{ want, log string }{
		{`line 1: first line missing`, ""},
		{`line 1: bad first line "0 lift e2 P"`, good},
		{`line 1: bad first line`, "#! boardd-log 2\n" + good},
		{`line 4: unknown word "hover"`, "#! boardd-log 1\n" + good + "20 hover e2\n"},
		{`line 4: lift: bad square "e9"`, "#! boardd-log 1\n" + good + "20 lift e9\n"},
		{`line 4: drop: bad piece "x"`, "#! boardd-log 1\n" + good + "20 drop e5 x\n"},
		{`line 4: board: bad placement`, "#! boardd-log 1\n" + good + "20 board 8/8/8\n"},
		{`line 4: press: time goes back "5 press w"`, "#! boardd-log 1\n" + good + "5 press w\n"},
		{`line 4: cmd: not a JSON object "{"`, "#! boardd-log 1\n" + good + "20 cmd pause {\n"},
		{`line 4: header after the first record`, "#! boardd-log 1\n" + good + "#: rules fide-2023\n"},
		{`line 4: torn line "20 press"`, "#! boardd-log 1\n" + good + "20 press"},
		{`line 2: rules: bad value "fide-2050"`, "#! boardd-log 1\n#: rules fide-2050\n" + good},
		{`line 2: time: bad value "quickplay"`, "#! boardd-log 1\n#: time quickplay\n" + good},
		{`line 3: start`, "#! boardd-log 1\n#: time rapid\n#: start 8/8/8/8/8/8/8/8 x - - 0 1\n" + good},
		{`line 2: moves: bad value "e7e5"`, "#! boardd-log 1\n#: moves e7e5\n" + good},
		{`line 2: moves: bad value "e2e5"`, "#! boardd-log 1\n#: moves e2e5\n" + good},
		{`line 2: config: bad value "rest_ms=0"`, "#! boardd-log 1\n#: config rest_ms=0\n" + good},
		{`line 2: config: bad value "colour=red"`, "#! boardd-log 1\n#: config colour=red\n" + good},
		{`line 2: config: bad value "supervised_blitz_gain_s=90"`, "#! boardd-log 1\n#: config supervised_blitz_gain_s=90\n" + good},
		{`line 2: board: bad value "chess"`, "#! boardd-log 1\n#: board chess\n" + good},
		{`line 2: config: bad value "men=K:1.2"`, "#! boardd-log 1\n#: config men=K:1.2\n" + good},
		{`rx`, "#! boardd-log 1\n0 rx 8e 00 05 34 00\n"},
	} {
		for form := range replay.Forms {
			wantRefused(t, c.want, c.log, "replay", "-o", form, "-")
		}
	}
}
