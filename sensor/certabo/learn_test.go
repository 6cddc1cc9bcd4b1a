package certabo

import (
	"encoding"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

const (
	learnt    = "fault 32 pieces were learnt from the array on the board"
	unknown   = "fault %d of %d pieces are not known; they are learnt from the initial array"
	turnedRow = "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"
)

// setUp returns a table with a placement on the board.
func setUp(t *testing.T, fen string, noise Noise) *table {
	t.Helper()
	p, err := placement.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	tab := newTable(noise, 1)
	tab.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: p})
	return tab
}

// TestLearnt: on any board the pieces are learnt from the array, each with its tag.
func TestLearnt(t *testing.T) {
	for name, noise := range map[string]Noise{"none": {}, "ghostly": GhostlySet(), "worst": WorstSet()} {
		for seed := range uint64(20) {
			tab := newTable(noise, seed)
			tab.frames(framesUnknown)
			if !tab.dec.Pieces.Equal(tab.board.Pieces()) {
				t.Errorf("%s, seed %d: %d pieces learnt\n %s\nof\n %s", name, seed, tab.dec.Pieces.Len(), tab.dec.Pieces, tab.board.Pieces())
			}
		}
	}
}

// TestWeakLearnt: on the weak set it may take longer.
func TestWeakLearnt(t *testing.T) {
	for seed := range uint64(20) {
		tab := newTable(WeakSet(), seed)
		tab.frames(60)
		if !tab.dec.Pieces.Equal(tab.board.Pieces()) {
			t.Errorf("seed %d: %d pieces learnt", seed, tab.dec.Pieces.Len())
		}
	}
}

// TestNoArray: pieces that stand otherwise are not learnt, but reported in the end.
func TestNoArray(t *testing.T) {
	tab := setUp(t, "r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR", Noise{})
	sensortest.ExpectLines(t, tab.frames(framesUnknown-1))
	sensortest.ExpectLines(t, tab.frames(1), fmt.Sprintf(unknown, 32, 32), "board ?1??????/????????/2?5/8/8/8/????????/????????")
	tab.hand("lift c6", "drop b8 n")
	sensortest.ExpectLines(t, tab.frames(1), "lift c6", "drop b8")
	sensortest.ExpectLines(t, tab.frames(quietFrames), learnt, sensortest.Initial)
	tab = setUp(t, "8/8/8/8/8/8/8/8", Noise{})
	sensortest.ExpectLines(t, tab.frames(framesFirst), "board 8/8/8/8/8/8/8/8")
}

// TestSetUpSlowly: the pieces come one after another.
func TestSetUpSlowly(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1", GhostlySet())
	tab.frames(40)
	tab.hand("drop h1 R")
	got := tab.frames(repeatsStranger + quietFrames)
	if n := len(got); n < 3 || got[n-2] != learnt || got[n-1] != sensortest.Initial {
		t.Errorf("reported %q", got)
	}
}

// TestSecondQueens: second queens are learnt on d3 and d6, and on no other squares.
func TestSecondQueens(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR", Noise{})
	sensortest.ExpectLines(t, tab.frames(framesFirst), "fault 34 pieces were learnt from the array on the board", "board rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR")
	tab.hand("lift d6", "lift d3")
	tab.frames(5)
	tab.hand("lift a7", "drop a7 Q")
	if got := tab.frames(1); got[len(got)-1] != "drop a7 Q" {
		t.Errorf("reported %q", got)
	}
	// d3 and d6 are empty, but not the squares that they are if the board lies the other way.
	tab = newTable(Noise{}, 1)
	tab.board.Turned = true
	tab.board.Step(nil, sensor.Record{Word: sensor.Board})
	both, _ := placement.Parse("rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR")
	tab.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: both})
	tab.frames(framesFirst)
	if !tab.dec.Pieces.Equal(tab.board.Pieces()) {
		t.Error("the queens do not show how the board lies")
	}
	tab = setUp(t, "rnbqkbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR", Noise{})
	tab.frames(framesUnknown)
	if tab.dec.Pieces.Len() != 0 {
		t.Errorf("learnt %s", tab.dec.Pieces)
	}
}

// TestOtherSet: the pieces of another set that comes on the board are learnt, too.
func TestOtherSet(t *testing.T) {
	tab := known(t)
	first := tab.board.Pieces()
	tab.board = newTable(Noise{}, 2).board
	tab.frames(30)
	second := tab.board.Pieces()
	if tab.dec.Pieces.Len() != 64 || tab.dec.board() != placement.Initial {
		t.Errorf("%d pieces, %s", tab.dec.Pieces.Len(), tab.dec.board())
	}
	for _, s := range []Set{first, second} {
		for _, m := range s.pieces {
			if tab.dec.Pieces.Piece(m.Tag) != m.Piece {
				t.Errorf("%s is %s, was %s", m.Tag, tab.dec.Pieces.Piece(m.Tag), m.Piece)
			}
		}
	}
}

