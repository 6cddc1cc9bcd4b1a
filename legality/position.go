package legality

import "github.com/boardd/boardd/legality/placement"

// Position is what stands on the board, who has the move, and what of the
// past still matters: castling rights, the pawn that may be captured en
// passant, the counts. It is a value: copy it freely, compare it with ==. Its
// methods take a pointer for speed only and change nothing.
//
// A position need not be one that legal play can reach; see Defects. The zero
// value is an empty board with White to move on move 0, and is safe to use.
type Position struct {
	board    Placement
	kinds    [8]Set // the men of each kind, by Kind; 0 and 7 stay empty
	colors   [2]Set // the men of each colour
	key      uint64
	rights   Set // rooks with which castling is still open; a1 to h1 are White's, a8 to h8 Black's
	halfmove int32
	fullmove int32
	ep       uint8 // the square passed plus 1, only if a capture there is legal; 0 if none
	turn     Color
	chess960 bool
}

// Initial is the initial position of Article 2.3, White to move.
func Initial() Position {
	p := Position{fullmove: 1, rights: placement.SetOf(placement.A1, placement.H1, placement.A8, placement.H8)}
	p.setBoard(&placement.Initial)
	p.key = p.computeKey()
	return p
}

// setBoard puts the men on the board, leaving out those of unknown kind. The
// key has to be computed anew afterwards.
func (p *Position) setBoard(board *Placement) {
	p.kinds, p.colors = [8]Set{}, [2]Set{}
	for s, man := range board {
		if !man.Known() {
			man = Empty
		}
		if p.board[s] = man; man != Empty {
			p.kinds[man.Kind()] |= 1 << s
			p.colors[man.Color()&1] |= 1 << s
		}
	}
}

// Placement is what stands on each square. It points into the position and is
// not to be written to.
func (p *Position) Placement() *Placement { return &p.board }

// At is what stands on a square, Empty for NoSquare.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare {
		return Empty
	}
	return p.board[s]
}

// Turn is the colour of the player having the move (1.3).
func (p *Position) Turn() Color { return p.turn }

// Chess960 reports whether castling follows the rules of Chess960
// (Guidelines II); it changes how castling is written, too.
func (p *Position) Chess960() bool { return p.chess960 }

// Key is a number that two positions share when they are the same in the
// sense of Article 9.2.3: same men on same squares, same player to move, same
// possible moves as to castling and en passant. It is the same on every
// machine. Different positions share one with a chance of about 1 in 2^64;
// Same makes sure.
func (p *Position) Key() uint64 { return p.key }

// Same reports whether two positions are the same in the sense of Article 9.2.3.
func (p *Position) Same(q *Position) bool {
	return p.key == q.key && p.turn == q.turn && p.ep == q.ep && p.rights == q.rights && p.board == q.board
}

// EnPassant is the square on which a pawn may be captured en passant now,
// NoSquare when no such capture is legal.
func (p *Position) EnPassant() Square {
	if p.ep == 0 {
		return NoSquare
	}
	return Square(p.ep - 1)
}

// HalfmoveClock is the number of moves by either player since the last
// capture or pawn move (9.3, 9.6.2).
func (p *Position) HalfmoveClock() int { return int(p.halfmove) }

// FullmoveNumber is the number of the move, from 1; it grows after Black's.
func (p *Position) FullmoveNumber() int { return int(p.fullmove) }

// Ply is the number of moves by either player before this position, counted
// from the start of move 1.
func (p *Position) Ply() int { return 2*(int(p.fullmove)-1) + int(p.turn) }

// Kings is the set of squares on which c has a king: one square in any
// position that can be, none or several after some illegal moves.
func (p *Position) Kings(c Color) Set { return p.kinds[King] & p.colors[c&1] }

// Men is the set of squares on which men of one colour and kind stand.
func (p *Position) Men(c Color, k Kind) Set { return p.kinds[k&7] & p.colors[c&1] }

// Occupied is the set of squares on which men of one colour stand.
func (p *Position) Occupied(c Color) Set { return p.colors[c&1] }

// WithTurn is the same placement with c to move: the position for a player who
// moves out of turn. If that changes who is to move, nothing can be captured
// en passant; rights and counts stay.
func (p *Position) WithTurn(c Color) Position {
	q := *p
	if q.turn != c&1 {
		q.turn, q.ep = c&1, 0
		q.key = q.computeKey()
	}
	return q
}
