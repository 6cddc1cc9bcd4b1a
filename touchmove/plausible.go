package touchmove

import "github.com/boardd/boardd/legality"

// implausible is what it costs that a player has made a move by which he gives
// material away or leaves it standing. It is charged while it is open which of
// several games is played: what alone tells two of them apart may be that in one
// of them nobody captures a queen that stands there for the taking. A player in
// check is charged nothing.
func (t *Tracker) implausible(p *legality.Position, m legality.Move) int {
	if p.InCheck(p.Turn()) {
		return 0
	}
	missed, cost := p.BestExchange()-p.Exchange(m), 0
	for _, b := range t.costs.blunders {
		if missed >= b.pawns {
			cost = b.cost
		}
	}
	return cost
}

// mostOdd is the most that counts of it between a line and the best one: enough to
// decide between two that the board shows alike, and no more than a little of what
// it does show.
const mostOdd = 5

// levelOdd counts what is implausible from the best line on. It counts half: people
// do overlook things.
func (t *Tracker) levelOdd() {
	least := t.bestLine().odd
	for i := range t.lines {
		t.lines[i].odd -= least
	}
}

// ahead is how far a line is ahead of another one.
func (l *line) ahead(o *line) int { return o.total() - l.total() }
