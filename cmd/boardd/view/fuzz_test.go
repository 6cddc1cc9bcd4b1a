package view

import "testing"

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
