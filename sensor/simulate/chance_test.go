package simulate

import (
	"math/rand/v2"
	"testing"
)

func TestRate(t *testing.T) {
	for _, c := range []struct {
		rate        Rate
		least, most int // of 10,000: five standard deviations about the mean
	}{
		{Rate{}, 0, 0}, {Rate{1, 0}, 0, 0}, {Rate{0, 5}, 0, 0}, {Rate{-1, 5}, 0, 0},
		{Rate{5, 5}, 10000, 10000}, {Rate{9, 5}, 10000, 10000},
		{Rate{1, 10}, 850, 1150}, {Rate{25, 35}, 6900, 7380},
	} {
		rng, n := rand.New(rand.NewPCG(1, 1)), 0
		for range 10000 {
			if c.rate.happens(rng) {
				n++
			}
		}
		if n < c.least || n > c.most {
			t.Errorf("%v happened %d times of 10000, want %d to %d", c.rate, n, c.least, c.most)
		}
	}
}

func TestSpan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if got := (Span{}).draw(rng); got != 0 {
		t.Errorf("the zero span drew %d", got)
	}
	if got := (Span{7, 3}).draw(rng); got != 7 {
		t.Errorf("a span that ends before it begins drew %d, want its least, 7", got)
	}
	s, sum := Span{50, 800}, int64(0)
	for range 10000 {
		ms := s.draw(rng)
		if ms < s.Least || ms > s.Most {
			t.Fatalf("%v drew %d", s, ms)
		}
		sum += ms
	}
	if mean := sum / 10000; mean < 288 || mean > 312 {
		t.Errorf("%v has the mean %d, want about 300", s, mean)
	}
}

func TestWeighted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if got := weighted(rng, []int{0, 0}); got != 0 {
		t.Errorf("without weights: %d, want 0", got)
	}
	var drawn [3]int
	for range 3500 {
		drawn[weighted(rng, []int{7, 0, 28})]++
	}
	if drawn[1] != 0 || drawn[0] < 580 || drawn[0] > 820 {
		t.Errorf("weights 7, 0, 28 drew %v of 3500, want about 700, 0, 2800", drawn)
	}
}
