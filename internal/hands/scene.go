package hands

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// scene is two people at a board, and all that their hands have done so far.
type scene struct {
	chance
	order *Order
	hands Hands // in force now
	tally [handsCount][rateCount]Tally

	game    *legality.Game
	script  []legality.Move // the rest of the order's moves, as long as they can be played
	limit   int             // plies
	frantic int             // the ply from which on it is a scramble

	pieces []piece
	at     [64]int // the piece that the players believe to stand on a square, or nobody
	strays []stray // pieces that are not where they belong
	deeds  []deed  // of the plies that stand
	clock  lever
	truth  Truth

	hand    [2]int64 // when the hand of each player is free
	made    int64    // when the last ply was made
	pressed int64    // when it was completed, as its player sees it
	over    bool
	doubt   string // why nobody can distinguish the last acts from play
}

// nobody is the number of no piece.
const nobody = -1

func newScene(o *Order) *scene {
	s := &scene{chance: newChance(o.Seed, 1), order: o, hands: o.Hands,
		game: legality.NewGame(o.Start), script: o.Moves, limit: len(o.Moves),
		clock: newLever(o.Clock, o.Hands, len(o.Moves))}
	if o.Hands == Scramble {
		s.hands = Blitz
		s.frantic = int(s.within(10, max(10, int64(len(o.Moves))/2)))
	}
	s.truth.Start = o.Start
	for sq := range s.at {
		s.at[sq] = nobody
		if kind := o.Start.At(placement.Square(sq)); kind != placement.Empty {
			s.at[sq] = s.newPiece(kind, s.landing(placement.Square(sq)))
		}
	}
	for _, c := range [...]placement.Color{white, black} {
		s.newPiece(placement.MakePiece(c, legality.Queen), s.besides(c)) // the spare queen
	}
	return s
}

// newPiece puts a piece on the table before anything happens.
func (s *scene) newPiece(kind placement.Piece, where point) int {
	s.pieces = append(s.pieces, piece{kind: kind, named: true, track: []spot{{0, where, 0}}})
	return len(s.pieces) - 1
}

// happens draws whether the event of a rate happens, and counts it.
func (s *scene) happens(r Rate) bool {
	yes := s.one(rates[r].Per[s.hands])
	t := &s.tally[s.hands][r]
	t.Occasions++
	if yes {
		t.Times++
	}
	return yes
}

// which draws one of several events that exclude each other. It returns its
// index, or -1 for none.
func (s *scene) which(list ...Rate) int {
	u, chosen := int(s.below(whole)), -1
	for i, r := range list {
		t := &s.tally[s.hands][r]
		t.Occasions++
		if share := rates[r].Per[s.hands]; chosen < 0 && u < share {
			t.Times++
			chosen = i
		} else if chosen < 0 {
			u -= share
		}
	}
	return chosen
}

// takes draws a measure.
func (s *scene) takes(m Measure) int64 { return s.draw(measures[m].Per[s.hands]) }

// position returns the position as the players see it.
func (s *scene) position() *legality.Position { return s.game.Position() }

// turn returns the side that has the move.
func (s *scene) turn() placement.Color { return s.position().Turn() }

// play plays the game to its end.
func (s *scene) play() {
	for !s.over && len(s.truth.Plies) < s.limit && s.game.Ending() == legality.NoEnding {
		if s.frantic > 0 && len(s.truth.Plies) >= s.frantic {
			s.hands = Scramble
		}
		s.interlude()
		if m := s.next(); m != legality.NoMove && !s.over {
			s.ply(m, true)
		} else {
			return
		}
	}
}

// next returns the next move of the order; or a sensible one, if that move is
// no longer possible.
func (s *scene) next() legality.Move {
	if n := len(s.truth.Plies); n < len(s.script) && s.position().IsLegal(s.script[n]) {
		return s.script[n]
	}
	s.script = nil
	return s.sensible(legality.NoMove)
}

// ply is one player's turn: he thinks, does what people do meanwhile, moves,
// and presses.
func (s *scene) ply(m legality.Move, presses bool) {
	from, early := s.hisTurn()
	at := from + s.thinks(m, from)
	if early {
		at = from
	} else {
		at = s.putRight(at)
		at = s.fidget(m, from, at)
	}
	if fell, falls := s.clock.flagFalls(s.turn(), at); falls {
		s.flag(fell)
		return
	}
	s.move(m, at, early, presses)
}

// hisTurn returns when the player who has the move begins to think, and whether
// he replies too early, without thinking.
func (s *scene) hisTurn() (from int64, early bool) {
	if len(s.truth.Plies) == 0 {
		return s.made, false
	}
	free := s.hand[s.turn()]
	if s.happens(ReplyBeforeRelease) {
		return max(s.made-s.takes(EarlyLift)-s.takes(Reach), free), true
	}
	if s.clock.on() && s.pressed > s.made && s.happens(ReplyBeforePress) {
		return max(s.made, free), true
	}
	return max(s.made, s.pressed, free), false
}

// thinks draws how long the player thinks, given the time on his clock.
func (s *scene) thinks(m legality.Move, from int64) int64 {
	t := s.takes(Think)
	if n := len(s.deeds); n < openingPlies {
		t /= openingHaste
	} else if s.deeds[n-1].victim != nobody && s.deeds[n-1].move.To() == m.To() {
		t /= recaptureHaste
	}
	if left := s.clock.remaining(s.turn(), from); s.clock.on() && t > left/12 {
		t = left / 12
	}
	return t
}

// move makes a move, and adds the ply to the truth.
func (s *scene) move(m legality.Move, at int64, early, presses bool) {
	p := s.position()
	d := s.plan(m)
	ply := Ply{Move: m, UCI: p.UCI(m), SAN: p.SAN(m), Irregular: faults(p, m), Unknowable: s.doubt}
	s.doubt = ""
	at = s.clear(d, at)
	note := 0
	if ply.Irregular != "" {
		note = s.note("illegal", at, d.squares(), ply.SAN+": "+ply.Irregular)
	}
	ply.Began, ply.Made = s.perform(&d, at, early)
	if ply.Irregular != "" {
		s.truth.Notes[note].At = ply.Made
		s.until(note, -1)
	}
	s.complete(ply.Made)
	s.game.Play(m)
	d.begun, d.ended = ply.Began, ply.Made
	s.deeds = append(s.deeds, d)
	s.truth.Plies = append(s.truth.Plies, ply)
	s.made, s.pressed, s.hand[d.by] = ply.Made, ply.Made, ply.Made
	s.knock(&d)
	if presses {
		s.press(&d)
	}
	s.leftOver(&d)
}

// complete marks earlier plies without a press as completed by the reply.
func (s *scene) complete(at int64) {
	if n := len(s.truth.Plies); n > 0 && s.truth.Plies[n-1].Completed == 0 {
		s.truth.Plies[n-1].Completed = max(at, s.truth.Plies[n-1].Made)
	}
}

// flag ends the game by time.
func (s *scene) flag(at int64) {
	s.over = true
	s.truth.End.How = "flag"
	s.truth.End.At = at
	s.note("flag", at, 0, s.turn().String()+" oversteps the time")
}
