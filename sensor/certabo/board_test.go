package certabo

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

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
