package view

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/touchmove/words"
)

// Depth is the range of attributes and colours of a terminal.
type Depth uint8

// The depths. Each includes those before it.
const (
	Bare      Depth = iota // nothing: no escape sequence is written at all
	Mono                   // bold, faint, italic and reversed, but no colour
	Basic                  // the 16 colours that the user's theme names
	Indexed                // the 256 colours of xterm
	TrueColor              // 24 bits
)

// Style describes how to draw. The zero value draws in Unicode without escape
// sequences, and writes sentences in English.
type Style struct {
	Depth Depth
	ASCII bool           // letters for the pieces, and nothing that is not ASCII
	Lang  words.Language // of the sentences for findings
}

// Coloured reports whether squares differ by their colour.
func (s Style) Coloured() bool { return s.Depth >= Basic }

// blocks reports whether a board can be painted with half blocks.
func (s Style) blocks() bool { return s.Coloured() && !s.ASCII }

func (s Style) glyphs() *glyphs {
	switch {
	case s.ASCII:
		if s.Lang == words.German {
			return &germanLetters
		}
		return &letters
	case s.Coloured():
		return &solid
	}
	return &outlined
}

// glyphs are the signs that a picture is made of.
type glyphs struct {
	white, black [8]string // pieces by kind and, last, one whose kind is not known

	line, bar        string    // of titles and the grid
	top, mid, bottom [3]string // crossings of the grid: left, inner, right
	dark             string    // an empty dark square where there is no colour
	toMove, running  string
	lifted, stray    string // a piece that is in the air; one where the game has none
	dot, ellipsis    string
	dash, arrow      string
	wrong, tally     string // after an illegal move, and after a count of them: no sign that annotators use for good or bad moves
}

// The pawn has a variation selector that asks for text: without it, some
// terminals draw the pawn, and only the pawn, as an emoji.
const (
	solidPawn    = "♟\ufe0e"
	outlinedPawn = "♙"
)

// The crossings of the grid.
var (
	boxTop    = [3]string{"┌", "┬", "┐"}
	boxMid    = [3]string{"├", "┼", "┤"}
	boxBottom = [3]string{"└", "┴", "┘"}
	plus      = [3]string{"+", "+", "+"}
)

// The glyphs of a terminal with colours, of one without, and of one with ASCII
// only. With colours, both sides have the solid glyphs, which are easier to read;
// without, White has the outlined ones.
var (
	solid = glyphs{
		white: [8]string{" ", solidPawn, "♞", "♝", "♜", "♛", "♚", "●"},
		black: [8]string{" ", solidPawn, "♞", "♝", "♜", "♛", "♚", "●"},
		line:  "─", bar: "│", top: boxTop, mid: boxMid, bottom: boxBottom, dark: " ", toMove: "▸", running: "▸", lifted: "↑", stray: "?",
		dot: "·", ellipsis: "…", dash: "–", arrow: "→", wrong: "✗", tally: "✗",
	}
	outlined = glyphs{
		white: [8]string{" ", outlinedPawn, "♘", "♗", "♖", "♕", "♔", "●"},
		black: [8]string{" ", solidPawn, "♞", "♝", "♜", "♛", "♚", "●"},
		line:  "─", bar: "│", top: boxTop, mid: boxMid, bottom: boxBottom, dark: "·", toMove: "▸", running: "▸", lifted: "↑", stray: "?",
		dot: "·", ellipsis: "…", dash: "–", arrow: "→", wrong: "✗", tally: "✗",
	}
	letters = glyphs{
		white: [8]string{" ", "P", "N", "B", "R", "Q", "K", "*"},
		black: [8]string{" ", "p", "n", "b", "r", "q", "k", "*"},
		line:  "-", bar: "|", top: plus, mid: plus, bottom: plus, dark: ".", toMove: ">", running: ">", lifted: "^", stray: "?",
		dot: "-", ellipsis: "...", dash: "-", arrow: "->", wrong: " ill.", tally: "x",
	}
)

// germanLetters are the ASCII glyphs with the letters of a German score.
var germanLetters = func() glyphs {
	g := letters
	for i := range g.white {
		g.white[i], g.black[i] = words.Letter(words.German, g.white[i]), words.Letter(words.German, g.black[i])
	}
	g.wrong = " regelw."
	return g
}()

