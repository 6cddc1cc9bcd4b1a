package touchmove_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// kingsPawn: after d2d4 the pawn on e5 can capture.
const kingsPawn = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"

// TestTouchMove: 4.2 to 4.5: what a touch binds to, and what breaks it. No
// breach is ever certain, illegal, or counted (7.5.5).
func TestTouchMove(t *testing.T) {
	const rooks = "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "4.3.1 touched, put back, moved", do: "-g1 +Ng1 g1f3 |w", open: []string{"1: g1f3 g1h3", "2: g1f3 g1h3"}, moves: "g1f3 completed"},
		{name: "4.3.1 another piece moved", do: "-g1 +Ng1 e2e4 |w", want: "touch_breach suspected w 4.3.1 #4", also: none, moves: "e2e4 completed"},
		{name: "4.3.1 another piece of two touched", do: "-b1 +Nb1 -g1 +Ng1 g1f3 |w", want: "touch_breach suspected w 4.3.1 #6", also: none, moves: "g1f3 completed"},
		{name: "4.3.1 in the hand, then another", do: "-g1 -e2 +Pe4 +Ng1 |w", want: "touch_breach suspected w 4.3.1", also: none, moves: "e2e4 completed"},
		{name: "4.3.1 by Black", do: "e2e4 |w -b8 +nb8 e7e5 |b", want: "touch_breach suspected b 4.3.1", also: none, moves: "e2e4 completed, e7e5 completed"},
		{name: "4.5 the first cannot be moved", do: "-a1 +Ra1 e2e4 |w", moves: "e2e4 completed"},
		{name: "4.3.1 the second can", do: "-a1 +Ra1 -g1 +Ng1 e2e4 |w", want: "touch_breach suspected w 4.3.1", moves: "e2e4 completed"},
		{name: "4.5 a pinned piece", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", do: "-e2 +Ne2 e1d2 |w", moves: "e1d2 completed"},
		{name: "4.3.2 and not captured", fen: pawnBite, head: "time rapid", do: "-d5 +pd5 d2d4 |w", want: "touch_breach suspected w 4.3.2 #4", also: none,
			open: []string{"2: e4d5"}, moves: "d2d4 completed"},
		{name: "4.3.2 captured", fen: pawnFork, do: "-d5 +nd5 -e4 -d5 +Pd5 |w", moves: "e4d5 completed"},
		{name: "4.3.2 en passant refused", fen: enPassant, do: "-d5 +pd5 g1f3 |w", want: "touch_breach suspected w 4.3.2", moves: "g1f3 completed"},
		{name: "4.3.2 en passant played", fen: enPassant, do: "-d5 +pd5 e5d6 -d5 |w", moves: "e5d6 completed"},
		{name: "4.5 cannot be captured", do: "-e7 +pe7 e2e4 |w", info: []string{"off_turn_contact"}, moves: "e2e4 completed"},
		{name: "4.5 the enemy king", fen: rooks, do: "-e8 +ke8 a1b1 |w", moves: "a1b1 completed"},
		{name: "4.3.3 both touched, something else", fen: pawnBite, do: "-e4 +Pe4 -d5 +pd5 g1f3 |w", want: "touch_breach suspected w 4.3.3", moves: "g1f3 completed"},
		{name: "4.3.3 enemy first, something else", fen: pawnBite, do: "-d5 +pd5 -e4 +Pe4 g1f3 |w", want: "touch_breach suspected w 4.3.3", moves: "g1f3 completed"},
		{name: "4.3.3 both touched, the same piece elsewhere", fen: rooks, do: "-a1 +Ra1 -a8 +ra8 a1b1 |w", want: "touch_breach suspected w 4.3.3", moves: "a1b1 completed"},
		{name: "4.3.3 both touched, captured", fen: rooks, do: "-a1 +Ra1 -a8 +ra8 -a8 a1a8 |w", open: []string{"4: a1a8"}, moves: "a1a8 completed"},
		{name: "4.3.3 captured by another piece", fen: pawnFork, do: "-c4 +Pc4 -d5 +nd5 -d5 e4d5 |w", want: "touch_breach suspected w 4.3.3", moves: "e4d5 completed"},
		{name: "4.3.3 lifted in one scan", fen: pawnBite, do: "-e4 ~0 -d5 +Pd5 |w", info: []string{"order_unknown 4.3.3"}, open: []string{"2: e4d5"}, moves: "e4d5 completed"},
		{name: "4.3.3 lifted in one scan, enemy read first", fen: pawnBite, do: "-d5 ~0 -e4 +Pd5 |w", open: []string{"2: e4d5"}, moves: "e4d5 completed"},
		{name: "4.3.3 capture of what cannot be captured", fen: "r4nk1/ppp2ppp/4q3/8/8/3B3Q/PP3PPP/R1B3K1 w - - 0 1",
			do: "-c1 +Bc1 -h7 +ph7 h3h7 |w", want: "touch_breach suspected w", open: []string{"3: c1d2 c1e3 c1f4 c1g5 c1h6"}, moves: "h3h7 completed"},
		{name: "4.3 touches of the turn before do not bind", do: "-g1 +Ng1 g1f3 |w -b8 +nb8 b8c6 |b b1c3 |w", moves: "g1f3 completed, b8c6 completed, b1c3 completed"},
		{name: "4.3 in a capture, the victim first", fen: pawnBite, do: "-d5 e4d5 |w", moves: "e4d5 completed"},
		{name: "4.3 in a capture, the victim last", fen: pawnBite, do: "-e4 -d5 +Pd5 |w", moves: "e4d5 completed"},
		{name: "4.3 in a capture, no lift of the victim", fen: pawnBite, do: "e4d5 |w", moves: "e4d5 completed"},
	})
}

// TestAccident: 4.2.2 and the sensors: what is no touch.
func TestAccident(t *testing.T) {
	checkTrials(t, []trial{
		{name: "4.2.2 several pieces fall at once", fen: bothCastle, do: "-g2 ~0 -h2 ~0 -h1 ~5 -f2 +Pg2 +Ph2 +Rh1 +Pf2 -e6 c4e6 |w",
			info: []string{"displacement 7.4.1/4.2.2"}, moves: "c4e6 completed"},
		{name: "4.2.2 a contact bounces", do: "-e2 ~15 +Pe2 ~15 -e2 +Pe4 |w", moves: "e2e4 completed"},
		{name: "4.2.2 the contact of another piece bounces", do: "-g1 ~15 +Ng1 e2e4 |w", none: []string{"touch_breach", "off_turn_contact"}, moves: "e2e4 completed"},
		{name: "4.2.1 before his press a player puts the piece straight that he has moved", fen: kingsPawn, do: "d2d4 -d4 +Pd4 |w g8f6 |b", info: []string{"off_turn_contact 4.2.1 ?"},
			none: []string{"capture_obliged"}, moves: "d2d4 completed, g8f6 completed"},
		{name: "4.3.2 after it that is the opponent's touch", fen: kingsPawn, do: "d2d4 |w -d4 +Pd4 g8f6 |b", want: "touch_breach suspected b 4.3.2", open: []string{"4: e5d4"},
			moves: "d2d4 completed, g8f6 completed"},
		{name: "7.4.1 before his press he puts back what he has knocked over beside it", fen: kingsPawn, do: "d2d4 -e5 +pe5 |w g8f6 |b",
			none: []string{"touch_breach"}, moves: "d2d4 completed, g8f6 completed"},
		{name: "7.4.1 the opponent puts back what was pushed aside", fen: kingsPawn, do: "d2d4 -e5 ~100 +pe6 |w -e6 +pe5 g8f6 |b",
			none: []string{"touch_breach", "clock_no_move"}, moves: "d2d4 completed, g8f6 completed"},
		{name: "7.4.1 pushed where it may not go, it is no illegal move", fen: kingsPawn, do: "d2d4 ~60 -e5 ~60 +pd5 ~700 |w -d5 +pe5 g8f6 |b",
			info: []string{"displaced 7.4.1 ?"}, none: []string{"illegal_not_completed", "touch_breach"}, moves: "d2d4 completed, g8f6 completed"},
		{name: "7.4.1 nobody puts it back", fen: kingsPawn, do: "d2d4 -e5 ~100 +pe6 |w g8f6 |b",
			want: "displaced arbiter ?", moves: "d2d4 completed, g8f6 completed"},
		{name: "7.4.1 without a clock, at once", head: "clock no", fen: kingsPawn, do: "d2d4 ~60 -e5 ~400 +pe5 ~2000 g8f6", none: []string{"touch_breach"},
			moves: "d2d4 made, g8f6 made"},
		{name: "4.3.1 without a clock, later", head: "clock no", fen: kingsPawn, do: "d2d4 ~2000 -e5 +pe5 g8f6",
			want: "touch_breach suspected b 4.3.1", moves: "d2d4 made, g8f6 made"},
		{name: "4.3.1 a piece in the hand at the press is in the opponent's", fen: kingsPawn, do: "d2d4 -e5 |w +pe5 g8f6 |b",
			want: "touch_breach suspected b 4.3.1", moves: "d2d4 completed, g8f6 completed"},
		{name: "4.3.1 so is one that stands elsewhere", fen: kingsPawn, do: "d2d4 -b8 +nb8 |w g8f6 |b",
			want: "touch_breach suspected b 4.3.1", moves: "d2d4 completed, g8f6 completed"},
		{name: "4.3.3 nor does it matter for a reply that captures it", fen: kingsPawn, do: "d2d4 -d4 e5d4 |w |b", moves: "d2d4 completed, e5d4 completed"},
		{name: "4.2.1 the player not having the move adjusts", do: "e2e4 |w -d2 +Pd2 e7e5 |b", info: []string{"off_turn_contact 4.2.1 ?"},
			moves: "e2e4 completed, e7e5 completed"},
		{name: "4.2.1 he adjusts the piece he moved", do: "e2e4 |w -e4 +Pe4 e7e5 |b", none: []string{"release_breach"}, moves: "e2e4 completed, e7e5 completed"},
	})
}

