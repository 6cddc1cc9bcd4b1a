package main

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
)

// TestCompletes: of a list the last word is completed.
func TestCompletes(t *testing.T) {
	status, out, _ := harness.Run(t, "", "__complete", "bench", "--board", "reed,d")
	if status != cli.ExitOK || !strings.Contains(out, "reed,dgt") {
		t.Errorf("status %d, %q", status, out)
	}
}

// TestManual: the page describes each command.
func TestManual(t *testing.T) {
	var out strings.Builder
	if status := cli.Run(t.Context(), newProgram(), strings.NewReader(""), &out, &out, []string{"manual"}); status != cli.ExitOK {
		t.Fatalf("status %d, %s", status, out.String())
	}
	for _, c := range newProgram().Commands() {
		if !strings.Contains(out.String(), "\n.SS \"boardd\\-lab "+c.Name()) {
			t.Errorf("nothing of %s in %s", c.Name(), out.String())
		}
	}
}

// TestScripts runs the command lines of testdata/script.
func TestScripts(t *testing.T) { harness.Scripts(t) }
