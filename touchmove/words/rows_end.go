package words

import "github.com/boardd/boardd/touchmove"

// What the level of an end of the game depends on.
const (
	endDepends   = "arbiter if the last move is under suspicion of a breach, or play goes back to before an irregular move"
	endDependsDE = "arbiter, wenn der letzte Zug unter dem Verdacht eines Verstoßes steht oder die Partie vor einen regelwidrigen Zug zurückgeht"
)

// endRows are of the ends of the game, and of commands.
var endRows = []row{
	{code: touchmove.Checkmate, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} has given checkmate[ with {move}]",
			says: ways{"", "That wins the game at once, provided that the move was made by the rules for moving and touching", "That wins the game"}, depends: endDepends},
		{seen: "{Side} hat[ mit {move}] mattgesetzt",
			says: ways{"", "Damit ist die Partie sofort gewonnen, sofern der Zug den Regeln für Ziehen und Berühren entsprach", "Damit ist die Partie gewonnen"}, depends: endDependsDE},
	}},
	{code: touchmove.Stalemate, levels: certainOrArbiter, in: [...]text{
		{seen: "The player having the move is stalemated[ by {move}]",
			says: ways{"", "The game is drawn at once, provided that the last move was made by the rules for moving and touching", "The game is drawn"}, depends: endDepends},
		{seen: "Der Spieler am Zug ist[ durch {move}] pattgesetzt",
			says: ways{"", "Damit ist die Partie sofort remis, sofern der letzte Zug den Regeln für Ziehen und Berühren entsprach", "Damit ist die Partie remis"}, depends: endDependsDE},
	}},
	{code: touchmove.DeadPosition, levels: certainOrArbiter, in: [...]text{
		{seen: "[After {move} neither|Neither] player can mate by any series of legal moves",
			says:    ways{"", "The game is drawn at once, provided that the last move was made by the rules for moving and touching", "The game is drawn at once", "The game is drawn; that this ends it at once the text does not say"},
			depends: endDepends + ", or the text does not say that it ends the game"},
		{seen: "[Nach {move} kann keiner der Spieler|Keiner der Spieler kann] durch eine Folge regelgemäßer Züge mattsetzen",
			says:    ways{"", "Damit ist die Partie sofort remis, sofern der letzte Zug den Regeln für Ziehen und Berühren entsprach", "Damit ist die Partie sofort remis", "Damit ist die Partie remis; dass sie dadurch sofort endet, sagt der Text nicht"},
			depends: endDependsDE + "; ebenso, wo der Text nicht sagt, dass die Partie damit endet"},
	}},
	{code: touchmove.DeadPositionPossible, levels: onlyInfo, in: [...]text{
		{seen: "[After {move} it|It] may be that neither player can mate any more; that is not proved",
			says: ways{"Only if it is so, the game is drawn"}},
		{seen: "Vielleicht kann[ nach {move}] keiner der Spieler mehr mattsetzen; bewiesen ist das nicht",
			says: ways{"Nur wenn es so ist, ist die Partie remis"}},
	}},
	{code: touchmove.DrawClaimable, levels: onlyInfo, in: [...]text{
		{seen: "{Side} may claim a draw[: {detail}]"},
		{seen: "{Side} darf remis reklamieren[: {Detail}]"},
	}},
	{code: touchmove.DrawClaimableByMove, levels: onlyInfo, in: [...]text{
		{seen: "{Side} may claim a draw by announcing [{move}|a move] and not playing it[: {detail}]"},
		{seen: "{Side} darf remis reklamieren, indem [{move}|ein Zug] angekündigt und nicht gespielt wird[: {Detail}]"},
	}},
	{code: touchmove.ClaimRightLost, levels: onlySuspected, in: [...]text{
		{seen: "{Side} could claim a draw, and a piece has been touched since",
			says:   ways{"", "By touching a piece the player loses the right to claim on this move", "By making a move the player loses the right to claim on it"},
			unseen: "Whether the touch counts, or a claim had been made, decides, and the board does not see it."},
		{seen: "{Side} konnte remis reklamieren, und seither wurde eine Figur berührt",
			says:   ways{"", "Mit dem Berühren einer Figur verliert der Spieler für diesen Zug das Recht zu reklamieren", "Mit dem Ausführen eines Zuges verliert der Spieler für diesen Zug das Recht zu reklamieren"},
			unseen: "Ob die Berührung zählt oder schon reklamiert war, entscheidet, und das Brett sieht es nicht."},
	}},
	{code: touchmove.Fivefold, levels: certainOrArbiter, in: [...]text{
		{seen: "The same position has appeared for the fifth time[, with {move}]", says: ways{"The game is drawn"}, depends: endDepends},
		{seen: "Die gleiche Stellung ist[ mit {move}] zum fünften Mal entstanden", says: ways{"Damit ist die Partie remis"}, depends: endDependsDE},
	}},
	{code: touchmove.SeventyFive, levels: certainOrArbiter, in: [...]text{
		{seen: "[With {move} each|Each] player has made 75 moves without a capture and without a pawn move", says: ways{"The game is drawn"}, depends: endDepends},
		{seen: "[Mit {move} hat jeder Spieler|Jeder Spieler hat] 75 Züge ohne Schlagen und ohne Bauernzug gemacht", says: ways{"Damit ist die Partie remis"}, depends: endDependsDE},
	}},
	{code: touchmove.ResultSignal, levels: onlyInfo, in: [...]text{
		{seen: "Both kings stand in the centre[, which shows {result}]; that is a custom of board makers, not a rule, and a person has to confirm it"},
		{seen: "Beide Könige stehen in der Brettmitte[, das bedeutet {result}]; das ist eine Gepflogenheit der Bretthersteller, keine Regel, und muss von einem Menschen bestätigt werden"},
	}},
	{code: touchmove.ResultReported, levels: onlyInfo, in: [...]text{
		{seen: "[The result {result}|The end of the game, without a result,] was entered by a person"},
		{seen: "[Das Ergebnis {result}|Das Ende der Partie ohne Ergebnis] wurde von einem Menschen eingegeben"},
	}},
	{code: touchmove.CommandRefused, levels: onlyInfo, in: [...]text{
		{seen: "A command was refused[: {detail}]"},
		{seen: "Ein Befehl wurde abgelehnt[: {detail}]"},
	}},
}
