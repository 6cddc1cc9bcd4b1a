package replay

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove/words"
)

// open are the sessions that are not read as they should be, and why. One that comes out right leaves the list.
var open = map[string]string{
	"boards-unseen_capture_end-occ-noclock":    "the reading names one of two captures; the record has neither",
	"clock-never_started-id-times":             "nothing counts before the clock is started (6.6)",
	"clock-never_started-occ-times":            "nothing counts before the clock is started (6.6)",
	"people-takeback2_wrong_order-id-noclock":  "without a clock both plies may have been made",
	"people-takeback2_wrong_order-occ-noclock": "without a clock both plies may have been made",
	"setup-bn_swapped_found_later-id-press":    "pieces that are put right after some plies stand astray",
}

// TestSessions: what happens around the moves, at home, in clubs and in halls. The logs, and the games in them,
// were written by somebody who had not seen how boardd reads. A line "games" has those of a log, and of several
// such lines one is enough.
func TestSessions(t *testing.T) {
	logs, err := filepath.Glob("testdata/sessions/*.log")
	if err != nil || len(logs) < 200 {
		t.Fatal(len(logs), err)
	}
	for _, name := range logs {
		id := strings.TrimSuffix(filepath.Base(name), ".log")
		t.Run(id, func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, want := sanOf(t, string(text)), gamesOf(string(text))
			switch right, why := slices.Contains(want, got), open[id]; {
			case !right && why == "":
				t.Errorf("got %s\nwant %s", got, strings.Join(want, "\nor "))
			case right && why != "":
				t.Errorf("is read as it should be: it is open no more")
			}
		})
	}
}

// gamesOf are the games that a log may hold, without the marks of check and mate.
func gamesOf(text string) (want []string) {
	for line := range strings.Lines(text) {
		if games, ok := strings.CutPrefix(line, "# games: "); ok {
			want = append(want, plain(games))
		}
	}
	return want
}

// sanOf is the games that are read in a log, in the same form.
func sanOf(t *testing.T, text string) string {
	t.Helper()
	l := readLog(t, text)
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	if err := Print(t.Context(), w, l, Forms["san"](words.English), 0); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	return plain(strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", " | "))
}

func plain(san string) string {
	return strings.TrimSpace(strings.NewReplacer("+", "", "#", "").Replace(san))
}
