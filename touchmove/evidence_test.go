package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// rests is the evidence of a finding in words: "N g1 @700 +800 back", lifted at
// 700 ms for 800 ms and put back; "N g1>f3 @1400 +1500", put there; "Q =a8 @700",
// put on the board; then what was open, and why.
func rests(e *touchmove.Evidence) string {
	if e == nil {
		return "none"
	}
	var parts []string
	for _, c := range e.Contacts {
		part := c.Piece + " "
		switch c.Act {
		case touchmove.Released:
			part += c.Square + ">" + c.To
		case touchmove.Placed:
			part += "=" + c.Square
		default:
			part += c.Square
		}
		part += fmt.Sprintf(" @%d", c.At)
		if c.For > 0 {
			part += fmt.Sprintf(" +%d", c.For)
		}
		if c.Times > 1 {
			part += fmt.Sprintf(" x%d", c.Times)
		}
		if c.Back {
			part += " back"
		}
		if c.Replaced {
			part += " before"
		}
		parts = append(parts, part)
	}
	parts = append(parts, strings.Join(e.Open, " "), e.Bound)
	return strings.Join(parts, "; ")
}

// evidence checks what the last finding of a code rests on.
func evidence(code, want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 {
			return fmt.Errorf("%s is not found", code)
		}
		if got := rests(found[i].Evidence); got != want {
			return fmt.Errorf("%s rests on %q, want %q", code, got, want)
		}
		return nil
	}
}

// TestTouchEvidence: a touch breach names what was touched, where, when and for how
// long, and what was open because of it.
func TestTouchEvidence(t *testing.T) {
	const suspected = "touch_breach suspected w"
	of := func(want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return evidence("touch_breach", want)
	}
	checkTrials(t, []trial{
		{name: "4.3.1 lifted, put back", do: "-g1 ~800 +Ng1 e2e4 |w", want: suspected, moves: "e2e4 completed",
			also: of("N g1 @700 +800 back; g1f3 g1h3; from:g1")},
		{name: "4.3.1 lifted twice", do: "-g1 +Ng1 -g1 ~200 +Ng1 e2e4 |w", want: suspected, moves: "e2e4 completed",
			also: of("N g1 @700 +900 x2 back; g1f3 g1h3; from:g1")},
		{name: "4.3.1 off its square still", do: "-g1 -e2 +Pe4 ~2000 +Ng1 |w", want: suspected, moves: "e2e4 completed",
			also: of("N g1 @700; g1f3 g1h3; from:g1")},
		{name: "4.3.1 the second can move, the first cannot", do: "-a1 +Ra1 -g1 +Ng1 e2e4 |w", want: suspected, moves: "e2e4 completed",
			also: of("R a1 @700 +700 back; N g1 @2100 +700 back; g1f3 g1h3; from:g1")},
		{name: "4.3.1 by Black", do: "e2e4 |w -b8 +nb8 e7e5 |b", want: "touch_breach suspected b", moves: "e2e4 completed, e7e5 completed",
			also: of("n b8 @2800 +700 back; b8a6 b8c6; from:b8")},
		{name: "4.3.1 played, put back, and another played", do: "e2e4 -e4 +Pe2 d2d4 |w", want: suspected + "; release_breach suspected w", moves: "d2d4 completed",
			also: of("P e2 @700 +2100 back; e2e3 e2e4; from:e2")},
		{name: "4.3.2 the opponent's piece", fen: pawnBite, do: "-d5 +pd5 d2d4 |w", want: suspected, moves: "d2d4 completed",
			also: of("p d5 @700 +700 back; e4d5; cap:d5")},
		{name: "4.3.3 both", fen: pawnFork, do: "-c4 +Pc4 -d5 +nd5 -d5 e4d5 |w", want: suspected, moves: "e4d5 completed",
			also: of("P c4 @700 +700 back; n d5 @2100 +700 x2 back; c4d5; from:c4&cap:d5")},
		{name: "8(2) of 1971: any piece captures", head: "rules fide-1971", fen: bishopBite, do: "-c1 +Bc1 -h7 +ph7 c1g5", want: suspected, moves: "c1g5 made",
			also: of("B c1 @700 +700 x2 back; p h7 @2100 +700 back; d3h7 h3h7; cap:h7")},
		{name: "7.5.1 what was touched for the illegal move", do: "b1b3 |w pause b3b1 resume e2e4 |w", want: knight + "; touch_breach suspected w", moves: "e2e4 completed",
			also: of("N b1 @700 before; b1a3 b1c3; from:b1")},
		{name: "4.2.2 no bounce", do: "-b1 ~15 +Nb1 -g1 +Ng1 e2e4 |w", want: suspected, moves: "e2e4 completed",
			also: of("N g1 @1415 +700 back; g1f3 g1h3; from:g1")},
		{name: "4.2.1 no piece that was announced to be adjusted", do: `!adjust{"side":"w"} -b1 +Nb1 ~12000 -g1 +Ng1 e2e4 |w`, want: suspected, moves: "e2e4 completed",
			also: of("N g1 @14100 +700 back; g1f3 g1h3; from:g1")},
	})
}

