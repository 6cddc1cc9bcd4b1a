package daemon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
)

// soakPlan is how long a soak is, and how fast.
type soakPlan struct {
	long     bool
	time     time.Duration // of the faults
	seed     uint64
	tables   int
	plies    int              // of a game, at most
	think    [2]time.Duration // before a move
	hand     [2]time.Duration // after each thing that a hand does
	gap      [2]float64       // seconds between two faults
	each     time.Duration    // between two messages of a publisher, as of a board
	patience time.Duration    // with what has to come in the end
}

// newSoakHall starts a broker that keeps what it has to keep on its disk, as often
// as it can: once a second.
func newSoakHall(t *testing.T, p *soakPlan) (h *soakHall, address string) {
	t.Helper()
	address = brokertest.FreeAddress(t)
	conf := fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location %s/\n"+
		"autosave_interval 1\nmax_queued_messages 0\n", harness.PortOf(address), t.TempDir())
	return &soakHall{plan: p, broker: brokertest.Start(t, conf, address), random: rand.New(rand.NewPCG(p.seed, 0)), done: map[string]int{}}, address
}

// soak has things go wrong for as long as the plan says, and tells now and then
// how it stands.
func (h *soakHall) soak(t *testing.T, progress func() string) {
	begin := time.Now()
	next, told := begin.Add(h.span(h.plan.gap[0], h.plan.gap[1])), begin
	for now := begin; now.Sub(begin) < h.plan.time; now = time.Now() {
		if now.After(next) {
			h.goWrong()
			gap := h.plan.gap[0] + (h.plan.gap[1]-h.plan.gap[0])*h.random.Float64()
			next = time.Now().Add(time.Duration(gap * float64(time.Second)))
		}
		h.tick()
		if h.plan.long && time.Since(told) > time.Minute {
			told = time.Now()
			t.Logf("%v: %s", time.Since(begin).Round(time.Second), progress())
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.heal()
}

// goWrong has the next fault of the bag happen to one of the guests. What cannot be
// done now is put back for later.
func (h *soakHall) goWrong() {
	if len(h.bag) == 0 {
		for _, f := range soakFaults {
			if !f.forPorts() || h.guests[0].board != nil {
				h.bag = append(h.bag, slices.Repeat([]*fault{f}, h.weight(f))...)
			}
		}
		h.random.Shuffle(len(h.bag), func(i, j int) { h.bag[i], h.bag[j] = h.bag[j], h.bag[i] })
	}
	f := h.bag[0]
	h.bag = h.bag[1:]
	if f.do(h, h.guests[h.random.IntN(len(h.guests))]) {
		h.done[f.name]++
	} else {
		h.bag = append(h.bag, f)
	}
}

// weight is how often a fault happens in a round: in a short run, once.
func (h *soakHall) weight(f *fault) int {
	if h.plan.long {
		return f.weight
	}
	return 1
}

// tick does what is due, and sees who is back.
func (h *soakHall) tick() {
	now := time.Now()
	all := h.pending
	h.pending = nil
	for _, d := range all {
		if now.Before(d.at) {
			h.pending = append(h.pending, d)
		} else {
			d.do()
		}
	}
	for _, g := range h.guests {
		if g.killed.IsZero() || g.ledger == nil {
			continue
		}
		if at, ok := g.ledger.liveAgain(g.killed); ok {
			h.took = append(h.took, at.Sub(g.killed))
			g.killed = time.Time{}
		}
	}
}

// ends is how many of the faults so far were kills and outages.
func (h *soakHall) ends() (n int) {
	for _, f := range soakFaults {
		if f.ends {
			n += h.done[f.name]
		}
	}
	return n
}
