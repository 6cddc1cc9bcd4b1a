package hands

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// ClockKind is the kind of clock, by what the board reports of it.
type ClockKind uint8

// The clocks.
const (
	NoClock   ClockKind = iota
	Times               // the times, and which of them runs, as a DGT clock: clock and press records
	PressOnly           // the lever alone, and when both clocks stop: press, pause, resume
)

var clockNames = [...]string{"none", "times", "presses"}

// String returns the name, as in the header of a log.
func (c ClockKind) String() string { return clockNames[c%3] }

// Profile is a way of playing on a board in some condition.
type Profile struct {
	Name      string
	Hands     Hands
	Condition Condition
}

// Profiles are the profiles that every benchmark plays.
var Profiles = [...]Profile{
	{"clean", Clean, Perfect},
	{"club", Club, Sound},
	{"blitz", Blitz, Sound},
	{"scramble", Scramble, Sound},
	{"casual", Casual, Sound},
	{"beginners", Beginners, Sound},
	{"faulty board", Club, Faulty},
	{"worn board", Club, Worn},
}

// Order is a game to be played, and how.
type Order struct {
	Start     legality.Position
	Moves     []legality.Move // legal, from Start
	Board     Board
	Condition Condition
	Hands     Hands
	Clock     ClockKind
	Seed      uint64
}

// Played is the result of an order.
type Played struct {
	Records []sensor.Record // in order of time, as the board's decoder gives them
	Truth   Truth
	Tally   [handsCount][rateCount]Tally // of each rate, by the hands that played
}

// Play plays an order. The same order gives the same bytes on every machine.
func Play(o Order) Played {
	s := newScene(&o)
	s.before()
	s.play()
	s.after()
	s.truth.finish()
	records := newBench(&o, s).records()
	p := Played{Records: records, Truth: s.truth, Tally: s.tally}
	p.Truth.judge(&o, p.Records)
	return p
}

// ParseGame reads a line of the file that boardd-lab games writes, the position command
// of UCI: "position startpos moves e2e4 …", "position fen … moves …".
func ParseGame(line string) (legality.Position, []legality.Move, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "position ")
	if !ok {
		return legality.Position{}, nil, fmt.Errorf("read game: %q is no position command", line)
	}
	where, list, _ := strings.Cut(rest, " moves ")
	start, err := parseStart(where)
	if err != nil {
		return start, nil, fmt.Errorf("read game: %w", err)
	}
	moves, err := parseMoves(start, strings.Fields(list))
	return start, moves, err
}

func parseStart(where string) (legality.Position, error) {
	fen, ok := strings.CutPrefix(where, "fen ")
	if where == "startpos" {
		return legality.Initial(), nil
	}
	if !ok {
		return legality.Position{}, fmt.Errorf("bad start %q", where)
	}
	return legality.ParseFEN(fen, isChess960(fen))
}

// isChess960 reports whether castling rights are written as files.
func isChess960(fen string) bool {
	fields := strings.Fields(fen)
	return len(fields) > 2 && strings.ContainsAny(fields[2], "ABCDEFGHabcdefgh")
}

func parseMoves(at legality.Position, words []string) (moves []legality.Move, err error) {
	for i, word := range words {
		m, err := at.ParseUCI(word)
		if err != nil {
			return nil, fmt.Errorf("read game: move %d: %w", i+1, err)
		}
		if !at.IsLegal(m) {
			return nil, fmt.Errorf("read game: move %d, %q, is illegal", i+1, word)
		}
		moves, at = append(moves, m), at.Play(m)
	}
	return moves, nil
}

const (
	white = placement.White
	black = placement.Black
	aside = placement.NoSquare // the place of a piece beside the board
)
