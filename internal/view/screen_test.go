package view

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/transport"
)

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
	clk := int64(5340_000)
	ply := transport.Ply{Ply: 3, UCI: text("b1b3"), SAN: text("Nb3"), State: "illegal_completed", ClkMs: &clk}
	f.game.Irregular, f.game.Illegal, f.game.Phase = []transport.Ply{ply}, &transport.Sides{White: 1}, "irregular"
	f.game.Trust = transport.Trust{State: "illegal", Reason: text("an irregular move stands on the board")}
	f.pend(ply)
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

// The boards that are shown, and the one with the cursor, after some keys.
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

// q is the end, but not while something is typed.
func TestPressEnds(t *testing.T) {
	for keys, want := range map[string]bool{"q": true, "jq": true, "<enter>q": true, "/q": false, "/q<enter>q": true} {
		if got := press(new(Screen), hall(t), keys); got != want {
			t.Errorf("%s: the end %t, want %t", keys, got, want)
		}
	}
}

// The cursor stays on its board when others come before it, unless nobody has
// moved it: then it is on the first.
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

// The page of a board stays that board's, also when it is no longer among those
// that are shown.
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
