package legality

// SAN is the move in Standard Algebraic Notation, with the fewest marks that
// tell it from other legal moves, and + or #. An illegal move is written as if
// it were legal; one that moves nothing as its two squares.
func (p *Position) SAN(m Move) string { return string(p.AppendSAN(make([]byte, 0, 8), m)) }

// AppendSAN appends SAN(m) to dst. It allocates nothing if dst has room for 8
// bytes more.
func (p *Position) AppendSAN(dst []byte, m Move) []byte {
	man := p.board[m.From()]
	switch {
	case m.From() == m.To() || man == Empty:
		return appendCoordinates(dst, m, m.To())
	case m.IsCastling() && m.To() > m.From():
		dst = append(dst, "O-O"...)
	case m.IsCastling():
		dst = append(dst, "O-O-O"...)
	case man.Kind() == Pawn:
		dst = p.appendPawnSAN(dst, m)
	default:
		dst = p.appendPieceSAN(dst, m, man)
	}
	if k := m.Promotion(); k != NoKind {
		dst = append(dst, '=', k.Letter())
	}
	return p.appendCheck(dst, m)
}

func (p *Position) appendPawnSAN(dst []byte, m Move) []byte {
	if p.Captured(m) != NoSquare || m.From()&7 != m.To()&7 {
		dst = append(dst, 'a'+byte(m.From()&7), 'x')
	}
	return appendSquare(dst, m.To())
}

func (p *Position) appendPieceSAN(dst []byte, m Move, man Piece) []byte {
	dst = append(dst, man.Kind().Letter())
	dst = appendOrigin(dst, m.From(), p.rivals(m, man))
	if p.board[m.To()] != Empty {
		dst = append(dst, 'x')
	}
	return appendSquare(dst, m.To())
}

// rivals is the set of other men of the same colour and kind that could
// legally go to the same square.
func (p *Position) rivals(m Move, man Piece) Set {
	could := p.Men(man.Color(), man.Kind()) &^ m.From().Set()
	if could &= reach(man.Kind(), m.To(), p.colors[0]|p.colors[1]); could == 0 {
		return 0
	}
	q := p.WithTurn(man.Color())
	var all Moves
	q.Generate(&all)
	return could & all.Attackers(m.To())
}

// reach is where a piece of a kind, not a pawn, could go on an otherwise
// friendless board with the given squares occupied.
func reach(k Kind, s Square, occupied Set) Set {
	switch k {
	case Knight:
		return knightAttacks[s&63]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	case King:
		return kingAttacks[s&63]
	}
	return 0
}

// appendOrigin tells a man from its rivals: by its file, else by its rank,
// else by both.
func appendOrigin(dst []byte, from Square, rivals Set) []byte {
	if rivals == 0 {
		return dst
	}
	file, rank := 'a'+byte(from&7), '1'+byte(from>>3&7)
	switch {
	case rivals&linesOf[from&63].file == 0:
		return append(dst, file)
	case rivals&linesOf[from&63].rank == 0:
		return append(dst, rank)
	}
	return append(dst, file, rank)
}

// appendCheck appends + or # if the player who is to move next is in check or
// checkmated.
func (p *Position) appendCheck(dst []byte, m Move) []byte {
	q := p.Play(m)
	if !q.InCheck(q.turn) {
		return dst
	}
	var replies Moves
	if q.Generate(&replies); replies.From == 0 {
		return append(dst, '#')
	}
	return append(dst, '+')
}
