package bus

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/sensortest"
)

// hall is a bus of boards, a host, and a decoder for each board, with a clock of its
// own.
type hall struct {
	host     Host
	bus      Bus
	decoders map[Address]*Decoder
	shown    map[Address][]sensor.Record
	now      int64
	unheard  bool     // the cable is out
	sent     []string // "500 87 1025"
}

// newHall returns a hall of boards with these numbers and the initial array.
func newHall(numbers ...int) *hall {
	h := &hall{decoders: map[Address]*Decoder{}, shown: map[Address][]sensor.Record{}}
	h.bus.Chance = rand.New(rand.NewPCG(1, 2))
	for _, n := range numbers {
		b := &Board{Board: dgt.Board{Number: n, Firmware: [2]byte{1, 3}}}
		b.Step(nil, sensortest.SetUp)
		h.bus.Boards = append(h.bus.Boards, b)
	}
	return h
}

// expecting makes the host expect all boards of the hall.
func (h *hall) expecting() *hall {
	for _, b := range h.bus.Boards {
		h.host.Expected = append(h.host.Expected, b.Address())
	}
	h.host.Opened(0)
	return h
}

// run goes on until a moment.
func (h *hall) run(until int64) {
	for {
		next := min(h.host.Deadline(), h.bus.Next())
		if next > until {
			h.now = until
			return
		}
		h.now = max(h.now, next)
		if data := h.bus.Send(nil, h.now); len(data) > 0 && !h.unheard {
			h.read(data)
		}
		out := h.host.Step(nil, h.now)
		if len(out) > 0 {
			h.sent = append(h.sent, fmt.Sprintf("%d %02x %d", h.now, out[0], int(out[1])<<7|int(out[2])))
		}
		if !h.unheard {
			h.bus.Command(h.now, out)
		}
	}
}

// read gives what was read to the host, and to the decoder of the board that was
// asked.
func (h *hall) read(data []byte) {
	to := h.host.Asked()
	if d := h.decoder(to); d != nil && h.host.Listening() {
		h.shown[to] = d.Step(h.shown[to], h.now, data)
	}
	h.host.Read(h.now, data)
}

func (h *hall) decoder(a Address) *Decoder {
	if a != All && h.decoders[a] == nil {
		h.decoders[a] = &Decoder{Address: a}
	}
	return h.decoders[a]
}

// hands passes lines of a log to a board, by index.
func (h *hall) hands(t *testing.T, board int, acts ...string) {
	t.Helper()
	for _, r := range sensortest.Records(t, acts...) {
		h.bus.Boards[board].Step(nil, r)
	}
}

// sentSince returns what was sent since the last call.
func (h *hall) sentSince() []string {
	sent := h.sent
	h.sent = nil
	return sent
}

// shownSince returns the records of a board, by index, since the last call.
func (h *hall) shownSince(board int) []sensor.Record {
	a := h.bus.Boards[board].Address()
	shown := h.shown[a]
	h.shown[a] = nil
	return shown
}

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
	sensortest.Expect(t, h.shownSince(0), sensortest.Initial)
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
	sensortest.Expect(t, h.shownSince(0), "lift e2 P", "drop e4 P", "press w", "lift e7 p", "drop e5 p", "press b", "clock 177000 178000 w")
	sensortest.Expect(t, h.shownSince(1))
	sensortest.Expect(t, h.shownSince(2), "lift d2 P")
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
	board := h.bus.Boards[0]
	h.bus.answers = nil
	h.hands(t, 0, "press w", "clock 177000 180000 b")
	h.bus.answers = append(h.bus.answers, answer{h.now + 5, board.Answer(nil, SendClock, 1025)})
	h.run(h.now + 18)
	sensortest.Expect(t, h.shownSince(0))
	h.run(h.now + 100)
	sensortest.Expect(t, h.shownSince(0), "press w", "clock 177000 180000 b")
}

// TestSingleMode: a board that was in single-board mode is in bus mode after the
// first command, which it does not carry out.
func TestSingleMode(t *testing.T) {
	h := newHall(1025).expecting()
	h.bus.Boards[0].Single = true
	h.run(1500)
	sensortest.Expect(t, h.shownSince(0)[:1], sensortest.Initial)
	if h.bus.Boards[0].Single {
		t.Error("in single-board mode still")
	}
}

