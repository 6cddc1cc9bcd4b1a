package simulate

// Board describes how a board scans the pieces, and how its reports reach the host.
// The zero value reports every change at once, with the piece. All times are in
// milliseconds.
type Board struct {
	Occupancy bool // it cannot recognise pieces

	Scan     int64 // between two looks at a square; 0: it sees every change at once
	Sweep    int64 // from the look at its first square to that at its last, at most Scan; 0: all squares in one moment
	Turned   bool  // White sits at the far side: it looks at h1 first and at a8 last
	Agree    int   // looks in a row that must agree before it reports a change; 0 is 1
	Patience int   // looks in a row that must lack a piece before it counts as lifted, unless it is seen elsewhere; 0 is 1
	Passing  int   // after a piece has stood for at most so many looks, one that lacks it is enough
	Blank    bool  // the first look at a piece that replaces another sees nothing

	Whole     bool  // it sends whole scans: the next one shows what one has missed
	Frame     int64 // time of a report, or of a whole scan, on the line; others wait
	Latency   Span  // from the line to the host; the order stays
	Poll      int64 // between two questions, to which it reports all changes in order; 0: it reports by itself
	ClockPoll int64 // between two looks of the board at its clock; 0: at once
	Verify    int64 // from the last report to the request for a full scan; 0: never
	Dump      int64 // between two requests for a full scan in any case; 0: only at the start

	Errs Faults // faults of this board, besides those of the profile
}

// scanOrder returns the place of a square in a scan. All boards whose makers document it
// begin at their own a8 and end at their own h1, row by row.
func (b *Board) scanOrder(sq int) int {
	if b.Turned {
		return 8*(sq/8) + 7 - sq%8
	}
	return 8*(7-sq/8) + sq%8
}

// phase returns the moment within a scan at which the board looks at a square.
func (b *Board) phase(sq int) int64 { return int64(b.scanOrder(sq)) * b.Sweep / 64 }

// looksAt returns when a board that scans next looks at a square, at or after a moment.
func (b *Board) looksAt(sq int, at int64) int64 {
	phase := b.phase(sq)
	scans := max(0, at-phase+b.Scan-1) / b.Scan
	return phase + scans*b.Scan
}

// reportsAt returns the earliest time at which the board reports a look at a square: at
// once or, if it sends whole scans, when the scan is over and sent.
func (b *Board) reportsAt(sq int, at int64) int64 {
	if !b.Whole {
		return at
	}
	return at - b.phase(sq) + b.Sweep + b.Frame
}

// Late returns how long after an act, in milliseconds, the board may report it, not
// counting the time for other reports of the same scan.
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

// The boards. A number without a source is chosen.

// The hosts of this program ask a board that reports changes for a full scan two
// seconds after the last change, and once a minute.
const (
	verifyAfter = 2000
	dumpEvery   = 60000
)

// Text returns a board that sees every change at once, as in a log written by hand.
func Text() Board { return Board{Verify: verifyAfter, Dump: dumpEvery} }

// DGT returns a DGT board that looks at all squares in one moment: all changes
// since the last scan come in one burst, from a8 to h1. The maker gives 200 to 250
// ms for a scan; a field update is 5 bytes at 9600 baud.
func DGT() Board { return Board{Scan: 200, Frame: 5, Verify: verifyAfter, Dump: dumpEvery} }

// DGTSwept returns a DGT board that looks at its squares one after another during a
// scan, as the maker describes it. It may see a piece that is pushed quickly on
// both squares.
func DGTSwept() Board {
	b := DGT()
	b.Sweep = 200
	return b
}

// DGTTurned returns DGTSwept with White on the far side: it reports squares from h1
// to a8.
func DGTTurned() Board {
	b := DGTSwept()
	b.Turned = true
	return b
}

// DGTBluetooth returns a DGT board on Bluetooth. It scans about half as fast
// (PicoChess doubles its waits for it) and reads its clock two or three times a
// second (maker). The latency of the radio is chosen.
func DGTBluetooth() Board {
	b := DGTSwept()
	b.Scan, b.Sweep, b.ClockPoll, b.Latency = 400, 400, 400, Span{10, 60}
	return b
}

// DGTBus returns one of several DGT boards on a bus. Such a board is silent until
// it is asked, and then reports all changes since the last question in order and
// without times, including those of the lever (maker). The host of this program
// asks every 250 ms while the line has time for it.
func DGTBus() Board {
	b := DGTSwept()
	b.Poll = 250
	return b
}

// Centaur returns the board inside a DGT Centaur, an occupancy board. Drivers ask
// it every 50 ms, and it reports the changes in order. Its time stamps have 256
// parts of a second, so it scans often; 20 ms is chosen.
func Centaur() Board { return Board{Scan: 20, Poll: 50, Dump: dumpEvery, Occupancy: true} }

