// Package finder finds out what family of boards is at the other end of a port. It
// listens, at one speed after the other, and asks questions that do no harm to any
// board.
//
// # What it tries
//
//	38400 baud   nothing is sent: Certabo, Tabutronic and, with the maker's settings,
//	             ChessLink boards report by themselves
//	9600 baud    87 00 00 07: the boards of a DGT bus answer, and so does a DGT board
//	             to which nobody has spoken yet
//	9600 baud    45, twice: a DGT board answers with its serial number
//	38400 baud   V56, twice: a ChessLink board answers with its version
//	115200 baud  RP, twice: an iChessOne answers with its squares
//	115200 baud  LF hello? LF, twice: a board of package text answers with hello
//	9600 baud    the same
//
// At a HID device it sends 21 01 00, twice: a board by Chessnut reports its squares. No other
// maker's device is opened.
//
// and all over again, with 8 data bits and no parity; the parity of a ChessLink board
// is then bit 7. A round takes some 13 seconds; a DGT board is found after three. A
// board that answers nothing and only reports what happens is found when something
// happens while the port has its speed; what it reports at another speed is lost. A
// USB device without a serial line is understood at any speed. The bytes by which a
// board was found are kept for its decoder (Evidence).
//
// # Why it does no harm
//
// What each question means to each board that may be at the other end, if it was not
// found before:
//
//	           DGT               DGT bus            ChessLink     Certabo, Tabutronic  text
//	87 00 00   to bus mode,      its boards answer  wrong parity  noise for its        noise, ended
//	07         which 45 ends                                      lights               by LF
//	45         serial number     all leave bus      wrong parity  noise for its        an E, ended
//	                             mode                             lights               by LF
//	V56        80 or more        the same           its version   three bytes for      noise, ended
//	                                                              its lights           by LF
//	RP         80 or more        the same           wrong parity  noise for its        noise, ended
//	                                                              lights               by LF
//	hello? at  80 or more        the same           wrong parity  noise for its        who it is
//	115200                                                        lights
//	hello? at  no commands       no commands        wrong parity  noise for its        who it is
//	9600                                                          lights
//
// A DGT board needs most care: 4e starts its boot loader, 51 and 53 disable half of its
// squares for good, 49 keeps it busy for eight seconds, 2b sets a tournament clock. A
// byte that differs from 45 in one bit is 44, 47, 41, 4d, 55, 65, 05 or c5, each of
// which is harmless or no command; a ping that differs in one bit has a wrong
// checksum. All commands of a DGT board are below 80: their bit 7 is 0. The board
// samples that bit 8.5 bit times after the start bit begins, 885 microseconds. V56
// takes 781, LF hello? LF at 115200 baud 694, RP 174; then the line rests, which is 1. So
// whatever a DGT board reads of them is 80 or more, and no command. Commands of a bus
// are four bytes with a checksum. The bytes of hello? at 9600 baud are 68, 65, 6c, 6f,
// 3f and 0a, which no paper of the maker names as commands.
//
// A command of single-board mode takes all boards of a DGT bus out of bus mode; they
// return when a host speaks to them as a bus. It is sent only if no two boards have
// answered the ping.
//
// A ChessLink board drops bytes with wrong parity and messages with a wrong checksum. A
// Certabo board takes any eight bytes for lights, but is recognized before anything is
// sent. What a home-made board does with bytes at the wrong speed is not known; one
// that follows package text drops them. Nor is it known what an iChessOne does with what
// it does not understand: its known commands begin with C and R, and it is asked before
// anything else is sent at its speed.
package finder

import (
	"slices"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chessnut"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
)

// station is a speed at which the Finder listens, and what it asks there.
type station struct {
	baud     int
	ask      string   // as 8-bit bytes; empty: nothing
	asks     []int64  // when to ask, in milliseconds after the speed was set
	stay     int64    // how long to stay, in milliseconds
	families []string // whose decoders listen
}

