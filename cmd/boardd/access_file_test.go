package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/config"
)

// TestTrustedConfig: a configuration that everybody may write, or put another one in the
// place of, is refused, and so is that of one board, or a certificate; what only the owner
// may write is taken.
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

// TestSecretOwner: a secret is refused that belongs to somebody who is neither root nor
// this user, or that everybody may put another one in the place of.
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
