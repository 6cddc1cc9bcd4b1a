package bus

import (
	"bytes"
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// Decoder turns what one board of a bus sends into records in the board's own
// squares and sides; sensor.Orienter turns those into the game's. It ignores the
// packets of other boards: each board of a bus has its own Decoder.
//
// The Decoder knows the board from the first dump on, and drops earlier changes:
// what a board logged before anybody listened is history. The records of one
// packet have the same time, and the order in which things happened.
type Decoder struct {
	// Address is the board's. All becomes the address of the first board that
	// sends anything.
	Address Address

	frame   Framer
	faults  sensor.Faults
	board   dgt.LoggedBoard // in the board's own squares
	scanned bool            // a dump has come
	missed  bool            // the connection was lost since the last record
	clock   dgt.Clock
	held    *[7]byte // a clock message that waits for the changes
	last    []byte   // the last packet of changes that was not empty
	past    dgt.Past // what was reported, to find the rest in the log of a game
	info    dgt.Info
	counts  Counts
}

// Counts holds how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // bytes
	Packets   int // whole packets of this board
	Lost      int // losses, reported or not
	Dumps     int
	Surprises int // dumps with changes that no packet had reported
	Changes   int // packets of changes that were not empty
	Updates   int // changes of a square
	Presses   int // presses among the changes
	Repeats   int // packets of changes that had already come
	Games     int // logs of a game
	Restarts  int // restarts of the board
	Times     int // clock times
}

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts { return d.counts }

// Info returns what the board has reported about itself. Reset keeps it.
func (d *Decoder) Info() dgt.Info {
	i := d.info
	if i.Serial == "" && d.Address != All {
		i.Serial = d.Address.String()
	}
	i.BusAddress = int(d.Address)
	return i
}

// About returns the part of Info that every family has.
func (d *Decoder) About() sensor.About {
	if d.counts.Packets == 0 {
		return sensor.About{}
	}
	i := d.Info()
	return sensor.About{Serial: i.Serial, Version: i.Version, Clock: d.counts.Times > 0}
}

// Recognized returns false: a lone DGT board answers a ping of a bus, too.
func (d *Decoder) Recognized() bool { return false }

// Reset notes that the connection was lost and restored. The Decoder keeps the board,
// because the real one will report what has happened since.
func (d *Decoder) Reset() {
	d.frame, d.held, d.missed = Framer{}, nil, d.scanned
}

// Step appends the records that data completes. Data may be cut anywhere; the
// records are the same.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	return d.frame.Read(dst, at, data, &d.faults, &d.counts.Lost, d.Take)
}

// lost reports a loss.
func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	return d.faults.Add(dst, at, l)
}

// packets holds the method that takes each packet.
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

// Take takes a whole packet, for callers that have a Framer.
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

// dump takes the 64 piece codes of a dump.
func (d *Decoder) dump(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	var pieces placement.Placement
	for n, code := range data {
		pieces[dgt.Square(byte(n))] = piece(code)
	}
	d.counts.Dumps++
	if d.scanned && pieces != d.board.Board {
		d.counts.Surprises++
	}
	d.board.Scan(pieces)
	d.scanned, d.missed = true, false
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: pieces})
}

// piece returns the piece for a code. A marker counts as none.
func piece(code byte) placement.Piece {
	if p, ok := dgt.Piece(code); ok {
		return p
	}
	return placement.Empty
}

// changes takes the entries that the board has logged since it was last asked.
func (d *Decoder) changes(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	entries := dgt.AppendEntries(nil, data)
	switch {
	case len(data) == 0 || !d.scanned:
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

// known reports whether the first change among entries was reported before: the board has
// repeated the entries.
func (d *Decoder) known(entries []dgt.Entry) bool {
	for _, e := range entries {
		if e.Kind == dgt.Change {
			return d.board.Board[e.Square] == e.Piece
		}
	}
	return true
}

// follow turns entries into records. After a lost connection, the board as it was known
// before comes first.
func (d *Decoder) follow(dst []sensor.Record, at int64, entries []dgt.Entry) []sensor.Record {
	if d.missed {
		d.missed = false
		dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: d.board.Board})
	}
	for i := range entries {
		dst = d.entry(dst, at, &entries[i])
	}
	return dst
}

func (d *Decoder) entry(dst []sensor.Record, at int64, e *dgt.Entry) []sensor.Record {
	if e.Kind == dgt.Change && d.board.Board[e.Square] != e.Piece {
		d.counts.Updates++
		d.past.Change(e.Square, e.Piece)
	}
	dst = d.board.Take(dst, at, e)
	switch e.Kind {
	case dgt.PowerUp:
		d.counts.Restarts++
		return append(dst, sensor.News(at, "the board was without power, or has restarted itself"))
	case dgt.Halted:
		d.past.Lever()
		d.counts.Presses++
		return d.clock.Halted(dst, at, e.Side)
	}
	return dst
}

// game takes everything since the start mark, and reports what is new. If that is
// not certain, it reports a loss, and the host asks for a dump.
func (d *Decoder) game(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Games++
	if !d.scanned {
		return dst
	}
	d.past.Board = d.board.Board
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

// time takes a clock message. The message waits for the changes, for which the host asks
// next, because they came before it.
func (d *Decoder) time(dst []sensor.Record, _ int64, data []byte) []sensor.Record {
	reading := [7]byte(data)
	d.held = &reading
	return dst
}

// read takes the clock message that waits for the changes.
func (d *Decoder) read(dst []sensor.Record, at int64) []sensor.Record {
	if d.held == nil {
		return dst
	}
	reading := *d.held
	d.held = nil
	dst, kind := d.clock.Step(dst, at, reading)
	d.info.ClockBatteryLow = d.clock.BatteryLow()
	switch kind {
	case dgt.ClockTime:
		d.counts.Times++
	case dgt.ClockWrong:
		return d.lost(dst, at, sensor.Loss{Bytes: clockSize, What: dgt.ClockTrouble(reading)})
	}
	return dst
}

// overtaken reports whether the waiting clock message is older than the press at the end of
// the entries: the message has the lever on the known side, and the entries do not.
func (d *Decoder) overtaken(entries []dgt.Entry) bool {
	up := d.clock.Up()
	for _, e := range entries {
		if e.Kind == dgt.Halted {
			up = e.Side == placement.White
		}
	}
	return d.held != nil && up != d.clock.Up() && dgt.LeverUp(*d.held) == d.clock.Up()
}

// AppendShown appends the dump that the board would send now; nothing before the first dump.
func (d *Decoder) AppendShown(dst []byte) []byte {
	if !d.scanned {
		return dst
	}
	codes := dgt.Codes(&d.board.Board)
	return SendBoard.AppendAnswer(dst, d.Address, codes[:]...)
}
