package simulate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// view is how a board sees a table.
type view struct {
	Board
	rng    *rand.Rand
	faults Faults
	table  *table
	start  [64]pieceID // which piece stood where at time 0
	truth  *Truth
	pasts  []*legality.Game // of the games of truth
	gaps   []gap            // without reports
}

// report is a change of what a square shows.
type report struct {
	at     int64
	acted  int64 // when the change happened
	order  int   // among the reports of one moment: of the scan, or of the acts
	square placement.Square
	id     pieceID // the piece that stands there now
	piece  placement.Piece
	was    placement.Piece
}

// arrivals returns all that the board sends, from a full scan at time 0 on.
func (v *view) arrivals() []arrival {
	var first placement.Placement
	for sq, m := range v.start {
		first[sq] = v.see(m, 0)
	}
	return v.send(first, v.reports(&first))
}

// frame puts a report into the scan in which the board sends it, if it sends whole
// scans. The decoders of this program report the lifts of a scan first, from a1 to
// h8.
func (v *view) frame(r *report) {
	if !v.Whole {
		return
	}
	r.at, r.order = v.reportsAt(int(r.square), r.at), int(r.square)
	if r.piece != placement.Empty {
		r.order += 64
	}
}

// see returns what the board recognises of a piece.
func (v *view) see(m pieceID, at int64) placement.Piece {
	piece := v.table.reading(m, at)
	if v.Occupancy && piece != placement.Empty {
		return placement.Unknown
	}
	return piece
}

// reports returns the changes from look to look, in the order of the reports.
func (v *view) reports(first *placement.Placement) []report {
	looks := v.looks()
	v.spoil(&looks, first)
	v.believe(&looks, first)
	var all []report
	for sq := range looks {
		all = v.appendChanges(all, looks[sq], first[sq])
	}
	for i := range all {
		v.frame(&all[i])
	}
	slices.SortFunc(all, func(a, b report) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order))
	})
	return all
}

// looks returns, for each square, the looks that may differ from the look before.
func (v *view) looks() [64][]report {
	acts := slices.Clone(v.table.acts)
	slices.SortStableFunc(acts, func(a, b act) int { return cmp.Compare(a.at, b.at) })
	var looks [64][]report
	for i, a := range acts {
		seen := report{at: a.at, acted: a.at, order: i, square: a.square, id: a.id}
		if v.Scan > 0 {
			seen.at, seen.order = v.looksAt(int(a.square), a.at), v.scanOrder(int(a.square))
		}
		seen.piece = v.see(a.id, seen.at)
		if n := len(looks[a.square]); n > 0 && v.Scan > 0 && looks[a.square][n-1].at == seen.at {
			looks[a.square][n-1] = seen // undone before anybody looked
		} else {
			looks[a.square] = append(looks[a.square], seen)
		}
	}
	return looks
}

// appendChanges appends the looks at one square that differ from the look before.
// Some are misread or missed.
func (v *view) appendChanges(dst, looks []report, was placement.Piece) []report {
	for i, r := range looks {
		if r.piece == was {
			continue
		}
		if v.Whole && v.lose(&r) && i+1 < len(looks) && looks[i+1].at <= r.at {
			continue // nobody saw it
		}
		r.was, was = was, r.piece
		again := r.at + max(v.Scan, misreadMs)
		last := i+1 == len(looks) || looks[i+1].at > again
		if r.piece.Known() && last && v.Agree < 2 && v.happens(func(f *Faults) Rate { return f.Misread }) {
			wrong := r
			wrong.piece = otherKind(r.piece)
			v.did(MisreadPiece, r.acted, 0, r.square)
			dst = append(dst, wrong)
			r.at, r.was = again, wrong.piece
		}
		dst = append(dst, r)
	}
	return dst
}

// misreadMs is how long a board that sees every change at once misreads a piece;
// scenes.
const misreadMs = 60

// otherKind returns another piece of the same colour: the next kind in the order P N B R Q K.
func otherKind(p placement.Piece) placement.Piece {
	return placement.MakePiece(p.Color(), p.Kind()%placement.King+1)
}

