package replay

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
)

// ParseTruth reads the moves that were really played in a game: a list in UCI's notation, from
// the position in which the log begins, or a game in PGN. If the text has a line of moves, as
// MovesLine finds it, it is those.
func ParseTruth(text string, start legality.Position) ([]legality.Move, error) {
	if moves, has := MovesLine(text); has {
		text = moves
	}
	text = withoutRemarks(text)
	if IsUCI(text) {
		return parseUCI(strings.Fields(text), start)
	}
	return parsePGN(text, start)
}

// MovesLine returns the moves of the first line that begins with "moves", as boardd-lab keeps
// the truth of a game, or with "# moves:", as a log of a bug report has what is right; the first
// ones, if there are several after it with | between.
func MovesLine(text string) (moves string, has bool) {
	for line := range strings.Lines(text) {
		for _, head := range [...]string{"moves ", "# moves:"} {
			if moves, has = strings.CutPrefix(line, head); has {
				moves, _, _ = strings.Cut(moves, "|")
				return moves, true
			}
		}
	}
	return "", false
}

// Unknown returns from which ply on, from 0, nobody could know what was played, as boardd-lab's
// bench of hands keeps it with a truth in a line "unknown from"; -1: from none, or it does not say.
func Unknown(text string) int {
	for line := range strings.Lines(text) {
		if n, has := strings.CutPrefix(strings.TrimSpace(line), "unknown from "); has {
			if ply, err := strconv.Atoi(n); err == nil {
				return max(ply, -1)
			}
		}
	}
	return -1
}

// withoutRemarks is a text with an empty line in place of each that begins with #.
func withoutRemarks(text string) string {
	var kept strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if strings.HasPrefix(line, "#") {
			line = "\n"
		}
		kept.WriteString(line)
	}
	return kept.String()
}

// IsUCI reports whether a text begins with a move in UCI's notation.
func IsUCI(text string) bool {
	words := strings.Fields(text)
	p := legality.Initial()
	if len(words) == 0 {
		return false
	}
	_, err := p.ParseUCI(words[0])
	return err == nil
}

// parseUCI reads moves. One that is not legal may have been played; without a piece there is none.
func parseUCI(words []string, start legality.Position) (moves []legality.Move, err error) {
	for i, word := range words {
		m, err := start.ParseUCI(word)
		if err == nil && !start.At(m.From()).Is(start.Turn()) {
			err = errors.New("the player having the move has no piece there")
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d, %s: %w", i+1, word, err)
		}
		moves, start = append(moves, m), start.Play(m)
	}
	return moves, nil
}

func parsePGN(text string, start legality.Position) ([]legality.Move, error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") { // moves alone
		text = fmt.Sprintf("[FEN %q] ", start.ShredderFEN()) + text
		if start.Chess960() {
			text = "[Variant \"Chess960\"] " + text
		}
	}
	r := pgn.NewReader(strings.NewReader(text))
	g, err := r.Next()
	switch {
	case err == io.EOF || err == nil && len(g.Moves) == 0:
		return nil, errors.New("it has no moves, neither in UCI's notation nor in PGN")
	case err != nil:
		return nil, err
	case g.Start != start:
		return nil, fmt.Errorf("it begins from %s, the log from %s", g.Start.FEN(), start.FEN())
	}
	if _, err := r.Next(); err != io.EOF {
		return nil, errors.New("it has more than one game")
	}
	return g.Moves, nil
}
