package transport

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boardd/boardd/internal/schematest"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport/schema"
)

func TestGoodCommands(t *testing.T) {
	const twoKings = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	cases := []struct {
		verb, payload string
		verbOf        touchmove.Verb
		holds         func(c *touchmove.Command) bool
	}{
		{"new_game", `{}`, touchmove.NewGame, func(c *touchmove.Command) bool {
			return c.Start == nil && c.Rules == nil && c.Tags == nil && c.GameID == "" && c.IfRev == nil
		}},
		{"new_game", `{"game_id":"harbour27-r3-b07-1","start_fen":"` + twoKings + `","rules":"fide-2023","time":"blitz","supervision":"full","tags":{"White":"Ferrier, Isla","Round":"3.7"}}`,
			touchmove.NewGame, func(c *touchmove.Command) bool {
				return c.GameID == "harbour27-r3-b07-1" && c.Start.FEN() == twoKings && c.Rules.Name == "fide-2023" &&
					c.Rules.Time == laws.Blitz && c.Rules.Full && c.Tags["White"] == "Ferrier, Isla"
			}},
		{"new_game", `{"time":"rapid"}`, touchmove.NewGame, func(c *touchmove.Command) bool {
			return c.Rules.Name == "fide-2023" && c.Rules.Time == laws.Rapid && !c.Rules.Full
		}},
		{"new_game", `{"variant":"chess960","start_fen":"bqnnrbkr/pppppppp/8/8/8/8/PPPPPPPP/BQNNRBKR w HEhe - 0 1"}`,
			touchmove.NewGame, func(c *touchmove.Command) bool { return c.Start.Chess960() }},
		{"new_game", `{"variant":"chess960"}`, touchmove.NewGame, func(c *touchmove.Command) bool {
			return *c.Start.Placement() == *initialPlacement() && c.Start.Chess960()
		}},
		{"tags", `{"tags":{"White":"Ferrier, Isla"},"if_rev":41}`, touchmove.SetTags, func(c *touchmove.Command) bool {
			return len(c.Tags) == 1 && *c.IfRev == 41
		}},
		{"result", `{"result":"1-0","termination":"time forfeit","game_id":"g"}`, touchmove.SetResult, func(c *touchmove.Command) bool {
			return c.Result == "1-0" && c.Termination == "time forfeit" && c.GameID == "g"
		}},
		{"result", ` {"result" : "*"} `, touchmove.SetResult, func(c *touchmove.Command) bool { return c.Result == "*" }},
		{"pause", `{"if_rev":0}`, touchmove.PauseGame, func(c *touchmove.Command) bool { return *c.IfRev == 0 }},
		{"resume", `{}`, touchmove.ResumeGame, nil},
		{"inspect", `{}`, touchmove.Inspect, nil},
		{"rotate", `{}`, 0, nil},
		{"republish", `{"by":"arbiter:mk"}`, 0, nil},
		{"pause", `{"game_id":"harbour27-r3-b07-1.12"}`, touchmove.PauseGame, func(c *touchmove.Command) bool { return c.GameID == "harbour27-r3-b07-1.12" }},
		{"adjust", `{"side":"b"}`, touchmove.Adjust, func(c *touchmove.Command) bool { return c.Side == placement.Black && c.Seconds == 10 }},
		{"adjust", `{"side":"w","seconds":600}`, touchmove.Adjust, func(c *touchmove.Command) bool { return c.Side == placement.White && c.Seconds == 600 }},
		{"ruling", `{"accept":false,"if_rev":7}`, touchmove.Ruling, func(c *touchmove.Command) bool { return !c.Accept && *c.IfRev == 7 }},
		{"ruling", `{"accept":true}`, touchmove.Ruling, func(c *touchmove.Command) bool { return c.Accept }},
		{"takeback", `{"ply":0}`, touchmove.Takeback, func(c *touchmove.Command) bool { return c.Ply == 0 }},
		{"set_position", `{"fen":"` + twoKings + `","why":"the pieces fell; as both players had it"}`, touchmove.SetPosition, func(c *touchmove.Command) bool {
			return c.FEN == twoKings && c.Why == "the pieces fell; as both players had it"
		}},
		{"set_position", `{"fen":"4k3/8/8/8/8/8/8/1R2KR2 w F - 0 1","why":"Chess960"}`, touchmove.SetPosition, nil},
		{"correct", `{"ply":12,"uci":"e7e8n"}`, touchmove.Correct, func(c *touchmove.Command) bool { return c.Ply == 12 && c.UCI == "e7e8n" }},
		{"resign", `{"side":"b"}`, touchmove.Resign, func(c *touchmove.Command) bool { return c.Side == placement.Black }},
		{"draw", `{}`, touchmove.AgreeDraw, nil},
	}
	for _, c := range cases {
		req, err := ParseCommand(c.verb, []byte(c.payload), false)
		if err != nil {
			t.Errorf("%s %s: %v", c.verb, c.payload, err)
			continue
		}
		if req.Verb != c.verb || req.Command.Verb != c.verbOf || c.holds != nil && !c.holds(&req.Command) {
			t.Errorf("%s %s: got %+v", c.verb, c.payload, req)
		}
		if err := schematest.Validate(prefix+"req/"+c.verb, []byte(c.payload)); err != nil {
			t.Error(err)
		}
	}
}

