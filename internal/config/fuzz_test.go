package config

import (
	"regexp"
	"testing"

	"github.com/boardd/boardd/pipeline"
)

// FuzzConfig: whatever stands in a configuration, it is refused, or what a daemon
// is made of can be had from it. Nothing listens to the network without having
// been told to.
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
		if err != nil && c.Port.PieceFile == "" {
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
