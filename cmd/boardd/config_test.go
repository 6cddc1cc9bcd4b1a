package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// commented is a key of the example that is commented out.
var commented = regexp.MustCompile(`(?m)^# ?((?:\[\[?[a-z.]+\]?\])|(?:[a-zA-Z_]+ = .*))$`)

// TestExampleConfig: what the example has commented out are the defaults, and
// it has every key that there is, so that nothing is undocumented.
func TestExampleConfig(t *testing.T) {
	var empty config
	full := commented.ReplaceAllString(exampleConfig, "$1")
	if err := parseConfig(&empty, []byte(full)); err != nil {
		t.Fatal(err)
	}
	if len(empty.Game.Tags) == 0 {
		t.Error("no tags in the example")
	}
	bus := empty
	bus.Port.Family = busFamily
	if err := bus.check(); err != nil {
		t.Errorf("the example is refused: %v", err)
	}
	if len(empty.Boards) != 1 {
		t.Error("no board of a bus in the example")
	}
	empty.Game.Tags, empty.Boards = nil, nil // examples of some; there are none by default
	if want := defaultConfig(); !reflect.DeepEqual(empty, want) {
		t.Errorf("the example says\n%+v, the defaults are\n%+v", empty, want)
	}
	var keys map[string]any
	if err := toml.Unmarshal([]byte(full), &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range missing(reflect.TypeFor[config](), keys) {
		t.Errorf("key %s is not in the example", key)
	}
	as := defaultConfig()
	if err := parseConfig(&as, []byte(exampleConfig)); err != nil || !reflect.DeepEqual(as, defaultConfig()) {
		t.Errorf("as it is the example says %+v, %v", as, err)
	}
}

// missing lists the keys of a configuration that are not among those given.
func missing(t reflect.Type, given map[string]any) []string {
	var keys []string
	for i := range t.NumField() {
		f := t.Field(i)
		key := f.Tag.Get("toml")
		value, ok := given[key]
		if !ok {
			keys = append(keys, key)
		} else if f.Type.Kind() == reflect.Struct {
			table, _ := value.(map[string]any)
			keys = append(keys, missing(f.Type, table)...)
		} else if tables, _ := value.([]any); f.Type.Kind() == reflect.Slice && len(tables) > 0 {
			table, _ := tables[0].(map[string]any)
			keys = append(keys, missing(f.Type.Elem(), table)...)
		}
	}
	return keys
}

func TestExampleConfigFlag(t *testing.T) {
	status, out, errs := boardd("", "run", "--example-config")
	if status != exitOK || out != exampleConfig || errs != "" {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

func writeConfig(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardd.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const busConfig = "[port]\nfamily = \"dgt-bus\"\n[[boards]]\n"

// TestBadConfig: the key or the value that is wrong is named, with its line if
// it cannot be read.
func TestBadConfig(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"colour = \"red\"\n", `line 1: unknown key "colour"`},
		{"site = \"hall\"\n\n[port]\nspeed = 9600\n", `line 4: unknown key "port.speed"`},
		{"[serial]\nname = \"x\"\n", `line 1: unknown key "serial`},
		{"a = 1\nb = 2\n", `line 1: unknown key "a"; line 2: unknown key "b"`},
		{"[game]\nrest_ms = \"fast\"\n", `line 2`},
		{"site = 7\n", `line 1`},
		{"[game]\ntags = 3\n", `line 2`},
		{"site = \"hall\n", `line 1`},
		{"site = \"a\"\nsite = \"b\"\n", `line 2`},
		{"site = \"Großer Saal\"\n", `site "Großer Saal"`},
		{"board = \"\"\n", `board ""`},
		{"[port]\nfamily = \"chess\"\n", `port.family = "chess": must be one of `},
		{"[port]\nbaud = 9600\n", `port.baud = 9600: needs port.family`},
		{"[port]\nfamily = \"text\"\nbaud = 50\n", `port.baud = 50: must be 0, for what boards of the family use, or 300 to 1000000`},
		{"[port]\ndtr = \"yes\"\n", `port.dtr = "yes": must be one of auto, leave, on, off`},
		{"[port]\norientation = \"up\"\n", `port.orientation = "up"`},
		{"[port]\nsensor = \"reed\"\n", `port.sensor = "reed": must be one of auto, identified, occupancy`},
		{"[port]\nregisters = \"02=03\"\n", `port.registers = "02=03": goes with family chesslink only`},
		{"[port]\nfamily = \"chesslink\"\nregisters = \"02=08\"\n", `read setting "02=08": set register 02 to 8: want 0 to 7`},
		{"[[boards]]\nname = \"a\"\naddress = 5\n", `boards: they go with port.family "dgt-bus" only`},
		{busConfig + "name = \"a\"\n", `boards: "a": needs an address or a serial number`},
		{busConfig + "name = \"a b\"\naddress = 5\n", `boards: "a b": board "a b" is not`},
		{busConfig + "name = \"a\"\naddress = 16384\n", `boards: "a": address 16384 must be 1 to 16383`},
		{busConfig + "name = \"a\"\nadress = 5\n", `line 5: unknown key "boards.adress"`},
		{busConfig + "name = \"a\"\naddress = 5\n[[boards]]\nname = \"a\"\naddress = 6\n", `boards: "a": name, address and serial number must be those of no other board`},
		{busConfig + "name = \"a\"\naddress = 5\n[[boards]]\nname = \"b\"\naddress = 5\n", `boards: "b": name, address`},
		{"[port]\nfamily = \"dgt-bus\"\nsearch = false\n[[boards]]\nname = \"a\"\nserial = \"5\"\n", `boards: "a": needs an address, as others are not searched for`},
		{"[game]\nrules = \"fide-2050\"\n", `game.rules = "fide-2050"`},
		{"[game]\ntime = \"slow\"\n", `game.time = "slow"`},
		{"[game]\ntime = \"quickplay\"\n", `game.time`},
		{"[game]\nvariant = \"shogi\"\n", `game.variant = "shogi"`},
		{"[game]\nsupervision = \"some\"\n", `game.supervision = "some"`},
		{"[game]\nclock = \"maybe\"\n", `game.clock = "maybe"`},
		{"[game]\npublish_at = \"once\"\n", `game.publish_at = "once"`},
		{"[game]\nrest_ms = 0\n", `game.rest_ms = 0: must be 1 to 60000 milliseconds`},
		{"[game]\nmade_rest_ms = 60001\n", `game.made_rest_ms = 60001: must`},
		{"[game]\nsupervised_blitz_gain_s = 90\n", `game.supervised_blitz_gain_s = 90: must be 60 or 120 seconds`},
		{"[game]\nstart = \"8/8\"\n", `game.start = "8/8"`},
		{"[game.tags]\nWhite = \"\"\n", `game.tags: tag White`},
		{"[game.tags]\nResult = \"1-0\"\n", `game.tags: tag Result`},
		{"[mqtt]\nbroker = \"http://host:1883\"\n", `mqtt.broker must be tcp://host:port, or tls://host:port for TLS, not http://`},
		{"[mqtt]\nbroker = \"localhost\"\n", `mqtt.broker must be tcp://host:port`},
		{"[mqtt]\nbroker = \"tls://localhost\"\n", `the port is missing`},
		{"[mqtt]\ncert_file = \"a\"\n", `mqtt.cert_file`},
		{"[mqtt]\nkey_file = \"a\"\n", `mqtt.cert_file`},
		{"[log]\nlevel = \"loud\"\n", `log.level = "loud"`},
		{"[log]\nformat = \"xml\"\n", `log.format = "xml"`},
	} {
		path := writeConfig(t, c.text)
		for _, command := range []string{"run", "check"} {
			wantRefused(t, c.want, "", command, "--config", path)
			wantRefused(t, path+": ", "", command, "--config", path)
		}
	}
	missing := filepath.Join(t.TempDir(), "none.toml")
	wantRefused(t, missing, "", "run", "--config", missing)
}

// TestBadConfigAllAtOnce: what is wrong is told all at once, so that nobody has
// to try again and again.
func TestBadConfigAllAtOnce(t *testing.T) {
	path := writeConfig(t, "[game]\nrules = \"chess\"\nrest_ms = 0\n[log]\nlevel = \"loud\"\n")
	_, _, errs := boardd("", "run", "--config", path)
	for _, want := range []string{"game.rules", "game.rest_ms", "log.level"} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q does not tell of %s", errs, want)
		}
	}
}