// The error of a request that is cut off shows that.
func TestEndsTooEarly(t *testing.T) {
	for _, payload := range []string{`{`, `{"by"`, `{"by":`, `{"by":"x`, `{"by":"x"`, `{"tags":{`} {
		_, err := ParseCommand("tags", []byte(payload), false)
		if err == nil || !strings.Contains(err.Error(), "request ends too early") {
			t.Errorf("%s: %v", payload, err)
		}
	}
}

// What is refused changes nothing, and says why in a code.
func TestBadCommands(t *testing.T) {
	cases := []struct {
		name, verb, payload, code string
	}{
		{"unknown verb", "dance", `{}`, UnknownVerb},
		{"verb in capitals", "Pause", `{}`, UnknownVerb},
		{"no verb", "", `{}`, UnknownVerb},
		{"empty", "pause", ``, Malformed},
		{"not JSON", "pause", `pause`, Malformed},
		{"a list", "pause", `[]`, Malformed},
		{"a string", "pause", `"x"`, Malformed},
		{"not ended", "pause", `{"by":"x"`, Malformed},
		{"something behind", "pause", `{} {}`, Malformed},
		{"a brace behind", "pause", `{}}`, Malformed},
		{"not UTF-8", "pause", "{\"by\":\"\xff\"}", Malformed},
		{"a name twice", "result", `{"result":"1-0","result":"0-1"}`, Malformed},
		{"a tag twice", "tags", `{"tags":{"White":"Aa","White":"Bb"}}`, Malformed},
		{"null", "result", `{"result":null}`, Malformed},
		{"wrong type", "result", `{"result":1}`, Malformed},
		{"wrong type of tags", "tags", `{"tags":"White"}`, Malformed},
		{"wrong type of a tag", "tags", `{"tags":{"White":1}}`, Malformed},
		{"tags in tags", "tags", `{"tags":{"White":{"a":{"b":{"c":{"d":{}}}}}}}`, Malformed},
		{"if_rev not whole", "pause", `{"if_rev":1.5}`, Malformed},
		{"unknown field", "pause", `{"result":"1-0"}`, UnknownField},
		{"field in capitals", "result", `{"Result":"1-0"}`, UnknownField},
		{"field of another verb", "tags", `{"tags":{},"start_fen":"x"}`, UnknownField},
		{"if_rev negative", "pause", `{"if_rev":-1}`, BadValue},
		{"empty text", "result", `{"result":""}`, BadValue},
		{"result missing", "result", `{}`, BadValue},
		{"result of no game", "result", `{"result":"2-0"}`, BadValue},
		{"termination", "result", `{"result":"1-0","termination":"resigned"}`, BadValue},
		{"unterminated with a result", "result", `{"result":"1-0","termination":"unterminated"}`, BadValue},
		{"tags missing", "tags", `{}`, BadValue},
		{"tag name with a digit", "tags", `{"tags":{"Board7":"x"}}`, BadValue},
		{"tag that follows from the game", "tags", `{"tags":{"Result":"1-0"}}`, BadValue},
		{"name that relays drop", "new_game", `{"tags":{"White":"unknown"}}`, BadValue},
		{"board against round", "new_game", `{"tags":{"Round":"3.7","Board":"8"}}`, BadValue},
		{"game_id with a dot", "new_game", `{"game_id":"a.2"}`, BadValue},
		{"FEN", "new_game", `{"start_fen":"rnbqkbnr w - - 0 1"}`, BadValue},
		{"variant", "new_game", `{"variant":"atomic"}`, BadValue},
		{"rules", "new_game", `{"rules":"fide-1776"}`, BadValue},
		{"time", "new_game", `{"time":"bullet"}`, BadValue},
		{"quickplay outside fide-1997", "new_game", `{"time":"quickplay"}`, BadValue},
		{"supervision", "new_game", `{"supervision":"some"}`, BadValue},
		{"long transaction", "pause", `{"transaction":"` + strings.Repeat("x", 129) + `"}`, BadValue},
		{"game_id of a part for a new game", "new_game", `{"game_id":"a.2"}`, BadValue},
		{"game_id of no part", "pause", `{"game_id":"a.1"}`, BadValue},
		{"game_id with an odd number", "pause", `{"game_id":"a.02"}`, BadValue},
		{"side missing", "adjust", `{}`, BadValue},
		{"side in words", "adjust", `{"side":"white"}`, BadValue},
		{"adjusting for no time", "adjust", `{"side":"w","seconds":0}`, BadValue},
		{"adjusting too long", "adjust", `{"side":"w","seconds":601}`, BadValue},
		{"adjusting for a part of a second", "adjust", `{"side":"w","seconds":1.5}`, Malformed},
		{"accept missing", "ruling", `{}`, BadValue},
		{"accept as text", "ruling", `{"accept":"true"}`, Malformed},
		{"accept null", "ruling", `{"accept":null}`, Malformed},
		{"ply missing", "takeback", `{}`, BadValue},
		{"ply below the start", "takeback", `{"ply":-1}`, BadValue},
		{"ply as text", "takeback", `{"ply":"3"}`, Malformed},
		{"a move to take back", "takeback", `{"ply":3,"uci":"e2e4"}`, UnknownField},
		{"FEN missing", "set_position", `{"why":"x"}`, BadValue},
		{"FEN without a count", "set_position", `{"fen":"8/8/8/8/8/8/8/8 w - -","why":"x"}`, BadValue},
		{"no reason", "set_position", `{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}`, BadValue},
		{"a reason of two lines", "set_position", `{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","why":"a\nb"}`, BadValue},
		{"a reason that is too long", "set_position", `{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","why":"` + strings.Repeat("x", 256) + `"}`, BadValue},
		{"a name of two lines", "pause", `{"by":"mk\n0 cmd result {}"}`, BadValue},
		{"a name that moves the cursor", "pause", `{"by":"mk\u009b2J"}`, BadValue},
		{"a transaction that turns the text round", "pause", `{"transaction":"\u202e1-0"}`, BadValue},
		{"ply to correct missing", "correct", `{"uci":"e2e4"}`, BadValue},
		{"ply to correct before the first", "correct", `{"ply":0,"uci":"e2e4"}`, BadValue},
		{"move in SAN", "correct", `{"ply":1,"uci":"Nf3"}`, BadValue},
		{"move to no square", "correct", `{"ply":1,"uci":"e2e9"}`, BadValue},
		{"a king by promotion", "correct", `{"ply":1,"uci":"e7e8k"}`, BadValue},
		{"move missing", "correct", `{"ply":1}`, BadValue},
		{"who resigns missing", "resign", `{}`, BadValue},
		{"both resign", "resign", `{"side":"-"}`, BadValue},
		{"a result with the draw", "draw", `{"result":"1/2-1/2"}`, UnknownField},
	}
	for _, c := range cases {
		_, err := ParseCommand(c.verb, []byte(c.payload), false)
		refusal, ok := errors.AsType[*touchmove.Refusal](err)
		if !ok || refusal.Code != c.code || refusal.Message == "" {
			t.Errorf("%s: %s %s: got %v, want %s", c.name, c.verb, c.payload, err, c.code)
		}
	}
}

