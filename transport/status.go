package transport

import (
	"bytes"
	"strings"
)

// State says on the topic status whether a board is heard.
type State string

// The states of a board.
const (
	Init  State = "init"  // the board has not been read yet
	Ready State = "ready" // the board is read, and what is said is up to date
	Lost  State = "lost"  // not heard; the broker says it when it does not hear us. It is no result
	Off   State = "off"   // stopped on purpose
)

// Status appends the state of the board. It is said again even if it has not
// changed: after a connection was lost it has to take the place of the will.
func (e *Encoder) Status(dst []Message, at int64, s State) []Message {
	delete(e.said, statusKind.topic)
	return e.status(dst, at, encode(map[string]State{"state": s}))
}

func (e *Encoder) status(dst []Message, at int64, body []byte) []Message {
	if e.health == nil {
		return e.retained(dst, statusKind, "", at, body)
	}
	return e.retained(dst, statusKind, "", at, body, encode(map[string]*Health{"health": e.health}))
}

// SetHealth is how the daemon does, for all that is said of the state from now on.
func (e *Encoder) SetHealth(h Health) { e.health = &h }

// Moves is how many moves relays were told.
func (e *Encoder) Moves() uint64 { return e.moves }

// IsStatus reports whether a topic is that of the state of a board.
func IsStatus(topic string) bool { return strings.HasSuffix(topic, "/"+statusKind.topic) }

// Will is what the broker is to say when the connection is lost. It is fixed
// when the connection is made, and so has neither a number nor a time.
func (e *Encoder) Will() Message {
	head := Head{Schema: statusKind.schema, Board: e.topics.board, Session: e.session, Synced: e.base.synced}
	return e.message(statusKind, "", encode(Status{Head: head, State: Lost}))
}

// Info appends what the board and the program are, unless it has been said. It
// fills in the schemas.
func (e *Encoder) Info(dst []Message, at int64, a About) []Message {
	a.Schemas = schemas
	return e.retained(dst, infoKind, "", at, encode(a))
}

// Answer appends the answer to a request: an error if there is one, else ok.
// The verb may be any text; one that no verb could be is answered as "unknown".
func (e *Encoder) Answer(dst []Message, at int64, verb, transaction string, err error) []Message {
	if !isName(verb) {
		verb = "unknown"
	}
	payload := Answer{e.head(answerKind, at), reply(transaction, err)}
	return append(dst, e.message(answerKind, verb, encode(payload)))
}

// notHistorical cannot stand inside a JSON string, where its quotes would be
// escaped, and only an event has such a member.
var notHistorical, historical = []byte(`"historical":false`), []byte(`"historical":true`)

// Historical marks the payload of an event as one that was kept while the
// broker was not to be had. Other payloads it returns as they are. It works on
// the bytes so that a queue need keep nothing else.
func Historical(payload []byte) []byte {
	return bytes.Replace(payload, notHistorical, historical, 1)
}
