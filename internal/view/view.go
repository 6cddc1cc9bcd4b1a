// Package view shows a board to a person at a terminal: a drawn board that
// changes in place, with clocks, moves, findings and alerts, or, where there is
// no terminal, a line for each thing worth telling. It shows all boards of a
// site in the same way, in a table of which each line is a board.
//
// It sees nothing but messages as they go over MQTT, those for everybody and
// those under arbiter/, and so shows a game that is replayed, played before its
// eyes or followed over a network in the same way. It has three parts:
//
//   - Board is the model of one board, a fold over its messages. Site is that of
//     many, and of the link to the broker; Screen is what a person has chosen to
//     see of it, a fold over keys.
//   - Draw makes a picture of a Board, DrawSite one of a Site, and Story the
//     plain lines. All are pure: the same messages give the same output, and no
//     clock is read. A clock that runs is shown as it was last read.
//   - Run shows messages as they come, at a terminal or not, and Watch those of
//     a site.
//
// What comes in messages is never trusted: a payload that cannot be read is
// counted and left, whatever is kept is bounded, and no control character
// reaches the terminal.
package view

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
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

// program is what the terminal shows: a board, and how.
type program struct {
	board         Board
	style         Style
	width, height int
	note          string
	key           func(string) string
}

// batch is a number of updates that are shown in one picture.
type batch[T any] []T

// over says that there will be no more updates.
type over struct{}

// maxBatch bounds how many updates wait for a picture.
const maxBatch = 1024

// depths are what bubbletea says of a terminal in our terms. It has looked at
// NO_COLOR, COLORTERM and TERM.
var depths = map[colorprofile.Profile]Depth{
	colorprofile.Ascii:     Mono,
	colorprofile.ANSI:      Basic,
	colorprofile.ANSI256:   Indexed,
	colorprofile.TrueColor: TrueColor,
}

// show shows pictures of a board at a terminal.
func show(ctx context.Context, updates <-chan Update, o Options, style Style) error {
	p := &program{style: style, note: o.Note, key: o.Key}
	if err := interact(ctx, p, updates, o); err != nil {
		return fmt.Errorf("show a board: %w", err)
	}
	return p.leave(o.Out)
}

// interact runs a program at a terminal. It gets updates in batches, and is
// told when they are over.
func interact[T any](ctx context.Context, p tea.Model, updates <-chan T, o Options) error {
	options := []tea.ProgramOption{
		tea.WithOutput(o.Out),
		tea.WithInput(o.In),
		tea.WithFPS(int(time.Second / frame)),
		tea.WithoutSignalHandler(), // signals are the caller's: he has given a context
	}
	if !isTerminal(o.In) {
		options = append(options, tea.WithInput(nil))
	}
	ui := tea.NewProgram(p, options...)
	ctx, stop := context.WithCancel(ctx)
	var pumping sync.WaitGroup
	pumping.Go(func() { pump(ctx, updates, ui.Send) })
	_, err := ui.Run()
	stop()
	pumping.Wait()
	return err
}

// leave writes the last picture once more, with room for a prompt below it: the
// terminal has gone back to
// what it showed before.
func (p *program) leave(out io.Writer) error {
	if _, err := fmt.Fprintln(out, Draw(&p.board, p.width, p.height-2, p.style, "")); err != nil {
		return fmt.Errorf("leave the last picture: %w", err)
	}
	return nil
}

// pump passes updates on, those of one frame together, until there are no more
// or the context is done. That it says, too.
func pump[T any](ctx context.Context, updates <-chan T, send func(tea.Msg)) {
	var waiting batch[T]
	var due <-chan time.Time
	flush := func() {
		if len(waiting) > 0 {
			send(waiting)
		}
		waiting, due = nil, nil
	}
	defer send(over{})
	for {
		select {
		case <-ctx.Done():
			flush()
			return
		case <-due:
			flush()
		case u, ok := <-updates:
			if !ok {
				flush()
				return
			}
			waiting = append(waiting, u)
			if due == nil {
				due = time.After(frame)
			}
			if len(waiting) == maxBatch {
				flush()
			}
		}
	}
}

// Init has nothing to do.
func (p *program) Init() tea.Cmd { return nil }

// Update takes what has happened: updates, keys, and what the terminal is.
func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case batch[Update]:
		for _, u := range msg {
			p.board.Apply(u.Topic, u.Payload)
		}
	case over:
		return p, tea.Quit
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		p.style.Depth = depths[msg.Profile]
	case tea.KeyPressMsg:
		return p, p.press(msg.String())
	}
	return p, nil
}

// press does what a key asks for.
func (p *program) press(key string) tea.Cmd {
	switch key {
	case "q", "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	}
	if p.key != nil {
		p.note = p.key(key)
	}
	return nil
}

// View is the picture.
func (p *program) View() tea.View {
	v := tea.NewView(Draw(&p.board, p.width, p.height, p.style, p.note))
	v.AltScreen = true
	return v
}
