package dgt

import (
	"reflect"
	"testing"
)

// TestDeadBoard: a port with nobody at the other end is asked again and again,
// and the board is seen when it wakes up.
func TestDeadBoard(t *testing.T) {
	d := newDesk()
	d.dumb = true
	d.run(6000)
	d.expectSent(t, "500 40", "600 4d", "700 45", "800 55", "900 42", "1000 41", "1100 4b",
		"3100 40", "3200 4d", "3300 45", "3400 55", "3500 42", "3600 41", "3700 4b", "5700 40", "5800 4d", "5900 45", "6000 55")
	if d.host.Answering() {
		t.Error("answering")
	}
	d.dumb = false
	d.run(7000)
	if !d.host.Answering() {
		t.Error("not answering after it woke up")
	}
}

// TestBoardDies: no sign of life within two seconds of asking for one.
func TestBoardDies(t *testing.T) {
	d := newDesk()
	d.run(1500)
	d.sentSince()
	d.dumb = true
	d.run(8300)
	d.expectSent(t, "6200 45", "8200 40", "8300 4d")
	if d.host.Answering() {
		t.Error("answering")
	}
}

// TestLostBoard: empty messages without end, and bytes that make no sense,
// have the board started again; a few do not.
func TestLostBoard(t *testing.T) {
	for name, c := range map[string]struct {
		data  []byte
		begin bool
	}{
		"two empty messages":   {wire(t, "800003 800003"), false},
		"three empty messages": {wire(t, "800003 800003 800003"), true},
		"200 bytes of junk":    {make([]byte, 200), true},
		"199 bytes of junk":    {make([]byte, 199), false},
		"the internal log":     {append(wire(t, "8f3e03"), make([]byte, 7000)...), false},
	} {
		d := newDesk()
		d.run(1500)
		d.sentSince()
		d.now = 2000
		d.hear(c.data)
		sent := d.sentSince()
		if begun := reflect.DeepEqual(sent, []string{"2000 40"}); begun != c.begin {
			t.Errorf("%s: sent %q, want a new start: %v", name, sent, c.begin)
		}
	}
}

// TestStartDuringLog: eight seconds of internal log are waited for, not
// answered with more commands than the board's buffer takes.
func TestStartDuringLog(t *testing.T) {
	d := newDesk()
	d.dumb = true
	d.run(1150)
	d.sentSince()
	d.dumb = false
	d.hear(wire(t, "8f3e03"))
	for range 79 {
		d.hear(make([]byte, 100))
		d.run(d.now + 104)
	}
	d.expectSent(t)
	d.hear(make([]byte, 36))
	d.hear(wire(t, dumpNormal))
	if !d.host.Answering() {
		t.Error("not answering after log and dump")
	}
}

// TestStartAfterHalfLog: a log that breaks off is not waited for.
func TestStartAfterHalfLog(t *testing.T) {
	d := newDesk()
	d.dumb = true
	d.run(1150)
	d.sentSince()
	d.dumb = false
	d.hear(append(wire(t, "8f3e03"), make([]byte, 100)...))
	d.dumb = true
	d.run(3400)
	d.expectSent(t, "3150 40", "3250 4d", "3350 45")
	d.dumb = false
	d.run(4000)
	if !d.host.Answering() {
		t.Error("not answering after it woke up")
	}
}
