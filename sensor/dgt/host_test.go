package dgt

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// desk is a host, a decoder and a board at a sensortest.Desk.
type desk struct {
	sensortest.Desk[Counts]
	host  Host
	board Board
	dec   Decoder
}

// newDesk returns a desk whose board has the initial array and whose port is open.
func newDesk() *desk {
	d := &desk{board: Board{Number: 1025, Firmware: [2]byte{1, 2}}}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board}
	d.SetUp()
	return d
}

// startedDesk returns a desk whose host has asked for everything and been answered.
func startedDesk() *desk {
	d := newDesk()
	d.Run(1500)
	d.SentSince()
	return d
}

func TestStartup(t *testing.T) {
	d := newDesk()
	if d.host.Listening() || d.host.Answering() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.Run(1500)
	d.ExpectSent(t, "500 40", "600 4d", "700 45", "800 55", "900 42", "1000 41", "1100 4b", "1200 42")
	if !d.host.Answering() || !d.host.Listening() {
		t.Error("not answering after the dump")
	}
	sensortest.Expect(t, d.Shown, sensortest.Initial, sensortest.Initial)
	if info := d.dec.Info(); info.Version != "1.02" || info.Serial != "01025" || info.LongSerial != "0000001025" {
		t.Errorf("info %+v", info)
	}
	d.Hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	sensortest.Expect(t, d.Shown[2:], "lift e2 P")
}

