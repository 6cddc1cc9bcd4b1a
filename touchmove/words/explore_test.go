package words

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

func TestExplore(t *testing.T) {
	seen := map[string]int{}
	run := func(id, log string) {
		rd := sensor.NewReader(strings.NewReader(log))
		h, err := rd.Header()
		if err != nil {
			t.Fatal(err)
		}
		c, err := touchmove.ConfigFor(h)
		if err != nil {
			t.Fatal(err)
		}
		records, _ := rd.ReadAll()
		tr := touchmove.New(c)
		var found []touchmove.Finding
		wake := func(until int64) {
			for {
				at, ok := tr.Deadline()
				if !ok || at > until {
					return
				}
				found = append(found, tr.Wake(at)...)
			}
		}
		for i, r := range records {
			wake(r.At)
			if r.Word == sensor.Cmd {
				cmd := touchmove.Command{Verb: touchmove.Inspect, IfRev: -1}
				if r.Verb == "result" {
					var f struct{ Result string }
					json.Unmarshal(r.Data, &f)
					cmd.Verb, cmd.Result = touchmove.SetResult, f.Result
				}
				fs, _ := tr.Do(i+1, r.At, cmd)
				found = append(found, fs...)
				continue
			}
			found = append(found, tr.Step(i+1, r)...)
		}
		wake(1 << 60)
		for i := range found {
			f := &found[i]
			key := fmt.Sprint(f.Code, f.Level, c.Rules.Name, c.Rules.Time)
			if f.Code == touchmove.Obliged {
				key += f.Bound[:min(4, len(f.Bound))]
			}
			if seen[key]++; seen[key] > 1 {
				continue
			}
			for _, l := range []Language{English, German} {
				text, ok := say(l, c.Rules, f)
				fmt.Println(id, f.Code, f.Level, ok, "|", text)
			}
		}
	}
	for _, c := range fixtures.Cases() {
		run(c.ID, c.Log())
	}
	for _, n := range fixtures.Logs() {
		if !strings.HasPrefix(n, "dgt") {
			run(n, fixtures.Log(n))
		}
	}
}
