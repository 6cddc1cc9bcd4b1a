package track

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// TestMakes: which of the pieces that were seen to go elsewhere a move makes.
func TestMakes(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/6P1/4K2R w Kkq - 0 1"
	to := func(p piece, from, to string) transfer {
		m := transfer{piece: p, from: nowhere, to: nowhere}
		if to != "" {
			m.to, _ = placement.ParseSquare(to)
		}
		if from != "" {
			m.from, _ = placement.ParseSquare(from)
		}
		return m
	}
	king, rook, pawn := to(placement.WhiteKing, "e1", "g1"), to(placement.WhiteRook, "h1", "f1"), to(placement.WhitePawn, "g2", "g4")
	for _, c := range []struct {
		fen, move string
		seen      []transfer
		makes     int
	}{
		{castles, "g2g4", []transfer{pawn}, 1},
		{castles, "g2g4", []transfer{pawn, king}, 1},
		{castles, "g2g3", []transfer{pawn}, 0},
		{castles, "e1g1", []transfer{king, rook}, 2},
		{castles, "e1g1", []transfer{rook, king}, 2},
		{castles, "e1g1", []transfer{rook, pawn}, 1},
		{castles, "e1g1", []transfer{pawn, rook}, 0},
		{castles, "g2g4", []transfer{to(placement.WhitePawn, "g2", "")}, 1},
		{castles, "g2g4", []transfer{to(placement.WhitePawn, "g2", ""), to(placement.WhitePawn, "", "g4")}, 2},
		{castles, "h1h8", []transfer{to(placement.BlackRook, "h8", ""), to(placement.WhiteRook, "h1", "h8")}, 2},
		{castles, "h1h8", []transfer{to(placement.WhiteRook, "h1", "h8"), to(placement.BlackRook, "a8", "")}, 1},
		{castles, "h1f1", []transfer{rook, king}, 1},
		{"8/5P1k/8/8/8/8/8/K7 w - - 0 1", "f7f8q", []transfer{to(placement.WhiteQueen, "", "f8")}, 1},
		{"8/5P1k/8/8/8/8/8/K7 w - - 0 1", "f7f8r", []transfer{to(placement.WhiteQueen, "", "f8")}, 0},
	} {
		p, err := legality.ParseFEN(c.fen, false)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := makes(&p, m, c.seen); got != c.makes {
			t.Errorf("%s of %v makes %d, want %d", c.move, c.seen, got, c.makes)
		}
	}
}

// TestScanComesFirst: a scan may show a put a moment before it is told. That makes the story no less sure; a put that is
// never told does.
func TestScanComesFirst(t *testing.T) {
	for _, told := range []bool{true, false} {
		tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
		play(t, tr, 200, "-g1 +Nf3 w -g8 +nf6 b -e2")
		shows, at := legality.Initial(), tr.now
		for _, uci := range []string{"g1f3", "g8f6", "e2e4"} {
			m, err := shows.ParseUCI(uci)
			if err != nil {
				t.Fatal(err)
			}
			shows = shows.Play(m)
		}
		tr.Step(&sensor.Record{At: at + 50, Word: sensor.Board, Placement: *shows.Placement()})
		if tr.Strained() {
			t.Error("strained at once")
		}
		if told {
			play(t, tr, 200, "+Pe4")
		}
		for range 4 { // scans that show nothing new tell nothing
			tr.Step(&sensor.Record{At: tr.now + 300, Word: sensor.Board, Placement: *shows.Placement()})
		}
		play(t, tr, 300, "w")
		if tr.Strained() == told {
			t.Errorf("told %t, strained %t", told, tr.Strained())
		}
		tr.Wake(tr.now + 5000)
		if tr.Unsure() || tr.confirmed.ply != 3 {
			t.Error(told, tr.Unsure(), tr.confirmed.ply)
		}
	}
}

// TestScanBeforeReports: before a square has been reported nothing was lost; a scan tells where play goes on from.
func TestScanBeforeReports(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
	play(t, tr, 200, "w")
	shows := legality.Initial()
	m, err := shows.ParseUCI("h2h4")
	if err != nil {
		t.Fatal(err)
	}
	shows = shows.Play(m)
	tr.Step(&sensor.Record{At: tr.now + 30, Word: sensor.Board, Placement: *shows.Placement()})
	play(t, tr, 200, "-a7 +pa5 b ~2000 -e2 +Pe4 w")
	if got := played(tr); !slices.Equal(got, []string{"h2h4", "a7a5", "e2e4"}) || tr.Strained() {
		t.Error(got, tr.Strained())
	}
	for a := tr.beam[0].story; a != nil; a = a.Prev {
		if a.Kind == Untold {
			t.Error("untold")
		}
	}
}
