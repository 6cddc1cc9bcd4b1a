package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/transport"
)

// said is a message: the session, and its number.
type said struct {
	session string
	seq     uint64
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		heard []said
		twins bool
	}{
		{"one boardd", []said{{"a", 1}, {"a", 2}, {"a", 2}, {"a", 3}}, false},
		{"it starts again and again", []said{{"a", 1}, {"b", 2}, {"c", 3}, {"c", 4}, {"d", 5}}, false},
		{"killed, and what was kept comes after the first word of the next", []said{{"a", 1}, {"b", 9}, {"a", 2}, {"a", 3}, {"b", 10}, {"c", 20}, {"b", 11}, {"c", 21}, {"d", 30}, {"c", 22}, {"d", 31}}, false},
		{"a connection that is lost again and again, and all is sent again", []said{{"a", 1}, {"a", 2}, {"b", 3}, {"a", 1}, {"a", 2}, {"b", 3}, {"a", 1}, {"a", 2}, {"b", 3}, {"b", 4}}, false},
		{"the will of the one before comes late", []said{{"a", 1}, {"b", 2}, {"a", 0}, {"b", 3}, {"a", 0}, {"b", 4}, {"a", 0}}, false},
		{"two that speak in turn", []said{{"a", 1}, {"b", 50}, {"a", 2}, {"b", 51}, {"a", 3}}, true},
		{"two of one copied card", []said{{"a", 7}, {"b", 7}, {"a", 8}, {"b", 8}, {"a", 9}}, true},
		{"a third one starts beside two", []said{{"a", 1}, {"b", 50}, {"a", 2}, {"c", 9}, {"a", 3}, {"b", 51}, {"a", 4}, {"c", 10}}, true},
	} {
		n, at, twins := newNames(), time.Now(), false
		for i, s := range c.heard {
			twins = n.hear("b07", s.session, s.seq, at.Add(time.Duration(i)*time.Second))
		}
		if twins != c.twins || (n.problem("b07") != nil) != c.twins {
			t.Errorf("%s: twins %t, %v", c.name, twins, n.problem("b07"))
		}
		if n.hear("b08", "a", 1, at); n.problem("b08") != nil {
			t.Errorf("%s: another board: %v", c.name, n.problem("b08"))
		}
	}
}

// A name is one board's again when the others have been silent long enough, with the last game
// of the one that stays; not while all are silent.
func TestNamesSettle(t *testing.T) {
	n, at := newNames(), time.Now()
	say := func(session string, seq uint64) {
		n.hear("b07", session, seq, at)
		n.keep("b07", &transport.Game{Head: transport.Head{Session: session, Seq: seq}})
	}
	for seq := uint64(1); seq < 5; seq++ {
		say("a", seq)
		say("b", seq+100)
		at = at.Add(time.Minute)
	}
	if back := n.settle(at); back != nil || n.problem("b07") == nil {
		t.Errorf("both speak: %v", back)
	}
	say("a", 9)
	n.keep("b07", &transport.Game{Head: transport.Head{Session: "a", Seq: 3}}) // an older one
	at = at.Add(2 * alone)
	if back := n.settle(at); back != nil || n.problem("b07") == nil {
		t.Errorf("both are silent: %v", back)
	}
	n.hear("b07", "a", 10, at)
	back := n.settle(at)
	if keys := slices.Collect(maps.Keys(back)); !slices.Equal(keys, []string{"b07"}) || back["b07"] == nil || back["b07"].Seq != 9 || n.problem("b07") != nil {
		t.Errorf("one speaks: %v, %v", back, n.problem("b07"))
	}
	say("a", 11)
	if n.settle(at) != nil || n.problem("b07") != nil {
		t.Error("it is settled")
	}
}

