package touchmove

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// crowd returns a tracker whose game has begun with 1.e4, and whose board then shows a
// piece on every square.
type crowd struct {
	*Tracker
	t     *testing.T
	at    int64
	event Event
	codes []Code
}

func (c *crowd) step(r sensor.Record) {
	c.event++
	c.at += 20
	r.At = c.at
	for _, f := range c.Step(c.event, r) {
		c.codes = append(c.codes, f.Code)
	}
}

func (c *crowd) move(from, to placement.Square, piece placement.Piece, by placement.Color) {
	c.step(sensor.Record{Word: sensor.Lift, Square: from})
	c.step(sensor.Record{Word: sensor.Drop, Square: to, Piece: piece})
	c.at += 500
	c.step(sensor.Record{Word: sensor.Press, Side: by})
}

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	c := &crowd{Tracker: New(Config{Start: legality.Initial()}), t: t}
	c.move(placement.E2, placement.E4, placement.WhitePawn, placement.White)
	for sq := placement.A1; sq <= placement.H8; sq++ {
		if c.board.sensed[sq] == placement.Empty {
			c.step(sensor.Record{Word: sensor.Drop, Square: sq, Piece: placement.BlackQueen})
		}
	}
	return c
}

func (c *crowd) moves() (all []string) {
	for i := range c.Game().Moves {
		all = append(all, c.Game().Moves[i].UCI)
	}
	return all
}

func (c *crowd) want(moves ...string) {
	c.t.Helper()
	if got := c.moves(); !slices.Equal(got, moves) {
		c.t.Errorf("moves %v, want %v", got, moves)
	}
}

// TestPoint28Crowded: with more pieces than a board can hold no hypothesis grows, and that
// is reported once. A scan that shows a possible number resumes the game.
func TestPoint28Crowded(t *testing.T) {
	c := newCrowd(t)
	if !c.crowded || c.Game().Trust.State == TrustOK {
		t.Fatalf("trust %s", c.Game().Trust.State)
	}
	hypotheses := len(c.hypotheses)
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		rec := sensor.Record{Word: sensor.Drop, Square: placement.Square(r.IntN(64)), Piece: placement.WhiteKnight}
		if r.IntN(2) == 0 && c.board.sensed.Occupied().Len() > mostShown-4 {
			rec = sensor.Record{Word: sensor.Lift, Square: rec.Square}
		}
		c.step(rec)
		if len(c.hypotheses) > hypotheses {
			t.Fatalf("%d lines, and %d before", len(c.hypotheses), hypotheses)
		}
	}
	reported := 0
	for _, code := range c.codes {
		if code == SensorFault {
			reported++
		}
	}
	if reported != 1 {
		t.Errorf("reported %d times", reported)
	}
	c.want("e2e4")
	board := placement.Initial
	board[placement.E2], board[placement.E4] = placement.Empty, placement.WhitePawn
	board[placement.E7], board[placement.E5] = placement.Empty, placement.BlackPawn
	c.step(sensor.Record{Word: sensor.Board, Placement: board})
	c.at += 5000
	c.Wake(c.at)
	if s := c.Game().Trust.State; c.crowded || s != TrustOK && s != TrustSettling { // nobody has pressed for Black
		t.Errorf("after the scan trust is %s", s)
	}
	c.move(placement.G1, placement.F3, placement.WhiteKnight, placement.White)
	c.at += 5000
	c.Wake(c.at)
	c.want("e2e4", "e7e5", "g1f3")
}

// TestPoint28CrowdedStill: a scan that shows too many pieces changes nothing. If no scan
// comes, the game resumes when a possible number has stood still.
func TestPoint28CrowdedStill(t *testing.T) {
	c := newCrowd(t)
	c.step(sensor.Record{Word: sensor.Board, Placement: c.board.sensed})
	if !c.crowded {
		t.Fatal("a scan of 64 pieces ends it")
	}
	for sq := placement.A3; sq <= placement.H6; sq++ {
		if sq != placement.E4 {
			c.step(sensor.Record{Word: sensor.Lift, Square: sq})
		}
	}
	c.step(sensor.Record{Word: sensor.Lift, Square: placement.E2})
	c.at += disorderMs / 2
	c.Wake(c.at)
	if !c.crowded {
		t.Error("it is over at once")
	}
	c.at += disorderMs
	c.Wake(c.at)
	if c.crowded || c.Game().Trust.State != TrustOK {
		t.Errorf("trust %s", c.Game().Trust.State)
	}
	c.move(placement.E7, placement.E5, placement.BlackPawn, placement.Black)
	c.want("e2e4", "e7e5")
}

// TestPoint28Ghosts: a few pieces that show twice do not stop the game.
func TestPoint28Ghosts(t *testing.T) {
	c := &crowd{Tracker: New(Config{Start: legality.Initial()}), t: t}
	c.step(sensor.Record{Word: sensor.Drop, Square: placement.A5, Piece: placement.BlackPawn})
	c.step(sensor.Record{Word: sensor.Drop, Square: placement.H5, Piece: placement.BlackPawn})
	c.move(placement.E2, placement.E4, placement.WhitePawn, placement.White)
	c.move(placement.E7, placement.E5, placement.BlackPawn, placement.Black)
	if c.crowded {
		t.Error("34 pieces are too many")
	}
	c.want("e2e4", "e7e5")
}
