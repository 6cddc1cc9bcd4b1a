package touchmove_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestOccupancy: what a board that names no pieces can still tell, and what it must
// leave to a person.
func TestOccupancy(t *testing.T) {
	head := "sensor occupancy"
	open := "e2e4 |w e7e5 |b g1f3 |w b8c6 |b f1c4 |w f8c5 |b "
	opened := "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, "
	checkTrials(t, []trial{
		{name: "quiet moves", head: head, do: open, moves: opened[:len(opened)-2]},
		{name: "4.3.1 touch-move", head: head, do: "-g1 +Ng1 e2e4 |w", want: "touch_breach suspected w 4.3.1", open: []string{"1: g1f3 g1h3"}, moves: "e2e4 completed"},
		{name: "4.7 a rest", head: head, do: "g1f3 f3h3 |w", want: "release_breach suspected w 4.7", moves: "g1h3 completed"},
		{name: "4.7.1 capture, the victim first", fen: pawnBite, head: head, do: "-d5 e4d5 |w", moves: "e4d5 completed"},
		{name: "4.7.1 capture, the victim last", fen: pawnBite, head: head, do: "-e4 -d5 +Pd5 |w", moves: "e4d5 completed"},
		{name: "4.7.1 capture, which of two", fen: pawnFork, head: head, do: "-d5 e4d5 |w", moves: "e4d5 completed"},
		{name: "3.1.1 capture between two scans", fen: pawnBite, head: head + "; time rapid", do: "-e4 |w", info: []string{"capture_inferred 3.1.1 w"}, moves: "e4d5 completed"},
		{name: "3.1.1 which piece was captured is not known", fen: "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", head: head, do: "-e4 |w",
			want: "ambiguous_capture arbiter w 3.1.1"},
		{name: "3.7.3.1 en passant", fen: enPassant, head: head, do: "e5d6 -d5 |w", moves: "e5d6 completed"},
		{name: "3.7.3.1 en passant, the pawn first", fen: enPassant, head: head, do: "-d5 e5d6 |w", moves: "e5d6 completed"},
		{name: "3.8.2 castling, king first", head: head, do: open + "e1g1 h1f1 |w", moves: opened + "e1g1 completed"},
		{name: "3.8.2 castling, both in the air", head: head, do: open + "-e1 -h1 +Kg1 +Rf1 |w", moves: opened + "e1g1 completed"},
		{name: "3.7.3.3 which piece is not known", fen: pawnTwoWays, head: head, do: "-f7 +Qf8 |w", want: "promotion_piece_unknown arbiter w 3.7.3.3", moves: "f7f8q completed"},
		{name: "5.1.1 mate only if it is a queen or rook", fen: "6k1/3P1ppp/8/8/8/8/8/K7 w - - 0 1", head: head, do: "-d7 +Qd8 |w",
			want: "checkmate arbiter w 5.1.1; promotion_piece_unknown arbiter w", moves: "d7d8q completed"},
		{name: "3.7.3.3 exchanged on the last rank", fen: pawnTwoWays, head: head, do: "f7f8 -f8 +Qf8 |w", want: "promotion_piece_unknown arbiter w 3.7.3.3", moves: "f7f8q completed"},
		{name: "3.7.3.3 not before it is pressed, since the pawn may be what was put there", fen: pawnTwoWays, head: head, do: "-f7 +Qf8 ~2000 |w", want: "promotion_piece_unknown arbiter w #3",
			moves: "f7f8q completed"},
		{name: "3.7.3.3 nor twice", fen: pawnTwoWays, head: head, do: "f7f8 -f8 +Qf8 ~9000 inspect", want: "promotion_piece_unknown arbiter w #4", moves: "f7f8q made", end: "*"},
		{name: "3.7.3.3 exchanged after a capture", fen: pawnTwoWays, head: head, do: "-g8 f7g8 -g8 +Qg8 |w", may: "promotion_piece_unknown", moves: "f7g8q completed"},
		{name: "7.5.1 an illegal move", head: head, do: "b1b3 |w", want: "illegal_completed certain w 7.5.1/3.6", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.1 an illegal capture", fen: pawnBite, head: head, do: "-d5 -g1 +Nd5 |w", want: "illegal_completed certain w 7.5.1/3.6", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.1 an illegal capture, the hand still on the piece", fen: pawnBite, head: head, do: "-d5 -g1 +Nd5 ~2000 -d5 ~2000 inspect", info: []string{"illegal_not_completed w g1d5"}, end: "*"},
		{name: "4.3.2 a piece that flickered before has not been captured", fen: pawnBite, head: head, do: "-d5 ~15 +pd5 -g1 ~2000 +Nf3 |w", none: []string{"illegal_not_completed", "capture_obliged"},
			moves: "g1f3 completed"},
		{name: "4.3.2 nor one that was straightened before", fen: pawnBite, head: head, do: "-b8 +nb8 -g1 ~2000 +Nf3 |w", none: []string{"illegal_not_completed"}, moves: "g1f3 completed"},
		{name: "1.4.1 the king captured", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", head: head, do: "-e1 e8e1 |b", want: "king_captured certain b 1.4.1", end: "* irregular", also: illegals(0, 1)},
		{name: "7.2.2 the board laid the other way", head: head, do: "d7d5 |w", want: "board_rotated suspected - 7.2.2", also: illegals(0, 0)},
		{name: "7.4.1 nor in a position that looks otherwise then", fen: "r4rk1/pp3ppp/2n5/8/8/2N5/PP3PPP/R4RK1 w - - 0 20", head: head, do: "-h7 +ph6 a1d1 |w", may: "displaced", none: []string{"board_rotated"},
			moves: "a1d1 completed"},
		{name: "7.2.2 a position that looks the same then", fen: "r4rk1/ppp2ppp/2n5/8/8/5N2/PPP2PPP/1KR4R w - - 0 20", head: head, do: "a7a6 ~2000 inspect", want: "board_rotated suspected - 7.2.2", end: "*"},
		{name: "7.2.2 not a move of Black's out of turn", do: "d7d5", want: "out_of_turn certain b 1.2/7.5", none: []string{"board_rotated"}, end: "*"},
		{name: "5.1.1 mate", fen: "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", head: head, do: "a1a8", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "a capture of the game that its clock never saw", fen: pawnBite, head: head + "; clock no", do: "-d5 e4d5 -d5 d8d5", moves: "e4d5 made, d8d5 made"},
	})
}

// TestOccupancyPromotion: what stands on the last rank a board that names no pieces
// has not seen: a pawn, or one of four pieces. It claims nothing that hangs on which.
func TestOccupancyPromotion(t *testing.T) {
	const (
		pinned = "4r1k1/P7/8/8/8/8/8/4K3 w - - 0 1"
		alone  = "8/5P1k/8/8/8/8/8/K7 w - - 0 1"
		bitten = "8/5P1k/8/8/1n6/8/8/K7 w - - 0 1" // the knight is on the way of a queen or bishop on f8
	)
	head := "sensor occupancy"
	unknown := "promotion_piece_unknown arbiter w 3.7.3.3"
	claims := []string{"promotion_unreplaced", "promotion_incomplete", "promotion_wrong_piece", "promotion_changed", "promotion_choice_final", "capture_inferred",
		"touch_breach", "capture_obliged", "off_turn_contact", "illegal_not_completed", "dead_position", "clock_no_move"}
	checkTrials(t, []trial{
		{name: "3.9.2 illegal whatever stands there", fen: pinned, head: head, do: "a7a8 |w", want: "illegal_completed certain w 7.5.1/3.9.2 #3", none: claims[:6], end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1d2 e1f1 e1f2"})},
		{name: "3.7 a step aslant without a capture", fen: "6k1/P7/8/8/8/8/8/4K3 w - - 0 1", head: head, do: "a7b8 |w", want: "illegal_completed certain w 7.5.1", none: claims[:6],
			end: "* irregular", also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "a7a8b a7a8n a7a8q a7a8r"})},
		{name: "4.6 the pawn off, nothing put on: no capture", fen: pawnTwoWays, head: head, do: "-f7 |w", none: claims, end: "*"},
		{name: "4.6 the pawn on, taken off for its piece", fen: pawnTwoWays, head: head, do: "f7f8 -f8 |w", none: claims, end: "*"},
		{name: "4.6.1 the piece is read late", fen: pawnTwoWays, head: head, do: "-f7 |w ~1500 +Qf8 h7h8 |b", want: unknown, none: claims, moves: "f7f8q completed, h7h8 completed"},
		{name: "4.6.3 a capture that is played on from", fen: pawnTwoWays, head: head, do: "-g8 -f7 +Qg8 |w h7h6 |b", want: unknown, none: claims[:7], moves: "f7g8q completed, h7h6 completed"},
		{name: "4.6 exchanged", fen: pawnTwoWays, head: head, do: "f7f8 -f8 +Qf8 |w h7h8 |b", want: unknown, none: claims, moves: "f7f8q completed, h7h8 completed"},
		{name: "4.6 exchanged after the press", fen: pawnTwoWays, head: head, do: "f7f8 |w -f8 +Qf8 h7h8 |b", want: unknown, none: claims, moves: "f7f8q completed, h7h8 completed"},
		{name: "4.6 captured there", fen: pawnTwoWays, head: head, do: "f7f8 |w -f8 g8f8 |b", want: unknown, none: claims, moves: "f7f8q completed, g8f8 completed"},
		{name: "3.9.2 into a check that only some pieces give", fen: alone, head: head, do: "f7f8 |w h7h6 ~2000 inspect", may: "promotion_piece_unknown", none: claims, moves: "f7f8n completed, h7h6 made"},
		{name: "5.2.2 dead only with some pieces", fen: alone, head: head, do: "f7f8 |w h7h6 |b", may: "promotion_piece_unknown", none: claims, moves: "f7f8n completed, h7h6 completed"},
		{name: "6.9 who can mate with some pieces only", fen: alone, head: head, do: "f7f8 |w h7g6 |b flag:b", want: unknown + "; flag_fall arbiter b 6.9", none: claims,
			moves: "f7f8q completed, h7g6 completed", also: noRemedy("flag_fall")},
		{name: "6.9 who cannot mate whatever it is", fen: alone, head: head, do: "f7f8 |w h7g6 |b flag:w", want: unknown + "; flag_fall arbiter w 6.9", none: claims,
			moves: "f7f8q completed, h7g6 completed", also: remedy("flag_fall", offence{result: "1/2-1/2"})},
		{name: "4.3.2 touched what only some pieces could capture", fen: bitten, head: head, do: "f7f8 |w h7g6 |b -b4 +nb4 a1b1 |w", want: unknown, none: claims[:8],
			moves: "f7f8q completed, h7g6 completed, a1b1 completed"},
		{name: "4.3.1 touched what can move whatever it is", fen: alone, head: head, do: "f7f8 |w h7g6 |b -f8 +Qf8 a1b1 |w", want: unknown + "; touch_breach suspected w 4.3.1", none: claims[:6],
			moves: "f7f8q completed, h7g6 completed, a1b1 completed"},
	})
}

