package transport

import "encoding/json"

// Head is the beginning of every JSON payload.
type Head struct {
	Schema  string `json:"schema"`  // name/major.minor of the payload's JSON Schema
	Board   string `json:"board"`   // as in the topic
	Session string `json:"session"` // a new one at each start of the daemon; "replay" in a replay

	// Seq numbers the public messages, and separately those under arbiter/. The numbers
	// continue after a restart. A daemon without a saved number begins at the milliseconds
	// of Unix time of its start, which is above all earlier numbers; a replay begins at 1.
	// The clock, answers and the will have none.
	Seq    uint64 `json:"seq,omitempty"`
	At     string `json:"at,omitempty"` // UTC, RFC 3339, milliseconds; the will has none
	Synced bool   `json:"synced"`       // the system clock was synchronised
}

// SeqOf returns the number of a message with a payload; 0 if it has none.
func SeqOf(payload []byte) uint64 {
	var h Head
	if json.Unmarshal(payload, &h) != nil {
		return 0
	}
	return h.Seq
}

// Status is whether the board is connected, and the health of the daemon.
type Status struct {
	Head
	Health *Health `json:"health,omitempty"` // the will and a replay have none
	State  State   `json:"state"`
}

// Health holds figures on a daemon. Counts begin at its start. The number of findings is
// not among them, because players must not learn it (12.6).
type Health struct {
	Records       uint64   `json:"records"`       // from the port, the broker and the time of day
	BadBytes      uint64   `json:"bad_bytes"`     // from the port, not understood
	Moves         uint64   `json:"moves"`         // published to relays
	Queued        int      `json:"queued"`        // messages that the broker has not acknowledged
	QueuedMs      int64    `json:"queued_ms"`     // age of the oldest of them, to a second
	Refused       uint64   `json:"refused"`       // messages for which there was no room, and findings that were dropped for others
	Reconnections uint64   `json:"reconnections"` // to the broker
	HeardMs       *int64   `json:"heard_ms"`      // since the port last sent anything; null: never
	CommitMs      *float64 `json:"commit_ms"`     // duration of the disk's last commit of messages; null: there was none
}

// About describes a board as it reports itself, and the program. Unknown fields are empty.
type About struct {
	Version string   `json:"version"` // of boardd
	Kind    string   `json:"kind"`    // which family of board
	Serial  string   `json:"serial"`
	Sensor  string   `json:"sensor"` // identified, occupancy, or empty before it is known
	Clock   bool     `json:"clock"`  // a clock is attached
	Schemas []string `json:"schemas"`
}

// Info is the version, the board, what it can do, and the schemas in use.
type Info struct {
	Head
	About
}

// Game is the public snapshot of a game.
type Game struct {
	Head
	reading
	revision
	Record
}

// ArbiterGame is the full snapshot.
type ArbiterGame struct {
	Head
	reading
	revision
	FullRecord
}

// reading is the clock at the time of a snapshot. A running clock alone causes no new
// snapshot.
type reading struct {
	Clock *Clock `json:"clock"` // null when not known
}

// revision is that of the full game. Between two public snapshots it may grow by more than
// one, because some changes are not public. That more plies are final causes no new snapshot.
type revision struct {
	Rev   int `json:"rev"`             // +1 for every change
	Final int `json:"final,omitempty"` // how many of the moves boardd does not revise any more by itself
}

// Clock is what the clock showed.
type Clock struct {
	WhiteMs int64  `json:"white_ms"` // left to White
	BlackMs int64  `json:"black_ms"`
	Running string `json:"running"` // w, b, or - when both are stopped
	ReadAt  string `json:"read_at"` // UTC, RFC 3339, milliseconds
}

// ClockReading is the latest reading of the clock.
type ClockReading struct {
	Head
	Clock
}

// Record is a game as it is published: what public and full snapshot have in common.
type Record struct {
	GameID      string            `json:"game_id"` // stable for the life of the game
	Phase       string            `json:"phase"`
	Variant     string            `json:"variant"`     // standard or chess960
	Rules       string            `json:"rules"`       // fide-2023 and so on
	Time        string            `json:"time"`        // standard, rapid, blitz, quickplay
	Supervision string            `json:"supervision"` // of rapid and blitz: normal or full
	StartFEN    string            `json:"start_fen"`
	Tags        map[string]string `json:"tags"` // PGN tags given from outside
	Moves       []Ply             `json:"moves"`
	Pending     *Ply              `json:"pending"` // on the board, not in the record; always null in public
	FEN         string            `json:"fen"`     // after the last of Moves
	Result      string            `json:"result"`
	Termination *string           `json:"termination"` // the PGN tag's values
	Trust       Trust             `json:"trust"`
	Illegal     *Sides            `json:"illegal"` // completed illegal moves; always null in public

	// Parts are what was published before under IDs of their own, each until an
	// arbiter set another position, in order.
	Parts []Part `json:"parts,omitempty"`
}

