package dialect

import (
	"errors"
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// MaxGames is how many games that clients have set up may be followed on a board at a time. Each
// costs as much as the game of record.
const MaxGames = 64

// Boards are the boards of one boardd: a Source. The first one in play is the first.
type Boards struct{ all []*Home }

// Add adds a board. Its games are followed as c says, from the position that a client sets up.
func (s *Boards) Add(name string, c touchmove.Config) *Home {
	c.Moves, c.Tags, c.GameID, c.Rev, c.Illegal = nil, nil, "livechess", 0, [2]int{}
	c.Rules = nil               // an illegal move never stands
	c.Clock = touchmove.ClockNo // the clock is the web site's, and one beside the board stands still
	c.PublishAt, c.NoSignals, c.AsksMate = touchmove.StateMade, true, true
	h := &Home{Board: Board{Name: name, Serial: SerialOf("", name)}, config: c}
	s.all = append(s.all, h)
	return h
}

// Boards returns the boards, those that are alive and in play first.
func (s *Boards) Boards() []Board {
	var all []Board
	for _, h := range s.all {
		all = append(all, h.Board)
	}
	Sort(all)
	return all
}

// Board returns a board.
func (s *Boards) Board(name string) (Board, bool) {
	if h := s.named(name); h != nil {
		return h.Board, true
	}
	return Board{}, false
}

func (s *Boards) named(name string) *Home {
	for _, h := range s.all {
		if h.Name == name {
			return h
		}
	}
	return nil
}

// SetUp begins to follow a game on a board.
func (s *Boards) SetUp(name string, start legality.Position, flipped bool) (Game, error) {
	h := s.named(name)
	if h == nil {
		return nil, errors.New("the board is gone")
	}
	return h.setUp(start, flipped)
}

// Home is a board whose records come here. Games that clients have set up are followed by
// trackers of their own, fed with the same records.
type Home struct {
	Board
	config  touchmove.Config
	scanned bool // since the connection was made
	lost    bool // the connection
	paused  bool
	at      int64 // of the last record or deadline
	games   []*followed
}

// Now is what is known of a board besides its records, at the time of a record.
type Now struct {
	Serial string // as the board reports it
	Paused bool
	InPlay bool
	LateMs int64               // as touchmove.Config has it
	Names  placement.Placement // what the game of record has on each square
}

// Take takes what is known besides the records.
func (h *Home) Take(n *Now) {
	h.Serial, h.InPlay, h.Names = SerialOf(n.Serial, h.Name), n.InPlay, n.Names
	h.paused = n.Paused
	h.State = h.state()
	if h.config.LateMs != n.LateMs {
		h.config.LateMs = n.LateMs
		for _, g := range h.games {
			g.tracker.SetBoard(h.config.Board, n.LateMs)
		}
	}
}

// Step takes a decoded record in terms of the game; unix is when it came, in Unix milliseconds.
func (h *Home) Step(r *sensor.Record, unix int64) {
	h.at = max(h.at, r.At)
	switch r.Word {
	case sensor.Board:
		h.Shown = r.Placement
	case sensor.Lift:
		h.Shown[r.Square&63] = placement.Empty
	case sensor.Drop:
		h.Shown[r.Square&63] = r.Piece
	case sensor.Link:
		h.linked(r.On)
	case sensor.Clock, sensor.Pause:
		h.clock(r, unix)
	}
	if r.Word == sensor.Board || h.scanned && (r.Word == sensor.Lift || r.Word == sensor.Drop) {
		h.Known, h.scanned = true, true
		h.State = h.state()
	}
	for _, g := range h.games {
		g.step(*r)
	}
}

// linked notes that the board was connected or lost. What a lost board showed last is shown on,
// but never as alive.
func (h *Home) linked(on bool) {
	h.scanned, h.lost = false, !on
	h.State = h.state()
}

func (h *Home) state() State {
	switch {
	case h.lost:
		return NotResponding
	case !h.scanned:
		return ""
	case h.paused:
		return Inactive
	}
	return Active
}

// clock takes a reading. One that the client can foresee is no news.
func (h *Home) clock(r *sensor.Record, unix int64) {
	var now Clock
	switch {
	case r.Word == sensor.Clock:
		now = ClockOf(r.Times, r.Running, unix)
	case h.Clock == nil:
		return
	default: // paused
		now = *h.Clock
		now.Run, now.Time = nil, unix
	}
	if !now.Follows(h.Clock) {
		h.Clock = &now
	}
}

// ClockOf returns a reading, from milliseconds.
func ClockOf(left [2]int64, running sensor.Running, unix int64) Clock {
	c := Clock{White: int(left[placement.White] / 1000), Black: int(left[placement.Black] / 1000), Time: unix}
	if running != sensor.Stopped {
		white := running == sensor.WhiteRuns
		c.Run = &white
	}
	return c
}

// Wake runs what is due at or before a time.
func (h *Home) Wake(at int64) {
	h.at = max(h.at, at)
	for _, g := range h.games {
		g.wake(at)
	}
}

// Deadline returns when to call Wake; sensor.Never if nothing is due.
func (h *Home) Deadline() int64 {
	at := int64(sensor.Never)
	for _, g := range h.games {
		if due, ok := g.tracker.Deadline(); ok {
			at = min(at, due)
		}
	}
	return at
}

// setUp begins to follow a game. It counts from the moment at which the board shows the start, or
// at once if it shows the start or a position one move later: a player may be that quick.
func (h *Home) setUp(start legality.Position, flipped bool) (Game, error) {
	if len(h.games) == MaxGames {
		return nil, fmt.Errorf("%d games are followed on the board already", MaxGames)
	}
	seen := h.Shown
	if flipped {
		seen = seen.Rotated()
	}
	ahead := h.Known && reaches(&start, &seen)
	c := h.config
	c.Start, c.Setup = start, !ahead
	g := &followed{home: h, flipped: flipped, tracker: touchmove.New(c)}
	g.id, g.rev = g.tracker.Game().ID, -1
	g.end = *start.Placement()
	if h.scanned {
		g.begin(ahead, &seen)
	}
	g.gather()
	h.games = append(h.games, g)
	return g, nil
}

// begin passes to the tracker what the board shows. If that is a move ahead, the move is made now.
func (g *followed) begin(ahead bool, seen *placement.Placement) {
	first := *seen
	if ahead {
		first = g.end
		if seen.Find(placement.Unknown) != 0 {
			first = placement.Occupancy(first.Occupied())
		}
	}
	g.take(sensor.Record{At: g.home.at, Word: sensor.Board, Placement: first})
	for _, r := range sensor.AppendChanges(nil, g.home.at, &first, seen) {
		g.take(r)
	}
}

// reaches reports whether a placement is that of a position, or of one a move later.
func reaches(p *legality.Position, shown *placement.Placement) bool {
	if fits(p.Placement(), shown) {
		return true
	}
	for _, m := range p.AppendMoves(nil) {
		if next := p.Play(m); fits(next.Placement(), shown) {
			return true
		}
	}
	return false
}

// fits reports whether the sensors show a placement; a piece of unknown kind may be any.
func fits(p, shown *placement.Placement) bool {
	for rest := placement.Differ(p, shown); rest != 0; {
		if s := rest.Pop(); p[s] == placement.Empty || shown[s] == placement.Empty || shown[s].Known() {
			return false
		}
	}
	return true
}

// followed is a game that a client has set up. It ends when the tracker sees another begin.
type followed struct {
	home    *Home
	tracker *touchmove.Tracker
	flipped bool
	event   touchmove.Event
	id      string
	rev     int // of the game when its moves were read
	moves   []string
	end     placement.Placement
}

// Moves returns the settled moves in SAN.
func (g *followed) Moves() []string { return g.moves }

// End returns the placement after them.
func (g *followed) End() placement.Placement { return g.end }

// Names returns the pieces as the game has them.
func (g *followed) Names() *placement.Placement { return g.tracker.BestPosition().Placement() }

// Close ends it.
func (g *followed) Close() {
	g.home.games = slices.DeleteFunc(g.home.games, func(o *followed) bool { return o == g })
}

func (g *followed) step(r sensor.Record) {
	g.take(turned(r, g.flipped))
	g.gather()
}

// take passes a record to the tracker. Records count from 1.
func (g *followed) take(r sensor.Record) {
	g.event++
	g.tracker.Step(g.event, r)
}

func (g *followed) wake(at int64) {
	for {
		due, ok := g.tracker.Deadline()
		if !ok || due > at {
			break
		}
		g.tracker.Wake(due)
	}
	g.gather()
}

// turned returns a record as it is seen from the other side, if it is.
func turned(r sensor.Record, flipped bool) sensor.Record {
	if !flipped {
		return r
	}
	switch r.Word {
	case sensor.Board:
		r.Placement = r.Placement.Rotated()
	case sensor.Lift, sensor.Drop:
		r.Square = r.Square.Rotated()
	}
	return r
}

// gather reads the moves that are settled: those that are made, up to the first that is not, or
// that the Laws do not allow.
func (g *followed) gather() {
	game := g.tracker.Game()
	if game.ID != g.id || game.Rev == g.rev {
		return // the next game on the board, or nothing new
	}
	g.rev = game.Rev
	moves, p := make([]string, 0, len(game.Moves)), game.Start
	for i := range game.Moves {
		ply := &game.Moves[i]
		if !ply.Published || ply.State.Illegal() || !p.IsLegal(ply.Move) {
			break
		}
		moves, p = append(moves, ply.SAN), p.Play(ply.Move)
	}
	if !slices.Equal(moves, g.moves) {
		g.moves = moves
	}
	g.end = *p.Placement()
}
