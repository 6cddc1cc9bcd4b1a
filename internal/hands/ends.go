package hands

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// before plays what happens on the board until the game begins.
func (s *scene) before() {
	at := s.within(1500, 4000)
	if s.happens(SetUpOnBoard) {
		at = s.setUp(at)
	}
	if s.happens(KingQueenSwapped) {
		at = s.swapped(at)
	}
	if s.happens(AdjustAll) {
		at = s.adjustsAll(at)
	}
	if s.happens(CeremonialMove) {
		s.made = at
		if s.line(legality.NoMove, 1, false) == 1 {
			s.undo(1, s.made+s.takes(LookAt), false, "ceremony", "a first move, taken back:")
			at = s.made
		}
	}
	at += s.within(1000, 6000)
	s.clock.start(at, s.turn())
	s.made, s.pressed = at, 0
}

// setUp begins with pieces beside the board, and sets them up one by one.
func (s *scene) setUp(at int64) int64 {
	missing := slices.Concat(s.occupied(white), s.occupied(black))
	for i := range missing {
		j := s.within(int64(i), int64(len(missing))-1)
		missing[i], missing[j] = missing[j], missing[i]
	}
	if s.one(whole / 2) { // a few only
		missing = missing[:s.within(1, int64(len(missing)))]
	}
	note := s.note("set_up", at, 0, "pieces are put up")
	for _, sq := range missing {
		p := &s.pieces[s.at[sq]]
		p.track[0].where = s.besides(p.kind.Color())
		s.truth.Notes[note].Squares |= sq.Set()
	}
	end := at
	for _, sq := range missing {
		i := s.at[sq]
		to := s.landing(sq)
		s.pieces[i].ride(at, []leg{{to: to, takes: s.takes(SetUpTakes), high: s.within(200, 700)}})
		end = s.pieces[i].free()
		at = end - s.below(200) // two people, four hands
	}
	s.until(note, end)
	return end
}

// swapped exchanges king and queen of one side until somebody notices.
func (s *scene) swapped(at int64) int64 {
	c := placement.Color(s.below(2))
	rank := 7 * int(c)
	k, q := placement.MakeSquare(4, rank), placement.MakeSquare(3, rank)
	p := s.position()
	if p.At(k) != placement.MakePiece(c, legality.King) || p.At(q) != placement.MakePiece(c, legality.Queen) {
		return at
	}
	king, queen := &s.pieces[s.at[k]], &s.pieces[s.at[q]]
	if len(king.track) > 1 || len(queen.track) > 1 {
		return at
	}
	king.track[0].where, queen.track[0].where = s.landing(q), s.landing(k)
	note := s.note("swapped", 0, k.Set()|q.Set(), "king and queen stand on each other's squares")
	at += s.takes(LookAt)
	king.stay(at)
	king.move(at+100, king.last().where, 600)
	at = s.put(s.at[q], q, at+s.takes(Regrip))
	at = s.put(s.at[k], k, at+s.takes(Regrip))
	s.until(note, at)
	return at
}

// adjustsAll lets one player adjust all his pieces.
func (s *scene) adjustsAll(at int64) int64 {
	c := placement.Color(s.below(2))
	note := s.note("adjust_all", at, 0, c.String()+" adjusts all pieces")
	for _, sq := range s.occupied(c) {
		at = s.adjust(s.at[sq], sq, at) + s.takes(Regrip)/2
	}
	s.until(note, at)
	return at
}

// after plays what happens when the game is over.
func (s *scene) after() {
	e := &s.truth.End
	s.over = true
	if e.How == "" {
		e.How = s.ending()
		e.At = s.settled() + s.takes(ResultAfter)
		e.Signed = s.game.Ending() != legality.NoEnding
	}
	e.Signed = e.Signed || s.clock.flagged
	e.Result = s.result()
	s.complete(e.At)
	if s.clock.on() && s.happens(ClockStopped) {
		s.clock.stop(e.At)
		e.Signed = true
	}
	at := e.At + s.takes(AfterGame)
	moved := at
	if s.happens(KingsInCentre) {
		at = s.kingsInCentre(at)
		e.Signed = true
	}
	if s.happens(PiecesKnocked) {
		at = s.knockedOver(at)
	}
	if s.happens(AnalysisAfter) {
		at = s.postMortem(at)
	}
	if s.happens(ResetAfter) {
		at = s.reset(at)
	}
	e.Touched = at != moved
}

// ending returns how the game ends, in a word.
func (s *scene) ending() string {
	switch end := s.game.Ending(); end {
	case legality.NoEnding:
		return "agreed"
	case legality.Checkmate:
		return "mate"
	case legality.Stalemate:
		return "stalemate"
	}
	return "draw"
}

// result returns the result: by the rules, by time, or else by a resignation of
// the player with less material.
func (s *scene) result() string {
	won := [...]string{"1-0", "0-1"}
	switch s.truth.End.How {
	case "mate", "flag":
		return won[s.turn().Other()]
	case "stalemate", "draw":
		return "1/2-1/2"
	}
	worth, balance := [...]int{0, 1, 3, 3, 5, 9, 0}, 0
	for _, piece := range s.position().Placement() {
		if piece.Is(white) {
			balance += worth[piece.Kind()]
		} else if piece.Is(black) {
			balance -= worth[piece.Kind()]
		}
	}
	switch {
	case balance >= 2:
		return won[white]
	case balance <= -2:
		return won[black]
	}
	return "1/2-1/2"
}

