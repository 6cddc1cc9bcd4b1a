package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Style is how a Board says what happens on it.
type Style uint8

// The styles of boards. Those after Own answer no question and know no clock.
const (
	Own         Style = iota // lift e2 P
	PickDrop                 // PICK e2
	RemoteChess              // e2-L
	SquareOff                // 0#e2u*, without LF
	Characters               // all squares after each change, as 64 times 0 or 1
	Digits                   // the same as 16 hexadecimal digits
)

// Board behaves like a board that somebody has built, for tests: told what
// hands do and what the host sends, it returns what it sends to the host. The
// zero value is an empty board that names its men and speaks the protocol of
// this package.
type Board struct {
	Style            Style
	Kind             string // as in hello; empty is identified
	Serial, Firmware string // as in hello
	Times            bool   // it puts its own time in front: that of the records
	Checksums        bool
	Mute             bool // it answers no question

	men   placement.Placement
	clock sensor.Record // as the chess clock stands; without a Word there is none
	at    int64
	asked []byte // of a line of the host, what has come
}

// PowerUp appends what a board says when it is switched on.
func (b *Board) PowerUp(dst []byte) []byte {
	if b.Style != Own {
		return dst
	}
	return b.full(b.hello(dst))
}

// Step takes a record as a hand or a clock would cause it, and appends to dst
// what the board sends. A Board sets the men without a word.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	b.at = r.At
	switch r.Word {
	case sensor.Board:
		b.men = r.Placement
	case sensor.Lift:
		r.Piece = b.men[r.Square]
		b.men[r.Square] = placement.Empty
		return b.touched(dst, &r)
	case sensor.Drop:
		b.men[r.Square] = r.Piece
		return b.touched(dst, &r)
	case sensor.Press, sensor.Clock, sensor.Flag, sensor.Pause, sensor.Resume:
		b.turn(&r)
		if b.Style == Own {
			return b.clockLine(dst, r)
		}
	}
	return dst
}

// turn has the chess clock stand as a record says.
func (b *Board) turn(r *sensor.Record) {
	switch r.Word {
	case sensor.Clock:
		b.clock = *r
	case sensor.Press:
		b.clock.Running = sensor.RunningFor(r.Side.Other())
	case sensor.Pause:
		b.clock.Running = sensor.Stopped
	}
}

// time says what the chess clock shows, if there is one.
func (b *Board) time(dst []byte) []byte {
	if b.clock.Word == sensor.NoWord {
		return dst
	}
	return b.clockLine(dst, b.clock)
}

// clockLine says what happened at the clock in the words of a log.
func (b *Board) clockLine(dst []byte, r sensor.Record) []byte {
	r.At = 0
	_, text, _ := strings.Cut(strings.TrimSuffix(string(sensor.AppendRecord(nil, r)), "\n"), " ")
	return b.say(dst, text)
}

// Command takes what the host sends and appends what the board answers.
func (b *Board) Command(dst, sent []byte) []byte {
	b.asked = append(b.asked, sent...)
	for {
		line, rest, ok := bytes.Cut(b.asked, []byte("\n"))
		if !ok {
			return dst
		}
		b.asked = rest
		switch {
		case b.Mute || b.Style != Own:
		case string(line) == strings.TrimSpace(askHello):
			dst = b.hello(dst)
		case string(line) == strings.TrimSpace(askBoard):
			dst = b.time(b.full(dst))
		}
	}
}

func (b *Board) hello(dst []byte) []byte {
	kind := b.Kind
	if kind == "" {
		kind = kinds[0]
	}
	return b.say(dst, strings.TrimSpace(fmt.Sprintf("hello %d %s %s %s", protocol, kind, b.Serial, b.Firmware)))
}

// full says what stands on the board.
func (b *Board) full(dst []byte) []byte {
	line := make([]byte, 64)
	for n := range line {
		line[n] = b.character(b.men[reading(n)])
	}
	return b.say(dst, "board "+string(line))
}

// character is what a board of its kind can tell of a man.
func (b *Board) character(p placement.Piece) byte {
	switch {
	case p == placement.Empty:
		return '.'
	case b.Kind == "occupancy" || !p.Known():
		return '1'
	case b.Kind == "colour":
		return p.Color().String()[0]
	}
	return p.Letter()
}

// touched says a lift or a drop.
func (b *Board) touched(dst []byte, r *sensor.Record) []byte {
	sq, down := r.Square.String(), r.Word == sensor.Drop
	switch b.Style {
	case PickDrop:
		return b.say(dst, pick(down, "DROP ", "PICK ")+sq)
	case RemoteChess:
		return b.say(dst, sq+pick(down, "-P", "-L"))
	case SquareOff:
		return append(dst, "0#"+sq+pick(down, "d*", "u*")...)
	case Characters, Digits:
		return b.say(dst, b.occupied())
	}
	return b.say(dst, r.Word.String()+" "+sq+b.name(r.Piece))
}

// pick is one text or the other.
func pick(first bool, yes, no string) string {
	if first {
		return yes
	}
	return no
}

// name is what stands after a square, for a man of whom something is known.
func (b *Board) name(p placement.Piece) string {
	switch {
	case b.Kind == "occupancy" || !p.Known():
		return ""
	case b.Kind == "colour":
		return pick(p.Color() == placement.White, " white", " black")
	}
	return " " + p.String()
}

// occupied is all squares as digits.
func (b *Board) occupied() string {
	var digits [64]byte
	for n := range digits {
		digits[n] = '0'
		if b.men[reading(n)] != placement.Empty {
			digits[n] = '1'
		}
	}
	if b.Style == Characters {
		return string(digits[:])
	}
	n, _ := strconv.ParseUint(string(digits[:]), 2, 64) // a8 is the highest bit
	return fmt.Sprintf("%016x", n)
}

// say appends a line.
func (b *Board) say(dst []byte, text string) []byte {
	from := len(dst)
	if b.Times {
		dst = append(strconv.AppendInt(dst, b.at, 10), ' ')
	}
	dst = append(dst, text...)
	if b.Checksums {
		dst = fmt.Appendf(dst, "*%02X", checksum(string(dst[from:])))
	}
	return append(dst, '\n')
}
