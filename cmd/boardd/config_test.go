package main

import (
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor/family"
)

// TestExampleConfig: what the example has commented out are the defaults, and
// it has every key that there is, so that nothing is undocumented.
func TestExampleConfig(t *testing.T) {
	var empty config.Config
	full := harness.Commented.ReplaceAllString(config.Example, "$1")
	if err := config.Parse(&empty, []byte(full)); err != nil {
		t.Fatal(err)
	}
	if len(empty.Game.Tags) == 0 {
		t.Error("no tags in the example")
	}
	bus := empty
	bus.Port.Family = family.Bus
	if err := bus.Check(); err != nil {
		t.Errorf("the example is refused: %v", err)
	}
	if len(empty.Boards) != 1 {
		t.Error("no board of a bus in the example")
	}
	empty.Game.Tags, empty.Boards = nil, nil // examples of some; there are none by default
	if want := config.Default(); !reflect.DeepEqual(empty, want) {
		t.Errorf("the example says\n%+v, the defaults are\n%+v", empty, want)
	}
	var keys map[string]any
	if err := toml.Unmarshal([]byte(full), &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range missing(reflect.TypeFor[config.Config](), keys) {
		t.Errorf("key %s is not in the example", key)
	}
	as := config.Default()
	if err := config.Parse(&as, []byte(config.Example)); err != nil || !reflect.DeepEqual(as, config.Default()) {
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
	if status != cli.ExitOK || out != config.Example || errs != "" {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

const busConfig = "[port]\nfamily = \"dgt-bus\"\n[[boards]]\n"

// TestBadConfig: the key or the value that is wrong is named, with its line if
// it cannot be read.
func TestBadConfig(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"colour = \"red\"\n", `line 1: unknown key "colour"`},
		{"site = \"hall\"\n\n[port]\nspeed = 9600\n", `line 4: unknown key "port.speed"`},
		{"[serial]\nname = \"x\"\n", `line 1: unknown table "serial"; there are [[boards]], [game], [game.tags], `},
		{"name = \"b07\"\n", `line 1: unknown key "name"; it stands under [[boards]] or [port]`},
		{"volume = 7\n", `line 1: unknown key "volume"; outside of tables there are board, site and state_dir`},
		{"[port]\nbaudrate = 9600\n", `line 2: unknown key "port.baudrate"; did you mean port.baud?`},
		{"[mqtt]\npassword = \"xyzzy\"\n", `line 2: unknown key "mqtt.password"; did you mean mqtt.password_file?`},
		{"[log]\ncolour = true\n", `line 2: unknown key "log.colour"; there are format and level`},
		{"[prot]\nname = \"x\"\n", `line 1: unknown table "prot"; did you mean [port]?`},
		{"[game.tag]\nWhite = \"x\"\n", `line 1: unknown table "game.tag"; did you mean [game.tags]?`},
		{"[site]\nname = \"hall\"\n", `line 1: site is no table; it is given as site = …`},
		{"[[port]]\nname = \"x\"\n", `line 1: the table [port] stands in single brackets`},
		{"port = \"/dev/ttyACM0\"\n", `line 1: port = "/dev/ttyACM0": must be a table: its keys stand under [port], each on a line of its own`},
		{"site.name = \"x\"\n", `line 1: site is no table, and has no key "name"`},
		{"port = { baud = \"x\" }\n", `line 1: port.baud = "x": must be a whole number`},
		{"[port]\nsearch = \"yes\"\n", `line 2: port.search = "yes": must be true or false`},
		{"[port]\nbaud = 99999999999\n", `line 2: port.baud = 99999999999: must be a smaller number`},
		{"[port]\nname = [\"a\"]\n", `line 2: port.name: must be a text in quotes`},
		{"[mqtt]\npassword_file = 12345\n", `line 2: mqtt.password_file: must be a text in quotes`},
		{"[game.tags]\nRound = 3\n", `line 2: game.tags.Round = 3: must be a text in quotes`},
		{"boards = 3\n", `line 1: boards = 3: must be a table for each, under [[boards]]`},
		{"site = hall\n", `line 1, column 8: site: after = must stand a value: a text in quotes, a number, true or false`},
		{"site \"hall\"\n", `line 1, column 6: after the key must stand =`},
		{"site = \"a\" board = \"b\"\n", `line 1, column 12: site: here the line must end: each key has a line of its own`},
		{"site = \"C:\\hall\"\n", `in quotes a backslash is written \\`},
		{"[port\n", `line 1, column 6: the name of a table ends with ]`},
		{"\xff\xfe\n", `line 1, column 1: here must stand a key, or the name of a table in brackets`},
		{"[port]\nbaud = 1\n[port]\nname = \"x\"\n", `line 3, column 2: the table stands twice; its keys belong under one head`},
		{"[game]\nrest_ms = \"fast\"\n", `line 2: game.rest_ms = "fast": must be a whole number`},
		{"site = 7\n", `line 1: site = 7: must be a text in quotes`},
		{"[game]\ntags = 3\n", `line 2: game.tags = 3: must be a table: its keys stand under [game.tags]`},
		{"site = \"hall\n", `line 1, column 13: site: the text has no closing quote on its line`},
		{"site = \"a\"\nsite = \"b\"\n", `line 2, column 1: site: the key stands twice`},
		{"site = \"Großer Saal\"\n", `line 1: site "Großer Saal"`},
		{"board = \"\"\n", `board ""`},
		{"[port]\nfamily = \"chess\"\n", `line 2: port.family = "chess": must be one of `},
		{"[port]\nbaud = 9600\n", `port.baud = 9600: needs port.family`},
		{"[port]\nfamily = \"text\"\nbaud = 50\n", `port.baud = 50: must be 0, for what boards of the family use, or 300 to 1000000`},
		{"[port]\ndtr = \"yes\"\n", `port.dtr = "yes": must be one of auto, leave, on, off`},
		{"[port]\norientation = \"up\"\n", `port.orientation = "up"`},
		{"[port]\nsensor = \"reed\"\n", `port.sensor = "reed": must be one of auto, identified, occupancy`},
		{"[port]\nregisters = \"02=03\"\n", `port.registers = "02=03": goes with family chesslink only`},
		{"[port]\nfamily = \"chesslink\"\nregisters = \"02=08\"\n", `read setting "02=08": set register 02 to 8: want 0 to 7`},
		{"[[boards]]\nname = \"a\"\naddress = 5\n", `boards: they go with port.family "dgt-bus" only`},
		{busConfig + "name = \"a\"\n", `line 3: boards: "a": needs an address or a serial number`},
		{busConfig + "name = \"a b\"\naddress = 5\n", `boards: "a b": board "a b" is not`},
		{busConfig + "name = \"a\"\naddress = 16384\n", `boards: "a": address 16384 must be 1 to 16383`},
		{busConfig + "name = \"a\"\nadress = 5\n", `line 5: unknown key "boards.adress"`},
		{busConfig + "name = \"a\"\naddress = 5\n[[boards]]\nname = \"a\"\naddress = 6\n", `boards: "a": name, address and serial number must be those of no other board`},
		{busConfig + "name = \"a\"\naddress = 5\n[[boards]]\nname = \"b\"\naddress = 5\n", `boards: "b": name, address`},
		{"[port]\nfamily = \"dgt-bus\"\nsearch = false\n[[boards]]\nname = \"a\"\nserial = \"5\"\n", `boards: "a": needs an address, as others are not searched for`},
		{"[game]\nrules = \"fide-2050\"\n", `line 2: game.rules = "fide-2050": must be one of fide-2023, fide-2018, fide-1997, fide-1971, bilguer-1891, bilguer-1880; did you mean "fide-2023"?`},
		{"[game]\ntime = \"slow\"\n", `game.time = "slow"`},
		{"[game]\ntime = \"quickplay\"\n", `game.time`},
		{"[game]\nvariant = \"shogi\"\n", `game.variant = "shogi"`},
		{"[game]\nsupervision = \"some\"\n", `game.supervision = "some"`},
		{"[game]\nclock = \"maybe\"\n", `game.clock = "maybe"`},
		{"[game]\npublish_at = \"once\"\n", `game.publish_at = "once"`},
		{"[game]\nrest_ms = 0\n", `line 2: game.rest_ms = 0: must be 1 to 60000 milliseconds`},
		{"[game]\nmade_rest_ms = 60001\n", `game.made_rest_ms = 60001: must`},
		{"[game]\nsupervised_blitz_gain_s = 90\n", `game.supervised_blitz_gain_s = 90: must be 60 or 120 seconds`},
		{"[game]\nstart = \"8/8\"\n", `game.start = "8/8"`},
		{"[game.tags]\nWhite = \"\"\n", `line 2: game.tags: tag White`},
		{"[game.tags]\nResult = \"1-0\"\n", `game.tags: tag Result`},
		{"[mqtt]\nbroker = \"http://host:1883\"\n", `line 2: mqtt.broker must be tcp://host:port, or tls://host:port for TLS, not http://`},
		{"[mqtt]\nbroker = \"localhost\"\n", `mqtt.broker must be tcp://host:port`},
		{"[mqtt]\nbroker = \"tls://localhost\"\n", `the port is missing`},
		{"[mqtt]\ncert_file = \"a\"\n", `mqtt.cert_file`},
		{"[mqtt]\nkey_file = \"a\"\n", `mqtt.cert_file`},
		{"[log]\nlevel = \"loud\"\n", `line 2: log.level = "loud"`},
		{"[log]\nformat = \"xml\"\n", `log.format = "xml"`},
	} {
		path := harness.WriteConfig(t, c.text)
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
	path := harness.WriteConfig(t, "[game]\nrules = \"chess\"\nrest_ms = 0\n[log]\nlevel = \"loud\"\n")
	_, _, errs := boardd("", "run", "--config", path)
	for _, want := range []string{": line 2: game.rules", ": line 3: game.rest_ms", ": line 5: log.level"} {
		if !strings.Contains(errs, path+want) {
			t.Errorf("%q does not tell of %s", errs, want)
		}
	}
	path = harness.WriteConfig(t, "colour = 1\n[port]\nspeed = 9600\n[prot]\nname = \"x\"\nbaud = \"x\"\n[game]\nrest_ms = \"x\"\n")
	_, _, errs = boardd("", "run", "--config", path)
	if want := []string{"line 1: unknown key", "line 3: unknown key", "line 4: unknown table", "line 8: game.rest_ms"}; strings.Count(errs, path) != len(want) {
		t.Errorf("%q, want %q", errs, want)
	}
}

// goWords are those that no error of a configuration may have: somebody reads it who
// knows the file, and not the language that boardd is written in.
var goWords = regexp.MustCompile(`struct|main\.|\bint\b|\bbool\b|\bstring\b|map\[|\[\]|U\+|toml:|interface|nil`)

// TestConfigSpeaksItsLanguage: whatever value stands under whatever key, what is wrong
// is told with line and key, and in the words of the file.
func TestConfigSpeaksItsLanguage(t *testing.T) {
	values := []string{"7", "-1", "1.5", "true", `""`, `"x"`, "[]", "[1, 2]", "{}", "{ a = 1 }", "2027-03-06", "07:32:00", "2027-03-06T07:32:00Z", "99999999999999999999", "0x10", "inf", "nan", `[{ name = "a" }]`}
	shape := config.ShapeOf(reflect.TypeFor[config.Config]())
	for _, table := range append(slices.Sorted(maps.Keys(shape.Keys)), "") {
		s, head := shape, ""
		if table != "" {
			if s = shape.Keys[table]; s.IsTable() {
				head = s.Head(table) + "\n"
			}
		}
		for _, key := range append(slices.Sorted(maps.Keys(s.Keys)), "White") {
			for _, value := range values {
				c := config.Default()
				err := c.ReadData([]byte(head + key + " = " + value + "\n"))
				if err == nil {
					continue
				}
				line := "line 1"
				if head != "" {
					line = "line "
				}
				if text := err.Error(); goWords.MatchString(text) || !strings.HasPrefix(text, line) || !strings.Contains(text, key) && table != "boards" {
					t.Errorf("%s%s = %s: %s", head, key, value, text)
				}
			}
		}
	}
}

// TestConfigInCapitals: keys may be written so.
func TestConfigInCapitals(t *testing.T) {
	c := config.Default()
	if err := c.ReadData([]byte("Site = \"hall\"\n[Game]\nRules = \"fide-2018\"\n[Game.Tags]\nWhite = \"Ferrier, Isla\"\n")); err != nil || c.Site != "hall" || c.Game.Rules != "fide-2018" {
		t.Errorf("%v, %+v", err, c)
	}
	if err := c.ReadData([]byte("[Game]\n\nRules = \"chess\"\n")); err == nil || !strings.HasPrefix(err.Error(), "line 3: game.rules") {
		t.Errorf("%v", err)
	}
}

// TestFlagsOutrankConfig: what a flag says is in force, else what the file says,
// else the default.
func TestFlagsOutrankConfig(t *testing.T) {
	file := harness.WriteConfig(t, "site = \"hall\"\nboard = \"b07\"\n[port]\nname = \"/dev/ttyACM0\"\n[mqtt]\nbroker = \"tcp://one:1883\"\n")
	for _, c := range []struct {
		flags config.Flags
		want  [4]string
	}{
		{config.Flags{Config: file}, [4]string{"hall", "b07", "/dev/ttyACM0", "tcp://one:1883"}},
		{config.Flags{Config: file, Site: "yard", Port: "usb:0403:6001"}, [4]string{"yard", "b07", "usb:0403:6001", "tcp://one:1883"}},
		{config.Flags{Config: harness.WriteConfig(t, ""), Board: "b1", Broker: "tcp://two:1"}, [4]string{"site", "b1", "", "tcp://two:1"}},
	} {
		got, err := c.flags.Read()
		if is := [4]string{got.Site, got.Board, got.Port.Name, got.MQTT.Broker}; err != nil || is != c.want {
			t.Errorf("got %q, %v, want %q", is, err, c.want)
		}
	}
	wantRefused(t, `site "a/b"`, "", "run", "--config", file, "--site", "a/b")
}
