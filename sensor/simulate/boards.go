package simulate

// The boards. Where a number has no source it is chosen.

// The hosts of this program ask a board that tells changes only for a full scan
// when none has come for two seconds after the last one, and once a minute.
const (
	verifyAfter = 2000
	dumpEvery   = 60000
)

// Text is a board that sees every change at once, such as a person imagines who
// writes a log by hand.
func Text() Board { return Board{Verify: verifyAfter, Dump: dumpEvery} }

// DGT is a DGT board that looks at all squares in one moment: what has changed
// since the last scan comes in one burst, from a8 to h1. The maker gives 200 to
// 250 ms for a scan; a field update is 5 bytes at 9600 baud.
func DGT() Board { return Board{Scan: 200, Frame: 5, Verify: verifyAfter, Dump: dumpEvery} }

// DGTSwept is a DGT board that looks at its squares one after another, all
// through the scan, as the maker describes it: a man pushed on quickly may be
// seen on both squares.
func DGTSwept() Board {
	b := DGT()
	b.Sweep = 200
	return b
}

// DGTTurned is DGTSwept with White on the far side: squares are told from h1
// to a8.
func DGTTurned() Board {
	b := DGTSwept()
	b.Turned = true
	return b
}

// DGTBluetooth is a DGT board on Bluetooth. It scans about half as fast
// (PicoChess doubles its waits for it) and asks its clock two or three times a
// second (maker). What the radio adds is chosen.
func DGTBluetooth() Board {
	b := DGTSwept()
	b.Scan, b.Sweep, b.ClockPoll, b.Latency = 400, 400, 400, Span{10, 60}
	return b
}

// DGTBus is one of several DGT boards on a bus. A board on a bus is silent
// until it is asked for what has changed since it was last asked, and then
// tells it in order and without times, changes of the lever among it (maker).
// The host of this program asks every 250 ms while the line has time for it.
func DGTBus() Board {
	b := DGTSwept()
	b.Poll = 250
	return b
}

// Centaur is the board inside a DGT Centaur. It names no man. Drivers ask it
// every 50 ms for what has changed, which it tells in order; its stamps have
// 256 parts of a second, so that it looks often: every 20 ms is chosen.
func Centaur() Board { return Board{Scan: 20, Poll: 50, Dump: dumpEvery, Occupancy: true} }

// ChessLink is a Millennium board behind a ChessLink. It scans in 20 units of
// 2.048 ms and sends each scan, 67 characters of 10 bits at 38,400 baud, unless
// its registers say otherwise (maker).
func ChessLink() Board { return Board{Scan: 41, Sweep: 41, Whole: true, Frame: 17} }

// Certabo is a board that reads radio tags, with its men calibrated and read
// well: measured, 384 readings of men in 12 frames without a miss; the numbers
// seen on empty squares belong to no man. A frame of some 830 characters takes
// 216 ms at 38,400 baud, and one follows the other. As the decoder of this
// program has it, a man has come when he is read, and has gone when he is read
// elsewhere or three frames lack him, one if he has been there for three frames
// only. Two tags in one field are not read.
func Certabo() Board {
	return Board{Scan: 216, Sweep: 216, Whole: true, Patience: 3, Passing: 3, Blank: true}
}

// CertaboWeak is a Certabo with a set of weak tags: measured, in 3 frames of 32
// men one was not read in two of them. How often that goes on for so long that
// he counts as gone is chosen.
func CertaboWeak() Board {
	b := Certabo()
	b.Errs = Faults{Weak: Rate{1, 25}, WeakFor: Span{650, 1500}}
	return b
}

// Tabutronic is a Sentio or Tactum: whole scans of eight numbers, at most 34
// characters at 38,400 baud, that name no man. Ten scans a second are chosen.
func Tabutronic() Board {
	return Board{Scan: 100, Sweep: 100, Whole: true, Frame: 9, Occupancy: true}
}

// Reed is a board of Hall or reed sensors; chosen, 50 ms as its drivers poll.
func Reed() Board {
	return Board{Scan: 50, Verify: verifyAfter, Dump: dumpEvery, Occupancy: true}
}

// ReedSettled is such a board that believes a change after 15 equal readings 10
// ms apart, as one published by hobbyists does (P5-SMAK).
func ReedSettled() Board {
	b := Reed()
	b.Scan, b.Agree = 10, 15
	return b
}

// ReedWeak is such a board with contacts that bounce and magnets that are weak
// or stand off the centre of their square, of which owners report squares that
// come and go (OPENCHESSBOARD). How often is chosen.
func ReedWeak() Board {
	b := Reed()
	b.Errs = Faults{Bounce: Rate{1, 25}, Weak: Rate{1, 40}, WeakFor: Span{50, 300}}
	return b
}
