package simulate

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// parse reads moves in UCI, played from the initial position whether legal or not.
func parse(t *testing.T, text string) []legality.Move {
	t.Helper()
	p := legality.Initial()
	return parseFrom(t, &p, text)
}

func parseFrom(t *testing.T, start *legality.Position, text string) []legality.Move {
	t.Helper()
	p := *start
	var moves []legality.Move
	for word := range strings.FieldsSeq(text) {
		m, err := p.ParseUCI(word)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

// squares is the changes that a log holds, "-e2 +Pe4", in order.
func squares(records []sensor.Record) string {
	var words []string
	for _, r := range records {
		switch r.Word {
		case sensor.Lift:
			words = append(words, "-"+r.Square.String())
		case sensor.Drop:
			words = append(words, "+"+r.Piece.String()+r.Square.String())
		case sensor.Press:
			words = append(words, "|"+r.Side.String())
		}
	}
	return strings.Join(words, " ")
}