// TestNewerBoard: one that sends every second packet of changes under another id, and
// reports its serial number.
func TestNewerBoard(t *testing.T) {
	h := newHall(1025)
	h.bus.Boards[0].Newer = true
	h.expecting().run(3000)
	h.shownSince(0)
	for _, act := range []string{"lift e2 P", "drop e4 P", "lift e7 p", "drop e5 p"} {
		h.hands(t, 0, act)
		h.run(h.now + 300)
	}
	got := slices.DeleteFunc(h.shownSince(0), func(r sensor.Record) bool { return r.Word == sensor.Board })
	sensortest.Expect(t, got, "lift e2 P", "drop e4 P", "lift e7 p", "drop e5 p")
	if i := h.host.Stations()[0].Info; i.Serial != "3000101025" || i.BusAddress != 1025 {
		t.Errorf("info %+v", i)
	}
}

// TestChecks: a dump two seconds after the last change, and every minute; the
// start of a game is marked once, when the initial array stands there.
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
		t.Errorf("start marked %d times after the array was set up again", n)
	}
}

// TestLostAnswer: after an answer that is lost or damaged the host sends the command that
// makes the board repeat it; if that does not help, the one for everything since the start
// of the game.
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
				sensortest.Expect(t, got, "lift d7 p", "drop d6 p", "lift d6 p", "drop d5 p")
			})
		}
	}
}

// spoilChanges runs until so many answers with changes have been spoilt and the host has
// stopped waiting for the last of them.
func (h *hall) spoilChanges(times int, spoil func([]byte) []byte) {
	for n := 0; n < times; h.run(h.now + 1) {
		for i, a := range h.bus.answers {
			if a.data[0] == idChanges && a.at == h.now+delay {
				h.bus.answers[i].data = spoil(a.data)
				n++
			}
		}
		h.bus.answers = slices.DeleteFunc(h.bus.answers, func(a answer) bool { return len(a.data) == 0 })
	}
	for h.host.now.open {
		h.run(min(h.host.Deadline(), h.bus.Next()) - 1)
		if h.bus.Next() > h.now+1 {
			return
		}
		h.run(h.now + 1)
	}
}

