package main

import (
	"bytes"
	"reflect"
	"strconv"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/touchmove"
)

// longFile is how many bytes a file of the journal may have before a fair copy takes
// its place, if that is a quarter of so much at most: a start goes through it all, half a
// second's work here, some seconds' on a small Pi.
const longFile = 4 << 20

// shorten begins another file of the journal with a fair copy of what has happened,
// when the one that is being written has become long. It waits for a moment at which
// nothing is going on at the board, which is asked again for all that it shows.
func (d *daemon) shorten() {
	k := d.keeping
	if k == nil || d.engine.fair == nil || k.size < max(k.long, longFile) || k.journal.Behind() {
		return
	}
	g := d.engine.tracker.Game()
	_, differ := d.engine.tracker.Sensed()
	switch {
	case 4*len(d.engine.fair.text) > longFile:
		k.long = 2 * k.size // the game would stand still while a long copy is gone through
	case g.Phase == touchmove.Setup || g.Pending != nil || differ != 0 || d.engine.recall.until != 0 || !d.wire.askAgain():
	case !d.fairPage():
		k.long = 2 * k.size // it is not known why: not each minute
	}
}

// fairPage begins the file. It is false if the game that follows from the copy is not
// that which was lived.
func (d *daemon) fairPage() bool {
	old, log := d.engine, newSession()
	page, err := d.fairEngine(log)
	if err != nil || !reflect.DeepEqual(page.tracker.Game(), old.tracker.Game()) {
		d.log.Warn().Err(err).Msg("the journal's file stays long")
		return false
	}
	d.beginPage(log, page)
	d.log.Info().Int("bytes", len(page.text)).Msg("the journal goes on in a short file")
	return true
}

// fairEngine is the head of that file, and the engine that has gone through it.
func (d *daemon) fairEngine(log string) (journalPage, error) {
	e := d.engine
	copied := *e.fair
	copied.text = bytes.Clone(e.fair.text)
	for _, r := range d.learntRecords() {
		r.At = d.last
		copied.text = sensor.AppendRecord(copied.text, r)
	}
	settings := append(signature(e.ids, d.keeping.log), sensor.Setting{Name: logName, Value: log},
		sensor.Setting{Name: revisionBefore, Value: strconv.Itoa(e.revision)}, sensor.Setting{Name: knownRecords, Value: strconv.Itoa(copied.records())})
	head, err := headerText(d.header, settings...)
	if err != nil {
		return journalPage{}, err
	}
	return readPage(append(head, copied.text...), e.ids, d.last)
}

// readPage goes through the head of a file, until a time.
func readPage(text []byte, ids string, to int64) (journalPage, error) {
	log, err := readLogAs(sensor.NewReader(bytes.NewReader(text)), ids)
	if err != nil {
		return journalPage{}, err
	}
	for _, r := range log.records {
		log.engine.Step(r)
	}
	log.engine.Wake(to)
	return journalPage{log.engine, text}, nil
}

// beginPage lets the journal go on in a file, and the game with its engine.
func (d *daemon) beginPage(log string, page journalPage) {
	k := d.keeping
	k.log, k.safe, k.size, k.long = log, page.number, len(page.text), 0
	k.journal.Add(journal.Entry{Begin: true, Lines: page.text, Sync: true})
	d.goOnWith(page.engine)
}

// learntRecords are what is known besides the game.
func (d *daemon) learntRecords() []sensor.Record {
	all := []sensor.Record{{Word: sensor.Cmd, Verb: learntVerb, Data: d.engine.learnt(certabo.Set{})}}
	if b, ok := d.engine.decoder.(shower); ok {
		if shown := b.AppendShown(nil); len(shown) > 0 {
			all = append(all, sensor.Record{Word: sensor.Rx, Data: shown})
		}
	}
	return all
}
