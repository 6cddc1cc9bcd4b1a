package transport

import (
	"encoding/json"
	"strings"
	"testing"
)

// A snapshot that makes no sense is an error that names where.
func TestBadRecords(t *testing.T) {
	const good = `{"game_id":"g","start_fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","variant":"standard","moves":[
		{"ply":1,"uci":"e2e4","san":"e4","state":"made"}]}`
	for _, c := range []struct{ old, new, want string }{
		{"4k3/", "", "start"},
		{"e2e4", "e2e5", "ply 1"},
		{"e2e4", "x", "ply 1"},
		{`"e2e4"`, "null", "ply 1"},
		{"made", "provisional", "ply 1"},
		{`"state":"made"`, `"state":"illegal_stands","after":"8/8"`, "ply 1"},
	} {
		var r Record
		if err := json.Unmarshal([]byte(strings.Replace(good, c.old, c.new, 1)), &r); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Game(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// FuzzRecord: no snapshot stops a reader, whoever wrote it.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"game_id":"g","start_fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","moves":[{"uci":"e2e4","san":"e4","state":"made"}]}`))
	f.Add([]byte(`{"game_id":"g.2","start_fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","variant":"chess960","moves":[{"uci":"a1h8","san":"e4","state":"illegal_stands"},
		{"state":"illegal_stands","after":"4k3/8/8/8/8/8/8/4K3"}],"parts":[{"game_id":"g","start_fen":"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1","moves":[],"why":"x"}]}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		var r Record
		if json.Unmarshal(data, &r) != nil {
			return
		}
		if g, err := r.Game(); err == nil {
			AppendPGN(nil, g, PGNHeader{})
		}
	})
}
