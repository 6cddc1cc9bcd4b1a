package hands

import (
	"math/bits"
	"math/rand/v2"
)

// whole is all occasions: rates are parts of it.
const whole = 100_000

// chance draws numbers: the same on every machine, since it takes nothing but
// the 64 bits of a PCG.
type chance struct{ pcg *rand.PCG }

func newChance(seed, stream uint64) chance { return chance{rand.NewPCG(seed, stream)} }

// below is a number from 0 to n-1; 0 if n is no more than 1.
func (c chance) below(n int64) int64 {
	if n <= 1 {
		return 0
	}
	high, _ := bits.Mul64(c.pcg.Uint64(), uint64(n))
	return int64(high)
}

// within is a number from low to high, both included.
func (c chance) within(low, high int64) int64 { return low + c.below(high-low+1) }

// one reports whether something happens that does so many times in whole.
func (c chance) one(rate int) bool { return c.below(whole) < int64(rate) }

// around is a number from -most to most.
func (c chance) around(most int64) int64 { return c.within(-most, most) }

// spread says how a quantity varies: its least value, what one in ten is
// below, the median, what nine in ten are below, and its most.
type spread [5]int64

var spreadParts = [5]int64{0, 100, 500, 900, 1000}

// draw takes a value, evenly between the five.
func (c chance) draw(s spread) int64 {
	u := c.below(spreadParts[4])
	i := 0
	for u >= spreadParts[i+1] {
		i++
	}
	return s[i] + (s[i+1]-s[i])*(u-spreadParts[i])/(spreadParts[i+1]-spreadParts[i])
}

// Tally is how often something could have happened, and did.
type Tally struct{ Occasions, Times int }
