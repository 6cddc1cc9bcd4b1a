package view

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/words"
	"github.com/boardd/boardd/transport"
)

// The rule set of sentences is that of the snapshot, with the class of time
// control and the supervision. One that is not known, or not known whole, is
// none: a guess would say what another text lays down.
func TestRulesOfSnapshot(t *testing.T) {
	tests := []struct {
		rules, time, supervision string
		want                     string // name; "" if it is not known
		full                     bool
	}{
		{"fide-2023", "standard", "normal", "fide-2023", false},
		{"fide-2023", "blitz", "full", "fide-2023", true},
		{"fide-1997", "quickplay", "normal", "fide-1997", false},
		{"bilguer-1880", "standard", "normal", "bilguer-1880", false},
		{"fide-2023", "quickplay", "normal", "", false},
		{"fide-2031", "standard", "normal", "", false},
		{"fide-2023", "bullet", "normal", "", false},
		{"fide-2023", "rapid", "remote", "", false},
		{"fide-2023", "rapid", "", "", false},
		{"", "", "", "", false},
	}
	for _, tt := range tests {
		got := rulesOf(&transport.Record{Rules: tt.rules, Time: tt.time, Supervision: tt.supervision})
		switch {
		case got == nil && tt.want != "":
			t.Errorf("%+v: not known", tt)
		case got != nil && (got.Name != tt.want || got.Time.String() != tt.time || got.Full != tt.full):
			t.Errorf("%+v: %s %s full %t", tt, got.Name, got.Time, got.Full)
		}
	}
}

// storyOf is what is told of one finding in a game under some rules.
func storyOf(t *testing.T, style Style, what transport.Finding, set func(*transport.Record)) string {
	t.Helper()
	var told []string
	s := Story{Style: style}
	f := newFeed(t, initialFEN, func(topic string, payload []byte) { told = s.Lines(topic, payload) })
	set(&f.game.Record)
	f.play("e4 e5")
	f.found(what)
	if len(told) != 1 {
		t.Fatalf("told %q, want a line", told)
	}
	return strings.TrimPrefix(told[0], "14:00:00  ")
}

// In rapid an illegal move stands when the next one has been made (A.5.2), under
// full supervision only the general rules count (A.4).
func TestSentenceByRules(t *testing.T) {
	tests := map[string]struct {
		style Style
		set   func(*transport.Record)
		want  string
		none  string
	}{
		"standard": {Style{}, func(*transport.Record) {}, "illegal_completed 2. Nb3: " + illegalKnightSaid, "A.5.2"},
		"rapid":    {Style{}, func(r *transport.Record) { r.Time = "rapid" }, "only until Black has made the next move (A.5.2).", "{"},
		"rapid under full supervision": {Style{}, func(r *transport.Record) { r.Time, r.Supervision = "rapid", "full" },
			"illegal_completed 2. Nb3: " + illegalKnightSaid, "A.5.2"},
		"German": {Style{Lang: words.German}, func(*transport.Record) {},
			"Weiß hat einen regelwidrigen Zug abgeschlossen, Sb3: Ein Springer zieht nicht von b1 nach b3.", "White"},
		"German in ASCII": {Style{Lang: words.German, ASCII: true}, func(*transport.Record) {}, "2 zusaetzliche Minuten", "?"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := storyOf(t, tt.style, illegalKnight, tt.set)
			if !strings.Contains(got, tt.want) || strings.Contains(got, tt.none) {
				t.Errorf("%q, want %q and no %q", got, tt.want, tt.none)
			}
		})
	}
}

