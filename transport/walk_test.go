package transport

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// A game goes through anything that a tracker may show, in any order. Every
// message is as its schema and the lint want it, who follows the events has
// what the snapshots say, and nothing irregular is told in public.
func TestRandomWalk(t *testing.T) {
	for seed := range uint64(30) {
		w := walk{s: newScene(t), random: rand.New(rand.NewPCG(seed, 0))}
		for range 60 {
			w.change()
			w.follow()
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

type walk struct {
	s      *scene
	random *rand.Rand
	line   []string // the moves that the events led to
}

func (w *walk) change() {
	g := w.s.v.Game
	g.Rev++
	switch w.random.IntN(9) {
	case 0, 1, 2:
		w.play(touchmove.StateCompleted, true)
	case 3:
		w.play(touchmove.StateMade, w.random.IntN(2) == 0)
	case 4:
		w.s.cut(w.random.IntN(len(g.Moves) + 1))
	case 5:
		g.Trust = touchmove.Trust{State: touchmove.TrustState(w.random.IntN(6)), Since: w.s.v.At, Reason: "secret"}
	case 6:
		g.Pending = &touchmove.Ply{Number: len(g.Moves) + 1, UCI: "e1e8", SAN: "Ke8", State: touchmove.StateIllegalMade, Clock: -1}
		g.Irregular, g.Phase = []touchmove.Ply{*g.Pending}, touchmove.Phase(w.random.IntN(8))
	case 7:
		g.Pending, g.Irregular = nil, nil
		g.Result = results[w.random.IntN(len(results))]
	case 8:
		w.stand()
	}
}

// play adds a legal move.
func (w *walk) play(state touchmove.State, published bool) {
	p := &w.s.v.Game.Position
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return
	}
	m := moves[w.random.IntN(len(moves))]
	w.s.add(touchmove.Ply{Move: m, UCI: p.UCI(m), SAN: p.SAN(m), State: state})
	w.s.v.Game.Moves[len(w.s.v.Game.Moves)-1].Published = published
}

// stand lets a king go where it may not, or not.
func (w *walk) stand() {
	g := w.s.v.Game
	king := g.Position.Kings(g.Position.Turn()).First()
	m := mustUCI(w.s.t, &g.Position, king.String()+king.Rotated().String())
	if !g.Position.IsLegal(m) && g.Position.Kings(g.Position.Turn().Other()).First() != m.To() {
		w.s.add(touchmove.Ply{Move: m, UCI: m.String(), SAN: g.Position.SAN(m), State: touchmove.StateIllegalStands})
	}
}

func (w *walk) follow() {
	t := w.s.t
	messages := w.s.step()
	for _, e := range eventsOf(t, messages) {
		switch e.Type {
		case typeMove, typeCorrect:
			w.line = append(w.line[:e.Ply-1], e.UCI)
		default:
			w.line = w.line[:e.Ply]
		}
	}
	for _, m := range messages {
		if strings.Contains(m.Topic, "/arbiter/") {
			continue
		}
		for _, word := range []string{"secret", "irregular", "illegal_made", "provisional"} {
			if strings.Contains(string(m.Payload), word) {
				t.Errorf("%s says %s", m.Topic, word)
			}
		}
	}
	if text := last(messages, "game"); text != "" {
		var got []string
		for _, p := range decode[Game](t, text).Moves {
			got = append(got, *p.UCI)
		}
		if strings.Join(got, " ") != strings.Join(w.line, " ") {
			t.Errorf("events lead to %v, snapshot has %v", w.line, got)
		}
	}
}
