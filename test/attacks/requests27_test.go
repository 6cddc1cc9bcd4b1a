package attacks

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// swamp makes a client send requests until the test ends: a burst, and then a number a second.
func swamp(t *testing.T, p *person, atOnce, aSecond int, request func(n int) (verb, payload string)) {
	t.Helper()
	stop := make(chan struct{})
	var ended sync.WaitGroup
	send := func(n int) {
		verb, payload := request(n)
		p.client.Publish(topics+"req/"+verb, 1, false, payload)
	}
	for n := range atOnce {
		send(n)
	}
	ended.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(aSecond))
		defer tick.Stop()
		for n := atOnce; ; n++ {
			select {
			case <-tick.C:
				send(n)
			case <-stop:
				return
			}
		}
	})
	t.Cleanup(func() { close(stop); ended.Wait() })
}

// TestAttack27Fair: while a client floods, an arbiter who has asked before gets answers. The log
// stays short.
func TestAttack27Fair(t *testing.T) {
	for name, c := range map[string]struct {
		aSecond int
		request func(n int) (verb, payload string)
	}{
		"one name": {5, func(n int) (string, string) {
			return "inspect", fmt.Sprintf(`{"by":"script","transaction":"s-%d"}`, n)
		}},
		"no name":            {5, func(n int) (string, string) { return "inspect", `{}` }},
		"another name":       {5, func(n int) (string, string) { return "inspect", fmt.Sprintf(`{"by":"script %d"}`, n) }},
		"a hundred a second": {100, func(n int) (string, string) { return "inspect", fmt.Sprintf(`{"by":"script %d"}`, n) }},
		"nonsense":           {20, func(n int) (string, string) { return fmt.Sprint("verb", n), `{` + strings.Repeat("x", n%1000) }},
		"many verbs": {20, func(n int) (string, string) {
			return []string{"inspect", "republish", "pause", "resume", "rotate"}[n%5], `{"by":"script"}`
		}},
	} {
		t.Run(name, func(t *testing.T) {
			url := mosquitto(t)
			b := newBoard(t)
			d := startDaemon(t, b.path, "text", url)
			arbiter, other := newPerson(t, url, "arbiter", topics+"#"), newPerson(t, url, "other", "nothing")
			until(t, "the board", func() bool { return strings.Contains(arbiter.last("status"), `"ready"`) })
			ask := func(n int) string {
				transaction := fmt.Sprint("a-", n)
				arbiter.say("req/inspect", fmt.Sprintf(`{"by":"arbiter","transaction":%q}`, transaction), false)
				return arbiter.answer("inspect", transaction, 5*time.Second)
			}
			if ask(0) == "" {
				t.Fatal("no answer before anything has happened")
			}
			swamp(t, other, 100, c.aSecond, c.request)
			before := d.errs.Count("")
			answered := 0
			for n := range 20 {
				if answer := ask(n + 1); strings.Contains(answer, `"ok"`) {
					answered++
				}
			}
			if answered < 20 {
				t.Errorf("the arbiter has %d of 20 requests answered", answered)
			}
			// The answered are logged, too.
			if lines := d.errs.Count("refused") + d.errs.Count("dropped"); lines > 40 {
				t.Errorf("%d lines of refusals are logged, of %d", lines, d.errs.Count("")-before)
			}
		})
	}
}

// TestAttack27Retained: requests that the broker has retained take nothing from live ones.
func TestAttack27Retained(t *testing.T) {
	url := mosquitto(t)
	arbiter := newPerson(t, url, "arbiter", topics+"res/#")
	for n := range 200 {
		arbiter.say(fmt.Sprint("req/inspect", n), `{"by":"arbiter"}`, true)
	}
	d := startDaemon(t, newBoard(t).path, "text", url)
	until(t, "a connection", func() bool { return d.errs.Count("broker connected") > 0 })
	until(t, "the first are refused", func() bool { return len(arbiter.heard("res/inspect0")) > 0 })
	for n := range 10 {
		transaction := fmt.Sprint("a-", n)
		arbiter.say("req/inspect", fmt.Sprintf(`{"by":"arbiter","transaction":%q}`, transaction), false)
		if answer := arbiter.answer("inspect", transaction, 5*time.Second); !strings.Contains(answer, `"ok"`) {
			t.Fatalf("request %d: %q", n, answer)
		}
	}
	if lines := d.errs.Count("refused"); lines > 40 {
		t.Errorf("%d lines of refusals are logged", lines)
	}
}
