package view

import (
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
)

// needBoards are boards by what they need, each said through a feed that has
// told of a game that is going on.
var needBoards = map[string]struct {
	play func(f *feed)
	want need
}{
	"nothing is known": {func(f *feed) { f.status("init") }, idle},
	"a game goes on":   {func(f *feed) { f.play("e4") }, onTurn},
	"settling": {func(f *feed) {
		f.game.Trust.State = "settling"
		f.play("e4")
	}, onTurn},
	"information": {func(f *feed) {
		f.play("e4")
		f.found(transport.Finding{Code: "clock_stopped", Level: "info", Ply: 2})
	}, onTurn},
	"a finding": {func(f *feed) {
		f.play("e4")
		f.found(transport.Finding{Code: "touch_breach", Level: "suspected", Ply: 2})
	}, noted},
	"a finding of no ply": {func(f *feed) {
		f.play("e4")
		f.found(transport.Finding{Code: "off_turn_contact", Level: "suspected"})
	}, noted},
	"a finding, played on": {func(f *feed) {
		f.play("e4")
		f.found(transport.Finding{Code: "touch_breach", Level: "suspected", Ply: 2})
		f.play("e5")
	}, noted},
	"a finding, replied to": {func(f *feed) {
		f.play("e4")
		f.found(transport.Finding{Code: "touch_breach", Level: "suspected", Ply: 2})
		f.play("e5 Nf3")
	}, onTurn},
	"a finding of the last game": {func(f *feed) {
		f.play("e4")
		f.found(transport.Finding{Code: "touch_breach", Level: "suspected", Ply: 2})
		f.game.GameID, f.game.Moves, f.game.FEN = "g2", nil, initialFEN
		f.snapshot()
	}, onTurn},
	"a game that cannot be believed": {func(f *feed) {
		f.game.Trust.State = "displaced"
		f.play("e4")
	}, doubtful},
	"a game that need not be": {func(f *feed) {
		f.game.Trust.State, f.game.Result = "displaced", "1-0"
		f.play("e4")
	}, idle},
	"lost": {func(f *feed) {
		f.play("e4")
		f.status("lost")
	}, lost},
	"off": {func(f *feed) {
		f.play("e4")
		f.game.Result, f.game.Phase = "1-0", "ended"
		f.snapshot()
		f.status("off")
	}, idle},
	"an alert, lost": {func(f *feed) {
		f.alert(illegalKnight)
		f.status("lost")
	}, alerted},
}

func TestNeed(t *testing.T) {
	for name, tt := range needBoards {
		b := new(Board)
		tt.play(newFeed(t, initialFEN, into(t, b)))
		if got, _ := b.need(); got != tt.want {
			t.Errorf("%s: need %d, want %d", name, got, tt.want)
		}
	}
}

// Of several findings that are open the most certain is told of, of those the
// last; of several alerts the most certain, of those the first.
func TestMostUrgent(t *testing.T) {
	b := new(Board)
	f := newFeed(t, initialFEN, into(t, b))
	f.play("e4")
	for _, tt := range []struct{ code, level, want string }{
		{"one", "suspected", "one"}, {"two", "arbiter", "two"}, {"three", "suspected", "two"}, {"four", "certain", "four"}, {"five", "certain", "five"}, {"six", "info", "five"}, {"seven", "?", "five"},
	} {
		f.found(transport.Finding{Code: tt.code, Level: tt.level, Ply: 2})
		if got := b.open(); got == nil || got.Code != tt.want {
			t.Errorf("after %s: %+v, want %s", tt.code, got, tt.want)
		}
	}
	for _, tt := range []struct{ since, code, level, top, first string }{
		{"14:03", "m", "arbiter", "m", "m"}, {"14:02", "n", "suspected", "m", "n"}, {"14:01", "k", "arbiter", "k", "k"}, {"14:09", "z", "certain", "z", "k"},
	} {
		f.at = "2026-05-04T" + tt.since + ":00.000Z"
		f.alert(transport.Finding{Code: tt.code, Level: tt.level})
		if top, first := b.topAlert().Code, b.firstAlert().Code; top != tt.top || first != tt.first {
			t.Errorf("after %s: top %s, first %s; want %s, %s", tt.code, top, first, tt.top, tt.first)
		}
	}
}

func TestAge(t *testing.T) {
	now := time.Date(2026, 5, 4, 14, 0, 0, 0, time.UTC)
	for since, want := range map[string]string{
		"2026-05-04T14:00:00.000Z": "0s", "2026-05-04T13:59:00.001Z": "59s", "2026-05-04T13:59:00.000Z": "1m",
		"2026-05-04T13:00:00.001Z": "59m", "2026-05-04T12:00:00.000Z": "2h", "2026-05-04T15:30:00.000+02:00": "30m",
		"2026-05-04T14:00:00.001Z": "", "2000-01-01T00:00:00.000Z": "", "soon": "", "": "",
	} {
		if got := age(since, now); got != want {
			t.Errorf("%q: %q, want %q", since, got, want)
		}
	}
	if got := age("2026-05-04T14:00:00.000Z", time.Time{}); got != "" {
		t.Errorf("without a time: %q", got)
	}
}
