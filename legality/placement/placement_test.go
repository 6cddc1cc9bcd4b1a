package placement

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	p, err := Parse("r3k2r/8/8/3?4/8/5N2/PPPP4/4K2q")
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[Square]Piece{A8: BlackRook, E8: BlackKing, H8: BlackRook, D5: Unknown, F3: WhiteKnight,
		A2: WhitePawn, D2: WhitePawn, E2: Empty, E1: WhiteKing, H1: BlackQueen, H7: Empty} {
		if p[s] != want {
			t.Errorf("%s: %s, want %s", s, p[s], want)
		}
	}
	if n := p.Occupied().Len(); n != 11 {
		t.Errorf("%d men, want 11", n)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", "rank 8 has 0 squares"},
		{"8", "1 ranks, not 8"},
		{"8/8/8/8/8/8/8", "7 ranks, not 8"},
		{"8/8/8/8/8/8/8/8/8", "more than 8 ranks"},
		{"8/8/8/8/8/8/8/8/", "more than 8 ranks"},
		{"8/8/8/8/8/8/8/", "rank 1 has 0 squares"},
		{"8/7/8/8/8/8/8/8", "rank 7 has 7 squares"},
		{"8/8/8p/8/8/8/8/8", "rank 6 has more than 8 squares"},
		{"8/8/8/ppppppppp/8/8/8/8", "rank 5 has more than 8 squares"},
		{"8/8/8/8/44/8/8/8", "rank 4 has two digits in a row"},
		{"8/8/8/8/9/8/8/8", "rank 4 has '9', which is no piece"},
		{"8/8/8/8/0p7/8/8/8", "rank 4 has '0'"},
		{"8/8/8/8/8/x7/8/8", "rank 3 has 'x'"},
		{"8/8/8/8/8/8/.7/8", "rank 2 has '.'"},
		{"8/8/8/8/8/8/8/7\xff", "rank 1 has 'ÿ'"},
		{"8/8/8/8/8/8/8/7 ", "rank 1 has ' '"},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %q", c.text, err, c.says)
		}
	}
}

func TestString(t *testing.T) {
	for _, text := range []string{
		"8/8/8/8/8/8/8/8",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
		"r3k2r/8/8/3?4/8/5N2/PPPP4/4K2q",
		"????????/????????/8/8/8/8/????????/????????",
		"1p1p1p1p/p1p1p1p1/7k/K7/8/8/8/p6p",
	} {
		p, err := Parse(text)
		if err != nil || p.String() != text {
			t.Errorf("%s: %s, %v", text, p, err)
		}
	}
	if Initial.String() != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" {
		t.Errorf("initial position %s", Initial)
	}
}

func TestDiffer(t *testing.T) {
	a, _ := Parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	b, _ := Parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	c, _ := Parse("Rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	for _, x := range []struct {
		a, b *Placement
		want Set
	}{{&a, &a, 0}, {&a, &b, SetOf(E2, E4)}, {&b, &a, SetOf(E2, E4)}, {&a, &c, SetOf(A8)}, {&b, &c, SetOf(E2, E4, A8)}, {&a, &Placement{}, a.Occupied()}} {
		if got := Differ(x.a, x.b); got != x.want {
			t.Errorf("%s and %s differ on %v, want %v", x.a, x.b, got.Squares(), x.want.Squares())
		}
	}
	if a.Occupied() != 0xffff00000000ffff {
		t.Errorf("occupied %x", a.Occupied())
	}
}

func TestFind(t *testing.T) {
	if got := Initial.Find(WhiteKnight); got != SetOf(B1, G1) {
		t.Errorf("white knights on %v", got.Squares())
	}
	if got := Initial.Find(Unknown); got != 0 {
		t.Errorf("unknown men on %v", got.Squares())
	}
	if got := Initial.Find(Empty).Len(); got != 32 {
		t.Errorf("%d empty squares", got)
	}
}

func TestRotated(t *testing.T) {
	p, _ := Parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	r := p.Rotated()
	if got, want := r.String(), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if r.Rotated() != p {
		t.Error("turned round twice is not the same")
	}
}

// FuzzParse reads anything; what is read comes back as it was written.
func FuzzParse(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	f.Add("8/8/8/3?4/8/8/8/8")
	f.Add("9/8/8/44/8/8/8/8/")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err == nil && p.String() != text {
			t.Errorf("%q comes back as %q", text, p)
		}
	})
}

func BenchmarkDiffer(b *testing.B) {
	p, q := Initial, Initial
	q[E2], q[E4] = Empty, WhitePawn
	b.ReportAllocs()
	for b.Loop() {
		Differ(&p, &q)
	}
}
