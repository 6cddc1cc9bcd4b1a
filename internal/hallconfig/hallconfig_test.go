package hallconfig

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// commented is a key of the example that is commented out.
var commented = regexp.MustCompile(`(?m)^# ((?:\[\[[a-z.]+\]\])|(?:[a-z_]+ = .*))$`)

// TestExample: the example has every key, and is valid both as it is and with all keys set.
func TestExample(t *testing.T) {
	c, err := Parse([]byte(commented.ReplaceAllString(strings.Replace(Example, `client_id = ""`, `client_id = "x"`, 1), "$1")))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Halls) != 1 || c.Halls[0].Delay != 15*time.Minute || c.Halls[0].Tables[1] != "stage" || c.Date("harbour27", 2) != "2027.03.07" || c.Date("harbour27", 3) != "" {
		t.Errorf("%+v", c)
	}
	if len(c.Targets) != 1 || c.Targets[0].Tournament != c.Halls[0] || c.Targets[0].Lichess != "Qx3kT9aB" || !c.Targets[0].Slice.Has(500) {
		t.Errorf("targets %+v", c.Targets)
	}
	for _, key := range keysOf(reflect.TypeFor[Config]()) {
		if !regexp.MustCompile(`(?m)^(# )?(\[+(tournaments\.)?` + key + `\]+|` + key + ` = )`).MatchString(Example) {
			t.Errorf("%s is not in the example", key)
		}
	}
	empty, err := Parse([]byte(Example))
	if err != nil || empty.Site != "site" || empty.State != "/var/lib/boardd-hall" || len(empty.Halls) != 0 {
		t.Errorf("as it is: %+v, %v", empty, err)
	}
}

