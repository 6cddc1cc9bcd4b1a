package livechess

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/boardd/boardd/hall/livechess/dialect"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// SiteTopics are the topics of a board from which a Site knows it. The account of an operator
// cannot read the placement of the sensors; then the position of the game is shown.
var SiteTopics = []string{"game", "clock", "status", "info", "arbiter/board"}

// Site is the boards of a hall as they publish themselves: a dialect.Source. It has no records of
// a board, so that a client that sets up a position is told the published game from there.
type Site struct {
	boards map[string]*siteBoard
	names  []string // sorted
}

type siteBoard struct {
	dialect.Board
	state  transport.State
	sensed bool // Shown is from the sensors
	game   *published
	games  []*siteGame
}

// Report is what a message of a board says, and no more of it than is shown. Reports may wait for
// a delay.
type Report struct {
	board  string
	game   *published
	sensed *placement.Placement
	clock  *dialect.Clock
	state  transport.State
	serial *string
}

// published is a published game. It is small, because many of them may wait for a delay.
type published struct {
	id     string
	paused bool
	inPlay bool
	start  legality.Position
	moves  []legality.Move
	sans   []string // of moves
	end    placement.Placement
}

// Read reads a message of a board; ok is false if there is nothing in it to show.
func Read(board, topic string, payload []byte) (r Report, ok bool) {
	r.board = board
	var err error
	switch topic {
	case "game":
		var g transport.Game
		if err = json.Unmarshal(payload, &g); err == nil {
			r.game, err = readGame(&g)
		}
	case "clock":
		r.clock, err = readClock(payload)
	case "status":
		var s transport.Status
		err = json.Unmarshal(payload, &s)
		r.state = s.State
	case "info":
		var i transport.Info
		err = json.Unmarshal(payload, &i)
		r.serial = &i.Serial
	case "arbiter/board":
		var b transport.Board
		if err = json.Unmarshal(payload, &b); err == nil {
			var p placement.Placement
			p, err = placement.Parse(b.Placement)
			r.sensed = &p
		}
	default:
		return r, false
	}
	return r, err == nil
}

func readGame(g *transport.Game) (*published, error) {
	p, err := legality.ParseFEN(g.StartFEN, g.Variant == "chess960")
	if err != nil {
		return nil, err
	}
	out := &published{id: g.GameID, paused: g.Phase == touchmove.Paused.String(), inPlay: len(g.Moves) > 0 && g.Result == "*", start: p}
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.UCI == nil || m.SAN == nil {
			break
		}
		move, err := p.ParseUCI(*m.UCI)
		if err != nil || !p.IsLegal(move) {
			break
		}
		p = p.Play(move)
		out.sans, out.moves = append(out.sans, *m.SAN), append(out.moves, move)
	}
	out.end = *p.Placement()
	return out, nil
}

func readClock(payload []byte) (*dialect.Clock, error) {
	var c transport.ClockReading
	if err := json.Unmarshal(payload, &c); err != nil {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339Nano, c.ReadAt)
	if err != nil {
		return nil, err
	}
	running := map[string]sensor.Running{"w": sensor.WhiteRuns, "b": sensor.BlackRuns}[c.Running]
	now := dialect.ClockOf([2]int64{c.WhiteMs, c.BlackMs}, running, at.UnixMilli())
	return &now, nil
}

// News reports whether a report says more of a board than an older one: not, if it is a reading
// of the clock that was to be expected.
func (r *Report) News(old *Report) bool {
	return r.clock == nil || !r.clock.Follows(old.clock)
}

// Take takes a report that is shown late milliseconds after it was made. It returns the name of
// the board.
func (s *Site) Take(r *Report, late int64) string {
	b := s.board(r.board)
	switch {
	case r.game != nil:
		b.take(r.game)
	case r.sensed != nil:
		b.Known, b.sensed, b.Shown = true, true, *r.sensed
	case r.clock != nil:
		now := *r.clock
		now.Time += late
		if !now.Follows(b.Clock) {
			b.Clock = &now
		}
	case r.serial != nil:
		b.Serial = dialect.SerialOf(*r.serial, b.Name)
	default:
		b.state = r.state
	}
	b.State = b.now()
	return b.Name
}

