package words

import "strings"

// details are what touchmove says in words of a finding: its own text, and how it
// reads in a sentence in each language.
var details = []struct {
	text string
	in   [2]string
}{
	{"taken back", [...]string{"taken back", "zurückgenommen"}},
	{"undone by a ruling", [...]string{"undone by a ruling", "durch Entscheidung des Schiedsrichters aufgehoben"}},
	{"another position was set", [...]string{"the arbiter has set another position", "der Schiedsrichter hat eine andere Stellung bestimmt"}},
	{"corrected", [...]string{"corrected", "berichtigt"}},
	{"by a ruling", [...]string{"by a ruling", "durch Entscheidung des Schiedsrichters"}},
	{"not yet put as the arbiter has said", [...]string{"the pieces do not yet stand as the arbiter has said", "die Figuren stehen noch nicht so, wie der Schiedsrichter es angegeben hat"}},
	{"men were moved unheard, and no few moves explain it", [...]string{"pieces were moved while the board was not heard, and no few moves explain it",
		"Figuren wurden bewegt, während das Brett nicht zu hören war, und wenige Züge erklären es nicht"}},
	{"the clock runs, but the board does not show where the game starts", [...]string{"the clock runs, but the board does not show where the game starts",
		"die Uhr läuft, aber das Brett zeigt nicht, wo die Partie beginnt"}},
	{"reads empty, though no move has taken the man away", [...]string{"it reads empty, though no move has taken the piece away",
		"es meldet ein leeres Feld, obwohl kein Zug die Figur weggenommen hat"}},
	{"reads empty where a man should stand", [...]string{"it reads empty where a piece should stand", "es meldet ein leeres Feld, wo eine Figur stehen sollte"}},
	{"the position has occurred three times or more", [...]string{"the same position has appeared for at least the third time", "die gleiche Stellung ist mindestens zum dritten Mal entstanden"}},
	{"the same series of moves has been played three times", [...]string{"the same series of moves has been played three times", "dieselbe Zügereihe ist dreimal gespielt worden"}},
	{"50 moves by each player without a capture or a pawn move", [...]string{"each player has made at least 50 moves without a capture and without a pawn move",
		"jeder Spieler hat mindestens 50 Züge ohne Schlagen und ohne Bauernzug gemacht"}},
	{"any move but a capture or a pawn's completes 50 by each player", [...]string{"with any move but a capture or a pawn move each player will have made 50",
		"mit jedem Zug, der nicht schlägt und kein Bauernzug ist, hat jeder Spieler 50 Züge gemacht"}},
	{"the position occurs for the third time or more", [...]string{"the same position appears then for at least the third time", "die gleiche Stellung entsteht dann mindestens zum dritten Mal"}},
	{"they are counted from when the opponent asks for it", [...]string{"they are counted from when the opponent asks for it", "gezählt wird, sobald der Gegner es verlangt"}},
	{"too late for a claim", [...]string{"it is too late to claim it", "beanstandet werden kann das nicht mehr"}},
	{"a king or rook that is misplaced may not castle", [...]string{"a king or rook that is misplaced may not castle", "mit einem falsch aufgestellten König oder Turm darf nicht rochiert werden"}},
	{"what follows is not in the text", [...]string{"what follows the text does not say", "was daraus folgt, sagt der Text nicht"}},
	{"the flag loses even where the opponent cannot mate", [...]string{"it loses even where the opponent cannot mate", "es verliert auch dann, wenn der Gegner nicht mattsetzen kann"}},
	{"the opponent cannot mate by any series of legal moves", [...]string{"the opponent cannot mate by any series of legal moves", "der Gegner kann durch keine Folge regelgemäßer Züge mattsetzen"}},
	{"the opponent can mate by some series of legal moves", [...]string{"the opponent can mate by some series of legal moves", "der Gegner kann durch eine Folge regelgemäßer Züge mattsetzen"}},
	{"whether he has mating material is for the arbiter", [...]string{"whether he has mating material is for the arbiter", "ob er Mattmaterial hat, entscheidet der Schiedsrichter"}},
	{"a full search found neither a mate nor the proof that there is none", [...]string{"a full search found neither a mate nor the proof that there is none", "eine vollständige Suche fand weder ein Matt noch den Beweis, dass es keines gibt"}},
	{"whether the opponent can mate by some series of legal moves is not known", [...]string{"whether the opponent can mate by some series of legal moves is not known",
		"ob der Gegner durch irgendeine Folge regelgemäßer Züge mattsetzen kann, ist nicht bekannt"}},
}

// detail is a finding's own text in the language, part by part. What is not
// known, such as what a person wrote or a driver reported, stays as it is, on one
// line.
func (s *speaker) detail(text string) string {
	parts := strings.Split(strings.Join(strings.Fields(text), " "), "; ")
	for i, part := range parts {
		for j := range details {
			if details[j].text == part {
				parts[i] = details[j].in[s.lang]
			}
		}
	}
	return strings.TrimRight(strings.Join(parts, "; "), ". ")
}
