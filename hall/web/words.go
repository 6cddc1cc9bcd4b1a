package web

import (
	"net/http"
	"strings"
)

// Words are the words of a page in a language: "en" or "de".
type Words struct{ Lang string }

// wordsFor returns the words in the language that a browser asks for.
func wordsFor(r *http.Request) Words {
	for one := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(one), ";")
		switch lang, _, _ := strings.Cut(strings.ToLower(tag), "-"); lang {
		case "en", "de":
			return Words{lang}
		}
	}
	return Words{"en"}
}

// T returns a text in the language of the page. The text itself is the English one.
func (w Words) T(text string) string {
	if name, ok := englishDesk[text]; ok && w.Lang != "de" {
		return name
	}
	if w.Lang == "de" {
		for _, part := range [...]map[string]string{german, germanDesk} {
			if german, ok := part[text]; ok {
				return german
			}
		}
	}
	return text
}

// german has the texts of the public pages.
var german = map[string]string{
	"Tournaments":      "Turniere",
	"Round":            "Runde",
	"Rounds":           "Runden",
	"Table":            "Tisch",
	"live":             "live",
	"Moves":            "Züge",
	"White":            "Weiß",
	"Black":            "Schwarz",
	"Embed":            "Einbetten",
	"Overlay":          "Einblendung",
	"Turn the board":   "Brett drehen",
	"First move":       "Erster Zug",
	"One move back":    "Ein Zug zurück",
	"One move forward": "Ein Zug vor",
	"Last move":        "Letzter Zug",
	"Appearance":       "Aussehen",
	"Light or dark":    "Hell oder dunkel",
	"Light":            "Hell",
	"Dark":             "Dunkel",
	"being played":     "wird gespielt",
	"to come":          "folgt",
	"ended":            "beendet",
	"no moves yet":     "noch kein Zug",
	"Position set":     "Stellung gesetzt",
	"games":            "Partien",
	"Without delay.":   "Ohne Verzögerung.",
	"This page shows the games as they were %s ago.":                                    "Diese Seite zeigt die Partien, wie sie vor %s standen.",
	"Moves and results of this round are shown when it has ended.":                      "Züge und Ergebnisse dieser Runde werden gezeigt, wenn sie beendet ist.",
	"not live: no connection to the hall, trying again":                                 "nicht live: keine Verbindung zum Saal, neuer Versuch läuft",
	"not live: the hall has no connection to its boards":                                "nicht live: der Saal hat keine Verbindung zu seinen Brettern",
	"There is no tournament yet.":                                                       "Es gibt noch kein Turnier.",
	"There are no pairings yet.":                                                        "Es gibt noch keine Paarungen.",
	"Arrow keys step through the game, Home and End go to its ends, f turns the board.": "Pfeiltasten gehen durch die Partie, Pos1 und Ende zu ihren Enden, f dreht das Brett.",
	"Skip to the boards":                                                                "Zu den Brettern",
	"without a script this page does not renew itself: load it again for what is new":   "ohne Skript erneuert sich diese Seite nicht: Neuladen zeigt den neuen Stand",
}
