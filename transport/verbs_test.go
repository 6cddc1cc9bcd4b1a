package transport

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/transport/schema"
)

// kindOf is the kind of the fields of a Go type.
var kindOf = map[reflect.Type]Kind{
	reflect.TypeFor[string](): TextField, reflect.TypeFor[int](): NumberField,
	reflect.TypeFor[bool](): FlagField, reflect.TypeFor[map[string]string](): TagsField,
}

// TestFieldKinds: what is said of a field agrees with how it is read.
func TestFieldKinds(t *testing.T) {
	for name, typ := range fieldsOf(reflect.TypeFor[fields]()) {
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		want, known := kindOf[typ]
		if f := aboutField(name); !known || f.Kind != want || f.Text == "" {
			t.Errorf("%s is read as %v, and told of as %+v", name, typ, f)
		}
	}
}

// TestVerbs: each verb has the fields that design says, and something is said
// of each of them.
func TestVerbs(t *testing.T) {
	want := map[string]string{ // a needed field has a mark
		"new_game": "tags start_fen variant rules time supervision",
		"tags":     "tags!", "result": "result! termination", "resign": "side!", "draw": "",
		"adjust": "side! seconds", "ruling": "accept!", "takeback": "ply!",
		"set_position": "fen! why!", "correct": "ply! uci!",
		"pause": "", "resume": "", "inspect": "", "rotate": "", "republish": "",
	}
	for _, v := range Verbs() {
		var got []string
		for _, f := range v.Fields {
			if f.Text == "" {
				t.Errorf("%s: nothing is said of %s", v.Name, f.Name)
			}
			got = append(got, f.Name+strings.Repeat("!", needed(f)))
		}
		if text, ok := want[v.Name]; !ok || strings.Join(got, " ") != text {
			t.Errorf("%s has %q, want %q", v.Name, got, text)
		}
		delete(want, v.Name)
	}
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
}

func needed(f Field) int {
	if f.Needed {
		return 1
	}
	return 0
}

// TestNeededFields: what a verb needs, its schema requires, and a request
// without it is refused.
func TestNeededFields(t *testing.T) {
	for _, v := range Verbs() {
		c, _ := schema.For(prefix + "req/" + v.Name)
		var want []any
		for _, f := range v.Fields {
			if f.Needed {
				want = append(want, f.Name)
			}
		}
		if got, _ := node(t, c.Schema)["required"].([]any); !slices.Equal(got, want) {
			t.Errorf("%s: the schema requires %v, the verb needs %v", v.Name, got, want)
		}
		if _, err := ParseCommand(v.Name, []byte(`{}`), false); (err == nil) != (len(want) == 0) {
			t.Errorf("%s without a field: %v", v.Name, err)
		}
	}
}

// TestFieldValues: each value that a field may be one of is taken, another is not.
func TestFieldValues(t *testing.T) {
	special := []string{"unterminated", "quickplay"} // each goes with one value of another field only
	for _, v := range Verbs() {
		for _, f := range v.Fields {
			if f.Of == nil {
				continue
			}
			for _, value := range append(slices.Clone(f.Of), "no such value") {
				payload := requestWith(v, f.Name, value)
				_, err := ParseCommand(v.Name, payload, false)
				if good := slices.Contains(f.Of, value) && !slices.Contains(special, value); good != (err == nil) {
					t.Errorf("%s %s: %v", v.Name, payload, err)
				}
			}
		}
	}
}

// requestWith is a request that gives one field, and a result if the verb needs one.
func requestWith(v Verb, name, value string) []byte {
	if v.Name == "result" && name != "result" {
		return fmt.Appendf(nil, `{%q:%q,"result":"1-0"}`, name, value)
	}
	return fmt.Appendf(nil, `{%q:%q}`, name, value)
}