// StyleFor returns the style for a terminal by its environment, without the
// depth: a console has no glyphs for the pieces, and only UTF-8 encodes them.
// lookup works as os.LookupEnv.
func StyleFor(lookup func(string) (string, bool)) Style {
	if term, _ := lookup("TERM"); term == "linux" || strings.HasPrefix(term, "vt") {
		return Style{ASCII: true}
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set counts (POSIX, 8.2)
		if locale, _ := lookup(name); locale != "" {
			folded := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
			return Style{ASCII: !strings.Contains(folded, "utf8")}
		}
	}
	return Style{}
}

// german maps the English phrases of pictures and lines to German ones.
var german = map[string]string{
	// titles
	"Moves": "Züge", "Findings": "Befunde", "differ": "anders", "bound ": "muss  ", "trust ": "Lage  ",
	"board": "Brett", "phase": "Phase", "players": "Spieler", "last moves": "letzte Züge", "clocks": "Uhren", "state": "Zustand", "trust": "Lage", "needs": "braucht",
	"round": "Runde", "game": "Partie", "result": "Ergebnis", "alert": "Alarm", "alert over": "Alarm vorbei", "signal": "Signal", "remedy": "Abhilfe",
	// a game
	"no message yet": "noch keine Nachricht", "no status": "kein Zustand", "no contact": "kein Kontakt", "to move": "am Zug", "last": "zuletzt", "(several)": "(mehrere)", "no move": "kein Zug",
	"from": "aus", "so far to": "bisher bis", "%s left": "noch %s", "%d alerts: %s": "%d Alarme: %s", "%d ignored": "%d nicht lesbar", "1 ply": "1 Halbzug", "%d plies": "%d Halbzüge",
	"restore the position": "Stellung wiederherstellen", "opponent +%d s": "Gegner +%d s", "offence %d": "Verstoß Nr. %d", "then": "dann",
	"findings are for arbiters, and the broker does not let this account read them": "Befunde sind für Schiedsrichter; der Broker lässt dieses Konto sie nicht lesen",
	"nothing is irregular, and no player is bound to a move":                        "nichts ist regelwidrig, und kein Spieler ist an einen Zug gebunden",
	"the game cannot be read": "die Partie ist nicht lesbar",
	// a site
	"all boards": "alle Bretter", "boards": "Bretter", "with alerts": "mit Alarm", "lost": "ausgefallen", "in play": "im Spiel",
	"no board yet": "noch kein Brett", "no board to show": "kein Brett zu zeigen", "connecting": "wird verbunden", "connected": "verbunden",
	"by need": "nach Dringlichkeit", "by name": "nach Namen", "by time left": "nach Restzeit", "only what needs a person": "nur was jemanden braucht", "filter": "Filter", "%d to %d of %d": "%d bis %d von %d",
	"enter board  s order  a what needs a person  / filter  q quit":            "enter Brett  s Reihenfolge  a was jemanden braucht  / Filter  q Ende",
	"no broker, trying again; the picture is old:":                             "kein Broker, neuer Versuch; das Bild ist alt:",
	"no broker, trying again:":                                                 "kein Broker, neuer Versuch:",
	"some of it cannot be read:":                                               "nicht alles ist lesbar:",
	"nothing comes from arbiter/, only what is public: may this user read it?": "von arbiter/ kommt nichts, nur Öffentliches: darf dieser Benutzer es lesen?",
}

// says returns a phrase in the language of the style.
func (s Style) says(phrase string) string {
	if reported, ok := german[phrase]; ok && s.Lang == words.German {
		phrase = reported
	}
	return s.spell(phrase)
}

// count returns a number of plies as a phrase.
func (s Style) count(plies int) string {
	if plies == 1 {
		return s.says("1 ply")
	}
	return fmt.Sprintf(s.says("%d plies"), plies)
}

// term returns a word of the message contract, such as a state, in the language
// of the style.
func (s Style) term(term string) string { return s.spell(words.Term(s.Lang, term)) }

// phase returns a phase of a game in words.
func (s Style) phase(phase string) string { return strings.ReplaceAll(s.term(phase), "_", " ") }

// side returns a side in words.
func (s Style) side(side string) string { return s.term(sideName(side)) }

// text returns a text of boardd about a board in the language of the style.
func (s Style) text(text string) string { return s.spell(words.Text(s.Lang, text)) }

// spell writes a text in the letters that the terminal has.
func (s Style) spell(text string) string {
	if s.ASCII {
		return spelled.Replace(text)
	}
	return text
}