func TestRetainedAndTooLarge(t *testing.T) {
	wantCode(t, "retained", Retained, func() error { _, err := ParseCommand("pause", []byte(`{}`), true); return err })
	room := MaxRequest - len(`{"by":""}`)
	wantCode(t, "8 KiB", BadValue, func() error {
		_, err := ParseCommand("pause", []byte(`{"by":"`+strings.Repeat("x", room)+`"}`), false)
		return err
	})
	wantCode(t, "over 8 KiB", TooLarge, func() error {
		_, err := ParseCommand("pause", []byte(`{"by":"`+strings.Repeat("x", room+1)+`"}`), false)
		return err
	})
}

// TestRefusalsAreShort: a refusal quotes what was sent, and never all of it.
func TestRefusalsAreShort(t *testing.T) {
	for _, c := range []struct{ verb, payload string }{
		{strings.Repeat("\u20ac", 20_000), `{}`},
		{"pause", `{"` + strings.Repeat("\u20ac", 2000) + `":1}`},
		{"set_position", `{"fen":"` + strings.Repeat("\u009b", 2000) + `","why":"-"}`},
		{"tags", `{"tags":{"` + strings.Repeat("x", 8000) + `":"1"}}`},
	} {
		_, err := ParseCommand(c.verb, []byte(c.payload), false)
		if err == nil || len(err.Error()) > maxMessage+len("bad_value: …") || !utf8.ValidString(err.Error()) {
			t.Errorf("%.20s %.20s: %v", c.verb, c.payload, err)
		}
	}
}

