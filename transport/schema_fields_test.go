package transport

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport/schema"
)

// TestFieldsAndSchemas holds every field of every payload against the
// properties of its schema, both ways.
func TestFieldsAndSchemas(t *testing.T) {
	payloads := map[string]any{
		"status.json":        Status{},
		"info.json":          Info{},
		"game.json":          Game{},
		"event.json":         Event{},
		"clock.json":         ClockReading{},
		"finding.json":       FindingMessage{},
		"arbiter_game.json":  ArbiterGame{},
		"arbiter_board.json": Board{},
		"alert.json":         Alert{},
		"answer.json":        Answer{},
	}
	for _, c := range schema.Channels {
		if v, ok := payloads[c.Schema]; ok {
			compare(t, c.Schema, node(t, c.Schema), reflect.TypeOf(v))
		} else if c.Schema != "" && !c.Receive {
			t.Errorf("no type for %s", c.Schema)
		}
	}
}

// node is a schema, the references in it followed.
func node(t *testing.T, file string) map[string]any {
	t.Helper()
	text, err := schema.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return doc
}

// resolve follows a reference into common.json, and passes by null.
func resolve(t *testing.T, n map[string]any) map[string]any {
	t.Helper()
	if ref, ok := n["$ref"].(string); ok {
		_, name, _ := strings.Cut(ref, "common.json#/$defs/")
		def, ok := node(t, "common.json")["$defs"].(map[string]any)[name].(map[string]any)
		if !ok {
			t.Fatalf("no %s", ref)
		}
		return resolve(t, def)
	}
	if some, ok := n["anyOf"].([]any); ok {
		return resolve(t, some[0].(map[string]any))
	}
	return n
}

func compare(t *testing.T, where string, n map[string]any, typ reflect.Type) {
	t.Helper()
	n = resolve(t, n)
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch typ.Kind() {
	case reflect.Slice:
		compare(t, where+"[]", n["items"].(map[string]any), typ.Elem())
	case reflect.Struct:
		compareStruct(t, where, n, typ)
	}
}

func compareStruct(t *testing.T, where string, n map[string]any, typ reflect.Type) {
	t.Helper()
	if n["type"] == "null" {
		return // public snapshots have null where the type has what is for the arbiter
	}
	properties, _ := n["properties"].(map[string]any)
	if n["additionalProperties"] != false {
		t.Errorf("%s: additional properties are allowed", where)
	}
	fields := fieldsOf(typ)
	for name := range maps.Keys(properties) {
		if _, ok := fields[name]; !ok {
			t.Errorf("%s: the type has no %s", where, name)
		}
	}
	if where == clockKind.topic+".json" || where == "answer.json" {
		delete(fields, "seq") // these two are not numbered
	}
	for name, field := range fields {
		p, ok := properties[name].(map[string]any)
		if !ok {
			t.Errorf("%s: the schema has no %s", where, name)
			continue
		}
		compare(t, where+"/"+name, p, field)
	}
}

// fieldsOf is the types of the fields of a struct by their names in JSON,
// those of embedded structs among them.
func fieldsOf(typ reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Anonymous {
			maps.Copy(out, fieldsOf(f.Type))
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out[name] = f.Type
	}
	return out
}

// TestCodesInSchema: the schema knows the whole vocabulary and no other.
func TestCodesInSchema(t *testing.T) {
	var want []any
	for _, c := range touchmove.Codes() {
		want = append(want, c.String())
	}
	code := node(t, "common.json")["$defs"].(map[string]any)["code"].(map[string]any)
	if got := code["enum"].([]any); !slices.Equal(got, want) {
		t.Errorf("common.json: codes %v, want %v", got, want)
	}
}

// TestRequestSchemas: a verb has the fields of its schema, common ones among them.
func TestRequestSchemas(t *testing.T) {
	for _, v := range verbs {
		c, ok := schema.For(prefix + "req/" + v.name)
		if !ok {
			t.Errorf("%s: not in the contract", v.name)
			continue
		}
		properties := node(t, c.Schema)["properties"].(map[string]any)
		want := slices.Sorted(slices.Values(slices.Concat(common, v.fields)))
		if got := slices.Sorted(maps.Keys(properties)); !slices.Equal(got, want) {
			t.Errorf("%s: schema has %v, verb has %v", v.name, got, want)
		}
	}
}

// TestChannels: what is sent is sent as the contract says.
func TestChannels(t *testing.T) {
	for _, k := range kinds {
		topic := prefix + k.topic
		if strings.HasSuffix(topic, "/") {
			topic += "x"
		}
		c, ok := schema.For(topic)
		if !ok || c.QoS != k.qos || c.Retain != k.retain || (c.Schema == "") != (k.schema == "") {
			t.Errorf("%s: qos %d retain %t, contract %+v", topic, k.qos, k.retain, c)
		}
	}
}

// TestTrials: there is one for every channel on which boardd speaks. It says
// nothing, and stays nowhere.
func TestTrials(t *testing.T) {
	topics, err := NewTopics("hall-a", "b07")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, c := range schema.Channels {
		want[c.Topic] = !c.Receive
	}
	for _, m := range topics.Trials() {
		c, ok := schema.For(m.Topic)
		if !ok || !want[c.Topic] || m.Retain || len(m.Payload) > 0 || m.QoS != 1 {
			t.Errorf("trial %+v, for channel %q", m, c.Topic)
		}
		want[c.Topic] = false
	}
	for topic, missing := range want {
		if missing {
			t.Errorf("no trial for %s", topic)
		}
	}
}
