package text

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Style is how a Board reports what happens on it.
type Style uint8

// The styles of boards. Those after Own answer no questions and have no clock.
const (
	Own         Style = iota // lift e2 P
	PickDrop                 // PICK e2
	RemoteChess              // e2-L
	SquareOff                // 0#e2u*, without LF
	Characters               // all squares after each change, as 64 times 0 or 1
	Digits                   // the same as 16 hexadecimal digits
)

// Board behaves like a board that somebody has built, for tests. It takes what hands do and
// what the host sends, and returns what the board sends. The zero value is an empty board
// that names its pieces and speaks the protocol of this package.
type Board struct {
	Style            Style
	Kind             string // as in hello; empty is identified
	Serial, Firmware string // as in hello
	Times            bool   // lines begin with a time: that of the record
	Checksums        bool
	Mute             bool // answers no question

	pieces placement.Placement
	clock  sensor.Record // the chess clock; there is none without a Word
	at     int64
	asked  []byte // the line of the host in progress
}

// PowerUp appends what a board sends when it is switched on.
func (b *Board) PowerUp(dst []byte) []byte {
	if b.Style != Own {
		return dst
	}
	return b.full(b.hello(dst))
}

// Step takes a record as a hand or a clock would cause it, and appends what the
// board sends. A Board record puts the pieces there silently.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	b.at = r.At
	switch r.Word {
	case sensor.Board:
		b.pieces = r.Placement
	case sensor.Lift:
		r.Piece = b.pieces[r.Square]
		b.pieces[r.Square] = placement.Empty
		return b.touched(dst, &r)
	case sensor.Drop:
		b.pieces[r.Square] = r.Piece
		return b.touched(dst, &r)
	case sensor.Press, sensor.Clock, sensor.Flag, sensor.Pause, sensor.Resume:
		b.turn(&r)
		if b.Style == Own {
			return b.clockLine(dst, r)
		}
	}
	return dst
}

// turn sets the chess clock from a record.
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

// time appends what the chess clock shows, if there is one.
func (b *Board) time(dst []byte) []byte {
	if b.clock.Word == sensor.NoWord {
		return dst
	}
	return b.clockLine(dst, b.clock)
}

// clockLine appends a record of the clock in the words of a log.
func (b *Board) clockLine(dst []byte, r sensor.Record) []byte {
	r.At = 0
	_, text, _ := strings.Cut(strings.TrimSuffix(string(sensor.AppendRecord(nil, r)), "\n"), " ")
	return b.say(dst, text)
}

// Command takes what the host sends and appends the answer.
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
	return b.say(dst, strings.TrimSpace(fmt.Sprintf("hello %d %s %s %s", protocol, cmp.Or(b.Kind, kinds[0]), b.Serial, b.Firmware)))
}

// full appends what stands on the board.
func (b *Board) full(dst []byte) []byte {
	line := make([]byte, 64)
	for n := range line {
		line[n] = b.character(b.pieces[nth(n)])
	}
	return b.say(dst, "board "+string(line))
}

// character returns how a board of its kind shows a piece.
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

// touched appends a lift or a drop.
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

// pick returns one text or the other.
func pick(first bool, yes, no string) string {
	if first {
		return yes
	}
	return no
}

// name returns the text after a square for a piece whose colour or kind the board knows.
func (b *Board) name(p placement.Piece) string {
	switch {
	case b.Kind == "occupancy" || !p.Known():
		return ""
	case b.Kind == "colour":
		return pick(p.Color() == placement.White, " white", " black")
	}
	return " " + p.String()
}

// occupied returns all squares as digits.
func (b *Board) occupied() string {
	var digits [64]byte
	for n := range digits {
		digits[n] = '0'
		if b.pieces[nth(n)] != placement.Empty {
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
