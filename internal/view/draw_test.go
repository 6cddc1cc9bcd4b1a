package view

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/boardd/boardd/transport"
)

// trailing matches blanks at the ends of lines. A picture has them where they have a colour.
var trailing = regexp.MustCompile(`(?m) +$`)

func TestPictures(t *testing.T) {
	tests := []struct {
		scene         string
		width, height int
		style         Style
		name          string
	}{
		{"start", 80, 24, Style{}, ""},
		{"start", 60, 20, Style{}, ""},
		{"start", 120, 40, Style{}, ""},
		{"start", 80, 24, Style{ASCII: true}, "-ascii"},
		{"start", 120, 40, Style{Depth: TrueColor}, "-stripped"},
		{"provisional", 100, 30, Style{}, ""},
		{"provisional", 80, 24, Style{}, ""},
		{"provisional", 60, 20, Style{}, ""},
		{"provisional", 80, 24, Style{Depth: TrueColor}, "-colour"},
		{"provisional", 60, 20, Style{Depth: Indexed}, "-colour"},
		{"illegal", 100, 30, Style{}, ""},
		{"illegal", 80, 24, Style{}, ""},
		{"illegal", 60, 20, Style{ASCII: true}, "-ascii"},
		{"illegal", 80, 24, Style{Depth: Basic}, "-colour"},
		{"illegal", 24, 6, Style{}, ""},
		{"signal", 80, 24, Style{}, ""},
		{"differ", 80, 24, Style{}, ""},
		{"differ", 80, 24, Style{Depth: TrueColor}, "-stripped"},
		{"ended", 80, 24, Style{}, ""},
	}
	for _, tt := range tests {
		name := fmt.Sprintf("%s-%dx%d%s", tt.scene, tt.width, tt.height, tt.name)
		t.Run(name, func(t *testing.T) {
			got := Draw(board(t, tt.scene), tt.width, tt.height, tt.style, "")
			if tt.name == "-stripped" {
				got = trailing.ReplaceAllString(ansi.Strip(got), "")
			}
			golden(t, name, got)
		})
	}
}

// No picture is larger than the terminal, whatever its size, and each line can stand anywhere. A
// short run tries fewer sizes.
func TestPictureFits(t *testing.T) {
	wider, higher := 9, 3
	if testing.Short() {
		wider, higher = 31, 9
	}
	styles := []Style{{}, {ASCII: true}, {Depth: TrueColor}, {Depth: Basic, ASCII: true}, {Depth: Mono}}
	for name := range scenes {
		b := board(t, name)
		for _, style := range styles {
			for width := -1; width < 170; width += wider {
				for height := -1; height < 50; height += higher {
					checkFits(t, Draw(b, width, height, style, ""), width, height, style)
				}
			}
		}
	}
}

func checkFits(t *testing.T, picture string, width, height int, style Style) {
	t.Helper()
	if picture == "" {
		return
	}
	lines := strings.Split(picture, "\n")
	if len(lines) > height {
		t.Fatalf("%d lines for a terminal of %d", len(lines), height)
	}
	for _, line := range lines {
		if style.Depth == Bare && strings.Contains(line, "\x1b") {
			t.Fatalf("escape sequence in a bare picture: %q", line)
		}
		plain := ansi.Strip(line)
		if w := ansi.StringWidthWc(plain); w > width {
			t.Fatalf("%d columns for a terminal of %d: %q", w, width, plain)
		}
		for _, r := range plain {
			if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || style.ASCII && r > '~' {
				t.Fatalf("%q in %q", r, plain)
			}
		}
	}
}

// A name is written as it is, as far as there is room. Control characters are left out, because
// the name comes from a network.
func TestForeignText(t *testing.T) {
	tests := []struct{ name, want string }{
		{"Ferrier, Isla", "Ferrier, Isla"},
		{"\x1b]0;owned\a", "?]0;owned?"},
		{"\u202eevil", "?evil"},
		{"常昊九段常昊九段常昊九段常昊九段", "常昊九段常昊九段常昊九"},
		{"e\u0301\u0301\u0301\u0301\u0301\u0301x", "e\u0301\u0301\u0301x"},
	}
	for _, tt := range tests {
		b := new(Board)
		f := newFeed(t, initialFEN, into(t, b))
		f.game.Tags["White"] = tt.name
		f.snapshot()
		for _, size := range [][2]int{{100, 30}, {60, 20}, {20, 6}} {
			picture := Draw(b, size[0], size[1], Style{}, "")
			checkFits(t, picture, size[0], size[1], Style{})
			if size[0] == 100 && !strings.Contains(picture, tt.want) {
				t.Errorf("%q not in\n%s", tt.want, picture)
			}
		}
	}
}

