package dgt

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

var handsSeen = []string{
	sensortest.Initial,
	"clock 180000 180000 -", "clock 180000 180000 w",
	"lift e2 P", "drop e4 P",
	"press w", "clock 180000 180000 b", "clock 178000 180000 b",
	"lift d7 p", "drop d5 p",
	"press b", "clock 178000 180000 w",
	"drop d5 P", "lift e4 P",
	"press w", "clock 178000 180000 b",
	"clock 178000 180000 -", "clock 178000 0 -", "flag b",
}

// TestOrientations: whichever way the board lies, an Orienter returns the game. The
// first press shows that a clock stands the other way round.
func TestOrientations(t *testing.T) {
	crossed := append([]string{}, handsSeen...)
	crossed[2] = "clock 180000 180000 b" // White's clock runs, but who would know yet
	crossed = append(crossed[:5], append([]string{"fault the moves show that the clock stands the other way round"}, crossed[5:]...)...)
	for _, c := range []struct {
		turned, crossed bool
		want            []string
	}{{false, false, handsSeen}, {true, false, handsSeen}, {false, true, crossed}, {true, true, crossed}} {
		t.Run(fmt.Sprintf("turned %v crossed %v", c.turned, c.crossed), func(t *testing.T) {
			b := Board{Turned: c.turned, ClockCrossed: c.crossed}
			b.Step(nil, sensortest.SetUp)
			data := b.Command(nil, []byte{byte(SendBoard), byte(UpdateNice)})
			for _, r := range sensortest.Hands(t) {
				data = b.Step(data, r)
			}
			var d Decoder
			var o sensor.Orienter
			var out []sensor.Record
			for _, r := range d.Step(nil, 0, data) {
				out = o.Step(out, r)
			}
			sensortest.Expect(t, out, c.want...)
		})
	}
}

// TestBoardBytes: the messages are those of real boards.
func TestBoardBytes(t *testing.T) {
	b := Board{Number: 1025, Firmware: [2]byte{1, 2}}
	b.Step(nil, sensortest.SetUp)
	turned := Board{Turned: true}
	turned.Step(nil, sensortest.SetUp)
	for _, c := range []struct {
		what string
		got  []byte
		want string
	}{
		{"dump", b.Command(nil, []byte{0x42}), dumpNormal},
		{"dump, turned", turned.Command(nil, []byte{0x42}), dumpTurned},
		{"version", b.Command(nil, []byte{0x4d}), "9300050102"},
		{"serial number", b.Command(nil, []byte{0x45}), "9100083031303235"},
		{"long serial number", b.Command(nil, []byte{0x55}), "a2000d30303030303031303235"},
		{"no clock", b.Command(nil, []byte{0x41}), "8d000a00000000000020"},
		{"trademark", b.Command(nil, []byte{0x47}), ""},
		{"anything else", b.Command(nil, []byte{0x2b, 0x4e, 0x50, 0x60, 0x80, 0xff}), ""},
	} {
		if !bytes.Equal(c.got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%s: % x, want %s", c.what, c.got, c.want)
		}
	}
}

// TestBoardModes: what a board reports by itself in each mode.
func TestBoardModes(t *testing.T) {
	move := sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn}
	tick := sensor.Record{Word: sensor.Clock, Times: [2]int64{181000, 182000}, Running: sensor.WhiteRuns}
	const field, clock = "8e00053400", "8d000a20030220030109"
	for name, c := range map[string]struct {
		commands []byte
		want     string
	}{
		"power-up":     {nil, ""},
		"reset":        {[]byte{0x4b, 0x40}, ""},
		"update":       {[]byte{0x43}, field + clock},
		"update board": {[]byte{0x44}, field},
		"update nice":  {[]byte{0x4b}, field + clock},
		"asked beside": {[]byte{0x4b, 0x4d}, field + clock},
	} {
		var b Board
		b.Step(nil, sensortest.SetUp)
		b.Command(nil, c.commands)
		got := b.Step(b.Step(nil, move), tick)
		got = b.Step(b.Step(got, move), tick) // the same again is no news
		if !bytes.Equal(got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%s: % x, want %s", name, got, c.want)
		}
	}
}

// TestBoardOtherRecords: records that do not concern a board do nothing.
func TestBoardOtherRecords(t *testing.T) {
	var b Board
	b.Command(nil, []byte{byte(UpdateNice)})
	for _, r := range []sensor.Record{{Word: sensor.Link, On: true}, {Word: sensor.Cmd}, {Word: sensor.Rx, Data: []byte{1}},
		{Word: sensor.Drop, Square: placement.E4, Piece: placement.Unknown},
		{Word: sensor.Drop, Square: placement.NoSquare, Piece: placement.WhitePawn}} {
		if got := b.Step(nil, r); len(got) > 0 {
			t.Errorf("%v: sent % x", r.Word, got)
		}
	}
}