// ChessLink returns a Millennium board behind a ChessLink. It scans in 20 units of
// 2.048 ms and sends each scan, 67 characters of 10 bits at 38,400 baud, unless
// its registers say otherwise (maker).
func ChessLink() Board { return Board{Scan: 41, Sweep: 41, Whole: true, Frame: 17} }

// Certabo returns a board that reads the radio tags of known pieces well: measured, 384
// readings in 12 frames without a miss; the numbers read on empty squares belong to no
// piece. A frame of some 830 characters takes 216 ms at 38,400 baud, and the next one
// follows at once. As in the decoder of this program, a piece has come when it is read. It
// has gone when it is read elsewhere or when three frames lack it; one frame is enough if
// it had stood for at most three. Two tags on one square are not read.
func Certabo() Board {
	return Board{Scan: 216, Sweep: 216, Whole: true, Patience: 3, Passing: 3, Blank: true}
}

// CertaboWeak returns a Certabo with a set of weak tags: measured, in 3 frames of
// 32 pieces one piece was not read in two frames. How often that lasts so long that
// the piece counts as gone is chosen.
func CertaboWeak() Board {
	b := Certabo()
	b.Errs = Faults{Weak: Rate{1, 25}, WeakFor: Span{650, 1500}}
	return b
}

// Chessnut returns a board by Chessnut at USB, which sends all squares in one report. How often
// is not known; ten scans a second are chosen, and 1 ms for the report.
func Chessnut() Board { return Board{Scan: 100, Sweep: 100, Whole: true, Frame: 1} }

// IChessOne returns an iChessOne, which sends all squares after a change, 34 characters at
// 115,200 baud. How often it scans is not known; ten scans a second are chosen.
func IChessOne() Board { return Board{Scan: 100, Sweep: 100, Whole: true, Frame: 3} }

// Tabutronic returns a Sentio or Tactum, an occupancy board: whole scans of eight
// numbers, at most 34 characters at 38,400 baud. Ten scans a second are chosen.
func Tabutronic() Board {
	return Board{Scan: 100, Sweep: 100, Whole: true, Frame: 9, Occupancy: true}
}

// Reed returns a board of Hall or reed sensors; 50 ms is chosen, as drivers poll.
func Reed() Board {
	return Board{Scan: 50, Verify: verifyAfter, Dump: dumpEvery, Occupancy: true}
}

// ReedSettled returns such a board that accepts a change after 15 equal readings 10
// ms apart, as a published hobby board does (P5-SMAK).
func ReedSettled() Board {
	b := Reed()
	b.Scan, b.Agree = 10, 15
	return b
}

// ReedWeak returns such a board with bouncing contacts, and with magnets that are weak or
// off the centre of their square: owners report squares that flicker (OPENCHESSBOARD). The
// rates are chosen.
func ReedWeak() Board {
	b := Reed()
	b.Errs = Faults{Bounce: Rate{1, 25}, Weak: Rate{1, 40}, WeakFor: Span{50, 300}}
	return b
}

// NamedProfile is a profile with its name for command lines and tables: lower case,
// without spaces.
type NamedProfile struct {
	Name string
	Profile
}

// Profiles returns all profiles, the plainest first. The caller owns the slice.
func Profiles() []NamedProfile {
	return []NamedProfile{
		{"clean", Clean()}, {"human", Human()}, {"blitz", Blitz()},
		{"noisy", Noisy()}, {"faulty", Faulty()}, {"unruly", Unruly()}, {"club", Club()},
	}
}

// ProfileNamed returns the profile of a name, and whether there is one.
func ProfileNamed(name string) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p.Profile, true
		}
	}
	return Profile{}, false
}

// NamedBoard is a board with its name for command lines and tables: lower case,
// without spaces.
type NamedBoard struct {
	Name string
	Board
}

// Boards returns all boards, those that recognise pieces first. The caller owns the
// slice.
func Boards() []NamedBoard {
	return []NamedBoard{
		{"text", Text()}, {"dgt", DGT()}, {"dgt-swept", DGTSwept()}, {"dgt-turned", DGTTurned()},
		{"dgt-bluetooth", DGTBluetooth()}, {"dgt-bus", DGTBus()},
		{"chesslink", ChessLink()}, {"chessnut", Chessnut()}, {"certabo", Certabo()}, {"certabo-weak", CertaboWeak()}, {"ichessone", IChessOne()},
		{"centaur", Centaur()}, {"tabutronic", Tabutronic()},
		{"reed", Reed()}, {"reed-settled", ReedSettled()}, {"reed-weak", ReedWeak()},
	}
}

// BoardNamed returns the board of a name, and whether there is one.
func BoardNamed(name string) (Board, bool) {
	for _, b := range Boards() {
		if b.Name == name {
			return b.Board, true
		}
	}
	return Board{}, false
}
