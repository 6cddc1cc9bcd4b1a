package legality

import "github.com/boardd/boardd/legality/placement"

// keys are the random numbers of a Zobrist key: one for each man on each
// square, each castling right by the rook's square, each file of an en passant
// capture, and Black to move.
type keys struct {
	men    [16][64]uint64
	rights [64]uint64
	ep     [8]uint64
	black  uint64
}

var zobrist = makeKeys()

func makeKeys() (z keys) {
	state := uint64(0)
	next := func() uint64 { // SplitMix64 (Steele, Lea, Flood 2014)
		state += 0x9e3779b97f4a7c15
		x := state
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}
	for man := placement.WhitePawn; man <= placement.BlackKing; man++ {
		for s := range z.men[man] {
			if man.Known() {
				z.men[man][s] = next()
			}
		}
	}
	for file := range z.ep {
		z.ep[file] = next()
		z.rights[file], z.rights[file+56] = next(), next()
	}
	z.black = next()
	return z
}

func (p *Position) computeKey() uint64 {
	key := rightsKey(p.rights) ^ p.epKey()
	for men := p.colors[0] | p.colors[1]; men != 0; {
		s := men.Pop()
		key ^= zobrist.men[p.board[s]&15][s]
	}
	if p.turn == Black {
		key ^= zobrist.black
	}
	return key
}

func rightsKey(rights Set) uint64 {
	key := uint64(0)
	for rights != 0 {
		key ^= zobrist.rights[rights.Pop()&63]
	}
	return key
}

func (p *Position) epKey() uint64 {
	if p.ep == 0 {
		return 0
	}
	return zobrist.ep[(p.ep-1)&7]
}
