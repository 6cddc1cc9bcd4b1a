package web

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Move is a position of a game and the move that led to it. SAN is "" at the start of a part: an
// arbiter set the position, or nothing has been played yet.
type Move struct {
	Number    string // as "23." or "23…"
	SAN, UCI  string
	Clock     string // left to the player of the move, as 1:23:45; "" if not known
	Placement string
}

// Side returns the player of the move: "w" or "b".
func (m Move) Side() string {
	if strings.HasSuffix(m.Number, "…") {
		return "b"
	}
	return "w"
}

// MarshalJSON writes a move as a list: number, SAN, UCI, clock, placement.
func (m Move) MarshalJSON() ([]byte, error) {
	return json.Marshal([]string{m.Number, m.SAN, m.UCI, m.Clock, m.Placement})
}

// Player is a player as pages show one.
type Player struct {
	Name  string `json:"n"`
	Title string `json:"t,omitempty"`
	Elo   int    `json:"e,omitempty"`
	From  string `json:"f,omitempty"` // the federation
}

// Game is a table of a round. A Game that has been shown does not change: a new one takes its place.
type Game struct {
	Table        int
	White, Black Player
	Result       string // "*" without one
	PGN          string // the address of the PGN
	Moves        []Move // the first one is the start
	text         string // the PGN, to see whether it has changed
}

// gameOf returns the game of a table. It takes from old what has not changed, because a ply more
// should cost a ply.
func gameOf(b *livechess.Board, pgn string, old *Game) *Game {
	p := &b.Pairing
	g := &Game{Table: p.Table, White: playerOf(&p.White), Black: playerOf(&p.Black), Result: b.Text.Result(), PGN: pgn, text: b.Text.PGN}
	var had []Move
	if old != nil {
		had = old.Moves
	}
	for i := range b.Text.Games {
		g.Moves = appendPart(g.Moves, &b.Text.Games[i], had)
	}
	if len(g.Moves) == 0 {
		start := legality.Initial()
		g.Moves = []Move{{Placement: start.Placement().String()}}
	}
	return g
}

func playerOf(p *hall.Player) Player { return Player{p.Name, p.Title, p.Elo, p.Federation} }

// appendPart appends the start of a part and its moves. The text has been read before it was
// shown: a move that makes no sense ends the part.
func appendPart(moves []Move, part *pgnlint.Game, had []Move) []Move {
	position := legality.Initial()
	if fen := part.Tag("FEN"); fen != "" {
		p, err := legality.ParseFEN(fen, part.Tag("Variant") == "Chess960")
		if err != nil {
			return moves
		}
		position = p
	}
	moves = append(moves, Move{Placement: position.Placement().String()})
	for i, san := range part.Moves {
		m, err := position.ParseSAN(san)
		if err != nil {
			return moves
		}
		next := Move{Number: numberOf(&position), SAN: san, UCI: position.UCI(m)}
		if i < len(part.Clocks) {
			next.Clock = shortClock(part.Clocks[i])
		}
		position = position.Play(m)
		if n := len(moves); n < len(had) && had[n].SAN == san && had[n-1] == moves[n-1] {
			next.Placement = had[n].Placement
		} else {
			next.Placement = position.Placement().String()
		}
		moves = append(moves, next)
	}
	return moves
}

func numberOf(p *legality.Position) string {
	if p.Turn() == placement.Black {
		return fmt.Sprintf("%d…", p.FullmoveNumber())
	}
	return fmt.Sprintf("%d.", p.FullmoveNumber())
}

// shortClock returns 0:03:25 as 3:25.
func shortClock(text string) string {
	short, ok := strings.CutPrefix(text, "0:")
	if !ok {
		return text
	}
	if strings.HasPrefix(short, "0") && len(short) >= len("00:00") {
		return short[1:]
	}
	return short
}

// Last returns the last move.
func (g *Game) Last() Move { return g.Moves[len(g.Moves)-1] }

// scores are results as people read them.
var scores = map[string]string{"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½"}

// Score returns the result as people read it, "" without one.
func (g *Game) Score() string { return scores[g.Result] }

// Plies returns how many moves were played.
func (g *Game) Plies() int {
	n := 0
	for i := range g.Moves {
		if g.Moves[i].SAN != "" {
			n++
		}
	}
	return n
}

// Clocks returns what the clocks showed last, at a move.
func (g *Game) Clocks(ply int) (white, black string) {
	for i := ply; i >= 0 && (white == "" || black == ""); i-- {
		switch m := &g.Moves[i]; {
		case m.Clock == "":
		case m.Side() == "w":
			white = keep(white, m.Clock)
		default:
			black = keep(black, m.Clock)
		}
	}
	return white, black
}

func keep(old, text string) string {
	if old != "" {
		return old
	}
	return text
}

// Turn returns the player to move after a move: "w" or "b"; "" when the game is over.
func (g *Game) Turn() string {
	switch last := g.Last(); {
	case g.Result != "*":
		return ""
	case last.SAN != "" && last.Side() == "w":
		return "b"
	}
	return "w"
}

// stateOf is a table in the state of its round.
type stateOf struct {
	Table  int       `json:"t"`
	White  *Player   `json:"w,omitempty"`
	Black  *Player   `json:"b,omitempty"`
	Result string    `json:"r"` // as people read it; "" without one
	Clocks [2]string `json:"c"`
	Turn   string    `json:"u"`
	At     int       `json:"at"` // where the moves belong
	Moves  []Move    `json:"m"`
	Plies  int       `json:"p"`
}

// state returns the table with its moves from one on. The state of a round has the last one.
func (g *Game) state(at int, names bool) stateOf {
	s := stateOf{Table: g.Table, Result: g.Score(), Turn: g.Turn(), At: at, Moves: g.Moves[at:], Plies: g.Plies()}
	s.Clocks[0], s.Clocks[1] = g.Clocks(len(g.Moves) - 1)
	if names {
		s.White, s.Black = &g.White, &g.Black
	}
	return s
}

// change returns the delta from one state of a table to the next. Its first move is one that
// both have, so that a page always has a position to show.
func (g *Game) change(old *Game) stateOf {
	at := 0
	for at < min(len(old.Moves), len(g.Moves)) && old.Moves[at] == g.Moves[at] {
		at++
	}
	if at == len(g.Moves) {
		at--
	}
	return g.state(at, old.White != g.White || old.Black != g.Black)
}
