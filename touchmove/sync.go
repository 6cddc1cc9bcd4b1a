package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
)

// shown is what of the game may change without touchGame being called.
type shown struct {
	plies, irregular, tail int
	tailSeq                [maxOpen]int
	tailMove               [maxOpen]legality.Move
	tailState              [maxOpen]State
	phase                  Phase
	trust                  TrustState
	rivals                 uint64
}

// touchGame takes note that the game has changed.
func (t *Tracker) touchGame() { t.dirty = true }

// sync brings the game up to date with what is confirmed and what the best
// reading adds to it.
func (t *Tracker) sync() {
	l := t.bestLine()
	trust, reason := t.trust(l)
	now := shown{plies: len(t.plies), irregular: t.irregular, tail: l.n, phase: t.phase, trust: trust, rivals: t.rivals(l)}
	for i := range l.n {
		now.tailSeq[i], now.tailMove[i], now.tailState[i] = l.steps[i].seq, l.steps[i].move, t.state(l, i)
	}
	if !t.dirty && now == t.shown {
		return
	}
	t.shown, t.dirty = now, false
	g := &t.game
	g.Rev++
	g.Phase = t.phase
	g.Rules, g.Signal, g.Alerts = t.cfg.Rules, t.signal.shown(), t.alerts
	if g.Trust.State != trust {
		g.Trust = Trust{State: trust, Since: t.now, Reason: reason}
	}
	t.syncMoves(l)
}

func (t *Tracker) syncMoves(l *line) {
	g := &t.game
	g.Pending, g.Irregular = nil, nil
	all, record := t.plies, len(t.plies)
	irregular := t.irregular >= 0
	if irregular {
		record = t.irregular
	}
	g.Position = *t.spine.At(record)
	confidence := t.confidence(l)
	for i := range t.shownOf(l) {
		p := t.plyOf(l.before(i), &l.steps[i], t.state(l, i))
		p.Number, p.Confidence, p.Published, p.Competitors = t.spine.Len()+i+1, confidence, false, t.competitors(l, i)
		if l.steps[i].oneOf > 1 && !t.decided(l, i) {
			p.State = StateProvisional
		}
		irregular = irregular || p.State.Illegal()
		if !irregular && i == l.n-1 && p.State == StateProvisional {
			t.pending = p
			g.Pending = &t.pending
			break
		}
		all = append(all, p)
		if !irregular {
			record = len(all)
			g.Position = l.steps[i].after
		}
	}
	g.Moves = all[:record:record]
	if irregular {
		g.Irregular = all[record:]
		g.Pending = &g.Irregular[0]
	}
}

// shownOf is how many plies of a line the game shows: those up to the first of
// which it is not known which of several it is. One of several captures is shown
// as the likeliest, once play has gone on from it.
func (t *Tracker) shownOf(l *line) int {
	shown := 0
	for i := range l.n {
		s := &l.steps[i]
		if s.oneOf <= 1 || t.decided(l, i) {
			shown = i + 1
		} else if s.noDrop {
			return shown
		}
	}
	return shown
}

// rivals names the readings that come near the best one, so that it is seen when
// they change.
func (t *Tracker) rivals(l *line) uint64 {
	all := uint64(0)
	for i := range t.lines {
		if o := &t.lines[i]; l.n > 0 && o != l && o.n > 0 && o.base == l.base && l.ahead(o) <= t.costs.margin && !l.startsWith(o) {
			all ^= o.last().path
		}
	}
	return all
}

// competitors is what the i-th ply of a line may be instead, as readings have it
// that come near, in UCI, sorted; nil if nothing else.
func (t *Tracker) competitors(l *line, i int) []string {
	var all []string
	for j := range t.lines {
		o := &t.lines[j]
		if o.base != l.base || o.n <= i || l.ahead(o) > t.costs.margin || o.steps[i].same(&l.steps[i]) || o.steps[i].move == legality.NoMove {
			continue
		}
		if uci := o.before(i).UCI(o.steps[i].move); !slices.Contains(all, uci) {
			all = append(all, uci)
		}
	}
	slices.Sort(all)
	return all
}

// confidence is how far the best reading is ahead of the next one: 1 when no
// other is left, 0.5 when another is as good.
func (t *Tracker) confidence(l *line) float64 {
	ahead := t.costs.prune
	for i := range t.lines {
		if o := &t.lines[i]; o != l && !l.startsWith(o) && !o.startsWith(l) {
			ahead = min(ahead, o.total()-l.total())
		}
	}
	if ahead >= t.costs.prune {
		return 1
	}
	return float64(50+50*max(0, ahead)/t.costs.prune) / 100
}

func (t *Tracker) trust(l *line) (TrustState, string) {
	switch {
	case t.linkLost || t.gap:
		return TrustDisconnected, "the board is not heard"
	case t.irregular >= 0:
		return TrustIllegal, "an irregular move stands on the board"
	case l.n > 0 && !l.steps[l.n-1].legal():
		return TrustIllegal, "an irregular move stands on the board"
	case t.over():
		return TrustOK, ""
	case t.ordered.awaited && !t.ordered.told:
		return TrustSettling, "the men are yet to be put as the arbiter has said"
	case t.ordered.awaited:
		return TrustDisplaced, "the men are not put as the arbiter has said"
	case t.disorder.squares != 0:
		return TrustDisplaced, "men stand where no move put them"
	case t.contested:
		return TrustAmbiguous, "more than one game explains the board"
	case l.n > 0 || l.diff != 0:
		return TrustSettling, "a man is in the air or a move waits for its proof"
	}
	return TrustOK, ""
}
