package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/boardd/boardd/legality"
)

// reasons returns the articles that a move breaks as one clause, with the numbers that the
// finding does not carry.
func (s *speaker) reasons() string {
	carried := strings.Split(s.f.Article, "/")
	out := make([]string, len(s.f.Why))
	for i, why := range s.f.Why {
		out[i] = reason(s.lang, why.Text)
		if !slices.Contains(carried, why.Article) {
			out[i] += " (" + why.Article + ")"
		}
	}
	joined := strings.Join(out, "; ")
	if s.lang == German { // it follows a colon
		return capital(joined)
	}
	return joined
}

// capital returns a text with a capital first letter.
func capital(text string) string {
	if text == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// reason returns the sentence for a fault in the language; an unknown fault keeps the
// sentence of package legality.
func reason(lang Language, text string) string {
	if lang == English {
		return text
	}
	for _, code := range legality.FaultCodes() {
		if fields, ok := match(code.Template(), text); ok {
			inflect(fields)
			said, _ := expand(germanFaults[code], fields)
			return said
		}
	}
	return detail(lang, text)
}

// match compares a sentence with a template. It returns the values of the template's
// fields.
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

// cutPrefix removes a prefix, and reports whether there was one; without it the text is
// unchanged.
func cutPrefix(text, prefix string, more bool) (string, bool) {
	after, found := strings.CutPrefix(text, prefix)
	if !found {
		return "?", false
	}
	return after, more
}

// noun is a German word for a piece: in the nominative, in the accusative and dative, which
// are alike, and in the genitive.
type noun struct {
	who, whom, whose string
	feminine         bool
}

// nouns are the German words for the pieces as legality names them.
var nouns = map[string]noun{
	"pawn":   {"Bauer", "Bauern", "Bauern", false},
	"knight": {"Springer", "Springer", "Springers", false},
	"bishop": {"Läufer", "Läufer", "Läufers", false},
	"rook":   {"Turm", "Turm", "Turms", false},
	"queen":  {"Dame", "Dame", "Dame", true},
	"king":   {"König", "König", "Königs", false},
	"piece":  {"Figur", "Figur", "Figur", true},
}

// inflect adds the German forms to the fields that name a piece: "der piece" and
// "ein piece" as subject, "den piece" and "einen piece" as object.
func inflect(fields map[string]string) {
	for _, name := range [...]string{"piece", "kind", "other"} {
		word, ok := fields[name]
		if !ok {
			continue
		}
		colour, kind, ok := strings.Cut(word, " ")
		if !ok {
			colour, kind = "", word
		}
		n, ok := nouns[kind]
		if !ok { // a piece of unknown kind
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

// coloured returns the adjective that follows "einen" or "eine".
func (n noun) coloured(colour string) string {
	switch colour {
	case "white":
		return n.article("weißen ", "weiße ")
	case "black":
		return n.article("schwarzen ", "schwarze ")
	}
	return ""
}

// said holds the German for the texts of touchmove and the decoders about a board, the
// trust in a game, and a refused request, part by part. In English a text stands for
// itself. {reason} is why a move is illegal, {how} how a game ended.
var said = []struct{ text, german string }{
	// trust
	{"there is no contact with the board", "es gibt keinen Kontakt zum Brett"},
	{"an irregular move stands on the board", "auf dem Brett steht ein regelwidriger Zug"},
	{"the pieces do not stand as the arbiter has said", "die Figuren stehen nicht so, wie der Schiedsrichter es angegeben hat"},
	{"pieces stand where no move put them", "Figuren stehen, wohin kein Zug sie gestellt hat"},
	{"more than one game explains the board", "mehr als eine Partie erklärt das Brett"},
	{"a piece is in the air, or a move waits for its proof", "eine Figur ist in der Luft, oder ein Zug wartet auf seine Bestätigung"},
	// boards
	{"the piece from this square was not seen to be put down", "die Figur von diesem Feld wurde nirgends abgestellt gesehen"},
	{"the board speaks version {n} of the protocol", "das Brett spricht Version {n} des Protokolls"},
	{"it is read as version {n}", "es wird als Version {n} gelesen"},
	{"field updates before the first board dump are dropped", "Feldmeldungen vor der ersten Aufnahme des ganzen Brettes werden verworfen"},
	{"an unknown piece stands on {square}: tag {tag}", "auf {square} steht eine unbekannte Figur: Kennung {tag}"},
	{"{n} of {m} pieces are not known", "{n} von {m} Figuren sind nicht bekannt"},
	{"they are learnt from the initial array", "sie werden aus der Anfangsstellung gelernt"},
	{"the log of the board does not show what happened without contact", "das Protokoll des Brettes zeigt nicht, was ohne Kontakt geschah"},
	// refused requests
	{"this command is not supported", "dieser Befehl wird nicht unterstützt"},
	{"the game is at rev {n}", "die Partie ist bei rev {n}"},
	{"the game is \"{id}\"", "die Partie ist \"{id}\""},
	{"a draw can be agreed only when both players have made a move ({article})", "Remis kann erst vereinbart werden, wenn beide Spieler einen Zug ausgeführt haben ({article})"},
	{"a result that the arbiter enters is taken", "ein Ergebnis, das der Schiedsrichter eingibt, wird angenommen"},
	{"it is not asked whether the position after ply {n} is dead", "nach der Stellung nach Halbzug {n} wurde nicht gefragt"},
	{"no game can go on without a king on each side", "ohne einen König auf jeder Seite kann keine Partie weitergehen"},
	{"undo it, or enter the result", "zurücknehmen oder das Ergebnis eingeben"},
	{"nothing has been played after ply {n}", "nach Halbzug {n} ist nichts gespielt worden"},
	{"nothing has been played in this game, and it has no result to take back", "in dieser Partie ist nichts gespielt worden, und sie hat kein Ergebnis, das zurückgenommen werden könnte"},
	{"nothing is irregular that a ruling could let stand or undo", "es gibt nichts Regelwidriges, das eine Entscheidung bestehen lassen oder aufheben könnte"},
	{"only the player having the move may adjust, and that is not White", "nur der Spieler am Zug darf zurechtrücken, und das ist nicht Weiß"},
	{"only the player having the move may adjust, and that is not Black", "nur der Spieler am Zug darf zurechtrücken, und das ist nicht Schwarz"},
	{"play is not on: nothing that is touched binds", "die Partie läuft nicht: Keine berührte Figur bindet"},
	{"the game is over: nothing that is touched binds", "die Partie ist beendet: Keine berührte Figur bindet"},
	{"ply {n} cannot be {move}: {reason}", "Halbzug {n} kann nicht {move} sein: {reason}"},
	{"ply {n} is {move} already", "Halbzug {n} ist schon {move}"},
	{"ply {n} is beyond the record, which ends with ply {m}", "Halbzug {n} liegt hinter dem Ende der Aufzeichnung, die mit Halbzug {m} endet"},
	{"ply {n} is irregular and would not follow any more", "Halbzug {n} ist regelwidrig und wäre dann keine Folge mehr"},
	{"say with set_position what the position is", "die Stellung ist mit set_position anzugeben"},
	{"ply {n} is not one of the game, which has {m}", "Halbzug {n} gibt es in der Partie nicht, sie hat {m}"},
	{"ply {n}, {move}, would not be legal then: {reason}", "Halbzug {n}, {move}, wäre dann regelwidrig: {reason}"},
	{"the clocks are not stopped, or the game is over", "die Uhren sind nicht angehalten, oder die Partie ist beendet"},
	{"the clocks stand still already, or the game is over", "die Uhren stehen schon, oder die Partie ist beendet"},
	{"{reason}: no ruling lets that stand", "{reason}: Das kann keine Entscheidung bestehen lassen"},
	{"the game is over: {result} by {how}", "die Partie ist beendet: {result} durch {how}"},
	{"the game is over: {result} as a person has entered", "die Partie ist beendet: {result}, wie eingegeben"},
	{"the game is over: {result}", "die Partie ist beendet: {result}"},
	{"only a result that the arbiter enters can correct that", "nur ein Ergebnis, das der Schiedsrichter eingibt, kann das berichtigen"},
	{"the game would have {n} tags", "die Partie hätte {n} Angaben"},
	{"{n} are the most", "höchstens {n} sind möglich"},
	{"the tags of the game would have more than {n} bytes", "die Angaben zur Partie hätten mehr als {n} Byte"},
}

// germanEnds are how a game ended, after "durch".
var germanEnds = map[string]string{
	"checkmate": "Matt", "stalemate": "Patt", "a dead position": "tote Stellung", "the fifth occurrence of a position": "fünfmalige Stellungswiederholung",
	"75 moves of each player without a capture or a pawn move": "75 Züge jedes Spielers ohne Schlagen und ohne Bauernzug", "resignation": "Aufgabe", "agreement": "Vereinbarung",
}

// inGerman translates one part of a text.
func inGerman(part string) (string, bool) {
	for i := range said {
		fields, ok := match(said[i].text, part)
		if !ok {
			continue
		}
		if why, ok := fields["reason"]; ok {
			fields["reason"] = reason(German, why)
		}
		if how, ok := fields["how"]; ok {
			fields["how"] = or(germanEnds[how], how)
		}
		if uci, ok := fields["move"]; ok {
			fields["move"] = Move(German, "", uci, nil)
		}
		text, _ := expand(said[i].german, fields)
		return text, true
	}
	return "", false
}
