package view

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

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
