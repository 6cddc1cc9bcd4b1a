package persist

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// owedRoom is how many bytes of segments before the last are searched for messages that the
// broker has not acknowledged: more than a hundred games.
const owedRoom = 64 << 20

var errOwedGone = errors.New("the journal no longer has the files with all messages that the broker has not acknowledged")

// TakeOwed puts the messages into the outbox that the broker has not acknowledged. Where the
// cursor is not known, these are all of the last segments: the broker gets some again, with
// the numbers that they had. The error is journal.ErrUnread.
func (s *Store) TakeOwed(last journal.Past, topics transport.Topics) error {
	owed, found, err := s.owedSegments(last)
	if err != nil {
		return err
	}
	if s.CursorErr == nil && !found {
		s.Trouble.Report(transport.OutboxDamaged, errOwedGone)
	}
	for i, o := range owed {
		skip := 0
		if o.id == s.Cursor.Log {
			skip = s.Cursor.Done
		}
		if i == 0 {
			s.file.begin(o.id, skip)
		}
		s.messages = 0
		err := EachMessage(o.Open, topics, func(m transport.Message) {
			if s.messages++; s.messages > skip {
				s.Outbox.Put(m) // an outbox that is full has refused it before
				s.file.owes(o.id, s.messages)
			}
		})
		if errors.Is(err, journal.ErrUnread) {
			return err
		}
		if s.messages < skip {
			s.fallBack(s.messages)
		}
	}
	return nil
}

// fallBack sets the cursor back if its segment has lost messages: others will follow there.
// If the disk does not take that, it does not take those either.
func (s *Store) fallBack(messages int) {
	s.Cursor.Done = messages
	s.file.begin(s.Cursor.Log, messages)
	writeCursor(s.folder, s.Cursor)
}

// owedSegment is a segment that may have messages which the broker has not acknowledged.
type owedSegment struct {
	journal.Past
	id string
}

// owedSegments returns the segments from the one that the cursor names to the last. Found
// reports whether the first is there.
func (s *Store) owedSegments(last journal.Past) (all []owedSegment, found bool, err error) {
	room := int64(owedRoom)
	for p := last; p.Number > 0; room -= p.Size {
		h, err := headerOf(p) // nil, too, if nothing of the last is good
		if err != nil {
			return nil, false, err
		}
		if h != nil {
			all = slices.Insert(all, 0, owedSegment{p, segmentID(h)})
			found = found || s.Cursor.Log == segmentID(h)
		}
		if found || room < 0 || s.CursorErr != nil && len(all) > maxSegmentsBefore {
			return all, found, nil
		}
		if p, err = journal.Before(s.JournalFolder(), p.Number); err != nil {
			return nil, false, err
		}
	}
	return all, s.Cursor.Log == "", nil
}

// errShort is the error of a journal whose end is missing, although it had been on the disk.
var errShort = errors.New("the journal ends before what has been written of it")

