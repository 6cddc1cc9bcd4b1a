package finder

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/sensor/text"
)

// device is what is at the other end: its speed, what it answers, and what it
// says by itself every so many milliseconds.
type device struct {
	baud   int
	answer func(data []byte) []byte
	says   func() []byte
	every  int64
}

// find lets a finder look for a device, and returns what it found and when.
func find(d *device, until int64) (Found, int64, []string) {
	var f Finder
	var sent []string
	f.Opened(0)
	hear := func(at int64, data []byte) {
		if len(data) > 0 {
			f.Heard(at, heardAs(data, d.baud, f.Baud(), 0))
		}
	}
	for at := int64(0); at < until; at++ {
		if d.every > 0 && at%d.every == 0 {
			hear(at, d.says())
		}
		if out := f.Step(nil, at); len(out) > 0 {
			sent = append(sent, fmt.Sprintf("%d %x", f.Baud(), out))
			if d.answer != nil {
				hear(at, d.answer(heardAs(out, f.Baud(), d.baud, 0)))
			}
		}
		if f.Found() != (Found{}) {
			return f.Found(), at, sent
		}
	}
	return Found{}, until, sent
}

var start = sensor.Record{Word: sensor.Board, Placement: placement.Initial}

func dgtBoard(commands ...byte) *dgt.Board {
	b := &dgt.Board{Number: 1025}
	b.Step(nil, start)
	b.Command(nil, commands)
	return b
}

func textBoard(b text.Board) *text.Board {
	b.Step(nil, start)
	return &b
}

// pinged is boards that answer a ping of all.
func pinged(boards ...int) func(data []byte) []byte {
	return func(data []byte) (out []byte) {
		if bytes.Contains(data, []byte{0x87, 0, 0, 7}) {
			for _, n := range boards {
				high, low := byte(n>>7), byte(n&0x7f)
				out = append(out, 0x87, 0, 6, high, low, (0x87+6+high+low)&0x7f)
			}
		}
		return out
	}
}

// TestFinds: every board at its own speed, whether it talks by itself or waits
// to be asked, and by when.
func TestFinds(t *testing.T) {
	quiet, speaks := dgtBoard(), dgtBoard(0x4b)
	seconds := int64(0)
	tick := func() []byte {
		seconds++
		return speaks.Step(nil, sensor.Record{Word: sensor.Clock, Times: [2]int64{180000 - 1000*seconds, 180000}, Running: sensor.WhiteRuns})
	}
	scans, silent := new(chesslink.Board), &chesslink.Board{Registers: [256]byte{chesslink.Reports: 1}}
	scans.Step(nil, start)
	silent.Step(nil, start)
	rfid, reed := new(certabo.Board), new(tabutronic.Board)
	rfid.Step(start)
	reed.Step(start)
	own := textBoard(text.Board{})
	picks := textBoard(text.Board{Style: text.PickDrop})
	pick := func() []byte {
		return picks.Step(picks.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2}), sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
	}
	digits := textBoard(text.Board{Style: text.Digits})
	for _, c := range []struct {
		name   string
		device device
		want   Found
		within int64
	}{
		{"dgt", device{baud: 9600, answer: func(data []byte) []byte { return quiet.Command(nil, data) }}, Found{"dgt", 9600}, 3000},
		{"dgt clock", device{baud: 9600, says: tick, every: 500}, Found{"dgt", 9600}, 2100},
		{"dgt switched on", device{baud: 9600, answer: pinged(1025)}, Found{"dgt", 9600}, 2300},
		{"bus", device{baud: 9600, answer: pinged(1025, 1026, 7)}, Found{Bus, 9600}, 2300},
		{"chesslink scans", device{baud: 38400, says: func() []byte { return scans.Scan(nil) }, every: 41}, Found{"chesslink", 38400}, 100},
		{"chesslink asked", device{baud: 38400, answer: func(data []byte) []byte { return silent.Command(nil, data) }}, Found{"chesslink", 38400}, 4000},
		{"certabo", device{baud: 38400, says: func() []byte { return rfid.Frame(nil) }, every: certabo.FrameTime}, Found{"certabo", 38400}, 500},
		{"tabutronic", device{baud: 38400, says: func() []byte { return reed.Frame(nil) }, every: tabutronic.FrameTime}, Found{"tabutronic", 38400}, 500},
		{"text", device{baud: 115200, answer: func(data []byte) []byte { return own.Command(nil, data) }}, Found{"text", 115200}, 5000},
		{"slow text", device{baud: 9600, answer: func(data []byte) []byte { return own.Command(nil, data) }}, Found{"text", 9600}, 9000},
		{"picks", device{baud: 9600, says: pick, every: 400}, Found{"text", 9600}, 2000},
		{"digits", device{baud: 115200, says: func() []byte {
			return digits.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
		}, every: 50}, Found{"text", 115200}, 5000},
	} {
		found, at, _ := find(&c.device, 2*RoundTime())
		if found != c.want || at > c.within {
			t.Errorf("%s: %+v after %d ms, want %+v within %d", c.name, found, at, c.want, c.within)
		}
	}
}

