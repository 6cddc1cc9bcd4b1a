package tabutronic

import (
	"math/rand/v2"
	"strconv"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// FrameTime is how often a Board should be asked for a frame, in milliseconds.
// It is chosen: nobody has told how often a real one comes.
const FrameTime = 100

// Board behaves like a board, for the demo and for tests: told what hands do,
// it returns the frames that it sends. It keeps no time: ask it for a frame
// every FrameTime. The zero value is an empty board that lies normally and
// reads without faults.
type Board struct {
	Turned  bool   // White sits where the eighth rank is marked
	Flicker int    // readings of a square, of ten thousand, that are wrong; none were measured
	Seed    uint64 // of the flicker

	rng    *rand.Rand
	stands placement.Set // in the board's own squares
	lights int           // bytes of the command that is coming in
}

// Step takes a record as a hand would cause it, in terms of the game. Other
// records do nothing.
func (b *Board) Step(r sensor.Record) {
	switch r.Word {
	case sensor.Lift:
		b.stands &^= b.own(r.Square).Set()
	case sensor.Drop:
		b.stands |= b.own(r.Square).Set()
	case sensor.Board:
		b.stands = r.Placement.Occupied()
		if b.Turned {
			turned := r.Placement.Rotated()
			b.stands = turned.Occupied()
		}
	}
}

// own changes a square of the game into one of the board.
func (b *Board) own(sq placement.Square) placement.Square {
	if b.Turned && sq < placement.NoSquare {
		return sq.Rotated()
	}
	return sq
}

// Frame appends what the board reads now, as it sends it.
func (b *Board) Frame(dst []byte) []byte {
	dst = append(dst, ':')
	for rank := 7; rank >= 0; rank-- {
		read := byte(0)
		for file := range 8 {
			read <<= 1
			if b.stands.Has(placement.MakeSquare(file, rank)) != b.flickers() {
				read |= 1
			}
		}
		dst = strconv.AppendUint(dst, uint64(read), 10)
		dst = append(dst, ' ')
	}
	return append(dst[:len(dst)-1], "\r\n"...)
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

// Command takes what the host sends. Eight bytes light squares, which the
// board confirms.
func (b *Board) Command(dst, data []byte) []byte {
	for range data {
		b.lights++
		if b.lights == 8 {
			b.lights = 0
			dst = append(dst, "L\r\n"...)
		}
	}
	return dst
}
