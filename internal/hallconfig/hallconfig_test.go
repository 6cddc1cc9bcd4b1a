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
var commented = regexp.MustCompile(`(?m)^# ((?:\[\[[a-z]+\]\])|(?:[a-z_]+ = .*))$`)

// TestExample: the example has every key, and is valid both as it is and with all keys set.
func TestExample(t *testing.T) {
	c, err := Parse([]byte(commented.ReplaceAllString(strings.Replace(Example, `client_id = ""`, `client_id = "x"`, 1), "$1")))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Halls) != 1 || c.Halls[0].Delay != 15*time.Minute || c.Halls[0].Tables[1] != "stage" || c.Date("harbour27", 2) != "2027.03.07" || c.Date("harbour27", 3) != "" {
		t.Errorf("%+v", c)
	}
	for _, key := range keysOf(reflect.TypeFor[Config]()) {
		if !regexp.MustCompile(`(?m)^(# )?(\[+` + key + `\]+|` + key + ` = )`).MatchString(Example) {
			t.Errorf("%s is not in the example", key)
		}
	}
	empty, err := Parse([]byte(Example))
	if err != nil || empty.Site != "site" || len(empty.Halls) != 0 {
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
		"sites = 1\n":                                `line 1: unknown key "sites"`,
		"[http]\nlisten = 80\n":                      "line 2",
		"site = \"a b\"\n":                           "site",
		"[http]\nlisten = \"8080\"\n":                "http.listen",
		"[files]\non_write = \"x\"\n":                "files.on_write needs files.folder",
		"[mqtt]\nbroker = \"tcp://u:p@h:1\"\n":       "mqtt.broker",
		"[mqtt]\ncert_file = \"x\"\n":                "key_file",
		good + "delay = \"15\"\n":                    "delay",
		good + "delay = \"-1s\"\n":                   "delay",
		good + "dates = [\"6.3.2027\"]\n":            "dates",
		good + good:                                  "another tournament has this id",
		good + strings.Replace(good, "open", "b", 1): "another tournament has this event",
		good + strings.NewReplacer("open", "b", "Open", "B").Replace(good): "have the same board x",
		strings.Replace(good, "1 =", "one =", 1):                           `"one" is no number`,
		strings.Replace(good, "open", "a/b", 1):                            "id",
		strings.Replace(good, "\"Open\"", "\"\"", 1):                       "Event",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := Parse([]byte(good)); err != nil {
		t.Error(err)
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
