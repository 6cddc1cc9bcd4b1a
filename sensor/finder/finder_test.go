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
	"github.com/boardd/boardd/sensor/chessnut"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/ichessone"
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
			f.Take(at, heardAs(data, d.baud, f.Baud(), 0))
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

// TestFinds: every board at its own speed, whether it reports by itself or waits
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
	rfid.Step(nil, start)
	reed.Step(nil, start)
	named := new(ichessone.Board)
	named.Step(nil, start)
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
		{"bus", device{baud: 9600, answer: pinged(1025, 1026, 7)}, Found{family.Bus, 9600}, 2300},
		{"chesslink scans", device{baud: 38400, says: func() []byte { return scans.Scan(nil) }, every: 41}, Found{"chesslink", 38400}, 100},
		{"chesslink asked", device{baud: 38400, answer: func(data []byte) []byte { return silent.Command(nil, data) }}, Found{"chesslink", 38400}, 4000},
		{"certabo", device{baud: 38400, says: func() []byte { return rfid.Scan(nil) }, every: certabo.FrameTime}, Found{"certabo", 38400}, 500},
		{"tabutronic", device{baud: 38400, says: func() []byte { return reed.Scan(nil) }, every: tabutronic.FrameTime}, Found{"tabutronic", 38400}, 500},
		{"ichessone", device{baud: 115200, answer: func(data []byte) []byte { return named.Command(nil, data) }}, Found{"ichessone", 115200}, 5000},
		{"text", device{baud: 115200, answer: func(data []byte) []byte { return own.Command(nil, data) }}, Found{"text", 115200}, 6000},
		{"slow text", device{baud: 9600, answer: func(data []byte) []byte { return own.Command(nil, data) }}, Found{"text", 9600}, 10000},
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

// prints is a board that answers nothing and prints lines, one every so many milliseconds
// from a moment on, at its own speed; 0 is a USB device, at which any speed will do.
type prints struct {
	baud        int
	from, every int64
	lines       []string
}

// evidence lets a finder look for it, and returns what was read by which it was found,
// and how many lines had been printed then.
func (p *prints) evidence(t *testing.T) (text string, printed int) {
	t.Helper()
	var f Finder
	f.Opened(0)
	for at := int64(0); at < 3*RoundTime(); at++ {
		if n := (at - p.from) / p.every; at >= p.from && (at-p.from)%p.every == 0 && n < int64(len(p.lines)) {
			data := []byte(p.lines[n])
			if p.baud != 0 {
				data = heardAs(data, p.baud, f.Baud(), 0)
			}
			printed++
			f.Take(at, data)
		}
		f.Step(nil, at)
		if f.Found() != (Found{}) {
			for i, r := range f.Evidence() {
				if r.At < p.from || i > 0 && r.At < f.Evidence()[i-1].At {
					t.Errorf("read at %d: % x", r.At, r.Data)
				}
				text += string(r.Data)
			}
			if f.Found().Family != "text" || p.baud != 0 && f.Found().Baud != p.baud {
				t.Errorf("found %+v", f.Found())
			}
			return text, printed
		}
	}
	return "", printed
}

// TestFindsHID: at a HID device a board by Chessnut is asked for reports, and nothing else is
// sent. What it reports is evidence. Where nothing answers, the question is repeated, and a
// serial port that takes its place is searched from the beginning.
func TestFindsHID(t *testing.T) {
	board := new(chessnut.Board)
	board.Step(nil, start)
	f := Finder{HID: true}
	f.Opened(0)
	var sent []string
	deaf := true
	for at := int64(0); at < 20_000 && f.Found() == (Found{}); at++ {
		if deaf = at < 9000; at%50 == 0 {
			f.Take(at, []byte("a report of another kind"))
		}
		if out := f.Step(nil, at); len(out) > 0 {
			sent = append(sent, fmt.Sprintf("%d %x", at, out))
			if report := board.Command(nil, out); !deaf {
				f.Take(at, report)
			}
		}
	}
	if f.Found() != (Found{Family: "chessnut"}) || f.Rounds() != 2 {
		t.Errorf("found %+v after %d rounds", f.Found(), f.Rounds())
	}
	if e := f.Evidence(); len(e) == 0 || len(e[len(e)-1].Data) != chessnut.ReportSize {
		t.Errorf("evidence %+v", e)
	}
	if want := []string{"0 210100", "1000 210100", "4001 210100", "5000 210100", "8001 210100", "9000 210100"}; !slices.Equal(sent, want) {
		t.Errorf("sent %q", sent)
	}
	f.Closed()
	f.HID = false
	f.Opened(30_000)
	if f.Baud() != stations[0].baud || f.Deadline() != 30_000+stations[0].stay {
		t.Errorf("at %d baud until %d", f.Baud(), f.Deadline())
	}
}

