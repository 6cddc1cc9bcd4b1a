package touchmove_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// twoKnights is a position in which White can mate, but a search of few positions does not
// find it.
const twoKnights = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1"

// askedDesk is a desk on which somebody answers Questions about flag falls.
func askedDesk(t *testing.T, fen string) *desk {
	t.Helper()
	start, err := legality.ParseFEN(fen, false)
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, tr: touchmove.New(touchmove.Config{Start: start, AsksMate: true})}
}

// log feeds the records of a log without a head.
func (d *desk) log(text string) {
	d.t.Helper()
	records, err := sensor.NewReader(strings.NewReader(sensor.FirstLine + "\n" + text)).ReadAll()
	if err != nil {
		d.t.Fatal(err)
	}
	for _, r := range records {
		d.step(r)
	}
}

// flags are the findings of flags.
func (d *desk) flags() (all []touchmove.Finding) {
	for _, f := range d.found {
		if f.Code == touchmove.FlagFall || f.Code == touchmove.BothFlags {
			all = append(all, f)
		}
	}
	return all
}

const canMate = `%d cmd can_mate {"ply":0,"side":"w","answer":%q}` + "\n"

// TestPoint28FlagAsks: if a few positions do not decide whether the opponent can mate
// (6.9), a Question asks. The flag is reported once, with the answer, and the position is
// not asked about again.
func TestPoint28FlagAsks(t *testing.T) {
	d := askedDesk(t, twoKnights)
	d.log("0 clock 5000 5000 b\n1000 flag b\n")
	d.wake(2000)
	q, open := d.tr.Question()
	if len(d.flags()) > 0 || !open || q.Ply != 0 || q.Side != touchmove.ByWhite || fields4(q.Position.FEN()) != "4k3/8/8/8/8/8/8/3NKN2 w - -" {
		t.Fatalf("found %s; asked %t of ply %d, %s, %s", told(d.found), open, q.Ply, q.Side, q.Position.FEN())
	}
	d.log(`2100 cmd can_mate {"ply":0,"side":"w","answer":"yes","by":["d1c3"]}` + "\n")
	if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || f[0].Remedy.Result != "1-0" || len(f[0].Remedy.MateBy) != 1 || f[0].Remedy.MateBy[0] != "d1c3" {
		t.Errorf("found %+v", f)
	}
	d.log("2200 flag b\n2300 flag b\n9000 flag b\n")
	d.wake(20000)
	if n := len(d.flags()); n != 1 {
		t.Errorf("told %d times", n)
	}
	// A time, and it falls again: reported again, from what is known.
	d.log("30000 clock 5000 0 b\n33000 clock 5000 4000 b\n36000 clock 5000 0 b\n36010 flag b\n")
	d.wake(36400)
	if f := d.flags(); len(f) != 2 || f[1].Remedy == nil || f[1].Remedy.Result != "1-0" {
		t.Errorf("found %+v", f)
	}
	if q, open := d.tr.Question(); open && q.Side != touchmove.Both {
		t.Error("asked again")
	}
	if len(d.refused) > 0 {
		t.Errorf("refused: %v", d.refused)
	}
}

// TestPoint28FlagAnswers: the answer decides what is reported; without one it is unknown.
func TestPoint28FlagAnswers(t *testing.T) {
	for answer, want := range map[string]string{
		"no":      "the opponent cannot mate by any series of legal moves",
		"unknown": "whether the opponent can mate by some series of legal moves is not known",
		"":        "whether the opponent can mate by some series of legal moves is not known",
	} {
		d := askedDesk(t, twoKnights)
		d.log("0 clock 5000 5000 b\n1000 flag b\n")
		d.wake(1500)
		if answer != "" {
			d.log(fmt.Sprintf(canMate, 1600, answer))
			if len(d.flags()) != 1 {
				t.Errorf("%s: found %+v", answer, d.flags())
			}
		}
		d.wake(1 << 40)
		if f := d.flags(); len(f) != 1 || f[0].Text != want {
			t.Errorf("%q: found %+v", answer, f)
		}
		if q, open := d.tr.Question(); open && q.Side != touchmove.Both {
			t.Errorf("%q: asked for ever", answer)
		}
	}
}

// TestPoint28FlagNotAsked: what a few positions decide is reported at once; if nobody
// answers Questions, everything is.
func TestPoint28FlagNotAsked(t *testing.T) {
	for _, fen := range []string{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"} {
		d := askedDesk(t, fen)
		d.log("0 clock 5000 5000 b\n1000 flag b\n")
		d.wake(1500)
		if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || f[0].Remedy.Result != "1-0" {
			t.Errorf("%s: found %+v", fen, f)
		}
	}
	d := newDesk(t, "#! boardd-log 1\n#: start "+twoKnights+"\n0 clock 5000 5000 b\n1000 flag b\n")
	d.wake(1500)
	if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || len(f[0].Remedy.MateBy) == 0 {
		t.Errorf("found %+v", f)
	}
}

// TestPoint28FlagAnswerRefused: an answer for which nothing waits changes nothing, and
// neither do invalid moves.
func TestPoint28FlagAnswerRefused(t *testing.T) {
	d := askedDesk(t, twoKnights)
	d.log(fmt.Sprintf(canMate, 500, "no"))
	d.log("1000 clock 5000 5000 b\n1500 flag b\n1510 cmd can_mate {\"ply\":0,\"side\":\"b\",\"answer\":\"no\"}\n1520 cmd can_mate {\"ply\":7,\"side\":\"w\",\"answer\":\"no\"}\n")
	d.wake(2000)
	if len(d.refused) != 3 || len(d.flags()) != 0 {
		t.Errorf("refused %v, found %+v", d.refused, d.flags())
	}
	d.log(`2100 cmd can_mate {"ply":0,"side":"w","answer":"yes","by":["d1d8"]}` + "\n")
	if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || len(f[0].Remedy.MateBy) != 0 {
		t.Errorf("found %+v", f)
	}
	// A result while it is asked: nothing waits any more.
	d = askedDesk(t, twoKnights)
	d.log("1000 clock 5000 5000 b\n1500 flag b\n2000 cmd result {\"result\":\"1-0\"}\n")
	d.wake(1 << 40)
	if q, open := d.tr.Question(); open {
		t.Errorf("asked after the end: %+v", q)
	}
}
