package bus

import (
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// Board behaves like one board of a bus with its clock, for tests. Step moves its
// pieces, as on a dgt.Board, and Answer answers commands, except the request for a
// trademark (see dgt.Board). The zero value is an old empty board with the address
// 0, which cannot be asked; set Number.
type Board struct {
	dgt.Board
	Newer  bool // sends every second packet of changes by another id, and reports its serial number
	Single bool // in single-board mode
	Dead   bool // without power, or without its cable

	sent   int    // bytes of the log that the host has had
	last   []byte // the data of the last packet of changes
	second bool   // the next packet of changes has the second id
	mark   int    // bytes of the log before the start mark
	quiet  bool   // ignores the next ping of all boards
}

// Address returns the board's own address.
func (b *Board) Address() Address { return Address(b.Number) }

// Answer appends the packet with which the board answers a command, if it does. It
// ignores a command that takes it out of single-board mode.
func (b *Board) Answer(dst []byte, c Command, to Address) []byte {
	mine := to == b.Address() && to != All
	switch {
	case b.Dead:
		return dst
	case b.Single:
		b.Single = false
		return dst
	case to == All && c == Ping:
		mine, b.quiet = !b.quiet, false
	}
	if answer := boardAnswers[c]; mine && answer != nil {
		return answer(b, dst)
	}
	return dst
}

// boardAnswers holds the answer to each command.
var boardAnswers = map[Command]func(b *Board, dst []byte) []byte{
	SendClock: func(b *Board, dst []byte) []byte {
		data := b.ClockData()
		return b.send(dst, idClock, data[:]...)
	},
	SendBoard: func(b *Board, dst []byte) []byte {
		codes := b.Codes()
		return b.send(dst, idBoard, codes[:]...)
	},
	SendChanges:   (*Board).changes,
	RepeatChanges: (*Board).repeat,
	SendGame:      func(b *Board, dst []byte) []byte { return b.send(dst, idGame, b.since(b.mark, b.sent)...) },
	MarkStart: func(b *Board, dst []byte) []byte {
		b.mark = b.Written()
		b.MarkStart()
		return b.send(dst, idMarked)
	},
	Ping: func(b *Board, dst []byte) []byte { return b.send(dst, idHere) },
	IgnorePing: func(b *Board, dst []byte) []byte {
		b.quiet = true
		return b.send(dst, idHere)
	},
	SendVersion: func(b *Board, dst []byte) []byte { return b.send(dst, idVersion, b.Firmware[:]...) },
	SendSerial:  (*Board).serial,
}

func (b *Board) send(dst []byte, id byte, data ...byte) []byte {
	return AppendPacket(dst, id, b.Address(), data...)
}

// since returns the part of the log between two byte counts, of which the log may have lost some; nothing if the
// second one comes first.
func (b *Board) since(from, to int) []byte {
	log, gone := b.Log(), b.Written()-len(b.Log())
	end := max(0, to-gone)
	return slices.Clone(log[min(max(0, from-gone), end):end])
}

func (b *Board) changes(dst []byte) []byte {
	b.last = b.since(b.sent, b.Written())
	b.sent = b.Written()
	b.second = b.Newer && !b.second
	return b.repeat(dst)
}

func (b *Board) repeat(dst []byte) []byte {
	id := byte(idChanges)
	if b.Newer && !b.second {
		id = idChanges2
	}
	return b.send(dst, id, b.last...)
}

func (b *Board) serial(dst []byte) []byte {
	if !b.Newer {
		return dst
	}
	return b.send(dst, idSerial, []byte("30001"+b.Address().String())...)
}

// Bus is a serial line with boards on it, for tests. Answers that collide spoil
// each other. One byte goes over the line in each millisecond; the caller passes
// times in milliseconds. The zero value has no boards.
type Bus struct {
	Boards []*Board
	Lose   float64 // the share of the boards' bytes that are lost
	Damage float64 // the share of the boards' bytes that are changed
	Chance *rand.Rand

	command []byte           // the command in progress
	busy    map[*Board]int64 // when a board has sent all it has to
	answers []answer
}

// answer is what a board sends from a millisecond on.
type answer struct {
	at   int64
	data []byte
}

// pingTime is the time in which all boards answer a ping, and delay the time before
// any other answer, in milliseconds (maker).
const (
	pingTime = 1100
	delay    = 5
)

// Command takes what the host sends. A command of single-board mode takes all
// boards out of bus mode.
func (l *Bus) Command(at int64, data []byte) {
	for _, b := range data {
		switch {
		case b >= 0x80:
			l.command = append(l.command[:0], b)
			continue
		case len(l.command) > 0:
			l.command = append(l.command, b)
		case b >= 0x40 && b <= 0x5f:
			for _, board := range l.Boards {
				board.Single = true
			}
		}
		if len(l.command) == commandSize {
			l.obey(at)
			l.command = l.command[:0]
		}
	}
}

// obey lets the boards answer a complete command.
func (l *Bus) obey(at int64) {
	c, to := Command(l.command[0]), Address(l.command[1])<<7|Address(l.command[2])
	if l.command[3] != checksum(l.command[:3]) {
		return
	}
	if l.busy == nil {
		l.busy = map[*Board]int64{}
	}
	for _, b := range l.Boards {
		data := b.Answer(nil, c, to)
		if len(data) == 0 {
			continue
		}
		begin := at + delay
		if to == All {
			begin = at + l.Chance.Int64N(pingTime)
		}
		begin = max(begin, l.busy[b])
		l.busy[b] = begin + int64(len(data))
		l.answers = append(l.answers, answer{begin, data})
	}
}

// Next returns when the next byte comes, sensor.Never if there is none.
func (l *Bus) Next() int64 {
	next := int64(sensor.Never)
	for _, a := range l.answers {
		next = min(next, a.at)
	}
	return next
}

// Send appends what comes up to a moment, included.
func (l *Bus) Send(dst []byte, until int64) []byte {
	for at := l.Next(); at <= until; at = l.Next() {
		dst = l.spoil(dst, l.byteAt(at))
	}
	return dst
}

// byteAt returns the byte of a millisecond. Where several boards send, a bit is high only
// if all of them leave it high.
func (l *Bus) byteAt(at int64) byte {
	b, left := byte(0xff), l.answers[:0]
	for _, a := range l.answers {
		if a.at == at {
			b &= a.data[0]
			a = answer{at + 1, a.data[1:]}
		}
		if len(a.data) > 0 {
			left = append(left, a)
		}
	}
	l.answers = left
	return b
}

// spoil appends a byte, unless it is lost; it may change the byte.
func (l *Bus) spoil(dst []byte, b byte) []byte {
	switch {
	case l.Lose > 0 && l.Chance.Float64() < l.Lose:
		return dst
	case l.Damage > 0 && l.Chance.Float64() < l.Damage:
		b ^= 1 << l.Chance.IntN(8)
	}
	return append(dst, b)
}
