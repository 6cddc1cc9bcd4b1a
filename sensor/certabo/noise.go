package certabo

import "math/rand/v2"

// Noise is how badly a Board reads, in readings of ten thousand. The zero
// value reads what is there.
type Noise struct {
	Ghosts  int // of an empty square: a random tag is read
	Missed  int // of a man: nothing is read
	Flipped int // of a man: up to three bits are read wrongly
	Weak    int // of one man, the first that was put on the board: nothing is read
}

// The rates were counted on 15 frames of two real boards with all the men on
// them, whose sets have different chips.

// GhostlySet is the first: 113 ghosts in 12 frames of 32 empty squares, from 5
// to 17 in a frame, none of them twice; and all men read in every frame.
func GhostlySet() Noise { return Noise{Ghosts: 2943} }

// WeakSet is the second, of chips with little gain: in 3 frames no ghost, one
// man missed in two frames, and five men misread in one frame.
func WeakSet() Noise { return Noise{Flipped: 521, Weak: 6667} }

// WorstSet has the faults of both.
func WorstSet() Noise { return Noise{Ghosts: 2943, Missed: 208, Flipped: 521} }

const outOf = 10_000

func happens(rng *rand.Rand, rate int) bool { return rate > 0 && rng.IntN(outOf) < rate }

// reading is what is read of a square, where a man stands or nobody.
func (n *Noise) reading(rng *rand.Rand, man Tag, weak bool) Tag {
	switch {
	case man == NoTag && happens(rng, n.Ghosts):
		return ghost(rng)
	case man == NoTag, happens(rng, n.Missed), weak && happens(rng, n.Weak):
		return NoTag
	case happens(rng, n.Flipped):
		for range 1 + rng.IntN(flips) {
			man ^= 1 << rng.IntN(8*tagSize)
		}
	}
	return man
}

// ghost is any tag. Of the ghosts that were seen few had a byte of 0.
func ghost(rng *rand.Rand) Tag { return 1 + Tag(rng.Int64N(1<<(8*tagSize)-1)) }
