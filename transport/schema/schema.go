// Package schema holds the published contract of the messages: a JSON Schema
// (draft 2020-12) for every payload and an AsyncAPI 3 document for the topics.
//
// The files are written by hand and the AsyncAPI document from the table here;
// tests hold both against the Go types, and validate every message that a test
// makes.
package schema

import (
	"embed"
	"strings"
)

// Files are the schemas, common.json among them, and asyncapi.yaml.
//
//go:embed *.json asyncapi.yaml
var Files embed.FS

// Channel is a topic, or several that differ in their last level only.
type Channel struct {
	Topic   string // below chess/1/<site>/<board>/; a last level in braces stands for any
	Schema  string // file with the schema of the payload; "" for the text of a PGN
	QoS     byte
	Retain  bool
	Receive bool // boardd reads it; else boardd writes it
	Summary string
}

// Channels are all topics of a board, in the order of the AsyncAPI document.
var Channels = []Channel{
	{Topic: "status", Schema: "status.json", QoS: 1, Retain: true,
		Summary: "whether the board is connected; also the will"},
	{Topic: "info", Schema: "info.json", QoS: 1, Retain: true,
		Summary: "versions, the board, what it can do, the schemas in use"},
	{Topic: "game", Schema: "game.json", QoS: 1, Retain: true,
		Summary: "snapshot of what is published of the game, after every change"},
	{Topic: "pgn", QoS: 1, Retain: true,
		Summary: "the same game as export PGN, UTF-8"},
	{Topic: "last/game", Schema: "game.json", QoS: 1, Retain: true,
		Summary: "the last game before the present one, as it was published last"},
	{Topic: "last/pgn", QoS: 1, Retain: true,
		Summary: "the same game as export PGN, UTF-8"},
	{Topic: "event", Schema: "event.json", QoS: 1,
		Summary: "what changed, one ordered stream"},
	{Topic: "clock", Schema: "clock.json", Retain: true,
		Summary: "the latest reading of the clock"},
	{Topic: "arbiter/finding", Schema: "finding.json", QoS: 1,
		Summary: "every finding"},
	{Topic: "arbiter/game", Schema: "arbiter_game.json", QoS: 1, Retain: true,
		Summary: "the full snapshot, with provisional and irregular plies"},
	{Topic: "arbiter/board", Schema: "arbiter_board.json", QoS: 1, Retain: true,
		Summary: "what the sensors show, and the squares that differ from the game"},
	{Topic: "arbiter/alert/{code}", Schema: "alert.json", QoS: 1, Retain: true,
		Summary: "what needs a person now; cleared by an empty payload"},
	{Topic: "res/{verb}", Schema: "answer.json", QoS: 1,
		Summary: "the answer to a request, with its transaction"},
	{Topic: "req/new_game", Schema: "request_new_game.json", QoS: 1, Receive: true,
		Summary: "begin another game"},
	{Topic: "req/tags", Schema: "request_tags.json", QoS: 1, Receive: true,
		Summary: "give PGN tags"},
	{Topic: "req/result", Schema: "request_result.json", QoS: 1, Receive: true,
		Summary: "enter the result, or take it back"},
	{Topic: "req/resign", Schema: "request_resign.json", QoS: 1, Receive: true,
		Summary: "a player resigns"},
	{Topic: "req/draw", Schema: "request_plain.json", QoS: 1, Receive: true,
		Summary: "the players have agreed on a draw"},
	{Topic: "req/adjust", Schema: "request_adjust.json", QoS: 1, Receive: true,
		Summary: "a player has announced that he adjusts"},
	{Topic: "req/ruling", Schema: "request_ruling.json", QoS: 1, Receive: true,
		Summary: "let the last irregularity stand, or undo it"},
	{Topic: "req/takeback", Schema: "request_takeback.json", QoS: 1, Receive: true,
		Summary: "take back moves"},
	{Topic: "req/set_position", Schema: "request_set_position.json", QoS: 1, Receive: true,
		Summary: "say what the position is"},
	{Topic: "req/correct", Schema: "request_correct.json", QoS: 1, Receive: true,
		Summary: "put another move in the place of a ply"},
	{Topic: "req/pause", Schema: "request_plain.json", QoS: 1, Receive: true,
		Summary: "both clocks are stopped: what is done now is no move"},
	{Topic: "req/resume", Schema: "request_plain.json", QoS: 1, Receive: true,
		Summary: "play goes on"},
	{Topic: "req/inspect", Schema: "request_plain.json", QoS: 1, Receive: true,
		Summary: "say again what is irregular now"},
	{Topic: "req/rotate", Schema: "request_plain.json", QoS: 1, Receive: true,
		Summary: "the board stands the other way round"},
	{Topic: "req/republish", Schema: "request_plain.json", QoS: 1, Receive: true,
		Summary: "send all retained messages again"},
}

// For is the channel of a whole topic, chess/1/<site>/<board>/…; false if
// boardd has no such topic.
func For(topic string) (Channel, bool) {
	levels := strings.SplitN(topic, "/", 5)
	if len(levels) < 5 || levels[0] != "chess" || levels[1] != "1" {
		return Channel{}, false
	}
	for _, c := range Channels {
		if c.covers(levels[4]) {
			return c, true
		}
	}
	return Channel{}, false
}

// covers reports whether a name below the prefix is one of the channel's.
func (c Channel) covers(name string) bool {
	stem, _, many := strings.Cut(c.Topic, "{")
	if !many {
		return name == c.Topic
	}
	rest, ok := strings.CutPrefix(name, stem)
	return ok && rest != "" && !strings.Contains(rest, "/")
}
