package track

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A ply is not taken back under the reply that stands on the board.
func TestTakeBackUnderReply(t *testing.T) {
	start, err := legality.ParseFEN("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
	run(t, tr, 300, "-g8 +kh8 -a1 +Ra8 -h8 +kg8 -g8 +kh8")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Kh8 Ra8]" {
		t.Error(got, tr.beam[0].tail(9))
	}
}

// A reply is taken back with the ply that it answers: nobody has played on ahead of his turn, back
// to where his piece came from.
func TestReplyIsTakenBackToo(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/P7/4K3/8/8/8/8 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		"-e5 +Kd6 ~1400 -e8 +kd8 -d8 +ke8 -d6 +Ke5 ~5000 -a6 +Pa7 ~3000 -e8 +kd8 ~3000 -e5 +Kf6":       "a6a7 e8d8 e5f6",
		"-e5 +Kd6 ~1400 -e8 +kd8 ~3000 -d6 +Ke5 ~3000 -d8 +ke8 ~5000 -a6 +Pa7 ~3000 -e8 +kd8":          "e5d6 e8d8 d6e5 d8e8 a6a7 e8d8", // each in his turn
		"-e5 +Kd6 ~1400 -e8 +kd8 -d8 +ke8 ~3000 -e8 +kf7 ~5000 -a6 +Pa7 ~3000 -f7 +kg6 ~3000 -d6 +Ke5": "e5d6 e8f7 a6a7 f7g6 d6e5",      // the reply alone
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
		run(t, tr, 400, script)
		if got := last(confirmed(tr), 9); got != want {
			t.Errorf("%s: %s, want %s: %s", script, got, want, tr.beam[0].tail(20))
		}
	}
}

// Two or three plies are taken back, and the last one not first: each piece stands where it stood in
// the end. With a clock nobody presses meanwhile; without one that is as good as play, unless a piece goes where no
// move puts it.
func TestTakesBackUnder(t *testing.T) {
	for _, c := range []struct {
		clock        bool
		script, want string
	}{
		{true, "-e2 +Pe4 w -e7 +pe5 b -d1 +Qh5 w -d8 +qf6 b -h5 +Qd1 -f6 +qd8 -g1 +Nf3 w -b8 +nc6 b", "[e4 e5 Nf3 Nc6]"},
		{true, "-e2 +Pe4 w -e7 +pe5 b -d1 +Qh5 w -d8 +qf6 b -b1 +Nc3 w -f6 +qd8 -h5 +Qd1 -c3 +Nb1 b -g1 +Nf3 w -b8 +nc6 b", "[e4 e5 Nf3 Nc6]"},
		{true, "-e2 +Pe4 w -e7 +pe5 b -d1 +Qh5 w -d8 +qf6 b -h5 +Qd1 w -f6 +qd8 b -g1 +Nf3 w -b8 +nc6 b", "[e4 e5 Qh5 Qf6 Qd1 Qd8 Nf3 Nc6]"},
		{false, "-e2 +Pe4 -e7 +pe5 -d1 +Qh5 -d8 +qf6 -h5 +Qd1 -f6 +qd8 -g1 +Nf3 -b8 +nc6", "[e4 e5 Qh5 Qf6 Qd1 Qd8 Nf3 Nc6]"},
		{false, "-e2 +Pe4 -g8 +nf6 -e4 +Pe2 -f6 +ng8 -d2 +Pd4 -d7 +pd5", "[d4 d5]"},
		{false, "-e2 +Pe4 -e7 +pe5 -g8 +nf6 -a2 +Pa4 -f6 +ng8 -a4 +Pa2 -g1 +Nf3 -b8 +nc6", "[e4 e5 Nf3 Nc6]"},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: c.clock})
		run(t, tr, 700, c.script)
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("clock %t: %s, want %s; %s", c.clock, got, c.want, tr.beam[0].tail(12))
		}
	}
}

// Many plies are taken back, one after the other, and nobody presses: the game is over, and the players go through it
// again. A ply and its reply are taken back while it is played.
func TestManyTakenBack(t *testing.T) {
	const played = "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w -b8 +nc6 b -f1 +Bc4 w -g8 +nf6 b ~9000 "
	for script, want := range map[string]string{
		"-f6 +ng8 -c4 +Bf1 -c6 +nb8 -f3 +Ng1 -e5 +pe7 ~900 -d7 +pd5 -e4 +Pd3 -d3 -d5 +Pd5 -d8 +qd5": "[e4 e5 Nf3 Nc6 Bc4 Nf6]",
		"-f6 +ng8 -c4 +Bf1 ~900 -d2 +Pd4 w -e5 -d4 +pd4 b":                                          "[e4 e5 Nf3 Nc6 d4 exd4]",
		"-f6 +ng8 ~900 -f8 +bc5 b -c2 +Pc3 w":                                                       "[e4 e5 Nf3 Nc6 Bc4 Bc5 c3]",
	} {
		tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
		run(t, tr, 700, played+script)
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s: %s, want %s; %s", script, got, want, tr.beam[0].tail(20))
		}
	}
}

