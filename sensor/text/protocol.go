// Package text speaks the protocol for boards that people build themselves. A
// Decoder reads what the board sends, a Host decides what is sent to it and when,
// and a Board behaves like one for tests. README.md beside it is for those who
// build a board.
//
// # The protocol
//
// 115200 or 9600 baud, 8 data bits, no parity, 1 stop bit. Both sides send lines
// of ASCII that end in LF; CR ends a line too, so that CR LF does no harm. A line
// has at most 250 bytes.
//
//	[<ms> ]<word>[ <argument>]…[*<checksum>]
//
//	hello 1 occupancy 0042 2.1    version of the protocol, kind of board, serial
//	                              number, version of the firmware; only the first
//	                              two are required
//	lift e2                       the square became empty
//	lift e2 P                     this piece stood there
//	drop e4                       the square became occupied
//	drop e4 P                     by this piece
//	board <pieces>                all 64 squares
//	press w                       this player pressed the clock
//	clock 180000 179000 b         what White and Black have left, in milliseconds,
//	                              and whose clock runs: w, b or -
//	flag w                        this player's flag fell
//	pause                         both clocks were stopped
//	resume                        the clock was started again
//	# whatever you like           a remark, like one after //; the space counts
//
// Words and squares may be in capitals. The kind of board is identified (it names
// its pieces), colour (it knows White's from Black's) or occupancy. A piece is a
// FEN letter, or white or black; a colour alone counts as a piece of unknown kind.
// The pieces of board are one of
//
//	64 characters from a8, b8 … to h1: a FEN letter; . - or 0 for none; ? or 1 for
//	a piece of unknown kind; from a colour board, w and b
//	the placement of a FEN, with ? for a piece of unknown kind
//	16 hexadecimal digits in the same order: two for each rank, the eighth first,
//	and of each rank file a is the highest bit
//	the same after 0x, which makes it a number: bit 0 is a1, bit 7 h1, bit 63 h8
//
// The time in front is the board's own, in milliseconds since it was switched on.
// When it goes back, the board has restarted, and is asked what stands on it.
// Records do not use it.
//
// The checksum is two hexadecimal digits: all bytes before the asterisk, XOR, as
// in NMEA 0183. After a line with a right one, lines without are refused. This is
// right:
//
//	60 drop e4 P*2E
//
// The host sends "hello?" and "board?", each with LF, and nothing else. The board
// answers with hello, and with board and, if a clock is attached, clock. A board
// that does not answer is read all the same.
//
// # What other boards print
//
// The Decoder also reads what can mean only one thing. None of it is documented
// beyond what these projects show:
//
//	PICK e2, DROP e4     squaresense; MOVE e2e4, which follows, is skipped
//	e2-L, e4-P, e2-R     RemoteChess: lifted, placed, put back
//	0#e2u*, 0#e4d*       Square Off: up, down, with or without LF; 30#…* are all
//	                     squares as 0 and 1, a1, a2 … a8, b1 … h8; the answers
//	                     14#GO* and 22#…* are skipped
//	64 characters 0, 1   all squares, in the order of board
//	16 hexadecimal digits, or 0x and 16: as in board
//
// Lines of all squares may come over and over. The changes since the last one
// become lifts and drops.
//
// # Noise
//
// Any other line is counted and reported, and costs itself only. If it is two good
// lines without a line end between them, the Decoder takes both.
package text

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// longestLine is longer than two of the longest known lines, which come as one
// when the end of the first is lost.
const longestLine = 250

// tooLong is the reason for dropping the bytes of a line without an end.
const tooLong = "no line is so long"

// framer cuts the stream into lines. The zero value is between lines.
type framer struct {
	buf   [longestLine]byte
	n     int          // bytes of the line so far
	stray sensor.Stray // bytes of a line that is too long
	long  bool
}

