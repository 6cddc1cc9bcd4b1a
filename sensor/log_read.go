package sensor

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/boardd/boardd/legality/placement"
)

// FirstLine is the first line of every log, without its line feed.
const FirstLine = "#! boardd-log 1"

// MaxLine is the longest line that a Reader takes, in bytes without the line
// feed. The longest line known to be needed has 24 kB: the internal log of a DGT
// board (7,939 bytes), read in one piece.
const MaxLine = 1 << 20

// longestText is the length of the text that an error quotes, in bytes.
const longestText = 80

// ParseError reports what in a log cannot be parsed. Its message fits on one line:
//
//	line 12: lift: bad square "e9"
type ParseError struct {
	Line int    // from 1
	What string // what is wrong with Text: "lift: bad square"
	Text string // the offending text, shortened if it is long
	Err  error  // the reason, if there is one
}

func (e *ParseError) Error() string {
	text := fmt.Sprintf("line %d: %s", e.Line, e.What)
	if e.Text != "" {
		text += fmt.Sprintf(" %q", e.Text)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the reason, nil if there is none.
func (e *ParseError) Unwrap() error { return e.Err }

// complaint returns a ParseError without a line number.
func complaint(what string, text []byte, cause error) *ParseError {
	if len(text) > longestText {
		return &ParseError{What: what, Text: string(text[:longestText]) + "…", Err: cause}
	}
	return &ParseError{What: what, Text: string(text), Err: cause}
}

// oneOf returns the reason for refusing a word that is not among those allowed.
func oneOf(words []string) error {
	return fmt.Errorf("want %s", strings.Join(words, ", "))
}

// errTorn is the reason for refusing a log whose last line does not end. "drop e4
// P" may be a whole record, or the beginning of a longer line.
var errTorn = errors.New("the last line does not end in a line feed: it may have been cut off")

// Reader reads a log record by record. After the first error it returns that
// error only: a *ParseError, or the source's own error. Make a Reader with
// NewReader.
type Reader struct {
	scan  *bufio.Scanner
	line  int    // the number of the line last read: the first is 1
	first []byte // the line of the first record, until Next takes it
	begun bool   // the header has been read
	err   error  // sticky

	header Header
	lines  map[string]int // the line on which each known header was given last
	fields fields
	rec    Record
}

// NewReader returns a Reader of the log in src. It reads ahead.
func NewReader(src io.Reader) *Reader {
	r := &Reader{scan: bufio.NewScanner(src), lines: map[string]int{}}
	r.scan.Buffer(make([]byte, 64<<10), MaxLine+2)
	r.scan.Split(splitLines)
	return r
}

// splitLines is a bufio.SplitFunc that keeps the line feeds, so that a last line
// without one is found.
func splitLines(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// Header returns the header. The Reader owns it and does not change it any more.
func (r *Reader) Header() (*Header, error) {
	if r.begun {
		return &r.header, r.headerErr()
	}
	r.begun = true
	r.readHeader()
	return &r.header, r.headerErr()
}

// headerErr returns the first error; a log may end after its header.
func (r *Reader) headerErr() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// Next returns the next record, io.EOF after the last.
func (r *Reader) Next() (Record, error) {
	if !r.begun {
		r.begun = true
		r.readHeader()
	}
	line := r.first
	r.first = nil
	for r.err == nil && skipped(line) {
		if line = r.next(); isHeader(line) {
			r.fail(complaint("header after the first record", line, nil))
		}
	}
	if r.err == nil {
		r.record(line)
	}
	if r.err != nil {
		return Record{}, r.err
	}
	return r.rec, nil
}

// ReadAll returns all records that are left, or an error and no record.
func (r *Reader) ReadAll() ([]Record, error) {
	var all []Record
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, rec)
	}
}

// HeaderError returns the ParseError for a header whose value the caller refuses, with the
// line on which that header was given last.
func (r *Reader) HeaderError(name, text string, cause error) *ParseError {
	e := complaint(name+": bad value", []byte(text), cause)
	e.Line = r.lines[name]
	return e
}

// skipped reports whether the present line holds neither a record nor a header, or whether
// no line has been read yet.
func skipped(line []byte) bool {
	return len(line) == 0 || line[0] == '#' && !isHeader(line)
}

func isHeader(line []byte) bool { return bytes.HasPrefix(line, []byte("#:")) }

// next returns the next line without its line feed, or nil after setting r.err.
func (r *Reader) next() []byte {
	if !r.scan.Scan() {
		r.end()
		return nil
	}
	r.line++
	line := r.scan.Bytes()
	n := len(line) - 1
	if line[n] != '\n' {
		r.fail(complaint("torn line", line, errTorn))
		return nil
	}
	line = line[:n]
	switch {
	case !utf8.Valid(line):
		r.fail(complaint("not UTF-8", line, nil))
	case bytes.IndexByte(line, '\r') >= 0:
		r.fail(complaint("carriage return in", line, nil))
	}
	return line
}

// end sets r.err where the source ends or cannot be read.
func (r *Reader) end() {
	switch err := r.scan.Err(); err {
	case nil:
		r.err = io.EOF
	case bufio.ErrTooLong:
		r.line++
		r.fail(&ParseError{What: fmt.Sprintf("longer than %d bytes", MaxLine)})
	default:
		r.err = fmt.Errorf("read log after line %d: %w", r.line, err)
	}
}

// fail keeps the first error, with its line.
func (r *Reader) fail(e *ParseError) {
	if r.err == nil {
		e.Line = r.line
		r.err = e
	}
}

// recordParsers read the arguments of each word.
var recordParsers = [...]func(*fields, *Record){
	Rx:     func(f *fields, r *Record) { r.Data = f.hex() },
	Tx:     func(f *fields, r *Record) { r.Data = f.hex() },
	Lift:   func(f *fields, r *Record) { r.Square, r.Piece = f.square(), f.piece(placement.Empty) },
	Drop:   func(f *fields, r *Record) { r.Square, r.Piece = f.square(), f.piece(placement.Unknown) },
	Board:  func(f *fields, r *Record) { r.Placement = f.placement() },
	Press:  func(f *fields, r *Record) { r.Side = placement.Color(f.one("side", "w", "b")) },
	Clock:  parseClock,
	Flag:   func(f *fields, r *Record) { r.Side = placement.Color(f.one("side", "w", "b")) },
	Pause:  func(*fields, *Record) {},
	Resume: func(*fields, *Record) {},
	UTC:    parseUTC,
	Link:   func(f *fields, r *Record) { r.On = f.one("state", "down", "up") == 1 },
	Cmd:    parseCmd,
	Family: func(f *fields, r *Record) { r.Data = []byte(boardWords[f.one("family", boardWords...)]) },
}

// record reads "<ms> <word> <arguments>" into r.rec.
func (r *Reader) record(line []byte) {
	before := r.rec.At
	r.rec = Record{}
	f := &r.fields
	*f = fields{line: line, rest: line}
	r.rec.At = f.number("time")
	r.rec.Word = f.wordNamed()
	if f.err == nil {
		recordParsers[r.rec.Word](f, &r.rec)
	}
	f.end()
	if f.err == nil && r.rec.At < before {
		f.fail("time goes back", line)
	}
	if f.err != nil {
		r.fail(f.err)
	}
}

func parseClock(f *fields, r *Record) {
	r.Times[placement.White] = f.number("time")
	r.Times[placement.Black] = f.number("time")
	r.Running = Running(f.one("side", "-", "w", "b"))
}

func parseUTC(f *fields, r *Record) {
	text := f.next("time")
	if f.err != nil {
		return
	}
	if err := new(time.Time).UnmarshalText(text); err != nil {
		f.fail("bad RFC 3339 time", text)
		return
	}
	r.Data = bytes.Clone(text)
	r.On = f.one("state", "unsynced", "synced") == 1
}

var errVerb = errors.New("want letters, digits, _ and -")

// parseCmd takes everything after the verb as the JSON object, which may contain
// spaces.
func parseCmd(f *fields, r *Record) {
	verb, object := f.next("verb"), f.rest
	f.rest = nil
	switch {
	case f.err != nil:
	case !isName(string(verb)):
		f.fail("bad verb", verb)
		f.err.Err = errVerb
	case object == nil:
		f.fail("JSON object missing in", f.line)
	case len(object) == 0 || object[0] != '{' || !json.Valid(object):
		f.fail("not a JSON object", object)
	case object[len(object)-1] != '}':
		f.fail("stray space after", object)
	default:
		r.Verb, r.Data = string(verb), bytes.Clone(object)
	}
}

// fields splits a line at its single spaces. After the first error every method
// returns a zero value.
type fields struct {
	line []byte
	rest []byte // the fields not taken yet; nil at the end of the line
	word Word   // the word whose arguments are read
	err  *ParseError
}

func (f *fields) fail(what string, text []byte) {
	if f.err != nil {
		return
	}
	if f.word != NoWord {
		what = f.word.String() + ": " + what
	}
	f.err = complaint(what, text, nil)
}

// next returns the next field. The caller's name for it goes into the error.
func (f *fields) next(what string) []byte {
	if f.rest == nil {
		f.fail(what+" missing in", f.line)
		return nil
	}
	field := f.rest
	if i := bytes.IndexByte(field, ' '); i >= 0 {
		field, f.rest = field[:i], field[i+1:]
	} else {
		f.rest = nil
	}
	if len(field) == 0 {
		f.fail("stray space in", f.line)
	}
	return field
}

// end refuses a field that is left over.
func (f *fields) end() {
	if f.rest != nil {
		f.fail("too much in", f.line)
	}
}

// number reads whole milliseconds, up to 15 digits, so that sums cannot overflow.
func (f *fields) number(what string) int64 {
	field := f.next(what)
	n := int64(0)
	for _, ch := range field {
		if ch < '0' || ch > '9' || len(field) > 15 {
			f.fail("bad "+what, field)
			return 0
		}
		n = n*10 + int64(ch-'0')
	}
	return n
}

// wordNamed parses the word of a record, which later errors name.
func (f *fields) wordNamed() Word {
	field := f.next("word")
	for w, name := range words {
		if string(field) == name && w < len(recordParsers) && recordParsers[w] != nil {
			f.word = Word(w)
			return f.word
		}
	}
	f.fail("unknown word", field)
	return NoWord
}

func (f *fields) square() placement.Square {
	field := f.next("square")
	sq, ok := placement.ParseSquare(string(field))
	if !ok {
		f.fail("bad square", field)
	}
	return sq
}

// piece parses a FEN letter; at the end of the line it returns otherwise.
func (f *fields) piece(otherwise placement.Piece) placement.Piece {
	if f.rest == nil {
		return otherwise
	}
	field := f.next("piece")
	if len(field) == 1 {
		if p, ok := placement.ParsePiece(field[0]); ok && p.Known() {
			return p
		}
	}
	f.fail("bad piece", field)
	return placement.Empty
}

func (f *fields) placement() placement.Placement {
	field := f.next("placement")
	if f.err != nil {
		return placement.Placement{}
	}
	p, err := placement.Parse(string(field))
	if err != nil {
		f.fail("bad placement", field)
		f.err.Err = err
	}
	return p
}

// one returns the index of the next field among words.
func (f *fields) one(what string, words ...string) int {
	field := f.next(what)
	for i, w := range words {
		if string(field) == w {
			return i
		}
	}
	f.fail("bad "+what, field)
	return 0
}

// hex reads the rest of the line as bytes of two digits each.
func (f *fields) hex() []byte {
	data := make([]byte, 0, (len(f.rest)+1)/3)
	for more := true; more; more = f.rest != nil && f.err == nil {
		field := f.next("bytes")
		if len(field) != 2 || nibble[field[0]]|nibble[field[1]] > 15 {
			f.fail("bad byte", field)
			return nil
		}
		data = append(data, nibble[field[0]]<<4|nibble[field[1]])
	}
	return data
}

// nibble holds the value of each hex digit, and 255 for any other character.
var nibble = func() (n [256]byte) {
	for i := range n {
		n[i] = 255
	}
	for i := range byte(10) {
		n['0'+i] = i
	}
	for i := range byte(6) {
		n['a'+i], n['A'+i] = 10+i, 10+i
	}
	return n
}()
