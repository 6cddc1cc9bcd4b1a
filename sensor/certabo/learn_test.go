package certabo

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

const (
	learnt    = "fault 32 men learnt from the array on the board"
	nobody    = "fault %d of %d men are not known; they are learnt from the initial array"
	unnamed   = "board ????????/????????/8/8/8/8/????????/????????"
	turnedRow = "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"
)

// setUp is a board with the men of a placement.
func setUp(t *testing.T, fen string, noise Noise) *table {
	t.Helper()
	p, err := placement.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	tab := newTable(noise, 1)
	tab.board.Step(sensor.Record{Word: sensor.Board, Placement: p})
	return tab
}

// TestLearnt: on whatever board, the men are learnt from the array, each by the
// tag that he has.
func TestLearnt(t *testing.T) {
	for name, noise := range map[string]Noise{"none": {}, "ghostly": GhostlySet(), "worst": WorstSet()} {
		for seed := range uint64(20) {
			tab := newTable(noise, seed)
			tab.frames(framesUnknown)
			if !tab.dec.Men.Equal(tab.board.Men()) {
				t.Errorf("%s, seed %d: %d men learnt\n %s\nof\n %s", name, seed, tab.dec.Men.Len(), tab.dec.Men, tab.board.Men())
			}
		}
	}
}

// TestWeakLearnt: on the weak set it may take longer.
func TestWeakLearnt(t *testing.T) {
	for seed := range uint64(20) {
		tab := newTable(WeakSet(), seed)
		tab.frames(60)
		if !tab.dec.Men.Equal(tab.board.Men()) {
			t.Errorf("seed %d: %d men learnt", seed, tab.dec.Men.Len())
		}
	}
}

// TestNoArray: men who stand otherwise are not learnt, but told in the end.
func TestNoArray(t *testing.T) {
	tab := setUp(t, "r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR", Noise{})
	expect(t, tab.frames(framesUnknown-1))
	expect(t, tab.frames(1), fmt.Sprintf(nobody, 32, 32), "board ?1??????/????????/2?5/8/8/8/????????/????????")
	tab.hand("lift c6", "drop b8 n")
	expect(t, tab.frames(1), "lift c6", "drop b8")
	expect(t, tab.frames(stillFrames), learnt, initial)
	tab = setUp(t, "8/8/8/8/8/8/8/8", Noise{})
	expect(t, tab.frames(framesFirst), "board 8/8/8/8/8/8/8/8")
}

// TestSetUpSlowly: the men come one after another.
func TestSetUpSlowly(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1", GhostlySet())
	tab.frames(40)
	tab.hand("drop h1 R")
	got := tab.frames(repeatsStranger + stillFrames)
	if n := len(got); n < 3 || got[n-2] != learnt || got[n-1] != initial {
		t.Errorf("told %q", got)
	}
}

// TestSecondQueens: they are learnt on d3 and d6, and on no other squares.
func TestSecondQueens(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR", Noise{})
	expect(t, tab.frames(framesFirst), "fault 34 men learnt from the array on the board", "board rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR")
	tab.hand("lift d6", "lift d3")
	tab.frames(5)
	tab.hand("lift a7", "drop a7 Q")
	if got := tab.frames(1); got[len(got)-1] != "drop a7 Q" {
		t.Errorf("told %q", got)
	}
	// There is nobody on d3 or d6, but where these are if the board lies the other way.
	tab = newTable(Noise{}, 1)
	tab.board.Turned = true
	tab.board.Step(sensor.Record{Word: sensor.Board})
	both, _ := placement.Parse("rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR")
	tab.board.Step(sensor.Record{Word: sensor.Board, Placement: both})
	tab.frames(framesFirst)
	if !tab.dec.Men.Equal(tab.board.Men()) {
		t.Error("the queens do not show how the board lies")
	}
	tab = setUp(t, "rnbqkbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR", Noise{})
	tab.frames(framesUnknown)
	if tab.dec.Men.Len() != 0 {
		t.Errorf("learnt %s", tab.dec.Men)
	}
}

