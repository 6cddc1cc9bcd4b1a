// Package legality knows the rules of chess: Articles 1 to 3 of the FIDE Laws,
// the ends of the game that follow from the board alone (5.1.1, 5.2, 9.2, 9.3,
// 9.6), and Chess960 (Guidelines II). Article numbers are those of fide-2023.
//
// It answers these questions:
//   - Which moves are legal? Position.Generate returns them as sets of squares, so
//     that "may this touched piece move, where to, can that piece be captured" are
//     bit tests. AppendMoves, AppendMovesFrom, AppendCaptures and IsLegal use it.
//   - What does a move lead to, whether legal or not? Position.Play, and
//     PlayPlacement for acts that no move describes.
//   - Why is a move illegal, article by article? Position.Explain, and
//     ExplainPlacement for what stands on the board after an act.
//   - How often has a position occurred, and what ends the game? Game, Judge.
//   - Can a player still mate by any sequence of legal moves, and is the position
//     dead? QuickCanMate and QuickDead are for each ply of a replay; CanMate and
//     Dead search.
//
// It also reads and writes FEN, UCI and SAN.
//
// # Impossible positions
//
// A game can go on from positions that legal play cannot reach: an illegal move
// that stands, both kings attacked, a pawn left on the last rank. Any pieces on any
// squares are a Position, and every method accepts it. Generate says which moves
// are legal there, Judge what ends the game there, and Defects what is impossible
// about the position. ParseFEN only refuses bad form.
//
// # When positions are the same
//
// A position has an en passant square only if such a capture is legal. The captured
// pawn is off the board for the test of the king's safety. So positions are the
// same in the sense of Article 9.2.3 exactly if they have the same pieces, player
// to move, castling rights and en passant square; Key is computed from these. And
// two positions are equal under == if they are the same in that sense and their
// move counts agree.
//
// # What it does not do
//
// It knows no hands, no clock and no sensor board: package touchmove decides what was
// touched and released, when a move is made or completed and what a breach costs.
// Where rule sets differ it follows one: dead positions, fivefold repetition and the
// 75 moves are those of fide-2023, and a caller with another rule set ignores them.
// Judge and Game find a dead position by the pieces alone (DeadByMaterial); the
// proof of other dead positions can take long, so the caller must ask for it.
// Package pgn reads PGN.
//
// Generating and playing moves allocates nothing. Nothing panics, whatever the
// position, the square or the move, except Game.At and Game.Move with an index out
// of range.
package legality

import (
	"github.com/boardd/boardd/legality/placement"
)

// The vocabulary of the board, so that callers write legality.Square.
type (
	Square    = placement.Square
	Set       = placement.Set
	Color     = placement.Color
	Kind      = placement.Kind
	Piece     = placement.Piece
	Placement = placement.Placement
)

// The colours, the kinds, and what stands for nothing; see package placement.
const (
	White = placement.White
	Black = placement.Black

	NoKind = placement.NoKind
	Pawn   = placement.Pawn
	Knight = placement.Knight
	Bishop = placement.Bishop
	Rook   = placement.Rook
	Queen  = placement.Queen
	King   = placement.King

	Empty    = placement.Empty
	Unknown  = placement.Unknown
	NoSquare = placement.NoSquare
)

// Position is a placement, the player to move, and the parts of the past that
// matter: castling rights, the pawn that can be captured en passant, the counts. It
// is a value: copy it freely, compare it with ==. Its methods take a pointer only
// for speed; they change nothing.
//
// Legal play need not be able to reach a position; see Defects. The zero value is
// an empty board with White to move on move 0, and is safe to use.
type Position struct {
	board    Placement
	kinds    [8]Set // the pieces of each kind, by Kind; 0 and 7 stay empty
	colors   [2]Set // the pieces of each colour
	key      uint64
	rights   Set // squares of the rooks with which castling is still possible
	halfmove int32
	fullmove int32
	ep       uint8 // the square passed plus 1, only if a capture there is legal; 0 if none
	turn     Color
	chess960 bool
}

// Initial returns the initial position of Article 2.3, White to move.
func Initial() Position {
	p := Position{fullmove: 1, rights: placement.SetOf(placement.A1, placement.H1, placement.A8, placement.H8)}
	p.setBoard(&placement.Initial)
	p.key = p.computeKey()
	return p
}

