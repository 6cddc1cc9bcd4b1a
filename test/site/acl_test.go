package site

import (
	"slices"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/subscribe"
)

// public are what players may see, of a board.
var public = []string{"status", "info", "game", "pgn", "last/game", "last/pgn", "event", "clock"}

// requests are some to every board, and answered is what is seen by who makes
// them.
var (
	requests = []string{"hall/b07/req/pause", "hall/b07/req/new_game", "hall/b08/req/pause", "hall/b08/req/new_game"}
	answered = append([]string{"res/pause", "res/check"}, public...)
)

// roles are the accounts of the hall, after section 4 of what boardd says: a
// board writes its own topics but for requests to it, and reads those and its own
// (boardd check has to see them come back); public readers see the public ones; arbiters see all and make requests; operators
// make requests and see the answers. The fifth is a stranger (TestStrangers).
var roles = []harness.Role{
	{User: "b07", Boards: true,
		Writes: below("hall/b07/", append([]string{"arbiter/finding", "arbiter/game", "arbiter/board", "arbiter/alert/desync", "res/pause", "res/check"}, public...)),
		Reads:  below("hall/b07/", allTopics)},
	{User: "public", Reads: append(below("hall/b07/", public), below("hall/b08/", public)...)},
	{User: "arbiter", Writes: requests,
		Reads: append(below("hall/b07/", allTopics), below("hall/b08/", allTopics)...)},
	{User: "operator", Writes: requests,
		Reads: append(below("hall/b07/", answered), below("hall/b08/", answered)...)},
}

// allTopics are one of each kind that a board has.
var allTopics = append([]string{"arbiter/finding", "arbiter/game", "arbiter/board", "arbiter/alert/desync",
	"res/pause", "res/check", "req/pause", "req/new_game"}, public...)

func below(prefix string, names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, prefix+name)
	}
	return all
}

// tried are the topics at which every role tries its luck: those of two boards,
// those of another site, and other trees.
func tried() []string {
	all := append(below("chess/1/hall/b07/", allTopics), below("chess/1/hall/b08/", allTopics)...)
	all = append(all, below("chess/1/yard/b07/", []string{"status", "game", "req/pause", "arbiter/game"})...)
	return append(all, "chess/2/hall/b07/status", "homeassistant/device/hall/b07/config", "status", "b07/status")
}

// nobodys are topics that nobody may write to: they are no board's.
var nobodys = []string{"chess/1/hall/b07/else", "chess/1/hall/b07/req/pause/now", "chess/1/hall/public/status",
	"chess/1/hall/arbiter/status", "chess/1/hall/operator/event"}

// whole is the topic that a role's list shortens.
func whole(short []string) []string { return below("chess/1/", short) }

// TestRolesWrite: each role publishes on every topic. What it may not is thrown
// away, retained or not, though the broker says that it has it.
func TestRolesWrite(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("#")
	for _, r := range roles {
		g := h.Enter(h.Options(h.At(&r), r.User, harness.Password(r.User)))
		topics := append(tried(), nobodys...)
		for _, topic := range topics {
			g.Say(topic, r.User+" passing on "+topic, false)
			g.Say(topic, r.User+" retained on "+topic, true)
		}
		witness.Say("end", "end of "+r.User, false)
		witness.Sees("end of " + r.User)
		for _, topic := range topics {
			allowed := slices.Contains(whole(r.Writes), topic)
			for _, how := range []string{" passing on ", " retained on "} {
				if saw := witness.Saw(r.User + how + topic); saw != allowed {
					t.Errorf("%s writes%s%s: arrived %t, want %t", r.User, how, topic, saw, allowed)
				}
			}
		}
	}
}

// TestRolesRead: each role subscribes to everything, in several ways. What it
// may not see it does not, retained or not, not even after the broker was
// started anew.
func TestRolesRead(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	witness := h.Enter(h.Options(h.Inside, "", ""))
	for _, topic := range tried() {
		witness.Say(topic, "retained on "+topic, true)
	}
	for _, again := range []string{"", " again"} {
		for _, r := range roles {
			g := h.Enter(h.Options(h.At(&r), r.User, harness.Password(r.User)))
			g.Read(append(tried(), "#", "+/#", "chess/#", "chess/1/hall/+/#", "chess/1/hall/b07/#", "chess/1/+/+/arbiter/#", "chess/1/hall/+/req/#", "$SYS/#", "$share/all/#", "$share/all/chess/1/hall/+/arbiter/#")...)
			for _, topic := range tried() {
				witness.Say(topic, r.User+again+" passing on "+topic, false)
			}
			end := whole(r.Reads)[0]
			witness.Say(end, "end of "+r.User+again, false)
			g.Sees("end of " + r.User + again)
			for _, topic := range tried() {
				allowed := slices.Contains(whole(r.Reads), topic)
				for _, payload := range []string{"retained on " + topic, r.User + again + " passing on " + topic} {
					if saw := g.Saw(payload); saw != allowed {
						t.Errorf("%s%s: %q seen %t, want %t", r.User, again, payload, saw, allowed)
					}
				}
			}
			if seen := g.SawBelow("$SYS"); seen != "" {
				t.Errorf("%s sees %s", r.User, seen)
			}
		}
		if again == "" {
			h.RestartInOrder()
			witness = h.Enter(h.Options(h.Inside, "", ""))
		}
	}
}

// TestStrangers: who has no account, or one of the other port, or does not know
// its password, or does not speak TLS, is not let in.
func TestStrangers(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	for _, s := range []struct{ who, address, user, password string }{
		{"somebody without a name", h.Boards, "", ""},
		{"somebody without a name", h.People, "", ""},
		{"a stranger", h.People, "stranger", "pawn-public"},
		{"a stranger", h.Boards, "b09", "pawn-b09"},
		{"one with another's password", h.Boards, "b07", "pawn-b08"},
		{"one without a password", h.People, "arbiter", ""},
		{"an arbiter at the boards' port", h.Boards, "arbiter", "pawn-arbiter"},
		{"a board at the people's port", h.People, "b07", "pawn-b07"},
	} {
		o := h.Options(s.address, s.user, s.password)
		if err := subscribe.Wait(mqtt.NewClient(o).Connect()); err == nil {
			t.Errorf("%s is let in", s.who)
		}
	}
	for _, address := range []string{h.Boards, h.People} {
		o := mqtt.NewClientOptions().AddBroker("tcp://" + address).SetAutoReconnect(false).SetConnectTimeout(time.Second).SetUsername("b07").SetPassword("pawn-b07")
		if err := subscribe.Wait(mqtt.NewClient(o).Connect()); err == nil {
			t.Error("it speaks without TLS")
		}
	}
}

// TestWillIsNoWayRound: a last will is refused where a message would be.
func TestWillIsNoWayRound(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("#")
	for _, r := range roles {
		for _, topic := range []string{"chess/1/hall/b08/status", "chess/1/hall/b08/event", "chess/1/hall/b07/req/pause"} {
			if slices.Contains(whole(r.Writes), topic) {
				continue
			}
			payload := "the will of " + r.User + " on " + topic
			h.Die(h.Options(h.At(&r), r.User, harness.Password(r.User)).SetWill(topic, payload, 1, true))
			witness.Say("end", "end of "+payload, false)
			witness.Sees("end of " + payload)
			if witness.Saw(payload) {
				t.Errorf("%s is spoken", payload)
			}
		}
	}
	h.Die(h.Options(h.Boards, "b08", harness.Password("b08")).SetWill("chess/1/hall/b08/status", "b08's own", 1, true))
	witness.Sees("b08's own")
}
