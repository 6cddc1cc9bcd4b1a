package touchmove_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// advises finds fault with the remedy of the last finding of a code.
func advises(code string, want touchmove.Remedy) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 || found[i].Remedy == nil {
			return fmt.Errorf("no remedy of %s", code)
		}
		got := *found[i].Remedy
		got.Restore = ""
		if want.Bound == nil {
			got.Bound = nil
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("remedy of %s: %+v, want %+v", code, got, want)
		}
		return nil
	}
}

func lastOf(code string, found []touchmove.Finding) int {
	for i := len(found) - 1; i >= 0; i-- {
		if found[i].Code.String() == code {
			return i
		}
	}
	return -1
}

// TestTouch1997: Article 4 of the FIDE Laws of 1997, where it differs.
func TestTouch1997(t *testing.T) {
	const rules = "rules fide-1997"
	const promotion = "8/P6k/8/8/8/8/5p2/K7 w - - 0 1"
	const kingMoves = "e1c1 e1d1 e1e2 e1f1 e1g1"
	checkTrials(t, []trial{
		{name: "4.3(a) king, then rook: castling is not compulsory", head: rules, fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1e2 |w",
			open: []string{"1: " + kingMoves, "4: " + kingMoves}, none: []string{"castle_obliged"}, moves: "e1e2 completed"},
		{name: "4.3(a) king, then rook: another piece", head: rules, fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 h1g1 |w",
			want: "touch_breach suspected w 4.3(a)", moves: "h1g1 completed"},
		{name: "4.4(a) rook, then king, and castled", head: rules, fen: bothCastle, do: "-h1 -e1 +Kg1 +Rf1 |w",
			want: "castle_rook_first suspected w 4.4(a)", moves: "e1g1 completed"},
		{name: "4.4(a) rook, then king, and the rook moved", head: rules, fen: bothCastle, do: "-h1 +Rh1 -e1 +Ke1 h1g1 |w",
			open: []string{"4: h1f1 h1g1"}, moves: "h1g1 completed"},
		{name: "4.4(b) castling there is illegal", head: rules, fen: "1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", do: "-e1 -h1 +Rh1 +Ke1 e1c1 a1d1 |w",
			open: []string{"2: e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"}, moves: "e1c1 completed"},
		{name: "4.3(b) order unknown: the own piece counts as first", head: rules, fen: pawnBite, do: "-e4 ~0 -d5 +Pd5 |w",
			info: []string{"order_unknown 4.3(b)"}, open: []string{"2: e4d5"}, moves: "e4d5 completed"},
		{name: "1.1 a touch before the press does not bind", head: rules, do: "e2e4 -g8 +ng8 |w e7e5 |b",
			moves: "e2e4 completed, e7e5 completed"},
		{name: "1.3 of 2018, where it does", head: "rules fide-2018", do: "e2e4 -g8 +ng8 |w e7e5 |b",
			want: "touch_breach suspected b 4.3.1", moves: "e2e4 completed, e7e5 completed"},
		{name: "4.3(a) a piece in the hand at the press", head: rules, do: "e2e4 -g8 |w +ng8 e7e5 |b",
			want: "touch_breach suspected b 4.3(a)", moves: "e2e4 completed, e7e5 completed"},
		{name: "4.3(a) a touch after the press", head: rules, do: "e2e4 |w -g8 +ng8 e7e5 |b",
			want: "touch_breach suspected b 4.3(a)", moves: "e2e4 completed, e7e5 completed"},
		{name: "4.6 the claim lapses", head: rules, do: "-g1 +Ng1 e2e4 |w e7e5 |b", want: "touch_breach suspected w 4.3(a)",
			info: []string{"touch_claim_lapsed 4.6 b"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "4.6 is not about 4.7", head: rules, do: "e2e3 e3e4 |w e7e5 |b", want: "release_breach suspected w 4.7",
			none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "4.7 promotion piece let go, then another", head: rules, fen: promotion, do: "-a7 +Qa8 -a8 +Na8 |w",
			want: "promotion_changed suspected w 4.7", moves: "a7a8n completed"},
		{name: "4.6 nor about the promotion piece", head: rules, fen: promotion, do: "-a7 +Qa8 -a8 +Na8 |w -h7 +kg7 |b", want: "promotion_changed suspected w 4.7",
			none: []string{"touch_claim_lapsed"}, moves: "a7a8n completed, h7g7 completed"},
		{name: "4.7 promotion piece not let go", head: rules, fen: promotion, do: "-a7 +Qa8 ~100 -a8 ~100 +Na8 |w",
			moves: "a7a8n completed"},
		{name: "4.4.4 of 2018, where the touch is enough", head: "rules fide-2018", fen: promotion, do: "-a7 +Qa8 ~100 -a8 ~100 +Na8 |w",
			want: "promotion_changed certain w 4.4.4", moves: "a7a8n completed"},
	})
}

// TestIllegal1997: Articles 6.7, 7, 10.3 and Appendices B and C of 1997.
func TestIllegal1997(t *testing.T) {
	const rules, mates = "rules fide-1997", "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1"
	bound := []string{"b1a3", "b1c3"}
	checkTrials(t, []trial{
		{name: "7.4 no time, no loss", head: rules + "; illegal w=1 b=0", do: "b1b3 |w", want: "illegal_completed certain w 7.4/3.3", end: "* irregular",
			none: []string{"illegal_second"}, also: advises("illegal_completed", touchmove.Remedy{Bound: bound, Offence: 2, Article: "7.4"})},
		{name: "7.4 never too late", head: rules, do: "b1b3 |w e7e5 |b", want: "illegal_completed certain w 7.4", none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "10.3 quickplay finish, the first", head: rules + "; time quickplay", do: "b1b3 |w", want: "illegal_completed certain w 7.4", end: "* irregular",
			also: advises("illegal_completed", touchmove.Remedy{Bound: bound, OpponentGains: 120, Offence: 1, Article: "10.3"})},
		{name: "10.3 the second", head: rules + "; time quickplay; illegal w=1 b=0", do: "b1b3 |w", want: "illegal_completed certain w 7.4", end: "* irregular",
			none: []string{"illegal_second", "illegal_third"},
			also: advises("illegal_completed", touchmove.Remedy{Bound: bound, OpponentGains: 120, Offence: 2, Article: "10.3"})},
		{name: "10.3 the third loses, even against a lone king", head: rules + "; time quickplay; illegal w=0 b=2", fen: "7k/8/8/8/8/8/r7/K7 b - - 0 1",
			do: "a2b3 |b", want: "illegal_completed certain b; illegal_third arbiter b 10.3", end: "* irregular",
			also: advises("illegal_third", touchmove.Remedy{Result: "1-0", Offence: 3, Article: "10.3"})},
		{name: "C.3 blitz: the win may be claimed", head: rules + "; time blitz", do: "b1b3 |w", want: "illegal_completed certain w C.3", end: "* irregular",
			also: advises("illegal_completed", touchmove.Remedy{Bound: bound, Result: "0-1", Offence: 1, Article: "C.3/C.4"})},
		{name: "C.4 not by a lone king", head: rules + "; time blitz", fen: "k7/8/8/8/8/8/8/KQ6 w - - 0 1", do: "b1c3 |w", want: "illegal_completed certain w C.3",
			end: "* irregular", also: advises("illegal_completed", touchmove.Remedy{Offence: 1, Article: "C.3/C.4"})},
		{name: "C.3 after the reply it stands", head: rules + "; time blitz", do: "b1b3 |w e7e5 |b", want: "illegal_completed certain w C.3",
			info: []string{"illegal_stands w C.3"}, moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "3.4(e) pawn left on the last rank", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w",
			want: "promotion_unreplaced certain w 3.4(e)/7.4", end: "* irregular",
			also: advises("promotion_unreplaced", touchmove.Remedy{Offence: 1, Article: "7.4",
				Bound: []string{"f7f8b", "f7f8n", "f7f8q", "f7f8r", "f7g8b", "f7g8n", "f7g8q", "f7g8r"}})},
		{name: "6.7(c) press without a move", head: rules, do: "|w", want: "clock_no_move arbiter w 6.7(c)", also: illegals(0, 0)},
		{name: "6.7(a) press in the middle of a move", head: rules, do: "-e2 |w +Pe4 e7e5 |b", may: "move_incomplete",
			also: illegals(0, 0), moves: "e2e4 completed, e7e5 completed"}, // whether that press completes it is not said
		{name: "7.3 pressed back over the opponent's displaced piece", head: rules, do: "e2e4 |w e7e5 |b f7g6 |w",
			info: []string{"displaced b 7.3"}, none: []string{"clock_no_move"}, may: "displaced", moves: "e2e4 completed, e7e5 completed"},
		{name: "7.3 not over the own one", head: rules, do: "e2e4 |w e7e5 |b a2b3 |w",
			want: "illegal_completed certain w 7.4", moves: "e2e4 completed, e7e5 completed", end: "* irregular"},
		{name: "6.7(a) the own next move completes nothing", head: rules + "; clock yes", do: "e2e4 e7e5 g1f3 |w b8c6 |b",
			none: []string{"completed_by_next_move"}, moves: "e2e4 made, e7e5 made, g1f3 completed, b8c6 completed"},
		{name: "6.2.1.2 of 2018, where it does", head: "rules fide-2018; clock yes", do: "e2e4 e7e5 g1f3 |w b8c6 |b",
			info: []string{"completed_by_next_move 6.2.1.2 w"}, moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed"},
		{name: "5.1(a) mate after a touch breach ends the game", head: rules, fen: mates, do: "-f2 +Pf2 a1a8",
			want: "touch_breach suspected w 4.3(a); checkmate certain w 5.1(a)", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "5.1.1 of 2018, where that is the arbiter's", head: "rules fide-2018", fen: mates, do: "-f2 +Pf2 a1a8",
			want: "touch_breach suspected w 4.3.1; checkmate arbiter w 5.1.1", moves: "a1a8 made"},
		{name: "9.4 the claim is not lost by touching", head: rules + "; moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", do: "-b1 +Nb1",
			info: []string{"draw_claimable w 9.2"}, none: []string{"claim_right_lost"}, end: "*", moves: played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")},
		{name: "9.6 no mate possible", head: rules, fen: "8/8/8/8/8/3k4/1q6/K7 w - - 0 1", do: "-b2 -a1 +Kb2 |w", want: "dead_position certain - 9.6",
			moves: "a1b2 completed", end: "1/2-1/2"},
	})
}

// TestStart1997: B.4 has a limit of three moves, and 7.1 none.
func TestStart1997(t *testing.T) {
	const after3 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 "
	checkTrials(t, []trial{
		{name: "B.4 before", head: "rules fide-1997; time rapid", fen: after3 + "3", do: "inspect", end: "*", want: "wrong_initial_position certain B.4; wrong_initial_position certain"},
		{name: "B.4 after", head: "rules fide-1997; time rapid", fen: after3 + "4", do: "inspect", end: "*", info: []string{"wrong_initial_position B.4"}},
		{name: "7.1(a) at any time", head: "rules fide-1997", fen: after3 + "40", do: "inspect", end: "*", want: "wrong_initial_position certain 7.1(a); wrong_initial_position certain"},
	})
}

// played are moves that were played before the log begins.
func played(moves string) string {
	out := ""
	for i, m := range strings.Fields(moves) {
		if i > 0 {
			out += ", "
		}
		out += m + " completed"
	}
	return out
}
