package view

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/boardd/boardd/touchmove/words"
)

// Update is one message to show.
type Update struct {
	Topic   string
	Payload []byte
}

// Options say where and how to show a board. The zero value shows it at the
// terminal of the process.
type Options struct {
	In    io.Reader      // where keys come from; nil is os.Stdin. Without a terminal there are none
	Out   io.Writer      // nil is os.Stdout
	ASCII bool           // letters, even where glyphs could be shown
	Plain bool           // lines, even at a terminal
	Lang  words.Language // of the sentences that tell of findings

	// Key is called for each key but those that end the view: "+", "-",
	// "space" and so on. What it returns is shown at the end of the status
	// line in place of Note. It is called on another goroutine than that which
	// called Run, one call after the other; nil takes no keys.
	Key  func(key string) string
	Note string
}

// frame is the shortest time between two pictures: 30 a second are more than
// enough to follow a hand, and leave a small computer its time for the game.
const frame = time.Second / 30

// Run shows the messages that come until there are no more, the context is done
// or the user wants no more: q, Ctrl-C. Neither is an error. A terminal gets a
// picture, and the last one stays on it; anything else gets a line for each
// thing worth telling.
//
// After Run has returned nobody receives from updates.
func Run(ctx context.Context, updates <-chan Update, o Options) error {
	style, picture := o.fill()
	if !picture {
		return tell(ctx, updates, o.Out, style)
	}
	return show(ctx, updates, o, style)
}

// fill sets what was not said, and returns the style, and whether there is a
// terminal to draw on.
func (o *Options) fill() (style Style, picture bool) {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	style = StyleFor(os.LookupEnv)
	style.ASCII, style.Lang = style.ASCII || o.ASCII, o.Lang
	return style, !o.Plain && isTerminal(o.Out) && os.Getenv("TERM") != "dumb"
}

// isTerminal reports whether what is read from or written to is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// tell writes a line for each thing worth telling.
func tell(ctx context.Context, updates <-chan Update, out io.Writer, style Style) error {
	story := Story{Style: style}
	for {
		select {
		case <-ctx.Done():
			return nil
		case u, ok := <-updates:
			if !ok {
				return nil
			}
			for _, line := range story.Lines(u.Topic, u.Payload) {
				if _, err := io.WriteString(out, line+"\n"); err != nil {
					return fmt.Errorf("tell what happens: %w", err)
				}
			}
		}
	}
}
