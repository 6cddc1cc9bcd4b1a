package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// DeadPosition is the verb of a command that nobody asks for. boardd writes it into the log
// when a search beside the game has answered a touchmove.Question, so that a replay has the
// answer too. As a request it is an unknown verb.
const DeadPosition = "dead_position"

// deadAnswer is the result of the search.
type deadAnswer struct {
	GameID string `json:"game_id"`
	Ply    int    `json:"ply"`
	Proved *bool  `json:"proved"`
}

// AnswerDead returns the command that answers a Question. It is false if a player can mate,
// because then nothing changes.
func AnswerDead(q touchmove.Question, dead legality.Answer) (payload []byte, say bool) {
	if dead == legality.No {
		return nil, false
	}
	return fmt.Appendf(nil, `{"game_id":%q,"ply":%d,"proved":%t}`, q.GameID, q.Ply, dead == legality.Yes), true
}

// GameOpened is the verb of a command that nobody asks for. It stands at the head of a
// journal file that begins with a game, with the fields of new_game. Its tags are all tags
// of the game.
const GameOpened = "game_opened"

// CanMate is the verb of a command that nobody asks for, like DeadPosition. It answers
// whether the opponent of a player whose flag has fallen can mate.
const CanMate = "can_mate"

// mateAnswer is the result of that search.
type mateAnswer struct {
	GameID string   `json:"game_id"`
	Ply    int      `json:"ply"`
	Side   string   `json:"side"`
	Answer string   `json:"answer"` // yes, no, unknown
	By     []string `json:"by,omitempty"`
}

// mateAnswers are the answers as commands write them.
var mateAnswers = []legality.Answer{legality.Undecided, legality.Yes, legality.No}

// AnswerMate returns the command that answers a Question with a Side.
func AnswerMate(q touchmove.Question, answer legality.Answer, by []legality.Move) []byte {
	a := mateAnswer{GameID: q.GameID, Ply: q.Ply, Side: q.Side.String(), Answer: answer.String()}
	p := q.Position
	for _, m := range by {
		a.By = append(a.By, p.UCI(m))
		p = p.Play(m)
	}
	return encode(a)
}

// ParseLogged parses a command in a log: a request, or one that boardd itself wrote.
func ParseLogged(name string, payload []byte) (Request, error) {
	switch name {
	case GameOpened:
		req, err := ParseCommand("new_game", payload, false)
		req.Verb, req.Own, req.Command.Whole = name, true, true
		return req, err
	case DeadPosition:
		return parseDead(payload)
	case CanMate:
		return parseMate(payload)
	}
	return ParseCommand(name, payload, false)
}

func parseDead(payload []byte) (Request, error) {
	req := Request{Verb: DeadPosition, Own: true}
	var a deadAnswer
	if err := readOwn(req.Verb, payload, &a); err != nil {
		return req, err
	}
	if a.Ply < 1 || a.Proved == nil {
		return req, refuse(BadValue, "%s: ply or proved is missing", req.Verb)
	}
	req.Command = touchmove.Command{Verb: touchmove.AnswerDead, GameID: a.GameID, Ply: a.Ply, Proved: *a.Proved}
	return req, nil
}

func parseMate(payload []byte) (Request, error) {
	req := Request{Verb: CanMate, Own: true}
	var a mateAnswer
	if err := readOwn(req.Verb, payload, &a); err != nil {
		return req, err
	}
	side, ok := sideNamed(a.Side)
	n := slices.IndexFunc(mateAnswers, func(m legality.Answer) bool { return m.String() == a.Answer })
	if !ok || n < 0 || a.Ply < 0 {
		return req, refuse(BadValue, "%s: side %q, answer %q or ply %d means nothing", req.Verb, a.Side, a.Answer, a.Ply)
	}
	req.Command = touchmove.Command{Verb: touchmove.AnswerMate, GameID: a.GameID, Ply: a.Ply, Side: side, Mates: mateAnswers[n], By: a.By}
	return req, nil
}

// readOwn parses a command that boardd itself wrote.
func readOwn(verb string, payload []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return refuse(Malformed, "%s: %s", verb, err)
	}
	return nil
}
