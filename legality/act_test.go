package legality

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

const startBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// actCases says what an act is and what it breaks: the position, what stood on
// the board after it, the act, its move in UCI and the faults.
var actCases = []struct {
	fen, after string
	kind       ActKind
	move       string
	want       []FaultCode
}{
	{startBoard + " w KQkq - 0 1", startBoard, ActNone, "", nil},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", ActLegal, "e2e4", nil},
	{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/5RK1", ActLegal, "e1g1", nil},
	{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3P4/8/8/8/8/4K3", ActLegal, "e5d6", nil},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "5Qr1/7k/8/8/8/8/8/K7", ActLegal, "f7f8q", nil},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "6N1/7k/8/8/8/8/8/K7", ActLegal, "f7g8n", nil},

	// One piece.
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR", ActIllegal, "b1b3", []FaultCode{KnightMove}},
	{"4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", "4r1k1/8/8/8/8/6N1/3B4/4K3", ActIllegal, "h1g3", []FaultCode{KingLeftInCheck}},
	{"4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", "6k1/8/8/8/8/8/8/4r1N1", ActKingCaptured, "e8e1", []FaultCode{KingTaken}},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPNPPP/RNBQKB1R", ActOwnCaptured, "g1e2", []FaultCode{OwnPiece}},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR", ActOpponentPiece, "e7e5", []FaultCode{WrongSide}},
	{"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "4R3/6k1/8/8/8/8/8/4K3", ActLegal, "e7e8r", nil},
	{"4n3/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "4R3/6k1/8/8/8/8/8/4K3", ActIllegal, "e7e8r", []FaultCode{PawnBlocked}},

	// En passant.
	{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3P4/3p4/8/8/8/4K3", ActEnPassantLeft, "e5d6", []FaultCode{EnPassantPawnLeft}},
	{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/3P4/3p4/8/8/8/4K3", ActIllegal, "e5d6", []FaultCode{PawnCaptureEmpty}},
	{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/3P4/8/8/8/8/4K3", ActIllegal, "e5d6", []FaultCode{EnPassantLate}},
	{"8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", "8/8/3P4/K6q/8/8/8/4k3", ActIllegal, "e5d6", []FaultCode{KingPutInCheck}},

	// Castling.
	{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/6KR", ActHalfCastling, "e1g1", []FaultCode{CastlingHalf}},
	{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/6KR", ActHalfCastling, "e1g1", []FaultCode{CastlingRightLost, CastlingHalf}},
	{"4k3/8/8/8/8/8/8/6KR w - - 0 1", "4k3/8/8/8/8/8/8/5RK1", ActIllegal, "h1f1", []FaultCode{PathBlocked}},
	{"4k3/8/8/5r2/8/8/8/4K2R w K - 0 1", "4k3/8/8/5r2/8/8/8/5RK1", ActIllegalCastling, "e1g1", []FaultCode{CastlingThroughCheck}},
	{"r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "2kr4/8/8/8/8/8/8/4K3", ActIllegalCastling, "e8c8", []FaultCode{CastlingRightLost}},
	{"4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "4k3/8/8/8/8/8/8/1KR5", ActIllegalCastling, "", []FaultCode{CastlingRightLost}},
	{"4k3/8/8/8/8/8/8/3K3R w - - 0 1", "4k3/8/8/8/8/8/8/4RK2", ActIllegalCastling, "", []FaultCode{CastlingRightLost}},
	{"r2k4/8/8/8/8/8/8/1R2K3 b - - 0 1", "1kr5/8/8/8/8/8/8/1R2K3", ActIllegalCastling, "", []FaultCode{CastlingRightLost, KingPutInCheck}},
	{"1k4KR/8/8/8/8/8/8/8 w - - 0 1", "1k3RK1/8/8/8/8/8/8/8", ActIllegal, "h8f8", []FaultCode{PathBlocked}},
	{"4k3/8/8/8/8/8/8/RK6 w - - 0 1", "4k3/8/8/8/8/8/8/K1R5", ActSeveral, "", []FaultCode{SeveralMoved}},
	{"4k3/8/8/8/8/8/8/R2K4 b - - 0 1", "4k3/8/8/8/8/8/8/1KR5", ActSeveral, "", []FaultCode{SeveralMoved}},
	{"4k3/8/8/8/8/8/8/R2K4 w - - 0 1", "4k3/8/8/8/8/8/8/1K1R4", ActSeveral, "", []FaultCode{SeveralMoved}},
	{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4KR2", ActLegal, "h1f1", nil},
	{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/6K1", ActIllegal, "e1g1", []FaultCode{KingMove}},

	{"4k3/8/8/8/8/8/8/4K2R b K - 0 1", "4k3/8/8/8/8/8/8/5RK1", ActOpponentPiece, "e1g1", []FaultCode{WrongSide}},
	{"4k3/8/8/8/8/8/8/4K2R b K - 0 1", "4k3/8/8/8/8/8/8/6KR", ActOpponentPiece, "e1g1", []FaultCode{WrongSide, CastlingHalf}},

	// Promotion.
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "5Pr1/7k/8/8/8/8/8/K7", ActPromotionMissing, "f7f8", []FaultCode{PromotionMissing}},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "5qr1/7k/8/8/8/8/8/K7", ActPromotionWrong, "f7f8q", []FaultCode{PromotionWrongPiece}},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "5Kr1/7k/8/8/8/8/8/K7", ActPromotionWrong, "f7f8k", []FaultCode{PromotionWrongPiece}},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "5Qr1/5P1k/8/8/8/8/8/K7", ActPromotionLeft, "f7f8q", []FaultCode{PromotionPawnLeft}},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "6R1/5P1k/8/8/8/8/8/K7", ActPromotionLeft, "f7g8r", []FaultCode{PromotionPawnLeft}},
	{"6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", "Q5r1/5P1k/8/8/8/8/8/K7", ActSeveral, "", []FaultCode{SeveralMoved}},

	// Pieces gone, several pieces.
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", ActVanished, "", []FaultCode{PieceVanished}},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", ActVanished, "e2e4", []FaultCode{PieceVanished}},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR", ActSeveral, "", []FaultCode{SeveralMoved}},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", ActSeveral, "", []FaultCode{SeveralMoved}},
	{startBoard + " w KQkq - 0 1", "8/8/8/8/8/8/8/8", ActVanished, "", slices.Repeat([]FaultCode{PieceVanished}, 32)},

	// Pieces of unknown kind.
	{startBoard + " w KQkq - 0 1", "????????/????????/8/8/4?3/8/????1???/????????", ActLegal, "e2e4", nil},
	{startBoard + " w KQkq - 0 1", "????????/????????/8/8/8/1?6/????????/?1??????", ActIllegal, "b1b3", []FaultCode{KnightMove}},
	{startBoard + " w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/?7/8/PPPPPPPP/RNBQKBNR", ActSeveral, "", []FaultCode{SeveralMoved}},
}

func TestExplainPlacement(t *testing.T) {
	for _, c := range actCases {
		p := mustParse(t, c.fen)
		after, err := placement.Parse(c.after)
		if err != nil {
			t.Fatal(err)
		}
		act, faults := p.ExplainPlacement(&after)
		move := ""
		if act.Move != NoMove {
			move = p.UCI(act.Move)
		}
		if act.Kind != c.kind || move != c.move || !slices.Equal(codes(faults), c.want) {
			t.Errorf("%s to %s:\n got %s %s %v\nwant %s %s %v", c.fen, c.after, act.Kind, move, codes(faults), c.kind, c.move, c.want)
		}
	}
}

// TestActKinds makes sure that each act has a name and a case.
func TestActKinds(t *testing.T) {
	seen := map[ActKind]bool{}
	for _, c := range actCases {
		seen[c.kind] = true
	}
	for k := ActNone; k <= ActSeveral; k++ {
		if !seen[k] {
			t.Errorf("no case of %s", k)
		}
	}
	if (ActSeveral + 1).String() != "?" {
		t.Error("an act beyond the last has a name")
	}
}

// TestWrongManText checks that the piece put on is named, not the one it stands for.
func TestWrongManText(t *testing.T) {
	p := mustParse(t, "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1")
	after, _ := placement.Parse("5qr1/7k/8/8/8/8/8/K7")
	_, faults := p.ExplainPlacement(&after)
	if got, want := faults[0].Text(), "a pawn may not be exchanged for the black queen put on f8"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestActSquares checks that the act names the squares that changed.
func TestActSquares(t *testing.T) {
	p := Initial()
	after, _ := placement.Parse("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR")
	act, _ := p.ExplainPlacement(&after)
	if want := placement.SetOf(placement.D2, placement.D4, placement.E2, placement.E4); act.Squares != want {
		t.Errorf("squares %v, want %v", act.Squares.Squares(), want.Squares())
	}
}

// TestExplainPlacementFindsLegalMoves checks that every legal move is known by
// what it leaves on the board, in positions of all sorts.
func TestExplainPlacementFindsLegalMoves(t *testing.T) {
	for _, p := range randomPositions(200) {
		for _, m := range p.AppendMoves(nil) {
			q := p.Play(m)
			act, faults := p.ExplainPlacement(q.Placement())
			if act.Kind != ActLegal || act.Move != m || faults != nil {
				t.Errorf("%s: %s is %s %s, %v", p.FEN(), m, act.Kind, act.Move, codes(faults))
			}
		}
	}
}

// TestExplainPlacementOfAnything checks that whatever stands on the board gets
// an answer: a legal move, or faults.
func TestExplainPlacementOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 10))
	for _, p := range randomPositions(2000) {
		after := *p.Placement()
		for range 1 + r.IntN(5) {
			a, b := r.IntN(64), r.IntN(64)
			switch r.IntN(4) {
			case 0:
				after[a] = Piece(r.IntN(256))
			case 1:
				after[a] = Empty
			default:
				after[a], after[b] = Empty, after[a]
			}
		}
		act, faults := p.ExplainPlacement(&after)
		if want := act.Kind > ActLegal; want != (len(faults) > 0) {
			t.Errorf("%s to %s: %s with faults %v", p.FEN(), after, act.Kind, codes(faults))
		}
		for _, f := range faults {
			f.Text()
		}
		q := p.PlayPlacement(&after)
		checkPosition(t, &q)
	}
}