// TestReleaseEvidence: a release breach names where the piece was put, for how long,
// and where it went after that.
func TestReleaseEvidence(t *testing.T) {
	const suspected = "release_breach suspected w"
	const promotion = "8/P6k/8/8/8/8/5p2/K7 w - - 0 1"
	of := func(want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return evidence("release_breach", want)
	}
	checkTrials(t, []trial{
		{name: "4.7 elsewhere", do: "-g1 +Nf3 ~1500 -f3 +Nh3 |w", want: suspected, moves: "g1h3 completed",
			also: of("N g1>f3 @1400 +1500; N g1>h3 @3600; g1f3; from:g1&to:f3")},
		{name: "4.7 back, and another piece", do: "e2e4 -e4 +Pe2 d2d4 |w", want: "touch_breach suspected w; " + suspected, moves: "d2d4 completed",
			also: of("P e2>e4 @1400 +700; e2e4; from:e2&to:e4")},
		{name: "4.7.2 a king", fen: bothCastle, do: "e1g1 -g1 +Ke1 e1e2 |w", want: suspected, moves: "e1e2 completed",
			also: of("K e1>g1 @1400 +700; K e1>e2 @4200; e1g1; castle:K")},
		{name: "4.7.3 a pawn", fen: pawnTwoWays, do: "f7f8 -f8 +Pf7 -g8 -f7 +Qg8 |w", want: suspected, moves: "f7g8q completed",
			also: of("P f7>f8 @1400 +700; P f7>g8 @4900; f7f8b f7f8n f7f8q f7f8r; from:f7&to:f8")},
		{name: "4.4.4 the promotion piece", fen: promotion, do: "-a7 +Qa8 ~100 -a8 ~100 +Na8 |w", want: "promotion_changed certain w", moves: "a7a8n completed",
			also: evidence("promotion_changed", "Q =a8 @1400 +100; a7a8q; from:a7&to:a8&promo:q")},
		{name: "4.4.2 the rook first", fen: bothCastle, do: "-h1 -e1 +Kg1 +Rf1 |w", want: "castle_rook_first suspected w", moves: "e1g1 completed",
			also: evidence("castle_rook_first", "R h1 @700; K e1 @1400; h1f1 h1g1; from:h1")},
		{name: "4.4.2 the rook first, put back", fen: bothCastle, do: "-h1 +Rh1 e1g1 h1f1 |w", want: "castle_rook_first suspected w", moves: "e1g1 completed",
			also: evidence("castle_rook_first", "R h1 @700 +700 back; K e1 @2100; h1f1 h1g1; from:h1")},
	})
}

