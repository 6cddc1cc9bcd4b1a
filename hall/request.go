package hall

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/boardd/boardd/transport"
)

// Request is a request to a board which puts its own PGN right.
type Request struct {
	Verb   string            `json:"-"`
	GameID string            `json:"game_id,omitempty"` // the request is for this game alone
	Tags   map[string]string `json:"tags"`
}

// Why a board is not asked. All of them are for a person to decide.
var (
	// ErrBusy: the game names somebody else, or another round.
	ErrBusy = errors.New("a game without a result is still on the board")

	// ErrNoNames: the game names nobody, and did not begin as a game of the round does.
	ErrNoNames = errors.New("a game without a result is still on the board, which names no round")

	// ErrAnother: the game of the table was on the board before.
	ErrAnother = errors.New("another game is played on the board, and that of the table has no result")
)

// Ask returns the request to the board of a pairing while the round is open. It needs the
// board's present snapshot, when that game began (see Begun), and the games that are seated at the
// table. ok is false if the board needs no request. A game that follows one played at the table
// does not belong to the round.
func (t *Tournament) Ask(r *Round, p *Pairing, now *transport.Game, begun time.Time, seated []Game) (q Request, ok bool, err error) {
	want := map[string]string{}
	for name, value := range t.Tags(r, p) {
		if now.Tags[name] != value {
			want[name] = value
		}
	}
	if len(want) == 0 {
		return Request{}, false, nil
	}
	if round, table, seated := t.Seat(now.Tags); seated && round == r.Number && table == p.Table {
		return Request{"tags", now.GameID, want}, true, nil
	}
	played := len(now.Moves) > 0 || len(now.Parts) > 0
	before := Standing(seated, now.Board)
	switch here := slices.ContainsFunc(before, func(g Game) bool { return g.Board == now.Board }); {
	case slices.ContainsFunc(before, func(g Game) bool { return g.Result() != "*" }):
		return Request{}, false, nil
	case here && played:
		err = ErrAnother
	case here:
		return Request{}, false, nil
	case now.Result != "*":
		return Request{"new_game", "", t.Tags(r, p)}, true, nil
	case played && !nameless(now.Tags):
		err = ErrBusy
	case played && !r.began(now, begun):
		err = ErrNoNames
	default:
		return Request{"tags", now.GameID, want}, true, nil
	}
	return Request{}, false, fmt.Errorf("table %d: board %s: %w", p.Table, now.Board, err)
}

// nameless reports whether tags name no round and no player.
func nameless(tags map[string]string) bool {
	round, _ := RoundOf(tags)
	return round == 0 && tags["White"] == "" && tags["Black"] == ""
}

// A game that began up to openedLate before its round was opened is one of the round if it has
// at most firstPlies when the hall hears of it: whoever opened the round was late.
const (
	openedLate = 5 * time.Minute
	firstPlies = 6
)

// began reports whether a game in play began as those of the round did: after the round was opened,
// or shortly before. begun is zero if that is not known.
func (r *Round) began(now *transport.Game, begun time.Time) bool {
	if r.Opened.IsZero() || begun.IsZero() {
		return false
	}
	before := r.Opened.Sub(begun)
	return before <= 0 || before <= openedLate && len(now.Parts) == 0 && len(now.Moves) <= firstPlies
}

// Begun returns when the first move of a game was made, by the hall's clock; zero if that is not
// known. came is when the snapshot came from its board. If a broker had kept it, came is zero,
// and the board's clock counts, if it is synchronised.
func Begun(g *transport.Game, came time.Time) time.Time {
	moves := g.Moves
	if len(g.Parts) > 0 {
		moves = g.Parts[0].Moves
	}
	if len(moves) == 0 || moves[0].MadeAt == nil {
		return time.Time{}
	}
	made, err := time.Parse(time.RFC3339, *moves[0].MadeAt)
	at, worse := time.Parse(time.RFC3339, g.At)
	switch {
	case err != nil || worse != nil:
		return time.Time{}
	case !came.IsZero():
		return came.Add(made.Sub(at))
	case g.Synced:
		return made
	}
	return time.Time{}
}
