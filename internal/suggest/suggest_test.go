package suggest

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{"stalemate", "checkmate", "move_made", "fivefold"}
	for name, want := range map[string]string{"stalmate": "stalemate", "mate": "stalemate checkmate", "MOVE_MADE": "move_made", "fiv": "fivefold", "xx": "", "": ""} {
		if got := strings.Join(Names(name, names), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
