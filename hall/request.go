package hall

import (
	"errors"
	"fmt"

	"github.com/boardd/boardd/transport"
)

// Request is a request to a board which puts its own PGN right.
type Request struct {
	Verb   string            `json:"-"`
	GameID string            `json:"game_id,omitempty"` // the request is for this game alone
	Tags   map[string]string `json:"tags"`
}

// ErrBusy is the error if a board cannot take the tags of a round yet.
var ErrBusy = errors.New("a game without a result is still on the board")

// Ask returns the request to the board of a pairing while the round is open. It needs the
// board's present snapshot and the games that are seated at the table. ok is false if the board
// needs no request. A game that follows one played at the table does not belong to the round.
// The error is ErrBusy if the board still has a game of another round without a result.
func (t *Tournament) Ask(r *Round, p *Pairing, now *transport.Game, seated []Game) (q Request, ok bool, err error) {
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
	for _, g := range Standing(seated, now.Board) {
		if g.Board == now.Board || g.Result() != "*" {
			return Request{}, false, nil
		}
	}
	switch played := len(now.Moves) > 0 || len(now.Parts) > 0; {
	case now.Result != "*":
		return Request{"new_game", "", t.Tags(r, p)}, true, nil
	case played:
		return Request{}, false, fmt.Errorf("table %d: board %s: %w", p.Table, now.Board, ErrBusy)
	}
	return Request{"tags", now.GameID, want}, true, nil
}
