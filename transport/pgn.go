package transport

import (
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// unfinished is the result of a game that has none.
const unfinished = "*"

// PGNHeader is what a PGN says that a game does not know.
type PGNHeader struct {
	Site  string // where no tag says it
	Board string // name of the board, for placeholders of the players' names
	Date  string // YYYY.MM.DD, parts not known as ?
}

// AppendPGN writes what is published of a game as export PGN.
//
// It is one game, or several, with an empty line after each. A move that is not
// legal but stands (A.5.2) cannot be written in PGN: there a comment and *
// end the movetext, and the game goes on as another one, from the position
// after that move, under the GameId with ".2", ".3" and so on after it
// (touchmove.PartID). So it does where an arbiter has set another position, and
// a game of over 600 plies is parted too. The last part has the result.
//
// Times left are given after every move of a part or, if one is not known,
// after none.
func AppendPGN(dst []byte, g *touchmove.Game, h PGNHeader) []byte {
	for _, earlier := range g.Parts {
		part := *earlier
		part.Tags = g.Tags // of the players and the event, whenever they were given
		dst = appendParts(dst, &part, h)
	}
	return appendParts(dst, g, h)
}

func appendParts(dst []byte, g *touchmove.Game, h PGNHeader) []byte {
	parts := partsOf(g)
	for i := range parts {
		dst = append(parts[i].appendTags(dst, g, h), '\n')
		dst = append(parts[i].appendMoves(dst), '\n')
	}
	return dst
}

// part is a game as PGN knows it: from a position by legal moves only.
type part struct {
	number  int // from 1
	start   legality.Position
	moves   []touchmove.Ply
	comment string // after the last move; "" if none
	result  string
	last    bool
}

// partsOf cuts what is published of a game at moves that PGN cannot write.
func partsOf(g *touchmove.Game) []part {
	var parts []part
	moves, first := g.Moves[:Published(g)], 0
	now := part{number: 1, start: g.Start}
	for i := range moves {
		p := &moves[i]
		cut := p.State == touchmove.StateIllegalStands || p.Move == legality.NoMove
		if !cut && i-first < touchmove.PartPlies {
			continue
		}
		now.moves, now.comment, now.result = moves[first:i], parting(p, cut), unfinished
		parts = append(parts, now)
		first = i
		if cut {
			first = i + 1
		}
		now = part{number: len(parts) + 1, start: after(g, first)}
	}
	now.moves, now.last = moves[first:], g.Parted == ""
	now.result = boardResult(g, len(moves))
	if !now.last {
		now.result, now.comment = unfinished, setAnew(g.Parted)
	}
	return append(parts, now)
}

// plain are the characters of a comment that mean something to some reader of
// PGN: comments in it, commands, and lines that are passed over.
var plain = strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")", "%", " per cent")

// setAnew says why a part ends where an arbiter has set another position.
func setAnew(why string) string {
	return "The arbiter has set another position: " + plain.Replace(why) + ". The game goes on in the next one."
}

// parting is why a part of a game ends.
func parting(p *touchmove.Ply, illegal bool) string {
	switch {
	case !illegal:
		return "The game goes on in the next one."
	case p.SAN == "":
		return "What was played here is no legal move, and it stands: the game goes on in the next one."
	}
	return p.SAN + " was played here, which is no legal move, and it stands: the game goes on in the next one."
}

// boardResult is the result of a game. Mate or stalemate on the board is one
// even before anybody has said so: no reader takes * after it.
func boardResult(g *touchmove.Game, n int) string {
	said := result(g)
	if said != unfinished || n == 0 || g.Moves[n-1].State.Illegal() {
		return said
	}
	p := after(g, n)
	switch legality.Judge(&p, 1) {
	case legality.Checkmate:
		return [...]string{"0-1", "1-0"}[p.Turn()]
	case legality.Stalemate:
		return "1/2-1/2"
	}
	return said
}
