package chesslink

// The commands that are ever sent to a board.
const (
	sendVersion   = 'V'
	sendStatus    = 'S'
	readRegister  = 'R'
	writeRegister = 'W'
)

// command is a letter with what it asks for.
type command struct {
	letter   byte
	register Register
	value    byte
}

// append frames the command.
func (c command) append(dst []byte) []byte {
	text := []byte{c.letter}
	if c.letter == readRegister || c.letter == writeRegister {
		text = appendHex(text, byte(c.register))
	}
	if c.letter == writeRegister {
		text = appendHex(text, c.value)
	}
	return appendMessage(dst, text...)
}

// answers is how often such a command has been answered.
func (c command) answers(n *Counts) int {
	switch c.letter {
	case sendVersion:
		return n.Versions
	case readRegister:
		return n.Reads
	case writeRegister:
		return n.Writes
	}
	return n.Boards
}

// Allowed reports whether a byte may be sent to a board. The port asks it of
// every byte; nothing else decides it. These bytes make no command that writes a
// register, lights lamps or resets the board.
func Allowed(b byte) bool { return allowed[b] }

// AllowedToSet is Allowed for a port of which the configuration asks that
// registers be written.
func AllowedToSet(b byte) bool { return allowed[b] || b == withParity(writeRegister) }

// allowed are letters and digits of the commands, with their parity.
var allowed = func() (set [256]bool) {
	for _, ch := range []byte{sendVersion, sendStatus, readRegister} {
		set[withParity(ch)] = true
	}
	for i := range len(hexDigits) {
		set[withParity(hexDigits[i])] = true
	}
	return set
}()
