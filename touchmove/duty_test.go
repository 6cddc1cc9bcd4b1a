package touchmove_test

import "testing"

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
