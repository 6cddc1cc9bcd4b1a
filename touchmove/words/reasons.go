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
			text, _ := expand(germanFaults[code], fields)
			return text
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

// germanTexts holds the German for the texts of touchmove and the decoders about a board, the
// trust in a game, and a refused request, part by part. In English a text stands for
// itself. {reason} is why a move is illegal, {how} how a game ended.
var germanTexts = []struct{ text, german string }{
	// trust
	{"there is no contact with the board", "es gibt keinen Kontakt zum Brett"},
	{"an irregular move stands on the board", "auf dem Brett steht ein regelwidriger Zug"},
	{"the pieces do not stand as the arbiter has said", "die Figuren stehen nicht so, wie der Schiedsrichter es angegeben hat"},
	{"pieces stand where no move put them", "Figuren stehen, wohin kein Zug sie gestellt hat"},
	{"more than one game explains the board", "mehr als eine Partie erklärt das Brett"},
	{"no game explains well what was done on the board", "keine Partie erklärt gut, was auf dem Brett geschehen ist"},
	{"a piece is in the air, or a move waits for its proof", "eine Figur ist in der Luft, oder ein Zug wartet auf seine Bestätigung"},
	{"pieces are moved, and the clock has not been started", "es werden Figuren gezogen, und die Uhr ist nicht in Gang gesetzt"},
	{"pieces are read where the game has none", "es werden Figuren gelesen, wo die Partie keine hat"},
	{"ply {n}, {move}, may have been another move", "Halbzug {n}, {move}, kann ein anderer Zug gewesen sein"},
	// boards
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
	for i := range germanTexts {
		fields, ok := match(germanTexts[i].text, part)
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
		text, _ := expand(germanTexts[i].german, fields)
		return text, true
	}
	return "", false
}

