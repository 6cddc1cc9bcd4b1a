package legality

import (
	"math/rand/v2"
	"slices"
	"strings"
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

func TestMoveParts(t *testing.T) {
	if m := MakeMove(placement.E2, placement.E4); m.From() != placement.E2 || m.To() != placement.E4 || m.Promotion() != NoKind || m.IsCastling() || m.String() != "e2e4" {
		t.Errorf("e2e4 is %s", m)
	}
	if m := MakePromotion(placement.H7, placement.G8, Knight); m.From() != placement.H7 || m.To() != placement.G8 || m.Promotion() != Knight || m.IsCastling() || m.String() != "h7g8n" {
		t.Errorf("h7g8n is %s", m)
	}
	for _, c := range []struct{ king, rook, kingTo, rookTo Square }{
		{placement.E1, placement.H1, placement.G1, placement.F1},
		{placement.E1, placement.A1, placement.C1, placement.D1},
		{placement.E8, placement.H8, placement.G8, placement.F8},
		{placement.B8, placement.A8, placement.C8, placement.D8},
		{placement.B8, placement.C8, placement.G8, placement.F8},
	} {
		m := MakeCastling(c.king, c.rook)
		if m.From() != c.king || m.To() != c.rook || !m.IsCastling() || m.KingTo() != c.kingTo || m.RookTo() != c.rookTo {
			t.Errorf("%s: king to %s, rook to %s", m, m.KingTo(), m.RookTo())
		}
	}
}

func TestBadUCI(t *testing.T) {
	p := Initial()
	for _, c := range []struct{ in, says string }{
		{"", "0 characters"},
		{"e2e", "3 characters"},
		{"e2e4qq", "6 characters"},
		{"e9e4", `"e9" is no square`},
		{"e2i4", `"i4" is no square`},
		{"E2E4", `"E2" is no square`},
		{"e2e2", "ends where it starts"},
		{"e7e8k", "no pawn becomes a 'k'"},
		{"e7e8p", "no pawn becomes a 'p'"},
		{"e7e8Q", "no pawn becomes a 'Q'"},
		{"0000", "no square"},
	} {
		if m, err := p.ParseUCI(c.in); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %s, %v, want %q", c.in, m, err, c.says)
		}
	}
}

// TestCastlingInUCI reads and writes castling as each kind of chess does.
func TestCastlingInUCI(t *testing.T) {
	const board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		fen      string
		chess960 bool
		in       string
		want     Move
		out      string
	}{
		{board, false, "e1g1", MakeCastling(placement.E1, placement.H1), "e1g1"},
		{board, false, "e1h1", MakeCastling(placement.E1, placement.H1), "e1g1"},
		{board, false, "e1c1", MakeCastling(placement.E1, placement.A1), "e1c1"},
		{board, false, "e8a8", MakeCastling(placement.E8, placement.A8), "e8c8"},
		{board, false, "e1f1", MakeMove(placement.E1, placement.F1), "e1f1"},
		{board, false, "e1b1", MakeMove(placement.E1, placement.B1), "e1b1"},
		{board, false, "e1g2", MakeMove(placement.E1, placement.G2), "e1g2"},
		{board, true, "e1h1", MakeCastling(placement.E1, placement.H1), "e1h1"},
		{board, true, "e1g1", MakeMove(placement.E1, placement.G1), "e1g1"},
		{"4k3/8/8/8/8/8/8/4K2r w - - 0 1", false, "e1h1", MakeMove(placement.E1, placement.H1), "e1h1"},
		{"4k3/8/8/8/8/8/8/3K3R w - - 0 1", false, "d1f1", MakeMove(placement.D1, placement.F1), "d1f1"},
		{"4k3/8/8/8/8/8/8/4Q2R w - - 0 1", false, "e1g1", MakeMove(placement.E1, placement.G1), "e1g1"},
		{"8/8/8/8/4K3/8/8/8 w - - 0 1", false, "e4g4", MakeMove(placement.E4, placement.G4), "e4g4"},
	} {
		p, err := ParseFEN(c.fen, c.chess960)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := p.ParseUCI(c.in); err != nil || m != c.want || p.UCI(m) != c.out {
			t.Errorf("%s %s: %s, %s, %v", c.fen, c.in, m, p.UCI(m), err)
		}
	}
}

