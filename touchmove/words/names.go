package words

import (
	"slices"
	"strings"
)

// terms are the words of the contract for how it stands with a move, a game and a
// board, and what else a snapshot names, in German. In English they stand for
// themselves.
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
	// instead of an article
	"text silent": "der Text schweigt", "vendor convention": "Herstellergepflogenheit",
}

// Term is a word of the contract as a person reads it: the state of a move, a phase,
// a level, a class of time control. One that is not known stays as it is.
func Term(lang Language, term string) string {
	if said, ok := terms[term]; ok && lang&1 == German {
		return said
	}
	return term
}

// Move is a move in the language's own notation: that of its SAN, or else of its
// UCI, from square to square. Some moves in UCI are castling.
func Move(lang Language, san, uci string, castling []string) string {
	switch {
	case san == "":
		return common[lang&1].long(uci, castling)
	case lang&1 == German:
		return germanSAN.Replace(san)
	}
	return san
}

// germanSAN puts the letters of the pieces of a German score for those of SAN. A
// bishop is B there, a file b.
var germanSAN = strings.NewReplacer("Q", "D", "R", "T", "B", "L", "N", "S", "=", "", "O-O-O", "0-0-0", "O-O", "0-0")

// Moves are moves in UCI as a sentence lists them, a long list cut short.
func Moves(lang Language, uci, castling []string) string {
	p := &common[lang&1]
	names := make([]string, len(uci))
	for i, m := range uci {
		names[i] = p.long(m, castling)
	}
	return p.enumerate(names, p.or)
}

// long is a move from square to square, "e7-e8=Q", or castling. In Chess960 the UCI
// of castling names the rook's square, which lies to the same side.
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

// Letter is the letter of a piece as a diagram has it, "N" or "n", in the language.
func Letter(lang Language, letter string) string {
	if lang&1 == German {
		return germanLetters.Replace(letter)
	}
	return letter
}

var germanLetters = strings.NewReplacer("P", "B", "p", "b", "N", "S", "n", "s", "B", "L", "b", "l", "R", "T", "r", "t", "Q", "D", "q", "d")

// longest is how many moves or squares are listed.
const longest = 8

// enumerate joins names as a sentence does; of many it says how many more there are.
func (p *phrases) enumerate(names []string, conjunction string) string {
	if rest := len(names) - longest; rest > 1 {
		names = append(names[:longest:longest], numbered(p.more, rest))
	}
	return joined(names, conjunction)
}

// Text is what a program of ours has said of a finding, of the board or of a refusal,
// in the language. What is not known, such as what a person wrote, stays as it is.
func Text(lang Language, text string) string { return detail(lang&1, text) }

// Reason is why a move breaks an article, in the language.
func Reason(lang Language, text string) string { return reason(lang&1, text) }
