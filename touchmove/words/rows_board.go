package words

import "github.com/boardd/boardd/touchmove"

// boardRows are of disorder on the board.
var boardRows = []row{
	{code: touchmove.Displaced, levels: infoOrArbiter, in: [...]text{
		{seen: "What the board shows[ on {squares}] comes from no move[; {detail}]",
			says: ways{"", "Displaced pieces are put right on the time of the player who displaced them", "Displaced pieces are put right on the time of the player who displaced them, whose clock the opponent may start again for that",
				"The position before the pieces were displaced must be restored; if it cannot be, the game is void"},
			depends: "info while the pieces may yet be put right; arbiter when play goes on over them, or after ten seconds"},
		{seen: "Was das Brett[ auf {squares}] zeigt, stammt von keinem Zug[; {detail}]",
			says: ways{"", "Wer Figuren verschiebt, stellt die richtige Stellung auf Kosten der eigenen Zeit wieder her", "Wer Figuren verschiebt, stellt die richtige Stellung auf Kosten der eigenen Zeit wieder her; der Gegner darf dazu dessen Uhr wieder in Gang setzen",
				"Die Stellung vor dem Verrücken der Steine muss wiederhergestellt werden; ist das nicht möglich, so ist die Partie ungültig"},
			depends: "info, solange die Figuren noch zurückgestellt werden können; arbiter, wenn weitergespielt wird oder zehn Sekunden vergangen sind"},
	}},
	{code: touchmove.Displacement, levels: onlyInfo, in: [...]text{
		{seen: "Several pieces left their squares at once in the turn of {side}",
			says: ways{"Displaced pieces are put right on the time of the player who displaced them", 3: "The position before the pieces were displaced must be restored; if it cannot be, the game is void"}},
		{seen: "Mehrere Figuren verließen zugleich ihre Felder, als {side} am Zug war",
			says: ways{"Wer Figuren verschiebt, stellt die richtige Stellung auf Kosten der eigenen Zeit wieder her", 3: "Die Stellung vor dem Verrücken der Steine muss wiederhergestellt werden; ist das nicht möglich, so ist die Partie ungültig"}},
	}},
	{code: touchmove.WrongInitialPosition, levels: certainOrInfo, in: [...]text{
		{seen: "The initial position is wrong[: see {squares}][; {detail}]",
			says:    ways{"", "This game is cancelled, and a new one is played", "A new game is played if that is claimed before each player has made {n} moves", "A new game is played if that is claimed before each player has completed {n} moves"},
			depends: "info once the text no longer lets it be claimed"},
		{seen: "Die Anfangsstellung ist falsch[: siehe {squares}][; {detail}]",
			says:    ways{"", "Diese Partie gilt nicht, und eine neue wird gespielt", "Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge gemacht hat", "Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge abgeschlossen hat"},
			depends: "info, sobald es nach dem Text nicht mehr beanstandet werden kann"},
	}},
	{code: touchmove.BoardRotated, levels: onlySuspected, in: [...]text{
		{seen: "The first move fits only a board that lies the other way round[: {squares}]",
			says: ways{"", "Play goes on, and the position must be put on a board that lies right", "Play goes on, and the position may be put on a board that lies right",
				"A new game is played if that is claimed before each player has made {n} moves", "If that is claimed before each player has made {n} moves, the position may be put on a board that lies right", "If that is claimed before each player has completed {n} moves, the position is put on a board that lies right"},
			unseen: "How the board lies decides, and the board does not see it."},
		{seen: "Der erste Zug passt nur zu einem verkehrt herum liegenden Brett[: {squares}]",
			says: ways{"", "Die Partie wird fortgesetzt, und die Stellung muss auf ein richtig liegendes Brett übertragen werden", "Die Partie wird fortgesetzt, und die Stellung kann auf ein richtig liegendes Brett übertragen werden",
				"Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge gemacht hat", "Wird das beanstandet, bevor jeder Spieler {n} Züge gemacht hat, so kann die Stellung auf ein richtig liegendes Brett übertragen werden",
				"Wird das beanstandet, bevor jeder Spieler {n} Züge abgeschlossen hat, so wird die Stellung auf ein richtig liegendes Brett übertragen"},
			unseen: "Wie das Brett liegt, entscheidet, und das Brett sieht es nicht."},
	}},
	{code: touchmove.BoardReset, levels: onlyInfo, in: [...]text{
		{seen: "The pieces were put away or set up anew"},
		{seen: "Die Figuren wurden weggestellt oder neu aufgestellt"},
	}},
	{code: touchmove.Desync, levels: onlyArbiter, in: [...]text{
		{seen: "The game does not explain what the board shows[ on {squares}][: {detail}]", arbiter: "It is for the arbiter to say what was played."},
		{seen: "Die Partie erklärt nicht, was das Brett[ auf {squares}] zeigt[: {Detail}]", arbiter: "Was gespielt wurde, hat der Schiedsrichter anzugeben."},
	}},
	{code: touchmove.Resync, levels: onlyInfo, in: [...]text{
		{seen: "The game explains again what the board shows[ on {squares}]"},
		{seen: "Die Partie erklärt wieder, was das Brett[ auf {squares}] zeigt"},
	}},
	{code: touchmove.SensorFault, levels: onlyInfo, in: [...]text{
		{seen: "The board may be reading wrongly[ on {squares}][: {detail}]"},
		{seen: "Das Brett liest[ auf {squares}] vielleicht falsch[: {Detail}]"},
	}},
}
