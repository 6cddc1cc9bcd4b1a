package words

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// sample is a finding as it could be found under a rule set.
type sample struct {
	set   string
	class laws.TimeClass
	touchmove.Finding
}

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// samples are a finding of each code, and more where what follows differs much.
var samples = []sample{
	{"fide-2023", 0, touchmove.Finding{Code: laws.Provisional, Article: "-", Side: laws.ByWhite, Ply: 1, UCI: "g1f3", SAN: "Nf3"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Retracted, Article: "-", Side: laws.ByBlack, Ply: 2, UCI: "b8c6", SAN: "Nc6", Text: "taken back"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.MoveMade, Article: "4.7", Side: laws.ByWhite, Ply: 1, UCI: "g1f3", SAN: "Nf3"}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.MoveCompleted, Article: "6.7(a)", Side: laws.ByWhite, Ply: 1, UCI: "e2e4", SAN: "e4"}},
	{"fide-2018", 0, touchmove.Finding{Code: laws.CompletedByNextMove, Article: "6.2.1.2", Side: laws.ByBlack, Ply: 2, UCI: "e7e5", SAN: "e5"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.CaptureInferred, Article: "3.1.1/4.7.1", Side: laws.ByWhite, Ply: 3, UCI: "e4d5", SAN: "exd5"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.AmbiguousCapture, Level: laws.Arbiter, Article: "3.1.1/4.7.1", Side: laws.ByWhite, Ply: 3}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Ambiguous960Castle, Article: "II.3.2/4.7", Side: laws.ByWhite, Ply: 9, UCI: "f1g1", SAN: "Kg1"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Obliged, Article: "4.3.1", Side: laws.ByWhite, Allowed: []string{"g1f3", "g1h3"}, Bound: "from:g1"}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.Obliged, Article: "4.3(a)", Side: laws.ByWhite, Allowed: []string{"e1g1", "h1g1"}, Bound: "from:e1&or:h1"}},
	{"fide-1971", 0, touchmove.Finding{Code: laws.CaptureObliged, Article: "8(2)", Side: laws.ByWhite,
		Evidence: rests("", touch("P", "a2", 300), touch("p", "d5", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.CastleObliged, Article: "4.4.1", Side: laws.ByWhite,
		Evidence: rests("", touch("K", "e1", 300), touch("R", "h1", 0))}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.CastleIntentUnknown, Article: "4.4(b)/4.3(a)", Side: laws.ByBlack,
		Evidence: rests("", touch("k", "e8", 300), touch("r", "a8", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.PromotionSquareFixed, Article: "4.7", Side: laws.ByWhite, Squares: placement.SetOf(placement.F8)}},
	{"fide-1971", 0, touchmove.Finding{Code: laws.PromotionChoiceFinal, Article: "7(d)", Side: laws.ByWhite,
		Evidence: rests("", touchmove.Contact{Act: laws.Placed, Piece: "Q", Square: "f8", At: 1000})}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.OrderUnknown, Article: "4.3(b)", Side: laws.ByBlack,
		Evidence: rests("", touch("n", "b8", 0), touch("P", "c6", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.OrderUnknown, Article: "4.4.1/4.4.2", Side: laws.ByWhite}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.KingMovePenalty, Article: "§3", Side: laws.ByWhite, Evidence: rests("", touch("R", "a1", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.TouchBreach, Level: laws.Suspected, Article: "4.3.1", Side: laws.ByWhite, Ply: 1, UCI: "e2e4", SAN: "e4",
		Evidence: rests("from:g1", touch("N", "g1", 740))}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.ReleaseBreach, Level: laws.Suspected, Article: "4.7", Side: laws.ByBlack, Ply: 4, UCI: "f8b4", SAN: "Bb4",
		Evidence: rests("from:f8&to:e7", put("b", "f8", "e7", 2100), put("b", "f8", "b4", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.CastleRookFirst, Level: laws.Suspected, Article: "4.4.2", Side: laws.ByWhite, Ply: 9, UCI: "e1g1", SAN: "O-O",
		Evidence: rests("from:h1", touch("R", "h1", 0), touchmove.Contact{Act: laws.Touched, Piece: "K", Square: "e1", At: 1450})}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.PromotionChanged, Level: laws.Certain, Article: "4.4.4", Side: laws.ByWhite, Ply: 71, UCI: "f7f8r", SAN: "f8=R",
		Evidence: rests("from:f7&to:f8&promo:q", touchmove.Contact{Act: laws.Placed, Piece: "Q", Square: "f8", At: 1000, For: 310})}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.PromotionChanged, Level: laws.Certain, Article: "7.5.2", Side: laws.ByWhite, UCI: "f7f8n", SAN: "f8=N",
		Evidence: rests("from:f7&to:f8&promo:q", touch("P", "f7", 0), put("P", "f7", "f8", 0))}},
	{"bilguer-1880", 0, touchmove.Finding{Code: laws.TouchClaimLapsed, Article: "§3", Side: laws.ByBlack, Evidence: rests("", touch("n", "g8", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.OffTurnContact, Article: "4.2.1", Side: laws.Somebody, Squares: placement.SetOf(placement.E7),
		Evidence: rests("", touch("p", "e7", 520))}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.OutOfTurn, Level: laws.Arbiter, Article: laws.TextSilent, Side: laws.ByWhite, UCI: "d2d4", SAN: "d4"}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.ReplyBeforePress, Article: "1.1", Side: laws.ByBlack, Ply: 2, UCI: "e7e5", SAN: "e5"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.PressWithoutEffect, Article: "6.2.1/6.2.2", Side: laws.ByBlack}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.ClockNoMove, Level: laws.Certain, Article: "7.5.3", Side: laws.ByWhite,
		Remedy: &touchmove.Remedy{OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.ClockNoMove, Level: laws.Arbiter, Article: "6.7(a)/6.7(c)/13.4", Side: laws.ByWhite}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.ClockStopped, Article: "6.11", Side: laws.ByBlack}},
	{"fide-1971", 0, touchmove.Finding{Code: laws.MoveIncomplete, Level: laws.Arbiter, Article: "7", Side: laws.ByBlack}},
	{"fide-2018", laws.Blitz, touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "6.8/A.4.5/6.9/A.4.3", Side: laws.ByWhite,
		Text: "the opponent cannot mate by any series of legal moves", Remedy: &touchmove.Remedy{Result: "1/2-1/2", Article: "6.9/A.4.3"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "6.8/6.9", Side: laws.ByWhite, Text: "the opponent can mate by some series of legal moves",
		Flag: &touchmove.FlagFacts{Completed: 23}, Remedy: &touchmove.Remedy{Result: "0-1", If: []string{laws.IfNotCompleted}, MateBy: []string{"e2e4"}, Article: "6.9"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "6.8/6.9", Side: laws.ByBlack, Text: "the prescribed number of moves is completed",
		Flag: &touchmove.FlagFacts{Completed: 41, Prescribed: 40}}},
	{"fide-1997", laws.Rapid, touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "B.6/B.7/6.9", Side: laws.ByBlack, Text: "the opponent can mate by some series of legal moves",
		Flag: &touchmove.FlagFacts{Completed: 1, All: true}, Remedy: &touchmove.Remedy{Result: "1-0", If: []string{laws.IfClaimed}, Article: "6.9"}}},
	{"fide-2018", laws.Rapid, touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "6.8/A.4.5/6.9/A.4.3", Side: laws.ByWhite, Text: "an illegal move of the opponent has not been put right",
		Flag: &touchmove.FlagFacts{Completed: 12}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.BothFlags, Level: laws.Arbiter, Article: "III.3.1", Side: laws.Both, Text: "which of them fell first is not known",
		Flag: &touchmove.FlagFacts{}, Remedy: &touchmove.Remedy{Result: "1/2-1/2", If: []string{laws.IfLastPeriod}, Article: "III.3.1"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.BothFlags, Level: laws.Arbiter, Article: "III.3.1", Side: laws.Both, Text: "the flag of Black fell first; the opponent can mate by some series of legal moves",
		Flag: &touchmove.FlagFacts{First: "b", ApartMs: 3000}, Remedy: &touchmove.Remedy{Result: "1-0", If: []string{laws.IfNotCompleted}, MateBy: []string{"e2e4"}, Article: "6.9"}}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.BothFlags, Level: laws.Arbiter, Article: "6.11", Side: laws.Both, Text: "which of them fell first is not known", Flag: &touchmove.FlagFacts{}}},
	{"fide-1997", laws.Blitz, touchmove.Finding{Code: laws.BothFlags, Level: laws.Arbiter, Article: "B.8/C.2", Side: laws.Both, Text: "the flag of White fell first",
		Flag: &touchmove.FlagFacts{First: "w", ApartMs: 2000}, Remedy: &touchmove.Remedy{Result: "1/2-1/2", Article: "B.8/C.2"}}},
	{"fide-1971", 0, touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "12(4)", Side: laws.ByBlack,
		Text: "the flag loses even where the opponent cannot mate", Remedy: &touchmove.Remedy{Result: "1-0", Article: "12(4)"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.IllegalMade, Level: laws.Certain, Article: "§4", Side: laws.ByWhite, UCI: "b1b3", SAN: "Nb3",
		Why: []touchmove.Reason{{Article: "§4", Text: "a knight does not move from b1 to b3"}}, Remedy: &touchmove.Remedy{Restore: start, Offence: 1,
			Bound: []string{"e1d1", "e1e2"}, Choice: []string{"stand", "take_back", "king_move"}, Article: "§4"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.IllegalMade, Level: laws.Certain, Article: "§4/§5", Side: laws.ByWhite, UCI: "h1g3", SAN: "Ng3",
		Why: []touchmove.Reason{{Article: "§5", Text: "the king on e1 is left in check"}}, Remedy: &touchmove.Remedy{Restore: start, Offence: 1,
			Bound: []string{"e1d1", "e1f1"}, Choice: []string{"take_back", "king_move"}, Article: "§4"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.IllegalNotCompleted, Article: "§4", Side: laws.ByWhite, UCI: "h1g3", SAN: "Ng3",
		Why: []touchmove.Reason{{Article: "§5", Text: "the king on e1 is left in check"}}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.IllegalNotCompleted, Article: "7.5.1", Side: laws.ByWhite, UCI: "e1g1", SAN: "O-O",
		Why: []touchmove.Reason{{Article: "3.8.2.2.1", Text: "the king may not castle to g1, which is attacked"}, {Article: "3.8.2", Text: "to castle, the rook on h1 must move, too"}}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.IllegalCompleted, Level: laws.Certain, Article: "7.5.1/3.9.2", Side: laws.ByBlack, UCI: "a7a6", SAN: "a6",
		Why: []touchmove.Reason{{Article: "3.9.2", Text: "the king on e8 is left in check"}}, Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"e8d8", "e8e7"},
			OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", laws.Rapid, touchmove.Finding{Code: laws.IllegalCompleted, Level: laws.Arbiter, Article: "7.5.1/3.6/A.5.2", Side: laws.ByWhite, UCI: "b1b3", SAN: "Nb3",
		Why: []touchmove.Reason{{Article: "3.6", Text: "a knight does not move from b1 to b3"}}, Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"b1a3", "b1c3"},
			OpponentGains: 60, Offence: 1, Article: "7.5.5/A.3"}}},
	{"fide-1997", laws.Blitz, touchmove.Finding{Code: laws.IllegalCompleted, Level: laws.Certain, Article: "7.4/C.3/3.2(b)", Side: laws.ByWhite, UCI: "a1a3", SAN: "Ra3",
		Why: []touchmove.Reason{{Article: "3.2(b)", Text: "a rook may not move over the pawn on a2"}}, Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"a1b1"}, Offence: 1,
			Result: "0-1", Article: "C.3/C.4"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.IllegalSecond, Level: laws.Arbiter, Article: "7.5.5", Side: laws.ByWhite,
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"b1a3"}, Offence: 2, Result: "1/2-1/2", Article: "7.5.5"}}},
	{"fide-1997", laws.Quickplay, touchmove.Finding{Code: laws.IllegalThird, Level: laws.Arbiter, Article: "10.3", Side: laws.ByBlack,
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"b8a6"}, Offence: 3, Result: "1-0", Article: "10.3"}}},
	{"fide-2018", laws.Rapid, touchmove.Finding{Code: laws.IllegalStands, Article: "A.4.2", Side: laws.ByBlack, Ply: 8, UCI: "e8d8", SAN: "Kd8"}},
	{"fide-2023", laws.Blitz, touchmove.Finding{Code: laws.IllegalPositionPersists, Level: laws.Arbiter, Article: "A.5.4", Side: laws.Both}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.KingCaptured, Level: laws.Arbiter, Article: "7.4", Side: laws.ByBlack, UCI: "e8e1", SAN: "Rxe1",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"e8e2"}, Offence: 1, Article: "7.4"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.KingCaptured, Level: laws.Certain, Article: "1.4.1/7.5.1", Side: laws.ByBlack, UCI: "e8e1", SAN: "Rxe1",
		Remedy: &touchmove.Remedy{Restore: start, FromPly: 1, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.CastleIncomplete, Level: laws.Certain, Article: "4.7.2/7.5.1", Side: laws.ByWhite, UCI: "e1g1", SAN: "O-O",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"e1g1"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.EPPawnLeft, Level: laws.Certain, Article: "3.7.3.1/7.5.1", Side: laws.ByBlack, UCI: "d4e3", SAN: "dxe3",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"d4d3", "d4e3"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", laws.Blitz, touchmove.Finding{Code: laws.PromotionUnreplaced, Level: laws.Certain, Article: "7.5.2/A.5.2", Side: laws.ByWhite, UCI: "f7f8", SAN: "f8",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"f7f8q"}, OpponentGains: 60, Offence: 1, Article: "7.5.5/A.3"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.PromotionUnreplaced, Level: laws.Arbiter, Article: "§9", Side: laws.ByWhite, UCI: "f7f8", SAN: "f8"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.PromotionIncomplete, Level: laws.Certain, Article: "4.7/4.7.3/7.5.1", Side: laws.ByWhite, UCI: "f7f8q", SAN: "f8=Q",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"f7f8q"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2018", 0, touchmove.Finding{Code: laws.PromotionWrongPiece, Level: laws.Certain, Article: "3.7.5.1/7.5.1", Side: laws.ByWhite, UCI: "f7f8q", SAN: "f8=Q",
		Why:    []touchmove.Reason{{Article: "3.7.5.1", Text: "a pawn may not be exchanged for the black queen put on f8"}},
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"f7f8b", "f7f8n", "f7f8q", "f7f8r"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.PromotionPieceUnknown, Level: laws.Arbiter, Article: "3.7.3.3", Side: laws.ByBlack, UCI: "a2a1q", SAN: "a1=Q"}},
	{"fide-2023", laws.Blitz, touchmove.Finding{Code: laws.BothKingsInCheck, Level: laws.Arbiter, Article: "A.5.4", Side: laws.ByWhite}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.Displaced, Article: "7.3", Side: laws.ByBlack, Squares: placement.SetOf(placement.F7, placement.G6)}},
	{"fide-1971", 0, touchmove.Finding{Code: laws.Displaced, Level: laws.Arbiter, Article: "9(2)", Side: laws.Somebody, Squares: placement.SetOf(placement.F7)}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Displacement, Article: "7.4.1/4.2.2", Side: laws.ByBlack}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.WrongInitialPosition, Level: laws.Certain, Article: "7.2.1", Side: laws.Both, Squares: placement.SetOf(placement.D1, placement.E1)}},
	{"fide-2023", laws.Rapid, touchmove.Finding{Code: laws.WrongInitialPosition, Article: "7.2.1/A.5.1.2", Side: laws.Both,
		Text: "too late for a claim; a king or rook that is misplaced may not castle"}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.WrongInitialPosition, Article: "§1", Side: laws.Both, Text: "now only with the opponent's consent"}},
	{"bilguer-1880", 0, touchmove.Finding{Code: laws.BoardRotated, Level: laws.Suspected, Article: "§1", Side: laws.Both, Squares: placement.SetOf(placement.D5, placement.D7)}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.BoardReset, Article: "-", Side: laws.Both}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.BoardReset, Level: laws.Arbiter, Article: "-", Side: laws.Both, Text: "moves may have been taken back"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Desync, Level: laws.Arbiter, Article: "-", Side: laws.Both, Squares: placement.SetOf(placement.E4, placement.D5),
		Text: "no short series of moves explains what the board shows"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Resync, Article: "-", Side: laws.Both, Squares: placement.SetOf(placement.E4, placement.D5)}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.SensorFault, Article: "-", Side: laws.Both, Squares: placement.SetOf(placement.H1), Text: "reads empty where a piece should stand"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.SensorNote, Article: "-", Side: laws.Both, Text: "the moves show that the clock stands the other way round"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.SensorNote, Article: "-", Side: laws.Both, Text: "32 pieces were learnt from the array on the board"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Checkmate, Level: laws.Certain, Article: "5.1.1", Side: laws.ByBlack, Ply: 4, UCI: "d8h4", SAN: "Qh4#"}},
	{"fide-2018", 0, touchmove.Finding{Code: laws.Stalemate, Level: laws.Arbiter, Article: "5.2.1", Ply: 90, UCI: "g5g6", SAN: "Qg6"}},
	{"bilguer-1880", 0, touchmove.Finding{Code: laws.DeadPosition, Level: laws.Arbiter, Article: "Remis 1", Ply: 90, UCI: "a1b2", SAN: "Kxb2"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.DeadPositionPossible, Article: "5.2.2", Ply: 90, UCI: "a1b2", SAN: "Kxb2"}},
	{"fide-1971", 0, touchmove.Finding{Code: laws.DrawClaimable, Article: "12(4)", Side: laws.ByBlack, Text: "50 moves by each player without a capture or a pawn move"}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.DrawClaimable, Article: "9.2", Side: laws.ByWhite, Text: "the position has occurred three times or more", Plies: []int{0, 4, 8},
		IfIncorrect: &touchmove.ClaimCost{OpponentGains: 180, ClaimantLoses: 180, Article: "9.5(b)"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: laws.DrawClaimable, Article: "§6", Side: laws.Both, Text: "the same series of moves has been played three times"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.DrawClaimableByMove, Article: "9.2.1", Side: laws.ByBlack, UCI: "f6g8", SAN: "Ng8", Text: "the position occurs for the third time or more", Plies: []int{12, 20},
		IfIncorrect: &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.DrawClaimableByMove, Article: "9.3.1", Side: laws.ByWhite, Text: "any move but a capture or a pawn's completes 50 by each player"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.ClaimRightLost, Level: laws.Suspected, Article: "9.4", Side: laws.ByWhite, Evidence: rests("", touch("Q", "d1", 410))}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.Fivefold, Level: laws.Certain, Article: "9.6.1", Ply: 17, UCI: "f6g8", SAN: "Ng8"}},
	{"fide-2018", 0, touchmove.Finding{Code: laws.SeventyFive, Level: laws.Certain, Article: "9.6.2", Ply: 190, UCI: "a1b1", SAN: "Rb1"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.ResultSignal, Article: laws.VendorConvention, Side: laws.Both, Text: "0-1"}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.ResultReported, Article: "5.1/5.2", Side: laws.Both, Text: "1/2-1/2", How: laws.ByEntry}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.ResultReported, Article: "5.1.2", Side: laws.ByWhite, Text: "1/2-1/2", How: laws.ByResignation,
		Why: []touchmove.Reason{{Article: "5.1.2", Text: "the opponent cannot mate by any series of legal moves"}}}},
	{"fide-1997", 0, touchmove.Finding{Code: laws.ResultReported, Article: "5.3/9.1", Side: laws.Both, How: laws.ByAgreement, Text: "1/2-1/2",
		Why: []touchmove.Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.ResultTakenBack, Article: "-", Side: laws.Both, Text: "1-0"}},
	{"fide-2023", 0, touchmove.Finding{Code: laws.CommandRefused, Article: "-", Side: laws.Both, Text: `the game is "7"`}},
}

// TestGolden: the sentences of the samples are those that a person has read and
// found good.
func TestGolden(t *testing.T) {
	var b strings.Builder
	seen := map[touchmove.Code]bool{}
	for i := range samples {
		s := &samples[i]
		seen[s.Code] = true
		rules, err := laws.RulesFor(s.set, s.class, false)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s, %s %s\n", s.Code, s.Level, s.set, s.class)
		for _, lang := range languages {
			text, whole := say(lang, rules, &s.Finding)
			if !whole {
				t.Errorf("%s in %s lacks a field", s.Code, lang)
			}
			checkSentence(t, "sample", lang, &s.Finding, text)
			fmt.Fprintf(&b, "  %s\n", text)
		}
	}
	for _, c := range laws.Codes() {
		if !seen[c] {
			t.Errorf("no sample of %s", c)
		}
	}
	path := filepath.Join("testdata", "sentences.txt")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the sentences have changed; read them, then run with -update\n%s", got)
	}
}
