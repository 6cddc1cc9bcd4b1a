package bench

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Verdict is what is to be thought of a finding.
type Verdict uint8

// The verdicts.
const (
	Plain      Verdict = iota // info: nobody is said to have done wrong
	True                      // the hands did what it says, or the game has ended so
	LooksLike                 // nobody did wrong, but what was done looks just so to a sensor
	Asked                     // a question to a person that the board cannot answer
	AfterFault                // the board had erred just before
	False                     // none of these
	verdicts                  // how many there are
)

var verdictNames = [verdicts]string{"plain", "true", "looks like", "asked", "after a fault", "false"}

func (v Verdict) String() string { return verdictNames[v%verdicts] }

// restMs is how long a piece must stand to look released (messages: rest_ms).
const restMs = 300

// Windows in which a deed explains a finding, in plies after that of the deed.
const (
	deedPlies  = 2 // an illegal move stands when the opponent has made his next one
	faultPlies = 3
	anyPlies   = 1 << 20 // longer than any game
)

// irregularities are the acts that the Laws have a word for, with the findings
// that tell of each.
var irregularities = map[Act][]touchmove.Code{
	simulate.TouchedOther:   {touchmove.TouchBreach},
	simulate.CorrectedMove:  {touchmove.IllegalNotCompleted, touchmove.IllegalMade},
	simulate.PressedIllegal: append([]touchmove.Code{touchmove.IllegalCompleted}, completed...),
	simulate.StoodIllegal:   append([]touchmove.Code{touchmove.IllegalStands, touchmove.IllegalCompleted}, completed...),
	simulate.ReleasedTwice:  {touchmove.ReleaseBreach},
	simulate.TouchedTheirs:  {touchmove.TouchBreach},
	simulate.RookFirst:      {touchmove.CastleRookFirst, touchmove.TouchBreach, touchmove.ReleaseBreach}, // the rook may stay where it was put
	simulate.OtherPiece:     {touchmove.PromotionChanged},
	simulate.PawnLeft:       append([]touchmove.Code{touchmove.PromotionUnreplaced, touchmove.IllegalCompleted}, completed...),
	simulate.PressedEmpty:   {touchmove.ClockNoMove, touchmove.IllegalSecond, touchmove.IllegalThird},
	simulate.KnockedOver:    {touchmove.OffTurnContact, touchmove.Displaced, touchmove.Displacement, touchmove.Desync},
	simulate.LeftAstray:     {touchmove.Displaced, touchmove.Displacement, touchmove.Desync},
	simulate.KingLaidDown:   {touchmove.Displaced, touchmove.Desync},
	simulate.DisplacedPiece: {touchmove.Displaced, touchmove.Displacement, touchmove.Desync, touchmove.OutOfTurn}, // it may stand where it can go
}

// completed are findings that go with an illegal move that was pressed.
var completed = []touchmove.Code{touchmove.IllegalMade, touchmove.IllegalSecond, touchmove.IllegalThird,
	touchmove.IllegalPositionPersists, touchmove.BothKingsInCheck, touchmove.KingCaptured}

// questions are findings that ask a person what the board cannot tell.
var questions = []touchmove.Code{touchmove.AmbiguousCapture, touchmove.PromotionPieceUnknown, touchmove.DeadPositionPossible}

// endings are the findings of the ends of a game, each as the Laws have it.
var endings = map[touchmove.Code]legality.Ending{
	touchmove.Checkmate: legality.Checkmate, touchmove.Stalemate: legality.Stalemate, touchmove.DeadPosition: legality.DeadPosition,
	touchmove.Fivefold: legality.Fivefold, touchmove.SeventyFive: legality.SeventyFive,
}

// judgeFindings says of each finding what is to be thought of it, and of each
// irregularity whether it was found.
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
	case f.Level == touchmove.Info:
		return Plain
	case near(deedPlies, func(d *simulate.Deed) bool { return slices.Contains(irregularities[d.Kind], f.Code) }):
		return True
	case r.trueEnd(t, f), f.Code == touchmove.FlagFall && r.timeWasUp(f):
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

// truthAt is the game on the board at a moment.
func (r *Result) truthAt(at int64) *simulate.Truth {
	t := &r.Played.Truth
	for t.Next != nil && len(t.Next.Landed) > 0 && at >= t.Next.Landed[0] {
		t = t.Next
	}
	return t
}

// follows reports whether a finding came after a deed: in its course, so many
// plies later at most, or of the same ply.
func follows(t *simulate.Truth, f *touchmove.Finding, d *simulate.Deed, plies int) bool {
	return f.At >= d.At && (f.At <= d.At+d.Ms || f.Ply == d.Ply || plyAt(t, f.At) <= d.Ply+plies)
}

