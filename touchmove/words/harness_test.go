package words

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

var update = flag.Bool("update", false, "rewrite the golden file of the sentences")

var languages = [...]Language{English, German}

// found is a finding of the fixtures, and what it was found in.
type found struct {
	in    string
	rules *laws.Rules
	touchmove.Finding
}

// everything is all that is found in the cases of the Laws and in the logs.
func everything(t *testing.T) []found {
	t.Helper()
	var all []found
	for _, c := range fixtures.Cases() {
		all = append(all, findings(t, c.ID, c.Log())...)
	}
	for _, name := range fixtures.Logs() {
		if log := fixtures.Log(name); !strings.Contains(log, "\n#: board ") { // the bytes of a board are for its decoder
			all = append(all, findings(t, name, log)...)
		}
	}
	return all
}

// findings is all that is found in one log.
func findings(t *testing.T, name, log string) []found {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(log))
	h, err := rd.Header()
	if err != nil {
		t.Fatal(name, err)
	}
	c, err := pipeline.ConfigFor(h)
	if err != nil {
		t.Fatal(name, err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(name, err)
	}
	var all []found
	tr := touchmove.New(c)
	take := func(some []touchmove.Finding) {
		for _, f := range some {
			all = append(all, found{name, tr.Game().Rules, f})
		}
	}
	wake := func(until int64) {
		for at, ok := tr.Deadline(); ok && at <= until; at, ok = tr.Deadline() {
			take(tr.Wake(at))
		}
	}
	for i, r := range records {
		wake(r.At)
		if r.Word == sensor.Cmd {
			take(do(tr, touchmove.Event(i+1), &r))
			continue
		}
		take(tr.Step(touchmove.Event(i+1), r))
	}
	wake(1 << 60)
	return all
}

// do carries out a command of a log, as far as what is found needs it.
func do(tr *touchmove.Tracker, event touchmove.Event, r *sensor.Record) []touchmove.Finding {
	c := touchmove.Command{Verb: touchmove.Inspect}
	if r.Verb == "result" {
		var fields struct{ Result string }
		_ = json.Unmarshal(r.Data, &fields) // what it does not hold stays empty
		c.Verb, c.Result = touchmove.SetResult, fields.Result
	}
	all, _ := tr.Do(event, r.At, c) // a refusal is found, too
	return all
}
