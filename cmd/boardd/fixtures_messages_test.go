package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/transport/pgnlint"
	"github.com/boardd/boardd/transport/schematest"
)

// TestFixtureMessages: every message is what its schema says, and every PGN is
// one that the strictest relay takes.
func TestFixtureMessages(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			for _, m := range runFixture(t, fixtures.Log(name)).messages {
				if err := schematest.Validate(m.Topic, m.Payload); err != nil {
					t.Errorf("%s: %v", m.Topic, err)
				}
			}
		})
	}
}

// published are the games of all PGNs that were published, in order, by GameId.
func (f *fixtureRun) published() map[string][]pgnlint.Game {
	f.t.Helper()
	all := map[string][]pgnlint.Game{}
	for _, m := range f.messages {
		if !strings.HasSuffix(m.Topic, "/pgn") {
			continue
		}
		games, errs := pgnlint.Read(string(m.Payload))
		for _, err := range errs {
			f.t.Error(err)
		}
		for _, g := range games {
			id := g.Tag("GameId")
			all[id] = append(all[id], g)
		}
	}
	return all
}

// TestPublishedIsPrefix: whatever is published of a game at any moment is how
// the game begins in the end. Only where the players took moves back it may not be.
func TestPublishedIsPrefix(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			want, err := fixtures.Wanted(name)
			if err != nil {
				t.Fatal(err)
			}
			f, taken := runFixture(t, fixtures.Log(name)), false
			for id, games := range f.published() {
				last := games[len(games)-1].Moves
				for _, g := range games {
					if isPrefix(g.Moves, last) {
						continue
					}
					if taken = true; !want.Takeback {
						t.Errorf("%s: %v was published, and the game is %v", id, g.Moves, last)
					}
				}
			}
			if want.Takeback && !taken {
				t.Error("no move was taken back")
			}
		})
	}
}

func isPrefix(short, long []string) bool {
	return len(short) <= len(long) && slices.Equal(short, long[:len(short)])
}

// secrets are names of what only arbiters may read: the Laws keep it from the
// players (12.6, 12.7 of the FIDE Laws of 2023).
var secrets = []string{"irregular", "allowed", "bound", "remedy", "finding", "why"}

// TestPublicIsPublic: nothing of what only arbiters may read is in a public
// message, and no move in one that is not settled.
func TestPublicIsPublic(t *testing.T) {
	for _, name := range fixtures.Logs() {
		for _, m := range runFixture(t, fixtures.Log(name)).messages {
			topic := strings.TrimPrefix(m.Topic, "chess/1/site/board/")
			if topic == "pgn" || strings.HasPrefix(topic, "arbiter/") || strings.HasPrefix(topic, "res/") {
				continue
			}
			var members map[string]json.RawMessage
			if err := json.Unmarshal(m.Payload, &members); err != nil {
				t.Fatalf("%s: %s: %v", name, topic, err)
			}
			for _, secret := range secrets {
				if _, ok := members[secret]; ok {
					t.Errorf("%s: %s tells %s", name, topic, secret)
				}
			}
			for _, state := range []string{"provisional", "illegal_made", "illegal_completed"} {
				if strings.Contains(string(m.Payload), `"`+state+`"`) {
					t.Errorf("%s: %s has a move that is %s: %s", name, topic, state, m.Payload)
				}
			}
		}
	}
}
