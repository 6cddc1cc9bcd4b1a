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
	good, _, err = verify(data)
	return good, err
}

// verify says besides what the last sum is.
func verify(data []byte) (good int, last uint32, err error) {
	for at := 0; at < len(data); {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			return good, last, nil // torn
		}
		line := data[at : at+end+1]
		at += end + 1
		sum, isSum := parseSum(line)
		if !isSum {
			continue
		}
		if next := nextSum(last, data[good:at-len(line)]); next != sum {
			return good, last, fmt.Errorf("%w: line %d is not as it was written, or one before it", ErrDamaged, 1+bytes.Count(data[:at-1], []byte("\n")))
		}
		good, last = at, sum
	}
	return good, last, nil
}

func parseSum(line []byte) (uint32, bool) {
	if len(line) != sumLength || !bytes.HasPrefix(line, []byte(sumMark)) {
		return 0, false
	}
	sum, err := strconv.ParseUint(string(line[len(sumMark):sumLength-1]), 16, 32)
	return uint32(sum), err == nil
}