// TestRelease: 4.7: a piece let go stays.
func TestRelease(t *testing.T) {
	none := illegals(0, 0)
	mid := "e2e4 |w e7e5 |b "
	after := "e2e4 completed, e7e5 completed, "
	checkTrials(t, []trial{
		{name: "4.7 elsewhere after a rest", do: "-g1 +Nf3 ~1500 -f3 +Nh3 |w", want: "release_breach suspected w 4.7 #4", open: []string{"2: g1f3", "3: g1f3"},
			also: none, moves: "g1h3 completed"},
		{name: "4.7 elsewhere, a little before it counts as let go", do: "-g1 +Nf3 ~290 -f3 +Nh3 |w", also: obliged("g1f3 g1h3", "g1h3"), moves: "g1h3 completed"},
		{name: "4.3.1 two in one scan: either may have been the first", do: "-b1 ~0 -g1 +Nb1 +Ng1 g1f3 |w", info: []string{"order_unknown"}, moves: "g1f3 completed"},
		{name: "4.7 elsewhere at once", do: "-g1 +Nf3 ~120 -f3 +Nh3 |w", moves: "g1h3 completed"},
		{name: "4.7 a slide", fen: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", do: "-a1 ~40 +Ra2 ~40 -a2 ~40 +Ra3 ~40 -a3 ~40 +Ra4 |w", moves: "a1a4 completed"},
		{name: "4.7 a pawn one step, then two", do: "-e2 +Pe3 ~1000 -e3 +Pe4 |w", want: "release_breach suspected w 4.7", also: none, moves: "e2e4 completed"},
		{name: "4.7 a rook, and then one square farther", fen: "8/8/3k4/8/8/2R5/8/K7 w - - 0 1", do: "c3c4 ~1500 c4c5 |w", want: "release_breach suspected w 4.7 #4", none: []string{"displaced"},
			moves: "c3c5 completed"},
		{name: "4.7 the same, and nobody presses", fen: "8/8/3k4/8/8/2R5/8/K7 w - - 0 1", do: "c3c4 ~1500 c4c5 ~5000 inspect", want: "release_breach suspected w 4.7 #4; release_breach", none: []string{"displaced"},
			moves: "c3c5 made"},
		{name: "4.7 a king, then the square beside", fen: "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", do: "e8e7 ~1500 e7f7 |b", want: "release_breach suspected b 4.7 #4", none: []string{"displaced"},
			moves: "e8f7 completed"},
		{name: "4.7 let go where it may not go", do: "-g1 +Ng3 ~1500 -g3 +Nf3 |w", info: []string{"illegal_not_completed 7.5.1 w #2"}, also: none, moves: "g1f3 completed"},
		{name: "4.7 put back and another piece moved", do: "e2e4 -e4 +Pe2 d2d4 |w", want: "touch_breach suspected w 4.3.1; release_breach suspected w 4.7", also: none,
			moves: "d2d4 completed"},
		{name: "4.7 over a square for a moment, then home, and elsewhere", do: "-g1 +Nf3 ~80 -f3 +Ng1 g1h3 |w", also: obliged("g1f3 g1h3", "g1h3"), moves: "g1h3 completed"},
		{name: "4.7 for a little longer", do: mid + "-g1 +Nf3 ~250 -f3 +Ng1 g1h3 |w", moves: after + "g1h3 completed"},
		{name: "4.7 let go there, then home, and elsewhere", do: "-g1 +Nf3 ~400 -f3 +Ng1 g1h3 |w", want: "release_breach suspected w 4.7", moves: "g1h3 completed"},
		{name: "4.7 put back and moved again", do: "e2e4 -e4 +Pe2 e2e4 |w", none: []string{"release_breach"}, moves: "e2e4 completed"},
		{name: "4.7 after a long rest, not pressed", do: mid + "-g1 +Nf3 ~5000 -f3 +Nh3 |w", want: "release_breach suspected w 4.7", also: none, moves: after + "g1h3 completed"},
		{name: "4.7 after a long rest, the clock known of", head: "clock yes", do: "-g1 +Nf3 ~5000 -f3 +Nh3 |w", want: "release_breach suspected w 4.7",
			moves: "g1h3 completed"},
		{name: "4.7 no clock, after a short rest", head: "clock no", do: "-g1 +Nf3 ~1500 -f3 +Nh3 e7e5", want: "release_breach suspected w 4.7",
			moves: "g1h3 made, e7e5 made"},
		{name: "4.7 taken up again, and an enemy piece with it", fen: pawnBite, do: "e4e5 -e5 -d5 +Pd5 |w", want: "release_breach suspected w 4.7",
			open: []string{"2: e4e5", "3: e4e5", "4: e4e5", "5: e4e5"}, also: none, moves: "e4d5 completed"},
		{name: "4.7 put back, with an enemy piece touched meanwhile", fen: pawnBite, do: "-b1 +Nc3 -c3 -d5 +pd5 +Nb1 ~4000 inspect", open: []string{"2: b1c3", "3: b1c3", "4: b1c3", "5: b1c3", "6: b1c3"},
			end: "*"},
		{name: "4.7 a capture undone, another made", fen: pawnFork, do: "-d5 e4d5 -d5 +Pe4 c4d5 |w", want: "touch_breach suspected w 4.3.3; release_breach suspected w 4.7",
			also: none, moves: "c4d5 completed"},
	})
}

// TestClaimLapses: 4.8: a claim against a breach of 4.1 to 4.7 lapses when the
// opponent touches a piece.
func TestClaimLapses(t *testing.T) {
	breach := "-g1 +Ng1 e2e4 |w "
	found := "touch_breach suspected w 4.3.1"
	checkTrials(t, []trial{
		{name: "4.8 the opponent touches", do: breach + "-g8", want: found, info: []string{"touch_claim_lapsed 4.8 b #6"}, moves: "e2e4 completed"},
		{name: "4.8 and again", do: breach + "-g8 +ng8 -g8 +nf6 |b b1c3 |w -b8", want: found, info: []string{"touch_claim_lapsed 4.8 b #6"},
			moves: "e2e4 completed, g8f6 completed, b1c3 completed", also: once("touch_claim_lapsed")},
		{name: "4.8 he has not touched", do: breach, want: found, none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed"},
		{name: "4.8 a bounce is no touch", do: breach + "-g8 ~15 +ng8", want: found, none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed"},
		{name: "4.8 nothing to claim", do: "e2e4 |w -g8", none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed"},
		{name: "4.8 a release breach, too", do: "g1f3 -f3 +Nh3 |w -g8", want: "release_breach suspected w 4.7", info: []string{"touch_claim_lapsed 4.8 b"}, moves: "g1h3 completed"},
		{name: "4.8 the breaker's own hand", do: breach + "-e4 +Pe4", want: found, none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed"},
	})
}

// obliged checks all that was found to be open, in order.
func obliged(want ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		var got []string
		for _, f := range found {
			if f.Code == laws.Obliged {
				got = append(got, strings.Join(f.Allowed, " "))
			}
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("obliged %q, want %q", got, want)
		}
		return nil
	}
}

// TestMade: 1.3, 4.7, 6.2.1, 6.2.2: made is not completed.
func TestMade(t *testing.T) {
	checkTrials(t, []trial{
		{name: "4.7 let go, 6.2.1 pressed", do: "e2e4 |w", info: []string{"move_made 4.7 w e2e4 #2", "move_completed 6.2.1 w e2e4 #3"},
			open: []string{"1: e2e3 e2e4", "2: e2e4"}, moves: "e2e4 completed"},
		{name: "4.7 in the hand", do: "-e2", none: []string{"move_made"}, end: "* waiting"},
		{name: "4.7 let go, not pressed", do: "e2e4", info: []string{"move_made w e2e4"}, none: []string{"move_completed"}, moves: "e2e4 made"},
		{name: "4.7 a king step to the centre waits for its proof", fen: "8/8/3k4/8/8/3K4/8/7R w - - 0 1", do: "d3d4", none: []string{"move_completed"}},
		{name: "4.7 a king step to the centre, pressed", fen: "8/8/3k4/8/8/3K4/8/7R w - - 0 1", do: "d3d4 |w", moves: "d3d4 completed"},
		{name: "6.2.1 pressed at once", do: "-e2 ~150 +Pe4 ~60 |w", info: []string{"move_made e2e4", "move_completed e2e4"}, moves: "e2e4 completed"},
		{name: "6.2.1 the drop reported just after the press", do: "-e2 |w ~200 +Pe4 e7e5 |b", none: []string{"move_incomplete"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.2.1.1 mate is completed without a press", fen: "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", do: "a1a8",
			want: "checkmate certain w 5.1.1 #2", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "6.2.1.2 by the same player's next move", do: "e2e4 e7e5 g1f3", info: []string{"completed_by_next_move 6.2.1.2 w e2e4 #6"},
			moves: "e2e4 completed, e7e5 made, g1f3 made"},
		{name: "6.2.1.2 not by the reply", do: "e2e4 e7e5", none: []string{"completed_by_next_move"}, moves: "e2e4 made, e7e5 made"},
		{name: "6.2.1.2 with a clock, forgotten once", do: "e2e4 |w e7e5 g1f3 b8c6 |b d2d4 |w", info: []string{"completed_by_next_move b e7e5", "completed_by_next_move w g1f3"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, d2d4 completed"},
		{name: "6.2.1 no clock, no press: never completed before the reply", head: "clock no", do: "e2e4", none: []string{"move_completed"}, moves: "e2e4 made"},
		{name: "6.2.1 no clock, the words of one are not heard", head: "clock no", do: "e2e4 |w", none: []string{"move_completed"}, moves: "e2e4 made"},
		{name: "6.2.1 no clock, a game", head: "clock no", do: "e2e4 e7e5 g1f3 b8c6", none: []string{"move_completed", "reply_before_press"},
			moves: "e2e4 completed, e7e5 completed, g1f3 made, b8c6 made"},
	})
}

// TestReply: 1.3 and 6.2.2: the opponent may answer before the press, and must let the
// player press.
func TestReply(t *testing.T) {
	checkTrials(t, []trial{
		{name: "6.2.2 the reply comes before the press", do: "e2e4 |w e7e5 g1f3 |b |w", info: []string{"reply_before_press 6.2.2 w g1f3"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.2.2 before the first press of all", do: "e2e4 e7e5 |w |b", info: []string{"reply_before_press 6.2.2 b e7e5"},
			moves: "e2e4 completed, e7e5 completed"},
		{name: "6.2.2 the clock is known of", head: "clock yes", do: "e2e4 e7e5 |w |b", info: []string{"reply_before_press 6.2.2 b e7e5"},
			moves: "e2e4 completed, e7e5 completed"},
		{name: "6.2.2 a reply in the air is none yet", do: "e2e4 |w e7e5 -g1 |b +Nf3 |w", none: []string{"reply_before_press"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.2.2 in turn", do: "e2e4 |w e7e5 |b", none: []string{"reply_before_press", "press_without_effect"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "1.3 a touch before the press binds", head: "time blitz", do: "e2e4 |w e7e5 -g1 |b +Ng1 d2d4 |w",
			want: "touch_breach suspected w 4.3.1", open: []string{"6: g1e2 g1f3 g1h3"}, moves: "e2e4 completed, e7e5 completed, d2d4 completed"},
		{name: "1.3 a touch after one's own move does not", do: "e2e4 -b1 +Nb1 |w e7e5 |b d2d4 |w", info: []string{"off_turn_contact"},
			moves: "e2e4 completed, e7e5 completed, d2d4 completed"},
	})
}

// TestPress: 6.2.1, 7.5.3: presses that complete nothing.
func TestPress(t *testing.T) {
	afterE5 := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	checkTrials(t, []trial{
		{name: "6.2.1 twice", do: "e2e4 |w |w", info: []string{"press_without_effect w #4"}, moves: "e2e4 completed"},
		{name: "6.2.1 by the one who is not to press", do: "e2e4 |b |w", info: []string{"press_without_effect b #3"}, moves: "e2e4 completed"},
		{name: "6.2.1 before anything", fen: afterE5, do: "|b g1f3 |w", info: []string{"press_without_effect b"}, moves: "g1f3 completed"},
		{name: "6.2.2 the reply is pressed first", head: "time blitz", do: "e2e4 e7e5 |b |w |b", info: []string{"press_without_effect b #5"},
			none: []string{"clock_no_move"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 clocks that show their times before the start are not stopped", head: players, do: "clock:9000~9000~- clock:9000~9000~w e2e4 |w clock:8000~9000~b", none: []string{"clock_stopped"}, moves: "e2e4 completed"},
		{name: "6.11 both clocks stand", fen: afterE5, do: "g1f3 |w pause |b resume b8c6 |b", info: []string{"clock_stopped b"}, none: []string{"clock_no_move"},
			moves: "g1f3 completed, b8c6 completed"},

		{name: "7.5.3 no move", do: "|w", want: "clock_no_move certain w 7.5.3 #1", also: remedy("clock_no_move", offence{gains: 120, number: 1})},
		{name: "7.5.1 an illegal move that is told after the press", do: "-b1 ~300 |w ~60 +Nb3 ~400 pause ~5000 -b3 +Nb1 ~3000 resume ~2000 b1c3 |w",
			want: "illegal_completed certain w 7.5.1", none: []string{"clock_no_move"}, moves: "b1c3 completed"},
		{name: "6.2 a move that is told after the press", do: "-b1 ~300 |w ~60 +Nc3 ~2000 e7e5 |b", none: []string{"illegal_completed", "clock_no_move"}, moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.3 rapid", head: "time rapid", do: "|w", want: "clock_no_move certain w 7.5.3", also: remedy("clock_no_move", offence{gains: 60, number: 1})},
		{name: "7.5.3 by Black", do: "e2e4 |w |b", want: "clock_no_move certain b 7.5.3", also: remedy("clock_no_move", offence{gains: 120, number: 1}),
			moves: "e2e4 completed"},
		{name: "7.5.3/7.5.5 the second offence", head: "illegal w=1 b=0", do: "|w", want: "clock_no_move certain w 7.5.3; illegal_second arbiter w 7.5.5",
			also: remedy("illegal_second", offence{number: 2, result: "0-1"})},
		{name: "7.5.3/7.5.5 twice in one turn, the arbiter between", do: "|w ~3000 pause ~3000 clock:300000~420000~w ~2000 |w", want: "clock_no_move certain w 7.5.3; clock_no_move certain w 7.5.3; illegal_second arbiter w 7.5.5",
			also: illegals(2, 0), end: "*"},
		{name: "7.5.3 twice, and nobody has set the clock right", do: "|w ~3000 |b ~500 |w", want: "clock_no_move certain w 7.5.3; clock_no_move arbiter w 7.5.3", also: illegals(1, 0), end: "*"},
		{name: "6.2 Black starts White's clock, which showed his own", do: "clock:300000~300000~b ~1800 clock:300000~300000~w e2e4 |w", none: []string{"clock_no_move"}, moves: "e2e4 completed"},
		{name: "7.5.3 a piece put back", do: "-e2 +Pe2 |w", want: "clock_no_move certain w 7.5.3", open: []string{"2: e2e3 e2e4"},
			also: remedy("clock_no_move", offence{gains: 120, number: 1}), end: "* playing"},
		{name: "7.5.3 a piece displaced before explains it", fen: afterE5, do: "f7g6 |w", want: "clock_no_move arbiter w 7.5.3; displaced arbiter ? 7.4.1", none: []string{"illegal_completed"},
			info: []string{"displaced 7.4.1"}, also: illegals(0, 0)},
		{name: "7.5.3 an illegal move that the opponent wants put right explains it", head: "time blitz", do: "b1b3 |w |b b3b1 b1c3 |w",
			want: "illegal_completed certain w 7.5.1/3.6; clock_no_move arbiter b 7.5.3", also: illegals(1, 0), moves: "b1c3 completed"},
		{name: "7.5.3 whose press was the first without a move", do: "e2e4 |w ~500 |b ~500 |w e7e5 |b", want: "clock_no_move certain b 7.5.3; clock_no_move arbiter w 7.5.3",
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.5.3 the lever comes up by itself", do: "e2e4 |w ~200 |b ~300 |w e7e5 |b", want: "clock_no_move arbiter b 7.5.3; clock_no_move arbiter w 7.5.3",
			also: illegals(0, 0), moves: "e2e4 completed, e7e5 completed"},
		{name: "7.5.3 a press after a takeback sets whose clock runs", do: "e2e4 |w e7e5 |b -e5 +pe7 |w d7d5 |b", want: "clock_no_move arbiter w 7.5.3",
			also: illegals(0, 0), moves: "e2e4 completed, d7d5 completed"},
		{name: "7.5.3 the next one is a press without a move again", do: "e2e4 |w e7e5 |b -e5 +pe7 |w d7d5 |b |w", want: "clock_no_move arbiter w 7.5.3; clock_no_move certain w 7.5.3",
			also: illegals(1, 0), moves: "e2e4 completed, d7d5 completed"},
		{name: "7.4.1 a pawn that reads as a bishop: its move, and a word to the arbiter", do: "-e2 +Be4 |w e7e5 |b", want: "displaced arbiter ? 7.4.1",
			also: illegals(0, 0), moves: "e2e4 completed, e7e5 completed"},
	})
}

// TestPressedBefore: 6.2.1: if a log's header gives moves, the last of them counts as
// pressed, unless the clock itself shows that it was not.
func TestPressedBefore(t *testing.T) {
	head, played := "moves e2e4", "*e2e4 "
	quiet := []string{"reply_before_press", "completed_by_next_move", "clock_no_move", "press_without_effect"}
	done := "e2e4 completed, e7e5 completed"
	checkTrials(t, []trial{
		{name: "6.2.2 the first press is that of the reply", head: head, do: played + "e7e5 |b", none: quiet, moves: done},
		{name: "6.2.2 at once", head: head, do: played + "-e7 ~100 +pe5 ~50 |b", none: quiet, moves: done},
		{name: "6.2.2 the clock is known of", head: head + "; clock yes", do: played + "e7e5 |b", none: quiet, moves: done},
		{name: "6.2.2 the clock shows it", head: head, do: played + "clock:600000~600000~b e7e5 |b", none: quiet, moves: done},
		{name: "6.2.2 a whole game of it", head: "moves e2e4 e7e5 g1f3", do: "*e2e4 *e7e5 *g1f3 b8c6 |b f1b5 |w", none: quiet,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1b5 completed"},
		{name: "6.2.2 what is played then is not", head: head, do: played + "e7e5 g1f3 |b", info: []string{"reply_before_press w g1f3"}, moves: done + ", g1f3 made"},
		{name: "6.2.1 the clock shows that it was not pressed", head: head, do: played + "clock:600000~600000~w |w e7e5 |b", none: quiet, moves: done},
		{name: "6.2.1 and it is pressed once", head: head, do: played + "clock:600000~600000~w |w |w e7e5 |b", info: []string{"press_without_effect w"}, none: quiet[:3], moves: done},
		{name: "7.5.3 the reply pressed without a move", head: head, do: played + "|b", want: "clock_no_move certain b 7.5.3", moves: "e2e4 completed"},
		{name: "7.5.3 the player having the move, without a move", head: "moves e2e4 e7e5", do: "*e2e4 *e7e5 |w", want: "clock_no_move certain w 7.5.3", moves: done},
		{name: "1.1 of 1997: he has the move", head: head + "; rules fide-1997", do: played + "-g8 +ng8 e7e5 |b", want: "touch_breach suspected b 4.3(a)", moves: done},
	})
}

// TestPressedInTheAir: 4.7, 6.2.1, 7.5.3: the clock is pressed while a piece shows nowhere.
// It may be in the hand; it may stand badly centred, or lie on its square, and show late.
// Nothing is certain then, and when it shows, the press belongs to it.
func TestPressedInTheAir(t *testing.T) {
	air := "move_incomplete arbiter w 7.5.3/4.7"
	none := illegals(0, 0)
	quiet := []string{"reply_before_press", "press_without_effect", "completed_by_next_move", "retracted"}
	both := "e2e4 completed, e7e5 completed"
	checkTrials(t, []trial{
		{name: "7.5.3 read nowhere", do: "-e2 |w", want: air + " #2", also: none},
		{name: "7.5.3 the reply to it", do: "-e2 |w ~3000 e7e5 |b", want: air, also: none},
		{name: "7.5.3 the captured piece off, the other read nowhere", fen: pawnBite, do: "-d5 -e4 |w", want: air, also: none},
		{name: "6.2.1 read late", do: "-e2 |w ~2000 +Pe4 e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.1 read very late", do: "-e2 |w ~20000 +Pe4 e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.1 read late, in the middle of a game", do: "e2e4 |w e7e5 |b -g1 |w ~1500 +Nf3 b8c6 |b", want: air, none: quiet, also: none,
			moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "6.2.1 read late by Black", do: "e2e4 |w -e7 |b ~3000 +pe5 g1f3 |w", want: "move_incomplete arbiter b 7.5.3/4.7", none: quiet, also: none,
			moves: both + ", g1f3 completed"},
		{name: "6.2.1 a capture, read late", fen: pawnBite, do: "-d5 -e4 |w ~2000 +Pd5 d8d5 |b", want: air, none: quiet, also: none, moves: "e4d5 completed, d8d5 completed"},
		{name: "6.2.1 a new piece, read late", fen: pawnTwoWays, do: "f7f8 -f8 |w ~2000 +Rf8 g8f8 |b", want: air, none: quiet, also: none, moves: "f7f8r completed, g8f8 completed"},
		{name: "6.2.1 king and rook, read late", fen: bothCastle, do: "-e1 -h1 |w ~2000 +Kg1 +Rf1 a7a6 |b", want: air, none: quiet, also: none, moves: "e1g1 completed, a7a6 completed"},
		{name: "6.2.1 a board that names no pieces", head: "sensor occupancy", do: "-e2 |w ~2000 +Pe4 e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.1 read after the reply was put down", do: "-e2 |w e7e5 ~2000 +Pe4 |b", want: air, none: []string{"reply_before_press"}, also: none, moves: both},
		{name: "6.2.1 read after the reply was pressed", do: "-e2 |w e7e5 |b ~2000 +Pe4 g1f3 |w", want: air, none: []string{"reply_before_press"}, also: none,
			moves: both + ", g1f3 completed"},
		{name: "6.2.1 the arbiter starts the clock again, and it is pressed again", do: "-e2 |w pause +Pe4 resume |w e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.2 the arbiter starts the clock again, and it is not pressed", do: "-e2 |w pause -e2 +Pe2 resume e2e4 e7e5 |w |b", want: air, info: []string{"reply_before_press 6.2.2 b"},
			also: none, moves: both},
		{name: "7.5.1 an illegal move, read late", do: "-b1 |w ~2000 +Nb3 ~4000 inspect", want: "illegal_completed arbiter w 7.5.1/3.6; illegal_completed arbiter w",
			none: []string{"reply_before_press"}, may: "move_incomplete", end: "* irregular"},
		{name: "7.5.1 and answered", do: "-b1 |w ~2000 +Nb3 e7e5 |b", want: air + "; illegal_completed arbiter w 7.5.1/3.6", none: []string{"reply_before_press"}, end: "* irregular"},
		{name: "7.5.3 the piece put back, another one moved: no press is missing", do: "-e2 |w +Pe2 e2e3 e7e5 |b", want: air, none: quiet, also: none, moves: "e2e3 made, e7e5 completed"},
		{name: "7.5.3 no move, and then one: no press is missing", do: "|w e2e4 e7e5 |b", want: "clock_no_move certain w 7.5.3", none: quiet, also: illegals(1, 0),
			moves: "e2e4 made, e7e5 completed"},
	})
}

// TestPause: while both clocks stand, changes of the board are no play, and touch nothing.
func TestPause(t *testing.T) {
	checkTrials(t, []trial{
		{name: "6.11 pieces moved and put back", do: "e2e4 |w pause e7e5 -g8 +nf6 f6g8 e5e7 resume c7c5 |b", info: []string{"clock_stopped 6.11 b"},
			open: []string{"14: c7c5 c7c6"}, moves: "e2e4 completed, c7c5 completed"},
		{name: "6.11 a piece adjusted", do: "e2e4 |w pause -b8 +nb8 resume e7e5 |b", none: []string{"off_turn_contact"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 a pause in the middle of a move", do: "e2e4 |w -e7 pause resume +pe5 |b", moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 a move made just before", do: "e2e4 |w e7e5 pause ~5000 resume |b g1f3 |w", moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.11 a lever hit meanwhile is nothing", do: "pause |w resume e2e4 |w e7e5 |b", none: []string{"press_without_effect"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 that of the player having the move, in the game", do: "e2e4 |w pause |b resume e7e5 |b g1f3 |w", none: []string{"press_without_effect"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.11 that of the other one", do: "e2e4 |w pause |w resume e7e5 |b", none: []string{"press_without_effect"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 both, one after the other", do: "pause |w |b |w resume e2e4 |w e7e5 |b", none: []string{"press_without_effect"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 nor does it hide one that does nothing later", do: "pause |w resume |b e2e4 |w", info: []string{"press_without_effect"}, moves: "e2e4 completed"},
		{name: "6.11 and the player who has moved meanwhile", do: "e2e4 |w pause e7e5 |b resume g1f3 |w b8c6 |b", none: []string{"press_without_effect"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed"},
		{name: "6.11 and never resumed", do: "e2e4 |w e7e5 |b pause g1f3 b8c6", moves: "e2e4 completed, e7e5 completed", end: "* paused"},
	})
}

// illegals checks how many illegal moves have been counted.
func illegals(white, black int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		if got := tr.Game().Illegal; got != [2]int{white, black} {
			return errors.New("illegal moves counted: " + string(rune('0'+got[0])) + ", " + string(rune('0'+got[1])))
		}
		return nil
	}
}

// openTo lists the legal moves of a position, in UCI, sorted.
func openTo(fen string) []string {
	p, err := legality.ParseFEN(fen, false)
	if err != nil {
		panic(err)
	}
	var all []string
	for _, m := range p.AppendMoves(nil) {
		all = append(all, p.UCI(m))
	}
	slices.Sort(all)
	return all
}

// TestCastling: 3.8.2, 4.4, 4.7.2: castling in every order of hands, and what is no
// castling.
func TestCastling(t *testing.T) {
	const (
		g1Guarded = "4k3/8/8/2b5/8/8/8/R3K2R w KQ - 0 1"
		f1Guarded = "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1"
		f2Guarded = "4k3/8/8/8/4n3/8/8/R3K2R w KQ - 0 1"
		bare      = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
		hemmed    = "3r1r2/6k1/8/1b6/8/8/P7/4K2R w K - 0 40" // no king's move
	)
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "3.8.2 king, then rook", fen: bothCastle, do: "e1g1 h1f1 |w", info: []string{"castle_obliged"}, open: []string{"2: e1g1"}, moves: "e1g1 completed"},
		{name: "3.8.2 queenside", fen: bothCastle, do: "e1c1 a1d1 |w", open: []string{"2: e1c1"}, moves: "e1c1 completed"},
		{name: "3.8.2 black", fen: "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", do: "e8g8 h8f8 |b", moves: "e8g8 completed"},
		{name: "3.8.2 both in the air", fen: bothCastle, do: "-e1 -h1 +Kg1 +Rf1 |w", open: []string{"2: e1g1"}, moves: "e1g1 completed"},
		{name: "3.8.2 both in the air, the rook down first", fen: bothCastle, do: "-e1 -h1 +Rf1 +Kg1 |w", open: []string{"2: e1g1", "3: e1g1"}, moves: "e1g1 completed",
			none: []string{"castle_rook_first"}},
		{name: "3.8.2 in haste, the rook down first", fen: bothCastle, do: "-e1 ~100 -h1 ~100 +Rf1 ~100 +Kg1 ~100 |w", moves: "e1g1 completed"},
		{name: "4.4.1 lifted in one scan", fen: bothCastle, do: "-e1 ~0 -h1 +Kg1 +Rf1 |w", open: []string{"2: e1g1"}, moves: "e1g1 completed"},
		{name: "4.4.1 lifted in one scan, the rook read first", fen: bothCastle, do: "-h1 ~0 -e1 +Kg1 +Rf1 |w", open: []string{"2: e1g1"}, moves: "e1g1 completed",
			none: []string{"castle_rook_first"}},
		{name: "4.4.1/4.4.2 lifted in one scan: which was first is not known", fen: bothCastle, do: "-e1 ~0 -h1 +Ke1 +Rh1", info: []string{"order_unknown 4.4.1/4.4.2 w #2"},
			open: []string{"2: e1g1"}, also: once("order_unknown"), end: "* waiting"},
		{name: "4.4.1/4.4.2 the rook read first", fen: bothCastle, do: "-a1 ~0 -e1 +Ke1 +Ra1", info: []string{"order_unknown 4.4.1/4.4.2 w #2"}, open: []string{"2: e1c1"}, end: "* waiting"},
		{name: "4.4.1/4.4.2 by Black", fen: "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", do: "-h8 ~0 -e8 +ke8 +rh8", info: []string{"order_unknown 4.4.1/4.4.2 b #2"}, end: "* waiting"},
		{name: "4.4.3 castling is illegal: then it matters, too", fen: g1Guarded, do: "-h1 ~0 -e1 +Ke1 +Rh1", info: []string{"order_unknown 4.4.1/4.4.2 w"}, end: "* waiting"},
		{name: "4.4.1 one after the other", fen: bothCastle, do: "-e1 -h1 +Kg1 +Rf1 |w", none: []string{"order_unknown"}, moves: "e1g1 completed"},
		{name: "4.3.1 a rook that never castles", fen: "4k3/8/8/3R4/8/8/8/4K2R w K - 0 1", do: "-e1 ~0 -d5 +Ke1 +Rd5", none: []string{"order_unknown"}, end: "* waiting"},
		{name: "4.4(a) of 1997", fen: bothCastle, head: "rules fide-1997", do: "-e1 ~0 -h1 +Ke1 +Rh1", info: []string{"order_unknown 4.4(a) w"}, end: "* waiting"},
		{name: "4.4(a) of 1997: what either order leaves is open", fen: bothCastle, head: "rules fide-1997", do: "-h1 ~0 -e1 +Kg1 +Rf1 |w", open: []string{"2: e1c1 e1d1 e1e2 e1f1 e1g1 h1f1 h1g1", "4: e1g1"},
			none: []string{"castle_rook_first", "touch_breach"}, moves: "e1g1 completed"},
		{name: "4.4(a) of 1997: the rook", fen: bothCastle, head: "rules fide-1997", do: "-h1 ~0 -e1 +Ke1 +Rg1 |w", none: []string{"touch_breach"}, moves: "h1g1 completed"},
		{name: "4.4(a) of 1997: the king", fen: bothCastle, head: "rules fide-1997", do: "-h1 ~0 -e1 +Ke2 +Rh1 |w", none: []string{"touch_breach"}, moves: "e1e2 completed"},
		{name: "4.4(a) of 1997: the rook long before", fen: bothCastle, head: "rules fide-1997", do: "-h1 -e1 +Kg1 +Rf1 |w", want: "castle_rook_first suspected w 4.4(a)", moves: "e1g1 completed"},
		{name: "1971: the order does not matter", fen: bothCastle, head: "rules fide-1971", do: "-e1 ~0 -h1 +Kg1 +Rf1", none: []string{"order_unknown"}, moves: "e1g1 made"},
		{name: "§7: the order does not matter", fen: bothCastle, head: "rules bilguer-1891", do: "-e1 ~0 -h1 +Kg1 +Rf1", none: []string{"order_unknown"}, moves: "e1g1 made"},
		{name: "4.4.1 touched and put back", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1g1 h1f1 |w", open: []string{"4: e1g1"}, moves: "e1g1 completed"},
		{name: "4.4.1 another king move", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1e2 |w", want: "touch_breach suspected w 4.4.1", also: none, moves: "e1e2 completed"},
		{name: "4.4.1 the rook moved", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 h1g1 |w", want: "touch_breach suspected w 4.4.1", also: none, moves: "h1g1 completed"},
		{name: "4.4.1 castled on the other side", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1c1 a1d1 |w", want: "touch_breach suspected w 4.4.1", also: none,
			moves: "e1c1 completed"},
		{name: "4.4.1 neither king nor rook", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 a2a3 |w", want: "touch_breach suspected w 4.4.1", also: none, moves: "a2a3 completed"},
		{name: "4.3.1 the king alone binds to no castling", fen: bothCastle, do: "-e1 +Ke1 e1e2 |w", moves: "e1e2 completed"},
		{name: "4.4.2 rook first", fen: bothCastle, do: "-h1 +Rf1 -e1 +Kg1 |w", want: "castle_rook_first suspected w 4.4.2 #4; release_breach suspected w 4.7", also: none,
			open: []string{"1: h1f1 h1g1", "2: h1f1", "3: h1f1"}, moves: "e1g1 completed"},
		{name: "4.4.2 rook touched first, king moved first", fen: bothCastle, do: "-h1 +Rh1 e1g1 h1f1 |w", want: "castle_rook_first suspected w 4.4.2", also: none,
			open: []string{"3: h1f1 h1g1"}, moves: "e1g1 completed"},
		{name: "4.4.2 rook first, and it moves", fen: bothCastle, do: "-h1 +Rh1 -e1 +Ke1 h1g1 |w", moves: "h1g1 completed"},
		{name: "4.4.2 the other rook first", fen: bothCastle, do: "-a1 +Ra1 e1g1 h1f1 |w", want: "touch_breach suspected w 4.3.1", also: none, moves: "e1g1 completed"},
		{name: "4.4.3 illegal, another king move", fen: g1Guarded, do: "-e1 +Ke1 -h1 +Rh1 e1d2 |w", moves: "e1d2 completed"},
		{name: "4.4.3 illegal, the other side", fen: g1Guarded, do: "-e1 +Ke1 -h1 +Rh1 e1c1 a1d1 |w", moves: "e1c1 completed"},
		{name: "4.4.3 illegal, the rook moved", fen: g1Guarded, do: "-e1 +Ke1 -h1 +Rh1 h1h2 |w", want: "touch_breach suspected w", also: none, moves: "h1h2 completed"},
		{name: "4.4.3 the king cannot move", fen: "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", do: "-e1 +Ke1 -h1 +Rh1 e2e4 |w",
			info: []string{"castle_intent_unknown 4.4.3/4.3.1"}, moves: "e2e4 completed"},
		{name: "4.4.3/4.7.2 shown and put back, and the king cannot move", fen: hemmed, do: "e1g1 h1f1 f1h1 g1e1 a2a3 |w", none: []string{"release_breach", "touch_breach"}, moves: "a2a3 completed"},
		{name: "4.4.3/4.7.2 the same, and then with the rook", fen: hemmed, do: "e1g1 h1f1 f1h1 g1e1 h1h3 |w", moves: "h1h3 completed"},
		{name: "4.4.3 shown and put back, and the king can move", fen: f1Guarded, do: "e1g1 h1f1 f1h1 g1e1 e1e2 |w", none: []string{"release_breach"}, moves: "e1e2 completed"},
		{name: "4.7 a rook let go without the king is no castling", fen: hemmed, do: "h1f1 f1h1 a2a3 |w", want: "touch_breach suspected w 4.3.1; release_breach suspected w 4.7", moves: "a2a3 completed"},
		{name: "4.7.2 put right before the press", fen: g1Guarded, do: "e1g1 g1e2 |w", info: []string{"illegal_not_completed 7.5.1 w #2"}, moves: "e1e2 completed"},
		{name: "4.7.2 put right by castling on the other side", fen: g1Guarded, do: "e1g1 g1c1 a1d1 |w", info: []string{"illegal_not_completed"}, moves: "e1c1 completed"},
		{name: "7.5.1 illegal castling taken back before the press, and the king goes on from there", fen: f1Guarded, do: "e1g1 h1f1 f1h1 g1e2 |w",
			info: []string{"illegal_not_completed 7.5.1 w"}, also: none, moves: "e1e2 completed"},
		{name: "7.5.1 illegal castling, the rook put back, pressed with the king there", fen: f1Guarded, do: "e1g1 h1f1 f1h1 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular"},
		{name: "4.7.2 castling taken back, and the king goes on from there", fen: bothCastle, do: "e1g1 h1f1 ~1500 f1h1 g1e2 |w", want: "release_breach suspected w 4.7.2", also: none,
			moves: "e1e2 completed"},
		{name: "4.7.2 castling taken back, both put home, and the king moves", fen: bothCastle, do: "e1g1 h1f1 ~1700 f1h1 g1e1 e1e2 |w", want: "release_breach suspected w 4.7.2", also: none,
			moves: "e1e2 completed"},
		{name: "4.7.2 castling, the rook put back, and castling after all", fen: bothCastle, do: "e1g1 h1f1 ~1500 f1h1 h1f1 |w", moves: "e1g1 completed"},
		{name: "4.7.2 let go, and then moved elsewhere", fen: bothCastle, do: "-e1 +Kg1 -g1 +Kf1 |w", want: "release_breach|touch_breach suspected w", also: none, moves: "e1f1 completed",
			open: []string{"3: e1g1"}},
		{name: "4.7.2 passed over the square", fen: bothCastle, do: "-e1 +Kg1 ~100 -g1 +Kf1 |w", moves: "e1f1 completed"},
		{name: "4.7 the rook let go beside its square, after the king", fen: bothCastle, do: "e1c1 -a1 +Rb1 ~1000 -b1 +Rd1 |w", none: []string{"release_breach"},
			moves: "e1c1 completed"},
		{name: "4.7 the rook let go there before the king", fen: bothCastle, do: "-a1 +Rb1 ~1000 e1c1 -b1 +Rd1 |w",
			want: "castle_rook_first suspected w 4.4.2; release_breach suspected w 4.7", also: none, moves: "e1c1 completed"},
		{name: "4.7 let go on the next square", fen: bothCastle, do: "e1f1 f1g1 h1f1 |w", want: "release_breach suspected w 4.7 #4", also: none, open: []string{"2: e1f1"},
			moves: "e1g1 completed"},
		{name: "4.7 passed over the next square", fen: bothCastle, do: "-e1 +Kf1 ~100 -f1 ~100 +Kg1 h1f1 |w", moves: "e1g1 completed"},
		{name: "4.7 let go where it is attacked", fen: f2Guarded, do: "e1f2 f2g1 h1f1 |w", info: []string{"illegal_not_completed"}, open: []string{"4: e1g1"}, moves: "e1g1 completed"},
		{name: "3.8.2 the rook may be attacked", fen: "4k3/8/8/8/7r/8/8/4K2R w K - 0 1", do: "e1g1 h1f1 |w", moves: "e1g1 completed"},
		{name: "3.8.2 b1 may be attacked", fen: "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", do: "e1c1 a1d1 |w", moves: "e1c1 completed"},

		{name: "7.5.1/3.8.2.2 onto an attacked square", fen: g1Guarded, do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1 #5", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, fen4: fields4(g1Guarded), bound: "e1c1 e1d1 e1d2 e1e2 e1f1"})},
		{name: "7.5.1/3.8.2.2 across an attacked square", fen: f1Guarded, do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1c1 e1d1 e1d2 e1e2"})},
		{name: "7.5.1/3.8.2.2 out of check", fen: "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular"},
		{name: "7.5.1/3.8.2.1 the right is lost", fen: "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1/3.8.2.1", end: "* irregular"},
		{name: "4.4.3/4.7.2 illegal, and the king has no other move: any legal move is open", fen: "4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1", do: "e1g1 h1f1 |w",
			want: "illegal_completed certain w 7.5.1", none: []string{"castle_intent_unknown"}, end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: strings.Join(openTo("4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1"), " ")})},
		{name: "4.7 the king let go on the next square, and then the rook", fen: bothCastle, do: "e1f1 -h1 +Rh1 |w", open: []string{"2: e1f1", "3: e1f1", "4: e1f1"}, moves: "e1f1 completed"},
		{name: "7.5.1/3.8.2 the king beside his square, and the rook where it belongs", fen: bothCastle, do: "e1b1 a1d1 |w", want: "illegal_completed arbiter w 7.5.1", also: illegals(1, 0), end: "* irregular"},
		{name: "7.5.1/3.8.2 and the rook on a square that is no part of it", fen: bothCastle, do: "e1g1 -h1 +Rh4 |w", want: "illegal_completed|castle_incomplete certain w 7.5.1", also: illegals(1, 0), end: "* irregular"},
		{name: "4.7.2/7.5.1 pressed without the rook", fen: bothCastle, do: "e1g1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1 #3", end: "* irregular",
			also: illegals(1, 0), fen4: fields4(bothCastle)},
		{name: "4.7.2/7.5.1 and then bound to castle", fen: bothCastle, do: "e1g1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1", end: "* irregular",
			also: remedy("castle_incomplete", offence{gains: 120, number: 1, bound: "e1g1"})},
		{name: "4.7.2/7.5.1 pressed, then finished under a pause", fen: bare, do: "e1g1 |w pause h1f1 resume |w e8e7 |b", want: "castle_incomplete certain w 4.7.2/7.5.1",
			also: illegals(1, 0), moves: "e1g1 completed, e8e7 completed"},
		{name: "4.7.2/7.5.1 pressed, then finished, the clock left alone", fen: bare, do: "e1g1 |w h1f1 e8e7 |b", want: "castle_incomplete certain w 4.7.2/7.5.1",
			also: illegals(1, 0), moves: "e1g1 completed, e8e7 completed"},
		{name: "4.7.2 no clock, the rook put right after the reply", fen: bare, do: "e1g1 e8e7 h1f1 ~5000 inspect", want: "castle_incomplete arbiter w 4.7.2/7.5.1",
			also: illegals(0, 0), moves: "e1g1 made, e8e7 made", end: "*"},
		{name: "4.7.2/7.5.1 another king move instead", fen: bare, do: "e1g1 |w pause g1e1 resume e1d1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1; touch_breach|release_breach suspected w 7.5.1",
			also: illegals(1, 0), moves: "e1d1 completed"},
	})
}

// TestCastling960Hands: Guidelines II.3: four ways of castling, in the orders of hands that
// they recommend.
func TestCastling960Hands(t *testing.T) {
	const (
		inPlace = "bnrbkrqn/pppppppp/8/8/8/8/PPPP1PPP/1NRBKR2 w KQkq - 0 1" // the rook stands on f1 already
		oneStep = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
		pair    = "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"
		rookOn  = "4k3/8/8/8/8/8/PPPP4/NRK5 w B - 0 1" // the king stands on c1 already
	)
	head := "variant chess960"
	checkTrials(t, []trial{
		{name: "II.3.2.3 the king alone", fen: inPlace, head: head, do: "e1g1 |w", moves: "e1f1 completed"},
		{name: "II.3.2.4 the rook alone", fen: rookOn, head: head, do: "-c1 +Kc1 -b1 +Rd1 |w", moves: "c1b1 completed"},
		{name: "II.3.2.5 as recommended: king off, rook, king", fen: pair, head: head, do: "-b1 -h1 +Rf1 +Kg1 |w", open: []string{"2: b1h1", "3: b1h1"}, moves: "b1h1 completed"},
		{name: "II.3.2.5 as recommended, the rook to where the king stood", fen: oneStep, head: head, do: "-f1 -h1 +Rf1 +Kg1 |w", none: []string{"illegal_not_completed"},
			moves: "f1h1 completed"},
		{name: "II.3.2.1 king first", fen: pair, head: head, do: "b1g1 h1f1 |w", open: []string{"2: b1h1"}, moves: "b1h1 completed"},
		{name: "II.3.2 one step, then the rook", fen: oneStep, head: head, do: "f1g1 h1f1 |w", info: []string{"ambiguous_960_castle II.3.2/4.7"}, moves: "f1h1 completed"},
		{name: "II.3.2 one step, and pressed", fen: oneStep, head: head, do: "f1g1 |w", moves: "f1g1 completed"},
		{name: "II.3.2 one step waits for its proof", fen: oneStep, head: head, do: "f1g1 ~9000 inspect", none: []string{"move_completed"}},
		{name: "4.4.2 rook first", fen: pair, head: head, do: "a1d1 b1c1 |w", want: "castle_rook_first suspected w 4.4.2", moves: "b1a1 completed"},
		{name: "4.7.2/7.5.1 pressed without the rook", fen: pair, head: head, do: "b1g1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1", end: "* irregular"},
	})
}

// TestPromotionHands: 3.7.3.3, 4.4.4, 4.6, 4.7.3: promotion in every order of hands.
func TestPromotionHands(t *testing.T) {
	f8 := "f7f8b f7f8n f7f8q f7f8r"
	blackPawn := "8/k7/8/8/8/8/4p2K/8 b - - 0 1"
	checkTrials(t, []trial{
		{name: "4.6 pawn on, exchanged", fen: pawnTwoWays, do: "f7f8 -f8 +Qf8 |w", info: []string{"promotion_square_fixed 4.7 w #2", "promotion_choice_final 4.4.4 w #4"},
			open: []string{"2: " + f8, "3: " + f8, "4: f7f8q"}, moves: "f7f8q completed"},
		{name: "4.6.1 pawn off, piece on", fen: pawnTwoWays, do: "-f7 +Nf8 |w", open: []string{"2: f7f8n"}, moves: "f7f8n completed"},
		{name: "4.6.2 piece on, pawn off", fen: pawnTwoWays, do: "+Bf8 -f7 |w", open: []string{"1: f7f8b", "2: f7f8b"}, moves: "f7f8b completed"},
		{name: "4.6.2 piece on, pawn off, no clock, and the opponent's hand comes soon", fen: pawnTwoWays, head: "clock no", do: "+Qf8 ~300 -f7 ~2000 -h7 ~1300 +kh8 ~3000 inspect",
			none: []string{"displaced"}, moves: "f7f8q made, h7h8 made"},
		{name: "4.6.3 victim, pawn, piece", fen: pawnTwoWays, do: "-g8 -f7 +Qg8 |w", open: []string{"1: f7g8b f7g8n f7g8q f7g8r", "3: f7g8q"}, moves: "f7g8q completed"},
		{name: "4.6.3 pawn, victim, piece", fen: pawnTwoWays, do: "-f7 -g8 +Rg8 |w", moves: "f7g8r completed"},
		{name: "4.6.3 pawn onto the victim, exchanged", fen: pawnTwoWays, do: "-f7 -g8 +Pg8 -g8 +Qg8 |w", open: []string{"3: f7g8b f7g8n f7g8q f7g8r"}, moves: "f7g8q completed"},
		{name: "4.6.3 piece in the victim's place, pawn off", fen: pawnTwoWays, do: "-g8 +Qg8 -f7 |w", moves: "f7g8q completed"},
		{name: "4.6 black", fen: blackPawn, do: "e2e1 -e1 +qe1 |b", moves: "e2e1q completed"},
		{name: "4.7.3 pawn on, waits for its piece", fen: pawnTwoWays, do: "f7f8 ~9000 inspect", none: []string{"move_made", "illegal_not_completed"}},
		{name: "4.7.3 piece on, waits for the pawn", fen: pawnTwoWays, do: "+Qf8 ~9000 inspect", none: []string{"move_made", "displaced"}, end: "* waiting"},
		{name: "4.7 not on another square", fen: pawnTwoWays, do: "f7f8 -f8 -g8 +Qg8 |w", want: "release_breach suspected w 4.7", also: illegals(0, 0), moves: "f7g8q completed"},
		{name: "4.4.4 changed", fen: "6b1/5P1k/8/8/8/8/8/K7 w - - 0 1", do: "-f7 +Qf8 -f8 +Rf8 |w", want: "promotion_changed certain w 4.4.4 #4", also: illegals(0, 0),
			open: []string{"2: f7f8q", "3: f7f8q"}, moves: "f7f8r completed"},
		{name: "4.4.4 changed before it was let go", fen: pawnTwoWays, do: "-f7 +Qf8 ~100 -f8 ~100 +Nf8 |w", want: "promotion_changed certain w 4.4.4", moves: "f7f8n completed"},
		{name: "4.4.4 changed, the pawn still there", fen: pawnTwoWays, do: "+Qf8 -f8 +Nf8 -f7 |w", want: "promotion_changed certain w 4.4.4", moves: "f7f8n completed"},
		{name: "4.4.4 the square changed", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 -g8 +Qg8 |w", want: "release_breach suspected w 4.7", none: []string{"promotion_changed"},
			also: illegals(0, 0), moves: "f7g8q completed"},
		{name: "4.4.4 the square changed before the queen was let go", fen: pawnTwoWays, do: "-f7 +Qf8 ~100 -f8 ~100 -g8 +Qg8 |w", none: []string{"promotion_changed"},
			moves: "f7g8q completed"},
		{name: "4.4.4 square and piece changed: which square was to be the promotion square is not seen", fen: pawnTwoWays, do: "-f7 +Qf8 ~100 -f8 ~100 -g8 +Rg8 |w",
			want: "promotion_changed suspected w 4.4.4", also: illegals(0, 0), moves: "f7g8r completed"},
		{name: "4.7 the pawn let go on the last rank, and then an enemy piece", fen: pawnTwoWays, do: "f7f8 -g8 +rg8 -f8 +Qf8 |w", open: []string{"3: " + f8, "4: " + f8},
			moves: "f7f8q completed"},
		{name: "4.4.4 one of the same kind", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 +Qf8 |w", none: []string{"promotion_changed"}, moves: "f7f8q completed"},
		{name: "4.4.4 a rook upside down is a rook", fen: pawnTwoWays, do: "f7f8 -f8 +Rf8 |w", none: []string{"promotion_changed"}, moves: "f7f8r completed"},
		{name: "4.4.4 mate by a changed piece", fen: "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", do: "-a7 +Na8 -a8 +Qa8", want: "promotion_changed certain w 4.4.4; checkmate arbiter w 5.1.1",
			moves: "a7a8q made"},
	})
}

// TestPromotionUnfinished: 3.7.3.3, 7.5.2: the clock is pressed before the promotion is
// done.
func TestPromotionUnfinished(t *testing.T) {
	left := "promotion_unreplaced certain w 7.5.2 #3"
	wrong, lapses := "; promotion_changed certain w 7.5.2", []string{"touch_claim_lapsed", "touch_breach"}
	before := fields4(pawnTwoWays)
	checkTrials(t, []trial{
		{name: "7.5.2 pawn left", fen: pawnTwoWays, do: "f7f8 |w", want: left, also: illegals(1, 0), fen4: before, end: "* irregular"},
		{name: "7.5.2 only a queen now", fen: pawnTwoWays, do: "f7f8 |w", want: left, end: "* irregular",
			also: remedy("promotion_unreplaced", offence{gains: 120, number: 1, bound: "f7f8q"})},
		{name: "7.5.2 rapid", fen: pawnTwoWays, head: "time rapid", do: "f7f8 |w", want: left, end: "* irregular", also: remedy("promotion_unreplaced", offence{gains: 60, number: 1})},
		{name: "7.5.2 a capture", fen: pawnTwoWays, do: "-g8 f7g8 |w", want: "promotion_unreplaced certain w 7.5.2", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.2 the second offence", fen: pawnTwoWays, head: "illegal w=1 b=0", do: "f7f8 |w", want: left + "; illegal_second arbiter w 7.5.5", end: "* irregular",
			also: remedy("promotion_unreplaced", offence{number: 2, result: "0-1"})},
		{name: "7.5.2 a queen, the clock left alone", fen: pawnTwoWays, do: "f7f8 |w -f8 +Qf8 -f8 g8f8 |b", want: left, also: illegals(1, 0), moves: "f7f8q completed, g8f8 completed"},
		{name: "7.5.2 a queen, and pressed again", fen: pawnTwoWays, do: "f7f8 |w -f8 +Qf8 |w h7h8 |b", want: left, also: illegals(1, 0), moves: "f7f8q completed, h7h8 completed"},
		{name: "7.5.2 a queen under a pause", fen: pawnTwoWays, do: "f7f8 |w pause -f8 +Qf8 resume h7h8 |b", want: left, also: illegals(1, 0), moves: "f7f8q completed, h7h8 completed"},
		{name: "7.5.2 pressed back, a queen, pressed", fen: pawnTwoWays, do: "f7f8 |w pause resume -f8 +Qf8 |w h7h8 |b", want: left, also: illegals(1, 0),
			moves: "f7f8q completed, h7h8 completed"},
		{name: "7.5.2 another piece", fen: pawnTwoWays, do: "f7f8 |w -f8 +Nf8 h7h8 |b", want: left + wrong, none: lapses, also: illegals(1, 0), moves: "f7f8n completed, h7h8 completed"},
		{name: "7.5.2 another piece, from the position restored", fen: pawnTwoWays, do: "f7f8 |w pause f8f7 resume f7f8 -f8 +Rf8 |w h7h6 |b", want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8r completed, h7h6 completed"},
		{name: "7.5.2 another piece under a pause", fen: pawnTwoWays, do: "f7f8 |w pause -f8 +Bf8 resume h7h8 |b", want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8b completed, h7h8 completed"},
		{name: "7.5.2 another piece, in rapid chess", fen: pawnTwoWays, head: "time rapid", do: "f7f8 |w -f8 +Nf8 h7h8 |b", want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8n completed, h7h8 completed"},
		{name: "7.5.2 a ruling undoes it", fen: pawnTwoWays, do: `f7f8 |w -f8 +Nf8 ~4000 !ruling{"accept":false} -f8 +Pf7 ~4000 -f7 +Qf8 |w h7g6 |b`, want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8q completed, h7g6 completed"},
		{name: "7.4 of 1997: the choice is free again", fen: pawnTwoWays, head: "rules fide-1997", do: "f7f8 |w pause f8f7 resume f7f8 -f8 +Nf8 |w h7h8 |b",
			want: "promotion_unreplaced certain w 7.4", none: append(lapses, "promotion_changed"), also: illegals(1, 0), moves: "f7f8n completed, h7h8 completed"},
		{name: "4.7.3/7.5.1 piece on, pawn left", fen: pawnTwoWays, do: "+Qf8 |w", want: "promotion_incomplete certain w 4.7.3/7.5.1 #2", end: "* irregular",
			also: remedy("promotion_incomplete", offence{gains: 120, number: 1, fen4: before, bound: "f7f8q"})},
		{name: "4.7.3/7.5.1 the pawn is taken off then", fen: pawnTwoWays, do: "+Qf8 |w -f7 h7h8 |b", want: "promotion_incomplete certain w 4.7.3/7.5.1", also: illegals(1, 0),
			moves: "f7f8q completed, h7h8 completed"},
		{name: "4.7.3/7.5.1 the pawn is taken off and the clock pressed", fen: pawnTwoWays, do: "+Qf8 |w -f7 |w h7h8 |b", want: "promotion_incomplete certain w 4.7.3/7.5.1",
			also: illegals(1, 0), moves: "f7f8q completed, h7h8 completed"},
		{name: "3.7.3.3 a king", fen: pawnTwoWays, do: "-f7 +Kf8 |w", want: "promotion_wrong_piece certain w 3.7.3.3/7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.3.3 a piece of the other colour", fen: pawnTwoWays, do: "-f7 +rf8 |w", want: "promotion_wrong_piece certain w 3.7.3.3/7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.3.3 put right in time", fen: pawnTwoWays, do: "-f7 +qf8 -f8 +Qf8 |w", info: []string{"illegal_not_completed"}, none: []string{"promotion_changed"}, also: illegals(0, 0),
			moves: "f7f8q completed"},
		{name: "7.5.1/3.9.2 the king left in check", fen: "4r1k1/P7/8/8/8/8/8/4K3 w - - 0 1", do: "-a7 +Qa8 |w", want: "illegal_completed certain w 7.5.1/3.9.2", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1d2 e1f1 e1f2"})},
	})
}

const knight = "illegal_completed certain w 7.5.1/3.6 #3" // of b1b3 |w

// TestIllegal: 7.5.1: an illegal move is completed by the press, and not before.
func TestIllegal(t *testing.T) {
	none := illegals(0, 0)
	start := fields4(initial)
	checkTrials(t, []trial{
		{name: "7.5.1 not completed, put right", do: "b1b3 b3c3 |w", info: []string{"illegal_not_completed 7.5.1 w #2"}, open: []string{"2: b1a3 b1c3"}, also: none,
			moves: "b1c3 completed"},
		{name: "7.5.1 not completed, put back, the same piece", do: "b1b3 b3b1 b1a3 |w", also: none, moves: "b1a3 completed"},
		{name: "7.5.1 not completed, put back, another piece: 4.3.1", do: "b1b3 b3b1 e2e4 |w", want: "touch_breach suspected w 4.3.1", also: none, moves: "e2e4 completed"},
		{name: "7.5.1 not completed, left standing", do: "b1b3 ~20000 inspect", info: []string{"illegal_not_completed"}, also: none},
		{name: "7.5.1 completed, standard", do: "b1b3 |w", want: knight, fen4: start, end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, fen4: start, bound: "b1a3 b1c3"})},
		{name: "7.5.1 completed, rapid: A.3", head: "time rapid", do: "b1b3 |w", want: knight, end: "* irregular", also: remedy("illegal_completed", offence{gains: 60, number: 1})},
		{name: "7.5.1 completed, blitz: A.3 by B.3", head: "time blitz", do: "b1b3 |w", want: knight, end: "* irregular", also: remedy("illegal_completed", offence{gains: 60, number: 1})},
		{name: "7.5.1 completed by Black", do: "e2e4 |w f8f5 |b", want: "illegal_completed certain b 7.5.1/3.2", moves: "e2e4 completed", end: "* irregular", also: illegals(0, 1)},
		{name: "3.1 onto a piece of one's own", do: "-d1 -d2 +Qd2 |w", want: "illegal_completed certain w 7.5.1/3.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.1 onto a piece of one's own, which is lifted first", do: "-d2 -c1 +Bd2 |w", want: "illegal_completed certain w 7.5.1/3.1", none: []string{"displaced", "move_incomplete"}, end: "* irregular",
			also: illegals(1, 0)},
		{name: "3.1 by Black", do: "e2e4 |w -h7 -h8 +rh7 |b", want: "illegal_completed certain b 7.5.1/3.1", none: []string{"displaced", "move_incomplete"}, moves: "e2e4 completed", end: "* irregular",
			also: illegals(0, 1)},
		{name: "4.3.1 a piece in the hand, and another one touched", do: "-d2 -c1 +Bc1 +Pd4 |w", none: []string{"illegal_not_completed"}, also: none, moves: "d2d4 completed"},
		{name: "3.8.1 a king into the centre, pressed", fen: "8/8/5k2/8/8/6N1/P1K5/8 w - - 5 85", do: "c2d4 |w", want: "illegal_completed certain w 7.5.1/3.8.1 #3", also: illegals(1, 0), end: "* irregular"},
		{name: "3.8.1 the same in a position that nobody can win, with which the log begins", fen: "8/8/5k2/8/8/6N1/2K5/8 w - - 5 85", do: "c2d4 |w", want: "illegal_completed certain w 7.5.1/3.8.1 #3",
			also: illegals(1, 0), end: "* irregular"},
		{name: "3.3 over a piece", do: "a1a4 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7 a pawn backwards", fen: pawnBite, do: "e4e3 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7 a pawn two steps from the third rank", fen: "rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2", do: "e3e5 |w", want: "illegal_completed certain w 7.5.1",
			end: "* irregular"},
		{name: "3.9.2 the king left in check", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3 |w", want: "illegal_completed certain w 3.9.2/7.5.1", end: "* irregular"},
		{name: "3.9.2 the king put in check", fen: "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", do: "d1e1 |w", want: "illegal_completed certain w 3.9.2/7.5.1", end: "* irregular"},
		{name: "3.9.2 a pinned piece", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", do: "e2c3 |w", want: "illegal_completed certain w 3.9.2", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1d2 e1f1 e1f2"})},
		{name: "3.1 a piece of the opponent", fen: pawnBite, do: "d5d4 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", open: []string{"2: e4d5"},
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e4d5"})},
		{name: "1.4.1 the king captured", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", head: "time blitz", do: "-e1 e8e1 |b", want: "king_captured certain b 1.4.1",
			also: illegals(0, 1), end: "* irregular"},
		{name: "1.4.1 the king captured, not pressed", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", head: "time blitz", do: "-e1 e8e1", none: []string{"king_captured"}, also: none, end: "*"},
		{name: "3.7.3.1 en passant, the pawn left", fen: enPassant, do: "e5d6 |w", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.3.1 bound to it after: 4.7", fen: enPassant, do: "e5d6 |w", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", end: "* irregular",
			also: remedy("ep_pawn_left", offence{gains: 120, number: 1, bound: "e5d6"})},
		{name: "3.7.3.1 the pawn taken off in time", fen: enPassant, do: "e5d6 -d5 |w", none: []string{"illegal_not_completed"}, also: none, moves: "e5d6 completed"},
		{name: "3.7.3.1 the pawn taken off late", fen: enPassant, do: "e5d6 |w pause -d5 resume d8d6 |b", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", also: illegals(1, 0),
			moves: "e5d6 completed, d8d6 completed"},
		{name: "3.7.3.1 the pawn taken off late, and pressed", fen: enPassant, do: "e5d6 |w -d5 |w d8d6 |b", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", also: illegals(1, 0),
			moves: "e5d6 completed, d8d6 completed"},
		{name: "3.7.3.1 too late to take en passant", fen: "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", do: "e5d6 -d5 |w",
			want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.8.2 the rook on the king's square", fen: bothCastle, do: "e1g1 h1e1 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.2 one square past the only one", fen: "rnbqkb1r/pppp1ppp/5n2/8/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4", do: "e4e6 |w ~3000 a7a6 |b",
			want: "illegal_completed certain w 7.5.1", end: "* irregular", also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e4e5"})},
		{name: "3.8.1 past the only square, out of check", fen: "6k1/5pp1/8/8/8/8/5PP1/r5K1 w - - 0 1", do: "g1h3 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "g1h2"})},
		{name: "3.8.2 castling to the rook's square", fen: bothCastle, do: "-e1 -h1 +Kh1 +Rf1 |w", want: "illegal_completed arbiter w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "7.4.1 another piece stands where no move puts it, and play goes on", do: "c1c3 e2e4 |w ~3000 e7e5 |b", want: "displaced arbiter ? 7.4.1", also: none,
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 put right beside after the press", do: "e2e3 |w ~300 -e3 +Pe4 ~2000 e7e5 |b", want: "displaced arbiter ? 7.4.1", none: []string{"out_of_turn"}, also: none,
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 moved on after the press, by a hand that holds it", do: "e2e3 |w ~300 -e3 ~1500 +Pe4 |w ~2000 e7e5 |b", want: "displaced arbiter ? 7.4.1; out_of_turn certain w 1.2", also: none,
			moves: "e2e3 completed, e7e5 completed"},
		{name: "7.4.1 put right beside, and it is mate", fen: "7k/8/6K1/8/8/8/8/R7 w - - 0 1", do: "a1a7 |w ~300 -a7 +Ra8", want: "displaced arbiter ? 7.4.1; checkmate certain w 5.1.1", also: none, moves: "a1a8 completed", end: "1-0"},
		{name: "3.1 two pieces moved", do: "h1g3 g1h3 ~2000 |w", want: "illegal_completed arbiter w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.5 two faults in one move count once", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1h3 |w", want: "illegal_completed certain w 7.5.1/3.9.2/3.6",
			end: "* irregular", also: illegals(1, 0)},
	})
}

// TestReplaced: 7.5.1: the position is restored; 4.3 and 4.7 apply to the move
// that replaces the illegal one.
func TestReplaced(t *testing.T) {
	restored := "b1b3 |w pause b3b1 resume "
	checkTrials(t, []trial{
		{name: "7.5.1 the touched piece moves", do: restored + "b1c3 |w e7e5 |b", want: knight, open: []string{"7: b1a3 b1c3"}, also: illegals(1, 0), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1/4.3.1 another piece moves", do: restored + "e2e4 |w e7e5 |b", want: knight + "; touch_breach suspected w 7.5.1/4.3.1", also: illegals(1, 0),
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.5.1 without a pause", head: "time blitz", do: "b1b3 |w b3b1 b1c3 |w e7e5 |b", want: knight, also: illegals(1, 0), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1 put right by going on", head: "time blitz", do: "b1b3 |w b3c3 |w e7e5 |b", want: knight, also: illegals(1, 0), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1/4.3.2 the captured piece is what was touched first", fen: pawnBite, do: "-d5 -g1 +Nd5 |w pause -d5 +Ng1 +pd5 resume g1f3 |w",
			want: "illegal_completed certain w 7.5.1; touch_breach suspected w 7.5.1", also: illegals(1, 0), moves: "g1f3 completed"},
		{name: "7.5.1 the touched piece cannot move: 4.5", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", do: "e2c3 |w pause c3e2 resume e1d2 |w", want: "illegal_completed certain w 3.9.2",
			also: illegals(1, 0), moves: "e1d2 completed"},
		{name: "7.5.1 found two moves later, standard", do: "b1b3 |w e7e5 |b e2e4 |w", want: knight, none: []string{"illegal_stands"}, end: "* irregular",
			fen4: fields4(initial), also: illegals(1, 0)},
		{name: "7.5.1 found two moves later and restored", do: "b1b3 |w e7e5 |b e2e4 |w pause e4e2 e5e7 b3b1 resume b1c3 |w d7d5 |b", want: knight, also: illegals(1, 0),
			moves: "b1c3 completed, d7d5 completed"},
		{name: "7.5.1 a fault corrected is no second offence", do: restored + "b1c3 |w e7e5 |b c3b5 |w", want: knight, none: []string{"illegal_second"}, also: illegals(1, 0),
			moves: "b1c3 completed, e7e5 completed, c3b5 completed"},
		{name: "7.5.1 no clock: nothing is completed, so nothing counts", do: "b1b3 e7e5 g1f3", want: "illegal_completed arbiter w 7.5.1", also: illegals(0, 0), end: "* irregular"},
		{name: "7.5.1 not pressed, and answered", head: "time blitz", do: "b1b3 e7e5 |w", want: "illegal_completed arbiter w 7.5.1", info: []string{"illegal_not_completed"}, end: "* irregular"},
	})
}

// TestRestoredToTheFirst: 7.5.1: the position before the first irregular move is restored,
// whatever was irregular after it, unless the first move stands.
func TestRestoredToTheFirst(t *testing.T) {
	const open = "4r1k1/8/8/8/8/8/P7/4K1N1 w - - 0 1" // White leaves his king in check, and Black takes it
	taken := "a2a3 |w -e1 e8e1 |b"
	found := "illegal_completed certain w 7.5.1/3.9.2; king_captured certain b 1.4.1/7.5.1"
	twice := knight + "; illegal_completed certain b 7.5.1/3.6"
	checkTrials(t, []trial{
		{name: "1.4.1/7.5.1 the king captured", fen: open, do: taken, want: found, end: "* irregular", also: restores(open, 2)},
		{name: "1.4.1/7.5.1 rapid under full supervision", fen: open, head: "time rapid; supervision full", do: taken, want: found, end: "* irregular", also: restores(open, 2)},
		{name: "7.4 of 1997", fen: open, head: "rules fide-1997", do: taken, want: "illegal_completed certain w 7.4; king_captured arbiter b 7.4", end: "* irregular", also: restores(open, 2)},
		{name: "7.5.1 two illegal moves", do: "b1b3 |w b8b6 |b", want: twice, end: "* irregular", also: restores(initial, 2)},
		{name: "7.5.1 a legal one between them", do: "b1b3 |w e7e5 |b f1f3 |w", want: knight + "; illegal_completed certain w 7.5.1/3.2; illegal_second arbiter w 7.5.5", end: "* irregular",
			also: restores(initial, 2)},
		{name: "7.5.1 restored, the first offender has the move", fen: open, do: taken + " pause -e1 +Ke1 +re8 a3a2 resume e1d1 |w", want: found, also: illegals(1, 1), moves: "e1d1 completed"},
		{name: "1.4.1 alone it is the first itself", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1 |b", want: "king_captured certain b 1.4.1", end: "* irregular",
			also: restores("4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", 1)},
		{name: "A.5.2 in rapid chess the first one stands", fen: open, head: "time rapid", do: taken, want: found, info: []string{"illegal_stands"}, moves: "a2a3 illegal_stands",
			end: "* irregular", also: restores("", 2)},
	})
}

// restores checks how many irregular moves have a remedy, that all restore one position,
// and that only the first has what binds its player. An empty position means that they do
// not restore one.
func restores(fen string, remedies int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Remedy == nil || f.Remedy.Restore == "" || f.Code == laws.IllegalSecond {
				continue
			}
			switch r := f.Remedy; {
			case fen != "" && fields4(r.Restore) != fields4(fen):
				return fmt.Errorf("%s restores %s, want %s", f.Code, r.Restore, fen)
			case n == 0 && (r.FromPly != 0 || len(r.Bound) == 0), n > 0 && fen != "" && (r.FromPly != 1 || r.Bound != nil):
				return fmt.Errorf("%s: from ply %d, bound to %v", f.Code, r.FromPly, r.Bound)
			}
			n++
		}
		if n != remedies {
			return fmt.Errorf("%d remedies, want %d", n, remedies)
		}
		return nil
	}
}

// TestSecondOffence: 7.5.5.
func TestSecondOffence(t *testing.T) {
	second := "; illegal_second arbiter w 7.5.5 #3"
	prior := "illegal w=1 b=0"
	queen := "8/8/8/8/8/2k5/8/K6Q w - - 0 1"
	checkTrials(t, []trial{
		{name: "7.5.5 lost", head: prior, do: "b1b3 |w", want: knight + second, end: "* irregular", also: remedy("illegal_second", offence{number: 2, result: "0-1"})},
		{name: "7.5.5 lost by Black", head: "illegal w=0 b=1", do: "e2e4 |w f8f5 |b", want: "illegal_completed certain b 7.5.1; illegal_second arbiter b 7.5.5", moves: "e2e4 completed",
			end: "* irregular", also: remedy("illegal_second", offence{number: 2, result: "1-0"})},
		{name: "7.5.5 drawn, the opponent cannot mate", fen: queen, head: prior, do: "h1g3 |w", want: "illegal_completed certain w 7.5.1" + second, end: "* irregular",
			also: remedy("illegal_second", offence{number: 2, result: "1/2-1/2"})},
		{name: "7.5.5 rapid", head: prior + "; time rapid", do: "b1b3 |w", want: knight + second, end: "* irregular", also: remedy("illegal_second", offence{number: 2, result: "0-1"})},
		{name: "7.5.5 the opponent's first does not count", head: "illegal w=0 b=1", do: "b1b3 |w", want: knight, end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1})},
		{name: "7.5.5 a breach of touch-move does not count", head: prior, do: "-g1 +Ng1 e2e4 |w", want: "touch_breach suspected w 4.3.1", also: illegals(1, 0), moves: "e2e4 completed"},
		{name: "7.5.5 two in one game", do: "b1b3 |w pause b3b1 resume b1c3 |w e7e5 |b f1f3 |w", want: knight + "; illegal_completed certain w 7.5.1/3.2; illegal_second arbiter w 7.5.5",
			moves: "b1c3 completed, e7e5 completed", end: "* irregular", also: illegals(2, 0)},
		{name: "7.5.3 and 7.5.1 count together", do: "|w pause resume e2e4 |w e7e5 |b f1f3 |w", want: "clock_no_move certain w 7.5.3; illegal_completed certain w 7.5.1; illegal_second arbiter w 7.5.5",
			moves: "e2e4 completed, e7e5 completed", end: "* irregular", also: illegals(2, 0)},
		{name: "7.5.5 the result is a person's", head: prior, do: "b1b3 |w result:0-1", want: knight + second, moves: "b1b3 illegal_stands", end: "0-1 ended"},
	})
}

// TestStands: A.5.2, B.3: without full supervision an illegal move stands once the opponent
// has made the next move; else 7.5.1 applies for the whole game.
func TestStands(t *testing.T) {
	reply := "b1b3 |w e7e5 |b"
	stood := "b1b3 illegal_stands, e7e5 completed"
	full := "; supervision full"
	checkTrials(t, []trial{
		{name: "A.5.2 rapid", head: "time rapid", do: reply, want: knight, info: []string{"illegal_stands A.5.2 w b1b3"}, also: illegals(1, 0), moves: stood},
		{name: "A.5.2 blitz", head: "time blitz", do: reply + " g1f3 |w", want: knight, info: []string{"illegal_stands"}, moves: stood + ", g1f3 completed"},
		{name: "A.5.2 once made, not pressed", head: "time blitz", do: "b1b3 |w e7e5", want: knight, info: []string{"illegal_stands"}, moves: "b1b3 illegal_stands, e7e5 made"},
		{name: "A.5.2 nobody has pressed it, and the opponent alone has gone on", head: "time blitz", do: "e2e4 |w e7e5 |b b1b3 ~900 g8f6 |b", want: "illegal_completed arbiter w", none: []string{"illegal_stands"}, moves: "e2e4 completed, e7e5 completed", end: "* irregular"},
		{name: "A.5.2 nobody has pressed it, and both have gone on", head: "time blitz", do: "e2e4 |w e7e5 |b b1b3 ~900 g8f6 |b d2d4 |w b8c6 |b", want: "illegal_completed arbiter w", info: []string{"illegal_stands A.5.2 w b1b3"},
			moves: "e2e4 completed, e7e5 completed, b1b3 illegal_stands, g8f6 completed, d2d4 completed, b8c6 completed"},
		{name: "A.5.2 not by a touch", head: "time blitz", do: "b1b3 |w -e7", want: knight, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "A.5.2 not by a touch and back", head: "time blitz", do: "b1b3 |w -e7 +pe7 b3b1 b1c3 |w", want: knight, none: []string{"illegal_stands"}, moves: "b1c3 completed"},
		{name: "A.5.2 mate after it", head: "time blitz", fen: "8/3k4/8/3K4/8/r7/8/7R w - - 0 1", do: "h1h8 |w d7d8 |b d5d6",
			want: "illegal_completed certain b 7.5.1; checkmate certain w 5.1.1", info: []string{"illegal_stands"}, moves: "h1h8 completed, d7d8 illegal_stands, d5d6 completed", end: "1-0 ended"},
		{name: "A.5.2 no clock: nothing is completed, so nothing counts, but the reply makes it stand", head: "time blitz; clock no", do: "b1b3 e7e5 g1f3",
			want: "illegal_completed arbiter w 7.5.1/3.6/A.5.2", info: []string{"illegal_stands A.5.2 w b1b3"}, also: illegals(0, 0), moves: "b1b3 illegal_stands, e7e5 made, g1f3 made"},
		{name: "A.5.2 no clock, put right before the reply", head: "time blitz; clock no", do: "b1b3 b3b1 b1c3 e7e5", none: []string{"illegal_stands"}, moves: "b1c3 made, e7e5 made"},
		{name: "A.4.2 full supervision", head: "time rapid" + full, do: reply, want: knight, none: []string{"illegal_stands"}, end: "* irregular", fen4: fields4(initial)},
		{name: "B.2 full supervision", head: "time blitz" + full, do: reply + " g1f3 |w", want: knight, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7.5.1 standard", do: reply + " g1f3 |w", want: knight, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7.5.1 the game over: nothing can be corrected", do: reply + " result:0-1", want: knight, moves: stood, end: "0-1 ended"},
		{name: "A.5.2 both players' illegal moves", head: "time rapid", do: "b1b3 |w b8b6 |b e2e4 |w", want: knight + "; illegal_completed certain b 7.5.1/3.6", also: illegals(1, 1),
			info: []string{"illegal_stands w b1b3", "illegal_stands b b8b6"}, moves: "b1b3 illegal_stands, b8b6 illegal_stands, e2e4 completed"},
		{name: "A.5.2 a pawn left on the last rank", head: "time blitz", fen: pawnTwoWays, do: "f7f8 |w g8g7 |b", want: "promotion_unreplaced certain w 7.5.2; illegal_position_persists arbiter A.5.4",
			info: []string{"illegal_stands"}, moves: "f7f8 illegal_stands, g8g7 completed"},
	})
}

// TestBothKingsInCheck: A.5.4, rapid and blitz without full supervision.
func TestBothKingsInCheck(t *testing.T) {
	both := "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1"
	waits := "both_kings_in_check arbiter w A.5.4 #0"
	checkTrials(t, []trial{
		{name: "A.5.4 the next move cures it", fen: both, head: "time rapid", do: "e1f2 |w", want: waits, none: []string{"illegal_position_persists"}, moves: "e1f2 completed"},
		{name: "A.5.4 the next move does not", fen: both, head: "time rapid", do: "g1g2 |w", want: waits + "; illegal_completed certain w 3.9.2; illegal_position_persists arbiter A.5.4",
			end: "* irregular"},
		{name: "A.5.4 the mover's king alone stays in check", fen: both, head: "time blitz", do: "g1f1 |w",
			want: waits + "; illegal_completed certain w 3.9.2; illegal_position_persists arbiter A.5.4", end: "* irregular"},
		{name: "A.5.4 not under full supervision", fen: both, head: "time rapid; supervision full", do: "e1f2 |w", moves: "e1f2 completed"},
		{name: "A.5.4 not in standard chess", fen: both, do: "e1f2 |w", moves: "e1f2 completed"},
		{name: "A.5.4 not one king in check", fen: "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", head: "time rapid", do: "e1f2 |w", moves: "e1f2 completed"},
	})
}
