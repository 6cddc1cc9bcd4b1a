package cli

import (
	"fmt"
	"io"

	"github.com/boardd/boardd/internal/terminal"
)

// Progress is a line at a terminal that changes in place. Elsewhere it shows nothing, and
// only Say prints.
type Progress struct {
	out   io.Writer
	live  bool
	shown bool // the cursor stands after it
}

// NewProgress makes a progress line on out.
func NewProgress(out io.Writer) *Progress { return &Progress{out: out, live: terminal.Is(out)} }

// Show shows how many of something there are so far.
func (p *Progress) Show(n int, what string) {
	if p.live {
		p.shown = true
		fmt.Fprintf(p.out, "\r%d %s ", n, what)
	}
}

// Say prints a line of its own.
func (p *Progress) Say(line string) {
	if p.shown {
		fmt.Fprintln(p.out)
	}
	p.shown = false
	fmt.Fprintln(p.out, terminal.PlainLines(line))
}

// End replaces the line by a longer one.
func (p *Progress) End(line string) {
	if p.shown {
		fmt.Fprint(p.out, "\r")
	}
	fmt.Fprintln(p.out, terminal.PlainLines(line))
}
