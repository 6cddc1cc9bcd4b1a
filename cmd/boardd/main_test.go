package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/boardd/boardd/internal/cli"
)

// commands are all commands of the program.
func commands() []*cobra.Command { return newProgram().Commands() }

// TestCommandHelp: each command explains itself and its flags, and does nothing.
func TestCommandHelp(t *testing.T) {
	_, all, _ := boardd("", "help")
	for _, c := range commands() {
		if !strings.Contains(all, "\n  "+c.Name()+" ") || !strings.Contains(all, c.Short) {
			t.Errorf("help does not tell of %s:\n%s", c.Name(), all)
		}
		wantRefused(t, "there is no flag --colour", "", c.Name(), "--colour")
		for _, help := range []string{"-h", "--help"} {
			status, out, errs := boardd("", c.Name(), help)
			if status != cli.ExitOK || errs != "" || !strings.HasPrefix(out, "usage: boardd "+c.Name()) || !strings.Contains(out, c.Short) {
				t.Errorf("%s %s: status %d, %q, %q", c.Name(), help, status, out, errs)
			}
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(out, "--"+f.Name+" ") {
					t.Errorf("%s %s does not tell of %s:\n%s", c.Name(), help, f.Name, out)
				}
			})
		}
	}
}
