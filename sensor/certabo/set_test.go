package certabo

import (
	"encoding"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

var (
	_ encoding.TextMarshaler   = Set{}
	_ encoding.TextUnmarshaler = (*Set)(nil)
)

func TestSetText(t *testing.T) {
	s, err := ParseSet("q:48.0.1.2.3 K:3.0.83.12.200,\n\tp:3.0.83.12.9\r\n")
	if err != nil {
		t.Fatal(err)
	}
	const line = "p:3.0.83.12.9,K:3.0.83.12.200,q:48.0.1.2.3"
	if s.String() != line || s.Len() != 3 {
		t.Errorf("read as %s", s)
	}
	text, err := s.MarshalText()
	if err != nil || string(text) != strings.ReplaceAll(line, ",", "\n")+"\n" {
		t.Errorf("written as %q, %v", text, err)
	}
	var again Set
	if err := again.UnmarshalText(text); err != nil || !again.Equal(s) {
		t.Errorf("read again as %s, %v", again, err)
	}
	if s.Piece(tagOf([]byte{3, 0, 83, 12, 200})) != placement.WhiteKing || s.Piece(1) != placement.Unknown {
		t.Errorf("who is who: %s", s)
	}
}

func TestBadSets(t *testing.T) {
	for text, want := range map[string]string{
		"K":                             `read man "K": read tag "": bad byte ""`,
		"K:3.0.83.12":                   `want five bytes, not all 0`,
		"K:0.0.0.0.0":                   `want five bytes, not all 0`,
		"K:3.0.83.12.200.1":             `want five bytes, not all 0`,
		"K:3.0.83.12.256":               `read man "K:3.0.83.12.256": read tag "3.0.83.12.256": bad byte "256"`,
		"K:3.0.83.12.-1":                `bad byte "-1"`,
		"K:3.0.083.12.1":                `bad byte "083"`,
		"?:3.0.83.12.1":                 `no man has the letter "?"`,
		"x:3.0.83.12.1":                 `no man has the letter "x"`,
		"KK:3.0.83.12.1":                `want a letter, a colon and a tag`,
		"K:3.0.83.12.1,Q:3.0.83.12.1":   `the tag stands there twice`,
		"K:3.0.83.12.1,x,Q:3.0.83.12.2": `read man "x": no man has the letter "x"`,
	} {
		s := Set{}.With(Man{1, placement.WhiteKing})
		err := s.UnmarshalText([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if s.Len() != 1 {
			t.Errorf("%q changed the set to %s", text, s)
		}
	}
}

// TestWith: the new word counts, and the old set stays as it was.
func TestWith(t *testing.T) {
	a := Set{}.With(Man{7, placement.WhiteKing}, Man{5, placement.WhiteQueen})
	b := a.With(Man{7, placement.BlackKing}, Man{6, placement.BlackPawn})
	if a.String() != "Q:0.0.0.0.5,K:0.0.0.0.7" || b.String() != "Q:0.0.0.0.5,p:0.0.0.0.6,k:0.0.0.0.7" {
		t.Errorf("%s and then %s", a, b)
	}
}

func FuzzParseSet(f *testing.F) {
	f.Add("q:48.0.1.2.3 K:3.0.83.12.200,")
	f.Add("K:3.0.83.12.256")
	f.Add("K:3.0.83.12.1,Q:3.0.83.12.1")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSet(text)
		if err != nil {
			return
		}
		again, err := ParseSet(s.String())
		if err != nil || !again.Equal(s) {
			t.Errorf("%q: %s, then %s, %v", text, s, again, err)
		}
		for _, m := range s.men {
			if !m.Piece.Known() || m.Tag == NoTag || s.Piece(m.Tag) != m.Piece {
				t.Errorf("%q: man %+v", text, m)
			}
		}
	})
}
