package daemon

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/internal/persist"
)

// FuzzGames: whatever stands in a file of games, it is refused, or each game can be
// played.
func FuzzGames(f *testing.F) {
	f.Add("e2e4 e7e5\n# remark\nposition startpos moves d2d4\n")
	f.Add("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7")
	f.Add("[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {a remark} (1. d4) e5 $1 1-0\n\n[Event \"?\"]\n\n1. Nf3 *\n")
	f.Add("\ufeff# e2e4\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := games.ReadGames(strings.NewReader(text))
		if err != nil {
			return
		}
		for i := range games {
			p := games[i].Start
			for _, m := range games[i].Moves {
				if _, err := p.ParseUCI(p.UCI(m)); err != nil {
					t.Fatalf("game %d: %v", i+1, err)
				}
				p = p.Play(m)
			}
		}
	})
}

// FuzzEnvironment: whatever systemd has set, it is refused, or a sign of life is due
// in time, and what is kept is kept in a folder of the board's own.
func FuzzEnvironment(f *testing.F) {
	f.Add("/run/systemd/notify", "60000000", "", "/var/lib/boardd/b07")
	f.Add("@abstract", "2000", "1", "/a:/b")
	f.Add("x", "9223372036854775807", "-1", "")
	f.Add("x", "1e9", "", ":")
	f.Fuzz(func(t *testing.T, socket, usec, pid, state string) {
		env := map[string]string{"NOTIFY_SOCKET": socket, "WATCHDOG_USEC": usec, "WATCHDOG_PID": pid, "STATE_DIRECTORY": state}
		getenv := func(name string) string { return env[name] }
		c := config.Default()
		own := filepath.Join(c.Site, c.Board)
		if folder := persist.StateFolder(&c, getenv); folder != "" && folder != own && !strings.HasSuffix(folder, "/"+own) {
			t.Errorf("state %q", folder)
		}
		n, err := NewNotifier(getenv)
		if err != nil || n == nil || n.every == 0 {
			return
		}
		limit, err := strconv.ParseInt(usec, 10, 64)
		if err != nil || n.every < 1 || n.every > limit/1000 || n.due(math.MaxInt64) > 0 {
			t.Errorf("a sign of life each %d ms, within %q", n.every, usec)
		}
	})
}
