package view

import (
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/transport"
)

// scene is what is to be seen of a board: each square, and who has the move.
type scene struct {
	looks [64]look
	turn  placement.Color
	known bool // turn is known, and the game goes on
}

// look is what is to be seen of a square.
type look struct {
	piece placement.Piece
	mark  mark
	last  last
}

// mark says how a square differs from the game.
type mark uint8

const (
	agrees mark = iota
	lifted      // its piece, which is drawn as a shadow, is not there
	stray       // what stands there has no business to
)

// last says whether a square belongs to the last move, and how far that has come.
type last uint8

const (
	apart last = iota
	settled
	settling
	illegal
)

// scene puts together what the game says and what the sensors show.
func (b *Board) scene() scene {
	expected, turn, known := b.expected()
	s := scene{turn: turn, known: known && b.goesOn()}
	for q := range placement.Square(64) {
		s.looks[q] = b.look(q, expected[q])
	}
	b.markLast(&s)
	return s
}

func (b *Board) look(q placement.Square, expected placement.Piece) look {
	there := expected
	if b.scanned {
		there = b.sensed[q]
	}
	switch {
	case !b.differ.Has(q) && there == placement.Unknown && expected != placement.Empty:
		return look{piece: expected}
	case !b.differ.Has(q):
		return look{piece: there}
	case there == placement.Empty:
		return look{piece: expected, mark: lifted}
	}
	return look{piece: there, mark: stray}
}

// expected is what should stand where, going by the game and the plies on the
// board that are not in its record, and who would have the move. It is false if
// the game is not known.
func (b *Board) expected() (placement.Placement, placement.Color, bool) {
	p, err := legality.ParseFEN(b.game.FEN, b.game.Variant == "chess960")
	if err != nil {
		return b.sensed, placement.White, false
	}
	for _, ply := range b.beyond() {
		if ply.UCI == nil {
			return b.sensed, p.Turn(), false
		}
		if m, err := p.ParseUCI(*ply.UCI); err == nil {
			p = p.Play(m)
		}
	}
	return *p.Placement(), p.Turn(), true
}

// goesOn reports whether the game has begun to be played or may be, and has no
// result yet.
func (b *Board) goesOn() bool {
	return b.game.Result == "*" && b.game.Phase != "setup" && b.game.Phase != "ended" && b.game.Phase != "post_mortem"
}

// markLast marks the squares of the last move on the board.
func (b *Board) markLast(s *scene) {
	plies := b.plies()
	if len(plies) == 0 {
		return
	}
	ply := &plies[len(plies)-1]
	if ply.UCI == nil || len(*ply.UCI) < 4 {
		return
	}
	for _, name := range []string{(*ply.UCI)[:2], (*ply.UCI)[2:4]} {
		if q, ok := placement.ParseSquare(name); ok {
			s.looks[q].last = progress(ply)
		}
	}
}

func progress(p *transport.Ply) last {
	switch {
	case strings.HasPrefix(p.State, "illegal"):
		return illegal
	case p.State == "provisional":
		return settling
	}
	return settled
}

// grounds are the colours of light squares; the dark one of each pair stands
// after it.
var grounds = [...]colour{apart: lightSquare, settled: lightLast, settling: lightSettling, illegal: lightIllegal}

// back is the colour of a square.
func (l look) back(light bool) colour {
	base := grounds[l.last]
	if l.mark != agrees {
		base = lightDiffer
	}
	if !light {
		base++
	}
	return base
}

// ink is how the piece on a square is written.
func (l look) ink(light bool) ink {
	k := ink{fore: whitePiece, back: l.back(light), attribute: bold}
	switch {
	case l.mark == lifted:
		k.fore = shadow
	case l.piece == placement.Unknown, !l.piece.Is(placement.White):
		k.fore = blackPiece
	}
	return k
}

// sign is the glyph of a piece.
func (g *glyphs) sign(p placement.Piece) string {
	switch {
	case p == placement.Unknown:
		return g.white[len(g.white)-1]
	case p.Is(placement.White):
		return g.white[p.Kind()]
	}
	return g.black[p.Kind()]
}
