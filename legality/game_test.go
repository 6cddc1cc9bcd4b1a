package legality

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// playAll plays moves in UCI, legal or not.
func playAll(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, uci := range strings.Fields(moves) {
		m, err := g.Position().ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
}

const (
	knightsOutAndBack = " g1f3 g8f6 f3g1 f6g8"
	kingsOutAndBack   = " e8d8 e1d1 d8e8 d1e1"
)

// TestRepetition counts how often the last position has occurred (9.2.3).
func TestRepetition(t *testing.T) {
	for _, c := range []struct {
		what, fen, moves string
		want             int
		ending           Ending
	}{
		{"start, three times", startBoard + " w KQkq - 0 1", strings.Repeat(knightsOutAndBack, 2), 3, NoEnding},
		{"start, five times", startBoard + " w KQkq - 0 1", strings.Repeat(knightsOutAndBack, 4), 5, Fivefold},
		{"start, six times", startBoard + " w KQkq - 0 1", strings.Repeat(knightsOutAndBack, 5), 6, Fivefold},
		{"en passant square without a capturer is none", startBoard + " w KQkq - 0 1",
			"e2e4 e7e5" + strings.Repeat(knightsOutAndBack, 2), 3, NoEnding},
		{"en passant with the capturer pinned on the file", startBoard + " w KQkq - 0 1",
			"e2e4 c7c5 e4e5 d8b6 g1f3 b6e6 f3g1 d7d5" + strings.Repeat(" g1f3 b8d7 f3g1 d7b8", 2), 3, NoEnding},
		{"en passant that opens the rank", "8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1",
			"d2d4" + strings.Repeat(" a4a5 d1c1 a5a4 c1d1", 4), 5, Fivefold},
		{"en passant was legal the first time", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
			"e2e4" + strings.Repeat(kingsOutAndBack, 2), 2, NoEnding},
		{"castling right lost in between", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			strings.Repeat(" h1g1 e8d8 g1h1 d8e8", 2), 2, NoEnding},
		{"castling prevented for a time only", "4k3/8/8/8/8/8/r7/4K2R b K - 0 1",
			strings.Repeat(" a2f2 h1h2 f2a2 h2h1", 1), 1, NoEnding},
		{"other player to move", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1 e8d8 d1c2 d8e8 c2d1 e8d8 d1e1 d8e8 a1a2 e8d8 a2a1 d8e8", 3, NoEnding},
		{"a triangle gives the move away", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1 e8d8 d1d2 d8e8 d2e1", 1, NoEnding},
		{"an illegal retreat of a pawn", startBoard + " w KQkq - 0 1",
			"e2e3 g8f6 e3e2 f6g8", 2, NoEnding},
	} {
		g := NewGame(mustParse(t, c.fen))
		playAll(t, g, c.moves)
		if got := g.Occurrences(); got != c.want || g.Ending() != c.ending {
			t.Errorf("%s: %d times, %s; want %d, %s", c.what, got, g.Ending(), c.want, c.ending)
		}
		if threefold := g.Claimable()&Threefold != 0; threefold != (c.want >= 3) {
			t.Errorf("%s: threefold %t at %d", c.what, threefold, c.want)
		}
	}
}

// TestMoveCounts looks at the 50 and the 75 moves, and at what goes before them.
func TestMoveCounts(t *testing.T) {
	for _, c := range []struct {
		what, fen, move string
		ending          Ending
		fifty           bool
	}{
		{"49.5 moves", "7k/8/8/8/8/8/8/KQ6 w - - 98 80", "b1b2", NoEnding, false},
		{"50 moves", "7k/8/8/8/8/8/8/KQ6 w - - 99 80", "b1b3", NoEnding, true},
		{"74.5 moves", "7k/8/8/8/8/8/8/KQ6 w - - 148 80", "b1b3", NoEnding, true},
		{"75 moves", "7k/8/8/8/8/8/8/KQ6 w - - 149 80", "b1b3", SeventyFive, true},
		{"75 moves, by Black", "7k/8/8/8/8/8/8/KQ6 b - - 149 80", "h8h7", SeventyFive, true},
		{"mate by the last move", "7k/8/5KQ1/8/8/8/8/8 w - - 149 100", "g6g7", Checkmate, true},
		{"stalemate by the last move", "7k/8/5K2/8/8/8/8/6Q1 w - - 149 100", "g1g6", Stalemate, true},
		{"a capture", "7k/8/8/8/8/8/8/KQq5 w - - 149 100", "b1c1", NoEnding, false},
		{"a pawn's move", "7k/8/8/8/8/8/P7/K7 w - - 149 100", "a2a3", NoEnding, false},
	} {
		g := NewGame(mustParse(t, c.fen))
		playAll(t, g, c.move)
		if got, fifty := g.Ending(), g.Claimable()&FiftyMoves != 0; got != c.ending || fifty != c.fifty {
			t.Errorf("%s: %s, fifty %t; want %s, %t", c.what, got, fifty, c.ending, c.fifty)
		}
	}
}

// TestEnding judges positions by themselves.
func TestEnding(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		times     int
		want      Ending
	}{
		{"the initial position", startBoard + " w KQkq - 0 1", 1, NoEnding},
		{"fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 1, Checkmate},
		{"mate goes before repetition", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 5, Checkmate},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, Stalemate},
		{"the same, not to move", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 1, NoEnding},
		{"smothered mate", "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", 1, Checkmate},
		{"a check with an answer", "6rk/5Npp/8/8/8/8/B7/K7 b - - 0 1", 1, Checkmate},
		{"a check that can be taken", "5rrk/5Npp/8/8/8/8/8/K7 b - - 0 1", 1, NoEnding},
		{"en passant is the only move", "7k/7p/7P/1p6/2pP4/k1P5/1p6/1K6 b - d3 0 1", 1, NoEnding},
		{"no king, no move", "8/8/8/8/8/p7/P7/7k w - - 0 1", 1, NoEnding},
		{"mated with two kings", "k7/8/8/8/8/8/2n5/K3K3 w - - 0 1", 1, Checkmate},
		{"fourth occurrence", startBoard + " w KQkq - 0 1", 4, NoEnding},
		{"fifth occurrence", startBoard + " w KQkq - 0 1", 5, Fivefold},
	} {
		p := mustParse(t, c.fen)
		if got := Judge(&p, c.times); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestEndingNames(t *testing.T) {
	for e, want := range map[Ending]struct {
		name string
		draw bool
	}{
		NoEnding: {"none", false}, Checkmate: {"checkmate", false}, Stalemate: {"stalemate", true},
		DeadPosition: {"dead position", true}, Fivefold: {"fivefold repetition", true}, SeventyFive: {"75 moves", true},
	} {
		if e.String() != want.name || e.Draw() != want.draw {
			t.Errorf("%s, a draw: %t; want %s, %t", e, e.Draw(), want.name, want.draw)
		}
	}
	if Ending(99).String() != "?" {
		t.Error("an ending beyond the last has a name")
	}
}

// TestDeadByMaterial knows the material that cannot mate (5.2.2), and none other.
func TestDeadByMaterial(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
		{"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},         // both on light squares
		{"2b1k3/1b6/b1B5/8/8/8/8/4KB2 w - - 0 1", true},    // many, all on light squares
		{"5bk1/8/8/8/8/8/8/2B1K3 w - - 0 1", true},         // both on dark squares
		{"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false},       // one of each
		{"4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", false},        // two knights
		{"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},         // a knight each
		{"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},         // knight against bishop
		{"4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false},         // knight and bishop
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},         // a pawn
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},          // a rook
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", false},          // a queen
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", false},             // one king
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", false},          // three
		{"4k3/p2p2p1/8/P2P2P1/8/4K3/8/8 w - - 0 1", false}, // a proof would be needed
	} {
		p := mustParse(t, c.fen)
		if got := p.DeadByMaterial(); got != c.want {
			t.Errorf("%s: %t, want %t", c.fen, got, c.want)
		}
	}
}

// TestGameBook checks what a game remembers, and that Undo forgets it.
func TestGameBook(t *testing.T) {
	g := NewGame(Initial())
	playAll(t, g, knightsOutAndBack+" g1f3")
	if g.Len() != 5 || g.Move(0) != MakeMove(placement.G1, placement.F3) || *g.At(0) != Initial() || g.At(5) != g.Position() {
		t.Error("the game does not hold its moves")
	}
	if g.Occurrences() != 2 {
		t.Errorf("%d times after Nf3, want 2", g.Occurrences())
	}
	g.Undo()
	if g.Len() != 4 || g.Occurrences() != 2 || !g.Position().Same(g.At(0)) {
		t.Error("Undo does not take one move back")
	}
	for range 9 {
		g.Undo()
	}
	if g.Len() != 0 || *g.Position() != Initial() || g.Occurrences() != 1 {
		t.Error("Undo goes beyond the start")
	}
	g.Play(MakeMove(placement.E2, placement.E5))
	g.Undo()
	if g.loose != 0 || g.Claimable() != Claimable(g.Position(), 1) {
		t.Error("an illegal move taken back is still remembered")
	}
	g.Reset(Start960(0))
	if g.Len() != 0 || *g.At(0) != Start960(0) {
		t.Error("Reset does not begin anew")
	}
}

// TestOccurrencesByComparing compares the counts with looking through the
// whole game, in games of all sorts of moves.
func TestOccurrencesByComparing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	for n := range 80 {
		g := NewGame(mustParse(t, "4k2r/8/8/8/3p4/8/4P3/R3K3 w Qk - 0 1"))
		seen := map[string]int{}
		note := func() string {
			fields := strings.Fields(g.Position().FEN())
			key := strings.Join(fields[:4], " ")
			seen[key]++
			return key
		}
		note()
		for range 120 {
			playSomething(r, g, n%2 == 0)
			if key := note(); g.Occurrences() != seen[key] {
				t.Fatalf("%s: %d times, want %d", key, g.Occurrences(), seen[key])
			}
		}
	}
}

// playSomething plays a legal move or, if wild, now and then anything else.
func playSomething(r *rand.Rand, g *Game, wild bool) {
	moves := g.Position().AppendMoves(nil)
	switch {
	case wild && r.IntN(20) == 0 || len(moves) == 0:
		g.Play(MakeMove(Square(r.IntN(64)), Square(r.IntN(64))))
	default:
		g.Play(moves[r.IntN(min(4, len(moves)))])
	}
}