// TestNoisyLine: on a line that loses and changes bytes, nothing is lost, doubled
// or invented, and each board hears only of itself.
func TestNoisyLine(t *testing.T) {
	h := newHall(1025, 9000, 16383).expecting()
	h.bus.Lose, h.bus.Damage = 0.004, 0.004
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
	for _, line := range sensortest.Lines(h.shownSince(1)) {
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
		for _, line := range sensortest.Lines(h.shownSince(other)) {
			if line != sensortest.Initial && !strings.HasPrefix(line, "fault") {
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
	if n := len(h.sentSince()); n > 0 && h.host.Deadline() != sensor.Never {
		t.Error("sends without a port")
	}
	h.hands(t, 0, "drop f3 N", "press w", "lift b8 n", "drop c6 n", "press b")
	h.unheard = false
	h.host.Opened(h.now)
	h.run(h.now + 2000)
	sensortest.Expect(t, h.shownSince(0), "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
		"lift e7 p", "drop e5 p", "press b", "lift g1 N", "drop f3 N", "press w", "lift b8 n", "drop c6 n", "press b",
		"board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
	sensortest.Expect(t, h.shownSince(1), sensortest.Initial, sensortest.Initial)
}

// TestBoardGone: a board that does not answer for three seconds counts as gone, is asked
// from time to time whether it is back, and delays no other board.
func TestBoardGone(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.run(3000)
	h.bus.Boards[0].Dead = true
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
	sensortest.Expect(t, h.shownSince(1), "lift d2 P", "board rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR")
	pings := slices.DeleteFunc(h.sentSince(), func(s string) bool { return !strings.HasSuffix(s, " 87 1025") })
	if len(pings) < 4 || len(pings) > 7 {
		t.Errorf("pinged %q in three seconds", pings)
	}
	h.bus.Boards[0].Dead = false
	h.shownSince(0)
	h.run(12000)
	sensortest.Expect(t, h.shownSince(0), "lift e2 P", "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
}

// TestLateAnswers: a board that answers later than the host waits is not asked for
// more until both its answers have come; nothing is lost or doubled, even if some of
// them are damaged.
func TestLateAnswers(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.bus.Damage = 0.01
	h.run(3000)
	h.shownSince(0)
	shuffle := []string{"lift g1 N", "drop f3 N", "lift f3 N", "drop g1 N"}
	var want []string
	for n := range 200 {
		act := shuffle[n%len(shuffle)]
		h.hands(t, 0, act)
		want = append(want, act)
		for until := h.now + 130; h.now < until; h.run(h.now + 1) {
			for i, a := range h.bus.answers {
				if a.at == h.now+delay && n%3 == 0 { // just begun
					h.bus.answers[i].at += 2 * answerTime
					h.bus.busy[h.bus.Boards[0]] = max(h.bus.busy[h.bus.Boards[0]], a.at+2*answerTime+int64(len(a.data)))
				}
			}
		}
	}
	h.run(h.now + 5000)
	var got []string
	for _, line := range sensortest.Lines(h.shownSince(0)) {
		if strings.HasPrefix(line, "lift") || strings.HasPrefix(line, "drop") {
			got = append(got, line)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// TestTooMuch: a board whose changes never come through whole is not asked for them for
// ever; a dump shows what stands there.
func TestTooMuch(t *testing.T) {
	h := newHall(1025, 1026).expecting()
	h.run(3000)
	h.shownSince(0)
	h.hands(t, 0, "lift e2 P", "drop e4 P")
	for until := h.now + 8000; h.now < until; h.run(h.now + 1) {
		for i, a := range h.bus.answers {
			if (a.data[0] == idChanges || a.data[0] == idGame) && len(a.data) > emptySize && a.at == h.now+delay {
				h.bus.answers[i].data = a.data[:4]
			}
		}
	}
	got := slices.DeleteFunc(h.shownSince(0), func(r sensor.Record) bool { return r.Word == sensor.Fault })
	if len(got) == 0 || sensortest.Lines(got)[0] != "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" {
		t.Errorf("reported %q", sensortest.Lines(got))
	}
	h.hands(t, 0, "lift e7 p")
	h.run(h.now + 600)
	sensortest.Expect(t, h.shownSince(0), "lift e7 p")
}

// TestSearch: boards that nobody has named are found though their answers meet.
func TestSearch(t *testing.T) {
	numbers := []int{7, 1025, 1026, 4711, 9000, 9001, 12345, 16383}
	h := newHall(numbers...)
	h.host.Search = true
	h.host.Opened(0)
	h.run(25000)
	var found []int
	for _, s := range h.host.Stations() {
		found = append(found, int(s.Address))
	}
	slices.Sort(found)
	if !slices.Equal(found, numbers) {
		t.Errorf("found %v", found)
	}
	if h.host.state != polling {
		t.Errorf("%v still", h.host.state)
	}
	for i, b := range h.bus.Boards {
		sensortest.Expect(t, h.shownSince(i)[:1], sensortest.Initial)
		if b.Single {
			t.Errorf("%d has left bus mode", b.Number)
		}
	}
}

// TestSearchAgain: while there is no board the host searches every ten seconds, later for
// boards other than those that it knows.
func TestSearchAgain(t *testing.T) {
	h := newHall(1025, 1026)
	h.bus.Boards[0].Dead, h.bus.Boards[1].Dead = true, true
	h.host.Search = true
	h.host.Opened(0)
	h.run(5000)
	h.bus.Boards[0].Dead = false
	h.run(16000)
	if n := len(h.host.Stations()); n != 1 {
		t.Fatalf("%d boards found", n)
	}
	h.bus.Boards[1].Dead = false
	h.run(300000)
	if n := len(h.host.Stations()); n != 1 {
		t.Errorf("%d boards found too soon", n)
	}
	h.run(325000)
	if n := len(h.host.Stations()); n != 2 {
		t.Errorf("%d boards found", n)
	}
}

// FuzzHost: whatever a line says, nothing but whole commands goes out, and
// time goes on.
func FuzzHost(f *testing.F) {
	f.Add([]byte{0x87, 0, 6, 8, 1, 0x16, 0x85, 0, 6, 8, 1, 0x14}, uint8(10))
	f.Add([]byte{0x87, 0, 6, 8, 2, 0x17, 0xff, 0x40, 0x41}, uint8(3))
	f.Add(make([]byte, 600), uint8(200))
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		h := Host{Expected: []Address{1025, 1026}, Search: true}
		h.Opened(0)
		now, idle := int64(0), 0
		for n := 0; n < 3000 && (len(data) > 0 || idle < 40); n++ {
			if len(data) > 0 && n%2 == 0 {
				now += int64(step)
				k := min(len(data), 1+int(step)%7)
				h.Read(now, data[:k])
				data = data[k:]
			} else {
				now = max(now, h.Deadline())
				idle++
			}
			out := h.Step(nil, now)
			if len(out) > 0 && !Allowed(out) {
				t.Fatalf("sent % x", out)
			}
			if len(out) == 0 && h.Deadline() <= now && idle > 0 && n%2 == 1 {
				if out = h.Step(nil, now); len(out) == 0 && h.Deadline() <= now {
					t.Fatalf("deadline %d at %d in %v", h.Deadline(), now, h.state)
				}
			}
		}
	})
}
