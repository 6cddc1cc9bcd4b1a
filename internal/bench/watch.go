package bench

import (
	"slices"
	"time"

	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// watch follows what a decoder says of one board from step to step.
type watch struct {
	played *Played
	result *Result
	at     int64
	games  []follow // those that have a move, in order, and perhaps one without
	rev    int
}

// follow is one game that a decoder tells of, beside what was played.
type follow struct {
	truth     *simulate.Truth // never nil
	events    []int64         // for each ply of the truth, the time of its last report; -1 not known
	id        string
	moves     []string
	confirmed int
	result    string  // at the end
	wrong     []int   // plies confirmed wrongly, from 1, each once
	shown     []int64 // for each ply of the truth, when it was shown, at or after its last report; -1 not yet
	settled   []int64 // for each, when it was confirmed, at or after its press too
}

func newWatch(p *Played) *watch {
	return &watch{played: p, result: &Result{Played: p}, rev: -1}
}

// step takes note of what followed from a record or a wake-up.
func (w *watch) step(d Decoder, at int64, found []touchmove.Finding, took time.Duration) {
	w.result.Wall += took
	w.result.Steps.add(took)
	w.look(d, at, found)
}

// finish is step for the end of a log: no record waits for it.
func (w *watch) finish(d Decoder, at int64, found []touchmove.Finding, took time.Duration) {
	w.result.Wall += took
	w.look(d, at, found)
}

func (w *watch) look(d Decoder, at int64, found []touchmove.Finding) {
	w.at = at
	w.result.Findings = append(w.result.Findings, found...)
	g := d.Game()
	if len(w.games) == 0 || w.current().id != g.ID {
		w.open(g.ID)
	}
	if g.Rev != w.rev {
		w.rev = g.Rev
		w.change(&g)
	}
	w.current().clock(at)
}

func (w *watch) current() *follow { return &w.games[len(w.games)-1] }

// open begins another game, in place of one without a move.
func (w *watch) open(id string) {
	if n := len(w.games); n > 0 && len(w.games[n-1].moves) == 0 {
		w.games = w.games[:n-1]
	}
	truth := &w.played.Truth
	for range len(w.games) {
		if truth = truth.Next; truth == nil {
			truth = &simulate.Truth{Result: "*"}
			break
		}
	}
	w.games = append(w.games, newFollow(id, truth, w.played))
	w.rev = -1
}

func newFollow(id string, truth *simulate.Truth, p *Played) follow {
	f := follow{id: id, truth: truth, result: "*"}
	f.events = lastReports(p, truth)
	f.shown, f.settled = unset(len(truth.Moves)), unset(len(truth.Moves))
	return f
}

func unset(n int) []int64 { return slices.Repeat([]int64{-1}, n) }

// change takes over a game that has changed.
func (w *watch) change(g *Game) {
	f := w.current()
	same := 0
	for same < min(f.confirmed, g.Confirmed) && f.moves[same] == g.Moves[same] {
		same++
	}
	if same < f.confirmed && !f.takenBack(same, f.moves[same], w.at, never) {
		w.result.retract(w.at, f, same)
	}
	for i := same; i < g.Confirmed; i++ {
		if !f.right(i, g.Moves[i]) && !slices.Contains(f.wrong, i+1) && !f.takenBack(i, g.Moves[i], 0, w.at) {
			w.result.confirmWrong(w.at, f, i, g.Moves[i])
		}
	}
	f.moves, f.confirmed, f.result = append(f.moves[:0], g.Moves...), g.Confirmed, g.Result
}

// right reports whether a move is the i-th that was played, from 0.
func (f *follow) right(i int, uci string) bool {
	return i < len(f.truth.Moves) && f.truth.Moves[i] == uci
}

// takenBack reports whether a move was played as the i-th, from 0, and taken back
// by the players, before the first moment or after the second: until then it was
// rightly confirmed, and from then on rightly not.
func (f *follow) takenBack(i int, uci string, before, after int64) bool {
	return slices.ContainsFunc(f.truth.Deeds, func(d simulate.Deed) bool {
		return d.Kind == simulate.TakenBack && d.Ply == i+1 && d.Move == uci && (d.At <= before || d.At+d.Ms >= after)
	})
}

// clock notes which plies are shown and confirmed now. A ply is not looked at
// before the board has said the last of it.
func (f *follow) clock(at int64) {
	for i := len(f.moves) - 1; i >= 0; i-- {
		if i >= len(f.truth.Moves) || f.events[i] < 0 || f.events[i] > at || !f.right(i, f.moves[i]) {
			continue
		}
		if f.settled[i] >= 0 {
			break // and so are those before
		}
		if f.shown[i] < 0 {
			f.shown[i] = at
		}
		if i < f.confirmed && at >= f.truth.Pressed[i] {
			f.settled[i] = at
		}
	}
}

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
