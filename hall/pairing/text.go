package pairing

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// linesOf splits a text into lines, without empty ones at its head. It is UTF-8, or UTF-16 with
// a byte order mark; any other text is eightBit, and read as Windows-1252, which has all of
// Latin-1.
func linesOf(data []byte) (lines []string, eightBit bool, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return nil, false, errors.New("it is a spreadsheet or an archive: save the sheet as CSV")
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		data, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
	case bytes.IndexByte(data, 0) >= 0:
		return nil, false, errors.New("it is no text: export the pairings as PGN or TRF")
	case !utf8.Valid(data):
		eightBit = true
		data, err = charmap.Windows1252.NewDecoder().Bytes(data)
	}
	if err != nil {
		return nil, false, err
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	lines = strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	return lines, eightBit, nil
}
