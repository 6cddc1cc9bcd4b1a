package daemon

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// openStore opens the board's folder, if there is to be one, and makes the engine: that of
// the game that was going on, or a new one.
func (d *Daemon) openStore(folder, session string) (*publish.Outbox, error) {
	first := uint64(time.Now().UnixMilli())
	if folder == "" {
		return publish.NewOutbox(persist.OutboxLimit, persist.OutboxRoom), d.begin(session, [2]uint64{first, first})
	}
	k, past, err := d.openBeforeTimeout(folder)
	if err != nil {
		return nil, err
	}
	d.store, d.trouble = k, k.Trouble
	if old := filepath.Join(folder, "outbox.db"); exists(old) {
		d.log.Warn().Str("file", old).Msg("this file is an earlier boardd's, and is not used")
	}
	if past.Torn > 0 && past.Damage == nil {
		d.log.Warn().Int64("bytes", past.Torn).Msg("the journal's last write was cut short")
	}
	err = d.restore(past, session, first)
	if errors.Is(err, journal.ErrUnread) {
		k.CloseAll()
		return nil, err
	}
	numbers, last := k.Numbers(first, [2]uint64{}), (*transport.Encoder)(nil)
	switch {
	case err != nil:
		past.MoveAside(k.JournalFolder())
		k.Trouble.Report(transport.JournalDamaged, err)
		d.restored = nil
	case d.restored != nil && !d.restored.Fits(d.header):
		d.log.Warn().Msg("the configuration is another than that of the journal; a new game begins")
		e := d.restored.Engine
		d.unpublished = append(d.restored.Unpublished, e.Close(d.restored.At).Messages...)
		last, numbers = e.Encoder, e.Encoder.Numbers()
		d.restored = nil
	}
	if d.restored == nil {
		err := d.beginJournal(session, numbers)
		if err == nil && last != nil {
			d.engine.Encoder.TakeLast(last)
		}
		return k.Outbox, err
	}
	d.resume(past)
	return k.Outbox, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// restore restores the game and the messages that an earlier start has left, and reports if
// the journal lacks records that had been synced.
func (d *Daemon) restore(past journal.Past, session string, first uint64) error {
	k := d.store
	if err := k.TakeOwed(past, d.topics); err != nil {
		return err
	}
	var err error
	if past.Size > 0 {
		d.restored, err = k.Restore(past.Open, session, d.topics, first)
	}
	if err == nil && d.restored != nil {
		err = k.RestoreLastGame(d.restored.Engine.Encoder, past, d.topics, session)
	}
	if err != nil || past.Damage != nil {
		return err
	}
	missing := k.Missing(past, d.restored)
	if errors.Is(missing, journal.ErrUnread) {
		return missing
	}
	if missing != nil {
		k.Trouble.Report(transport.JournalDamaged, missing)
	}
	return nil
}

// openTimeout is how long a start waits for a disk that does not answer.
const openTimeout = time.Minute

var errDiskSilent = errors.New("the disk does not answer")

// openBeforeTimeout opens the store on a disk that may answer late, or never.
func (d *Daemon) openBeforeTimeout(folder string) (*persist.Store, journal.Past, error) {
	var k *persist.Store
	var past journal.Past
	done := make(chan error, 1)
	go func() {
		var err error
		k, past, err = persist.Open(folder)
		done <- err
	}()
	slow, late := time.After(diskTime+persist.RetryTime), time.After(openTimeout)
	for {
		select {
		case err := <-done:
			return k, past, err
		case <-slow:
			d.log.Warn().Str("folder", folder).Msg("the disk does not answer yet; it is waited for")
		case <-late:
			return nil, journal.Past{}, fmt.Errorf("open %s: %w", folder, errDiskSilent)
		}
	}
}

// begin makes an engine for a first game.
func (d *Daemon) begin(session string, seq [2]uint64) error {
	e, err := pipeline.New(d.header, session)
	if err != nil {
		return cli.BadInput(err)
	}
	e.Encoder = transport.NewEncoder(d.topics, session)
	e.Encoder.Continue(seq)
	d.engine = e
	return nil
}

// beginJournal makes an engine for a first game, and begins a segment of the journal for it.
func (d *Daemon) beginJournal(session string, seq [2]uint64) error {
	if err := d.begin(session, seq); err != nil {
		return err
	}
	head, err := persist.HeaderText(d.header, signature(session, cmp.Or(d.store.Segment, d.store.Cursor.Segment))...)
	if err != nil {
		return cli.BadInput(err)
	}
	d.engine.StoreDecoded() // as the header says
	d.compacted = persist.Compact(d.engine)
	d.store.Game = pipeline.GameRoot(d.engine.Tracker.Game().ID)
	d.store.Begin(session, head, 0)
	return nil
}

// signature returns the headers that boardd writes into each segment.
func signature(ids, after string) []sensor.Setting {
	all := []sensor.Setting{{Name: pipeline.GameIDs, Value: ids}, {Name: "recorded-by", Value: "boardd " + release.Version},
		{Name: pipeline.DecodedHeader, Value: "records of boards that send continuously"}, {Name: pipeline.MateAnswers, Value: "as they were found"},
		{Name: persist.LogMessages, Value: "those that nothing replaces"}}
	if after != "" {
		all = append(all, sensor.Setting{Name: persist.LogAfter, Value: after})
	}
	return all
}

// resume goes on with the game of an earlier start.
func (d *Daemon) resume(past journal.Past) {
	r := d.restored
	d.engine, d.compacted, d.header, d.now = r.Engine, r.Compacted, r.Header, r.At
	d.store.Game = pipeline.GameRoot(r.Engine.Tracker.Game().ID)
	now := time.Now()
	d.clock.Begin(r.ResumesAt(now))
	d.store.Size = int(past.Size)
	d.keepTimeAhead(r.LastTime(), now)
	if d.store.Cursor.Segment == d.store.Segment {
		d.store.Safe = min(d.store.Cursor.Safe, r.Records)
	}
	if past.Damage != nil {
		d.store.Journal.Add(journal.Entry{Begin: true, From: &past, Sync: true})
		d.store.Safe = r.Records
	}
}

// publishRestored publishes what an earlier start had no time to publish, and feeds that the
// board was not connected since.
func (d *Daemon) publishRestored() {
	r := d.restored
	if r == nil {
		d.publish(pipeline.Outcome{Messages: d.unpublished})
		d.unpublished = nil
		return
	}
	g := d.engine.Tracker.Game()
	d.log.Info().Str("game", g.ID).Int("plies", len(g.Moves)).Int("unpublished", len(r.Unpublished)+d.store.Outbox.Len()).Msg("the game goes on from the journal")
	d.passEntry(journal.Entry{}, pipeline.Outcome{Messages: r.Unpublished})
	if r.Linked {
		d.feed(sensor.Record{At: d.now, Word: sensor.Link})
	}
	d.addSavedPieces()
	d.restored = nil
}

// pass writes a record to the journal, if there is one, and publishes what followed.
func (d *Daemon) pass(r *sensor.Record, o pipeline.Outcome) {
	e := d.entry(r, &o)
	if len(e.Lines)+len(o.Messages)+len(o.Findings) == 0 {
		return // nothing has changed
	}
	d.passEntry(e, o)
}

// passEntry writes lines to the journal, and publishes what followed.
func (d *Daemon) passEntry(e journal.Entry, o pipeline.Outcome) {
	o.Messages = d.timely(o.Messages)
	if d.store == nil {
		d.send(o.Messages)
	} else {
		d.storeEntry(e, o)
	}
	for i := range o.Findings {
		d.logFinding(&o.Findings[i])
	}
}

// entry returns what the journal stores for a record. It is empty without a record or a
// store.
func (d *Daemon) entry(r *sensor.Record, o *pipeline.Outcome) journal.Entry {
	if d.store == nil || r == nil {
		return journal.Entry{}
	}
	return journal.Entry{Lines: d.engine.JournalLines(r, o), Sync: r.Word == sensor.Cmd || mustSurvivePowerCut(*o)}
}

// storeEntry writes lines to the journal, and publishes what followed when they are written.
func (d *Daemon) storeEntry(e journal.Entry, o pipeline.Outcome) {
	d.store.Add(e, persist.Step{Record: int(d.engine.Number), At: d.now, Numbers: d.engine.Encoder.Numbers(), Messages: o.Messages}, d.send)
}

// send publishes messages. It is called when the journal has the lines from which they
// follow.
func (d *Daemon) send(messages []transport.Message) {
	if err := d.publisher.Publish(messages...); err != nil {
		d.log.Error().Err(err).Msg("message not kept")
	}
}

// countLost logs how many findings the outbox gave up.
func (d *Daemon) countLost() {
	if lost := d.publisher.Stats().Lost; lost != d.reported.lost {
		d.log.Error().Uint64("findings", lost-d.reported.lost).Msg("the outbox is full; findings are given up for events")
		d.reported.lost = lost
	}
}

// mustSurvivePowerCut reports whether an outcome has a finding that a power cut must not
// undo: a move, or a certain finding.
func mustSurvivePowerCut(o pipeline.Outcome) bool {
	for i := range o.Findings {
		switch f := &o.Findings[i]; {
		case f.Level == laws.Certain, f.Code == laws.MoveMade, f.Code == laws.MoveCompleted:
			return true
		}
	}
	return false
}

// troubleReported raises an alert about the machine, or clears it.
func (d *Daemon) troubleReported(t persist.Trouble) {
	switch {
	case t.Text != "":
		d.log.Error().Stringer("code", t.What).Msg(t.Text)
	default:
		d.log.Info().Stringer("code", t.What).Msg("it works again")
	}
	d.publish(d.engine.Trouble(d.engineTime(d.clock.Now()), t.What, t.Text))
}

// beginGameSegment begins a segment of the journal with a game that has just been opened, if
// that segment can stand alone: the pieces stand in the initial array, the board can be
// asked again for its state, and the disk has all earlier records. It waits while the board
// cannot be followed: the segment would not show that readers know this.
func (d *Daemon) beginGameSegment() {
	k := d.store
	if k == nil {
		return
	}
	g := d.engine.Tracker.Game()
	id := pipeline.GameRoot(g.ID)
	if id == k.Game || g.Phase == touchmove.Setup || d.engine.Tracker.MayGoBack() || g.Trust.State > touchmove.TrustSettling {
		return
	}
	k.Game = id
	_, differ := d.engine.Tracker.Sensed()
	untouched := g.Phase <= touchmove.Playing && len(g.Moves) == 0 && g.Pending == nil && differ == 0
	if untouched && g.Start == legality.Initial() && !k.Journal.Behind() && !d.engine.HoldsMessages() && d.Wire.canAsk() {
		d.writeGameSegment()
	}
}

// writeGameSegment begins a segment with the game that has just been opened. A new engine
// replays the head of the segment and replaces the present one: so a later start, which
// replays the same lines, reaches the same state.
func (d *Daemon) writeGameSegment() {
	ids := session.New()
	e, err := d.gameSegment(ids, 0)
	if err == nil {
		e, err = d.gameSegment(ids, d.engine.Tracker.Game().Rev-e.Tracker.Game().Rev)
	}
	if err != nil {
		d.log.Error().Err(err).Msg("the game stays in the journal's file of the last one")
		return
	}
	d.beginSegment(ids, e)
}

// segmentHead is the head of a segment, and the engine that has replayed it.
type segmentHead struct {
	*pipeline.Engine
	compacted *persist.CompactedLog
	text      []byte
}

// gameSegment returns the head of a segment for the present game. The revisions of its
// snapshots begin after the given one.
func (d *Daemon) gameSegment(ids string, revision int) (segmentHead, error) {
	known := d.gameRecords()
	settings := append(signature(ids, d.store.Segment), sensor.Setting{Name: pipeline.RevisionBefore, Value: strconv.Itoa(max(revision, 0))},
		sensor.Setting{Name: persist.KnownRecords, Value: strconv.Itoa(len(known))})
	lines, err := persist.HeaderText(d.header, settings...)
	if err != nil {
		return segmentHead{}, err
	}
	for _, r := range known {
		r.At = d.now
		lines = sensor.AppendRecord(lines, r)
	}
	return readHead(lines, ids, d.now)
}

// gameRecords returns what is known when a game has just been opened. A start that has these
// records alone may have to wait for the board's answer: they say that the pieces were set
// up, what the clock showed, and how board and clock stand.
func (d *Daemon) gameRecords() []sensor.Record {
	g := d.engine.Tracker.Game()
	sensed, _ := d.engine.Tracker.Sensed()
	all := []sensor.Record{d.timeOfDay()}
	if d.Wire.Family != nil && d.header.Board == "" {
		all = append(all, sensor.Record{Word: sensor.Family, Data: []byte(d.Wire.Family.Name)})
	}
	all = append(all, sensor.Record{Word: sensor.Link, On: true}, sensor.Record{Word: sensor.Board, Placement: *sensed},
		sensor.Record{Word: sensor.Cmd, Verb: transport.GameOpened, Data: gameAsOpened(g)})
	if g.Clocks.Known {
		all = append(all, sensor.Record{Word: sensor.Clock, Times: g.Clocks.Times, Running: g.Clocks.Running})
	}
	return append(all, d.stateRecords()...)
}

// replaceEngine replaces the engine. What was published, and what the board has reported
// about itself, still holds. The board is asked again, unless the new decoder goes on from the old one.
func (d *Daemon) replaceEngine(e *pipeline.Engine) {
	e.ContinueMessages(d.engine)
	if d.engine.StoresDecoded() {
		e.ContinueDecoding(d.engine) // the segment holds no bytes for the decoder
	} else {
		d.Wire.askAgain(e.Decoder)
	}
	d.engine = e
}

// saveState writes the engine's saved state into the journal when it has changed, if the
// records in the journal do not determine it.
func (d *Daemon) saveState() {
	if d.store == nil || !d.engine.StoresDecoded() {
		return
	}
	if now := d.engine.SavedState(certabo.Set{}); string(now) != d.store.SavedState {
		d.store.SavedState = string(now)
		d.feed(sensor.Record{At: d.now, Word: sensor.Cmd, Verb: pipeline.SavedStateVerb, Data: now})
	}
}

// gameAsOpened returns the payload of the command that opens a game as it was opened.
func gameAsOpened(g *touchmove.Game) []byte {
	fields := map[string]any{"game_id": g.ID, "rules": g.Rules.Name, "time": g.Rules.Time.String(), "supervision": "normal"}
	if g.Rules.Full {
		fields["supervision"] = "full"
	}
	if len(g.Tags) > 0 {
		fields["tags"] = g.Tags
	}
	data, _ := json.Marshal(fields) // of strings and maps of strings: it cannot fail
	return data
}

// compact begins a segment with the compacted log of the game when the present segment has
// become long. It waits until no move is under way, and the board can be asked again for its
// state.
func (d *Daemon) compact() {
	k := d.store
	if k == nil || d.compacted == nil || k.Size < max(k.CompactAfter, persist.LongSegment) || k.Journal.Behind() {
		return
	}
	g := d.engine.Tracker.Game()
	_, differ := d.engine.Tracker.Sensed()
	switch {
	case d.compacted.TooLong:
		k.CompactAfter = 2 * k.Size
	case g.Phase == touchmove.Setup || g.Pending != nil || differ != 0 || d.engine.AwaitsBoardLog() || d.engine.HoldsMessages() || !d.Wire.canAsk():
	case !d.writeCompacted():
		k.CompactAfter = 2 * k.Size // the reason is unknown: do not try each minute
	}
}

// writeCompacted begins the segment. It is false if the compacted log does not lead to the
// same game.
func (d *Daemon) writeCompacted() bool {
	old, log := d.engine, session.New()
	head, err := d.compactedSegment(log)
	if err != nil || !reflect.DeepEqual(head.Tracker.Game(), old.Tracker.Game()) {
		d.log.Warn().Err(err).Msg("the journal's file stays long")
		return false
	}
	d.beginSegment(log, head)
	d.log.Info().Int("bytes", len(head.text)).Msg("the journal goes on in a short file")
	return true
}

// compactedSegment returns the head of that segment.
func (d *Daemon) compactedSegment(log string) (segmentHead, error) {
	e := d.engine
	copied := *d.compacted
	copied.Text = bytes.Clone(d.compacted.Text)
	for _, r := range d.stateRecords() {
		r.At = d.now
		copied.Text = sensor.AppendRecord(copied.Text, r)
	}
	settings := append(signature(e.GameIDs(), d.store.Segment), sensor.Setting{Name: persist.LogName, Value: log},
		sensor.Setting{Name: pipeline.RevisionBefore, Value: strconv.Itoa(e.RevisionBefore())}, sensor.Setting{Name: persist.KnownRecords, Value: strconv.Itoa(copied.Records())})
	head, err := persist.HeaderText(d.header, settings...)
	if err != nil {
		return segmentHead{}, err
	}
	return readHead(append(head, copied.Text...), e.GameIDs(), d.now)
}

// readHead replays the head of a segment until a time.
func readHead(text []byte, ids string, to int64) (segmentHead, error) {
	log, err := pipeline.ReadAs(sensor.NewReader(bytes.NewReader(text)), ids)
	if err != nil {
		return segmentHead{}, err
	}
	compacted := persist.Compact(log.Engine)
	for _, r := range log.Records {
		log.Engine.Step(r)
	}
	log.Engine.Wake(to)
	return segmentHead{log.Engine, compacted, text}, nil
}

// beginSegment goes on in a segment with the engine that has replayed its head.
func (d *Daemon) beginSegment(log string, head segmentHead) {
	d.store.Begin(log, head.text, int(head.Number))
	d.replaceEngine(head.Engine)
	d.compacted = head.compacted
}

// stateRecords returns what is known besides the game.
func (d *Daemon) stateRecords() []sensor.Record {
	all := []sensor.Record{{Word: sensor.Cmd, Verb: pipeline.SavedStateVerb, Data: d.engine.SavedState(certabo.Set{})}}
	if s, ok := d.engine.Decoder.(family.Showing); ok {
		if shown := s.AppendShown(nil); len(shown) > 0 {
			all = append(all, sensor.Record{Word: sensor.Rx, Data: shown})
		}
	}
	return all
}