// details holds the texts that touchmove and the decoders put into findings, with {n} for a
// number, and their form in a sentence in each language.
var details = []struct {
	text string
	in   [2]string
}{
	{"taken back", [...]string{"taken back", "zurückgenommen"}},
	{"undone by a ruling", [...]string{"undone by a ruling", "durch Entscheidung des Schiedsrichters aufgehoben"}},
	{"another position was set", [...]string{"the arbiter has set another position", "der Schiedsrichter hat eine andere Stellung bestimmt"}},
	{"corrected", [...]string{"corrected", "berichtigt"}},
	{"by a ruling", [...]string{"by a ruling", "durch Entscheidung des Schiedsrichters"}},
	{"the pieces do not yet stand as the arbiter has said", [...]string{"the pieces do not yet stand as the arbiter has said", "die Figuren stehen noch nicht so, wie der Schiedsrichter es angegeben hat"}},
	{"no short series of moves explains what the board shows", [...]string{"no short series of moves explains what the board shows",
		"keine kurze Folge von Zügen erklärt, was das Brett zeigt"}},
	{"no move had been made: an offer then is valid, but against the rules", [...]string{"no move had been made: an offer then is valid, but against the rules",
		"es war noch kein Zug ausgeführt: Ein Angebot ist dann gültig, verstößt aber gegen die Regeln"}},
	{"the prescribed number of moves is completed", [...]string{"so the game goes on, unless a later period ends", "die Partie wird also fortgesetzt, wenn nicht eine spätere Zeitperiode endet"}},
	{"an illegal move of the opponent has not been put right", [...]string{"an illegal move of the opponent has not been put right, so the opponent cannot claim the win", "ein regelwidriger Zug des Gegners ist noch nicht berichtigt, und so kann der Gegner den Gewinn nicht reklamieren"}},
	{"the opponent's last move may be against Article 4", [...]string{"the opponent's last move may be against the rules for touching, and then the opponent cannot claim the win", "der letzte Zug des Gegners verstößt vielleicht gegen die Berührt-geführt-Regeln; dann kann der Gegner den Gewinn nicht reklamieren"}},
	{"which of them fell first is not known", [...]string{"which of them fell first is not known", "welches zuerst fiel, ist nicht bekannt"}},
	{"the flag of White fell first", [...]string{"that of White fell first", "das von Weiß fiel zuerst"}},
	{"the flag of Black fell first", [...]string{"that of Black fell first", "das von Schwarz fiel zuerst"}},
	{"this was the last period", [...]string{"this was the last period", "das war die letzte Zeitperiode"}},
	{"this was not the last period", [...]string{"this was not the last period", "das war nicht die letzte Zeitperiode"}},
	{"the guideline holds for games without an increment", [...]string{"the guideline holds for games without an increment", "die Richtlinie gilt für Partien ohne Inkrement"}},
	{"the game has no result", [...]string{"the game has no result", "die Partie hat kein Ergebnis"}},
	{"moves may have been taken back", [...]string{"moves may have been taken back", "vielleicht wurden Züge zurückgenommen"}},
	{"more pieces are read than can be on a board", [...]string{"it reads more pieces than can be on a board; nothing is recorded until it shows what can be",
		"es meldet mehr Figuren, als auf einem Brett stehen können; bis es wieder zeigt, was sein kann, wird nichts aufgezeichnet"}},
	{"reads empty where a piece should stand", [...]string{"it reads empty where a piece should stand", "es meldet ein leeres Feld, wo eine Figur stehen sollte"}},
	{"reads a piece where none should stand", [...]string{"it reads a piece where none should stand", "es meldet eine Figur, wo keine stehen sollte"}},
	{"the position has occurred three times or more", [...]string{"the same position has appeared for at least the third time", "die gleiche Stellung ist mindestens zum dritten Mal entstanden"}},
	{"the same series of moves has been played three times", [...]string{"the same series of moves has been played three times", "dieselbe Zügereihe ist dreimal gespielt worden"}},
	{"50 moves by each player without a capture or a pawn move", [...]string{"each player has made at least 50 moves without a capture or a pawn move",
		"jeder Spieler hat mindestens 50 Züge ohne Schlagen und ohne Bauernzug gemacht"}},
	{"50 moves by each player without a capture or a promotion", [...]string{"each player has made at least 50 moves without a capture or a promotion",
		"jeder Spieler hat mindestens 50 Züge ohne Schlagen und ohne Umwandlung gemacht"}},
	{"any move but a capture or a pawn's completes 50 by each player", [...]string{"with any move but a capture or a pawn move each player will have made 50",
		"mit jedem Zug, der nicht schlägt und kein Bauernzug ist, hat jeder Spieler 50 Züge gemacht"}},
	{"the position occurs for the third time or more", [...]string{"the same position then appears for at least the third time", "die gleiche Stellung entsteht dann mindestens zum dritten Mal"}},
	{"they are counted from when the opponent asks for it", [...]string{"they are counted from when the opponent asks for it", "gezählt wird, sobald der Gegner es verlangt"}},
	{"{n} pieces were learnt from the array on the board", [...]string{"{n} pieces were learnt from the array on the board", "{n} Figuren wurden aus der Aufstellung auf dem Brett gelernt"}},
	{"what happened without contact was read from the log of the board", [...]string{"what happened without contact was read from the log of the board",
		"was ohne Kontakt geschah, wurde aus dem Protokoll des Brettes gelesen"}},
	{"the pieces show that the board lies rotated", [...]string{"the pieces show that the board lies the other way round", "die Figuren zeigen, dass das Brett verkehrt herum liegt"}},
	{"the pieces show that the board lies normal", [...]string{"the pieces show that the board lies the usual way round", "die Figuren zeigen, dass das Brett richtig herum liegt"}},
	{"the moves show that the clock stands the other way round", [...]string{"the moves show that the clock stands the other way round", "die Züge zeigen, dass die Uhr andersherum steht"}},
	{"the clock has been unplugged", [...]string{"the clock has been unplugged", "die Uhr ist nicht mehr angeschlossen"}},
	{"the board was without power, or has restarted itself", [...]string{"the board was without power or restarted itself", "das Brett war ohne Strom oder hat sich selbst neu gestartet"}},
	{"now only with the opponent's consent", [...]string{"a new game now needs the opponent's consent", "eine neue Partie bedarf jetzt der Einwilligung des Gegners"}},
	{"too late for a claim", [...]string{"it is too late to claim that", "das kann nicht mehr beanstandet werden"}},
	{"a king or rook that is misplaced may not castle", [...]string{"a king or rook that is misplaced may not castle", "mit einem falsch aufgestellten König oder Turm darf nicht rochiert werden"}},
	{"the text does not say what follows", [...]string{"the text does not say what follows", "der Text sagt nicht, was daraus folgt"}},
	{"the flag loses even where the opponent cannot mate", [...]string{"it loses even where the opponent cannot mate", "es verliert auch dann, wenn der Gegner nicht mattsetzen kann"}},
	{"the opponent cannot mate by any series of legal moves", [...]string{"the opponent cannot mate by any series of legal moves", "der Gegner kann durch keine Folge regelgemäßer Züge mattsetzen"}},
	{"the opponent can mate by some series of legal moves", [...]string{"the opponent can mate by some series of legal moves", "der Gegner kann durch eine Folge regelgemäßer Züge mattsetzen"}},
	{"whether the opponent has mating material is for the arbiter", [...]string{"whether the opponent has mating material is for the arbiter to decide", "der Schiedsrichter entscheidet, ob der Gegner Mattmaterial hat"}},
	{"a full search found neither a mate nor the proof that there is none", [...]string{"a full search found neither a mate nor the proof that there is none", "eine vollständige Suche fand weder ein Matt noch den Beweis, dass es keines gibt"}},
	{"whether the opponent can mate by some series of legal moves is not known", [...]string{"whether the opponent can mate by some series of legal moves is not known",
		"ob der Gegner durch irgendeine Folge regelgemäßer Züge mattsetzen kann, ist nicht bekannt"}},
}

