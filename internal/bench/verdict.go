package bench

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// Verdict says whether a finding is right.
type Verdict uint8

// The verdicts.
const (
	Plain      Verdict = iota // info: it says nothing of a wrong
	True                      // the hands did what it says, or the game has ended as it says
	LooksLike                 // nobody did wrong, but to a sensor the act looks as it says
	Asked                     // a question to a person that the board cannot answer
	AfterFault                // the board made a fault just before
	False                     // none of these
	verdicts                  // how many there are
)

var verdictNames = [verdicts]string{"plain", "true", "looks like", "asked", "after a fault", "false"}

func (v Verdict) String() string { return verdictNames[v%verdicts] }

// restMs is how long a piece must stand to look released (messages: rest_ms).
const restMs = 300

// For how many plies after its own a deed explains a finding.
const (
	deedPlies  = 2 // an illegal move stands when the opponent has made his next one
	faultPlies = 3
	anyPlies   = 1 << 20 // longer than any game
)

// irregularities holds the acts that the Laws have a word for, with the findings of each.
var irregularities = map[Act][]touchmove.Code{
	simulate.TouchedOther:   {laws.TouchBreach},
	simulate.CorrectedMove:  {laws.IllegalNotCompleted, laws.IllegalMade},
	simulate.PressedIllegal: append([]touchmove.Code{laws.IllegalCompleted}, completed...),
	simulate.StoodIllegal:   append([]touchmove.Code{laws.IllegalStands, laws.IllegalCompleted}, completed...),
	simulate.ReleasedTwice:  {laws.ReleaseBreach},
	simulate.TouchedTheirs:  {laws.TouchBreach},
	simulate.RookFirst:      {laws.CastleRookFirst, laws.TouchBreach, laws.ReleaseBreach}, // the rook may stay where it is put
	simulate.OtherPiece:     {laws.PromotionChanged},
	simulate.PawnLeft:       append([]touchmove.Code{laws.PromotionUnreplaced, laws.IllegalCompleted}, completed...),
	simulate.PressedEmpty:   {laws.ClockNoMove, laws.IllegalSecond, laws.IllegalThird},
	simulate.KnockedOver:    {laws.OffTurnContact, laws.Displaced, laws.Displacement, laws.Desync},
	simulate.LeftAstray:     {laws.Displaced, laws.Displacement, laws.Desync},
	simulate.KingLaidDown:   {laws.Displaced, laws.Desync},
	simulate.DisplacedPiece: {laws.Displaced, laws.Displacement, laws.Desync, laws.OutOfTurn}, // it may stand where it can move to
}

// completed are findings that go with an illegal move that was pressed.
var completed = []touchmove.Code{laws.IllegalMade, laws.IllegalSecond, laws.IllegalThird,
	laws.IllegalPositionPersists, laws.BothKingsInCheck, laws.KingCaptured}

// questions are findings that ask a person, since the board cannot know.
var questions = []touchmove.Code{laws.AmbiguousCapture, laws.PromotionPieceUnknown, laws.DeadPositionPossible}

// endings holds the findings of the ends of a game, with the ending of each.
var endings = map[touchmove.Code]legality.Ending{
	laws.Checkmate: legality.Checkmate, laws.Stalemate: legality.Stalemate, laws.DeadPosition: legality.DeadPosition,
	laws.Fivefold: legality.Fivefold, laws.SeventyFive: legality.SeventyFive,
}

// judgeFindings gives each finding its verdict, and counts which irregularities were found.
func (r *Result) judgeFindings() {
	r.Verdicts = make([]Verdict, len(r.Findings))
	r.Made, r.Found = map[Act]int{}, map[Act]int{}
	for i := range r.Findings {
		r.Verdicts[i] = r.judgeFinding(&r.Findings[i])
	}
	for t := &r.Played.Truth; t != nil; t = t.Next {
		for _, d := range t.Deeds {
			codes, irregular := irregularities[d.Kind]
			if !irregular {
				continue
			}
			r.Made[d.Kind]++
			if slices.ContainsFunc(r.Findings, func(f touchmove.Finding) bool {
				return slices.Contains(codes, f.Code) && r.truthAt(f.At) == t && follows(t, &f, &d, deedPlies)
			}) {
				r.Found[d.Kind]++
			}
		}
	}
}

func (r *Result) judgeFinding(f *touchmove.Finding) Verdict {
	t := r.truthAt(f.At)
	near := func(plies int, by func(*simulate.Deed) bool) bool {
		return slices.ContainsFunc(t.Deeds, func(d simulate.Deed) bool { return follows(t, f, &d, plies) && by(&d) })
	}
	switch {
	case f.Level == laws.Info:
		return Plain
	case near(deedPlies, func(d *simulate.Deed) bool { return slices.Contains(irregularities[d.Kind], f.Code) }):
		return True
	case r.trueEnd(t, f), f.Code == laws.FlagFall && r.timeWasUp(f):
		return True
	case near(deedPlies, func(d *simulate.Deed) bool { return r.looksLike(d, f.Code) }), r.rookUnclear(t, f):
		return LooksLike
	case slices.Contains(questions, f.Code):
		return Asked
	case near(faultPlies, isFault), near(anyPlies, lasts):
		return AfterFault
	}
	return False
}

