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
