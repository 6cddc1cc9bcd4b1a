// Package dialect is the conversation of DGT LiveChess with web sites and overlays: JSON objects
// in the text frames of a WebSocket, at port 1982. It makes no claim to be LiveChess.
//
//	client ─▶ eboards, subscribe, setup, flip, unsubscribe ─▶ Conversation ─▶ answers, feed messages
//	                                                             ▲
//	                                                  Source: boards, games
//
// The package is pure: a [Conversation] takes a call, and returns what is sent to its client.
// There are two sources. [Boards] has the boards of one boardd; for each feed that sets a
// position up it follows a game of its own, which never touches the game of record. Package
// livechess has the source of a hall, which knows what boards have published.
//
// What the dialect is follows from a recorded conversation with chess.com's page and from the
// sources of clients; testdata has the recording. LiveChess is closed, and its manual is not at
// hand.
package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Source has the boards of which a client can ask. It changes between two calls only.
type Source interface {
	// Boards returns all boards, those that are alive and in play first.
	Boards() []Board
	// Board returns a board by its name.
	Board(name string) (Board, bool)
	// SetUp begins to follow a game on a board from a position. A client that has turned the
	// board round sees it rotated.
	SetUp(name string, start legality.Position, flipped bool) (Game, error)
}

// Game is what is played on a board from a position on.
type Game interface {
	Moves() []string             // in SAN, those that are settled
	End() placement.Placement    // after them
	Names() *placement.Placement // names the pieces that the board does not; nil: the Board's Names
	Close()                      // nobody follows it any more
}

// State is the state of a board; "" is not known.
type State string

const (
	Active        State = "ACTIVE"
	Inactive      State = "INACTIVE" // the game is paused
	NotResponding State = "NOTRESPONDING"
)

// Board is a board as it stands.
type Board struct {
	Name    string
	Serial  string // digits; see SerialOf
	State   State
	Battery string              // as "84%"; "" if the board has none, or does not say
	Known   bool                // Shown is valid
	Shown   placement.Placement // what the sensors show
	Names   placement.Placement // names the pieces of unknown kind in Shown: what the game has there
	Clock   *Clock              // nil: none is known
	InPlay  bool                // for the order: there is a game with a move and without a result
}

// Clock is a reading of a clock.
type Clock struct {
	White int   `json:"white"` // seconds left
	Black int   `json:"black"`
	Run   *bool `json:"run"`  // nil: stopped; true: White's runs
	Time  int64 `json:"time"` // when it was read, Unix milliseconds
}

// Follows reports whether a reading is what a client expects that has an older one, and counts
// by itself.
func (c *Clock) Follows(old *Clock) bool {
	if c == nil || old == nil {
		return c == old
	}
	if (c.Run == nil) != (old.Run == nil) || c.Run != nil && *c.Run != *old.Run {
		return false
	}
	white, black := int64(old.White), int64(old.Black)
	switch gone := (c.Time - old.Time) / 1000; {
	case old.Run == nil:
	case *old.Run:
		white = max(0, white-gone)
	default:
		black = max(0, black-gone)
	}
	near := func(a, b int64) bool { return a-b <= 1 && b-a <= 1 }
	return near(white, int64(c.White)) && near(black, int64(c.Black))
}

// SerialOf returns the serial number by which clients know a board: its own if that is digits,
// or else ten digits that follow from its name.
func SerialOf(serial, name string) string {
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	if serial != "" && len(serial) <= 10 && strings.Trim(serial, "0123456789") == "" && strings.ContainsFunc(serial, digit) {
		return serial
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	return strconv.FormatUint(1e9+h.Sum64()%9e9, 10)
}

// isKnownAs reports whether a client may know the board by a serial number: it may have listed the
// board before the board has reported its own.
func (b *Board) isKnownAs(serial string) bool {
	return serial == b.Serial || serial == SerialOf("", b.Name)
}

// Sort puts the boards first that are alive and in play, then those that are alive, and leaves
// the order as it is otherwise: one client takes the first board whatever its state is.
func Sort(boards []Board) {
	rank := func(b *Board) int {
		switch {
		case b.State == Active && b.InPlay:
			return 0
		case b.State == Active:
			return 1
		case b.State == Inactive:
			return 2
		case b.State == "":
			return 3
		}
		return 4
	}
	slices.SortStableFunc(boards, func(a, b Board) int { return rank(&a) - rank(&b) })
}

// Text returns a placement as clients read it: a piece of unknown kind has the name that names
// has for its square, and is left out if that has none.
func Text(shown, names *placement.Placement, flipped bool) string {
	p := *shown
	for s := range p {
		if p[s] == placement.Empty || p[s].Known() {
			continue
		}
		if p[s] = names[s]; !p[s].Known() {
			p[s] = placement.Empty
		}
	}
	if flipped {
		p = p.Rotated()
	}
	return p.String()
}

// Room is what all clients share: a source, and the list of its boards as it is sent.
type Room struct {
	Source Source
	list   []byte
	pretty []byte
}

// Changed takes note that the source has changed.
func (r *Room) Changed() { r.list, r.pretty = nil, nil }

type listed struct {
	Serial  string  `json:"serialnr"`
	Source  string  `json:"source"`
	State   *State  `json:"state"`
	Battery *string `json:"battery"`
	Comment *string `json:"comment"`
	Board   *string `json:"board"`
	Flipped bool    `json:"flipped"`
	Clock   *Clock  `json:"clock"`
}

// List returns the boards as an answer has them. It is encoded once for all clients.
func (r *Room) List() []byte {
	if r.list != nil {
		return r.list
	}
	all := []listed{}
	for _, b := range r.Source.Boards() {
		one := listed{Serial: b.Serial, Source: b.Name, Clock: b.Clock}
		if b.State != "" {
			one.State = &b.State
		}
		if b.Battery != "" {
			one.Battery = &b.Battery
		}
		if b.Known {
			text := Text(&b.Shown, &b.Names, false)
			one.Board = &text
		}
		all = append(all, one)
	}
	r.list = encode(all)
	return r.list
}

// Pretty returns the boards as GET /api/v1.0/eboards has them.
func (r *Room) Pretty() []byte {
	if r.pretty == nil {
		var b bytes.Buffer
		if err := json.Indent(&b, r.List(), "", "  "); err != nil {
			panic(err) // it was encoded here
		}
		b.WriteByte('\n')
		r.pretty = b.Bytes()
	}
	return r.pretty
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // these types cannot fail
	}
	return text
}

// answer appends an answer to a call. The id is that of the call.
func answer(id, param []byte, now int64) []byte {
	return fmt.Appendf(nil, `{"response":"call","id":%s,"param":%s,"time":%d}`, id, param, now)
}

func failure(id []byte, why string, now int64) []byte {
	return fmt.Appendf(nil, `{"response":"error","id":%s,"param":%s,"time":%d}`, id, encode(struct {
		Message string `json:"message"`
	}{why}), now)
}
