package endurance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
)

// planOf returns the soak that the environment asks for. BOARDD_SOAK is how long things go
// wrong, BOARDD_SOAK_SEED in which order. Without BOARDD_SOAK it is a short one.
func planOf(t *testing.T) *soakPlan {
	t.Helper()
	ms := func(least, most int) [2]time.Duration {
		return [2]time.Duration{time.Duration(least) * time.Millisecond, time.Duration(most) * time.Millisecond}
	}
	p := &soakPlan{time: 16 * time.Second, seed: 1, tables: 2, plies: 14, think: ms(50, 200), hand: ms(30, 120),
		gap: [2]float64{0.75, 1.05}, each: 100 * time.Millisecond, patience: 45 * time.Second}
	if text := os.Getenv("BOARDD_SOAK_SEED"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		p.seed = seed
	}
	if text := os.Getenv("BOARDD_SOAK"); text != "" {
		length, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		p = &soakPlan{long: true, time: length, seed: p.seed, tables: 4, plies: 60, think: ms(100, 800), hand: ms(60, 250),
			gap: [2]float64{4, 9}, each: 100 * time.Millisecond, patience: 5 * time.Minute}
	}
	return p
}

// TestSoak plays games on several boards while everything goes wrong. It counts what was
// accepted, what of that the broker never got, what came twice, and which games were published
// otherwise than they were played.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("make long runs it")
	}
	t.Parallel()
	p := planOf(t)
	h, address := newSoakHall(t, p)
	relay := newSoakRelay(t, address)
	var tables []*soakTable
	for n := range p.tables {
		tb := newSoakTable(t, n, p, relay)
		link := newLink(t, address, tb.ledger.take)
		tb.configure(link.url())
		tb.start()
		tables = append(tables, tb)
		h.guests = append(h.guests, &soakGuest{process: tb, link: link, board: tb.board, ledger: tb.ledger})
	}
	ctx, stop := context.WithCancel(context.Background())
	var hands sync.WaitGroup
	for _, tb := range tables {
		harness.Until(t, "ready", 20*time.Second, func() bool { return strings.Contains(string(relay.payload(tb.name, "status")), `"ready"`) })
		hands.Go(func() { tb.playGames(ctx) })
	}
	h.soak(t, func() string { return fmt.Sprintf("%d kills and outages, %s", h.ends(), progressOf(tables)) })
	if !p.long {
		for _, g := range h.guests { // so that they do not wait for as long as after many failures
			h.killGuest(g)
		}
		h.done["boardd killed"] += len(h.guests)
	}
	stop()
	hands.Wait()
	h.tick()
	for _, tb := range tables {
		tb.end()
	}
	report(t, h, tables, relay)
}

// end waits until everything was sent, and takes stock.
func (tb *soakTable) end() {
	tb.accepted.read(tb)
	tb.await("all that was accepted", func() bool { return len(tb.accepted.lost(tb)) == 0 })
	if status := tb.program.Signal(os.Interrupt); status != cli.ExitOK {
		tb.t.Errorf("%s: status %d: %s", tb.name, status, tb.program.Errs.String())
	}
	tb.accepted.look(tb)
	tb.accepted.follow(tb)
	folded := tb.ledger.folded()
	for _, game := range tb.games {
		if reported := folded[game.id]; reported == nil {
			tb.differs(game, "no event", &playedTruth{})
		} else if !reported.same(game) {
			tb.differs(game, "the events", reported)
		}
	}
}

func progressOf(tables []*soakTable) string {
	games, plies, wrong := 0, 0, 0
	for _, tb := range tables {
		tb.mu.Lock()
		games, plies, wrong = games+len(tb.games), plies+tb.plies, wrong+len(tb.wrong)
		tb.mu.Unlock()
	}
	return fmt.Sprintf("%d games begun, %d plies, %d reported wrongly", games, plies, wrong)
}

// soakSums are what is counted over all tables.
type soakSums struct {
	games, plies                                  int
	accepted, acknowledged, lost                  int // events and findings
	retained                                      int // acknowledged messages with a number that a later one of their topic replaces
	extra, clash, twice, early, wrong, unnumbered int
	missing                                       int // at the consumer: what the broker lost when it was killed
}

func sumOf(tables []*soakTable, relay *soakRelay) (s soakSums) {
	for _, tb := range tables {
		a := &tb.accepted
		numbers := tb.ledger.numbers()
		s.accepted, s.acknowledged, s.retained = s.accepted+len(a.stored), s.acknowledged+len(tb.ledger.single), s.retained+numbers-len(tb.ledger.single)
		s.lost, s.twice, s.early = s.lost+len(a.lost(tb)), s.twice+len(a.twice(tb.ledger)), s.early+a.early
		s.extra, s.clash, s.wrong = s.extra+tb.ledger.extra, s.clash+tb.ledger.clash, s.wrong+len(tb.wrong)
		s.unnumbered += tb.ledger.total - numbers - tb.ledger.extra
		s.games, s.plies = s.games+len(tb.games), s.plies+tb.plies
		s.missing += relay.missing(tb.name, tb.ledger)
	}
	return s
}

