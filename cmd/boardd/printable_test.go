package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/replay"
	"github.com/boardd/boardd/sensor"
)

// evil is what somebody says who has a terminal in mind: C0, C1, DEL, an override of
// direction, an isolate, and a byte that is C1 to a terminal of eight bits.
const evil = "x\x1b[2J\u009b2J\u0085\x7f\u202egnp\u2066\x9b2Jy"

// TestPoint31Terminal: what a log holds goes to a terminal without what it would obey,
// and to a file as it is.
func TestPoint31Terminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "evil.log")
	if err := os.WriteFile(file, []byte("#! boardd-log 1\n#: tag White \u009b2J\u202eB\n#: note \u009b2J\u202e\n0 lift e2 P\n10 drop e4 P\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, form := range slices.Sorted(maps.Keys(replay.Forms)) {
		master, slave, err := playback.Open()
		if err != nil {
			t.Fatal(err)
		}
		heard := make(chan string, 1)
		go func() {
			text, _ := io.ReadAll(master) // ends with an error when nobody has the other end
			heard <- string(text)
		}()
		if status := cli.Run(context.Background(), newProgram(), strings.NewReader(""), slave, slave, []string{"replay", "-o", form, file}); status != cli.ExitOK {
			t.Errorf("%s: exit status %d", form, status)
		}
		slave.Close()
		harness.WantPlain(t, form, <-heard)
		master.Close()
	}
	var out bytes.Buffer
	cli.Run(context.Background(), newProgram(), strings.NewReader(""), &out, io.Discard, []string{"replay", "-o", "log", file})
	if !strings.Contains(out.String(), "\u009b2J\u202e") {
		t.Errorf("to a file: %q", out.String())
	}
}

// TestPoint31Log: a line of the log is one for a terminal, in both forms.
func TestPoint31Log(t *testing.T) {
	for _, format := range []string{"json", "console"} {
		var out bytes.Buffer
		log := daemon.NewLogger(&config.Log{Format: format, Level: "info"}, &out)
		log.Warn().Str("by", evil).Err(errors.New(evil)).Msg(evil)
		text := out.String()
		if format == "console" { // its own colours
			for _, code := range []string{"0", "1", "31", "32", "33", "36", "90"} {
				text = strings.ReplaceAll(text, "\x1b["+code+"m", "")
			}
		}
		harness.WantPlain(t, format, text)
	}
}

// TestPoint31Errors: what a command has to say of what it was given.
func TestPoint31Errors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "evil.log")
	if err := os.WriteFile(file, []byte("#! boardd-log 1\n0 "+evil+" e2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"replay", file}, {"replay", evil}, {"replay", "-o", evil, file}, {"check", "--port", evil, "--broker", "tcp://127.0.0.1:1", "--wait", "10ms"}} {
		var out bytes.Buffer
		cli.Run(context.Background(), newProgram(), strings.NewReader(""), &out, &out, args)
		harness.WantPlain(t, strings.Join(args[:1], " "), out.String())
	}
}

// TestPoint31Ports: what a USB device says of itself.
func TestPoint31Ports(t *testing.T) {
	var out bytes.Buffer
	if err := writePorts(&out, []sensor.PortInfo{{Path: "/dev/ttyACM0", Stable: evil, VID: "2d80", PID: "0001", Serial: evil, Maker: evil + "\t\n", Product: evil}}, []string{evil}); err != nil {
		t.Fatal(err)
	}
	harness.WantPlain(t, "ports", out.String())
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines: %q", n, out.String())
	}
}

// TestPoint31Progress: a port's trouble beside a command that counts.
func TestPoint31Progress(t *testing.T) {
	var out bytes.Buffer
	p := daemon.NewPortProgress(&out)
	p.Say(evil)
	p.End(evil)
	harness.WantPlain(t, "progress", out.String())
}
