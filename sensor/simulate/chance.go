package simulate

import "math/rand/v2"

// Rate is how often something is done: so often in so many cases. The zero
// value is never.
type Rate struct{ Of, In int }

// happens draws whether it is done this time.
func (r Rate) happens(rng *rand.Rand) bool {
	return r.In > 0 && r.Of > 0 && rng.IntN(r.In) < r.Of
}

// Span is a length of time, in milliseconds, between a least and a most. Short
// ones are the likelier: the mean lies a third of the way up.
type Span struct{ Least, Most int64 }

// draw is one such time. It keeps to whole numbers, since some machines round
// the product and the sum of two fractions in one step and others in two.
func (s Span) draw(rng *rand.Rand) int64 {
	wide := s.Most - s.Least
	if wide <= 0 {
		return s.Least
	}
	x := rng.Int64N(wide + 1)
	return s.Least + x*x/wide
}

// weighted draws an index, each as likely as its weight. Without any weight it
// is the first.
func weighted(rng *rand.Rand, weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	if sum <= 0 {
		return 0
	}
	n := rng.IntN(sum)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	return 0
}
