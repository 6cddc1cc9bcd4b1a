package simulate

import (
	"strings"
	"testing"
)

// A name is one word, stands once, and finds its profile or board again.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	check := func(name string, found bool) {
		if seen[name] || name == "" || name != strings.ToLower(name) || strings.ContainsAny(name, " /") || !found {
			t.Errorf("the name %q: given twice %v, found %v", name, seen[name], found)
		}
		seen[name] = true
	}
	for _, p := range Profiles() {
		again, ok := ProfileNamed(p.Name)
		check(p.Name, ok && again == p.Profile)
	}
	for _, b := range Boards() {
		again, ok := BoardNamed(b.Name)
		check(b.Name, ok && again == b.Board)
	}
	if _, ok := ProfileNamed("Clean"); ok {
		t.Error("found a profile by a name that none has")
	}
	if _, ok := BoardNamed(""); ok {
		t.Error("found a board without a name")
	}
}
