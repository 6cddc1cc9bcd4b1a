package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
)

// learntVerb is the verb of a command that nobody asks for: boardd writes it into its
// journal where a file begins in the middle of what is known of the board. As a
// request it is an unknown verb.
const learntVerb = "learnt"

// learnt is what an engine has found out besides the game, and the records of the
// game do not say: how board and clock stand, and what the decoder knows.
type learnt struct {
	Orientation string      `json:"orientation"`
	Lies        string      `json:"lies"`
	Clock       string      `json:"clock,omitempty"` // crossed or usual; empty: it is not known
	Votes       string      `json:"votes,omitempty"` // a letter of these words for each, the oldest first
	Men         certabo.Set `json:"men,omitzero"`
	Turned      certabo.Set `json:"turned,omitzero"` // see certabo.Learnt
	Fresh       bool        `json:"fresh,omitempty"`
	Timed       bool        `json:"timed,omitempty"` // see centaur.Decoder
}

// pupil is a decoder that learns what it does not forget when the link is lost.
type pupil interface {
	learnt(l *learnt)
	takeUp(l *learnt)
}

func (d *certaboDecoder) learnt(l *learnt) {
	is := d.Learnt()
	l.Men, l.Turned, l.Fresh = is.Men, is.Turned, is.Fresh
}

func (d *certaboDecoder) takeUp(l *learnt) {
	d.TakeUp(certabo.Learnt{Men: l.Men, Turned: l.Turned, Fresh: l.Fresh})
}

func (d *centaurDecoder) learnt(l *learnt) { l.Timed = d.Timed() }
func (d *centaurDecoder) takeUp(l *learnt) { d.SetTimed(l.Timed) }

// How the clock stands.
const clockUsual, clockCrossed = "usual", "crossed"

// learnt is the command that says what the engine has learnt, and of men what others
// have.
func (e *engine) learnt(others certabo.Set) []byte {
	s := e.seating.Learnt()
	l := learnt{Orientation: s.Orientation.String(), Lies: s.Lies.String()}
	for _, crossed := range s.Votes {
		l.Clock = clockWord(s.Crossed)
		l.Votes += clockWord(crossed)[:1]
	}
	if d, ok := e.decoder.(pupil); ok {
		d.learnt(&l)
		l.Men = others.Merge(l.Men)
	}
	data, _ := json.Marshal(l) // words: there is nothing to go wrong
	return data
}

func clockWord(crossed bool) string {
	if crossed {
		return clockCrossed
	}
	return clockUsual
}

// takeUp carries out such a command.
func (e *engine) takeUp(data []byte) error {
	var l learnt
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return fmt.Errorf("read what was learnt %q: %w", data, err)
	}
	s, err := l.seating()
	if err != nil {
		return err
	}
	e.seating.TakeUp(s)
	if d, ok := e.decoder.(pupil); ok {
		d.takeUp(&l)
	}
	return nil
}

func (l *learnt) seating() (s sensor.Learnt, err error) {
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
