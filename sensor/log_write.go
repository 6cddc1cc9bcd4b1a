package sensor

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/boardd/boardd/legality/placement"
)

// AppendRecord appends the line of a record, line feed included. A Reader reads the same
// record from it if Data is valid: not empty for Rx and Tx, RFC 3339 for UTC, a JSON object
// for Cmd, a known family for Family. Whatever Data holds, the record stays on one line.
// AppendRecord writes no Fault.
func AppendRecord(dst []byte, r Record) []byte {
	if int(r.Word) >= len(recordWriters) || recordWriters[r.Word] == nil {
		return dst
	}
	dst = append(strconv.AppendInt(dst, r.At, 10), ' ')
	dst = append(dst, r.Word.String()...)
	return append(recordWriters[r.Word](dst, r), '\n')
}

// recordWriters write the arguments of each word, with a space before each.
var recordWriters = [...]func([]byte, Record) []byte{
	Rx:     appendHex,
	Tx:     appendHex,
	Lift:   appendSquare,
	Drop:   appendSquare,
	Board:  func(dst []byte, r Record) []byte { return r.Placement.Append(append(dst, ' ')) },
	Press:  appendSide,
	Clock:  appendClock,
	Flag:   appendSide,
	Pause:  func(dst []byte, _ Record) []byte { return dst },
	Resume: func(dst []byte, _ Record) []byte { return dst },
	UTC: func(dst []byte, r Record) []byte {
		return appendState(appendText(dst, r.Data), r.On, " synced", " unsynced")
	},
	Link: func(dst []byte, r Record) []byte { return appendState(dst, r.On, " up", " down") },
	Cmd:  func(dst []byte, r Record) []byte { return appendText(appendVerb(dst, r.Verb), r.Data) },

	Family: func(dst []byte, r Record) []byte { return appendText(dst, r.Data) },
}

func appendHex(dst []byte, r Record) []byte {
	for i := range r.Data {
		dst = hex.AppendEncode(append(dst, ' '), r.Data[i:i+1])
	}
	return dst
}

func appendSquare(dst []byte, r Record) []byte {
	dst = append(append(dst, ' '), r.Square.String()...)
	if !r.Piece.Known() {
		return dst
	}
	return append(dst, ' ', r.Piece.Letter())
}

func appendSide(dst []byte, r Record) []byte {
	return append(append(dst, ' '), r.Side.String()...)
}

func appendClock(dst []byte, r Record) []byte {
	dst = strconv.AppendInt(append(dst, ' '), r.Times[placement.White], 10)
	dst = strconv.AppendInt(append(dst, ' '), r.Times[placement.Black], 10)
	return append(append(dst, ' '), r.Running.String()...)
}

func appendState(dst []byte, on bool, yes, no string) []byte {
	if on {
		return append(dst, yes...)
	}
	return append(dst, no...)
}

// appendText appends text as UTF-8 on one line. JSON has line ends only between
// its parts, where a space means the same.
func appendText(dst, text []byte) []byte {
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	start := len(dst) + 1
	dst = append(append(dst, ' '), bytes.TrimSpace(text)...)
	for i := start; i < len(dst); i++ {
		if dst[i] == '\n' || dst[i] == '\r' {
			dst[i] = ' '
		}
	}
	return dst
}

// appendVerb appends a verb, changed into a word that a Reader accepts if it is none.
func appendVerb(dst []byte, verb string) []byte {
	dst = append(dst, ' ')
	if verb == "" {
		return append(dst, '_')
	}
	for _, ch := range []byte(verb) {
		if !inName(ch) {
			ch = '_'
		}
		dst = append(dst, ch)
	}
	return dst
}

// AppendHeader appends the first line and the header. It returns dst and an error
// if no Reader would take the header: a line break in a tag, an unknown rule set.
func AppendHeader(dst []byte, h *Header) ([]byte, error) {
	all := []string{FirstLine}
	for i := range headerKeys {
		for _, line := range headerKeys[i].lines(h) {
			all = append(all, "#: "+headerKeys[i].name+" "+line)
		}
	}
	for _, line := range lines(h.Other) {
		all = append(all, "#: "+line)
	}
	out := dst
	for _, line := range all {
		if strings.Contains(line, "\n") {
			return dst, fmt.Errorf("write log header: line break in %q", line)
		}
		out = append(append(out, line...), '\n')
	}
	if _, err := NewReader(bytes.NewReader(out[len(dst):])).Header(); err != nil {
		return dst, fmt.Errorf("write log header: %w", err)
	}
	return out, nil
}

// lines returns the value for each line that the header needs.
func (k *headerKey) lines(h *Header) []string {
	if k.list != nil {
		return k.list(h)
	}
	if text := *k.text(h); text != "" {
		return []string{text}
	}
	return nil
}

// AppendRemark appends text as remarks, one for each of its lines, for people to
// read. A Reader skips them.
func AppendRemark(dst []byte, text string) []byte {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\r", " "), "\uFFFD")
	for line := range strings.SplitSeq(text, "\n") {
		dst = append(dst, "# "...)
		dst = append(append(dst, line...), '\n')
	}
	return dst
}
