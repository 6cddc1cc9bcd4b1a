package placement

import "testing"

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
			t.Errorf("%d is a known man", odd)
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