// Missing returns an error if the journal lacks records or messages that had been on the
// disk: the last segment ends too early, or is gone. Records that were not synced may be
// lost in a power cut and are not missing: the board's scan makes up for them. The journal
// may be ahead of the cursor by some segments. The error may be journal.ErrUnread.
func (s *Store) Missing(last journal.Past, r *Restored) error {
	switch {
	case s.Cursor.Segment == "":
		return nil
	case r != nil && r.ID() == s.Cursor.Segment:
		if r.Records >= s.Cursor.Safe && s.messages >= s.Cursor.Stored {
			return nil
		}
		return fmt.Errorf("%w: record %d of %d, message %d of %d; the game goes on from there", errShort, r.Records, s.Cursor.Safe, s.messages, s.Cursor.Stored)
	}
	for range maxSegmentsBefore {
		_, after, err := segmentNames(last)
		if err != nil || after == s.Cursor.Segment {
			return err
		}
		if last, err = s.segmentBefore(last); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: the last game's file is not there or empty", errShort)
}

// maxSegmentsBefore is how many segments are searched for the last game.
const maxSegmentsBefore = 3

// lastClosed returns an encoder that has gone through the segment before p in which the last
// game was closed; nil if none is found. A segment that was replaced by its compacted log
// closes no game. The error is journal.ErrUnread.
func (s *Store) lastClosed(p journal.Past, topics transport.Topics, session string) (*transport.Encoder, error) {
	for range maxSegmentsBefore {
		before, err := s.segmentBefore(p)
		if err != nil || before.Number == 0 {
			return nil, err
		}
		p = before
		f, err := readSegment(p.Open, session)
		if err == nil {
			f.Engine.Encoder = transport.NewEncoder(topics, session)
			f.Engine.Begin()
			err = f.Each(func(_ int, r *sensor.Record) { f.Engine.Step(*r) })
		}
		if errors.Is(err, journal.ErrUnread) {
			return nil, err
		}
		if err != nil {
			return nil, nil
		}
		if f.Engine.Finish(); f.Engine.Encoder.HasLast() {
			return f.Engine.Encoder, nil
		}
	}
	return nil, nil
}

// RestoreLastGame gives an encoder the last game, if it has none.
func (s *Store) RestoreLastGame(e *transport.Encoder, p journal.Past, topics transport.Topics, session string) error {
	if e.HasLast() {
		return nil
	}
	before, err := s.lastClosed(p, topics, session)
	if before != nil {
		e.TakeLast(before)
	}
	return err
}

// segmentBefore returns the segment that p follows. Its number is 0 if there is none.
func (s *Store) segmentBefore(p journal.Past) (journal.Past, error) {
	_, after, err := segmentNames(p)
	if err != nil || after == "" {
		return journal.Past{}, err
	}
	before, err := journal.Before(s.JournalFolder(), p.Number)
	if err != nil || before.Damage != nil {
		return journal.Past{}, err
	}
	if id, _, err := segmentNames(before); err != nil || id != after {
		return journal.Past{}, err
	}
	return before, nil
}

// segmentNames returns the name of a segment, and the name of the one before it; "" if it is
// no log.
func segmentNames(p journal.Past) (id, after string, err error) {
	h, err := headerOf(p)
	if h == nil {
		return "", "", err
	}
	return segmentID(h), pipeline.HeaderValue(h, LogAfter), nil
}

// headerOf returns the header of a segment; nil if it is no log.
func headerOf(p journal.Past) (*sensor.Header, error) {
	if p.Size == 0 {
		return nil, nil
	}
	src, err := p.Open()
	if err != nil {
		return nil, err
	}
	return readHeader(src)
}

// readHeader reads a header and closes its source. It returns nil if there is none. The error
// is journal.ErrUnread.
func readHeader(src io.ReadCloser) (*sensor.Header, error) {
	defer src.Close()
	h, err := sensor.NewReader(src).Header()
	if _, bad := errors.AsType[*sensor.ParseError](err); bad {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", journal.ErrUnread, err)
	}
	return h, nil
}

// original returns the segment that a damaged compacted log replaced, if nothing of the
// damaged one is good. Else it returns past.
func (s *Store) original(past journal.Past) (journal.Past, error) {
	if past.Damage == nil || past.Size > 0 || past.Aside == "" {
		return past, nil
	}
	h, err := damagedHeader(past.Aside)
	if err != nil || h == nil || pipeline.HeaderValue(h, LogName) == "" {
		return past, err
	}
	before, err := journal.Before(s.JournalFolder(), past.Number)
	if err != nil || before.Damage != nil {
		return past, err
	}
	if id, _, err := segmentNames(before); err != nil || id == "" || id != pipeline.HeaderValue(h, LogAfter) {
		return past, err
	}
	before.Number, before.Damage, before.Aside = past.Number, past.Damage, past.Aside
	return before, nil
}

// damagedHeader returns the header of a segment of which nothing is known to be good; nil if
// it has none.
func damagedHeader(path string) (*sensor.Header, error) {
	src, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", journal.ErrUnread, err)
	}
	return readHeader(src)
}

