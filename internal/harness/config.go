package harness

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/boardd/boardd/internal/config"
)

func TestConfig(port, url string) *config.Config {
	c := config.Default()
	c.Site, c.Board, c.Port.Name, c.Port.Family, c.MQTT.Broker = "hall", "b07", port, "dgt", url
	return &c
}

func WriteConfig(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardd.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Commented matches a key of the example that is commented out.
var Commented = regexp.MustCompile(`(?m)^# ?((?:\[\[?[a-z.]+\]?\])|(?:[a-zA-Z_]+ = .*))$`)