// TestOneStranger: a single piece of another set is learnt in an array that is right
// otherwise, either way round.
func TestOneStranger(t *testing.T) {
	for _, turned := range []bool{false, true} {
		tab := newTable(Noise{}, 1)
		tab.board.Turned = turned
		tab.board.Step(nil, sensortest.SetUp)
		for _, m := range tab.board.Pieces().pieces {
			if m.Piece != placement.BlackKing {
				tab.dec.Pieces = tab.dec.Pieces.With(m)
			}
		}
		want := sensortest.Initial
		if turned {
			want = turnedRow
		}
		sensortest.ExpectLines(t, tab.frames(framesFirst), "fault 1 pieces were learnt from the array on the board", want)
	}
}

// TestWrongSetUp: a known set is reported as it stands.
func TestWrongSetUp(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Noise{})
	tab.dec.Pieces = tab.board.Pieces()
	sensortest.ExpectLines(t, tab.frames(framesFirst), "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR")
	if tab.dec.Counts().Lessons != 0 {
		t.Error("learnt from a wrong array")
	}
}

// TestPutRight: pieces that were learnt from a wrong set-up are learnt again when it is
// put right before a move; after a move what was learnt stays.
func TestPutRight(t *testing.T) {
	tab := setUp(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Noise{})
	sensortest.ExpectLines(t, tab.frames(framesFirst), learnt, sensortest.Initial) // wrongly
	tab.hand("lift d1", "lift e1", "drop e1 K", "drop d1 Q")
	sensortest.ExpectLines(t, tab.frames(quietFrames+1), "lift d1 Q", "lift e1 K", "drop d1 K", "drop e1 Q",
		"fault 2 pieces were learnt from the array on the board", sensortest.Initial)
	tab.hand("lift d1", "lift e1", "drop e1 Q", "drop d1 K", "lift e2", "drop e4 P")
	tab.frames(quietFrames)
	tab.hand("lift e4", "drop e2 P")
	tab.frames(2 * quietFrames)
	if got := tab.dec.board(); got.String() != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR" {
		t.Errorf("learnt anew after a move: %s", got)
	}
}

// TestOtherArray: pieces may be learnt from any placement that is given before.
func TestOtherArray(t *testing.T) {
	const fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN"
	tab := setUp(t, fen, Noise{})
	tab.dec.Array, _ = placement.Parse(fen)
	sensortest.ExpectLines(t, tab.frames(framesFirst), learnt, "board "+fen)
	// The squares of an ending show which way the board lies.
	tab = setUp(t, "8/4k3/8/8/8/P7/4K3/8", Noise{})
	array, _ := placement.Parse("8/4k3/8/8/8/P7/4K3/8")
	tab.dec.Array = array.Rotated()
	sensortest.ExpectLines(t, tab.frames(framesFirst), "fault 3 pieces were learnt from the array on the board", "board 8/4k3/8/8/8/P7/4K3/8")
}

// TestTurn: a board that lies the other way round is taken to lie normally until Turn.
func TestTurn(t *testing.T) {
	tab := newTable(Noise{}, 1)
	tab.board.Turned = true
	tab.board.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Placement{}})
	tab.board.Step(nil, sensortest.SetUp)
	sensortest.ExpectLines(t, tab.frames(framesFirst), learnt, sensortest.Initial)
	tab.hand("lift e2", "drop e4 P")
	sensortest.ExpectLines(t, tab.frames(1), "lift d7 p", "drop d5 p")
	sensortest.ExpectLines(t, sensortest.Lines(tab.dec.Turn(nil, 5)), "board RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr")
	if !tab.dec.Pieces.Equal(tab.board.Pieces()) {
		t.Error("the pieces are still taken for others")
	}
	tab.dec.Turn(nil, 5)
	sensortest.ExpectLines(t, sensortest.Lines(tab.dec.Turn(nil, 5)), "board RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr")
	tab = newTable(Noise{}, 1)
	tab.dec.Pieces = tab.board.Pieces()
	tab.frames(framesFirst)
	sensortest.ExpectLines(t, sensortest.Lines(tab.dec.Turn(nil, 5))) // these are known
}

var (
	_ encoding.TextMarshaler   = Set{}
	_ encoding.TextUnmarshaler = (*Set)(nil)
)

