package legality

import "testing"

// TestCannotMateByMaterial asks for each side whether its men rule out mate.
func TestCannotMateByMaterial(t *testing.T) {
	for _, c := range []struct {
		what, fen    string
		white, black bool
	}{
		{"kings alone", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true},
		{"a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false, true},
		{"a rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false, true},
		{"knight against king", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"knight against queen", "3qk3/8/8/8/8/8/8/4KN2 w - - 0 1", true, false},
		{"knight against rook", "r3k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"knight against pawn", "4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"knight against knight", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"two knights", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false, true},
		{"bishops of one colour", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, true},
		{"bishops of both colours", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false},
		{"bishop against rook", "r3k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, false},
		{"bishop against pawn", "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", false, false},
		{"bishop against knight", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false, false},
	} {
		p := mustParse(t, c.fen)
		if w, b := p.CannotMateByMaterial(White), p.CannotMateByMaterial(Black); w != c.white || b != c.black {
			t.Errorf("%s: %t and %t, want %t and %t", c.what, w, b, c.white, c.black)
		}
	}
}
