package hall

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// Text is what is given out of a table.
type Text struct {
	PGN   string         // one game, or several when it went on as another part, first part first
	Games []pgnlint.Game // the same, read
	FEN   string         // the position at the end
}

// Text is a table as it stands. Before the game it has tags alone. The games are those whose
// tags seat them at the table, at whatever board; when the table was moved during the game, what
// was played at each board is a part. Nothing is to be given out with an error.
func (t *Tournament) Text(r *Round, p *Pairing, games []Game) (Text, []error) {
	g, err := t.whole(r, p, games)
	if err != nil {
		return Text{}, []error{err}
	}
	header := transport.PGNHeader{Site: "?", Board: strconv.Itoa(p.Table), Date: "????.??.??"}
	text := Text{PGN: string(transport.AppendPGN(nil, g, header)), FEN: g.Position.FEN()}
	var errs []error
	text.Games, errs = pgnlint.Read(text.PGN)
	return text, errs
}

// Result is the result of the table, "*" without one.
func (t *Text) Result() string {
	if n := len(t.Games); n > 0 {
		return t.Games[n-1].Result
	}
	return "*"
}

// Plies is how many plies were played, in all parts.
func (t *Text) Plies() int {
	n := 0
	for i := range t.Games {
		n += len(t.Games[i].Moves)
	}
	return n
}

// Last is the last move, in SAN, and the time left after it; "" for what there is not.
func (t *Text) Last() (san, clock string) {
	for _, g := range t.Games {
		if n := len(g.Moves); n > 0 {
			san, clock = g.Moves[n-1], ""
			if len(g.Clocks) == n {
				clock = g.Clocks[n-1]
			}
		}
	}
	return san, clock
}

// moved is why a game ends at a board when its table goes on at another one.
const moved = "the table was moved to another board"

// whole is the game of a table, from all boards that it was played at.
func (t *Tournament) whole(r *Round, p *Pairing, games []Game) (*touchmove.Game, error) {
	id, tags, next := t.GameID(r.Number, p.Table), t.Tags(r, p), 1
	whole := &touchmove.Game{ID: id, Tags: tags, Start: legality.Initial(), Position: legality.Initial(), Result: "*"}
	var parts []*touchmove.Game
	for i, g := range Standing(games) {
		one, err := g.published(id, next, tags)
		if err != nil {
			return nil, fmt.Errorf("table %d: %w", p.Table, err)
		}
		if i > 0 {
			whole.Parted = moved
			parts = append(parts, whole)
		}
		next += partsIn(&g)
		parts = append(parts, one.Parts...)
		whole = one
	}
	whole.Parts = parts
	return whole, nil
}

// Standing are the games of a table that count, in the order in which they began: of each board
// the last one, for a board seats another game only when the one before was none; and of those
// the ones in which something was played.
func Standing(games []Game) []Game {
	var last []Game
	for _, g := range slices.SortedStableFunc(slices.Values(games), func(a, b Game) int { return a.Began.Compare(b.Began) }) {
		last = append(slices.DeleteFunc(last, func(o Game) bool { return o.Board == g.Board }), g)
	}
	return slices.DeleteFunc(last, func(g Game) bool { return !g.Played() })
}

// partNumber is the number of a part from what stands behind the dot of its id.
func partNumber(suffix string) int {
	n, err := strconv.Atoi(suffix)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// partsIn is how many parts a game may have as PGN, as boards count them.
func partsIn(g *Game) int {
	n := len(g.Parts)
	for _, p := range g.Parts {
		n += len(p.Plies) / touchmove.PartPlies
		for _, ply := range p.Plies {
			if ply.State == touchmove.StateIllegalStands.String() {
				n++
			}
		}
	}
	return n
}
