package journal

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
)

// castagnoli is the polynomial of the sums: there is an instruction for it on
// arm64 and amd64.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumMark begins the remark that stands behind what was written at a time: the
// checksum of that, which begins with the one before it, so that neither a part
// nor the order of parts can be wrong unnoticed.
const sumMark = "# sum "

// sumLength is the length of such a line, line feed and all.
const sumLength = len(sumMark) + 8 + 1

func nextSum(last uint32, part []byte) uint32 { return crc32.Update(last, castagnoli, part) }

// appendPart appends lines and their sum.
func appendPart(dst []byte, last *uint32, lines []byte) []byte {
	*last = nextSum(*last, lines)
	return fmt.Appendf(append(dst, lines...), "%s%08x\n", sumMark, *last)
}

// ErrDamaged says that a journal holds what was not written so.
var ErrDamaged = errors.New("the journal is damaged")

// Verify is how many bytes of a journal, from its beginning, are as they were
// written. What is missing at the end is no error: the last write may have been
// cut short.
func Verify(data []byte) (good int, err error) {
	var c checker
	_, err = c.Write(data)
	return int(c.good), err
}

// checker verifies a journal that is written to it bit by bit: a file may be larger than
// the memory that there is.
type checker struct {
	good int64  // bytes, from the beginning, that are as they were written
	sum  uint32 // the last one that was right

	at    int64
	lines int
	next  uint32 // the sum of what has come since
	line  []byte // what has come of a line, but for what is in the sum already
	long  bool   // a part of it is
}

// Write takes what comes next. The error is that of a sum that is wrong.
func (c *checker) Write(p []byte) (n int, err error) {
	for n < len(p) {
		part := p[n:]
		if end := bytes.IndexByte(part, '\n'); end >= 0 {
			part = part[:end+1]
		}
		n += len(part)
		if err := c.take(part); err != nil {
			return n, err
		}
	}
	return n, nil
}

// take takes a line, or a part of one. No more of it is kept than a sum is long.
func (c *checker) take(part []byte) error {
	whole := part[len(part)-1] == '\n'
	c.at += int64(len(part))
	c.line = append(c.line, part...)
	if !whole && len(c.line) < sumLength {
		return nil
	}
	sum, isSum := parseSum(c.line)
	isSum = isSum && whole && !c.long
	if whole {
		c.lines++
	}
	if !isSum {
		c.next = nextSum(c.next, c.line)
	}
	c.line, c.long = c.line[:0], !whole
	switch {
	case !isSum:
		return nil
	case sum != c.next:
		return fmt.Errorf("%w: line %d is not as it was written, or one before it", ErrDamaged, c.lines)
	}
	c.good, c.sum = c.at, sum
	return nil
}

func parseSum(line []byte) (uint32, bool) {
	if len(line) != sumLength || !bytes.HasPrefix(line, []byte(sumMark)) {
		return 0, false
	}
	sum, err := strconv.ParseUint(string(line[len(sumMark):sumLength-1]), 16, 32)
	return uint32(sum), err == nil
}
