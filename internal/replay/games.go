package replay

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// lastMessages keeps, for each game of a log, the last message of a topic that has a move, and
// prints these messages at the end. Of a log without a move it prints the last message.
type lastMessages struct {
	topic   string
	closed  string // the topic of the same message for a game that is closed; "": there is none
	id      func(payload []byte) string
	hasMove func(payload []byte) bool
	print   func(w *bufio.Writer, payload []byte) error
	games   []gameMessage
}

// gameMessage is the message that is kept of a game with all its parts.
type gameMessage struct {
	root    string
	hasMove bool // the message has a move
	payload []byte
}

func (k *lastMessages) printer() Printer { return Printer{encode: true, each: k.each, last: k.last} }

func (k *lastMessages) each(_ *bufio.Writer, _ *pipeline.Engine, _ *sensor.Record, o pipeline.Outcome) error {
	for i := range o.Messages {
		_, name, _ := transport.ParseTopic(o.Messages[i].Topic)
		g := gameMessage{payload: o.Messages[i].Payload}
		if name != k.topic && name != k.closed || len(g.payload) == 0 {
			continue
		}
		g.root, g.hasMove = pipeline.GameRoot(k.id(g.payload)), k.hasMove(g.payload)
		k.keep(g, name == k.topic)
	}
	return nil
}

// keep takes a message of the present game, or of a closed one. If the present game was
// closed before, its end has been taken back: then the games since are dropped.
func (k *lastMessages) keep(g gameMessage, present bool) {
	i := slices.IndexFunc(k.games, func(had gameMessage) bool { return had.root == g.root })
	switch {
	case i < 0:
		k.games = append(k.games, g)
	case g.hasMove || !k.games[i].hasMove:
		k.games[i] = g
	}
	if i >= 0 && present {
		k.games = k.games[:i+1]
	}
}

func (k *lastMessages) last(w *bufio.Writer, _ *pipeline.Engine) error {
	any := slices.ContainsFunc(k.games, func(g gameMessage) bool { return g.hasMove })
	for i := range k.games {
		if g := &k.games[i]; g.hasMove || !any && i == len(k.games)-1 {
			if err := k.print(w, g.payload); err != nil {
				return err
			}
		}
	}
	return nil
}

// gameID returns the id of the game in a snapshot.
func gameID(payload []byte) string {
	var g struct {
		ID string `json:"game_id"`
	}
	_ = json.Unmarshal(payload, &g) // our own message: it cannot fail
	return g.ID
}

// pgnID returns the id of the first part of a game.
func pgnID(payload []byte) string {
	_, id, _ := strings.Cut(string(payload), "[GameId \"")
	id, _, _ = strings.Cut(id, "\"")
	return id
}

// moveLists keeps the games of a log, and prints the moves of each at the end, one game a line.
type moveLists struct {
	name  func(*touchmove.Ply) string
	games []*touchmove.Game // that are closed and have a move
}

func (r *moveLists) printer() Printer { return Printer{each: r.each, last: r.last} }

func (r *moveLists) each(_ *bufio.Writer, e *pipeline.Engine, _ *sensor.Record, _ pipeline.Outcome) error {
	g := e.Tracker.Previous()
	if g == nil || pipeline.GameRoot(g.ID) == pipeline.GameRoot(e.Tracker.Game().ID) || !begun(g) {
		return nil
	}
	if n := len(r.games); n == 0 || r.games[n-1] != g {
		r.games = append(r.without(g), g)
	}
	return nil
}

// without returns the games before another one.
func (r *moveLists) without(g *touchmove.Game) []*touchmove.Game {
	i := slices.IndexFunc(r.games, func(had *touchmove.Game) bool { return pipeline.GameRoot(had.ID) == pipeline.GameRoot(g.ID) })
	if i < 0 {
		return r.games
	}
	return r.games[:i]
}

// all returns the games of the log that have a move, or else the last game.
func (r *moveLists) all(e *pipeline.Engine) []*touchmove.Game {
	g := e.Tracker.LastGame()
	before := r.without(g)
	if !begun(g) && len(before) > 0 {
		return before
	}
	return append(before, g)
}

func (r *moveLists) last(w *bufio.Writer, e *pipeline.Engine) error {
	for _, g := range r.all(e) {
		moves := Standing(g)
		words := make([]string, len(moves))
		for i := range moves {
			words[i] = r.name(&moves[i])
		}
		if _, err := w.WriteString(strings.Join(words, " ") + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// begun reports whether anything was played in a game.
func begun(g *touchmove.Game) bool {
	return len(g.Moves) > 0 || g.Pending != nil || len(g.Irregular) > 0
}

// Standing returns the moves that stand at the end, a provisional last one included.
func Standing(g *touchmove.Game) []touchmove.Ply {
	moves := slices.Clone(g.Moves)
	if g.Pending != nil && g.Pending.State == touchmove.StateProvisional {
		moves = append(moves, *g.Pending)
	}
	return moves
}

// gameHasMove reports whether anything was played in the game of a snapshot. The tracker does
// not know: one step may end a game and open the next.
func gameHasMove(payload []byte) bool {
	var g struct {
		Moves     []json.RawMessage `json:"moves"`
		Pending   *json.RawMessage  `json:"pending"`
		Irregular []json.RawMessage `json:"irregular"`
	}
	return json.Unmarshal(payload, &g) == nil && (len(g.Moves) > 0 || g.Pending != nil || len(g.Irregular) > 0)
}

// pgnHasMove reports whether the moves of a PGN begin with a move number.
func pgnHasMove(payload []byte) bool {
	_, moves, _ := strings.Cut(string(payload), "\n\n")
	first, _, _ := strings.Cut(moves, " ")
	return strings.Contains(first, ".")
}
