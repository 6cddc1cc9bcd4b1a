package referee_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// alone are findings that call for a person and that the present engine does not have, and
// why the referee has them.
var alone = map[string]string{
	"scene G07 displaced arbiter": "a piece is displaced in the story, where the present engine sees a reset",
}

// TestBeside: on every scene and every case of which the two engines read the same moves,
// the referee suspects nobody of anything that the present engine does not find. With -v it
// shows how often the two agree, whatever moves they read.
func TestBeside(t *testing.T) {
	logs := map[string]string{}
	for _, s := range fixtures.Scenes() {
		logs["scene "+s.ID] = s.Log()
	}
	for _, c := range fixtures.Cases() {
		logs["case "+c.ID] = c.Log()
	}
	both, one, other := map[string]int{}, map[string]int{}, map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(logs)) {
		found, game := present(t, logs[id])
		b := play(t, logs[id])
		theirs, ours := counted(found), counted(b.found)
		same := slices.Equal(game, b.moves())
		for f, n := range ours {
			shared := min(n, theirs[f])
			both[f.what] += shared
			other[f.what] += n - shared
			if info := strings.HasSuffix(f.what, "info"); same && n > shared && !info && alone[id+" "+f.what] == "" {
				t.Errorf("%s: %s of ply %d, side %s, is found by the referee alone", id, f.what, f.ply, f.side)
			}
		}
		for f, n := range theirs {
			one[f.what] += n - min(n, ours[f])
		}
	}
	for _, what := range slices.Sorted(maps.Keys(both)) {
		t.Logf("%-35s both %3d, the present engine alone %3d, the referee alone %3d", what, both[what], one[what], other[what])
	}
}

// about is what findings of two engines are compared by.
type about struct {
	what string // code and level
	side laws.Party
	ply  int
}

func counted(found []laws.Finding) map[about]int {
	n := map[about]int{}
	for _, f := range found {
		n[about{fmt.Sprint(f.Code, " ", f.Level), f.Side, f.Ply}]++
	}
	return n
}

// present is what the present engine finds in a log, but for its commands, and the moves of
// its game.
func present(t *testing.T, log string) (found []laws.Finding, game []string) {
	t.Helper()
	r := sensor.NewReader(strings.NewReader(log))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	c, err := touchmove.ConfigFor(h)
	if err != nil {
		t.Fatal(err)
	}
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tr := touchmove.New(c)
	wake := func(until int64) {
		for at, ok := tr.Deadline(); ok && at <= until; at, ok = tr.Deadline() {
			found = append(found, tr.Wake(at)...)
		}
	}
	for i := range records {
		wake(records[i].At)
		if records[i].Word != sensor.Cmd {
			found = append(found, tr.Step(laws.Event(i+1), records[i])...)
		}
	}
	wake(1 << 60)
	g := tr.Game()
	for _, p := range g.Moves[min(len(c.Moves), len(g.Moves)):] {
		game = append(game, p.UCI)
	}
	if g.Pending != nil && !g.Pending.State.Illegal() {
		game = append(game, g.Pending.UCI)
	}
	return found, game
}
