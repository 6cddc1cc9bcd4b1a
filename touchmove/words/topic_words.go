package words

// topicText is a topic in German: its name, and its ways, in the order of those
// of touchmove.
type topicText struct {
	topic string // its name in touchmove
	name  string
	ways  []string
}

// germanTopics are the topics up to the completion of the move.
var germanTopics = []topicText{
	{"turn", "Reihenfolge der Züge", []string{"die Spieler ziehen abwechselnd"}},
	{"having the move", "am Zug sein", []string{"sobald der Zug des Gegners ausgeführt ist", "sobald der Zug des Gegners abgeschlossen ist"}},
	{"reply before the press", "Antwort vor dem Drücken der Uhr", []string{"erlaubt; der Gegner muss seine Uhr noch drücken können", "der Spieler ist noch nicht am Zug"}},
	{"own piece touched", "eigene Figur berührt", []string{"muss gezogen werden"}},
	{"several pieces of one colour touched", "mehrere Figuren einer Farbe berührt", []string{"die erste, die gezogen oder geschlagen werden kann"}},
	{"opponent's piece touched", "gegnerische Figur berührt", []string{"muss geschlagen werden"}},
	{"pieces of both colours touched", "Figuren beider Farben berührt", []string{"die eine schlägt die andere, sonst die erste berührte, die gezogen oder geschlagen werden kann",
		"die eine schlägt die andere, sonst schlägt sie irgendeine andere Figur"}},
	{"order of touching unknown", "Reihenfolge der Berührung unbekannt", []string{"die eigene Figur gilt als zuerst berührt"}},
	{"adjusting", "Zurechtrücken", []string{"nur nach Ankündigung, durch den Spieler am Zug", "nach Ankündigung frei"}},
	{"accidental touch", "versehentliche Berührung", []string{"bindet nicht", "nur absichtliche Berührung bindet"}},
	{"touched piece that cannot be moved or captured", "berührte Figur kann weder gezogen noch geschlagen werden", []string{"jeder regelgemäße Zug",
		"der König muss ziehen, ohne zu rochieren; kann er nicht, so bleibt es ohne Folgen"}},
	{"rook touched, then king", "Turm berührt, dann König", []string{"keine Rochade mit diesem Turm; der Turm muss ziehen, sonst der König", "die Reihenfolge ist gleichgültig"}},
	{"king touched, then rook", "König berührt, dann Turm", []string{"Rochade auf dieser Seite, wenn sie regelgemäß ist", "der König muss ziehen; die Rochade ist nicht verpflichtend"}},
	{"king and rook touched, castling there illegal", "König und Turm berührt, Rochade dort regelwidrig", []string{"der König muss ziehen, auch durch die andere Rochade; kann er nicht, jeder regelgemäße Zug"}},
	{"king released two squares away", "König zwei Felder weiter losgelassen", []string{"nur diese Rochade, wenn sie regelgemäß ist"}},
	{"claim against a touch breach", "Reklamation eines Verstoßes beim Berühren", []string{"erlischt, wenn der Gegner eine Figur berührt",
		"erlischt, wenn der Gegner eine Figur berührt; nicht die gegen das Weiterziehen einer losgelassenen Figur"}},
	{"piece released on another square", "Figur auf einem anderen Feld losgelassen", []string{"sie bleibt dort, wenn das ein regelgemäßer Zug oder ein Teil davon ist"}},
	{"move made", "Zug ausgeführt", []string{"wenn jede beteiligte Figur losgelassen ist", "wenn alle Anforderungen an den Zug erfüllt sind"}},
	{"capture", "Schlagen", []string{"ausgeführt, wenn die geschlagene Figur vom Brett und die eigene losgelassen ist", "die geschlagene Figur wird als Teil desselben Zuges entfernt"}},
	{"en passant", "Schlagen en passant", []string{"nur im unmittelbar folgenden Zug; der geschlagene Bauer wird entfernt"}},
	{"promotion", "Umwandlung", []string{"Teil desselben Zuges; Dame, Turm, Läufer oder Springer"}},
	{"pawn released on the last rank", "Bauer auf der letzten Reihe losgelassen", []string{"das Feld liegt fest; der Zug ist noch nicht ausgeführt"}},
	{"choice of the promotion piece", "Wahl der Umwandlungsfigur", []string{"endgültig, sobald die Figur das Umwandlungsfeld berührt", "endgültig, sobald die Figur losgelassen ist"}},
	{"castling", "Rochade", []string{"König und Turm haben nicht gezogen; kein Schach auf dem Weg des Königs; nichts dazwischen"}},
	{"castling in Chess960", "Rochade im Chess960", []string{"Zielfelder wie im üblichen Schach; vier Arten, König und Turm zu führen"}},
	{"move completed", "Zug abgeschlossen", []string{"durch Drücken der Uhr, oder wenn er die Partie beendet"}},
	{"move never pressed", "Uhr nach dem Zug nie gedrückt", []string{"abgeschlossen durch den eigenen nächsten Zug"}},
	{"press while the own clock stands", "Drücken, während die eigene Uhr steht", []string{"schließt nichts ab"}},
}
