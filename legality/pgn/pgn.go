// Package pgn reads games in PGN as people and programs write them: the import
// format of the PGN standard of 1994, and what is common besides.
//
// Of a game it keeps the tags, the position that it starts from, the moves of
// its main line and its result. Comments, variations, annotations, move numbers
// and lines that begin with % are passed over. A move has to be legal where it
// stands; how it is read is for legality.ParseSAN, which is not strict. Several
// games follow one another; a game ends with its result, where the next tags
// begin, or with the text.
//
// A game starts from the tag FEN if it has one, by the rules of Chess960 if the
// tag Variant says so ("Chess960", "Fischerandom" and the like).
package pgn

import (
	"fmt"
	"io"
	"strings"

	"github.com/boardd/boardd/legality"
)

// Game is one game. Its zero value is not one; a Reader makes them.
type Game struct {
	Line   int   // on which it begins, from 1
	Tags   []Tag // in the order given
	Start  legality.Position
	Moves  []legality.Move
	Result string // "1-0", "0-1", "1/2-1/2", or "*" if the moves end with none
}

// Tag is a tag pair, its value unquoted: as it was written, of any encoding.
type Tag struct{ Name, Value string }

// Tag is the value of the first tag of a name, "" if there is none.
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
	next token // read already, and not used
}

// NewReader reads from src, which it buffers.
func NewReader(src io.Reader) *Reader { return &Reader{scan: newScanner(src)} }

// Next is the next game; io.EOF after the last. Any other error names the line,
// and nothing can be read after it.
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

// advance makes sure that a token has been read.
func (r *Reader) advance() error {
	if r.next.kind != noToken {
		return nil
	}
	var err error
	r.next, err = r.scan.token()
	return err
}

// readTags reads the tags, and what of them the moves need.
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

// isChess960 knows the names by which programs call Chess960.
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