func wantCode(t *testing.T, name, code string, do func() error) {
	t.Helper()
	if r, ok := errors.AsType[*touchmove.Refusal](do()); !ok || r.Code != code {
		t.Errorf("%s: got %v, want %s", name, r, code)
	}
}

// A refused request is answered with its transaction, if that could be read.
func TestAnswers(t *testing.T) {
	cases := []struct {
		verb, payload, topic, transaction, status, code string
	}{
		{"pause", `{"transaction":"op1-8841"}`, "res/pause", "op1-8841", "ok", ""},
		{"pause", `{"transaction":"op1-8842","x":1}`, "res/pause", "op1-8842", "error", UnknownField},
		{"dance", `{"transaction":"op1-8843"}`, "res/dance", "op1-8843", "error", UnknownVerb},
		{"pause", `{`, "res/pause", "", "error", Malformed},
		{"a/b c", `{}`, "res/unknown", "", "error", UnknownVerb},
		{"resign", `{"transaction":"t","side":"both"}`, "res/resign", "t", "error", BadValue},
	}
	for _, c := range cases {
		s := newScene(t)
		req, err := ParseCommand(c.verb, []byte(c.payload), false)
		messages := s.e.Answer(nil, 0, 0, c.verb, req.Transaction, err)
		validate(t, messages)
		got := decode[Answer](t, last(messages, c.topic))
		if got.Transaction != c.transaction || got.Status != c.status || got.Error != nil && got.Error.Code != c.code || (got.Error == nil) != (c.code == "") {
			t.Errorf("%s %s: got %s", c.verb, c.payload, messages[0].Payload)
		}
		if got.Seq != 0 || messages[0].Retain || messages[0].QoS != 1 {
			t.Errorf("answer %+v", messages[0])
		}
	}
}

// Whatever a request is, it fails with a refusal only. What it accepts it accepts whole:
// written again from what was parsed, it is the same command.
func FuzzParseCommand(f *testing.F) {
	for _, v := range verbs {
		f.Add(v.name, []byte(`{"transaction":"t","if_rev":3}`))
	}
	f.Add("new_game", []byte(`{"tags":{"White":"Ferrier, Isla"},"start_fen":"bqnnrbkr/pppppppp/8/8/8/8/PPPPPPPP/BQNNRBKR w HEhe - 0 1","variant":"chess960"}`))
	f.Add("result", []byte(`{"result":"1-0","result":"0-1"}`))
	f.Fuzz(func(t *testing.T, verb string, payload []byte) {
		req, err := ParseCommand(verb, payload, false)
		if err == nil {
			if findVerb(verb) == nil || req.Verb != verb {
				t.Errorf("verb %q passes as %q", verb, req.Verb)
			}
			if err := schematest.Validate(prefix+"req/"+verb, payload); err != nil {
				t.Error(err)
			}
			return
		}
		if r, ok := errors.AsType[*touchmove.Refusal](err); !ok || r.Code == "" {
			t.Errorf("refused with %v", err)
		}
	})
}

