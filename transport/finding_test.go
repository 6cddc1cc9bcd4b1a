package transport

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport/schema"
)

// The finding that the contract gives as its example.
func TestFindingOfTheContract(t *testing.T) {
	f := touchmove.Finding{
		Event: 7, At: 3500, Code: laws.IllegalCompleted, Level: laws.Certain, Article: "7.5.1",
		Side: laws.ByWhite, UCI: "b1b3",
		Why: []touchmove.Reason{{Article: "3.6", Text: "a knight does not move from b1 to b3"}},
		Remedy: &touchmove.Remedy{
			Restore:       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			Bound:         []string{"b1a3", "b1c3"},
			OpponentGains: 120, Offence: 1, Article: "7.5.5",
		},
	}
	const want = `{"event":7,"t_ms":3500,"code":"illegal_completed","level":"certain","article":"7.5.1","side":"w","uci":"b1b3",` +
		`"why":[{"article":"3.6","text":"a knight does not move from b1 to b3"}],` +
		`"remedy":{"restore":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","bound":["b1a3","b1c3"],` +
		`"opponent_gains_s":120,"offence":1,"article":"7.5.5"}}`
	if got := string(AppendFinding(nil, &f)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFindings(t *testing.T) {
	cases := []struct {
		finding touchmove.Finding
		want    string
	}{
		{touchmove.Finding{Event: 3, At: 1000, Code: laws.Obliged, Article: "4.3.1", Side: laws.ByBlack,
			Allowed: []string{"b8a6", "b8c6"}, Bound: "b8 was touched"},
			`{"event":3,"t_ms":1000,"code":"obliged","level":"info","article":"4.3.1","side":"b","allowed":["b8a6","b8c6"],"bound":"b8 was touched"}`},
		// Nothing is open: the list is empty, not left out.
		{touchmove.Finding{Code: laws.Obliged, Article: "4.5", Allowed: []string{}},
			`{"event":0,"t_ms":0,"code":"obliged","level":"info","article":"4.5","side":"-","allowed":[]}`},
		{touchmove.Finding{Event: 9, At: 12, Code: laws.Desync, Level: laws.Arbiter, Article: "-", Side: laws.Somebody,
			Squares: placement.SetOf(placement.E4, placement.A1), Text: `"<&>"`},
			`{"event":9,"t_ms":12,"code":"desync","level":"arbiter","article":"-","side":"?","squares":["a1","e4"],"text":"\"<&>\""}`},
		{touchmove.Finding{Event: 2, At: 900, Code: laws.MoveMade, Article: "4.7", Side: laws.ByWhite, Ply: 1, UCI: "e2e4", SAN: "e4"},
			`{"event":2,"t_ms":900,"code":"move_made","level":"info","article":"4.7","side":"w","ply":1,"uci":"e2e4","san":"e4"}`},
	}
	s := newScene(t)
	s.step()
	for _, c := range cases {
		if got := string(AppendFinding(nil, &c.finding)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		s.v.Findings = append(s.v.Findings, c.finding)
	}
	messages := s.step()
	if got, want := topics(messages), "arbiter/finding arbiter/finding arbiter/finding arbiter/finding"; got != want {
		t.Fatalf("topics %q, want %q", got, want)
	}
	if got := decode[FindingMessage](t, string(messages[1].Payload)); got.Seq != 3 || got.Allowed == nil || len(got.Allowed) != 0 {
		t.Errorf("second finding %+v", got)
	}
	if messages[0].Retain {
		t.Error("a finding is retained")
	}
}

// TestFindingOfAGame: a finding names its game, unless that began in the same step.
func TestFindingOfAGame(t *testing.T) {
	s := newScene(t)
	for i, c := range []struct{ id, want string }{
		{"game-1", ""}, {"game-1", "game-1"}, {"game-1.2", "game-1.2"}, {"game-2", ""}, {"game-2", "game-2"}, {"game-1", ""},
	} {
		s.v.Game.ID = c.id
		s.v.Findings = []touchmove.Finding{{Code: laws.MoveMade, Article: "4.7"}}
		for _, m := range s.step() {
			if IsFinding(m.Topic) {
				if got := decode[FindingMessage](t, string(m.Payload)).GameID; got != c.want {
					t.Errorf("%d: a finding of %q, want %q", i, got, c.want)
				}
			}
		}
	}
}

func BenchmarkAppendFinding(b *testing.B) {
	f := touchmove.Finding{Event: 7, At: 3500, Code: laws.Obliged, Article: "4.3.1", Allowed: []string{"b1a3", "b1c3"}, Bound: "b1 was touched"}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = AppendFinding(buf[:0], &f)
	}
}

// TestReadFinding: a finding that has been written is read as what it was, for
// every code.
func TestReadFinding(t *testing.T) {
	for _, code := range laws.Codes() {
		for level := laws.Info; level <= laws.Arbiter; level++ {
			want := touchmove.Finding{Event: 7, At: 3500, Code: code, Level: level, Article: "7.5.1", Side: touchmove.Party(level), Ply: 3, UCI: "b1b3", SAN: "Nb3",
				Allowed: []string{"b1a3"}, Bound: "from:b1", Castling: []string{"e1g1"}, Squares: placement.SetOf(placement.B1, placement.B3), Text: "a detail", How: laws.ByResignation, Plies: []int{0, 4, 8},
				IfIncorrect: &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"},
				Why:         []touchmove.Reason{{Article: "3.6", Text: "why"}}, Flag: &touchmove.FlagFacts{Completed: 3, Prescribed: 40, All: true, First: "w", ApartMs: 900}, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{{Act: laws.Touched, Piece: "N", Square: "b1", At: 700, For: 800, Times: 2, Back: true}},
					Open: []string{"b1a3"}, Bound: "from:b1"},
				Remedy: &touchmove.Remedy{OpponentGains: 120, Article: "7.5.5"}}
			var written Finding
			if err := json.Unmarshal(AppendFinding(nil, &want), &written); err != nil {
				t.Fatal(err)
			}
			if got, err := written.Read(); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, %v; want %+v", code, got, err, want)
			}
		}
	}
}

