package legality

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality/placement"
)

// explainCase is a move, in UCI, and the faults that the Laws find in it; none
// for a legal move, which each article needs as well.
type explainCase struct {
	fen, move string
	want      []FaultCode
}

// explainCases holds for each article a move that breaks it and one near it
// that does not.
var explainCases = []struct {
	article string
	cases   []explainCase
}{
	{"1.2 whose piece", []explainCase{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e7e5", []FaultCode{WrongSide}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e7e5", nil},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g8g6", []FaultCode{WrongSide, KnightMove}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e8g8", []FaultCode{WrongSide}},
	}},
	{"no piece", []explainCase{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4e5", []FaultCode{NoPiece}},
	}},
	{"1.4.1 king captured", []explainCase{
		{"4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", "e8e1", []FaultCode{KingTaken}},
		{"4r1k1/8/8/8/8/8/4B3/4K1N1 b - - 0 1", "e8e2", nil},
		{"4r1k1/8/8/8/8/8/4B3/4K1N1 b - - 0 1", "e8e1", []FaultCode{KingTaken, PathBlocked}},
		{"8/8/8/8/8/3k4/3K4/8 w - - 0 1", "d2d3", []FaultCode{KingTaken}},
	}},
	{"3.1 own piece", []explainCase{
		{"4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1e2", []FaultCode{OwnPiece}},
		{"4k3/8/8/8/8/8/4p3/4K1N1 w - - 0 1", "g1e2", nil},
		{"4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e1e2", []FaultCode{OwnPiece}},
	}},
	{"3.2 bishop", []explainCase{
		{"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1c3", []FaultCode{BishopMove}},
		{"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1h6", nil},
		{"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1a3", nil},
		{"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1d3", []FaultCode{BishopMove}},
	}},
	{"3.3 rook", []explainCase{
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2", []FaultCode{RookMove}},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", nil},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1d1", nil},
	}},
	{"3.4 queen", []explainCase{
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1b3", []FaultCode{QueenMove}},
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1h8", nil},
		{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a5", nil},
	}},
	{"3.5 over other pieces", []explainCase{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1a4", []FaultCode{PathBlocked}},
		{"4k3/8/8/8/3p4/8/8/Q3K3 w - - 0 1", "a1d4", nil},
		{"4k3/8/8/8/3p4/8/8/Q3K3 w - - 0 1", "a1e5", []FaultCode{PathBlocked}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "c1a3", []FaultCode{PathBlocked}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1c3", nil},
	}},
	{"3.6 knight", []explainCase{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1b3", []FaultCode{KnightMove}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1a3", nil},
		{"4k3/8/8/8/8/8/8/4K2N w - - 0 1", "h1b2", []FaultCode{KnightMove}},
	}},
	{"3.7 pawn", []explainCase{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", []FaultCode{PawnMove}},
		{"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", []FaultCode{PawnMove}},
		{"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4f4", []FaultCode{PawnMove}},
		{"4k3/8/8/8/4p3/8/8/4K3 b - - 0 1", "e4e3", nil},
	}},
	{"3.7.1 pawn forward", []explainCase{
		{"4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4e5", []FaultCode{PawnBlocked}},
		{"4k3/8/4p3/8/4P3/8/8/4K3 w - - 0 1", "e4e5", nil},
		{"4k3/8/8/4N3/4P3/8/8/4K3 w - - 0 1", "e4e5", []FaultCode{OwnPiece, PawnBlocked}},
	}},
	{"3.7.2 pawn two squares", []explainCase{
		{"4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", []FaultCode{PawnNotFirstMove}},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", nil},
		{"4k3/8/8/8/8/4n3/4P3/3K4 w - - 0 1", "e2e4", []FaultCode{PawnDoubleBlocked, KingLeftInCheck}},
		{"4k3/8/8/8/4n3/8/4P3/3K4 w - - 0 1", "e2e4", []FaultCode{PawnDoubleBlocked}},
		{"4k3/4p3/4N3/8/8/8/8/3K4 b - - 0 1", "e7e5", []FaultCode{PawnDoubleBlocked}},
		{"4k3/4p3/8/8/8/8/8/3K4 b - - 0 1", "e7e5", nil},
		{"4k3/8/8/4n3/8/4P3/8/3K4 w - - 0 1", "e3e5", []FaultCode{PawnNotFirstMove, PawnDoubleBlocked}},
	}},
	{"3.7.3 pawn captures", []explainCase{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", []FaultCode{PawnCaptureEmpty}},
		{"4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", nil},
		{"4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", "e2d3", []FaultCode{OwnPiece}},
		{"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", []FaultCode{PawnBlocked}},
	}},
	{"3.7.3.2 en passant at once or never", []explainCase{
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", []FaultCode{EnPassantLate}},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", nil},
		{"4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1", "e5d6", []FaultCode{EnPassantLate}},
		{"4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1", "e5d6", []FaultCode{PawnCaptureEmpty}},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "d4e3", []FaultCode{EnPassantLate}},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", nil},
		// On time, but the rank opens onto the king.
		{"8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", "e5d6", []FaultCode{KingPutInCheck}},
		// Late and the rank opens: a rook's move came between.
		{"8/8/8/K2pP2q/8/8/8/4k3 w - - 3 9", "e5d6", []FaultCode{EnPassantLate, KingPutInCheck}},
	}},
	{"3.7.3.3 promotion", []explainCase{
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8", []FaultCode{PromotionMissing}},
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", nil},
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", nil},
		{"8/8/4P2k/8/8/8/8/4K3 w - - 0 1", "e6e7q", []FaultCode{PromotionElsewhere}},
		{"8/8/4P2k/8/8/8/8/4K3 w - - 0 1", "e6e7", nil},
		{"8/4R2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", []FaultCode{PromotionElsewhere}},
		{"3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8", []FaultCode{PromotionMissing}},
	}},
	{"3.8.1 king", []explainCase{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3", []FaultCode{KingMove}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", nil},
		{"4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1f1", []FaultCode{KingMove}},
		{"4k3/8/8/8/4n3/8/8/4K3 w - - 0 1", "e1c3", []FaultCode{KingMove, KingPutInCheck}},
	}},
	{"3.8.2 king and rook castle", []explainCase{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", []FaultCode{CastlingNoRook, CastlingRightLost}},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", nil},
		{"4k3/8/8/8/8/8/8/4K2r w - - 0 1", "e1g1", []FaultCode{CastlingNoRook, CastlingRightLost, CastlingInCheck, CastlingThroughCheck, CastlingIntoCheck}},
	}},
	{"3.8.2.1 right lost", []explainCase{
		{"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", []FaultCode{CastlingRightLost}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1c1", nil},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1", "e8c8", []FaultCode{CastlingRightLost}},
	}},
	{"3.8.2.2.1 attacked squares", []explainCase{
		{"4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", "e1g1", []FaultCode{CastlingInCheck}},
		{"4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "e1g1", []FaultCode{CastlingThroughCheck}},
		{"4k3/8/8/6r1/8/8/8/R3K2R w KQ - 0 1", "e1g1", []FaultCode{CastlingIntoCheck}},
		{"4k3/8/8/7r/8/8/8/R3K2R w KQ - 0 1", "e1g1", nil},  // the rook may be attacked
		{"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", nil}, // and cross an attacked square
		{"2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", []FaultCode{CastlingIntoCheck}},
		{"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", []FaultCode{CastlingThroughCheck}},
	}},
	{"3.8.2.2.2 pieces between", []explainCase{
		{"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", []FaultCode{CastlingBlocked}},
		{"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1", nil},
		{"4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "e1g1", []FaultCode{CastlingBlocked}},
		{"4k3/8/8/6r1/8/8/8/R3KB1R w KQ - 0 1", "e1g1", []FaultCode{CastlingBlocked, CastlingIntoCheck}},
	}},
	{"3.9.2 king in check", []explainCase{
		{"4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", "h1g3", []FaultCode{KingLeftInCheck}},
		{"4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", "d2e3", nil},
		{"4r1k1/8/8/8/8/8/4B3/4K2N w - - 0 1", "e2d3", []FaultCode{KingPutInCheck}},
		{"4r1k1/8/8/8/8/8/4R3/4K2N w - - 0 1", "e2e8", nil},
		{"4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", []FaultCode{KingPutInCheck}},
		{"4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", []FaultCode{KingLeftInCheck}},
		{"4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", nil},
		{"4r1k1/8/8/8/8/8/8/4K2N w - - 0 1", "h1h3", []FaultCode{KnightMove, KingLeftInCheck}},
	}},
}

func TestExplain(t *testing.T) {
	for _, a := range explainCases {
		for _, c := range a.cases {
			p := mustParse(t, c.fen)
			m, err := p.ParseUCI(c.move)
			if err != nil {
				t.Fatal(err)
			}
			if got := codes(p.Explain(m)); !slices.Equal(got, c.want) {
				t.Errorf("%s: %s %s: %v, want %v", a.article, c.fen, c.move, got, c.want)
			}
		}
	}
}

func codes(faults []Fault) []FaultCode {
	var list []FaultCode
	for _, f := range faults {
		list = append(list, f.Code)
	}
	return list
}

// TestExplainEveryMoveFault makes sure that no fault goes without a case.
func TestExplainEveryMoveFault(t *testing.T) {
	seen := map[FaultCode]bool{PromotionKind: true, CastlingNoKing: true} // no UCI says these; see TestExplainOddMoves
	for _, a := range explainCases {
		for _, c := range a.cases {
			for _, code := range c.want {
				seen[code] = true
			}
		}
	}
	for code := NoPiece; code <= KingPutInCheck; code++ {
		if !seen[code] {
			t.Errorf("no case finds %s", code)
		}
	}
}

// TestExplainOddMoves explains moves that no UCI says.
func TestExplainOddMoves(t *testing.T) {
	p := mustParse(t, "8/4P2k/8/8/8/8/8/R3K3 w Q - 0 1")
	for _, c := range []struct {
		m    Move
		want []FaultCode
	}{
		{MakePromotion(placement.E7, placement.E8, King), []FaultCode{PromotionKind}},
		{MakePromotion(placement.E7, placement.E8, Pawn), []FaultCode{PromotionKind}},
		{MakeCastling(placement.E1, placement.A1), nil},
		{MakeCastling(placement.A1, placement.E1), []FaultCode{CastlingNoKing, CastlingNoRook, CastlingRightLost}},
		{MakeCastling(placement.E2, placement.A1), []FaultCode{CastlingNoKing, CastlingNoRook, CastlingRightLost}},
		{NoMove, []FaultCode{RookMove}},
		{MakeMove(placement.E1, placement.E1), []FaultCode{KingMove}},
	} {
		if got := codes(p.Explain(c.m)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.m, got, c.want)
		}
	}
}

