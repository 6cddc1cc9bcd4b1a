package simulate

// Board is how a board looks at the men that stand on it, and how what it saw
// comes to us. The zero value reports every change at once and by name. All
// times are milliseconds.
type Board struct {
	Occupancy bool // it cannot tell one man from another

	Scan     int64 // between two looks at a square; 0: it sees every change at once
	Sweep    int64 // from the look at its first square to that at its last, at most Scan; 0: all squares in one moment
	Turned   bool  // it lies turned, so that it looks at h1 first and at a8 last
	Agree    int   // looks in a row that must agree before a change is told; 0 is 1
	Patience int   // looks in a row that must lack a man before he counts as lifted, unless he is seen elsewhere; 0 is 1
	Passing  int   // looks for which a man has just come to a square: then one that lacks him is enough
	Blank    bool  // of a man that takes another's place the first look sees nothing

	Whole     bool  // it sends whole scans: what one look missed the next one tells
	Frame     int64 // that a report, or a whole scan, takes on the line; others wait
	Latency   Span  // from the line to us; nothing overtakes anything
	Poll      int64 // between two questions, without which it tells nothing; then all at once, in order. 0: it tells by itself
	ClockPoll int64 // between two looks of the board at its clock; 0: at once
	Verify    int64 // of rest after a report until a full scan is asked for; 0: never
	Dump      int64 // between two full scans that are asked for anyway; 0: only at the start

	Errs Faults // what goes wrong with such a board, besides what the profile says
}

// scanOrder is where a square comes in a scan. All boards whose makers tell it
// begin at their own a8 and end at their own h1, row by row.
func (b *Board) scanOrder(sq int) int {
	if b.Turned {
		return 8*(sq/8) + 7 - sq%8
	}
	return 8*(7-sq/8) + sq%8
}

// phase is when in a scan a square is looked at.
func (b *Board) phase(sq int) int64 { return int64(b.scanOrder(sq)) * b.Sweep / 64 }

// looksAt is when a board that scans next looks at a square, at or after a moment.
func (b *Board) looksAt(sq int, at int64) int64 {
	phase := b.phase(sq)
	scans := max(0, at-phase+b.Scan-1) / b.Scan
	return phase + scans*b.Scan
}

// tellsAt is when it sends, at the earliest, what it saw in a look at a square:
// at once or, if it sends whole scans, when the scan is over and sent.
func (b *Board) tellsAt(sq int, at int64) int64 {
	if !b.Whole {
		return at
	}
	return at - b.phase(sq) + b.Sweep + b.Frame
}

// Late is how long after an act, in milliseconds, the board may tell it, but for
// what it takes to tell the others of the same scan.
func (b *Board) Late() int64 {
	looks := int64(max(b.Agree, 1))
	if b.Blank {
		looks++
	}
	late := looks*b.Scan + b.Poll + b.Latency.Most
	if b.Whole {
		late += b.Sweep + b.Frame
	}
	return late
}
