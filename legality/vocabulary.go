package legality

import "github.com/boardd/boardd/legality/placement"

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
