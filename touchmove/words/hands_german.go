package words

import "strconv"

type german struct{}

// noun returns the word for a contact's piece.
func (german) noun(c contact) noun {
	if n, ok := nouns[c.kind]; ok {
		return n
	}
	return nouns["piece"]
}

func (g german) der(c contact) string { return g.noun(c).article("der ", "die ") + g.noun(c).who }

func (g german) den(c contact) string { return g.noun(c).article("den ", "die ") + g.noun(c).whom }

func (g german) er(c contact) string { return g.noun(c).article("er", "sie") }

func (g german) ihn(c contact) string { return g.noun(c).article("ihn", "sie") }

func (g german) name(c contact) string { return g.den(c) + " auf " + c.square }

func (g german) names(some []contact) string {
	return common[German].list(some, func(c contact) string { return g.der(c) + " auf " + c.square })
}

// how returns how long a piece was off its square.
func (g german) how(c contact) string {
	switch {
	case c.ms == 0:
		return ""
	case c.times == 2:
		return " zweimal für zusammen " + seconds(c.ms, ",")
	case c.times > 2:
		return " " + strconv.Itoa(c.times) + "-mal für zusammen " + seconds(c.ms, ",")
	}
	return " für " + seconds(c.ms, ",")
}

func (g german) lifted(some []contact) string {
	pieces := common[German].list(some, func(c contact) string { return g.name(c) + g.how(c) })
	switch {
	case some[0].earlier:
		return "hatte " + pieces + " für den zurückgenommenen Zug angehoben und hat"
	case !allBack(some):
		return "hat " + pieces + " angehoben und nicht zurückgestellt und"
	}
	return "hat " + pieces + " angehoben und zurückgestellt und"
}

func (g german) liftedAndBack(c contact) string {
	if !c.back {
		return g.name(c) + g.how(c) + " angehoben"
	}
	return g.name(c) + g.how(c) + " angehoben und zurückgestellt"
}

func (g german) rookFirst(rook, king contact, castled string) string {
	lifted := "hat " + g.name(rook) + " " + seconds(max(0, king.at-rook.at), ",") + " vor " + g.dem(king) + " auf " + king.square + " angehoben"
	if castled == "" {
		return lifted + " und dann den König auf sein Rochadefeld gestellt"
	}
	return lifted + " und rochiert, " + castled
}

func (german) then(move string, later []contact) string {
	if move == "" && len(later) > 0 {
		return "und dann auf " + later[0].to
	}
	return "und dann " + move + " gespielt"
}

func (german) wing(kingside bool) string {
	if kingside {
		return "kurz"
	}
	return "lang"
}

func (g german) dem(c contact) string { return g.noun(c).article("dem ", "der ") + g.noun(c).whom }

func (g german) put(c contact) string {
	where := "hat " + g.den(c) + " von " + c.square + " auf " + c.to + " gestellt"
	if c.placed {
		where = "hat " + g.noun(c).article("einen ", "eine ") + g.noun(c).whom + " auf " + c.square + " gestellt"
	}
	if c.ms == 0 {
		return where
	}
	return where + ", wo " + g.er(c) + " " + seconds(c.ms, ",") + " lang stand,"
}

func (g german) touched(some []contact, deliberate bool) string {
	switch {
	case len(some) > 1 && deliberate:
		return "Wenn beide absichtlich berührt wurden"
	case len(some) > 1:
		return "Wenn beide als berührt gelten"
	case deliberate:
		return "Wenn " + g.der(some[0]) + " absichtlich berührt wurde"
	}
	return "Wenn " + g.der(some[0]) + " als berührt gilt"
}

func (g german) letGo(c contact) string {
	return "Wenn " + g.der(c) + " auf " + c.to + " losgelassen war"
}

func (g german) bound(side string, b binding) string {
	switch {
	case b.castle != "":
		return "musste " + side + " " + g.wing(b.castle == "K") + " rochieren"
	case b.to != "" && b.promotes:
		return "musste " + side + " " + g.ihn(b.decides) + " dort umwandeln"
	case b.to != "" && b.decides.ms == 0: // it still stands there
		return "musste " + side + " " + g.ihn(b.decides) + " dort stehen lassen"
	case b.to != "":
		return "musste " + g.er(b.decides) + " dort bleiben"
	case b.notCastling:
		return "musste " + side + " den König ziehen, ohne zu rochieren, weil " + g.der(b.decides) + " nicht ziehen konnte"
	case b.from != "" && b.cap != "":
		return "musste " + side + " " + g.name(b.taken) + " mit " + g.dem(b.mover) + " auf " + b.mover.square + " schlagen"
	case b.cap != "":
		return "musste " + side + " " + g.ihn(b.decides) + " schlagen"
	}
	return "musste " + side + " " + g.ihn(b.decides) + " ziehen"
}

func (german) notWithRook(side string, moved contact) string {
	must := "mit dem König anders ziehen"
	if moved.kind == "rook" {
		must = "ihn ziehen"
	}
	return "durfte " + side + " mit ihm nicht rochieren und musste " + must
}

func (g german) changed(c contact, move string) string {
	return g.put(c) + " und dann mit " + move + " umgewandelt"
}

func (german) leftPawn(move string) (did, final string) {
	return "hat mit " + move + " umgewandelt, nachdem die Uhr mit dem Bauern auf der letzten Reihe gedrückt worden war",
		"Der Bauer kann dann nur noch in eine Dame umgewandelt werden"
}

func (g german) final(c contact) string {
	n := g.noun(c)
	return "Die Wahl " + n.article("des ", "der ") + n.whose + " war endgültig, sobald " + g.er(c) + " " + c.square + " berührt hatte"
}

func (g german) finalIf(c contact) string {
	return "Wenn " + g.der(c) + " auf " + c.square + " losgelassen war, war die Wahl endgültig"
}

func (g german) offTurn(c contact) string {
	return capital(g.der(c)) + " auf " + c.square + ", " + g.noun(c).article("dessen", "deren") + " Seite nicht am Zug ist, wurde" + g.how(c) + " angehoben und zurückgestellt"
}
