package touchmove

import (
	"fmt"
	"os"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

func TestDebug(t *testing.T) {
	path := os.Getenv("DEBUGLOG")
	if path == "" {
		t.Skip()
	}
	f, _ := os.Open(path)
	rd := sensor.NewReader(f)
	h, err := rd.Header()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Start: legality.Initial()}
	if h.Start != "" {
		c.Start, _ = legality.ParseFEN(h.Start, h.Variant == "chess960")
	}
	class, _ := ParseTimeClass(h.Time)
	c.Rules, _ = RulesFor("fide-2023", class, h.Supervision == "full")
	tr := New(c)
	dump := func(fs []Finding) {
		for _, f := range fs {
			fmt.Println("   ", f.Event, f.At, f.Code, f.Level, f.Side, f.UCI, f.Article, f.Text)
		}
		for i := range tr.lines {
			l := &tr.lines[i]
			s := ""
			for j := range l.n {
				s += fmt.Sprint(" ", l.steps[j].move, map[bool]string{true: "", false: "!"}[l.steps[j].legal()], map[bool]string{true: "", false: "-"}[l.steps[j].pressed >= 0])
			}
			mark := " "
			if l == tr.bestLine() {
				mark = "*"
			}
			fmt.Printf("   %s base %d cost %d fit %d open %v%v:%s\n", mark, l.base, l.cost, l.fit, l.open, l.by, s)
		}
	}
	recs, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range recs {
		for {
			at, ok := tr.Deadline()
			if !ok || at > r.At {
				break
			}
			fmt.Println("wake", at)
			dump(tr.Wake(at))
		}
		fmt.Println(i+1, r.At, r.Word, r.Square, r.Piece, r.Side)
		dump(tr.Step(i+1, r))
	}
	for {
		at, ok := tr.Deadline()
		if !ok {
			break
		}
		fmt.Println("wake", at)
		dump(tr.Wake(at))
	}
	fmt.Println(tr.game.Result, tr.phase)
}
