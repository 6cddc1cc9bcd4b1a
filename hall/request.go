package hall

import (
	"errors"
	"fmt"

	"github.com/boardd/boardd/transport"
)

// Request is what a board has to be asked so that its own PGN is right.
type Request struct {
	Verb   string            `json:"-"`
	GameID string            `json:"game_id,omitempty"` // the request is for this game alone
	Tags   map[string]string `json:"tags"`
}

// ErrBusy is why a board is not given the tags of a round.
var ErrBusy = errors.New("a game without a result is still on the board")

// Ask is what the board of a pairing has to be asked while the round is open, given its present
// snapshot and the games that are seated at the table; ok is false if nothing. What follows a
// game that was played at the table is none of the round. A game of another round that has no
// result is left alone, which is the error.
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
	for _, g := range Standing(seated) {
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