// hidStation is the only station at a HID device, which has no speed. Its baud is that of the
// first of the others, so that a serial port that takes its place begins there.
const hidStation = len(stations) - 1

// stations are tried in this order. A Certabo frame takes 0.24 s, and the first may
// have begun before; opening the port may have reset an Arduino, which is in its boot
// loader for up to 2 s; boards of a DGT bus answer a ping within 1.1 s, and one board
// alone may need the next question to leave bus mode.
var stations = [...]station{
	{baud: 38400, stay: 800, families: []string{"certabo", "tabutronic", "chesslink", "text"}},
	{baud: 9600, ask: askBus, asks: []int64{100}, stay: 1400, families: []string{"dgt", "text"}},
	{baud: 9600, ask: askDGT, asks: []int64{200, 600}, stay: 1200, families: []string{"dgt", "text"}},
	{baud: 38400, ask: askChessLink, asks: []int64{50, 400}, stay: 800, families: []string{"certabo", "tabutronic", "chesslink", "text"}},
	{baud: 115200, ask: askIChessOne, asks: []int64{50, 400}, stay: 800, families: []string{"ichessone", "text"}},
	{baud: 115200, ask: askText, asks: []int64{200, 2200}, stay: 4000, families: []string{"text"}},
	{baud: 9600, ask: askText, asks: []int64{50, 2050}, stay: 4000, families: []string{"dgt", "text"}},
	{baud: 38400, ask: chessnut.Start(), asks: []int64{0, 1000}, stay: 4000, families: []string{"chessnut"}},
}

// RoundTime returns how long it takes to try everything once, in milliseconds.
func RoundTime() int64 {
	total := int64(0)
	for i := range stations[:hidStation] {
		total += stations[i].stay
	}
	return total
}

// The questions. V56 with the parity in bit 7 is d6 b5 b6.
const (
	askBus       = "\x87\x00\x00\x07"
	askDGT       = "\x45"
	askChessLink = "\xd6\xb5\xb6"
	askIChessOne = "RP"
	askText      = "\nhello?\n"
)

// Allowed reports whether data is one of the questions.
func Allowed(data []byte) bool {
	return slices.ContainsFunc(stations[:], func(s station) bool { return len(s.asks) > 0 && string(data) == s.ask })
}

// Finder finds out what board there is. It has no clock and no port: the caller passes
// times, in milliseconds on any clock that does not go back, and what was read, sends
// the bytes that Step returns, and sets the port to Baud. The zero value waits for
// Opened.
type Finder struct {
	HID bool // the port is a HID device; set it before Opened

	open   bool
	since  int64 // when the speed of the present station was set
	asked  int   // how often, at the present station
	now    visit
	before visit // to the last station, whose input may still come
	rounds int
	found  Found
	proof  []Read
}

// visit is what was read at a station.
type visit struct {
	station  int
	decoders []family.Decoder // of the station's families
	pings    pings
	read     []Read
	size     int // bytes of read
}

// Read is what was read from the port at once, and when.
type Read struct {
	At   int64
	Data []byte
}

// maxEvidence is how many bytes are kept of a visit: more text than a board prints in
// that time, unless it prints without end.
const maxEvidence = 64 << 10

// Found is the board that was found. The zero value is none.
type Found struct {
	Family string // as family.Named takes it
	Baud   int    // 0 of a HID device
}

// Opened starts the Finder: the port was opened, for the first time or again, at Baud.
func (f *Finder) Opened(at int64) {
	*f = Finder{open: true, HID: f.HID}
	f.enter(f.next(hidStation-1), at)
}

// Closed stops the Finder: the port is gone. It sends nothing until Opened.
func (f *Finder) Closed() { *f = Finder{} }

// Found returns what was found.
func (f *Finder) Found() Found { return f.found }

// Evidence returns what was read since the port had the speed of the board that was
// found, in order. The decoder of the board needs it: some of it may be news. It is nil
// before anything was found.
func (f *Finder) Evidence() []Read { return f.proof }

