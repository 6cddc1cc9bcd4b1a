package view

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/touchmove/laws"
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
		got := RulesOf(&transport.Record{Rules: tt.rules, Time: tt.time, Supervision: tt.supervision})
		switch {
		case got == nil && tt.want != "":
			t.Errorf("%+v: not known", tt)
		case got != nil && (got.Name != tt.want || got.Time.String() != tt.time || got.Full != tt.full):
			t.Errorf("%+v: %s %s full %t", tt, got.Name, got.Time, got.Full)
		}
	}
}

// accountOf returns the line for one finding in a game under some rules.
func accountOf(t *testing.T, style Style, what transport.Finding, set func(*transport.Record)) string {
	t.Helper()
	var reported []string
	s := Transcript{Style: style}
	f := newFeed(t, initialFEN, func(topic string, payload []byte) { reported = s.Lines(topic, payload) })
	set(&f.game.Record)
	f.play("e4 e5")
	f.found(what)
	if len(reported) != 1 {
		t.Fatalf("reported %q, want a line", reported)
	}
	return strings.TrimPrefix(reported[0], "14:00:00  ")
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
		"standard": {Style{}, func(*transport.Record) {}, "illegal_completed 2. Nb3: " + illegalKnightSentence, "A.5.2"},
		"rapid":    {Style{}, func(r *transport.Record) { r.Time = "rapid" }, "only until Black has made the next move (A.5.2).", "{"},
		"rapid under full supervision": {Style{}, func(r *transport.Record) { r.Time, r.Supervision = "rapid", "full" },
			"illegal_completed 2. Nb3: " + illegalKnightSentence, "A.5.2"},
		"German": {Style{Lang: words.German}, func(*transport.Record) {},
			"Weiß hat einen regelwidrigen Zug abgeschlossen, Sb3: Ein Springer zieht nicht von b1 nach b3.", "White"},
		"German in ASCII": {Style{Lang: words.German, ASCII: true}, func(*transport.Record) {}, "2 zusaetzliche Minuten", "?"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := accountOf(t, tt.style, illegalKnight, tt.set)
			if !strings.Contains(got, tt.want) || strings.Contains(got, tt.none) {
				t.Errorf("%q, want %q and no %q", got, tt.want, tt.none)
			}
		})
	}
}

// A finding of a later boardd is shown in short, as it came.
func TestUnknownInShort(t *testing.T) {
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
		if got := accountOf(t, Style{}, tt.what, tt.set); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// A finding is shown by the rules of the game in which it was found.
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

// A finding that needs a person is shown first, in either language, whatever has been found
// since: an alert, or a finding that may still be claimed on. It is shown whole where its board
// has the whole screen.
func TestUrgentIsReported(t *testing.T) {
	breach := transport.Finding{Event: 9, Code: "release_breach", Level: "suspected", Article: "4.7", Side: "w", Ply: 3, UCI: "f2f4", SAN: "f4"}
	tests := map[string]struct {
		what  transport.Finding
		alert bool
	}{"an alert": {illegalKnight, true}, "an open finding": {breach, false}}
	rules, _ := laws.RulesFor("fide-2023", laws.Rapid, false)
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
				if _, reported, _ := strings.Cut(beside(picture), Style{Lang: lang}.says("Findings")); !strings.Contains(reported, want) || strings.Index(reported, "6.11") < strings.Index(reported, want) {
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
	_, reported, _ := strings.Cut(beside(DrawSite(s, &Screen{page: true}, 80, 24, Style{}, hallTime)), "Findings")
	if first, _, _ := strings.Cut(reported, "6.11"); !strings.Contains(first, "clock_stopped") || strings.Contains(first, "off_turn_contact") {
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

// TestPhrasesInGerman: each phrase of pictures and lines has a German one, with the
// same fields, and none has one that nothing says.
func TestPhrasesInGerman(t *testing.T) {
	reported, fields := regexp.MustCompile(`says\("([^"]+)"\)`), regexp.MustCompile(`%[a-z]`)
	all := map[string]bool{"boards": true, "board": true, "no status": true, "with alerts": true, "lost": true, "in play": true}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range reported.FindAllStringSubmatch(string(source), -1) {
			all[m[1]] = true
		}
	}
	for _, c := range columns {
		all[c.title] = true
	}
	for _, name := range orderNames {
		all[name] = true
	}
	for phrase := range all {
		in, ok := german[phrase]
		if !ok || fmt.Sprint(fields.FindAllString(in, -1)) != fmt.Sprint(fields.FindAllString(phrase, -1)) {
			t.Errorf("%q is %q in German", phrase, in)
		}
	}
	for phrase := range german {
		if !all[phrase] {
			t.Errorf("nothing says %q", phrase)
		}
	}
}

// TestPictureInGerman: a picture and the lines of a board in German have the letters
// of a German score, and no word of the English ones.
func TestPictureInGerman(t *testing.T) {
	english := regexp.MustCompile(`\b(Moves|Findings|White|Black|completed|made|trust|phase|alert|round|to move|playing|Nf3|Nb3|N|Q)\b`)
	s := busySite(t, illegalKnight, true)
	picture := DrawSite(s, &Screen{page: true}, 100, 30, Style{Lang: words.German, ASCII: true}, hallTime)
	picture = strings.NewReplacer("illegal_completed", "", "clock_stopped", "", "Club championship", "").Replace(picture)
	if words := english.FindAllString(picture, -1); len(words) > 0 {
		t.Errorf("%q in\n%s", words, picture)
	}
	if !strings.Contains(picture, "Zuege") || !strings.Contains(picture, "Sb3") {
		t.Errorf("no German in\n%s", picture)
	}
}

// TestTermsInGerman: how it stands with a move, a game and its board has a German word.
func TestTermsInGerman(t *testing.T) {
	style := Style{Lang: words.German}
	for _, term := range []string{"White", "Black", "playing", "completed", "irregular", "result_pending", "ready", "lost", unheard, "settling", "ok", "time forfeit", "rapid"} {
		if style.term(term) == term {
			t.Errorf("%s has no German word", term)
		}
	}
	if style.phase("result_pending") != "Ergebnis unbestätigt" || (Style{}).phase("result_pending") != "result pending" {
		t.Error(style.phase("result_pending"))
	}
}

// needBoards are boards by what they need. Each is reported through a feed that has already
// reported a game in progress.
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
	"a game that is over, and may have been another one": {func(f *feed) {
		f.game.Trust.State, f.game.Result, f.game.Phase = "ambiguous", "1-0", "ended"
		f.play("e4")
	}, doubtful},
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

// Of several open findings the most certain is shown, and of those the last; of several alerts
// the most certain, and of those the first.
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
