package touchmove_test

import (
	"os"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// TestDisplacedWhenPliesVanish: pieces are found displaced, and then the best
// reading has fewer plies than when they were. The position to be restored is one
// that there is. The log was played by the hands of package internal/hands.
func TestDisplacedWhenPliesVanish(t *testing.T) {
	log, err := os.ReadFile("testdata/displaced-plies-vanish.log")
	if err != nil {
		t.Fatal(err)
	}
	_, found := play(t, string(log))
	for _, f := range found {
		if f.Code == touchmove.Displaced && f.Remedy != nil {
			if _, err := legality.ParseFEN(f.Remedy.Restore, false); err != nil {
				t.Errorf("%+v: %v", f.Remedy, err)
			}
		}
	}
}
