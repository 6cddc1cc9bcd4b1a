package tabutronic

import (
	"math/rand/v2"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
)

// FrameTime is how often a Board should scan, in milliseconds; chosen, since the
// time of a real one is not documented.
const FrameTime = 100

// Board behaves like a board, for the demo and for tests. It takes what hands do and
// returns the frames that the board sends. It has no clock: call Scan every
// FrameTime. The zero value is an empty board that lies normally and reads without
// faults.
type Board struct {
	numbers.Lights
	Turned  bool   // White sits where the eighth rank is marked
	Flicker int    // wrong readings of a square in ten thousand; none were measured
	Seed    uint64 // of the flicker

	rng    *rand.Rand
	stands placement.Set // the occupied squares, the board's own
}

// Step takes a record as a hand would cause it, in terms of the game. The board sends
// nothing before the next Scan. Other records do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	switch r.Word {
	case sensor.Lift:
		b.stands &^= b.own(r.Square).Set()
	case sensor.Drop:
		b.stands |= b.own(r.Square).Set()
	case sensor.Board:
		if b.Turned {
			r.Placement = r.Placement.Rotated()
		}
		b.stands = r.Placement.Occupied()
	}
	return dst
}

// own returns the board's own square for a square of the game.
func (b *Board) own(sq placement.Square) placement.Square {
	if b.Turned && sq < placement.NoSquare {
		return sq.Rotated()
	}
	return sq
}

// Scan appends the frame of what the board reads now.
func (b *Board) Scan(dst []byte) []byte {
	var ranks [8]byte
	for i := range ranks {
		for file := range 8 {
			if b.stands.Has(placement.MakeSquare(file, 7-i)) != b.flickers() {
				ranks[i] |= 1 << (7 - file)
			}
		}
	}
	return numbers.AppendFrame(dst, ranks[:])
}

func (b *Board) flickers() bool {
	if b.Flicker == 0 {
		return false
	}
	if b.rng == nil {
		b.rng = rand.New(rand.NewPCG(b.Seed, 1))
	}
	return b.rng.IntN(10_000) < b.Flicker
}
