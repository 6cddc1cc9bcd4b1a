package certabo

import (
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// table is a board, the line and a decoder, with a clock of its own.
type table struct {
	board   Board
	dec     Decoder
	now     int64 // when the next frame begins
	told    []sensor.Record
	pending []sensor.Record // what hands do, in order of time
}

// newTable has the initial array on a board.
func newTable(noise Noise, seed uint64) *table {
	t := &table{board: Board{Noise: noise, Seed: seed}}
	t.board.Step(sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	return t
}

// run has the board send frames up to a time. A frame shows the board as it was
// when it began, and is read when it has ended.
func (t *table) run(until int64) {
	for ; t.now < until; t.now += FrameTime {
		for len(t.pending) > 0 && t.pending[0].At <= t.now {
			t.board.Step(t.pending[0])
			t.pending = t.pending[1:]
		}
		t.told = t.dec.Step(t.told, t.now+FrameTime, t.board.Frame(nil))
	}
}

// frames has the board send so many frames, and returns what was told.
func (t *table) frames(n int) []string {
	t.told = nil
	t.run(t.now + int64(n)*FrameTime)
	return lines(t.told)
}

// hand has a hand do something, as in a log: "lift e2", "drop e4 P".
func (t *table) hand(acts ...string) {
	for _, act := range acts {
		log := sensor.NewReader(strings.NewReader("#! boardd-log 1\n0 " + act + "\n"))
		records, err := log.ReadAll()
		if err != nil {
			panic(err)
		}
		t.board.Step(records[0])
	}
}

const initial = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

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

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// known is a table whose board has been told and whose men are known.
func known(t *testing.T) *table {
	t.Helper()
	tab := newTable(Noise{}, 1)
	expect(t, tab.frames(framesFirst), "fault 32 men learnt from the array on the board", initial)
	return tab
}
