package legality

import (
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// TestPlay plays moves, legal and not, and compares with what must stand then.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		m         Move
		want      string
	}{
		{"pawn", startBoard + " w KQkq - 0 1", MakeMove(placement.E2, placement.E4), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"knight", startBoard + " w KQkq - 5 3", MakeMove(placement.G1, placement.F3), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 6 3"},
		{"Black's move counts", startBoard + " b KQkq - 0 1", MakeMove(placement.E7, placement.E6), "rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"},
		{"capture", "4k3/8/8/3p4/8/8/8/3RK3 w - - 9 9", MakeMove(placement.D1, placement.D5), "4k3/8/8/3R4/8/8/8/4K3 b - - 0 9"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", MakeMove(placement.E5, placement.D6), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"},
		{"en passant to come", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 9", MakeMove(placement.E2, placement.E4), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9"},
		{"en passant not legal", "8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", MakeMove(placement.D2, placement.D4), "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
		{"promotion", "8/4P2k/8/8/8/8/8/4K3 w - - 3 9", MakePromotion(placement.E7, placement.E8, Knight), "4N3/7k/8/8/8/8/8/4K3 b - - 0 9"},
		{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", MakeCastling(placement.E1, placement.H1), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{"castling long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", MakeCastling(placement.E8, placement.A8), "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"rook moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", MakeMove(placement.A1, placement.B1), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1"},
		{"rook captures rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", MakeMove(placement.H1, placement.H8), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
		{"king moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", MakeMove(placement.E1, placement.E2), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"},

		// Illegal ones.
		{"knight anyhow", startBoard + " w KQkq - 0 1", MakeMove(placement.B1, placement.B3), "rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR b KQkq - 1 1"},
		{"king captured", "4r1k1/8/8/8/8/8/8/4K2R b K - 3 9", MakeMove(placement.E8, placement.E1), "6k1/8/8/8/8/8/8/4r2R w - - 0 10"},
		{"own piece captured", startBoard + " w KQkq - 0 1", MakeMove(placement.D1, placement.D2), "rnbqkbnr/pppppppp/8/8/8/8/PPPQPPPP/RNB1KBNR b KQkq - 0 1"},
		{"opponent's piece", startBoard + " w KQkq - 0 1", MakeMove(placement.E7, placement.E5), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"nothing", startBoard + " w KQkq - 0 1", MakeMove(placement.E4, placement.E5), startBoard + " b KQkq - 1 1"},
		{"on the spot", startBoard + " w KQkq - 0 1", MakeMove(placement.E2, placement.E2), startBoard + " b KQkq - 1 1"},
		{"en passant too late", "4k3/8/8/3pP3/8/8/8/4K3 w - - 3 9", MakeMove(placement.E5, placement.D6), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"},
		{"diagonal beside nobody", "4k3/8/8/4P3/8/8/8/4K3 w - - 3 9", MakeMove(placement.E5, placement.D6), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"},
		{"diagonal beside a knight", "4k3/8/8/3nP3/8/8/8/4K3 w - - 3 9", MakeMove(placement.E5, placement.D6), "4k3/8/3P4/3n4/8/8/8/4K3 b - - 0 9"},
		{"pawn left on the last rank", "8/4P2k/8/8/8/8/8/4K3 w - - 3 9", MakeMove(placement.E7, placement.E8), "4P3/7k/8/8/8/8/8/4K3 b - - 0 9"},
		{"double step over a piece", "4k3/8/8/8/3p4/4n3/4P3/4K3 w - - 0 9", MakeMove(placement.E2, placement.E4), "4k3/8/8/8/3pP3/4n3/8/4K3 b - - 0 9"},
		{"castling without rook", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", MakeCastling(placement.E1, placement.H1), "4k3/8/8/8/8/8/8/6K1 b - - 1 1"},
		{"castling over a piece", "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", MakeCastling(placement.E1, placement.H1), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"queen becomes king", "4k3/8/8/8/8/8/8/4Q3 w - - 0 1", MakePromotion(placement.E1, placement.D1, King), "4k3/8/8/8/8/8/8/3K4 b - - 0 1"},
	} {
		p := mustParse(t, c.fen)
		q := p.Play(c.m)
		if got := q.FEN(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		checkPosition(t, &q)
	}
}

func TestCaptured(t *testing.T) {
	for _, c := range []struct {
		fen  string
		m    Move
		want Square
	}{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 9 9", MakeMove(placement.D1, placement.D5), placement.D5},
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 9 9", MakeMove(placement.D1, placement.D4), NoSquare},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", MakeMove(placement.E5, placement.D6), placement.D5},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9", MakeMove(placement.E5, placement.D6), placement.D5},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", MakeMove(placement.E5, placement.E6), NoSquare},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", MakeCastling(placement.E1, placement.H1), NoSquare},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", MakeMove(placement.A1, placement.H1), NoSquare},
	} {
		p := mustParse(t, c.fen)
		if got := p.Captured(c.m); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.fen, c.m, got, c.want)
		}
	}
}

func TestPlayPlacement(t *testing.T) {
	for _, c := range []struct{ what, fen, after, want string }{
		{"two pieces moved", startBoard + " w KQkq - 4 3", "rnbqkbnr/pppppppp/8/8/8/2N2N2/PPPPPPPP/R1BQKB1R", "rnbqkbnr/pppppppp/8/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 5 3"},
		{"pawns moved", startBoard + " w KQkq - 4 3", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 3"},
		{"a piece is gone", startBoard + " b KQkq - 4 3", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 4"},
		{"a rook moved", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/7R/R3K3", "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 1 1"},
		{"a rook became another's", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2r", "r3k2r/8/8/8/8/8/8/R3K2r b Qkq - 1 1"},
		{"a king moved", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r6r/4k3/8/8/8/8/8/R3K2R", "r6r/4k3/8/8/8/8/8/R3K2R b KQ - 1 1"},
		{"nothing moved", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3pP3/8/8/8/4K3", "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9"},
		{"unknown pieces", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/??6/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 b - - 1 1"},
	} {
		p := mustParse(t, c.fen)
		after, err := placement.Parse(c.after)
		if err != nil {
			t.Fatal(err)
		}
		q := p.PlayPlacement(&after)
		if got := q.FEN(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		checkPosition(t, &q)
	}
}

// TestPosition asks a position for its parts.
func TestPosition(t *testing.T) {
	p := mustParse(t, "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk e3 0 9")
	if p.Turn() != Black || p.Chess960() || p.EnPassant() != placement.E3 || p.HalfmoveClock() != 0 || p.FullmoveNumber() != 9 || p.Ply() != 17 {
		t.Errorf("%s: %s %t %s %d %d %d", p.FEN(), p.Turn(), p.Chess960(), p.EnPassant(), p.HalfmoveClock(), p.FullmoveNumber(), p.Ply())
	}
	if p.At(placement.E4) != placement.WhitePawn || p.At(placement.E5) != Empty || p.At(NoSquare) != Empty || p.Placement()[placement.D4] != placement.BlackPawn {
		t.Error("the pieces are not where they stand")
	}
	if p.Kings(Black) != placement.E8.Set() || p.Pieces(White, Rook) != placement.SetOf(placement.A1, placement.H1) || p.Occupied(White).Len() != 4 {
		t.Error("the sets do not hold the pieces")
	}
	for _, c := range []struct {
		color Color
		side  Side
		want  Square
	}{{White, Kingside, placement.H1}, {White, Queenside, placement.A1}, {Black, Kingside, placement.H8}, {Black, Queenside, NoSquare}} {
		if got := p.CastlingRook(c.color, c.side); got != c.want {
			t.Errorf("%s side %d: %s, want %s", c.color, c.side, got, c.want)
		}
	}
	if !p.Attacked(placement.E3, Black) || p.Attacked(placement.D3, Black) || p.Attacked(NoSquare, Black) || p.InCheck(Black) {
		t.Error("attacks are wrong")
	}
	q := p.WithTurn(White)
	if q.Turn() != White || q.EnPassant() != NoSquare || q.Key() == p.Key() || p.WithTurn(Black) != p {
		t.Errorf("with White to move: %s", q.FEN())
	}
	if start := Initial(); start.FEN() != startBoard+" w KQkq - 0 1" {
		t.Error("the initial position is not the initial position")
	}
}

// TestZeroPosition uses a position that nobody made.
func TestZeroPosition(t *testing.T) {
	var p Position
	if p.AppendMoves(nil) != nil || p.InCheck(White) || Judge(&p, 1) != NoEnding || p.EnPassant() != NoSquare {
		t.Error("the empty board has moves, checks or an end")
	}
	p.Play(MakeMove(placement.E2, placement.E4))
	p.Explain(MakeCastling(placement.E1, placement.H1))
	p.Defects()
}

func TestExchange(t *testing.T) {
	tests := []struct {
		name, fen, uci string
		want, best     int
	}{
		{"nothing to capture", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0, 0},
		{"an undefended pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1, 1},
		{"a defended pawn by a pawn", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, 0},
		{"a defended pawn by a queen", "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", -8, 0},
		{"a queen by a pawn", "4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 8, 8},
		{"a knight by the first of two rooks", "3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 3, 3},
		{"a knight defended twice, attacked twice", "3rk3/3r4/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -2, 0},
		{"a piece put where a pawn attacks it", "4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d5", -5, 0},
		{"a king does not capture what is defended", "3rk3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2", -95, 0},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1, 0},
	}
	for _, test := range tests {
		p, err := ParseFEN(test.fen, false)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(test.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Exchange(m); got != test.want {
			t.Errorf("%s: %s gains %d, want %d", test.name, test.uci, got, test.want)
		}
		if got := p.BestExchange(); got != test.best {
			t.Errorf("%s: the best gains %d, want %d", test.name, got, test.best)
		}
	}
}
