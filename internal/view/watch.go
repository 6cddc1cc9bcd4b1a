package view

import (
	"context"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/boardd/boardd/transport"
)

// WatchOptions are where and how to show a site. Watch ignores Key and Note of
// Options.
type WatchOptions struct {
	Options
	JSON bool      // the messages, one a line, even at a terminal
	Err  io.Writer // where lines about the link go when there is no picture
}

// settleTime is how long the retained messages of a board take to come after its
// first message. A broker and a board send them at once; only over a useless link
// they take longer.
const settleTime = 3 * time.Second

// Watch shows the boards of a site until news is closed, the context is done, or
// the user quits with q or Ctrl-C. None of these is an error. A terminal gets a
// picture; any other output gets a line for each change, which begins with the
// name of the board.
//
// After Watch has returned nobody receives from news.
func Watch(ctx context.Context, news <-chan News, o WatchOptions) error {
	style, picture := o.fill()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	settled := make(chan News)
	go settle(ctx, news, settled)
	switch {
	case o.JSON:
		return writeSite(ctx, settled, &o, writeMessage)
	case !picture:
		c := chronicle{style: style, transcripts: map[*Board]*Transcript{}}
		return writeSite(ctx, settled, &o, c.write)
	}
	if err := interact(ctx, &watcher{style: style}, settled, o.Options); err != nil {
		return fmt.Errorf("show a site: %w", err)
	}
	return nil
}

// settle passes news on. While the link is up, it adds a settled one every
// settleTime.
func settle(ctx context.Context, news <-chan News, to chan<- News) {
	defer close(to)
	var due <-chan time.Time
	for {
		var n News
		var ok bool
		select {
		case <-ctx.Done():
			return
		case <-due:
			n, due = News{Settled: true}, time.After(settleTime)
		case n, ok = <-news:
			if !ok {
				return
			}
		}
		if n.Link != nil {
			due = nil
			if n.Link.Up {
				due = time.After(settleTime)
			}
		}
		select {
		case to <- n:
		case <-ctx.Done():
			return
		}
	}
}

// writeSite writes lines: about messages with write, about the link itself.
func writeSite(ctx context.Context, news <-chan News, o *WatchOptions, write func(io.Writer, *Site, *transport.Message) error) error {
	var s Site
	for {
		var n News
		var ok bool
		select {
		case <-ctx.Done():
			return nil
		case n, ok = <-news:
			if !ok {
				return nil
			}
		}
		if n.Link != nil {
			s.writeLink(o.Err, *n.Link, Style{Lang: o.Lang})
		}
		for _, m := range s.messages(&n) {
			if err := write(o.Out, &s, &m); err != nil {
				return fmt.Errorf("tell what happens: %w", err)
			}
		}
	}
}

// messages returns the messages of a piece of news, and applies a change of the
// link to the site.
func (s *Site) messages(n *News) []transport.Message {
	switch {
	case n.Link != nil:
		s.Connect(*n.Link)
		return nil
	case n.Settled:
		return s.Settle()
	}
	return []transport.Message{n.Message}
}

// writeLink writes the state of the link, if that has changed.
func (s *Site) writeLink(w io.Writer, l Link, style Style) {
	text := ""
	switch was := s.link; {
	case w == nil:
		return
	case l.Up:
		text = style.says("connected")
		if l.Err != nil {
			text += "; " + style.says("some of it cannot be read:") + " " + oneLine(l.Err)
		}
	case was.Up || was.Err == nil || l.Err != nil && l.Err.Error() != was.Err.Error():
		text = style.says("no broker, trying again:") + " " + oneLine(l.Err)
	}
	if text != "" {
		fmt.Fprintln(w, style.clean(text, maxLine))
	}
}

// writeMessage writes a message that is new.
func writeMessage(w io.Writer, s *Site, m *transport.Message) error {
	if !s.Apply(m) {
		return nil
	}
	_, err := w.Write(append(transport.AppendMessage(nil, m), '\n'))
	return err
}

// chronicle is the transcripts of the boards of a site.
type chronicle struct {
	style       Style
	transcripts map[*Board]*Transcript
}

func (c *chronicle) write(w io.Writer, s *Site, m *transport.Message) error {
	b := s.boardOf(m.Topic)
	if b == nil {
		return nil
	}
	transcript := c.transcripts[b]
	if transcript == nil {
		transcript = &Transcript{Style: c.style, board: b}
		c.transcripts[b] = transcript
	}
	b.hear()
	for _, line := range transcript.Lines(m.Topic, m.Payload) {
		if _, err := fmt.Fprintf(w, "%s  %s\n", b.name, line); err != nil {
			return err
		}
	}
	return nil
}

// watcher shows a site at a terminal: the state of a bubbletea program.
type watcher struct {
	site          Site
	screen        Screen
	style         Style
	width, height int
	now           time.Time
}

// tick is how often the ages on the screen are updated.
const tick = time.Second

func everySecond() tea.Cmd { return tea.Tick(tick, func(now time.Time) tea.Msg { return now }) }

// Init lets time pass.
func (w *watcher) Init() tea.Cmd { return everySecond() }

// Update takes news, time, keys, and properties of the terminal.
func (w *watcher) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case batch[News]:
		for i := range msg {
			for _, m := range w.site.messages(&msg[i]) {
				w.site.Apply(&m)
			}
		}
	case over:
		return w, tea.Quit
	case time.Time:
		w.now = msg
		return w, everySecond()
	case tea.WindowSizeMsg:
		w.width, w.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		w.style.Depth = depths[msg.Profile]
	case tea.KeyPressMsg:
		return w, w.press(msg)
	}
	return w, nil
}

// press does what a key asks for.
func (w *watcher) press(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	}
	if w.screen.Press(key.String(), key.Key().Text, &w.site) {
		return tea.Quit
	}
	return nil
}

// View returns the picture.
func (w *watcher) View() tea.View {
	v := tea.NewView(DrawSite(&w.site, &w.screen, w.width, w.height, w.style, w.now))
	v.AltScreen = true
	return v
}
