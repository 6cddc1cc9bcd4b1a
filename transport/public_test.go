package transport

import (
	"fmt"
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

// 12.6, 12.7: the public must not learn of anything irregular, of what binds a player, or
// of what has not been pressed. None of these may cause a public message at all, because
// its existence would show it.
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
	g.Phase, g.Trust = touchmove.Irregular, touchmove.Trust{State: touchmove.TrustIllegal, Since: 7, Reason: "a piece too many"}
	g.Moves[1].Published = false // held back
	messages := s.step()
	got := decode[Game](t, last(messages, "game"))
	if len(got.Moves) != 1 || got.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("%d moves, fen %s", len(got.Moves), got.FEN)
	}
	if got.Pending != nil || got.Illegal != nil || got.Phase != "playing" || got.Trust.State != "ok" || got.Trust.Reason != nil {
		t.Errorf("public snapshot %+v", got)
	}
	for _, word := range []string{"irregular", "illegal_made", "a piece too many"} {
		for _, m := range messages {
			if !strings.Contains(m.Topic, "/arbiter/") && strings.Contains(string(m.Payload), word) {
				t.Errorf("%s says %q", m.Topic, word)
			}
		}
	}
}

// A time that arrives late is added to the ply and published; nothing else of it changes,
// nor does the number of published moves.
func TestLateClock(t *testing.T) {
	s := newScene(t).play("e4", "e5")
	s.v.Game.Moves[0].State = touchmove.StateMade
	s.step()
	g := s.v.Game
	g.Rev++
	g.Moves[0].Clock, g.Moves[0].State = 5424000, touchmove.StateCompleted
	messages := s.step()
	if got := publicTopics(messages); got != "event event game" {
		t.Errorf("topics %q", got)
	}
	events := eventsOf(t, messages)
	if e := events[0]; told(e) != "correct 1 e2e4 e4" || e.State != "made" || *e.ClkMs != 5424000 {
		t.Errorf("event %+v", e)
	}
	if e := events[1]; told(e) != "move 2 e7e5 e5" || e.ClkMs != nil || s.e.Moves() != 2 {
		t.Errorf("event %+v, %d moves were told", e, s.e.Moves())
	}
	if got := decode[Game](t, last(messages, "game")); got.Moves[0].ClkMs == nil || *got.Moves[0].ClkMs != 5424000 {
		t.Errorf("move %+v", got.Moves[0])
	}
}

// Which pieces stand where no move put them is for the arbiter; that the board
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

// told returns what an event reports, in short.
func told(e Event) string {
	switch e.Type {
	case typeMove, typeCorrect:
		return fmt.Sprintf("%s %d %s %s", e.Type, e.Ply, e.UCI, e.SAN)
	case typeResult:
		return strings.TrimSpace(fmt.Sprintf("%s %d %s %s", e.Type, e.Ply, e.Result, e.Termination))
	}
	return fmt.Sprintf("%s %d", e.Type, e.Ply)
}

func (s *scene) wantEvents(want ...string) []Event {
	s.t.Helper()
	events := eventsOf(s.t, s.step())
	var got []string
	for _, e := range events {
		got = append(got, told(e))
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		s.t.Errorf("events %q, want %q", got, want)
	}
	return events
}

func TestEventsOfAGame(t *testing.T) {
	s := newScene(t)
	first := s.wantEvents("game_start 0")[0]
	if first.Variant != "standard" || first.GameID != "game-1" || first.Historical {
		t.Errorf("game_start %+v", first)
	}
	e4 := s.play("e4").wantEvents("move 1 e2e4 e4")[0]
	if e4.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" || e4.State != "completed" || e4.ClkMs != nil || e4.Rev != 2 {
		t.Errorf("move %+v", e4)
	}
	s.play("e5", "Nf3").wantEvents("move 2 e7e5 e5", "move 3 g1f3 Nf3")
	s.v.Game.Result, s.v.Game.Termination, s.v.Game.Rev = "1-0", "normal", 9
	s.wantEvents("result 3 1-0 normal")
	s.v.Game.Result, s.v.Game.Termination, s.v.Game.Rev = "*", "", 10
	s.wantEvents("result 3 *")
	s.wantEvents()
}

func TestRetractAndCorrect(t *testing.T) {
	s := newScene(t).play("e4", "e5", "Nf3", "Nc6")
	s.wantEvents("game_start 0", "move 1 e2e4 e4", "move 2 e7e5 e5", "move 3 g1f3 Nf3", "move 4 b8c6 Nc6")
	e := s.cut(2).wantEvents("retract 2")[0]
	if e.FEN != "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" {
		t.Errorf("after the takeback %s", e.FEN)
	}
	s.play("Bc4", "Nc6").wantEvents("move 3 f1c4 Bc4", "move 4 b8c6 Nc6")
	s.cut(2).play("Nf3").wantEvents("correct 3 g1f3 Nf3")
	s.cut(1).play("c5", "Nf3").wantEvents("correct 2 c7c5 c5", "move 3 g1f3 Nf3")
	s.cut(0).wantEvents("retract 0")
}

func TestAnotherGame(t *testing.T) {
	s := newScene(t).play("e4")
	s.wantEvents("game_start 0", "move 1 e2e4 e4")
	other := newScene(t).play("d4").v.Game
	other.ID = "game-2"
	s.v.Game = other
	s.wantEvents("game_start 0", "move 1 d2d4 d4")
}

// A game that turns out to begin elsewhere cannot be published as moves.
func TestAnotherStart(t *testing.T) {
	s := newScene(t)
	s.wantEvents("game_start 0")
	s.start("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false)
	s.v.Game.Rev++
	e := s.wantEvents("resync 0")[0]
	if e.FEN != "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" {
		t.Errorf("fen %s", e.FEN)
	}
}

func TestResync(t *testing.T) {
	s := newScene(t).play("e4")
	s.step()
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustDisconnected, Since: s.v.At}
	if got := topics(s.step()); got != "arbiter/game game" {
		t.Errorf("when the board is lost: %q", got)
	}
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustOK, Since: s.v.At}
	s.wantEvents("resync 1")
}

// A consumer that follows the events has at each moment what the snapshot has: consecutive
// snapshots differ by the events between them.
func TestEventsLeadToSnapshot(t *testing.T) {
	s := newScene(t)
	var line []string
	follow := func() {
		t.Helper()
		messages := s.step()
		for _, e := range eventsOf(t, messages) {
			switch e.Type {
			case typeGameStart, typeRetract, typeResync:
				line = line[:e.Ply]
			case typeMove, typeCorrect:
				line = append(line[:e.Ply-1], e.UCI)
			}
		}
		text := last(messages, "game")
		if text == "" {
			return
		}
		var want []string
		for _, m := range decode[Game](t, text).Moves {
			want = append(want, *m.UCI)
		}
		if strings.Join(line, " ") != strings.Join(want, " ") {
			t.Errorf("events lead to %v, snapshot has %v", line, want)
		}
	}
	follow()
	for _, change := range []func(){
		func() { s.play("e4") }, func() { s.play("e5", "Nf3") }, func() { s.cut(2) }, func() { s.play("f4", "exf4") },
		func() { s.cut(2).play("Nf3", "Nc6", "Bb5") }, func() { s.cut(0) }, func() { s.play("d4") },
	} {
		change()
		follow()
	}
}
