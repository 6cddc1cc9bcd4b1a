package web

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// Board is a position as a page draws it.
type Board struct {
	Placement string   // the first field of a FEN
	Last      string   // the move that led to it, as UCI writes it; "" for none
	Flip      bool     // Black is below
	Coords    bool     // with letters and numbers
	Size      int      // in pixels; 0: as wide as there is room
	Differ    []string // squares to look at: the board and the game do not agree there
	Label     string   // what a screen reader says of it
}

// shape is how a piece looks in a field of 45 by 45: its outline, and the lines in it. The shapes
// are drawn for this project; static/README has their licence.
type shape struct{ outline, lines string }

var shapes = map[byte]shape{
	'P': {"M22.5 8.6a5.4 5.4 0 0 1 3.7 9.3h3.5v3.2h-3.5c.5 5.200 2.200 9.300 6.300 12.300v5.100h-20v-5.100c4.100-3 5.800-7.100 6.300-12.300h-3.500v-3.200h3.500a5.400 5.400 0 0 1 3.700-9.300z", "M14 34h17"},
	'N': {"M13.500 38.500c-.3-6.800 3.200-10.300 7-14.300-2.600.1-4.600 1-6.300 2.700-1.300 1.300-3.400 1.300-4.600-.1l-1.200-1.500c-.7-.9-.7-2.100 0-3 2.400-3 4.100-6.200 5.300-9.400.8-2.200 2.300-3.800 4.400-4.800l.2-3.800 4 3.200c8.600.9 13.400 8.600 13.400 19.300v11.700z", "M14 34h20.500M18.200 14.800l.1.1"},
	'B': {"M22.500 5.200a2.700 2.700 0 0 1 1.700 4.800c4.900 3.200 7.300 7.700 7.300 12 0 3.300-1.600 5.800-3.700 7.600l1 3.800h4.700v5.100h-22v-5.100h4.700l1-3.800c-2.100-1.800-3.700-4.300-3.700-7.600 0-4.300 2.400-8.800 7.300-12a2.700 2.700 0 0 1 1.700-4.800z", "M17.300 29.600h10.400M16.500 33.600h12M26.200 15.200l-3.800 6.200"},
	'R': {"M10.500 8h5.600v3.600h3.900v-3.600h5v3.600h3.900v-3.600h5.600v7.800l-3.700 3.200v11.400l3.700 3.300v4.800h-24v-4.800l3.700-3.300v-11.400l-3.700-3.200z", "M14.200 19h16.600M14.200 30.400h16.600M10.500 33.800h24"},
	'Q': {"M8 11.200a2.400 2.400 0 0 1 1.500 4.200l5.200 8.400.6-11.800a2.400 2.400 0 1 1 2.400-.1l3 10.700 1.100-12.500a2.400 2.400 0 1 1 1.400 0l1.100 12.500 3-10.700a2.400 2.400 0 1 1 2.400.1l.6 11.800 5.200-8.400a2.400 2.400 0 1 1 2.100.6l-3.500 15.600.9 6.900h-25l.9-6.900-3.500-15.600a2.400 2.400 0 0 1 .6-4.800z", "M11.200 31.600c7-1.800 15.600-1.800 22.600 0M10.600 35.400h23.800"},
	'K': {"M21 4.500h3v3h3v3h-3v5.100c2-2.300 4.700-3 7.300-2.500 4.300.8 6 4.900 4.900 8.900-1 3.400-3.200 6.500-4.200 9.600l.9 6.900h-20.800l.9-6.900c-1-3.100-3.200-6.200-4.200-9.600-1.100-4 .6-8.100 4.900-8.900 2.600-.5 5.300.2 7.300 2.500v-5.100h-3v-3h3z", "M13 31.600c6.200-1.800 12.800-1.800 19 0M12.400 35.400h20.200M22.500 16v13.800"},
}

