package text

import (
	"strconv"
	"strings"

	"github.com/boardd/boardd/sensor"
)

// said is what a line says.
type said struct {
	record sensor.Record // its Word is NoWord if the line brings none
	over   bool          // a scan of a board that sends them over and over
	hello  *Info         // nil: it is no hello
	clock  int64         // milliseconds by the board's own clock; -1 if it does not say
	summed bool          // it had a checksum, a right one
	empty  bool          // it says nothing at all: a blank line, a remark
}

// parse reads a line without its end. The second result says what is wrong
// with it, after the line, and is empty if nothing is.
func parse(line string) (said, string) {
	line = strings.Trim(line, " \t")
	if line == "" || line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "//") {
		return said{clock: -1, empty: true}, ""
	}
	text, summed, ok := checked(line)
	if !ok {
		return said{}, "has a wrong checksum"
	}
	s, ok := understand(text)
	if !ok {
		return said{}, "makes no sense"
	}
	s.summed = summed
	return s, ""
}

// checked takes the checksum off a line, if there is one; false if it is wrong.
func checked(line string) (text string, summed, ok bool) {
	star := len(line) - 3
	if star < 0 || line[star] != '*' {
		return line, false, true
	}
	want, err := strconv.ParseUint(line[star+1:], 16, 8)
	return line[:star], true, err == nil && byte(want) == checksum(line[:star])
}

func checksum(text string) byte {
	sum := byte(0)
	for i := range len(text) {
		sum ^= text[i]
	}
	return sum
}

// understand reads a line without its checksum: one of a foreign board, or a
// time, a word and its arguments.
func understand(line string) (said, bool) {
	for _, read := range foreign {
		if s, ok := read(line); ok {
			s.clock = -1
			return s, true
		}
	}
	fields, clock := strings.Fields(line), int64(-1)
	if len(fields) > 0 {
		if t, ok := number(fields[0]); ok {
			fields, clock = fields[1:], t
		}
	}
	if len(fields) == 0 {
		return said{}, false
	}
	name, args := fields[0], fields[1:]
	for i := range words {
		w := &words[i]
		if strings.EqualFold(w.name, name) && len(args) >= w.least && len(args) <= w.most {
			s, ok := w.read(args)
			s.clock = clock
			return s, ok
		}
	}
	return said{}, false
}

// number reads up to 15 digits.
func number(text string) (int64, bool) {
	n := int64(0)
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(text[i]-'0')
	}
	return n, len(text) > 0 && len(text) <= 15
}

// twoLines is where two lines meet between which the line end is missing;
// false if it is no two good lines.
func twoLines(line string) (int, bool) {
	for i := 1; i < len(line); i++ {
		if line[i-1] == ' ' || line[i] == ' ' {
			continue // nobody begins or ends a line so
		}
		if s, wrong := parse(line[:i]); wrong != "" || s.empty {
			continue
		}
		if _, wrong := parse(line[i:]); wrong == "" {
			return i, true
		}
	}
	return 0, false
}