// plyAt is the ply that is being played at a moment, from 1.
func plyAt(t *simulate.Truth, at int64) int {
	n, _ := slices.BinarySearch(t.Landed, at)
	return n + 1
}

// looksLike reports whether a lawful deed looks like something else to a sensor: a
// piece that is adjusted looks touched, and one that rests on a square where it may
// go, or between that and another, released, which may be mate. What rests nearly
// so long may be seen for as long as that. A move that is taken back by agreement
// leaves pieces where no move puts them; without a clock that is stopped meanwhile,
// it looks like one that was made and not kept to.
func (r *Result) looksLike(d *simulate.Deed, code touchmove.Code) bool {
	cell := r.Played.Cell
	switch d.Kind {
	case simulate.Adjusted:
		return code == touchmove.TouchBreach
	case simulate.Slid, simulate.Straddled:
		_, ends := endings[code]
		return (ends || code == touchmove.ReleaseBreach) && d.Ms+blur(&cell.Board.Board) >= restMs
	case simulate.TakenBack:
		return code == touchmove.Displaced || !cell.Clock && (code == touchmove.TouchBreach || code == touchmove.ReleaseBreach)
	}
	return false
}

// rookUnclear reports whether king and rook may have been lifted within one
// scan, so that the board does not tell which was first (4.4.2).
func (r *Result) rookUnclear(t *simulate.Truth, f *touchmove.Finding) bool {
	return f.Code == touchmove.CastleRookFirst && blur(&r.Played.Cell.Board.Board) > 0 &&
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

// isFault reports whether a deed is the board's.
func isFault(d *simulate.Deed) bool { return d.Kind >= simulate.LostLift && d.Kind <= simulate.Erased }

// lasts reports whether a deed is a fault that does not pass.
func lasts(d *simulate.Deed) bool {
	return d.Kind == simulate.DeadTag || d.Kind == simulate.DeadSquare || d.Kind == simulate.StuckSquare
}

// busyMs is the longest that a board takes to tell of what it has noticed, since
// the line is busy. A report that comes later belongs to something else, since
// this one was lost.
const busyMs = 400

// blur is how far apart two things may be told that were done at the same
// moment, in milliseconds: between them the board looks, looks again, or waits
// to be asked.
func blur(b *simulate.Board) int64 {
	return b.Scan*int64(max(1, b.Agree)+max(1, b.Patience)-1) + b.Poll + b.Latency.Most
}

// lastReports is for each ply of a game the time of the record that tells the
// last of it; -1 where it was lost.
func lastReports(p *Played, truth *simulate.Truth) []int64 {
	events := unset(len(truth.Moves))
	pos := p.Score.Start
	if truth != &p.Truth {
		pos = legality.Initial()
	}
	for i, uci := range truth.Moves {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			break
		}
		after := pos.Play(m)
		squares := placement.Differ(pos.Placement(), after.Placement())
		events[i] = lastReport(p.Records, squares, truth.Landed[i], blur(&p.Cell.Board.Board)+busyMs)
		pos = after
	}
	return events
}

// lastReport is the time of the first record about one of the squares from a
// moment on, if it comes soon.
func lastReport(records []sensor.Record, squares placement.Set, from, within int64) int64 {
	i, _ := slices.BinarySearchFunc(records, from, func(r sensor.Record, at int64) int { return int(r.At - at) })
	for ; i < len(records) && records[i].At <= from+within; i++ {
		if r := &records[i]; (r.Word == sensor.Lift || r.Word == sensor.Drop) && squares.Has(r.Square) {
			return r.At
		}
	}
	return -1
}

// breaches are the findings of a breach of Article 4 by the move itself.
var breaches = []touchmove.Code{touchmove.TouchBreach, touchmove.ReleaseBreach, touchmove.CastleRookFirst, touchmove.PromotionChanged}

// leftToArbiter reports whether the result of a game is rightly left to a
// person: the end was found, but its move was in breach of Article 4, or looks
// just so to a sensor. Then it does not end the game by itself (FIDE 2023,
// 5.1.1 and 5.2.1: "provided that the move was in accordance with Article 3 and
// Articles 4.2 to 4.7").
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
		return isEnd && f.Level == touchmove.Arbiter && v == True
	})
	return ended && ofLast(func(f *touchmove.Finding, v Verdict) bool {
		return slices.Contains(breaches, f.Code) && (v == True || v == LooksLike)
	})
}