// What a later boardd says in words of its own is told in short, as it came.
func TestUnknownToldInShort(t *testing.T) {
	const short = "certain illegal_completed 7.5.1/3.6 2. Nb3: a knight does not move from b1 to b3 (3.6); " +
		"remedy 7.5.5: restore the position, opponent +120 s, offence 1, then b1-a3 or b1-c3"
	code, level, side, square := illegalKnight, illegalKnight, illegalKnight, illegalKnight
	code.Code, level.Level, side.Side, square.Squares = "illegal_somehow", "grave", "x", []string{"z9"}
	known := func(*transport.Record) {}
	tests := map[string]struct {
		what transport.Finding
		set  func(*transport.Record)
		want string
	}{
		"rules":       {illegalKnight, func(r *transport.Record) { r.Rules = "fide-2031" }, short},
		"time":        {illegalKnight, func(r *transport.Record) { r.Time = "bullet" }, short},
		"supervision": {illegalKnight, func(r *transport.Record) { r.Supervision = "remote" }, short},
		"code":        {code, known, strings.Replace(short, "illegal_completed", "illegal_somehow", 1)},
		"level":       {level, known, strings.Replace(short, "certain", "grave", 1)},
		"side":        {side, known, short},
		"square":      {square, known, strings.Replace(short, "(3.6); ", "(3.6); z9; ", 1)},
	}
	for name, tt := range tests {
		if got := storyOf(t, Style{}, tt.what, tt.set); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// A finding is said by the rules of the game that it was found in.
func TestRulesOfEarlierGame(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	f.play("e4 e5")
	f.found(illegalKnight)
	f.game.GameID, f.game.Rules, f.game.Moves, f.game.FEN = "g2", "fide-1971", nil, initialFEN
	f.snapshot()
	if picture := Draw(&b, 140, 40, Style{}, ""); !strings.Contains(picture, "(FIDE 2023: 7.5.1, 3.6)") || strings.Contains(picture, "FIDE 1971") {
		t.Errorf("not by FIDE 2023:\n%s", picture)
	}
}

// What needs a person is said first, and whole where its board has the whole
// screen, in either language, whatever has been found since: an alert, or a
// finding that may still be claimed on.
func TestUrgentIsSaid(t *testing.T) {
	breach := transport.Finding{Event: 9, Code: "release_breach", Level: "suspected", Article: "4.7", Side: "w", Ply: 3, UCI: "f2f4", SAN: "f4"}
	tests := map[string]struct {
		what  transport.Finding
		alert bool
	}{"an alert": {illegalKnight, true}, "an open finding": {breach, false}}
	rules, _ := touchmove.RulesFor("fide-2023", touchmove.Rapid, false)
	for name, tt := range tests {
		for _, lang := range []words.Language{words.English, words.German} {
			read, err := tt.what.Read()
			if err != nil {
				t.Fatal(err)
			}
			want := words.Sentence(lang, rules, &read)
			s := busySite(t, tt.what, tt.alert)
			for _, size := range [][2]int{{80, 24}, {100, 30}, {140, 40}} {
				picture := DrawSite(s, &Screen{page: true}, size[0], size[1], Style{Lang: lang}, hallTime)
				checkFits(t, picture, size[0], size[1], Style{})
				if _, said, _ := strings.Cut(beside(picture), Style{Lang: lang}.says("Findings")); !strings.Contains(said, want) || strings.Index(said, "6.11") < strings.Index(said, want) {
					t.Errorf("%s, %v: the sentence is not first in\n%s", name, size, picture)
				}
			}
		}
	}
}

// busySite is a site of one board on which something has been found, and then
// other things of less weight.
func busySite(t *testing.T, what transport.Finding, alert bool) *Site {
	s := new(Site)
	f := newFeed(t, initialFEN, func(topic string, payload []byte) { s.Apply(&transport.Message{Topic: topic, Payload: payload}) })
	f.game.Time = "rapid"
	f.play("e4 e5")
	f.found(what)
	if alert {
		f.alert(what)
	}
	for range 5 {
		f.found(transport.Finding{Event: 10, Code: "clock_stopped", Level: "info", Article: "6.11", Side: "b"})
	}
	return s
}

// What is no longer urgent gives way to what was found since: it has a line.
func TestSettledGivesWay(t *testing.T) {
	s := busySite(t, transport.Finding{Event: 9, Code: "off_turn_contact", Level: "suspected", Article: "11.5", Side: "b", Ply: 1}, false)
	_, said, _ := strings.Cut(beside(DrawSite(s, &Screen{page: true}, 80, 24, Style{}, hallTime)), "Findings")
	if first, _, _ := strings.Cut(said, "6.11"); !strings.Contains(first, "clock_stopped") || strings.Contains(first, "off_turn_contact") {
		t.Errorf("first is %q", first)
	}
}

// beside is what stands at the right of the board in a picture, its lines joined.
func beside(picture string) string {
	var all []string
	for line := range strings.Lines(picture) {
		if r := []rune(strings.TrimRight(line, "\n")); len(r) > 40 {
			all = append(all, strings.Fields(string(r[38:]))...)
		}
	}
	return strings.Join(all, " ")
}