// detail returns the text of a finding in the language, part by part. Unknown text, such as
// a person's remark or a driver's message, stays as it is, on one line.
func detail(lang Language, text string) string {
	parts := strings.Split(strings.Join(strings.Fields(text), " "), "; ")
	for i, part := range parts {
		for j := range details {
			if fields, ok := match(details[j].text, part); ok {
				parts[i], _ = expand(details[j].in[lang], fields)
			}
		}
		if text, ok := inGerman(part); ok && lang == German {
			parts[i] = text
		}
	}
	return strings.TrimRight(strings.Join(parts, "; "), ". ")
}

// terms are the German words for the terms of the contract: states of a move, of a game, of
// a board, and others in a snapshot. In English the terms stand for themselves.
var terms = map[string]string{
	// states of a ply
	"provisional": "vorläufig", "made": "ausgeführt", "completed": "abgeschlossen", "retracted": "zurückgenommen",
	"illegal_made": "regelwidrig, ausgeführt", "illegal_completed": "regelwidrig, abgeschlossen", "illegal_stands": "regelwidrig, bleibt bestehen",
	// phases of a game
	"setup": "Aufstellung", "waiting": "vor dem ersten Zug", "playing": "im Gang", "paused": "Uhren angehalten", "irregular": "Unregelmäßigkeit",
	"result_pending": "Ergebnis unbestätigt", "ended": "beendet", "post_mortem": "Analyse",
	// how far the game can be trusted
	"ok": "in Ordnung", "settling": "unfertig", "ambiguous": "mehrdeutig", "illegal": "regelwidrig", "displaced": "verstellt", "disconnected": "nicht verbunden",
	// states of a board
	"init": "startet", "ready": "bereit", "lost": "ausgefallen", "unheard": "ohne Kontakt", "off": "aus",
	// players
	"White": "Weiß", "Black": "Schwarz", "both": "beide", "unknown": "unbekannt",
	// levels
	"info": "Hinweis", "certain": "sicher", "suspected": "Verdacht", "arbiter": "Schiedsrichter",
	// classes of time control
	"standard": "Standardschach", "rapid": "Schnellschach", "blitz": "Blitzschach", "quickplay": "Endspurtphase",
	// terminations, as PGN has them
	"abandoned": "abgebrochen", "adjudication": "vom Schiedsrichter entschieden", "death": "Todesfall", "emergency": "Notfall", "normal": "regulär",
	"rules infraction": "Regelverstoß", "time forfeit": "Zeitüberschreitung", "unterminated": "nicht beendet",
	// in place of an article
	"text silent": "der Text schweigt", "vendor convention": "Herstellergepflogenheit",
}

