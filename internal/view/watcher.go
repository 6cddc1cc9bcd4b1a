package view

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

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
