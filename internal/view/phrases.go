package view

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/touchmove/words"
)

// german are the phrases of pictures and lines in German, by those in English.
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

// says is a phrase of pictures and lines in the language of the style.
func (s Style) says(phrase string) string {
	if said, ok := german[phrase]; ok && s.Lang == words.German {
		phrase = said
	}
	return s.spell(phrase)
}

// count is so many plies.
func (s Style) count(plies int) string {
	if plies == 1 {
		return s.says("1 ply")
	}
	return fmt.Sprintf(s.says("%d plies"), plies)
}

// term is a word of the contract, such as a state, as a person reads it.
func (s Style) term(term string) string { return s.spell(words.Term(s.Lang, term)) }

// phase is a phase of a game in words.
func (s Style) phase(phase string) string { return strings.ReplaceAll(s.term(phase), "_", " ") }

// side is a player in words.
func (s Style) side(side string) string { return s.term(sideName(side)) }

// text is what the program has said of a board, in the language of the style.
func (s Style) text(text string) string { return s.spell(words.Text(s.Lang, text)) }

// spell writes a text in the letters that the terminal has.
func (s Style) spell(text string) string {
	if s.ASCII {
		return spelled.Replace(text)
	}
	return text
}
