// Package chesslink speaks to Millennium's ChessLink boards (Exclusive, Supreme
// Tournament, Performance with a ChessLink module) and to boards that behave like
// one. A Decoder reads what the board sends, a Host decides what is sent to it and
// when, and a Board behaves like one for tests.
//
// # The line
//
// 38400 baud, 7 data bits, odd parity, 1 stop bit, no flow control. A port opened
// with 8 data bits and no parity sees the parity in bit 7, and must send it there.
// A Host always puts it there: a port with 7 data bits cuts it off and makes its
// own. A Decoder reads both: within a message either all bytes have odd parity, or
// none has bit 7.
//
// # Messages
//
// All characters are printable. A message is a letter, what the letter needs, and
// a checksum: the exclusive or of all characters before it, in two upper-case
// hexadecimal digits. No mark begins or ends a message; its letter gives its
// length. Either side drops a message with wrong parity or checksum. The maker's
// examples, as text and with the parity in bit 7:
//
//	V56        d6 b5 b6                 which firmware?
//	v010374    76 b0 31 b0 b3 37 34     01.03
//	S53        d3 b5 b3                 what stands on the board?
//	W020356    57 b0 32 b0 b3 b5 b6     register 02 becomes 03
//	R0052      52 b0 b0 b5 32           what is in register 00?
//
// The host asks; the board answers with the same letter in lower case, and may
// send a status between question and answer.
//
//	S   3      s   67     status: 64 squares
//	V   3      v   7      version, two digits and two
//	R   5      r   7      address, value
//	W   7      w   7      address, value
//	L   167    l   3      lights: slot time in units of 4.096 ms, a byte for each
//	                      of the 81 corners of squares
//	X   3      x   3      lights off
//	T   3      none       reset; the board is deaf for three seconds
//	G   3      g   67     like S, on some boards of other makers
//	I00 ?      i   ?      identification, up to a line feed; not documented, and
//	                      neither sent nor read
//
// The squares are FEN letters, "." for an empty one, from a8 along the ranks to
// h1. The initial array:
//
//	srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73
//	73 f2 6e 62 f1 6b 62 6e f2 70 … ae … d0 … 52 ce c2 51 cb c2 ce 52 37 b3
//
// The order belongs to the hardware. With the board the other way round, which
// some take to be the usual way, h1 comes first:
//
//	sRNBKQBNRPPPPPPPP................................pppppppprnbkqbnr73
//
// A message does not say which it is. A Decoder names squares as if a8 came first;
// sensor.Orienter turns them as configured or, on boards that name their pieces, as
// the pieces of a game stand. Info says which of the two arrays was seen.
//
// A message has no order in time either: it is one scan, a moment that may be in
// the middle of a move. The Decoder reports the changes since the last scan as
// lifts and then drops.
//
// # Registers
//
// They keep their values without power, in a memory that wears out, so the Host
// writes them only if the configuration says so.
//
//	00   bit 0: the board does not check checksums
//	01   time of a scan in units of 2.048 ms: 20 by default, 15 to 255; less acts as 20
//	02   when the board reports by itself: 0, the default, after every scan; 1 never;
//	     2 at intervals; 3 after a change; 4 to 7 after a change that 2 to 5 scans
//	     have shown alike
//	03   for 2: the interval, in units of 4.096 ms
//	04   brightness of the lights, 0 to 14
//
// By default 67 characters come every 41 ms, of which they take 17 ms.
//
// Letters, lengths, registers and examples come from the maker's paper of 2017,
// and agree with drivers in use.
package chesslink

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Lengths of messages, letter and checksum included.
const (
	sumSize      = 2
	bareSize     = 1 + sumSize      // a letter alone
	registerSize = 1 + 4 + sumSize  // an address and a value, or a version
	statusSize   = 1 + 64 + sumSize // the board
	lightsSize   = 1 + 2 + 2*81 + sumSize
	longest      = lightsSize
)

// characters is a set of seven-bit characters.
type characters [128]bool

func anyOf(text string) *characters {
	var set characters
	for i := range len(text) {
		set[text[i]&0x7f] = true
	}
	return &set
}

const hexDigits = "0123456789ABCDEF"

var (
	digits = anyOf(hexDigits)
	pieces = anyOf("KQRBNPkqrbnp.")
)

// forms holds the messages of one direction by their letter: the length of each, 0 if there
// is none, and which characters may stand between letter and checksum.
type forms [128]struct {
	size int
	body *characters
}