// TestContactEvidence: findings that a contact brings about name it.
func TestContactEvidence(t *testing.T) {
	const third = "moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
	stood := played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
	checkTrials(t, []trial{
		{name: "4.8 the touch by which a claim lapses", do: "-g1 +Ng1 e2e4 |w -g8", want: "touch_breach suspected w", moves: "e2e4 completed",
			also: evidence("touch_claim_lapsed", "n g8 @4200; ; ")},
		{name: "9.4 that by which the right to claim is lost", head: third, do: "-b1 ~400 +Nb1", want: "claim_right_lost suspected w", moves: stood, end: "*",
			also: evidence("claim_right_lost", "N b1 @700 +400 back; ; ")},
		{name: "4.2.1 of a piece whose player does not have the move", do: "e2e4 |w -d2 +Pd2 e7e5 |b", moves: "e2e4 completed, e7e5 completed",
			also: evidence("off_turn_contact", "P d2 @2800 +700 back; ; ")},
		{name: "4.2.1 of the piece just moved", do: "e2e4 -e4 ~300 +Pe4 |w e7e5 |b", moves: "e2e4 completed, e7e5 completed",
			also: evidence("off_turn_contact", "P e4 @2100 +300 back; ; ")},
		{name: "4.3.3 the two of which the order is not known", fen: pawnBite, do: "-e4 ~0 -d5 +Pd5 |w", moves: "e4d5 completed",
			also: evidence("order_unknown", "P e4 @700; p d5 @700; ; ")},
		{name: "4.4.3 king and rook", fen: "3r1r2/8/8/8/4k3/8/4R3/4K2R w K - 0 1", do: "-e1 +Ke1 -h1 +Rh1 h1h2 |w", moves: "h1h2 completed",
			also: evidence("castle_intent_unknown", "K e1 @700 +700 back; R h1 @2100; ; ")},
		{name: "4.3.2 what must be captured", fen: pawnBite, do: "-d5 +pd5 -d5 e4d5 |w", moves: "e4d5 completed",
			also: evidence("capture_obliged", "p d5 @700; ; ")},
		{name: "4.4.4 what the pawn becomes", fen: pawnTwoWays, do: "-f7 +Nf8 |w", moves: "f7f8n completed",
			also: evidence("promotion_choice_final", "P f7 @700; N =f8 @1400; ; ")},
	})
}

// withEvidence are the findings that rest on what was touched, let go or put on the board.
var withEvidence = []touchmove.Code{touchmove.TouchBreach, touchmove.ReleaseBreach, touchmove.CastleRookFirst, touchmove.PromotionChanged,
	touchmove.TouchClaimLapsed, touchmove.ClaimRightLost, touchmove.OffTurnContact, touchmove.OrderUnknown, touchmove.CastleIntentUnknown,
	touchmove.CaptureObliged, touchmove.CastleObliged, touchmove.PromotionSquareFixed, touchmove.PromotionChoiceFinal, touchmove.KingMovePenalty}

// checkEvidence finds fault with evidence that a finding may not have, or lacks.
func checkEvidence(f *touchmove.Finding) error {
	e := f.Evidence
	claim := f.Code == touchmove.DrawClaimable || f.Code == touchmove.DrawClaimableByMove
	if f.Plies != nil && !claim || f.IfIncorrect != nil && !claim || (f.How != "") != (f.Code == touchmove.ResultReported) {
		return fmt.Errorf("%s #%d: plies %v, if incorrect %+v, how %q", f.Code, f.Event, f.Plies, f.IfIncorrect, f.How)
	}
	if (e != nil) != slices.Contains(withEvidence, f.Code) {
		return fmt.Errorf("%s #%d rests on %s", f.Code, f.Event, rests(e))
	}
	if e == nil {
		return nil
	}
	breach := slices.Contains(breaches, f.Code)
	switch {
	case len(e.Contacts) == 0:
		return fmt.Errorf("%s #%d: no contact", f.Code, f.Event)
	case breach != (len(e.Open) > 0), breach != (e.Bound != ""):
		return fmt.Errorf("%s #%d: open %v because of %q", f.Code, f.Event, e.Open, e.Bound)
	case breach && f.UCI != "" && slices.Contains(e.Open, f.UCI):
		return fmt.Errorf("%s #%d: %s was open", f.Code, f.Event, f.UCI)
	}
	for _, c := range e.Contacts {
		if c.At > f.At || c.For < 0 || c.At+c.For > f.At || c.Back && c.For == 0 || c.Times < 0 || (c.To != "") != (c.Act == touchmove.Released) {
			return fmt.Errorf("%s at %d: contact %+v", f.Code, f.At, c)
		}
	}
	return nil
}
