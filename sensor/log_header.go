package sensor

import "slices"

// Header is what stands in a log before its first record. A field that is
// empty was not given; what holds then is the caller's to say, since sensor
// knows no rules. Values of enumerations have been checked, Start has not.
type Header struct {
	Board       string      // the decoder of rx: one of boardWords
	Address     int         // which board it is of those on one line; 0: the first that is heard
	Sensor      string      // identified, occupancy
	Orientation Orientation // which way the board lies
	Clock       string      // auto, yes, no
	Config      []Setting   // in the order given, no key twice
	Start       string      // FEN of the position before Moves, as written
	Moves       []string    // UCI moves played from Start when the log begins: checked for their form only
	Variant     string      // standard, chess960
	Rules       string      // the rule set: fide-2023, …
	Time        string      // standard, rapid, blitz, quickplay
	Supervision string      // full, normal
	Illegal     [2]int      // completed illegal moves already counted, by Color
	Tags        []Setting   // PGN tags in the order given, no name twice
	Other       []Setting   // headers that boardd does not use, in the order given
}

// Setting is a name with its value.
type Setting struct{ Name, Value string }

// headerKey is one known header: how its value is read and written. Text and
// values serve those that are a single word or line; parse and list the others.
type headerKey struct {
	name   string
	repeat bool // may be given more than once
	values []string
	text   func(*Header) *string
	parse  func(*Header, string) *ParseError
	list   func(*Header) []string
}

// boardWords are the families of boards.
var boardWords = []string{"dgt", "dgt-bus", "centaur", "chesslink", "certabo", "tabutronic", "text"}

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

// quickplay is a time class that only the FIDE Laws of 1997 know.
const quickplay, quickplayRules = "quickplay", "fide-1997"

func keyNamed(name string) *headerKey {
	for i := range headerKeys {
		if headerKeys[i].name == name {
			return &headerKeys[i]
		}
	}
	return nil
}

// set reads one header into h.
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

// check finds what only the whole header can tell: the name of the header
// that is at fault, and why.
func (h *Header) check() (string, *ParseError) {
	if h.Time == quickplay && h.Rules != quickplayRules {
		return "time", complaint("bad value", []byte(h.Time), oneOf([]string{"rules " + quickplayRules + " with it"}))
	}
	return "", nil
}