// step takes one byte. It returns the line that the byte ends, without its end and
// valid until the next step, or the loss that the byte shows.
func (f *framer) step(b byte) (line []byte, lost sensor.Loss) {
	switch {
	case b == '\n' || b == '\r':
		return f.end()
	case f.long:
		lost = f.stray.Add(1, tooLong)
		if b == '*' && lost.Bytes == 0 {
			return f.end()
		}
		f.long = b != '*'
		return nil, lost
	case f.n == len(f.buf):
		f.long, f.n = true, 0
		return nil, f.stray.Add(len(f.buf)+1, tooLong)
	default:
		f.buf[f.n] = b
		f.n++
		if b == '*' && endsItself(f.buf[:f.n-1]) {
			return f.end()
		}
	}
	return nil, sensor.Loss{}
}

func (f *framer) end() (line []byte, lost sensor.Loss) {
	lost = f.stray.Report()
	if !f.long && f.n > 0 {
		line = f.buf[:f.n]
	}
	f.n, f.long = 0, false
	return line, lost
}

// report is what a line reports.
type report struct {
	record   sensor.Record // Word is NoWord if the line has no record
	repeated bool          // a scan of a board that sends all squares over and over
	hello    *Info         // of a hello; else nil
	clock    int64         // milliseconds by the board's own clock; -1 without a time
	summed   bool          // it had a right checksum
	empty    bool          // a blank line or a remark
}

// parse parses a line without its end. wrong is what is wrong with it, a text that follows
// the line; "" if nothing is.
func parse(line string) (r report, wrong string) {
	line = strings.Trim(line, " \t")
	if line == "" || line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "//") {
		return report{clock: -1, empty: true}, ""
	}
	text, summed, ok := checked(line)
	if !ok {
		return report{}, "has a wrong checksum"
	}
	s, ok := understand(text)
	if !ok {
		return report{}, "makes no sense"
	}
	s.summed = summed
	return s, ""
}

// checked removes the checksum of a line, if it has one. ok is false if it is wrong.
func checked(line string) (text string, summed, ok bool) {
	star := len(line) - 3
	if star < 0 || line[star] != '*' {
		return line, false, true
	}
	want, err := strconv.ParseUint(line[star+1:], 16, 8)
	return line[:star], true, err == nil && byte(want) == checksum(line[:star])
}

func checksum(text string) byte {
	sum := byte(0)
	for i := range len(text) {
		sum ^= text[i]
	}
	return sum
}

// understand reads a line without its checksum: a line of another board, or a time,
// a word and its arguments.
func understand(line string) (report, bool) {
	for _, read := range otherBoards {
		if s, ok := read(line); ok {
			s.clock = -1
			return s, true
		}
	}
	fields, clock := strings.Fields(line), int64(-1)
	if len(fields) > 0 {
		if t, ok := number(fields[0]); ok {
			fields, clock = fields[1:], t
		}
	}
	if len(fields) == 0 {
		return report{}, false
	}
	name, args := fields[0], fields[1:]
	for i := range words {
		w := &words[i]
		if strings.EqualFold(w.name, name) && len(args) >= w.least && len(args) <= w.most {
			s, ok := w.read(args)
			s.clock = clock
			return s, ok
		}
	}
	return report{}, false
}

// number reads up to 15 digits.
func number(text string) (int64, bool) {
	n := int64(0)
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(text[i]-'0')
	}
	return n, len(text) > 0 && len(text) <= 15
}

// twoLines returns where the line end between two lines is missing; false if the line is
// not two good lines run together.
func twoLines(line string) (int, bool) {
	for i := 1; i < len(line); i++ {
		if line[i-1] == ' ' || line[i] == ' ' {
			continue // no line begins or ends with a space
		}
		if s, wrong := parse(line[:i]); wrong != "" || s.empty {
			continue
		}
		if _, wrong := parse(line[i:]); wrong == "" {
			return i, true
		}
	}
	return 0, false
}