// LogAfter is the name of the header that names the segment before.
const LogAfter = "after"

// KnownRecords is the name of the header that says how many records were known when the
// segment was begun: the messages that follow from them had been published.
const KnownRecords = "known"

// Opener opens the good part of a segment.
type Opener func() (io.ReadCloser, error)

// segment is a segment of a journal that was read once to its end. It may be larger than the
// memory, so its records are read again each time that they are needed.
type segment struct {
	open      Opener
	Header    *sensor.Header
	Engine    *pipeline.Engine // for the header; it has taken no record until the segment is replayed
	Compacted *CompactedLog    // of the engine; nil if the header is not that of a journal
	Records   int
	known     place // behind the records that were known when it was begun
	linked    bool  // a record says whether the board is connected
	at        int64 // the time of the last record

	utc   time.Time // the time of day that was recorded last,
	utcAt int64     // and when
}

// readSegment reads a segment to its end.
func readSegment(open Opener, session string) (*segment, error) {
	f := &segment{open: open}
	raw, family := false, false
	begin := func(rd *sensor.Reader) (err error) {
		f.Header, f.Engine, err = pipeline.ReadHeader(rd, session)
		if err != nil {
			return err
		}
		if pipeline.HeaderValue(f.Header, pipeline.DecodedHeader) != "" {
			f.Compacted = Compact(f.Engine)
		}
		f.known = place{0, -1}
		if n, err := strconv.Atoi(pipeline.HeaderValue(f.Header, KnownRecords)); err == nil {
			f.known.record = n
		}
		return nil
	}
	err := eachRecord(open, begin, func(i int, r *sensor.Record) {
		f.Records, f.at = i+1, r.At
		if i+1 == f.known.record {
			f.known.at = r.At
		}
		switch r.Word {
		case sensor.Link:
			f.linked = true
		case sensor.Rx:
			raw = true
		case sensor.Family:
			family = true
		case sensor.UTC:
			if t := (time.Time{}); t.UnmarshalText(r.Data) == nil {
				f.utcAt, f.utc = r.At, t
			}
		}
	})
	if err == nil && f.Header.Board == "" && raw && !family {
		err = pipeline.ErrNoFamily
	}
	return f, err
}

// Each calls do with each record. The index of the first is 0.
func (f *segment) Each(do func(i int, r *sensor.Record)) error {
	return eachRecord(f.open, func(rd *sensor.Reader) error { _, err := rd.Header(); return err }, do)
}

// eachRecord calls begin with a reader of a segment, and then do with each record.
func eachRecord(open Opener, begin func(*sensor.Reader) error, do func(i int, r *sensor.Record)) error {
	src, err := open()
	if err != nil {
		return err
	}
	defer src.Close()
	rd := sensor.NewReader(src)
	if err := begin(rd); err != nil {
		return err
	}
	for i := 0; ; i++ {
		r, err := rd.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		do(i, &r)
	}
}

// lastTime returns the time of day at a time of the segment, or at its end if that is later,
// in milliseconds of Unix time; 0 if the segment does not have the time of day.
func (f *segment) lastTime(at int64) uint64 {
	if f.utc.IsZero() {
		return 0
	}
	return uint64(max(0, f.utc.UnixMilli()+max(at, f.at)-f.utcAt))
}

// ID returns the name of a segment.
func (f *segment) ID() string { return segmentID(f.Header) }

// segmentID returns the name of the segment with a header.
func segmentID(h *sensor.Header) string {
	return cmp.Or(pipeline.HeaderValue(h, LogName), pipeline.HeaderValue(h, pipeline.GameIDs))
}

// LogName is the name of the header that names a segment which continues the games of
// another. Any other segment is named by its pipeline.GameIDs.
const LogName = "log"
