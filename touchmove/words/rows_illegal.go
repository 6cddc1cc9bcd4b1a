package words

import "github.com/boardd/boardd/touchmove"

// What the level of an irregular move depends on.
const (
	illegalDepends = "certain if no legal move leads to what the board shows and the clock was pressed; arbiter if the opponent had replied before the press, " +
		"if the board has no clock, or if more on the board is unexplained or only assumed"
	illegalDependsDE = "certain, wenn kein regelgemäßer Zug zu dem führt, was das Brett zeigt, und die Uhr gedrückt wurde; arbiter, wenn der Gegner vor dem Drücken geantwortet hatte, " +
		"wenn keine Uhr angeschlossen ist oder wenn auf dem Brett noch anderes ungeklärt oder nur angenommen ist"
)

// illegalRows are of illegal moves.
var illegalRows = []row{
	{code: touchmove.IllegalMade, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} made an illegal move[, {move}][: {reasons}]",
			says: ways{"", "The position before it must be restored", "Until touching a piece, the opponent may let it stand, give it back, or demand a king move"}, depends: illegalDepends},
		{seen: "{Side} hat einen regelwidrigen Zug ausgeführt[, {move}][: {reasons}]",
			says: ways{"", "Die Stellung davor muss wiederhergestellt werden", "Bis er selbst einen Stein berührt, darf der Gegner den Zug gelten lassen, ihn zurückgeben oder das Ziehen des Königs verlangen"}, depends: illegalDependsDE},
	}},
	{code: touchmove.IllegalNotCompleted, levels: onlyInfo, in: [...]text{
		{seen: "The board shows a move {by} that is not completed and would be illegal[, {move}][: {reasons}]",
			says: ways{"", "It can be corrected from the position before it; what was touched binds the player", "The opponent may let an illegal move stand, give it back, or demand a king move"}},
		{seen: "Das Brett zeigt einen nicht abgeschlossenen Zug {by}, der regelwidrig wäre[, {move}][: {reasons}]",
			says: ways{"", "Er kann aus der Stellung davor berichtigt werden; was berührt wurde, bindet den Spieler", "Einen regelwidrigen Zug darf der Gegner gelten lassen, zurückgeben oder mit dem Ziehen des Königs bestrafen"}},
	}},
	{code: touchmove.IllegalCompleted, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} completed an illegal move[, {move}][: {reasons}]",
			says: ways{"", "The position before it is restored", "Until touching a piece, the opponent may let it stand, give it back, or demand a king move"}, depends: illegalDepends},
		{seen: "{Side} hat einen regelwidrigen Zug abgeschlossen[, {move}][: {reasons}]",
			says: ways{"", "Die Stellung davor wird wiederhergestellt", "Bis er selbst einen Stein berührt, darf der Gegner den Zug gelten lassen, ihn zurückgeben oder das Ziehen des Königs verlangen"}, depends: illegalDependsDE},
	}},
	{code: touchmove.IllegalSecond, levels: onlyArbiter, in: [...]text{
		{seen: "This is the [{offence}|second] completed illegal move {by}",
			says: ways{"", "With the second the game is lost, or drawn if the opponent cannot mate by any series of legal moves", "With the third the game is lost"}},
		{seen: "Das ist der [{offence}|zweite] abgeschlossene regelwidrige Zug {by}",
			says: ways{"", "Mit dem zweiten ist die Partie verloren, oder remis, wenn der Gegner durch keine Folge regelgemäßer Züge mattsetzen kann", "Mit dem dritten ist die Partie verloren"}},
	}},
	{code: touchmove.IllegalThird, levels: onlyArbiter, in: [...]text{
		{seen: "This is the [{offence}|third] completed illegal move {by}",
			says: ways{"", "The game is lost with the second already, or drawn if the opponent cannot mate by any series of legal moves", "With the third the game is lost"}},
		{seen: "Das ist der [{offence}|dritte] abgeschlossene regelwidrige Zug {by}",
			says: ways{"", "Schon mit dem zweiten ist die Partie verloren, oder remis, wenn der Gegner durch keine Folge regelgemäßer Züge mattsetzen kann", "Mit dem dritten ist die Partie verloren"}},
	}},
	{code: touchmove.IllegalStands, levels: onlyInfo, in: [...]text{
		{seen: "The irregular move[ {move}] {by} stands[, {detail}]",
			says: ways{"", "It can be corrected only while the game is on", "Once the opponent has made the next move it can no longer be corrected", "Once the opponent has touched a piece it can no longer be corrected"}},
		{seen: "Der regelwidrige Zug[ {move}] {by} bleibt bestehen[, {detail}]",
			says: ways{"", "Berichtigt werden kann er nur während der Partie", "Hat der Gegner seinen nächsten Zug ausgeführt, so kann er nicht mehr berichtigt werden", "Hat der Gegner einen Stein berührt, so kann er nicht mehr berichtigt werden"}},
	}},
	{code: touchmove.IllegalPositionPersists, levels: onlyArbiter, in: [...]text{
		{seen: "After the next completed move the position is still illegal, with both kings in check or a pawn on its last rank",
			says: ways{"The arbiter then declares the game drawn"}},
		{seen: "Nach dem nächsten abgeschlossenen Zug ist die Stellung immer noch regelwidrig: Beide Könige stehen im Schach, oder ein Bauer steht auf der letzten Reihe",
			says: ways{"Der Schiedsrichter erklärt die Partie dann für remis"}},
	}},
	{code: touchmove.KingCaptured, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} captured the opponent's king[ with {move}]",
			says:    ways{"[{Restored}]", "Capturing the king is not allowed; {restored}"},
			depends: "as for illegal_completed; arbiter, too, where the text does not speak of capturing a king"},
		{seen: "{Side} hat[ mit {move}] den gegnerischen König geschlagen",
			says:    ways{"[{Restored}]", "Den König zu schlagen ist nicht erlaubt; {restored}"},
			depends: "wie bei illegal_completed; arbiter auch, wo der Text vom Schlagen des Königs nicht spricht"},
	}},
}
