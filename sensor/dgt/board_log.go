package dgt

import "github.com/boardd/boardd/legality/placement"

// The log that a Board keeps of itself, as package dgt's Entry reads it.

// Log is what has been written up to now, without an end mark. It belongs to
// the board.
func (b *Board) Log() []byte { return b.log }

// Written is how many bytes have ever been written to the log; the oldest of
// them may be gone.
func (b *Board) Written() int { return b.written }

// Codes are the piece codes of all squares, as a dump has them.
func (b *Board) Codes() (codes [64]byte) {
	for n := range codes {
		codes[n], _ = Code(b.men[Square(byte(n))])
	}
	return codes
}

// ClockData is what a message of the clock holds.
func (b *Board) ClockData() [7]byte {
	if !b.clocked {
		return [7]byte{6: clockAbsent}
	}
	return b.clock
}

// Restart has the board lose its power for a moment: it reports nothing by
// itself any more, and has written to its log what it found on its squares.
func (b *Board) Restart() {
	b.mode = idle
	b.write(logFiller, logFiller, logFiller, logPowerUp)
	b.writeMen()
}

// MarkStart writes that a game starts, and the men.
func (b *Board) MarkStart() {
	b.write(logStart)
	b.writeMen()
}

func (b *Board) writeMen() {
	for n, code := range b.Codes() {
		if code != 0 {
			b.write(logChange|code, byte(n))
		}
	}
}

// writeHalted writes that the lever has gone over, if it has.
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

// write adds to the log. The oldest entries give way.
func (b *Board) write(data ...byte) {
	b.log = append(b.log, data...)
	b.written += len(data)
	for len(b.log) >= logSize {
		_, size := entryAt(b.log)
		b.log = b.log[size:]
	}
}

// sendLog sends the log, and writes that it was sent.
func (b *Board) sendLog(dst []byte) []byte {
	dst = appendMessage(dst, idLog, append(append([]byte(nil), b.log...), logEnd)...)
	b.write(logRead)
	return dst
}

// has writes what stands on a square now.
func (b *Board) has(sq placement.Square, code byte) { b.write(logChange|code, Number(sq)) }
