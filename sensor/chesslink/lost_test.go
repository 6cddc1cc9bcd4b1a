package chesslink

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
)

// TestLostPlace: what is thrown away, and that the next message is read.
func TestLostPlace(t *testing.T) {
	even := wire(t, "76 b0 31 b0 b3 37 b4") // the maker's example, with one bit 7 too many
	for name, c := range map[string]struct {
		data   []byte
		want   []string
		failed int
	}{
		"nothing wrong":   {[]byte("l6C"), nil, 0},
		"junk":            {[]byte("?!\n"), []string{"fault 3 bytes thrown away: no message begins there"}, 0},
		"cut off":         {[]byte("v01"), []string{"fault 3 bytes thrown away: message v cut off after 3 characters"}, 0},
		"a letter alone":  {[]byte("sss"), []string{"fault 3 bytes thrown away: message s cut off after 1 characters"}, 0},
		"no digit":        {[]byte("v01G3"), []string{"fault 5 bytes thrown away: message v cut off after 3 characters"}, 0},
		"lower-case":      {[]byte("l6c"), []string{"fault 3 bytes thrown away: message l cut off after 2 characters"}, 0},
		"no man":          {[]byte("srnbqkbnrppp?ppp"), []string{"fault 16 bytes thrown away: message s cut off after 12 characters"}, 0},
		"checksum":        {[]byte("v010375"), []string{"fault 7 bytes thrown away: message v has the checksum 75, not 74"}, 1},
		"parity":          {even, []string{"fault 7 bytes thrown away: message v with wrong parity"}, 1},
		"a question":      {[]byte("S53"), []string{"fault 3 bytes thrown away: no message begins there"}, 0},
		"identification":  {[]byte("iMILLENNIUM\n"), []string{"fault 12 bytes thrown away: no message begins there"}, 0},
		"one in another":  {[]byte("srnbq" + "r020070" + "kbnr"), []string{"fault 5 bytes thrown away: message s cut off after 6 characters", "fault 4 bytes thrown away: no message begins there"}, 0},
		"characters of 0": {[]byte("v\x0010374"), []string{"fault 7 bytes thrown away: message v cut off after 1 characters"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			d.Step(nil, 0, []byte(whiteBelow))
			got := d.Step(nil, 0, c.data)
			got = d.Step(got, 0, []byte(whiteBelow))
			expect(t, got, c.want...)
			if n := d.Counts(); n.Lost != len(c.want) || n.Failed != c.failed || n.Adrift != 0 {
				t.Errorf("counts %+v", n)
			}
		})
	}
}

// TestTwoFlips: two times the same bit leaves the checksum right; only parity
// tells.
func TestTwoFlips(t *testing.T) {
	data := inBit7(whiteBelow)
	data[1] ^= 'r' ^ 'p' // both rooks become pawns
	data[8] ^= 'r' ^ 'p'
	var d Decoder
	d.Step(nil, 0, inBit7(whiteBelow))
	got := d.Step(nil, 0, data)
	expect(t, d.Step(got, 0, inBit7(whiteBelow)), "fault 67 bytes thrown away: message s with wrong parity")
	if c := d.Counts(); c.Parity != 2 || c.Failed != 1 {
		t.Errorf("counts %+v", c)
	}
}

// TestParityCount: characters of wrong parity, wherever they are, in both ways
// of reading a line.
func TestParityCount(t *testing.T) {
	var d Decoder
	d.Step(nil, 0, append(inBit7(whiteBelow), inBit7("l6C")...))
	d.Step(nil, 0, []byte{'v', 0x30, 'x'}) // 0 has an even number of ones, as have v's and x's none
	if got := d.Counts().Parity; got != 2 {
		t.Errorf("bit 7: %d characters of wrong parity, want 2", got)
	}
	d.Reset()
	d.Step(nil, 0, []byte(whiteBelow+"l\x00Cl\x00\x00"))
	if got := d.Counts().Parity; got != 5 {
		t.Errorf("seven bits: %d characters of wrong parity, want 2 and 3", got)
	}
}

// TestJoin: who begins to listen in the middle of a message has lost nothing;
// more than a message is a loss.
func TestJoin(t *testing.T) {
	for from := 1; from <= 67; from++ {
		var d Decoder
		expect(t, d.Step(nil, 0, []byte(whiteBelow[from:]+whiteBelow)), initial)
		if c := d.Counts(); c.Lost != 0 || c.Adrift != 0 || c.Boards != 1 {
			t.Errorf("from %d: counts %+v", from, c)
		}
	}
	var d Decoder
	expect(t, d.Step(nil, 0, []byte(whiteBelow[:65]+"72"+whiteBelow)),
		"fault 67 bytes thrown away: message s has the checksum 72, not 73", initial)
}

// TestAdrift: bytes thrown away count until a whole message comes.
func TestAdrift(t *testing.T) {
	var d Decoder
	for _, c := range []struct {
		text            string
		adrift, partial int
	}{{"??", 2, 0}, {"sr", 2, 2}, {"nr", 2, 4}, {"01", 5, 3}, {"l6C", 0, 0}, {"v", 0, 1}} {
		d.Step(nil, 0, []byte(c.text))
		if got := d.Counts(); got.Adrift != c.adrift || got.Partial != c.partial {
			t.Errorf("after %q: adrift %d, partial %d, want %d, %d", c.text, got.Adrift, got.Partial, c.adrift, c.partial)
		}
	}
}

// TestRubbish: while rubbish goes on, it is reported once a second at most; with
// whole messages in it, a few times more often at first.
func TestRubbish(t *testing.T) {
	rng, noise := rand.New(rand.NewPCG(1, 2)), make([]byte, 3840)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	for name, c := range map[string]struct {
		unit  string
		least int
		most  int
	}{
		"bytes that begin nothing": {"?", 9, 10},
		"letters alone":            {"s", 9, 10},
		"wrong checksums":          {whiteBelow[:65] + "72", 9, 10},
		"whole messages between":   {"l6C?", 9, 15},
		"noise":                    {string(noise), 9, 15},
	} {
		var d Decoder
		d.Step(nil, 0, []byte(whiteBelow))
		data := bytes.Repeat([]byte(c.unit), 38400/len(c.unit)+1)
		var got []sensor.Record
		for n := range int64(100) {
			got = d.Step(got, 5000+n*100, data[n*384:n*384+384])
		}
		if len(got) < c.least || len(got) > c.most {
			t.Errorf("%s: %d reports, want %d to %d: %q", name, len(got), c.least, c.most, lines(got))
		}
		got = d.Step(nil, 30000, []byte(whiteBelow))
		if n := len(got); n == 0 || !strings.HasPrefix(lines(got)[n-1], "board ") {
			t.Errorf("%s: then %q", name, lines(got))
		}
	}
}
