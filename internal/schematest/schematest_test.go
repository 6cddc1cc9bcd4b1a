package schematest_test

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/schematest"
)

const prefix = "chess/1/hall-a/b07/"

const clock = `{"schema":"boardd.clock/1.0","board":"b07","session":"s","at":"2027-03-06T14:02:41.120Z","synced":true,` +
	`"white_ms":5424000,"black_ms":5419000,"running":"w","read_at":"2027-03-06T14:02:41.020Z"}`

func TestValidate(t *testing.T) {
	if err := schematest.Validate(prefix+"clock", []byte(clock)); err != nil {
		t.Error(err)
	}
	if err := schematest.Validate(prefix+"arbiter/alert/desync", nil); err != nil {
		t.Error(err)
	}
	bad := map[string]struct{ topic, payload string }{
		"another field":      {"clock", strings.Replace(clock, `"board"`, `"x":1,"board"`, 1)},
		"a field missing":    {"clock", strings.Replace(clock, `"board":"b07",`, "", 1)},
		"another schema":     {"clock", strings.Replace(clock, "clock/1.0", "clock/2.0", 1)},
		"a wrong value":      {"clock", strings.Replace(clock, `"w"`, `"white"`, 1)},
		"not JSON":           {"clock", clock[1:]},
		"no topic of ours":   {"clocks", clock},
		"empty":              {"clock", ""},
		"a PGN without tags": {"pgn", "1. e4 *\n\n"},
	}
	for name, c := range bad {
		if schematest.Validate(prefix+c.topic, []byte(c.payload)) == nil {
			t.Errorf("%s passes", name)
		}
	}
}
