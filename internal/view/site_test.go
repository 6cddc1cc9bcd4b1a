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

// intoSite returns a listener that applies messages to a site, and fails the test if the site
// ignores one.
func intoSite(t testing.TB, s *Site) listener {
	return func(topic string, payload []byte) {
		if !s.Apply(&transport.Message{Topic: topic, Payload: payload}) {
			t.Errorf("%s: not taken: %s", topic, payload)
		}
	}
}

// names returns the names of boards with blanks between them.
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

// The order of names is transitive.
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

// A site keeps boards by name, up to a limit. It ignores boards of another site, and what is no
// topic.
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

// outage returns a site with two alerts on each of two boards. Its link was lost and is up again.
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

// settleAll lets time pass, and applies what follows from the missing messages.
func settleAll(s *Site) (missed []string) {
	for range 3 {
		for _, m := range s.Settle() {
			missed = append(missed, m.Topic)
			s.Apply(&m)
		}
	}
	return missed
}

// An alert that is not repeated after an outage is over. An alert stays if it is repeated, or if
// its board has not sent anything since.
func TestAlertsAfterAnOutage(t *testing.T) {
	s, a, _ := outage(t)
	desync := s.boards[0].alerts[0]
	a.status("ready")
	a.seq = desync.Seq - 1
	if s.Apply(&transport.Message{Topic: "chess/1/hall/b1/arbiter/alert/desync", Payload: alertOf(t, desync)}) {
		t.Error("an alert that is reported again as it was is taken for new")
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

// A board that sends nothing after an outage is marked until it does. A board that was stopped on
// purpose is not marked.
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

// hall is a site with a board for each thing that a person may have to look at.
func hall(t testing.TB) *Site {
	s := new(Site)
	s.Connect(Link{Up: true})
	at := func(name, since string) *feed {
		f := newFeed(t, initialFEN, intoSite(t, s))
		f.name, f.at = name, "2026-05-04T"+since+".000Z"
		f.status("ready")
		return f
	}
	scenes := []struct {
		name, since string
		play        func(f *feed)
	}{
		{"b1", "14:00:00", func(f *feed) {
			f.play(ruyLopez)
			f.pend(f.move("Nf1", "provisional", 5150_000))
			f.clock(5150_000, 5158_000, "w")
		}},
		{"b2", "14:04:30", func(f *feed) { hallIllegal(f) }},
		{"b3", "13:58:10", func(f *feed) {
			f.game.Tags = map[string]string{"White": "Okonkwo, Chidi", "Black": "Silva, Ana"}
			f.play("d4 d5 c4")
			f.clock(0, 65_000, "-")
			f.alert(transport.Finding{Code: "flag_fall", Level: "arbiter", Article: "6.8", Side: "w"})
			f.at = "2026-05-04T14:00:00.000Z"
			f.alert(transport.Finding{Code: "displaced", Level: "arbiter", Article: "7.4.1", Side: "?", Squares: []string{"h6"}})
		}},
		{"b4", "14:00:00", func(f *feed) {
			f.play("e4 c5")
			f.status("lost")
		}},
		{"b5", "14:03:00", func(f *feed) {
			f.sensed("rnbqkbnr/pppp1ppp/8/4p3/4PQ2/8/PPPP1PPP/RNB1KBNR", "d1", "f4")
			f.game.Trust = transport.Trust{State: "displaced", Since: f.at, Reason: text("pieces stand where no move put them")}
			f.play("e4 e5")
		}},
		{"b6", "14:00:00", func(f *feed) {
			f.play("e4 e5 Nf3")
			f.found(transport.Finding{Code: "touch_breach", Level: "suspected", Article: "4.3.1", Side: "b", Ply: 4, SAN: "Nc6"})
			f.clock(600_000, 30_000, "b")
		}},
		{"b10", "14:00:00", func(f *feed) {
			f.game.Phase, f.game.Result, f.game.Termination = "ended", "1-0", text("normal")
			f.snapshot()
		}},
		{"b11", "14:00:00", func(f *feed) { f.status("init") }},
	}
	for _, sc := range scenes {
		sc.play(at(sc.name, sc.since))
	}
	return s
}

// hallIllegal is an illegal move that stands completed on a board.
func hallIllegal(f *feed) {
	f.play("e4 e5")
	f.playIllegalKnight()
	f.clock(5340_000, 5380_000, "b")
	f.alert(illegalKnight)
}

// press presses keys: a name in <>, else the character that is written.
func press(v *Screen, s *Site, keys string) (quit bool) {
	for keys != "" && !quit {
		key, text := keys[:1], keys[:1]
		if name, rest, ok := strings.Cut(keys[1:], ">"); ok && key == "<" {
			key, text, keys = name, "", rest
			if key == "space" {
				text = " "
			}
		} else {
			keys = keys[1:]
		}
		quit = v.Press(key, text, s)
	}
	return quit
}

// Keys choose the shown boards and move the cursor.
func TestPress(t *testing.T) {
	const byNeedAll = "b3 b2 b4 b5 b6 b1 b10 b11" // oldest alert first, lost, displaced, a finding, playing, the others by name
	tests := []struct{ keys, list, chosen string }{
		{"", byNeedAll, "b3"},
		{"j", byNeedAll, "b2"},
		{"<down><down><up>", byNeedAll, "b2"},
		{"kk", byNeedAll, "b3"},
		{"G", byNeedAll, "b11"},
		{"<end><down>", byNeedAll, "b11"},
		{"<pgdown>", byNeedAll, "b11"},
		{"Gg", byNeedAll, "b3"},
		{"<end><pgup>", byNeedAll, "b3"},
		{"s", "b1 b2 b3 b4 b5 b6 b10 b11", "b1"},
		{"ss", "b3 b6 b1 b2 b4 b5 b10 b11", "b3"}, // least time left to either player first, no clock or no game last
		{"sss", byNeedAll, "b3"},
		{"js", "b1 b2 b3 b4 b5 b6 b10 b11", "b2"},
		{"a", "b3 b2 b4 b5 b6", "b3"},
		{"aa", byNeedAll, "b3"},
		{"a<esc>", byNeedAll, "b3"},
		{"/OKONKWO<enter>", "b3", "b3"},
		{"/flag", "b3", "b3"},
		{"/b1<enter>", "b1 b10 b11", "b1"},
		{"/b1<backspace>5", "b5", "b5"},
		{"/b1<enter><esc>", byNeedAll, "b3"},
		{"/b1<esc>", byNeedAll, "b3"},
		{"/illegal<enter>j", "b2", "b2"},
		{"/qs<space>a<enter>", "", ""},
		{"/nobody<enter>jkG<enter>", "", ""},
		{"/<backspace><backspace>lost<enter>", "b4", "b4"},
		{"<left><tab>xyz", byNeedAll, "b3"},
	}
	for _, tt := range tests {
		s, v := hall(t), new(Screen)
		if press(v, s, tt.keys) {
			t.Errorf("%s: it is the end", tt.keys)
		}
		list := v.list(s)
		chosen := ""
		if len(list) > 0 {
			chosen = list[v.cursor(list)].name
		}
		if got := names(list); got != tt.list || chosen != tt.chosen {
			t.Errorf("%s: %s with the cursor on %s; want %s, %s", tt.keys, got, chosen, tt.list, tt.chosen)
		}
	}
}

// q ends the view, but not while something is typed.
func TestPressEnds(t *testing.T) {
	for keys, want := range map[string]bool{"q": true, "jq": true, "<enter>q": true, "/q": false, "/q<enter>q": true} {
		if got := press(new(Screen), hall(t), keys); got != want {
			t.Errorf("%s: the end %t, want %t", keys, got, want)
		}
	}
}

// The cursor stays on its board when others come before it. If nobody has moved it, it stays on
// the first board.
func TestCursorStays(t *testing.T) {
	for keys, want := range map[string]string{"": "b11", "j": "b2", "jk": "b11"} {
		s, v := hall(t), new(Screen)
		press(v, s, keys)
		f := newFeed(t, initialFEN, intoSite(t, s))
		f.name, f.seq, f.at = "b11", 100, "2026-05-04T13:00:00.000Z"
		f.alert(transport.Finding{Code: "desync", Level: "arbiter"})
		if list := v.list(s); list[v.cursor(list)].name != want {
			t.Errorf("%q: cursor on %s, want %s", keys, list[v.cursor(list)].name, want)
		}
	}
}

// The page of a board stays with that board, even when the list no longer shows the board.
func TestPageStays(t *testing.T) {
	s, v := hall(t), new(Screen)
	press(v, s, "a<enter>")
	f := newFeed(t, initialFEN, intoSite(t, s))
	f.name = "b3"
	f.say("chess/1/hall/b3/arbiter/alert/flag_fall", nil)
	f.say("chess/1/hall/b3/arbiter/alert/displaced", nil)
	if b := v.selected(s, v.list(s)); !v.page || b.name != "b3" || strings.Contains(names(v.list(s)), "b3") {
		t.Errorf("page %t of %s, boards %s", v.page, b.name, names(v.list(s)))
	}
	press(v, s, "<down>")
	if b := v.selected(s, v.list(s)); !v.page || b.name != "b4" {
		t.Errorf("page %t of %s, want the next board's", v.page, b.name)
	}
	press(v, s, "<esc>")
	if v.page || v.needy != true {
		t.Error("the first esc does more than to leave the page")
	}
}