// TestBoardClock: pauses, and times that the display cannot show.
func TestBoardClock(t *testing.T) {
	var b Board
	b.Command(nil, []byte{byte(UpdateNice)})
	for _, c := range []struct {
		record sensor.Record
		want   string
	}{
		{sensor.Record{Word: sensor.Clock, Times: [2]int64{182999, 59000}, Running: sensor.BlackRuns}, "8d000a20005920030213"},
		{sensor.Record{Word: sensor.Pause}, "8d000a20005920030212"},
		{sensor.Record{Word: sensor.Resume}, "8d000a20005920030213"},
		{sensor.Record{Word: sensor.Press, Side: placement.Black}, "8d000a20005920030209"},
		{sensor.Record{Word: sensor.Clock, Times: [2]int64{36000000, -5}}, "8d000a20000029595908"},
		{sensor.Record{Word: sensor.Flag, Side: placement.White}, "8d000a20000030000008"},
	} {
		if got := b.Step(nil, c.record); !bytes.Equal(got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%v: % x, want %s", c.record.Word, got, c.want)
		}
	}
}

// entryText returns entries in words: "e2-", "e4+P", "w 2:59:57", "power".
func entryText(log []Entry) string {
	var out []string
	for _, e := range log {
		switch {
		case e.Kind == PowerUp:
			out = append(out, "power")
		case e.Kind == Halted:
			s := e.Left / 1000
			out = append(out, fmt.Sprintf("%s %d:%02d:%02d", e.Side, s/3600, s/60%60, s%60))
		case e.Piece == placement.Empty:
			out = append(out, e.Square.String()+"-")
		default:
			out = append(out, e.Square.String()+"+"+string(e.Piece.Letter()))
		}
	}
	return strings.Join(out, ", ")
}

func TestEntries(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"a move":                {"40 34 41 24", "e2-, e4+P"},
		"every piece":           {"41 20 42 21 43 22 44 23 45 24 46 25", "a4+P, b4+R, c4+N, d4+B, e4+K, f4+Q"},
		"every black piece":     {"47 20 48 21 49 22 4a 23 4b 24 4c 25", "a4+p, b4+r, c4+n, d4+b, e4+k, f4+q"},
		"quick ones":            {"50 34 51 24", "e2-, e4+P"},
		"special pieces":        {"4d 34 4f 24", "e2-, e4-"},
		"both clocks":           {"72 59 57 61 00 03", "w 2:59:57, b 1:00:03"},
		"power":                 {"7f 7f 7f 6a 45 3c", "power, e1+K"},
		"as documented":         {"7f 7f 7f 6a 40 34 41 24 72 59 57 6b", "power, e2-, e4+P, w 2:59:57"},
		"its end":               {"40 34 6b 41 24", "e2-"},
		"remarks":               {"00 6c 6d 6e 6f 7a 7b 7c 7d 7e 40 34", "e2-"},
		"delays":                {"01 12 23 3f 40 34", "e2-"},
		"a square that is none": {"40 40 34", "e2-"},
		"a time that is none":   {"72 99 40 34", "e2-"},
		"torn off":              {"40 34 41", "e2-"},
		"torn off in a time":    {"40 34 72 59", "e2-"},
		"torn off in front":     {"34 41 24", "e4+P"},
		"erased":                {"ff ff 40 34", "e2-"},
		"nothing":               {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := entryText(AppendEntries(nil, sensortest.Bytes(t, c.data))); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if e := AppendEntries(nil, []byte{0x50, 0x34, 0x40, 0x34}); !e[0].Fast || e[1].Fast {
		t.Error("which changes were quick")
	}
}

// TestBoardLog: a board logs its own squares, and White is the player of the second
// triple.
func TestBoardLog(t *testing.T) {
	for turned, want := range map[bool]string{
		false: "e2-, e4+P, w 0:02:58, e7-, e5+p, b 0:02:57, power, ",
		true:  "d7-, d5+P, b 0:02:58, d2-, d4+p, w 0:02:57, power, ",
	} {
		b := Board{Turned: turned}
		b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
		from := b.Written()
		for _, r := range []sensor.Record{
			{Word: sensor.Clock, Times: [2]int64{178000, 177000}, Running: sensor.WhiteRuns},
			{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
			{Word: sensor.Press, Side: placement.White},
			{Word: sensor.Lift, Square: placement.E7}, {Word: sensor.Drop, Square: placement.E5, Piece: placement.BlackPawn},
			{Word: sensor.Press, Side: placement.Black},
		} {
			b.Step(nil, r)
		}
		b.Restart()
		got := entryText(AppendEntries(nil, b.Log()[from:]))
		if pieces := strings.Count(strings.TrimPrefix(got, want), "+"); !strings.HasPrefix(got, want) || pieces != 32 {
			t.Errorf("turned %v: %d pieces in %q, want %q", turned, pieces, got, want)
		}
	}
}

// TestLogIsCyclic: the oldest entries give way, whole.
func TestLogIsCyclic(t *testing.T) {
	var b Board
	for n := range 5000 {
		b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: []placement.Piece{placement.WhiteKing, placement.BlackKing}[n%2]})
	}
	if n := len(b.Log()); n >= logSize || n < logSize-haltedOf || b.Written() != 10000 {
		t.Errorf("%d bytes of %d", n, b.Written())
	}
	entries := AppendEntries(nil, b.Log())
	if len(entries) != len(b.Log())/2 || entries[len(entries)-1].Piece != placement.BlackKing {
		t.Errorf("%d entries", len(entries))
	}
}

