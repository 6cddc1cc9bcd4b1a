package main

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// simulatedGames is how many games each kind of hands plays on each board, of
// at most simulatedPlies each.
const (
	simulatedGames = 16
	simulatedPlies = 80
)

// Games played by clean hands, and by hands as measured on real blitz games,
// with a clock, come out move by move; at no moment is a ply published that was
// not played, and no breach is found where there was none.
func TestSimulatedGames(t *testing.T) {
	for _, c := range []struct {
		name    string
		profile simulate.Profile
		board   simulate.Board
	}{
		{"clean/text", simulate.Clean(), simulate.Text()},
		{"clean/dgt", simulate.Clean(), simulate.DGT()},
		{"clean/swept", simulate.Clean(), simulate.DGTSwept()},
		{"human/text", simulate.Human(), simulate.Text()},
		{"human/dgt", simulate.Human(), simulate.DGT()},
		{"human/swept", simulate.Human(), simulate.DGTSwept()},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(simulatedGames) {
				moves := simulate.RandomGame(seed, simulatedPlies)
				records, truth := simulate.Play(legality.Initial(), moves, c.board, c.profile, true, seed)
				w := watch{truth: &truth, seed: seed, scans: c.board.Scan > 0}
				w.follow(t, records)
				w.judgeEnd(t)
				w.judgeFindings(t)
			}
		})
	}
}

// watch holds what the daemon says of a simulated game against what was done.
type watch struct {
	truth  *simulate.Truth
	seed   uint64
	scans  bool          // the board looks at its squares now and then
	header sensor.Header // of the log; the zero value is for records that name the men
	engine *engine
	found  []touchmove.Finding
}

// follow runs a log, and looks at the game after every record and wake-up.
func (w *watch) follow(t *testing.T, records []sensor.Record) {
	t.Helper()
	h := w.header
	if h.Time == "" {
		h = sensor.Header{Time: "blitz", Sensor: "identified"}
	}
	e, err := newEngine(&h, "simulated")
	if err != nil {
		t.Fatal(err)
	}
	w.engine = e
	for _, r := range records {
		for at, ok := e.Deadline(); ok && at <= r.At; at, ok = e.Deadline() {
			w.judge(t, e.Wake(at), at)
		}
		w.judge(t, e.Step(r), r.At)
	}
	w.judge(t, e.Finish(), records[len(records)-1].At)
}

// judge looks for a published ply that was not played.
func (w *watch) judge(t *testing.T, out outcome, at int64) {
	t.Helper()
	w.found = append(w.found, out.Findings...)
	for i, ply := range w.engine.tracker.Game().Moves {
		if !ply.Published {
			break
		}
		if i >= len(w.truth.Moves) || ply.UCI != w.truth.Moves[i] {
			t.Fatalf("seed %d, %d ms: published %s as ply %d of %v", w.seed, at, ply.UCI, i+1, w.truth.Moves)
		}
	}
}

func (w *watch) judgeEnd(t *testing.T) {
	t.Helper()
	game := w.engine.tracker.LastGame()
	var got []string
	for _, ply := range game.Moves {
		got = append(got, ply.UCI)
	}
	if game.Pending != nil {
		got = append(got, game.Pending.UCI)
	}
	if !slices.Equal(got, w.truth.Moves) {
		t.Errorf("seed %d: the game is %v, was %v", w.seed, got, w.truth.Moves)
	}
	if game.Result != w.truth.Result {
		t.Errorf("seed %d: the result is %s, was %s", w.seed, game.Result, w.truth.Result)
	}
}

// judgeFindings looks for anything but what is worth telling in itself: nobody
// has done wrong.
func (w *watch) judgeFindings(t *testing.T) {
	t.Helper()
	allowed := w.allowed()
	for _, f := range w.found {
		if code := f.Code.String(); f.Level != touchmove.Info && !slices.Contains(allowed, code) {
			t.Errorf("seed %d, %d ms: found %s (%s) %s", w.seed, f.At, code, f.Level, f.UCI)
		}
	}
}

// allowed is what may be found all the same. The end of the game is certain. A
// man that rested on a legal square on its way looks like one that was let go
// there (4.7). Of king and rook lifted within one scan the board does not tell
// which was first (4.4.2).
func (w *watch) allowed() []string {
	var codes []string
	if w.truth.Result != "*" {
		codes = append(codes, "checkmate", "stalemate", "dead_position", "fivefold", "seventyfive")
	}
	if slices.ContainsFunc(w.truth.Deeds, func(d simulate.Deed) bool { return d.Kind == simulate.Slid }) {
		codes = append(codes, "release_breach")
	}
	if w.scans {
		codes = append(codes, "castle_rook_first")
	}
	return codes
}
