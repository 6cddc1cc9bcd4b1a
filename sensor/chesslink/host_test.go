package chesslink

import (
	"bytes"
	"fmt"
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

// newDesk returns a desk whose board reports as register 02 says.
func newDesk(reports byte) *desk {
	d := &desk{board: Board{Firmware: [2]byte{1, 3}}}
	d.board.Registers[Reports] = reports
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board, Every: 41, Format: sevenBits}
	d.SetUp()
	return d
}

// sevenBits returns data as text, without its parity.
func sevenBits(data []byte) string {
	text := bytes.Clone(data)
	for i := range text {
		text[i] &= 0x7f
	}
	return string(text)
}

// knows limits the commands that the board knows to some letters.
func (d *desk) knows(letters string) {
	d.Deaf = func(data []byte) bool { return !strings.Contains(letters, sevenBits(data)[:1]) }
}

// TestStartup: a board as it is sold, that reports every scan.
func TestStartup(t *testing.T) {
	d := newDesk(reportScans)
	if d.host.Listening() || d.host.Answering() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.Run(5000)
	d.ExpectSent(t, "500 V56", "550 R0052", "600 R0153", "650 R0250", "700 R0351", "750 R0456")
	if !d.host.Answering() || !d.host.Listening() {
		t.Error("not answering after a status")
	}
	sensortest.Expect(t, d.Shown, sensortest.Initial)
	if i := d.dec.Info(); i.Version != "01.03" || !i.Registers[Brightness].Known || i.Order != sensor.Normal {
		t.Errorf("info %+v", i)
	}
	d.Lift(placement.E2)
	sensortest.Expect(t, d.Shown[1:], "lift e2 P")
	d.Run(120000)
	d.ExpectSent(t)
}

// TestChangesOnly: a board that reports changes is asked now and then, once it
// has reported it; its reports count.
func TestChangesOnly(t *testing.T) {
	d := newDesk(reportChange)
	d.Run(1000)
	d.ExpectSent(t, "500 V56", "550 S53", "600 R0052", "650 S53", "700 R0153", "750 S53", "800 R0250", "850 R0351", "900 R0456")
	d.Run(6000)
	d.ExpectSent(t, "3250 S53", "5750 S53")
	d.Lift(placement.E2)
	sensortest.Expect(t, d.Shown[1:], "lift e2 P")
	d.Run(9000)
	d.ExpectSent(t, "8500 S53") // 2.5 s after the report
}

// TestPolled: a board that never speaks unasked is asked ten times a second.
func TestPolled(t *testing.T) {
	for _, reports := range []byte{reportNever, reportTimes} {
		d := newDesk(reports)
		d.board.Registers[Interval] = 255
		d.Run(1300)
		d.Sent = nil
		d.Run(1500)
		if n := len(d.Sent); n != 2 {
			t.Errorf("register 02 is %d: sent %q", reports, d.Sent)
		}
		d.Lift(placement.E2)
		d.Run(1600)
		sensortest.Expect(t, d.Shown[1:], "lift e2 P")
	}
}

// TestLookAlike: a board that knows only the question for a status is asked for it ten
// times a second, and for nothing else.
func TestLookAlike(t *testing.T) {
	d := newDesk(reportNever)
	d.knows("S")
	d.Run(4000)
	d.Sent = nil
	d.Run(4200)
	if n := len(d.Sent); n != 2 || !d.host.Answering() {
		t.Errorf("sent %q", d.Sent)
	}
	d.Run(130000)
	for _, s := range d.Sent {
		if !strings.HasSuffix(s, " S53") {
			t.Fatalf("sent %s", s)
		}
	}
	sensortest.Expect(t, d.Shown, sensortest.Initial)
}

// TestLostAnswer: what is unknown is asked for again after a minute.
func TestLostAnswer(t *testing.T) {
	d := newDesk(reportScans)
	d.Run(640)
	d.knows("SVT")
	d.Run(690)
	d.Deaf = nil
	d.Run(2000)
	d.Sent = nil
	d.Run(62000)
	d.ExpectSent(t, "60533 R0250")
	if !d.dec.Info().Registers[Reports].Known {
		t.Error("still unknown")
	}
}

// TestOldBytes: what the board had been saying before is not listened to.
func TestOldBytes(t *testing.T) {
	d := newDesk(reportScans)
	d.Run(450)
	if d.dec.Counts().Bytes != 0 {
		t.Error("listens before it has settled")
	}
}

