package touchmove_test

import "testing"

// TestUntold: a move is where its piece was let go (4.7), be it that the board tells it
// only in its next full scan.
func TestUntold(t *testing.T) {
	checkTrials(t, []trial{
		{name: "4.7 let go beyond a square where he only passed", head: "clock yes", do: "e2e4 |w -e7 ~50 +pe6 ~100 -e6 ~60 *+pe5 ~60 |b ~1800 = g1f3 |w",
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "4.7 answered before the scan", head: "clock yes", do: "e2e4 |w -e7 ~50 +pe6 ~500 -e6 ~60 *+pe5 ~60 |b ~400 g1f3 ~200 |w ~1800 = b8c6 |b",
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed"},
		{name: "6.2.1 told after the press", head: "clock yes", do: "e2e4 |w -e7 *+pe5 |b ~1500 = g1f3 |w",
			may: "move_incomplete", moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "3.7.1 his lift was lost, and another pawn is not read", head: "clock yes", do: "e2e4 |w *-h7 = e7e5 |b g1f3 |w *-d7 +pd6 |b d2d4 |w",
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, d7d6 completed, d2d4 completed"},
		{name: "3.7.3.3 promoted and taken at once", head: "clock yes", fen: "3r4/5P2/8/6k1/8/2K5/8/8 w - - 0 1", do: "-f7 ~300 +Pf8 ~300 -f8 *+Qf8 ~300 |w ~1200 -d8 ~300 +rf8 |b",
			may: "move_incomplete", moves: "f7f8q completed, d8f8 completed"},
		{name: "7.4.1 who is still read where he stood is not displaced", head: "clock yes", do: "e2e4 |w e7e5 |b *-e1 +Ke2 |w ~3500 e8e7 |b ~3500 d2d3 |w",
			moves: "e2e4 completed, e7e5 completed, e1e2 completed, e8e7 completed, d2d3 completed"},
	})
}

// TestForgottenPress: a move whose press was forgotten is completed by the next one
// of its player (6.2.1.2), also if pieces go to and fro as if they were put back.
func TestForgottenPress(t *testing.T) {
	const kings = "3k4/R7/8/2p5/2P5/4BKN1/8/8 w - - 5 49"
	checkTrials(t, []trial{
		{name: "6.2.1.2 there and back", head: "clock yes", fen: kings, do: "f3g2 ~60 |w ~900 -d8 ~180 -g2 ~170 +kc8 ~240 +Kf3 ~1280 -c8 ~470 +kd8 ~360 |b -f3 ~200 +Ke4 ~280 -d8 ~220 +ke8 ~120 |w ~400 |b",
			moves: "f3g2 completed, d8c8 completed, g2f3 completed, c8d8 completed, f3e4 completed, d8e8 completed"},
	})
}
