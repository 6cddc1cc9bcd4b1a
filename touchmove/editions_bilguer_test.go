package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestTouchBilguer: paragraphs 3 and 7, and what they do not know.
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

// TestFirstMoveBilguer: paragraph 2: who begins is drawn by lot, and changes with each
// game; the colours stay. So the first move may be Black's.
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

// TestAdjustBilguer: paragraph 3: who says so beforehand may put any piece straight,
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

// TestFiftyBilguer: paragraph 6: 50 moves by each player, which the opponent counts;
// by the note of 1891 anew from a capture or a promotion, and from nothing else.
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

// says checks that a finding of a code has some words in its text.
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
