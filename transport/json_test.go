package transport

import (
	"encoding/json"
	"reflect"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestPoint31Plain: JSON is left with nothing that a terminal obeys, and means the same.
func TestPoint31Plain(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"Bäcker ♞ 100 %"}`:        `{"a":"Bäcker ♞ 100 %"}`,
		"{\"a\":\"\u009b31m\u0085\"}\n": `{"a":"\u009b31m\u0085"}` + "\n",
		"\"\u202egnp.exe\u2066\u200b\"": `"\u202egnp.exe\u2066\u200b"`,
		"\"\x7f\U000e0001\"":            `"\u007f\udb40\udc01"`,
		"\"\x9b31m\"":                   `"\ufffd31m"`,
		"\"\ufffd\"":                    "\"\ufffd\"",
	} {
		if got := string(AppendPlain(nil, []byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("{\"a\":\"\u009b31m\u202e\"}")
	f.Add("\"\x9b\"")
	f.Fuzz(func(t *testing.T, text string) {
		plain := AppendPlain(nil, []byte(text))
		for _, r := range string(plain) {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%q leaves %q", text, plain)
			}
		}
		var was, is any
		// White space between values means nothing, and no JSON of ours has any.
		if compact, err := json.Marshal(json.RawMessage(text)); err == nil && utf8.ValidString(text) {
			plain = AppendPlain(nil, compact)
			if json.Unmarshal(compact, &was) != nil || json.Unmarshal(plain, &is) != nil || !reflect.DeepEqual(was, is) {
				t.Fatalf("%q became %q", compact, plain)
			}
		}
	})
}

// TestPoint31Message: no message that somebody sent reaches a terminal raw as a line.
func TestPoint31Message(t *testing.T) {
	for _, payload := range []string{"{\"state\":\"\u009b2J\u202e\"}", "\u009b2J\x9b\x1b[2J\u202e", "\"\x9b2J\""} {
		for _, r := range string(AppendMessage(nil, &Message{Topic: "chess/1/hall/\u009b2J/status", Payload: []byte(payload)})) {
			if !unicode.IsPrint(r) {
				t.Errorf("%q: %q", payload, r)
			}
		}
	}
}