func (s *Site) board(name string) *siteBoard {
	b := s.boards[name]
	if b == nil {
		b = &siteBoard{Board: dialect.Board{Name: name, Serial: dialect.SerialOf("", name)}}
		if s.boards == nil {
			s.boards = map[string]*siteBoard{}
		}
		s.boards[name] = b
		i, _ := slices.BinarySearch(s.names, name)
		s.names = slices.Insert(s.names, i, name)
	}
	return b
}

// now returns the state of the board.
func (b *siteBoard) now() dialect.State {
	switch {
	case b.state == transport.Lost || b.state == transport.Off:
		return dialect.NotResponding
	case b.state != transport.Ready:
		return ""
	case b.game != nil && b.game.paused:
		return dialect.Inactive
	}
	return dialect.Active
}

// take takes a snapshot of the game.
func (b *siteBoard) take(g *published) {
	b.game, b.InPlay = g, g.inPlay
	b.Names = g.end
	if !b.sensed {
		b.Known, b.Shown = true, b.Names
	}
	for _, one := range b.games {
		one.gather()
	}
}

// Boards returns all boards, those that are alive and in play first, and else by name.
func (s *Site) Boards() []dialect.Board {
	var all []dialect.Board
	for _, name := range s.names {
		all = append(all, s.boards[name].Board)
	}
	dialect.Sort(all)
	return all
}

// Board returns a board.
func (s *Site) Board(name string) (dialect.Board, bool) {
	b := s.boards[name]
	if b == nil {
		return dialect.Board{}, false
	}
	return b.Board, true
}

var errOwnBoardd = errors.New("the position is none of the published game; setup of another one needs the board's own boardd")

// SetUp begins to tell the published game from a position of it, the last one if it occurs
// several times.
func (s *Site) SetUp(name string, start legality.Position, flipped bool) (dialect.Game, error) {
	b := s.boards[name]
	if b == nil || b.game == nil {
		return nil, errOwnBoardd
	}
	from := b.game.find(&start)
	if from < 0 {
		return nil, errOwnBoardd
	}
	g := &siteGame{board: b, id: b.game.id, from: from, flipped: flipped}
	g.gather()
	b.games = append(b.games, g)
	return g, nil
}

// find returns after how many moves a position stood last; -1 if it did not.
func (g *published) find(wanted *legality.Position) int {
	at, p := -1, g.start
	for i := 0; ; i++ {
		if same(&p, wanted) {
			at = i
		}
		if i == len(g.moves) {
			return at
		}
		p = p.Play(g.moves[i])
	}
}

// same reports whether two positions are the same, whatever their move numbers.
func same(a, b *legality.Position) bool {
	first := func(p *legality.Position) string { return strings.Join(strings.Fields(p.FEN())[:4], " ") }
	return first(a) == first(b)
}

// siteGame is a game that a client has set up. It ends when another begins on the board.
type siteGame struct {
	board   *siteBoard
	id      string
	from    int // plies before it
	flipped bool
	moves   []string
	end     placement.Placement
}

func (g *siteGame) gather() {
	if now := g.board.game; now.id == g.id && len(now.sans) >= g.from {
		g.moves, g.end = now.sans[g.from:], now.end
	} else if now.id == g.id {
		g.moves, g.end = nil, now.end // taken back beyond the start
	}
}

// Moves returns the published moves in SAN.
func (g *siteGame) Moves() []string { return g.moves }

// End returns the placement after them, as the client sees the board.
func (g *siteGame) End() placement.Placement {
	if g.flipped {
		return g.end.Rotated()
	}
	return g.end
}

// Names returns nil: the published game names the pieces for all clients.
func (g *siteGame) Names() *placement.Placement { return nil }

// Close ends it.
func (g *siteGame) Close() {
	g.board.games = slices.DeleteFunc(g.board.games, func(o *siteGame) bool { return o == g })
}
