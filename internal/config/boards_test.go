package config

import (
	"testing"

	"github.com/boardd/boardd/sensor/family"
)

// TestForBoard: each board of a bus has a connection of its own, and may have an
// account of its own.
func TestForBoard(t *testing.T) {
	c := Default()
	c.Board, c.Boards = "hall", []Board{{Name: "b1", Address: 1025}}
	c.MQTT.User, c.MQTT.PasswordFile, c.MQTT.ClientID = "{board}", "/etc/boardd/{board}.password", "pi3"
	own := c.ForBoard("b1")
	if own.Board != "b1" || own.Boards != nil || own.MQTT.User != "b1" || own.MQTT.PasswordFile != "/etc/boardd/b1.password" || own.MQTT.ClientID != "pi3-b1" {
		t.Errorf("%+v", own)
	}
	c.MQTT.User, c.MQTT.ClientID = "pi3", ""
	if own = c.ForBoard("b2"); own.MQTT.User != "pi3" || own.MQTT.ClientID != "" {
		t.Errorf("%+v", own.MQTT)
	}
}

// TestNameFor: a board that nobody has named is called by its serial number, as far
// as a topic takes it.
func TestNameFor(t *testing.T) {
	c := Default()
	for serial, want := range map[string]string{"01025": "board-serial-01025", "3000147740": "board-serial-3000147740", " 12/+#\xff3": "board-serial-123"} {
		if got := c.NameFor(serial); got != want {
			t.Errorf("%q: %q, want %q", serial, got, want)
		}
	}
}

// TestPoint30BusNames: a board that names itself by its serial number never has a name
// that the configuration gives to another.
func TestPoint30BusNames(t *testing.T) {
	c := Default()
	c.Port.Family = family.Bus
	for name, good := range map[string]bool{"b1": true, "board-01025": true, c.NameFor("01025"): false, "serial-01025": false} {
		c.Boards = []Board{{Name: name, Address: 1}}
		if err := c.checkBoards(); (err == nil) != good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
