package dgt

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records in the board's own squares and sides;
// sensor.Orienter turns those into the game's. The zero value is ready. The Decoder knows
// the board from the first dump on, and drops earlier field updates. A copy of a Decoder is
// independent of it.
type Decoder struct {
	frame   framer
	faults  sensor.Faults
	board   placement.Placement // in the board's own squares
	scanned bool                // a dump has come
	clock   Clock
	info    Info
	counts  Counts
	early   bool      // an update before the first dump was reported
	noted   [128]bool // by id: the unknown message was reported
	marker  bool      // a marker was reported
	past    Past      // what the board has reported, for Recall
	wanted  bool      // the host has asked for the internal log
	log     gameLog   // the internal log, until Recalled takes it
}

// gameLog is an internal log that has come.
type gameLog struct {
	came    bool
	entries []Entry
	board   placement.Placement // when it came
	before  int                 // records that the same Step had appended until then
}

// Counts holds how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // bytes
	Partial   int // bytes of the message in progress
	Messages  int // whole messages
	Lost      int // losses, reported or not: messages cut off, runs of stray bytes, nonsense in a message
	Adrift    int // bytes thrown away since the last whole message
	Empty     int // empty messages, 0x80
	Dumps     int
	Surprises int // dumps with changes that no update had reported
	Updates   int // field updates that changed something
	Times     int // clock times
	Acks      int // answers of the clock to commands
	OddBits   int // piece codes with unexplained bits
	Logs      int // whole internal logs
}

// Counts returns the counts up to now. Reset keeps them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial, c.Adrift = d.frame.n, d.frame.adrift
	return c
}

// Info returns what the board has reported about itself. Reset keeps it.
func (d *Decoder) Info() Info { return d.info }

// About returns the part of Info that every family has.
func (d *Decoder) About() sensor.About {
	return sensor.About{Serial: d.info.Serial, LongSerial: d.info.LongSerial, Version: d.info.Version, Clock: d.counts.Times > 0}
}

// Recognized reports whether the bytes can only come from a board of this family. A serial
// number, a dump or two clock times prove it; noise can look like any shorter message.
func (d *Decoder) Recognized() bool {
	digits := strings.Trim(d.info.Serial, "0123456789") == ""
	return len(d.info.Serial) == 5 && digits || d.counts.Dumps > 0 || d.counts.Times > 1
}

// Reset forgets the board, the clock and the message in progress. Call it when
// the port was opened again: what happened in between is not known.
func (d *Decoder) Reset() {
	*d = Decoder{info: d.info, counts: d.counts, noted: d.noted, marker: d.marker}
}

// Sent takes what was sent to the board. The Decoder skips an internal log for
// which nobody has asked.
func (d *Decoder) Sent(data []byte) {
	for _, b := range data {
		d.wanted = d.wanted || b == byte(SendLog)
	}
}

// Step appends the records that data completes. Data may be cut anywhere; the records are
// the same. Each message cut off and each run of stray bytes becomes a Fault, at most one a
// second while no whole message comes.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
	from := len(dst)
	for _, b := range data {
		if b == idNone {
			d.counts.Empty++
		}
		message, lost := d.frame.step(b)
		if lost.Bytes > 0 {
			dst = d.lost(dst, at, lost)
		}
		if message != nil {
			d.counts.Messages++
			dst = d.faults.Whole(dst, at)
			dst = d.message(dst, at, message)
			if message[0] == idLog && d.log.came {
				d.log.before = len(dst) - from
			}
		}
	}
	return dst
}

// lost reports a loss after which the known board may be wrong.
func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	return d.faults.Add(dst, at, l)
}

// messages holds the lengths of each message if they are fixed, and the method that takes
// it, by its id without bit 7.
var messages = [128]struct {
	sizes []int
	take  func(d *Decoder, dst []sensor.Record, at int64, message []byte) []sensor.Record
}{
	idDump & 0x7f:       {[]int{dumpSize, draughtsSize}, (*Decoder).dump},
	idTime & 0x7f:       {[]int{timeSize}, (*Decoder).time},
	idField & 0x7f:      {[]int{5}, (*Decoder).field},
	idLog & 0x7f:        {nil, (*Decoder).gameLog},
	idBusAddress & 0x7f: {[]int{5}, (*Decoder).busAddress},
	idSerial & 0x7f:     {[]int{8, 12}, (*Decoder).serial},
	idTrademark & 0x7f:  {nil, (*Decoder).trademark},
	idVersion & 0x7f:    {[]int{5}, (*Decoder).version},
	idDraughtsB & 0x7f:  {[]int{53}, (*Decoder).draughts},
	idDraughtsW & 0x7f:  {[]int{53}, (*Decoder).draughts},
	idHardware & 0x7f:   {[]int{5}, (*Decoder).hardware},
	idBattery & 0x7f:    {[]int{12}, (*Decoder).battery},
	idLongSerial & 0x7f: {[]int{13}, (*Decoder).longSerial},
}

