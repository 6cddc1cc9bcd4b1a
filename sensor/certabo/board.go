package certabo

import (
	"math/rand/v2"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
)

// FrameTime is how long a frame of 840 characters takes on the line at 38,400 baud, in
// milliseconds. A board sends one frame after another.
const FrameTime = 219

// LateMs is how long after a drop the board may report it, in milliseconds: two frames, or
// three for a piece that replaces another, while two tags are in one field.
const LateMs = 3 * FrameTime

// Board behaves like a board, for the demo and for tests. It takes what hands do and
// returns the frames that the board sends. It has no clock: call Scan every FrameTime.
//
// A record names a kind of piece, but on this board each piece has its own tag. A dropped
// piece is the one of its kind that was lifted last. If all of its kind stand on the board,
// it is a new one: a second queen with an unknown tag. The zero value is an empty board
// that lies normally and reads without faults.
type Board struct {
	numbers.Lights
	Turned bool // White sits where the eighth rank is marked
	Noise  Noise
	Seed   uint64 // of tags and noise

	rng    *rand.Rand
	pieces []boardPiece
	stands [64]Tag // in the board's own squares
	off    int     // how many pieces have been taken off
}

// boardPiece is a piece on or beside the board.
type boardPiece struct {
	TaggedPiece
	on  bool
	off int // when it was taken off, in the order of such events
}

// Step takes a record as a hand would cause it, in terms of the game. The board sends
// nothing before the next Scan. It has no pieces of unknown kind; other records do
// nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
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
	return dst
}

// Pieces returns all pieces that have stood on the board.
func (b *Board) Pieces() Set {
	var s Set
	for i := range b.pieces {
		s = s.With(b.pieces[i].TaggedPiece)
	}
	return s
}

// Piece returns what stands on a square, in terms of the game.
func (b *Board) Piece(sq placement.Square) placement.Piece {
	if t := b.stands[b.own(sq)]; t != NoTag {
		return b.tagged(t).Piece
	}
	return placement.Empty
}

// own converts a square of the game to the board's own, and back.
func (b *Board) own(sq placement.Square) placement.Square {
	if b.Turned {
		return sq.Rotated()
	}
	return sq
}

func (b *Board) tagged(t Tag) *boardPiece {
	for i := range b.pieces {
		if b.pieces[i].Tag == t {
			return &b.pieces[i]
		}
	}
	return nil
}

func (b *Board) take(sq placement.Square) {
	if sq >= placement.NoSquare || b.stands[b.own(sq)] == NoTag {
		return
	}
	m := b.tagged(b.stands[b.own(sq)])
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

// fetch returns the piece of a kind that was taken off last, or a new one.
func (b *Board) fetch(piece placement.Piece) *boardPiece {
	var last *boardPiece
	for i := range b.pieces {
		if m := &b.pieces[i]; m.Piece == piece && !m.on && (last == nil || m.off > last.off) {
			last = m
		}
	}
	if last != nil {
		return last
	}
	b.pieces = append(b.pieces, boardPiece{TaggedPiece: TaggedPiece{b.newTag(), piece}})
	return &b.pieces[len(b.pieces)-1]
}

// newTag returns a tag that no piece has. As in a real set, it begins with 3 0 83, 84
// or 85.
func (b *Board) newTag() Tag {
	rng := b.random()
	for {
		t := tagOf([]byte{3, 0, byte(83 + rng.IntN(3)), byte(1 + rng.IntN(255)), byte(1 + rng.IntN(255))})
		if b.tagged(t) == nil {
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

// Scan appends the frame of what the board reads now.
func (b *Board) Scan(dst []byte) []byte {
	rng := b.random()
	frame := make([]byte, 0, numbers.Most)
	for n := range 64 {
		t := b.stands[squareOf(n)]
		weak := len(b.pieces) > 0 && t == b.pieces[0].Tag
		read := b.Noise.reading(rng, t, weak).bytes()
		frame = append(frame, read[:]...)
	}
	return numbers.AppendFrame(dst, frame)
}

// Noise is how badly a Board reads, in readings of ten thousand. The zero value reads
// without faults.
type Noise struct {
	Ghosts  int // of an empty square: a random tag is read
	Missed  int // of a piece: nothing is read
	Flipped int // of a piece: up to three bits are wrong
	Weak    int // of one piece, the first that was put on the board: nothing is read
}

// The rates come from 15 frames of two real boards with all pieces on them, whose sets
// have different chips.

// GhostlySet is the first: 113 ghosts in 12 frames of 32 empty squares, 5 to 17 in a
// frame, none of them twice; all pieces were read in every frame.
func GhostlySet() Noise { return Noise{Ghosts: 2943} }

// WeakSet is the second, of chips with little gain: in 3 frames no ghost, one piece
// missed in two frames, and five pieces misread in one frame.
func WeakSet() Noise { return Noise{Flipped: 521, Weak: 6667} }

// WorstSet has the faults of both.
func WorstSet() Noise { return Noise{Ghosts: 2943, Missed: 208, Flipped: 521} }

const outOf = 10_000

func happens(rng *rand.Rand, rate int) bool { return rate > 0 && rng.IntN(outOf) < rate }

// reading returns the tag that the board reads on a square with tag t, or NoTag.
func (n *Noise) reading(rng *rand.Rand, t Tag, weak bool) Tag {
	switch {
	case t == NoTag && happens(rng, n.Ghosts):
		return ghost(rng)
	case t == NoTag, happens(rng, n.Missed), weak && happens(rng, n.Weak):
		return NoTag
	case happens(rng, n.Flipped):
		for range 1 + rng.IntN(flips) {
			t ^= 1 << rng.IntN(8*tagSize)
		}
	}
	return t
}

// ghost returns a random tag. Few of the real ghosts had a byte of 0.
func ghost(rng *rand.Rand) Tag { return 1 + Tag(rng.Int64N(1<<(8*tagSize)-1)) }
