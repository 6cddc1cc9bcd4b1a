package sensor

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// Header is the header of a log: everything before its first record. An empty field was not
// given. The caller supplies the defaults, because package sensor knows no rules. The
// Reader checks the values of enumerations, but not Start.
type Header struct {
	Board       string      // the family whose decoder reads rx: one of boardWords
	Address     int         // of the board on a shared line; 0: the first one in the log
	Sensor      string      // identified, occupancy
	Orientation Orientation // which way the board lies
	Clock       string      // auto, yes, no
	Config      []Setting   // in the order given, no key twice
	Start       string      // FEN of the position before Moves, as written
	Moves       []string    // UCI moves played from Start before the log begins; only their form is checked
	Variant     string      // standard, chess960
	Rules       string      // the rule set: fide-2023, …
	Time        string      // standard, rapid, blitz, quickplay
	Supervision string      // full, normal
	Illegal     [2]int      // completed illegal moves already counted, by Color
	Tags        []Setting   // PGN tags in the order given, no name twice
	Other       []Setting   // headers that boardd does not use, in the order given
}

// Setting is a name and its value.
type Setting struct{ Name, Value string }

// headerKey is a known header, with the functions that read and write its value. A header
// with a single word or text has text and perhaps values; any other has parse and list.
type headerKey struct {
	name   string
	repeat bool // may be given more than once
	values []string
	text   func(*Header) *string
	parse  func(*Header, string) *ParseError
	list   func(*Header) []string
}

// boardWords are the names of the board families.
var boardWords = []string{"dgt", "dgt-bus", "centaur", "chesslink", "chessnut", "certabo", "ichessone", "tabutronic", "text"}

// headerKeys holds the known headers in the order in which they are written.
var headerKeys = [...]headerKey{
	{name: "board", text: func(h *Header) *string { return &h.Board },
		values: boardWords},
	{name: "address", parse: parseAddress, list: listAddress},
	{name: "sensor", text: func(h *Header) *string { return &h.Sensor },
		values: []string{"identified", "occupancy"}},
	{name: "orientation", parse: parseOrientation, list: listOrientation},
	{name: "clock", text: func(h *Header) *string { return &h.Clock },
		values: []string{"auto", "yes", "no"}},
	{name: "config", repeat: true, parse: parseConfig, list: listConfig},
	{name: "start", text: func(h *Header) *string { return &h.Start }},
	{name: "moves", parse: parseMoves, list: listMoves},
	{name: "variant", text: func(h *Header) *string { return &h.Variant },
		values: []string{"standard", "chess960"}},
	{name: "rules", text: func(h *Header) *string { return &h.Rules },
		values: []string{"fide-2023", "fide-2018", "fide-1997", "fide-1971", "bilguer-1891", "bilguer-1880"}},
	{name: "time", text: func(h *Header) *string { return &h.Time },
		values: []string{"standard", "rapid", "blitz", quickplay}},
	{name: "supervision", text: func(h *Header) *string { return &h.Supervision },
		values: []string{"full", "normal"}},
	{name: "illegal", parse: parseIllegal, list: listIllegal},
	{name: "tag", repeat: true, parse: parseTag, list: listTags},
}

// quickplay is a time class that only the FIDE Laws of 1997 define.
const quickplay, quickplayRules = "quickplay", "fide-1997"

func keyNamed(name string) *headerKey {
	for i := range headerKeys {
		if headerKeys[i].name == name {
			return &headerKeys[i]
		}
	}
	return nil
}

// set reads the value of one header into h.
func (h *Header) set(name, value string) *ParseError {
	key := keyNamed(name)
	switch {
	case key == nil:
		h.Other = append(h.Other, Setting{name, value})
		return nil
	case value == "":
		return complaint("value missing", []byte(name), nil)
	case key.text == nil:
		return key.parse(h, value)
	case key.values != nil && !slices.Contains(key.values, value):
		return complaint("bad value", []byte(value), oneOf(key.values))
	}
	*key.text(h) = value
	return nil
}

// check finds errors that show only in the whole header. It returns the name of the wrong
// header and the reason.
func (h *Header) check() (string, *ParseError) {
	if h.Time == quickplay && h.Rules != quickplayRules {
		return "time", complaint("bad value", []byte(h.Time), oneOf([]string{"rules " + quickplayRules + " with it"}))
	}
	return "", nil
}

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

// mostAddress is the highest address of a board on a shared line: 14 bits.
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

// parseTag reads a PGN tag: a name and, after one space, a value, which may be
// empty.
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

// lines returns each setting as "name value", the rest of a header line.
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
	return slices.ContainsFunc(settings, func(s Setting) bool { return s.Name == name })
}

// isName reports whether text is not empty and only letters, digits, '_' and '-'.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r > '~' || !inName(byte(r)) })
}

func inName(ch byte) bool {
	lower := ch | 0x20
	return lower >= 'a' && lower <= 'z' || ch >= '0' && ch <= '9' || ch == '_' || ch == '-'
}

// readHeader reads the header and keeps the line of the first record.
func (r *Reader) readHeader() {
	if line := r.next(); r.err == io.EOF {
		r.err = &ParseError{Line: 1, What: "first line missing", Err: errFirstLine}
		return
	} else if r.err == nil && string(line) != FirstLine {
		r.fail(complaint("bad first line", line, errFirstLine))
	}
	for r.err == nil {
		line := r.next()
		switch {
		case r.err != nil || skipped(line):
		case isHeader(line):
			r.headerLine(line)
		default:
			r.first = line
			r.checkHeader()
			return
		}
	}
	if r.err == io.EOF {
		r.checkHeader()
	}
}

var errFirstLine = fmt.Errorf("want %q", FirstLine)

// headerLine reads "#: name value".
func (r *Reader) headerLine(line []byte) {
	name, value, found := strings.Cut(strings.TrimPrefix(string(line), "#: "), " ")
	if !bytes.HasPrefix(line, []byte("#: ")) || !isName(name) {
		r.fail(complaint("bad header", line, nil))
		return
	}
	key := keyNamed(name)
	free := key == nil || key.name == "tag"
	switch first := r.lines[name]; {
	case found && strings.Trim(value, " ") != value || found && value == "",
		!free && strings.Contains(value, "  "):
		r.fail(complaint(name+": stray space in", line, nil))
	case key != nil && !key.repeat && first != 0:
		r.fail(complaint(name+": given twice", line, fmt.Errorf("first on line %d", first)))
	default:
		r.lines[name] = r.line
		if e := r.header.set(name, value); e != nil {
			e.What = name + ": " + e.What
			r.fail(e)
		}
	}
}

// checkHeader checks the header as a whole.
func (r *Reader) checkHeader() {
	name, e := r.header.check()
	if e == nil {
		return
	}
	e.What, e.Line = name+": "+e.What, r.lines[name]
	r.err = e
}