// TestFindingKeepsEveryField: no field of a finding, or of what it holds, is lost on
// the way to JSON and back.
func TestFindingKeepsEveryField(t *testing.T) {
	want := touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Side: laws.ByBlack, Squares: placement.E4.Set()}
	fill(t, reflect.ValueOf(&want).Elem())
	var written Finding
	if err := json.Unmarshal(AppendFinding(nil, &want), &written); err != nil {
		t.Fatal(err)
	}
	if got, err := written.Read(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if !written.Remedy.Clock.Proposal {
		t.Error("the times to set are not marked as a proposal")
	}
}

// fill gives every field that is zero a value, and slices one element.
func fill(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.IsZero() || f.Kind() == reflect.Struct {
				fill(t, f)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0))
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	default:
		t.Fatalf("a finding holds a %s", v.Type())
	}
}

func TestReadFindingRefuses(t *testing.T) {
	good := Finding{Code: "move_made", Level: "info", Side: "w", Squares: []string{"e4"}}
	if _, err := good.Read(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Finding){
		`code "no_such"`: func(f *Finding) { f.Code = "no_such" },
		`code ""`:        func(f *Finding) { f.Code = "" },
		`level "sure"`:   func(f *Finding) { f.Level = "sure" },
		`side "wb"`:      func(f *Finding) { f.Side = "wb" },
		`side ""`:        func(f *Finding) { f.Side = "" },
		`square "e9"`:    func(f *Finding) { f.Squares = []string{"e4", "e9"} },
	} {
		f := good
		spoil(&f)
		if _, err := f.Read(); err == nil || !strings.HasSuffix(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

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
	for _, c := range laws.Codes() {
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
