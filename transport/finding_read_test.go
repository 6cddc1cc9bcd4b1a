package transport

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// TestReadFinding: a finding that has been written is read as what it was, for
// every code.
func TestReadFinding(t *testing.T) {
	for _, code := range touchmove.Codes() {
		for level := touchmove.Info; level <= touchmove.Arbiter; level++ {
			want := touchmove.Finding{Event: 7, At: 3500, Code: code, Level: level, Article: "7.5.1", Side: touchmove.Party(level), Ply: 3, UCI: "b1b3", SAN: "Nb3",
				Allowed: []string{"b1a3"}, Bound: "from:b1", Squares: placement.SetOf(placement.B1, placement.B3), Text: "a detail",
				Why: []touchmove.Reason{{Article: "3.6", Text: "why"}}, Remedy: &touchmove.Remedy{OpponentGains: 120, Article: "7.5.5"}}
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
