package bus

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
)

// TestLostAnswer: an answer that is lost or damaged is asked for again, by the
// command that makes the board say the same once more; and when that does not
// help, by the one for everything since the start of the game.
func TestLostAnswer(t *testing.T) {
	for name, spoil := range map[string]func(answer []byte) []byte{
		"lost":                      func([]byte) []byte { return nil },
		"cut off":                   func(a []byte) []byte { return a[:len(a)-3] },
		"damaged":                   func(a []byte) []byte { a[7] ^= 0x21; return a },
		"a byte lost in the middle": func(a []byte) []byte { return append(a[:7], a[8:]...) },
	} {
		for times, last := range map[int]string{1: "84", 3: "84", 4: "86"} {
			t.Run(fmt.Sprint(name, times), func(t *testing.T) {
				h := newHall(1025).expecting()
				h.run(3000)
				h.hands(t, 0, "lift d2 P", "drop d4 P")
				h.run(3300)
				h.shownSince(0)
				h.hands(t, 0, "lift d7 p", "drop d6 p", "lift d6 p", "drop d5 p")
				h.spoilChanges(times, spoil)
				h.sentSince()
				h.run(h.now + 120)
				if sent := h.sentSince(); strings.Fields(sent[0])[1] != last {
					t.Errorf("sent %q, want %s first", sent, last)
				}
				got := slices.DeleteFunc(h.shownSince(0), func(r sensor.Record) bool { return r.Word == sensor.Fault })
				expect(t, got, "lift d7 p", "drop d6 p", "lift d6 p", "drop d5 p")
			})
		}
	}
}

// spoilChanges goes on until so many answers with changes have been spoilt, and
// the host does not wait for the last of them any more.
func (h *hall) spoilChanges(times int, spoil func([]byte) []byte) {
	for n := 0; n < times; h.run(h.now + 1) {
		for i, a := range h.line.answers {
			if a.data[0] == idChanges && a.at == h.now+delay {
				h.line.answers[i].data = spoil(a.data)
				n++
			}
		}
		h.line.answers = slices.DeleteFunc(h.line.answers, func(a answer) bool { return len(a.data) == 0 })
	}
	for h.host.now.open {
		h.run(min(h.host.Deadline(), h.line.Next()) - 1)
		if h.line.Next() > h.now+1 {
			return
		}
		h.run(h.now + 1)
	}
}

