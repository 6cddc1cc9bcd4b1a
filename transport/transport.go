// Package transport turns a game, its findings and what the sensors show into messages, a
// game into PGN, and a request into a command.
//
// It is pure. An Encoder compares what it has published with what each step of a tracker
// gives, and appends a Message for each difference. It reads no clock and sends nothing;
// package publish sends, and knows nothing of chess.
//
//	transport.go   topics, and the kinds of message
//	encoder.go     when a message is due; public.go: what of it relays see
//	payload.go     the JSON of each message; record.go, finding.go: how it is filled
//	pgn.go         a game as PGN
//	command.go     requests; command_logged.go: commands that boardd writes into the log
//
// Topics separate two kinds of readers. Relays and spectators read the public topics, which
// hold the settled moves and nothing irregular. Players must not learn from anybody that a
// move was completed, that a clock was not pressed, or what binds them (12.6, 12.7 of the
// FIDE Laws of 2023), so the public topics leave that out too. Arbiters read the topics
// under arbiter/, which hold all of it.
package transport

import (
	"fmt"
	"strings"
)

// Message is one message for the broker. It owns the Payload, which never changes.
type Message struct {
	Topic   string
	QoS     byte
	Retain  bool
	Payload []byte // JSON, the text of a PGN, or empty: the broker forgets the retained message
}

// lane is the counter that numbers a message.
type lane uint8

const (
	publicLane lane = iota
	arbiterLane
	lanes
	noLane // not numbered: the clock and answers, which belong to neither stream
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
	lastGameKind    = kind{"last/game", "boardd.game/1.0", 1, true, publicLane}
	lastPGNKind     = kind{"last/pgn", "", 1, true, noLane}
	eventKind       = kind{"event", "boardd.event/1.0", 1, false, publicLane}
	clockKind       = kind{"clock", "boardd.clock/1.0", 0, true, noLane}
	findingKind     = kind{"arbiter/finding", "boardd.finding/1.0", 1, false, arbiterLane}
	arbiterGameKind = kind{"arbiter/game", "boardd.arbiter-game/1.0", 1, true, arbiterLane}
	boardKind       = kind{"arbiter/board", "boardd.arbiter-board/1.0", 1, true, arbiterLane}
	alertKind       = kind{"arbiter/alert/", "boardd.alert/1.0", 1, true, arbiterLane}
	answerKind      = kind{"res/", "boardd.answer/1.0", 1, false, noLane}
)

// kinds are the kinds of all messages of a board.
var kinds = [...]*kind{&statusKind, &infoKind, &gameKind, &pgnKind, &lastGameKind, &lastPGNKind, &eventKind, &clockKind,
	&findingKind, &arbiterGameKind, &boardKind, &alertKind, &answerKind}

// schemas are the names that info announces: those of all JSON payloads.
var schemas = []string{
	statusKind.schema, infoKind.schema, gameKind.schema, eventKind.schema, clockKind.schema,
	findingKind.schema, arbiterGameKind.schema, boardKind.schema, alertKind.schema, answerKind.schema,
}

// Topics builds the topics of one board, chess/1/<site>/<board>/…, where 1 is the major
// version of the messages. NewTopics makes it.
type Topics struct {
	site, board string
}

// NewTopics returns the topics of a board at a site. Both names are 1 to 64 of A-Z, a-z,
// 0-9, '_' and '-', characters without a meaning to brokers.
func NewTopics(site, board string) (Topics, error) {
	if !isName(site) {
		return Topics{}, fmt.Errorf("site %q is not 1 to 64 letters, digits, _ or -", site)
	}
	if !isName(board) {
		return Topics{}, fmt.Errorf("board %q is not 1 to 64 letters, digits, _ or -", board)
	}
	return Topics{site, board}, nil
}

// IsFinding reports whether a topic carries the findings of a board.
func IsFinding(topic string) bool { return strings.HasSuffix(topic, "/"+findingKind.topic) }

// IsFullSnapshot reports whether a topic carries the full snapshot of a board's game, the
// longest of all messages.
func IsFullSnapshot(topic string) bool { return strings.HasSuffix(topic, "/"+arbiterGameKind.topic) }

// Topic returns the whole topic of a name below the prefix, such as "status".
func (t Topics) Topic(name string) string {
	return "chess/1/" + t.site + "/" + t.board + "/" + name
}

// SiteFilter returns the filter of a topic, such as "status", for every board of a site.
func SiteFilter(site, name string) (string, error) {
	if !isName(site) {
		return "", fmt.Errorf("site %q is not 1 to 64 letters, digits, _ or -", site)
	}
	return Topics{site, "+"}.Topic(name), nil
}

// ParseTopic splits a topic into site, board and the name below them; false if it is no
// topic of a board.
func ParseTopic(topic string) (t Topics, name string, ok bool) {
	part := strings.SplitN(topic, "/", 5)
	if len(part) < 5 || part[0] != "chess" || part[1] != "1" {
		return Topics{}, "", false
	}
	t, err := NewTopics(part[2], part[3])
	return t, part[4], err == nil
}

// Site is the name of the site.
func (t Topics) Site() string { return t.site }

// Board is the name of the board.
func (t Topics) Board() string { return t.board }

// Trials returns messages by which a board tests whether the broker lets it publish, one
// for each kind of topic. They are empty and not retained. Readers of retained topics must
// expect an empty payload in any case, so they ignore them.
func (t Topics) Trials() []Message {
	var all []Message
	for _, k := range kinds {
		topic := t.Topic(k.topic)
		if strings.HasSuffix(topic, "/") {
			topic += "check"
		}
		all = append(all, Message{Topic: topic, QoS: 1})
	}
	return all
}

// Requests returns the filter of the requests to this board.
func (t Topics) Requests() string { return t.Topic("req/#") }

// Verb returns the verb of a request's topic; false if it is no request to this board. The
// verb is unchecked and may not exist.
func (t Topics) Verb(topic string) (string, bool) {
	return strings.CutPrefix(topic, t.Topic("req/"))
}

const maxName = 64

// isName reports whether s is 1 to 64 of A-Z, a-z, 0-9, '_' and '-': the form
// of the names of sites, boards and games.
func isName(s string) bool {
	return s != "" && len(s) <= maxName && strings.Trim(s, letters+"0123456789_-") == ""
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
