package hands

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// judged is a truth of some plies, a second each, with some records.
func judged(t *testing.T, b Board, fen string, gaps []Span, records []sensor.Record, moves ...string) []Ply {
	t.Helper()
	start, err := legality.ParseFEN(fen, false)
	if err != nil {
		t.Fatal(err)
	}
	truth, at := Truth{Start: start, Gaps: gaps}, start
	for i, word := range moves {
		m, err := at.ParseUCI(word)
		if err != nil || !at.IsLegal(m) {
			t.Fatalf("%s: %v", word, err)
		}
		began := int64(i+1) * 10_000
		truth.Plies = append(truth.Plies, Ply{Move: m, UCI: word, Began: began, Made: began + 500})
		at = at.Play(m)
	}
	truth.judge(&Order{Start: start, Board: b}, records)
	return truth.Plies
}

func lift(at int64, sq placement.Square) sensor.Record {
	return sensor.Record{At: at, Word: sensor.Lift, Square: sq}
}

func TestUnknowable(t *testing.T) {
	const two = "4k3/8/2p1p3/3N4/8/2p1p3/8/4K3 w - - 0 1" // a knight that can capture a pawn on c3 or on e3
	seen := []sensor.Record{lift(10_000, placement.D5), lift(10_400, placement.E3)}
	for _, c := range []struct {
		name    string
		board   Board
		fen     string
		gaps    []Span
		records []sensor.Record
		moves   []string
		want    []bool
	}{
		{"occupancy, captured piece not seen to leave", Tabutronic, two, nil, seen[:1], []string{"d5e3"}, []bool{true}},
		{"occupancy, captured piece seen to leave", Tabutronic, two, nil, seen, []string{"d5e3"}, []bool{false}},
		{"occupancy, the knight moves on from where it captured", Tabutronic, two, nil, seen[:1], []string{"d5e3", "e8e7", "e3d1"}, []bool{false, false, false}},
		{"occupancy, capture and recapture on either square", Tabutronic, "4k3/8/8/3N4/1r6/4r3/3b4/6K1 w - - 0 1", nil, nil, []string{"d5e3", "d2e3"}, []bool{true, true}},
		{"identified", DGT, two, nil, seen[:1], []string{"d5e3"}, []bool{false}},
		{"occupancy, promotion", Centaur, "8/P3k3/8/8/8/8/4K3/8 w - - 0 1", nil, nil, []string{"a7a8q", "e7d7"}, []bool{true, false}},
		{"occupancy, and the queen moves as only a queen does", Centaur, "8/P3k3/8/8/8/8/4K3/8 w - - 0 1", nil, nil, []string{"a7a8q", "e7d7", "a8b7", "d7d6", "b7b1"}, []bool{false, false, false, false, false}},
		{"played while the line was lost", DGT, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", []Span{{5000, 45_000}}, nil, []string{"a2a3", "a7a6", "b2b3"}, []bool{true, false, true}},
		{"in the only order", DGT, "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", []Span{{5000, 45_000}}, nil, []string{"a2a3", "a7a6", "a3a4"}, []bool{false, false, false}},
	} {
		for i, y := range judged(t, c.board, c.fen, c.gaps, c.records, c.moves...) {
			if got := y.Unknowable != ""; got != c.want[i] {
				t.Errorf("%s: ply %d, %s: %q %s", c.name, i+1, y.UCI, y.Unknowable, y.Twin)
			}
		}
	}
}

// Moves that are put back one side after the other, without a clock, cannot be
// reported from moves that are played.
func TestTakenBackAsIfPlayed(t *testing.T) {
	start := legality.Initial()
	s := newScene(&Order{Start: start, Hands: Casual})
	s.made = 1000
	for _, word := range []string{"g1f3", "g8f6"} {
		m, _ := s.position().ParseUCI(word)
		s.move(m, s.made+1000, false, false)
	}
	reverse := []deed{s.deeds[1], s.deeds[0]}
	if s.looksPlayed(reverse) {
		t.Error("Black's knight goes back when White has the move: it is no play")
	}
	if !s.looksPlayed(s.deeds) {
		t.Error("White's knight goes back, then Black's: it may be play")
	}
}

// A game that is given up and played on without a clock, from its last position or an earlier one,
// is one game for everybody who sees the board alone, unless something tells that it is over.
func TestPlayedOn(t *testing.T) {
	game := []Ply{{UCI: "e2e4", Began: 10_000, Made: 11_000}, {UCI: "e7e5", Began: 21_000, Made: 22_000}}
	on := []Ply{{UCI: "g1f3", Began: 30_000, Made: 31_000}, {UCI: "b8c6", Began: 90_000, Made: 91_000}}
	for _, c := range []struct {
		name  string
		t     Truth
		first int64
		want  int
	}{
		{"nothing tells", Truth{Plies: game}, 30_000, 2},
		{"the kings stood in the centre", Truth{Plies: game, End: End{Signed: true}}, 30_000, 0},
		{"pieces were knocked over", Truth{Plies: game, Notes: []Note{{Kind: "knocked_over"}}}, 30_000, 0},
		{"a wait as long as one before", Truth{Plies: game}, 32_000, 2},
		{"a longer wait than before", Truth{Plies: game}, 32_001, 0},
		{"no ply was played", Truth{}, 30_000, 0},
	} {
		if c.t.playedOn(1, c.first, on); len(c.t.PlayedOn) != c.want {
			t.Errorf("%s: %v", c.name, c.t.PlayedOn)
		}
	}
}

// The players go on from the last position, or take plies back first; a clock tells.
func TestPostMortem(t *testing.T) {
	var from [9]int
	for seed := range uint64(20) {
		for _, c := range []ClockKind{NoClock, PressOnly} {
			s := newScene(&Order{Start: legality.Initial(), Hands: Casual, Clock: c, Seed: seed})
			s.made = 20_000
			for range 8 {
				s.move(s.sensible(legality.NoMove), s.made+1000, false, false)
			}
			s.postMortem(s.made + 1000)
			if len(s.truth.Plies) != 8 {
				t.Fatalf("seed %d: %d plies", seed, len(s.truth.Plies))
			}
			want := 8
			for _, n := range s.truth.Notes {
				if n.Kind == "post_mortem" {
					want -= n.Undone
				}
			}
			if on := len(s.truth.PlayedOn) > 0; on != (c == NoClock) || on && s.truth.PlayedFrom != want {
				t.Errorf("seed %d, clock %v: played on after %d, not %d: %v", seed, c, s.truth.PlayedFrom, want, s.truth.PlayedOn)
			}
			from[want]++
		}
	}
	if from[8] == 0 || from[8] == 40 {
		t.Errorf("played on after so many plies: %d", from)
	}
}
