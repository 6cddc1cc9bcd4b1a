package hall

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// Text is what the hall publishes of a table.
type Text struct {
	PGN   string         // one game, or its parts in order
	Games []pgnlint.Game // the parsed PGN
	FEN   string         // the position at the end
}

// Text returns the text of a table as it stands; before the game, only its tags. The games are
// those whose tags seat them at the table, at any board. If the table was moved during the game,
// each board's moves are a part. A text with an error must not be published.
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

// Result returns the result of the table, "*" without one.
func (t *Text) Result() string {
	if n := len(t.Games); n > 0 {
		return t.Games[n-1].Result
	}
	return "*"
}

// Plies returns the number of plies in all parts.
func (t *Text) Plies() int {
	n := 0
	for i := range t.Games {
		n += len(t.Games[i].Moves)
	}
	return n
}

// Last returns the last move, in SAN, and the time left after it. Each is "" if it is not known.
func (t *Text) Last() (san, clock string) {
	for _, g := range t.Games {
		if n := len(g.Moves); n > 0 {
			san, clock = g.Moves[n-1], ""
			if g.Clocks != nil {
				clock = g.Clocks[n-1]
			}
		}
	}
	return san, clock
}

// moved is the reason why a game ends at a board when its table is moved to another one.
const moved = "the table was moved to another board"

// Results are the results that a person may enter for a table; "*" takes one back.
var Results = []string{"1-0", "0-1", "1/2-1/2", "*"}

// Entered returns a result that a person entered for a table as a game of no board. It counts
// as long as no board has a result of the table.
func (t *Tournament) Entered(round, table int, result string) Game {
	id := t.GameID(round, table)
	initial := legality.Initial()
	head := Head{ID: id, Start: initial.FEN(), Result: result}
	return Game{ID: id, Tags: map[string]string{"Event": t.Event, "Round": fmt.Sprintf("%d.%d", round, table)}, Parts: []Part{{Head: head}}}
}

// whole returns the game of a table, with the moves from every board at which it was played.
func (t *Tournament) whole(r *Round, p *Pairing, games []Game) (*touchmove.Game, error) {
	id, tags, next := t.GameID(r.Number, p.Table), t.Tags(r, p), 1
	whole := &touchmove.Game{ID: id, Tags: tags, Start: legality.Initial(), Position: legality.Initial(), Result: "*"}
	var parts []*touchmove.Game
	entered, played := "*", false
	for _, g := range Standing(games, t.Board(r, p.Table)) {
		if g.Board == "" {
			entered = g.Result()
			continue
		}
		one, err := g.published(id, next, tags)
		if err != nil {
			return nil, fmt.Errorf("table %d: %w", p.Table, err)
		}
		if played {
			whole.Parted = moved
			parts = append(parts, whole)
		}
		played = true
		next += partsIn(&g)
		parts = append(parts, one.Parts...)
		whole = one
	}
	whole.Parts = parts
	if whole.Result == "*" {
		whole.Result = entered
	}
	return whole, nil
}

// Standing returns the games of a table that count, in the order in which they began: the last
// one of each board, if anything was played in it. The last one replaces those before, because a
// board begins another game at a table only if nothing was played in the one before. A hall that
// was off received the games of several boards at the same time: of these, the one at the board
// that the table has now is the last.
func Standing(games []Game, board string) []Game {
	var last []Game
	order := func(a, b Game) int {
		return cmp.Or(a.Began.Compare(b.Began), compareBool(a.Board == board, b.Board == board))
	}
	for _, g := range slices.SortedStableFunc(slices.Values(games), order) {
		last = append(slices.DeleteFunc(last, func(o Game) bool { return o.Board == g.Board }), g)
	}
	return slices.DeleteFunc(last, func(g Game) bool { return !g.Played() })
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// partNumber returns the number of a part from the text after the dot of its id.
func partNumber(suffix string) int {
	n, err := strconv.Atoi(suffix)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// partsIn returns how many parts the PGN of a game may have, as boards count them.
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
