package transport

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport/pgnlint"
)

const fewMen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"

// part lets the game go on as another part from a position.
func (s *scene) part(fen, why string) *scene {
	s.t.Helper()
	closed := *s.v.Game
	closed.Parted = why
	s.start(fen, false)
	g := s.v.Game
	g.Parts, g.Moves = append(g.Parts[:len(g.Parts):len(g.Parts)], &closed), nil
	g.ID = touchmove.PartID(g.ID, 2)
	g.Rev++
	return s
}

// A game that goes on from a position which an arbiter has set is as many games
// in PGN, the first of which end with the reason.
func TestPartsInPGN(t *testing.T) {
	s := newScene(t).play("e4", "e5")
	s.v.Game.Tags = map[string]string{"White": "Ferrier, Isla"}
	s.part(fewMen, "the men fell {at 50% [%clk 0:00:01]}").play("e4")
	s.v.Game.Tags = map[string]string{"White": "Ferrier, Isla", "Black": "Okonkwo, Chidi"}
	s.v.Game.Result, s.v.Game.Termination = "1-0", "normal"
	games, errs := pgnlint.Read(string(AppendPGN(nil, s.v.Game, PGNHeader{Site: "hall", Board: "b07", Date: "2026.11.21"})))
	if len(errs) > 0 || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), errs)
	}
	for i, want := range []struct{ id, result, fen, termination, moves string }{
		{"game-1", "*", "", "", "e4 e5"}, {"game-1.2", "1-0", fewMen, "normal", "e4"},
	} {
		g := games[i]
		if g.Tag("GameId") != want.id || g.Tag("Result") != want.result || g.Tag("FEN") != want.fen || g.Tag("Termination") != want.termination ||
			g.Tag("Black") != "Okonkwo, Chidi" || strings.Join(g.Moves, " ") != want.moves {
			t.Errorf("part %d: %+v, want %+v", i+1, g, want)
		}
	}
	text := strings.Join(strings.Fields(string(AppendPGN(nil, s.v.Game, PGNHeader{}))), " ")
	if want := "{The arbiter has set another position: the men fell (at 50 per cent ( per centclk 0:00:01)). The game goes on in the next one.} *"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// A reason without spaces, in letters of several bytes, leaves no line too long.
func TestLongReasonInPGN(t *testing.T) {
	s := newScene(t).play("e4").part(fewMen, strings.Repeat("ö", 255))
	text := string(AppendPGN(nil, s.v.Game, PGNHeader{Date: "????.??.??"}))
	if errs := pgnlint.Check(text); len(errs) > 0 {
		t.Errorf("%v in\n%s", errs, text)
	}
	if n := strings.Count(text, "ö"); n != 255 {
		t.Errorf("%d letters of 255", n)
	}
}

// Relays are told the end of a part before they are told of the next one.
func TestPartsInEvents(t *testing.T) {
	s := newScene(t).play("e4")
	s.step()
	s.play("e5").part(fewMen, "agreed")
	var got []string
	for _, e := range eventsOf(t, s.step()) {
		got = append(got, strings.TrimSpace(e.Type+" "+e.GameID+" "+e.UCI))
	}
	if want := "move game-1 e7e5, game_start game-1.2"; strings.Join(got, ", ") != want {
		t.Errorf("events %q, want %q", got, want)
	}
	s.play("e4")
	events := eventsOf(t, s.step())
	if len(events) != 1 || events[0].Type != "move" || events[0].GameID != "game-1.2" || events[0].FEN != "4k3/8/8/8/4P3/8/8/4K3 b - - 0 30" {
		t.Errorf("events %+v", events)
	}
}