// words holds the words of the protocol: how many arguments each has, and what they
// report.
var words = [...]struct {
	name        string
	least, most int
	read        func(args []string) (report, bool)
}{
	{"hello", 2, 4, readHello},
	{"lift", 1, 2, func(args []string) (report, bool) { return readTouch(sensor.Lift, args) }},
	{"drop", 1, 2, func(args []string) (report, bool) { return readTouch(sensor.Drop, args) }},
	{"board", 1, 1, readBoard},
	{"press", 1, 1, func(args []string) (report, bool) { return readSide(sensor.Press, args) }},
	{"clock", 3, 3, readClock},
	{"flag", 1, 1, func(args []string) (report, bool) { return readSide(sensor.Flag, args) }},
	{"pause", 0, 0, func([]string) (report, bool) { return bare(sensor.Pause), true }},
	{"resume", 0, 0, func([]string) (report, bool) { return bare(sensor.Resume), true }},

	// squaresense; it shares drop
	{"pick", 1, 1, func(args []string) (report, bool) { return readTouch(sensor.Lift, args) }},
	{"move", 1, 1, func([]string) (report, bool) { return report{}, true }},
}

func bare(w sensor.Word) report { return report{record: sensor.Record{Word: w}} }

// readTouch reads a square and, if it is given, a piece.
func readTouch(w sensor.Word, args []string) (report, bool) {
	s := bare(w)
	sq, ok := square(args[0])
	s.record.Square = sq
	if w == sensor.Drop {
		s.record.Piece = placement.Unknown
	}
	if !ok || len(args) == 1 {
		return s, ok
	}
	p, ok := piece(args[1])
	if p.Known() {
		s.record.Piece = p
	}
	return s, ok
}

// square reads a square, also in capitals.
func square(name string) (placement.Square, bool) {
	return placement.ParseSquare(strings.ToLower(name))
}

// piece reads a FEN letter, or a colour, which counts as a piece of unknown kind.
func piece(text string) (placement.Piece, bool) {
	if text == "white" || text == "black" {
		return placement.Unknown, true
	}
	if len(text) != 1 {
		return placement.Empty, false
	}
	return placement.ParsePiece(text[0])
}

func readSide(w sensor.Word, args []string) (report, bool) {
	s := bare(w)
	side, ok := sides[args[0]]
	s.record.Side = side
	return s, ok
}

var sides = map[string]placement.Color{
	"w": placement.White, "white": placement.White, "b": placement.Black, "black": placement.Black,
}

func readClock(args []string) (report, bool) {
	s := bare(sensor.Clock)
	white, okWhite := number(args[0])
	black, okBlack := number(args[1])
	s.record.Times = [2]int64{placement.White: white, placement.Black: black}
	side, runs := sides[args[2]]
	if runs {
		s.record.Running = sensor.RunningFor(side)
	}
	return s, okWhite && okBlack && (runs || args[2] == "-")
}

func readBoard(args []string) (report, bool) {
	s := bare(sensor.Board)
	p, ok := scan(args[0])
	s.record.Placement = p
	return s, ok
}

// Info is what a board's hello reports. Empty fields are unknown.
type Info struct {
	Version  int    // of the protocol
	Kind     string // identified, colour, occupancy
	Serial   string
	Firmware string
}

var kinds = []string{"identified", "colour", "occupancy"}

// longestName is the longest serial number or version, in bytes.
const longestName = 32

func readHello(args []string) (report, bool) {
	version, ok := number(args[0])
	info := Info{Version: int(version)}
	for _, k := range kinds {
		if strings.EqualFold(args[1], k) {
			info.Kind = k
		}
	}
	names := [2]string{}
	copy(names[:], args[2:])
	info.Serial, info.Firmware = names[0], names[1]
	return report{hello: &info}, ok && info.Kind != "" && isName(info.Serial) && isName(info.Firmware)
}

// isName reports whether a text is printable and short enough for a name.
func isName(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return len(text) <= longestName
}

// scan reads all squares in any form of board.
func scan(text string) (placement.Placement, bool) {
	number, prefixed := strings.CutPrefix(text, "0x")
	switch {
	case strings.Contains(text, "/"):
		p, err := placement.Parse(text)
		return p, err == nil
	case len(text) == 64:
		return characters(text)
	case prefixed && len(number) == 16:
		return bits(number, func(i int) placement.Square { return placement.Square(i) })
	case len(text) == 16:
		return bits(text, func(i int) placement.Square { return nth(63 - i) })
	}
	return placement.Placement{}, false
}

