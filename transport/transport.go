// Package transport says what was found: it turns a game, its findings and
// what the sensors show into messages, a game into PGN, and a request into a
// command.
//
// It is pure. An Encoder is a fold over the steps of a tracker: it compares
// what it has said with what there is now, and appends a Message for each
// difference. It reads no clock and sends nothing; package publish sends, and
// knows nothing of chess.
//
// Two kinds of reader are kept apart by topic. Relays and spectators read the
// public topics, which hold the moves that are settled and nothing irregular:
// the Laws keep it from the players, and so from those who might tell them,
// that a move was completed, that a clock was not pressed, or what they are
// bound to (12.6, 12.7 of the FIDE Laws of 2023). Arbiters read what stands
// under arbiter/, which holds all of it.
package transport

// Message is one message for the broker. The Payload belongs to the message;
// nobody changes it.
type Message struct {
	Topic   string
	QoS     byte
	Retain  bool
	Payload []byte // JSON, the text of a PGN, or empty: the retained message is to be forgotten
}

// lane says which counter numbers a message.
type lane uint8

const (
	publicLane lane = iota
	arbiterLane
	lanes
	noLane // not numbered: the clock, and answers, which belong to neither stream
)

// kind is what all messages of one topic have in common.
type kind struct {
	topic  string // below the prefix of the board
	schema string
	qos    byte
	retain bool
	lane   lane
}

var (
	statusKind      = kind{"status", "boardd.status/1.0", 1, true, publicLane}
	infoKind        = kind{"info", "boardd.info/1.0", 1, true, publicLane}
	gameKind        = kind{"game", "boardd.game/1.0", 1, true, publicLane}
	pgnKind         = kind{"pgn", "", 1, true, noLane}
	eventKind       = kind{"event", "boardd.event/1.0", 1, false, publicLane}
	clockKind       = kind{"clock", "boardd.clock/1.0", 0, true, noLane}
	findingKind     = kind{"arbiter/finding", "boardd.finding/1.0", 1, false, arbiterLane}
	arbiterGameKind = kind{"arbiter/game", "boardd.arbiter-game/1.0", 1, true, arbiterLane}
	boardKind       = kind{"arbiter/board", "boardd.arbiter-board/1.0", 1, true, arbiterLane}
	alertKind       = kind{"arbiter/alert/", "boardd.alert/1.0", 1, true, arbiterLane}
	answerKind      = kind{"res/", "boardd.answer/1.0", 1, false, noLane}
)

// kinds are those of all that a board says.
var kinds = [...]*kind{&statusKind, &infoKind, &gameKind, &pgnKind, &eventKind, &clockKind,
	&findingKind, &arbiterGameKind, &boardKind, &alertKind, &answerKind}

// schemas are the names that info announces: those of all JSON payloads.
var schemas = []string{
	statusKind.schema, infoKind.schema, gameKind.schema, eventKind.schema, clockKind.schema,
	findingKind.schema, arbiterGameKind.schema, boardKind.schema, alertKind.schema, answerKind.schema,
}
