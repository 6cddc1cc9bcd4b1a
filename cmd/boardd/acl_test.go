package main

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// role is what an account may do at the shipped broker.
type role struct {
	user          string
	boards        bool     // it comes in at the boards' port
	writes, reads []string // below chess/1/, but for other trees
}

// public are what players may see, of a board.
var public = []string{"status", "info", "game", "pgn", "event", "clock"}

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
var roles = []role{
	{user: "b07", boards: true,
		writes: below("hall/b07/", append([]string{"arbiter/finding", "arbiter/game", "arbiter/board", "arbiter/alert/desync", "res/pause", "res/check"}, public...)),
		reads:  below("hall/b07/", allTopics)},
	{user: "public", reads: append(below("hall/b07/", public), below("hall/b08/", public)...)},
	{user: "arbiter", writes: requests,
		reads: append(below("hall/b07/", allTopics), below("hall/b08/", allTopics)...)},
	{user: "operator", writes: requests,
		reads: append(below("hall/b07/", answered), below("hall/b08/", answered)...)},
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
	h := newHall(t, nil)
	witness := h.enter(h.options(h.inside, "", ""))
	witness.read("#")
	for _, r := range roles {
		g := h.enter(h.options(h.at(&r), r.user, password(r.user)))
		topics := append(tried(), nobodys...)
		for _, topic := range topics {
			g.say(topic, r.user+" passing on "+topic, false)
			g.say(topic, r.user+" retained on "+topic, true)
		}
		witness.say("end", "end of "+r.user, false)
		witness.sees("end of " + r.user)
		for _, topic := range topics {
			allowed := slices.Contains(whole(r.writes), topic)
			for _, how := range []string{" passing on ", " retained on "} {
				if saw := witness.saw(r.user + how + topic); saw != allowed {
					t.Errorf("%s writes%s%s: arrived %t, want %t", r.user, how, topic, saw, allowed)
				}
			}
		}
	}
}

func (h *hall) at(r *role) string {
	if r.boards {
		return h.boards
	}
	return h.people
}

// TestRolesRead: each role subscribes to everything, in several ways. What it
// may not see it does not, retained or not, not even after the broker was
// started anew.
func TestRolesRead(t *testing.T) {
	t.Parallel()
	h := newHall(t, nil)
	witness := h.enter(h.options(h.inside, "", ""))
	for _, topic := range tried() {
		witness.say(topic, "retained on "+topic, true)
	}
	for _, again := range []string{"", " again"} {
		for _, r := range roles {
			g := h.enter(h.options(h.at(&r), r.user, password(r.user)))
			g.read(append(tried(), "#", "+/#", "chess/#", "chess/1/hall/+/#", "chess/1/hall/b07/#", "chess/1/+/+/arbiter/#", "chess/1/hall/+/req/#", "$SYS/#", "$share/all/#", "$share/all/chess/1/hall/+/arbiter/#")...)
			for _, topic := range tried() {
				witness.say(topic, r.user+again+" passing on "+topic, false)
			}
			end := whole(r.reads)[0]
			witness.say(end, "end of "+r.user+again, false)
			g.sees("end of " + r.user + again)
			for _, topic := range tried() {
				allowed := slices.Contains(whole(r.reads), topic)
				for _, payload := range []string{"retained on " + topic, r.user + again + " passing on " + topic} {
					if saw := g.saw(payload); saw != allowed {
						t.Errorf("%s%s: %q seen %t, want %t", r.user, again, payload, saw, allowed)
					}
				}
			}
			if seen := g.sawBelow("$SYS"); seen != "" {
				t.Errorf("%s sees %s", r.user, seen)
			}
		}
		if again == "" {
			h.RestartInOrder()
			witness = h.enter(h.options(h.inside, "", ""))
		}
	}
}

// TestStrangers: who has no account, or one of the other port, or does not know
// its password, or does not speak TLS, is not let in.
func TestStrangers(t *testing.T) {
	t.Parallel()
	h := newHall(t, nil)
	for _, s := range []struct{ who, address, user, password string }{
		{"somebody without a name", h.boards, "", ""},
		{"somebody without a name", h.people, "", ""},
		{"a stranger", h.people, "stranger", "pawn-public"},
		{"a stranger", h.boards, "b09", "pawn-b09"},
		{"one with another's password", h.boards, "b07", "pawn-b08"},
		{"one without a password", h.people, "arbiter", ""},
		{"an arbiter at the boards' port", h.boards, "arbiter", "pawn-arbiter"},
		{"a board at the people's port", h.people, "b07", "pawn-b07"},
	} {
		o := h.options(s.address, s.user, s.password)
		if err := wait(mqtt.NewClient(o).Connect()); err == nil {
			t.Errorf("%s is let in", s.who)
		}
	}
	for _, address := range []string{h.boards, h.people} {
		o := mqtt.NewClientOptions().AddBroker("tcp://" + address).SetAutoReconnect(false).SetConnectTimeout(time.Second).SetUsername("b07").SetPassword("pawn-b07")
		if err := wait(mqtt.NewClient(o).Connect()); err == nil {
			t.Error("it speaks without TLS")
		}
	}
}

// TestWillIsNoWayRound: a last will is refused where a message would be.
func TestWillIsNoWayRound(t *testing.T) {
	t.Parallel()
	h := newHall(t, nil)
	witness := h.enter(h.options(h.inside, "", ""))
	witness.read("#")
	for _, r := range roles {
		for _, topic := range []string{"chess/1/hall/b08/status", "chess/1/hall/b08/event", "chess/1/hall/b07/req/pause"} {
			if slices.Contains(whole(r.writes), topic) {
				continue
			}
			payload := "the will of " + r.user + " on " + topic
			h.die(h.options(h.at(&r), r.user, password(r.user)).SetWill(topic, payload, 1, true))
			witness.say("end", "end of "+payload, false)
			witness.sees("end of " + payload)
			if witness.saw(payload) {
				t.Errorf("%s is spoken", payload)
			}
		}
	}
	h.die(h.options(h.boards, "b08", password("b08")).SetWill("chess/1/hall/b08/status", "b08's own", 1, true))
	witness.sees("b08's own")
}

// die connects, if it is let in, and cuts the connection. It returns when the
// broker has seen that.
func (h *hall) die(o *mqtt.ClientOptions) {
	h.t.Helper()
	var raw net.Conn
	o.SetCustomOpenConnectionFn(dialer(o, &raw))
	client := mqtt.NewClient(o)
	if wait(client.Connect()) != nil {
		return
	}
	raw.Close()
	until(h.t, "the broker sees that "+o.ClientID+" is gone", 10*time.Second, func() bool {
		return strings.Contains(h.Log(), "Client "+o.ClientID+" closed") || strings.Contains(h.Log(), "Client "+o.ClientID+" disconnected") ||
			strings.Contains(h.Log(), "on client "+o.ClientID)
	})
	client.Disconnect(0)
}
