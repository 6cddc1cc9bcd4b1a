package simulate

import "math/rand/v2"

// Wire is a serial line that loses and spoils bytes, for those who send what a
// board says as its bytes.
type Wire struct {
	faults Faults
	rng    *rand.Rand
}

// NewWire is a line that loses LostByte and spoils WrongByte of the bytes.
func NewWire(f Faults, seed uint64) *Wire {
	return &Wire{f, rand.New(rand.NewPCG(seed, streamWire))}
}

// Append appends to dst what arrives of data.
func (w *Wire) Append(dst, data []byte) []byte {
	for _, b := range data {
		if w.faults.LostByte.happens(w.rng) {
			continue
		}
		if w.faults.WrongByte.happens(w.rng) {
			b ^= 1 << w.rng.IntN(8)
		}
		dst = append(dst, b)
	}
	return dst
}
