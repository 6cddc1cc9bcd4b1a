// Package terminal keeps from a terminal what it would obey. What boards, brokers, USB
// devices and logs say may be written by anybody: nothing of it goes to a terminal as it
// is. Persons get a question mark where there is no printable character, programs \u and
// digits.
package terminal

import (
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/term"

	"github.com/boardd/boardd/transport"
)

// Is reports whether what is written to out is shown at a terminal.
func Is(out io.Writer) bool {
	f, isFile := out.(*os.File)
	return isFile && term.IsTerminal(f.Fd())
}

// Plain returns a text of one line without what would control a terminal.
func Plain(s string) string { return strings.Map(printed, s) }

// PlainLines is the same of a text of several lines.
func PlainLines(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return printed(r)
	}, s)
}

func printed(r rune) rune {
	if !unicode.IsPrint(r) {
		return '?'
	}
	return r
}

// Writer is where to write what a log or a message holds: to a terminal without
// what it would obey, and elsewhere as it is.
func Writer(out io.Writer) io.Writer {
	if Is(out) {
		return printing{out}
	}
	return out
}

// printing writes text without what a terminal would obey. A character that is written
// in two parts is lost.
type printing struct{ io.Writer }

func (p printing) Write(text []byte) (int, error) {
	if _, err := io.WriteString(p.Writer, PlainLines(strings.ReplaceAll(string(text), "\t", "        "))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// JSON writes lines of JSON without what a terminal would obey.
type JSON struct{ io.Writer }

func (p JSON) Write(line []byte) (int, error) {
	if _, err := p.Writer.Write(transport.AppendPlain(nil, line)); err != nil {
		return 0, err
	}
	return len(line), nil
}
