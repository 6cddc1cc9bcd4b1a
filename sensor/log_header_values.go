package sensor

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

var orientationWords = []string{"auto", "normal", "rotated"}

func parseOrientation(h *Header, value string) *ParseError {
	o, err := ParseOrientation(value)
	if err != nil {
		return complaint("bad value", []byte(value), oneOf(orientationWords))
	}
	h.Orientation = o
	return nil
}

func listOrientation(h *Header) []string {
	if h.Orientation == Auto {
		return nil
	}
	return []string{h.Orientation.String()}
}

func parseConfig(h *Header, value string) *ParseError {
	for field := range strings.SplitSeq(value, " ") {
		key, val, ok := strings.Cut(field, "=")
		if !ok || !isName(key) || val == "" {
			return complaint("bad setting", []byte(field), fmt.Errorf("want key=value"))
		}
		if given(h.Config, key) {
			return complaint("given twice", []byte(key), nil)
		}
		h.Config = append(h.Config, Setting{key, val})
	}
	return nil
}

func listConfig(h *Header) []string {
	var out []string
	for _, s := range h.Config {
		out = append(out, s.Name+"="+s.Value)
	}
	return out
}

func parseMoves(h *Header, value string) *ParseError {
	for uci := range strings.SplitSeq(value, " ") {
		if !isUCI(uci) {
			return complaint("bad move", []byte(uci), nil)
		}
		h.Moves = append(h.Moves, uci)
	}
	return nil
}

func listMoves(h *Header) []string {
	if len(h.Moves) == 0 {
		return nil
	}
	return []string{strings.Join(h.Moves, " ")}
}

// isUCI reports whether text has the form of a move: e2e4, e7e8q.
func isUCI(text string) bool {
	if len(text) != 4 && len(text) != 5 {
		return false
	}
	_, from := placement.ParseSquare(text[:2])
	_, to := placement.ParseSquare(text[2:4])
	return from && to && (len(text) == 4 || strings.Contains("nbrq", text[4:]))
}

// mostAddress is the highest address of a board on a line: 14 bits.
const mostAddress = 1<<14 - 1

func parseAddress(h *Header, value string) *ParseError {
	n, err := strconv.ParseUint(value, 10, 16)
	if err != nil || n < 1 || n > mostAddress {
		return complaint("bad value", []byte(value), fmt.Errorf("want 1 to %d", mostAddress))
	}
	h.Address = int(n)
	return nil
}

func listAddress(h *Header) []string {
	if h.Address == 0 {
		return nil
	}
	return []string{strconv.Itoa(h.Address)}
}

// parseIllegal reads "w=1 b=0".
func parseIllegal(h *Header, value string) *ParseError {
	white, black, _ := strings.Cut(value, " ")
	w, okW := count(white, "w=")
	b, okB := count(black, "b=")
	if !okW || !okB {
		return complaint("bad value", []byte(value), fmt.Errorf("want w=0 b=0"))
	}
	h.Illegal = [2]int{placement.White: w, placement.Black: b}
	return nil
}

// count reads a number of up to three digits after its prefix.
func count(text, prefix string) (int, bool) {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok || len(digits) > 3 {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	return int(n), err == nil
}

func listIllegal(h *Header) []string {
	if h.Illegal == [2]int{} {
		return nil
	}
	return []string{fmt.Sprintf("w=%d b=%d", h.Illegal[placement.White], h.Illegal[placement.Black])}
}

// parseTag reads a PGN tag: its name, and after one space its value, which may
// be empty.
func parseTag(h *Header, value string) *ParseError {
	name, text, _ := strings.Cut(value, " ")
	if !isName(name) || strings.HasPrefix(text, " ") {
		return complaint("bad tag", []byte(value), nil)
	}
	if given(h.Tags, name) {
		return complaint("given twice", []byte(name), nil)
	}
	h.Tags = append(h.Tags, Setting{name, text})
	return nil
}

func listTags(h *Header) []string { return lines(h.Tags) }

// lines is each setting as the rest of a line, "name value".
func lines(settings []Setting) []string {
	var out []string
	for _, s := range settings {
		if s.Value == "" {
			out = append(out, s.Name)
			continue
		}
		out = append(out, s.Name+" "+s.Value)
	}
	return out
}

func given(settings []Setting, name string) bool {
	for _, s := range settings {
		if s.Name == name {
			return true
		}
	}
	return false
}

// isName reports whether text is letters, digits, '_' and '-', and not empty.
func isName(text string) bool {
	for i := range len(text) {
		if !inName(text[i]) {
			return false
		}
	}
	return text != ""
}

func inName(ch byte) bool {
	lower := ch | 0x20
	return lower >= 'a' && lower <= 'z' || ch >= '0' && ch <= '9' || ch == '_' || ch == '-'
}
