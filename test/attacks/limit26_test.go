package attacks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/harness"
)

// pawnMoves are 32 plies in which every pawn goes two single steps.
func pawnMoves() (lines []string) {
	for _, ranks := range [][4]byte{{'2', '3', '7', '6'}, {'3', '4', '6', '5'}} {
		for file := byte('a'); file <= 'h'; file++ {
			lines = append(lines,
				fmt.Sprintf("lift %c%c P\ndrop %c%c P\npress w", file, ranks[0], file, ranks[1]),
				fmt.Sprintf("lift %c%c p\ndrop %c%c p\npress b", file, ranks[2], file, ranks[3]))
		}
	}
	return lines
}

// TestAttack26Limit: a broker that refuses long messages drops the snapshot silently, or ends the
// connection. The arbiter gets an alert, and short messages go on.
func TestAttack26Limit(t *testing.T) {
	for _, limit := range []string{"message_size_limit 6000", "max_packet_size 6000"} {
		t.Run(limit, func(t *testing.T) {
			url := mosquitto(t, limit)
			p, b := newPerson(t, url, "arbiter", topics+"#"), newBoard(t)
			d := startDaemon(t, b.path, "text", url)
			until(t, "a snapshot", func() bool { return p.last("arbiter/game") != "" })
			until(t, "the board", func() bool { return strings.Contains(p.last("status"), `"ready"`) })
			moves := pawnMoves()
			b.say("clock 3600000 3600000 w")
			for n := range moves {
				b.say(moves[n])
				if !harness.Comes(patience, func() bool { return strings.Contains(p.last("event"), fmt.Sprintf(`"ply":%d,`, n+1)) }) {
					t.Fatalf("no event of move %d; the snapshot has %d moves", n+1, len(p.snapshot().Moves))
				}
			}
			alert := "arbiter/alert/message_too_long"
			if !harness.Comes(3*patience, func() bool { return p.last(alert) != "" }) { // what has grown a little is read back later
				t.Fatalf("nothing is reported that the snapshot stays at %d of %d moves\n%s", len(p.snapshot().Moves), len(moves), d.errs.String())
			}
			t.Log(p.last(alert))
			p.say("req/new_game", `{"transaction":"new"}`, false)
			if p.answer("new_game", "new", patience) == "" {
				t.Fatal("a request is not answered")
			}
			names := func(topic string) bool { return strings.Contains(p.last(alert), topics+topic+" of") }
			if !harness.Comes(2*patience, func() bool { return !names("arbiter/game") && !names("game") }) { // last/game is as long as before
				t.Errorf("the alert stays, though the snapshot is short again: %s", p.last(alert))
			}
		})
	}
}
