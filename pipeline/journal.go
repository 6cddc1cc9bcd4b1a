package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/touchmove"
)

// SavedStateVerb is the verb of a command that only boardd writes, into a segment of its
// journal that begins after the board first sent something. As a request it is an unknown
// verb.
const SavedStateVerb = "saved_state"

// olderStateVerb is the name of the verb in journals of an older boardd.
const olderStateVerb = "learnt"

// savedState is what an engine knows besides the game and cannot derive again from the
// records of the game: the sides of board and clock, and the state of the decoder. It is
// the payload of a SavedStateVerb command.
type savedState struct {
	Orientation string      `json:"orientation"`
	Lies        string      `json:"lies"`
	Clock       string      `json:"clock,omitempty"` // clockCrossed or clockUsual; empty if unknown
	Votes       string      `json:"votes,omitempty"` // the first letter of each vote, the oldest first
	Pieces      certabo.Set `json:"pieces,omitzero"`
	OlderPieces certabo.Set `json:"men,omitzero"`    // Pieces in journals of an older boardd
	Turned      certabo.Set `json:"turned,omitzero"` // see certabo.State
	Fresh       bool        `json:"fresh,omitempty"`
	Timed       bool        `json:"timed,omitempty"` // see centaur.Decoder
}

// clockUsual and clockCrossed are the two ways in which the clock can stand.
const clockUsual, clockCrossed = "usual", "crossed"

// SavedState returns the payload of a SavedStateVerb command. It adds the given pieces to
// those that the engine knows.
func (e *Engine) SavedState(others certabo.Set) []byte {
	s := e.Orienter.State()
	l := savedState{Orientation: s.Orientation.String(), Lies: s.Lies.String()}
	for _, crossed := range s.Votes {
		l.Clock = clockWord(s.Crossed)
		l.Votes += clockWord(crossed)[:1]
	}
	switch d := e.Decoder.(type) {
	case *certabo.Decoder:
		s := d.State()
		l.Pieces, l.Turned, l.Fresh = others.Merge(s.Pieces), s.Turned, s.Fresh
	case *centaur.Decoder:
		l.Timed = d.Timed()
	}
	data, _ := json.Marshal(l) // strings and sets only: it cannot fail
	return data
}

func clockWord(crossed bool) string {
	if crossed {
		return clockCrossed
	}
	return clockUsual
}

// restoreState carries out a SavedStateVerb command.
func (e *Engine) restoreState(data []byte) error {
	var l savedState
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return fmt.Errorf("read the saved state %q: %w", data, err)
	}
	s, err := l.orientation()
	if err != nil {
		return err
	}
	e.Orienter.Restore(s)
	switch d := e.Decoder.(type) {
	case *certabo.Decoder:
		d.Restore(certabo.State{Pieces: l.Pieces.Merge(l.OlderPieces), Turned: l.Turned, Fresh: l.Fresh})
	case *centaur.Decoder:
		d.SetTimed(l.Timed)
	}
	return nil
}

func (l *savedState) orientation() (s sensor.OrienterState, err error) {
	if s.Orientation, err = sensor.ParseOrientation(l.Orientation); err != nil {
		return s, err
	}
	s.Lies, err = sensor.ParseOrientation(l.Lies)
	s.Crossed = l.Clock == clockCrossed
	for _, letter := range []byte(l.Votes) {
		s.Votes = append(s.Votes, letter == clockCrossed[0])
	}
	return s, err
}

// rotate carries out the command of an operator that the board lies the other way round. If
// the decoder has assigned pieces to the wrong colours, rotate corrects that, and the
// records show the corrected board.
func (e *Engine) rotate(at int64) []sensor.Record {
	shown := e.Orienter.Rotate(e.scratch[:0], at)
	d, ok := e.Decoder.(*certabo.Decoder)
	if !ok {
		return shown
	}
	turned := d.Turn(nil, at)
	if len(turned) == 0 {
		return shown
	}
	shown = shown[:0]
	for _, r := range turned {
		shown = e.Orienter.Step(shown, r)
	}
	return shown
}

// SplitPieces takes the pieces out of the settings of a header, for the decoder. The
// tracker does not know them.
func SplitPieces(h *sensor.Header) (*sensor.Header, certabo.Set, error) {
	i := slices.IndexFunc(h.Config, func(s sensor.Setting) bool { return s.Name == certabo.Setting || s.Name == certabo.OlderSetting })
	if i < 0 {
		return h, certabo.Set{}, nil
	}
	setting := h.Config[i]
	pieces, err := certabo.ParseSet(setting.Value)
	if err != nil {
		return nil, pieces, &HeaderError{Name: "config", Text: setting.Name + "=" + setting.Value, Err: err}
	}
	rest := *h
	rest.Config = slices.Delete(slices.Clone(h.Config), i, i+1)
	return &rest, pieces, nil
}

// firstArray returns the position in which the first game begins or goes on, in the board's
// own squares. The decoder may learn pieces from it.
func firstArray(c *touchmove.Config, o sensor.Orientation) placement.Placement {
	p := c.Start
	for _, m := range c.Moves {
		p = p.Play(m)
	}
	array := *p.Placement()
	if o == sensor.Rotated {
		return array.Rotated()
	}
	return array
}

// DecodedHeader is the name of the header of a journal that stores decoded records. It is
// for boards that send continuously: a Certabo sends ten kilobytes of repetitions a second.
// The log may also hold the orientation of the board; that does not turn the decoded
// records.
const DecodedHeader = "decoded"

// StoreDecoded sets up the engine for a journal with a DecodedHeader.
func (e *Engine) StoreDecoded() { e.decodedLog = true }

// StoresDecoded reports whether the journal stores decoded records instead of raw bytes.
// Then the engine numbers the decoded records.
func (e *Engine) StoresDecoded() bool { return e.decodedLog && e.streams }

// followNew passes on records that were decoded from bytes and that the journal does not
// hold yet.
func (e *Engine) followNew(at int64, records []sensor.Record) {
	e.counting = e.StoresDecoded()
	e.follow(at, records)
	e.counting = false
}

// logged appends a record of the log itself to dst, with the squares of the game.
func (e *Engine) logged(dst []sensor.Record, r sensor.Record) []sensor.Record {
	switch {
	case e.decodedLog:
		return append(dst, r)
	case e.raw:
		return e.Orienter.Step(dst, r)
	}
	return e.Orienter.StepLogged(dst, r)
}

// JournalLines returns the lines that the journal stores for a record and its outcome.
func (e *Engine) JournalLines(r *sensor.Record, o *Outcome) []byte {
	if !e.StoresDecoded() || r.Word != sensor.Rx && (r.Word != sensor.Cmd || r.Verb != "rotate") {
		return sensor.AppendRecord(nil, *r)
	}
	var all []byte
	for i := range o.Decoded {
		all = sensor.AppendRecord(all, o.Decoded[i])
	}
	return all
}
