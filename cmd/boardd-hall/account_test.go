package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/cli"
)

// TestAccount: the command as a person uses it, in order. No password is ever an argument.
func TestAccount(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	config := filepath.Join(folder, "hall.toml")
	file := filepath.Join(folder, "password")
	for name, text := range map[string]string{config: "[desk]\nlisten = \"127.0.0.1:8443\"\n", file: "correct horse\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		in, args  string
		status    int
		out, errs string
	}{
		{"", "list", 0, "", ""},
		{"correct horse\n", "add anna --role arbiter", 0, "", ""},
		{"", "add olaf --role operator --password-file " + file, 0, "", ""},
		{"", "add tablet --no-password", 0, "", ""},
		{"correct horse\n", "add anna", 2, "", "there is such an account"},
		{"short\n", "add vera", 2, "", "8 characters"},
		{"", "add vera", 2, "", "8 characters"},
		{"correct horse\n", "add a:b", 2, "", "only letters"},
		{"", "add", 2, "", "give the name of one account"},
		{"", "sack anna", 2, "", "one of add, list"},
		{"", "add vera --role boss", 2, "", "one of viewer, operator, arbiter"},
		{"another horse\n", "password anna", 0, "", ""},
		{"another horse\n", "password nobody", 2, "", "no such account"},
		{"", "list", 0, "anna    arbiter   password\nolaf    operator  password\ntablet  viewer    links alone\n", ""},
		{"", "link tablet", 0, "http://127.0.0.1:8443/link/", ""},
		{"", "link nobody", 2, "", "no such account"},
		{"", "link tablet --lasts 0s", 2, "", "more than 0"},
		{"", "remove olaf", 0, "", ""},
		{"", "remove olaf", 2, "", "no such account"},
	} {
		var out, errs bytes.Buffer
		args := append([]string{"account", "--config", config}, strings.Fields(c.args)...)
		status := cli.Run(context.Background(), newProgram(), strings.NewReader(c.in), &out, &errs, args)
		if status != c.status || !strings.HasPrefix(out.String(), c.out) || c.out == "" && out.Len() > 0 || !strings.Contains(errs.String(), c.errs) || c.errs == "" && errs.Len() > 0 {
			t.Errorf("%s: status %d, printed %q, %q", c.args, status, out.String(), errs.String())
		}
	}
	accounts := web.Accounts{Folder: filepath.Join(folder, "desk")}
	if one, ok, err := accounts.Check("anna", "another horse"); !ok || one.Role != web.Arbiter || err != nil {
		t.Errorf("%+v %v %v", one, ok, err)
	}
}