// believe drops the looks that do not count on a board that needs more than one
// look.
func (v *view) believe(looks *[64][]report, first *placement.Placement) {
	if v.Scan == 0 {
		return
	}
	for sq := range looks {
		if v.Blank {
			looks[sq] = v.blanked(looks[sq], first[sq])
		}
		looks[sq] = v.agreed(looks[sq])
	}
	if v.Patience > 1 {
		v.waitForPieces(looks)
	}
}

// agreed returns, for each run of equal looks that is long enough, the look at
// which the board accepts it.
func (v *view) agreed(looks []report) []report {
	if v.Agree < 2 {
		return looks
	}
	var out []report
	for i, r := range looks {
		r.at += int64(v.Agree-1) * v.Scan
		if i+1 == len(looks) || looks[i+1].at > r.at {
			out = append(out, r)
		}
	}
	return out
}

// blanked inserts a look that sees nothing before each look that sees another piece
// than the look before.
func (v *view) blanked(looks []report, was placement.Piece) []report {
	var out []report
	for i, r := range looks {
		if r.piece == placement.Empty || was == placement.Empty || r.piece == was {
			out = append(out, r)
			was = r.piece
			continue
		}
		blank := r
		blank.piece = placement.Empty
		out = append(out, blank)
		if was, r.at = r.piece, r.at+v.Scan; i+1 == len(looks) || looks[i+1].at > r.at {
			out = append(out, r)
		}
	}
	return out
}

// waitForPieces makes a square empty only after as many looks as Patience requires, or when
// its piece is seen elsewhere; not at all if a piece is seen on it before that.
func (v *view) waitForPieces(looks *[64][]report) {
	var waited [64][]report
	for sq := range looks {
		last, came := v.start[sq], int64(longAgo)
		for i, r := range looks[sq] {
			if r.piece != placement.Empty {
				came = r.at
			} else {
				if r.at-came > int64(v.Passing)*v.Scan {
					r.at += int64(v.Patience-1) * v.Scan
				}
				r.at = min(r.at, v.seenElsewhere(looks, last, looks[sq][i]))
				if i+1 < len(looks[sq]) && looks[sq][i+1].at <= r.at {
					continue
				}
			}
			last = r.id
			waited[sq] = append(waited[sq], r)
		}
	}
	*looks = waited
}

// longAgo is a time before any game, in milliseconds.
const longAgo = -1 << 50

// seenElsewhere returns the first look, after the one that finds a square empty, in whose
// scan the square's piece is seen on another square; never if there is none.
func (v *view) seenElsewhere(looks *[64][]report, m pieceID, empty report) int64 {
	first := int64(never)
	for sq := range looks {
		for _, r := range looks[sq] {
			if r.id != m || m == noPiece || r.piece == placement.Empty || r.square == empty.square {
				continue
			}
			if at := r.at - v.phase(sq) + v.phase(int(empty.square)); at >= empty.at {
				first = min(first, at)
			}
		}
	}
	return first
}

// happens draws whether a fault of the profile or of the board happens.
func (v *view) happens(rate func(*Faults) Rate) bool {
	return rate(&v.faults).happens(v.rng) || rate(&v.Errs).happens(v.rng)
}

// spoil makes the sensors err.
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

// eachPly calls do for the plies of all games, with the moments at which the ply
// before and the ply itself landed.
func (v *view) eachPly(do func(last, landed int64)) {
	last := int64(0)
	for t := v.truth; t != nil; t = t.Next {
		for _, landed := range t.Landed {
			do(last, landed)
			last = max(last, landed)
		}
	}
}

// bounced lets contacts open once more after a piece has landed on them.
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

// blink returns the reports of a piece that is not read for a while.
func blink(r report, at, ms int64) []report {
	gone, back := r, r
	gone.at, gone.id, gone.piece = at, noPiece, placement.Empty
	back.at = at + ms
	return []report{gone, back}
}

// weaken makes a piece that stands still unread for a while. It tries a few squares, which
// may all be empty.
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

// weakApart is the least time between a piece going unread and other changes on its
// square, in milliseconds, so that it does not look moved; chosen.
const weakApart = 1000

// standing returns how many looks at a square came up to a moment, and the last of
// them.
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

// kill makes an occupied square show empty for good from some ply on, or show its piece for
// good. The square is occupied so that people notice the fault.
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

// eraseLandings records the plies that an occupancy board cannot show: those that
// ended on a dead square.
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
