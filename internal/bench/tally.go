package bench

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Tally is what a decoder made of all games of a cell, or of several cells. A
// game that is not right because nobody could know one of its plies is left out,
// and counted apart.
type Tally struct {
	Erased   int // games that are left out
	Guessed  int // of these, a ply was confirmed all the same, and wrongly
	Games    int // the others
	Exact    int // exactly right at the end
	Left     int // of these, the result is rightly left to a person
	Plies    int
	Right    int
	Wrong    int // plies confirmed and not played so
	Misled   int // games with such a ply
	Retracts int // plies confirmed and taken back
	Records  int
	Wall     time.Duration // that all steps took
	Steps    Spread
	Verdicts [verdicts]int // of the findings
	Made     map[Act]int
	Found    map[Act]int
	Causes   map[string]int // of games that are not right
	False    map[string]int // false findings by code
	shown    []int64
	settled  []int64
}

// NewTally is an empty tally.
func NewTally() *Tally {
	return &Tally{Made: map[Act]int{}, Found: map[Act]int{}, Causes: map[string]int{}, False: map[string]int{}}
}

// Take adds a game.
func (t *Tally) Take(r *Result) {
	if r.Erased() {
		t.Erased++
		t.Guessed += min(1, r.Wrong)
		return
	}
	t.Games++
	t.Plies += r.Plies
	t.Right += r.Right
	t.Wrong += r.Wrong
	t.Misled += min(1, r.Wrong)
	t.Retracts += r.Retracts
	t.Records += len(r.Played.Records)
	t.Wall += r.Wall
	t.Steps.Add(&r.Steps)
	t.shown, t.settled = append(t.shown, r.Shown...), append(t.settled, r.Settled...)
	addAll(t.Made, r.Made)
	addAll(t.Found, r.Found)
	for i, v := range r.Verdicts {
		t.Verdicts[v]++
		if v == False {
			t.False[r.Findings[i].Code.String()]++
		}
	}
	if r.Left {
		t.Left++
	}
	if r.Exact {
		t.Exact++
	} else {
		t.Causes[r.Cause()]++
	}
}

// Add adds another tally.
func (t *Tally) Add(o *Tally) {
	t.Erased += o.Erased
	t.Guessed += o.Guessed
	t.Games += o.Games
	t.Exact += o.Exact
	t.Left += o.Left
	t.Plies += o.Plies
	t.Right += o.Right
	t.Wrong += o.Wrong
	t.Misled += o.Misled
	t.Retracts += o.Retracts
	t.Records += o.Records
	t.Wall += o.Wall
	t.Steps.Add(&o.Steps)
	t.shown, t.settled = append(t.shown, o.shown...), append(t.settled, o.settled...)
	for v, n := range o.Verdicts {
		t.Verdicts[v] += n
	}
	addAll(t.Made, o.Made)
	addAll(t.Found, o.Found)
	addAll(t.Causes, o.Causes)
	addAll(t.False, o.False)
}

func addAll[K comparable](to, from map[K]int) {
	for k, n := range from {
		to[k] += n
	}
}

// Irregular is how many irregularities were committed, and how many of them found.
func (t *Tally) Irregular() (made, found int) {
	for _, n := range t.Made {
		made += n
	}
	for _, n := range t.Found {
		found += n
	}
	return made, found
}

// Rate is how many records a second one core took.
func (t *Tally) Rate() float64 {
	if t.Wall <= 0 {
		return 0
	}
	return float64(t.Records) / t.Wall.Seconds()
}

// Shown is the time that a share of the plies, 0 to 1, did not exceed until they
// were shown, in milliseconds of the log; -1 if none was.
func (t *Tally) Shown(share float64) int64 { return quantile(t.shown, share) }

// Settled is the same until they were confirmed.
func (t *Tally) Settled(share float64) int64 { return quantile(t.settled, share) }

func quantile(all []int64, share float64) int64 {
	if len(all) == 0 {
		return -1
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(share*float64(len(all))))]
}

// Most lists the most frequent keys of a count, the most frequent first; of equal
// ones in the order of the alphabet.
func Most(counts map[string]int, n int) []string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}