var fromBoard = forms{
	's': {statusSize, pieces},
	'g': {statusSize, pieces},
	'v': {registerSize, digits},
	'r': {registerSize, digits},
	'w': {registerSize, digits},
	'l': {bareSize, digits},
	'x': {bareSize, digits},
}

var fromHost = forms{
	'S': {bareSize, digits},
	'V': {bareSize, digits},
	'X': {bareSize, digits},
	'T': {bareSize, digits},
	'R': {1 + 2 + sumSize, digits},
	'W': {registerSize, digits},
	'L': {lightsSize, digits},
}

// fits reports whether the last character of data may stand at its place. Those before it
// must fit.
func (f *forms) fits(data []byte) bool {
	form, last := &f[data[0]&0x7f], len(data)-1
	switch {
	case last == 0 || last >= form.size:
		return last < form.size
	case last >= form.size-sumSize:
		return digits[data[last]&0x7f]
	}
	return form.body[data[last]&0x7f]
}

// begin reports whether a message can begin with data.
func (f *forms) begin(data []byte) bool {
	for n := range data {
		if !f.fits(data[:n+1]) {
			return false
		}
	}
	return true
}

// odd reports whether a byte has odd parity.
func odd(b byte) bool { return bits.OnesCount8(b)&1 == 1 }

// checksum is the exclusive or of seven-bit characters.
func checksum(data []byte) byte {
	var sum byte
	for _, b := range data {
		sum ^= b & 0x7f
	}
	return sum
}

// appendHex appends a byte as two hexadecimal digits.
func appendHex(dst []byte, b byte) []byte { return append(dst, hexDigits[b>>4], hexDigits[b&15]) }

// hexByte reads two hexadecimal digits, whatever their bit 7. Any other character
// counts as 0.
func hexByte(text []byte) byte { return hexDigit(text[0])<<4 | hexDigit(text[1]) }

func hexDigit(ch byte) byte {
	switch ch &= 0x7f; {
	case ch >= '0' && ch <= '9':
		return ch - '0'
	case ch >= 'A' && ch <= 'F':
		return ch - 'A' + 10
	}
	return 0
}

// appendMessage appends text and its checksum, all with parity in bit 7.
func appendMessage(dst []byte, text ...byte) []byte {
	from := len(dst)
	dst = append(dst, text...)
	dst = appendHex(dst, checksum(text))
	for i := from; i < len(dst); i++ {
		dst[i] = withParity(dst[i])
	}
	return dst
}

// withParity returns a character with its parity in bit 7.
func withParity(ch byte) byte {
	if odd(ch) {
		return ch
	}
	return ch | 0x80
}

// square returns the n-th square of a message, and the place of a square. The board
// counts the ranks from the top.
func square(n int) placement.Square { return placement.Square(n ^ 56) }

// framer cuts the stream into messages. The zero value is between messages.
// When it loses its place it drops one byte and tries again.
type framer struct {
	strict bool // bit 7 must be the parity

	buf    [longest]byte // the message so far
	n      int           // bytes of the message so far, 0 between messages
	joined bool          // a whole message has come
	inBit7 bool          // the last message had its parity in bit 7
	stray  sensor.Stray  // bytes thrown away and not reported yet
	adrift int           // bytes thrown away since the last whole message
	parity int           // characters with wrong parity
	failed int           // wrong messages of full length
}

// step takes one byte. It returns the message that the byte completes, without bit
// 7 and valid until the next step, and the loss before it.
func (f *framer) step(known *forms, b byte) (message []byte, lost sensor.Loss) {
	if f.inBit7 && !odd(b) || !f.inBit7 && b == 0 {
		f.parity++ // a port with seven data bits replaces such a character by 0
	}
	f.buf[f.n] = b
	f.n++
	if !known.fits(f.buf[:f.n]) {
		return nil, f.drop(known, f.misfit())
	}
	if f.n < known[f.letter()].size {
		return nil, lost
	}
	if why := f.wrong(); why != "" {
		f.failed++
		return nil, f.drop(known, why)
	}
	return f.whole()
}

func (f *framer) letter() byte { return f.buf[0] & 0x7f }

// misfit returns what is wrong with a byte that does not fit.
func (f *framer) misfit() string {
	if f.n == 1 {
		return "no message begins there"
	}
	return fmt.Sprintf("message %c cut off after %d characters", f.letter(), f.n-1)
}

// wrong returns what is wrong with a message of full length, "" if nothing is.
func (f *framer) wrong() string {
	m := f.buf[:f.n]
	high, even := countBits(m)
	if even > 0 && (high > 0 || f.strict) {
		return fmt.Sprintf("message %c with wrong parity", f.letter())
	}
	sum, given := checksum(m[:f.n-sumSize]), hexByte(m[f.n-sumSize:])
	if sum != given {
		return fmt.Sprintf("message %c has the checksum %02X, not %02X", f.letter(), given, sum)
	}
	return ""
}

