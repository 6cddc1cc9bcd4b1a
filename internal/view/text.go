package view

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// maxMarks is how many combining marks may stand on one sign: enough for any
// script, and no tower of them.
const maxMarks = 3

// sign is what stands in one cell or two: a character and its marks.
type sign struct {
	text  string
	width int
	marks int
}

// signs parts a text into signs. What does not print, or is not ASCII where
// only that can be shown, becomes a question mark: it comes from a network, and
// must not steer the terminal.
func (s Style) signs(text string) []sign {
	var out []sign
	for _, r := range text {
		if !unicode.IsPrint(r) && !isVariation(r) || s.ASCII && r > unicode.MaxASCII {
			r = '?'
		}
		width := ansi.StringWidthWc(string(r))
		switch {
		case width > 0:
			out = append(out, sign{text: string(r), width: width})
		case len(out) > 0 && out[len(out)-1].marks < maxMarks:
			out[len(out)-1].text += string(r)
			out[len(out)-1].marks++
		}
	}
	return out
}

func isVariation(r rune) bool { return r == '\ufe0e' }

// widthOf is the number of columns that signs take.
func widthOf(all []sign) int {
	width := 0
	for _, s := range all {
		width += s.width
	}
	return width
}

// cut is as much of a text as has room, the last of it an ellipsis if there is
// more.
func (s Style) cut(text string, room int) []sign {
	all := s.signs(text)
	if widthOf(all) <= room {
		return all
	}
	end := s.signs(s.glyphs().ellipsis)
	end = end[:min(len(end), room)]
	kept, n := 0, 0
	for n < len(all) && kept+all[n].width <= room-len(end) {
		kept += all[n].width
		n++
	}
	return append(all[:n:n], end...)
}

// clean is a text as it may be written to a terminal, in at most so many columns.
func (s Style) clean(text string, room int) string {
	var b strings.Builder
	for _, sign := range s.cut(text, room) {
		b.WriteString(sign.text)
	}
	return b.String()
}
