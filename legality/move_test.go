package legality

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

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
