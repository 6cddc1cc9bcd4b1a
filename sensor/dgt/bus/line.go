package bus

import (
	"math"
	"math/rand/v2"
)

// Line is a line with boards on it, for tests. Answers that meet spoil each
// other. It keeps no time: times are handed in, in milliseconds; in each of them
// one byte goes over the line. The zero value has no boards.
type Line struct {
	Boards []*Board
	Lose   float64 // the share of the bytes from the boards that are lost,
	Damage float64 // and of those that arrive as others
	Chance *rand.Rand

	command []byte           // that is being sent
	busy    map[*Board]int64 // until when a board is sending
	answers []answer
}

// answer is what a board sends from a millisecond on.
type answer struct {
	at   int64
	data []byte
}

// pingTime is within which all boards answer a ping, and delay how long one
// needs for any other answer, in milliseconds (maker).
const (
	pingTime = 1100
	delay    = 5
)

// Hear takes what the host sends at a moment. A command of single-board mode takes
// all boards out of bus mode.
func (l *Line) Hear(at int64, data []byte) {
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

// obey has the boards answer a whole command.
func (l *Line) obey(at int64) {
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

// Next is when the next byte comes, math.MaxInt64 if none is on its way.
func (l *Line) Next() int64 {
	next := int64(math.MaxInt64)
	for _, a := range l.answers {
		next = min(next, a.at)
	}
	return next
}

// Send appends what comes until a moment, that included.
func (l *Line) Send(dst []byte, until int64) []byte {
	for at := l.Next(); at <= until; at = l.Next() {
		dst = l.spoil(dst, l.byteAt(at))
	}
	return dst
}

// byteAt is the byte of a millisecond. Where several boards send, a bit is high
// only if all of them leave it so.
func (l *Line) byteAt(at int64) byte {
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

// spoil loses or changes some bytes.
func (l *Line) spoil(dst []byte, b byte) []byte {
	switch {
	case l.Lose > 0 && l.Chance.Float64() < l.Lose:
		return dst
	case l.Damage > 0 && l.Chance.Float64() < l.Damage:
		b ^= 1 << l.Chance.IntN(8)
	}
	return append(dst, b)
}
