package view

import "strconv"

// colour is an index into palette.
type colour uint8

// The colours. Those of text are the terminal's own, so that they suit the
// theme of whoever looks, be it dark or light; those of the board are ours.
const (
	plain colour = iota
	red
	green
	yellow
	magenta
	cyan
	paper // on a banner
	whitePiece
	blackPiece
	shadow // of a piece in the air
	lightSquare
	darkSquare
	lightLast
	darkLast
	lightSettling
	darkSettling
	lightIllegal
	darkIllegal
	lightDiffer
	darkDiffer
)

// shade is one colour at three depths. Where rgb is own the terminal's basic
// colour is taken at every depth.
type shade struct {
	rgb     int32 // 0xRRGGBB
	indexed uint8 // of xterm's 256
	basic   uint8 // 0 to 15
}

const own = -1

// palette is chosen so that pieces of both colours stand out from both squares: white on the
// light square has a contrast of 2.7 to 1, black on the dark one of 4.1, as
// WCAG 2 reckons it.
var palette = [...]shade{
	red:           {own, 0, 1},
	green:         {own, 0, 2},
	yellow:        {own, 0, 3},
	magenta:       {own, 0, 5},
	cyan:          {own, 0, 6},
	paper:         {own, 0, 15},
	whitePiece:    {0xffffff, 231, 15},
	blackPiece:    {0x000000, 16, 0},
	shadow:        {0x6b4208, 94, 0},
	lightSquare:   {0x8ca2b0, 109, 6},
	darkSquare:    {0x5a7184, 66, 2},
	lightLast:     {0xb0b04c, 143, 3},
	darkLast:      {0x878a2c, 100, 3},
	lightSettling: {0xa3b088, 144, 3},
	darkSettling:  {0x748563, 101, 3},
	lightIllegal:  {0xd0604e, 167, 1},
	darkIllegal:   {0xb04535, 131, 1},
	lightDiffer:   {0xe09a45, 179, 5},
	darkDiffer:    {0xc07a28, 172, 5},
}

// attribute is what is done to text besides its colour.
type attribute uint8

const (
	bold attribute = 1 << iota
	faint
	italic
	reversed
)

// codes are the parameters of SGR (ECMA-48, 8.3.117) for the attributes, in
// the order of their bits.
var codes = [...]string{"1", "2", "3", "7"}

// ink is how a cell is written. The zero value is the terminal's own.
type ink struct {
	fore, back colour
	attribute
}

// appendSGR writes the escape sequence that turns any ink into this one.
func (k ink) appendSGR(dst []byte, d Depth) []byte {
	dst = append(dst, "\x1b["...)
	if k.at(d) == (ink{}) {
		return append(dst, 'm')
	}
	dst = append(dst, '0')
	for i, code := range codes {
		if k.attribute&(1<<i) != 0 {
			dst = append(append(dst, ';'), code...)
		}
	}
	if d >= Basic {
		dst = appendColour(dst, k.fore, d, 30)
		dst = appendColour(dst, k.back, d, 40)
	}
	return append(dst, 'm')
}

// appendColour writes a colour as parameters of SGR; base is 30 for text and 40
// for what is behind it.
func appendColour(dst []byte, c colour, d Depth, base int64) []byte {
	if c == plain {
		return dst
	}
	s := palette[c]
	dst = append(dst, ';')
	switch {
	case d == TrueColor && s.rgb != own:
		dst = append(strconv.AppendInt(dst, base+8, 10), ";2"...)
		for shift := 16; shift >= 0; shift -= 8 {
			dst = strconv.AppendInt(append(dst, ';'), int64(s.rgb>>shift&0xff), 10)
		}
	case d == Indexed && s.rgb != own:
		dst = append(strconv.AppendInt(dst, base+8, 10), ";5;"...)
		dst = strconv.AppendInt(dst, int64(s.indexed), 10)
	case s.basic >= 8:
		dst = strconv.AppendInt(dst, base+60+int64(s.basic)-8, 10)
	default:
		dst = strconv.AppendInt(dst, base+int64(s.basic), 10)
	}
	return dst
}

// at is the ink without what a terminal of that depth cannot do.
func (k ink) at(d Depth) ink {
	if d < Mono {
		return ink{}
	}
	if d < Basic {
		k.fore, k.back = plain, plain
	}
	return k
}
