package touchmove_test

import "testing"

// TestCastlingTouched: 4.4.1 to 4.4.3, 4.7.2.
func TestCastlingTouched(t *testing.T) {
	const (
		f1Guarded = "4k3/8/8/8/1b6/8/3P4/R3K2R w KQ - 0 1" // nothing attacks f1; the bishop is idle
		g1Guarded = "4k3/8/8/2b5/8/8/8/R3K2R w KQ - 0 1"
		hemmed    = "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
		openFile  = "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
		shutIn    = "4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1" // f1 is attacked
		wide      = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
		besideD2  = "4k3/8/8/8/8/8/3n4/R3K2R w KQ - 0 1"
	)
	rookA1 := "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1"
	checkDuties(t, []dutyCase{
		{name: "4.4.1 king, rook", fen: bothCastle, did: "e1 h1", open: "e1g1", article: "4.4.1"},
		{name: "4.4.1 queenside", fen: bothCastle, did: "e1 a1", open: "e1c1", article: "4.4.1"},
		{name: "4.4.1 with the first of two rooks", fen: bothCastle, did: "e1 a1 h1", open: "e1c1", article: "4.4.1"},
		{name: "4.4.1 together", fen: bothCastle, did: "e1 &h1", open: "e1g1", article: "4.4.1"},
		{name: "4.4.1 together, the rook read first", fen: bothCastle, did: "h1 &e1", open: "e1g1", article: "4.4.1"},
		{name: "4.4.1 after a piece that cannot move", fen: "4k3/8/8/8/1b6/8/3P4/R3K2R w KQ - 0 1", did: "d2 e1 h1", open: "e1g1", article: "4.4.1"},
		{name: "4.3.1 not after a piece that can", fen: bothCastle, did: "a2 e1 h1", open: "a2a3 a2a4", article: "4.3.1"},
		{name: "4.3.1 king alone", fen: bothCastle, did: "e1", open: "e1c1 e1d1 e1e2 e1f1 e1g1", article: "4.3.1"},
		{name: "4.4.1 black", fen: "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", did: "e8 a8", open: "e8c8", article: "4.4.1"},
		{name: "4.3.1 king and a rook of the middle game", fen: "4k3/8/8/3R4/8/8/8/4K2R w K - 0 1", did: "e1 d5",
			open: "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1", article: "4.3.1"},

		{name: "4.4.2 rook, king", fen: bothCastle, did: "h1 e1", open: "h1f1 h1g1", article: "4.4.2"},
		{name: "4.4.2 queenside", fen: openFile, did: "a1 e1", open: rookA1, article: "4.4.2"},
		{name: "4.5 both hemmed in", fen: initial, did: "h1 e1", open: "any", article: "4.5"},
		{name: "4.4.2 does not undo 4.3.3", fen: openFile, did: "a1 a8 e1", open: "a1a8"},
		{name: "4.4.2 nor does a king lifted with another piece", fen: besideD2, did: "h1 d2 &e1", open: "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8",
			article: "4.3.3"},

		{name: "4.4.3 illegal on that side", fen: g1Guarded, did: "e1 h1", open: "e1c1 e1d1 e1d2 e1e2 e1f1", article: "4.4.3"},
		{name: "4.4.3 the other side has its own rook", fen: g1Guarded, did: "e1 a1", open: "e1c1", article: "4.4.1"},
		{name: "4.4.3 through an attacked square", fen: "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", did: "e1 h1", open: "e1c1 e1d1 e1d2 e1e2", article: "4.4.3"},
		{name: "4.4.3 in check", fen: "k3r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", did: "e1 h1", open: "e1d1 e1d2 e1f1 e1f2", article: "4.4.3"},
		{name: "4.4.3 the right is lost", fen: "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", did: "e1 h1",
			open: "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2", article: "4.4.3"},
		{name: "4.4.3 the king cannot move", fen: hemmed, did: "e1 h1", open: "any", article: "4.4.3"},

		{name: "4.4.3 the king cannot move, the rook put beside it", fen: shutIn, did: "e1 h1 h1>f1", open: "any", article: "4.4.3"},
		{name: "4.4.3 the king cannot move, the rook let go elsewhere", fen: shutIn, did: "e1 h1 h1>g1", open: "h1g1", article: "4.7"},
		{name: "4.7.2 illegal, the king cannot move", fen: shutIn, did: "e1 e1>g1", open: "any"},
		{name: "4.7.2 illegal, the king cannot move, nor is the rook bound", fen: shutIn, did: "e1 h1 e1>g1 h1>f1", open: "any", article: "4.4.3"},
		{name: "4.7.2 the same, the rook down first", fen: shutIn, did: "e1 h1 h1>f1 e1>g1", open: "any", article: "4.4.3"},
		{name: "4.7 let go on the next square, and then the rook", fen: wide, did: "e1 e1>f1 h1", open: "e1f1", article: "4.7"},
		{name: "4.7.2 let go for castling, and then an enemy piece", fen: bothCastle, did: "e1 e1>g1 e6", open: "e1g1", article: "4.7.2"},

		{name: "4.7.2 king let go", fen: bothCastle, did: "e1 e1>g1", open: "e1g1", article: "4.7.2"},
		{name: "4.7.2 queenside", fen: bothCastle, did: "e1 e1>c1", open: "e1c1", article: "4.7.2"},
		{name: "4.7.2 then the rook", fen: bothCastle, did: "e1 h1 e1>g1 h1>f1", open: "e1g1", article: "4.7.2"},
		{name: "4.7.2 rook down first", fen: bothCastle, did: "e1 h1 h1>f1", open: "e1g1", article: "4.4.1"},
		{name: "4.7.2 illegal: another king move", fen: g1Guarded, did: "e1 e1>g1", open: "e1c1 e1d1 e1d2 e1e2 e1f1", article: "4.3.1"},
		{name: "4.7.2 illegal, the king cannot move", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK3 w Qkq - 0 1", did: "e1 e1>g1", open: "e1f1", article: "4.3.1"},
		{name: "4.7 on the next square", fen: bothCastle, did: "e1 e1>f1", open: "e1f1", article: "4.7"},
		{name: "4.7 not where it is attacked", fen: "4k3/8/8/8/4n3/8/8/R3K2R w KQ - 0 1", did: "e1 e1>f2",
			open: "e1c1 e1d1 e1e2 e1f1 e1g1", article: "4.3.1"},
		{name: "4.7.2 illegal first, then the other side", fen: g1Guarded, did: "e1 e1>g1 e1>c1", open: "e1c1", article: "4.7.2"},
		{name: "4.4.2 a rook let go stays", fen: bothCastle, did: "h1 h1>f1 e1 e1>g1", open: "h1f1", article: "4.7"},
		{name: "4.4.1 nothing guards f1", fen: f1Guarded, did: "e1 &h1", open: "e1g1", article: "4.4.1"},
	})
}

// TestCastling960: the same with Guidelines II.3; UCI is king takes rook.
func TestCastling960(t *testing.T) {
	const (
		pair    = "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"
		oneStep = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
		corner  = "4k3/8/8/8/8/8/PPPP4/NRK5 w B - 0 1"  // the rook cannot move, castling b1 to d1 is legal
		shut    = "4k3/8/8/7b/8/8/PPPP4/NRK5 w B - 0 1" // nor can the king, but to castle
		locked  = "4k3/8/8/8/8/8/1PPPP3/NRKN4 w B - 0 1"
		only    = "5bk1/8/8/8/8/q7/PPPP4/NRK1r3 w - - 0 1"
	)
	checkDuties(t, []dutyCase{
		{name: "4.4.1 queenside", fen: pair, did: "b1 a1", open: "b1a1", article: "4.4.1", chess960: true},
		{name: "4.4.1 kingside", fen: pair, did: "b1 h1", open: "b1h1", article: "4.4.1", chess960: true},
		{name: "4.4.2 rook first", fen: pair, did: "a1 b1", open: "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8", article: "4.4.2", chess960: true},
		{name: "4.7.2 king far off its square", fen: pair, did: "b1 b1>g1", open: "b1h1", article: "4.7.2", chess960: true},
		{name: "4.7 king one step, as it may move", fen: oneStep, did: "f1 f1>g1", open: "f1g1", article: "4.7", chess960: true},
		{name: "4.4.1 king one step, then the rook", fen: oneStep, did: "f1 h1", open: "f1h1", article: "4.4.1", chess960: true},
		{name: "4.4.2 an immovable rook, then the king", fen: corner, did: "b1 c1", open: "c1d1", article: "4.4.2", chess960: true},
		{name: "4.5 not with that rook even so", fen: shut, did: "b1 c1", open: "a1b3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4",
			chess960: true},
		{name: "4.5 a locked rook, castling illegal", fen: locked, did: "b1", open: "any", article: "4.5", chess960: true},
		{name: "4.5 no rights", fen: only, did: "b1", open: "any", article: "4.5", chess960: true},
	})
}
