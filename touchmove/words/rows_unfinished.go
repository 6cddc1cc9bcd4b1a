package words

import "github.com/boardd/boardd/touchmove"

// What the level of a move that was left unfinished depends on.
const (
	unfinishedDepends   = "as for illegal_completed"
	unfinishedDependsDE = "wie bei illegal_completed"
)

// unfinishedRows are of moves left half done, and of what follows from illegal
// positions.
var unfinishedRows = []row{
	{code: touchmove.CastleIncomplete, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} left castling half done[, {move}]: the king was moved, the rook was not",
			says: ways{"Castling is one move of king and rook; left so it is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat die Rochade nur halb ausgeführt[, {move}]: Der König ist gezogen, der Turm nicht",
			says: ways{"Die Rochade ist ein einziger Zug von König und Turm; so belassen ist sie regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: touchmove.EPPawnLeft, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} captured en passant[, {move},] and left the captured pawn on the board",
			says: ways{"The captured pawn is removed as part of the move; left so it is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat en passant geschlagen[, {move},] und den geschlagenen Bauern auf dem Brett gelassen",
			says: ways{"Der geschlagene Bauer wird als Teil des Zuges entfernt; so belassen ist der Zug regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: touchmove.PromotionUnreplaced, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} moved a pawn to the last rank[, {move},] and left it there without exchanging it",
			says:    ways{"", "That is an illegal move, and the pawn can become nothing but a queen", "That is an illegal move; the position before it is restored, and the choice of the piece is free", "A pawn may not stay there; what follows the text does not say"},
			depends: "as for illegal_completed; arbiter, too, where the text does not say what follows"},
		{seen: "{Side} hat einen Bauern auf die letzte Reihe gezogen[, {move},] und dort stehen lassen, ohne ihn umzuwandeln",
			says:    ways{"", "Das ist ein regelwidriger Zug, und der Bauer kann nur noch in eine Dame umgewandelt werden", "Das ist ein regelwidriger Zug; die Stellung davor wird wiederhergestellt, und die Wahl der Figur ist frei", "Dort darf kein Bauer stehen bleiben; was daraus folgt, sagt der Text nicht"},
			depends: "wie bei illegal_completed; arbiter auch, wo der Text nicht sagt, was folgt"},
	}},
	{code: touchmove.PromotionIncomplete, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} put the new piece on the promotion square[, {move},] and left the pawn on the board",
			says: ways{"A promotion is made only when the pawn is off the board, too; left so it is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat die neue Figur auf das Umwandlungsfeld gestellt[, {move},] und den Bauern auf dem Brett gelassen",
			says: ways{"Ausgeführt ist die Umwandlung erst, wenn auch der Bauer vom Brett ist; so belassen ist sie regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: touchmove.PromotionWrongPiece, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} put a piece on the promotion square that a pawn may not become[, {move}][: {reasons}]",
			says: ways{"A pawn becomes a queen, rook, bishop or knight of its own colour; anything else is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat eine Figur auf das Umwandlungsfeld gestellt, in die ein Bauer nicht umgewandelt werden darf[, {move}][: {reasons}]",
			says: ways{"Ein Bauer wird in eine Dame, einen Turm, einen Läufer oder einen Springer der eigenen Farbe umgewandelt; anderes ist regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: touchmove.PromotionPieceUnknown, levels: onlyArbiter, in: [...]text{
		{seen: "{Side} promoted, and the board cannot name the new piece[; until it is named, {move} is taken for granted]",
			says:    ways{"It can be a queen, a rook, a bishop or a knight"},
			arbiter: "It is for the arbiter to say which it is."},
		{seen: "{Side} hat umgewandelt, und das Brett kann die neue Figur nicht benennen[; bis sie benannt ist, gilt {move} als angenommen]",
			says:    ways{"Es kann eine Dame, ein Turm, ein Läufer oder ein Springer sein"},
			arbiter: "Welche es ist, hat der Schiedsrichter anzugeben."},
	}},
	{code: touchmove.BothKingsInCheck, levels: onlyArbiter, in: [...]text{
		{seen: "Both kings are in check, with {side} having the move",
			says: ways{"The arbiter waits until the next move is completed; if the position is still illegal then, the game is declared drawn"}},
		{seen: "Beide Könige stehen im Schach; {side} ist am Zug",
			says: ways{"Der Schiedsrichter wartet den Abschluss des nächsten Zuges ab; ist die Stellung dann noch regelwidrig, so erklärt er die Partie für remis"}},
	}},
}
