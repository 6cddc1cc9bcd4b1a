package main

import "github.com/boardd/boardd/sensor"

// decodedHeader is the header of a journal that holds decoded records, in terms of the
// game, for the bytes of boards that talk all the time: of one of Certabo's come ten
// kilobytes a second, all the same. Other records may stand among them that say how
// the board lies; they do not turn what is decoded already.
const decodedHeader = "decoded"

// beJournal makes it the engine of a journal of that kind.
func (e *engine) beJournal() { e.plain, e.fair = true, new(fairCopy) }

// condenses reports whether what the journal has of bytes that come is what they are
// decoded to. Its records count as the journal's do then.
func (e *engine) condenses() bool { return e.plain && e.talks }

// followNew follows records that are not in the log that the engine is fed with.
func (e *engine) followNew(at int64, records []sensor.Record) {
	e.counting = e.condenses()
	e.follow(at, records)
	e.counting = false
}

// logged is a record that is in the log itself, in terms of the game.
func (e *engine) logged(dst []sensor.Record, r sensor.Record) []sensor.Record {
	switch {
	case e.plain:
		return append(dst, r)
	case e.raw:
		return e.seating.Step(dst, r)
	}
	return e.seating.StepLogged(dst, r)
}

// lines is what the journal has of a record from which something followed.
func (e *engine) lines(r *sensor.Record, o *outcome) []byte {
	if !e.condenses() || r.Word != sensor.Rx && (r.Word != sensor.Cmd || r.Verb != "rotate") {
		return sensor.AppendRecord(nil, *r)
	}
	var all []byte
	for i := range o.Decoded {
		all = sensor.AppendRecord(all, o.Decoded[i])
	}
	return all
}
