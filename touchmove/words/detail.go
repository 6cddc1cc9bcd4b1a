package words

import "strings"

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
	{"pieces were moved while there was no contact with the board, and no short series of moves explains it", [...]string{"pieces were moved while there was no contact with the board, and no short series of moves explains it",
		"Figuren wurden bewegt, während es keinen Kontakt zum Brett gab, und keine kurze Folge von Zügen erklärt es"}},
	{"the clock runs, but the board does not show where the game starts", [...]string{"the clock runs, but the board does not show where the game starts",
		"die Uhr läuft, aber das Brett zeigt nicht, wo die Partie beginnt"}},
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
	{"reads empty, though no move has taken the piece away", [...]string{"it reads empty, though no move has taken the piece away",
		"es meldet ein leeres Feld, obwohl kein Zug die Figur weggenommen hat"}},
	{"reads empty where a piece should stand", [...]string{"it reads empty where a piece should stand", "es meldet ein leeres Feld, wo eine Figur stehen sollte"}},
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
