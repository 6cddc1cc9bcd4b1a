package placement

import (
	"slices"
	"testing"
)

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
