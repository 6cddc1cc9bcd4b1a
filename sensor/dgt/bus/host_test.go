package bus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
)

// TestExpectedBoard: a board that is asked for by its address is pinged, asked
// who it is and what stands on it, and then what is new, over and over.
func TestExpectedBoard(t *testing.T) {
	h := newHall(1025).expecting()
	if h.host.Listening() || h.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	h.run(1400)
	for i, want := range []string{"87", "8b", "91", "91", "83", "82", "81", "83"} {
		if got := strings.Fields(h.sent[i])[1]; got != want {
			t.Errorf("command %d: %s, want %s", i, h.sent[i], want)
		}
	}
	expect(t, h.shownSince(0), initial)
	all := h.host.Stations()
	if len(all) != 1 || all[0].Address != 1025 || !all[0].Answering || !all[0].Asked || all[0].Info.Serial != "01025" || all[0].Info.Version != "1.03" {
		t.Errorf("stations %+v", all)
	}
}

// TestGame: moves and presses come in the order of the hands, whenever the host
// has asked, and each on its board.
func TestGame(t *testing.T) {
	h := newHall(1025, 1026, 1027).expecting()
	h.run(2000)
	h.hands(t, 0, "clock 180000 180000 w")
	h.run(3000)
	for i := range 3 {
		h.shownSince(i)
	}
	h.hands(t, 0, "lift e2 P", "drop e4 P", "press w", "clock 177000 180000 b", "lift e7 p", "drop e5 p", "press b", "clock 177000 178000 w")
	h.hands(t, 2, "lift d2 P")
	h.run(3600)
	expect(t, h.shownSince(0), "lift e2 P", "drop e4 P", "press w", "lift e7 p", "drop e5 p", "press b", "clock 177000 178000 w")
	expect(t, h.shownSince(1))
	expect(t, h.shownSince(2), "lift d2 P")
}

// TestPressBeforeItsMove: a reading of the clock that shows a press waits for the
// changes that came before the press.
func TestPressBeforeItsMove(t *testing.T) {
	h := newHall(1025).expecting()
	h.hands(t, 0, "clock 180000 180000 w")
	h.run(3000)
	h.shownSince(0)
	for n := 0; ; n++ { // until the clock has been asked for, and nothing else since
		h.run(h.now + 1)
		if last := h.sent[len(h.sent)-1]; strings.Fields(last)[1] == "81" && strings.HasPrefix(last, fmt.Sprint(h.now)) {
			break
		}
		if n > 1000 {
			t.Fatal("the clock is not asked for")
		}
	}
	board := h.line.Boards[0]
	h.line.answers = nil
	h.hands(t, 0, "press w", "clock 177000 180000 b")
	h.line.answers = append(h.line.answers, answer{h.now + 5, board.Answer(nil, SendClock, 1025)})
	h.run(h.now + 18)
	expect(t, h.shownSince(0))
	h.run(h.now + 100)
	expect(t, h.shownSince(0), "press w", "clock 177000 180000 b")
}

// TestSingleMode: a board that was in single-board mode is in bus mode after the
// first command, which it does not carry out.
func TestSingleMode(t *testing.T) {
	h := newHall(1025).expecting()
	h.line.Boards[0].Single = true
	h.run(1500)
	expect(t, h.shownSince(0)[:1], initial)
	if h.line.Boards[0].Single {
		t.Error("in single-board mode still")
	}
}

// TestNewerBoard: one that calls every second packet of changes otherwise, and
// tells its serial number.
func TestNewerBoard(t *testing.T) {
	h := newHall(1025)
	h.line.Boards[0].Newer = true
	h.expecting().run(3000)
	h.shownSince(0)
	for _, act := range []string{"lift e2 P", "drop e4 P", "lift e7 p", "drop e5 p"} {
		h.hands(t, 0, act)
		h.run(h.now + 300)
	}
	got := slices.DeleteFunc(h.shownSince(0), func(r sensor.Record) bool { return r.Word == sensor.Board })
	expect(t, got, "lift e2 P", "drop e4 P", "lift e7 p", "drop e5 p")
	if i := h.host.Stations()[0].Info; i.Serial != "3000101025" || i.BusAddress != 1025 {
		t.Errorf("info %+v", i)
	}
}

// TestChecks: a dump two seconds after the last change, and every minute; the
// start of a game is marked once, when the men have been set up.
func TestChecks(t *testing.T) {
	h := newHall(1025).expecting()
	count := func(from, to int64, command string) (n int) {
		h.run(from)
		h.sentSince()
		h.run(to)
		for _, s := range h.sentSince() {
			if strings.Fields(s)[1] == command {
				n++
			}
		}
		return n
	}
	h.run(1400)
	h.sentSince()
	if n := count(1400, 4000, "85"); n != 1 {
		t.Errorf("start marked %d times", n)
	}
	if n := count(10000, 60000, "82"); n != 0 {
		t.Errorf("%d dumps though nothing has happened", n)
	}
	if n := count(60000, 70000, "82"); n != 1 {
		t.Errorf("%d dumps after a minute", n)
	}
	h.hands(t, 0, "lift e2 P", "drop e4 P")
	if n := count(71000, 71900, "82"); n != 0 {
		t.Errorf("%d dumps at once", n)
	}
	if n := count(71900, 75000, "82"); n != 1 {
		t.Errorf("%d dumps after the change", n)
	}
	h.hands(t, 0, "lift e4 P", "drop e2 P")
	if n := count(75000, 80000, "85"); n != 1 {
		t.Errorf("start marked %d times after the men were set up again", n)
	}
}