// TestNoisyLine: on a line that loses and changes bytes, nothing is lost, doubled
// or invented, and each board hears only of itself.
func TestNoisyLine(t *testing.T) {
	h := newHall(1025, 9000, 16383).expecting()
	h.line.Lose, h.line.Damage = 0.004, 0.004
	h.run(5000)
	h.shownSince(0)
	h.shownSince(1)
	h.shownSince(2)
	shuffle := []string{"lift g1 N", "drop f3 N", "lift g8 n", "drop f6 n", "lift f3 N", "drop g1 N", "lift f6 n", "drop g8 n"}
	var want []string
	for n := range 400 {
		act := shuffle[n%len(shuffle)]
		h.hands(t, 1, act)
		h.run(h.now + 97)
		want = append(want, act)
	}
	h.run(h.now + 5000)
	var got []string
	faults := 0
	for _, line := range lines(h.shownSince(1)) {
		switch {
		case strings.HasPrefix(line, "lift"), strings.HasPrefix(line, "drop"):
			got = append(got, line)
		case strings.HasPrefix(line, "fault"):
			faults++
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
	if faults == 0 {
		t.Error("no damage was done: the test shows nothing")
	}
	for _, other := range []int{0, 2} {
		for _, line := range lines(h.shownSince(other)) {
			if line != initial && !strings.HasPrefix(line, "fault") {
				t.Errorf("board %d: %s", other, line)
			}
		}
	}
}

// TestCableOut: what was done while the cable was out comes in order when it is
// in again, and begins with what stood there before.
func TestCableOut(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.hands(t, 0, "clock 180000 180000 w")
	h.run(3000)
	h.hands(t, 0, "lift e2 P", "drop e4 P", "press w")
	h.run(4000)
	h.shownSince(0)
	h.host.Closed()
	for _, d := range h.decoders {
		d.Reset()
	}
	h.unheard = true
	h.hands(t, 0, "lift e7 p", "drop e5 p", "press b", "lift g1 N")
	h.run(60000)
	if n := len(h.sentSince()); n > 0 && h.host.Deadline() != Never {
		t.Error("sends without a port")
	}
	h.hands(t, 0, "drop f3 N", "press w", "lift b8 n", "drop c6 n", "press b")
	h.unheard = false
	h.host.Opened(h.now)
	h.run(h.now + 2000)
	expect(t, h.shownSince(0), "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
		"lift e7 p", "drop e5 p", "press b", "lift g1 N", "drop f3 N", "press w", "lift b8 n", "drop c6 n", "press b",
		"board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
	expect(t, h.shownSince(1), initial, initial)
}

// TestBoardGone: a board that does not answer for three seconds is not there, is
// asked now and then whether it is back, and holds nobody up.
func TestBoardGone(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.run(3000)
	h.line.Boards[0].Dead = true
	h.run(5000)
	if !h.host.Stations()[0].Answering {
		t.Error("given up too soon")
	}
	h.run(7500)
	if h.host.Stations()[0].Answering || !h.host.Stations()[1].Answering {
		t.Errorf("stations %+v", h.host.Stations())
	}
	h.sentSince()
	h.hands(t, 0, "lift e2 P")
	h.hands(t, 1, "lift d2 P")
	h.shownSince(1)
	h.run(10500)
	expect(t, h.shownSince(1), "lift d2 P", "board rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR")
	pings := slices.DeleteFunc(h.sentSince(), func(s string) bool { return !strings.HasSuffix(s, " 87 1025") })
	if len(pings) < 4 || len(pings) > 7 {
		t.Errorf("pinged %q in three seconds", pings)
	}
	h.line.Boards[0].Dead = false
	h.shownSince(0)
	h.run(12000)
	expect(t, h.shownSince(0), "lift e2 P", "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
}

// TestLateAnswers: a board that answers later than the host waits is not asked for
// more until both its answers have come; nothing is lost or doubled, even if some of
// them are damaged.
func TestLateAnswers(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.line.Damage = 0.01
	h.run(3000)
	h.shownSince(0)
	shuffle := []string{"lift g1 N", "drop f3 N", "lift f3 N", "drop g1 N"}
	var want []string
	for n := range 200 {
		act := shuffle[n%len(shuffle)]
		h.hands(t, 0, act)
		want = append(want, act)
		for until := h.now + 130; h.now < until; h.run(h.now + 1) {
			for i, a := range h.line.answers {
				if a.at == h.now+delay && n%3 == 0 { // just begun
					h.line.answers[i].at += 2 * answerTime
					h.line.busy[h.line.Boards[0]] = max(h.line.busy[h.line.Boards[0]], a.at+2*answerTime+int64(len(a.data)))
				}
			}
		}
	}
	h.run(h.now + 5000)
	var got []string
	for _, line := range lines(h.shownSince(0)) {
		if strings.HasPrefix(line, "lift") || strings.HasPrefix(line, "drop") {
			got = append(got, line)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// TestTooMuch: a board whose changes never come through whole is not asked for them
// for ever; a dump tells what stands there.
func TestTooMuch(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.run(3000)
	h.shownSince(0)
	h.hands(t, 0, "lift e2 P", "drop e4 P")
	for until := h.now + 8000; h.now < until; h.run(h.now + 1) {
		for i, a := range h.line.answers {
			if (a.data[0] == idChanges || a.data[0] == idGame) && len(a.data) > emptySize && a.at == h.now+delay {
				h.line.answers[i].data = a.data[:4]
			}
		}
	}
	got := slices.DeleteFunc(h.shownSince(0), func(r sensor.Record) bool { return r.Word == sensor.Fault })
	if len(got) == 0 || lines(got)[0] != "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" {
		t.Errorf("told %q", lines(got))
	}
	h.hands(t, 0, "lift e7 p")
	h.run(h.now + 600)
	expect(t, h.shownSince(0), "lift e7 p")
}