func TestSetText(t *testing.T) {
	s, err := ParseSet("q:48.0.1.2.3 K:3.0.83.12.200,\n\tp:3.0.83.12.9\r\n")
	if err != nil {
		t.Fatal(err)
	}
	const line = "p:3.0.83.12.9,K:3.0.83.12.200,q:48.0.1.2.3"
	if s.String() != line || s.Len() != 3 {
		t.Errorf("read as %s", s)
	}
	text, err := s.MarshalText()
	if err != nil || string(text) != strings.ReplaceAll(line, ",", "\n")+"\n" {
		t.Errorf("written as %q, %v", text, err)
	}
	var again Set
	if err := again.UnmarshalText(text); err != nil || !again.Equal(s) {
		t.Errorf("read again as %s, %v", again, err)
	}
	if s.Piece(tagOf([]byte{3, 0, 83, 12, 200})) != placement.WhiteKing || s.Piece(1) != placement.Unknown {
		t.Errorf("pieces: %s", s)
	}
}

func TestBadSets(t *testing.T) {
	for text, want := range map[string]string{
		"K":                             `read piece "K": read tag "": bad byte ""`,
		"K:3.0.83.12":                   `want five bytes, not all 0`,
		"K:0.0.0.0.0":                   `want five bytes, not all 0`,
		"K:3.0.83.12.200.1":             `want five bytes, not all 0`,
		"K:3.0.83.12.256":               `read piece "K:3.0.83.12.256": read tag "3.0.83.12.256": bad byte "256"`,
		"K:3.0.83.12.-1":                `bad byte "-1"`,
		"K:3.0.083.12.1":                `bad byte "083"`,
		"?:3.0.83.12.1":                 `no piece has the letter "?"`,
		"x:3.0.83.12.1":                 `no piece has the letter "x"`,
		"KK:3.0.83.12.1":                `want a letter, a colon and a tag`,
		"K:3.0.83.12.1,Q:3.0.83.12.1":   `the tag stands there twice`,
		"K:3.0.83.12.1,x,Q:3.0.83.12.2": `read piece "x": no piece has the letter "x"`,
	} {
		s := Set{}.With(TaggedPiece{1, placement.WhiteKing})
		err := s.UnmarshalText([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if s.Len() != 1 {
			t.Errorf("%q changed the set to %s", text, s)
		}
	}
}

// TestWith: new pieces replace old ones, and the old set stays as it was.
func TestWith(t *testing.T) {
	a := Set{}.With(TaggedPiece{7, placement.WhiteKing}, TaggedPiece{5, placement.WhiteQueen})
	b := a.With(TaggedPiece{7, placement.BlackKing}, TaggedPiece{6, placement.BlackPawn})
	if a.String() != "Q:0.0.0.0.5,K:0.0.0.0.7" || b.String() != "Q:0.0.0.0.5,p:0.0.0.0.6,k:0.0.0.0.7" {
		t.Errorf("%s and then %s", a, b)
	}
}

func FuzzParseSet(f *testing.F) {
	f.Add("q:48.0.1.2.3 K:3.0.83.12.200,")
	f.Add("K:3.0.83.12.256")
	f.Add("K:3.0.83.12.1,Q:3.0.83.12.1")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSet(text)
		if err != nil {
			return
		}
		again, err := ParseSet(s.String())
		if err != nil || !again.Equal(s) {
			t.Errorf("%q: %s, then %s, %v", text, s, again, err)
		}
		for _, m := range s.pieces {
			if !m.Piece.Known() || m.Tag == NoTag || s.Piece(m.Tag) != m.Piece {
				t.Errorf("%q: piece %+v", text, m)
			}
		}
	})
}

// TestLearntIsNews: after pieces were learnt nothing is read wrongly; while they are not
// known, it is.
func TestLearntIsNews(t *testing.T) {
	for name, c := range map[string]struct {
		array string
		well  bool
	}{"learnt": {sensortest.Initial[len("board "):], true}, "not known": {"r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR", false}} {
		tab := setUp(t, c.array, Noise{})
		tab.frames(framesUnknown)
		i := slices.IndexFunc(tab.shown, func(r sensor.Record) bool { return r.Word == sensor.Fault })
		if i < 0 || tab.shown[i].Well != c.well {
			t.Errorf("%s: %v", name, tab.shown)
		}
	}
}

// TestFrame: the form of a frame, and where its squares are.
func TestFrame(t *testing.T) {
	var b Board
	b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.B8, Piece: placement.BlackKnight})
	frame := string(b.Scan(nil))
	if !strings.HasPrefix(frame, ":0 0 0 0 0 3 0 8") || !strings.HasSuffix(frame, " 0 0\r\n") || strings.Count(frame, " ") != 319 {
		t.Errorf("%q", frame)
	}
	tab := newTable(GhostlySet(), 1)
	for range 50 {
		if n := len(tab.board.Scan(nil)); n < 780 || n > 950 { // real ones have 798 to 852
			t.Errorf("a frame of %d characters", n)
		}
	}
}

