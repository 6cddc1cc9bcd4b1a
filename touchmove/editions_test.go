package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestTouchBilguer: paragraphs 3 and 7, and what they do not cover.
func TestTouchBilguer(t *testing.T) {
	for _, rules := range []string{"rules bilguer-1880", "rules bilguer-1891"} {
		checkTrials(t, []trial{
			{name: "§3 touched, moved", head: rules, do: "-g1 +Ng1 g1f3", open: []string{"1: g1f3 g1h3"}, moves: "g1f3 made"},
			{name: "§3 touched, another moved", head: rules, do: "-g1 +Ng1 e2e4", want: "touch_breach suspected w §3", moves: "e2e4 made"},
			{name: "§3 enemy touched, not captured", head: rules, fen: pawnBite, do: "-d5 +pd5 d2d4", want: "touch_breach suspected w §3", moves: "d2d4 made"},
			{name: "§3 a pinned piece: the king must move", head: rules, fen: "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", do: "-e2 +Ne2 e1d2",
				open: []string{"2: e1d1 e1d2 e1f1 e1f2"}, info: []string{"king_move_penalty §3 w"}, moves: "e1d2 made"},
			{name: "§3 and another piece moved instead", head: rules, fen: "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", do: "-e2 +Ne2 a2a3",
				want: "touch_breach suspected w §3", moves: "a2a3 made"},
			{name: "4.5 of 2023, where any move is open", fen: "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", do: "-e2 +Ne2 a2a3 |w", none: []string{"king_move_penalty"}, moves: "a2a3 completed"},
			{name: "§3 but not by castling", head: rules, fen: "4k3/8/8/8/7b/8/5P2/R3K2R w KQ - 0 1", do: "-f2 +Pf2 -e1 -h1 +Kg1 +Rf1",
				want: "touch_breach suspected w §3", open: []string{"2: e1d1 e1d2 e1e2 e1f1"}, moves: "e1g1 made"},
			{name: "§3 the king cannot move either", head: rules, do: "-a1 +Ra1 e2e4", moves: "e2e4 made"},
			{name: "§3 an enemy piece that cannot be captured binds to nothing", head: rules, do: "-e7 +pe7 e2e4", none: []string{"king_move_penalty"}, moves: "e2e4 made"},
			{name: "§3 the claim lapses", head: rules, do: "-g1 +Ng1 e2e4 e7e5", want: "touch_breach suspected w §3", info: []string{"touch_claim_lapsed §3 b"}, moves: "e2e4 made, e7e5 made"},
			{name: "§7 the order does not matter", head: rules, fen: bothCastle, do: "-h1 +Rf1 -e1 +Kg1", none: []string{"castle_rook_first"}, moves: "e1g1 made"},
			{name: "§7 nor is castling compulsory", head: rules, fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1e2", none: []string{"castle_obliged"}, moves: "e1e2 made"},
			{name: "silent: a piece let go may be moved on", head: rules, do: "e2e3 e3e4", none: []string{"release_breach"}, moves: "e2e4 made"},
			{name: "silent: a promotion piece may be changed", head: rules, fen: "8/P6k/8/8/8/8/5p2/K7 w - - 0 1", do: "-a7 +Qa8 -a8 +Na8",
				none: []string{"promotion_changed", "promotion_choice_final"}, moves: "a7a8n made"},
		})
	}
}

// TestFirstMoveBilguer: paragraph 2: the lot decides who begins, and that changes with each
// game while the colours stay. So the first move may be Black's.
func TestFirstMoveBilguer(t *testing.T) {
	const odds = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" // Black gives a pawn
	for _, rules := range []string{"rules bilguer-1880", "rules bilguer-1891"} {
		quiet := []string{"out_of_turn", "displaced", "illegal_not_completed", "off_turn_contact", "board_rotated"}
		checkTrials(t, []trial{
			{name: "§2 Black begins", head: rules, do: "e7e5", none: quiet, moves: "e7e5 made", fen4: "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq -"},
			{name: "§2 and White answers", head: rules, do: "e7e5 e2e4 g8f6", none: quiet, moves: "e7e5 made, e2e4 made, g8f6 made"},
			{name: "§2 a step to the next square", head: rules, do: "e7e6 d2d4", none: quiet, moves: "e7e6 made, d2d4 made"},
			{name: "§3 his touch binds him", head: rules, do: "-g8 +ng8 e7e5", want: "touch_breach suspected b §3", none: quiet[:3], moves: "e7e5 made"},
			{name: "§2 White begins", head: rules, do: "e2e4 e7e5", none: quiet, moves: "e2e4 made, e7e5 made"},
			{name: "§2 at odds, too", head: rules, fen: odds, do: "e7e5 e2e4", none: quiet, moves: "e7e5 made, e2e4 made"},
			{name: "§1 and §2 in a wrong array", head: rules, fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", do: "e7e5 e2e4", want: "wrong_initial_position certain §1",
				none: quiet, moves: "e7e5 made, e2e4 made"},
			{name: "§2 not in the middle of a game", head: rules, fen: pawnBite, do: "g8f6", want: "out_of_turn arbiter b", end: "*"},
			{name: "§2 nor later", head: rules, do: "e2e4 e7e5 ~4000 -g8 +nf6", want: "out_of_turn arbiter b", moves: "e2e4 made, e7e5 made"},
		})
	}
	checkTrials(t, []trial{
		{name: "4(1) of 1971: White begins", head: "rules fide-1971", do: "e7e5", want: "out_of_turn certain b 4(1)", end: "*"},
		{name: "1.2 of 2023: White begins", do: "e7e5", want: "out_of_turn certain b 1.2", end: "*"},
	})
}

// TestAdjustBilguer: paragraph 3: a player who announces it may put any piece straight,
// whoever has the move.
func TestAdjustBilguer(t *testing.T) {
	for _, rules := range []string{"rules bilguer-1880", "rules bilguer-1891"} {
		checkTrials(t, []trial{
			{name: "§3 the player having the move", head: rules, do: `!adjust{"side":"w"} -g1 +Ng1 e2e4`, none: []string{"touch_breach", "command_refused"}, moves: "e2e4 made"},
			{name: "§3 the other player", head: rules, do: `e2e4 !adjust{"side":"w"} -b1 +Nb1 -d7 +pd7 e7e5`, none: []string{"touch_breach", "command_refused", "off_turn_contact"},
				moves: "e2e4 made, e7e5 made"},
			{name: "§3 the other player's pieces", head: rules, do: `!adjust{"side":"b"} -e7 +pe7 -g1 +Ng1 e2e4`, none: []string{"touch_breach", "command_refused", "off_turn_contact"},
				moves: "e2e4 made"},
			{name: "§3 not said", head: rules, do: "-g1 +Ng1 e2e4", want: "touch_breach suspected w §3", moves: "e2e4 made"},
			{name: "§3 said too late", head: rules, do: `-g1 +Ng1 !adjust{"side":"b"} e2e4`, want: "touch_breach suspected w §3", moves: "e2e4 made"},
		})
	}
}

// TestFiftyBilguer: paragraph 6: 50 moves by each player, which the opponent counts. The
// note of 1891 restarts the count at a capture or a promotion, and at nothing else.
func TestFiftyBilguer(t *testing.T) {
	const (
		pawn    = "7k/8/6K1/8/8/8/P7/R7 w - - %s 100"
		taken   = "7k/8/6K1/8/8/8/P6n/R6R w - - %s 100"
		promote = "7k/P7/6K1/8/8/8/8/R7 w - - %s 100"
	)
	at := func(fen, n string) string { return fmt.Sprintf(fen, n) }
	for _, rules := range []string{"rules bilguer-1880", "rules bilguer-1891"} {
		checkTrials(t, []trial{
			{name: "§6 fifty", head: rules, fen: at(pawn, "99"), do: "a1b1", info: []string{"draw_claimable - §6 #2"}, moves: "a1b1 made"},
			{name: "§6 one short of it", head: rules, fen: at(pawn, "98"), do: "a1b1", none: []string{"draw_claimable"}, moves: "a1b1 made"},
			{name: "§6 a pawn's move does not start it anew", head: rules, fen: at(pawn, "99"), do: "a2a3", info: []string{"draw_claimable - §6"}, moves: "a2a3 made"},
			{name: "§6 nor one before", head: rules, fen: at(pawn, "98"), do: "a2a3 h8g8", info: []string{"draw_claimable - §6 #4"}, moves: "a2a3 made, h8g8 made"},
			{name: "§6 a capture does", head: rules, fen: at(taken, "99"), do: "-h2 h1h2", none: []string{"draw_claimable"}, moves: "h1h2 made"},
			{name: "§6 a promotion does", head: rules, fen: at(promote, "99"), do: "-a7 +Ba8", none: []string{"draw_claimable"}, moves: "a7a8b made"},
			{name: "§6 true from the start", head: rules, fen: at(pawn, "100"), do: "inspect", info: []string{"draw_claimable - §6 #0"}, end: "*"},
		})
	}
	checkTrials(t, []trial{
		{name: "§6 who asked for the count is not seen", head: "rules bilguer-1880", fen: at(pawn, "99"), do: "a1b1", moves: "a1b1 made", also: says("draw_claimable", "asks for it")},
		{name: "9.3.2 of 2023: a pawn's move starts it anew", fen: at(pawn, "99"), do: "a2a3 |w", none: []string{"draw_claimable"}, moves: "a2a3 completed"},
	})
}

// says checks that the text of a finding contains some words.
func says(code, words string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range found {
			if f.Code.String() == code && strings.Contains(f.Text, words) {
				return nil
			}
		}
		return fmt.Errorf("no %s says %q", code, words)
	}
}

