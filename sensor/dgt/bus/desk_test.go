package bus

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// wire is bytes from their hexadecimal form; spaces do not matter.
func wire(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// lines is each record as in a log without its time; a Fault as "fault …".
func lines(records []sensor.Record) []string {
	var out []string
	for _, r := range records {
		if r.Word == sensor.Fault {
			out = append(out, "fault "+string(r.Data))
			continue
		}
		_, line, _ := strings.Cut(string(sensor.AppendRecord(nil, r)), " ")
		out = append(out, strings.TrimSuffix(line, "\n"))
	}
	return out
}

func expect(t *testing.T, records []sensor.Record, want ...string) {
	t.Helper()
	if got := lines(records); len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

const initial = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// hall is a line of boards, a host, and a decoder for each board, with a clock of
// its own.
type hall struct {
	host     Host
	line     Line
	decoders map[Address]*Decoder
	shown    map[Address][]sensor.Record
	now      int64
	unheard  bool     // the cable is out
	sent     []string // "500 87 1025"
}

// newHall has boards with these numbers, with the men set up.
func newHall(numbers ...int) *hall {
	h := &hall{decoders: map[Address]*Decoder{}, shown: map[Address][]sensor.Record{}}
	h.line.Chance = rand.New(rand.NewPCG(1, 2))
	for _, n := range numbers {
		b := &Board{Board: dgt.Board{Number: n, Firmware: [2]byte{1, 3}}}
		b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
		h.line.Boards = append(h.line.Boards, b)
	}
	return h
}

// expecting has the host ask for all boards of the hall by their addresses.
func (h *hall) expecting() *hall {
	for _, b := range h.line.Boards {
		h.host.Expected = append(h.host.Expected, b.Address())
	}
	h.host.Opened(0)
	return h
}

// run goes on until a moment.
func (h *hall) run(until int64) {
	for {
		next := min(h.host.Deadline(), h.line.Next())
		if next > until {
			h.now = until
			return
		}
		h.now = max(h.now, next)
		if data := h.line.Send(nil, h.now); len(data) > 0 && !h.unheard {
			h.hear(data)
		}
		out := h.host.Step(nil, h.now)
		if len(out) > 0 {
			h.sent = append(h.sent, fmt.Sprintf("%d %02x %d", h.now, out[0], int(out[1])<<7|int(out[2])))
		}
		if !h.unheard {
			h.line.Hear(h.now, out)
		}
	}
}

// hear hands what was read to the host, and to whom it belongs.
func (h *hall) hear(data []byte) {
	to := h.host.Asked()
	if d := h.decoder(to); d != nil && h.host.Listening() {
		h.shown[to] = d.Step(h.shown[to], h.now, data)
	}
	h.host.Hear(h.now, data)
}

func (h *hall) decoder(a Address) *Decoder {
	if a != All && h.decoders[a] == nil {
		h.decoders[a] = &Decoder{Address: a}
	}
	return h.decoders[a]
}

// hands has something happen on the board of an index, as lines of a log
// without times.
func (h *hall) hands(t *testing.T, board int, acts ...string) {
	t.Helper()
	text := sensor.FirstLine + "\n"
	for _, a := range acts {
		text += "0 " + a + "\n"
	}
	records, err := sensor.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		h.line.Boards[board].Step(nil, r)
	}
}

// sentSince is what was sent since the last call.
func (h *hall) sentSince() []string {
	sent := h.sent
	h.sent = nil
	return sent
}

// shownSince is what a board's decoder has said since the last call.
func (h *hall) shownSince(board int) []sensor.Record {
	a := h.line.Boards[board].Address()
	shown := h.shown[a]
	h.shown[a] = nil
	return shown
}
