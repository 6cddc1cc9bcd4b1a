package transport

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// The finding that the contract gives as its example.
func TestFindingOfTheContract(t *testing.T) {
	f := touchmove.Finding{
		Event: 7, At: 3500, Code: touchmove.IllegalCompleted, Level: touchmove.Certain, Article: "7.5.1",
		Side: touchmove.ByWhite, UCI: "b1b3",
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
		{touchmove.Finding{Event: 3, At: 1000, Code: touchmove.Obliged, Article: "4.3.1", Side: touchmove.ByBlack,
			Allowed: []string{"b8a6", "b8c6"}, Bound: "b8 was touched"},
			`{"event":3,"t_ms":1000,"code":"obliged","level":"info","article":"4.3.1","side":"b","allowed":["b8a6","b8c6"],"bound":"b8 was touched"}`},
		// Nothing is open: the list is empty, not left out.
		{touchmove.Finding{Code: touchmove.Obliged, Article: "4.5", Allowed: []string{}},
			`{"event":0,"t_ms":0,"code":"obliged","level":"info","article":"4.5","side":"-","allowed":[]}`},
		{touchmove.Finding{Event: 9, At: 12, Code: touchmove.Desync, Level: touchmove.Arbiter, Article: "-", Side: touchmove.Somebody,
			Squares: placement.SetOf(placement.E4, placement.A1), Text: `"<&>"`},
			`{"event":9,"t_ms":12,"code":"desync","level":"arbiter","article":"-","side":"?","squares":["a1","e4"],"text":"\"<&>\""}`},
		{touchmove.Finding{Event: 2, At: 900, Code: touchmove.MoveMade, Article: "4.7", Side: touchmove.ByWhite, Ply: 1, UCI: "e2e4", SAN: "e4"},
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

func BenchmarkAppendFinding(b *testing.B) {
	f := touchmove.Finding{Event: 7, At: 3500, Code: touchmove.Obliged, Article: "4.3.1", Allowed: []string{"b1a3", "b1c3"}, Bound: "b1 was touched"}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = AppendFinding(buf[:0], &f)
	}
}

// TestReadFinding: a finding that has been written is read as what it was, for
// every code.
func TestReadFinding(t *testing.T) {
	for _, code := range touchmove.Codes() {
		for level := touchmove.Info; level <= touchmove.Arbiter; level++ {
			want := touchmove.Finding{Event: 7, At: 3500, Code: code, Level: level, Article: "7.5.1", Side: touchmove.Party(level), Ply: 3, UCI: "b1b3", SAN: "Nb3",
				Allowed: []string{"b1a3"}, Bound: "from:b1", Castling: []string{"e1g1"}, Squares: placement.SetOf(placement.B1, placement.B3), Text: "a detail", How: touchmove.ByResignation, Plies: []int{0, 4, 8},
				IfIncorrect: &touchmove.ClaimCost{OpponentGains: 120, Article: "9.5"},
				Why:         []touchmove.Reason{{Article: "3.6", Text: "why"}}, Flag: &touchmove.FlagFacts{Completed: 3, Prescribed: 40, All: true, First: "w", ApartMs: 900}, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{{Act: touchmove.Touched, Piece: "N", Square: "b1", At: 700, For: 800, Times: 2, Back: true}},
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
	want := touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Side: touchmove.ByBlack, Squares: placement.E4.Set()}
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
