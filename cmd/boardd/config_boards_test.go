package main

import "testing"

// TestForBoard: each board of a bus has a connection of its own, and may have an
// account of its own.
func TestForBoard(t *testing.T) {
	c := defaultConfig()
	c.Board, c.Boards = "hall", []boardConfig{{Name: "b1", Address: 1025}}
	c.MQTT.User, c.MQTT.PasswordFile, c.MQTT.ClientID = "{board}", "/etc/boardd/{board}.password", "pi3"
	own := c.forBoard("b1")
	if own.Board != "b1" || own.Boards != nil || own.MQTT.User != "b1" || own.MQTT.PasswordFile != "/etc/boardd/b1.password" || own.MQTT.ClientID != "pi3-b1" {
		t.Errorf("%+v", own)
	}
	c.MQTT.User, c.MQTT.ClientID = "pi3", ""
	if own = c.forBoard("b2"); own.MQTT.User != "pi3" || own.MQTT.ClientID != "" {
		t.Errorf("%+v", own.MQTT)
	}
}

// TestNameFor: a board that nobody has named is called by its serial number, as far
// as a topic takes it.
func TestNameFor(t *testing.T) {
	c := defaultConfig()
	for serial, want := range map[string]string{"01025": "board-01025", "3000147740": "board-3000147740", " 12/+#\xff3": "board-123"} {
		if got := c.nameFor(serial); got != want {
			t.Errorf("%q: %q, want %q", serial, got, want)
		}
	}
}

// TestKnows: what a board says all the time is not handed on, but what a reading of
// the clock waits for is.
func TestKnows(t *testing.T) {
	nothing := []byte{0x85, 0x00, 0x06, 0x08, 0x01, 0x14}
	change := []byte{0x85, 0x00, 0x08, 0x08, 0x01, 0x40, 0x34, 0x0a}
	clock := []byte{0x84, 0x00, 0x0d, 0x08, 0x01, 0x20, 0x03, 0x00, 0x20, 0x03, 0x00, 0x09, 0x69}
	other := []byte{0x84, 0x00, 0x0d, 0x08, 0x01, 0x20, 0x03, 0x00, 0x20, 0x02, 0x59, 0x09, 0x41}
	var m member
	for i, c := range []struct {
		data []byte
		want bool
	}{{nothing, true}, {clock, false}, {nothing, false}, {nothing, true}, {clock, true}, {nothing, true}, {change, false},
		{other, false}, {change, false}, {nothing, true}, {clock, false}, {clock[:6], false}} {
		if got := m.knows(c.data); got != c.want {
			t.Errorf("%d: % x: %v", i, c.data, got)
		}
	}
}
