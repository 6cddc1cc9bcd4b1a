package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// MaxFeeds is how many feeds a client may have.
const MaxFeeds = 1024

// Conversation is the conversation with one client. Only that client sees what it sets up and
// turns round.
type Conversation struct {
	Room  *Room
	Chess bool // positions may be of Chess960
	feeds []*feed
}

// feed is a client's view of a board.
type feed struct {
	id      []byte // as it came
	serial  string // as it was subscribed
	board   string // the name
	flipped bool
	game    Game // nil: no position was set up
	start   legality.Position
	began   bool // a message was sent
	sent    shown
}

// shown is what a feed message shows. Fields that the feed has not are the zero value.
type shown struct {
	known bool // board is valid
	board string
	clock *Clock
	start string // "": no position was set up
	moves []string
	match bool
}

type call struct {
	ID    json.RawMessage `json:"id"`
	Call  string          `json:"call"`
	Param json.RawMessage `json:"param"`
}

// Call takes a call of the client, and returns what is sent to it. now is Unix milliseconds.
func (c *Conversation) Call(now int64, text []byte) [][]byte {
	var q call
	if err := json.Unmarshal(text, &q); err != nil {
		return [][]byte{failure([]byte("null"), "the message is not understood: it must be a JSON object with id, call and param", now)}
	}
	id, good := idOf(q.ID)
	if !good {
		return [][]byte{failure([]byte("null"), "id must be a number, a string or null", now)}
	}
	do, known := calls[q.Call]
	if !known {
		return [][]byte{failure(id, fmt.Sprintf("the call %.40q is not known", q.Call), now)}
	}
	param, f, err := do(c, q.Param)
	if err != nil {
		return [][]byte{failure(id, err.Error(), now)}
	}
	out := [][]byte{answer(id, param, now)}
	if f != nil {
		out = f.update(out, c.Room.Source, now)
	}
	return out
}

// idOf returns an id as it is sent back: as it came, null if it is missing.
func idOf(id json.RawMessage) (text []byte, good bool) {
	if len(id) == 0 {
		return []byte("null"), true
	}
	return id, id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9' || string(id) == "null"
}

// calls are what a client may call. Each returns the param of the answer, and the feed whose
// change follows it; nil if there is none.
var calls = map[string]func(c *Conversation, param json.RawMessage) ([]byte, *feed, error){
	"eboards":     func(c *Conversation, _ json.RawMessage) ([]byte, *feed, error) { return c.Room.List(), nil, nil },
	"subscribe":   (*Conversation).subscribe,
	"unsubscribe": (*Conversation).unsubscribe,
	"call":        (*Conversation).method,
}

var null = []byte("null")

// subscribe begins a feed. A second one with the same id takes the place of the first.
func (c *Conversation) subscribe(param json.RawMessage) ([]byte, *feed, error) {
	var p struct {
		Feed  string          `json:"feed"`
		ID    json.RawMessage `json:"id"`
		Param struct {
			Serial json.RawMessage `json:"serialnr"`
		} `json:"param"`
	}
	if err := read(param, &p); err != nil {
		return nil, nil, err
	}
	if p.Feed != "eboardevent" {
		return nil, nil, fmt.Errorf("the feed %.40q is not known; there is eboardevent", p.Feed)
	}
	id, good := idOf(p.ID)
	if !good {
		return nil, nil, errors.New("the id of a feed must be a number, a string or null")
	}
	serial := string(bytes.Trim(p.Param.Serial, `"`))
	for _, b := range c.Room.Source.Boards() {
		if !b.isKnownAs(serial) {
			continue
		}
		c.drop(id)
		if len(c.feeds) == MaxFeeds {
			return nil, nil, fmt.Errorf("a client may have %d feeds", MaxFeeds)
		}
		f := &feed{id: slices.Clone(id), serial: serial, board: b.Name}
		c.feeds = append(c.feeds, f)
		return null, f, nil
	}
	return nil, nil, fmt.Errorf("no board has the serialnr %.40q", serial)
}

// read reads the param of a call.
func read(param json.RawMessage, p any) error {
	if len(param) == 0 || param[0] != '{' || json.Unmarshal(param, p) != nil {
		return errors.New("param is missing, or is not understood")
	}
	return nil
}

func (c *Conversation) find(id []byte) *feed {
	for _, f := range c.feeds {
		if bytes.Equal(f.id, id) {
			return f
		}
	}
	return nil
}

// drop ends a feed, if there is one with this id.
func (c *Conversation) drop(id []byte) {
	if f := c.find(id); f != nil {
		f.close()
		c.feeds = slices.DeleteFunc(c.feeds, func(o *feed) bool { return o == f })
	}
}

func (f *feed) close() {
	if f.game != nil {
		f.game.Close()
		f.game = nil
	}
}

// Close ends the conversation.
func (c *Conversation) Close() {
	for _, f := range c.feeds {
		f.close()
	}
	c.feeds = nil
}

type method struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Param  struct {
		FEN  *string `json:"fen"`
		Flip *bool   `json:"flip"`
	} `json:"param"`
}

// method calls a method of a feed.
func (c *Conversation) method(param json.RawMessage) ([]byte, *feed, error) {
	var m method
	if err := read(param, &m); err != nil {
		return nil, nil, err
	}
	do, known := methods[m.Method]
	if !known {
		return nil, nil, fmt.Errorf("the method %.40q is not known", m.Method)
	}
	id, _ := idOf(m.ID)
	f := c.find(id)
	if f == nil {
		return nil, nil, fmt.Errorf("there is no feed with the id %.40s", id)
	}
	f, err := do(c, f, &m)
	return null, f, err
}

