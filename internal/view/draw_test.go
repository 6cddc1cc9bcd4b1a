package view

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/boardd/boardd/transport"
)

// trailing are the blanks at the ends of lines, which a picture has where they
// have a colour.
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

// No picture is larger than the terminal, whatever its size, and all lines of
// it can be written anywhere. A short run tries fewer sizes.
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

// A name is written as it is, up to its place; what is not a character of text
// is not, since it comes from a network.
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

// What has to be done after an illegal move is still to be read when something
// else has been found after it; what had to be done after an earlier one is not.
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

// Every glyph takes one column by whichever way a terminal reckons: what does
// not would push the rest of its line aside.
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
