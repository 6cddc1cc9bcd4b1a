package dgt

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestAllowed: these eight bytes and no other.
func TestAllowed(t *testing.T) {
	var got []byte
	for b := range 256 {
		if Allowed(byte(b)) {
			got = append(got, byte(b))
		}
	}
	if want := []byte{0x40, 0x41, 0x42, 0x45, 0x49, 0x4b, 0x4d, 0x55}; !bytes.Equal(got, want) {
		t.Errorf("allowed % x, want % x", got, want)
	}
	for _, c := range Startup {
		if !Allowed(byte(c)) {
			t.Errorf("Startup holds %02x", byte(c))
		}
	}
	h := Host{state: watching, queue: []Command{0x2b, 0x4e, 0x50, 0x54, 0x60}}
	for at := range int64(6) {
		if out := h.send(nil, at*commandGap); len(out) > 0 {
			t.Errorf("sent % x", out)
		}
	}
}

// FuzzHost: whatever a board says, a host sends only what is allowed, one
// byte in 100 ms at most, not the request for the log that nobody wants, and its
// deadlines always move on.
func FuzzHost(f *testing.F) {
	f.Add([]byte{0x80, 0, 3, 0x80, 0, 3, 0x80}, uint64(1))
	f.Add(bytes.Join(stream(f), nil), uint64(2))
	f.Add(make([]byte, 600), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var h Host
		var dec Decoder
		var last int64 = -commandGap
		h.Opened(0)
		now := int64(0)
		for _, piece := range append(cutUp(data, seed), make([][]byte, 40)...) {
			if len(piece) > 0 {
				now += rng.Int64N(3000)
			} else {
				now = max(now, h.Deadline())
			}
			dec.Step(nil, now, piece)
			out := h.Step(nil, now, dec.Counts())
			if len(out) > 1 || len(out) == 1 && (!Allowed(out[0]) || out[0] == byte(SendLog) || now < last+commandGap) {
				t.Fatalf("sent % x at %d, the last at %d", out, now, last)
			}
			if len(out) == 1 {
				last = now
			}
			if h.Deadline() <= now && len(piece) == 0 {
				t.Fatalf("deadline %d at %d", h.Deadline(), now)
			}
		}
	})
}
