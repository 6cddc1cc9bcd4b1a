package hands

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Every row says what it is, where it comes from and why, and no part is more
// than the whole.
func TestTablesAreComplete(t *testing.T) {
	for i, r := range rates {
		if r.Name == "" || r.Of == "" || r.Why == "" || !known(r.Source) {
			t.Errorf("rate %d: %+v", i, r)
		}
		for h, n := range r.Per {
			if n < 0 || n > whole {
				t.Errorf("rate %s of %s hands: %d", r.Name, Hands(h), n)
			}
		}
	}
	for i, m := range measures {
		if m.Name == "" || m.Unit == "" || m.Why == "" || !known(m.Source) {
			t.Errorf("measure %d: %+v", i, m)
		}
		for h, s := range m.Per {
			for k := 1; k < len(s); k++ {
				if s[k] < s[k-1] {
					t.Errorf("measure %s of %s hands: %v", m.Name, Hands(h), s)
				}
			}
		}
	}
	for i, b := range boards {
		if b.Name == "" || b.Family == "" || b.Why == "" || !known(b.Source) || b.Scan == 0 || b.Reach == 0 || b.Height == 0 {
			t.Errorf("board %d: %+v", i, b)
		}
	}
	for i, f := range faultTable {
		if f.Name == "" || f.Unit == "" || f.Why == "" || !known(f.Source) {
			t.Errorf("fault %d: %+v", i, f)
		}
	}
	exclusive := [][]Rate{{BetweenByMover, BetweenByOpponent, BetweenLater}, {KnockWobble, KnockUnnoticed, KnockWrongSquare},
		{RookFirst, CastleBothHands, CastleBothUp}, {RookAfterPress, RookForgotten}, {QueenAfterPress, QueenForgotten},
		{EnPassantAfterPress, EnPassantForgotten}, {ForgottenRemembered, ForgottenHint}, {IllegalPutBack, IllegalNoticed}}
	for _, list := range exclusive {
		for h := range handsCount {
			sum := 0
			for _, r := range list {
				sum += rates[r].Per[h]
			}
			if sum > whole {
				t.Errorf("%s hands: %s and the others make %d", h, rates[list[0]].Name, sum)
			}
		}
	}
}

func known(s Source) bool { return s == Measured || s == Stated || s == Judged }

// Over many games each thing happens as often as its rate says, and each has its
// occasions: no row of the table is idle.
func TestRatesAreMet(t *testing.T) {
	list := games(t)
	var all [handsCount][rateCount]Tally
	for h := range handsCount {
		for n := range 120 {
			o := order(list, n, Profile{Hands: h}, DGT, ClockKind(n%3))
			o.Seed += 1000
			s := played(o, func(*scene) {})
			for column := range all {
				for r := range all[column] {
					all[column][r].Occasions += s.tally[column][r].Occasions
					all[column][r].Times += s.tally[column][r].Times
				}
			}
		}
	}
	for r := range rateCount {
		occasions := 0
		for h := range handsCount {
			got := all[h][r]
			occasions += got.Occasions
			if !within(got.Times, got.Occasions, rates[r].Per[h]) {
				t.Errorf("%s hands, %s: %d of %d, the rate is %d of %d", h, rates[r].Name, got.Times, got.Occasions, rates[r].Per[h], whole)
			}
		}
		if occasions == 0 {
			t.Errorf("%s: no occasion in %d games", rates[r].Name, 120*int(handsCount))
		}
	}
}

// within reports whether so many of n fit a rate: within 4.5 standard deviations
// and two, as far as whole numbers show.
func within(times, n, rate int) bool {
	p := int64(rate)
	off := int64(times)*whole - int64(n)*p
	off = min(max(0, abs(off)-2*whole), 1<<31)
	variance := int64(n) * p * (whole - p)
	return off*off <= variance*81/4
}

// share is a part of some whole, and what real recordings have.
type share struct {
	name      string
	some, all int
	low, high int // in 1,000: the 95 % interval of what was measured
}

