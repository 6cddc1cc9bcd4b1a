package text

import (
	"bytes"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// foreign read lines of other boards that have no word in front.
var foreign = [...]func(line string) (said, bool){repeated, remoteChess, squareOff}

// repeated reads a line that is nothing but the occupied squares.
func repeated(line string) (said, bool) {
	digits := len(line) == 64 && strings.Trim(line, "01") == ""
	hexadecimal := len(line) == 16 && !strings.Contains(line, "/") || len(line) == 18 && strings.HasPrefix(line, "0x")
	if !digits && !hexadecimal {
		return said{}, false
	}
	return overAndOver(scan(line))
}

func overAndOver(p placement.Placement, ok bool) (said, bool) {
	s := bare(sensor.Board)
	s.record.Placement, s.over = p, true
	return s, ok
}

// remoteChess reads e2-L, e4-P and e2-R. What its X says is not clear: which of
// the two men it speaks of.
func remoteChess(line string) (said, bool) {
	name, act, ok := strings.Cut(line, "-")
	word := map[string]sensor.Word{"L": sensor.Lift, "P": sensor.Drop, "R": sensor.Drop}[act]
	if !ok || word == sensor.NoWord {
		return said{}, false
	}
	return readTouch(word, []string{name})
}

// squareOff reads <code>#<body>, with an asterisk after it or, if that was
// lost, without.
func squareOff(line string) (said, bool) {
	code, body, ok := strings.Cut(strings.TrimSuffix(line, "*"), "#")
	if !ok {
		return said{}, false
	}
	switch code {
	case "0":
		return squareOffTouch(body)
	case "30":
		return squareOffBoard(body)
	case "14":
		return said{}, body == "GO"
	case "22":
		_, ok := number(body)
		return said{}, ok
	}
	return said{}, false
}

// squareOffTouch reads e2u or e4d.
func squareOffTouch(body string) (said, bool) {
	if len(body) != 3 {
		return said{}, false
	}
	word := map[byte]sensor.Word{'u': sensor.Lift, 'd': sensor.Drop}[body[2]]
	if word == sensor.NoWord {
		return said{}, false
	}
	return readTouch(word, []string{body[:2]})
}

// squareOffBoard reads 64 times 0 or 1, file by file.
func squareOffBoard(body string) (said, bool) {
	if len(body) != 64 || strings.Trim(body, "01") != "" {
		return said{}, false
	}
	var p placement.Placement
	for i := range len(body) {
		if body[i] == '1' {
			p[placement.MakeSquare(i/8, i%8)] = placement.Unknown
		}
	}
	return overAndOver(p, true)
}

// endsItself reports whether an asterisk is the end of a line of which this
// much has come: Square Off boards send no other.
func endsItself(line []byte) bool {
	line = line[bytes.LastIndexByte(line, '*')+1:]
	for i, ch := range line {
		if ch < '0' || ch > '9' {
			return ch == '#' && i > 0
		}
	}
	return false
}
