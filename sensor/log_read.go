package sensor

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// errTorn is the cause of the error for a log whose last line does not end:
// "drop e4 P" may be what is left of it or not.
var errTorn = errors.New("the last line does not end in a line feed: it may have been cut off")

// Reader reads a log record by record. The first error is sticky; it is a
// *ParseError unless reading itself failed. Take a Reader from NewReader.
type Reader struct {
	scan  *bufio.Scanner
	line  int    // the number of the line last read: the first is 1
	first []byte // the first record's line, from Header until Next takes it
	begun bool   // the header has been read
	err   error  // sticky

	header Header
	lines  map[string]int // where each known header was given last
	fields fields
	rec    Record
}

// NewReader reads a log from src. It reads ahead.
func NewReader(src io.Reader) *Reader {
	r := &Reader{scan: bufio.NewScanner(src), lines: map[string]int{}}
	r.scan.Buffer(make([]byte, 64<<10), MaxLine+2)
	r.scan.Split(splitLines)
	return r
}

// splitLines is a bufio.SplitFunc for lines with their line feeds, so that a
// last line without one can be told.
func splitLines(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// Header reads what stands before the first record, once; Next does so too.
// The Header belongs to the Reader; it does not change any more.
func (r *Reader) Header() (*Header, error) {
	if r.begun {
		return &r.header, r.headerErr()
	}
	r.begun = true
	r.readHeader()
	return &r.header, r.headerErr()
}

// headerErr is the sticky error, but that the log's end is none for its header.
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

// ReadAll returns all records that are left. After an error there are none:
// nothing is half read.
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

// HeaderError is a ParseError about a header whose value the caller could not
// take, at the line where that header was given last.
func (r *Reader) HeaderError(name, text string, cause error) *ParseError {
	e := complaint(name+": bad value", []byte(text), cause)
	e.Line = r.lines[name]
	return e
}

// skipped reports whether a line holds neither record nor header. No line has
// been read yet if it is nil.
func skipped(line []byte) bool {
	return len(line) == 0 || line[0] == '#' && !isHeader(line)
}

func isHeader(line []byte) bool { return bytes.HasPrefix(line, []byte("#:")) }

// next is the next line without its line feed, nil with r.err set if there is none.
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

// end ends the log where the source ended, or where it could not be read.
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

// fail keeps the first error, with the line it is on.
func (r *Reader) fail(e *ParseError) {
	if r.err == nil {
		e.Line = r.line
		r.err = e
	}
}
