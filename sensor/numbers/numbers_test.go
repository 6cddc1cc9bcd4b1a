package numbers

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// read is what a stream brings: "[255 0]" for a line, its words for a loss.
func read(l *Lines, pieces ...string) []string {
	var out []string
	for _, b := range []byte(strings.Join(pieces, "")) {
		line, lost := l.Step(b)
		if lost.Bytes > 0 {
			out = append(out, fmt.Sprintf("%d: %s", lost.Bytes, lost.What))
		}
		if line != nil {
			out = append(out, fmt.Sprint(line))
		}
	}
	return out
}

const start = ":255 255 0 0 0 0 255 255\r\n" // the initial array of an occupancy board

var startRead = "[255 255 0 0 0 0 255 255]"

func TestLines(t *testing.T) {
	long := ":" + strings.Repeat("7 ", Most-1) + "7"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a line":                                 {start, []string{startRead}},
		"two":                                    {start + start, []string{startRead, startRead}},
		"no CR":                                  {":1 2\n" + start, []string{"[1 2]", startRead}},
		"no LF":                                  {":1 2\r" + start, []string{"[1 2]", startRead}},
		"neither":                                {":1 2" + start, []string{"4: line cut off after 4 bytes", startRead}},
		"space before the end":                   {":1 2 \r\n", []string{"[1 2]"}},
		"space after the colon":                  {": 1 2\r\n", []string{"[1 2]"}},
		"a number lost":                          {":1  2\r\n", []string{"[1 2]"}},
		"no numbers":                             {":\r\n" + start, []string{"[]", startRead}},
		"lights":                                 {"L\r\n" + start + "L\r\n", []string{startRead}},
		"lights glued before":                    {"L" + start, []string{startRead}},
		"lights glued after":                     {":1 2L\r\n\r\n", []string{"[1 2]"}},
		"coloured lights":                        {start + "D\r\n" + start, []string{startRead, startRead}},
		"begun in the middle":                    {" 255 255\r\n" + start, []string{startRead}},
		"begun in the middle of one without end": {"55 255" + start, []string{startRead}},
		"colon lost":                             {start + start[1:] + start, []string{startRead, "23: 23 bytes thrown away: no line begins there", startRead}},
		"colon and end lost":                     {start + "255 0" + start, []string{startRead, "5: 5 bytes thrown away: no line begins there", startRead}},
		"a letter":                               {":1 x 2\r\n" + start, []string{"6: 6 bytes thrown away: byte 78 in a line", startRead}},
		"a byte of a wrong speed":                {":1 \xff2\r\n" + start, []string{"5: 5 bytes thrown away: byte ff in a line", startRead}},
		"too large":                              {":1 256 3\r\n" + start, []string{"8: 8 bytes thrown away: a number above 255", startRead}},
		"much too large":                         {":99999999999999999999999 1\r\n", []string{"26: 26 bytes thrown away: a number above 255"}},
		"the largest":                            {":255\r\n", []string{"[255]"}},
		"too many":                               {long + " 7\r\n" + start, []string{"642: 642 bytes thrown away: a line of more than 320 numbers", startRead}},
		"spoiled and cut off":                    {":1 x" + start, []string{"4: 4 bytes thrown away: byte 78 in a line", startRead}},
		"noise":                                  {strings.Repeat("\x55", 2*strayLimit+1) + start, []string{"2048: 2048 bytes thrown away: no line begins there", "2048: 2048 bytes thrown away: no line begins there", "1: 1 bytes thrown away: no line begins there", startRead}},
	} {
		var l Lines
		if got := read(&l, c.text); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
	var l Lines
	if got := read(&l, long+"\r\n"); len(got) != 1 || strings.Count(got[0], "7") != Most {
		t.Errorf("the longest line: %q", got)
	}
}

func TestPartial(t *testing.T) {
	var l Lines
	for _, c := range []struct {
		text string
		want int
	}{{"", 0}, {":255", 4}, {" 1", 6}, {"\r", 0}, {"\n", 0}, {"x", 1}} {
		read(&l, c.text)
		if l.Partial() != c.want {
			t.Errorf("after %q: %d, want %d", c.text, l.Partial(), c.want)
		}
	}
}

// TestStates: the names that are in the diagram.
func TestStates(t *testing.T) {
	if got := fmt.Sprint(between, inside, spoiled); got != "between inside spoiled" {
		t.Error(got)
	}
}

// FuzzLines: no bytes make it panic, a line does not depend on what came before it, and
// every byte is either in a line or lost.
func FuzzLines(f *testing.F) {
	f.Add([]byte(start + start))
	f.Add([]byte(":1 2L\r\nx" + start))
	f.Add(bytes.Repeat([]byte("9"), 3*strayLimit))
	f.Add([]byte(":256 :1 2\n\r 3\r"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var l Lines
		lost := 0
		for _, b := range data {
			line, loss := l.Step(b)
			if len(line) > Most || line != nil && loss.Bytes > 0 || loss.Bytes < 0 || (loss.Bytes > 0) != (loss.What != "") {
				t.Fatalf("%d numbers and %+v", len(line), loss)
			}
			lost += loss.Bytes
		}
		if lost+l.Partial() > len(data) {
			t.Fatalf("%d bytes lost and %d in progress of %d", lost, l.Partial(), len(data))
		}
		if got := read(&l, "\n", start); len(got) == 0 || got[len(got)-1] != startRead {
			t.Fatalf("a line after % x is not seen: %q", data, got)
		}
	})
}

// TestNoise: of a second of noise there are few reports.
func TestNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var l Lines
	reports := 0
	for range 3840 {
		if _, lost := l.Step(byte(128 + rng.IntN(128))); lost.Bytes > 0 {
			reports++
		}
	}
	if reports != 1 {
		t.Errorf("%d reports", reports)
	}
}

// counter is a decoder with a number of frames.
type counter int

func (c *counter) Frames() int { return int(*c) }

func TestHost(t *testing.T) {
	var frames counter
	h := Host{Decoder: &frames}
	step := func(at int64, n counter) {
		frames = n
		if out := h.Step(nil, at); len(out) > 0 {
			t.Fatalf("sent % x", out)
		}
	}
	sensortest.ClosedHost(t, &h)
	h.Opened(100)
	if !h.Listening() || h.Answering() || h.Deadline() != sensor.Never {
		t.Error("open, and nothing read yet")
	}
	step(200, 3) // frames of an earlier life
	if h.Answering() {
		t.Error("answers without a frame")
	}
	step(400, 4)
	if !h.Answering() || h.Deadline() != 400+silence {
		t.Errorf("a frame came: answering %v, deadline %d", h.Answering(), h.Deadline())
	}
	step(2000, 5)
	step(3999, 5)
	if !h.Answering() || h.Deadline() != 4000 {
		t.Errorf("not silent for long: answering %v, deadline %d", h.Answering(), h.Deadline())
	}
	step(4000, 5)
	if h.Answering() || h.Deadline() != sensor.Never {
		t.Errorf("silent: answering %v, deadline %d", h.Answering(), h.Deadline())
	}
	step(9000, 6)
	if !h.Answering() {
		t.Error("it is back")
	}
	h.Closed()
	sensortest.ClosedHost(t, &h)
}

func TestAllowed(t *testing.T) {
	for b := range 256 {
		if Allowed(byte(b)) {
			t.Errorf("%02x may be sent", b)
		}
	}
}
