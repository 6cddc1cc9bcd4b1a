package touchmove_test

import (
	"fmt"
	"testing"
)

// TestPublishedWithItsTime: a ply waits for the time that the clock shows after its
// press, if the clock tells its times, and for no longer than a reading may lag. Then
// the time of the ply is the one that it was published with.
func TestPublishedWithItsTime(t *testing.T) {
	const (
		head  = "#! boardd-log 1\n#: time blitz\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
		told  = "100 clock 180000 180000 w\n1000 clock 179000 180000 w\n"
		e4    = "1200 lift e2 P\n1500 drop e4 P\n2000 press w\n"
		shown = "2000 clock 181000 180000 b\n"
		old   = "2000 clock 179000 180000 w\n"
		reply = "2100 lift e7 p\n2200 drop e5 p\n2400 press b\n2400 clock 181000 181000 w\n"
		late  = "3000 clock 181000 180000 b\n"
	)
	for _, c := range []struct {
		name, log string
		until     int64
		want      string // published, with its time
	}{
		{"told with the press", told + e4 + shown, 2700, "1: 181000"},
		{"told after it", told + e4 + late, 3000, "1: 181000"},
		{"not told yet", told + e4, 2999, "0: 179000"},
		{"an old reading", told + e4 + old, 2999, "0: 179000"},
		{"never told", told + e4, 3500, "1: 179000"},
		{"a clock that tells no times", e4, 2500, "1: -1"},
		{"a clock that has long told none", "100 clock 180000 180000 w\n" + "3200 lift e2 P\n3500 drop e4 P\n4000 press w\n", 4500, "1: -1"},
		{"answered meanwhile", told + e4 + reply, 3000, "2: 179000 181000"},
		{"ended by a person", told + e4 + "2300 cmd result {\"result\":\"1-0\"}\n", 2300, "1: 179000"},
		{"another game", told + e4 + "2600 cmd new_game {}\n", 2600, "1: 179000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantNoMoreByWaking(t, head+c.log)
			d := newDesk(t, head+c.log)
			d.wake(c.until)
			g, n, times := d.tr.LastGame(), 0, ""
			for _, p := range g.Moves {
				if times += fmt.Sprint(" ", p.Clock); p.Published {
					n++
				}
			}
			if got := fmt.Sprint(n, ":", times); got != c.want {
				t.Errorf("published %s, want %s", got, c.want)
			}
		})
	}
}
