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
	"case A20 touch_breach suspected":  displaced,
	"case A25 out_of_turn arbiter":     beside,
	"case D17 clock_no_move arbiter":   "track: no act moves a piece of the opponent",
	"case D20 clock_no_move certain":   inHand,
	"scene K08 touch_breach suspected": displaced,
}

// TestBeside: on every scene and every case, the referee suspects nobody of anything that
// the present engine does not find. With -v it shows how often the two agree.
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
		theirs, ours := counted(present(t, logs[id])), counted(play(t, logs[id]).found)
		for f, n := range ours {
			same := min(n, theirs[f])
			both[f.what] += same
			other[f.what] += n - same
			if info := strings.HasSuffix(f.what, "info"); n > same && !info && alone[id+" "+f.what] == "" {
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

// present is what the present engine finds in a log, but for its commands.
func present(t *testing.T, log string) (found []laws.Finding) {
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
	return found
}
