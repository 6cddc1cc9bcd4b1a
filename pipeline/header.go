package pipeline

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// HeaderError is the error of a log header that no tracker can take.
type HeaderError struct {
	Name string // "start"
	Text string // the offending value
	Err  error
}

// Error returns the header's name, its text and the cause.
func (e *HeaderError) Error() string { return fmt.Sprintf("%s %q: %v", e.Name, e.Text, e.Err) }

// Unwrap returns the cause.
func (e *HeaderError) Unwrap() error { return e.Err }

// ConfigFor returns the configuration that the header of a log asks for. Its error is a
// *HeaderError.
func ConfigFor(h *sensor.Header) (touchmove.Config, error) {
	c := touchmove.Config{Illegal: h.Illegal, Occupancy: h.Sensor == "occupancy", Start: legality.Initial(),
		Board: h.Board, Setup: h.Board != ""} // a board that sends bytes reports itself what stands on it
	if h.Start != "" {
		p, err := legality.ParseFEN(h.Start, h.Variant == "chess960")
		if err != nil {
			return c, &HeaderError{"start", h.Start, err}
		}
		c.Start = p
	}
	for _, read := range [...]func(*touchmove.Config, *sensor.Header) error{readHistory, readRules, readSettings} {
		if err := read(&c, h); err != nil {
			return c, err
		}
	}
	switch h.Clock {
	case "yes":
		c.Clock = touchmove.ClockYes
	case "no":
		c.Clock = touchmove.ClockNo
	}
	if len(h.Tags) > 0 {
		c.Tags = map[string]string{}
	}
	for _, tag := range h.Tags {
		c.Tags[tag.Name] = tag.Value
		if err := touchmove.CheckTags(c.Tags); err != nil {
			return c, &HeaderError{"tag", tag.Name, err}
		}
	}
	return c, nil
}

func readHistory(c *touchmove.Config, h *sensor.Header) error {
	p := c.Start
	for _, text := range h.Moves {
		m, err := p.ParseUCI(text)
		if err == nil && !p.IsLegal(m) {
			err = errors.New(p.Explain(m)[0].Text())
		}
		if err != nil {
			return &HeaderError{"moves", text, err}
		}
		c.Moves = append(c.Moves, m)
		p = p.Play(m)
	}
	return nil
}

func readRules(c *touchmove.Config, h *sensor.Header) error {
	name, class := cmp.Or(h.Rules, laws.Default().Name), laws.Standard
	if h.Time != "" {
		class, _ = laws.ParseTimeClass(h.Time) // the codec has checked it
	}
	rules, err := laws.RulesFor(name, class, h.Supervision == "full")
	if err != nil {
		return &HeaderError{"rules", name, err}
	}
	c.Rules = rules
	return nil
}

// maxRestMs is the longest rest that can be configured.
const maxRestMs = 60_000

// readSettings reads the settings that affect the output.
func readSettings(c *touchmove.Config, h *sensor.Header) error {
	for _, s := range h.Config {
		bad := func(why string) error { return &HeaderError{"config", s.Name + "=" + s.Value, errors.New(why)} }
		switch s.Name {
		case "rest_ms", "made_rest_ms", "late_ms":
			ms, err := strconv.ParseInt(s.Value, 10, 64)
			if err != nil || ms < 1 || ms > maxRestMs {
				return bad("must be 1 to 60000 milliseconds")
			}
			*map[string]*int64{"rest_ms": &c.RestMs, "made_rest_ms": &c.MadeRestMs, "late_ms": &c.LateMs}[s.Name] = ms
		case "publish_at":
			states := map[string]touchmove.State{"made": touchmove.StateMade, "completed": touchmove.StateCompleted}
			state, ok := states[s.Value]
			if !ok {
				return bad("must be made or completed")
			}
			c.PublishAt = state
		case "supervised_blitz_gain_s":
			gain, ok := map[string]int{"60": 60, "120": 120}[s.Value]
			if !ok {
				return bad("must be 60 or 120 seconds")
			}
			c.BlitzGain = gain
		default:
			return bad("must be rest_ms, made_rest_ms, late_ms, publish_at or supervised_blitz_gain_s")
		}
	}
	return nil
}
