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
