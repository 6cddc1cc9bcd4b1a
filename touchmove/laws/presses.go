package laws

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// Presses is what the clock showed at the presses of a game: what an arbiter needs who sets it
// (7.1). All times are milliseconds since the log began.
type Presses struct {
	face face
	list []pressed
}

// face is what the clock shows now, computed from its last report and the time that has
// passed.
type face struct {
	known bool
	times Times
	runs  Party // whose time runs; Both: nobody's
	at    int64
}

// run lets a clock run until a moment.
func (f *face) run(until int64) {
	for _, side := range [...]placement.Color{placement.White, placement.Black} {
		if f.runs == PartyOf(side) {
			left := f.times.Of(side)
			*left = max(0, *left-(until-f.at))
		}
	}
	f.at = until
}

// pressed is a press that counted, and what the clock showed at it.
type pressed struct {
	at     int64
	by     placement.Color
	known  bool
	before Times // when the lever went down
	read   bool
	after  int64 // for the player who pressed, afterwards: with the increment
}

// maxPresses is how many presses are kept: more than a game has.
const maxPresses = 1024

// Press keeps what the clock showed when a player pressed.
func (p *Presses) Press(by placement.Color, at int64) {
	p.face.run(at)
	p.list = append(p.list, pressed{at: at, by: by, known: p.face.known, before: p.face.times})
	if n := len(p.list) - maxPresses; n > 0 {
		p.list = slices.Delete(p.list, 0, n)
	}
	p.face.runs = PartyOf(by.Other())
}

// Read takes a report of the clock: the times by Color, and whose time runs, Both if nobody's.
// If the press before it waits for a report, and its player's time runs in this one, the
// report is older than the press. While the clocks stand, a report shows no increment.
func (p *Presses) Read(at int64, times [2]int64, runs Party, waits, stopped bool) {
	n := len(p.list)
	if waits && n > 0 && runs == PartyOf(p.list[n-1].by) {
		return
	}
	p.face = face{known: true, times: Times{White: times[placement.White], Black: times[placement.Black]}, runs: runs, at: at}
	if n > 0 && !stopped {
		last := &p.list[n-1]
		last.read, last.after = true, times[last.by]
	}
}

// Stop stops the computed clock; Start lets it run for a player.
func (p *Presses) Stop(at int64) { p.Start(at, Both) }

// Start lets the computed clock run.
func (p *Presses) Start(at int64, runs Party) {
	p.face.run(at)
	p.face.runs = runs
}

// Clear forgets the presses: another game begins.
func (p *Presses) Clear() { p.list = nil }

// Clone returns a copy that shares nothing which either changes.
func (p *Presses) Clone() Presses { return Presses{p.face, slices.Clone(p.list)} }

// pressAt returns the press at a moment; nil if there is none.
func (p *Presses) pressAt(at int64) *pressed {
	i := slices.IndexFunc(p.list, func(p pressed) bool { return p.at == at })
	if i < 0 {
		return nil
	}
	return &p.list[i]
}

// leastIncrement is the smallest rise, in milliseconds, that proves an increment on a clock
// that shows whole seconds.
const leastIncrement = 2000

// gained returns the increment that a press brought. It is the one of the time control, if
// that is known, unless the clock shows that it added none.
func (p *pressed) gained(stages []TimeStage, move int) int64 {
	up := p.after - *p.before.Of(p.by)
	switch {
	case len(stages) > 0:
		increment := 1000 * StageOf(stages, move).Increment
		if p.read && up < increment/2 {
			return 0
		}
		return increment
	case !p.read || up < leastIncrement:
		return 0
	}
	return (up + 500) / 1000 * 1000
}

// Propose returns what to set after an irregular press at a moment, by which the player made
// so many moves, with the time that the Laws add; nil if no times are known.
func (r *Rules) Propose(p *Presses, at int64, timeControl string, move int, added Times) *ClockProposal {
	press := p.pressAt(at)
	if at < 0 || press == nil || !press.known || !r.Settles(TopicSetClocks) {
		return nil
	}
	c := &ClockProposal{At: press.before, Added: added, Article: r.Article(TopicSetClocks)}
	gained := press.gained(ParseTimeControl(timeControl), move)
	*c.Gained.Of(press.by) = gained
	if press.read {
		*c.At.Of(press.by) = max(0, press.after-gained)
	}
	c.Set = Times{White: c.At.White + c.Added.White, Black: c.At.Black + c.Added.Black}
	return c
}