// Term returns the word for a term of the contract: a state of a move, a phase, a level, a
// class of time control. An unknown term stays as it is.
func Term(lang Language, term string) string {
	if text, ok := terms[term]; ok && lang&1 == German {
		return text
	}
	return term
}

// Move returns a move in the language's own notation: from its SAN, or else from its UCI,
// square to square. castling lists the UCI moves that castle.
func Move(lang Language, san, uci string, castling []string) string {
	switch {
	case san == "":
		return common[lang&1].long(uci, castling)
	case lang&1 == German:
		return germanSAN.Replace(san)
	}
	return san
}

// germanSAN replaces the letters of the pieces by those of a German score. A bishop is B in
// SAN, a file b.
var germanSAN = strings.NewReplacer("Q", "D", "R", "T", "B", "L", "N", "S", "=", "", "O-O-O", "0-0-0", "O-O", "0-0")

// Moves returns UCI moves in the form of a sentence; a long list is cut.
func Moves(lang Language, uci, castling []string) string {
	p := &common[lang&1]
	names := make([]string, len(uci))
	for i, m := range uci {
		names[i] = p.long(m, castling)
	}
	return p.enumerate(names, p.or)
}

// long returns a move from square to square, "e7-e8=Q", or castling. In Chess960 the UCI of
// castling names the rook's square, which lies to the same side.
func (p *phrases) long(uci string, castling []string) string {
	switch {
	case len(uci) == 4 && slices.Contains(castling, uci) && uci[2] > uci[0]:
		return p.castles[0]
	case len(uci) == 4 && slices.Contains(castling, uci):
		return p.castles[1]
	case len(uci) == 4:
		return uci[:2] + "-" + uci[2:]
	case len(uci) == 5 && p.promotion[uci[4]] != "":
		return uci[:2] + "-" + uci[2:4] + p.promotion[uci[4]]
	}
	return uci
}

// Letter returns the letter of a piece in a diagram, "N" or "n", in the language.
func Letter(lang Language, letter string) string {
	if lang&1 == German {
		return germanLetters.Replace(letter)
	}
	return letter
}

var germanLetters = strings.NewReplacer("P", "B", "p", "b", "N", "S", "n", "s", "B", "L", "b", "l", "R", "T", "r", "t", "Q", "D", "q", "d")

// longest is how many moves or squares are listed.
const longest = 8

// enumerate joins names in the form of a sentence. Of a long list it gives the number of
// the rest.
func (p *phrases) enumerate(names []string, conjunction string) string {
	if rest := len(names) - longest; rest > 1 {
		names = append(names[:longest:longest], numbered(p.more, rest))
	}
	return joined(names, conjunction)
}

// Text translates a text that boardd itself made about a finding, the board or a refusal.
// Unknown text, such as a person's remark, stays as it is.
func Text(lang Language, text string) string { return detail(lang&1, text) }

// Reason returns why a move breaks an article, in the language.
func Reason(lang Language, text string) string { return reason(lang&1, text) }
