package transport

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// publicTopics lists the topics of messages that are not for the arbiter.
func publicTopics(messages []Message) string {
	var names []string
	for _, name := range strings.Fields(topics(messages)) {
		if !strings.HasPrefix(name, "arbiter/") {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// 12.6, 12.7: what irregular thing happens, what a player is bound to, what
// has not been pressed, is not for the public. None of these may make a public
// message at all: that there is one would tell.
func TestNothingIrregularInPublic(t *testing.T) {
	changes := map[string]func(g *touchmove.Game, v *View){
		"a finding": func(g *touchmove.Game, v *View) {
			v.Findings = []touchmove.Finding{{Code: touchmove.Obliged, Level: touchmove.Info, Article: "4.3.1", Side: touchmove.ByBlack, Allowed: []string{"b8a6"}}}
		},
		"a provisional ply": func(g *touchmove.Game, v *View) {
			g.Pending = &touchmove.Ply{Number: 3, UCI: "g1f3", SAN: "Nf3", Clock: -1, MadeAt: -1, CompletedAt: -1}
			g.Trust.State = touchmove.TrustSettling
		},
		"a ply made and not completed": func(g *touchmove.Game, v *View) {
			g.Moves = append(g.Moves, touchmove.Ply{Number: 3, UCI: "g1f3", SAN: "Nf3", State: touchmove.StateMade,
				Move: mustUCI(t, &g.Position, "g1f3"), Clock: -1, CompletedAt: -1})
			g.Position = g.Position.Play(g.Moves[2].Move)
		},
		"an illegal ply completed": func(g *touchmove.Game, v *View) {
			ply := touchmove.Ply{Number: 3, UCI: "g1g3", SAN: "Ng3", State: touchmove.StateIllegalCompleted, Clock: -1}
			g.Pending, g.Irregular, g.Illegal[0] = &ply, []touchmove.Ply{ply}, 1
			g.Phase, g.Trust = touchmove.Irregular, touchmove.Trust{State: touchmove.TrustIllegal, Reason: "g1g3"}
		},
		"an alert": func(g *touchmove.Game, v *View) {
			g.Alerts = []touchmove.Alert{{Code: touchmove.IllegalCompleted, Finding: touchmove.Finding{Code: touchmove.IllegalCompleted, Article: "7.5.1"}}}
		},
		"a ply completed late": func(g *touchmove.Game, v *View) {
			g.Moves[1].State, g.Moves[1].CompletedAt, g.Moves[1].Confidence = touchmove.StateCompleted, 5000, 0.5
		},
		"revisions": func(g *touchmove.Game, v *View) { g.Rev += 5 },
	}
	for name, change := range changes {
		s := newScene(t).play("e4", "e5")
		s.v.Game.Moves[1].State, s.v.Game.Moves[1].CompletedAt = touchmove.StateMade, -1
		s.step()
		s.v.Game.Rev++
		change(s.v.Game, &s.v)
		messages := s.step()
		if got := publicTopics(messages); got != "" {
			t.Errorf("%s is told on %s", name, got)
		}
		if len(messages) == 0 {
			t.Errorf("%s is not told to the arbiter", name)
		}
	}
}

func mustUCI(t *testing.T, p *legality.Position, uci string) legality.Move {
	t.Helper()
	m, err := p.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What stands irregular stays out of the snapshot that the next settled ply makes.
func TestPublicSnapshot(t *testing.T) {
	s := newScene(t).play("e4", "e5")
	g := s.v.Game
	g.Pending = &touchmove.Ply{Number: 3, State: touchmove.StateIllegalMade, Clock: -1}
	g.Irregular, g.Illegal = []touchmove.Ply{*g.Pending}, [2]int{1, 0}
	g.Phase, g.Trust = touchmove.Irregular, touchmove.Trust{State: touchmove.TrustIllegal, Since: 7, Reason: "a man too many"}
	g.Moves[1].Published = false // held back
	messages := s.step()
	got := decode[Game](t, last(messages, "game"))
	if len(got.Moves) != 1 || got.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("%d moves, fen %s", len(got.Moves), got.FEN)
	}
	if got.Pending != nil || got.Illegal != nil || got.Phase != "playing" || got.Trust.State != "ok" || got.Trust.Reason != nil {
		t.Errorf("public snapshot %+v", got)
	}
	for _, word := range []string{"irregular", "illegal_made", "a man too many"} {
		for _, m := range messages {
			if !strings.Contains(m.Topic, "/arbiter/") && strings.Contains(string(m.Payload), word) {
				t.Errorf("%s says %q", m.Topic, word)
			}
		}
	}
}

// A time that arrives late is added to the ply; nothing else of it changes.
func TestLateClock(t *testing.T) {
	s := newScene(t).play("e4")
	s.step()
	g := s.v.Game
	g.Rev++
	g.Moves[0].Clock = 5424000
	messages := s.step()
	if got := publicTopics(messages); got != "game pgn" {
		t.Errorf("topics %q, want game and pgn", got)
	}
	if got := decode[Game](t, last(messages, "game")); got.Moves[0].ClkMs == nil || *got.Moves[0].ClkMs != 5424000 {
		t.Errorf("move %+v", got.Moves[0])
	}
}

// Which men stand where no move put them is for the arbiter; that the board
// cannot be followed is for all.
func TestPublicTrust(t *testing.T) {
	cases := map[touchmove.TrustState]string{
		touchmove.TrustOK:           "ok",
		touchmove.TrustSettling:     "ok",
		touchmove.TrustIllegal:      "ok",
		touchmove.TrustAmbiguous:    "ambiguous",
		touchmove.TrustDisplaced:    "ambiguous",
		touchmove.TrustDisconnected: "disconnected",
	}
	for state, want := range cases {
		s := newScene(t)
		s.v.Game.Trust = touchmove.Trust{State: state, Reason: "why"}
		got := decode[Game](t, last(s.step(), "game")).Trust
		if got.State != want || got.Reason != nil {
			t.Errorf("%s: public trust %+v, want %s", state, got, want)
		}
	}
}

// An illegal move that stands (A.5.2) is part of the record, in public too.
func TestIllegalStandsIsPublic(t *testing.T) {
	s := newScene(t).play("e4", "e5").stands("g1g3", "Ng3").play("Nc6")
	messages := s.step()
	got := decode[Game](t, last(messages, "game"))
	if len(got.Moves) != 4 || got.Moves[2].State != "illegal_stands" {
		t.Errorf("moves %+v", got.Moves)
	}
	if e := eventsOf(t, messages)[3]; e.State != "illegal_stands" || e.UCI != "g1g3" {
		t.Errorf("event %+v", e)
	}
}
