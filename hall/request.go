package hall

import (
	"errors"
	"fmt"

	"github.com/boardd/boardd/transport"
)

// Request is what a board has to be asked so that its own PGN is right.
type Request struct {
	Verb string            `json:"-"`
	Tags map[string]string `json:"tags"`
	Rev  int               `json:"if_rev"`
}

// errBusy is why a board is not given the tags of a round.
var errBusy = errors.New("a game without a result is still on the board")

// Ask is what the board of a pairing has to be asked while the round is open, given its present
// snapshot; ok is false if nothing. A game of another round that has no result is left alone,
// which is the error.
func (t *Tournament) Ask(r *Round, p *Pairing, now *transport.Game) (q Request, ok bool, err error) {
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
		return Request{"tags", want, now.Rev}, true, nil
	}
	if now.Result == "*" && (len(now.Moves) > 0 || len(now.Parts) > 0) {
		return Request{}, false, fmt.Errorf("table %d: board %s: %w", p.Table, now.Board, errBusy)
	}
	return Request{"new_game", t.Tags(r, p), now.Rev}, true, nil
}
