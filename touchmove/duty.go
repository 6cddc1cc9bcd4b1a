package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Duty is what is open to the player having the move, and why.
type Duty struct {
	Allowed []legality.Move // never empty unless there is no legal move at all
	Free    bool            // every legal move
	Bound   string          // why: "from:g1", "cap:d5", "castle:K", "to:f8", "promo:q", joined by "&"; "" if free
	Article string          // of the rule set
	Intent  bool            // the duty hangs on an intention that cannot be sensed (4.4.3)
	Penalty bool            // the king must move as the touched man cannot (Bilguer §3)
}

// binding narrows the legal moves step by step.
type binding struct {
	pos   *legality.Position
	rules *Rules
	acts  *Acts
	moves []legality.Move
	duty  Duty
}

// Open says which moves are open to the player having the move in a position
// after what he has done so far in his turn. It is a function of its
// arguments only, and takes every touch for a deliberate one.
func Open(pos *legality.Position, acts *Acts, rules *Rules) Duty {
	var legal, open [maxMoves]legality.Move
	b := binding{pos: pos, rules: rules, acts: acts, moves: pos.AppendMoves(legal[:0])}
	b.duty = Duty{Allowed: append(open[:0], b.moves...), Free: true}
	b.touched()
	b.promotion()
	b.released()
	b.duty.Allowed = slices.Clone(b.duty.Allowed)
	return b.duty
}

// maxMoves is room for the legal moves of any position but freaks, whose lists
// are put elsewhere.
const maxMoves = 128

// keep narrows what is open to the moves that pass, if any does.
func (b *binding) keep(bound, article string, pass func(legality.Move) bool) bool {
	if !slices.ContainsFunc(b.duty.Allowed, pass) {
		return false
	}
	kept := slices.DeleteFunc(b.duty.Allowed, func(m legality.Move) bool { return !pass(m) })
	if b.duty.Bound != "" && bound != "" {
		bound = b.duty.Bound + "&" + bound
	}
	b.duty.Allowed, b.duty.Free, b.duty.Bound, b.duty.Article = kept, false, bound, article
	return true
}

// touched applies Articles 4.3 to 4.5.
func (b *binding) touched() {
	own, enemy := b.firstOf(true), b.firstOf(false)
	switch {
	case own != nil && b.castling():
	case own != nil && enemy != nil:
		b.bothColours(own, enemy)
	default:
		b.firstThatCan()
	}
	if b.duty.Free && len(b.acts.Touches) > 0 && b.duty.Article == "" {
		b.duty.Article = b.rules.article(topicNoneCan)
	}
}

func (b *binding) own(sq placement.Square) bool { return b.pos.At(sq).Is(b.pos.Turn()) }

func (b *binding) firstOf(own bool) *Touch {
	for i := range b.acts.Touches {
		if b.own(b.acts.Touches[i].Square) == own {
			return &b.acts.Touches[i]
		}
	}
	return nil
}

// bindFrom narrows to the moves of one man.
func (b *binding) bindFrom(sq placement.Square, article string) bool {
	return b.keep("from:"+sq.String(), article, func(m legality.Move) bool { return m.From() == sq || castlesAlone(m, sq) })
}

func (b *binding) canMove(sq placement.Square) bool {
	return slices.ContainsFunc(b.moves, func(m legality.Move) bool { return m.From() == sq })
}

// bothColours applies 4.3.3. Where a text says nothing of touching both, the one
// captures the other if it can, and so meets both duties.
func (b *binding) bothColours(own, enemy *Touch) {
	article := b.touchArticle(topicOwn, true)
	bound := "from:" + own.Square.String() + "&cap:" + enemy.Square.String()
	if b.keep(bound, article, func(m legality.Move) bool {
		return m.From() == own.Square && b.pos.Captured(m) == enemy.Square
	}) {
		return
	}
	if b.rules.has(topicBothColours, anyMan) && b.bindCapture(enemy.Square, article) {
		return
	}
	b.firstThatCan()
}

// touchArticle is the article that binds a touched man, when men of both
// colours were touched or only of one.
func (b *binding) touchArticle(t topic, mixed bool) string {
	if mixed && b.rules.settles(topicBothColours) {
		return b.rules.article(topicBothColours)
	}
	return b.rules.article(t)
}

// firstThatCan applies 4.3.1 and 4.3.2: the first touched man that can be moved
// or captured. Of two touched in one scan the own one counts as first (4.3.3).
func (b *binding) firstThatCan() {
	mixed := b.firstOf(true) != nil && b.firstOf(false) != nil
	for _, i := range b.order() {
		sq := b.acts.Touches[i].Square
		if !b.own(sq) {
			if b.bindCapture(sq, b.touchArticle(topicEnemy, mixed)) {
				return
			}
			continue
		}
		if b.bindFrom(sq, b.touchArticle(topicOwn, mixed)) || b.penalty() {
			return
		}
	}
}

// bindCapture narrows to the captures of one man.
func (b *binding) bindCapture(sq placement.Square, article string) bool {
	return b.keep("cap:"+sq.String(), article, func(m legality.Move) bool { return b.pos.Captured(m) == sq })
}

// penalty applies Bilguer §3: if the touched man cannot be moved the king must
// move, but not by castling; if it cannot, the touch has no consequence.
func (b *binding) penalty() bool {
	if !b.rules.has(topicNoneCan, kingMoves) {
		return false
	}
	king := b.pos.Kings(b.pos.Turn()).First()
	b.duty.Penalty = b.keep("from:"+king.String()+"&!castle:K&!castle:Q", b.rules.article(topicNoneCan), func(m legality.Move) bool {
		return m.From() == king && !m.IsCastling()
	})
	return b.duty.Penalty
}

// order lists the touches, with the own men of a scan before the enemy ones
// where the text has them count as touched first.
func (b *binding) order() []int {
	order := make([]int, len(b.acts.Touches))
	scan := 0
	for i := range order {
		order[i] = i
		if !b.rules.settles(topicOrder) {
			continue
		}
		if !b.acts.Touches[i].Together {
			scan = i
		}
		for j := i; j > scan && b.own(b.acts.Touches[order[j]].Square) && !b.own(b.acts.Touches[order[j-1]].Square); j-- {
			order[j-1], order[j] = order[j], order[j-1]
		}
	}
	return order
}