// methods are the methods of a feed. Each returns the feed if a change of it follows.
var methods = map[string]func(c *Conversation, f *feed, m *method) (*feed, error){
	"setup": func(c *Conversation, f *feed, m *method) (*feed, error) {
		if m.Param.FEN == nil {
			return nil, errors.New("setup needs a fen")
		}
		start, err := c.position(*m.Param.FEN)
		if err != nil {
			return nil, err
		}
		return f, f.setUp(c.Room.Source, start, f.flipped)
	},
	"flip": func(c *Conversation, f *feed, m *method) (*feed, error) {
		if m.Param.Flip == nil {
			return nil, errors.New("flip needs flip, true or false")
		}
		return f, f.flip(c.Room.Source, *m.Param.Flip)
	},
	"unsubscribe": func(c *Conversation, f *feed, _ *method) (*feed, error) {
		c.drop(f.id)
		return nil, nil
	},
}

// position reads a position from which a game can be followed.
func (c *Conversation) position(fen string) (legality.Position, error) {
	p, err := legality.ParseFEN(fen, c.Chess)
	if err != nil {
		return p, fmt.Errorf("fen %.100q: %w", fen, err)
	}
	for _, king := range []placement.Piece{placement.MakePiece(placement.White, placement.King), placement.MakePiece(placement.Black, placement.King)} {
		if p.Placement().Find(king).Len() != 1 {
			return p, fmt.Errorf("fen %.100q: each player must have one king", fen)
		}
	}
	return p, nil
}

// unsubscribe ends a feed.
func (c *Conversation) unsubscribe(param json.RawMessage) ([]byte, *feed, error) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if err := read(param, &p); err != nil {
		return nil, nil, err
	}
	id, _ := idOf(p.ID)
	if c.find(id) == nil {
		return nil, nil, fmt.Errorf("there is no feed with the id %.40s", id)
	}
	c.drop(id)
	return null, nil, nil
}

// setUp follows a game from a position. If that is not possible, the feed stays as it is.
func (f *feed) setUp(s Source, start legality.Position, flipped bool) error {
	g, err := s.SetUp(f.board, start, flipped)
	if err != nil {
		return err
	}
	f.close()
	f.game, f.start = g, start
	f.sent.start, f.sent.moves = "", nil // all of it is news
	return nil
}

// flip turns the board round. A game that was set up begins again: until now it has seen the
// pieces on wrong squares.
func (f *feed) flip(s Source, flipped bool) error {
	if f.flipped == flipped {
		return nil
	}
	if f.game != nil {
		if err := f.setUp(s, f.start, flipped); err != nil {
			return err
		}
	}
	f.flipped = flipped
	f.sent.known = false
	return nil
}

// Update returns the feed messages that follow from a change of a board.
func (c *Conversation) Update(now int64, board string) [][]byte {
	var out [][]byte
	for _, f := range c.feeds {
		if f.board == board {
			out = f.update(out, c.Room.Source, now)
		}
	}
	return out
}

// update appends a message with what has changed, if anything has. The first one has all.
func (f *feed) update(out [][]byte, s Source, now int64) [][]byte {
	b, ok := s.Board(f.board)
	if !ok {
		return out
	}
	is, was := f.look(&b), &f.sent
	text := fmt.Appendf(nil, `{"response":"feed","id":%s,"param":{"serialnr":%s,"flipped":%t`, f.id, encode(f.serial), f.flipped)
	before := len(text)
	if is.known && (!was.known || is.board != was.board) {
		text = fmt.Appendf(text, `,"board":%q`, is.board)
	}
	if !f.began || !same(is.clock, was.clock) {
		text = fmt.Appendf(text, `,"clock":%s`, encode(is.clock))
	}
	if f.game != nil {
		text = is.appendGame(text, was)
	}
	if len(text) == before {
		return out
	}
	f.began, f.sent = true, is
	return append(out, fmt.Appendf(text, `},"time":%d}`, now))
}

// appendGame appends what has changed in the game that is followed.
func (is *shown) appendGame(text []byte, was *shown) []byte {
	fresh := was.start == ""
	if fresh || is.start != was.start {
		text = fmt.Appendf(text, `,"start":%q`, is.start)
	}
	if fresh || !slices.Equal(is.moves, was.moves) {
		text = fmt.Appendf(text, `,"san":%s`, encode(append([]string{}, is.moves...)))
	}
	if fresh || is.match != was.match {
		text = fmt.Appendf(text, `,"match":%t`, is.match)
	}
	return text
}

func same(a, b *Clock) bool {
	return a == b || a != nil && b != nil && a.White == b.White && a.Black == b.Black && a.Time == b.Time && (a.Run == b.Run || a.Run != nil && b.Run != nil && *a.Run == *b.Run)
}

// look returns what a feed shows of a board.
func (f *feed) look(b *Board) shown {
	is := shown{known: b.Known, clock: b.Clock}
	names := b.Names
	if f.game != nil {
		if own := f.game.Names(); own != nil {
			names = *own
			if f.flipped {
				names = names.Rotated() // Text rotates both
			}
		}
	}
	if b.Known {
		is.board = Text(&b.Shown, &names, f.flipped)
	}
	if f.game != nil {
		end := f.game.End()
		is.start, is.moves = f.start.FEN(), f.game.Moves()
		is.match = is.known && is.board == end.String()
	}
	return is
}
