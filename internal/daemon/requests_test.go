package daemon

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestBudget: a budget allows a burst, and then a number a second.
func TestBudget(t *testing.T) {
	now := time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)
	b := budget{limit: 64, perSecond: 4}
	for _, c := range []struct {
		after   time.Duration
		n, want int
		wait    time.Duration
	}{
		{0, 66, 64, 250 * time.Millisecond},
		{100 * time.Millisecond, 1, 0, 150 * time.Millisecond},
		{150 * time.Millisecond, 6, 1, 250 * time.Millisecond},
		{-time.Hour, 1, 0, 250 * time.Millisecond}, // a clock that goes back gives nothing
		{2 * time.Hour, 65, 64, 250 * time.Millisecond},
	} {
		now = now.Add(c.after)
		got := 0
		for range c.n {
			if b.take(now) {
				got++
			}
		}
		if wait := b.wait().Round(time.Millisecond); got != c.want || wait != c.wait {
			t.Errorf("%d after %v: %d, then %v, want %d, then %v", c.n, c.after, got, wait, c.want, c.wait)
		}
	}
}

// TestRequestForAnother: a message for another board, or one that is no request, has no effect
// and gets no answer.
func TestRequestForAnother(t *testing.T) {
	d, err := New(harness.TestConfig("/dev/none", "tcp://127.0.0.1:1"), zerolog.Nop(), clock.New(1), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"chess/1/hall/b08/req/pause", "chess/1/yard/b07/req/pause", "chess/1/hall/b07/res/pause",
		"chess/1/hall/b07/req", "pause", "", strings.Repeat("x", 65_535)} {
		d.inbox.put(publish.Request{Topic: topic, Payload: []byte(`{"by":"mk"}`)})
		if a, ok := d.inbox.next(time.Now()); ok {
			t.Errorf("%.40s: %+v", topic, a)
		}
	}
}

// inboxTest is an inbox with a clock that the test moves.
type inboxTest struct {
	*inbox
	t   *testing.T
	now time.Time
}

func newInboxTest(t *testing.T) *inboxTest {
	t.Helper()
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	i := &inboxTest{newInbox(topics), t, time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)}
	i.budget.at = i.now
	return i
}

// ask puts a request under a name, with a transaction if it is not empty.
func (i *inboxTest) ask(by, transaction string) {
	payload := fmt.Sprintf(`{"by":%q,"transaction":%q}`, by, transaction)
	if transaction == "" {
		payload = fmt.Sprintf(`{"by":%q}`, by)
	}
	i.put(publish.Request{Topic: harness.TestPrefix + "req/inspect", Payload: []byte(payload)})
}

// take takes all requests that the inbox gives now. It returns their names and transactions, and
// the codes of refusals.
func (i *inboxTest) take() string {
	var all []string
	for {
		a, ok := i.next(i.now)
		if !ok {
			return strings.Join(all, " ")
		}
		text := a.request.By + a.request.Transaction
		if refusal, bad := errors.AsType[*touchmove.Refusal](a.err); bad {
			text += "!" + refusal.Code
		}
		all = append(all, text)
	}
}

// pass lets time pass.
func (i *inboxTest) pass(d time.Duration) { i.now = i.now.Add(d) }

// spend uses up the budget.
func (i *inboxTest) spend() {
	for i.budget.take(i.now) {
	}
}

