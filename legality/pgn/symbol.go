package pgn

import (
	"fmt"
	"slices"
	"strings"
)

// inSymbol reports whether a byte can stand in a move, a number or a result.
func inSymbol(b byte) bool {
	lower := b | 0x20
	return lower >= 'a' && lower <= 'z' || b >= '0' && b <= '9' || strings.IndexByte("+#=:-/", b) >= 0
}

var results = []string{"1-0", "0-1", "1/2-1/2"}

// symbol reads on from a first byte: a move or a result; nothing if it is a
// move number.
func (s *scanner) symbol(first byte) (token, error) {
	line, text := s.line, []byte{first}
	for inSymbol(s.peek()) {
		b, err := s.read()
		if err != nil {
			return token{}, err
		}
		if text = append(text, b); len(text) > maxToken {
			return token{}, fmt.Errorf("line %d: move %.20q is over %d bytes long", line, text, maxToken)
		}
	}
	t := token{moveToken, line, string(text), ""}
	if slices.Contains(results, t.text) {
		t.kind = resultToken
	}
	if strings.Trim(t.text, "0123456789") == "" {
		t.kind = noToken
	}
	return t, nil
}

// tag reads a tag from behind its bracket: [Name "value"].
func (s *scanner) tag() (token, error) {
	line := s.line
	name, err := s.until('"')
	if err != nil {
		return token{}, fmt.Errorf("line %d: tag: %w", line, err)
	}
	t := token{tagToken, line, strings.TrimSpace(name), ""}
	if t.text == "" || strings.ContainsAny(t.text, " \t[]{}") {
		return token{}, fmt.Errorf("line %d: tag: bad name %.40q", line, t.text)
	}
	if t.value, err = s.until('"'); err != nil {
		return token{}, fmt.Errorf("line %d: tag %s: %w", line, t.text, err)
	}
	if rest, err := s.until(']'); err != nil || strings.TrimSpace(rest) != "" {
		return token{}, fmt.Errorf("line %d: tag %s does not end with its value", line, t.text)
	}
	return t, nil
}

// until reads up to a byte, all on one line; a backslash takes the next byte as
// it is.
func (s *scanner) until(end byte) (string, error) {
	var text []byte
	for {
		b, err := s.read()
		if err == nil && b == '\\' && end == '"' {
			b, err = s.read()
		} else if err == nil && b == end {
			return string(text), nil
		}
		switch {
		case err != nil:
			return "", err
		case b == 0 || b == '\n':
			return "", fmt.Errorf("%q is missing on the line", string(rune(end)))
		case len(text) == maxToken:
			return "", fmt.Errorf("%.20q is over %d bytes long", text, maxToken)
		}
		text = append(text, b)
	}
}