// The remedy of the last illegal move stays on the screen when something else is found. The
// remedy of an earlier one does not.
func TestRemedyStays(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	f.play("e4 e5")
	earlier := illegalKnight
	earlier.Remedy = &transport.Remedy{Bound: []string{"g1f3", "g1h3"}, Article: "7.5.5", Offence: 1, Restore: initialFEN, OpponentGains: 120}
	f.found(earlier)
	f.found(illegalKnight)
	f.found(transport.Finding{Code: "clock_stopped", Level: "info", Article: "6.11", Side: "w"})
	picture := Draw(&b, 100, 30, Style{}, "")
	if !strings.Contains(picture, "b1-a3") || strings.Contains(picture, "g1-f3") || strings.Contains(picture, "g1f3") {
		t.Errorf("the remedy is not, or the earlier one is, in\n%s", picture)
	}
}

// Each depth writes the sequences of its kind and no others.
func TestDepths(t *testing.T) {
	b := board(t, "illegal")
	tests := []struct {
		depth     Depth
		has, none []string
	}{
		{Bare, nil, []string{"\x1b"}},
		{Mono, []string{"\x1b[0;1m", "\x1b[0;1;7m"}, []string{";31", ";41", "38;", "48;"}},
		{Basic, []string{"0;1;31m", "41m"}, []string{"38;", "48;"}},
		{Indexed, []string{"48;5;"}, []string{"48;2;"}},
		{TrueColor, []string{"48;2;"}, []string{"48;5;"}},
	}
	for _, tt := range tests {
		got := Draw(b, 80, 24, Style{Depth: tt.depth}, "")
		for _, s := range tt.has {
			if !strings.Contains(got, s) {
				t.Errorf("depth %d: no %q", tt.depth, s)
			}
		}
		for _, s := range tt.none {
			if strings.Contains(got, s) {
				t.Errorf("depth %d: %q", tt.depth, s)
			}
		}
	}
}

