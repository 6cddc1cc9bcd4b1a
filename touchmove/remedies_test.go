package touchmove_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// stood checks at which plies the position stood by which the last finding of a code
// says that a draw can be claimed, and what an incorrect claim costs.
func stood(code string, cost *touchmove.ClaimCost, plies ...int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 {
			return fmt.Errorf("%s is not found", code)
		}
		f := &found[i]
		if len(f.Plies)+len(plies) > 0 && !reflect.DeepEqual(f.Plies, plies) {
			return fmt.Errorf("%s: the position stood at %v, want %v", code, f.Plies, plies)
		}
		if !reflect.DeepEqual(f.IfIncorrect, cost) {
			return fmt.Errorf("%s: an incorrect claim costs %+v, want %+v", code, f.IfIncorrect, cost)
		}
		return nil
	}
}

// TestClaimEvidence: a finding on a claim by repetition names the plies at which the
// position stood, 0 being the start, and the cost of an incorrect claim (9.5).
func TestClaimEvidence(t *testing.T) {
	const there = "g1f3 g8f6 f3g1 f6g8"
	once := "moves " + there
	two := &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"}
	fide1997 := &touchmove.ClaimCost{OpponentGains: 180, ClaimantLoses: 180, Article: "9.5(b)"}
	again, done := "g1f3 |w g8f6 |b f3g1 |w f6g8 |b", played(there+" "+there)
	quiet := func(n string) string { return "7k/8/6K1/8/8/8/8/R7 w - - " + n + " 100" }
	claims := func(cost *touchmove.ClaimCost, plies ...int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return stood("draw_claimable", cost, plies...)
	}
	checkTrials(t, []trial{
		{name: "9.2.2 from the start", head: once, do: again, moves: done, also: claims(two, 0, 4, 8)},
		{name: "9.2.2 not from the start", head: "moves e2e4 e7e5 " + there, do: again, moves: played("e2e4 e7e5 " + there + " " + there), also: claims(two, 2, 6, 10)},
		{name: "9.2.2 the fourth time", head: once + " " + there, do: again, moves: played(there + " " + there + " " + there), also: claims(two, 0, 4, 8, 12)},
		{name: "9.2.2 true before the first record", head: once + " " + there, do: "pause", moves: done, end: "*", also: claims(two, 0, 4, 8)},
		{name: "9.3.2 the position need not have stood before", fen: quiet("99"), do: "a1b1 |w", moves: "a1b1 completed", also: claims(two)},
		{name: "9.2.1 by a move", head: once, do: "g1f3 |w g8f6 |b f3g1 |w", moves: played(there + " g1f3 g8f6 f3g1"), also: stood("draw_claimable_by_move", two, 0, 4)},
		{name: "9.3.1 by a move", fen: quiet("98"), do: "a1b1 |w", moves: "a1b1 completed", also: stood("draw_claimable_by_move", two)},
		{name: "A.3 rapid: one minute", head: once + "; time rapid", do: again, moves: done, also: claims(&touchmove.ClaimCost{OpponentGains: 60, Article: "9.5/A.3"}, 0, 4, 8)},
		{name: "A.3 blitz: one minute", head: once + "; time blitz", do: again, moves: done, also: claims(&touchmove.ClaimCost{OpponentGains: 60, Article: "9.5/A.3"}, 0, 4, 8)},
		{name: "B.2 blitz under full supervision: disputed", head: once + "; time blitz; supervision full", do: again, moves: done,
			also: claims(&touchmove.ClaimCost{OpponentGains: 60, DisputedGains: 120, Article: "9.5/A.3"}, 0, 4, 8)},
		{name: "9.5 of 2018, rapid: two minutes", head: once + "; rules fide-2018; time rapid", do: again, moves: done, also: claims(two, 0, 4, 8)},
		{name: "B.2 of 2018, blitz: one minute", head: once + "; rules fide-2018; time blitz", do: again, moves: done, also: claims(&touchmove.ClaimCost{OpponentGains: 60, Article: "9.5/B.2"}, 0, 4, 8)},
		{name: "9.5(b) of 1997", head: once + "; rules fide-1997", do: again, moves: done, also: claims(fide1997, 0, 4, 8)},
		{name: "1971 says nothing of what it costs", head: once + "; rules fide-1971; clock no", do: "g1f3 g8f6 f3g1 f6g8", moves: played(there) + ", g1f3 made, g8f6 made, f3g1 made, f6g8 made",
			also: claims(nil, 0, 4, 8)},
	})
}

