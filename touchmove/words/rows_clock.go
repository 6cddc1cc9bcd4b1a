package words

import "github.com/boardd/boardd/touchmove"

// clockRows are of pieces touched and moved out of turn, and of the clock.
var clockRows = []row{
	{code: touchmove.OffTurnContact, levels: onlyInfo, in: [...]text{
		{seen: "A piece of the side not having the move was lifted and put back[ on {squares}]; by whom, the board does not see",
			says: ways{"", "Only the player having the move may adjust pieces, if that was announced before", "Pieces may be adjusted if that was announced before"}},
		{seen: "Eine Figur der Seite, die nicht am Zug ist, wurde[ auf {squares}] angehoben und zurückgestellt; von wem, sieht das Brett nicht",
			says: ways{"", "Nur wer am Zug ist, darf nach vorheriger Ankündigung Figuren zurechtrücken", "Nach vorheriger Ankündigung dürfen Steine zurechtgerückt werden"}},
	}},
	{code: touchmove.OutOfTurn, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} has moved[, {move},] without having the move",
			says:    ways{"The players move alternately"},
			depends: "arbiter if no press shows that the piece had been released before, or if another reading of the board comes near"},
		{seen: "{Side} hat gezogen[, {move}], ohne am Zug zu sein",
			says:    ways{"Die Spieler ziehen abwechselnd"},
			depends: "arbiter, wenn kein Drücken der Uhr zeigt, dass die Figur zuvor losgelassen war, oder wenn eine andere Lesart des Brettes naheliegt"},
	}},
	{code: touchmove.ReplyBeforePress, levels: onlyInfo, in: [...]text{
		{seen: "{Side} replied[ with {move}] before the opponent had pressed the clock",
			says: ways{"", "That is allowed, and the opponent must still be let press the clock", "The player has the move only when the opponent's move is completed"}},
		{seen: "{Side} hat[ mit {move}] geantwortet, bevor der Gegner die Uhr gedrückt hatte",
			says: ways{"", "Das ist erlaubt, und der Gegner muss seine Uhr noch drücken können", "Am Zug ist der Spieler erst, wenn der Zug des Gegners abgeschlossen ist"}},
	}},
	{code: touchmove.PressWithoutEffect, levels: onlyInfo, in: [...]text{
		{seen: "{Side} pressed a clock that was not running",
			says: ways{"Such a press completes no move"}},
		{seen: "{Side} hat eine Uhr gedrückt, die nicht lief",
			says: ways{"Damit wird kein Zug abgeschlossen"}},
	}},
	{code: touchmove.ClockNoMove, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} pressed the clock without having made a move",
			says:    ways{"", "That is treated as an illegal move", "That is improper handling of the clock, not an illegal move; a penalty is at the arbiter's discretion"},
			depends: "certain if the board has not changed since the turn began and the text treats the press as an illegal move; arbiter if something else on the board may explain it"},
		{seen: "{Side} hat die Uhr gedrückt, ohne einen Zug ausgeführt zu haben",
			says:    ways{"", "Das wird wie ein regelwidriger Zug behandelt", "Das ist eine unkorrekte Behandlung der Uhr, kein regelwidriger Zug; eine Strafe liegt im Ermessen des Schiedsrichters"},
			depends: "certain, wenn das Brett seit Beginn des Zuges unverändert ist und der Text das Drücken wie einen regelwidrigen Zug behandelt; arbiter, wenn anderes auf dem Brett es erklären kann"},
	}},
	{code: touchmove.ClockStopped, levels: onlyInfo, in: [...]text{
		{seen: "Both clocks were stopped with {side} having the move",
			says: ways{"The arbiter may stop them, or a player who calls for the arbiter"}},
		{seen: "Beide Uhren wurden angehalten; {side} ist am Zug",
			says: ways{"Anhalten darf sie der Schiedsrichter oder ein Spieler, der ihn zu Hilfe ruft"}},
	}},
	{code: touchmove.MoveIncomplete, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} pressed the clock in the middle of a move, with a piece off its square and on no other",
			says:    ways{"", "That is treated as an illegal move", "That is improper handling of the clock; the move has not been made", "The move has not been made; what follows for the press the text does not say"},
			depends: "certain where the text treats such a press as an illegal move; arbiter if something else may explain it"},
		{seen: "{Side} hat mitten im Zug die Uhr gedrückt; eine Figur war von ihrem Feld genommen und stand auf keinem anderen",
			says:    ways{"", "Das wird wie ein regelwidriger Zug behandelt", "Das ist eine unkorrekte Behandlung der Uhr; der Zug ist nicht ausgeführt", "Der Zug ist nicht ausgeführt; was für das Drücken der Uhr folgt, sagt der Text nicht"},
			depends: "certain, wo der Text ein solches Drücken wie einen regelwidrigen Zug behandelt; arbiter, wenn anderes es erklären kann"},
	}},
	{code: touchmove.FlagFall, levels: onlyArbiter, in: [...]text{
		{seen: "The clock shows that the flag of {side} has fallen[; {detail}]",
			says: ways{"When a flag counts as fallen the text does not say", "It counts when the arbiter observes it or a player claims it", "It counts only when a player claims it; the arbiter does not point it out", "The arbiter must call it on observing it"}},
		{seen: "Die Uhr zeigt, dass das Fallblättchen {by} gefallen ist[; {detail}]",
			says: ways{"Wann es als gefallen gilt, sagt der Text nicht", "Es gilt als gefallen, wenn der Schiedsrichter es beobachtet oder ein Spieler es reklamiert", "Es gilt erst als gefallen, wenn ein Spieler es reklamiert; der Schiedsrichter weist nicht darauf hin", "Der Schiedsrichter muss darauf hinweisen, wenn er es beobachtet"}},
	}},
}