// Every glyph takes one column, whichever way a terminal counts: otherwise the rest of its line
// would be shifted.
func TestGlyphsAreNarrow(t *testing.T) {
	for _, g := range []*glyphs{&solid, &outlined, &letters} {
		signs := []string{g.line, g.bar, g.dark, g.toMove, g.running, g.lifted, g.stray, g.dot}
		for _, group := range [][]string{g.white[:], g.black[:], g.top[:], g.mid[:], g.bottom[:]} {
			signs = append(signs, group...)
		}
		for _, sign := range signs {
			if wc, clusters := ansi.StringWidthWc(sign), ansi.StringWidth(sign); wc != 1 || clusters != 1 {
				t.Errorf("%q takes %d or %d columns, want 1", sign, wc, clusters)
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	shown := board(b, "provisional")
	for b.Loop() {
		Draw(shown, 100, 30, Style{Depth: TrueColor}, "")
	}
}

const (
	ruyLopez = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8"
	endgame  = "8/6pp/5k2/8/8/3K4/6PP/8 w - - 0 60"
)

// illegalKnight is the finding when a knight goes from b1 to b3 and the clock is pressed (7.5.1,
// 3.6; a second illegal move gains the opponent two minutes, 7.5.5).
var illegalKnight = transport.Finding{
	Event: 9, AtMs: 68500, Code: "illegal_completed", Level: "certain", Article: "7.5.1/3.6", Side: "w", Ply: 3,
	UCI: "b1b3", SAN: "Nb3", Why: []transport.Reason{{Article: "3.6", Text: "a knight does not move from b1 to b3"}},
	Remedy: &transport.Remedy{Restore: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		Bound: []string{"b1a3", "b1c3"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"},
}

// illegalKnightSentence is the sentence of illegalKnight.
const illegalKnightSentence = "White completed an illegal move, Nb3: a knight does not move from b1 to b3. " +
	"The position before the move is restored (FIDE 2023: 7.5.1, 3.6). The move may be replaced by b1-a3 or b1-c3. " +
	"It counts as the first completed illegal move by White. The text gives Black 2 extra minutes (7.5.5)."

// scenes are the boards of the pictures.
var scenes = map[string]func(t testing.TB, say listener){
	"start": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.sensed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
		f.clock(5400_000, 5400_000, "-")
		f.snapshot()
	},
	"provisional": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.play(ruyLopez)
		f.clock(5160_000, 5158_000, "w")
		f.game.Trust = transport.Trust{State: "settling", Reason: text("a piece is in the air, or a move waits for its proof")}
		f.pend(f.move("Nf1", "provisional", 5150_000))
		f.sensed("r2qr1k1/1bpnbppp/p2p1n2/1p2p3/3PP3/2P2N1P/PPB2PP1/R1BQRNK1")
		f.found(transport.Finding{Code: "obliged", Level: "info", Article: "4.3.1", Side: "w", Ply: 25, Bound: "from:d2",
			Allowed: []string{"d2b1", "d2b3", "d2c4", "d2f1"}})
		f.found(transport.Finding{Code: "provisional", Level: "info", Article: "-", Side: "w", Ply: 25, UCI: "d2f1", SAN: "Nf1"})
	},
	"illegal": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.play("e4 e5")
		f.clock(5340_000, 5380_000, "b")
		f.sensed("rnbqkbnr/pppp1ppp/8/4p3/4P3/1N6/PPPP1PPP/R1BQKBNR")
		f.playIllegalKnight()
		f.found(illegalKnight)
		f.alert(illegalKnight)
	},
	"signal": func(t testing.TB, say listener) {
		f := newFeed(t, endgame, say)
		f.status("ready")
		f.game.Phase = "result_pending"
		f.snapshot()
		f.sensed("8/6pp/8/4k3/3K4/8/6PP/8", "d3", "d4", "e5", "f6")
		signal := transport.Finding{Event: 5, AtMs: 21980, Code: "result_signal", Level: "info", Article: "vendor convention", Side: "-", Text: "0-1"}
		f.found(signal)
		f.alert(signal)
	},
	"differ": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.play("e4 e5")
		f.sensed("rnbqkbnr/pppp1ppp/8/4p3/4PQ2/8/PPPP1PPP/RNB1KB1R", "d1", "f4", "g1") // the queen on f4, the knight in the air
		f.game.Trust = transport.Trust{State: "displaced", Reason: text("pieces stand where no move put them")}
		f.snapshot()
		f.found(transport.Finding{AtMs: 12000, Code: "displaced", Level: "arbiter", Article: "7.4.1", Side: "?", Squares: []string{"d1", "f4"}})
	},
	"ended": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("lost")
		f.play("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")
		f.game.Result, f.game.Termination, f.game.Phase = "1-0", text("normal"), "ended"
		f.snapshot()
	},
}

func text(s string) *string { return &s }

// board is the board of a scene.
func board(t testing.TB, name string) *Board {
	b := new(Board)
	scenes[name](t, into(t, b))
	return b
}

// TestNoPraise: no picture has a ! after a move, because that is praise. Each picture marks an
// illegal move as illegal.
func TestNoPraise(t *testing.T) {
	marked := map[bool]string{false: "Nb3✗", true: "Nb3 ill."}
	for _, style := range []Style{{}, {ASCII: true}, {Depth: TrueColor}, {Depth: Basic, ASCII: true}, {Depth: Mono}} {
		for _, scene := range []string{"start", "provisional", "illegal", "signal", "differ", "ended"} {
			picture := ansi.Strip(Draw(board(t, scene), 120, 40, style, ""))
			if strings.Contains(picture, "!") {
				t.Errorf("%s %+v:\n%s", scene, style, picture)
			}
			if scene == "illegal" && !strings.Contains(picture, marked[style.ASCII]) {
				t.Errorf("%+v: the illegal move is not marked:\n%s", style, picture)
			}
		}
	}
}

// playIllegalKnight plays Nb3, which stands completed.
func (f *feed) playIllegalKnight() {
	ply := transport.Ply{Ply: 3, UCI: text("b1b3"), SAN: text("Nb3"), State: "illegal_completed", ClkMs: new(int64(5340_000))}
	f.game.Irregular, f.game.Illegal, f.game.Phase = []transport.Ply{ply}, &transport.Sides{White: 1}, "irregular"
	f.game.Trust = transport.Trust{State: "illegal", Reason: text("an irregular move stands on the board")}
	f.pend(ply)
}
