package certabo

import (
	"math/rand/v2"
	"strconv"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// FrameTime is how long a frame of 840 characters is on the line at 38,400
// baud, in milliseconds; a board sends one after another.
const FrameTime = 219

// Late is how long after a man was put down, in milliseconds, it may be told: two
// frames or, for one that takes another's place, a third in which two tags are in
// one field.
const Late = 3 * FrameTime

// Board behaves like a board, for the demo and for tests: told what hands do,
// it returns the frames that it sends. It keeps no time: ask it for a frame
// every FrameTime.
//
// A record says what kind of man it is about, but on this board each man is
// somebody. A man who is put down is the one of his kind who was lifted last,
// and a new one if all of his kind stand on the board: the second queen, whom
// nobody has met. The zero value is an empty board that lies normally and
// reads without faults.
type Board struct {
	Turned bool // White sits where the eighth rank is marked
	Noise  Noise
	Seed   uint64 // of tags and noise

	rng    *rand.Rand
	men    []boardMan
	stands [64]Tag // in the board's own squares
	off    int     // how many men have been taken off
	lights int     // bytes of the command that is coming in
}

// boardMan is a man of the set that lies about.
type boardMan struct {
	Man
	on  bool
	off int // when he was taken off, in the order of such events
}

// Step takes a record as a hand would cause it, in terms of the game. A man of
// unknown kind is no man of this board. Other records do nothing.
func (b *Board) Step(r sensor.Record) {
	switch r.Word {
	case sensor.Lift:
		b.take(r.Square)
	case sensor.Drop:
		b.put(r.Square, r.Piece)
	case sensor.Board:
		for sq, piece := range r.Placement {
			if b.Piece(placement.Square(sq)) != piece {
				b.take(placement.Square(sq))
			}
		}
		for sq, piece := range r.Placement {
			if b.Piece(placement.Square(sq)) != piece {
				b.put(placement.Square(sq), piece)
			}
		}
	}
}

// Men are all men that have stood on the board.
func (b *Board) Men() Set {
	var s Set
	for i := range b.men {
		s = s.With(b.men[i].Man)
	}
	return s
}

// Piece is who stands on a square, in terms of the game.
func (b *Board) Piece(sq placement.Square) placement.Piece {
	if t := b.stands[b.own(sq)]; t != NoTag {
		return b.man(t).Piece
	}
	return placement.Empty
}

// own changes a square of the game into one of the board, and back.
func (b *Board) own(sq placement.Square) placement.Square {
	if b.Turned {
		return sq.Rotated()
	}
	return sq
}

func (b *Board) man(t Tag) *boardMan {
	for i := range b.men {
		if b.men[i].Tag == t {
			return &b.men[i]
		}
	}
	return nil
}

func (b *Board) take(sq placement.Square) {
	if sq >= placement.NoSquare || b.stands[b.own(sq)] == NoTag {
		return
	}
	m := b.man(b.stands[b.own(sq)])
	b.off++
	m.on, m.off = false, b.off
	b.stands[b.own(sq)] = NoTag
}

func (b *Board) put(sq placement.Square, piece placement.Piece) {
	if !piece.Known() || sq >= placement.NoSquare {
		return
	}
	b.take(sq)
	m := b.fetch(piece)
	m.on = true
	b.stands[b.own(sq)] = m.Tag
}

// fetch is the man of a kind who was taken off last, or a new one.
func (b *Board) fetch(piece placement.Piece) *boardMan {
	var last *boardMan
	for i := range b.men {
		if m := &b.men[i]; m.Piece == piece && !m.on && (last == nil || m.off > last.off) {
			last = m
		}
	}
	if last != nil {
		return last
	}
	b.men = append(b.men, boardMan{Man: Man{b.newTag(), piece}})
	return &b.men[len(b.men)-1]
}

// newTag is a tag that no man has, like those of a real set, whose tags all
// begin with 3 0 83, 84 or 85.
func (b *Board) newTag() Tag {
	rng := b.random()
	for {
		t := tagOf([]byte{3, 0, byte(83 + rng.IntN(3)), byte(1 + rng.IntN(255)), byte(1 + rng.IntN(255))})
		if b.man(t) == nil {
			return t
		}
	}
}

func (b *Board) random() *rand.Rand {
	if b.rng == nil {
		b.rng = rand.New(rand.NewPCG(b.Seed, 1))
	}
	return b.rng
}

// Frame appends what the board reads now, as it sends it.
func (b *Board) Frame(dst []byte) []byte {
	rng := b.random()
	dst = append(dst, ':')
	for n := range 64 {
		man := b.stands[squareOf(n)]
		weak := len(b.men) > 0 && man == b.men[0].Tag
		for _, v := range b.Noise.reading(rng, man, weak).bytes() {
			dst = strconv.AppendUint(dst, uint64(v), 10)
			dst = append(dst, ' ')
		}
	}
	return append(dst[:len(dst)-1], "\r\n"...)
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
