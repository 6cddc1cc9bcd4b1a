package simulate

import "github.com/boardd/boardd/legality/placement"

// believe leaves of all looks those that count with a board that is not content
// with one.
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
		v.waitForMen(looks)
	}
}

// agreed is, of each run of looks that show the same, the one at which it is
// believed, if it comes to that.
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

// blanked puts in a look that sees nothing before each that sees another man
// than the one before.
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

// waitForMen lets a square become empty only after as many looks as patience
// wants, or when its man is seen on another one; not at all if somebody is seen
// on it before that.
func (v *view) waitForMen(looks *[64][]report) {
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
			last = r.man
			waited[sq] = append(waited[sq], r)
		}
	}
	*looks = waited
}

// longAgo is before any game, in milliseconds.
const longAgo = -1 << 50

// seenElsewhere is when a square is looked at in the scan, not before the one
// that finds it empty, in which its man is seen on another; never if he is not.
func (v *view) seenElsewhere(looks *[64][]report, m man, empty report) int64 {
	first := int64(never)
	for sq := range looks {
		for _, r := range looks[sq] {
			if r.man != m || m == nobody || r.piece == placement.Empty || r.square == empty.square {
				continue
			}
			if at := r.at - v.phase(sq) + v.phase(int(empty.square)); at >= empty.at {
				first = min(first, at)
			}
		}
	}
	return first
}
