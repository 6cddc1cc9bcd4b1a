package legality

// noPosition is the index of no position.
const noPosition int32 = -1

// storedPosition is a position without its counts, with how the search came to it.
type storedPosition struct {
	occupied Set
	men      [2]uint64 // what stands on the occupied squares in their order, four bits each
	rights   uint16    // castling rights on the first and the eighth rank
	ep       uint8
	turn     Color
	expanded bool
	move     Move // that led to it
	plies    uint16
	quiet    uint16 // of them, those without capture or pawn move
	parent   int32
	next     [guesses]int32 // in the queues
}

// positionStore holds positions, each of them once, and numbers them from 0.
type positionStore struct {
	blocks   []*[blockSize]storedPosition
	size     int32
	slots    []int32 // hash table of the positions' numbers plus 1
	chess960 bool
}

// blockSize is how many positions are allocated at a time, 14 kB.
const blockSize = 256

func (s *positionStore) at(i int32) *storedPosition { return &s.blocks[i/blockSize][i%blockSize] }

// add stores a position and reports whether it is new. The position is
// compared, not just its hash.
func (s *positionStore) add(p *Position) (i int32, fresh bool) {
	if 2*int(s.size) >= len(s.slots) {
		s.grow()
	}
	var n storedPosition
	n.pack(p)
	mask := uint64(len(s.slots) - 1)
	slot := n.hash() & mask
	for ; s.slots[slot] != 0; slot = (slot + 1) & mask {
		if i := s.slots[slot] - 1; s.at(i).same(&n) {
			return i, false
		}
	}
	if s.size%blockSize == 0 {
		s.blocks = append(s.blocks, new([blockSize]storedPosition))
	}
	s.size++
	s.slots[slot] = s.size
	*s.at(s.size - 1) = n
	return s.size - 1, true
}

// grow doubles the hash table.
func (s *positionStore) grow() {
	s.slots = make([]int32, max(1024, 2*len(s.slots)))
	mask := uint64(len(s.slots) - 1)
	for i := range s.size {
		slot := s.at(i).hash() & mask
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = i + 1
	}
}

// pack notes all of a position but its counts.
func (n *storedPosition) pack(p *Position) {
	n.occupied, n.ep, n.turn = p.colors[0]|p.colors[1], p.ep, p.turn
	n.rights = uint16(p.rights&0xff) | uint16(p.rights>>56)<<8
	i := 0
	for men := n.occupied; men != 0; i++ {
		n.men[i>>4&1] |= uint64(p.board[men.Pop()&63]) << (i & 15 * 4)
	}
}

// unpack puts together the i-th position. Its counts and its key are not kept.
func (s *positionStore) unpack(i int32, p *Position) {
	n := s.at(i)
	*p = Position{chess960: s.chess960, ep: n.ep, turn: n.turn}
	p.rights = Set(n.rights&0xff) | Set(n.rights>>8)<<56
	k := 0
	for men := n.occupied; men != 0; k++ {
		s := men.Pop()
		man := Piece(n.men[k>>4&1] >> (k & 15 * 4) & 15)
		p.board[s&63] = man
		p.kinds[man.Kind()&7] |= s.Set()
		p.colors[man.Color()&1] |= s.Set()
	}
}

// same reports whether two positions are the same (9.2.3).
func (n *storedPosition) same(m *storedPosition) bool {
	return n.occupied == m.occupied && n.men == m.men && n.turn == m.turn && n.rights == m.rights && n.ep == m.ep
}

// hash mixes what same compares, with the multipliers of SplitMix64.
func (n *storedPosition) hash() uint64 {
	h := uint64(n.occupied) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ n.men[0]) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>29 ^ n.men[1]) * 0x94d049bb133111eb
	h = (h ^ h>>29 ^ uint64(n.rights)<<16 ^ uint64(n.ep)<<8 ^ uint64(n.turn)) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}
