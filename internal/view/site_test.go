package view

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/transport"
)

// intoSite is a listener that wants each message to be of use to a site.
func intoSite(t testing.TB, s *Site) listener {
	return func(topic string, payload []byte) {
		if !s.Apply(&transport.Message{Topic: topic, Payload: payload}) {
			t.Errorf("%s: not taken: %s", topic, payload)
		}
	}
}

// names are those of boards, with blanks between them.
func names(boards []*Board) string {
	var all []string
	for _, b := range boards {
		all = append(all, b.name)
	}
	return strings.Join(all, " ")
}

// Names are in the order in which people count.
func TestCompareNames(t *testing.T) {
	want := []string{"1", "02", "2", "010", "10", "010x", "11", "A-1-2", "A-1-10", "A-2-1", "b", "b1", "b2", "b9", "b010", "b10x2", "b10x10", "b99999999999999999999998",
		"b99999999999999999999999", "hall", "hall-1"}
	for i, a := range want {
		for j, b := range want {
			if got := compareNames(a, b); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
}

// Any three names are in one order: what is before what is before a third is
// before that.
func TestCompareNamesIsAnOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	name := func() string {
		b := make([]byte, 1+r.IntN(5))
		for i := range b {
			b[i] = "01289ab-"[r.IntN(8)]
		}
		return string(b)
	}
	for range 200_000 {
		a, b, c := name(), name(), name()
		if compareNames(a, b) <= 0 && compareNames(b, c) <= 0 && compareNames(a, c) > 0 {
			t.Fatalf("%s, %s, %s go round", a, b, c)
		}
		if compareNames(a, b) != -compareNames(b, a) {
			t.Fatalf("%s against %s depends on which comes first", a, b)
		}
	}
}

// Boards are kept by name, those of another site and what is no topic are not,
// and no more than there may be.
func TestSiteBoards(t *testing.T) {
	var s Site
	for _, name := range []string{"b10", "b2", "b1"} {
		f := newFeed(t, initialFEN, intoSite(t, &s))
		f.name = name
		f.status("ready")
	}
	for _, topic := range []string{"chess/1/yard/b3/status", "chess/1/hall/b+/status", "chess/2/hall/b3/status", "weather", ""} {
		if s.Apply(&transport.Message{Topic: topic, Payload: []byte(`{"schema":"boardd.status/1.0","state":"ready"}`)}) {
			t.Errorf("%q is taken", topic)
		}
	}
	if got := names(s.boards); got != "b1 b2 b10" || s.ignored != 5 {
		t.Errorf("boards %s, %d messages ignored", got, s.ignored)
	}
	for i := range 2 * maxBoards {
		s.Apply(&transport.Message{Topic: fmt.Sprintf("chess/1/hall/x%d/status", i), Payload: []byte(`{"schema":"boardd.status/1.0","state":"ready"}`)})
	}
	if len(s.boards) != maxBoards {
		t.Errorf("%d boards are kept, want %d", len(s.boards), maxBoards)
	}
}

// outage is a site with two alerts on each of two boards, whose link was lost
// and is up again.
func outage(t *testing.T) (s *Site, a, b *feed) {
	t.Helper()
	s = new(Site)
	s.Connect(Link{Up: true})
	a, b = newFeed(t, initialFEN, intoSite(t, s)), newFeed(t, initialFEN, intoSite(t, s))
	a.name, b.name = "b1", "b2"
	for _, f := range []*feed{a, b} {
		f.status("ready")
		f.alert(transport.Finding{Code: "desync", Level: "arbiter"})
		f.alert(transport.Finding{Code: "flag_fall", Level: "arbiter"})
	}
	s.Connect(Link{Err: errors.New("EOF")})
	s.Connect(Link{Up: true})
	return s, a, b
}

// settleAll lets time pass, and applies what must have been missed.
func settleAll(s *Site) (missed []string) {
	for range 3 {
		for _, m := range s.Settle() {
			missed = append(missed, m.Topic)
			s.Apply(&m)
		}
	}
	return missed
}

// An alert that ended while the link was down is over; one that is said again,
// or whose board has not been heard again, is not.
func TestAlertsAfterAnOutage(t *testing.T) {
	s, a, _ := outage(t)
	desync := s.boards[0].alerts[0]
	a.status("ready")
	a.seq = desync.Seq - 1
	if s.Apply(&transport.Message{Topic: "chess/1/hall/b1/arbiter/alert/desync", Payload: alertOf(t, desync)}) {
		t.Error("an alert that is said again as it was is taken for new")
	}
	if missed := settleAll(s); !slices.Equal(missed, []string{"chess/1/hall/b1/arbiter/alert/flag_fall"}) {
		t.Errorf("missed %q", missed)
	}
	if one, two := codesOf(s.boards[0].alerts), codesOf(s.boards[1].alerts); one != "desync" || two != "desync flag_fall" {
		t.Errorf("alerts %q and %q", one, two)
	}
	if missed := settleAll(s); len(missed) > 0 {
		t.Errorf("missed once more: %q", missed)
	}
}

func alertOf(t *testing.T, a transport.Alert) []byte {
	var payload []byte
	f := newFeed(t, initialFEN, func(_ string, p []byte) { payload = p })
	f.send("", a)
	return payload
}

// A board that is not heard again after an outage is shown so, and no longer
// when it is; one that was stopped on purpose is not.
func TestUnheard(t *testing.T) {
	s, _, b := outage(t)
	conditions := func() string { return s.boards[0].condition() + " " + s.boards[1].condition() }
	if got := conditions(); got != "ready ready" {
		t.Errorf("at once: %s", got)
	}
	s.Settle()
	if got := conditions(); got != "unheard unheard" {
		t.Errorf("after a while: %s", got)
	}
	b.status("ready")
	if got := conditions(); got != "unheard ready" {
		t.Errorf("when one is heard: %s", got)
	}
	s.boards[0].state = "off"
	if got := conditions(); got != "off ready" {
		t.Errorf("when the other was stopped: %s", got)
	}
}
