package main

import (
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/touchmove"
)

// pageWidth is how many columns a page for a person takes.
const pageWidth = 100

// fold breaks a text at its blanks into lines of the page, each after an indent.
// The first of them begins with head instead, which may be longer.
func fold(head, text string, indent int) string {
	var b strings.Builder
	b.WriteString(head)
	at, fresh := utf8.RuneCountInString(head), true
	for word := range strings.SplitSeq(together.Replace(text), " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case !fresh && at+1+n > pageWidth:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		case !fresh:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at, fresh = at+n, false
	}
	b.WriteByte('\n')
	return strings.ReplaceAll(b.String(), noBreak, " ")
}

// noBreak is a blank at which no line is broken.
const noBreak = "\u00a0"

// together keeps the name of a rule set, and what is found as a whole, on a line.
var together = strings.NewReplacer("FIDE ", "FIDE"+noBreak, "Bilguer ", "Bilguer"+noBreak, touchmove.TextSilent, strings.ReplaceAll(touchmove.TextSilent, " ", noBreak))