func keysOf(t reflect.Type) []string {
	var all []string
	for f := range t.Fields() {
		name := f.Tag.Get("toml")
		if name == "-" {
			continue
		}
		all = append(all, name)
		inner := f.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			all = append(all, keysOf(inner)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

const good = "[[tournaments]]\nid = \"open\"\nevent = \"Open\"\ntables = { 1 = \"x\" }\n"

func TestBadConfigurations(t *testing.T) {
	for text, want := range map[string]string{
		"sites = 1\n":                                                   `line 1: unknown key "sites"`,
		"[http]\nlisten = 80\n":                                         "line 2",
		"site = \"a b\"\n":                                              "site",
		"[http]\nlisten = \"8080\"\n":                                   "http.listen",
		"[metrics]\nlisten = \":9465\"\n":                               "metrics.listen",
		"[desk]\nlisten = \":8443\"\n":                                  "without TLS",
		"[desk]\nlisten = \"10.0.0.1:8443\"\n":                          "without TLS",
		"[desk]\nlisten = \"desk.local:8443\"\n":                        "without TLS",
		"[desk]\nlisten = \"8443\"\n":                                   "address:port",
		"[desk]\nlisten = \"unix:desk\"\n":                              "whole path",
		"[desk]\ncert_file = \"x\"\nlisten = \":1\"":                    "cert_file needs key_file",
		"[desk]\nurl = \"desk.local\"\n":                                "desk.url",
		"[desk]\nurl = \"https://h/x\"\n":                               "desk.url",
		"[desk]\nproxies = [\"proxy\"]\n":                               "desk.proxies",
		"[desk]\nlisten = \"127.0.0.1:1\"\nproxy_header = \"X-User\"\n": "needs proxies",
		"[desk]\nlisten = \"127.0.0.1:1\"\nproxy_header = \"X-User\"\nproxies = [\"127.0.0.1\"]\n": "needs url",
		"[files]\non_write = \"x\"\n":                                      "files.on_write needs files.folder",
		"[mqtt]\nbroker = \"tcp://u:p@h:1\"\n":                             "mqtt.broker",
		"[mqtt]\ncert_file = \"x\"\n":                                      "key_file",
		good + "delay = \"15\"\n":                                          "delay",
		good + "delay = \"-1s\"\n":                                         "delay",
		good + "at_end = [3, 0]\n":                                         "round 0",
		good + "at_end = [\"3\"]\n":                                        "line 5",
		good + "dates = [\"6.3.2027\"]\n":                                  "dates",
		good + good:                                                        "another tournament has this id",
		good + strings.Replace(good, "open", "b", 1):                       "another tournament has this event",
		good + strings.NewReplacer("open", "b", "Open", "B").Replace(good): "have the same board x",
		strings.Replace(good, "1 =", "one =", 1):                           `"one" is no number`,
		strings.Replace(good, "open", "a/b", 1):                            "id",
		strings.Replace(good, "\"Open\"", "\"\"", 1):                       "Event",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if c, err := Parse([]byte(good + "at_end = [8, 9]\n")); err != nil || !slices.Equal(c.Halls[0].AtEnd, []int{8, 9}) {
		t.Errorf("%+v, %v", c.Halls, err)
	}
}

const target = "[[tournaments.targets]]\nround = 3\nlichess = \"Qx3kT9aB\"\ntoken_file = \"t\"\n"

func TestTargets(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"round = 3", "round = 0", "round = 0"},
		{"round = 3\n", "", "round = 0"},
		{"Qx3kT9aB", "https://lichess.org/broadcast/x/y/Qx3kT9aB", "the id of a round"},
		{"Qx3kT9aB", "Qx3kT9a", "the id of a round"},
		{"token_file = \"t\"\n", "", "token_file is missing"},
		{"round = 3", "round = 3\ntables = \"5-1\"", "slice of tables"},
		{"round = 3", "round = 3\nurl = \"http://lichess.org\"", "must be https"},
		{"round = 3", "round = 3\nurl = \"lichess.org\"", "must be an address"},
		{"round = 3", "round = 3\nurl = \"https://u:p@lichess.org\"", "must be an address"},
		{"[[", target + "[[", "another target has this id"},
	} {
		if _, err := Parse([]byte(good + strings.Replace(target, c.old, c.new, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.new, err, c.want)
		}
	}
	c, err := Parse([]byte(good + target + strings.Replace(target, "Qx3kT9aB", "aaaaaaaa", 1) + "url = \"http://127.0.0.1:1/\"\ntables = \"1-5\"\n"))
	if err != nil || len(c.Targets) != 2 || c.Targets[0].URL != "https://lichess.org" || c.Targets[1].URL != "http://127.0.0.1:1" || c.Targets[1].Slice.Has(6) {
		t.Errorf("%+v %v", c.Targets, err)
	}
}

// The token is read from a file beside the configuration that only its owner may read.
func TestToken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.toml")
	token := filepath.Join(filepath.Dir(path), "t")
	for name, text := range map[string]string{path: good + target, token: "secret\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Targets[0].Token(); err != nil || got != "secret\n" {
		t.Errorf("%q %v", got, err)
	}
	if err := os.Chmod(token, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Targets[0].Token(); err == nil || got != "" {
		t.Errorf("everybody may read it: %q", got)
	}
}

func TestTournament(t *testing.T) {
	c, err := Parse([]byte(good + strings.NewReplacer("open", "b", "Open", "B", "x", "y").Replace(good)))
	if err != nil {
		t.Fatal(err)
	}
	if tournament, err := c.Tournament("b"); err != nil || tournament.Event != "B" {
		t.Errorf("%+v %v", tournament, err)
	}
	for _, id := range []string{"", "c"} {
		if _, err := c.Tournament(id); err == nil || !strings.Contains(err.Error(), "open, b") {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// A file that everybody may write to is refused.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.toml")
	if err := os.WriteFile(path, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err != nil || c.File() != filepath.Join(filepath.Dir(path), "hall.db") {
		t.Errorf("%s %v", c.File(), err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil {
		t.Error("no error")
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(commented.ReplaceAllString(Example, "$1")))
	f.Fuzz(func(_ *testing.T, data []byte) { Parse(data) })
}
