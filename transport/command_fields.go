package transport

import (
	"regexp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// maxText is the longest transaction or by, in bytes.
const maxText = 128

var results = []string{"1-0", "0-1", "1/2-1/2", unfinished}

// partForm is the form of the IDs of later parts of a game (touchmove.PartID).
var partForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\.([2-9]|[1-9][0-9]{1,8})$`)

// command puts the fields of a request to the game.
func (v *verb) command(f *fields) (touchmove.Command, error) {
	c := touchmove.Command{IfRev: -1, GameID: f.GameID}
	if len(f.Transaction) > maxText || len(f.By) > maxText {
		return c, refuse(BadValue, "transaction or by is over %d bytes", maxText)
	}
	if !isPrintable(f.Transaction) || !isPrintable(f.By) {
		return c, refuse(BadValue, "transaction %q or by %q is not printable characters", f.Transaction, f.By)
	}
	if f.GameID != "" && !isName(f.GameID) && (v.name == "new_game" || !partForm.MatchString(f.GameID)) {
		return c, refuse(BadValue, "game_id %q is not 1 to %d letters, digits, _ or -", f.GameID, maxName)
	}
	if f.IfRev != nil {
		if *f.IfRev < 0 {
			return c, refuse(BadValue, "if_rev %d is below 0", *f.IfRev)
		}
		c.IfRev = *f.IfRev
	}
	return c, v.read(f, &c)
}

// as reads a verb without fields of its own.
func as(v touchmove.Verb) func(*fields, *touchmove.Command) error {
	return func(_ *fields, c *touchmove.Command) error {
		c.Verb = v
		return nil
	}
}

func readTags(f *fields, c *touchmove.Command) error {
	c.Verb, c.Tags = touchmove.SetTags, f.Tags
	if f.Tags == nil {
		return refuse(BadValue, "tags are missing")
	}
	return checkTags(f)
}

func checkTags(f *fields) error {
	if err := CheckTags(f.Tags); err != nil {
		return refuse(BadValue, "%s", err)
	}
	return nil
}

func readResult(f *fields, c *touchmove.Command) error {
	c.Verb, c.Result, c.Termination = touchmove.SetResult, f.Result, f.Termination
	switch {
	case !slices.Contains(results, f.Result):
		return refuse(BadValue, "result %q is none of %q", f.Result, results)
	case f.Termination != "" && !slices.Contains(terminations, f.Termination):
		return refuse(BadValue, "termination %q is none of %q", f.Termination, terminations)
	case f.Termination == "unterminated" && f.Result != unfinished:
		return refuse(BadValue, "an unterminated game has no result %q", f.Result)
	}
	return nil
}

func readNewGame(f *fields, c *touchmove.Command) error {
	c.Verb, c.Tags = touchmove.NewGame, f.Tags
	if err := checkTags(f); err != nil {
		return err
	}
	if err := readStart(f, c); err != nil {
		return err
	}
	return readRules(f, c)
}

func readStart(f *fields, c *touchmove.Command) error {
	chess960 := f.Variant == "chess960"
	if f.Variant != "" && f.Variant != "standard" && !chess960 {
		return refuse(BadValue, "variant %q is neither standard nor chess960", f.Variant)
	}
	if f.StartFEN == nil && !chess960 {
		return nil
	}
	start := legality.Start960(518)
	if f.StartFEN != nil {
		p, err := legality.ParseFEN(*f.StartFEN, chess960)
		if err != nil {
			return refuse(BadValue, "start_fen %q: %s", *f.StartFEN, err)
		}
		start = p
	}
	c.Start = &start
	return nil
}

// readRules reads which rules a game is played by: as the last one, unless
// rules, time or supervision is given; those not given are then fide-2023,
// standard and normal, as in a log.
func readRules(f *fields, c *touchmove.Command) error {
	if f.Rules == "" && f.Time == "" && f.Supervision == "" {
		return nil
	}
	name, class := "fide-2023", "standard"
	if f.Rules != "" {
		name = f.Rules
	}
	if f.Time != "" {
		class = f.Time
	}
	time, ok := touchmove.ParseTimeClass(class)
	if !ok || time == touchmove.Quickplay && name != "fide-1997" {
		return refuse(BadValue, "time %q is no class of time control of %s", class, name)
	}
	if f.Supervision != "" && f.Supervision != "full" && f.Supervision != "normal" {
		return refuse(BadValue, "supervision %q is neither full nor normal", f.Supervision)
	}
	rules, err := touchmove.RulesFor(name, time, f.Supervision == "full")
	if err != nil {
		return refuse(BadValue, "%s", err)
	}
	c.Rules = rules
	return nil
}
