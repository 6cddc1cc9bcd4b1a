package text

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
)

// longestLine is more than two of the longest lines that are known, which come
// as one when the end of the first is lost.
const longestLine = 250

// reportEvery is how many bytes without a line end are thrown away before they
// are reported again.
const reportEvery = 1024

// framer cuts the stream into lines. The zero value is between lines.
type framer struct {
	buf    [longestLine]byte
	n      int // bytes of the line so far
	astray int // bytes of a line that is too long, not reported yet
	long   bool
}

// step takes one byte. It returns the line that the byte ends, without its end,
// good until the next step; or what the byte shows to have been lost.
func (f *framer) step(b byte) (line []byte, lost sensor.Loss) {
	switch {
	case b == '\n' || b == '\r':
		return f.end()
	case f.long && b == '*':
		f.astray++
		return f.end()
	case f.long:
		f.astray++
		if f.astray >= reportEvery {
			return nil, f.report()
		}
	case f.n == len(f.buf):
		f.long, f.astray = true, f.n+1
	default:
		f.buf[f.n] = b
		f.n++
		if b == '*' && endsItself(f.buf[:f.n-1]) {
			return f.end()
		}
	}
	return nil, sensor.Loss{}
}

func (f *framer) end() (line []byte, lost sensor.Loss) {
	if f.astray > 0 {
		lost = f.report()
	}
	if !f.long && f.n > 0 {
		line = f.buf[:f.n]
	}
	f.n, f.long = 0, false
	return line, lost
}

func (f *framer) report() sensor.Loss {
	n := f.astray
	f.astray = 0
	return sensor.Loss{Bytes: n, What: fmt.Sprintf("%d bytes thrown away: no line is so long", n)}
}
