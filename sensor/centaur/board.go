package centaur

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// Board behaves like the board inside a Centaur, for tests. It takes what hands do, in
// terms of the game, and what the host sends, and returns what the board sends. It keeps
// events until the host asks for them. The zero value is an empty board that lies normally and
// is awake; it needs an address.
type Board struct {
	Turned  bool        // White sits where the eighth rank is
	Asleep  bool        // answers nothing until it is woken up
	Address bus.Address // of the board

	stands  placement.Set // the occupied squares, the board's own
	news    []byte        // events that were not asked for yet
	clock   [4]byte       // the time of the last event
	command []byte        // the command in progress
}

// Step takes a record as a hand would cause it, in terms of the game. The board
// sends nothing, since nobody has asked. Other records do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	switch r.Word {
	case sensor.Lift:
		b.put(r.At, r.Square, false)
	case sensor.Drop:
		b.put(r.At, r.Square, true)
	case sensor.Board:
		for sq, piece := range r.Placement {
			b.put(r.At, placement.Square(sq), piece != placement.Empty)
		}
	}
	return dst
}

// put makes a square occupied or empty. If that changes it, put keeps the event.
func (b *Board) put(at int64, sq placement.Square, occupied bool) {
	if sq >= placement.NoSquare {
		return
	}
	if b.Turned {
		sq = sq.Rotated()
	}
	if b.stands.Has(sq) == occupied {
		return
	}
	b.stands ^= sq.Set()
	event := byte(lifted)
	if occupied {
		event = placed
	}
	b.clock = [4]byte{byte(at % 1000 * 256 / 1000), byte(at / 1000 % 60), byte(at / 60_000 % 60), byte(at / 3_600_000 % 24)}
	b.news = append(b.news, event, dgt.Number(sq))
}

// Command takes what the host sends and appends what the board answers.
func (b *Board) Command(dst []byte, data []byte) []byte {
	for _, in := range data {
		switch {
		case in >= 0x80:
			b.command = append(b.command[:0], in)
		case len(b.command) > 0:
			b.command = append(b.command, in)
		case in == wake[1]:
			b.Asleep = false
		}
		if len(b.command) == len(ping) {
			dst = b.answer(dst, bus.Command(b.command[0]), bus.Address(b.command[1])<<7|bus.Address(b.command[2]))
			b.command = b.command[:0]
		}
	}
	return dst
}

func (b *Board) answer(dst []byte, c bus.Command, to bus.Address) []byte {
	switch {
	case b.Asleep:
		return dst
	case c == bus.Ping:
		return c.AppendAnswer(dst, b.Address)
	case to != b.Address:
		return dst
	case c == bus.SendBoard:
		return c.AppendAnswer(dst, b.Address, dumpOf(b.stands)...)
	case c == bus.SendChanges && len(b.news) == 0:
		return c.AppendAnswer(dst, b.Address)
	case c == bus.SendChanges:
		news := append(b.clock[:], b.news...)
		b.news = nil
		return c.AppendAnswer(dst, b.Address, news...)
	}
	return dst
}

// dumpOf returns all squares in the form of a dump.
func dumpOf(stands placement.Set) []byte {
	all := make([]byte, 64)
	for n := range all {
		if stands.Has(dgt.Square(byte(n))) {
			all[n] = 1
		}
	}
	return all
}