// nth returns the n-th square in the order of a FEN: a8 is the first, h1 the last.
func nth(n int) placement.Square { return placement.Square(n ^ 56) }

// characters parses 64 of them. If there is a w, which is no FEN letter, the board knows
// colours only, and its b is no bishop.
func characters(text string) (placement.Placement, bool) {
	var p placement.Placement
	colours := strings.Contains(text, "w")
	for n := range len(text) {
		piece, ok := character(text[n], colours)
		if !ok {
			return p, false
		}
		p[nth(n)] = piece
	}
	return p, true
}

func character(ch byte, colours bool) (placement.Piece, bool) {
	switch ch {
	case '.', '-', '0':
		return placement.Empty, true
	case '?', '1':
		return placement.Unknown, true
	}
	if colours {
		return placement.Unknown, ch == 'w' || ch == 'b'
	}
	return placement.ParsePiece(ch)
}

// bits reads 16 hexadecimal digits; square returns the square of each bit.
func bits(text string, square func(bit int) placement.Square) (placement.Placement, bool) {
	var p placement.Placement
	n, err := strconv.ParseUint(text, 16, 64)
	for bit := range 64 {
		if n>>bit&1 == 1 {
			p[square(bit)] = placement.Unknown
		}
	}
	return p, err == nil
}

// otherBoards read lines of other boards that do not begin with a word.
var otherBoards = [...]func(line string) (report, bool){occupiedSquares, remoteChess, squareOff}

// occupiedSquares reads a line that is nothing but the occupied squares.
func occupiedSquares(line string) (report, bool) {
	digits := len(line) == 64 && strings.Trim(line, "01") == ""
	hexadecimal := len(line) == 16 && !strings.Contains(line, "/") || len(line) == 18 && strings.HasPrefix(line, "0x")
	if !digits && !hexadecimal {
		return report{}, false
	}
	return repeatedScan(scan(line))
}

func repeatedScan(p placement.Placement, ok bool) (report, bool) {
	s := bare(sensor.Board)
	s.record.Placement, s.repeated = p, true
	return s, ok
}

// remoteChess reads e2-L, e4-P and e2-R. Which of two pieces its X means is not
// clear, so it is not read.
func remoteChess(line string) (report, bool) {
	name, act, ok := strings.Cut(line, "-")
	word := map[string]sensor.Word{"L": sensor.Lift, "P": sensor.Drop, "R": sensor.Drop}[act]
	if !ok || word == sensor.NoWord {
		return report{}, false
	}
	return readTouch(word, []string{name})
}

// squareOff reads <code>#<body>, with or without the asterisk after it.
func squareOff(line string) (report, bool) {
	code, body, ok := strings.Cut(strings.TrimSuffix(line, "*"), "#")
	if !ok {
		return report{}, false
	}
	switch code {
	case "0":
		return squareOffTouch(body)
	case "30":
		return squareOffBoard(body)
	case "14":
		return report{}, body == "GO"
	case "22":
		_, ok := number(body)
		return report{}, ok
	}
	return report{}, false
}

// squareOffTouch reads e2u or e4d.
func squareOffTouch(body string) (report, bool) {
	if len(body) != 3 {
		return report{}, false
	}
	word := map[byte]sensor.Word{'u': sensor.Lift, 'd': sensor.Drop}[body[2]]
	if word == sensor.NoWord {
		return report{}, false
	}
	return readTouch(word, []string{body[:2]})
}

// squareOffBoard reads 64 times 0 or 1, file by file.
func squareOffBoard(body string) (report, bool) {
	if len(body) != 64 || strings.Trim(body, "01") != "" {
		return report{}, false
	}
	var p placement.Placement
	for i := range len(body) {
		if body[i] == '1' {
			p[placement.MakeSquare(i/8, i%8)] = placement.Unknown
		}
	}
	return repeatedScan(p, true)
}

// endsItself reports whether an asterisk ends the line so far: Square Off boards send no
// line end.
func endsItself(line []byte) bool {
	line = line[bytes.LastIndexByte(line, '*')+1:]
	for i, ch := range line {
		if ch < '0' || ch > '9' {
			return ch == '#' && i > 0
		}
	}
	return false
}