// countBits counts the bytes with bit 7, and those of even parity.
func countBits(data []byte) (high, even int) {
	for _, b := range data {
		high += int(b >> 7)
		if !odd(b) {
			even++
		}
	}
	return high, even
}

// drop throws away the first byte, and the bytes after it that begin no message.
func (f *framer) drop(known *forms, why string) (lost sensor.Loss) {
	from := 1
	for from < f.n && !known.begin(f.buf[from:f.n]) {
		from++
	}
	f.n = copy(f.buf[:], f.buf[from:f.n])
	f.adrift += from
	return f.stray.Add(from, why)
}

// whole returns a message that is right, and the loss before it. A listener that
// joined in the middle of a message has lost nothing.
func (f *framer) whole() (message []byte, lost sensor.Loss) {
	lost = f.stray.Report()
	if !f.joined && lost.Bytes < statusSize {
		lost = sensor.Loss{}
	}
	message = f.buf[:f.n]
	if high, even := countBits(message); high+even > 0 {
		f.inBit7 = high > 0
	}
	for i := range message {
		message[i] &= 0x7f
	}
	f.joined = true
	f.n, f.adrift = 0, 0
	return message, lost
}

// The commands that boardd sends to a board.
const (
	sendVersion   = 'V'
	sendStatus    = 'S'
	readRegister  = 'R'
	writeRegister = 'W'
)

// command is a letter and what it needs.
type command struct {
	letter   byte
	register Register
	value    byte
}

// append appends the whole message.
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

// answers returns how often such a command was answered.
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

// Allowed reports whether a byte may be sent to a board. The port asks it about
// every byte; nothing else decides. No command of these bytes writes a register,
// lights lamps or resets the board.
func Allowed(b byte) bool { return allowed[b] }

// AllowedToSet is Allowed for a port whose configuration sets registers.
func AllowedToSet(b byte) bool { return allowed[b] || b == withParity(writeRegister) }

// allowed holds the letters and digits of the commands, with their parity.
var allowed = func() (set [256]bool) {
	for _, ch := range []byte{sendVersion, sendStatus, readRegister} {
		set[withParity(ch)] = true
	}
	for i := range len(hexDigits) {
		set[withParity(hexDigits[i])] = true
	}
	return set
}()

// Setting is a value to be written to a register.
type Setting struct {
	Register Register
	Value    byte
}

// settable holds the least and the most that boardd writes to each register. The
// maker does not describe more brightness than 14, and nobody turns checksums off.
var settable = [registers]struct{ from, to byte }{
	Checks: {1, 0}, ScanTime: {15, 255}, Reports: {0, 7}, Interval: {0, 255}, Brightness: {0, 14},
}

var errNotSettable = errors.New("want register 01 to 04")

// Check returns what is wrong with a setting, nil if nothing is.
func (s Setting) Check() error {
	if s.Register == Checks || s.Register >= registers {
		return fmt.Errorf("set register %02X: %w", byte(s.Register), errNotSettable)
	}
	if r := settable[s.Register]; s.Value < r.from || s.Value > r.to {
		return fmt.Errorf("set register %02X to %d: want %d to %d", byte(s.Register), s.Value, r.from, r.to)
	}
	return nil
}

var errNoSetting = errors.New("want register=value, two hexadecimal digits each")

// ParseSettings reads and checks settings, "01=1E 02=03": register and value in two
// hexadecimal digits each, each register once.
func ParseSettings(text string) ([]Setting, error) {
	var all []Setting
	var given [registers]bool
	for _, field := range strings.Fields(text) {
		s, err := parseSetting(field)
		if err == nil {
			err = s.Check()
		}
		if err == nil && given[s.Register] {
			err = errors.New("given twice")
		}
		if err != nil {
			return nil, fmt.Errorf("read setting %q: %w", field, err)
		}
		given[s.Register] = true
		all = append(all, s)
	}
	return all, nil
}

func parseSetting(text string) (Setting, error) {
	if len(text) != len("02=03") || text[2] != '=' {
		return Setting{}, errNoSetting
	}
	for _, i := range [...]int{0, 1, 3, 4} {
		if !digits[text[i]&0x7f] || text[i] > 0x7f {
			return Setting{}, errNoSetting
		}
	}
	return Setting{Register(hexByte([]byte(text[:2]))), hexByte([]byte(text[3:]))}, nil
}
