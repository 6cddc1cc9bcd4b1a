package schema_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"text/template"

	"github.com/boardd/boardd/transport/schema"
)

var update = flag.Bool("update", false, "write asyncapi.yaml anew from the table of channels")

// key names a channel where braces and slashes may not stand.
func key(c schema.Channel) string {
	return strings.NewReplacer("/", "_", "{", "", "}", "").Replace(c.Topic)
}

// parameter is the name in braces, "" if there is none.
func parameter(c schema.Channel) string {
	_, name, _ := strings.Cut(strings.TrimSuffix(c.Topic, "}"), "{")
	return name
}

// TestAsyncAPI holds asyncapi.yaml against the table of channels.
func TestAsyncAPI(t *testing.T) {
	text, err := os.ReadFile("testdata/asyncapi.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	funcs := template.FuncMap{"key": key, "parameter": parameter}
	tmpl := template.Must(template.New("").Funcs(funcs).Parse(string(text)))
	var want bytes.Buffer
	if err := tmpl.Execute(&want, schema.Channels); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("asyncapi.yaml", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("asyncapi.yaml is not what the table of channels says; -update writes it anew")
	}
}

func TestFor(t *testing.T) {
	cases := []struct{ topic, schema string }{
		{"chess/1/hall-a/b07/game", "game.json"},
		{"chess/1/hall-a/b07/pgn", ""},
		{"chess/1/hall-a/b07/arbiter/game", "arbiter_game.json"},
		{"chess/1/hall-a/b07/arbiter/alert/desync", "alert.json"},
		{"chess/1/hall-a/b07/res/tags", "answer.json"},
		{"chess/1/hall-a/b07/req/pause", "request_plain.json"},
	}
	for _, c := range cases {
		if got, ok := schema.For(c.topic); !ok || got.Schema != c.schema {
			t.Errorf("%s: %q %t, want %q", c.topic, got.Schema, ok, c.schema)
		}
	}
	for _, topic := range []string{"", "game", "chess/2/hall-a/b07/game", "chess/1/hall-a/b07/arbiter/alert/",
		"chess/1/hall-a/b07/arbiter/alert/a/b", "chess/1/hall-a/b07/req/dance", "chess/1/hall-a/game"} {
		if c, ok := schema.For(topic); ok {
			t.Errorf("%s is %s", topic, c.Topic)
		}
	}
}

// Every file but the common one belongs to a channel.
func TestEveryFileIsUsed(t *testing.T) {
	used := map[string]bool{"common.json": true, "asyncapi.yaml": true}
	for _, c := range schema.Channels {
		used[c.Schema] = true
	}
	files, err := schema.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] {
			t.Errorf("%s belongs to no channel", f.Name())
		}
	}
}
