package main

import (
	"encoding/json"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/touchmove"
)

// turnPage begins another file of the journal with a game that has just been
// opened, if that file can stand by itself: the men stand in the initial array,
// the board can be asked again for all that it has told, and the disk has all that
// came before.
func (d *daemon) turnPage() {
	k := d.keeping
	if k == nil {
		return
	}
	g := d.engine.tracker.Game()
	id := gameRoot(g.ID)
	if id == k.game || g.Phase == touchmove.Setup {
		return
	}
	k.game = id
	_, differ := d.engine.tracker.Sensed()
	untouched := g.Phase <= touchmove.Playing && len(g.Moves) == 0 && g.Pending == nil && differ == 0
	if untouched && g.Start == legality.Initial() && !k.journal.Behind() && d.wire.askAgain() {
		d.newPage()
	}
}

// newPage begins a file: what is known already stands at its head, as records. The
// engine goes on from them alone, as a later start will, so that what follows from
// the file is what was lived.
func (d *daemon) newPage() {
	ids := newSession()
	e, err := d.pageEngine(ids, 0)
	if err == nil {
		e, err = d.pageEngine(ids, d.engine.tracker.Game().Rev-e.tracker.Game().Rev)
	}
	if err != nil {
		d.log.Error().Err(err).Msg("the game stays in the journal's file of the last one")
		return
	}
	d.beginPage(ids, e)
}

// knownRecords is the header that says how many records of a file were known when it
// was begun: what follows from them had been said.
const knownRecords = "known"

// journalPage is the head of a file, and the engine that has gone through it.
type journalPage struct {
	*engine
	text []byte
}

// pageEngine is the head of a file for the game that is on. Snapshots in it have
// higher numbers than the given one.
func (d *daemon) pageEngine(ids string, revision int) (journalPage, error) {
	known := d.pageRecords()
	settings := append(signature(ids, d.keeping.log), sensor.Setting{Name: revisionBefore, Value: strconv.Itoa(max(revision, 0))},
		sensor.Setting{Name: knownRecords, Value: strconv.Itoa(len(known))})
	lines, err := headerText(d.header, settings...)
	if err != nil {
		return journalPage{}, err
	}
	for _, r := range known {
		r.At = d.last
		lines = sensor.AppendRecord(lines, r)
	}
	return readPage(lines, ids, d.last)
}

// pageRecords are what is known when a game has just been opened. The board's own
// answer may be late: who starts from these alone has to know that the men were set
// up, what the clock showed, and which way board and clock stand.
func (d *daemon) pageRecords() []sensor.Record {
	g := d.engine.tracker.Game()
	sensed, _ := d.engine.tracker.Sensed()
	all := []sensor.Record{d.timeOfDay()}
	if d.wire.family != nil && d.header.Board == "" {
		all = append(all, sensor.Record{Word: sensor.Family, Data: []byte(d.wire.family.name)})
	}
	all = append(all, sensor.Record{Word: sensor.Link, On: true}, sensor.Record{Word: sensor.Board, Placement: *sensed},
		sensor.Record{Word: sensor.Cmd, Verb: "new_game", Data: gameAsOpened(g)})
	if g.Clocks.Known {
		all = append(all, sensor.Record{Word: sensor.Clock, Times: g.Clocks.Times, Running: g.Clocks.Running})
	}
	return append(all, d.learntRecords()...)
}

// shower is a decoder of a board that is not asked again, as another speaks to it.
type shower interface{ AppendShown(dst []byte) []byte }

// goOnWith has another engine take the place of the one that there is. What was
// said, and what the board has told of itself, holds still.
func (d *daemon) goOnWith(e *engine) {
	old := d.engine
	if old.condenses() {
		e.decoder, e.seating, e.raw = old.decoder, old.seating, old.raw // no record of the file is theirs
	}
	e.goOnFrom(old)
	d.engine = e
}

// keepLearnt has the journal say what has been learnt, where the records in it do not
// tell.
func (d *daemon) keepLearnt() {
	if d.keeping == nil || !d.engine.condenses() {
		return
	}
	if now := d.engine.learnt(certabo.Set{}); string(now) != d.keeping.learnt {
		d.keeping.learnt = string(now)
		d.feed(sensor.Record{At: d.last, Word: sensor.Cmd, Verb: learntVerb, Data: now})
	}
}

func (e *engine) goOnFrom(old *engine) {
	e.setAddress(old.address)
	e.encoder, e.about, e.state = old.encoder, old.about, old.state
}

// gameAsOpened is the command that opens a game as it was opened.
func gameAsOpened(g *touchmove.Game) []byte {
	fields := map[string]any{"game_id": g.ID, "rules": g.Rules.Name, "time": g.Rules.Time.String(), "supervision": "normal"}
	if g.Rules.Full {
		fields["supervision"] = "full"
	}
	if len(g.Tags) > 0 {
		fields["tags"] = g.Tags
	}
	data, _ := json.Marshal(fields) // strings: there is nothing to go wrong
	return data
}