// signals returns the squares on which the kings show a result, as the maker of
// DGT boards asks: light squares if White has won, dark ones if Black has, one of
// each for a draw.
func signals(result string) [2]placement.Square {
	switch result {
	case "1-0":
		return [2]placement.Square{placement.E4, placement.D5}
	case "0-1":
		return [2]placement.Square{placement.D4, placement.E5}
	}
	return [2]placement.Square{placement.E4, placement.E5}
}

// kingsInCentre shows the result with the kings. It first clears their squares.
// In three of five games both kings are in the air at once, as they should be.
func (s *scene) kingsInCentre(at int64) int64 {
	targets := signals(s.truth.End.Result)
	in := targets[0].Set() | targets[1].Set()
	var kings [2]change
	for c := range kings {
		home := s.position().Kings(placement.Color(c)).First()
		if home == placement.NoSquare {
			return at
		}
		kings[c] = change{s.at[home], home, targets[c]}
	}
	note := s.note("kings", at, in, "kings in the centre: "+s.truth.End.Result)
	at = s.fixAll(at, func(st *stray) bool {
		return st.squares&in != 0 || st.piece == kings[0].piece || st.piece == kings[1].piece
	})
	for _, sq := range targets {
		if i := s.at[sq]; i != nobody && i != kings[0].piece && i != kings[1].piece {
			at = s.toSide(i, white, at) + s.takes(Regrip)
			s.at[sq] = nobody
		}
	}
	if s.one(whole*3/5) || kings[1].from == kings[0].to {
		p := &s.pieces[kings[1].piece]
		p.stay(at)
		p.move(at+100, p.last().where, 700)
		at = p.free()
	}
	for _, k := range kings {
		at = s.goesTo(k.piece, k.from, k.to, at+s.takes(Regrip)) + s.takes(Regrip)
	}
	s.apply(kings[:])
	s.until(note, at)
	return at
}

// knockedOver lets some pieces fall. Most are left lying.
func (s *scene) knockedOver(at int64) int64 {
	all := slices.Concat(s.standing(white), s.standing(black))
	note := s.note("knocked_over", at, 0, "an arm over the board")
	for n := s.within(1, 5); n > 0 && len(all) > 0; n-- {
		sq := s.anyOf(all)
		i := s.at[sq]
		s.pieces[i].stay(at)
		s.topple(i, sq, at)
		s.truth.Notes[note].Squares |= sq.Set()
		at = s.pieces[i].free() + s.within(10, 150)
	}
	return at
}

// standing returns the squares on which pieces of a side stand, signals included.
func (s *scene) standing(c placement.Color) (list []placement.Square) {
	for sq, i := range s.at {
		if i != nobody && s.pieces[i].kind.Is(c) {
			list = append(list, placement.Square(sq))
		}
	}
	return list
}

// postMortem lets the players analyse the game: they play some moves from the
// last position, or from one some plies before. They first put back kings that
// show the result.
func (s *scene) postMortem(at int64) int64 {
	note := s.note("post_mortem", at, 0, "the game is looked at on the board")
	end := s.truth.End
	back, plies := slices.Clone(s.truth.Plies), len(s.truth.Plies)
	from, first := plies, int64(0)
	at = s.restore(at, s.position())
	s.made, s.pressed = at, at
	if plies > 6 && s.one(whole/2) {
		n := int(s.within(1, 6))
		from, first = plies-n, at
		deeds := slices.Clone(s.deeds)
		s.undo(n, at, false, "post_mortem", "taken back after the game:")
		s.deeds = deeds[:len(deeds)-n]
	}
	for n := s.within(2, 12); n > 0; n-- {
		m := s.sensible(legality.NoMove)
		if m == legality.NoMove {
			break
		}
		s.move(m, s.made+s.takes(LookAt)+s.takes(Reach), false, false)
	}
	after := s.truth.Plies[from:]
	s.truth.Plies, s.truth.End = back, end
	if len(after) > 0 && !s.clock.on() {
		s.truth.playedOn(from, cmp.Or(first, after[0].Began), after)
	}
	s.until(note, s.made)
	return s.made
}

// reset sets up the pieces for the next game.
func (s *scene) reset(at int64) int64 {
	note := s.note("reset", at, 0, "pieces are put up for the next game")
	start := s.truth.Start
	at = s.restore(at+s.takes(AfterGame), &start)
	s.until(note, at)
	return at
}

// restore sets up a position: first the pieces that stand elsewhere on the board,
// then those beside it.
func (s *scene) restore(at int64, p *legality.Position) int64 {
	at = s.fixAll(at, func(*stray) bool { return true })
	var wanted [64]int
	used := map[int]bool{}
	for sq := range wanted {
		kind := p.At(placement.Square(sq))
		wanted[sq] = nobody
		if i := s.at[sq]; i != nobody && s.pieces[i].kind == kind && s.pieces[i].last().high == 0 {
			wanted[sq], used[i] = i, true
		}
	}
	for i, sq := range s.at {
		if sq != nobody && !used[sq] {
			at = s.toSide(sq, white, at) + s.takes(SetUpTakes)/2
			s.at[i] = nobody
		}
	}
	for sq := range wanted {
		kind := p.At(placement.Square(sq))
		if kind == placement.Empty || wanted[sq] != nobody {
			continue
		}
		i := s.spare(kind)
		at = s.put(i, placement.Square(sq), at+s.takes(SetUpTakes)/2)
		s.at[sq] = i
	}
	return at
}

// end returns when the board is switched off.
func (s *scene) end() int64 {
	end := max(s.truth.End.At, s.clock.lastAt())
	for i := range s.pieces {
		end = max(end, s.pieces[i].free())
	}
	return end + 3000
}