func FuzzEntries(f *testing.F) {
	f.Add([]byte{0x40, 0x34, 0x41, 0x24, 0x72, 0x59, 0x57, 0x6b})
	f.Add([]byte{0x7f, 0x7f, 0x7f, 0x6a, 0x45, 0x3c, 0x4b, 0x04})
	f.Fuzz(func(t *testing.T, data []byte) {
		log := AppendEntries(nil, data)
		if len(log) > len(data) {
			t.Fatalf("%d entries of %d bytes", len(log), len(data))
		}
		var past Past
		for i, e := range log {
			if e.Kind == Change && e.Piece != placement.Empty && !e.Piece.Known() || e.Square >= placement.NoSquare || e.Left < 0 || e.Left > 36_000_000 {
				t.Fatalf("entry %+v", e)
			}
			if e.Kind == Change && i < len(log)/2 {
				past.Change(e.Square, e.Piece)
				past.Board[e.Square] = e.Piece
			}
		}
		// Recall returns an end of the log, which leads to the board now.
		var state known
		for i := range log {
			state.take(&log[i])
		}
		since, ok := Recall(log, &past, &state.pieces)
		if !ok {
			return
		}
		all := effective(log)
		if !slices.Equal(since, all[len(all)-len(since):]) {
			t.Fatalf("recalled %s of %s", entryText(since), entryText(log))
		}
		after := known{pieces: past.Board, squares: ^placement.Set(0)}
		for i := range since {
			after.take(&since[i])
		}
		if !reflect.DeepEqual(after.pieces, state.pieces) {
			t.Fatalf("%s leads to %s, not to %s", entryText(since), after.pieces.String(), state.pieces.String())
		}
	})
}

// entries reads "e2- e4+P w" and "power" as a log; "|" ends what was received, "r" that pieces follow that were found.
func entries(t *testing.T, text string) (log []Entry, received int) {
	t.Helper()
	received = -1
	for _, word := range strings.Fields(text) {
		switch {
		case word == "|":
			received = len(log)
		case word == "power":
			log = append(log, Entry{Kind: PowerUp})
		case word == "w", word == "b":
			log = append(log, Entry{Kind: Halted, Side: placement.Color(strings.Index("wb", word))})
		default:
			sq, ok := placement.ParseSquare(word[:2])
			e := Entry{Kind: Change, Square: sq}
			if word[2] == '+' {
				e.Piece, ok = placement.ParsePiece(word[3])
			}
			if !ok {
				t.Fatalf("bad entry %q", word)
			}
			log = append(log, e)
		}
	}
	return log, received
}

// start returns the log of a board that was switched on with the initial array.
func start() string {
	text := "power"
	for sq, piece := range placement.Initial {
		if piece != placement.Empty {
			text += " " + placement.Square(sq).String() + "+" + string(piece.Letter())
		}
	}
	return text + " "
}

// pastOf returns the past of whoever listened up to the end of log, and the board.
func pastOf(log []Entry) (p Past, now placement.Placement) {
	var state known
	for i := range log {
		e := &log[i]
		before := state.pieces
		state.take(e)
		switch {
		case e.Kind == Halted:
			p.Lever()
		case e.Kind == Change && !state.burst.open && before != state.pieces:
			p.Change(e.Square, e.Piece)
		}
	}
	p.Board = state.pieces
	return p, state.pieces
}

// Shuffles of the knights that leave everything as it was.
const (
	out  = "g1- f3+N w g8- f6+n b "
	back = "f3- g1+N w f6- g8+n b "
)

