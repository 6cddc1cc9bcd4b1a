package main

import "github.com/boardd/boardd/sensor"

// fairCopy is what an engine has gone through since its log began, in terms of the
// game: the same game follows from it, and it is short. Of a clock that runs for a
// while it has what it showed first and last. Nil keeps nothing.
type fairCopy struct {
	text []byte
	from int64          // since when the clock alone has told anything, all the time with
	runs sensor.Running // the same one running
	late bool           // the last line is a reading, and not one of the first
	last int            // where it begins
}

// clockFirst is for how long the readings of a clock after something else all count,
// in milliseconds: the first may be of a moment before a press.
const clockFirst = 2000

func (f *fairCopy) add(records []sensor.Record) {
	if f == nil {
		return
	}
	for i := range records {
		if r := &records[i]; r.Word != sensor.Fault {
			f.write(r)
		}
	}
}

func (f *fairCopy) write(r *sensor.Record) {
	switch {
	case r.Word != sensor.Clock, r.Running != f.runs:
		f.from, f.runs, f.late = r.At, r.Running, false
	case f.late:
		f.text = f.text[:f.last]
	default:
		f.late = r.At > f.from+clockFirst
	}
	f.last = len(f.text)
	f.text = sensor.AppendRecord(f.text, *r)
}

// records is how many records it has.
func (f *fairCopy) records() (n int) {
	for _, b := range f.text {
		if b == '\n' {
			n++
		}
	}
	return n
}