// TestFaultText checks the sentences, and the article that each names.
func TestFaultText(t *testing.T) {
	for _, c := range []struct{ fen, move, article, text string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1b3", "3.6", "a knight does not move from b1 to b3"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1a4", "3.5", "a rook may not move over the pawn on a2"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "d1d2", "3.1", "a queen may not move to d2, where a pawn of its own colour stands"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e7e5", "1.2", "the pawn on e7 is the opponent's"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "3.7.3.2", "the pawn on d5 has not just moved two squares and may not be captured en passant"},
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "3.7.3.3", "the pawn that moves to e8 must be exchanged for a queen, rook, bishop or knight"},
		{"8/4R2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "3.7.3.3", "a rook that moves from e7 to e8 may not be exchanged for a queen"},
		{"4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "e1g1", "3.8.2.2.1", "the king may not castle across f1, which is attacked"},
		{"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "3.8.2.2.2", "the knight on b1 is in the way of castling"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", "3.8.2.1", "the right to castle with the rook on h1 is lost"},
		{"4r1k1/8/8/8/8/8/8/4K2N w - - 0 1", "h1g3", "3.9.2", "the king on e1 is left in check"},
		{"4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", "e8e1", "1.4.1", "the king on e1 may not be captured"},
	} {
		p := mustParse(t, c.fen)
		m, _ := p.ParseUCI(c.move)
		faults := p.Explain(m)
		if len(faults) != 1 || faults[0].Article != c.article || faults[0].Text() != c.text {
			t.Errorf("%s: %v, want %s %q", c.move, faults, c.article, c.text)
		}
	}
}

// TestFaultTable makes sure that every fault has a name, an article and a
// sentence without a gap left in it.
func TestFaultTable(t *testing.T) {
	names := map[string]bool{}
	for code := NoFault; code < faultCount; code++ {
		if code.String() == "" || names[code.String()] || code.Article() == "" {
			t.Errorf("fault %d: name %q, article %q", code, code, code.Article())
		}
		names[code.String()] = true
		text := Fault{Code: code}.Text()
		if text == "" || slices.Contains([]byte(text), '{') {
			t.Errorf("%s: text %q", code, text)
		}
	}
	if faultCount.String() != "?" || faultCount.Article() != "-" || (Fault{Code: faultCount}).Text() != "?" {
		t.Error("a code beyond the table is not distinguished from the others")
	}
}

// everyMove calls each for every value that a Move can have and that names
// kinds that there are.
func everyMove(each func(m Move)) {
	for from := range Square(64) {
		for to := range Square(64) {
			for k := range Kind(7) {
				each(MakePromotion(from, to, k))
			}
			each(MakeCastling(from, to))
		}
	}
}

// TestExplainAgrees checks that generation, IsLegal and Explain, which works
// apart from them, agree about every move in positions of all sorts.
func TestExplainAgrees(t *testing.T) {
	for _, p := range randomPositions(400 / quick.Fewer(20)) {
		list := p.AppendMoves(nil)
		var all Moves
		p.Generate(&all)
		if all.Len() != len(list) {
			t.Errorf("%s: Len %d, %d moves listed", p.FEN(), all.Len(), len(list))
		}
		everyMove(func(m Move) {
			allowed, faults := all.Allows(m), p.Explain(m)
			if allowed != slices.Contains(list, m) {
				t.Fatalf("%s: Allows(%s) = %t", p.FEN(), m, allowed)
			}
			if allowed != (faults == nil) {
				t.Fatalf("%s: %s allowed %t, faults %v", p.FEN(), m, allowed, faults)
			}
		})
	}
}

// TestPlayKeepsOrder checks that a position stays in order whatever is played.
func TestPlayKeepsOrder(t *testing.T) {
	for _, p := range randomPositions(60) {
		checkPosition(t, &p)
		everyMove(func(m Move) {
			if m.From()%Square(3*quick.Fewer(20)) == 0 { // a third of them at most, for the time it takes
				q := p.Play(m)
				checkPosition(t, &q)
			}
		})
	}
}
