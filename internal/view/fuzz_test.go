package view

import (
	"testing"

	"github.com/boardd/boardd/transport"
)

// FuzzApply gives a board two messages that are anything at all, after those of
// a scene. Whatever they are, nothing panics, what is kept is bounded, and each
// picture and each line can be written to a terminal.
func FuzzApply(f *testing.F) {
	for _, play := range scenes {
		var before Update
		play(f, func(topic string, payload []byte) {
			f.Add(before.Topic, before.Payload, topic, payload)
			before = Update{topic, payload}
		})
	}
	f.Fuzz(func(t *testing.T, topic1 string, payload1 []byte, topic2 string, payload2 []byte) {
		b := board(t, "provisional")
		var s Story
		for _, u := range []Update{{topic1, payload1}, {topic2, payload2}} {
			b.Apply(u.Topic, u.Payload)
			for _, line := range s.Lines(u.Topic, u.Payload) {
				checkFits(t, line, maxLine, 1, Style{})
			}
		}
		if len(b.findings) > maxFindings || len(b.alerts) > maxAlerts || len(b.last) > len(readers) {
			t.Errorf("%d findings, %d alerts, %d topics kept", len(b.findings), len(b.alerts), len(b.last))
		}
		for _, size := range [][2]int{{80, 24}, {60, 20}, {10, 4}} {
			checkFits(t, Draw(b, size[0], size[1], Style{}, ""), size[0], size[1], Style{})
		}
		checkFits(t, Draw(b, 120, 40, Style{Depth: TrueColor}, ""), 120, 40, Style{Depth: TrueColor})
		checkFits(t, Draw(b, 90, 25, Style{ASCII: true}, ""), 90, 25, Style{ASCII: true})
	})
}

// FuzzSite gives a site a message that is anything at all and an outage, and
// presses keys. Whatever they are, nothing panics, and each picture can be
// written to a terminal.
func FuzzSite(f *testing.F) {
	for name, play := range scenes {
		play(f, func(topic string, payload []byte) { f.Add(topic, payload, "j"+name+"\rs/") })
	}
	f.Fuzz(func(t *testing.T, topic string, payload []byte, keys string) {
		s, v := hall(t), new(Screen)
		s.Apply(&transport.Message{Topic: topic, Payload: payload})
		s.Connect(Link{})
		s.Connect(Link{Up: true})
		s.Apply(&transport.Message{Topic: topic, Payload: payload})
		for range 3 {
			for _, m := range s.Settle() {
				s.Apply(&m)
			}
		}
		for _, size := range [][2]int{{80, 24}, {160, 30}, {30, 5}} {
			checkFits(t, DrawSite(s, v, size[0], size[1], Style{}, hallTime), size[0], size[1], Style{})
			press(v, s, keys)
		}
		if len(v.filter) > 4*maxFilter {
			t.Errorf("a filter of %d bytes", len(v.filter))
		}
	})
}
