package transport

import (
	"regexp"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// How long a player adjusts men who has announced it, in seconds.
const (
	adjustDefault = 10
	adjustMost    = 600
)

func readAdjust(f *fields, c *touchmove.Command) error {
	c.Verb, c.Seconds = touchmove.Adjust, adjustDefault
	if f.Seconds != nil {
		c.Seconds = *f.Seconds
	}
	if c.Seconds < 1 || c.Seconds > adjustMost {
		return refuse(BadValue, "seconds %d is not 1 to %d", c.Seconds, adjustMost)
	}
	return readSide(f, c)
}

func readResign(f *fields, c *touchmove.Command) error {
	c.Verb = touchmove.Resign
	return readSide(f, c)
}

func readSide(f *fields, c *touchmove.Command) error {
	switch f.Side {
	case "w":
		c.Side = placement.White
	case "b":
		c.Side = placement.Black
	default:
		return refuse(BadValue, "side %q is neither w nor b", f.Side)
	}
	return nil
}

func readRuling(f *fields, c *touchmove.Command) error {
	c.Verb = touchmove.Ruling
	if f.Accept == nil {
		return refuse(BadValue, "accept is missing")
	}
	c.Accept = *f.Accept
	return nil
}

func readTakeback(f *fields, c *touchmove.Command) error {
	c.Verb = touchmove.Takeback
	return readPly(f, c, 0)
}

func readPly(f *fields, c *touchmove.Command, least int) error {
	switch {
	case f.Ply == nil:
		return refuse(BadValue, "ply is missing")
	case *f.Ply < least:
		return refuse(BadValue, "ply %d is below %d", *f.Ply, least)
	}
	c.Ply = *f.Ply
	return nil
}

// uciForm is the form of a move; whether the game has it is for the tracker.
var uciForm = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][nbrq]?$`)

func readCorrect(f *fields, c *touchmove.Command) error {
	c.Verb, c.UCI = touchmove.Correct, f.UCI
	if !uciForm.MatchString(f.UCI) {
		return refuse(BadValue, "uci %q is no move such as e2e4 or e7e8q", f.UCI)
	}
	return readPly(f, c, 1)
}

// readSetPosition reads a position. Whether its castling rights are those of
// ordinary chess or of Chess960 only the game knows.
func readSetPosition(f *fields, c *touchmove.Command) error {
	c.Verb, c.FEN, c.Why = touchmove.SetPosition, f.FEN, f.Why
	_, err := legality.ParseFEN(f.FEN, false)
	if _, err960 := legality.ParseFEN(f.FEN, true); err != nil && err960 != nil {
		return refuse(BadValue, "fen %q: %s", f.FEN, err)
	}
	if !isTagValue(f.Why) {
		return refuse(BadValue, "why %q is not 1 to %d printable characters", f.Why, maxTagValue)
	}
	return nil
}
