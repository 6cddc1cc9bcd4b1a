package words

import "strconv"

type english struct{}

func (english) name(c contact) string { return "the " + c.kind + " on " + c.square }

func (e english) names(some []contact) string { return common[English].list(some, e.name) }

// lasting returns a piece and how long it was off its square.
func (e english) lasting(c contact) string {
	switch {
	case c.ms == 0:
		return e.name(c)
	case c.times == 2:
		return e.name(c) + " twice, for " + seconds(c.ms, ".") + " altogether"
	case c.times > 2:
		return e.name(c) + " " + strconv.Itoa(c.times) + " times, for " + seconds(c.ms, ".") + " altogether"
	}
	return e.name(c) + " for " + seconds(c.ms, ".")
}

func (e english) lifted(some []contact) string {
	pieces := common[English].list(some, e.lasting)
	switch them := "it"; {
	case some[0].earlier:
		return "had lifted " + pieces + " for the move that was taken back,"
	case len(some) > 1:
		them = "them"
		fallthrough
	default:
		if !allBack(some) {
			return "lifted " + pieces + ", did not put " + them + " back,"
		}
		return "lifted " + pieces + ", put " + them + " back,"
	}
}

func (e english) liftedAndBack(c contact) string {
	if !c.back {
		return "lifted " + e.lasting(c)
	}
	return "lifted " + e.lasting(c) + " and put it back"
}

func (e english) rookFirst(rook, king contact, castled string) string {
	lifted := "lifted " + e.name(rook) + " " + seconds(max(0, king.at-rook.at), ".") + " before " + e.name(king)
	if castled == "" {
		return lifted + ", and then put the king on its castling square"
	}
	return lifted + ", and castled, " + castled
}

func (english) then(move string, later []contact) string {
	if move == "" && len(later) > 0 {
		return "and then on " + later[0].to
	}
	return "and then played " + move
}

func (english) wing(kingside bool) string {
	if kingside {
		return "kingside"
	}
	return "queenside"
}

func (english) put(c contact) string {
	where := "put the " + c.kind + " from " + c.square + " on " + c.to
	if c.placed {
		where = "put a " + c.kind + " on " + c.square
	}
	if c.ms == 0 {
		return where
	}
	return where + ", where it stood for " + seconds(c.ms, ".") + ","
}

func (english) touched(some []contact, deliberate bool) string {
	switch {
	case len(some) > 1 && deliberate:
		return "If both were touched deliberately"
	case len(some) > 1:
		return "If both count as touched"
	case deliberate:
		return "If the " + some[0].kind + " was touched deliberately"
	}
	return "If the " + some[0].kind + " counts as touched"
}

func (english) letGo(c contact) string { return "If the " + c.kind + " had been released on " + c.to }

func (e english) bound(side string, b binding) string {
	switch {
	case b.castle != "":
		return side + " had to castle " + e.wing(b.castle == "K")
	case b.to != "" && b.promotes:
		return side + " had to promote it there"
	case b.to != "" && b.decides.ms == 0: // it still stands there
		return side + " had to leave it there"
	case b.to != "":
		return "it had to stay there"
	case b.notCastling:
		return side + " had to move the king, not by castling, since the " + b.decides.kind + " could not move"
	case b.from != "" && b.cap != "":
		return side + " had to capture " + e.name(b.taken) + " with " + e.name(b.mover)
	case b.cap != "":
		return side + " had to capture it"
	}
	return side + " had to move it"
}

func (english) notWithRook(side string, moved contact) string {
	must := "the king otherwise"
	if moved.kind == "rook" {
		must = "it"
	}
	return side + " was not allowed to castle with it, and had to move " + must
}

func (e english) changed(c contact, move string) string {
	return e.put(c) + " and then promoted with " + move
}

func (english) leftPawn(move string) (did, final string) {
	return "promoted with " + move + " after the clock had been pressed with the pawn on the last rank", "The pawn can then become only a queen"
}

func (english) final(c contact) string {
	return "The choice of the " + c.kind + " was final as soon as it had touched " + c.square
}

func (english) finalIf(c contact) string {
	return "If the " + c.kind + " had been released on " + c.square + ", the choice was final"
}

func (e english) offTurn(c contact) string {
	return capital(e.name(c)) + ", whose side does not have the move, was lifted" + e.lasting(c)[len(e.name(c)):] + " and put back"
}
