package centaur

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// Decoder turns what a board sends into records, in the board's own terms (see
// package sensor's Seating); all men are of unknown kind. The zero value is ready;
// it holds the board from the first dump on, and drops what is told before that.
type Decoder struct {
	frame  bus.Framer
	faults sensor.Faults
	men    placement.Set // in the board's own squares
	seen   bool          // a dump has come
	missed bool          // the line has been lost since the last record
	timed  bool          // packets have been seen that begin with a time
	counts Counts
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Address   bus.Address // of the board, once it has said so
	Bytes     int         // all bytes
	Packets   int         // whole packets
	Lost      int         // losses, told or not
	Pings     int         // answers to a ping
	Polls     int         // answers to the question what is new
	Dumps     int
	Surprises int // dumps that showed what nothing had told
	Updates   int // men lifted or put down
	Doubts    int // packets that may have told more than was taken from them
}

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts { return d.counts }

// Reset takes note that the line was lost, and found again. The board itself is
// remembered: it will tell what has happened on it since.
func (d *Decoder) Reset() { d.frame, d.missed = bus.Framer{}, d.seen }

// Step appends to dst the records that the bytes bring. However the stream is
// cut into pieces, the records are the same.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	d.frame.Wide = true
	d.frame.Write(data)
	for {
		p, lost, more := d.frame.Next()
		switch {
		case !more:
			return dst
		case lost.Bytes > 0:
			d.counts.Lost++
			d.faults.Add(lost)
			dst = d.faults.Report(dst, at)
		default:
			d.faults.Whole()
			dst = d.faults.Report(dst, at)
			dst = d.packet(dst, at, &p)
		}
	}
}

func (d *Decoder) packet(dst []sensor.Record, at int64, p *bus.Packet) []sensor.Record {
	d.counts.Packets++
	d.counts.Address = p.From
	switch {
	case p.Answers(bus.Ping):
		d.counts.Pings++
	case p.Answers(bus.SendBoard):
		return d.dump(dst, at, p.Data)
	case p.Answers(bus.SendChanges):
		d.counts.Polls++
		if d.seen && len(p.Data) > 0 {
			return d.news(dst, at, p.Data)
		}
	}
	return dst
}

// dump takes 64 squares: what stands on the board, whatever was held before.
func (d *Decoder) dump(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	var men placement.Set
	for n, occupied := range data {
		if occupied != 0 {
			men |= dgt.Square(byte(n)).Set()
		}
	}
	d.counts.Dumps++
	if d.seen && men != d.men {
		d.counts.Surprises++
	}
	d.men, d.seen, d.missed = men, true, false
	return d.shown(dst, at)
}

// shown is what stands there, as a Board.
func (d *Decoder) shown(dst []sensor.Record, at int64) []sensor.Record {
	r := sensor.Record{At: at, Word: sensor.Board}
	for men := d.men; men != 0; {
		r.Placement[men.Pop()] = placement.Unknown
	}
	return append(dst, r)
}

// Events of a packet.
const (
	lifted = 0x40
	placed = 0x41
)

// news takes what has happened since the last packet. After the line was lost, it
// begins with what is known to have stood there then.
func (d *Decoder) news(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	from := d.events(data)
	if d.missed {
		d.missed = false
		dst = d.shown(dst, at)
	}
	for i := from; i < len(data); i += 2 {
		sq := dgt.Square(data[i+1])
		switch stands := d.men.Has(sq); {
		case stands && data[i] == lifted:
			dst = append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: sq})
		case !stands && data[i] == placed:
			dst = append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: sq, Piece: placement.Unknown})
		default:
			d.counts.Doubts++
			continue
		}
		d.men ^= sq.Set()
		d.counts.Updates++
	}
	return dst
}

// events is where in a packet the events begin: the pairs at its end, but for the
// first one if nothing else is left for the time. If there may be more of them
// before that, that is noted.
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

// Timed reports whether packets have been seen that begin with a time; what comes is
// then read otherwise.
func (d *Decoder) Timed() bool { return d.timed }

// SetTimed takes up what another Decoder has seen of that.
func (d *Decoder) SetTimed(timed bool) { d.timed = timed }
