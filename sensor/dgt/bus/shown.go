package bus

import "github.com/boardd/boardd/sensor/dgt"

// AppendShown appends the dump that the board would send now, as far as it is known;
// nothing before the first one. A Decoder that begins with it takes the changes that
// follow, though the board has not been asked again.
func (d *Decoder) AppendShown(dst []byte) []byte {
	if !d.seen {
		return dst
	}
	var codes [64]byte
	for n := range codes {
		codes[n], _ = dgt.Code(d.men.Board[dgt.Square(byte(n))])
	}
	return SendBoard.AppendAnswer(dst, d.Address, codes[:]...)
}
