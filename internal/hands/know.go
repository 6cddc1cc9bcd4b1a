package hands

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// finish sorts the notes of the truth.
func (t *Truth) finish() {
	slices.SortStableFunc(t.Notes, func(a, b Note) int { return int(max(-1, min(1, a.At-b.At))) })
}

// judge marks the plies that nobody could know from the records alone. It tries
// other legal moves that look the same to the sensors and contradict no report:
// the rest of the game must be legal after them, with at most two more plies
// changed. It also tries other orders of plies that were played while the line was
// lost. It may miss such plies, but each ply that it marks is uncertain.
func (t *Truth) judge(o *Order, records []sensor.Record) {
	j := judge{t, o, records}
	before := t.Start
	for i := range t.Plies {
		if t.Plies[i].Unknowable == "" {
			for _, d := range j.otherwise(i, before, before, otherPlies, true) {
				t.Plies[d.ply].Unknowable, t.Plies[d.ply].Twin = "another move looks the same", d.uci
			}
		}
		before = before.Play(t.Plies[i].Move)
	}
	for _, g := range t.Gaps {
		t.reorder(g)
	}
}

// otherPlies is the greatest number of plies in which a hypothesis may differ from
// the game.
const otherPlies = 3

// judge looks for other hypotheses of a game.
type judge struct {
	*Truth
	order   *Order
	records []sensor.Record
}

// different is a ply in which a hypothesis differs from the game.
type different struct {
	ply int
	uci string
}

// otherwise returns how a hypothesis differs from the game from the i-th ply on:
// in at most left plies, and in the i-th if must is set; nil if there is none. The
// positions are those of the game and of the hypothesis.
func (j *judge) otherwise(i int, is, has legality.Position, left int, must bool) []different {
	if i == len(j.Plies) || !must && *is.Placement() == *has.Placement() {
		return []different{}
	}
	p := &j.Plies[i]
	after := is.Play(p.Move)
	if !must && (p.Irregular != "" || has.IsLegal(p.Move)) {
		if rest := j.otherwise(i+1, after, has.Play(p.Move), left, false); rest != nil {
			return rest
		}
	}
	if left == 0 || p.Irregular != "" {
		return nil
	}
	reports, vague := j.reports(j.records, i), unidentified(j.records, p)
	for _, m := range has.AppendMoves(nil) {
		other := has.Play(m)
		if m == p.Move || !j.alike(j.order, &after, &other, vague) || changed(&is, &after)&^changed(&has, &other)&reports != 0 {
			continue
		}
		if rest := j.otherwise(i+1, after, other, left-1, false); rest != nil {
			return append(rest, different{i, has.UCI(m)})
		}
	}
	return nil
}

// changed returns the squares on which two positions differ.
func changed(a, b *legality.Position) placement.Set {
	return placement.Differ(a.Placement(), b.Placement())
}

// reports returns the squares on which the board reported a change around the i-th
// ply.
func (t *Truth) reports(records []sensor.Record, i int) (set placement.Set) {
	p := &t.Plies[i]
	until := p.Made + 1500
	if i+1 < len(t.Plies) {
		until = max(p.Made+300, t.Plies[i+1].Began)
	}
	first, _ := slices.BinarySearchFunc(records, p.Began-50, func(r sensor.Record, at int64) int { return int(max(-1, min(1, r.At-at))) })
	for _, r := range records[first:] {
		if r.At > until {
			break
		}
		if r.Word == sensor.Lift || r.Word == sensor.Drop {
			set |= r.Square.Set()
		}
	}
	return set
}

// unidentified returns the square of a promotion if the board could not identify the new piece.
func unidentified(records []sensor.Record, p *Ply) placement.Set {
	if p.Move.Promotion() == legality.NoKind {
		return 0
	}
	for _, r := range records {
		if r.Word == sensor.Drop && r.Square == p.Move.To() && r.Piece == placement.Unknown && r.At >= p.Began {
			return r.Square.Set()
		}
	}
	return 0
}

// alike reports whether two positions look the same on a board. On the squares of
// vague the board names no pieces.
func (t *Truth) alike(o *Order, a, b *legality.Position, vague placement.Set) bool {
	for differ := placement.Differ(a.Placement(), b.Placement()) &^ (t.Dead | t.Stuck); differ != 0; {
		sq := differ.Pop()
		if x, y := a.At(sq), b.At(sq); (x == placement.Empty) != (y == placement.Empty) || o.Board.Names() && !vague.Has(sq) {
			return false
		}
	}
	return true
}

// reorder marks plies that were played while the line was lost, if another order
// of them was possible.
func (t *Truth) reorder(g Span) {
	var inside []int
	for i := range t.Plies {
		if p := &t.Plies[i]; g.has(p.Began) && g.has(p.Made) {
			inside = append(inside, i)
		}
	}
	for n := 0; n+2 < len(inside); n++ {
		i := inside[n]
		if t.swaps(i, i+2) {
			for _, j := range [...]int{i, i + 2} {
				t.Plies[j].Unknowable = "played while the board could not be heard, the order is open"
				t.Plies[j].Twin = t.Plies[2*i+2-j].UCI
			}
		}
	}
}

// swaps reports whether the game is legal with two plies exchanged, and ends in
// the same position.
func (t *Truth) swaps(i, j int) bool {
	order := slices.Clone(t.Plies)
	order[i].Move, order[j].Move = order[j].Move, order[i].Move
	a, b := t.Start, t.Start
	for k := range order {
		if order[k].Irregular == "" && !b.IsLegal(order[k].Move) {
			return false
		}
		a, b = a.Play(t.Plies[k].Move), b.Play(order[k].Move)
		if k == j {
			return a.Same(&b) || *a.Placement() == *b.Placement()
		}
	}
	return false
}

// playedOn keeps the plies that were made after a game without a clock, and how many plies of it
// they follow, unless something tells that it was over: the rules, the kings in the centre, pieces
// that fell, or a longer wait than before any ply of the game. The first touch is at a time.
func (t *Truth) playedOn(from int, first int64, after []Ply) {
	fell := slices.ContainsFunc(t.Notes, func(n Note) bool { return n.Kind == "knocked_over" })
	if len(t.Plies) == 0 || t.End.Signed || fell {
		return
	}
	longest := t.Plies[0].Began
	for i := range t.Plies[1:] {
		longest = max(longest, t.Plies[i+1].Began-t.Plies[i].Made)
	}
	if first-t.Plies[len(t.Plies)-1].Made > longest {
		return
	}
	t.PlayedFrom = from
	for i := range after {
		t.PlayedOn = append(t.PlayedOn, after[i].UCI)
	}
}
