package touchmove

import (
	"maps"
	"slices"
	"strconv"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// open begins a game: the position it starts from, and the moves already played.
func (t *Tracker) open(start legality.Position, moves []legality.Move, id string, tags map[string]string) {
	if t.spine == nil {
		t.spine = legality.NewGame(start)
	} else {
		t.spine.Reset(start)
	}
	t.passing = passing{irregular: -1}
	t.board.broken = broken{} // the set-up has touched every square
	t.plies, t.told, t.alerts = nil, t.told[:0], nil
	clocks := t.game.Clocks
	t.game = Game{ID: id, Rev: t.game.Rev, Phase: Waiting, Chess960: start.Chess960(), Rules: t.cfg.Rules, Start: start,
		Tags: tags, Result: "*", Illegal: t.cfg.Illegal, Clocks: clocks}
	for _, m := range moves {
		t.playHistory(m)
	}
	t.become(Waiting)
	t.deaf, t.opened = t.board.seq, t.board.seq
	t.clock.running = sensor.RunningFor(t.spine.Position().Turn())
	t.openLine()
	t.touchGame()
}

// playHistory takes a move that was played before the log begins.
func (t *Tracker) playHistory(m legality.Move) {
	before := *t.spine.Position()
	t.spine.Play(m)
	t.plies = append(t.plies, Ply{Number: t.spine.Len(), Side: before.Turn(), Move: m, UCI: before.UCI(m), SAN: before.SAN(m),
		State: StateCompleted, Published: true, MadeAt: -1, CompletedAt: -1, Clock: -1, Confidence: 1})
}

// openLine makes the one reading that adds nothing to what is confirmed.
func (t *Tracker) openLine() {
	l := line{base: t.spine.Len(), start: *t.spine.Position(), seq: t.board.seq, seqBefore: t.board.seq, at: t.now}
	t.keepOnly(&l)
	t.weigh(&t.lines[0])
	t.calm.take(&l)
}

func (t *Tracker) nextID() string {
	return t.cfg.GameID + "-" + strconv.Itoa(t.number)
}

// atStart finds what is true before the first record.
func (t *Tracker) atStart() {
	t.found = t.found[:0]
	p := t.spine.Position()
	t.judgeArray(p)
	t.judgeBothKings(p)
	t.judgeClaims(p, t.spine.Occurrences(), t.spine.Len())
}

// judgeArray finds that the game starts from a wrong initial position: all the
// men on the first two ranks of each side, but not as they should be (7.2.1).
func (t *Tracker) judgeArray(p *legality.Position) {
	men := p.Occupied(placement.White) | p.Occupied(placement.Black)
	if p.Chess960() || men != rows || *p.Placement() == placement.Initial || t.spine.Len() > 0 {
		return
	}
	f := Finding{Code: WrongInitialPosition, Level: Certain, Side: Both}
	if lapse := t.cfg.Rules.lapse(); lapse > 0 {
		if p.FullmoveNumber() > lapse {
			f.Level, f.Text = Info, "too late for a claim"
			if t.cfg.Rules.settles(topicMisplacedCastle) {
				f.Text += "; a king or rook that is misplaced may not castle"
			}
		}
	}
	t.say(f)
	if f.Level != Info {
		t.raise(f)
	}
}

func (g *Game) clone() *Game {
	c := *g
	c.Tags = maps.Clone(g.Tags)
	c.Moves = slices.Clone(g.Moves)
	c.Irregular = slices.Clone(g.Irregular)
	c.Alerts = slices.Clone(g.Alerts)
	if g.Pending != nil {
		p := *g.Pending
		c.Pending = &p
	}
	return &c
}
