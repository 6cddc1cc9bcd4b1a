package dgt

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Board behaves like a board with its clock, for the demo and for tests. It takes
// what hands do, in terms of the game, and what the host sends, and returns what
// the board sends. It has no clock of its own, so even in update mode (0x43) it
// sends the chess clock only when something changes.
//
// It answers the commands of a Host, and those that set the mode. It does not
// answer the request for a trademark: the maker forbids other devices to pose as
// one of his.
//
// The zero value is an empty board that lies normally and has no clock. As after
// power-up, it reports nothing by itself.
type Board struct {
	Turned       bool    // White has the connector on the right
	ClockCrossed bool    // the clock stands the other way round than usual
	Number       int     // serial number and bus address, up to 16383
	Firmware     [2]byte // major, minor

	mode    mode
	pieces  placement.Placement // in the board's own squares
	clock   [7]byte             // the data of the clock's message
	clocked bool                // there is a clock
	log     []byte              // the internal log, the oldest first
	written int                 // bytes ever written to the log
}

type mode uint8

const (
	idle mode = iota
	updateBoard
	update
	updateNice
)

// Step takes a record of a hand or a clock, in terms of the game, and appends what the
// board sends. This board has no pieces of unknown kind, so the drop of one does nothing. A
// flag that falls stops the clock. The first record of the clock plugs it in. Other records
// do nothing.
func (b *Board) Step(dst []byte, r sensor.Record) []byte {
	if r.Put(func(sq placement.Square, piece placement.Piece) { dst = b.put(dst, sq, piece) }) {
		return dst
	}
	now, ok := b.clockAfter(r)
	if !ok || b.clocked && now == b.clock {
		return dst
	}
	before := b.clock[6]
	plugged := b.clocked
	b.clock, b.clocked = now, true
	if plugged {
		b.writeHalted(before)
	}
	if b.mode < update {
		return dst
	}
	return appendMessage(dst, idTime, b.clock[:]...)
}

// Command takes what the host sends and appends what the board answers.
func (b *Board) Command(dst []byte, commands []byte) []byte {
	for _, c := range commands {
		if set, ok := modes[c]; ok {
			b.mode = set
			continue
		}
		dst = b.answer(dst, Command(c))
	}
	return dst
}

// modes holds, for each command that changes it, what the board then reports by itself.
var modes = map[byte]mode{byte(Reset): idle, 0x43: update, 0x44: updateBoard, byte(UpdateNice): updateNice}

func (b *Board) answer(dst []byte, c Command) []byte {
	switch c {
	case SendBoard:
		return b.dump(dst)
	case SendClock:
		data := b.ClockData()
		return appendMessage(dst, idTime, data[:]...)
	case SendLog:
		return b.sendLog(dst)
	case SendVersion:
		return appendMessage(dst, idVersion, b.Firmware[0], b.Firmware[1])
	case ReturnSerial:
		return appendMessage(dst, idSerial, digits(b.Number, 5)...)
	case ReturnLongSerial:
		return appendMessage(dst, idLongSerial, digits(b.Number, 10)...)
	}
	return dst
}

// put puts a piece on a square, and reports it if that is a change.
func (b *Board) put(dst []byte, sq placement.Square, piece placement.Piece) []byte {
	code, ok := Code(piece)
	if !ok || sq >= placement.NoSquare {
		return dst
	}
	if b.Turned {
		sq = sq.Rotated()
	}
	if b.pieces[sq] == piece {
		return dst
	}
	b.pieces[sq] = piece
	b.logChanged(sq, code)
	if b.mode == idle {
		return dst
	}
	return appendMessage(dst, idField, Number(sq), code)
}

func (b *Board) dump(dst []byte) []byte {
	codes := b.Codes()
	return appendMessage(dst, idDump, codes[:]...)
}

// appendMessage frames data.
func appendMessage(dst []byte, id byte, data ...byte) []byte {
	size := headerSize + len(data)
	dst = append(dst, id, byte(size>>7), byte(size&0x7f))
	return append(dst, data...)
}

// digits returns a number in n ASCII digits.
func digits(number, n int) []byte {
	out := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = '0' + byte(number%10)
		number /= 10
	}
	return out
}