// report prints what was counted. A message that is lost, or comes twice, or is wrong, is an
// error.
func report(t *testing.T, h *soakHall, tables []*soakTable, relay *soakRelay) {
	t.Helper()
	s := sumOf(tables, relay)
	slices.Sort(h.took)
	t.Log(h.faultTable() + s.String() + took(h.took))
	for _, tb := range tables {
		for _, what := range tb.accepted.lost(tb) {
			t.Errorf("%s: lost: %s", tb.name, what)
		}
		for _, what := range tb.accepted.twice(tb.ledger) {
			t.Errorf("%s: reported again, or not in the journal: %s", tb.name, what)
		}
		for _, what := range tb.wrong {
			t.Error(what)
		}
		if t.Failed() {
			t.Logf("%s:\n%s", tb.name, tb.log())
		}
	}
	if s.clash > 0 || s.early > 0 {
		t.Errorf("%d messages have the number of another; %d were sent before they were accepted", s.clash, s.early)
	}
	if want := (soakSums{games: 20}); h.plan.long && h.plan.time >= 30*time.Minute && (s.games < want.games || h.ends() < 50) {
		t.Errorf("%d games and %d kills and outages, want 20 and 50 at least", s.games, h.ends())
	}
}

func (s *soakSums) String() string {
	return fmt.Sprintf(`
games                                      %7d  (%d plies)
reported otherwise than they were          %7d
events and findings accepted               %7d
  acknowledged by the broker               %7d
  lost                                     %7d
retained messages, acknowledged            %7d
copies beyond the first                    %7d
  after the rule (board, seq)              %7d
messages without a number, acknowledged    %7d
acknowledged by the broker, and lost by it
before a consumer had them                 %7d
`, s.games, s.plies, s.wrong, s.accepted, s.acknowledged, s.lost, s.retained, s.extra, s.twice+s.clash, s.unnumbered, s.missing)
}

// faultTable returns how often each fault happened.
func (h *soakHall) faultTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nseed %d, %v\n", h.plan.seed, h.plan.time)
	for _, f := range soakFaults {
		if n := h.done[f.name]; n > 0 {
			fmt.Fprintf(&b, "%-42s %7d\n", f.name, n)
		}
	}
	fmt.Fprintf(&b, "%-42s %7d\n", "kills and outages of them", h.ends())
	return b.String()
}

func took(all []time.Duration) string {
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("from a SIGKILL to the game live at the broker, nothing else being wrong: %v in the median of %d, %v at most\n",
		all[len(all)/2].Round(10*time.Millisecond), len(all), all[len(all)-1].Round(10*time.Millisecond))
}

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

// newSoakHall starts a broker that writes to its disk as often as it can: once a second.
func newSoakHall(t *testing.T, p *soakPlan) (h *soakHall, address string) {
	t.Helper()
	address = brokertest.FreeAddress(t)
	conf := fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location %s/\n"+
		"autosave_interval 1\nmax_queued_messages 0\n", harness.PortOf(address), t.TempDir())
	return &soakHall{plan: p, broker: brokertest.Start(t, conf, address), random: rand.New(rand.NewPCG(p.seed, 0)), done: map[string]int{}}, address
}

// soak lets things go wrong for as long as the plan says, and logs the progress now and then.
func (h *soakHall) soak(t *testing.T, progress func() string) {
	begin := time.Now()
	next, reported := begin.Add(h.span(h.plan.gap[0], h.plan.gap[1])), begin
	for now := begin; now.Sub(begin) < h.plan.time; now = time.Now() {
		if now.After(next) {
			h.goWrong()
			gap := h.plan.gap[0] + (h.plan.gap[1]-h.plan.gap[0])*h.random.Float64()
			next = time.Now().Add(time.Duration(gap * float64(time.Second)))
		}
		h.tick()
		if h.plan.long && time.Since(reported) > time.Minute {
			reported = time.Now()
			t.Logf("%v: %s", time.Since(begin).Round(time.Second), progress())
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.heal()
}

// goWrong lets the next fault of the bag happen to one of the clients. A fault that is
// impossible now goes back into the bag.
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

// weight returns how often a fault happens in a round: once in a short run.
func (h *soakHall) weight(f *fault) int {
	if h.plan.long {
		return f.weight
	}
	return 1
}

// tick does what is due, and notes which clients are back.
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

// ends returns how many of the faults so far were kills and outages.
func (h *soakHall) ends() (n int) {
	for _, f := range soakFaults {
		if f.ends {
			n += h.done[f.name]
		}
	}
	return n
}
