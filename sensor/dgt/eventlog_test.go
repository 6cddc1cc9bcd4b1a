package dgt

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// entryText is entries in words: "e2-", "e4+P", "w 2:59:57", "power".
func entryText(log []Entry) string {
	var out []string
	for _, e := range log {
		switch {
		case e.Kind == PowerUp:
			out = append(out, "power")
		case e.Kind == Halted:
			s := e.Left / 1000
			out = append(out, fmt.Sprintf("%s %d:%02d:%02d", e.Side, s/3600, s/60%60, s%60))
		case e.Piece == placement.Empty:
			out = append(out, e.Square.String()+"-")
		default:
			out = append(out, e.Square.String()+"+"+string(e.Piece.Letter()))
		}
	}
	return strings.Join(out, ", ")
}

func TestEntries(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"a move":                {"40 34 41 24", "e2-, e4+P"},
		"every piece":           {"41 20 42 21 43 22 44 23 45 24 46 25", "a4+P, b4+R, c4+N, d4+B, e4+K, f4+Q"},
		"every black piece":     {"47 20 48 21 49 22 4a 23 4b 24 4c 25", "a4+p, b4+r, c4+n, d4+b, e4+k, f4+q"},
		"quick ones":            {"50 34 51 24", "e2-, e4+P"},
		"special pieces":        {"4d 34 4f 24", "e2-, e4-"},
		"both clocks":           {"72 59 57 61 00 03", "w 2:59:57, b 1:00:03"},
		"power":                 {"7f 7f 7f 6a 45 3c", "power, e1+K"},
		"as documented":         {"7f 7f 7f 6a 40 34 41 24 72 59 57 6b", "power, e2-, e4+P, w 2:59:57"},
		"its end":               {"40 34 6b 41 24", "e2-"},
		"remarks":               {"00 6c 6d 6e 6f 7a 7b 7c 7d 7e 40 34", "e2-"},
		"delays":                {"01 12 23 3f 40 34", "e2-"},
		"a square that is none": {"40 40 34", "e2-"},
		"a time that is none":   {"72 99 40 34", "e2-"},
		"torn off":              {"40 34 41", "e2-"},
		"torn off in a time":    {"40 34 72 59", "e2-"},
		"torn off in front":     {"34 41 24", "e4+P"},
		"erased":                {"ff ff 40 34", "e2-"},
		"nothing":               {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := entryText(AppendEntries(nil, wire(t, c.data))); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if e := AppendEntries(nil, []byte{0x50, 0x34, 0x40, 0x34}); !e[0].Fast || e[1].Fast {
		t.Error("which changes were quick")
	}
}

// TestBoardLog: what a board writes down, in its own squares, and White is the
// player of the second triple.
func TestBoardLog(t *testing.T) {
	for turned, want := range map[bool]string{
		false: "e2-, e4+P, w 0:02:58, e7-, e5+p, b 0:02:57, power, ",
		true:  "d7-, d5+P, b 0:02:58, d2-, d4+p, w 0:02:57, power, ",
	} {
		b := Board{Turned: turned}
		b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
		from := b.Written()
		for _, r := range []sensor.Record{
			{Word: sensor.Clock, Times: [2]int64{178000, 177000}, Running: sensor.WhiteRuns},
			{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
			{Word: sensor.Press, Side: placement.White},
			{Word: sensor.Lift, Square: placement.E7}, {Word: sensor.Drop, Square: placement.E5, Piece: placement.BlackPawn},
			{Word: sensor.Press, Side: placement.Black},
		} {
			b.Step(nil, r)
		}
		b.Restart()
		got := entryText(AppendEntries(nil, b.Log()[from:]))
		if men := strings.Count(strings.TrimPrefix(got, want), "+"); !strings.HasPrefix(got, want) || men != 32 {
			t.Errorf("turned %v: %d men in %q, want %q", turned, men, got, want)
		}
	}
}

// TestLogIsCyclic: the oldest entries give way, whole.
func TestLogIsCyclic(t *testing.T) {
	var b Board
	for n := range 5000 {
		b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: []placement.Piece{placement.WhiteKing, placement.BlackKing}[n%2]})
	}
	if n := len(b.Log()); n >= logSize || n < logSize-haltedOf || b.Written() != 10000 {
		t.Errorf("%d bytes of %d", n, b.Written())
	}
	entries := AppendEntries(nil, b.Log())
	if len(entries) != len(b.Log())/2 || entries[len(entries)-1].Piece != placement.BlackKing {
		t.Errorf("%d entries", len(entries))
	}
}

func FuzzEntries(f *testing.F) {
	f.Add([]byte{0x40, 0x34, 0x41, 0x24, 0x72, 0x59, 0x57, 0x6b})
	f.Add([]byte{0x7f, 0x7f, 0x7f, 0x6a, 0x45, 0x3c, 0x4b, 0x04})
	f.Fuzz(func(t *testing.T, data []byte) {
		log := AppendEntries(nil, data)
		if len(log) > len(data) {
			t.Fatalf("%d entries of %d bytes", len(log), len(data))
		}
		var past Past
		for i, e := range log {
			if e.Kind == Change && e.Piece != placement.Empty && !e.Piece.Known() || e.Square >= placement.NoSquare || e.Left < 0 || e.Left > 36_000_000 {
				t.Fatalf("entry %+v", e)
			}
			if e.Kind == Change && i < len(log)/2 {
				past.Change(e.Square, e.Piece)
				past.Board[e.Square] = e.Piece
			}
		}
		// What is recalled is always an end of the log, and leads where it has to.
		var state known
		for i := range log {
			state.take(&log[i])
		}
		since, ok := Recall(log, &past, &state.men)
		if !ok {
			return
		}
		all := effective(log)
		if !slices.Equal(since, all[len(all)-len(since):]) {
			t.Fatalf("recalled %s of %s", entryText(since), entryText(log))
		}
		after := known{men: past.Board, squares: ^placement.Set(0)}
		for i := range since {
			after.take(&since[i])
		}
		if !reflect.DeepEqual(after.men, state.men) {
			t.Fatalf("%s leads to %s, not to %s", entryText(since), after.men.String(), state.men.String())
		}
	})
}
