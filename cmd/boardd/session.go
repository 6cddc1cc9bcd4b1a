package main

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// newEngine makes the engine that a log's header describes, for a session of
// the given name. The error is a *touchmove.HeaderError.
func newEngine(h *sensor.Header, session string) (*engine, error) {
	e := &engine{blind: h.Sensor == "occupancy", address: h.Address}
	e.seating.Orientation = h.Orientation
	f := familyNamed(h.Board)
	if f == nil && h.Board != "" {
		return nil, &touchmove.HeaderError{Name: "board", Text: h.Board,
			Err: errors.New("this version decodes " + strings.Join(familyNames(), ", "))}
	}
	h, men, err := takeMen(h)
	if err != nil {
		return nil, err
	}
	c, err := touchmove.ConfigFor(h)
	if err != nil {
		return nil, err
	}
	e.men, e.array = men, firstArray(&c, h.Orientation)
	e.lateSaid = c.LateMs > 0
	if f != nil {
		e.read(f)
		c.LateMs = cmp.Or(c.LateMs, f.late)
	}
	c.GameID = cmp.Or(headerValue(h, gameIDs), session)
	c.Rev, _ = strconv.Atoi(headerValue(h, revisionBefore)) // 0 if it is none
	e.tracker = touchmove.New(c)
	e.ids, e.revision = c.GameID, c.Rev
	if headerValue(h, decodedHeader) != "" {
		e.beJournal()
	}
	e.about.Version = release
	return e, nil
}

// gameIDs is the header that says what the ids of a log's games begin with. The
// session that wrote a journal has given it, and one that goes on has another name.
const gameIDs = "game-ids"

// revisionBefore is the header that says above what the numbers of snapshots begin,
// in a file of a journal that goes on where another ends.
const revisionBefore = "revision"

// headerValue is the value of a header that the log's reader does not use.
func headerValue(h *sensor.Header, name string) string {
	for _, s := range h.Other {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}
