package touchmove

import "github.com/boardd/boardd/legality"

// implausible is what it costs that a player has made a move by which he gives
// material away or leaves it standing, while it is open which of several games is
// played: what alone tells two of them apart may be that in one of them nobody
// captures a queen that stands there for the taking. A player in check, or with
// nothing open, is charged nothing.
func (t *Tracker) implausible(l *line, m legality.Move, doubtful bool) int {
	if !doubtful && !l.doubtful() {
		return 0
	}
	p := l.pos()
	if p.InCheck(p.Turn()) {
		return 0
	}
	missed := p.BestExchange() - p.Exchange(m)
	cost := 0
	for _, b := range t.costs.blunders {
		if missed >= b.pawns {
			cost = b.cost
		}
	}
	return cost
}

// doubtful reports whether it is open which of several a ply of a line is.
func (l *line) doubtful() bool { return l.doubts > 0 }