// truthAt returns the game that was on the board at a moment.
func (r *Result) truthAt(at int64) *simulate.Truth {
	t := &r.Played.Truth
	for t.Next != nil && len(t.Next.Landed) > 0 && at >= t.Next.Landed[0] {
		t = t.Next
	}
	return t
}

// follows reports whether a finding follows a deed: it came during the deed, at most so many
// plies after it, or is of the same ply.
func follows(t *simulate.Truth, f *touchmove.Finding, d *simulate.Deed, plies int) bool {
	return f.At >= d.At && (f.At <= d.At+d.Ms || f.Ply == d.Ply || plyAt(t, f.At) <= d.Ply+plies)
}

// plyAt returns the ply that is being played at a moment, counted from 1.
func plyAt(t *simulate.Truth, at int64) int {
	n, _ := slices.BinarySearch(t.Landed, at)
	return n + 1
}

// looksLike reports whether a lawful deed looks to a sensor as a finding says:
//   - a piece that is adjusted looks touched;
//   - a piece that rests on a square on its way, or between two squares, looks released,
//     which may be mate; the board may see a rest as longer than it was;
//   - a move that is taken back by agreement leaves pieces where no move puts them. Without a
//     clock, which would be stopped meanwhile, it looks like a breach.
func (r *Result) looksLike(d *simulate.Deed, code touchmove.Code) bool {
	cell := r.Played.Cell
	switch d.Kind {
	case simulate.Adjusted:
		return code == laws.TouchBreach
	case simulate.Slid, simulate.Straddled:
		_, ends := endings[code]
		return (ends || code == laws.ReleaseBreach) && d.Ms+blur(&cell.Board.Board) >= restMs
	case simulate.TakenBack:
		return code == laws.Displaced || !cell.Clock && (code == laws.TouchBreach || code == laws.ReleaseBreach)
	}
	return false
}

// rookUnclear reports whether king and rook may have been lifted within one scan, so that the
// board does not know which was first (4.4.2).
func (r *Result) rookUnclear(t *simulate.Truth, f *touchmove.Finding) bool {
	return f.Code == laws.CastleRookFirst && blur(&r.Played.Cell.Board.Board) > 0 &&
		r.Played.Cell.Profile.Castling.BothHands > 0 && slices.Contains(t.Moves, f.UCI)
}

// trueEnd reports whether the game has ended as a finding says.
func (r *Result) trueEnd(t *simulate.Truth, f *touchmove.Finding) bool {
	want, isEnd := endings[f.Code]
	if !isEnd || t.Result == "*" {
		return false
	}
	pos := r.Played.Score.Start
	if t != &r.Played.Truth {
		pos = legality.Initial()
	}
	past := legality.NewGame(pos)
	for _, uci := range t.Moves {
		if m, err := past.Position().ParseUCI(uci); err == nil {
			past.Play(m)
		}
	}
	return past.Ending() == want || want == legality.DeadPosition && past.Position().QuickDead()
}

// timeWasUp reports whether the clock showed that a player had no time left.
func (r *Result) timeWasUp(f *touchmove.Finding) bool {
	return slices.ContainsFunc(r.Played.Records, func(rec sensor.Record) bool {
		return rec.At <= f.At && rec.Word == sensor.Clock && (rec.Times[0] <= 0 || rec.Times[1] <= 0)
	})
}

// isFault reports whether a deed is a fault of the board.
func isFault(d *simulate.Deed) bool { return d.Kind >= simulate.LostLift && d.Kind <= simulate.Erased }

// lasts reports whether a deed is a fault that does not pass.
func lasts(d *simulate.Deed) bool {
	return d.Kind == simulate.DeadTag || d.Kind == simulate.DeadSquare || d.Kind == simulate.StuckSquare
}

// breaches are the findings that a move itself is in breach of Article 4.
var breaches = []touchmove.Code{laws.TouchBreach, laws.ReleaseBreach, laws.CastleRookFirst, laws.PromotionChanged}

// leftToArbiter reports whether the result of a game is rightly left to the arbiter: the end
// was found, but its move was in breach of Article 4, or looks so to a sensor. Then the move
// does not end the game by itself (FIDE 2023, 5.1.1 and 5.2.1: "provided that the move was in
// accordance with Article 3 and Articles 4.2 to 4.7").
func (r *Result) leftToArbiter(t *simulate.Truth) bool {
	ofLast := func(has func(f *touchmove.Finding, v Verdict) bool) bool {
		for i := range r.Findings {
			f := &r.Findings[i]
			if f.Ply == len(t.Moves) && r.truthAt(f.At) == t && has(f, r.Verdicts[i]) {
				return true
			}
		}
		return false
	}
	ended := ofLast(func(f *touchmove.Finding, v Verdict) bool {
		_, isEnd := endings[f.Code]
		return isEnd && f.Level == laws.Arbiter && v == True
	})
	return ended && ofLast(func(f *touchmove.Finding, v Verdict) bool {
		return slices.Contains(breaches, f.Code) && (v == True || v == LooksLike)
	})
}
