package track

import (
	"fmt"
	"strings"
	"testing"
)

// TestPace: a ply that is begun at once is dear with players who have thought before each other one, and
// costs as good as nothing more with players who never do, or at first.
func TestPace(t *testing.T) {
	more := func(pause string, pairs int) int64 {
		var costs [2]int64
		for i, last := range [...]string{"", "~8000 "} {
			tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
			play(t, tr, 200, "-b1 +Nc3 w "+pause+" -b8 +nc6 b "+pause)
			play(t, tr, 200, strings.Repeat(fmt.Sprintf("-g1 +Nf3 w %[1]s -g8 +nf6 b %[1]s -f3 +Ng1 w %[1]s -f6 +ng8 b %[1]s ", pause), pairs))
			was := tr.beam[0].score
			play(t, tr, 200, last+"-e2 +Pe4 w")
			costs[i] = tr.beam[0].score - was
		}
		return costs[0] - costs[1]
	}
	const thinks = "~5000"
	if got := more(thinks, 3); got < 70 || got > 150 {
		t.Errorf("after 14 plies of thought it costs %d more", got)
	}
	if got := more("", 3); got < 0 || got > 10 {
		t.Errorf("after 14 plies in a hurry it costs %d more", got)
	}
	if got := more(thinks, 0); got < 0 || got > 40 {
		t.Errorf("at first it costs %d more", got)
	}
}
