package touchmove_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// refusal is a command that may not be done after what hands and clock did.
type refusal struct {
	name    string
	do      string // as of a trial
	command string // "verb {…}"
	code    string
	text    string // part of the message
	fen     string // "": the initial position
	head    string // further headers
}

func checkRefusals(t *testing.T, refusals []refusal) {
	for _, r := range refusals {
		t.Run(r.name, func(t *testing.T) { r.check(t) })
	}
}

// check sees to it that the command is refused, and that nothing has changed but
// that this was found.
func (r *refusal) check(t *testing.T) {
	c := trial{do: r.do, fen: r.fen, head: r.head}
	d := newDesk(t, c.log(t))
	at := int64(700*len(strings.Fields(r.do)) + 5_000)
	d.wake(at)
	d.found = append(d.found, d.tr.Wake(at)...)
	before, found := snapshot(d.tr.Game()), len(d.found)
	verb, fields, _ := strings.Cut(r.command, " ")
	d.step(sensor.Record{At: at, Word: sensor.Cmd, Verb: verb, Data: []byte(fields)})
	if len(d.refused) != 1 {
		t.Fatalf("%s is not refused", r.command)
	}
	err, ok := errors.AsType[*touchmove.Refusal](d.refused[0])
	if !ok || err.Code != r.code || !strings.Contains(err.Message, r.text) {
		t.Errorf("refused with %v, want %s: %s", d.refused[0], r.code, r.text)
	}
	if after := snapshot(d.tr.Game()); after != before {
		t.Errorf("changed:\n%s\nwas\n%s", after, before)
	}
	if n := len(d.found) - found; n != 1 || d.found[found].Code != touchmove.CommandRefused || d.found[found].Text != err.Message {
		t.Errorf("found:\n%s", told(d.found[found:]))
	}
}

// snapshot is all that can be seen of a game.
func snapshot(g *touchmove.Game) string {
	position, start := g.Position.FEN(), g.Start.FEN()
	text := fmt.Sprintln(g.ID, g.Rev, g.Phase, start, g.Tags, position, g.Result, g.Termination, g.Signal, g.Trust, g.Illegal, len(g.Parts))
	for _, p := range append(append([]touchmove.Ply(nil), g.Moves...), g.Irregular...) {
		text += fmt.Sprintf("%+v\n", p)
	}
	if g.Pending != nil {
		text += fmt.Sprintf("pending %+v\n", *g.Pending)
	}
	for _, a := range g.Alerts {
		text += fmt.Sprintln(a.Code, a.Since) + told([]touchmove.Finding{a.Finding})
	}
	return text
}
