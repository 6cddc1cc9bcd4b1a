package view

import (
	"context"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/boardd/boardd/transport"
)

// WatchOptions say where and how to show a site. Of Options, Key and Note are
// not looked at.
type WatchOptions struct {
	Options
	JSON bool      // the messages, one a line, even at a terminal
	Err  io.Writer // where lines about the link go when there is no picture
}

// settleTime is how long after a board was heard again all that is retained of
// it has come. A broker, and a board, send it at once; it takes longer only over
// a link that is no use.
const settleTime = 3 * time.Second

// Watch shows the boards of a site until there is no more news, the context is
// done or the user wants no more: q, Ctrl-C. Neither is an error. A terminal
// gets a picture; anything else gets a line for each thing worth telling, which
// begins with the name of the board.
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
		return tellSite(ctx, settled, &o, writeMessage)
	case !picture:
		c := chronicle{style: style, stories: map[*Board]*Story{}}
		return tellSite(ctx, settled, &o, c.tell)
	}
	if err := interact(ctx, &watcher{style: style}, settled, o.Options); err != nil {
		return fmt.Errorf("show a site: %w", err)
	}
	return nil
}

// settle passes news on and, while the link is up, says so every settleTime.
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

// tellSite writes lines: about messages by write, about the link by itself.
func tellSite(ctx context.Context, news <-chan News, o *WatchOptions, write func(io.Writer, *Site, *transport.Message) error) error {
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
			s.tellLink(o.Err, *n.Link, Style{Lang: o.Lang})
		}
		for _, m := range s.messages(&n) {
			if err := write(o.Out, &s, &m); err != nil {
				return fmt.Errorf("tell what happens: %w", err)
			}
		}
	}
}

// messages are those of a piece of news, once the site has been told of the rest.
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

// tellLink writes how it stands with the broker, if that has changed.
func (s *Site) tellLink(w io.Writer, l Link, style Style) {
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

// chronicle tells what happens on the boards of a site.
type chronicle struct {
	style   Style
	stories map[*Board]*Story
}

func (c *chronicle) tell(w io.Writer, s *Site, m *transport.Message) error {
	b := s.boardOf(m.Topic)
	if b == nil {
		return nil
	}
	story := c.stories[b]
	if story == nil {
		story = &Story{Style: c.style, board: b}
		c.stories[b] = story
	}
	b.hear()
	for _, line := range story.Lines(m.Topic, m.Payload) {
		if _, err := fmt.Fprintf(w, "%s  %s\n", b.name, line); err != nil {
			return err
		}
	}
	return nil
}

// watcher is what the terminal shows of a site.
type watcher struct {
	site          Site
	screen        Screen
	style         Style
	width, height int
	now           time.Time
}

// tick is how often the age of what is shown is looked at.
const tick = time.Second

func everySecond() tea.Cmd { return tea.Tick(tick, func(now time.Time) tea.Msg { return now }) }

// Init lets time pass.
func (w *watcher) Init() tea.Cmd { return everySecond() }

// Update takes what has happened: news, time, keys, and what the terminal is.
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

// View is the picture.
func (w *watcher) View() tea.View {
	v := tea.NewView(DrawSite(&w.site, &w.screen, w.width, w.height, w.style, w.now))
	v.AltScreen = true
	return v
}