// TestSAN writes moves, illegal ones too, and reads the legal ones back.
func TestSAN(t *testing.T) {
	for _, c := range []struct {
		fen, uci, want string
		legal          bool
	}{
		{startBoard + " w KQkq - 0 1", "g1f3", "Nf3", true},
		{"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "Rad1", true},
		{"4k3/8/8/R7/8/8/8/R5K1 w - - 0 1", "a1a3", "R1a3", true},
		{"7k/8/8/8/Q6Q/8/8/Q5K1 w - - 0 1", "a4d4", "Qa4d4+", true},
		{"7k/8/8/8/Q6Q/8/8/Q6K w - - 0 1", "h4d4", "Qhd4+", true},
		// The other knight is pinned and no rival.
		{"4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2", true},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+", true},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N", true},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", true},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O", true},
		{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+", true},
		{"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", "Re8#", true},
		// Illegal ones, as if they were legal.
		{startBoard + " w KQkq - 0 1", "b1b3", "Nb3", false},
		{startBoard + " w KQkq - 0 1", "d1d2", "Qxd2", false},
		{startBoard + " w KQkq - 0 1", "e2e5", "e5", false},
		{startBoard + " w KQkq - 0 1", "e7e5", "e5", false},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "exd6", false},
		{"4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", "e8e1", "Rxe1", false},
		{startBoard + " w KQkq - 0 1", "e1g1", "O-O", false},
		{startBoard + " w KQkq - 0 1", "e4e5", "e4e5", false},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "a8", false},
	} {
		p := mustParse(t, c.fen)
		m, err := p.ParseUCI(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.SAN(m); got != c.want || p.IsLegal(m) != c.legal {
			t.Errorf("%s %s: %s, legal %t; want %s, %t", c.fen, c.uci, got, p.IsLegal(m), c.want, c.legal)
		}
		if back, err := p.ParseSAN(c.want); c.legal && (err != nil || back != m) {
			t.Errorf("%s %s: %s, %v", c.fen, c.want, back, err)
		}
	}
}

// TestReadSAN reads what is written otherwise than it should be, and refuses
// what is no move or not one only.
func TestReadSAN(t *testing.T) {
	for _, c := range []struct{ fen, in, want string }{
		{startBoard + " w KQkq - 0 1", "Nf3!?", "g1f3"},
		{startBoard + " w KQkq - 0 1", "Ng1f3", "g1f3"},
		{startBoard + " w KQkq - 0 1", "Ngf3", "g1f3"},
		{startBoard + " w KQkq - 0 1", "e4", "e2e4"},
		{startBoard + " w KQkq - 0 1", "", ""},
		{startBoard + " w KQkq - 0 1", "e5", ""},
		{startBoard + " w KQkq - 0 1", "Nd2", ""},
		{startBoard + " w KQkq - 0 1", "N", ""},
		{startBoard + " w KQkq - 0 1", "Nxf3", ""},
		{startBoard + " w KQkq - 0 1", "Nff3", ""},
		{startBoard + " w KQkq - 0 1", "Nzf3", ""},
		{startBoard + " w KQkq - 0 1", "O-O", ""},
		{startBoard + " w KQkq - 0 1", "O-O-O-O", ""},
		{startBoard + " w KQkq - 0 1", "Pe4", ""},
		{startBoard + " w KQkq - 0 1", "xf3", ""},
		{startBoard + " w KQkq - 0 1", "=Q", ""},
		{"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rd1", ""},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "e1g1"},
		{"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"},
		{"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", ""},
		{"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", ""},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", ""},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "e4d5"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", ""},
	} {
		p := mustParse(t, c.fen)
		m, err := p.ParseSAN(c.in)
		if got := p.UCI(m); (err == nil) != (c.want != "") || err == nil && got != c.want {
			t.Errorf("%s %q: %s, %v; want %q", c.fen, c.in, got, err, c.want)
		}
	}
}

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

// TestWrongPieceText checks that the piece put on is named, not the one it stands for.
func TestWrongPieceText(t *testing.T) {
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
