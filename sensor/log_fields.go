package sensor

import (
	"bytes"

	"github.com/boardd/boardd/legality/placement"
)

// fields takes a line apart at its single spaces. The first error is sticky:
// after it every method returns a zero value.
type fields struct {
	line []byte
	rest []byte // what has not been taken yet; nil at the end of the line
	word Word   // whose arguments these are
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

// next is the next field, which the caller calls what.
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

// end finds what nobody has asked for.
func (f *fields) end() {
	if f.rest != nil {
		f.fail("too much in", f.line)
	}
}

// number reads whole milliseconds: up to 15 digits, so that sums cannot overflow.
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

// wordNamed reads the word of a record and has the errors that follow name it.
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

// piece reads a FEN letter; without one it is otherwise.
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

// one is the index among words of the next field.
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

// hex reads the rest of the line as bytes, two digits each.
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

// nibble is the value of a hex digit, 255 for any other character.
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
