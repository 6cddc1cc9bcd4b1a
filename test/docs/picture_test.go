package docs

import (
	"flag"
	"fmt"
	"html"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

var update = flag.Bool("update", false, "write the picture of the demo again; make picture does")

// picture is the file that the README shows.
const picture = root + "docs/demo.svg"

// TestPicture: the picture in the README is what the view draws of the demo, when
// Black has pressed the clock after a move that leaves his king in check.
func TestPicture(t *testing.T) {
	got := svg(view.Draw(demoUntil(t, "illegal_completed"), 118, 40, view.Style{Depth: view.TrueColor}, "space + - q"))
	if *update {
		if err := os.WriteFile(picture, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got != read(t, picture) {
		t.Errorf("%s is not what the view draws of the demo: run make picture, and look at it", picture)
	}
}

// TestPictureOfText: colours, attributes and blocks of a terminal, as shapes.
func TestPictureOfText(t *testing.T) {
	for _, tt := range []struct{ screen, shape string }{
		{"a<", `<text x="0" y="15" fill="#d0d0d0" textLength="18">a&lt;</text>`},
		{"\x1b[0;1;31ma\x1b[mb", `<text x="0" y="15" fill="#e06c75" font-weight="bold" textLength="9">a</text>`},
		{"\x1b[0;1;31ma\x1b[mb", `<text x="9" y="15" fill="#d0d0d0" textLength="9">b</text>`},
		{"  \x1b[0;48;2;255;0;16mx", `<path fill="#ff0010" d="M18 0h9v10h-9zM18 10h9v10h-9z"/>`},
		{"\x1b[0;38;2;1;2;3;48;2;4;5;6m▀", `<path fill="#010203" d="M0 0h9v10h-9z"/>`},
		{"\x1b[0;38;2;1;2;3;48;2;4;5;6m▀", `<path fill="#040506" d="M0 10h9v10h-9z"/>`},
		{"\x1b[0;7ma", `fill="#1e1e1e" textLength="9">a</text>`},
	} {
		if got := svg(tt.screen); !strings.Contains(got, tt.shape) {
			t.Errorf("%q is drawn as\n%s\nwant in it %s", tt.screen, got, tt.shape)
		}
	}
}

// demoUntil plays the log of the demo to a board of the view, until a finding comes.
func demoUntil(t *testing.T, code string) *view.Board {
	t.Helper()
	log, err := pipeline.ReadAs(sensor.NewReader(strings.NewReader(fixtures.Log("demo"))), "demo")
	if err != nil {
		t.Fatal(err)
	}
	topics, err := transport.NewTopics("demo", "board-1")
	if err != nil {
		t.Fatal(err)
	}
	log.Engine.Encoder = transport.NewEncoder(topics, "demo")
	shown := new(view.Board)
	for _, r := range log.Records {
		o := log.Engine.Step(r)
		for _, m := range o.Messages {
			shown.Apply(m.Topic, m.Payload)
		}
		for _, f := range o.Findings {
			if f.Code.String() == code {
				return shown
			}
		}
	}
	t.Fatalf("the demo has no finding %s", code)
	return nil
}

// A cell of the picture in pixels. Half a cell is a square of a painted board, nearly.
const cellWidth, cellHeight, baseline = 9, 20, 15

// paper is what a terminal shows where nothing is drawn, and pen what it writes with.
const paper, pen = "#1e1e1e", "#d0d0d0"

// named are the 16 colours that a terminal's theme names.
var named = [...]string{"#1e1e1e", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d0d0d0",
	"#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#ffffff"}

// look is how a cell is written.
type look struct {
	fore, back          string // #rrggbb
	bold, faint, italic bool
}

// svg draws a screen, lines with the escape sequences of colours, as an SVG.
func svg(screen string) string {
	lines := strings.Split(screen, "\n")
	width := 0
	shapes := map[string]string{} // paths by their colour
	var colours []string          // in the order in which they come
	fill := func(colour string, x, y, w int) {
		if colour == paper || w == 0 {
			return
		}
		if shapes[colour] == "" {
			colours = append(colours, colour)
		}
		shapes[colour] += fmt.Sprintf("M%d %dh%dv%dh-%dz", x*cellWidth, y*cellHeight/2, w*cellWidth, cellHeight/2, w*cellWidth)
	}
	var texts strings.Builder
	for y, line := range lines {
		cells := cellsOf(line)
		width = max(width, len(cells))
		for half := range 2 {
			for x := 0; x < len(cells); {
				from := x
				for x < len(cells) && cells[x].half(half) == cells[from].half(half) {
					x++
				}
				fill(cells[from].half(half), from, 2*y+half, x-from)
			}
		}
		for x := 0; x < len(cells); {
			from, run := x, ""
			for x < len(cells) && cells[x].look == cells[from].look && cells[x].written() == cells[from].written() {
				run += cells[x].text
				x++
			}
			if cells[from].written() {
				fmt.Fprintf(&texts, "<text x=\"%d\" y=\"%d\" %s textLength=\"%d\">%s</text>\n", from*cellWidth, y*cellHeight+baseline, cells[from].attributes(), (x-from)*cellWidth, html.EscapeString(run))
			}
		}
	}
	var out strings.Builder
	w, h := width*cellWidth, len(lines)*cellHeight
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -12 %d %d\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"15\" xml:space=\"preserve\">\n", w+24, h+24)
	fmt.Fprintf(&out, "<rect x=\"-12\" y=\"-12\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"%s\"/>\n<g shape-rendering=\"crispEdges\">\n", w+24, h+24, paper)
	for _, colour := range colours {
		fmt.Fprintf(&out, "<path fill=\"%s\" d=\"%s\"/>\n", colour, shapes[colour])
	}
	fmt.Fprintf(&out, "</g>\n%s</svg>\n", texts.String())
	return out.String()
}

// cell is one column of a line.
type cell struct {
	text string
	look
}

// half is the colour of the upper or lower half of a cell: half blocks paint one with
// each colour.
func (c cell) half(lower int) string {
	if c.text == "▀" && lower == 0 || c.text == "▄" && lower == 1 || c.text == "█" {
		return c.fore
	}
	return c.back
}

// written reports whether there is text in a cell.
func (c cell) written() bool { return strings.Trim(c.text, " ▀▄█") != "" }

func (l look) attributes() string {
	s := fmt.Sprintf("fill=%q", l.fore)
	if l.bold {
		s += ` font-weight="bold"`
	}
	if l.faint {
		s += ` opacity="0.6"`
	}
	if l.italic {
		s += ` font-style="italic"`
	}
	return s
}

// cellsOf are the cells of a line.
func cellsOf(line string) []cell {
	var cells []cell
	now := look{fore: pen, back: paper}
	for line != "" {
		if parameters, ok := strings.CutPrefix(line, "\x1b["); ok {
			codes, rest, _ := strings.Cut(parameters, "m")
			now, line = lookOf(codes), rest
			continue
		}
		text, width := ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
		line = line[len(text):]
		cells = append(cells, cell{text, now})
		for range width - 1 {
			cells = append(cells, cell{"", now})
		}
	}
	return cells
}

// lookOf reads the parameters of an escape sequence, which the view begins with a 0
// each time.
func lookOf(codes string) look {
	l := look{fore: pen, back: paper}
	reversed := false
	fields := strings.Split(codes, ";")
	for i := 0; i < len(fields); i++ {
		n, _ := strconv.Atoi(fields[i])
		switch {
		case n == 1:
			l.bold = true
		case n == 2:
			l.faint = true
		case n == 3:
			l.italic = true
		case n == 7:
			reversed = true
		case n == 38 || n == 48:
			colour := "#"
			for _, part := range fields[i+2 : i+5] { // after the 2 that says that there are three of them
				v, _ := strconv.Atoi(part)
				colour += fmt.Sprintf("%02x", v)
			}
			if i += 4; n == 38 {
				l.fore = colour
			} else {
				l.back = colour
			}
		case n >= 30 && n < 38:
			l.fore = named[n-30]
		case n >= 40 && n < 48:
			l.back = named[n-40]
		case n >= 90 && n < 98:
			l.fore = named[n-90+8]
		case n >= 100 && n < 108:
			l.back = named[n-100+8]
		}
	}
	if reversed {
		l.fore, l.back = l.back, l.fore
	}
	return l
}