// kindOf is the kind of the fields of a Go type.
var kindOf = map[reflect.Type]Kind{
	reflect.TypeFor[string](): TextField, reflect.TypeFor[int](): NumberField,
	reflect.TypeFor[bool](): FlagField, reflect.TypeFor[map[string]string](): TagsField,
}

// TestFieldKinds: the description of a field agrees with how it is parsed.
func TestFieldKinds(t *testing.T) {
	for name, typ := range fieldsOf(reflect.TypeFor[fields]()) {
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		want, known := kindOf[typ]
		if f := aboutField(name); !known || f.Kind != want || f.Text == "" {
			t.Errorf("%s is read as %v, and described as %+v", name, typ, f)
		}
	}
}

// TestVerbs: each verb has the fields of the design, and each of them is described.
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
				t.Errorf("%s: nothing is reported of %s", v.Name, f.Name)
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

// TestOwnCommands: what boardd writes into a log itself is read back, and is no
// request.
func TestOwnCommands(t *testing.T) {
	q := touchmove.Question{GameID: "hall-1", Ply: 7}
	for dead, proved := range map[legality.Answer]bool{legality.Yes: true, legality.Undecided: false} {
		payload, say := AnswerDead(q, dead)
		r, err := ParseLogged(DeadPosition, payload)
		if c := r.Command; !say || err != nil || !r.Own || c.Verb != touchmove.AnswerDead || c.Ply != 7 || c.Proved != proved || c.GameID != "hall-1" || c.IfRev != nil {
			t.Errorf("%s: %+v, %v", payload, r, err)
		}
		if _, err := ParseCommand(DeadPosition, payload, false); !refusedAs(err, UnknownVerb) {
			t.Errorf("as a request: %v", err)
		}
	}
	if payload, say := AnswerDead(q, legality.No); say {
		t.Errorf("a mate is possible, but it says %s", payload)
	}
	for _, bad := range []string{`{`, `{}`, `{"ply":0,"proved":true}`, `{"ply":1}`, `{"ply":1,"proved":1}`, `{"ply":1,"proved":true,"fen":""}`} {
		if _, err := ParseLogged(DeadPosition, []byte(bad)); !refusedAs(err, Malformed) && !refusedAs(err, BadValue) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if r, err := ParseLogged("pause", []byte(`{}`)); err != nil || r.Own {
		t.Errorf("pause: %+v, %v", r, err)
	}
}

// TestPoint28MateAnswer: the answer about a flag is read back as it was found.
func TestPoint28MateAnswer(t *testing.T) {
	p, err := legality.ParseFEN("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	mate, err := p.ParseUCI("a1a8")
	if err != nil {
		t.Fatal(err)
	}
	for side, color := range map[touchmove.Party]placement.Color{laws.ByWhite: placement.White, laws.ByBlack: placement.Black} {
		for _, answer := range []legality.Answer{legality.Undecided, legality.Yes, legality.No} {
			payload := AnswerMate(touchmove.Question{GameID: "hall-1", Ply: 7, Position: p, Side: side}, answer, []legality.Move{mate})
			r, err := ParseLogged(CanMate, payload)
			c := r.Command
			if err != nil || !r.Own || c.Verb != touchmove.AnswerMate || c.Ply != 7 || c.GameID != "hall-1" || c.Side != color || c.Mates != answer || !slices.Equal(c.By, []string{"a1a8"}) {
				t.Errorf("%s: %+v, %v", payload, r, err)
			}
			if _, err := ParseCommand(CanMate, []byte(`{"ply":7}`), false); !refusedAs(err, UnknownVerb) {
				t.Errorf("as a request: %v", err)
			}
		}
	}
	for _, bad := range []string{`{`, `{}`, `{"ply":-1,"side":"w","answer":"yes"}`, `{"ply":1,"side":"x","answer":"yes"}`, `{"ply":1,"side":"w","answer":"perhaps"}`, `{"ply":1,"side":"w","answer":"yes","fen":""}`} {
		if _, err := ParseLogged(CanMate, []byte(bad)); !refusedAs(err, Malformed) && !refusedAs(err, BadValue) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func refusedAs(err error, code string) bool {
	var r *touchmove.Refusal
	return errors.As(err, &r) && r.Code == code && !strings.Contains(r.Message, "%!")
}