func TestClosed(t *testing.T) {
	sensortest.ClosedHost(t, new(Host))
	d := newDesk(reportScans)
	d.Run(1500)
	d.host.Closed()
	d.Sent = nil
	d.Run(1e5)
	d.ExpectSent(t)
	d.host.Opened(d.Now)
	d.Run(d.Now + 560)
	d.ExpectSent(t, "100500 V56", "100550 R0052")
}

// TestDamage: after bytes that make no message, a board that reports changes is asked at
// once, because it will not repeat them.
func TestDamage(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"a byte is lost":      func(m []byte) []byte { return append(m[:20], m[21:]...) },
		"the first is lost":   func(m []byte) []byte { return m[1:] },
		"a bit is turned":     func(m []byte) []byte { m[20] ^= 4; return m },
		"the last is missing": func(m []byte) []byte { return m[:66] },
	} {
		d := newDesk(reportChange)
		d.Run(4000)
		d.Sent = nil
		d.Read(damage(d.board.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})))
		d.Run(4099)
		d.ExpectSent(t)
		d.Run(4200)
		d.ExpectSent(t, "4100 S53")
		if got := sensortest.Lines(d.Shown); len(got) != 3 || !strings.HasPrefix(got[1], "fault ") || got[2] != "lift e2 P" {
			t.Errorf("%s: shown %q", name, got)
		}
	}
}

// TestBoardDies: it is asked after silence, then for two seconds more, and from
// then on until it is back.
func TestBoardDies(t *testing.T) {
	d := newDesk(reportScans)
	d.Run(5000)
	d.Sent = nil
	d.Mute = true
	d.Run(8100)
	d.ExpectSent(t, "7461 S53", "7761 S53", "8061 S53")
	if !d.host.Answering() {
		t.Error("given up too early")
	}
	d.Run(9470)
	if d.host.Answering() {
		t.Error("answering")
	}
	d.Sent = nil
	d.Run(20000)
	d.expectEvery(t, answerTime)
	d.Mute = false
	d.Run(20100)
	if !d.host.Answering() {
		t.Error("not answering after it came back")
	}
}

// expectEvery is that nothing but questions for the board was sent, so often.
func (d *desk) expectEvery(t *testing.T, gap int64) {
	t.Helper()
	last := int64(-1)
	for _, s := range d.Sent {
		var at int64
		if _, err := fmt.Sscanf(s, "%d S53", &at); err != nil || last >= 0 && at != last+gap {
			t.Fatalf("sent %q", d.Sent)
		}
		last = at
	}
}

// TestDeadBoard: a port with nobody at the other end, and one with rubbish.
func TestDeadBoard(t *testing.T) {
	d := newDesk(reportNever)
	d.knows("none")
	d.Run(5000)
	if d.Sent[0] != "500 V56" || d.Sent[1] != "800 S53" {
		t.Errorf("sent %q", d.Sent)
	}
	d.Sent = d.Sent[1:]
	d.expectEvery(t, answerTime)
	if d.host.Answering() {
		t.Error("answering")
	}
	for range 100 {
		d.Now += 10
		d.Read([]byte("?x?"))
	}
	if d.host.Answering() {
		t.Error("takes rubbish for an answer")
	}
}

// TestCommands: the maker's examples.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		command command
		want    string
	}{
		{command{letter: sendVersion}, "d6 b5 b6"},
		{command{letter: sendStatus}, "d3 b5 b3"},
		{command{letter: readRegister, register: Checks}, "52 b0 b0 b5 32"},
		{command{writeRegister, Reports, 3}, "57 b0 32 b0 b3 b5 b6"},
	} {
		if got := c.command.append(nil); !bytes.Equal(got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%c: % x, want %s", c.command.letter, got, c.want)
		}
	}
}

// TestAllowed: V, S and R with the digits, each with its parity, and W only if registers
// may be set; no lights, no reset, nothing else.
func TestAllowed(t *testing.T) {
	for b := range 256 {
		want := bytes.Contains(inBit7("VSR0123456789ABCDEF"), []byte{byte(b)})
		if Allowed(byte(b)) != want {
			t.Errorf("Allowed(%02x) is %v", b, !want)
		}
		if AllowedToSet(byte(b)) != (want || b == 'W') { // 57 has five ones
			t.Errorf("AllowedToSet(%02x) is %v", b, want)
		}
	}
}