// A program that starts again still knows which names several boards have, until one of them alone
// has spoken long enough.
func TestNamesRestored(t *testing.T) {
	n, at := newNames(), time.Now()
	n.restore([]string{"b07"}, at)
	say := func(after time.Duration, seq uint64) {
		at = at.Add(after)
		n.hear("b07", "a", seq, at)
		n.keep("b07", &transport.Game{Head: transport.Head{Session: "a", Seq: seq}})
	}
	if n.settle(at.Add(2*alone)) != nil || n.problem("b07") == nil || n.problem("b08") != nil {
		t.Error("both are silent")
	}
	say(time.Second, 7)
	say(time.Minute, 8)
	if n.settle(at) != nil || n.problem("b07") == nil {
		t.Error("the other one may speak")
	}
	say(alone, 9)
	if back := n.settle(at); back["b07"] == nil || back["b07"].Seq != 9 || n.problem("b07") != nil {
		t.Errorf("one speaks: %v, %v", back, n.problem("b07"))
	}
}

// namedBoard starts a boardd as a program, with a board that is called b07, and returns its hands.
func namedBoard(t *testing.T, url, client string) (*harness.Player, *harness.Program) {
	t.Helper()
	port := harness.TestPlayback(t)
	p := harness.StartProgram(t, "run", "--config", harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nname = %q\nfamily = \"dgt\"\n"+
		"[mqtt]\nbroker = %q\nclient_id = %q\n", port.Path, url, client)))
	player := harness.NewPlayer(t, port)
	harness.AwaitUpdates(t, port)
	return player, p
}

// TestTwoBoardsOfOneName: of two boards with one name an alert tells, whether the broker can tell
// them apart or has each put the other out. What the world sees is the game of one, and stands,
// also after a restart.
func TestTwoBoardsOfOneName(t *testing.T) {
	for _, client := range []string{"another", "first"} {
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			o := harness.NewOperator(t, harness.EmbeddedBroker(t))
			url := o.URL()
			h := newHallOf(t, url, "0s")
			h.do(cli.ExitOK, "import", "--accept", h.pairings)
			h.do(cli.ExitOK, "open", "--round", "3")
			stop := h.start()
			first, _ := namedBoard(t, url, "first")
			harness.Until(t, "the names at the board", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[Round "3.7"]`) })
			first.Play([]string{"e2e4", "e7e5"})
			h.wants("two plies", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 2 })
			second, p := namedBoard(t, url, client)
			moves := [2][]string{{"g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"}, {"d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6"}}
			for i := range moves[0] {
				first.Play(moves[0][i : i+1])
				second.Play(moves[1][i : i+1])
			}
			defer func() {
				if t.Failed() {
					t.Log(p.Errs.String())
				}
			}()
			h.says("several boards are called b07, and nothing is taken of any")
			ofOne := func(g pgnlint.Game) bool {
				all := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"}
				return len(g.Moves) >= 2 && len(g.Moves) <= len(all) && slices.Equal(g.Moves, all[:len(g.Moves)])
			}
			if g := h.games()[0]; !ofOne(g) {
				t.Errorf("the world sees %v", g.Moves)
			}
			harness.Until(t, "the name in the file", 20*time.Second, func() bool {
				return strings.Contains(h.do(cli.ExitOK, "export", "-o", "json"), `{"board":"b07","table":"twin"}`)
			})
			stop()
			kept, faults := pgnlint.Read(h.do(cli.ExitOK, "export"))
			if len(faults) > 0 || len(kept) == 0 || !ofOne(kept[0]) {
				t.Fatalf("what was taken until then: %v, %v", kept, faults)
			}
			const problem = "several boards are called b07"
			before := h.log.Count(problem)
			h.start()
			harness.Until(t, "the alert after a restart", 20*time.Second, func() bool { return h.log.Count(problem) > before })
			h.wants("the game of one", func(g []pgnlint.Game) bool { return slices.Equal(g[0].Moves, kept[0].Moves) })
			seen := h.served("round-3/games.pgn")
			first.Play([]string{"e1g1"})
			second.Play([]string{"c1g5"})
			time.Sleep(2 * time.Second)
			if now := h.served("round-3/games.pgn"); now != seen {
				t.Errorf("the world sees now\n%s", now)
			}
		})
	}
}
