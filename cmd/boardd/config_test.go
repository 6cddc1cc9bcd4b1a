package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// TestExampleConfig: the commented keys of the example have the defaults, and the example has
// every key, so that none is undocumented.
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

// missing returns the keys of a configuration that are not in a list.
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
		} else if tables, _ := value.([]any); f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct && len(tables) > 0 {
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

// TestBadConfig: an error names the wrong key or value, with its line if it cannot be read.
func TestBadConfig(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"colour = \"red\"\n", `line 1: unknown key "colour"`},
		{"site = \"hall\"\n\n[port]\nspeed = 9600\n", `line 4: unknown key "port.speed"`},
		{"[serial]\nname = \"x\"\n", `line 1: unknown table "serial"; there are [[boards]], [game], [game.tags], `},
		{"name = \"b07\"\n", `line 1: unknown key "name"; it stands under [[boards]] or [port]`},
		{"volume = 7\n", `line 1: unknown key "volume"; outside of tables there are board, site and state_dir`},
		{"[port]\nbaudrate = 9600\n", `line 2: unknown key "port.baudrate"; did you mean port.baud?`},
		{"[mqtt]\npassword = \"xyzzy\"\n", `line 2: unknown key "mqtt.password"; did you mean mqtt.password_file?`},
		{"[port]\nmen_file = \"x\"\n", `line 2: the key port.men_file is now called port.pieces_file`},
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

// TestBadConfigAllAtOnce: one run reports everything that is wrong.
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

// goWords must not occur in errors of a configuration: their reader knows the file, and not the
// language in which boardd is written.
var goWords = regexp.MustCompile(`struct|main\.|\bint\b|\bbool\b|\bstring\b|map\[|\[\]|U\+|toml:|interface|nil`)

// TestConfigSpeaksItsLanguage: whatever value any key has, an error has line and key, and uses
// the words of the file.
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

// TestConfigInCapitals: keys may be written in capitals.
func TestConfigInCapitals(t *testing.T) {
	c := config.Default()
	if err := c.ReadData([]byte("Site = \"hall\"\n[Game]\nRules = \"fide-2018\"\n[Game.Tags]\nWhite = \"Ferrier, Isla\"\n")); err != nil || c.Site != "hall" || c.Game.Rules != "fide-2018" {
		t.Errorf("%v, %+v", err, c)
	}
	if err := c.ReadData([]byte("[Game]\n\nRules = \"chess\"\n")); err == nil || !strings.HasPrefix(err.Error(), "line 3: game.rules") {
		t.Errorf("%v", err)
	}
}

// TestFlagsOutrankConfig: a flag outranks the file, and the file the default.
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

// writeConfigs writes boardd.toml and b07.toml into a folder.
func writeConfigs(t *testing.T, all, one string) (path string) {
	t.Helper()
	path = harness.WriteConfig(t, all)
	if one != "" {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "b07.toml"), []byte(one), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestInstance: board and port have the name of the instance. Its own file outranks the common
// one, and flags outrank both.
func TestInstance(t *testing.T) {
	for _, c := range []struct {
		all, one string
		args     []string
		want     [5]string // site, board, port, rules, broker
	}{
		{"", "", nil, [5]string{"site", "b07", "/dev/boardd/b07", "fide-2023", "tcp://localhost:1883"}},
		{"site = \"hall\"\n[game]\nrules = \"fide-1997\"\n", "", nil,
			[5]string{"hall", "b07", "/dev/boardd/b07", "fide-1997", "tcp://localhost:1883"}},
		{"site = \"hall\"\n[game]\nrules = \"fide-1997\"\n", "board = \"top\"\n[game]\nrules = \"fide-2018\"\n[port]\nname = \"usb:2d80:0001\"\n", nil,
			[5]string{"hall", "top", "usb:2d80:0001", "fide-2018", "tcp://localhost:1883"}},
		{"[mqtt]\nbroker = \"tcp://one:1\"\n", "[mqtt]\nbroker = \"tcp://two:2\"\n", []string{"--broker", "tcp://three:3", "--port", "/dev/x"},
			[5]string{"site", "b07", "/dev/x", "fide-2023", "tcp://three:3"}},
		{"board = \"b07\"\n", "", nil, [5]string{"site", "b07", "/dev/boardd/b07", "fide-2023", "tcp://localhost:1883"}},
	} {
		path := writeConfigs(t, c.all, c.one)
		got, err := readFlags(t, append([]string{"--config", path, "--instance", "b07"}, c.args...)...)
		if is := [5]string{got.Site, got.Board, got.Port.Name, got.Game.Rules, got.MQTT.Broker}; err != nil || is != c.want {
			t.Errorf("%q over %q: got %q, %v, want %q", c.one, c.all, is, err, c.want)
		}
	}
}

func readFlags(t *testing.T, args ...string) (config.Config, error) {
	t.Helper()
	c := &cobra.Command{Use: "run"}
	flags := config.DaemonFlags(c)
	if err := c.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return flags.Read()
}

// TestCredentials: a name without a slash is a credential if systemd provides one of that name,
// and else a file beside the configuration.
func TestCredentials(t *testing.T) {
	given := t.TempDir()
	for name, text := range map[string]string{"b07.password": "xyzzy\n", "empty": "\n"} {
		if err := os.WriteFile(filepath.Join(given, name), []byte(text), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ credentials, name, want string }{
		{given, "b07.password", filepath.Join(given, "b07.password")},
		{given, "ca.pem", "/etc/boardd/ca.pem"},
		{given, "/root/password", "/root/password"},
		{given, "./b07.password", "./b07.password"},
		{given, "", ""},
		{"", "b07.password", "/etc/boardd/b07.password"},
	} {
		m := config.MQTT{PasswordFile: c.name, CAFile: c.name, CertFile: c.name, KeyFile: c.name}
		m.FindFiles("/etc/boardd", c.credentials)
		if want := (config.MQTT{PasswordFile: c.want, CAFile: c.want, CertFile: c.want, KeyFile: c.want}); m != want {
			t.Errorf("%q in %q: got %+v", c.name, c.credentials, m)
		}
	}
	t.Setenv("CREDENTIALS_DIRECTORY", given)
	for name, want := range map[string]string{"b07.password": "", "empty": `empty" holds no password`, "none": "no such file"} {
		c, err := config.Read(harness.WriteConfig(t, "[mqtt]\nuser = \"b07\"\npassword_file = \""+name+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := config.Publish(&c, transport.Message{}, "")
		if want == "" && (err != nil || p.Password != "xyzzy") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: password %q, %v, want %q", name, p.Password, err, want)
		}
	}
}

// TestPoint30Names: a board with the name of its device's serial number uses the common
// configuration and credentials, and has none of its own. No other board may have such a name, or
// the name of the common files.
func TestPoint30Names(t *testing.T) {
	path := writeConfigs(t, "site = \"hall\"\n", "")
	c, err := readFlags(t, "--config", path, "--instance", "serial-12345")
	if err != nil || c.Site != "hall" || c.Board != "serial-12345" || c.Port.Name != "/dev/boardd/serial-12345" {
		t.Errorf("%s, %s, %s: %v", c.Site, c.Board, c.Port.Name, err)
	}
	folder := filepath.Dir(path)
	for name, text := range map[string]string{"serial-7.toml": "[mqtt]\nuser = \"b07\"\npassword_file = \"b07.password\"\n", "b07.toml": "board = \"serial-9\"\n",
		"bus.toml": "[port]\nfamily = \"dgt-bus\"\n[[boards]]\nname = \"serial-3\"\naddress = 3\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		`serial-7.toml: a name that begins with serial-`:                 {"--config", path, "--instance", "serial-7"},
		`board "serial-9": a name that begins with serial-`:              {"--config", path, "--instance", "b07"},
		`"boardd": boardd.toml and boardd.password are for all boards`:   {"--config", path, "--instance", "boardd"},
		`board "serial-12345": a name that begins with serial- is a USB`: {"--config", path, "--board", "serial-12345"},
		`"serial-3": a name that begins with serial- is a USB device's`:  {"--config", filepath.Join(folder, "bus.toml")},
	} {
		wantRefused(t, want, "", append([]string{"run"}, args...)...)
	}
}

// TestPoint30Rules: the rules of udev put the prefix before a serial number, and give no name
// that is too long for a board.
func TestPoint30Rules(t *testing.T) {
	rules, err := os.ReadFile("../../systemd/75-boardd.rules")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(rules)) {
		if !strings.HasPrefix(line, "#") && strings.Contains(line, "$env{ID_SERIAL_SHORT}") {
			named++
			if !strings.Contains(line, `ENV{BOARDD_NAME}="`+config.SerialPrefix+`$env{ID_SERIAL_SHORT}"`) {
				t.Errorf("no prefix: %s", line)
			}
			most := regexp.MustCompile(`!="(\?+)\*"`).FindStringSubmatch(line)
			if most == nil {
				t.Fatalf("no limit: %s", line)
			}
			if _, err := transport.NewTopics("hall", config.SerialPrefix+strings.Repeat("7", len(most[1])-1)); err != nil || len(most[1]) != 33 {
				t.Errorf("%d: %v", len(most[1]), err)
			}
		}
	}
	if named != 1 {
		t.Errorf("%d lines name boards by serial number", named)
	}
}

// TestSecretFiles: a password that everybody may read is refused.
func TestSecretFiles(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("xyzzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := harness.TestConfig("/dev/null", "tcp://127.0.0.1:1")
	c.MQTT.User, c.MQTT.PasswordFile = "b07", secret
	p, err := config.Publish(c, transport.Message{}, "")
	if err != nil || p.Password != "xyzzy" || p.User != "b07" {
		t.Errorf("password %q of %q, %v", p.Password, p.User, err)
	}
	for _, mode := range []os.FileMode{0o604, 0o602, 0o601, 0o644, 0o620, 0o660, 0o666} {
		if err := os.Chmod(secret, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := config.Publish(c, transport.Message{}, ""); err == nil || !strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), fmt.Sprintf("%04o", mode)) {
			t.Errorf("mode %04o: %v", mode, err)
		}
		file := harness.WriteConfig(t, fmt.Sprintf("[port]\nname = \"/dev/null\"\n[mqtt]\nuser = \"b07\"\npassword_file = %q\n", secret))
		wantRefused(t, secret, "", "run", "--config", file)
	}
	for _, mode := range []os.FileMode{0o640, 0o400, 0o600} {
		if err := os.Chmod(secret, mode); err != nil {
			t.Fatal(err)
		}
		if got := refusedAccess(c); got != "" {
			t.Errorf("mode %04o: %s", mode, got)
		}
	}
	if c.MQTT.User = ""; refusedAccess(c) != "mqtt.password_file: needs user" {
		t.Errorf("a password without a user: %s", refusedAccess(c))
	}
	c.MQTT.User, c.MQTT.PasswordFile = "b07", secret+"-none"
	if _, err := config.Publish(c, transport.Message{}, ""); err == nil || strings.Contains(err.Error(), "xyzzy") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestNoPasswordInAddress: a password in the broker's address is refused, and not repeated.
func TestNoPasswordInAddress(t *testing.T) {
	for _, broker := range []string{"tcp://b07:xyzzy@127.0.0.1:1883", "tls://xyzzy@127.0.0.1:8883", "tcp://b07:xy zzy@127.0.0.1:1883", "tcp://b07:xyzzy"} {
		file := harness.WriteConfig(t, fmt.Sprintf("[port]\nname = \"/dev/null\"\n[mqtt]\nbroker = %q\n", broker))
		for _, args := range [][]string{{"--config", file}, {"--config", harness.WriteConfig(t, ""), "--port", "/dev/null", "--broker", broker}} {
			for _, command := range []string{"run", "check"} {
				status, out, errs := boardd("", append([]string{command}, args...)...)
				if status != cli.ExitUsage || out != "" || !strings.Contains(errs, "mqtt.broker must") || strings.Contains(errs, "zzy") {
					t.Errorf("%s %q: status %d, %q, %q", command, broker, status, out, errs)
				}
			}
		}
	}
}

// TestTLSFiles: files for TLS are refused if they are missing or invalid, or if everybody may
// read the key.
func TestTLSFiles(t *testing.T) {
	dir := t.TempDir()
	rubbish := filepath.Join(dir, "rubbish.pem")
	if err := os.WriteFile(rubbish, []byte("rubbish\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, set := range map[string]func(c *config.Config){
		"no such file": func(c *config.Config) { c.MQTT.CAFile = filepath.Join(dir, "none.pem") },
		"mqtt: ":       func(c *config.Config) { c.MQTT.CAFile = rubbish },
		"0644":         func(c *config.Config) { c.MQTT.CertFile, c.MQTT.KeyFile = rubbish, rubbish },
	} {
		c := harness.TestConfig("/dev/null", "ssl://127.0.0.1:1")
		set(c)
		if _, err := config.Publish(c, transport.Message{}, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// refusedAccess returns why the files of a configuration are refused.
func refusedAccess(c *config.Config) string {
	_, err := config.Publish(c, transport.Message{}, "")
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestNoSecrets: a secret that is no regular file, or too large, is refused without reading it or
// waiting for it.
func TestNoSecrets(t *testing.T) {
	dir := t.TempDir()
	pipe, long, empty, link, loop := filepath.Join(dir, "pipe"), filepath.Join(dir, "long"), filepath.Join(dir, "empty"), filepath.Join(dir, "link"), filepath.Join(dir, "loop")
	open := filepath.Join(dir, "open")
	if err := errors.Join(os.WriteFile(open, []byte("xyzzy\n"), 0o644), os.Symlink(open, link), os.Symlink(loop, loop)); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{long: 1<<16 + 1, empty: 0} {
		if err := os.WriteFile(name, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := harness.TestConfig("/dev/null", "tcp://127.0.0.1:1")
	c.MQTT.User = "b07"
	for file, want := range map[string]string{pipe: "is no file", long: "is too long", empty: "holds no password",
		dir: "is no file", "/dev/null": "is no file", link: "0644", loop: "too many levels of symbolic links"} {
		if c.MQTT.PasswordFile = file; !strings.Contains(refusedAccess(c), want) {
			t.Errorf("%s: %q, want %q", file, refusedAccess(c), want)
		}
	}
	c.MQTT.PasswordFile = ""
	if c.MQTT.CAFile = empty; !strings.Contains(refusedAccess(c), "mqtt.broker: tcp://127.0.0.1:1 is without TLS") {
		t.Errorf("an authority for a broker without TLS: %q", refusedAccess(c))
	}
}

// TestPasswordInConfig: an error does not repeat a password that stands in a wrong place.
func TestPasswordInConfig(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"password = \"xyzzy\"", "user = [\"xyzzy\"]", "password_file = \"xyzzy", "password_file = xyzzy", "user = { password = \"xyzzy\" }"} {
		file := harness.WriteConfig(t, "[port]\nname = \"/dev/null\"\n[mqtt]\n"+text+"\n")
		for _, command := range []string{"run", "check", "watch"} {
			status, out, errs := harness.Run(t, "", command, "--config", file)
			if status != cli.ExitUsage || out != "" || !strings.Contains(errs, "line ") || strings.Contains(errs, "xyzzy") {
				t.Errorf("%s, %s: status %d, %q, %q", command, text, status, out, errs)
			}
		}
	}
}

// TestTrustedConfig: a configuration, also that of one board, or a certificate is refused if
// everybody may write or replace it. A file that only its owner may write is taken.
func TestTrustedConfig(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("not as root: files of others are not tried")
	}
	root := t.TempDir()
	folder := filepath.Join(root, "etc", "boardd")
	own, all := filepath.Join(folder, "b07.toml"), filepath.Join(folder, "boardd.toml")
	link := filepath.Join(root, "link.toml")
	reset := func() {
		t.Helper()
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{own, all} {
			if err := os.WriteFile(f, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for f, mode := range map[string]os.FileMode{root: 0o755, filepath.Dir(folder): 0o755, folder: 0o755, own: 0o644, all: 0o644} {
			chmod(t, f, mode)
		}
	}
	reset()
	if err := os.Symlink(all, link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path, file string
		mode       os.FileMode
		refused    bool
	}{
		"private":                         {all, all, 0o600, false},
		"of a group":                      {all, all, 0o664, false},
		"everybody's":                     {all, all, 0o666, true},
		"everybody's to write alone":      {all, all, 0o602, true},
		"everybody's, one board's":        {all, own, 0o646, true},
		"in everybody's folder":           {all, folder, 0o777, true},
		"in a folder like /tmp":           {all, folder, 0o777 | os.ModeSticky, false},
		"in a group's folder":             {all, folder, 0o775, false},
		"below everybody's folder":        {all, filepath.Dir(folder), 0o777, true},
		"a link to one":                   {link, all, 0o644, false},
		"a link to everybody's":           {link, all, 0o666, true},
		"a link in everybody's folder":    {link, root, 0o777, true},
		"a link into everybody's folder":  {link, folder, 0o777, true},
		"a link in a folder such as /tmp": {link, root, 0o777 | os.ModeSticky, false},
	} {
		t.Run(name, func(t *testing.T) {
			reset()
			chmod(t, c.file, c.mode)
			_, err := config.Read(c.path)
			if c.file == own {
				_, err = config.ReadInstance(c.path, "b07")
			}
			if c.refused != (err != nil) || err != nil && !strings.Contains(err.Error(), "by everybody") {
				t.Errorf("got %v", err)
			}
		})
	}
	reset()
	chmod(t, all, 0o666)
	wantRefused(t, fmt.Sprintf("%s can be written by everybody (mode 0666)", all), "", "run", "--config", all)
}

// TestSecretOwner: a secret is refused if it belongs to neither root nor this user, or if
// everybody may replace it.
func TestSecretOwner(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "secrets")
	name := filepath.Join(folder, "b07.password")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("xyzzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := func(what, refused string) {
		t.Helper()
		text, err := config.ReadSecret(name)
		if refused == "" && (err != nil || string(text) != "xyzzy\n") || refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
			t.Errorf("%s: %q, %v", what, text, err)
		}
	}
	want("as it should be", "")
	chmod(t, folder, 0o777)
	want("in everybody's folder", "everybody may put another file in its place")
	chmod(t, folder, 0o777|os.ModeSticky)
	want("in a folder like /tmp", "")
	if os.Geteuid() != 0 {
		return // nobody else can give a file away
	}
	const nobody = 65534
	if err := os.Chown(name, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	want("of another user", "belongs to user 65534")
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
