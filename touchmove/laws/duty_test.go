package laws_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestOwnTouched: 4.3.1, 4.5.
func TestOwnTouched(t *testing.T) {
	checkDuties(t, []dutyCase{
		{name: "nothing is touched", fen: initial, open: "any"},
		{name: "4.3.1 a knight", fen: initial, did: "g1", open: "g1f3 g1h3", article: "4.3.1"},
		{name: "4.3.1 the first of two", fen: initial, did: "b1 g1", open: "b1a3 b1c3", article: "4.3.1"},
		{name: "4.3.1 the first that can be moved", fen: initial, did: "a1 g1 e2", open: "g1f3 g1h3", article: "4.3.1"},
		{name: "4.3.1 a king may still castle", fen: "4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1", did: "e1", open: "e1f1 e1g1", article: "4.3.1"},
		{name: "4.3.1 a rook may not castle", fen: "4k3/8/8/8/8/8/6PP/4K2R w K - 0 1", did: "h1", open: "h1f1 h1g1", article: "4.3.1"},
		{name: "4.3.1 a pinned rook along the pin", fen: "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", did: "e2",
			open: "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8", article: "4.3.1"},
		{name: "4.3.1 in check, what helps", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", did: "d2", open: "d2e3", article: "4.3.1"},
		{name: "4.5 immovable", fen: initial, did: "a1", open: "any", article: "4.5"},
		{name: "4.5 several immovable", fen: initial, did: "a1 c1 e1", open: "any", article: "4.5"},
		{name: "4.5 pinned", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", did: "e2", open: "any", article: "4.5"},
		{name: "4.5 no help in check", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", did: "h1", open: "any", article: "4.5"},
	})
}

// TestEnemyTouched: 4.3.2, 4.5.
func TestEnemyTouched(t *testing.T) {
	checkDuties(t, []dutyCase{
		{name: "4.3.2 any piece that can capture it", fen: pawnFork, did: "d5", open: "c4d5 e4d5", article: "4.3.2"},
		{name: "4.3.2 the first of two", fen: "6k1/8/8/1n1n4/2P5/8/8/6K1 w - - 0 1", did: "d5 b5", open: "c4d5", article: "4.3.2"},
		{name: "4.3.2 the first that can be captured", fen: pawnFork, did: "e7 d5 d8", open: "c4d5 e4d5", article: "4.3.2"},
		{name: "4.3.2 a pawn en passant", fen: enPassant, did: "d5", open: "e5d6", article: "4.3.2"},
		{name: "4.3.2 a piece on the last rank", fen: pawnTwoWays, did: "g8", open: "f7g8b f7g8n f7g8q f7g8r", article: "4.3.2"},
		{name: "4.3.2 by the king", fen: "6k1/8/8/8/8/8/5q2/6K1 w - - 0 1", did: "f2", open: "g1f2", article: "4.3.2"},
		{name: "4.5 cannot be captured", fen: initial, did: "e7", open: "any", article: "4.5"},
		{name: "4.5 the pawn that passed earlier", fen: "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", did: "d5", open: "any", article: "4.5"},
		{name: "4.5 capturable by a pinned piece only", fen: "4r1k1/8/8/8/3p4/8/4N3/4K3 w - - 0 1", did: "d4", open: "any", article: "4.5"},
		{name: "4.5 guarded, before the king alone", fen: "6k1/5b2/8/8/8/8/8/5rK1 w - - 0 1", did: "f7", open: "any", article: "4.5"},
		{name: "4.5 a king", fen: "6k1/8/8/8/8/8/8/K5R1 b - - 0 1", did: "a1", open: "any", article: "4.5"},
		{name: "4.5 the king in check", fen: "6k1/8/8/8/8/8/8/K5R1 w - - 0 1", did: "g8", open: "any", article: "4.5"},
	})
}

// TestBothColoursTouched: 4.3.3.
func TestBothColoursTouched(t *testing.T) {
	h7 := "r4nk1/ppp2ppp/4q3/8/8/3B3Q/PP3PPP/R1B3K1 w - - 0 1" // after the book of 1971
	bishop := "c1d2 c1e3 c1f4 c1g5 c1h6"
	checkDuties(t, []dutyCase{
		{name: "4.3.3 own first", fen: pawnFork, did: "c4 d5", open: "c4d5", article: "4.3.3"},
		{name: "4.3.3 enemy first", fen: pawnFork, did: "d5 e4", open: "e4d5", article: "4.3.3"},
		{name: "4.3.3 the first of each side", fen: pawnFork, did: "d5 c4 e4", open: "c4d5", article: "4.3.3"},
		{name: "4.3.3 en passant", fen: enPassant, did: "e5 d5", open: "e5d6", article: "4.3.3"},
		{name: "4.3.3 promotion", fen: pawnTwoWays, did: "f7 g8", open: "f7g8b f7g8n f7g8q f7g8r", article: "4.3.3"},
		{name: "4.3.3 illegal, own first", fen: h7, did: "c1 h7", open: bishop, article: "4.3.3"},
		{name: "4.3.3 illegal, enemy first", fen: h7, did: "h7 c1", open: "d3h7 h3h7", article: "4.3.3"},
		{name: "4.3.3 illegal, order unknown: own first", fen: h7, did: "h7 &c1", open: bishop, article: "4.3.3"},
		{name: "4.3.3 order unknown and legal", fen: pawnFork, did: "d5 &c4", open: "c4d5", article: "4.3.3"},
		{name: "4.3.3 a later own piece does not help", fen: h7, did: "c1 h7 h3", open: bishop, article: "4.3.3"},
		{name: "4.3.3 a later enemy piece does not count", fen: "6k1/8/8/1n1n4/2P5/8/8/R5K1 w - - 0 1", did: "c4 d5 b5", open: "c4d5", article: "4.3.3"},
		{name: "4.3.3 own immovable, enemy capturable by another", fen: pawnBite, did: "a1 d5", open: "e4d5", article: "4.3.3"},
		{name: "4.3.3 neither, a second own piece", fen: initial, did: "a1 e7 g1", open: "g1f3 g1h3", article: "4.3.3"},
		{name: "4.3.3 enemy not capturable, own movable", fen: initial, did: "e7 e2", open: "e2e3 e2e4", article: "4.3.3"},
		{name: "4.3.3 own and the king that gives no capture", fen: "6k1/8/8/8/8/8/8/K5R1 w - - 0 1", did: "g8 g1",
			open: "g1b1 g1c1 g1d1 g1e1 g1f1 g1g2 g1g3 g1g4 g1g5 g1g6 g1g7 g1h1", article: "4.3.3"},
		{name: "4.5 neither can", fen: initial, did: "a1 e7", open: "any", article: "4.5"},
		{name: "4.3.3 three in one scan, own last", fen: "6k1/8/8/3pp3/4P3/8/8/1B4K1 w - - 0 1", did: "e5 &d5 &b1",
			open: "b1a2 b1c2 b1d3", article: "4.3.3"},
		{name: "4.3.3 three in one scan, the first capturable", fen: "6k1/8/8/3pp3/4P3/8/8/1B4K1 w - - 0 1", did: "d5 &e5 &b1",
			open: "b1a2 b1c2 b1d3", article: "4.3.3"},
	})
}

// TestReleased: 4.7, 4.7.3.
func TestReleased(t *testing.T) {
	checkDuties(t, []dutyCase{
		{name: "4.7 let go", fen: initial, did: "g1 g1>f3", open: "g1f3", article: "4.7"},
		{name: "4.7 the first square counts", fen: initial, did: "g1 g1>f3 g1>h3", open: "g1f3", article: "4.7"},
		{name: "4.7 not as a legal move", fen: initial, did: "g1 g1>g3", open: "g1f3 g1h3", article: "4.3.1"},
		{name: "4.7 illegal first, then legal", fen: initial, did: "g1 g1>g3 g1>h3", open: "g1h3", article: "4.7"},
		{name: "4.7 a capture", fen: pawnBite, did: "e4 e4>d5", open: "e4d5", article: "4.7"},
		{name: "4.7 en passant, the pawn still there", fen: enPassant, did: "e5 e5>d6", open: "e5d6", article: "4.7"},
		{name: "4.7.3 a pawn on the last rank: the square, not the piece", fen: pawnTwoWays, did: "f7 f7>f8", open: "f7f8b f7f8n f7f8q f7f8r", article: "4.7/4.7.3"},
		{name: "4.7.3 and then the piece", fen: pawnTwoWays, did: "f7 f7>f8 f8=Q", open: "f7f8q", article: "4.4.4"},
		{name: "4.7 a move that leaves the king in check", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", did: "d2 d2>c3", open: "d2e3", article: "4.3.1"},
		{name: "4.7 another piece than he must move", fen: initial, did: "g1 e2 e2>e4", open: "g1f3 g1h3", article: "4.3.1"},
		{name: "4.7 and then an enemy piece", fen: pawnBite, did: "e4 e4>e5 d5", open: "e4e5", article: "4.7"},
		{name: "4.7 and then another own piece and an enemy one", fen: pawnFork, did: "g1 g1>f3 c4 d5", open: "g1f3", article: "4.7"},
		{name: "4.7 before it, an enemy piece", fen: pawnBite, did: "d5 e4 e4>e5", open: "e4d5", article: "4.3.3"},
		{name: "4.7 let go where it may not go, and then an enemy piece", fen: pawnBite, did: "e4 e4>e6 d5", open: "e4d5", article: "4.3.3"},
		{name: "4.7.3 a pawn on the last rank, and then an enemy piece beside it", fen: pawnTwoWays, did: "f7 f7>f8 g8", open: "f7f8b f7f8n f7f8q f7f8r", article: "4.7/4.7.3"},
		{name: "4.7.3 and a queen on that one's square", fen: pawnTwoWays, did: "f7 f7>f8 g8 g8=Q", open: "f7f8b f7f8n f7f8q f7f8r"},
		{name: "4.7 en passant: the captured pawn belongs to it", fen: enPassant, did: "e5 e5>d6 d5", open: "e5d6"},
		{name: "4.7 an enemy piece let go elsewhere", fen: pawnBite, did: "d5 d5>d4", open: "e4d5", article: "4.3.2"},
	})
}

// TestPromotion: 4.4.4, 4.6.
func TestPromotion(t *testing.T) {
	twoPawns := "5n2/4P1P1/8/8/8/k7/8/K7 w - - 0 1"
	checkDuties(t, []dutyCase{
		{name: "4.4.4 pawn, then queen", fen: pawnTwoWays, did: "f7 f8=Q", open: "f7f8q", article: "4.4.4"},
		{name: "4.4.4 a knight", fen: pawnTwoWays, did: "f7 f8=N", open: "f7f8n", article: "4.4.4"},
		{name: "4.4.4 a bishop", fen: pawnTwoWays, did: "f7 f8=B", open: "f7f8b", article: "4.4.4"},
		{name: "4.4.4 a rook", fen: pawnTwoWays, did: "f7 f8=R", open: "f7f8r", article: "4.4.4"},
		{name: "4.6.2 queen first", fen: pawnTwoWays, did: "f8=Q", open: "f7f8q", article: "4.4.4"},
		{name: "4.6.3 capture, then queen", fen: pawnTwoWays, did: "g8 g8=Q", open: "f7g8q", article: "4.4.4"},
		{name: "4.6.3 all of them", fen: pawnTwoWays, did: "f7 g8 g8=N", open: "f7g8n", article: "4.4.4"},
		{name: "4.6.3 not onto the piece that stands there", fen: "5r2/5P1k/8/8/8/8/8/K7 w - - 0 1", did: "f8=Q", open: "any"},
		{name: "4.4.4 which pawn is open still", fen: twoPawns, did: "f8 f8=Q", open: "e7f8q g7f8q", article: "4.4.4"},
		{name: "4.4.4 until one is touched", fen: twoPawns, did: "f8 f8=Q g7", open: "g7f8q", article: "4.4.4"},
		{name: "4.4.4 not where no pawn can go", fen: pawnTwoWays, did: "f7 a8=Q",
			open: "f7f8b f7f8n f7f8q f7f8r f7g8b f7g8n f7g8q f7g8r", article: "4.3.1"},
		{name: "4.4.4 not by a pawn that is pinned", fen: "8/r3P2K/8/8/8/8/8/k7 w - - 0 1", did: "e8=Q", open: "any"},
		{name: "4.4.4 not against 4.3.1", fen: "8/4P2k/8/8/8/8/8/K6N w - - 0 1", did: "h1 e8=Q", open: "h1f2 h1g3", article: "4.3.1"},
		{name: "4.4.4 black", fen: "k7/8/8/8/8/8/4p2K/8 b - - 0 1", did: "e2 e1=R", open: "e2e1r", article: "4.4.4"},
	})
}

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

// dutyCase is what a player has done in this turn, and what is then open.
//
// did, in order: e1 the piece on e1 is touched; &d5 so is this one, in the same scan; g1>f3
// the piece from g1 is released on f3; f8=Q a queen touches f8.
type dutyCase struct {
	name     string // begins with its article
	fen      string
	did      string
	open     string // UCI, sorted; "any": every legal move
	article  string // "" is not looked at
	chess960 bool
}

const (
	initial     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	bothCastle  = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
	pawnTwoWays = "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1"
	enPassant   = "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
	pawnFork    = "rnbqkb1r/ppp1pppp/8/3n4/2P1P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 1"
	pawnBite    = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
)

func position(t testing.TB, fen string, chess960 bool) *legality.Position {
	t.Helper()
	p, err := legality.ParseFEN(fen, chess960)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// acts reads what a dutyCase did.
func acts(t testing.TB, did string) *laws.Acts {
	t.Helper()
	a := &laws.Acts{}
	for i, word := range strings.Fields(did) {
		at := int64(700 * (i + 1))
		switch from, to, released := strings.Cut(word, ">"); {
		case released:
			a.Releases = append(a.Releases, laws.Release{From: square(t, from), To: square(t, to), At: at})
		case strings.Contains(word, "="):
			piece, _ := placement.ParsePiece(word[3])
			a.Promoted, a.As, a.PromotedAt = square(t, word[:2]), piece.Kind(), at
		default:
			name := strings.TrimPrefix(word, "&")
			a.Touches = append(a.Touches, laws.Touch{Square: square(t, name), At: at, Together: name != word})
		}
	}
	return a
}

func square(t testing.TB, name string) placement.Square {
	t.Helper()
	sq, ok := placement.ParseSquare(name)
	if !ok {
		t.Fatalf("no square: %q", name)
	}
	return sq
}

func uciOf(p *legality.Position, moves []legality.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, p.UCI(m))
	}
	slices.Sort(out)
	return out
}

func checkDuties(t *testing.T, cases []dutyCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func (c *dutyCase) check(t *testing.T) {
	p := position(t, c.fen, c.chess960)
	d := laws.Open(p, acts(t, c.did), laws.Default())
	want := strings.Fields(c.open)
	if c.open == "any" {
		want = uciOf(p, p.AppendMoves(nil))
	}
	got := uciOf(p, d.Allowed)
	if slices.Equal(got, want) && (c.article == "" || d.Article == c.article) && d.Free == (c.open == "any") {
		return
	}
	t.Errorf("%s after %s:\nopen %v, free %v, article %q, bound %q\nwant %v, article %q", c.fen, c.did, got, d.Free, d.Article, d.Bound, want, c.article)
}
