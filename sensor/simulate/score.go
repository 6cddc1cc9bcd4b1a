package simulate

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality"
)

// Score is a game that hands can play: a position and moves from it.
type Score struct {
	Start legality.Position
	Moves []legality.Move
}

// String is the score on one line, as the Universal Chess Interface tells an
// engine of a game. In Chess960 the FEN names the files of the rooks:
//
//	position startpos moves e2e4 e7e5
//	position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4
//	position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g2g3
func (s *Score) String() string {
	var b strings.Builder
	b.WriteString("position startpos moves")
	if s.Start != legality.Initial() {
		b.Reset()
		b.WriteString("position fen " + s.Start.ShredderFEN() + " moves")
	}
	p := s.Start
	for _, m := range s.Moves {
		b.WriteString(" " + p.UCI(m))
		p = p.Play(m)
	}
	return b.String()
}

// ParseScore reads what String writes, and bare moves from the initial
// position, "e2e4 e7e5". Every move must be legal.
func ParseScore(line string) (Score, error) {
	s, moves := Score{Start: legality.Initial()}, line
	if position, ok := strings.CutPrefix(line, "position "); ok {
		var place string
		place, moves, _ = strings.Cut(position, "moves")
		fen, given := strings.CutPrefix(strings.TrimSpace(place), "fen ")
		if !given && fen != "startpos" {
			return s, fmt.Errorf("position %q: want startpos or fen", shorten(fen))
		}
		var err error
		if given {
			s.Start, err = legality.ParseFEN(fen, namesRooks(fen))
		}
		if err != nil {
			return s, err
		}
	}
	err := s.read(moves)
	return s, err
}

// namesRooks reports whether a FEN writes the right to castle by the files of
// the rooks, as in Chess960.
func namesRooks(fen string) bool {
	fields := strings.Fields(fen)
	return len(fields) > 2 && strings.ContainsAny(fields[2], "abcdefghABCDEFGH")
}

// read adds moves in UCI.
func (s *Score) read(moves string) error {
	p := s.Start
	for word := range strings.FieldsSeq(moves) {
		m, err := p.ParseUCI(word)
		if err == nil && !p.IsLegal(m) {
			err = fmt.Errorf("uci move %q: not legal in %s: %s", word, p.FEN(), p.Explain(m)[0].Text())
		}
		if err != nil {
			return fmt.Errorf("ply %d: %w", len(s.Moves)+1, err)
		}
		s.Moves = append(s.Moves, m)
		p = p.Play(m)
	}
	return nil
}

// shorten keeps of a line what an error quotes.
func shorten(line string) string {
	if len(line) > 80 {
		return line[:80] + "…"
	}
	return line
}
