package pipeline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor/dgt"
)

// TestRubbish: bytes that are no message of the board change no event, whichever record they
// follow.
func TestRubbish(t *testing.T) {
	const begin = 10_000
	rubbish := harness.Rubbish
	records, want := harness.ParseLog(t, harness.ShortGame), []string{"game_start", "move e2e4", "move e7e5", "move g1f3"}
	for shift := range rubbish {
		l := &lateBoard{chance: rand.New(rand.NewPCG(1, 1)), engine: encodingOf(t, "dgt"), board: dgt.Board{Number: 7}}
		l.start(records[0])
		for i, r := range records[1:] {
			r.At += begin
			l.hands(r)
			l.answered = l.push(l.answered, rubbish[(i+shift)%len(rubbish)])
		}
		l.run(l.now + 20_000)
		if !slices.Equal(l.events, want) {
			t.Errorf("rubbish from %d on: events %q, want %q", shift, l.events, want)
		}
		if faults := l.host.Decoder.Counts().Lost; faults == 0 {
			t.Errorf("rubbish from %d on: the decoder has met none", shift)
		}
	}
}
