package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLongList: make long runs each test of which make test leaves out something,
// and no other.
func TestLongList(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^LONG = (.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list LONG")
	}
	want, have := strings.Split(string(list[1]), "|"), shortened(t)
	if slices.Sort(want); !slices.Equal(have, want) {
		t.Errorf("testing.Short is asked for in %q, LONG is %q", have, want)
	}
}

// testFunc is the beginning of a test, or of any other function.
var testFunc = regexp.MustCompile(`(?m)^func (\w*)`)

// shortened are the names of the tests that ask whether the run is a short one.
func shortened(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "makefile_test.go" {
			return err
		}
		text, err := os.ReadFile(path)
		starts := testFunc.FindAllSubmatchIndex(text, -1)
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			if strings.Contains(string(text[at[0]:end]), "testing.Short()") {
				all = append(all, string(text[at[2]:at[3]]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}
