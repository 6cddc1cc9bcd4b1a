package hands

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// timeClass is the header time of a log, by Hands.
var timeClass = [handsCount]string{"rapid", "rapid", "blitz", "blitz", "rapid", "rapid"}

// Log returns what was played as a log with its headers, and the truth as text,
// for people and for comparisons.
func Log(o *Order, p *Played) (log, truth []byte, err error) {
	sees := "occupancy"
	if o.Board.Names() {
		sees = "identified"
	}
	h := sensor.Header{Board: boards[o.Board%boardCount].Family, Sensor: sees, Clock: "yes", Rules: "fide-2023", Time: timeClass[o.Hands%handsCount]}
	if o.Clock == NoClock {
		h.Clock = "no"
	}
	if initial := legality.Initial(); !o.Start.Same(&initial) || o.Start.Chess960() {
		h.Start = o.Start.ShredderFEN()
	}
	if o.Start.Chess960() {
		h.Variant = "chess960"
	}
	h.Other = []sensor.Setting{
		{Name: "recorded-by", Value: "simulated hands, package hands"},
		{Name: "script", Value: fmt.Sprintf("hands %s, board %s, %s, clock %s, seed %d", o.Hands, o.Board, o.Condition, o.Clock, o.Seed)}}
	if log, err = sensor.AppendHeader(nil, &h); err != nil {
		return nil, nil, err
	}
	for _, r := range p.Records {
		log = sensor.AppendRecord(log, r)
	}
	return log, p.Truth.append(nil), nil
}

// append appends the truth as text: the plies that stand, then the irregular
// acts in order of time, then the end.
func (t *Truth) append(b []byte) []byte {
	b = fmt.Appendf(b, "start %s\n", t.Start.ShredderFEN())
	for i := range t.Plies {
		p := &t.Plies[i]
		b = fmt.Appendf(b, "ply %d %s %s began %d made %d completed %d", i+1, p.UCI, p.SAN, p.Began, p.Made, p.Completed)
		if p.Pressed {
			b = append(b, " pressed"...)
		}
		if p.Irregular != "" {
			b = fmt.Appendf(b, " irregular %q", p.Irregular)
		}
		if p.Unknowable != "" {
			b = fmt.Appendf(b, " unknowable %q", strings.TrimSpace(p.Unknowable+" "+p.Twin))
		}
		b = append(b, '\n')
	}
	if len(t.PlayedOn) > 0 {
		b = fmt.Appendf(b, "played on after ply %d: %s\n", t.PlayedFrom, strings.Join(t.PlayedOn, " "))
	}
	for _, n := range t.Notes {
		b = fmt.Appendf(b, "note %d %s until %d after ply %d%s: %s\n", n.At, n.Kind, n.Until, n.Ply, squares(n), n.Text)
	}
	for _, g := range t.Gaps {
		b = fmt.Appendf(b, "gap %d %d\n", g.From, g.Until)
	}
	b = fmt.Appendf(b, "board dead %v weak %v stuck %v, %d reports lost\n", t.Dead.Squares(), t.Weak.Squares(), t.Stuck.Squares(), t.Losses)
	return fmt.Appendf(b, "end %d %s %s signed %v touched %v\n", t.End.At, t.End.Result, t.End.How, t.End.Signed, t.End.Touched)
}

// squares writes the squares of a note, each after a space.
func squares(n Note) string {
	var b strings.Builder
	for _, sq := range n.Squares.Squares() {
		b.WriteString(" " + sq.String())
	}
	return b.String()
}
