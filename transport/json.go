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

// encode returns v as JSON on one line. It cannot fail, because this package encodes only
// structs of strings, numbers and maps by string. encoding/json sorts the keys of maps, so
// that the result is always the same.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("{}")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// join makes one JSON object of the members of several, in order. A payload in parts allows
// comparing one part, what has changed, by itself.
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

// orNull returns nil for an empty string, which becomes null in JSON.
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

// AppendMessage appends a message as one line of JSON without line end:
// {"topic":…,"qos":…,"retain":…,"payload":…}. A JSON payload stands as it is; the text of a
// PGN, and an empty payload, as a string. The line is safe for a terminal.
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

// AppendPlain appends JSON that is safe for a terminal. It writes characters that are not
// printable, except line ends, as \u and four digits, which means the same in JSON. So C1
// controls and direction overrides, which JSON allows, have no effect.
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
