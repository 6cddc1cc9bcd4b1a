package certabo

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Tag is the number of the radio tag in a man's foot: five bytes, the one that
// comes first on the wire the most significant. No two men have the same.
type Tag uint64

// NoTag is what an empty square reads, unless it reads a ghost.
const NoTag Tag = 0

const tagSize = 5

// tagOf takes five bytes as they come.
func tagOf(data []byte) Tag {
	t := Tag(0)
	for _, b := range data[:tagSize] {
		t = t<<8 | Tag(b)
	}
	return t
}

// bytes are the five bytes as they go.
func (t Tag) bytes() [tagSize]byte {
	return [tagSize]byte{byte(t >> 32), byte(t >> 24), byte(t >> 16), byte(t >> 8), byte(t)}
}

// String is the five bytes as a Set's text has them: "3.0.83.12.200".
func (t Tag) String() string {
	b := t.bytes()
	return fmt.Sprintf("%d.%d.%d.%d.%d", b[0], b[1], b[2], b[3], b[4])
}

// ParseTag reads what String writes. NoTag is none.
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

// flips is how many bits of a tag may be read wrongly: the most that were seen
// among five misread men of real frames (215 17 read as 23 19).
const flips = 3

// near reports whether one may be the other, misread. Two random tags are near
// once in a hundred million cases; two men of one set, whose tags have the
// first bytes in common, about once in 250.
func near(a, b Tag) bool { return bits.OnesCount64(uint64(a^b)) <= flips }
