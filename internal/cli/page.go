package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/touchmove"
)

// PageWidth is how many columns a page for a person takes.
const PageWidth = 100

// Fold breaks a text at its blanks into lines of the page, each after an indent.
// The first line begins with head instead, which may be longer.
func Fold(head, text string, indent int) string {
	var b strings.Builder
	b.WriteString(head)
	at, fresh := utf8.RuneCountInString(head), true
	for word := range strings.SplitSeq(together.Replace(text), " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case !fresh && at+1+n > PageWidth:
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
	return strings.ReplaceAll(b.String(), NoBreak, " ")
}

// NoBreak is a blank at which no line is broken.
const NoBreak = "\u00a0"

// together keeps the name of a rule set, and what is found as a whole, on a line.
var together = strings.NewReplacer("FIDE ", "FIDE"+NoBreak, "Bilguer ", "Bilguer"+NoBreak, touchmove.TextSilent, strings.ReplaceAll(touchmove.TextSilent, " ", NoBreak))
