package view

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/boardd/boardd/transport"
)

// hallTime is when pictures of the hall are taken.
var hallTime = time.Date(2026, 5, 4, 14, 5, 0, 0, time.UTC)

func TestSitePictures(t *testing.T) {
	tests := []struct {
		name          string
		width, height int
		keys          string
		style         Style
	}{
		{"table", 120, 12, "", Style{}},
		{"table", 80, 24, "", Style{}},
		{"table", 80, 24, "jj", Style{ASCII: true}},
		{"table", 80, 10, "", Style{Depth: Basic}},
		{"table", 40, 6, "G", Style{}},
		{"typing", 80, 6, "/okon", Style{}},
		{"below", 90, 44, "j", Style{}},
		{"beside", 170, 30, "", Style{}},
		{"page", 100, 30, "<enter>", Style{}},
	}
	for _, tt := range tests {
		name := fmt.Sprintf("site-%s-%dx%d", tt.name, tt.width, tt.height)
		if tt.style != (Style{}) {
			name += fmt.Sprintf("-%d%t", tt.style.Depth, tt.style.ASCII)
		}
		t.Run(name, func(t *testing.T) {
			s, v := hall(t), new(Screen)
			press(v, s, tt.keys)
			golden(t, name, DrawSite(s, v, tt.width, tt.height, tt.style, hallTime))
		})
	}
}

// No picture is larger than the terminal, whatever its size and what is chosen. A
// short run tries fewer sizes.
func TestSitePictureFits(t *testing.T) {
	apart := 1
	if testing.Short() {
		apart = 2
	}
	styles := []Style{{}, {ASCII: true}, {Depth: TrueColor}}
	s := hall(t)
	reset := Link{Err: errors.New("read tcp 127.0.0.1:1883:\n\x1b[2J connection reset")}
	for _, tt := range []struct {
		link Link
		keys string
	}{{Link{Up: true}, ""}, {Link{Up: true}, "a"}, {Link{Up: true}, "<enter>"}, {reset, "/b"}, {reset, "<enter>"}, {Link{}, "/nobody"}} {
		v := new(Screen)
		s.link = tt.link
		press(v, s, tt.keys)
		for i, style := range styles {
			for width := -1; width < 230; width += (13 + 5*i) * apart {
				for height := -1 + i; height < 60; height += (7 + 5*i) * apart {
					checkFits(t, DrawSite(s, v, width, height, style, hallTime), width, height, style)
				}
			}
		}
	}
}

// What may not be overlooked is in each picture that has any room.
func TestSiteShows(t *testing.T) {
	down, refused := Link{Err: errors.New("connection refused")}, Link{Up: true, Err: errors.New("subscribe: not allowed")}
	tests := []struct {
		why  string
		link Link
		want string
	}{
		{"alerts, the oldest first", Link{Up: true}, "b3 "},
		{"how many and how old they are", Link{Up: true}, "(2) 6m flag"},
		{"a board without contact", Link{Up: true}, "no contact"},
		{"no broker", down, "no broker, trying again; the picture is old: "},
		{"a topic that is refused", refused, "some of it cannot be read: subscribe: not"},
		{"an illegal move as such", Link{Up: true}, "Nb3✗"},
	}
	for _, tt := range tests {
		for _, width := range []int{54, 80, 100, 140, 200} {
			s := hall(t)
			s.link = tt.link
			if got := DrawSite(s, new(Screen), width, 12, Style{}, hallTime); !strings.Contains(got, tt.want) {
				t.Errorf("%s: no %q in %d columns:\n%s", tt.why, tt.want, width, got)
			}
		}
	}
}

// A reader who may read only public topics sees that; a reader of all topics sees no such line.
func TestOnlyPublic(t *testing.T) {
	s := new(Site)
	s.Connect(Link{Up: true})
	f := newFeed(t, initialFEN, intoSite(t, s))
	f.status("ready")
	g := f.game
	g.Head = f.head("game")
	f.send("game", g)
	const want = "nothing comes from arbiter/"
	if got := DrawSite(s, new(Screen), 100, 10, Style{}, hallTime); !strings.Contains(got, want) || !strings.Contains(got, "Ferrier") {
		t.Errorf("no %q in\n%s", want, got)
	}
	f.play("e4")
	if got := DrawSite(s, new(Screen), 100, 10, Style{}, hallTime); strings.Contains(got, want) {
		t.Errorf("%q in\n%s", want, got)
	}
}

// Of a hundred boards a screenful is shown, that with the cursor on it.
func TestManyBoards(t *testing.T) {
	s, v := new(Site), new(Screen)
	for i := range 100 {
		f := newFeed(t, initialFEN, intoSite(t, s))
		f.name = fmt.Sprint("b", i+1)
		f.play("e4")
	}
	for keys, want := range map[string][2]string{"": {"1 to 21 of 100", "▸ b1 "}, "<end>": {"85 to 100 of 100", "▸ b100 "}, "<pgdown><pgdown>j": {"22 to 42 of 100", "▸ b22 "}} {
		press(v, s, "g"+keys)
		got := DrawSite(s, v, 80, 24, Style{}, hallTime)
		if !strings.Contains(got, want[0]) || !strings.Contains(got, want[1]) {
			t.Errorf("%q: no %q in\n%s", keys, want, got)
		}
	}
}

// Names from a network cannot steer the terminal, nor push a line aside.
func TestForeignTextInTable(t *testing.T) {
	for _, name := range []string{"\x1b]0;owned\a, X", "常昊九段常昊九段, 常昊九段常昊九段", "\u202eevil", strings.Repeat("n", 300), "e\u0301\u0301\u0301\u0301, e"} {
		s := new(Site)
		f := newFeed(t, initialFEN, intoSite(t, s))
		f.game.Tags = map[string]string{"White": name, "Black": name}
		f.play("e4")
		f.alert(transport.Finding{Code: "x", Level: name, SAN: name})
		for width := 20; width < 220; width += 7 {
			checkFits(t, DrawSite(s, new(Screen), width, 12, Style{}, hallTime), width, 12, Style{})
		}
	}
}

// Both players are shown, in as many columns as there are.
func TestPlayers(t *testing.T) {
	s := hall(t)
	for width, want := range map[int]string{80: "Ferri… – Þórsd…", 120: "Ferrier – Þórsdóttir ", 200: "Ferrier, Isla – Þórsdóttir, Anna"} {
		got := ansi.Strip(DrawSite(s, new(Screen), width, 12, Style{}, hallTime))
		if !strings.Contains(got, want) {
			t.Errorf("%d columns: no %q in\n%s", width, want, got)
		}
	}
}

func BenchmarkDrawSite(b *testing.B) {
	s := new(Site)
	for i := range 100 {
		f := newFeed(b, initialFEN, intoSite(b, s))
		f.name = fmt.Sprint("b", i+1)
		f.play(ruyLopez)
		f.alert(illegalKnight)
	}
	for b.Loop() {
		DrawSite(s, new(Screen), 120, 50, Style{Depth: TrueColor}, hallTime)
	}
}
