package words

import (
	"slices"
	"strings"
)

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
	if said, ok := terms[term]; ok && lang&1 == German {
		return said
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
