package certabo

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// Set says which man each tag is: the men of one set, or of all sets of a
// club. It is a value: what changes it makes another one. The zero value knows
// no man.
//
// Its text is an entry for each man, his letter and his tag, K:3.0.83.12.200,
// in the order of the tags, with commas between them; on reading, spaces and
// new lines will do too.
type Set struct {
	men []Man // in the order of the tags, none twice
}

// Man is a man of known kind.
type Man struct {
	Tag   Tag
	Piece placement.Piece
}

func byTag(m Man, t Tag) int { return cmp.Compare(m.Tag, t) }

// Piece is the man with a tag, Unknown if the set does not know him.
func (s Set) Piece(t Tag) placement.Piece {
	if i, ok := slices.BinarySearchFunc(s.men, t, byTag); ok {
		return s.men[i].Piece
	}
	return placement.Unknown
}

// Len is how many men it knows.
func (s Set) Len() int { return len(s.men) }

// Equal reports whether two sets know the same men.
func (s Set) Equal(other Set) bool { return slices.Equal(s.men, other.men) }

// With is the set with other men besides. Of a tag that it knows as another
// man, the new word counts.
func (s Set) With(men ...Man) Set {
	out := slices.Clone(s.men)
	for _, m := range men {
		i, known := slices.BinarySearchFunc(out, m.Tag, byTag)
		if !known {
			out = slices.Insert(out, i, m)
		}
		out[i] = m
	}
	return Set{out}
}

// Merge is all men of both sets. Of a tag that both know, the other's word
// counts.
func (s Set) Merge(other Set) Set { return s.With(other.men...) }

// String is the set's text on one line.
func (s Set) String() string { return s.join(",") }

// MarshalText is the set's text with a man on each line.
func (s Set) MarshalText() ([]byte, error) { return []byte(s.join("\n") + "\n"), nil }

func (s Set) join(between string) string {
	entries := make([]string, len(s.men))
	for i, m := range s.men {
		entries[i] = m.Piece.String() + ":" + m.Tag.String()
	}
	return strings.Join(entries, between)
}

// UnmarshalText reads a set's text.
func (s *Set) UnmarshalText(text []byte) error {
	set, err := ParseSet(string(text))
	if err == nil {
		*s = set
	}
	return err
}

var errTwice = errors.New("the tag stands there twice")

// ParseSet reads a set's text, in any order. No tag may stand there twice.
func ParseSet(text string) (Set, error) {
	var s Set
	entries := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	for _, entry := range entries {
		m, err := parseMan(entry)
		if err != nil {
			return Set{}, fmt.Errorf("read man %q: %w", entry, err)
		}
		s.men = append(s.men, m)
	}
	slices.SortFunc(s.men, func(a, b Man) int { return cmp.Compare(a.Tag, b.Tag) })
	for i := 1; i < len(s.men); i++ {
		if s.men[i].Tag == s.men[i-1].Tag {
			return Set{}, fmt.Errorf("read man \"%s:%s\": %w", s.men[i].Piece, s.men[i].Tag, errTwice)
		}
	}
	return s, nil
}

func parseMan(entry string) (Man, error) {
	letter, tag, _ := strings.Cut(entry, ":")
	if len(letter) != 1 {
		return Man{}, errors.New("want a letter, a colon and a tag")
	}
	piece, ok := placement.ParsePiece(letter[0])
	if !ok || !piece.Known() {
		return Man{}, fmt.Errorf("no man has the letter %q", letter)
	}
	t, err := ParseTag(tag)
	return Man{t, piece}, err
}
