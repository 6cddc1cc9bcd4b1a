package persist

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Restored is a game that an earlier start has left, replayed: the engine has the state that
// it had when that start ended.
type Restored struct {
	Engine      *pipeline.Engine
	Header      *sensor.Header
	First, Last *segment
	Unpublished []transport.Message // that the outbox does not have
	Linked      bool                // the board was connected at the end
	At          int64               // the time at the end

	Place      Place // of the outbox
	Placed     bool  // the place is in this journal
	publishing bool  // the replay has passed the place

	outbox *publish.Disk // nil: all messages are kept in Unpublished
}

// maxUnpublished is how many messages are held in memory while a journal is replayed. When
// there are more, they go to the outbox.
const maxUnpublished = 5000

// Restore replays the last segments of a journal. The first of them is the one in which the
// outbox has its place, if that is known. Messages that follow from records up to the place
// are in the outbox; those that follow from later records are to be published. If the place
// is not of this journal, it is not known what was published, and nothing is published
// twice.
func Restore(segments []Opener, session string, topics transport.Topics, store *Store, first uint64) (*Restored, error) {
	files, err := readSegments(segments, session)
	if err != nil {
		return nil, err
	}
	begins, ends := files[0], files[len(files)-1]
	store.Segment = ends.ID()
	if store.OutboxGone && ends.linked {
		store.Placed = false
		store.Trouble.Report(transport.OutboxDamaged, errOutboxGone)
	}
	r := &Restored{Engine: begins.engine, Header: begins.Header, Last: begins, Place: store.Place, First: begins, outbox: store.Outbox}
	r.Placed = store.Placed && (store.Place.Log == r.First.ID() || store.Place.Log == "")
	r.Place.Seq = store.Numbers(max(first, ends.lastTime(0)))
	r.Engine.Encoder = transport.NewEncoder(topics, session)
	if err := r.replayFirst(); err != nil {
		return nil, err
	}
	for _, next := range files[1:] {
		if err := r.replayNext(next); err != nil {
			return nil, err
		}
	}
	r.publishFromHere()
	return r, nil
}

// readSegments reads segments. If an earlier one is no log, it reads the last alone.
func readSegments(segments []Opener, session string) (files []*segment, err error) {
	for i, open := range segments {
		f, err := readSegment(open, session)
		switch {
		case err != nil && i < len(segments)-1 && !errors.Is(err, journal.ErrUnread):
			return readSegments(segments[len(segments)-1:], session)
		case err != nil:
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// errOutboxGone is the error if the journal is that of a board that was connected, and there
// is no outbox. The outbox is made before the port is opened.
var errOutboxGone = errors.New("the outbox is gone; messages may be lost, the journal has what was played")

// LastTime returns the time of day at the end in milliseconds of Unix time; 0 if the journal
// does not tell it.
func (r *Restored) LastTime() uint64 { return r.Last.lastTime(r.At) }

// replayFirst replays the first segment.
func (r *Restored) replayFirst() error {
	r.step(0, 0, r.Engine.Begin)
	if err := r.Last.Each(r.replay); err != nil {
		return err
	}
	if r.Placed && r.Place.Record == r.Last.Records {
		r.runDeadlines(r.Place.Record, r.Place.At) // these ran out after the last record
		r.At = max(r.At, r.Place.At)
	}
	return nil
}

// replay replays a record.
func (r *Restored) replay(i int, rec *sensor.Record) {
	r.runDeadlines(i, rec.At)
	r.step(i+1, rec.At, func() pipeline.Outcome { return r.Engine.Step(*rec) })
	if rec.Word == sensor.Link {
		r.Linked = rec.On
	}
}

// publishFromHere publishes all messages that follow from now on.
func (r *Restored) publishFromHere() {
	if !r.publishing {
		r.publishing = true
		r.Engine.Encoder.Continue(r.Place.Seq)
	}
}

// runDeadlines runs out the deadlines, each as a step of its own.
func (r *Restored) runDeadlines(record int, to int64) {
	for at, ok := r.Engine.Deadline(); ok && at <= to; at, ok = r.Engine.Deadline() {
		r.step(record, at, func() pipeline.Outcome { return r.Engine.Wake(at) })
	}
}

// step replays one step, and keeps its messages if they are to be published.
func (r *Restored) step(record int, at int64, do func() pipeline.Outcome) {
	r.At = max(r.At, at)
	behind := r.publishing || r.Placed && !r.Place.includes(record, at)
	if behind {
		r.publishFromHere()
	}
	if o := do(); behind {
		r.Unpublished = append(r.Unpublished, slices.Clone(o.Messages)...)
	}
	if len(r.Unpublished) >= maxUnpublished && r.outbox != nil {
		r.flush(record, at)
	}
}

// flush puts the messages that follow up to a record and a time into the outbox, with that
// place.
func (r *Restored) flush(record int, at int64) {
	p := Place{Log: r.Last.ID(), Record: record, At: at, Seq: r.Engine.Encoder.Numbers()}
	if p.Log == r.Place.Log {
		p.Safe = r.Place.Safe
	}
	lasting := slices.DeleteFunc(r.Unpublished, func(m transport.Message) bool { return m.QoS == 0 || transport.IsStatus(m.Topic) })
	r.outbox.PutNoted(p.note(), lasting) // an outbox that is full counts what it refuses
	r.Unpublished = nil
}

// maxAway is for how many milliseconds a board may have been left with a game on it: thirty
// days. If the system clock says more, it is not believed.
const maxAway = 30 * 24 * 3600 * 1000

// ResumesAt returns the engine's time at which the game goes on: later by the time that has
// passed by the system clock, and later in any case.
func (r *Restored) ResumesAt(now time.Time) int64 {
	f := r.Last
	away := now.Sub(f.utc).Milliseconds() - (r.At - f.utcAt)
	if !f.utc.IsZero() && away > 0 && away <= maxAway {
		return r.At + away
	}
	return r.At + 1
}

// Fits reports whether the game may go on under a configuration: it reads the board in the
// same way, and either the game has begun or the configuration says the same of it.
func (r *Restored) Fits(h *sensor.Header) bool {
	if h.Board != r.Header.Board || h.Sensor != r.Header.Sensor || h.Orientation != r.Header.Orientation {
		return false
	}
	if h.Address != r.Header.Address && h.Address != 0 && r.Header.Address != 0 {
		return false
	}
	g := r.Engine.Tracker.Game()
	begun := g.Phase > touchmove.Waiting && g.Phase < touchmove.Ended
	return begun || sameHeader(h, r.Header)
}

// sameHeader reports whether two headers say the same about a game. The known pieces and the
// address on a bus do not count.
func sameHeader(a, b *sensor.Header) bool {
	plain := func(h *sensor.Header) ([]byte, error) {
		h, _, err := pipeline.SplitPieces(h)
		if err != nil {
			return nil, err
		}
		rest := *h
		rest.Address = 0
		return HeaderText(&rest)
	}
	one, err := plain(a)
	other, err2 := plain(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// HeaderText returns the text of a header, with other settings in place of its own unused
// ones.
func HeaderText(h *sensor.Header, other ...sensor.Setting) ([]byte, error) {
	plain := *h
	plain.Other = other
	return sensor.AppendHeader(nil, &plain)
}
