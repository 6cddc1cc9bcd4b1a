package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// encode is v as JSON on one line. What this package encodes are structs of
// strings, numbers and maps by string, so that it cannot fail; encoding/json
// sorts the keys of maps, so that it is the same each time.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("{}")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// join makes one JSON object of the members of several, in order. Splitting a
// payload this way lets the part that says what changed be compared by itself.
func join(objects ...[]byte) []byte {
	out := []byte{'{'}
	for _, o := range objects {
		members := o[1 : len(o)-1]
		if len(members) > 0 && len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, members...)
	}
	return append(out, '}')
}

// orNull is nil for an empty string: JSON then says null.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// round keeps three decimals, so that output is the same on every machine.
func round(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1000) / 1000
}

// AppendMessage writes a message as one line of JSON without its end:
// {"topic":…,"qos":…,"retain":…,"payload":…}. A payload that is JSON stands as
// it is; the text of a PGN, and an empty payload, as a string. A terminal may be given it.
func AppendMessage(dst []byte, m *Message) []byte {
	payload := json.RawMessage(m.Payload)
	if !json.Valid(m.Payload) {
		payload = encode(string(m.Payload))
	}
	return AppendPlain(dst, encode(struct {
		Topic   string          `json:"topic"`
		QoS     byte            `json:"qos"`
		Retain  bool            `json:"retain"`
		Payload json.RawMessage `json:"payload"`
	}{m.Topic, m.QoS, m.Retain, payload}))
}

// AppendPlain writes JSON so that a terminal may be given it: what is no printable
// character and no end of line stands as \u and four digits, which means the same. So
// controls of C1 and overrides of direction, that JSON lets stand, do nothing.
func AppendPlain(dst, json []byte) []byte {
	for len(json) > 0 {
		r, size := utf8.DecodeRune(json)
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, `\ufffd`...)
		case r == '\n' || unicode.IsPrint(r):
			dst = append(dst, json[:size]...)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				dst = fmt.Appendf(dst, `\u%04x`, unit)
			}
		}
		json = json[size:]
	}
	return dst
}
