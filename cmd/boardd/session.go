package main

import (
	"fmt"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/touchmove"
)

// newEngine makes the engine that a log's header describes. An error is a
// *sensor.ParseError if it is about a header.
func newEngine(h *sensor.Header, session string, bad func(name, text string, cause error) error) (*engine, error) {
	e := &engine{}
	e.seating.Orientation = h.Orientation
	switch h.Board {
	case "dgt":
		e.decoder = new(dgt.Decoder)
		e.about.Kind, e.about.Sensor = "dgt", "identified"
	case "":
	default:
		return nil, bad("board", h.Board, fmt.Errorf("this version reads dgt only"))
	}
	c, err := trackerConfig(h, bad)
	if err != nil {
		return nil, err
	}
	c.Setup = e.decoder != nil // the board says what stands on it
	c.GameID = session
	e.tracker = touchmove.New(c)
	e.about.Version = release
	return e, nil
}

// trackerConfig is what a header tells the tracker.
func trackerConfig(h *sensor.Header, bad func(name, text string, cause error) error) (touchmove.Config, error) {
	c := touchmove.Config{Illegal: h.Illegal, Occupancy: h.Sensor == "occupancy", Start: legality.Initial()}
	if h.Start != "" {
		p, err := legality.ParseFEN(h.Start, h.Variant == "chess960")
		if err != nil {
			return c, bad("start", h.Start, err)
		}
		c.Start = p
	}
	if err := history(&c, h, bad); err != nil {
		return c, err
	}
	if err := ruleSet(&c, h, bad); err != nil {
		return c, err
	}
	c.Clock = map[string]touchmove.ClockUse{"yes": touchmove.ClockYes, "no": touchmove.ClockNo}[h.Clock]
	for _, tag := range h.Tags {
		if c.Tags == nil {
			c.Tags = map[string]string{}
		}
		c.Tags[tag.Name] = tag.Value
	}
	return c, settings(&c, h.Config, bad)
}

func history(c *touchmove.Config, h *sensor.Header, bad func(name, text string, cause error) error) error {
	p := c.Start
	for _, text := range h.Moves {
		m, err := p.ParseUCI(text)
		if err == nil && !p.IsLegal(m) {
			err = fmt.Errorf("%s", p.Explain(m)[0].Text())
		}
		if err != nil {
			return bad("moves", text, err)
		}
		c.Moves = append(c.Moves, m)
		p = p.Play(m)
	}
	return nil
}

func ruleSet(c *touchmove.Config, h *sensor.Header, bad func(name, text string, cause error) error) error {
	name, class := h.Rules, touchmove.Standard
	if name == "" {
		name = "fide-2023"
	}
	if h.Time != "" {
		class, _ = touchmove.ParseTimeClass(h.Time)
	}
	rules, err := touchmove.RulesFor(name, class, h.Supervision == "full")
	if err != nil {
		return bad("rules", name, err)
	}
	c.Rules = rules
	return nil
}

// settings takes the configuration that bears on the output.
func settings(c *touchmove.Config, given []sensor.Setting, bad func(name, text string, cause error) error) error {
	for _, s := range given {
		switch s.Name {
		case "rest_ms", "made_rest_ms":
			ms, err := strconv.ParseInt(s.Value, 10, 64)
			if err != nil || ms < 1 || ms > 60000 {
				return bad("config", s.Name+"="+s.Value, fmt.Errorf("1 to 60000 milliseconds"))
			}
			if s.Name == "rest_ms" {
				c.RestMs = ms
			} else {
				c.MadeRestMs = ms
			}
		case "publish_at":
			switch s.Value {
			case "made":
				c.PublishAt = touchmove.StateMade
			case "completed":
				c.PublishAt = touchmove.StateCompleted
			default:
				return bad("config", s.Name+"="+s.Value, fmt.Errorf("made or completed"))
			}
		default:
			return bad("config", s.Name+"="+s.Value, fmt.Errorf("rest_ms, made_rest_ms or publish_at"))
		}
	}
	return nil
}
