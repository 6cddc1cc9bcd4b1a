package touchmove_test

import "testing"

// TestRunningClock: that time runs is no change of the game; that it stops is.
func TestRunningClock(t *testing.T) {
	const game = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" +
		"0 clock 180000 180000 w\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n2200 clock 179000 180000 b\n9000 clock 179000 173000 b\n"
	rev := func(more string) int {
		tr, _ := playLog(t, game+more)
		return tr.Game().Rev
	}
	if was, is := rev(""), rev("10000 clock 179000 172000 b\n11000 clock 179000 171000 b\n"); is != was {
		t.Errorf("rev %d after two seconds, %d before", is, was)
	}
	if was, is := rev(""), rev("10000 clock 179000 172000 -\n"); is <= was {
		t.Errorf("rev %d after the stop, %d before", is, was)
	}
}
