package transport

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// told is what an event says, in short.
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

// A game that begins elsewhere than was said cannot be told as moves.
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

// A consumer that follows the events has at each moment what the snapshot
// says: consecutive snapshots differ by what the events between them tell.
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