// chooses checks what the opponent may choose after a finding of a code.
func chooses(code string, want ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range found {
			if f.Code.String() == code && (f.Remedy == nil || !slices.Equal(f.Remedy.Choice, want)) {
				return fmt.Errorf("%s: remedy %+v, want the choice %q", code, f.Remedy, want)
			}
		}
		return nil
	}
}

// TestIllegalBilguer: paragraphs 1, 4, 5, 6 and 9.
func TestIllegalBilguer(t *testing.T) {
	const rules, series = "rules bilguer-1891", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
	const swapped = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 "
	checkTrials(t, []trial{
		{name: "§4 the opponent chooses", head: rules, fen: "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", do: "b1b3 ~4000 inspect", want: "illegal_made certain w §4; illegal_made certain", end: "* irregular",
			also: advises("illegal_made", touchmove.Remedy{Offence: 1, Article: "§4", Choice: []string{"stand", "take_back", "king_move"},
				Bound: []string{"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}})},
		{name: "§4 there is no king move to ask for", head: rules, do: "b1b3 |w inspect", want: "illegal_made certain w §4; illegal_made certain", end: "* irregular",
			also: func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
				if r := found[lastOf("illegal_made", found)].Remedy; len(r.Bound) > 0 {
					return fmt.Errorf("bound to %v", r.Bound)
				}
				return nil
			}},
		{name: "§4 once he has moved it stands", head: rules, do: "b1b3 |w e7e5", want: "illegal_made certain w §4", info: []string{"illegal_stands w §4"},
			moves: "b1b3 illegal_stands, e7e5 made"},
		{name: "§4 once he has touched a piece it stands", head: rules, do: "b1b3 ~4000 -e7", want: "illegal_made certain w §4", info: []string{"illegal_stands w §4 #3"},
			moves: "b1b3 illegal_stands"},
		{name: "§4 his touch proves that it was let go", head: rules, do: "b1b3 -e7 +pe7 ~4000 inspect", want: "illegal_made certain w §4 #3", info: []string{"illegal_stands w §4 #3"},
			moves: "b1b3 illegal_stands"},
		{name: "§4 his reply is a ply of the game while it is the last one", head: rules, do: "b1b3 e7e5 ~4000 inspect", want: "illegal_made certain w §4 #3", info: []string{"illegal_stands w §4 #3", "move_made b e7e5 #4"},
			moves: "b1b3 illegal_stands, e7e5 made", fen4: "rnbqkbnr/pppp1ppp/8/4p3/8/1N6/PPPPPPPP/R1BQKBNR w KQkq -"},
		{name: "§4 so is a capture", head: rules, fen: "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2", do: "g8g6 -d4 -e5 +Pe5 ~4000 inspect", want: "illegal_made certain b §4",
			moves: "g8g6 illegal_stands, d4e5 made"},
		{name: "§4 and the ply after it", head: rules, do: "b1b3 e7e5 g1f3", want: "illegal_made certain w §4", moves: "b1b3 illegal_stands, e7e5 made, g1f3 made"},
		{name: "§4 a piece put where it may not go is no reply", head: rules, do: "b1b3 e7e4 ~4000 inspect", want: "illegal_made certain w §4", none: []string{"move_made"}, moves: "b1b3 illegal_stands"},
		{name: "§4 a bounce of his piece is no touch", head: rules, do: "b1b3 ~4000 -e7 ~10 +pe7 ~4000 inspect", want: "illegal_made certain w §4; illegal_made certain",
			none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "§4 nor is touching the piece that was moved", head: rules, do: "b1b3 ~4000 -b3 +Nb1 e2e4", want: "illegal_made certain w §4", none: []string{"illegal_stands"}, moves: "e2e4 made"},
		{name: "§5 but not with the king in check", head: rules, fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3 |w g8g7 ~4000 inspect",
			want: "illegal_made certain w §4/§5; illegal_made certain", none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "§5 so it is not offered to let it stand", head: rules, fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3 ~4000 inspect", want: "illegal_made certain w §4/§5; illegal_made certain",
			end: "* irregular", also: chooses("illegal_made", "take_back", "king_move")},
		{name: "§5 nor for a king put in check", head: rules, fen: "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", do: "d1e1 ~4000 inspect", want: "illegal_made certain w §5; illegal_made certain",
			end: "* irregular", also: chooses("illegal_made", "take_back", "king_move")},
		{name: "§5 not though the opponent touches a piece", head: rules, fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3 ~4000 -g8 +kg8 ~4000 inspect", want: "illegal_made certain w §5; illegal_made certain",
			none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "§4 nothing but giving it back, where the king cannot move", head: rules, do: "b1b3 ~4000 inspect", want: "illegal_made certain w §4; illegal_made certain", end: "* irregular",
			also: chooses("illegal_made", "stand", "take_back")},
		{name: "§9 nor an unpromoted pawn", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w ~4000 inspect", want: "promotion_unreplaced arbiter w §9; promotion_unreplaced arbiter w",
			end: "* irregular", also: chooses("promotion_unreplaced", "take_back", "king_move")},
		{name: "§9 it does not stand though the opponent touches a piece", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w ~4000 -h7 +kh7 ~4000 inspect",
			want: "promotion_unreplaced arbiter w §9; promotion_unreplaced arbiter w", none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "§9 nor though he moves; then it is promoted", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w ~4000 -f8 +Qf8 ~1000 -g8 +rf8", want: "promotion_unreplaced arbiter w §9",
			none: []string{"illegal_stands"}, moves: "f7f8q made, g8f8 made"},
		{name: "no game goes on without a king", head: rules, fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1 ~4000 inspect", want: "king_captured arbiter b; king_captured arbiter b", end: "* irregular",
			also: chooses("king_captured", "take_back", "king_move")},
		{name: "§4 given back, and nothing binds", head: rules, do: "b1b3 |w -b3 +Nb1 e2e4", want: "illegal_made certain w §4", moves: "e2e4 made"},
		{name: "§9 a pawn may not stand there, what follows is not said", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w",
			want: "promotion_unreplaced arbiter w §9", end: "* irregular"},
		{name: "§6 a series of moves three times", head: rules + "; moves " + series, do: "f6g8", info: []string{"draw_claimable - §6"}, moves: played(series) + ", f6g8 made"},
		{name: "§6 the same position by other moves", head: rules + "; moves g1f3 g8f6 f3g1 f6g8 b1c3 g8f6 c3b1", do: "f6g8", none: []string{"draw_claimable"},
			moves: played("g1f3 g8f6 f3g1 f6g8 b1c3 g8f6 c3b1") + ", f6g8 made"},
		{name: "§6 mate", head: rules, fen: "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", do: "a1a8", want: "checkmate certain w §6", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "§1 before the fourth move of each", head: rules, fen: swapped + "4", do: "inspect", end: "*", want: "wrong_initial_position certain §1; wrong_initial_position certain"},
		{name: "§1 after it", head: rules, fen: swapped + "5", do: "inspect", end: "*", info: []string{"wrong_initial_position §1"}, also: says("wrong_initial_position", "now only with the opponent's consent")},
		{name: "A.5.1.2 of 2023 knows no consent", head: "time rapid", fen: swapped + "11", do: "pause", end: "*", also: says("wrong_initial_position", "too late for a claim")},
		{name: "silent: bare kings", head: rules, fen: "8/8/8/8/8/3k4/1q6/K7 w - - 0 1", do: "-b2 -a1 +Kb2", none: []string{"dead_position"}, moves: "a1b2 made"},
		{name: "Remis 1 of 1880, which does not say when", head: "rules bilguer-1880", fen: "8/8/8/8/8/3k4/1q6/K7 w - - 0 1", do: "-b2 -a1 +Kb2", want: "dead_position arbiter", moves: "a1b2 made"},
		{name: "no clock in the text", head: rules, do: "e2e4 e7e5 |b |w", none: []string{"move_completed", "press_without_effect", "reply_before_press"}, may: "clock_no_move",
			moves: "e2e4 made, e7e5 made"},
	})
}

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

// TestIllegal1971: Article 9, and what the rules of 1971 do not cover.
func TestIllegal1971(t *testing.T) {
	const rules = "rules fide-1971"
	bound := []string{"b1a3", "b1c3"}
	checkTrials(t, []trial{
		{name: "9(1) restored, no time, no loss", head: rules + "; illegal w=1 b=0", do: "b1b3 ~4000 inspect", want: "illegal_made certain w 9(1)/6; illegal_made certain",
			none: []string{"illegal_completed", "illegal_second"}, end: "* irregular",
			also: advises("illegal_made", touchmove.Remedy{Bound: bound, Offence: 2, Article: "9(1)"})},
		{name: "9(1) the press proves that it has been let go", head: rules, do: "b1b3 |w inspect", want: "illegal_made certain w 9(1); illegal_made certain", end: "* irregular"},
		{name: "9(1) put right in the same turn", head: rules, do: "b1b3 b3c3", info: []string{"illegal_not_completed 9(1) w"}, moves: "b1c3 made"},
		{name: "9(1) castling out of check taken back in the same turn", head: rules, fen: "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", do: "e1g1 h1f1 f1h1 g1f2", info: []string{"illegal_not_completed 9(1) w"},
			moves: "e1f2 made"},
		{name: "9(1) the rook put back, and the king left there", head: rules, fen: "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", do: "e1g1 h1f1 f1h1 ~4000 inspect", want: "illegal_made certain w 9(1); illegal_made certain", end: "* irregular"},
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
			also: advises("flag_fall", touchmove.Remedy{Result: "0-1", If: []string{laws.IfNotCompleted}, Article: "12(4)"})},
	})
}

// advises checks the remedy of the last finding of a code.
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
			also: illegals(0, 0), moves: "e2e4 completed, e7e5 completed"}, // it is open whether that press completes it
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

// gains are the seconds for the opponent after a first completed illegal move.
func gains(seconds, or int, article string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return advises("illegal_completed", touchmove.Remedy{OpponentGains: seconds, DisputedGains: or, Offence: 1, Article: article})
}

// TestGains: 7.5.5 with A.3 and B.3 of 2023, B.2 of 2018, 10.3 of 1997.
func TestGains(t *testing.T) {
	const does, want = "b1b3 |w", "illegal_completed certain w"
	var trials []trial
	for _, c := range []struct {
		head    string
		seconds int
		or      int // where it is disputed
		article string
	}{
		{"time standard", 120, 0, "7.5.5"},
		{"time rapid", 60, 0, "7.5.5/A.3"},
		{"time rapid; supervision full", 60, 0, "7.5.5/A.3"},
		{"time blitz", 60, 0, "7.5.5/A.3"},
		{"time blitz; supervision full", 60, 120, "7.5.5/A.3"},
		{"time blitz; supervision full; config supervised_blitz_gain_s=120", 120, 60, "7.5.5"},
		{"time blitz; config supervised_blitz_gain_s=120", 60, 0, "7.5.5/A.3"},
		{"rules fide-2018; time standard", 120, 0, "7.5.5"},
		{"rules fide-2018; time rapid", 120, 0, "7.5.5"},
		{"rules fide-2018; time blitz", 60, 0, "7.5.5/B.2"},
		{"rules fide-2018; time blitz; supervision full; config supervised_blitz_gain_s=120", 60, 0, "7.5.5/B.2"},
		{"rules fide-1997; time standard", 0, 0, "7.4"},
		{"rules fide-1997; time rapid", 120, 0, "10.3/B.5"},
		{"rules fide-1997; time quickplay", 120, 0, "10.3"},
	} {
		trials = append(trials, trial{name: c.head, head: c.head, do: does, want: want, end: "* irregular", also: gains(c.seconds, c.or, c.article)})
	}
	checkTrials(t, trials)
}

// TestStandsByClass: until when an illegal move can be corrected: as long as the game lasts
// (7.5.1), or until the opponent has made the next move (A.5.2, in 2018 A.4.2, in blitz by
// B.3 and B.4).
func TestStandsByClass(t *testing.T) {
	const illegal = "illegal_completed certain w 7.5.1"
	const stands, found = "b1b3 illegal_stands, e7e5 completed", "illegal_stands w "
	checkTrials(t, []trial{
		{name: "7.5.1 standard", do: "b1b3 |w e7e5 |b", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "A.5.2 rapid", head: "time rapid", do: "b1b3 |w e7e5 |b", want: illegal, info: []string{found + "A.5.2"}, moves: stands},
		{name: "A.4 rapid, full supervision", head: "time rapid; supervision full", do: "b1b3 |w e7e5 |b", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "B.3 blitz", head: "time blitz", do: "b1b3 |w e7e5 |b", want: illegal, info: []string{found + "A.5.2"}, moves: stands},
		{name: "A.4.2 of 2018", head: "rules fide-2018; time rapid", do: "b1b3 |w e7e5 |b", want: illegal, info: []string{found + "A.4.2"}, moves: stands},
		{name: "A.4.2 of 2018, the reply not made yet", head: "rules fide-2018; time rapid", do: "b1b3 |w -e7", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7.5.1 of 2018", head: "rules fide-2018", do: "b1b3 |w e7e5 |b", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
	})
}

// TestArticles2018: articles that 2018 numbers otherwise, and what stayed.
func TestArticles2018(t *testing.T) {
	const rules, back = "rules fide-2018", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
	checkTrials(t, []trial{
		{name: "3.7.4.1 pawn captured en passant left standing", head: rules, fen: enPassant, do: "e5d6 |w", want: "ep_pawn_left certain w 3.7.4.1/7.5.1", end: "* irregular"},
		{name: "3.7.5.1 wrong promotion piece", head: rules, fen: "8/P6k/8/8/8/8/5p2/K7 w - - 0 1", do: "-a7 +Ka8 |w", want: "promotion_wrong_piece certain w 3.7.5.1/7.5.1", end: "* irregular"},
		{name: "9.2.1.2 third occurrence", head: rules + "; moves " + back, do: "f6g8 |b", info: []string{"draw_claimable w 9.2.1.2"}, moves: played(back + " f6g8")},
		{name: "A.4.4 both kings in check", head: rules + "; time blitz", fen: "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1", do: "e1f2 |w", want: "both_kings_in_check arbiter A.4.4", moves: "e1f2 completed"},
		{name: "A.4.4 not in standard chess", head: rules, fen: "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1", do: "e1f2 |w", none: []string{"both_kings_in_check"}, moves: "e1f2 completed"},
		{name: "A.4.1.2 too late", head: rules + "; time rapid", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 11", do: "inspect", end: "*",
			info: []string{"wrong_initial_position A.4.1.2"}},
		{name: "A.4.3 flag fall", head: rules + "; time blitz", fen: "8/8/4k3/8/8/4K3/8/8 w - - 0 1", do: "flag:b", want: "flag_fall arbiter b A.4.3", end: "*",
			also: advises("flag_fall", touchmove.Remedy{Result: "1/2-1/2", If: []string{laws.IfNotCompleted}, Article: "6.9/A.4.3"})},
	})
}
