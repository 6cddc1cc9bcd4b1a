package touchmove_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// crowd returns a tracker whose game has begun with 1.e4, and whose board then shows a
// piece on every square.
type crowd struct {
	*touchmove.Tracker
	t     *testing.T
	at    int64
	event touchmove.Event
	codes []touchmove.Code
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

// shows is what the board shows.
func (c *crowd) shows() *placement.Placement {
	shown, _ := c.Sensed()
	return shown
}

// trusted reports whether the game is read on. After so many pieces that nobody has put there it
// may be ambiguous for some plies, which are told.
func (c *crowd) trusted() bool {
	return c.Game().Trust.State <= touchmove.TrustAmbiguous
}

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	c := &crowd{Tracker: touchmove.New(touchmove.Config{Start: legality.Initial()}), t: t}
	c.move(placement.E2, placement.E4, placement.WhitePawn, placement.White)
	c.at += 1000 // a ply is confirmed only when the board must have told all that was done before its press
	for sq := placement.A1; sq <= placement.H8; sq++ {
		if c.shows()[sq] == placement.Empty {
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

// TestPoint28Crowded: with more pieces than a board can hold no ply is read, and that
// is reported once. A scan that shows a possible number resumes the game.
func TestPoint28Crowded(t *testing.T) {
	c := newCrowd(t)
	if c.trusted() {
		t.Fatalf("trust %s", c.Game().Trust.State)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		rec := sensor.Record{Word: sensor.Drop, Square: placement.Square(r.IntN(64)), Piece: placement.WhiteKnight}
		if r.IntN(2) == 0 && c.shows().Occupied().Len() > 36 {
			rec = sensor.Record{Word: sensor.Lift, Square: rec.Square}
		}
		c.step(rec)
	}
	reported := 0
	for _, code := range c.codes {
		if code == laws.SensorFault {
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
	if !c.trusted() { // settling: nobody has pressed for Black
		t.Errorf("after the scan trust is %s", c.Game().Trust.State)
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
	c.step(sensor.Record{Word: sensor.Board, Placement: *c.shows()})
	if c.trusted() {
		t.Fatal("a scan of 64 pieces ends it")
	}
	for sq := placement.A3; sq <= placement.H6; sq++ {
		if sq != placement.E4 {
			c.step(sensor.Record{Word: sensor.Lift, Square: sq})
		}
	}
	c.step(sensor.Record{Word: sensor.Lift, Square: placement.E2})
	c.at += 10_000 / 2
	c.Wake(c.at)
	if c.trusted() {
		t.Error("it is over at once")
	}
	c.at += 10_000
	c.Wake(c.at)
	if !c.trusted() {
		t.Errorf("trust %s", c.Game().Trust.State)
	}
	c.move(placement.E7, placement.E5, placement.BlackPawn, placement.Black)
	c.want("e2e4", "e7e5")
}

// TestPoint28Ghosts: a few pieces that show twice do not stop the game.
func TestPoint28Ghosts(t *testing.T) {
	c := &crowd{Tracker: touchmove.New(touchmove.Config{Start: legality.Initial()}), t: t}
	c.step(sensor.Record{Word: sensor.Drop, Square: placement.A5, Piece: placement.BlackPawn})
	c.step(sensor.Record{Word: sensor.Drop, Square: placement.H5, Piece: placement.BlackPawn})
	c.move(placement.E2, placement.E4, placement.WhitePawn, placement.White)
	c.move(placement.E7, placement.E5, placement.BlackPawn, placement.Black)
	if !c.trusted() {
		t.Error("34 pieces are too many")
	}
	c.want("e2e4", "e7e5")
}

// TestUnreadAtTheStart: a game begins also when the board does not read one or two of its
// pieces, once nobody sets them up any more; with three missing it does not.
func TestUnreadAtTheStart(t *testing.T) {
	const plies = "12000 lift g1 N\n12700 drop f3 N\n13400 press w\n14000 lift g8 n\n14700 drop f6 n\n15400 press b\n"
	for scan, want := range map[string]struct {
		moves int
		fault bool
	}{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR": {2, false},
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR": {2, true},
		"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR": {2, true},
		"rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPP1/RNBQKBNR": {0, false},
	} {
		tr, found := play(t, "#! boardd-log 1\n#: clock yes\n0 link up\n100 board "+scan+"\n"+plies)
		fault := slices.ContainsFunc(found, func(f touchmove.Finding) bool { return f.Code == laws.SensorFault })
		if n := len(tr.Game().Moves); n != want.moves || fault != want.fault {
			t.Errorf("%s: %d plies, fault %v; want %d, %v", scan, n, fault, want.moves, want.fault)
		}
	}
}
