package transport

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// DeadPosition is the verb of a command that nobody asks for: boardd writes it
// into the log when a search beside the game has answered a
// touchmove.Question, so that a replay has the answer, too. As a request it is
// an unknown verb.
const DeadPosition = "dead_position"

// deadAnswer is what the search has found.
type deadAnswer struct {
	GameID string `json:"game_id"`
	Ply    int    `json:"ply"`
	Proved *bool  `json:"proved"`
}

// AnswerDead is the command with which a Question is answered. It is false if
// there is nothing to say, as a player can mate.
func AnswerDead(q touchmove.Question, dead legality.Answer) (payload []byte, say bool) {
	if dead == legality.No {
		return nil, false
	}
	return fmt.Appendf(nil, `{"game_id":%q,"ply":%d,"proved":%t}`, q.GameID, q.Ply, dead == legality.Yes), true
}

// ParseLogged reads a command of a log: a request, or one of boardd's own.
func ParseLogged(name string, payload []byte) (Request, error) {
	if name != DeadPosition {
		return ParseCommand(name, payload, false)
	}
	req := Request{Verb: name, Own: true}
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	var a deadAnswer
	if err := d.Decode(&a); err != nil {
		return req, refuse(Malformed, "%s: %s", name, err)
	}
	if a.Ply < 1 || a.Proved == nil {
		return req, refuse(BadValue, "%s: ply or proved is missing", name)
	}
	req.Command = touchmove.Command{Verb: touchmove.AnswerDead, IfRev: -1, GameID: a.GameID, Ply: a.Ply, Proved: *a.Proved}
	return req, nil
}
