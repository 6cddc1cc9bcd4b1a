package main

import (
	"fmt"
	"io"

	"github.com/boardd/boardd/sensor"
)

// progress is a line at a terminal that changes in place. Elsewhere there is
// none, and only what is said is printed.
type progress struct {
	out   io.Writer
	live  bool
	shown bool   // the cursor stands behind it
	said  string // of the port, last
}

// show says how many of something there are so far.
func (p *progress) show(n int, what string) {
	if p.live {
		p.shown = true
		fmt.Fprintf(p.out, "\r%d %s ", n, what)
	}
}

// say prints a line of its own.
func (p *progress) say(line string) {
	if p.shown {
		fmt.Fprintln(p.out)
	}
	p.shown = false
	fmt.Fprintln(p.out, line)
}

// end puts a longer line in its place.
func (p *progress) end(line string) {
	if p.shown {
		fmt.Fprint(p.out, "\r")
	}
	fmt.Fprintln(p.out, line)
}

// complain says why a port could not be opened, unless that was said last.
func (p *progress) complain(e sensor.PortEvent) {
	switch e.Kind {
	case sensor.PortUp:
		p.said = ""
	case sensor.PortFailed:
		if text := portTrouble(e.Err); text != p.said {
			p.said = text
			p.say(text)
		}
	}
}