// TestRecall: Recall finds what happened after "|", or nothing.
func TestRecall(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		want string // "?" if the log does not show it
	}{
		"a move":                          {start() + "| e2- e4+P", "e2-, e4+P"},
		"after moves":                     {start() + "e2- e4+P w e7- e5+p b | g1- f3+N w b8- c6+n b", "g1-, f3+N, w 0:00:00, b8-, c6+n, b 0:00:00"},
		"in the middle of a move":         {start() + "e2- e4+P w e7- | e5+p b g1-", "e5+p, b 0:00:00, g1-"},
		"only the press was not received": {start() + "e2- e4+P | w e7-", "w 0:00:00, e7-"},
		"the press was received":          {start() + "e2- e4+P w | e7-", "e7-"},
		"nothing happened":                {start() + "e2- e4+P w |", ""},
		"the same before and after":       {start() + out + back + "| " + out + back + "e2- e4+P", "?"}, // who knows what was before the first dump
		"and a move before that":          {start() + "d2- d4+P w d7- d5+p b " + out + back + "| " + out + back + "e2- e4+P", "g1-, f3+N, w 0:00:00, g8-, f6+n, b 0:00:00, f3-, g1+N, w 0:00:00, f6-, g8+n, b 0:00:00, e2-, e4+P"},
		"the same before, twice":          {start() + "d2- d4+P w d7- d5+p b " + out + back + out + back + "| e2- e4+P", "e2-, e4+P"},
		"the same after, twice":           {start() + "d2- d4+P w d7- d5+p b | " + out + back + out + back + "e2-", "g1-, f3+N, w 0:00:00, g8-, f6+n, b 0:00:00, f3-, g1+N, w 0:00:00, f6-, g8+n, b 0:00:00, g1-, f3+N, w 0:00:00, g8-, f6+n, b 0:00:00, f3-, g1+N, w 0:00:00, f6-, g8+n, b 0:00:00, e2-"},
		"a piece put down and lifted":     {start() + "e2- e3+P e3- | e4+P", "e4+P"},
		"switched off meanwhile":          {start() + "e2- e4+P w | e7- e5+p " + strings.ReplaceAll(strings.ReplaceAll(start(), " e2+P", " e4+P"), " e7+p", " e5+p"), "e7-, e5+p, power"},
	} {
		t.Run(name, func(t *testing.T) {
			log, received := entries(t, c.log)
			past, _ := pastOf(log[:received])
			_, now := pastOf(log)
			since, ok := Recall(log, &past, &now)
			got := entryText(since)
			if i := strings.Index(got, "power"); i >= 0 {
				got = got[:i+len("power")]
			}
			if !ok {
				got = "?"
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestRecallNothing: where the place is not certain, Recall finds nothing.
func TestRecallNothing(t *testing.T) {
	long, received := entries(t, start()+"e2- e4+P w | e7- e5+p b")
	past, _ := pastOf(long[:received])
	_, now := pastOf(long)
	other := now
	other[placement.A2] = placement.Empty
	unreceived := Past{Board: past.Board}
	twice, _ := entries(t, start()+out+back+out+back+"e2- e4+P")
	_, afterTwice := pastOf(twice)
	set := Past{Board: placement.Initial}
	for name, c := range map[string]struct {
		log  []Entry
		past Past
		now  placement.Placement
		ok   bool
	}{
		"for comparison":              {long, past, now, true},
		"nothing was received before": {long, unreceived, now, true},
		"but it stood so three times": {twice, set, afterTwice, false},
		"it leads elsewhere":          {long, past, other, false},
		"it stood otherwise":          {long, Past{Board: other}, now, false},
		"an empty log":                {nil, past, now, false},
		"one that begins too late":    {long[len(long)-3:], past, now, false},
		"another board's":             {twice, past, now, false},
	} {
		if _, ok := Recall(c.log, &c.past, &c.now); ok != c.ok {
			t.Errorf("%s: recalled %v, want %v", name, ok, c.ok)
		}
	}
}

// TestRecallLeftOut: neither what the log left out, nor what the wire lost, matters
// while only one place fits.
func TestRecallLeftOut(t *testing.T) {
	log, received := entries(t, start()+"d2- d4+P w d7- d5+p b | e2- e4+P")
	_, now := pastOf(log)
	full, _ := entries(t, start()+"d2- d3+P d3- d4+P w d7- d6+p d6- d5+p b")
	past, _ := pastOf(full)
	if since, ok := Recall(log, &past, &now); !ok || entryText(since) != "e2-, e4+P" {
		t.Errorf("recalled %v %q", ok, entryText(since))
	}
	less, _ := entries(t, start()+"d4+P w d7- d5+p b")
	past, _ = pastOf(less)
	past.Board, _ = boardAfter(log[:received])
	if since, ok := Recall(log, &past, &now); !ok || entryText(since) != "e2-, e4+P" {
		t.Errorf("recalled %v %q", ok, entryText(since))
	}
}

func boardAfter(log []Entry) (placement.Placement, Past) {
	p, now := pastOf(log)
	return now, p
}
