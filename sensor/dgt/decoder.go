package dgt

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder turns what a board sends into records, in the board's own terms
// (see package sensor's Seating). The zero value is ready; it holds the board
// from the first dump on, and drops field updates before that. A Decoder is a
// value: a copy goes on by itself.
type Decoder struct {
	frame  framer
	faults sensor.Faults
	board  placement.Placement // in the board's own squares
	seen   bool                // a dump has come
	clock  Clock
	info   Info
	counts Counts
	early  bool      // that an update came before the first dump has been said
	noted  [128]bool // by id: that nobody knows this message has been said
	marker bool      // that there is a special piece has been said
	past   Past      // what has been heard
	wanted bool      // the internal log has been asked for
	told   []Entry   // what it held when it came, until somebody takes it
	logged bool      // it has come
}

// Counts is how often things have happened, for Host and for statistics.
type Counts struct {
	Bytes     int // all bytes
	Partial   int // bytes of the message in progress
	Messages  int // whole messages
	Lost      int // losses, told or not: messages cut off, runs of bytes thrown away, nonsense in a message
	Adrift    int // bytes thrown away since the last whole message
	Empty     int // messages 0x80, which a board sends that is lost itself
	Dumps     int
	Surprises int // dumps that showed what no update had told
	Updates   int // field updates that changed something
	Times     int // clock times that were believed
	Acks      int // answers of the clock to commands
	OddBits   int // piece codes with bits that nobody explains
	Logs      int // whole internal logs
}

// Counts are the counts up to now. Reset leaves them.
func (d *Decoder) Counts() Counts {
	c := d.counts
	c.Partial, c.Adrift = d.frame.n, d.frame.adrift
	return c
}

// Info is what the board has said about itself up to now. Reset leaves it.
func (d *Decoder) Info() Info { return d.info }

// Reset forgets board, clock and the message in progress, as is right when the
// port was opened again: what happened in between is not known.
func (d *Decoder) Reset() {
	*d = Decoder{info: d.info, counts: d.counts, noted: d.noted, marker: d.marker}
}

// Sent takes note of what was sent to the board: an internal log that nobody has
// asked for, as now and then comes, is skipped.
func (d *Decoder) Sent(data []byte) {
	for _, b := range data {
		d.wanted = d.wanted || b == byte(SendLog)
	}
}

// Step appends to dst the records that the bytes bring. However the stream is
// cut into pieces, the records are the same. What was lost becomes Fault
// records, one for each message cut off or run of bytes that make no message;
// but one a second while nothing else comes.
func (d *Decoder) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	d.counts.Bytes += len(data)
	dst = d.faults.Report(dst, at)
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
			d.faults.Whole()
			dst = d.faults.Report(dst, at)
			dst = d.message(dst, at, message)
		}
	}
	return dst
}

// lost reports a loss, after which the held board may be wrong.
func (d *Decoder) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.counts.Lost++
	return d.fault(dst, at, l)
}

// fault reports what may come again and again.
func (d *Decoder) fault(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	d.faults.Add(l)
	return d.faults.Report(dst, at)
}

// messages is what is known of each message, by its id without bit 7: its
// lengths if they are fixed, and what is done with it.
var messages = [128]struct {
	sizes []int
	take  func(d *Decoder, dst []sensor.Record, at int64, message []byte) []sensor.Record
}{
	idDump & 0x7f:       {[]int{dumpSize, draughtsSize}, (*Decoder).dump},
	idTime & 0x7f:       {[]int{timeSize}, (*Decoder).time},
	idField & 0x7f:      {[]int{5}, (*Decoder).field},
	idLog & 0x7f:        {nil, (*Decoder).log},
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

// message takes a whole message apart.
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
