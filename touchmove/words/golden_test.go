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
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Provisional, Article: "-", Side: touchmove.ByWhite, Ply: 1, UCI: "g1f3", SAN: "Nf3"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Retracted, Article: "-", Side: touchmove.ByBlack, Ply: 2, UCI: "b8c6", SAN: "Nc6", Text: "taken back"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.MoveMade, Article: "4.7", Side: touchmove.ByWhite, Ply: 1, UCI: "g1f3", SAN: "Nf3"}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.MoveCompleted, Article: "6.7(a)", Side: touchmove.ByWhite, Ply: 1, UCI: "e2e4", SAN: "e4"}},
	{"fide-2018", 0, touchmove.Finding{Code: touchmove.CompletedByNextMove, Article: "6.2.1.2", Side: touchmove.ByBlack, Ply: 2, UCI: "e7e5", SAN: "e5"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.CaptureInferred, Article: "3.1.1/4.7.1", Side: touchmove.ByWhite, Ply: 3, UCI: "e4d5", SAN: "exd5"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.AmbiguousCapture, Level: touchmove.Arbiter, Article: "3.1.1/4.7.1", Side: touchmove.ByWhite, Ply: 3}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Ambiguous960Castle, Article: "II.3.2/4.7", Side: touchmove.ByWhite, Ply: 9, UCI: "f1g1", SAN: "Kg1"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Obliged, Article: "4.3.1", Side: touchmove.ByWhite, Allowed: []string{"g1f3", "g1h3"}, Bound: "from:g1"}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.Obliged, Article: "4.3(a)", Side: touchmove.ByWhite, Allowed: []string{"e1g1", "h1g1"}, Bound: "from:e1&or:h1"}},
	{"fide-1971", 0, touchmove.Finding{Code: touchmove.CaptureObliged, Article: "8(2)", Side: touchmove.ByWhite,
		Evidence: rests("", touch("P", "a2", 300), touch("p", "d5", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.CastleObliged, Article: "4.4.1", Side: touchmove.ByWhite,
		Evidence: rests("", touch("K", "e1", 300), touch("R", "h1", 0))}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.CastleIntentUnknown, Article: "4.4(b)/4.3(a)", Side: touchmove.ByBlack,
		Evidence: rests("", touch("k", "e8", 300), touch("r", "a8", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.PromotionSquareFixed, Article: "4.7", Side: touchmove.ByWhite, Squares: placement.SetOf(placement.F8)}},
	{"fide-1971", 0, touchmove.Finding{Code: touchmove.PromotionChoiceFinal, Article: "7(d)", Side: touchmove.ByWhite,
		Evidence: rests("", touchmove.Contact{Act: touchmove.Placed, Piece: "Q", Square: "f8", At: 1000})}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.OrderUnknown, Article: "4.3(b)", Side: touchmove.ByBlack,
		Evidence: rests("", touch("n", "b8", 0), touch("P", "c6", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.OrderUnknown, Article: "4.4.1/4.4.2", Side: touchmove.ByWhite}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.KingMovePenalty, Article: "§3", Side: touchmove.ByWhite, Evidence: rests("", touch("R", "a1", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.TouchBreach, Level: touchmove.Suspected, Article: "4.3.1", Side: touchmove.ByWhite, Ply: 1, UCI: "e2e4", SAN: "e4",
		Evidence: rests("from:g1", touch("N", "g1", 740))}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.ReleaseBreach, Level: touchmove.Suspected, Article: "4.7", Side: touchmove.ByBlack, Ply: 4, UCI: "f8b4", SAN: "Bb4",
		Evidence: rests("from:f8&to:e7", put("b", "f8", "e7", 2100), put("b", "f8", "b4", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.CastleRookFirst, Level: touchmove.Suspected, Article: "4.4.2", Side: touchmove.ByWhite, Ply: 9, UCI: "e1g1", SAN: "O-O",
		Evidence: rests("from:h1", touch("R", "h1", 0), touchmove.Contact{Act: touchmove.Touched, Piece: "K", Square: "e1", At: 1450})}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.PromotionChanged, Level: touchmove.Certain, Article: "4.4.4", Side: touchmove.ByWhite, Ply: 71, UCI: "f7f8r", SAN: "f8=R",
		Evidence: rests("from:f7&to:f8&promo:q", touchmove.Contact{Act: touchmove.Placed, Piece: "Q", Square: "f8", At: 1000, For: 310})}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.PromotionChanged, Level: touchmove.Certain, Article: "7.5.2", Side: touchmove.ByWhite, UCI: "f7f8n", SAN: "f8=N",
		Evidence: rests("from:f7&to:f8&promo:q", touch("P", "f7", 0), put("P", "f7", "f8", 0))}},
	{"bilguer-1880", 0, touchmove.Finding{Code: touchmove.TouchClaimLapsed, Article: "§3", Side: touchmove.ByBlack, Evidence: rests("", touch("n", "g8", 0))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.OffTurnContact, Article: "4.2.1", Side: touchmove.Somebody, Squares: placement.SetOf(placement.E7),
		Evidence: rests("", touch("p", "e7", 520))}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.OutOfTurn, Level: touchmove.Arbiter, Article: touchmove.TextSilent, Side: touchmove.ByWhite, UCI: "d2d4", SAN: "d4"}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.ReplyBeforePress, Article: "1.1", Side: touchmove.ByBlack, Ply: 2, UCI: "e7e5", SAN: "e5"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.PressWithoutEffect, Article: "6.2.1/6.2.2", Side: touchmove.ByBlack}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.ClockNoMove, Level: touchmove.Certain, Article: "7.5.3", Side: touchmove.ByWhite,
		Remedy: &touchmove.Remedy{OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.ClockNoMove, Level: touchmove.Arbiter, Article: "6.7(a)/6.7(c)/13.4", Side: touchmove.ByWhite}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.ClockStopped, Article: "6.11", Side: touchmove.ByBlack}},
	{"fide-1971", 0, touchmove.Finding{Code: touchmove.MoveIncomplete, Level: touchmove.Arbiter, Article: "7", Side: touchmove.ByBlack}},
	{"fide-2018", laws.Blitz, touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "6.8/A.4.5/6.9/A.4.3", Side: touchmove.ByWhite,
		Text: "the opponent cannot mate by any series of legal moves", Remedy: &touchmove.Remedy{Result: "1/2-1/2", Article: "6.9/A.4.3"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "6.8/6.9", Side: touchmove.ByWhite, Text: "the opponent can mate by some series of legal moves",
		Flag: &touchmove.FlagFacts{Completed: 23}, Remedy: &touchmove.Remedy{Result: "0-1", If: []string{touchmove.IfNotCompleted}, MateBy: []string{"e2e4"}, Article: "6.9"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "6.8/6.9", Side: touchmove.ByBlack, Text: "the prescribed number of moves is completed",
		Flag: &touchmove.FlagFacts{Completed: 41, Prescribed: 40}}},
	{"fide-1997", laws.Rapid, touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "B.6/B.7/6.9", Side: touchmove.ByBlack, Text: "the opponent can mate by some series of legal moves",
		Flag: &touchmove.FlagFacts{Completed: 1, All: true}, Remedy: &touchmove.Remedy{Result: "1-0", If: []string{touchmove.IfClaimed}, Article: "6.9"}}},
	{"fide-2018", laws.Rapid, touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "6.8/A.4.5/6.9/A.4.3", Side: touchmove.ByWhite, Text: "an illegal move of the opponent has not been put right",
		Flag: &touchmove.FlagFacts{Completed: 12}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.BothFlags, Level: touchmove.Arbiter, Article: "III.3.1", Side: touchmove.Both, Text: "which of them fell first is not known",
		Flag: &touchmove.FlagFacts{}, Remedy: &touchmove.Remedy{Result: "1/2-1/2", If: []string{touchmove.IfLastPeriod}, Article: "III.3.1"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.BothFlags, Level: touchmove.Arbiter, Article: "III.3.1", Side: touchmove.Both, Text: "the flag of Black fell first; the opponent can mate by some series of legal moves",
		Flag: &touchmove.FlagFacts{First: "b", ApartMs: 3000}, Remedy: &touchmove.Remedy{Result: "1-0", If: []string{touchmove.IfNotCompleted}, MateBy: []string{"e2e4"}, Article: "6.9"}}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.BothFlags, Level: touchmove.Arbiter, Article: "6.11", Side: touchmove.Both, Text: "which of them fell first is not known", Flag: &touchmove.FlagFacts{}}},
	{"fide-1997", laws.Blitz, touchmove.Finding{Code: touchmove.BothFlags, Level: touchmove.Arbiter, Article: "B.8/C.2", Side: touchmove.Both, Text: "the flag of White fell first",
		Flag: &touchmove.FlagFacts{First: "w", ApartMs: 2000}, Remedy: &touchmove.Remedy{Result: "1/2-1/2", Article: "B.8/C.2"}}},
	{"fide-1971", 0, touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "12(4)", Side: touchmove.ByBlack,
		Text: "the flag loses even where the opponent cannot mate", Remedy: &touchmove.Remedy{Result: "1-0", Article: "12(4)"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.IllegalMade, Level: touchmove.Certain, Article: "§4", Side: touchmove.ByWhite, UCI: "b1b3", SAN: "Nb3",
		Why: []touchmove.Reason{{Article: "§4", Text: "a knight does not move from b1 to b3"}}, Remedy: &touchmove.Remedy{Restore: start, Offence: 1,
			Bound: []string{"e1d1", "e1e2"}, Choice: []string{"stand", "take_back", "king_move"}, Article: "§4"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.IllegalMade, Level: touchmove.Certain, Article: "§4/§5", Side: touchmove.ByWhite, UCI: "h1g3", SAN: "Ng3",
		Why: []touchmove.Reason{{Article: "§5", Text: "the king on e1 is left in check"}}, Remedy: &touchmove.Remedy{Restore: start, Offence: 1,
			Bound: []string{"e1d1", "e1f1"}, Choice: []string{"take_back", "king_move"}, Article: "§4"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.IllegalNotCompleted, Article: "§4", Side: touchmove.ByWhite, UCI: "h1g3", SAN: "Ng3",
		Why: []touchmove.Reason{{Article: "§5", Text: "the king on e1 is left in check"}}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.IllegalNotCompleted, Article: "7.5.1", Side: touchmove.ByWhite, UCI: "e1g1", SAN: "O-O",
		Why: []touchmove.Reason{{Article: "3.8.2.2.1", Text: "the king may not castle to g1, which is attacked"}, {Article: "3.8.2", Text: "to castle, the rook on h1 must move, too"}}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.IllegalCompleted, Level: touchmove.Certain, Article: "7.5.1/3.9.2", Side: touchmove.ByBlack, UCI: "a7a6", SAN: "a6",
		Why: []touchmove.Reason{{Article: "3.9.2", Text: "the king on e8 is left in check"}}, Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"e8d8", "e8e7"},
			OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", laws.Rapid, touchmove.Finding{Code: touchmove.IllegalCompleted, Level: touchmove.Arbiter, Article: "7.5.1/3.6/A.5.2", Side: touchmove.ByWhite, UCI: "b1b3", SAN: "Nb3",
		Why: []touchmove.Reason{{Article: "3.6", Text: "a knight does not move from b1 to b3"}}, Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"b1a3", "b1c3"},
			OpponentGains: 60, Offence: 1, Article: "7.5.5/A.3"}}},
	{"fide-1997", laws.Blitz, touchmove.Finding{Code: touchmove.IllegalCompleted, Level: touchmove.Certain, Article: "7.4/C.3/3.2(b)", Side: touchmove.ByWhite, UCI: "a1a3", SAN: "Ra3",
		Why: []touchmove.Reason{{Article: "3.2(b)", Text: "a rook may not move over the pawn on a2"}}, Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"a1b1"}, Offence: 1,
			Result: "0-1", Article: "C.3/C.4"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.IllegalSecond, Level: touchmove.Arbiter, Article: "7.5.5", Side: touchmove.ByWhite,
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"b1a3"}, Offence: 2, Result: "1/2-1/2", Article: "7.5.5"}}},
	{"fide-1997", laws.Quickplay, touchmove.Finding{Code: touchmove.IllegalThird, Level: touchmove.Arbiter, Article: "10.3", Side: touchmove.ByBlack,
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"b8a6"}, Offence: 3, Result: "1-0", Article: "10.3"}}},
	{"fide-2018", laws.Rapid, touchmove.Finding{Code: touchmove.IllegalStands, Article: "A.4.2", Side: touchmove.ByBlack, Ply: 8, UCI: "e8d8", SAN: "Kd8"}},
	{"fide-2023", laws.Blitz, touchmove.Finding{Code: touchmove.IllegalPositionPersists, Level: touchmove.Arbiter, Article: "A.5.4", Side: touchmove.Both}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.KingCaptured, Level: touchmove.Arbiter, Article: "7.4", Side: touchmove.ByBlack, UCI: "e8e1", SAN: "Rxe1",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"e8e2"}, Offence: 1, Article: "7.4"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.KingCaptured, Level: touchmove.Certain, Article: "1.4.1/7.5.1", Side: touchmove.ByBlack, UCI: "e8e1", SAN: "Rxe1",
		Remedy: &touchmove.Remedy{Restore: start, FromPly: 1, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.CastleIncomplete, Level: touchmove.Certain, Article: "4.7.2/7.5.1", Side: touchmove.ByWhite, UCI: "e1g1", SAN: "O-O",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"e1g1"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.EPPawnLeft, Level: touchmove.Certain, Article: "3.7.3.1/7.5.1", Side: touchmove.ByBlack, UCI: "d4e3", SAN: "dxe3",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"d4d3", "d4e3"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", laws.Blitz, touchmove.Finding{Code: touchmove.PromotionUnreplaced, Level: touchmove.Certain, Article: "7.5.2/A.5.2", Side: touchmove.ByWhite, UCI: "f7f8", SAN: "f8",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"f7f8q"}, OpponentGains: 60, Offence: 1, Article: "7.5.5/A.3"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.PromotionUnreplaced, Level: touchmove.Arbiter, Article: "§9", Side: touchmove.ByWhite, UCI: "f7f8", SAN: "f8"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.PromotionIncomplete, Level: touchmove.Certain, Article: "4.7/4.7.3/7.5.1", Side: touchmove.ByWhite, UCI: "f7f8q", SAN: "f8=Q",
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"f7f8q"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2018", 0, touchmove.Finding{Code: touchmove.PromotionWrongPiece, Level: touchmove.Certain, Article: "3.7.5.1/7.5.1", Side: touchmove.ByWhite, UCI: "f7f8q", SAN: "f8=Q",
		Why:    []touchmove.Reason{{Article: "3.7.5.1", Text: "a pawn may not be exchanged for the black queen put on f8"}},
		Remedy: &touchmove.Remedy{Restore: start, Bound: []string{"f7f8b", "f7f8n", "f7f8q", "f7f8r"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.PromotionPieceUnknown, Level: touchmove.Arbiter, Article: "3.7.3.3", Side: touchmove.ByBlack, UCI: "a2a1q", SAN: "a1=Q"}},
	{"fide-2023", laws.Blitz, touchmove.Finding{Code: touchmove.BothKingsInCheck, Level: touchmove.Arbiter, Article: "A.5.4", Side: touchmove.ByWhite}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.Displaced, Article: "7.3", Side: touchmove.ByBlack, Squares: placement.SetOf(placement.F7, placement.G6)}},
	{"fide-1971", 0, touchmove.Finding{Code: touchmove.Displaced, Level: touchmove.Arbiter, Article: "9(2)", Side: touchmove.Somebody, Squares: placement.SetOf(placement.F7)}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Displacement, Article: "7.4.1/4.2.2", Side: touchmove.ByBlack}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.WrongInitialPosition, Level: touchmove.Certain, Article: "7.2.1", Side: touchmove.Both, Squares: placement.SetOf(placement.D1, placement.E1)}},
	{"fide-2023", laws.Rapid, touchmove.Finding{Code: touchmove.WrongInitialPosition, Article: "7.2.1/A.5.1.2", Side: touchmove.Both,
		Text: "too late for a claim; a king or rook that is misplaced may not castle"}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.WrongInitialPosition, Article: "§1", Side: touchmove.Both, Text: "now only with the opponent's consent"}},
	{"bilguer-1880", 0, touchmove.Finding{Code: touchmove.BoardRotated, Level: touchmove.Suspected, Article: "§1", Side: touchmove.Both, Squares: placement.SetOf(placement.D5, placement.D7)}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.BoardReset, Article: "-", Side: touchmove.Both}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.BoardReset, Level: touchmove.Arbiter, Article: "-", Side: touchmove.Both, Text: "moves may have been taken back"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Desync, Level: touchmove.Arbiter, Article: "-", Side: touchmove.Both, Squares: placement.SetOf(placement.E4, placement.D5),
		Text: "pieces were moved while there was no contact with the board, and no short series of moves explains it"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Resync, Article: "-", Side: touchmove.Both, Squares: placement.SetOf(placement.E4, placement.D5)}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.SensorFault, Article: "-", Side: touchmove.Both, Squares: placement.SetOf(placement.H1), Text: "reads empty where a piece should stand"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.SensorNote, Article: "-", Side: touchmove.Both, Text: "the moves show that the clock stands the other way round"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.SensorNote, Article: "-", Side: touchmove.Both, Text: "32 pieces were learnt from the array on the board"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Checkmate, Level: touchmove.Certain, Article: "5.1.1", Side: touchmove.ByBlack, Ply: 4, UCI: "d8h4", SAN: "Qh4#"}},
	{"fide-2018", 0, touchmove.Finding{Code: touchmove.Stalemate, Level: touchmove.Arbiter, Article: "5.2.1", Ply: 90, UCI: "g5g6", SAN: "Qg6"}},
	{"bilguer-1880", 0, touchmove.Finding{Code: touchmove.DeadPosition, Level: touchmove.Arbiter, Article: "Remis 1", Ply: 90, UCI: "a1b2", SAN: "Kxb2"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.DeadPositionPossible, Article: "5.2.2", Ply: 90, UCI: "a1b2", SAN: "Kxb2"}},
	{"fide-1971", 0, touchmove.Finding{Code: touchmove.DrawClaimable, Article: "12(4)", Side: touchmove.ByBlack, Text: "50 moves by each player without a capture or a pawn move"}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.DrawClaimable, Article: "9.2", Side: touchmove.ByWhite, Text: "the position has occurred three times or more", Plies: []int{0, 4, 8},
		IfIncorrect: &touchmove.ClaimCost{OpponentGains: 180, ClaimantLoses: 180, Article: "9.5(b)"}}},
	{"bilguer-1891", 0, touchmove.Finding{Code: touchmove.DrawClaimable, Article: "§6", Side: touchmove.Both, Text: "the same series of moves has been played three times"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.DrawClaimableByMove, Article: "9.2.1", Side: touchmove.ByBlack, UCI: "f6g8", SAN: "Ng8", Text: "the position occurs for the third time or more", Plies: []int{12, 20},
		IfIncorrect: &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.DrawClaimableByMove, Article: "9.3.1", Side: touchmove.ByWhite, Text: "any move but a capture or a pawn's completes 50 by each player"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.ClaimRightLost, Level: touchmove.Suspected, Article: "9.4", Side: touchmove.ByWhite, Evidence: rests("", touch("Q", "d1", 410))}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.Fivefold, Level: touchmove.Certain, Article: "9.6.1", Ply: 17, UCI: "f6g8", SAN: "Ng8"}},
	{"fide-2018", 0, touchmove.Finding{Code: touchmove.SeventyFive, Level: touchmove.Certain, Article: "9.6.2", Ply: 190, UCI: "a1b1", SAN: "Rb1"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.ResultSignal, Article: touchmove.VendorConvention, Side: touchmove.Both, Text: "0-1"}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.ResultReported, Article: "5.1/5.2", Side: touchmove.Both, Text: "1/2-1/2", How: touchmove.ByEntry}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.ResultReported, Article: "5.1.2", Side: touchmove.ByWhite, Text: "1/2-1/2", How: touchmove.ByResignation,
		Why: []touchmove.Reason{{Article: "5.1.2", Text: "the opponent cannot mate by any series of legal moves"}}}},
	{"fide-1997", 0, touchmove.Finding{Code: touchmove.ResultReported, Article: "5.3/9.1", Side: touchmove.Both, How: touchmove.ByAgreement, Text: "1/2-1/2",
		Why: []touchmove.Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.ResultTakenBack, Article: "-", Side: touchmove.Both, Text: "1-0"}},
	{"fide-2023", 0, touchmove.Finding{Code: touchmove.CommandRefused, Article: "-", Side: touchmove.Both, Text: `the game is "7"`}},
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