// TestTagsStay: a piece that is dropped has the tag with which it was lifted.
func TestTagsStay(t *testing.T) {
	b := &newTable(Noise{}, 1).board
	rook, other := b.stands[placement.A1], b.stands[placement.H1]
	hand := func(w sensor.Word, sq placement.Square) {
		b.Step(nil, sensor.Record{Word: w, Square: sq, Piece: placement.WhiteRook})
	}
	hand(sensor.Lift, placement.A1)
	hand(sensor.Lift, placement.H1)
	hand(sensor.Drop, placement.H4)
	hand(sensor.Drop, placement.A4)
	if b.stands[placement.H4] != other || b.stands[placement.A4] != rook {
		t.Error("the rooks were taken for one another")
	}
	hand(sensor.Drop, placement.B4)
	if b.Pieces().Len() != 33 || b.Piece(placement.B4) != placement.WhiteRook {
		t.Errorf("%d pieces, a new rook wanted", b.Pieces().Len())
	}
	hand(sensor.Drop, placement.E7) // takes a pawn
	b.Step(nil, sensortest.SetUp)
	if b.Pieces().Len() != 34 {
		t.Errorf("%d pieces after they were set up again", b.Pieces().Len())
	}
	for sq, piece := range placement.Initial {
		if b.Piece(placement.Square(sq)) != piece {
			t.Errorf("%s on %s", b.Piece(placement.Square(sq)), placement.Square(sq))
		}
	}
}

// TestOtherRecords: records that do not concern a board do nothing.
func TestOtherRecords(t *testing.T) {
	var b Board
	for _, r := range []sensor.Record{{Word: sensor.Press}, {Word: sensor.Lift, Square: placement.NoSquare},
		{Word: sensor.Lift, Square: placement.E4}, {Word: sensor.Drop, Square: placement.NoSquare, Piece: placement.WhitePawn},
		{Word: sensor.Drop, Square: placement.E4, Piece: placement.Unknown}, {Word: sensor.Drop, Square: placement.E4}} {
		b.Step(nil, r)
	}
	if b.Pieces().Len() != 0 {
		t.Errorf("pieces %s", b.Pieces())
	}
}

// TestTurnedBoard: the decoder reports the board's own squares.
func TestTurnedBoard(t *testing.T) {
	b := Board{Turned: true}
	b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E2, Piece: placement.WhitePawn})
	if b.stands[placement.D7] == NoTag || b.Piece(placement.E2) != placement.WhitePawn {
		t.Error("the pawn is not on d7")
	}
}

// TestLights: eight bytes are confirmed, and the answer is skipped.
func TestLights(t *testing.T) {
	tab := known(t)
	answer := tab.board.Command(tab.board.Command(nil, make([]byte, 5)), make([]byte, 12))
	if string(answer) != "L\r\nL\r\n" {
		t.Errorf("answers %q", answer)
	}
	tab.hand("lift e2", "drop e4 P")
	frame := append(append(answer, tab.board.Scan(nil)...), answer...)
	sensortest.ExpectLines(t, sensortest.Lines(tab.dec.Step(nil, 5, frame)), "lift e2 P", "drop e4 P")
	if tab.dec.Counts().Lost != 0 {
		t.Errorf("%+v", tab.dec.Counts())
	}
}

// TestNoise: the faults are as frequent as they were on the real frames.
func TestNoise(t *testing.T) {
	const frames = 600
	for name, c := range map[string]struct {
		noise                   Noise
		ghosts, missed, misread int // in so many frames of 32 pieces and 32 empty squares
	}{
		"none":    {Noise{}, 0, 0, 0},
		"ghostly": {GhostlySet(), 113 * frames / 12, 0, 0},
		"weak":    {WeakSet(), 0, 2 * frames / 3, 5 * frames / 3},
		"worst":   {WorstSet(), 113 * frames / 12, 2 * frames / 3, 5 * frames / 3},
	} {
		tab := newTable(c.noise, 1)
		tab.dec.Pieces = tab.board.Pieces()
		tab.frames(frames)
		got := tab.dec.Counts()
		for _, n := range [...]struct{ got, want int }{{got.Ghosts, c.ghosts}, {got.Missed, c.missed}, {got.Misread, c.misread}} {
			if n.got < n.want*9/10 || n.got > n.want*11/10+5 {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}
