package bus

import "github.com/boardd/boardd/sensor/dgt"

// Board behaves like one board of a bus with its clock, for tests: its men are
// moved by Step, as those of a dgt.Board, and it answers commands. It answers
// none for a trademark (see dgt.Board). The zero value is an old empty board with
// the address 0, which nobody can ask; set its Number.
type Board struct {
	dgt.Board
	Newer  bool // calls every second packet of changes by another id, and tells its serial number
	Single bool // in single-board mode
	Dead   bool // without power, or without its cable

	sent   int    // bytes of its log that the host has had
	last   []byte // the data of the last packet of changes
	second bool   // the next such packet is of the second kind
	mark   int    // bytes of its log before the start mark
	quiet  bool   // keeps out of the next ping of all
}

// Address is the board's own.
func (b *Board) Address() Address { return Address(b.Number) }

// Answer appends the packet with which the board answers a command, if it does.
// A command that takes it out of single-board mode is not carried out.
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

// boardAnswers is how a board answers each command.
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

// since is what the log holds from one count of bytes to another.
func (b *Board) since(from, to int) []byte {
	log, gone := b.Log(), b.Written()-len(b.Log())
	return append([]byte(nil), log[max(0, from-gone):to-gone]...)
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
