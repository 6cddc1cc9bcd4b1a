package daemon

import (
	"sync"
	"testing"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
)

// soakBoard is a board that can be pulled out and put in again at another port,
// under a name that stays, as udev's links do. What is done on it while it is out
// is not told.
type soakBoard struct {
	t    *testing.T
	link string // the name of the port

	mu    sync.Mutex
	model *watchedModel
	port  *playback.Playback // nil while it is pulled out
	next  *playback.Playback // where it comes back
}

// watchedModel is a board that knows whether a host would hear of a change.
type watchedModel struct {
	board family.Board
	mu    sync.Mutex
	fresh bool // a host has reset it since the last one went away
	heard bool
}

func (m *watchedModel) Step(dst []byte, r sensor.Record) []byte { return m.board.Step(dst, r) }

func (m *watchedModel) Command(dst, commands []byte) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range commands {
		switch dgt.Command(c) {
		case dgt.Reset:
			m.fresh, m.heard = true, false
		case dgt.UpdateNice:
			m.heard = m.fresh
		}
	}
	return m.board.Command(dst, commands)
}

// forsaken notes that nobody listens any more.
func (m *watchedModel) forsaken() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fresh, m.heard = false, false
}

func (m *watchedModel) isHeard() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.heard
}

func newSoakBoard(t *testing.T, link string) *soakBoard {
	t.Helper()
	b := &soakBoard{t: t, link: link, model: &watchedModel{board: family.Named("dgt").Board()}}
	b.plug()
	return b
}

// do lets one record happen.
func (b *soakBoard) do(r sensor.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.port == nil {
		b.model.Step(nil, r)
		return
	}
	if err := b.port.Do(r); err != nil {
		b.t.Errorf("board at %s: %v", b.link, err)
	}
}

// say has bytes come from the port that no board has said.
func (b *soakBoard) say(data []byte) { b.do(sensor.Record{Word: sensor.Rx, Data: data}) }

// plug puts the board in.
func (b *soakBoard) plug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.model.Command(nil, []byte{byte(dgt.Reset)}) // it comes up as one that was without power
	b.model.forsaken()
	if b.next == nil {
		b.next = b.open()
	}
	b.port, b.next = b.next, nil
	harness.NamePort(b.t, b.link, b.port)
}

func (b *soakBoard) open() *playback.Playback {
	p, err := playback.On(b.model, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(p.Close)
	return p
}

// unplug pulls the board out. The port at which it will come back is another one,
// since that is opened before the old one is given up.
func (b *soakBoard) unplug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next = b.open()
	harness.Unplug(b.t, b.link, b.port)
	b.port = nil
	b.model.forsaken()
}
