package transport

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// initial is the position that a PGN without FEN starts from.
var initial = legality.Initial()

// lineLength is the most that a line of export movetext holds: the standard
// wants fewer than 80 printing characters.
const lineLength = 79

// page sets words into lines.
type page struct {
	text []byte
	used int // of the last line
}

// word adds a word, on a new line if the last one has no room for it.
func (p *page) word(s string) {
	switch {
	case p.used == 0:
	case p.used+1+len(s) > lineLength:
		p.text, p.used = append(p.text, '\n'), 0
	default:
		p.text, p.used = append(p.text, ' '), p.used+1
	}
	p.text, p.used = append(p.text, s...), p.used+len(s)
}

// comment adds a remark. Its braces do not nest. A word that no line holds is cut.
func (p *page) comment(s string) {
	for _, word := range strings.Fields("{" + strings.ReplaceAll(s, "}", ")") + "}") {
		for len(word) > lineLength {
			cut := lineLength
			for !utf8.RuneStart(word[cut]) {
				cut--
			}
			p.word(word[:cut])
			word = word[cut:]
		}
		p.word(word)
	}
}

// appendMoves writes the movetext. Black's move is numbered when it is the
// first or comes after a comment.
func (p *part) appendMoves(dst []byte) []byte {
	out := page{text: dst}
	clocked, numbered := p.clocked(), true
	number, turn := p.start.FullmoveNumber(), p.start.Turn()
	for i := range p.moves {
		if turn == placement.White {
			out.word(strconv.Itoa(number) + ".")
		} else if numbered {
			out.word(strconv.Itoa(number) + "...")
		}
		out.word(p.moves[i].SAN)
		if clocked {
			out.word("{[%clk " + clockText(p.moves[i].Clock) + "]}")
		}
		numbered = clocked
		number, turn = number+int(turn), turn.Other()
	}
	if p.comment != "" {
		out.comment(p.comment)
	}
	out.word(p.result)
	return append(out.text, '\n')
}

// clocked reports whether the time left is known after every move.
func (p *part) clocked() bool {
	for i := range p.moves {
		if p.moves[i].Clock < 0 {
			return false
		}
	}
	return len(p.moves) > 0
}

// clockText is a time left as PGN writes it, H:MM:SS, in whole seconds that
// have not yet run out.
func clockText(ms int64) string {
	s := ms / 1000
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
