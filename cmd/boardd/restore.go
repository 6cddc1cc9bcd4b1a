package main

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// restored is what an earlier start has left, gone through again: the engine is
// where it was when that start ended.
type restored struct {
	engine  *engine
	header  *sensor.Header
	records []sensor.Record
	said    []transport.Message // what the outbox has not had
	linked  bool                // the board was heard at the end
	at      int64               // the time at the end

	place    place // of the outbox
	placed   bool  // it is one of this journal
	caughtUp bool  // what follows now lies behind it
	first    *wholeLog
}

// restore goes through a journal: the texts of its last files, of which the first is
// that in which the outbox has its place, if it is known. What follows from the
// records up to that was put there by the start that has lived them, and is left;
// what follows from the others is to be said. Of an outbox that does not know this
// journal it is not known what it had: nothing is said twice.
func restore(texts [][]byte, session string, topics transport.Topics, k *keeping, first uint64) (*restored, error) {
	logs, err := readPages(texts, session)
	if err != nil {
		return nil, err
	}
	begins, ends := logs[0], logs[len(logs)-1]
	k.log = ends.id()
	if k.gone && holds(ends.records, sensor.Link) {
		k.placed = false
		k.tell(transport.OutboxDamaged, errOutboxGone)
	}
	r := &restored{engine: begins.engine, header: begins.header, records: begins.records, place: k.place, first: begins}
	r.placed = k.placed && (k.place.Log == r.first.id() || k.place.Log == "")
	r.place.Seq = k.numbers(max(first, (&restored{records: ends.records}).lastTime()))
	r.engine.encoder = transport.NewEncoder(topics, session)
	r.fold()
	for _, next := range logs[1:] {
		r.turn(next)
	}
	r.catchUp()
	return r, nil
}

// readPages reads texts of logs. If one of the earlier cannot be read, the last has to
// do.
func readPages(texts [][]byte, session string) (logs []*wholeLog, err error) {
	for i, text := range texts {
		log, err := readLogAs(sensor.NewReader(bytes.NewReader(text)), session)
		switch {
		case err != nil && i < len(texts)-1:
			return readPages(texts[len(texts)-1:], session)
		case err != nil:
			return nil, err
		}
		logs = append(logs, log)
	}
	return logs, nil
}

// id is what a file of a journal is known by.
func (l *wholeLog) id() string { return fileName(l.header) }

func fileName(h *sensor.Header) string {
	return cmp.Or(headerValue(h, logName), headerValue(h, gameIDs))
}

// errOutboxGone says that there is a journal of a board that was heard, and no
// outbox. The outbox is made before the port is opened.
var errOutboxGone = errors.New("the outbox is gone; messages may be lost, the journal has what was played")

// lastTime is the time of day at the end, as far as it was told, in milliseconds of
// Unix time.
func (r *restored) lastTime() uint64 {
	at, told := r.told()
	if told.IsZero() {
		return 0
	}
	return uint64(max(0, told.UnixMilli()+max(r.at, r.records[len(r.records)-1].At)-at))
}

// told is the time of day that was told last, and the log's time then; the zero time
// if there is none.
func (r *restored) told() (at int64, told time.Time) {
	for _, rec := range slices.Backward(r.records) {
		if rec.Word == sensor.UTC && told.UnmarshalText(rec.Data) == nil {
			return rec.At, told
		}
	}
	return 0, time.Time{}
}

func (r *restored) fold() {
	r.step(0, 0, r.engine.Begin)
	r.live(0)
	if r.placed && r.place.Record == len(r.records) {
		r.runOut(r.place.Record, r.place.At) // that much was lived without a record
		r.at = max(r.at, r.place.At)
	}
}

// live goes through the records of a file from one on.
func (r *restored) live(from int) {
	for i := from; i < len(r.records); i++ {
		rec := &r.records[i]
		r.runOut(i, rec.At)
		r.step(i+1, rec.At, func() outcome { return r.engine.Step(*rec) })
		if rec.Word == sensor.Link {
			r.linked = rec.On
		}
	}
}

// catchUp lets all that follows be said.
func (r *restored) catchUp() {
	if !r.caughtUp {
		r.caughtUp = true
		r.engine.encoder.Continue(r.place.Seq)
	}
}

// runOut lets the deadlines run out one by one, each as its own step.
func (r *restored) runOut(record int, to int64) {
	for at, ok := r.engine.Deadline(); ok && at <= to; at, ok = r.engine.Deadline() {
		r.step(record, at, func() outcome { return r.engine.Wake(at) })
	}
}

func (r *restored) step(record int, at int64, do func() outcome) {
	r.at = max(r.at, at)
	behind := r.caughtUp || r.placed && !r.place.covers(record, at)
	if behind {
		r.catchUp()
	}
	if o := do(); behind {
		r.said = append(r.said, slices.Clone(o.Messages)...)
	}
}

// longestAway is how long a board may have been left with a game on it, in
// milliseconds: thirty days. What the system clock says beyond that is no time
// that has passed.
const longestAway = 30 * 24 * 3600 * 1000

// resumesAt is the time to go on at: as much later as the system clock says, and
// later in any case.
func (r *restored) resumesAt(now time.Time) int64 {
	at, told := r.told()
	away := now.Sub(told).Milliseconds() - (r.at - at)
	if !told.IsZero() && away > 0 && away <= longestAway {
		return r.at + away
	}
	return r.at + 1
}

// fits reports whether the game may go on under a configuration: one that reads
// the board in the same way, and says the same of the game or finds one that was
// begun.
func (r *restored) fits(h *sensor.Header) bool {
	if h.Board != r.header.Board || h.Sensor != r.header.Sensor || h.Orientation != r.header.Orientation {
		return false
	}
	if h.Address != r.header.Address && h.Address != 0 && r.header.Address != 0 {
		return false
	}
	g := r.engine.tracker.Game()
	begun := g.Phase > touchmove.Waiting && g.Phase < touchmove.Ended
	return begun || sameHeader(h, r.header)
}

// sameHeader reports whether two headers say the same of all that bears on a game.
// Which men are known does not, nor the address that a board of a bus was found at.
func sameHeader(a, b *sensor.Header) bool {
	plain := func(h *sensor.Header) ([]byte, error) {
		h, _, err := takeMen(h)
		if err != nil {
			return nil, err
		}
		rest := *h
		rest.Address = 0
		return headerText(&rest)
	}
	one, err := plain(a)
	other, err2 := plain(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// headerText is a header with other settings of no use in the place of its own.
func headerText(h *sensor.Header, other ...sensor.Setting) ([]byte, error) {
	plain := *h
	plain.Other = other
	return sensor.AppendHeader(nil, &plain)
}

// gameRoot is a game's id without the number of its part.
func gameRoot(id string) string {
	root, _, _ := strings.Cut(id, ".")
	return root
}
