package hands

import (
	"math/bits"
	"math/rand/v2"
)

// whole is the number of occasions to which rates refer.
const whole = 100_000

// chance draws numbers from the 64 bits of a PCG, so that they are the same on
// every machine.
type chance struct{ pcg *rand.PCG }

func newChance(seed, stream uint64) chance { return chance{rand.NewPCG(seed, stream)} }

// below draws a number from 0 to n-1; 0 if n is at most 1.
func (c chance) below(n int64) int64 {
	if n <= 1 {
		return 0
	}
	high, _ := bits.Mul64(c.pcg.Uint64(), uint64(n))
	return int64(high)
}

// within draws a number from low to high, both included.
func (c chance) within(low, high int64) int64 { return low + c.below(high-low+1) }

// one draws whether an event of a rate, in whole, happens this time.
func (c chance) one(rate int) bool { return c.below(whole) < int64(rate) }

// around draws a number from -most to most.
func (c chance) around(most int64) int64 { return c.within(-most, most) }

// spread describes how a quantity varies: minimum, tenth percentile, median,
// ninetieth percentile, maximum.
type spread [5]int64

var spreadParts = [5]int64{0, 100, 500, 900, 1000}

// draw draws a value, evenly between the five.
func (c chance) draw(s spread) int64 {
	u := c.below(spreadParts[4])
	i := 0
	for u >= spreadParts[i+1] {
		i++
	}
	return s[i] + (s[i+1]-s[i])*(u-spreadParts[i])/(spreadParts[i+1]-spreadParts[i])
}

// Tally counts how often something could have happened, and how often it did.
type Tally struct{ Occasions, Times int }
