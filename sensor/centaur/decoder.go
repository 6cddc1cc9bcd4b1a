// Package centaur speaks to the board inside a DGT Centaur, in place of the
// computer that it came with. A Decoder reads what the board sends, a Host decides
// what is sent to it and when, and a Board behaves like one for tests.
//
// The line is the serial port of the computer inside: 1,000,000 baud, 8 data bits,
// no parity, 1 stop bit, with the packets and commands of package bus:
//
//	87 00 00 07           is there a board?
//	87 00 06 06 50 63     yes, with the address 06 50
//	83 06 50 59           what is new?
//	85 00 06 06 50 61     nothing
//	85 00 0c 06 50  9c 12 03 00  40 34  0c        e2 became empty
//	85 00 0e 06 50  20 13 03 00  41 24 40 33 77   a piece came to e4, d2 became empty
//	82 06 50 58           what stands there?
//	83 00 46 06 50 …      64 squares, from a8 along the ranks to h1; 0 is empty
//
// The board knows occupancy only: 40 is a lift, 41 a drop. The time comes first,
// in 256ths of a second, seconds, minutes and hours. How many of these bytes there
// are is not certain, nor is the meaning of 7c 03, which may come before them. So
// the Decoder takes as many pairs as there are at the end of the packet, and of
// these only what is possible: a lift from an occupied square, a drop on an empty
// one. Where more might be meant, a dump decides. Time bytes may have bit 7 set.
//
// The board keeps what happens while nobody asks, and sends it with the next
// answer: so the Decoder reports in order what happened while the cable was out. It
// drops what comes before the first dump. The host asks for a dump after a damaged
// packet, too; the meaning of 0x84 here is not known. Keys, lights and sounds are
// left alone.
//
// A board may sleep. The computer inside was seen to send 4d 4e before its first
// ping. For other DGT boards 4e starts the boot loader: only this Host sends it,
// and only when a ping alone was not answered.
//
// All of this was found by people who have looked at real boards; the maker has
// published nothing.
package centaur

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// Decoder turns what a board sends into records in the board's own squares;
// sensor.Orienter turns those into the game's. All pieces are of unknown kind. The
// zero value is ready. The Decoder knows the board from the first dump on, and
// drops earlier events.
type Decoder struct {
	frame   bus.Framer
	faults  sensor.Faults
	stands  placement.Set // the occupied squares, the board's own
	ahead   placement.Set // the occupied squares of a dump that waits for the board's next answer
	scanned bool          // a dump has come
	missed  bool          // the connection was lost since the last record
	timed   bool          // packets have begun with a time
	counts  Counts
}

// Counts holds how often things have happened, and what is open, for Host and for statistics.
type Counts struct {
	Address   bus.Address // of the board, after its first packet
	Bytes     int         // bytes
	Partial   int         // bytes of the packet in progress
	Packets   int         // whole packets
	Lost      int         // losses, reported or not
	Pings     int         // answers to a ping
	Polls     int         // answers to the question what is new, without those that the Host took
	Dumps     int
	Surprises int  // dumps with changes that no event had reported
	Updates   int  // lifts and drops
	Doubts    int  // reasons to ask for a dump: a packet may have reported more than was taken from it, or a dump has waited
	Waits     bool // a dump waits for the answer to the question what is new
}

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial = d.frame.Adrift()
	return c
}

// About returns the board's address, once it has sent anything.
func (d *Decoder) About() sensor.About {
	if d.counts.Packets == 0 {
		return sensor.About{}
	}
	return sensor.About{Serial: d.counts.Address.String()}
}

// Recognized returns false: the packets are those of a DGT bus, too.
func (d *Decoder) Recognized() bool { return false }

// Reset notes that the connection was lost and restored. The Decoder keeps the board,
// because the real one will report what has happened since.
func (d *Decoder) Reset() { d.frame, d.missed, d.counts.Waits = bus.Framer{}, d.scanned, false }

// Step appends the records that data completes. Data may be cut anywhere; the
// records are the same.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	d.frame.Wide = true
	return d.frame.Read(dst, at, data, &d.faults, &d.counts.Lost, d.packet)
}

