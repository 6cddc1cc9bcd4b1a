package transport

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/touchmove"
)

// MaxRequest is the largest payload of a request, in bytes.
const MaxRequest = 8 << 10

// The codes of the errors with which a request is refused before anything is
// asked of the game. The game itself adds those of touchmove.Refusal, among
// them stale_rev, other_game and bad_state, and bad_value for a field that means
// nothing in this game.
const (
	TooLarge     = "too_large"     // over MaxRequest
	Retained     = "retained"      // it arrived retained, and would be done again at each connection
	UnknownVerb  = "unknown_verb"  // no such verb
	Malformed    = "malformed"     // not one JSON object, a name twice, or a wrong type
	UnknownField = "unknown_field" // a field that the verb does not have
	BadValue     = "bad_value"     // a field that means nothing
	TooMany      = "too_many"      // more requests than a board takes; those that follow are dropped without an answer
)

// Request is a request, read and checked for form.
type Request struct {
	Verb        string
	Transaction string            // to be repeated in the answer; also set when a request is refused, if it could be read
	By          string            // who asks, as he says
	Command     touchmove.Command // what is asked of the game; its Verb is zero for rotate and republish
	Own         bool              // nobody asked: boardd wrote it into the log itself
}

// fields are the fields of all verbs. Which of them a verb has, verbs says.
type fields struct {
	Transaction string            `json:"transaction"`
	IfRev       *int              `json:"if_rev"`
	By          string            `json:"by"`
	GameID      string            `json:"game_id"`
	Tags        map[string]string `json:"tags"`
	StartFEN    *string           `json:"start_fen"`
	Variant     string            `json:"variant"`
	Rules       string            `json:"rules"`
	Time        string            `json:"time"`
	Supervision string            `json:"supervision"`
	Result      string            `json:"result"`
	Termination string            `json:"termination"`
	Side        string            `json:"side"`
	Seconds     *int              `json:"seconds"`
	Accept      *bool             `json:"accept"`
	Ply         *int              `json:"ply"`
	UCI         string            `json:"uci"`
	FEN         string            `json:"fen"`
	Why         string            `json:"why"`
}

// common are the fields that every verb has. With game_id, a verb other than
// new_game says which game it is for.
var common = []string{"transaction", "if_rev", "by", "game_id"}

// verb is what a verb may say, and how it is put to the game.
type verb struct {
	name   string
	fields []string // besides the common ones
	needs  int      // so many of them, the first, must be given
	read   func(*fields, *touchmove.Command) error
}

var verbs = [...]verb{
	{name: "new_game", fields: []string{"tags", "start_fen", "variant", "rules", "time", "supervision"}, read: readNewGame},
	{name: "tags", fields: []string{"tags"}, needs: 1, read: readTags},
	{name: "result", fields: []string{"result", "termination"}, needs: 1, read: readResult},
	{name: "pause", read: as(touchmove.PauseGame)},
	{name: "resume", read: as(touchmove.ResumeGame)},
	{name: "inspect", read: as(touchmove.Inspect)},
	{name: "rotate", read: as(0)},
	{name: "republish", read: as(0)},
	{name: "adjust", fields: []string{"side", "seconds"}, needs: 1, read: readAdjust},
	{name: "ruling", fields: []string{"accept"}, needs: 1, read: readRuling},
	{name: "takeback", fields: []string{"ply"}, needs: 1, read: readTakeback},
	{name: "set_position", fields: []string{"fen", "why"}, needs: 2, read: readSetPosition},
	{name: "correct", fields: []string{"ply", "uci"}, needs: 2, read: readCorrect},
	{name: "resign", fields: []string{"side"}, needs: 1, read: readResign},
	{name: "draw", read: as(touchmove.AgreeDraw)},
}

func findVerb(name string) *verb {
	for i := range verbs {
		if verbs[i].name == name {
			return &verbs[i]
		}
	}
	return nil
}

// ParseCommand reads a request, from the broker or from a log. It is strict: a
// field or a verb that is not known, a name twice, or anything after the
// object is an error, a *touchmove.Refusal. The Request then has what could be
// read of it, enough to answer.
func ParseCommand(name string, payload []byte, retained bool) (Request, error) {
	req := Request{Verb: name}
	if retained {
		return req, refuse(Retained, "request %q arrived retained", name)
	}
	if len(payload) > MaxRequest {
		return req, refuse(TooLarge, "request of over %d bytes", MaxRequest)
	}
	f, names, err := readFields(payload)
	req.Transaction, req.By = f.Transaction, f.By
	if err != nil {
		return req, err
	}
	v := findVerb(name)
	if v == nil {
		return req, refuse(UnknownVerb, "verb %q is not known", name)
	}
	if err := v.allow(names); err != nil {
		return req, err
	}
	req.Command, err = v.command(&f)
	return req, err
}

// maxMessage is the longest text of a refusal, in bytes: it may quote what was sent,
// and goes into logs and answers.
const maxMessage = 512

func refuse(code, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return &touchmove.Refusal{Code: code, Message: text}
}

func reply(transaction string, err error) Reply {
	if err == nil {
		return Reply{Transaction: transaction, Status: "ok"}
	}
	return Reply{transaction, "error", problemOf(err)}
}