// sprite returns the pieces as symbols: #wP to #bK. Each page with a board has them once.
func sprite() template.HTML {
	var b strings.Builder
	b.WriteString(`<svg class="sprite" aria-hidden="true" focusable="false"><symbol id="sq" viewBox="0 0 8 8"><path class="sl" d="M0 0h8v8h-8z"/><path class="sd" d="`)
	for row := range 8 {
		for file := 1 - row%2; file < 8; file += 2 {
			fmt.Fprintf(&b, "M%d %dh1v1h-1z", file, row)
		}
	}
	b.WriteString(`"/></symbol>`)
	for _, side := range []byte("wb") {
		for _, kind := range []byte("PNBRQK") {
			s := shapes[kind]
			fmt.Fprintf(&b, `<symbol id="%c%c" viewBox="0 0 45 45"><path class="p%c" d="%s"/><path class="l%c" d="%s"/></symbol>`, side, kind, side, s.outline, side, s.lines)
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// boardSVG returns a board. Its pieces are in the group "pieces", those of the last move's squares
// in "marks"; the script renews both.
func boardSVG(d Board) template.HTML {
	var b strings.Builder
	more := ""
	if d.Flip {
		more = ` data-flip`
	}
	if d.Size > 0 {
		more += fmt.Sprintf(` width="%d" height="%d"`, d.Size, d.Size)
	}
	fmt.Fprintf(&b, `<svg class="board" viewBox="0 0 8 8" role="img" aria-label="%s"%s><use href="#sq"/><g class="marks">`, html.EscapeString(d.Label), more)
	for _, square := range lastSquares(d.Last) {
		x, y := at(square, d.Flip)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="1" height="1"/>`, x, y)
	}
	b.WriteString(`</g>`)
	if len(d.Differ) > 0 {
		b.WriteString(`<g class="differ">`)
		for _, name := range d.Differ {
			for _, square := range lastSquares(name) {
				x, y := at(square, d.Flip)
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="1" height="1"/>`, x, y)
			}
		}
		b.WriteString(`</g>`)
	}
	if d.Coords {
		coords(&b, d.Flip)
	}
	b.WriteString(`<g class="pieces">`)
	p, _ := placement.Parse(d.Placement) // an empty board if it makes no sense
	for square, piece := range p {
		if piece == placement.Empty {
			continue
		}
		x, y := at(square, d.Flip)
		fmt.Fprintf(&b, `<use href="#%s" x="%d" y="%d" width="1" height="1"/>`, symbol(piece), x, y)
	}
	b.WriteString(`</g></svg>`)
	return template.HTML(b.String())
}

// listed are the pieces in the order in which they are read out.
const listed = "KQRBNP"

// pieces returns the pieces of a side for a screen reader, as "Ke1, Ra1, a2, b2".
func pieces(d Board, side string) string {
	p, _ := placement.Parse(d.Placement)
	var all []string
	for _, kind := range []byte(listed) {
		for square, piece := range p {
			if piece != placement.Empty && symbol(piece) == side+string(kind) {
				all = append(all, fmt.Sprintf("%s%c%d", strings.TrimPrefix(string(kind), "P"), 'a'+square%8, square/8+1))
			}
		}
	}
	return strings.Join(all, ", ")
}

// symbol returns the name of a piece's symbol.
func symbol(p placement.Piece) string {
	return p.Color().String() + strings.ToUpper(string(p.Kind().Letter()))
}

// at returns where a square is drawn.
func at(square int, flip bool) (x, y int) {
	x, y = square%8, 7-square/8
	if flip {
		x, y = 7-x, 7-y
	}
	return x, y
}

// lastSquares returns the squares of a move from which and to which a piece went.
func lastSquares(uci string) (all []int) {
	for ; len(uci) >= 2 && len(all) < 2; uci = uci[2:] {
		file, rank := int(uci[0])-'a', int(uci[1])-'1'
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return nil
		}
		all = append(all, 8*rank+file)
	}
	return all
}

// coords writes the letters of the files and the numbers of the ranks into their squares.
func coords(b *strings.Builder, flip bool) {
	b.WriteString(`<g class="coords" aria-hidden="true">`)
	for i := range 8 {
		file, rank := i, 7-i
		if flip {
			file, rank = 7-i, i
		}
		fmt.Fprintf(b, `<text class="c%d" x="%.2f" y="7.94">%c</text><text class="c%d" x="0.04" y="%.2f">%d</text>`,
			i%2, float64(i)+0.82, 'a'+file, 1-i%2, float64(i)+0.24, rank+1)
	}
	b.WriteString(`</g>`)
}