// TestOtherSet: the men of another set, that lies on the board next, are learnt
// besides.
func TestOtherSet(t *testing.T) {
	tab := known(t)
	first := tab.board.Men()
	tab.board = newTable(Noise{}, 2).board
	tab.frames(30)
	second := tab.board.Men()
	if tab.dec.Men.Len() != 64 || tab.dec.board() != placement.Initial {
		t.Errorf("%d men, %s", tab.dec.Men.Len(), tab.dec.board())
	}
	for _, s := range []Set{first, second} {
		for _, m := range s.men {
			if tab.dec.Men.Piece(m.Tag) != m.Piece {
				t.Errorf("%s is %s, was %s", m.Tag, tab.dec.Men.Piece(m.Tag), m.Piece)
			}
		}
	}
}

// TestOneStranger: a single man of another set is learnt in an array that is
// right otherwise, whichever way it lies.
func TestOneStranger(t *testing.T) {
	for _, turned := range []bool{false, true} {
		tab := newTable(Noise{}, 1)
		tab.board.Turned = turned
		tab.board.Step(sensor.Record{Word: sensor.Board, Placement: placement.Initial})
		for _, m := range tab.board.Men().men {
			if m.Piece != placement.BlackKing {
				tab.dec.Men = tab.dec.Men.With(m)
			}
		}
		want := initial
		if turned {
			want = turnedRow
		}
		expect(t, tab.frames(framesFirst), "fault 1 men learnt from the array on the board", want)
	}
}

// TestWrongSetUp: what a known set shows is told as it is.
func TestWrongSetUp(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Noise{})
	tab.dec.Men = tab.board.Men()
	expect(t, tab.frames(framesFirst), "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR")
	if tab.dec.Counts().Lessons != 0 {
		t.Error("learnt from a wrong array")
	}
}

// TestPutRight: who set up wrongly what nobody knows puts it right before he
// moves; after a move what was learnt stays.
func TestPutRight(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Noise{})
	expect(t, tab.frames(framesFirst), learnt, initial) // so it seems
	tab.hand("lift d1", "lift e1", "drop e1 K", "drop d1 Q")
	expect(t, tab.frames(stillFrames+1), "lift d1 Q", "lift e1 K", "drop d1 K", "drop e1 Q",
		"fault 2 men learnt from the array on the board", initial)
	tab.hand("lift d1", "lift e1", "drop e1 Q", "drop d1 K", "lift e2", "drop e4 P")
	tab.frames(stillFrames)
	tab.hand("lift e4", "drop e2 P")
	tab.frames(2 * stillFrames)
	if got := tab.dec.board(); got.String() != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR" {
		t.Errorf("learnt anew after a move: %s", got)
	}
}

// TestOtherArray: men may be learnt from any placement that is told before.
func TestOtherArray(t *testing.T) {
	const fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN"
	tab := setUp(t, fen, Noise{})
	tab.dec.Array, _ = placement.Parse(fen)
	expect(t, tab.frames(framesFirst), learnt, "board "+fen)
	// An ending tells by its squares which way the board lies.
	tab = setUp(t, "8/4k3/8/8/8/P7/4K3/8", Noise{})
	array, _ := placement.Parse("8/4k3/8/8/8/P7/4K3/8")
	tab.dec.Array = array.Rotated()
	expect(t, tab.frames(framesFirst), "fault 3 men learnt from the array on the board", "board 8/4k3/8/8/8/P7/4K3/8")
}

// TestTurn: a board that lies the other way round is taken to lie normally
// until somebody says so; then all is as on any such board.
func TestTurn(t *testing.T) {
	tab := newTable(Noise{}, 1)
	tab.board.Turned = true
	tab.board.Step(sensor.Record{Word: sensor.Board, Placement: placement.Placement{}})
	tab.board.Step(sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	expect(t, tab.frames(framesFirst), learnt, initial)
	tab.hand("lift e2", "drop e4 P")
	expect(t, tab.frames(1), "lift d7 p", "drop d5 p")
	expect(t, lines(tab.dec.Turn(nil, 5)), "board RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr")
	if !tab.dec.Men.Equal(tab.board.Men()) {
		t.Error("the men are still taken for others")
	}
	tab.dec.Turn(nil, 5)
	expect(t, lines(tab.dec.Turn(nil, 5)), "board RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr")
	tab = newTable(Noise{}, 1)
	tab.dec.Men = tab.board.Men()
	tab.frames(framesFirst)
	expect(t, lines(tab.dec.Turn(nil, 5))) // these are known
}
