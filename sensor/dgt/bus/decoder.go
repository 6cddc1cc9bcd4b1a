package bus

import (
	"bytes"
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// Decoder turns what one board of a line sends into records, in the board's own
// terms (see package sensor's Seating). What other boards send in between does
// not concern it: each board of a line has a Decoder, and its records go to a
// tracker of its own.
//
// It holds the board from the first dump on, and drops changes before that: what
// the board has written down before anybody listened is history. Records of one
// packet have one time, but stand in the order in which things happened.
type Decoder struct {
	// Address is that of the board. If it is All, it becomes that of the first
	// board that sends anything.
	Address Address

	frame  Framer
	faults sensor.Faults
	men    dgt.Men // in the board's own squares
	seen   bool    // a dump has come
	missed bool    // the line has been lost since the last record
	clock  dgt.Clock
	held   *[7]byte // a reading of the clock that waits for the changes
	last   []byte   // the last packet of changes with anything in it
	past   dgt.Past // what has been told, to find the place in a log from which on nothing was
	info   dgt.Info
	counts Counts
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // all bytes
	Packets   int // whole packets of this board
	Lost      int // losses, told or not
	Dumps     int
	Surprises int // dumps that showed what no changes had told
	Changes   int // packets of changes that were not empty
	Updates   int // changes of a square
	Presses   int // that the changes told of
	Repeats   int // packets of changes that were had already
	Games     int // logs of a game
	Restarts  int // of the board
	Times     int // readings of the clock that were believed
}

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts { return d.counts }

// Info is what the board has said about itself up to now. Reset leaves it.
func (d *Decoder) Info() dgt.Info {
	i := d.info
	if i.Serial == "" && d.Address != All {
		i.Serial = d.Address.String()
	}
	i.BusAddress = int(d.Address)
	return i
}

// Reset takes note that the line was lost, and found again. The board itself is
// remembered: it will tell what has happened on it since.
func (d *Decoder) Reset() {
	d.frame, d.held, d.missed = Framer{}, nil, d.seen
}

// Step appends to dst the records that the bytes bring. However the stream is
// cut into pieces, the records are the same.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	d.frame.Write(data)
	for {
		p, lost, more := d.frame.Next()
		switch {
		case !more:
			return dst
		case lost.Bytes > 0:
			dst = d.lost(dst, at, lost)
		default:
			d.faults.Whole()
			dst = d.faults.Report(dst, at)
			dst = d.Take(dst, at, p)
		}
	}
}

// lost reports a loss.
func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	d.faults.Add(l)
	return d.faults.Report(dst, at)
}

// packets is what is done with each packet.
var packets = map[byte]func(d *Decoder, dst []sensor.Record, at int64, data []byte) []sensor.Record{
	idBoard:     (*Decoder).dump,
	idClock:     (*Decoder).time,
	idChanges:   (*Decoder).changes,
	idChanges2:  (*Decoder).changes,
	idGame:      (*Decoder).game,
	idVersion:   (*Decoder).version,
	idSerial:    (*Decoder).serial,
	idTrademark: (*Decoder).trademark,
}

// Take takes a whole packet, for one who has a Framer already.
func (d *Decoder) Take(dst []sensor.Record, at int64, p Packet) []sensor.Record {
	if d.Address == All {
		d.Address = p.From
	}
	if p.From != d.Address {
		return dst
	}
	d.counts.Packets++
	if take := packets[p.ID]; take != nil {
		return take(d, dst, at, p.Data)
	}
	return dst
}

// dump takes 64 piece codes: what stands on the board, whatever was held before.
func (d *Decoder) dump(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	var men placement.Placement
	for n, code := range data {
		men[dgt.Square(byte(n))] = man(code)
	}
	d.counts.Dumps++
	if d.seen && men != d.men.Board {
		d.counts.Surprises++
	}
	d.men.Scan(men)
	d.seen, d.missed = true, false
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: men})
}

// man is what a piece code stands for; a special piece counts as none.
func man(code byte) placement.Piece {
	if p, ok := dgt.Piece(code); ok {
		return p
	}
	return placement.Empty
}

// changes takes what has been written down since the board was asked last.
func (d *Decoder) changes(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	entries := dgt.AppendEntries(nil, data)
	switch {
	case len(data) == 0 || !d.seen:
	case bytes.Equal(data, d.last) && d.known(entries):
		d.counts.Repeats++
	default:
		d.counts.Changes++
		d.last = append(d.last[:0], data...)
		if d.overtaken(entries) {
			dst = d.read(dst, at)
		}
		dst = d.follow(dst, at, entries)
	}
	return d.read(dst, at)
}

// known reports whether the first change among entries has happened already:
// then they have been sent a second time.
func (d *Decoder) known(entries []dgt.Entry) bool {
	for _, e := range entries {
		if e.Kind == dgt.Change {
			return d.men.Board[e.Square] == e.Piece
		}
	}
	return true
}

// follow turns entries into records. After the line was lost, they begin with
// what is known to have stood there then.
func (d *Decoder) follow(dst []sensor.Record, at int64, entries []dgt.Entry) []sensor.Record {
	if d.missed {
		d.missed = false
		dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: d.men.Board})
	}
	for i := range entries {
		dst = d.entry(dst, at, &entries[i])
	}
	return dst
}

func (d *Decoder) entry(dst []sensor.Record, at int64, e *dgt.Entry) []sensor.Record {
	if e.Kind == dgt.Change && d.men.Board[e.Square] != e.Piece {
		d.counts.Updates++
		d.past.Change(e.Square, e.Piece)
	}
	dst = d.men.Take(dst, at, e)
	switch e.Kind {
	case dgt.PowerUp:
		d.counts.Restarts++
		return append(dst, sensor.Notice(at, "the board was without power, or has started itself again"))
	case dgt.Halted:
		d.past.Lever()
		d.counts.Presses++
		return d.clock.Halted(dst, at, e.Side)
	}
	return dst
}

// game takes all that has been written down since the start mark, and of that
// what was not told yet. If that cannot be found out for certain, a dump has to
// tell what stands there now.
func (d *Decoder) game(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Games++
	if !d.seen {
		return dst
	}
	d.past.Board = d.men.Board
	since, ok := dgt.Recall(dgt.AppendEntries(nil, data), &d.past, nil)
	if !ok {
		return d.lost(dst, at, sensor.Loss{Bytes: len(data), What: "changes were lost, and the game's log does not tell which"})
	}
	return d.follow(dst, at, since)
}

func (d *Decoder) version(dst []sensor.Record, _ int64, data []byte) []sensor.Record {
	if len(data) == 2 {
		d.info.Version = fmt.Sprintf("%d.%02d", data[0], data[1])
	}
	return dst
}

func (d *Decoder) serial(dst []sensor.Record, _ int64, data []byte) []sensor.Record {
	d.info.Serial = dgt.Text(data)
	return dst
}

func (d *Decoder) trademark(dst []sensor.Record, _ int64, data []byte) []sensor.Record {
	d.info.Trademark = dgt.Text(data)
	return dst
}
