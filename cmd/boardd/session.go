package main

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/touchmove"
)

// newEngine makes the engine that a log's header describes, for a session of
// the given name. The error is a *touchmove.HeaderError.
func newEngine(h *sensor.Header, session string) (*engine, error) {
	e := &engine{}
	e.seating.Orientation = h.Orientation
	switch h.Board {
	case "dgt":
		e.decoder = new(dgt.Decoder)
		e.about.Kind, e.about.Sensor = "dgt", "identified"
	case "":
	default:
		return nil, &touchmove.HeaderError{Name: "board", Text: h.Board, Err: fmt.Errorf("this version decodes dgt only")}
	}
	c, err := touchmove.ConfigFor(h)
	if err != nil {
		return nil, err
	}
	c.GameID = session
	e.tracker = touchmove.New(c)
	e.about.Version = release
	return e, nil
}
