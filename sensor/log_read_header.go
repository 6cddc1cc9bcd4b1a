package sensor

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// readHeader reads up to the line of the first record, which it keeps.
func (r *Reader) readHeader() {
	if line := r.next(); r.err == io.EOF {
		r.err = &ParseError{Line: 1, What: "first line missing", Err: errFirstLine}
		return
	} else if r.err == nil && string(line) != FirstLine {
		r.fail(complaint("bad first line", line, errFirstLine))
	}
	for r.err == nil {
		line := r.next()
		switch {
		case r.err != nil || skipped(line):
		case isHeader(line):
			r.headerLine(line)
		default:
			r.first = line
			r.checkHeader()
			return
		}
	}
	if r.err == io.EOF {
		r.checkHeader()
	}
}

var errFirstLine = fmt.Errorf("want %q", FirstLine)

// headerLine reads "#: name value".
func (r *Reader) headerLine(line []byte) {
	name, value, found := strings.Cut(strings.TrimPrefix(string(line), "#: "), " ")
	if !bytes.HasPrefix(line, []byte("#: ")) || !isName(name) {
		r.fail(complaint("bad header", line, nil))
		return
	}
	key := keyNamed(name)
	free := key == nil || key.name == "tag"
	switch first := r.lines[name]; {
	case found && strings.Trim(value, " ") != value || found && value == "",
		!free && strings.Contains(value, "  "):
		r.fail(complaint(name+": stray space in", line, nil))
	case key != nil && !key.repeat && first != 0:
		r.fail(complaint(name+": given twice", line, fmt.Errorf("first on line %d", first)))
	default:
		r.lines[name] = r.line
		if e := r.header.set(name, value); e != nil {
			e.What = name + ": " + e.What
			r.fail(e)
		}
	}
}

// checkHeader judges the header as a whole.
func (r *Reader) checkHeader() {
	name, e := r.header.check()
	if e == nil {
		return
	}
	e.What, e.Line = name+": "+e.What, r.lines[name]
	r.err = e
}