func (i *inboxTest) want(what, want string) {
	i.t.Helper()
	if got := i.take(); got != want {
		i.t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// TestPoint27Order: while the budget suffices for all waiting requests, they are taken in the
// order of arrival.
func TestPoint27Order(t *testing.T) {
	i := newInboxTest(t)
	i.ask("a", "1")
	i.want("the first", "a1")
	for n := range 5 {
		i.ask("a", fmt.Sprint(n+2))
		i.ask("b", fmt.Sprint(n+2))
	}
	i.want("as they came", "a2 b2 a3 b3 a4 b4 a5 b5 a6 b6")
}

// TestPoint27Turns: when the budget is spent, the names take turns, and each has room for a few
// requests.
func TestPoint27Turns(t *testing.T) {
	i := newInboxTest(t)
	i.ask("script", "0")
	i.ask("arbiter", "0")
	i.take()
	i.spend()
	for n := range maxPerCaller + 14 {
		i.ask("script", fmt.Sprint(n+1))
	}
	i.ask("arbiter", "1")
	i.ask("arbiter", "2")
	i.want("one that is too many is reported at once", "script65!"+transport.TooMany)
	for n, want := range []string{"script1", "arbiter1", "script2", "arbiter2", "script3", "script4"} {
		i.pass(time.Second / requestsPerSecond)
		i.want(fmt.Sprint("turn ", n), want)
	}
	if dropped, _ := i.uncounted(); dropped != 13 {
		t.Errorf("%d dropped", dropped)
	}
	i.pass(time.Minute)
	if got := i.take(); !strings.HasPrefix(got, "script5 script6 ") || !strings.HasSuffix(got, " script63 script64") {
		t.Errorf("what waits: %s", got)
	}
}

// TestPoint27Newcomers: unknown names share one queue. When the first request of a name is taken,
// its other requests move to a queue of their own, in order.
func TestPoint27Newcomers(t *testing.T) {
	i := newInboxTest(t)
	i.ask("arbiter", "0")
	i.take()
	i.spend()
	for n := range 50 {
		i.ask(fmt.Sprint("x", n), "")
	}
	i.ask("x0", "b")
	i.ask("arbiter", "1")
	i.ask("arbiter", "2")
	var got []string
	for range 5 {
		i.pass(time.Second / requestsPerSecond)
		got = append(got, i.take())
	}
	if text := strings.Join(got, " "); text != "x0 arbiter1 x1 x0b arbiter2" {
		t.Errorf("taken %s", text)
	}
	for n := range 100 {
		i.ask(fmt.Sprint("y", n), "")
	}
	if len(i.newcomer.queue) != maxNewcomers {
		t.Errorf("%d newcomers wait", len(i.newcomer.queue))
	}
}

// TestPoint27Names: invented names do not displace a name that has made more requests.
func TestPoint27Names(t *testing.T) {
	i := newInboxTest(t)
	for n := range 3 {
		i.ask("arbiter", fmt.Sprint(n))
	}
	i.take()
	for n := range 10 * maxCallers {
		i.ask(fmt.Sprint("x", n), "")
		i.pass(time.Second)
		i.take()
	}
	if i.callers["arbiter"] == nil || len(i.callers) != maxCallers {
		t.Errorf("%d names, with the arbiter's: %t", len(i.callers), i.callers["arbiter"] != nil)
	}
}

// TestPoint27Room: the known names together have a limit, too. The longest queue gives way.
func TestPoint27Room(t *testing.T) {
	i := newInboxTest(t)
	for n := range 60 {
		i.ask(fmt.Sprint("x", n), "")
	}
	i.ask("arbiter", "")
	i.take()
	i.spend()
	for n := range 60 * maxPerCaller {
		i.ask(fmt.Sprint("x", n%60), fmt.Sprint(n/60))
	}
	i.ask("arbiter", "1")
	if i.waiting > maxWaiting || len(i.callers["arbiter"].queue) != 1 {
		t.Errorf("%d wait, and %d of the arbiter's", i.waiting, len(i.callers["arbiter"].queue))
	}
}

// TestPoint27Retained: a limited number of retained requests is refused. They use none of the
// budget.
func TestPoint27Retained(t *testing.T) {
	i := newInboxTest(t)
	for n := range 200 {
		i.put(publish.Request{Topic: fmt.Sprint(harness.TestPrefix, "req/x", n), Payload: []byte(`{"by":"a"}`), Retained: true})
	}
	i.ask("arbiter", "1")
	got := i.take()
	if n := strings.Count(got, "!"+transport.Retained); n != refusalBurst || !strings.HasSuffix(got, " arbiter1") {
		t.Errorf("%d refused: %s", n, got)
	}
	if i.budget.left(i.now) != requestBurst-1 {
		t.Errorf("%v are left", i.budget.left(i.now))
	}
}

// TestPoint27Notes: a limited number of refusals is written down.
func TestPoint27Notes(t *testing.T) {
	i := newInboxTest(t)
	noted := 0
	for range 50 {
		if i.note(i.now) {
			noted++
		}
	}
	if _, unnoted := i.uncounted(); noted != refusalBurst || unnoted != 50-refusalBurst {
		t.Errorf("%d written down, %d not", noted, unnoted)
	}
	i.pass(time.Second)
	if !i.note(i.now) || i.note(i.now) {
		t.Error("a second later it is not one")
	}
}
