package web

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

func TestMain(m *testing.M) {
	cost = bcrypt.MinCost
	m.Run()
}

const goodPassword = "correct horse"

// newAccounts returns accounts: anna an arbiter, olaf an operator, vera a viewer, and tablet an
// operator without a password.
func newAccounts(t testing.TB) *Accounts {
	t.Helper()
	a := &Accounts{filepath.Join(t.TempDir(), "desk")}
	for name, role := range map[string]Role{"anna": Arbiter, "olaf": Operator, "vera": Viewer} {
		if err := a.Add(name, role, []byte(goodPassword)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Add("tablet", Operator, nil); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAccounts(t *testing.T) {
	t.Parallel()
	a := newAccounts(t)
	all, err := a.List()
	if err != nil || len(all) != 4 || all[0].Name != "anna" || all[0].Role != Arbiter || all[2].HasPassword() {
		t.Fatalf("%+v %v", all, err)
	}
	info, err := os.Stat(a.file())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if text, _ := os.ReadFile(a.file()); strings.Contains(string(text), goodPassword) {
		t.Error("the file has a password")
	}
	for _, c := range []struct {
		name, password string
		want           bool
	}{
		{"anna", goodPassword, true}, {"anna", "correct horsf", false}, {"anna", "", false}, {"Anna", goodPassword, false},
		{"nobody", goodPassword, false}, {"tablet", "", false}, {"tablet", "*", false}, {"", "", false},
		{"anna", goodPassword + strings.Repeat("x", 100), false},
	} {
		if _, ok, err := a.Check(c.name, c.password); ok != c.want || err != nil {
			t.Errorf("%q %q: %v %v", c.name, c.password, ok, err)
		}
	}
	if err := a.SetPassword("anna", []byte("another horse")); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := a.Check("anna", goodPassword); ok {
		t.Error("the old password holds")
	}
	if err := a.Remove("anna"); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := a.Check("anna", "another horse"); ok {
		t.Error("a removed account is let in")
	}
	if err := a.Remove("anna"); !errors.Is(err, ErrNoAccount) {
		t.Error(err)
	}
}

// Bad input gets an error, and changes nothing.
func TestBadAccounts(t *testing.T) {
	t.Parallel()
	a := newAccounts(t)
	before, _ := os.ReadFile(a.file())
	for name, password := range map[string]string{
		"a:b": goodPassword, "": goodPassword, "../x": goodPassword, "a b": goodPassword, "a\nb:arbiter:x": goodPassword,
		strings.Repeat("n", 65): goodPassword, `"><script>`: goodPassword,
		"short": "1234567", "long": strings.Repeat("x", 73), "lines": "correct\nhorse", "anna": goodPassword, "empty": "",
	} {
		if err := a.Add(name, Viewer, []byte(password)); err == nil {
			t.Errorf("%q %q: no error", name, password)
		}
	}
	if after, _ := os.ReadFile(a.file()); string(after) != string(before) {
		t.Errorf("the file has changed:\n%s", after)
	}
	for text, want := range map[string]string{"anna:arbiter\n": "line 1", "anna:boss:x\n": `role "boss"`, "vera:viewer:x\na b:viewer:x": "line 2"} {
		if err := os.WriteFile(a.file(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := a.List(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A name that is not known costs one comparison of the same kind as one that is.
func TestUnknownAccountTakesAsLong(t *testing.T) {
	a := newAccounts(t)
	var costs []int
	compare = func(hash, password []byte) error {
		cost, err := bcrypt.Cost(hash)
		if err != nil {
			t.Error(err)
		}
		costs = append(costs, cost)
		return bcrypt.CompareHashAndPassword(hash, password)
	}
	defer func() { compare = bcrypt.CompareHashAndPassword }()
	for _, name := range []string{"anna", "nobody", "tablet"} {
		a.Check(name, "wrong password")
	}
	if len(costs) != 3 || costs[0] != costs[1] || costs[1] != costs[2] {
		t.Errorf("costs %v", costs)
	}
}

func TestQR(t *testing.T) {
	t.Parallel()
	svg, err := QR("https://desk.example.org/link/" + strings.Repeat("A", 43))
	if err != nil || !strings.HasPrefix(string(svg), "<svg") || strings.Count(string(svg), "h1v1h-1z") < 300 {
		t.Errorf("%v %.80s", err, svg)
	}
	if text, err := QRText("https://desk.example.org/"); err != nil || !strings.Contains(text, "▀") {
		t.Error(err)
	}
}
