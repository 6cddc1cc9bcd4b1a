package main

import (
	"cmp"
	"path/filepath"
	"time"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// remember opens the board's folder, if there is to be one, and makes the engine:
// that of the game that was going on, or a new one.
func (d *daemon) remember(folder, session string) (publish.Outbox, error) {
	first := uint64(time.Now().UnixMilli())
	if folder == "" {
		return publish.NewMemory(outboxLimit), d.begin(session, [2]uint64{first, first})
	}
	k, past, err := openKeeping(folder)
	if err != nil {
		return nil, err
	}
	d.keeping = k
	if past.Torn > 0 && past.Damage == nil {
		d.log.Warn().Int("bytes", past.Torn).Msg("the journal's last write was cut short")
	}
	if len(past.Text) > 0 {
		d.restored, err = restore(k.pages(past), session, d.topics, k, first)
	}
	if err == nil && past.Damage == nil {
		d.checkWhole()
	}
	numbers := k.numbers(first)
	switch {
	case err != nil:
		past.MoveAside(filepath.Join(folder, "journal"))
		k.tell(transport.JournalDamaged, err)
		d.restored = nil
	case d.restored != nil && !d.restored.fits(d.header):
		d.log.Warn().Msg("the configuration is another than that of the journal; a new game begins")
		d.unsaid, numbers = d.restored.said, d.restored.engine.encoder.Numbers()
		d.restored = nil
	}
	if d.restored == nil {
		return k.outbox, d.beginJournal(session, numbers)
	}
	d.takeUp(past, session)
	return k.outbox, nil
}

// checkWhole tells if the journal lacks something that was safe.
func (d *daemon) checkWhole() {
	k, log, after, n := d.keeping, "", "", 0
	if d.restored != nil {
		first := d.restored.first
		log, after, n = first.id(), headerValue(first.header, logAfter), len(first.records)
	}
	if err := k.place.missing(log, after, n); err != nil {
		k.tell(transport.JournalDamaged, err)
	}
}

// begin makes an engine for a first game.
func (d *daemon) begin(session string, seq [2]uint64) error {
	e, err := newEngine(d.header, session)
	if err != nil {
		return badInput{err}
	}
	e.encoder = transport.NewEncoder(d.topics, session)
	e.encoder.Continue(seq)
	d.engine = e
	return nil
}

// beginJournal is begin with a new file for the game.
func (d *daemon) beginJournal(session string, seq [2]uint64) error {
	if err := d.begin(session, seq); err != nil {
		return err
	}
	head, err := headerText(d.header, signature(session, cmp.Or(d.keeping.log, d.keeping.place.Log))...)
	if err != nil {
		return badInput{err}
	}
	d.engine.beJournal() // as the file says
	d.keeping.log, d.keeping.game = session, gameRoot(d.engine.tracker.Game().ID)
	d.keeping.journal.Add(journal.Entry{Begin: true, Lines: head, Sync: true})
	return nil
}

// logName is the header that says what a file is known by, if it is not by its game-ids:
// one that goes on with the games of another.
const logName = "log"

// logAfter is the header that says which file of the journal was the one before.
const logAfter = "after"

// signature is what a journal's file says of itself.
func signature(ids, after string) []sensor.Setting {
	all := []sensor.Setting{{Name: gameIDs, Value: ids}, {Name: "recorded-by", Value: "boardd " + release},
		{Name: decodedHeader, Value: "what boards say that talk all the time"}}
	if after != "" {
		all = append(all, sensor.Setting{Name: logAfter, Value: after})
	}
	return all
}

// takeUp goes on with the game of an earlier start.
func (d *daemon) takeUp(past journal.Past, session string) {
	r := d.restored
	d.engine, d.header, d.last = r.engine, r.header, r.at
	d.keeping.game = gameRoot(r.engine.tracker.Game().ID)
	now := time.Now()
	d.pace.begin(r.resumesAt(now))
	d.keeping.size = len(past.Text)
	d.keepAhead(r.lastTime(), now)
	if r.placed && r.place.Log == d.keeping.log {
		d.keeping.safe = min(r.place.Safe, len(r.records))
	}
	if past.Damage != nil {
		d.keeping.journal.Add(journal.Entry{Begin: true, Lines: past.Lines(), Sync: true})
		d.keeping.safe = len(r.records)
	}
}

// goOn says what an earlier start had no time to say, and that the board was not
// heard since.
func (d *daemon) goOn() {
	r := d.restored
	if r == nil {
		d.publish(outcome{Messages: d.unsaid})
		d.unsaid = nil
		return
	}
	g := d.engine.tracker.Game()
	d.log.Info().Str("game", g.ID).Int("plies", len(g.Moves)).Int("to_say", len(r.said)).Msg("the game goes on from the journal")
	d.passEntry(journal.Entry{}, outcome{Messages: r.said})
	// Records that a power cut took are made up for: a kill before the outbox knows
	// better would have it that what follows from those that come now was said.
	for r.placed && r.place.Log == d.keeping.log && d.engine.number < r.place.Record {
		d.tellTime(d.last, time.Now())
	}
	if r.linked {
		d.feed(sensor.Record{At: d.last, Word: sensor.Link})
	}
	d.heedMen()
	d.restored = nil // its records are many
}

// pass has a record written, if there is one, and publishes what followed.
func (d *daemon) pass(r *sensor.Record, o outcome) {
	e := d.entry(r, &o)
	if len(e.Lines)+len(o.Messages)+len(o.Findings) == 0 {
		return // a frame of a board that talks all the time, or it was time for something else
	}
	d.passEntry(e, o)
}

// passEntry has lines of the log written, and publishes what followed.
func (d *daemon) passEntry(e journal.Entry, o outcome) {
	o.Messages = d.timely(o.Messages)
	if d.keeping == nil {
		for _, m := range o.Messages {
			if err := d.publisher.Publish(m); err != nil {
				d.log.Error().Err(err).Str("topic", m.Topic).Msg("message not kept")
			}
		}
	} else {
		d.keep(e, o)
	}
	for i := range o.Findings {
		d.logFinding(&o.Findings[i])
	}
}

// entry is what the journal is to have of a record. There may be none, and nothing
// that is kept.
func (d *daemon) entry(r *sensor.Record, o *outcome) journal.Entry {
	if d.keeping == nil || r == nil {
		return journal.Entry{}
	}
	return journal.Entry{Lines: d.engine.lines(r, o), Sync: r.Word == sensor.Cmd || weighty(*o)}
}

// keep has lines written to the journal and, when that is done, what follows from
// them put into the outbox.
func (d *daemon) keep(e journal.Entry, o outcome) {
	d.keeping.add(e, place{Record: d.engine.number, At: d.last, Seq: d.engine.encoder.Numbers()}, o.Messages, d.send)
}

// send is called when the journal has what the messages follow from.
func (d *daemon) send(n publish.Note, messages []transport.Message) {
	if err := d.publisher.PublishNoted(n, messages); err != nil {
		d.log.Error().Err(err).Msg("message not kept")
	}
}

// countLost logs how many findings the outbox gave up.
func (d *daemon) countLost() {
	if lost := d.publisher.Stats().Lost; lost != d.said.lost {
		d.log.Error().Uint64("findings", lost-d.said.lost).Msg("the outbox is full; findings are given up for events")
		d.said.lost = lost
	}
}

// weighty reports whether something was found that a power cut must not undo: a
// move, or what is certain.
func weighty(o outcome) bool {
	for i := range o.Findings {
		switch f := &o.Findings[i]; {
		case f.Level == touchmove.Certain, f.Code == touchmove.MoveMade, f.Code == touchmove.MoveCompleted:
			return true
		}
	}
	return false
}

// troubled raises an alert about the machine, or clears it.
func (d *daemon) troubled(t trouble) {
	switch {
	case t.text != "":
		d.log.Error().Stringer("code", t.what).Msg(t.text)
	default:
		d.log.Info().Stringer("code", t.what).Msg("the disk works again")
	}
	d.publish(d.engine.Trouble(d.clock(d.pace.now()), t.what, t.text))
}