var lifts = []string{"lift e2\r\n", "drop e4\r\n", "lift e7\r\n", "drop e5\r\n", "lift g1\r\n", "drop f3\r\n", "lift b8\r\n", "drop c6\r\n"}

// TestFindsWhoOnlyPrints: a board that only prints what happens is found by the first
// line that is understood, and none that was is lost: the evidence has it. A USB device
// of its own is understood at any speed, whenever it begins to print.
func TestFindsWhoOnlyPrints(t *testing.T) {
	for from := int64(1); from < 2*RoundTime(); from += 97 {
		p := prints{from: from, every: 700, lines: lifts}
		if text, printed := p.evidence(t); printed != 1 || text != lifts[0] {
			t.Fatalf("from %d: after %d lines %q", from, printed, text)
		}
	}
}

// TestFindsWhoPrintsAtOwnSpeed: at the speed of the board it is so, too.
func TestFindsWhoPrintsAtOwnSpeed(t *testing.T) {
	for baud, from := range map[int]int64{9600: 1500, 115200: 5000} {
		p := prints{baud: baud, from: from, every: 300, lines: lifts}
		if text, printed := p.evidence(t); printed != 1 || text != lifts[0] {
			t.Errorf("%d baud: after %d lines %q", baud, printed, text)
		}
		p.from, p.lines = 200, slices.Repeat(lifts, 5) // at another speed, which nobody can understand
		if text, printed := p.evidence(t); printed < 3 || text != p.lines[printed-1] {
			t.Errorf("%d baud: after %d lines %q", baud, printed, text)
		}
	}
}

// TestEvidenceOfTheSpeedBefore: what was read before the port got another speed belongs
// to the one that it had.
func TestEvidenceOfTheSpeedBefore(t *testing.T) {
	var f Finder
	f.Opened(0)
	for f.Baud() == stations[0].baud {
		f.Step(nil, f.Deadline())
	}
	at := f.since
	f.Tuned(at + 60)
	f.Take(at+30, []byte("drop e4\n"))
	if f.Found() != (Found{"text", stations[0].baud}) || f.Baud() != stations[0].baud || len(f.Evidence()) != 1 {
		t.Errorf("found %+v, %d", f.Found(), f.Baud())
	}
}

// TestEvidenceOfOthers: it is kept whatever the family, and of one that reports all the
// time no more than it takes to find it.
func TestEvidenceOfOthers(t *testing.T) {
	scans := new(chesslink.Board)
	scans.Step(nil, start)
	var f Finder
	f.Opened(0)
	reported := scans.Scan(nil)
	for at := int64(1); f.Found() == (Found{}); at++ {
		f.Take(at, reported[at-1:at])
	}
	var got []byte
	for _, r := range f.Evidence() {
		got = append(got, r.Data...)
	}
	if f.Found().Family != "chesslink" || !bytes.Equal(got, reported[:len(got)]) || len(got) < 10 {
		t.Errorf("%+v, % x", f.Found(), got)
	}
	f.Opened(5000)
	noise := bytes.Repeat([]byte{0xf1}, 999)
	for at := int64(5001); at < 5700; at++ {
		f.Take(at, noise)
	}
	size := 0
	for _, r := range f.now.read {
		size += len(r.Data)
	}
	if f.Found() != (Found{}) || size > maxEvidence || size < maxEvidence-len(noise) {
		t.Errorf("%+v, %d bytes are kept", f.Found(), size)
	}
}

