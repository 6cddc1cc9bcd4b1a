package touchmove

// DefaultLateMs is how long after an act, in milliseconds, a board may tell it of
// which nothing else is known: one full scan of a DGT board (maker: 200 to 250 ms).
const DefaultLateMs = 250

// SetLate says how long after an act, in milliseconds, the board may tell it: once
// it has been found which board it is. Not positive, it is as if nothing were said.
func (t *Tracker) SetLate(ms int64) {
	if ms > 0 {
		t.cfg.LateMs = ms
	}
}

// late is how long after a press the drop of its ply may be told.
func (t *Tracker) late() int64 { return max(lateMs, t.cfg.LateMs) }

// grace is how long a press is not held to have been made without a move.
func (t *Tracker) grace() int64 { return t.cfg.LateMs + graceMs }

// restMs is how long a man must be seen at rest to have been released: longer on a
// board whose reports may be late, since the one that he came may have been early
// and the one that he went on late.
func (t *Tracker) restMs() int64 { return t.cfg.RestMs + max(0, t.cfg.LateMs-DefaultLateMs) }

// sweep is within what time the order of changes may not be that of the hands.
func (t *Tracker) sweep() int64 { return max(sweepMs, t.cfg.LateMs) }