// Rounds returns how often everything was tried in vain since Opened.
func (f *Finder) Rounds() int { return f.rounds }

// Baud returns the speed that the port must have. Step changes it; call Tuned when the
// port has it.
func (f *Finder) Baud() int { return stations[f.now.station].baud }

// Tuned starts the time at this speed: setting it may have taken some.
func (f *Finder) Tuned(at int64) {
	if f.asked == 0 {
		f.since = at
	}
}

// enter goes to a station.
func (f *Finder) enter(station int, at int64) {
	f.before = f.now
	f.since, f.asked, f.now = at, 0, visit{station: station}
	for _, name := range stations[station].families {
		f.now.decoders = append(f.now.decoders, family.Named(name).Decoder())
	}
}

// leave goes to the next station, unless the answers to the ping show what there is.
func (f *Finder) leave(at int64) {
	if name := f.now.pings.family(); name != "" {
		f.find(name)
		return
	}
	next := f.next(f.now.station)
	if next <= f.now.station {
		f.rounds++
	}
	f.enter(next, at)
}

// next returns the station after another.
func (f *Finder) next(station int) int {
	if f.HID {
		return hidStation
	}
	return (station + 1) % hidStation
}

// find notes what was found at the present station.
func (f *Finder) find(name string) {
	f.found, f.proof = Found{Family: name, Baud: f.Baud()}, f.now.read
	if f.HID {
		f.found.Baud = 0
	}
}

// Take takes what was read. Input from before the port got its speed belongs to the speed
// before.
func (f *Finder) Take(at int64, data []byte) {
	if !f.seeking() {
		return
	}
	v := &f.now
	if at < f.since {
		v = &f.before
	}
	if name := v.take(at, data); name != "" {
		f.now = *v
		f.find(name)
	}
}

// take takes what was read. It returns the family of the board, once that is known.
func (v *visit) take(at int64, data []byte) (name string) {
	v.read, v.size = append(v.read, Read{at, slices.Clone(data)}), v.size+len(data)
	for v.size > maxEvidence {
		v.size -= len(v.read[0].Data)
		v.read = v.read[1:]
	}
	s := &stations[v.station]
	if s.ask == askBus {
		v.pings.take(data)
	}
	for i, d := range v.decoders {
		if d.Step(nil, at, data); d.Recognized() {
			return s.families[i]
		}
	}
	return ""
}

func (f *Finder) seeking() bool { return f.open && f.found.Family == "" }

// Step appends what is to be sent now. It sends nothing when it changes Baud, so that
// the caller can set it first. Call it after each read and at Deadline.
func (f *Finder) Step(dst []byte, at int64) []byte {
	switch s := &stations[f.now.station]; {
	case !f.seeking():
	case at >= f.since+s.stay:
		f.leave(at)
	case f.asked < len(s.asks) && at >= f.since+s.asks[f.asked]:
		f.asked++
		return append(dst, s.ask...)
	}
	return dst
}

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened, and when a board was found.
func (f *Finder) Deadline() int64 {
	s := &stations[f.now.station]
	switch {
	case !f.seeking():
		return sensor.Never
	case f.asked < len(s.asks):
		return f.since + s.asks[f.asked]
	}
	return f.since + s.stay
}

// pings counts the boards that answer a ping of all boards of a bus.
type pings struct {
	frame  bus.Framer
	boards []bus.Address
}

func (p *pings) take(data []byte) {
	p.frame.Write(data)
	for packet, _, more := p.frame.Next(); more; packet, _, more = p.frame.Next() {
		if packet.Answers(bus.Ping) && !slices.Contains(p.boards, packet.From) {
			p.boards = append(p.boards, packet.From)
		}
	}
}

// family returns the family of the boards that have answered, "" if none has. If only one
// board has answered, it is a DGT board in single use that was switched on and waits in bus
// mode until somebody speaks to it.
func (p *pings) family() string {
	switch len(p.boards) {
	case 0:
		return ""
	case 1:
		return "dgt"
	}
	return family.Bus
}