// message takes a whole message.
func (d *Decoder) message(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	id := message[0] & 0x7f
	if take := messages[id].take; take != nil {
		return take(d, dst, at, message)
	}
	if d.noted[id] {
		return dst
	}
	d.noted[id] = true
	return append(dst, sensor.Notice(at, fmt.Sprintf("message %02x of %d bytes is not known, and skipped from now on",
		message[0], len(message))))
}

// dump takes the 64 piece codes of a dump.
func (d *Decoder) dump(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	if len(message) == draughtsSize {
		return d.draughts(dst, at, message)
	}
	var p placement.Placement
	for n, code := range message[headerSize:] {
		p[Square(byte(n))], dst = d.piece(dst, at, byte(n), code)
	}
	d.counts.Dumps++
	if d.scanned && p != d.board {
		d.counts.Surprises++
		d.past = Past{}
	}
	d.board, d.scanned = p, true
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: p})
}

// field takes a field update: a square and the piece code that is now on it.
func (d *Decoder) field(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	n, code := message[3], message[4]
	switch {
	case n > 63:
		return d.lost(dst, at, sensor.Loss{Bytes: len(message), What: fmt.Sprintf("field update for square %d", n)})
	case !d.scanned && d.early:
		return dst
	case !d.scanned:
		d.early = true
		return append(dst, sensor.Notice(at, "field updates before the first board dump are dropped"))
	}
	piece, dst := d.piece(dst, at, n, code)
	sq := Square(n)
	was := d.board[sq]
	if piece == was {
		return dst
	}
	d.board[sq] = piece
	d.counts.Updates++
	d.past.Change(sq, piece)
	if piece == placement.Empty {
		return append(dst, sensor.Record{At: at, Word: sensor.Lift, Square: sq, Piece: was})
	}
	return append(dst, sensor.Record{At: at, Word: sensor.Drop, Square: sq, Piece: piece})
}

// piece returns the piece for a code. A marker counts as none.
func (d *Decoder) piece(dst []sensor.Record, at int64, n, code byte) (placement.Piece, []sensor.Record) {
	if code&^pieceMask != 0 {
		d.counts.OddBits++
	}
	piece := pieces[code&pieceMask]
	if piece != special {
		return piece, dst
	}
	if !d.marker {
		d.marker = true
		dst = append(dst, sensor.Notice(at, fmt.Sprintf("special piece %02x on %s counts as none, like any from now on",
			code&pieceMask, Square(n))))
	}
	return placement.Empty, dst
}

// AppendShown appends the dump that the board would send now; nothing before the first dump.
func (d *Decoder) AppendShown(dst []byte) []byte {
	if !d.scanned {
		return dst
	}
	codes := Codes(&d.board)
	return appendMessage(dst, idDump, codes[:]...)
}

// draughts skips the dump of a draughts board.
func (d *Decoder) draughts(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	return d.faults.Add(dst, at, sensor.Loss{Bytes: len(message), What: fmt.Sprintf("dump %02x of a draughts board, skipped", message[0])})
}

// gameLog takes the internal log, or skips it if it came unasked.
func (d *Decoder) gameLog(dst []sensor.Record, at int64, message []byte) []sensor.Record {
	d.counts.Logs++
	if !d.wanted {
		return d.faults.Add(dst, at, sensor.Loss{Bytes: len(message), What: fmt.Sprintf("internal log of %d bytes came unasked, skipped", len(message))})
	}
	d.wanted = false
	d.log = gameLog{came: true, entries: AppendEntries(nil, message[headerSize:]), board: d.board}
	return dst
}

// Past returns what the board has reported up to now; ok is false before the
// first dump. Call it before Reset.
func (d *Decoder) Past() (past Past, ok bool) {
	past = d.past
	past.Board, past.ran = d.board, d.clock.attached && d.clock.last.Running != sensor.Stopped
	return past, d.scanned
}

// Recalled appends what has happened between a past and the moment at which the
// internal log came, once it has. before is how many records of the last Step came
// before the log, -1 if it has not come; ok reports that the log shows what happened.
// Recalled does this once for each log. Call it after each Step.
func (d *Decoder) Recalled(dst []sensor.Record, at int64, past *Past) (records []sensor.Record, before int, ok bool) {
	log := d.log
	if !log.came {
		return dst, -1, false
	}
	d.log = gameLog{}
	since, ok := Recall(log.entries, past, &log.board)
	if !ok {
		return dst, log.before, false
	}
	dst = past.Records(dst, at, since)
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: log.board}), log.before, true
}
