package words

import "github.com/boardd/boardd/touchmove"

// touchRows are of breaches of the rules for touching and releasing.
var touchRows = []row{
	{code: touchmove.TouchBreach, levels: onlySuspected, claim: touchClaim, in: [...]text{
		{seen: "{Side} made [{move}|a move], which was not open if the pieces lifted before it count as touched",
			says:   ways{"A touched piece that can be moved or captured binds the player"},
			unseen: "That fits a breach of the rules for touching; whether a piece was touched by accident or only adjusted decides, and the board does not see it."},
		{seen: "{Side} hat[ {move}| einen Zug] ausgeführt; zählen die zuvor angehobenen Figuren als berührt, so war dieser Zug nicht offen",
			says:   ways{"Eine berührte Figur, die gezogen oder geschlagen werden kann, bindet den Spieler"},
			unseen: "Das passt zu einem Verstoß gegen die Berührt-geführt-Regel; ob eine Figur nur versehentlich berührt oder zurechtgerückt wurde, entscheidet, und das Brett sieht es nicht."},
	}},
	{code: touchmove.ReleaseBreach, levels: onlySuspected, claim: anyClaim, in: [...]text{
		{seen: "{Side} put a piece on a square where it could have stayed, and then on another one[, {move}]",
			says:   ways{"A piece released on a square as a legal move, or as part of one, stays there"},
			unseen: "That fits a breach; whether the piece had been released decides, and the board does not see it."},
		{seen: "{Side} hat eine Figur auf ein Feld gestellt, auf dem sie hätte bleiben können, und dann auf ein anderes[, {move}]",
			says:   ways{"Eine Figur, die als regelgemäßer Zug oder als Teil davon losgelassen worden ist, bleibt auf ihrem Feld"},
			unseen: "Das passt zu einem Verstoß; ob die Figur losgelassen worden war, entscheidet, und das Brett sieht es nicht."},
	}},
	{code: touchmove.CastleRookFirst, levels: onlySuspected, claim: touchClaim, in: [...]text{
		{seen: "In castling {by}[, {move},] the rook left its square before the king",
			says:   ways{"", "With a rook touched before the king the player may not castle; the rook must move, or else the king", "Which of the two is touched first does not matter"},
			unseen: "That fits a breach; whether the rook was touched on purpose decides, and the board does not see it."},
		{seen: "Bei der Rochade {by}[, {move},] verließ der Turm sein Feld vor dem König",
			says:   ways{"", "Mit einem Turm, der vor dem König berührt wurde, darf nicht rochiert werden; der Turm muss ziehen, sonst der König", "Welcher der beiden Steine zuerst berührt wird, ist gleichgültig"},
			unseen: "Das passt zu einem Verstoß; ob der Turm absichtlich berührt wurde, entscheidet, und das Brett sieht es nicht."},
	}},
	{code: touchmove.PromotionChanged, levels: certainOrSuspect, claim: anyClaim, in: [...]text{
		{seen: "{Side} promoted[ with {move}] after another piece had been put on the promotion square",
			says:    ways{"", "The choice is final as soon as the piece has touched the square", "The choice is final as soon as the piece has been released"},
			unseen:  "That fits a breach; whether the first piece had been released decides, and the board does not see it.",
			depends: "certain where the choice is final by the touch of the square, which a board knows; suspected where it is final by the release"},
		{seen: "{Side} hat[ mit {move}] umgewandelt, nachdem schon eine andere Figur auf dem Umwandlungsfeld gestanden hatte",
			says:    ways{"", "Die Wahl ist endgültig, sobald die Figur das Umwandlungsfeld berührt hat", "Die Wahl ist endgültig, sobald die Figur losgelassen worden ist"},
			unseen:  "Das passt zu einem Verstoß; ob die erste Figur losgelassen worden war, entscheidet, und das Brett sieht es nicht.",
			depends: "certain, wo schon das Berühren des Feldes die Wahl endgültig macht, denn das erkennt das Brett; suspected, wo es das Loslassen ist"},
	}},
	{code: touchmove.TouchClaimLapsed, levels: onlyInfo, in: [...]text{
		{seen: "If the touch counts, {side} can no longer claim that the opponent's last move went against the rules for touching"},
		{seen: "Zählt die Berührung, so kann {side} einen Verstoß gegen die Berührt-geführt-Regel beim letzten Zug des Gegners nicht mehr reklamieren"},
	}},
}
