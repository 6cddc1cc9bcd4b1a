package bench

import (
	"slices"
	"time"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Measure runs a tracker over a game that was played, and compares its game with what the
// hands did after every record.
func Measure(d Tracker, p *Played) *Result {
	w := newWatch(p)
	for _, r := range p.Records {
		w.wake(d, r.At)
		began := time.Now()
		found := d.Step(r)
		w.step(d, r.At, found, time.Since(began))
	}
	w.wake(d, never)
	began, last := time.Now(), w.at
	found := d.Finish()
	w.finish(d, last, found, time.Since(began))
	return w.judge()
}

// never is a time after all deadlines.
const never = 1 << 62

// wake runs out the deadlines that are due at or before a time.
func (w *watch) wake(d Tracker, to int64) {
	for at, ok := d.Deadline(); ok && at <= to; at, ok = d.Deadline() {
		began := time.Now()
		found := d.Wake(at)
		w.step(d, at, found, time.Since(began))
	}
}

// watch compares a tracker's games on one board with what was played, step by step.
type watch struct {
	played *Played
	result *Result
	at     int64
	games  []follow // those with a move, in order, and perhaps one without
	rev    int
}

// follow is one game of a tracker, beside the game that was played.
type follow struct {
	truth     *simulate.Truth // never nil
	events    []int64         // for each ply of the truth, the time of its last report; -1: not known
	id        string
	moves     []string
	confirmed int
	result    string  // at the end
	wrong     []int   // plies confirmed wrongly, from 1, each once
	shown     []int64 // for each ply of the truth, when it was shown, at or after its last report; -1: not yet
	settled   []int64 // for each, when it was confirmed, at or after its press, too
}

func newWatch(p *Played) *watch {
	return &watch{played: p, result: &Result{Played: p}, rev: -1}
}

// step takes what followed from a record or a wake-up.
func (w *watch) step(d Tracker, at int64, found []touchmove.Finding, took time.Duration) {
	w.result.Wall += took
	w.result.Steps.add(took)
	w.look(d, at, found)
}

// finish takes what followed from the end of a log. It is no step: no record waits for it.
func (w *watch) finish(d Tracker, at int64, found []touchmove.Finding, took time.Duration) {
	w.result.Wall += took
	w.look(d, at, found)
}

func (w *watch) look(d Tracker, at int64, found []touchmove.Finding) {
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

// right reports whether a move is the i-th that was played, counted from 0.
func (f *follow) right(i int, uci string) bool {
	return i < len(f.truth.Moves) && f.truth.Moves[i] == uci
}

// takenBack reports whether a move was played as the i-th, counted from 0, and the players
// took it back before the first moment or after the second. It is right to confirm it until
// they do, and right not to confirm it from then on.
func (f *follow) takenBack(i int, uci string, before, after int64) bool {
	return slices.ContainsFunc(f.truth.Deeds, func(d simulate.Deed) bool {
		return d.Kind == simulate.TakenBack && d.Ply == i+1 && d.Move == uci && (d.At <= before || d.At+d.Ms >= after)
	})
}

// clock notes which plies are shown and confirmed now. A ply counts from the board's last
// report of it on.
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

// played returns the i-th ply that was played, counted from 0; "" if there was none.
func (f *follow) played(i int) string {
	if i < len(f.truth.Moves) {
		return f.truth.Moves[i]
	}
	return ""
}

// busyMs is for how many milliseconds a busy line may delay a report. A later report is of
// another act, and the report of this one was lost.
const busyMs = 400

// blur returns how far apart the reports of two acts of the same moment may be, in
// milliseconds: the board scans, scans again, or waits to be asked between them.
func blur(b *simulate.Board) int64 {
	return b.Scan*int64(max(1, b.Agree)+max(1, b.Patience)-1) + b.Poll + b.Latency.Most
}

// lastReports returns for each ply of a game the time of the last record of it; -1 if that
// record was lost.
func lastReports(p *Played, truth *simulate.Truth) []int64 {
	events := unset(len(truth.Moves))
	pos := p.Score.Start
	if truth != &p.Truth {
		pos = legality.Initial()
	}
	for i, uci := range truth.Moves {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			break
		}
		after := pos.Play(m)
		squares := placement.Differ(pos.Placement(), after.Placement())
		events[i] = lastReport(p.Records, squares, truth.Landed[i], blur(&p.Cell.Board.Board)+busyMs)
		pos = after
	}
	return events
}

// lastReport returns the time of the first record of one of the squares from a moment on; -1
// if none comes within so many milliseconds.
func lastReport(records []sensor.Record, squares placement.Set, from, within int64) int64 {
	i, _ := slices.BinarySearchFunc(records, from, func(r sensor.Record, at int64) int { return int(r.At - at) })
	for ; i < len(records) && records[i].At <= from+within; i++ {
		if r := &records[i]; (r.Word == sensor.Lift || r.Word == sensor.Drop) && squares.Has(r.Square) {
			return r.At
		}
	}
	return -1
}
