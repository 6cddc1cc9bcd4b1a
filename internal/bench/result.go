package bench

import (
	"slices"
	"time"

	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Result is what a decoder made of one game. What follows on the same board
// after it (simulate.Truth.Next) counts as part of it.
type Result struct {
	Played   *Played
	Exact    bool // every ply and the result are right at the end
	Left     bool // this holds, but the result is rightly left to a person
	Plies    int  // that were played
	Right    int  // of these, that are right at the end, each at its place
	Wrong    int  // plies that were confirmed and not played so, each once
	Retracts int  // plies that were confirmed and taken back
	Trouble  []Trouble
	Games    []Ended // as the decoder has them at the end
	Findings []touchmove.Finding
	Verdicts []Verdict   // for each finding what is to be thought of it
	Made     map[Act]int // irregularities that the hands committed
	Found    map[Act]int // of these, found
	Shown    []int64     // milliseconds from the last report of each ply until it was shown
	Settled  []int64     // and, from its press if that came later, until it was confirmed
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
	Left      bool // the result is rightly left to a person
}

// rightResult reports whether a game has the result that it should have.
func (e *Ended) rightResult() bool { return e.Result == e.Truth.Result || e.Left }

// Trouble is a moment at which a decoder said to all what was not so.
type Trouble struct {
	At   int64 // milliseconds since the log began
	Game int   // on this board, from 1
	Ply  int   // from 1
	Got  string
	Want string // "" if there was no such ply
	Back bool   // it was taken back; else it was confirmed, and wrong
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

// played is the i-th ply that was played, from 0; "" if there was none.
func (f *follow) played(i int) string {
	if i < len(f.truth.Moves) {
		return f.truth.Moves[i]
	}
	return ""
}

// judge holds the games at the end against those that were played.
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

// count adds what became of one game.
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

// Erased reports whether a game first goes wrong at a ply of which the board has
// left nothing by which it could be told, so that nobody could have it right.
func (r *Result) Erased() bool {
	d := r.Difference()
	return d != nil && slices.ContainsFunc(d.Truth.Deeds, func(deed simulate.Deed) bool {
		return deed.Kind == simulate.Erased && deed.Ply == d.Ply
	})
}

// Spread is how often something took how long, to a sixteenth.
type Spread struct {
	Counts [64 * 16]int
}

func (s *Spread) add(d time.Duration) { s.Counts[bucket(uint64(max(0, d)))]++ }

// bucket is the bucket of a number: sixteen for each power of two.
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

// bottom is the least number in a bucket.
func bottom(b int) uint64 {
	if b < 16 {
		return uint64(b)
	}
	return uint64(16+b%16) << (b/16 - 1)
}

// Add adds what another has counted.
func (s *Spread) Add(o *Spread) {
	for i, n := range o.Counts {
		s.Counts[i] += n
	}
}

// Quantile is the time that a share of all, 0 to 1, did not exceed; 0 if there is nothing.
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
