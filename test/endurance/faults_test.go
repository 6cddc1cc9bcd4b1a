package endurance

import (
	"bytes"
	"math/rand/v2"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
)

// soakHall is a broker with its clients. Each client has a network link of its own.
type soakHall struct {
	plan    *soakPlan
	broker  *brokertest.Mosquitto
	down    bool // the broker is, or stands still
	guests  []*soakGuest
	random  *rand.Rand
	pending []deed
	bag     []*fault
	done    map[string]int
	took    []time.Duration // from a kill of boardd to the game live again, where nothing else was wrong
}

// soakGuest is a client of the broker.
type soakGuest struct {
	process interface {
		kill()
		start()
	}
	link   *link
	board  *soakBoard // nil: it has none
	ledger *ledger
	busy   bool      // something is wrong with its link
	out    bool      // its board is pulled out
	killed time.Time // when it was killed, while it is waited for
}

// deed is something to be done at a time.
type deed struct {
	at time.Time
	do func()
}

// fault is something that goes wrong. Do reports whether it could be done now.
type fault struct {
	name   string
	weight int  // how often of a round
	ends   bool // it is a kill or an outage
	do     func(h *soakHall, g *soakGuest) bool
}

// soakFaults are all kinds of faults. Their times are those of a long run.
var soakFaults = []*fault{
	{"boardd killed", 5, true, func(h *soakHall, g *soakGuest) bool { return h.killGuest(g) }},
	{"broker killed", 2, true, func(h *soakHall, _ *soakGuest) bool { return h.killBroker(func() {}) }},
	{"both killed", 1, true, (*soakHall).killBoth},
	{"broker stopped for long", 1, true, (*soakHall).stopBroker},
	{"broker stands still", 1, true, (*soakHall).freezeBroker},
	{"link cut and closed for a while", 2, true, func(h *soakHall, g *soakGuest) bool { return h.trouble(g, linkRefuses, 0.2, 3) }},
	{"link cut in the middle of a packet", 2, true, (*soakHall).cutPacket},
	{"link brings nothing from the broker", 1, true, func(h *soakHall, g *soakGuest) bool { return h.trouble(g, linkMute, 5, 45) }},
	{"link brings no acknowledgements", 1, true, func(h *soakHall, g *soakGuest) bool { return h.trouble(g, linkNoAcks, 5, 45) }},
	{"the same, cut, again, and boardd killed", 1, true, (*soakHall).noAcksAndKill},
	{"link half open", 1, true, func(h *soakHall, g *soakGuest) bool { return h.trouble(g, linkHole, 5, 45) }},
	{"link slow", 1, false, func(h *soakHall, g *soakGuest) bool { return h.trouble(g, linkSlow, 10, 40) }},
	{"board pulled out, back at another port", 2, true, (*soakHall).pullOut},
	{"rubbish from the port", 1, false, (*soakHall).rubbish},
	{"a frame cut short from the port", 1, false, (*soakHall).truncated},
	{"a frame without an end from the port", 1, false, (*soakHall).endless},
}

// forPorts reports whether a client needs a board for the fault.
func (f *fault) forPorts() bool { return bytes.Contains([]byte(f.name), []byte("port")) }

// span returns a time between two limits, in seconds of a long run. In a short run it is about
// a second.
func (h *soakHall) span(least, most float64) time.Duration {
	if !h.plan.long {
		least, most = min(least, 0.4), min(most, 1.2)
	}
	return time.Duration((least + (most-least)*h.random.Float64()) * float64(time.Second))
}

func (h *soakHall) later(d time.Duration, do func()) {
	h.pending = append(h.pending, deed{time.Now().Add(d), do})
}

// disturbed stops the measurement of how long clients take to come back from a kill: something
// else is wrong with them.
func (h *soakHall) disturbed(guests ...*soakGuest) {
	for _, g := range guests {
		g.killed = time.Time{}
	}
}

func (h *soakHall) killGuest(g *soakGuest) bool {
	killed := time.Now()
	g.process.kill()
	g.process.start()
	if g.killed = killed; h.down || g.busy || g.out {
		h.disturbed(g)
	}
	return true
}