func TestCheckSetting(t *testing.T) {
	for _, c := range []struct {
		set  Setting
		want string
	}{
		{Setting{ScanTime, 15}, ""}, {Setting{ScanTime, 255}, ""}, {Setting{Reports, 7}, ""}, {Setting{Interval, 0}, ""}, {Setting{Brightness, 14}, ""},
		{Setting{ScanTime, 14}, "set register 01 to 14: want 15 to 255"},
		{Setting{Reports, 8}, "set register 02 to 8: want 0 to 7"},
		{Setting{Brightness, 15}, "set register 04 to 15: want 0 to 14"},
		{Setting{Checks, 1}, "set register 00: want register 01 to 04"},
		{Setting{0x11, 1}, "set register 11: want register 01 to 04"},
	} {
		got := ""
		if err := c.set.Check(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.set, got, c.want)
		}
	}
}

func TestParseSettings(t *testing.T) {
	got, err := ParseSettings(" 01=1E  02=03 ")
	if want := []Setting{{ScanTime, 30}, {Reports, 3}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := ParseSettings(""); err != nil || len(got) > 0 {
		t.Errorf("got %v, %v", got, err)
	}
	for text, want := range map[string]string{
		"2=3":         `read setting "2=3": want register=value, two hexadecimal digits each`,
		"02 03":       `read setting "02": want register=value, two hexadecimal digits each`,
		"02-03":       `read setting "02-03": want register=value, two hexadecimal digits each`,
		"02=0g":       `read setting "02=0g": want register=value, two hexadecimal digits each`,
		"02=\xb03":    `read setting "02=\xb03": want register=value, two hexadecimal digits each`,
		"00=01":       `read setting "00=01": set register 00: want register 01 to 04`,
		"02=08":       `read setting "02=08": set register 02 to 8: want 0 to 7`,
		"02=03 02=03": `read setting "02=03": given twice`,
	} {
		if got, err := ParseSettings(text); err == nil || err.Error() != want || got != nil {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestSet: a register with another value is written once, after it has been read. A
// register that is right, or that must not be written, is not written.
func TestSet(t *testing.T) {
	d := newDesk(reportScans)
	d.host.Set = []Setting{{ScanTime, 20}, {Reports, 3}, {Checks, 1}, {0x11, 1}, {Brightness, 99}}
	d.board.Registers[ScanTime] = 20
	d.Run(1500)
	d.ExpectSent(t, "500 V56", "550 R0052", "600 R0153", "650 R0250", "700 R0351", "750 R0456", "800 W020356")
	if got := d.board.Registers[Reports]; got != 3 || d.dec.Info().Registers[Reports].Value != 3 {
		t.Errorf("register 02 holds %d", got)
	}
	d.Run(3500)
	d.ExpectSent(t, "3279 S53") // it reports changes now; the last scan before was at 779
	d.dec.Reset()
	d.host.Opened(4000)
	d.Run(6000)
	d.ExpectSent(t, "4500 V56", "4550 S53", "4600 R0052", "4650 S53", "4700 R0153", "4750 S53", "4800 R0250", "4850 R0351", "4900 R0456")
}

// TestSetUnheard: a write that is not answered is not repeated, and on a board that does
// not report its registers none is written.
func TestSetUnheard(t *testing.T) {
	for name, c := range map[string]struct {
		only   string
		writes int
	}{"deaf to writes": {"SVR", 1}, "deaf to reads": {"SVW", 0}} {
		d := newDesk(reportScans)
		d.host.Set = []Setting{{Reports, 3}}
		d.knows(c.only)
		d.Run(130000)
		writes := 0
		for _, s := range d.Sent {
			if bytes.Contains([]byte(s), []byte(" W")) {
				writes++
			}
		}
		if writes != c.writes {
			t.Errorf("%s: %d writes, want %d: %q", name, writes, c.writes, d.Sent)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends only what is allowed, and not too
// soon.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(_ sensortest.Host, out []byte, now, before int64) string {
		switch {
		case slices.ContainsFunc(out, func(b byte) bool { return !Allowed(b) }):
			return "not allowed"
		case now < before+commandGap:
			return "too soon"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, bytes.Join(stream(f, true).Messages, nil),
		[]byte(summed("r0200")+summed("r0201")+"x78???"+summed("v0000")), make([]byte, 600))
}