// TestFlagsOutrankConfig: what a flag says is in force, else what the file says,
// else the default.
func TestFlagsOutrankConfig(t *testing.T) {
	file := writeConfig(t, "site = \"hall\"\nboard = \"b07\"\n[port]\nname = \"/dev/ttyACM0\"\n[mqtt]\nbroker = \"tcp://one:1883\"\n")
	text := func(s string) *string { return &s }
	none := text("")
	for _, c := range []struct {
		flags runFlags
		want  [4]string
	}{
		{runFlags{config: text(file), instance: none, site: none, board: none, port: none, family: none, broker: none}, [4]string{"hall", "b07", "/dev/ttyACM0", "tcp://one:1883"}},
		{runFlags{config: text(file), instance: none, site: text("yard"), board: none, port: text("usb:0403:6001"), family: none, broker: none}, [4]string{"yard", "b07", "usb:0403:6001", "tcp://one:1883"}},
		{runFlags{config: text(writeConfig(t, "")), instance: none, site: none, board: text("b1"), port: none, family: none, broker: text("tcp://two:1")}, [4]string{"site", "b1", "", "tcp://two:1"}},
	} {
		got, err := c.flags.read()
		if is := [4]string{got.Site, got.Board, got.Port.Name, got.MQTT.Broker}; err != nil || is != c.want {
			t.Errorf("got %q, %v, want %q", is, err, c.want)
		}
	}
	wantRefused(t, `site "a/b"`, "", "run", "--config", file, "--site", "a/b")
}
