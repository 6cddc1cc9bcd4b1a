package harness

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the derived files: what is found in the fixtures, and the goldens")

// CheckGolden compares text with a file, or rewrites the file with -update.
func CheckGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what comes out any more: %s", path, FirstDifference(string(want), got))
	}
}

// FirstDifference returns the first line in which two texts differ.
func FirstDifference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range a {
		if i == len(b) {
			return "it ends before " + a[i]
		}
		if a[i] != b[i] {
			return "was\n" + a[i] + "\nis\n" + b[i]
		}
	}
	return "it goes on with " + b[len(a)]
}