// noRemedy checks that nothing is said to follow from the findings of a code.
func noRemedy(code string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range found {
			if f.Code.String() == code && f.Remedy != nil {
				return fmt.Errorf("%s: %+v", code, *f.Remedy)
			}
		}
		return nil
	}
}

// TestCompetitors: while it is not settled which of several pieces was captured, the
// likeliest is shown, and beside it what else it may have been (messages, section
// 4); what is settled has nothing beside it.
func TestCompetitors(t *testing.T) {
	log, err := os.ReadFile("testdata/reports/occ-two-ambiguous-captures.log")
	if err != nil {
		t.Fatal(err)
	}
	tr, _ := play(t, string(log))
	want := [][]string{{"c3d5"}, {"f6d5"}, nil} // not f6g4: the king could not have gone to h2
	moves := tr.Game().Moves
	if len(moves) != len(want) {
		t.Fatalf("%d plies shown, want %d", len(moves), len(want))
	}
	for i, p := range moves {
		if !slices.Equal(p.Competitors, want[i]) {
			t.Errorf("%s competes with %v, want %v", p.UCI, p.Competitors, want[i])
		}
		if open := want[i] != nil; open && (p.Published || p.State != touchmove.StateProvisional || p.Confidence == 1) {
			t.Errorf("%s is open, but shown as %v, published %v, confidence %v", p.UCI, p.State, p.Published, p.Confidence)
		}
	}
}
