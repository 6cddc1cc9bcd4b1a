package sensor

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"github.com/boardd/boardd/legality/placement"
)

// recordParsers reads the arguments of each word.
var recordParsers = [...]func(*fields, *Record){
	Rx:     func(f *fields, r *Record) { r.Data = f.hex() },
	Tx:     func(f *fields, r *Record) { r.Data = f.hex() },
	Lift:   func(f *fields, r *Record) { r.Square, r.Piece = f.square(), f.piece(placement.Empty) },
	Drop:   func(f *fields, r *Record) { r.Square, r.Piece = f.square(), f.piece(placement.Unknown) },
	Board:  func(f *fields, r *Record) { r.Placement = f.placement() },
	Press:  func(f *fields, r *Record) { r.Side = placement.Color(f.one("side", "w", "b")) },
	Clock:  parseClock,
	Flag:   func(f *fields, r *Record) { r.Side = placement.Color(f.one("side", "w", "b")) },
	Pause:  func(*fields, *Record) {},
	Resume: func(*fields, *Record) {},
	UTC:    parseUTC,
	Link:   func(f *fields, r *Record) { r.On = f.one("state", "down", "up") == 1 },
	Cmd:    parseCmd,
	Family: func(f *fields, r *Record) { r.Data = []byte(boardWords[f.one("family", boardWords...)]) },
}

// record reads "<ms> <word> <arguments>" into r.rec.
func (r *Reader) record(line []byte) {
	before := r.rec.At
	r.rec = Record{}
	f := &r.fields
	*f = fields{line: line, rest: line}
	r.rec.At = f.number("time")
	r.rec.Word = f.wordNamed()
	if f.err == nil {
		recordParsers[r.rec.Word](f, &r.rec)
	}
	f.end()
	if f.err == nil && r.rec.At < before {
		f.fail("time goes back", line)
	}
	if f.err != nil {
		r.fail(f.err)
	}
}

func parseClock(f *fields, r *Record) {
	r.Times[placement.White] = f.number("time")
	r.Times[placement.Black] = f.number("time")
	r.Running = Running(f.one("side", "-", "w", "b"))
}

func parseUTC(f *fields, r *Record) {
	text := f.next("time")
	if f.err != nil {
		return
	}
	if err := new(time.Time).UnmarshalText(text); err != nil {
		f.fail("bad RFC 3339 time", text)
		return
	}
	r.Data = bytes.Clone(text)
	r.On = f.one("state", "unsynced", "synced") == 1
}

var errVerb = errors.New("want letters, digits, _ and -")

// parseCmd takes everything after the verb as the JSON: it may hold spaces.
func parseCmd(f *fields, r *Record) {
	verb, object := f.next("verb"), f.rest
	f.rest = nil
	switch {
	case f.err != nil:
	case !isName(string(verb)):
		f.fail("bad verb", verb)
		f.err.Err = errVerb
	case object == nil:
		f.fail("JSON object missing in", f.line)
	case len(object) == 0 || object[0] != '{' || !json.Valid(object):
		f.fail("not a JSON object", object)
	case object[len(object)-1] != '}':
		f.fail("stray space after", object)
	default:
		r.Verb, r.Data = string(verb), bytes.Clone(object)
	}
}