// TestChangeAtStartup: a piece that moves after the board has sent its dump, and before
// it reports changes, is seen a moment later.
func TestChangeAtStartup(t *testing.T) {
	d := newDesk()
	d.Run(1050)
	d.Hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	d.Drop(placement.E4, placement.WhitePawn)
	d.Run(1300)
	sensortest.Expect(t, d.Shown, sensortest.Initial, "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestAskAgain: a board that is asked everything again reports changes meanwhile.
func TestAskAgain(t *testing.T) {
	d := startedDesk()
	d.Shown = nil
	d.Now = 3000
	d.host.AskAgain(d.Now)
	d.Run(3150)
	d.Hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	d.Run(3550)
	d.Drop(placement.E4, placement.WhitePawn)
	d.Run(3600)
	d.ExpectSent(t, "3100 42", "3200 41", "3300 4d", "3400 45", "3500 55")
	sensortest.Expect(t, d.Shown, sensortest.Initial, "lift e2 P", "drop e4 P")
}

// TestOldBytes: what the board had been saying before is not listened to.
func TestOldBytes(t *testing.T) {
	d := newDesk()
	d.board.Command(nil, []byte{byte(UpdateNice)})
	d.Now = 100
	d.Hand(sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn})
	d.Run(1150)
	sensortest.Expect(t, d.Shown, "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
}

func TestClosed(t *testing.T) {
	sensortest.ClosedHost(t, new(Host))
	d := newDesk()
	d.Run(1500)
	d.host.Closed()
	d.SentSince()
	d.Run(1e6)
	d.ExpectSent(t)
	d.host.Opened(d.Now)
	d.Run(d.Now + 600)
	d.ExpectSent(t, "1000500 40", "1000600 4d")
}

// TestSilence: a board at which nothing happens gives a sign of life every
// five seconds, and a dump every minute.
func TestSilence(t *testing.T) {
	d := startedDesk()
	d.Run(12000)
	d.ExpectSent(t, "6200 45", "11200 45")
	d.Run(56000)
	d.SentSince()
	// Startup ended at 1100.
	d.Run(62000)
	d.ExpectSent(t, "56200 45", "61100 42", "61200 4b")
	if !d.host.Answering() {
		t.Error("not answering")
	}
}

// TestChecksAfterMoves: two seconds after the last update, once.
func TestChecksAfterMoves(t *testing.T) {
	d := startedDesk()
	d.Now = 3000
	d.Lift(placement.E2)
	d.Run(4000)
	d.Drop(placement.E4, placement.WhitePawn)
	d.Run(9000)
	d.ExpectSent(t, "6000 42")
}

// TestClockIsNoUpdate: the clock's messages ask for no dump, and are life enough.
func TestClockIsNoUpdate(t *testing.T) {
	d := startedDesk()
	for s := range int64(50) {
		d.Run(2000 + s*1000)
		d.Hand(sensor.Record{Word: sensor.Clock, Times: [2]int64{180000 - s*1000, 180000}, Running: sensor.WhiteRuns})
	}
	d.ExpectSent(t)
}

// TestLoss: after a loss a dump shows what it was.
func TestLoss(t *testing.T) {
	d := startedDesk()
	d.Now = 2000
	d.Read(sensortest.Bytes(t, "8e0005 8d000a2003022003"))
	d.Now = 2300
	d.Read(sensortest.Bytes(t, "8e00053400"))
	d.Run(2350)
	d.ExpectSent(t, "2000 42", "2300 42")
}

// TestPowerGlitch: a board that lost its power for a moment reports nothing any more; a
// dump reveals that.
func TestPowerGlitch(t *testing.T) {
	d := newDesk()
	d.Run(1500)
	d.board.mode = idle
	d.Now = 2000
	d.Lift(placement.E2)
	d.Run(60000)
	d.SentSince()
	d.Run(61500)
	d.Lift(placement.D2)
	sensortest.Expect(t, d.Shown[2:], "board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "lift d2 P")
}

// TestSurprise: after a dump that shows what no update reported, the Host asks the board
// again to send updates.
func TestSurprise(t *testing.T) {
	d := startedDesk()
	d.board.mode = idle
	d.Now = 2000
	d.Lift(placement.E2)
	d.Read(sensortest.Bytes(t, "00 9300050102"))
	d.Run(2200)
	d.ExpectSent(t, "2000 42", "2100 4b")
}

// TestDeadBoard: a port with nobody at the other end is asked again and again,
// and the board is seen when it wakes up.
func TestDeadBoard(t *testing.T) {
	d := newDesk()
	d.Mute = true
	d.Run(6000)
	d.ExpectSent(t, "500 40", "600 4d", "700 45", "800 55", "900 42", "1000 41", "1100 4b",
		"3100 40", "3200 4d", "3300 45", "3400 55", "3500 42", "3600 41", "3700 4b", "5700 40", "5800 4d", "5900 45", "6000 55")
	if d.host.Answering() {
		t.Error("answering")
	}
	d.Mute = false
	d.Run(7000)
	if !d.host.Answering() {
		t.Error("not answering after it woke up")
	}
}

// TestBoardDies: no sign of life within two seconds of asking for one.
func TestBoardDies(t *testing.T) {
	d := startedDesk()
	d.Mute = true
	d.Run(8300)
	d.ExpectSent(t, "6200 45", "8200 40", "8300 4d")
	if d.host.Answering() {
		t.Error("answering")
	}
}

// TestLostBoard: empty messages without end, and bytes that are not understood, make the
// Host start again; a few do not.
func TestLostBoard(t *testing.T) {
	for name, c := range map[string]struct {
		data  []byte
		begin bool
	}{
		"two empty messages":   {sensortest.Bytes(t, "800003 800003"), false},
		"three empty messages": {sensortest.Bytes(t, "800003 800003 800003"), true},
		"200 bytes of junk":    {make([]byte, 200), true},
		"199 bytes of junk":    {make([]byte, 199), false},
		"the internal log":     {append(sensortest.Bytes(t, "8f3e03"), make([]byte, 7000)...), false},
	} {
		d := newDesk()
		d.Run(1500)
		d.SentSince()
		d.Now = 2000
		d.Read(c.data)
		sent := d.SentSince()
		if begun := reflect.DeepEqual(sent, []string{"2000 40"}); begun != c.begin {
			t.Errorf("%s: sent %q, want a new start: %v", name, sent, c.begin)
		}
	}
}

// TestStartDuringLog: eight seconds of internal log are waited for, not
// answered with more commands than the board's buffer takes.
func TestStartDuringLog(t *testing.T) {
	d := newDesk()
	d.Mute = true
	d.Run(1150)
	d.SentSince()
	d.Mute = false
	d.Read(sensortest.Bytes(t, "8f3e03"))
	for range 79 {
		d.Read(make([]byte, 100))
		d.Run(d.Now + 104)
	}
	d.ExpectSent(t)
	d.Read(make([]byte, 36))
	d.Read(sensortest.Bytes(t, dumpNormal))
	if !d.host.Answering() {
		t.Error("not answering after log and dump")
	}
}

// TestStartAfterHalfLog: a log that breaks off is not waited for.
func TestStartAfterHalfLog(t *testing.T) {
	d := newDesk()
	d.Mute = true
	d.Run(1150)
	d.SentSince()
	d.Mute = false
	d.Read(append(sensortest.Bytes(t, "8f3e03"), make([]byte, 100)...))
	d.Mute = true
	d.Run(3400)
	d.ExpectSent(t, "3150 40", "3250 4d", "3350 45")
	d.Mute = false
	d.Run(4000)
	if !d.host.Answering() {
		t.Error("not answering after it woke up")
	}
}

// TestAllowed: these eight bytes and no other.
func TestAllowed(t *testing.T) {
	var got []byte
	for b := range 256 {
		if Allowed(byte(b)) {
			got = append(got, byte(b))
		}
	}
	if want := []byte{0x40, 0x41, 0x42, 0x45, 0x49, 0x4b, 0x4d, 0x55}; !bytes.Equal(got, want) {
		t.Errorf("allowed % x, want % x", got, want)
	}
	for _, c := range Startup {
		if !Allowed(byte(c)) {
			t.Errorf("Startup holds %02x", byte(c))
		}
	}
	h := Host{state: watching, queue: []Command{0x2b, 0x4e, 0x50, 0x54, 0x60}}
	for at := range int64(6) {
		if out := h.send(nil, at*commandGap); len(out) > 0 {
			t.Errorf("sent % x", out)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends only what is allowed, one byte in 100 ms,
// and requests the log only when it is wanted.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(_ sensortest.Host, out []byte, now, before int64) string {
		switch {
		case len(out) > 1 || !Allowed(out[0]) || out[0] == byte(SendLog):
			return "not allowed"
		case now < before+commandGap:
			return "too soon"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, []byte{0x80, 0, 3, 0x80, 0, 3, 0x80}, bytes.Join(stream(f).Messages, nil), make([]byte, 600))
}

// TestWantLog: the internal log is asked for when it is wanted, once the board
// reports changes again and a dump has shown what changed before it did; once, until
// the port is opened again. After it a dump shows what changed meanwhile.
func TestWantLog(t *testing.T) {
	d := newDesk()
	d.host.WantLog() // nobody has been asked anything
	d.Run(950)
	d.host.WantLog()
	d.Run(4000)
	d.host.WantLog()
	d.Run(5000)
	d.ExpectSent(t, "500 40", "600 4d", "700 45", "800 55", "900 42", "1000 41", "1100 4b", "1200 42", "1300 49", "1400 42")
	if d.dec.Counts().Logs != 1 {
		t.Errorf("counts %+v", d.dec.Counts())
	}
	d.host.Closed()
	d.host.WantLog() // nobody can be asked
	d.host.Opened(d.Now)
	d.dec.Reset()
	d.Run(d.Now + 2000)
	if sent := d.SentSince(); slices.ContainsFunc(sent, func(s string) bool { return strings.HasSuffix(s, "49") }) {
		t.Errorf("sent %q", sent)
	}
	d.host.WantLog()
	d.Run(d.Now + 1000)
	d.ExpectSent(t, "7000 42", "7100 49", "7200 42")
}

// TestLogTakesTime: while the log is on the line the board is asked for nothing.
func TestLogTakesTime(t *testing.T) {
	d := startedDesk()
	d.host.WantLog()
	d.Run(d.Now + 50)
	d.Mute = true
	d.Run(d.Now + 100)
	d.Mute = false
	d.ExpectSent(t, "1500 42", "1600 49")
	d.Read(sensortest.Bytes(t, "8f3e03"))
	for range 79 {
		d.Read(make([]byte, 100))
		d.Run(d.Now + 104)
	}
	d.ExpectSent(t)
	d.Read(make([]byte, 36))
	d.Run(d.Now + 200)
	if sent := d.SentSince(); len(sent) != 1 || !strings.HasSuffix(sent[0], " 42") {
		t.Errorf("sent %q", sent)
	}
}

// TestNoLog: a board that does not know the command is started again.
func TestNoLog(t *testing.T) {
	d := startedDesk()
	d.host.WantLog()
	d.Run(1550)
	d.Mute = true
	d.Run(3800)
	d.ExpectSent(t, "1500 42", "1600 49", "3600 40", "3700 4d", "3800 45")
}

// TestLogUnasked: the Decoder skips and reports a log that nobody asked for, and keeps
// the one that was asked for until it is taken.
func TestLogUnasked(t *testing.T) {
	const log = "8f0008 40 34 41 24 6b"
	d := afterDump(t)
	past, known := d.Past()
	sensortest.Expect(t, decode(t, d, log), "fault internal log of 8 bytes came unasked, skipped")
	if _, before, _ := d.Recalled(nil, 9, &past); before >= 0 || !known {
		t.Error("a log that was skipped is recalled")
	}
	d.Sent([]byte{0x42, 0x4b})
	sensortest.Expect(t, decode(t, d, log), "fault internal log of 8 bytes came unasked, skipped")
	d.Sent([]byte{0x49})
	sensortest.Expect(t, decode(t, d, log))
	if _, before, _ := d.Recalled(nil, 9, &past); before != 0 {
		t.Error("a log that was asked for is not recalled")
	}
	if _, before, _ := d.Recalled(nil, 9, &past); before >= 0 {
		t.Error("recalled twice")
	}
}

// TestRecalled: the acts while the cable was out come in order, from the board before them
// to the board now.
func TestRecalled(t *testing.T) {
	d := newDesk()
	for _, r := range []sensor.Record{
		{Word: sensor.Clock, Times: [2]int64{180000, 180000}, Running: sensor.WhiteRuns},
		{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
	} {
		d.Run(d.Now + 1500)
		d.Hand(r)
	}
	past, _ := d.dec.Past()
	d.dec.Reset()
	d.board.Command(nil, []byte{byte(Reset)})
	d.host.Closed()
	for _, r := range sensortest.Hands(t)[4:] {
		d.Hand(r)
	}
	d.dec.Reset()
	d.host.Opened(d.Now)
	d.Run(d.Now + 1500)
	d.dec.Sent([]byte{byte(SendLog)})
	d.host.WantLog()
	d.Run(d.Now + 8000)
	got, before, ok := d.dec.Recalled(nil, d.Now, &past)
	if before < 0 || !ok {
		t.Fatalf("before %d, ok %v", before, ok)
	}
	sensortest.Expect(t, got, "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "press w", "lift d7 p", "drop d5 p", "press b", "drop d5 P", "lift e4 P", "press w",
		"board rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
}
