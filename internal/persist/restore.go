package persist

import (
	"bytes"
	"errors"
	"math"
	"time"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// Restored is the last segment of the journal, with the game that an earlier start has left,
// replayed: the engine has the state that it had when that start ended.
type Restored struct {
	*segment
	Unpublished []transport.Message // that follow from the last records, and are not in the journal
	Linked      bool                // the board was connected at the end
	At          int64               // the time at the end

	reported   place // up to which the journal has the messages
	publishing bool  // the replay has passed that place
	numbers    [2]uint64
}

// Restore replays the last segment of the journal. Messages that follow from the records
// behind the last message in it are to be published: they were held back. Of a segment that
// stores no messages, nothing is published twice.
func (s *Store) Restore(open Opener, session string, topics transport.Topics, first uint64) (*Restored, error) {
	f, err := readSegment(open, session)
	if err != nil {
		return nil, err
	}
	s.Segment = f.ID()
	r := &Restored{segment: f, reported: f.known}
	if pipeline.HeaderValue(f.Header, LogMessages) == "" {
		r.reported = place{math.MaxInt, 0}
	} else if f.linked && errors.Is(s.CursorErr, errCursorGone) {
		s.Trouble.Report(transport.OutboxDamaged, cursorTrouble(errCursorGone))
	}
	var last [2]uint64
	err = eachRemark(open, topics, func(p place, m transport.Message) {
		r.reported = p
		if n := transport.SeqOf(m.Payload); n > 0 && transport.IsFinding(m.Topic) {
			last[1] = n
		} else if n > 0 {
			last[0] = n
		}
	})
	if err != nil {
		return nil, err
	}
	r.numbers = s.Numbers(max(first, f.lastTime(0)), last)
	r.Engine.Encoder = transport.NewEncoder(topics, session)
	if err := r.replay(); err != nil {
		return nil, err
	}
	return r, nil
}

// LastTime returns the time of day at the end in milliseconds of Unix time; 0 if the journal
// does not have it.
func (r *Restored) LastTime() uint64 { return r.lastTime(r.At) }

// replay replays the segment.
func (r *Restored) replay() error {
	r.step(0, 0, r.Engine.Begin)
	err := r.Each(func(i int, rec *sensor.Record) {
		r.runDeadlines(i, rec.At)
		r.step(i+1, rec.At, func() pipeline.Outcome { return r.Engine.Step(*rec) })
		if rec.Word == sensor.Link {
			r.Linked = rec.On
		}
	})
	if r.reported.record == r.Records {
		r.runDeadlines(r.reported.record, r.reported.at) // these ran out after the last record
		r.At = max(r.At, r.reported.at)
	}
	r.publishFromHere()
	return err
}

// publishFromHere publishes all messages that follow from now on.
func (r *Restored) publishFromHere() {
	if !r.publishing {
		r.publishing = true
		r.Engine.Encoder.Continue(r.numbers)
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
	if !r.reported.includes(record, at) {
		r.publishFromHere()
	}
	o := do()
	for i := range o.Messages {
		if m := &o.Messages[i]; r.publishing && lasting(m) {
			r.Unpublished = append(r.Unpublished, *m) // retained ones are published at each connection
		}
	}
}

// maxAway is for how many milliseconds a board may have been left with a game on it: thirty
// days. If the system clock says more, it is not believed.
const maxAway = 30 * 24 * 3600 * 1000

// ResumesAt returns the engine's time at which the game goes on: later by the time that has
// passed by the system clock, and later in any case.
func (r *Restored) ResumesAt(now time.Time) int64 {
	away := now.Sub(r.utc).Milliseconds() - (r.At - r.utcAt)
	if !r.utc.IsZero() && away > 0 && away <= maxAway {
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
