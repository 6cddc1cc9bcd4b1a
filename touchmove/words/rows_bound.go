package words

import "github.com/boardd/boardd/touchmove"

// boundRows are of what the player having the move is bound to. They say on what
// that rests: a board does not know whether a piece that was lifted was touched
// to be moved, nor whether one that was put down was released.
var boundRows = []row{
	{code: touchmove.Obliged, levels: onlyInfo, in: [...]text{
		{seen: "{duty}[; open: {moves}]"},
		{seen: "{duty}[; möglich: {moves}]"},
	}},
	{code: touchmove.CaptureObliged, levels: onlyInfo, in: [...]text{
		{seen: "If the touch counts, {side} must capture the opponent's piece that was touched"},
		{seen: "Zählt die Berührung, so muss {side} die berührte gegnerische Figur schlagen"},
	}},
	{code: touchmove.CastleObliged, levels: onlyInfo, in: [...]text{
		{seen: "If touching and releasing count as seen, nothing but castling on that side is open to {side}"},
		{seen: "Zählen Berühren und Loslassen wie erfasst, so bleibt {side} nur die Rochade auf dieser Seite"},
	}},
	{code: touchmove.CastleIntentUnknown, levels: onlyInfo, in: [...]text{
		{seen: "King and rook were lifted in the turn of {side}, castling with that rook is illegal, and the king has no other move",
			says: ways{"Any legal move is open if castling was meant, else the rook must be moved; which it was, the board does not see"}},
		{seen: "König und Turm wurden angehoben, als {side} am Zug war; die Rochade mit diesem Turm ist regelwidrig, und der König hat keinen anderen Zug",
			says: ways{"War die Rochade beabsichtigt, so ist jeder regelgemäße Zug erlaubt, sonst muss der Turm ziehen; was zutrifft, sieht das Brett nicht"}},
	}},
	{code: touchmove.PromotionSquareFixed, levels: onlyInfo, in: [...]text{
		{seen: "If touching and releasing count as seen, the promotion square is fixed for {side}"},
		{seen: "Zählen Berühren und Loslassen wie erfasst, so liegt das Umwandlungsfeld für {side} fest"},
	}},
	{code: touchmove.PromotionChoiceFinal, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has put a new piece on the promotion square",
			says: ways{"", "The choice is final as soon as the piece has touched the square", "The choice is final as soon as the piece has been released"}},
		{seen: "{Side} hat eine neue Figur auf das Umwandlungsfeld gestellt",
			says: ways{"", "Die Wahl ist endgültig, sobald die Figur das Umwandlungsfeld berührt hat", "Die Wahl ist endgültig, sobald die Figur losgelassen worden ist"}},
	}},
	{code: touchmove.OrderUnknown, levels: onlyInfo, in: [...]text{
		{seen: "Two pieces left their squares in one scan of the board, in the turn of {side}; which was touched first is not known",
			says: ways{"If it is not clear, the player's own piece counts as touched before the opponent's"}},
		{seen: "Zwei Figuren verließen ihre Felder in einer einzigen Abtastung, als {side} am Zug war; welche zuerst berührt wurde, ist nicht bekannt",
			says: ways{"Steht es nicht fest, so gilt die eigene Figur als vor der gegnerischen berührt"}},
	}},
	{code: touchmove.KingMovePenalty, levels: onlyInfo, in: [...]text{
		{seen: "If the touch counts, {side} has touched a piece that cannot move",
			says: ways{"", "Any legal move is open then", "As a penalty the king must move then, not by castling; if it cannot, the touch has no consequence"}},
		{seen: "Zählt die Berührung, so hat {side} einen Stein berührt, der nicht gezogen werden kann",
			says: ways{"", "Dann ist jeder regelgemäße Zug erlaubt", "Zur Strafe muss dann der König ziehen, ohne zu rochieren; kann er nicht, so hat die Berührung keine Folgen"}},
	}},
}
