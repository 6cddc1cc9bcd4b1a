package house

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What go test says of a fuzz run; its last line begins with FAIL.
const (
	fuzzGood = "fuzz: elapsed: 1m0s, execs: 4711 (78/sec), new interesting: 3 (total: 9)\nPASS\nok  \texample.org/p\t60.1s\n"
	fuzzLate = "fuzz: elapsed: 1m0s, execs: 4711 (78/sec), new interesting: 3 (total: 9)\n--- FAIL: FuzzIt (60.03s)\n    context deadline exceeded\nFAIL\nexit status 1\nFAIL\texample.org/p\t60.1s\n"
	fuzzBad  = "--- FAIL: FuzzIt (0.20s)\n    --- FAIL: FuzzIt (0.00s)\n        it_test.go:9: got 3, want 4\n    \n    Failing input written to testdata/fuzz/FuzzIt/0a1b\n    To re-run:\n    go test -run=FuzzIt/0a1b\nFAIL\nexit status 1\nFAIL\texample.org/p\t0.3s\n"
)

// TestFuzzRun: make fuzz fails where a target does, and where there is no program
// to run, but not for the end of the time, which go test now and then takes for a
// failure.
func TestFuzzRun(t *testing.T) {
	script, err := filepath.Abs("../../.ci/fuzz")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says   string
		status, want int // of go test, and of the script
		file         bool
	}{
		{name: "good", says: fuzzGood},
		{name: "time over", says: fuzzLate, status: 1},
		{name: "time over, and an input that fails", says: fuzzLate, status: 1, file: true, want: 123},
		{name: "time over, and something else", says: strings.Replace(fuzzLate, "FAIL\nexit", "panic: it\nFAIL\nexit", 1), status: 1, want: 123},
		{name: "time over for another", says: strings.Replace(fuzzLate, ": FuzzIt (", ": FuzzOther (", 1), status: 1, want: 123},
		{name: "bad", says: fuzzBad, status: 1, file: true, want: 123},
		{name: "its own context", says: strings.Replace(fuzzBad, "got 3, want 4", "context deadline exceeded", 1), status: 1, want: 123},
		{name: "no word", status: 1, want: 123},
		{name: "no program", says: "it.go:1:1: expected 'package'\nFAIL\texample.org/p [build failed]\nFAIL\n", status: 1, want: 123},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			keep := ""
			if c.file {
				keep = "mkdir -p testdata/fuzz/FuzzIt; echo x > testdata/fuzz/FuzzIt/0a1b\n"
			}
			status, out := runFuzz(t, script, dir, fmt.Sprintf("#!/bin/sh\ncase \"$*\" in\nlist*) echo %q ;;\n*-list*) printf 'FuzzIt\\nok  \\texample.org/p\\t0.1s\\n' ;;\n*) %scat <<'END'\n%sEND\nexit %d\nesac\n",
				dir, keep, c.says, c.status))
			if status != c.want || (c.want != 0) != strings.Contains(out, "FAIL example.org/p FuzzIt") {
				t.Errorf("status %d, want %d:\n%s", status, c.want, out)
			}
		})
	}
	if status, out := runFuzz(t, script, t.TempDir(), "#!/bin/sh\necho it does not build\nexit 1\n"); status == 0 || !strings.Contains(out, "it does not build") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

// runFuzz runs the script with a go of ours.
func runFuzz(t *testing.T, script, dir, text string) (status int, out string) {
	t.Helper()
	program := filepath.Join(dir, "go")
	if err := os.WriteFile(program, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(script, "1m")
	run.Dir, run.Env = dir, append(os.Environ(), "GO="+program)
	all, err := run.CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return run.ProcessState.ExitCode(), string(all)
}
