package pgn

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// tokenKind says what a token is.
type tokenKind uint8

const (
	noToken tokenKind = iota
	endOfText
	tagToken    // text is its name, value its value
	moveToken   // text is the move as written, without ! and ?
	resultToken // text is the result
)

type token struct {
	kind        tokenKind
	line        int
	text, value string
}

// maxToken is the longest name, value or move in bytes; chosen. The standard
// has lines of 255 at most, which nobody keeps to.
const maxToken = 4096

// scanner takes a text to tokens, and passes over what no game needs.
type scanner struct {
	src    *bufio.Reader
	line   int
	column int // bytes of the line read so far
}

func newScanner(src io.Reader) scanner {
	s := scanner{src: bufio.NewReader(src), line: 1}
	if head, _ := s.src.Peek(3); string(head) == "\ufeff" {
		s.src.Discard(3)
	}
	return s
}

// read is the next byte, 0 at the end. A zero byte in the text is read as a
// space.
func (s *scanner) read() (byte, error) {
	b, err := s.src.ReadByte()
	if err == io.EOF {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("line %d: %w", s.line, err)
	}
	s.column++
	if b == '\n' {
		s.line, s.column = s.line+1, 0
	}
	if b == 0 {
		b = ' '
	}
	return b, nil
}

func (s *scanner) peek() byte {
	if b, err := s.src.Peek(1); err == nil {
		return b[0]
	}
	return 0
}

// token is the next token; of kind endOfText at the end.
func (s *scanner) token() (token, error) {
	for {
		line, first := s.line, s.column == 0
		b, err := s.read()
		switch {
		case err != nil:
			return token{}, err
		case b == 0:
			return token{kind: endOfText, line: s.line}, nil
		case b == '[':
			return s.tag()
		case b == '*':
			return token{resultToken, line, "*", ""}, nil
		case inSymbol(b):
			if t, err := s.symbol(b); err != nil || t.kind != noToken {
				return t, err
			}
		default:
			if err := s.pass(b, first); err != nil {
				return token{}, err
			}
		}
	}
}

// pass passes over what begins with a byte that begins no token.
func (s *scanner) pass(b byte, first bool) error {
	switch {
	case b == '{':
		return s.passTo('}', "comment")
	case b == ';' || b == '%' && first:
		return s.passTo('\n', "")
	case b == '(':
		return s.passVariation()
	case b == '$':
		for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
			s.read()
		}
		return nil
	case strings.IndexByte(" \t\r\n\v\f.!?", b) >= 0:
		return nil
	}
	return fmt.Errorf("line %d: %q where a move is wanted", s.line, string(rune(b)))
}

// passTo passes over all up to a byte. Where what is named for the error has to
// end with it, the end of the text will not do.
func (s *scanner) passTo(end byte, what string) error {
	line := s.line
	for {
		b, err := s.read()
		switch {
		case err != nil:
			return err
		case b == end:
			return nil
		case b == 0 && what == "":
			return nil
		case b == 0:
			return fmt.Errorf("line %d: %s does not end", line, what)
		}
	}
}

// passVariation passes over a variation and those in it.
func (s *scanner) passVariation() error {
	line := s.line
	for depth := 1; depth > 0; {
		first := s.column == 0
		b, err := s.read()
		switch {
		case err != nil:
			return err
		case b == 0:
			return fmt.Errorf("line %d: variation does not end", line)
		case b == '(':
			depth++
		case b == ')':
			depth--
		case b == '{':
			err = s.passTo('}', "comment")
		case b == ';' || b == '%' && first:
			err = s.passTo('\n', "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