// setBoard puts the pieces on the board, without those of unknown kind. The caller
// must compute the key afterwards.
func (p *Position) setBoard(board *Placement) {
	p.kinds, p.colors = [8]Set{}, [2]Set{}
	for s, piece := range board {
		if !piece.Known() {
			piece = Empty
		}
		if p.board[s] = piece; piece != Empty {
			p.kinds[piece.Kind()] |= 1 << s
			p.colors[piece.Color()&1] |= 1 << s
		}
	}
}

// Placement returns what stands on each square. It points into the position: do not
// change it.
func (p *Position) Placement() *Placement { return &p.board }

// At returns what stands on a square, Empty for NoSquare.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare {
		return Empty
	}
	return p.board[s]
}

// Turn returns the colour of the player having the move (1.3).
func (p *Position) Turn() Color { return p.turn }

// Chess960 reports whether castling follows the rules of Chess960 (Guidelines II)
// and is written as in Chess960.
func (p *Position) Chess960() bool { return p.chess960 }

// Key returns a number that is equal for positions that are the same in the sense
// of Article 9.2.3: same pieces on same squares, same player to move, same castling
// and en passant possibilities. It is the same on every machine. Different
// positions have equal keys with a chance of about 1 in 2^64; Same makes sure.
func (p *Position) Key() uint64 { return p.key }

// Same reports whether two positions are the same in the sense of Article 9.2.3.
func (p *Position) Same(q *Position) bool {
	return p.key == q.key && p.turn == q.turn && p.ep == q.ep && p.rights == q.rights && p.board == q.board
}

// EnPassant returns the square on which a pawn may be captured en passant now,
// NoSquare when no such capture is legal.
func (p *Position) EnPassant() Square {
	if p.ep == 0 {
		return NoSquare
	}
	return Square(p.ep - 1)
}

// HalfmoveClock returns the number of moves by either player since the last
// capture or pawn move (9.3, 9.6.2).
func (p *Position) HalfmoveClock() int { return int(p.halfmove) }

// FullmoveNumber returns the number of the move, from 1; it grows after Black's.
func (p *Position) FullmoveNumber() int { return int(p.fullmove) }

// Ply returns the number of moves by either player before this position, counted
// from the start of move 1.
func (p *Position) Ply() int { return 2*(int(p.fullmove)-1) + int(p.turn) }

// Kings returns the squares of c's kings: one square in legal play, none or several
// after some illegal moves.
func (p *Position) Kings(c Color) Set { return p.kinds[King] & p.colors[c&1] }

// Pieces returns the set of squares on which pieces of one colour and kind stand.
func (p *Position) Pieces(c Color, k Kind) Set { return p.kinds[k&7] & p.colors[c&1] }

// Occupied returns the set of squares on which pieces of one colour stand.
func (p *Position) Occupied(c Color) Set { return p.colors[c&1] }

// WithTurn returns the position with c to move, for a player who moves out of turn.
// If that changes the turn, nothing can be captured en passant; rights and counts
// stay.
func (p *Position) WithTurn(c Color) Position {
	q := *p
	if q.turn != c&1 {
		q.turn, q.ep = c&1, 0
		q.key = q.computeKey()
	}
	return q
}

// keys are the random numbers of a Zobrist key: one for each piece on each
// square, each castling right by the rook's square, each file of an en passant
// capture, and Black to move.
type keys struct {
	pieces [16][64]uint64
	rights [64]uint64
	ep     [8]uint64
	black  uint64
}

var zobrist = makeKeys()

func makeKeys() (z keys) {
	state := uint64(0)
	next := func() uint64 { // SplitMix64 (Steele, Lea, Flood 2014)
		state += 0x9e3779b97f4a7c15
		x := state
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}
	for piece := placement.WhitePawn; piece <= placement.BlackKing; piece++ {
		for s := range z.pieces[piece] {
			if piece.Known() {
				z.pieces[piece][s] = next()
			}
		}
	}
	for file := range z.ep {
		z.ep[file] = next()
		z.rights[file], z.rights[file+56] = next(), next()
	}
	z.black = next()
	return z
}

func (p *Position) computeKey() uint64 {
	key := rightsKey(p.rights) ^ p.epKey()
	for pieces := p.colors[0] | p.colors[1]; pieces != 0; {
		s := pieces.Pop()
		key ^= zobrist.pieces[p.board[s]&15][s]
	}
	if p.turn == Black {
		key ^= zobrist.black
	}
	return key
}

func rightsKey(rights Set) uint64 {
	key := uint64(0)
	for rights != 0 {
		key ^= zobrist.rights[rights.Pop()&63]
	}
	return key
}

func (p *Position) epKey() uint64 {
	if p.ep == 0 {
		return 0
	}
	return zobrist.ep[(p.ep-1)&7]
}
