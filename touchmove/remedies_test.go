package touchmove_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/boardd/boardd/touchmove"
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

// TestClaimEvidence: who may claim a draw by repetition is told at which plies the
// position stood, 0 being the start, and what an incorrect claim costs (9.5).
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

// TestHowItEnded: a resignation is told as one, with why it is a draw if it is one.
func TestHowItEnded(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
	cannot := touchmove.Reason{Article: "5.1.2", Text: "the opponent cannot mate by any series of legal moves"}
	checkTrials(t, []trial{
		{name: "5.1.2 resigned", do: `e2e4 |w !resign{"side":"b"}`, moves: "e2e4 completed", end: "1-0 ended", also: came(touchmove.ByResignation)},
		{name: "5.1.2 resigned, and drawn", fen: bare, do: `!resign{"side":"w"}`, end: "1/2-1/2 ended", also: came(touchmove.ByResignation, cannot)},
		{name: "5.1.2 of 2018: resigned, and lost", fen: bare, head: "rules fide-2018", do: `!resign{"side":"w"}`, end: "0-1 ended", also: came(touchmove.ByResignation)},
		{name: "5.2.3 agreed", do: "e2e4 |w e7e5 |b !draw{}", moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2 ended", also: came(touchmove.ByAgreement)},
		{name: "a result that was entered", do: "e2e4 |w result:1/2-1/2", moves: "e2e4 completed", end: "1/2-1/2 ended", also: came(touchmove.ByEntry)},
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