// Part is what was played until an arbiter set another position.
type Part struct {
	GameID   string `json:"game_id"`
	StartFEN string `json:"start_fen"`
	Moves    []Ply  `json:"moves"`
	Why      string `json:"why"` // the position was set
}

// FullRecord is a Record with the plies that the rules do not let stand.
type FullRecord struct {
	Record
	Irregular []Ply `json:"irregular"` // plies that the rules do not let stand, from the first irregular one on
}

// Ply is one move.
type Ply struct {
	Ply         int     `json:"ply"` // from 1
	UCI         *string `json:"uci"` // null when no single move describes what was done
	SAN         *string `json:"san"`
	State       string  `json:"state"`
	ClkMs       *int64  `json:"clk_ms"`  // left to the mover after the move
	MadeAt      *string `json:"made_at"` // UTC, RFC 3339, milliseconds
	CompletedAt *string `json:"completed_at"`
	Confidence  float64 `json:"confidence"` // 0 to 1: the share of all hypotheses, by their odds, that have this ply
	Inferred    bool    `json:"inferred"`   // deduced, not seen

	// After is the placement after an irregular ply, which its move need not give.
	After string `json:"after,omitempty"`

	Competitors []string `json:"competitors,omitempty"` // what it may have been instead, in UCI, while that is not settled
}

// Trust is whether the game can be believed at present.
type Trust struct {
	State  string  `json:"state"`
	Since  string  `json:"since"`
	Reason *string `json:"reason"` // always null in public
}

// Sides is a count for each side.
type Sides struct {
	White int `json:"w"`
	Black int `json:"b"`
}

// Event is one change of the published game, in the order of the changes.
type Event struct {
	Head
	Historical bool   `json:"historical"` // it was queued while the broker could not be reached
	Type       string `json:"type"`       // game_start, move, retract, correct, result or resync
	GameID     string `json:"game_id"`
	Rev        int    `json:"rev"`

	// Ply is the last ply of the published game after this event, and FEN the position
	// after it. A move adds the ply; correct replaces it and drops later ones; retract
	// drops later ones.
	Ply int    `json:"ply"`
	FEN string `json:"fen"`

	UCI         string `json:"uci,omitempty"` // move and correct; absent when no single move describes it
	SAN         string `json:"san,omitempty"`
	State       string `json:"state,omitempty"` // move and correct
	ClkMs       *int64 `json:"clk_ms,omitempty"`
	Variant     string `json:"variant,omitempty"`     // game_start
	Result      string `json:"result,omitempty"`      // result; * takes an earlier one back
	Termination string `json:"termination,omitempty"` // result
}

// FindingMessage carries one finding to the arbiter.
type FindingMessage struct {
	Head
	foundIn
	Finding
}

// foundIn says of which game a finding is.
type foundIn struct {
	GameID string `json:"game_id,omitempty"` // as in arbiter/game; absent if a game began in the same step
}

// Board is what the sensors show.
type Board struct {
	Head
	Sensed
}

// Sensed is the placement on the board and the squares where it differs from the game.
type Sensed struct {
	Placement string   `json:"placement"` // as in FEN; ? is a piece of unknown kind
	Differ    []string `json:"differ"`
}

// Alert is something that needs a person now. It is cleared by an empty payload.
type Alert struct {
	Head
	Warning
}

// Warning is the content of an alert.
type Warning struct {
	Code    string  `json:"code"`
	Since   string  `json:"since"`
	Finding Finding `json:"finding"`
}

// Answer answers a request.
type Answer struct {
	Head
	Event int `json:"event,omitempty"` // the number of the request's record, which its findings have too; absent if it was not parsed as a request
	Reply
}

// Reply is the result of a request.
type Reply struct {
	Transaction string   `json:"transaction,omitempty"` // that of the request; absent if none could be read
	Status      string   `json:"status"`                // ok or error
	Error       *Problem `json:"error,omitempty"`
}

// Problem is why a request was refused. Nothing has changed.
type Problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}
