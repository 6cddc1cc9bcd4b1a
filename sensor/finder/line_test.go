package finder

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/sensor/chesslink"
)

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
