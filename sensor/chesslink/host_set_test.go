package chesslink

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

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
		if got := c.command.append(nil); !bytes.Equal(got, wire(t, c.want)) {
			t.Errorf("%c: % x, want %s", c.command.letter, got, c.want)
		}
	}
}

// TestAllowed: V, S and R with the digits, each with its parity, and W only if
// registers may be set; so no lights, no reset, and nothing else.
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

// TestSet: a register that holds something else is written, once and after it
// has been read; one that is right is not, nor one that must not be.
func TestSet(t *testing.T) {
	d := newDesk(reportScans)
	d.host.Set = []Setting{{ScanTime, 20}, {Reports, 3}, {Checks, 1}, {0x11, 1}, {Brightness, 99}}
	d.board.Registers[ScanTime] = 20
	d.run(1500)
	d.expectSent(t, "500 V56", "550 R0052", "600 R0153", "650 R0250", "700 R0351", "750 R0456", "800 W020356")
	if got := d.board.Registers[Reports]; got != 3 || d.dec.Info().Registers[Reports].Value != 3 {
		t.Errorf("register 02 holds %d", got)
	}
	d.run(3500)
	d.expectSent(t, "3279 S53") // it reports changes now; the last scan before was at 779
	d.dec.Reset()
	d.host.Opened(4000)
	d.run(6000)
	d.expectSent(t, "4500 V56", "4550 S53", "4600 R0052", "4650 S53", "4700 R0153", "4750 S53", "4800 R0250", "4850 R0351", "4900 R0456")
}

// TestSetUnheard: a write that is not answered is not repeated, and a board that
// does not tell its registers has none written.
func TestSetUnheard(t *testing.T) {
	for name, c := range map[string]struct {
		only   string
		writes int
	}{"deaf to writes": {"SVR", 1}, "deaf to reads": {"SVW", 0}} {
		d := newDesk(reportScans)
		d.host.Set = []Setting{{Reports, 3}}
		d.only = c.only
		d.run(130000)
		writes := 0
		for _, s := range d.sent {
			if bytes.Contains([]byte(s), []byte(" W")) {
				writes++
			}
		}
		if writes != c.writes {
			t.Errorf("%s: %d writes, want %d: %q", name, writes, c.writes, d.sent)
		}
	}
}

// FuzzHost: whatever a board says, a host sends only what is allowed, one
// command in 50 ms at most, nothing to write a register if not told to, and its
// deadlines move on.
func FuzzHost(f *testing.F) {
	f.Add(bytes.Join(stream(f, true), nil), uint64(2))
	f.Add([]byte(summed("r0200")+summed("r0201")+"x78???"+summed("v0000")), uint64(1))
	f.Add(make([]byte, 600), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var h Host
		var dec Decoder
		h.Opened(0)
		last, now := int64(-commandGap), int64(0)
		for _, piece := range append(cutUp(data, seed), make([][]byte, 40)...) {
			if len(piece) > 0 {
				now += rng.Int64N(300)
			} else {
				now = max(now, h.Deadline())
			}
			dec.Step(nil, now, piece)
			out := h.Step(nil, now, dec.Counts())
			for _, b := range out {
				if !Allowed(b) || now < last+commandGap {
					t.Fatalf("sent % x at %d, the last at %d", out, now, last)
				}
			}
			if len(out) > 0 {
				last = now
			}
			if h.Deadline() <= now {
				t.Fatalf("deadline %d at %d", h.Deadline(), now)
			}
		}
	})
}