// clockAfter returns the data of the clock's message after a record; false if the
// record does not concern the clock.
func (b *Board) clockAfter(r sensor.Record) ([7]byte, bool) {
	c := b.clock
	switch r.Word {
	case sensor.Press:
		c[6] = running(c[6], b.triple(r.Side) != 0)
	case sensor.Clock:
		for side, ms := range r.Times {
			setTriple(c[b.triple(placement.Color(side)):], ms)
		}
		c[6] &^= clockRuns
		if r.Running != sensor.Stopped {
			c[6] = running(c[6]|clockRuns, b.triple(runner(r.Running)) == 0)
		}
	case sensor.Pause:
		c[6] &^= clockRuns
	case sensor.Resume:
		c[6] |= clockRuns
	case sensor.Flag:
		t := c[b.triple(r.Side):]
		t[0], t[1], t[2] = flagFallen|perMove, 0, 0
		c[6] &^= clockRuns
	default:
		return c, false
	}
	return c, true
}

// triple returns where in the message a player's time stands.
func (b *Board) triple(side placement.Color) int {
	second := side == placement.White
	if b.Turned != b.ClockCrossed {
		second = !second
	}
	if second {
		return 3
	}
	return 0
}

func runner(r sensor.Running) placement.Color {
	if r.Is(placement.Black) {
		return placement.Black
	}
	return placement.White
}

// running returns the status byte with the lever up for the first triple's player,
// or for the second's.
func running(status byte, first bool) byte {
	status &^= clockLever | clockTurn1 | clockTurn2
	if first {
		return status | clockLever | clockTurn1
	}
	return status | clockTurn2
}

// setTriple writes a time in whole seconds, at most 9:59:59.
func setTriple(t []byte, ms int64) {
	s := min(max(ms, 0)/1000, mostHours*3600+59*60+59)
	t[0], t[1], t[2] = perMove|byte(s/3600), decimal(s/60%60), decimal(s%60)
}

func decimal(n int64) byte { return byte(n/10<<4 | n%10) }

// Log returns the internal log up to now, without an end mark. The board owns it.
func (b *Board) Log() []byte { return b.log }

// Written returns how many bytes were ever written to the log; the oldest of them
// may be gone.
func (b *Board) Written() int { return b.written }

// Codes returns the piece codes of all squares, as a dump has them.
func (b *Board) Codes() [64]byte { return Codes(&b.pieces) }

// ClockData returns the data of the clock's message.
func (b *Board) ClockData() [7]byte {
	if !b.clocked {
		return [7]byte{6: clockAbsent}
	}
	return b.clock
}

// Restart makes the board lose its power for a moment: it reports nothing by itself
// any more, and logs the pieces that it finds on its squares.
func (b *Board) Restart() {
	b.mode = idle
	b.write(logFiller, logFiller, logFiller, logPowerUp)
	b.writePieces()
}

// MarkStart logs the start of a game, and the pieces.
func (b *Board) MarkStart() {
	b.write(logStart)
	b.writePieces()
}

func (b *Board) writePieces() {
	for n, code := range b.Codes() {
		if code != 0 {
			b.write(logChange|code, byte(n))
		}
	}
}

// writeHalted logs a change of the lever, if there was one.
func (b *Board) writeHalted(before byte) {
	if (before^b.clock[6])&clockLever == 0 {
		return
	}
	first, t := byte(logHalted), b.clock[0:3]
	if b.clock[6]&clockLever != 0 { // up at the first triple: the second was stopped
		first, t = logHaltedTwo, b.clock[3:6]
	}
	b.write(first|t[0]&hoursMask, t[1], t[2])
}

// write adds to the log and drops the oldest entries.
func (b *Board) write(data ...byte) {
	b.log = append(b.log, data...)
	b.written += len(data)
	for len(b.log) >= logSize {
		_, size := entryAt(b.log)
		b.log = b.log[size:]
	}
}

// sendLog sends the log, and logs that.
func (b *Board) sendLog(dst []byte) []byte {
	dst = appendMessage(dst, idLog, append(append([]byte(nil), b.log...), logEnd)...)
	b.write(logRead)
	return dst
}

// logChanged logs what stands on a square now.
func (b *Board) logChanged(sq placement.Square, code byte) { b.write(logChange|code, Number(sq)) }