// TestNobody: what is sent to a port at which there is no board, and in which
// order, and that what comes back is not taken for one.
func TestNobody(t *testing.T) {
	round := []string{"9600 87000007", "9600 45", "9600 45", "38400 d6b5b6", "38400 d6b5b6",
		"115200 0a68656c6c6f3f0a", "115200 0a68656c6c6f3f0a", "9600 0a68656c6c6f3f0a", "9600 0a68656c6c6f3f0a"}
	rng := rand.New(rand.NewPCG(1, 2))
	noise := func() []byte {
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		return data
	}
	gps := func() []byte {
		return []byte("$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n")
	}
	for name, d := range map[string]device{
		"silence": {baud: 9600},
		"echo":    {baud: 115200, answer: func(data []byte) []byte { return data }},
		"modem":   {baud: 9600, answer: func([]byte) []byte { return []byte("\r\nERROR\r\n") }},
		"noise":   {baud: 38400, says: noise, every: 60},
		"gps":     {baud: 9600, says: gps, every: 1000},
		"console": {baud: 115200, answer: func([]byte) []byte { return []byte("-bash: hello?: command not found\r\n$ ") }},
	} {
		found, _, sent := find(&d, 3*RoundTime())
		if want := slices.Concat(round, round, round); found != (Found{}) || !slices.Equal(sent, want) {
			t.Errorf("%s: %+v, sent %s", name, found, strings.Join(sent, ", "))
		}
	}
}

// TestStopsWhenFound: from then on nothing is sent, until the port is opened anew.
func TestStopsWhenFound(t *testing.T) {
	var f Finder
	if f.Deadline() != Never || len(f.Step(nil, 99_000)) > 0 {
		t.Error("at work without a port")
	}
	f.Opened(0)
	scans := new(chesslink.Board)
	f.Heard(5, scans.Step(nil, start))
	if f.Deadline() != Never || len(f.Step(nil, 99_000)) > 0 || f.Baud() != 38400 {
		t.Errorf("goes on after %+v", f.Found())
	}
	f.Opened(100_000)
	if f.Found() != (Found{}) || f.Deadline() == Never {
		t.Error("does not begin again")
	}
}

// FuzzFinder: whatever comes, only questions are sent, and time moves on.
func FuzzFinder(f *testing.F) {
	f.Add([]byte("hello 1 occupancy\n"), uint64(1))
	f.Add([]byte{0x91, 0, 8, '0', '1', '0', '2', '5'}, uint64(2))
	f.Add([]byte("v010374"), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var f Finder
		f.Opened(0)
		at := int64(0)
		for range 60 {
			f.Heard(at, data)
			baud := f.Baud()
			out := f.Step(nil, at)
			if len(out) > 0 && (baud != f.Baud() || string(out) != stations[f.at].ask) {
				t.Fatalf("%q at %d baud", out, baud)
			}
			if f.Deadline() <= at {
				t.Fatalf("deadline %d at %d", f.Deadline(), at)
			}
			if f.Found() != (Found{}) {
				return
			}
			at = min(f.Deadline(), at+rng.Int64N(1000)+1)
		}
	})
}