// TestNobody: what is sent to a port at which there is no board, and in which
// order, and that what comes back is not taken for one.
func TestNobody(t *testing.T) {
	round := []string{"9600 87000007", "9600 45", "9600 45", "38400 d6b5b6", "38400 d6b5b6", "115200 5250", "115200 5250",
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
	if f.Deadline() != sensor.Never || len(f.Step(nil, 99_000)) > 0 {
		t.Error("at work without a port")
	}
	f.Opened(0)
	scans := new(chesslink.Board)
	f.Take(5, scans.Step(nil, start))
	if f.Deadline() != sensor.Never || len(f.Step(nil, 99_000)) > 0 || f.Baud() != 38400 {
		t.Errorf("goes on after %+v", f.Found())
	}
	f.Opened(100_000)
	if f.Found() != (Found{}) || f.Deadline() == sensor.Never {
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
			f.Take(at, data)
			baud := f.Baud()
			out := f.Step(nil, at)
			if len(out) > 0 && (baud != f.Baud() || string(out) != stations[f.now.station].ask) {
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

// unit is how many parts of a bit at 115200 baud a line is looked at in.
const unit = 32

// ticks is how long a bit takes.
func ticks(baud int) int { return unit * 115200 / baud }

// heardAs is what a receiver with 8 data bits makes of bytes that were sent
// without a gap at another speed. Its clock goes wrong by so many in a thousand.
// What has a low stop bit it takes for a byte all the same.
func heardAs(data []byte, sent, heard, drift int) []byte {
	var line []bool
	for _, b := range data {
		frame := uint(b)<<1 | 1<<9
		for bit := range 10 {
			line = append(line, slices.Repeat([]bool{frame>>bit&1 == 1}, ticks(sent))...)
		}
	}
	level := func(at int) bool { return at >= len(line) || line[at] }
	bit := ticks(heard) * (1000 + drift) / 1000
	var out []byte
	for at := 0; at < len(line); at++ {
		if level(at) || at > 0 && !level(at-1) || level(at+bit/2) {
			continue // no start bit begins here
		}
		b := byte(0)
		for n := range 8 {
			if level(at + bit/2 + (n+1)*bit) {
				b |= 1 << n
			}
		}
		out = append(out, b)
		at += bit/2 + 9*bit
	}
	return out
}

func TestHeardAsSent(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, drift := range []int{-30, 0, 30} {
		for _, baud := range []int{9600, 38400, 115200} {
			if got := heardAs(all, baud, baud, drift); !slices.Equal(got, all) {
				t.Errorf("%d baud, drift %d: % x", baud, drift, got)
			}
		}
	}
}

// dgtCommands is every byte that any paper of the maker's names as a command of
// single-board mode.
func dgtCommand(b byte) bool {
	return b == 0x2b || b == 0x2c || b >= 0x40 && b <= 0x5a || b == 0x60 || b == 0x63
}

// TestHarmless: whatever a DGT board reads of a question, it is the command for
// its serial number or none.
func TestHarmless(t *testing.T) {
	for _, s := range stations {
		for drift := -30; drift <= 30; drift++ {
			for _, b := range heardAs([]byte(s.ask), s.baud, 9600, drift) {
				if dgtCommand(b) && (b != 0x45 || s.ask != askDGT) || s.baud != 9600 && b < 0x80 {
					t.Errorf("%q at %d baud: a DGT board reads %02x", s.ask, s.baud, b)
				}
			}
		}
	}
}

// TestAllowed: the questions as they are, and no part of one.
func TestAllowed(t *testing.T) {
	for _, s := range stations {
		if allowed := Allowed([]byte(s.ask)); allowed != (s.ask != "") {
			t.Errorf("%q: %v", s.ask, allowed)
		}
	}
	for _, data := range []string{"", "V", "\x4e", "E\x4e", "\x87\x00\x00", "hello?"} {
		if Allowed([]byte(data)) {
			t.Errorf("%q may be sent", data)
		}
	}
}

// TestChessLinkUntouched: no question for others is a command to a ChessLink board.
func TestChessLinkUntouched(t *testing.T) {
	for _, s := range stations {
		b := chesslink.Board{Registers: [256]byte{0, 20, 3, 10, 7}}
		was := b.Registers
		answer := b.Command(nil, heardAs([]byte(s.ask), s.baud, 38400, 0))
		if asked := s.ask == askChessLink; b.Registers != was || (len(answer) > 0) != asked {
			t.Errorf("%q at %d baud: %q, registers % x", s.ask, s.baud, answer, b.Registers[:5])
		}
	}
}