// came checks how a result came about.
func came(how string, reasons ...touchmove.Reason) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf("result_reported", found)
		if i < 0 || found[i].How != how || len(found[i].Why)+len(reasons) > 0 && !reflect.DeepEqual(found[i].Why, reasons) {
			return fmt.Errorf("want %s %v, found %+v", how, reasons, found)
		}
		return nil
	}
}

// TestHowItEnded: a resignation is reported as one, with the reason if it is drawn.
func TestHowItEnded(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
	cannot := touchmove.Reason{Article: "5.1.2", Text: "the opponent cannot mate by any series of legal moves"}
	checkTrials(t, []trial{
		{name: "5.1.2 resigned", do: `e2e4 |w !resign{"side":"b"}`, moves: "e2e4 completed", end: "1-0 ended", also: came(laws.ByResignation)},
		{name: "5.1.2 resigned, and drawn", fen: bare, do: `!resign{"side":"w"}`, end: "1/2-1/2 ended", also: came(laws.ByResignation, cannot)},
		{name: "5.1.2 of 2018: resigned, and lost", fen: bare, head: "rules fide-2018", do: `!resign{"side":"w"}`, end: "0-1 ended", also: came(laws.ByResignation)},
		{name: "5.2.3 agreed", do: "e2e4 |w e7e5 |b !draw{}", moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2 ended", also: came(laws.ByAgreement)},
		{name: "a result that was entered", do: "e2e4 |w result:1/2-1/2", moves: "e2e4 completed", end: "1/2-1/2 ended", also: came(laws.ByEntry)},
	})
}

// restoresTo checks the remedy of the last finding of a code: the position to restore,
// and the article.
func restoresTo(code, fen4, article string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 {
			return fmt.Errorf("%s is not found", code)
		}
		switch r := found[i].Remedy; {
		case fen4 == "" && r == nil:
			return nil
		case r == nil || fen4 == "" || r.Restore == "" || fields4(r.Restore) != fen4 || r.Article != article || r.OpponentGains != 0 || r.Offence != 0:
			return fmt.Errorf("remedy of %s: %+v", code, r)
		}
		return nil
	}
}

// TestOutOfTurnRemedy: a move out of turn is put back: the position is as it was.
func TestOutOfTurnRemedy(t *testing.T) {
	const e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	checkTrials(t, []trial{
		{name: "7.5.1", do: "e2e4 |w d2d4 ~2000 pause", want: "out_of_turn certain w", moves: "e2e4 completed", end: "*", also: restoresTo("out_of_turn", e4, "7.5.1")},
		{name: "7.4 of 1997", head: "rules fide-1997", do: "e2e4 |w d2d4 ~2000 pause", want: "out_of_turn certain w", moves: "e2e4 completed", end: "*", also: restoresTo("out_of_turn", e4, "7.4")},
		{name: "9(1) of 1971", head: "rules fide-1971; clock yes", do: "e2e4 ~4000 d2d4 ~2000 pause", want: "out_of_turn certain w", moves: "e2e4 made", end: "*", also: restoresTo("out_of_turn", e4, "9(1)")},
		{name: "Bilguer says nothing of it", head: "rules bilguer-1891; clock yes", do: "e2e4 ~4000 d2d4 ~2000 pause", want: "out_of_turn arbiter w", moves: "e2e4 made", end: "*", also: restoresTo("out_of_turn", "", "")},
	})
}

