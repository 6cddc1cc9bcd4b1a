package config

import (
	"regexp"
	"testing"

	"github.com/boardd/boardd/pipeline"
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

// FuzzConfig: any configuration is refused, or a daemon can be made from it. Nothing
// listens on the network unless configured.
func FuzzConfig(f *testing.F) {
	f.Add(Example)
	f.Add(commentedOut.ReplaceAllString(Example, "$1"))
	f.Add("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt-bus\"\nname = \"usb:0403:6001\"\n[[boards]]\nname = \"b1\"\naddress = 3\n")
	f.Add("[port]\nfamily = \"chesslink\"\nregisters = \"01=1E 02=03\"\n[game]\nrules = \"fide-1997\"\ntime = \"quickplay\"\n[game.tags]\nWhite = \"Ferrier, Isla\"\n")
	f.Add("[game]\nvariant = \"chess960\"\nstart = \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"\n")
	f.Add("[mqtt]\nbroker = \"tls://broker.local:8883\"\nuser = \"{board}\"\npassword_file = \"b07.password\"\nca_file = \"ca.crt\"\n")
	f.Add("[metrics]\nlisten = \"[::1]:9464\"\n[homeassistant]\nprefix = \"homeassistant\"\n[log]\nlevel = \"debug\"\n")
	f.Add("[metrics]\nlisten = \"0.0.0.0:9464\"\n[mqtt]\nbroker = \"tcp://b07:xyzzy@h:1883\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := Default()
		if Parse(&c, []byte(text)) != nil || c.Check() != nil {
			return
		}
		h, _, err := c.HeaderWithPieces()
		if err != nil && c.Port.PiecesFile == "" {
			t.Fatalf("a header cannot be made: %v", err)
		}
		if err == nil {
			if _, err := pipeline.New(h, "test"); err != nil {
				t.Fatalf("an engine cannot be made: %v", err)
			}
		}
		c.ForBoard("b07")
		if (&Metrics{Listen: c.Metrics.Listen}).Check() != nil && !c.Metrics.BeyondLoopback {
			t.Fatalf("it listens at %q", c.Metrics.Listen)
		}
	})
}

// commentedOut is a key of the example that is commented out.
var commentedOut = regexp.MustCompile(`(?m)^# ?((?:\[\[?[a-z.]+\]?\])|(?:[a-zA-Z_]+ = .*))$`)
