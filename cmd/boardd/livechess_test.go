package main

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/config"
)

// TestLiveChessKeys: what can be reached from elsewhere must say its delay, and no web site is
// let in by a pattern that is wider than a port.
func TestLiveChessKeys(t *testing.T) {
	for text, want := range map[string]string{
		"listen = \"127.0.0.1:1982\"\n":                     "",
		"listen = \"[::1]:1982\"\n":                         "",
		"listen = \"localhost:1982\"\n":                     "",
		"listen = \":1982\"\ndelay = \"0\"\n":               "",
		"listen = \"192.168.1.5:1982\"\ndelay = \"15m\"\n":  "",
		"origins = []\n":                                    "",
		"origins = [\"null\", \"http://localhost:5173\"]\n": "",
		"hosts = [\"board.local\"]\n":                       "",
		"listen = \":1982\"\n":                              `line 2: livechess.listen = ":1982": can be reached from elsewhere`,
		"\nlisten = \"0.0.0.0:1982\"\n":                     `line 3: livechess.listen`,
		"listen = \"1982\"\n":                               `must be address:port`,
		"listen = \"127.0.0.1:0\"\n":                        `must be address:port`,
		"listen = \":1982\"\ndelay = \"-1s\"\n":             `line 3: livechess.delay`,
		"delay = \"15\"\n":                                  `livechess.delay`,
		"delay = \"2h\"\n":                                  `at most 1h`,
		"delay = \"same\"\n":                                `livechess.delay`,
		"origins = [\"*\"]\n":                               `livechess.origins: "*"`,
		"origins = [\"https://*.chess.com\"]\n":             `livechess.origins`,
		"origins = [\"https://lichess.org/\"]\n":            `livechess.origins`,
		"origins = [\"lichess.org\"]\n":                     `livechess.origins`,
		"origins = \"https://lichess.org\"\n":               `a list of texts`,
		"origins = [1]\n":                                   `line 2`,
		"hosts = [\"board.local:1982\"]\n":                  `livechess.hosts`,
		"host = \"x\"\n":                                    `did you mean livechess.hosts`,
	} {
		c := config.Default()
		err := c.ReadData([]byte("[livechess]\n" + text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