// A ply is taken back, and the position is one that stood before: the plies between are played,
// and nobody has taken them back.
func TestTakesBackNoRepetition(t *testing.T) {
	for _, clock := range []bool{false, true} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: clock})
		script := "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w -g8 +nf6 b -f3 +Ng1 w -f6 +ng8 b -b1 +Nc3 ~2000 -c3 +Nb1 -d2 +Pd4 w -b8 +nc6 b"
		if !clock {
			script = strings.NewReplacer(" w", " ~2000", " b ", " ~2000 ", " b", "").Replace(script)
		}
		run(t, tr, 700, script)
		if got, want := fmt.Sprint(standing(tr.Parts())), "[e4 e5 Nf3 Nf6 Ng1 Ng8 d4 Nc6]"; got != want {
			t.Errorf("clock %t: %s, want %s; %s", clock, got, want, tr.beam[0].tail(12))
		}
	}
}

// TestTookBackInThisPart: that the players have taken plies back does not count in another game.
func TestTookBackInThisPart(t *testing.T) {
	tr := New(Config{})
	h := tr.beam[0]
	h.undid = true
	for root, want := range map[*node]bool{h.node: true, tr.root(legality.Initial(), h.node): false} {
		tr.begin()
		if tr.playFrom(&h, root, nil, 0, Resume, Nothing, 0); tr.next[0].undid != want {
			t.Errorf("part %d, the plies taken back were of part %d: they count: %t", root.part, h.node.part, !want)
		}
	}
}

// TestTakesBackAll: without a clock, taking back an earlier ply with all since is dear, unless the players have taken one
// back before, and neither are at it now nor go through a game that is over.
func TestTakesBackAll(t *testing.T) {
	for _, c := range []struct {
		undid, over bool
		back        uint8
		want        *Rate
	}{
		{false, false, 0, TakesBackAll},
		{true, false, 0, TakesBack},
		{true, false, 1, TakesBackAll},
		{true, true, 0, TakesBackAll},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0)})
		run(t, tr, 700, "-g1 +Nf3 ~4000 -g8 +nf6 ~4000 -b1 ")
		h := tr.beam[0]
		tr.stand(&h, h.node)
		h.undid, h.back = c.undid, c.back
		if c.over {
			h.over = h.node
		}
		tr.begin()
		if tr.takesBackUnder(&h, placement.F3); len(tr.next) != 1 || tr.next[0].story.Why != c.want {
			t.Errorf("%+v: %d hypotheses, %s", c, len(tr.next), tr.next[0].story.Why.name)
		}
	}
}

// TestUndid: a ply of the game that is taken back counts; an irregular one that is put right, and one of a game that is
// over, do not, nor do they end that it counts.
func TestUndid(t *testing.T) {
	for _, c := range []struct {
		kind        nodeKind
		over, undid bool
		want        bool
	}{{byMove, false, false, true}, {byAct, false, false, false}, {byMove, true, false, false}, {byAct, false, true, true}, {byMove, true, true, true}} {
		tr := New(Config{})
		h := tr.beam[0]
		h.node = tr.child(h.node, legality.MakeMove(placement.E2, placement.E4))
		h.node.kind, h.undid = c.kind, c.undid
		if c.over {
			h.over = h.node
		}
		if tr.goBack(&h); h.undid != c.want {
			t.Errorf("%+v: %t", c, h.undid)
		}
	}
}

// Where the position has repeated, pieces that are put back may show an earlier one. Plies of which no piece was touched
// are not taken back with the others for nothing.
func TestRepeatsAndTakesBack(t *testing.T) {
	start, err := legality.ParseFEN("8/8/7k/3B4/8/8/1q1K4/8 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	const game = "-d2 +Kd1 ~4000 -b2 +qb1 ~4000 -d1 +Kd2 ~4000 -b1 +qb2 ~4000 "
	for script, want := range map[string]string{
		game + "-d5 +Bh1 ~9000 -h6 +kg7 ~5000 -d2 +Kd1 ~9000 -g7 +kh6 -h1 +Bd5 -d1 +Kd2 ~9000 -d2 +Ke1 ~4000 -b2 +qc1 ~4000": "[Kd1 Qb1 Kd2 Qb2 Ke1 Qc1]",
		game + "-b2 +qb1 -d2 +Kd1 -b1 +qb2 ~4000 -b2 +qa1 ~4000 -d1 +Kd2 ~4000":                                              "[Kd1 Qa1 Kd2]",
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
		run(t, tr, 700, script)
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s, want %s; %s", got, want, tr.beam[0].tail(20))
		}
	}
}