// Difference is where a game at the end first differs from what was played.
type Difference struct {
	Game      int    // on this board, from 1
	Ply       int    // from 1; after all if only the result differs
	Want, Got string // in UCI; "" if there is no such ply
	Position  legality.Position
	Truth     *simulate.Truth
}

// Difference finds the first difference; nil if there is none.
func (r *Result) Difference() *Difference {
	for n := range r.Games {
		g := &r.Games[n]
		d := &Difference{Game: n + 1, Position: r.Played.Score.Start, Truth: g.Truth}
		if n > 0 {
			d.Position = legality.Initial()
		}
		for i := range max(len(g.Moves), len(g.Truth.Moves)) {
			d.Ply, d.Got, d.Want = i+1, nth(g.Moves, i), nth(g.Truth.Moves, i)
			if d.Got != d.Want {
				return d
			}
			if m, err := d.Position.ParseUCI(d.Want); err == nil {
				d.Position = d.Position.Play(m)
			}
		}
		if d.Ply++; !g.rightResult() {
			d.Got, d.Want = "", ""
			return d
		}
	}
	return nil
}

func nth(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// Cause says in a few words why a game is not right: what kind of ply was taken
// for what, and what the hands or the board did there.
func (r *Result) Cause() string {
	d := r.Difference()
	if d == nil {
		return ""
	}
	cause := d.kind()
	if deed, ok := d.deed(); ok {
		cause += ", " + deed.String()
	}
	return cause
}

// kind compares the move that was played with the one that was found.
func (d *Difference) kind() string {
	want, errWant := d.Position.ParseUCI(d.Want)
	got, errGot := d.Position.ParseUCI(d.Got)
	switch {
	case d.Want == "" && d.Got == "":
		return "result"
	case errWant != nil:
		return "ply too many"
	case errGot != nil:
		return d.name(want) + " lost"
	case d.follows(got):
		return d.name(want) + " skipped"
	case want.From() == got.From() && want.To() == got.To():
		return "other promotion"
	case want.From() == got.From():
		return d.name(want) + " on another square"
	case want.To() == got.To():
		return d.name(want) + " by another piece"
	}
	return d.name(want) + " not seen"
}

// follows reports whether the move that was found was played next or after that.
func (d *Difference) follows(got legality.Move) bool {
	rest := d.Truth.Moves[d.Ply:]
	return slices.Contains(rest[:min(2, len(rest))], d.Position.UCI(got))
}

// name is what kind of move was played.
func (d *Difference) name(m legality.Move) string {
	captured := d.Position.Captured(m)
	switch {
	case !d.Position.IsLegal(m):
		return "illegal move"
	case m.IsCastling():
		return "castling"
	case m.Promotion() != legality.NoKind:
		return "promotion"
	case captured != placement.NoSquare && captured != m.To():
		return "en passant"
	case captured != placement.NoSquare:
		return "capture"
	}
	return "quiet move"
}

// deed is what was done besides at the place of the difference: what is the
// least lawful, of that the nearest.
func (d *Difference) deed() (simulate.DeedKind, bool) {
	best, found := simulate.Deed{}, false
	for _, deed := range d.Truth.Deeds {
		if deed.Ply < d.Ply-1 || deed.Ply > d.Ply+1 {
			continue
		}
		if !found || weight(&deed) > weight(&best) || weight(&deed) == weight(&best) && far(deed.Ply-d.Ply) < far(best.Ply-d.Ply) {
			best, found = deed, true
		}
	}
	return best.Kind, found
}

// weight is how likely a deed is to be the cause: faults of the board before
// irregularities before lawful oddities.
func weight(d *simulate.Deed) int {
	_, irregular := irregularities[d.Kind]
	switch {
	case isFault(d):
		return 2
	case irregular:
		return 1
	}
	return 0
}

func far(plies int) int { return max(plies, -plies) }

// String tells of the difference in SAN and UCI.
func (d *Difference) String() string {
	if d.Want == "" && d.Got == "" {
		return fmt.Sprintf("game %d: the result", d.Game)
	}
	return fmt.Sprintf("game %d, ply %d: was %s, got %s", d.Game, d.Ply, d.move(d.Want), d.move(d.Got))
}

// move is a move as SAN and UCI; "nothing" if there is none.
func (d *Difference) move(uci string) string {
	m, err := d.Position.ParseUCI(uci)
	switch {
	case uci == "":
		return "nothing"
	case err != nil || d.Position.At(m.From()) == placement.Empty:
		return uci
	}
	return d.Position.SAN(m) + " (" + uci + ")"
}
