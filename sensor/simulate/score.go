package simulate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality"
)

// Score is a game that hands can play: a position and moves from it.
type Score struct {
	Start legality.Position
	Moves []legality.Move
}

// String is the score on one line, as the Universal Chess Interface names a
// position, with a word before it for Chess960:
//
//	startpos moves e2e4 e7e5
//	fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4
//	chess960 fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g2g3
func (s *Score) String() string {
	var b strings.Builder
	switch {
	case s.Start.Chess960():
		b.WriteString("chess960 fen " + s.Start.ShredderFEN())
	case s.Start == legality.Initial():
		b.WriteString("startpos")
	default:
		b.WriteString("fen " + s.Start.FEN())
	}
	b.WriteString(" moves")
	p := s.Start
	for _, m := range s.Moves {
		b.WriteString(" " + p.UCI(m))
		p = p.Play(m)
	}
	return b.String()
}

// ParseScore reads what String writes. Every move must be legal.
func ParseScore(line string) (Score, error) {
	rest, chess960 := strings.CutPrefix(line, "chess960 ")
	head, moves, _ := strings.Cut(rest, "moves")
	fen, given := strings.CutPrefix(strings.TrimSpace(head), "fen ")
	switch {
	case given:
	case fen != "startpos":
		return Score{}, fmt.Errorf("read score %q: %w", shorten(line), errors.New("want startpos or fen, then moves"))
	default:
		initial := legality.Initial()
		fen = initial.FEN()
	}
	start, err := legality.ParseFEN(fen, chess960)
	if err != nil {
		return Score{}, fmt.Errorf("read score %q: %w", shorten(line), err)
	}
	s := Score{Start: start}
	for word := range strings.FieldsSeq(moves) {
		m, err := start.ParseUCI(word)
		if err == nil && !start.IsLegal(m) {
			err = fmt.Errorf("move %q: %s", word, start.Explain(m)[0].Text())
		}
		if err != nil {
			return Score{}, fmt.Errorf("read score, ply %d: %w", len(s.Moves)+1, err)
		}
		s.Moves = append(s.Moves, m)
		start = start.Play(m)
	}
	return s, nil
}

// shorten keeps of a line what an error quotes.
func shorten(line string) string {
	if len(line) > 80 {
		return line[:80] + "…"
	}
	return line
}
