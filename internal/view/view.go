// Package view shows a board to a person at a terminal: a drawn board that
// changes in place, with clocks, moves, findings and alerts. Without a terminal
// it writes a line for each change. It shows all boards of a site in the same
// way, in a table with a line for each.
//
// Its only input is messages as they go over MQTT, those for everybody and those
// under arbiter/. So it shows a replayed game, a live game and a game on another
// machine in the same way. It has three parts:
//
//   - Board is the model of one board, a fold over its messages. Site is that of
//     many, and of the link to the broker; Screen is what a person has chosen to
//     see of it, a fold over keys.
//   - Draw makes a picture of a Board, DrawSite one of a Site, and Transcript the
//     plain lines. All are pure: the same messages give the same output, and no
//     clock is read. A clock that runs is shown as it was last read.
//   - Run shows messages as they come, at a terminal or not, and Watch those of
//     a site.
//
// It never trusts messages: it counts and ignores an unreadable payload, bounds
// all that it keeps, and lets no control character reach the terminal.
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

// Options are where and how to show a board. The zero value shows it at the
// terminal of the process.
type Options struct {
	In    io.Reader      // the source of keys; nil is os.Stdin. Only a terminal has keys
	Out   io.Writer      // nil is os.Stdout
	ASCII bool           // letters, even if the terminal has glyphs
	Plain bool           // lines, even at a terminal
	Lang  words.Language // of the sentences for findings

	// Key is called for each key but those that end the view: "+", "-", "space"
	// and so on. Its result replaces Note at the end of the status line. A
	// goroutine other than that of Run calls it, one call after the other; nil
	// takes no keys.
	Key  func(key string) string
	Note string
}

// frame is the shortest time between two pictures: 30 a second suffice to follow
// a hand, and leave a small computer time for the game.
const frame = time.Second / 30

// Run shows messages until updates is closed, the context is done, or the user
// quits with q or Ctrl-C. None of these is an error. A terminal gets a picture,
// and the last one stays on it; any other output gets a line for each change.
//
// After Run has returned nobody receives from updates.
func Run(ctx context.Context, updates <-chan Update, o Options) error {
	style, picture := o.fill()
	if !picture {
		return transcribe(ctx, updates, o.Out, style)
	}
	return show(ctx, updates, o, style)
}

// fill sets the defaults. It returns the style, and whether there is a terminal
// to draw on.
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

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// transcribe writes a line for each change.
func transcribe(ctx context.Context, updates <-chan Update, out io.Writer, style Style) error {
	transcript := Transcript{Style: style}
	for {
		select {
		case <-ctx.Done():
			return nil
		case u, ok := <-updates:
			if !ok {
				return nil
			}
			for _, line := range transcript.Lines(u.Topic, u.Payload) {
				if _, err := io.WriteString(out, line+"\n"); err != nil {
					return fmt.Errorf("tell what happens: %w", err)
				}
			}
		}
	}
}

// program shows a board at a terminal: the state of a bubbletea program.
type program struct {
	board         Board
	style         Style
	width, height int
	note          string
	key           func(string) string
}

// batch is a number of updates that are shown in one picture.
type batch[T any] []T

// over is the message that there will be no more updates.
type over struct{}

// maxBatch bounds how many updates wait for a picture.
const maxBatch = 1024

// depths maps the profiles of bubbletea to depths. bubbletea has looked at
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

// interact runs a program at a terminal. The program gets updates in batches,
// and then over.
func interact[T any](ctx context.Context, p tea.Model, updates <-chan T, o Options) error {
	options := []tea.ProgramOption{
		tea.WithOutput(o.Out),
		tea.WithInput(o.In),
		tea.WithFPS(int(time.Second / frame)),
		tea.WithoutSignalHandler(), // the caller handles signals and gives a context
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
// terminal shows again what it showed before.
func (p *program) leave(out io.Writer) error {
	if _, err := fmt.Fprintln(out, Draw(&p.board, p.width, p.height-2, p.style, "")); err != nil {
		return fmt.Errorf("leave the last picture: %w", err)
	}
	return nil
}

// pump passes updates on, those of one frame together, until there are no more
// or the context is done. Then it sends over.
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

// Update takes updates, keys, and properties of the terminal.
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

// View returns the picture.
func (p *program) View() tea.View {
	v := tea.NewView(Draw(&p.board, p.width, p.height, p.style, p.note))
	v.AltScreen = true
	return v
}
