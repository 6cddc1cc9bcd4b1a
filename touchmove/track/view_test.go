package track

import (
	"testing"

	"github.com/boardd/boardd/legality"
)

// TestView: who has read a story gets what has been added to it, and what he does to his
// copy changes nothing.
func TestView(t *testing.T) {
	g := parse(t, "#! boardd-log 1\n#: sensor identified\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n")
	tr := New(g.config)
	tr.Step(&g.records[0])
	same, acts := tr.View().Story(nil)
	if same != 0 || len(acts) != 1 || acts[0].Kind != Lift || acts[0].Square.String() != "e2" {
		t.Fatalf("%d, %v", same, acts)
	}
	known := []Mark{acts[0].Mark}
	acts[0].Cost, acts[0].Total = 0, 0
	if total := tr.beam[0].story.Total; total == 0 {
		t.Error("a copy changes a story")
	}
	tr.Step(&g.records[1])
	if m := tr.View().Shown(); m.String() != "e2e4" {
		t.Errorf("the table shows %s", m)
	}
	tr.Step(&g.records[2])
	same, acts = tr.View().Story(known)
	if same != 1 || len(acts) != 3 || acts[2].Kind != Press || acts[1].Plies != 1 || *acts[1].Before != legality.Initial() {
		t.Errorf("%d, %v", same, acts)
	}
	if tr.View().Shown() != legality.NoMove {
		t.Error("a ply that is complete is shown")
	}
}

// TestConfidenceOfOnePly: where a bishop stood for two plies was not reported. That leaves open its
// move there and its move from there, and no other ply.
func TestConfidenceOfOnePly(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	run(t, tr, 900, "-e2 +Pe4 w -e7 +pe5 b -f1 w -h7 +ph6 b +Be2 w -g7 +pg6 b -a2 +Pa3 w")
	open := map[int]bool{3: true, 5: true}
	for i, c := range tr.View().Confidence(1, 7) {
		if n := i + 1; open[n] && c > 0.6 || !open[n] && c < 0.95 {
			t.Errorf("ply %d: %.3f; %s", n, c, tr.beam[0].tail(20))
		}
	}
}

// TestConfidenceOfAnotherPart: a rival that has a later ply, and had another game in the part
// before, says nothing of the plies of this part.
func TestConfidenceOfAnotherPart(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("tabutronic", false, 0)})
	play := func(n *node, moves ...string) *node {
		for _, uci := range moves {
			m, err := n.pos.ParseUCI(uci)
			if err != nil {
				t.Fatal(err)
			}
			n = tr.child(n, m)
		}
		return n
	}
	array := legality.Initial()
	h := tr.beam[0]
	h.score = 0
	h.node = tr.root(array, play(tr.origin, "e2e4", "e7e5", "g1f3"))
	rival := h
	rival.node = play(tr.root(array, play(tr.origin, "e2e4", "e7e5", "f1c4")), "d2d4")
	rival.score = 100
	tr.beam, tr.confirmed = append(tr.beam[:0], h, rival), tr.origin
	tr.changes++
	if got := tr.View().Confidence(1, 1); len(got) != 1 || got[0] < 0.7 || got[0] > 0.8 {
		t.Errorf("no ply: %v, want one in e behind it", got)
	}
}
