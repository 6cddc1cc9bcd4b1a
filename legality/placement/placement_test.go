package placement

import (
	"slices"
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
		t.Errorf("%d pieces, want 11", n)
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

// Sets are worked out eight squares at a time: beside each other for all pairs of bytes, also
// for those that are no piece.
func TestSquareBySquare(t *testing.T) {
	for x := range 256 {
		var a, b Placement
		for sq := range a {
			a[sq], b[sq] = Piece(x), Piece(sq*5+x/16)
			if sq%3 == 0 {
				a[sq] = Piece(sq / 3 % 16)
			}
		}
		var differ, misreads, find Set
		for sq := range Square(64) {
			if a[sq] != b[sq] {
				differ |= sq.Set()
				if b[sq] != Unknown || a[sq] == Empty {
					misreads |= sq.Set()
				}
			}
			if a[sq] == Piece(x) {
				find |= sq.Set()
			}
		}
		if got := Differ(&a, &b); got != differ {
			t.Errorf("%d: differ on %v, want %v", x, got.Squares(), differ.Squares())
		}
		if got := Misreads(&a, &b); got != misreads {
			t.Errorf("%d: misread on %v, want %v", x, got.Squares(), misreads.Squares())
		}
		if got := a.Find(Piece(x)); got != find {
			t.Errorf("%d: found on %v, want %v", x, got.Squares(), find.Squares())
		}
	}
}

func TestFind(t *testing.T) {
	if got := Initial.Find(WhiteKnight); got != SetOf(B1, G1) {
		t.Errorf("white knights on %v", got.Squares())
	}
	if got := Initial.Find(Unknown); got != 0 {
		t.Errorf("unknown pieces on %v", got.Squares())
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

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		p      Piece
		letter byte
		color  Color
		kind   Kind
		known  bool
	}{
		{WhitePawn, 'P', White, Pawn, true}, {WhiteKnight, 'N', White, Knight, true}, {WhiteKing, 'K', White, King, true},
		{BlackPawn, 'p', Black, Pawn, true}, {BlackQueen, 'q', Black, Queen, true}, {BlackKing, 'k', Black, King, true},
		{Unknown, '?', White, NoKind, false}, {Empty, '.', White, NoKind, false},
	} {
		if c.p.Letter() != c.letter || c.p.String() != string(c.letter) || c.p.Known() != c.known || c.p.Kind() != c.kind {
			t.Errorf("%c: %s, known %t, %s", c.letter, c.p, c.p.Known(), c.p.Kind())
		}
		if c.known && (MakePiece(c.color, c.kind) != c.p || c.p.Color() != c.color) {
			t.Errorf("%c: made of %s %s it is %s", c.letter, c.color, c.kind, MakePiece(c.color, c.kind))
		}
		if c.p.Is(White) != (c.known && c.color == White) || c.p.Is(Black) != (c.known && c.color == Black) {
			t.Errorf("%c: of White %t, of Black %t", c.letter, c.p.Is(White), c.p.Is(Black))
		}
		if got, ok := ParsePiece(c.letter); ok != (c.p != Empty) || got != c.p {
			t.Errorf("%c reads as %s", c.letter, got)
		}
	}
	if MakePiece(Black, NoKind) != Empty {
		t.Error("a black nothing is not empty")
	}
	for _, odd := range []Piece{8, 15, 16, 17, 23, 255} {
		if odd.Known() || odd.Is(White) || odd.Is(Black) {
			t.Errorf("%d is a known piece", odd)
		}
		_ = odd.Letter()
	}
	for _, letter := range []byte{0, ' ', '.', 'x', '1', 255} {
		if p, ok := ParsePiece(letter); ok {
			t.Errorf("%q reads as %s", letter, p)
		}
	}
}

func TestNames(t *testing.T) {
	for k, want := range map[Kind]string{NoKind: "nothing", Pawn: "pawn", Knight: "knight", Bishop: "bishop", Rook: "rook", Queen: "queen", King: "king", 99: "piece"} {
		if k.String() != want {
			t.Errorf("kind %d is a %s", k, k)
		}
	}
	for k, want := range map[Kind]byte{NoKind: '.', Pawn: 'P', King: 'K', 99: '?'} {
		if k.Letter() != want {
			t.Errorf("kind %d is %c", k, k.Letter())
		}
	}
	if White.String() != "w" || Black.String() != "b" || White.Other() != Black || Black.Other() != White {
		t.Error("colours")
	}
}

func TestSquare(t *testing.T) {
	for _, c := range []struct {
		s          Square
		name       string
		file, rank int
		light      bool
	}{
		{A1, "a1", 0, 0, false}, {B1, "b1", 1, 0, true}, {H1, "h1", 7, 0, true}, {A8, "a8", 0, 7, true},
		{E4, "e4", 4, 3, true}, {D4, "d4", 3, 3, false}, {H8, "h8", 7, 7, false},
	} {
		if c.s.String() != c.name || c.s.File() != c.file || c.s.Rank() != c.rank || c.s.Light() != c.light || MakeSquare(c.file, c.rank) != c.s {
			t.Errorf("%s: %s %d %d %t", c.name, c.s, c.s.File(), c.s.Rank(), c.s.Light())
		}
		if s, ok := ParseSquare(c.name); !ok || s != c.s {
			t.Errorf("%s reads as %s", c.name, s)
		}
	}
	if NoSquare.String() != "-" || Square(200).String() != "-" {
		t.Error("no square has a name")
	}
	if A1.Rotated() != H8 || E4.Rotated() != D5 {
		t.Error("squares do not turn round")
	}
}

func TestParseSquareRefuses(t *testing.T) {
	for _, name := range []string{"", "e", "e44", "i1", "a0", "a9", "E4", "4e", "-", "--", "e\x00"} {
		if s, ok := ParseSquare(name); ok || s != NoSquare {
			t.Errorf("%q reads as %s", name, s)
		}
	}
}

func TestSet(t *testing.T) {
	s := SetOf(H8, A1, E4, E4, NoSquare)
	if s.Len() != 3 || !s.Has(A1) || !s.Has(E4) || !s.Has(H8) || s.Has(B1) || s.Has(NoSquare) || s.Has(200) {
		t.Errorf("%v", s.Squares())
	}
	if got := s.Squares(); !slices.Equal(got, []Square{A1, E4, H8}) || s.First() != A1 {
		t.Errorf("%v", got)
	}
	var popped []Square
	for s != 0 {
		popped = append(popped, s.Pop())
	}
	if !slices.Equal(popped, []Square{A1, E4, H8}) || s.Pop() != NoSquare || s.First() != NoSquare || s.Len() != 0 {
		t.Errorf("popped %v", popped)
	}
	if NoSquare.Set() != 0 || A1.Set() != 1 || H8.Set() != 1<<63 {
		t.Error("sets of one square")
	}
}
