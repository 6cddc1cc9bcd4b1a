package certabo

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// Setting is the name of the setting of a log's header that lists the pieces with known
// tags, in the form of [Set.String].
const Setting = "pieces"

// OlderSetting is the name of the setting in logs of an older boardd.
const OlderSetting = "men"

// Set maps tags to pieces: those of one set, or of all sets of a club. It is a value: its
// methods return another Set. The zero value knows no piece.
//
// Its text has an entry for each piece, a FEN letter and a tag, K:3.0.83.12.200, in the
// order of the tags, with commas between them. Spaces and new lines count as commas.
type Set struct {
	pieces []TaggedPiece // in the order of the tags, none twice
}

// TaggedPiece is a piece and its tag.
type TaggedPiece struct {
	Tag   Tag
	Piece placement.Piece
}

func byTag(m TaggedPiece, t Tag) int { return cmp.Compare(m.Tag, t) }

// Piece returns the piece with a tag, Unknown if the set does not have it.
func (s Set) Piece(t Tag) placement.Piece {
	if i, ok := slices.BinarySearchFunc(s.pieces, t, byTag); ok {
		return s.pieces[i].Piece
	}
	return placement.Unknown
}

// Len returns how many pieces the set has.
func (s Set) Len() int { return len(s.pieces) }

// Equal reports whether two sets have the same pieces.
func (s Set) Equal(other Set) bool { return slices.Equal(s.pieces, other.pieces) }

// With returns the set with more pieces, which replace those with the same tags.
func (s Set) With(pieces ...TaggedPiece) Set {
	out := slices.Clone(s.pieces)
	for _, m := range pieces {
		i, known := slices.BinarySearchFunc(out, m.Tag, byTag)
		if !known {
			out = slices.Insert(out, i, m)
		}
		out[i] = m
	}
	return Set{out}
}

// Merge returns the pieces of both sets; those of other replace those with the same
// tags.
func (s Set) Merge(other Set) Set { return s.With(other.pieces...) }

// String returns the set's text on one line.
func (s Set) String() string { return s.join(",") }

// MarshalText returns the set's text with a line for each piece.
func (s Set) MarshalText() ([]byte, error) { return []byte(s.join("\n") + "\n"), nil }

func (s Set) join(between string) string {
	entries := make([]string, len(s.pieces))
	for i, m := range s.pieces {
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

// ParseSet reads a set's text, in any order. No tag may be in it twice.
func ParseSet(text string) (Set, error) {
	var s Set
	entries := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	for _, entry := range entries {
		m, err := parsePiece(entry)
		if err != nil {
			return Set{}, fmt.Errorf("read piece %q: %w", entry, err)
		}
		s.pieces = append(s.pieces, m)
	}
	slices.SortFunc(s.pieces, func(a, b TaggedPiece) int { return cmp.Compare(a.Tag, b.Tag) })
	for i := 1; i < len(s.pieces); i++ {
		if s.pieces[i].Tag == s.pieces[i-1].Tag {
			return Set{}, fmt.Errorf("read piece \"%s:%s\": %w", s.pieces[i].Piece, s.pieces[i].Tag, errTwice)
		}
	}
	return s, nil
}

func parsePiece(entry string) (TaggedPiece, error) {
	letter, tag, _ := strings.Cut(entry, ":")
	if len(letter) != 1 {
		return TaggedPiece{}, errors.New("want a letter, a colon and a tag")
	}
	piece, ok := placement.ParsePiece(letter[0])
	if !ok || !piece.Known() {
		return TaggedPiece{}, fmt.Errorf("no piece has the letter %q", letter)
	}
	t, err := ParseTag(tag)
	return TaggedPiece{t, piece}, err
}

// Tag is the number of the radio tag in a piece's foot: five bytes, the first one on
// the wire the most significant. No two pieces have the same.
type Tag uint64

// NoTag is the tag of an empty square without a ghost.
const NoTag Tag = 0

const tagSize = 5

// tagOf returns the tag of five bytes.
func tagOf(data []byte) Tag {
	t := Tag(0)
	for _, b := range data[:tagSize] {
		t = t<<8 | Tag(b)
	}
	return t
}

// bytes returns the five bytes of the tag.
func (t Tag) bytes() [tagSize]byte {
	return [tagSize]byte{byte(t >> 32), byte(t >> 24), byte(t >> 16), byte(t >> 8), byte(t)}
}

// String returns the five bytes as a Set's text has them: "3.0.83.12.200".
func (t Tag) String() string {
	b := t.bytes()
	return fmt.Sprintf("%d.%d.%d.%d.%d", b[0], b[1], b[2], b[3], b[4])
}

// ParseTag parses the result of String, except that of NoTag.
func ParseTag(text string) (Tag, error) {
	parts := strings.Split(text, ".")
	t := Tag(0)
	for _, part := range parts {
		b, err := strconv.ParseUint(part, 10, 8)
		if err != nil || len(part) > 1 && part[0] == '0' {
			return NoTag, fmt.Errorf("read tag %q: bad byte %q", text, part)
		}
		t = t<<8 | Tag(b)
	}
	if len(parts) != tagSize || t == NoTag {
		return NoTag, fmt.Errorf("read tag %q: want five bytes, not all 0", text)
	}
	return t, nil
}

// flips is how many bits of a tag may be wrong: the most among five misread pieces on real
// frames (215 17 read as 23 19).
const flips = 3

// similar reports whether one tag may be a misreading of the other. Two random tags are
// similar once in a hundred million cases; two of one set, which share the first bytes,
// about once in 250.
func similar(a, b Tag) bool { return bits.OnesCount64(uint64(a^b)) <= flips }
