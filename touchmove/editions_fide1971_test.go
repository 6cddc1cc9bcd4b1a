package touchmove_test

import (
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// bishopBite: the bishop on c1 cannot capture on h7, the one on d3 and the queen
// can (example of the commentary to Article 8 of 1971).
const bishopBite = "r4nk1/ppp2ppp/4q3/8/8/3B3Q/PP3PPP/R1B3K1 w - - 0 1"

// TestTouch1971: Articles 6 to 8 of the rules of 1952 as amended to 1971.
func TestTouch1971(t *testing.T) {
	const rules = "rules fide-1971"
	checkTrials(t, []trial{
		{name: "8(1) own piece touched, another moved", head: rules, do: "-g1 +Ng1 e2e4", want: "touch_breach suspected w 8(1)", moves: "e2e4 made"},
		{name: "8(1) own piece touched and moved", head: rules, do: "-g1 +Ng1 g1f3", moves: "g1f3 made"},
		{name: "8(1) enemy piece touched, not captured", head: rules, fen: pawnBite, do: "-d5 +pd5 d2d4", want: "touch_breach suspected w 8(1)", moves: "d2d4 made"},
		{name: "8(2) the own piece cannot capture: any other must", head: rules, fen: bishopBite, do: "-c1 +Bc1 -h7 +ph7 -h7 h3h7",
			open: []string{"4: d3h7 h3h7"}, info: []string{"capture_obliged 8(2)"}, moves: "h3h7 made"},
		{name: "8(2) whatever the order", head: rules, fen: bishopBite, do: "-h7 +ph7 -c1 +Bc1 -h7 d3h7", open: []string{"4: d3h7 h3h7"}, moves: "d3h7 made"},
		{name: "8(2) the own piece moved instead", head: rules, fen: bishopBite, do: "-c1 +Bc1 -h7 +ph7 c1g5", want: "touch_breach suspected w 8(2)", moves: "c1g5 made"},
		{name: "4.3.3 of 2018, where it must be moved", head: "rules fide-2018", fen: bishopBite, do: "-c1 +Bc1 -h7 +ph7 c1g5 |w", moves: "c1g5 completed"},
		{name: "8(2) the own piece can capture", head: rules, fen: pawnFork, do: "-c4 +Pc4 -d5 +nd5 -d5 e4d5", want: "touch_breach suspected w 8(2)", moves: "e4d5 made"},
		{name: "8(2) does not use the order", head: rules, fen: pawnBite, do: "-e4 ~0 -d5 +Pd5", none: []string{"order_unknown"}, moves: "e4d5 made"},
		{name: "8(3) no touched piece can be moved or captured", head: rules, do: "-a1 +Ra1 -e7 +pe7 e2e4", moves: "e2e4 made"},
		{name: "8(4) the claim lapses", head: rules, do: "-g1 +Ng1 e2e4 e7e5", want: "touch_breach suspected w 8(1)", info: []string{"touch_claim_lapsed 8(4) b"},
			moves: "e2e4 made, e7e5 made"},
		{name: "6 rook before king", head: rules, fen: bothCastle, do: "-h1 +Rf1 -e1 +Kg1", none: []string{"castle_rook_first"}, moves: "e1g1 made"},
		{name: "8(1) rook, then king, then another rook move", head: rules, fen: bothCastle, do: "-h1 +Rh1 -e1 +Ke1 h1g1",
			open: []string{"4: e1g1 h1f1 h1g1"}, moves: "h1g1 made"},
		{name: "8(1) rook, then king, and the king moved", head: rules, fen: bothCastle, do: "-h1 +Rh1 -e1 +Ke1 e1e2", want: "touch_breach suspected w 8(1)", moves: "e1e2 made"},
		{name: "8(1) castling there is illegal and the king cannot move: the rook", head: rules, fen: "3r1r2/8/8/8/4k3/8/4R3/4K2R w K - 0 1",
			do: "-e1 +Ke1 -h1 +Rh1 h1h2", open: []string{"4: h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"}, moves: "h1h2 made"},
		{name: "7(a) let go on another square before", head: rules, do: "e2e3 e3e4", want: "release_breach suspected w 7(a)", moves: "e2e4 made"},
		{name: "7(a) slid over it", head: rules, do: "e2e3 ~100 -e3 ~50 +Pe4", moves: "e2e4 made"},
		{name: "7(c) only castling is open", head: rules, fen: bothCastle, do: "e1g1 -g1 +Ke1 e1e2", want: "release_breach suspected w", open: []string{"2: e1g1"}, moves: "e1e2 made"},
		{name: "7(d) a pawn let go on the last rank", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 -f8 +Qf8", info: []string{"obliged 7(d)", "promotion_square_fixed 7(d)"}, moves: "f7f8q made"},
		{name: "7(d) the choice is final when the piece is let go", head: rules, fen: "8/P6k/8/8/8/8/5p2/K7 w - - 0 1", do: "-a7 +Qa8 -a8 +Na8",
			want: "promotion_changed suspected w 7(d)", moves: "a7a8n made"},
	})
}

// TestIllegal1971: Article 9, and what the rules of 1971 do not know.
func TestIllegal1971(t *testing.T) {
	const rules = "rules fide-1971"
	bound := []string{"b1a3", "b1c3"}
	checkTrials(t, []trial{
		{name: "9(1) restored, no time, no loss", head: rules + "; illegal w=1 b=0", do: "b1b3 ~4000 inspect", want: "illegal_made certain w 9(1)/6; illegal_made certain",
			none: []string{"illegal_completed", "illegal_second"}, end: "* irregular",
			also: advises("illegal_made", touchmove.Remedy{Bound: bound, Offence: 2, Article: "9(1)"})},
		{name: "9(1) the press proves that it has been let go", head: rules, do: "b1b3 |w inspect", want: "illegal_made certain w 9(1); illegal_made certain", end: "* irregular"},
		{name: "9(1) put right in the same turn", head: rules, do: "b1b3 b3c3", info: []string{"illegal_not_completed 9(1) w"}, moves: "b1c3 made"},
		{name: "9(1) the opponent's hand proves that it has been let go", head: rules, do: "b1b3 -e7 +pe7 inspect", want: "illegal_made certain w 9(1) #3; illegal_made certain",
			none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7(d) a pawn on the last rank waits for its piece", head: rules, fen: pawnTwoWays, do: "f7f8 ~9000 inspect", none: []string{"illegal_not_completed", "illegal_made"}},
		{name: "7(c) a king on its castling square waits for the rook", head: rules, fen: bothCastle, do: "e1g1 ~9000 h1f1", none: []string{"illegal_not_completed", "illegal_made"}, moves: "e1g1 made"},
		{name: "7(b) a pawn taken en passant waits to be removed", head: rules, fen: enPassant, do: "e5d6 ~9000 -d5", none: []string{"illegal_not_completed", "illegal_made"}, moves: "e5d6 made"},
		{name: "9(1) unless the opponent plays", head: rules, fen: pawnTwoWays, do: "f7f8 ~9000 h7h6", want: "promotion_unreplaced arbiter w 7(d)", end: "* irregular"},
		{name: "9(1) never too late", head: rules, do: "b1b3 |w e7e5 g1f3 inspect", want: "illegal_made certain w 9(1); illegal_made certain", none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "9(1) the touched piece must be moved then", head: rules, do: "b1b3 |w -b3 +Nb1 e2e4", want: "illegal_made certain w 9(1); touch_breach suspected w 9(1)/8(1)", moves: "e2e4 made"},
		{name: "9(1) what is let go does not bind then", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w -f8 +Pf7 -g8 -f7 +Qg8",
			want: "promotion_unreplaced arbiter w 6(c)/7(d)/9(1)", moves: "f7g8q made"},
		{name: "no clock in the text: a press completes nothing", head: rules, do: "e2e4 |w e7e5 |b", none: []string{"move_completed"}, moves: "e2e4 made, e7e5 made"},
		{name: "no clock in the text: nor is it an offence", head: rules, do: "|w e2e4", may: "clock_no_move", also: illegals(0, 0), moves: "e2e4 made"},
		{name: "9(4) wrong initial position", head: rules, fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", do: "inspect", end: "*",
			want: "wrong_initial_position certain 9(4); wrong_initial_position certain"},
		{name: "12 bare kings play on", head: rules, fen: "8/8/8/8/8/3k4/1q6/K7 w - - 0 1", do: "-b2 -a1 +Kb2", none: []string{"dead_position", "dead_position_possible"}, moves: "a1b2 made"},
		{name: "12(1) stalemate", head: rules, fen: "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", do: "-f6 +Kf6 g1g6", want: "touch_breach suspected w 8(1); stalemate certain 12(1)",
			moves: "g1g6 completed", end: "1/2-1/2 ended"},
		{name: "12(3) the fifth time is still a claim", head: rules + "; moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", do: "f6g8",
			info: []string{"draw_claimable w 12(3)"}, none: []string{"fivefold"}, moves: played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1") + ", f6g8 made"},
		{name: "12(3) the claim is not lost by touching", head: rules + "; moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", do: "-b1 +Nb1",
			none: []string{"claim_right_lost"}, end: "*", moves: played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")},
		{name: "12(3) a castling right that is lost makes no difference if castling was not possible then", head: rules + "; moves g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 f3g1 f6g8 g1f3 g8f6 f3g1",
			do: "f6g8", info: []string{"draw_claimable w 12(3)"}, moves: played("g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 f3g1 f6g8 g1f3 g8f6 f3g1") + ", f6g8 made"},
		{name: "9.2.3.2 of 2023, where it does", head: "moves g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 f3g1 f6g8 g1f3 g8f6 f3g1", do: "f6g8 |b", none: []string{"draw_claimable"},
			moves: played("g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")},
		{name: "12(4) 75 moves end nothing", head: rules, fen: "8/8/4k3/8/8/4K3/8/R7 w - - 149 90", do: "a1a2", info: []string{"draw_claimable b 12(4)"}, none: []string{"seventyfive"}, moves: "a1a2 made"},
		{name: "12 the flag loses even then", head: rules, fen: "8/8/4k3/8/8/4K3/8/8 w - - 0 1", do: "flag:w", want: "flag_fall arbiter w", end: "*",
			also: advises("flag_fall", touchmove.Remedy{Result: "0-1", If: []string{touchmove.IfNotCompleted}, Article: "12(4)"})},
	})
}
