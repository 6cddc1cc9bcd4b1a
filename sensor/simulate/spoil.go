package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// happens draws a fault, of the profile's or of the board's own.
func (v *view) happens(rate func(*Faults) Rate) bool {
	return rate(&v.faults).happens(v.rng) || rate(&v.Errs).happens(v.rng)
}

// spoil lets the sensors err.
func (v *view) spoil(looks *[64][]report, first *placement.Placement) {
	for sq := range looks {
		looks[sq] = v.bounced(looks[sq])
	}
	v.eachPly(func(last, landed int64) {
		if v.happens(func(f *Faults) Rate { return f.Weak }) && landed > last {
			v.weaken(looks, first, last+v.rng.Int64N(landed-last))
		}
	})
	if v.happens(func(f *Faults) Rate { return f.DeadSquare }) {
		v.kill(looks, first, DeadSquare)
	}
	if v.happens(func(f *Faults) Rate { return f.StuckSquare }) {
		v.kill(looks, first, StuckSquare)
	}
}

// eachPly goes through the plies of all games by the moments at which they and
// those before them landed.
func (v *view) eachPly(do func(last, landed int64)) {
	last := int64(0)
	for t := v.truth; t != nil; t = t.Next {
		for _, landed := range t.Landed {
			do(last, landed)
			last = max(last, landed)
		}
	}
}

// bounced lets contacts open once more after a man was put down on them.
func (v *view) bounced(looks []report) []report {
	var out []report
	step := max(v.Scan, 1)
	for i, r := range looks {
		out = append(out, r)
		if r.piece == placement.Empty || i+1 < len(looks) && looks[i+1].at <= r.at+3*step {
			continue
		}
		if v.happens(func(f *Faults) Rate { return f.Bounce }) {
			v.did(Bounced, r.acted+step, step, r.square)
			out = append(out, blink(r, r.at+step, step)...)
		}
	}
	return out
}

// blink is that a man is not read for a while.
func blink(r report, at, ms int64) []report {
	gone, back := r, r
	gone.at, gone.man, gone.piece = at, nobody, placement.Empty
	back.at = at + ms
	return []report{gone, back}
}

// weaken lets a man who stands still not be read for a while. A few squares are
// tried; on none of them need one stand.
func (v *view) weaken(looks *[64][]report, first *placement.Placement, at int64) {
	span := v.Errs.WeakFor
	if span == (Span{}) {
		span = v.faults.WeakFor
	}
	ms := span.draw(v.rng)
	if v.Scan > 0 {
		ms = (ms/v.Scan + 1) * v.Scan // whole looks
	}
	for range 8 {
		sq := v.rng.IntN(64)
		from := at
		if v.Scan > 0 {
			from = v.looksAt(sq, at)
		}
		i, r := standing(looks[sq], first[sq], from)
		if r.piece == placement.Empty || i < len(looks[sq]) && looks[sq][i].at <= from+ms+weakApart {
			continue
		}
		if i > 0 && looks[sq][i-1].at > from-weakApart {
			continue
		}
		r.order, r.square = v.scanOrder(sq), placement.Square(sq)
		looks[sq] = slices.Insert(looks[sq], i, blink(r, from, ms)...)
		v.did(Flickered, from, ms, r.square)
		return
	}
}

// weakApart is how far from anything else on its square a man goes unread, in
// milliseconds, so that he is not taken for one who is moved; chosen.
const weakApart = 1000

// standing is what a square reads at a moment, and how many looks came before.
func standing(looks []report, first placement.Piece, at int64) (int, report) {
	i := slices.IndexFunc(looks, func(r report) bool { return r.at > at })
	if i < 0 {
		i = len(looks)
	}
	if i == 0 {
		return 0, report{piece: first}
	}
	return i, looks[i-1]
}

// kill lets a square on which a man stands read empty for good from some ply
// on, or as if he never left. That a man stands on it lets everybody see it.
func (v *view) kill(looks *[64][]report, first *placement.Placement, kind DeedKind) {
	if len(v.truth.Landed) < 2 {
		return
	}
	at := v.truth.Landed[v.rng.IntN(len(v.truth.Landed)/2)] + 1
	for range 64 {
		sq := v.rng.IntN(64)
		i, r := standing(looks[sq], first[sq], at)
		if r.piece == placement.Empty || i == len(looks[sq]) {
			continue // nobody stands there, or nothing would be missed
		}
		looks[sq] = looks[sq][:i]
		if kind == DeadSquare {
			r.at, r.acted, r.square, r.piece = at, at, placement.Square(sq), placement.Empty
			if v.Scan > 0 {
				r.at, r.order = v.looksAt(sq, at), v.scanOrder(sq)
			}
			looks[sq] = append(looks[sq], r)
		}
		v.did(kind, at, 0, placement.Square(sq))
		v.eraseLandings(placement.Square(sq), at)
		return
	}
}

// eraseLandings writes down the plies that no board without names can show:
// those that ended on a square that is dead.
func (v *view) eraseLandings(sq placement.Square, from int64) {
	if !v.Occupancy {
		return
	}
	past := v.pasts[0]
	for n, landed := range v.truth.Landed {
		if landed > from && past.Move(n).To() == sq {
			v.did(Erased, landed, 0, sq)
		}
	}
}
