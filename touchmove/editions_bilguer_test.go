package touchmove_test

import (
	"fmt"
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
			{name: "§3 a pinned man: the king must move", head: rules, fen: "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", do: "-e2 +Ne2 e1d2",
				open: []string{"2: e1d1 e1d2 e1f1 e1f2"}, info: []string{"king_move_penalty §3 w"}, moves: "e1d2 made"},
			{name: "§3 and another man moved instead", head: rules, fen: "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", do: "-e2 +Ne2 a2a3",
				want: "touch_breach suspected w §3", moves: "a2a3 made"},
			{name: "4.5 of 2023, where any move is open", fen: "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1", do: "-e2 +Ne2 a2a3 |w", none: []string{"king_move_penalty"}, moves: "a2a3 completed"},
			{name: "§3 but not by castling", head: rules, fen: "4k3/8/8/8/7b/8/5P2/R3K2R w KQ - 0 1", do: "-f2 +Pf2 -e1 -h1 +Kg1 +Rf1",
				want: "touch_breach suspected w §3", open: []string{"2: e1d1 e1d2 e1e2 e1f1"}, moves: "e1g1 made"},
			{name: "§3 the king cannot move either", head: rules, do: "-a1 +Ra1 e2e4", moves: "e2e4 made"},
			{name: "§3 an enemy man that cannot be captured binds to nothing", head: rules, do: "-e7 +pe7 e2e4", none: []string{"king_move_penalty"}, moves: "e2e4 made"},
			{name: "§3 the claim lapses", head: rules, do: "-g1 +Ng1 e2e4 e7e5", want: "touch_breach suspected w §3", info: []string{"touch_claim_lapsed §3 b"}, moves: "e2e4 made, e7e5 made"},
			{name: "§7 the order does not matter", head: rules, fen: bothCastle, do: "-h1 +Rf1 -e1 +Kg1", none: []string{"castle_rook_first"}, moves: "e1g1 made"},
			{name: "§7 nor is castling compulsory", head: rules, fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1e2", none: []string{"castle_obliged"}, moves: "e1e2 made"},
			{name: "silent: a man let go may be moved on", head: rules, do: "e2e3 e3e4", none: []string{"release_breach"}, moves: "e2e4 made"},
			{name: "silent: a promotion piece may be changed", head: rules, fen: "8/P6k/8/8/8/8/5p2/K7 w - - 0 1", do: "-a7 +Qa8 -a8 +Na8",
				none: []string{"promotion_changed", "promotion_choice_final"}, moves: "a7a8n made"},
		})
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
		{name: "§4 once he has touched a man it stands", head: rules, do: "b1b3 ~4000 -e7", want: "illegal_made certain w §4", info: []string{"illegal_stands w §4 #3"},
			moves: "b1b3 illegal_stands"},
		{name: "§4 his touch proves that it was let go", head: rules, do: "b1b3 -e7 +pe7 ~4000 inspect", want: "illegal_made certain w §4 #3", info: []string{"illegal_stands w §4 #3"},
			moves: "b1b3 illegal_stands"},
		{name: "§4 a bounce of his man is no touch", head: rules, do: "b1b3 ~4000 -e7 ~10 +pe7 ~4000 inspect", want: "illegal_made certain w §4; illegal_made certain",
			none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "§4 nor is touching the man that was moved", head: rules, do: "b1b3 ~4000 -b3 +Nb1 e2e4", want: "illegal_made certain w §4", none: []string{"illegal_stands"}, moves: "e2e4 made"},
		{name: "§5 but not with the king in check", head: rules, fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3 |w g8g7 ~4000 inspect",
			want: "illegal_made certain w §4/§5; illegal_made certain", none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "§4 given back, and nothing binds", head: rules, do: "b1b3 |w -b3 +Nb1 e2e4", want: "illegal_made certain w §4", moves: "e2e4 made"},
		{name: "§9 a pawn may not stand there, what follows is not said", head: rules, fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "f7f8 |w",
			want: "promotion_unreplaced arbiter w §9", end: "* irregular"},
		{name: "§6 a series of moves three times", head: rules + "; moves " + series, do: "f6g8", info: []string{"draw_claimable - §6"}, moves: played(series) + ", f6g8 made"},
		{name: "§6 the same position by other moves", head: rules + "; moves g1f3 g8f6 f3g1 f6g8 b1c3 g8f6 c3b1", do: "f6g8", none: []string{"draw_claimable"},
			moves: played("g1f3 g8f6 f3g1 f6g8 b1c3 g8f6 c3b1") + ", f6g8 made"},
		{name: "§6 mate", head: rules, fen: "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", do: "a1a8", want: "checkmate certain w §6", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "§1 before the fourth move of each", head: rules, fen: swapped + "4", do: "inspect", end: "*", want: "wrong_initial_position certain §1; wrong_initial_position certain"},
		{name: "§1 after it", head: rules, fen: swapped + "5", do: "inspect", end: "*", info: []string{"wrong_initial_position §1"}},
		{name: "silent: bare kings", head: rules, fen: "8/8/8/8/8/3k4/1q6/K7 w - - 0 1", do: "-b2 -a1 +Kb2", none: []string{"dead_position"}, moves: "a1b2 made"},
		{name: "Remis 1 of 1880, which does not say when", head: "rules bilguer-1880", fen: "8/8/8/8/8/3k4/1q6/K7 w - - 0 1", do: "-b2 -a1 +Kb2", want: "dead_position arbiter", moves: "a1b2 made"},
		{name: "no clock in the text", head: rules, do: "e2e4 e7e5 |b |w", none: []string{"move_completed", "press_without_effect", "reply_before_press"}, may: "clock_no_move",
			moves: "e2e4 made, e7e5 made"},
	})
}
