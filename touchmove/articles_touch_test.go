package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
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
		{name: "4.7 let go where it may not go", do: "-g1 +Ng3 ~1500 -g3 +Nf3 |w", info: []string{"illegal_not_completed 7.5.1 w #2"}, also: none, moves: "g1f3 completed"},
		{name: "4.7 put back and another piece moved", do: "e2e4 -e4 +Pe2 d2d4 |w", want: "touch_breach suspected w 4.3.1; release_breach suspected w 4.7", also: none,
			moves: "d2d4 completed"},
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
			if f.Code == touchmove.Obliged {
				got = append(got, strings.Join(f.Allowed, " "))
			}
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("obliged %q, want %q", got, want)
		}
		return nil
	}
}
