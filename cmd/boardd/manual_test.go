package main

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
)

// manualText is a manual page as troff has it.
func manualText(t *testing.T, name string) string {
	t.Helper()
	status, out, errs := boardd("", "manual", name)
	if status != cli.ExitOK || errs != "" {
		t.Fatalf("status %d, %q", status, errs)
	}
	return out
}

// TestManual: the page tells of each command and each of its flags, in the order
// of the help.
func TestManual(t *testing.T) {
	rest := manualText(t, "boardd")
	if strings.Contains(rest, "@commands@") || strings.Contains(rest, "@release@") {
		t.Error("a place was not filled in")
	}
	for _, c := range commands() {
		at := strings.Index(rest, "\n.SS \"boardd "+c.Name())
		if at < 0 {
			t.Fatalf("nothing of %s, or not after the one before it", c.Name())
		}
		rest = rest[at:]
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(rest, strings.ReplaceAll("--"+f.Name+" ", "-", `\-`)) {
				t.Errorf("nothing of %s --%s", c.Name(), f.Name)
			}
		})
	}
	if _, out, _ := boardd("", "manual"); out != manualText(t, "boardd") {
		t.Error("it is not the page that is printed if none is named")
	}
}

// TestManualConfig: the page has each key of the example, under its table.
func TestManualConfig(t *testing.T) {
	text := strings.NewReplacer(`\-`, "-", `\(dq`, `"`).Replace(manualText(t, "boardd.toml"))
	var keys map[string]any
	if err := toml.Unmarshal([]byte(harness.Commented.ReplaceAllString(config.Example, "$1")), &keys); err != nil {
		t.Fatal(err)
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
		name := f.Tag.Get("toml")
		if f.Type.Kind() == reflect.Slice {
			if !strings.Contains(text, "\n.B [["+name+"]]\n") {
				t.Errorf("nothing of [[%s]]", name)
			}
			continue
		}
		if f.Type.Kind() != reflect.Struct {
			if !strings.Contains(text, "\n.B "+name+" = ") {
				t.Errorf("nothing of %s", name)
			}
			continue
		}
		_, section, ok := strings.Cut(text, "\n.SH ["+name+"]\n")
		if !ok {
			t.Errorf("nothing of [%s]", name)
		}
		section, _, _ = strings.Cut(section, "\n.SH ")
		for key := range keys[name].(map[string]any) {
			if !strings.Contains(section, "\n.B "+key+" = ") && !strings.Contains(section, "\n.B ["+name+"."+key+"]") {
				t.Errorf("nothing of %s.%s", name, key)
			}
		}
	}
}

// TestManualReads: man takes the pages without a complaint.
func TestManualReads(t *testing.T) {
	man := shell(t, "man")
	for _, name := range []string{"boardd", "boardd.toml"} {
		cmd := exec.Command(man, "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", "-")
		cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
		cmd.Stdin = strings.NewReader(manualText(t, name))
		var errs strings.Builder
		cmd.Stderr = &errs
		if err := cmd.Run(); err != nil || errs.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, errs.String())
		}
	}
}
