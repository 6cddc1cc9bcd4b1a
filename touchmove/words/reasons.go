package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boardd/boardd/legality"
)

// reasons are the articles that a move breaks, as one clause, each with the
// article if the finding does not carry it.
func (s *speaker) reasons() string {
	carried := strings.Split(s.f.Article, "/")
	out := make([]string, len(s.f.Why))
	for i, why := range s.f.Why {
		out[i] = s.reason(why.Text)
		if !slices.Contains(carried, why.Article) {
			out[i] += " (" + why.Article + ")"
		}
	}
	joined := strings.Join(out, "; ")
	if s.lang == German { // a sentence after a colon
		return capital(joined)
	}
	return joined
}

// capital is a text with a capital at its head.
func capital(text string) string {
	if text == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// reason is the sentence of a fault in the language; that of package legality if
// it is not known.
func (s *speaker) reason(text string) string {
	if s.lang == English {
		return text
	}
	for _, code := range legality.FaultCodes() {
		if fields, ok := match(code.Template(), text); ok {
			inflect(fields)
			said, _ := expand(germanFaults[code], fields)
			return said
		}
	}
	return text
}

// match takes a sentence for a filled template, and finds what fills it.
func match(template, text string) (map[string]string, bool) {
	fields := map[string]string{}
	for {
		plain, rest, open := strings.Cut(template, "{")
		text, open = cutPrefix(text, plain, open)
		if !open {
			return fields, text == ""
		}
		name, after, _ := strings.Cut(rest, "}")
		next, _, _ := strings.Cut(after, "{")
		end := strings.Index(text, next)
		if next == "" {
			end = len(text)
		}
		if end <= 0 {
			return nil, false
		}
		fields[name], text, template = text[:end], text[end:], after
	}
}

// cutPrefix is a text after a prefix, and whether there is more to match; a text
// without the prefix is left as it is, and matches nothing.
func cutPrefix(text, prefix string, more bool) (string, bool) {
	after, found := strings.CutPrefix(text, prefix)
	if !found {
		return "?", false
	}
	return after, more
}

// noun is a German word for a man: in the nominative, and in the accusative.
type noun struct {
	who, whom string
	feminine  bool
}

// nouns are the German words for what legality calls a man.
var nouns = map[string]noun{
	"pawn":   {"Bauer", "Bauern", false},
	"knight": {"Springer", "Springer", false},
	"bishop": {"Läufer", "Läufer", false},
	"rook":   {"Turm", "Turm", false},
	"queen":  {"Dame", "Dame", true},
	"king":   {"König", "König", false},
	"piece":  {"Figur", "Figur", true},
}

// inflect adds to the fields that name a man his German forms: "der man" and
// "ein man" who does something, "den man" and "einen man" to whom it is done.
func inflect(fields map[string]string) {
	for _, name := range [...]string{"man", "kind", "other"} {
		word, ok := fields[name]
		if !ok {
			continue
		}
		colour, man, ok := strings.Cut(word, " ")
		if !ok {
			colour, man = "", word
		}
		n, ok := nouns[man]
		if !ok { // a man whose kind is not known
			n = nouns["piece"]
		}
		fields["der "+name] = n.article("der ", "die ") + n.who
		fields["den "+name] = n.article("den ", "die ") + n.whom
		fields["ein "+name] = n.article("ein ", "eine ") + n.who
		fields["einen "+name] = n.article("einen ", "eine ") + n.coloured(colour) + n.whom
	}
}

func (n noun) article(masculine, feminine string) string {
	if n.feminine {
		return feminine
	}
	return masculine
}

// coloured is the adjective after "einen" or "eine".
func (n noun) coloured(colour string) string {
	switch colour {
	case "white":
		return n.article("weißen ", "weiße ")
	case "black":
		return n.article("schwarzen ", "schwarze ")
	}
	return ""
}
