package bench

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Result is what a tracker made of one game. Games that follow on the same board
// (simulate.Truth.Next) count as part of it.
type Result struct {
	Played   *Played
	Exact    bool // every ply and the result are right at the end
	Left     bool // the game is exact, but its result is rightly left to the arbiter
	Plies    int  // how many were played
	Right    int  // how many of these are right at the end, each at its place
	Wrong    int  // plies that were confirmed and not played, each counted once
	Retracts int  // plies that were confirmed and taken back
	Trouble  []Trouble
	Games    []Ended // as the tracker has them at the end
	Findings []touchmove.Finding
	Verdicts []Verdict   // on each finding
	Made     map[Act]int // irregularities that the hands committed
	Found    map[Act]int // how many of these were found
	Shown    []int64     // milliseconds from the last report of each ply until it was shown
	Settled  []int64     // milliseconds from then, or from the press if that came later, until it was confirmed
	Wall     time.Duration
	Steps    Spread // of the wall time of one step
}

// Act is a kind of irregularity.
type Act = simulate.DeedKind

// Ended is a game at the end of a log, beside what was played.
type Ended struct {
	Truth     *simulate.Truth
	Moves     []string
	Confirmed int
	Result    string
	Left      bool // the result is rightly left to the arbiter
}

// rightResult reports whether a game has the result that it should have.
func (e *Ended) rightResult() bool { return e.Result == e.Truth.Result || e.Left }

// Trouble is a ply that was confirmed and wrong, or confirmed and taken back.
type Trouble struct {
	At   int64 // milliseconds since the log began
	Game int   // on this board, from 1
	Ply  int   // from 1
	Got  string
	Want string // "" if there was no such ply
	Back bool   // the ply was taken back; if not, it was wrong
}

func (r *Result) confirmWrong(at int64, f *follow, i int, got string) {
	f.wrong = append(f.wrong, i+1)
	r.Wrong++
	r.Trouble = append(r.Trouble, Trouble{At: at, Ply: i + 1, Got: got, Want: f.played(i)})
}

func (r *Result) retract(at int64, f *follow, same int) {
	r.Retracts += f.confirmed - same
	r.Trouble = append(r.Trouble, Trouble{At: at, Ply: same + 1, Got: f.moves[same], Want: f.played(same), Back: true})
}

// judge compares the games at the end with those that were played.
func (w *watch) judge() *Result {
	r := w.result
	r.Exact = true
	r.judgeFindings()
	if n := len(w.games); n > 1 && len(w.games[n-1].moves) == 0 {
		w.games = w.games[:n-1]
	}
	truth := &w.played.Truth
	for i := 0; i < len(w.games) || truth != nil; i++ {
		f := &follow{truth: truth, result: "*"}
		if i < len(w.games) {
			f = &w.games[i]
		}
		r.count(f)
		if truth != nil {
			truth = truth.Next
		}
	}
	r.Left = r.Left && r.Exact
	return r
}

// count adds one game.
func (r *Result) count(f *follow) {
	e := Ended{f.truth, f.moves, f.confirmed, f.result, f.result == "*" && r.leftToArbiter(f.truth)}
	r.Games, r.Left = append(r.Games, e), r.Left || e.Left
	r.Exact = r.Exact && slices.Equal(f.moves, f.truth.Moves) && e.rightResult()
	r.Plies += len(f.truth.Moves)
	for i := range f.truth.Moves {
		if i < len(f.moves) && f.right(i, f.moves[i]) {
			r.Right++
		}
	}
	for i, at := range f.shown {
		if at >= 0 {
			r.Shown = append(r.Shown, at-f.events[i])
		}
	}
	for i, at := range f.settled {
		if at >= 0 {
			r.Settled = append(r.Settled, at-max(f.events[i], f.truth.Pressed[i]))
		}
	}
}

// Erased reports whether a game first goes wrong at a ply that no record of the board
// distinguishes from others, so that no program could have it right.
func (r *Result) Erased() bool {
	d := r.Difference()
	return d != nil && slices.ContainsFunc(d.Truth.Deeds, func(deed simulate.Deed) bool {
		return deed.Kind == simulate.Erased && deed.Ply == d.Ply
	})
}

// Tally is what a contender made of all games of a cell, or of several cells. An erased game
// (Result.Erased) is left out, and counted apart.
type Tally struct {
	Erased   int // games that are left out
	Guessed  int // how many of these had a ply confirmed wrongly
	Games    int // the others
	Exact    int // exactly right at the end
	Left     int // how many of these have a result that is rightly left to the arbiter
	Plies    int
	Right    int
	Wrong    int // plies confirmed and not played
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

// NewTally returns an empty tally.
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
	t.Add(&Tally{Games: 1, Plies: r.Plies, Right: r.Right, Wrong: r.Wrong, Misled: min(1, r.Wrong), Retracts: r.Retracts,
		Records: len(r.Played.Records), Wall: r.Wall, Steps: r.Steps, Made: r.Made, Found: r.Found, shown: r.Shown, settled: r.Settled})
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

// Irregular returns how many irregularities were committed, and how many of these were found.
func (t *Tally) Irregular() (made, found int) {
	for _, n := range t.Made {
		made += n
	}
	for _, n := range t.Found {
		found += n
	}
	return made, found
}

// Rate returns how many records one core took in a second.
func (t *Tally) Rate() float64 {
	if t.Wall <= 0 {
		return 0
	}
	return float64(t.Records) / t.Wall.Seconds()
}

// Shown returns within how many milliseconds of the log a share of the plies, 0 to 1, was
// shown; -1 if none was.
func (t *Tally) Shown(share float64) int64 { return quantile(t.shown, share) }

// Settled returns the same of their confirmation.
func (t *Tally) Settled(share float64) int64 { return quantile(t.settled, share) }

func quantile(all []int64, share float64) int64 {
	if len(all) == 0 {
		return -1
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(share*float64(len(all))))]
}

// Most returns the n most frequent keys of a count, the most frequent first, and keys of equal
// counts in the order of the alphabet.
func Most(counts map[string]int, n int) []string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}

// Spread counts durations, each to a sixteenth of its length.
type Spread struct {
	Counts [64 * 16]int
}

func (s *Spread) add(d time.Duration) { s.Counts[bucket(uint64(max(0, d)))]++ }

// bucket returns the bucket of a number. There are sixteen for each power of two.
func bucket(n uint64) int {
	if n < 16 {
		return int(n)
	}
	exp := 0
	for n >= 32 {
		n >>= 1
		exp++
	}
	return 16*(exp+1) + int(n-16)
}

// bottom returns the least number in a bucket.
func bottom(b int) uint64 {
	if b < 16 {
		return uint64(b)
	}
	return uint64(16+b%16) << (b/16 - 1)
}

// Add adds what another Spread has counted.
func (s *Spread) Add(o *Spread) {
	for i, n := range o.Counts {
		s.Counts[i] += n
	}
}

// Quantile returns the duration that a share of all, 0 to 1, did not exceed; 0 if there are
// none.
func (s *Spread) Quantile(share float64) time.Duration {
	total, sum := 0, 0
	for _, n := range s.Counts {
		total += n
	}
	for i, n := range s.Counts {
		sum += n
		if n > 0 && float64(sum) >= share*float64(total) {
			return time.Duration(bottom(i+1) - 1)
		}
	}
	return 0
}
