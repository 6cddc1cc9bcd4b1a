// Package pgn reads games in PGN as people and programs write them: the import
// format of the PGN standard of 1994, and what is common besides.
//
// It reads the tags of a game, the position from which it starts, the moves of its
// main line and its result. It skips comments, variations, annotations, move
// numbers and lines that begin with %. A move must be legal; legality.ParseSAN
// reads it and is lenient about its form. A text may have several games; a game
// ends with its result, before the next tags, or at the end of the text.
//
// A game starts from the tag FEN if it has one, by the rules of Chess960 if the
// tag Variant says so ("Chess960", "Fischerandom" and the like).
package pgn

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
)

// Game is one game, as a Reader returns it.
type Game struct {
	Line   int   // on which the game begins, from 1
	Tags   []Tag // in the order given
	Start  legality.Position
	Moves  []legality.Move
	Result string // "1-0", "0-1", "1/2-1/2", or "*" if the moves end with none
}

// Tag is a tag pair. The value is unquoted, and its bytes are in the encoding of
// the text.
type Tag struct{ Name, Value string }

// Tag returns the value of the first tag with a name, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Reader reads one game after another.
type Reader struct {
	scan scanner
	next token // read, but not used yet
}

// NewReader returns a Reader of the games in src. It reads ahead.
func NewReader(src io.Reader) *Reader { return &Reader{scan: newScanner(src)} }

// Next returns the next game, and io.EOF after the last. Any other error names the
// line and is final.
func (r *Reader) Next() (*Game, error) {
	if err := r.advance(); err != nil {
		return nil, err
	}
	if r.next.kind == endOfText {
		return nil, io.EOF
	}
	g := &Game{Line: r.next.line, Start: legality.Initial(), Result: "*"}
	err := r.readTags(g)
	if err == nil {
		err = r.readMoves(g)
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// advance reads a token unless one is waiting.
func (r *Reader) advance() error {
	if r.next.kind != noToken {
		return nil
	}
	var err error
	r.next, err = r.scan.token()
	return err
}

// readTags reads the tags, and the starting position from them.
func (r *Reader) readTags(g *Game) error {
	line := r.next.line
	for r.next.kind == tagToken {
		if r.next.text == "FEN" {
			line = r.next.line
		}
		g.Tags = append(g.Tags, Tag{r.next.text, r.next.value})
		r.next = token{}
		if err := r.advance(); err != nil {
			return err
		}
	}
	fen := g.Tag("FEN")
	if fen == "" {
		return nil
	}
	start, err := legality.ParseFEN(fen, isChess960(g.Tag("Variant")))
	if err != nil {
		return fmt.Errorf("line %d: tag FEN: %w", line, err)
	}
	g.Start = start
	return nil
}

// isChess960 reports whether a value of the tag Variant is one of the names that
// programs give Chess960.
func isChess960(variant string) bool {
	v := strings.ToLower(variant)
	return strings.Contains(v, "960") || strings.Contains(v, "fischer")
}

// readMoves reads the main line, up to its result or to the next game.
func (r *Reader) readMoves(g *Game) error {
	p := g.Start
	for {
		if err := r.advance(); err != nil {
			return err
		}
		t := r.next
		if t.kind == endOfText || t.kind == tagToken {
			return nil
		}
		r.next = token{}
		if t.kind == resultToken {
			g.Result = t.text
			return nil
		}
		m, err := p.ParseSAN(t.text)
		if err != nil {
			return fmt.Errorf("line %d: ply %d: %w", t.line, len(g.Moves)+1, err)
		}
		g.Moves = append(g.Moves, m)
		p = p.Play(m)
	}
}

// tokenKind is the kind of a token.
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

// maxToken is the longest name, value or move in bytes; chosen. The standard allows
// lines of 255, but programs write longer ones.
const maxToken = 4096

// scanner splits a text into tokens and skips what no game needs.
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

// read returns the next byte, 0 at the end. A zero byte in the text is read as a
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

// token returns the next token, of kind endOfText at the end.
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

// pass skips the construct that a byte begins if it begins no token.
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

// passTo skips everything up to a byte. If the text ends before that byte, it returns an
// error that names what was left open; if what is empty, that is no error.
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

// passVariation skips a variation and the variations in it.
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

// inSymbol reports whether a byte can stand in a move, a number or a result.
func inSymbol(b byte) bool {
	lower := b | 0x20
	return lower >= 'a' && lower <= 'z' || b >= '0' && b <= '9' || strings.IndexByte("+#=:-/", b) >= 0
}

var results = []string{"1-0", "0-1", "1/2-1/2"}

// symbol reads a move or a result that begins with a byte. It returns no token for
// a move number.
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

// until reads up to a byte, all on one line; a backslash escapes the next byte.
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
