package main

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
)

// TestCompletes: the shell completes a verb and its fields.
func TestCompletes(t *testing.T) {
	for line, want := range map[string]string{"send ru": "ruling", "send result ": "termination="} {
		status, out, _ := harness.Run(t, "", append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if status != cli.ExitOK || !strings.Contains(out, want) {
			t.Errorf("%q: status %d, %q", line, status, out)
		}
	}
}

// TestManual: the page describes each command.
func TestManual(t *testing.T) {
	var out strings.Builder
	if status := cli.Run(t.Context(), newProgram(), strings.NewReader(""), &out, &out, []string{"manual"}); status != cli.ExitOK {
		t.Fatalf("status %d, %s", status, out.String())
	}
	for _, c := range newProgram().Commands() {
		if !strings.Contains(out.String(), "\n.SS \"boardd\\-hall "+c.Name()) {
			t.Errorf("nothing of %s in %s", c.Name(), out.String())
		}
	}
}

// TestScripts runs the command lines of testdata/script.
func TestScripts(t *testing.T) { harness.Scripts(t) }