// killBroker kills the broker and starts it again. It calls between while the broker is dead.
func (h *soakHall) killBroker(between func()) bool {
	if h.down {
		return false
	}
	h.broker.Kill()
	between()
	h.broker.StartAgain()
	h.disturbed(h.guests...)
	return true
}

func (h *soakHall) killBoth(g *soakGuest) bool {
	return h.killBroker(func() { h.killGuest(g) })
}

func (h *soakHall) stopBroker(*soakGuest) bool {
	if h.down {
		return false
	}
	h.down = true
	h.disturbed(h.guests...)
	h.broker.Stop()
	h.later(h.span(10, 120), func() { h.broker.StartAgain(); h.down = false })
	return true
}

func (h *soakHall) freezeBroker(*soakGuest) bool {
	if h.down || h.broker.Freeze() != nil {
		return false
	}
	h.down = true
	h.disturbed(h.guests...)
	h.later(h.span(2, 20), func() { h.broker.Thaw(); h.down = false })
	return true
}

// trouble puts a trouble on a link for a time. In a short run all links are cut then, in a
// long run half of them. The clients of the others have to notice by themselves.
func (h *soakHall) trouble(g *soakGuest, t linkTrouble, least, most float64) bool {
	if g.busy {
		return false
	}
	g.busy = true
	h.disturbed(g)
	g.link.become(t)
	h.later(h.span(least, most), func() {
		g.link.become(linkFine)
		if !h.plan.long || h.random.IntN(2) == 0 {
			g.link.drop()
		}
		g.busy = false
	})
	return true
}

func (h *soakHall) cutPacket(g *soakGuest) bool {
	if g.busy {
		return false
	}
	h.disturbed(g)
	g.link.cutNext()
	return true
}

// noAcksAndKill does what an outbox does not survive that takes any end of a delivery for
// success: no acknowledgement comes, the link is cut and comes back, still none comes, and
// boardd is killed.
func (h *soakHall) noAcksAndKill(g *soakGuest) bool {
	if g.busy {
		return false
	}
	g.busy = true
	h.disturbed(g)
	g.link.become(linkNoAcks)
	h.later(h.span(1.5, 3), func() {
		g.link.drop()
		h.later(h.span(3, 6), func() {
			g.process.kill()
			g.process.start()
			g.link.become(linkFine)
			g.link.drop()
			g.busy = false
		})
	})
	return true
}

func (h *soakHall) pullOut(g *soakGuest) bool {
	if g.out {
		return false
	}
	g.out = true
	h.disturbed(g)
	g.board.unplug()
	h.later(h.span(0.5, 8), func() { g.board.plug(); g.out = false })
	return true
}

// Messages of a board begin with an identifier of at least 0x80; what has the form
// of a report of pieces or the clock cannot be distinguished from it, and is left out.
func (h *soakHall) rubbish(g *soakGuest) bool {
	data := make([]byte, 1+h.random.IntN(150))
	for i := range data {
		if data[i] = byte(h.random.IntN(256)); data[i] == 0x86 || data[i] == 0x8d || data[i] == 0x8e {
			data[i] = 0xff
		}
	}
	data[0] |= 0x80
	g.board.say(data)
	return true
}

func (h *soakHall) truncated(g *soakGuest) bool {
	frames := [][]byte{{0x8e, 0x00, 0x05, 0x1c}, {0x86, 0x00, 0x43, 0x03, 0x04}, {0x8d, 0x00, 0x0a, 0x01, 0x02, 0x03}, {0x91, 0x00}}
	g.board.say(frames[h.random.IntN(len(frames))])
	return true
}

func (h *soakHall) endless(g *soakGuest) bool {
	g.board.say(append([]byte{0x86, 0x7f, 0x7f}, bytes.Repeat([]byte{0x01}, 2000)...))
	return true
}

// heal ends all that is wrong.
func (h *soakHall) heal() {
	for len(h.pending) > 0 {
		all := h.pending
		h.pending = nil
		for _, d := range all {
			d.do()
		}
	}
}