// TestDisplacedRemedy: displaced pieces are put right; if play has gone on over them,
// the position before it is restored (7.6).
func TestDisplacedRemedy(t *testing.T) {
	const d4 = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -"
	const aside = "d2d4 -e5 ~100 +pe6 |w "
	checkTrials(t, []trial{
		{name: "7.4.1 nobody puts them right", fen: kingsPawn, do: aside + "~11000 inspect", want: "displaced arbiter ?; displaced arbiter ?", moves: "d2d4 completed", end: "*",
			also: restoresTo("displaced", d4, "7.4.1")},
		{name: "7.6 play goes on", fen: kingsPawn, do: aside + "g8f6 |b ~700 inspect", want: "displaced arbiter ?; displaced arbiter ?", moves: "d2d4 completed, g8f6 completed", end: "*",
			also: restoresTo("displaced", d4, "7.6")},
		{name: "9(2) of 1971", fen: kingsPawn, head: "rules fide-1971; clock yes", do: "d2d4 -e5 ~100 +pe6 ~14000 inspect", want: "displaced arbiter ?; displaced arbiter ?", moves: "d2d4 made", end: "*",
			also: restoresTo("displaced", d4, "9(2)")},
	})
}

// offence is what the rules prescribe after an illegal move (7.5.1, 7.5.5).
type offence struct {
	gains  int    // seconds for the opponent
	number int    // of completed illegal moves of that player
	result string // if the rules end the game
	fen4   string // the position to restore, four fields; "" is not looked at
	bound  string // the moves open to the one that replaces it; "" is not looked at
}

// remedy checks what goes with the finding of a code.
func remedy(code string, want offence) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range found {
			if f.Code.String() == code && f.Remedy != nil {
				return want.differs(f.Remedy)
			}
		}
		return fmt.Errorf("no remedy for %s", code)
	}
}

func (want *offence) differs(r *touchmove.Remedy) error {
	switch {
	case r.OpponentGains != want.gains, r.Offence != want.number, r.Result != want.result, r.Article == "":
	case want.fen4 != "" && (r.Restore == "" || fields4(r.Restore) != want.fen4):
	case want.bound != "" && !slices.Equal(r.Bound, strings.Fields(want.bound)):
	default:
		return nil
	}
	return fmt.Errorf("remedy %+v, want %+v", *r, *want)
}

// once checks that a code was found one time only.
func once(code string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Code.String() == code {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("%s found %d times", code, n)
		}
		return nil
	}
}

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
		case laws.Released:
			part += c.Square + ">" + c.To
		case laws.Placed:
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
		{name: "7.5.1 an illegal capture, put back while the clocks stand", fen: "3r1r1k/6pp/6PP/8/N7/5p2/5P1Q/4K3 w - - 0 1", do: "-a4 +Nd8 |w pause -d8 +Na4 ~20000 +rd8 ~9000 resume h2g3 ~2000 |w",
			want: "illegal_completed certain w 7.5.1/3.6 #3; touch_breach suspected w", info: []string{"move_made h2g3 #10"}, moves: "h2g3 completed"},
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
var withEvidence = []touchmove.Code{laws.TouchBreach, laws.ReleaseBreach, laws.CastleRookFirst, laws.PromotionChanged,
	laws.TouchClaimLapsed, laws.ClaimRightLost, laws.OffTurnContact, laws.OrderUnknown, laws.CastleIntentUnknown,
	laws.CaptureObliged, laws.CastleObliged, laws.PromotionSquareFixed, laws.PromotionChoiceFinal, laws.KingMovePenalty}

// checkEvidence finds fault with evidence that a finding may not have, or lacks.
func checkEvidence(f *touchmove.Finding) error {
	e := f.Evidence
	claim := f.Code == laws.DrawClaimable || f.Code == laws.DrawClaimableByMove
	if f.Plies != nil && !claim || f.IfIncorrect != nil && !claim || (f.How != "") != (f.Code == laws.ResultReported) {
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
		if c.At > f.At || c.For < 0 || c.At+c.For > f.At || c.Back && c.For == 0 || c.Times < 0 || (c.To != "") != (c.Act == laws.Released) {
			return fmt.Errorf("%s at %d: contact %+v", f.Code, f.At, c)
		}
	}
	return nil
}