// Simulated blitz on a DGT board has the rates of the three real recordings, within what their
// 199 plies can show. No rate is configured: they follow from where the pieces are and how the
// board scans.
func TestBlitzLooksLikeTheRecordings(t *testing.T) {
	list := games(t)
	var c census
	for n := range 60 {
		o := order(list, n, Profiles[2], DGT, Times)
		if o.Start.Chess960() {
			continue
		}
		p := Play(o)
		c.count(&p)
	}
	for _, s := range []share{
		{"captured pieces never seen to leave", c.unseen, c.captures, 540, 850},    // 25 of 35
		{"captured pieces that leave first", c.victimFirst, c.captures, 84, 370},   // 7 of 35
		{"captured pieces seen again", c.seenAgain, c.captures, 48, 300},           // 5 of 35
		{"quiet moves over other squares", c.strayed, c.quiet, 23, 113},            // 7 of 124
		{"rests on a legal wrong square", c.wrongRest, c.plies, 18, 78},            // 8 of 199
		{"drops before their lifts", c.dropFirst, c.plies, 1, 36},                  // 2 of 199
		{"presses after the next report", c.pressLate, c.plies, 7, 65},             // 4 of 154
		{"reports a ply, less 1.3", c.reports - c.plies*13/10, c.plies, 850, 1150}, // 458 for 199
	} {
		if got := s.some * 1000 / s.all; got < s.low || got > s.high {
			t.Errorf("%s: %d of %d, %d in 1,000; the recordings have %d to %d", s.name, s.some, s.all, got, s.low, s.high)
		}
	}
}

// census counts what recordings show.
type census struct {
	plies, quiet, captures                            int
	unseen, victimFirst, seenAgain                    int
	strayed, wrongRest, dropFirst, pressLate, reports int
}

// count goes through a game ply by ply, with what was reported from one ply's
// beginning to the next's.
func (c *census) count(p *Played) {
	at := p.Truth.Start
	for i := 0; i+1 < len(p.Truth.Plies); i++ {
		y, next := &p.Truth.Plies[i], p.Truth.Plies[i+1].Began
		if next > y.Began {
			c.ply(&at, y, changesIn(p.Records, y.Began, next), next)
			c.press(p.Records, y, at.Turn(), next)
		}
		at = at.Play(y.Move)
	}
}

// changesIn returns the lifts and drops of a time.
func changesIn(records []sensor.Record, from, until int64) (list []sensor.Record) {
	for _, r := range records {
		if r.At >= from && r.At < until && (r.Word == sensor.Lift || r.Word == sensor.Drop) {
			list = append(list, r)
		}
	}
	return list
}

func (c *census) ply(at *legality.Position, y *Ply, list []sensor.Record, next int64) {
	c.plies++
	c.reports += len(list)
	m, after := y.Move, at.Play(y.Move)
	mover, victim := at.At(m.From()), at.At(m.To())
	var touched placement.Set
	show, left, again, wrong := *at.Placement(), false, false, false
	for n, r := range list {
		touched |= r.Square.Set()
		show[r.Square] = r.Piece
		if r.Word == sensor.Lift {
			show[r.Square] = placement.Empty
			left = left || r.Square == m.To() && r.Piece == victim
		} else if r.Piece == victim && r.Square != m.To() {
			again = true
		}
		if n == 0 && r.Word == sensor.Drop && r.Square == m.To() && r.Piece == mover {
			c.dropFirst++
		}
		wrong = wrong || show != *after.Placement() && legalNow(at, &show)
	}
	c.wrongRest += one(wrong)
	switch {
	case m.IsCastling() || m.Promotion() != legality.NoKind:
	case victim != placement.Empty:
		c.captures++
		c.unseen += one(!left)
		c.victimFirst += one(left && len(list) > 0 && list[0].Square == m.To())
		c.seenAgain += one(again)
	case at.Captured(m) == placement.NoSquare:
		c.quiet++
		c.strayed += one(touched.Len() > 2)
	}
}

// legalNow reports whether a placement is one legal move away.
func legalNow(at *legality.Position, show *placement.Placement) bool {
	act, _ := at.ExplainPlacement(show)
	return act.Kind == legality.ActLegal
}

// press sees whether the next report comes before the press of a ply.
func (c *census) press(records []sensor.Record, y *Ply, side placement.Color, next int64) {
	var pressed, reported int64
	for _, r := range records {
		switch {
		case r.At < y.Made:
		case r.Word == sensor.Press && r.Side == side && pressed == 0:
			pressed = r.At
		case (r.Word == sensor.Lift || r.Word == sensor.Drop) && r.At >= next && reported == 0:
			reported = r.At
		}
	}
	c.pressLate += one(pressed == 0 || pressed > reported)
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
