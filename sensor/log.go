package sensor

import (
	"fmt"
	"strings"
)

// FirstLine is the first line of every log, without its line feed.
const FirstLine = "#! boardd-log 1"

// MaxLine is the longest line that a Reader takes, in bytes without the line
// feed. The longest that is known to be needed, the internal log of a DGT
// board read in one piece (7,939 bytes), makes a line of 24 kB.
const MaxLine = 1 << 20

// longestText bounds the text that an error quotes.
const longestText = 80

// ParseError says what in a log cannot be read. Its message fits on one line:
//
//	line 12: lift: bad square "e9"
type ParseError struct {
	Line int    // from 1
	What string // what is wrong with Text: "lift: bad square"
	Text string // the offending text, shortened if it is long
	Err  error  // why, if there is more to say; else nil
}

func (e *ParseError) Error() string {
	text := fmt.Sprintf("line %d: %s", e.Line, e.What)
	if e.Text != "" {
		text += fmt.Sprintf(" %q", e.Text)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap is the cause, if there is one.
func (e *ParseError) Unwrap() error { return e.Err }

// complaint is a ParseError whose line is not known yet.
func complaint(what string, text []byte, cause error) *ParseError {
	if len(text) > longestText {
		return &ParseError{What: what, Text: string(text[:longestText]) + "…", Err: cause}
	}
	return &ParseError{What: what, Text: string(text), Err: cause}
}

// oneOf is the cause when a word is not among those that are allowed.
func oneOf(words []string) error {
	return fmt.Errorf("want %s", strings.Join(words, ", "))
}
