package touchmove

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// HeaderError is the error of a log header that the tracker cannot take.
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
func ConfigFor(h *sensor.Header) (Config, error) {
	c := Config{Illegal: h.Illegal, Occupancy: h.Sensor == "occupancy", Start: legality.Initial(),
		Board: h.Board, Setup: h.Board != ""} // a board that sends bytes reports itself what stands on it
	if h.Start != "" {
		p, err := legality.ParseFEN(h.Start, h.Variant == "chess960")
		if err != nil {
			return c, &HeaderError{"start", h.Start, err}
		}
		c.Start = p
	}
	for _, read := range [...]func(*Config, *sensor.Header) error{readHistory, readRules, readSettings} {
		if err := read(&c, h); err != nil {
			return c, err
		}
	}
	switch h.Clock {
	case "yes":
		c.Clock = ClockYes
	case "no":
		c.Clock = ClockNo
	}
	if len(h.Tags) > 0 {
		c.Tags = map[string]string{}
	}
	for _, tag := range h.Tags {
		c.Tags[tag.Name] = tag.Value
		if err := CheckTags(c.Tags); err != nil {
			return c, &HeaderError{"tag", tag.Name, err}
		}
	}
	return c, nil
}

func readHistory(c *Config, h *sensor.Header) error {
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

func readRules(c *Config, h *sensor.Header) error {
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
func readSettings(c *Config, h *sensor.Header) error {
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
			states := map[string]State{"made": StateMade, "completed": StateCompleted}
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

// MaxTags is how many tags a game may have; MaxTagBytes is how many bytes their names and
// values may have together. Both are several times what broadcasts use. They are small
// beside the moves of a long game, with which the tags are sent each time.
const (
	MaxTags     = 64
	MaxTagBytes = 4 << 10
)

// CheckTags returns an error if a game may not have these tags together: there are too
// many, they are too long, or two names differ only in case, which some readers of PGN
// treat as equal. The same tags give the same error.
func CheckTags(tags map[string]string) error {
	alike := map[string]string{} // names in lower case
	bytes := 0
	for n, name := range slices.Sorted(maps.Keys(tags)) {
		bytes += len(name) + len(tags[name])
		folded := strings.ToLower(name)
		switch other, twice := alike[folded]; {
		case twice:
			return fmt.Errorf("tags %.64q and %.64q differ in case alone", other, name)
		case n == MaxTags:
			return fmt.Errorf("the game would have %d tags; %d are the most", len(tags), MaxTags)
		case bytes > MaxTagBytes:
			return fmt.Errorf("the tags of the game would have more than %d bytes", MaxTagBytes)
		}
		alike[folded] = name
	}
	return nil
}

// ofEvent lists the tags that hold for every game of an event at one board.
var ofEvent = [...]string{"Event", "Site", "EventDate", "EventSponsor", "Section", "Stage", "Board", "TimeControl"}

// sameDayMs is how long after the last move of a game the next game can still be of the
// same day: between the last round of a day and the first of the next there is more.
const sameDayMs = 8 * 3600 * 1000

// keptTags returns the tags that carry over to the next game.
func (t *Tracker) keptTags() map[string]string {
	counted := t.game.Result != "*" || len(t.plies) > 0 && !t.alerted(WrongInitialPosition)
	return KeptTags(t.game.Tags, t.now-max(t.began, t.confirmedAt), counted)
}

// KeptTags returns the tags that carry over to the next game, so many milliseconds after the
// last move: those of the event, not those of the players. The round carries over if the game
// did not count: no move was made, or it is cancelled because of its wrong initial position
// (7.2.1).
func KeptTags(tags map[string]string, since int64, counted bool) map[string]string {
	names := ofEvent[:]
	if since < sameDayMs {
		names = append(slices.Clone(names), "Date")
	}
	if !counted {
		names = append(slices.Clone(names), "Round")
	}
	kept := map[string]string{}
	for _, name := range names {
		if value, ok := tags[name]; ok {
			kept[name] = value
		}
	}
	return kept
}

// withTags returns the game's tags, with the given ones replacing those of the same name.
func (t *Tracker) withTags(given map[string]string) map[string]string {
	return merged(t.game.Tags, given)
}

// tagsOfNew returns the tags of a new game: those kept from the last one, with the given
// ones replacing those of the same name.
func (t *Tracker) tagsOfNew(c *Command) map[string]string {
	if c.Whole {
		return maps.Clone(c.Tags)
	}
	return merged(t.keptTags(), c.Tags)
}

func merged(tags, given map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, tags)
	maps.Copy(all, given)
	return all
}

func (t *Tracker) doTags(c *Command) { t.game.Tags = t.withTags(c.Tags) }

func (t *Tracker) refuseTags(c *Command) *Refusal { return badTags(t.withTags(c.Tags)) }

func (t *Tracker) refuseNewGame(c *Command) *Refusal { return badTags(t.tagsOfNew(c)) }

func badTags(tags map[string]string) *Refusal {
	if err := CheckTags(tags); err != nil {
		return &Refusal{"bad_value", err.Error()}
	}
	return nil
}