func (d *Decoder) packet(dst []sensor.Record, at int64, p bus.Packet) []sensor.Record {
	d.counts.Packets++
	d.counts.Address = p.From
	switch {
	case p.Answers(bus.Ping):
		d.counts.Pings++
	case p.Answers(bus.SendBoard):
		return d.dump(dst, at, p.Data)
	case p.Answers(bus.SendChanges):
		d.counts.Polls++
		if d.scanned && (len(p.Data) > 0 || d.counts.Waits) {
			return d.news(dst, at, p.Data)
		}
	}
	return dst
}

// dump takes the 64 squares of a dump. One that shows what no event has reported waits for the
// next answer to the question what is new: the event may be in it, and tells the order.
func (d *Decoder) dump(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	var stands placement.Set
	for n, occupied := range data {
		if occupied != 0 {
			stands |= dgt.Square(byte(n)).Set()
		}
	}
	d.counts.Dumps++
	d.counts.Waits = d.scanned && stands != d.stands
	if d.counts.Waits {
		d.counts.Surprises++
		d.ahead = stands
		return dst
	}
	d.stands, d.scanned, d.missed = stands, true, false
	return d.shown(dst, at)
}

// AppendShown appends a dump of the squares as they are known; nothing before the first dump.
func (d *Decoder) AppendShown(dst []byte) []byte {
	if !d.scanned {
		return dst
	}
	return bus.SendBoard.AppendAnswer(dst, d.counts.Address, dumpOf(d.stands)...)
}

// shown appends what stands on the board as a Board record.
func (d *Decoder) shown(dst []sensor.Record, at int64) []sensor.Record {
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: placement.Occupancy(d.stands)})
}

// The events of a packet.
const (
	lifted = 0x40
	placed = 0x41
)

// news takes a packet of the changes since the last one. It appends the board first, if the
// connection was lost, or if the dump that waits shows what no event tells.
func (d *Decoder) news(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	data = data[d.events(data):]
	unheard := d.unheard(data)
	if d.missed || unheard != 0 {
		d.missed = false
		d.stands ^= unheard
		dst = d.shown(dst, at)
	}
	for ; len(data) > 0; data = data[2:] {
		sq := dgt.Square(data[1])
		switch occupied := d.stands.Has(sq); {
		case occupied && data[0] == lifted:
			dst = append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: sq})
		case !occupied && data[0] == placed:
			dst = append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: sq, Piece: placement.Unknown})
		default:
			d.counts.Doubts++
			continue
		}
		d.stands ^= sq.Set()
		d.counts.Updates++
	}
	return dst
}

// unheard returns the squares that the dump that waits changes and no event explains. The wait is
// over. If there are events, the dump may lie between two of them: a doubt asks for a new one.
func (d *Decoder) unheard(events []byte) placement.Set {
	if !d.counts.Waits {
		return 0
	}
	d.counts.Waits = false
	told := placement.Set(0)
	for i := len(events) - 2; i >= 0; i -= 2 { // so that the first event of a square decides
		if sq := dgt.Square(events[i+1]); d.stands.Has(sq) == (events[i] == lifted) {
			told |= sq.Set()
		} else { // what the dump shows came before it
			told &^= sq.Set()
		}
	}
	if len(events) > 0 {
		d.counts.Doubts++
	}
	return (d.ahead ^ d.stands) &^ told
}

// events returns where in a packet the events begin. They are the pairs at its end, except
// the first pair if otherwise nothing is left for the time. It counts a doubt if earlier
// bytes may be events too.
func (d *Decoder) events(data []byte) int {
	from := len(data)
	for from >= 2 && isEvent(data[from-2:]) {
		from -= 2
	}
	switch {
	case from > 0:
		d.timed = true
	case d.timed && len(data) > 2:
		from = 2
		d.counts.Doubts++
	}
	for i := 0; i+1 < from; i++ {
		if from > 2 && isEvent(data[i:]) {
			d.counts.Doubts++
			break
		}
	}
	return from
}

func isEvent(data []byte) bool { return (data[0] == lifted || data[0] == placed) && data[1] < 64 }

// Timed reports whether packets have begun with a time, which decides how later packets are
// read.
func (d *Decoder) Timed() bool { return d.timed }

// SetTimed restores the value that another Decoder returned from Timed.
func (d *Decoder) SetTimed(timed bool) { d.timed = timed }
