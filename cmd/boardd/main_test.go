package main

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
)

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}} {
		status, out, errs := boardd("", args...)
		if status != exitOK || errs != "" {
			t.Errorf("%q: status %d, %q", args, status, errs)
		}
		for _, c := range commands() {
			if !strings.Contains(out, "\n  "+c.name+" ") || !strings.Contains(out, c.short) {
				t.Errorf("%q does not tell of %s:\n%s", args, c.name, out)
			}
		}
	}
}

// TestCommandHelp: each command explains itself and its flags, and does nothing.
func TestCommandHelp(t *testing.T) {
	flags := map[string][]string{
		"run":      {"-config", "-site", "-board", "-port", "-broker", "-record", "-example-config"},
		"replay":   {"-o", "-decode", "-speed", "-lang"},
		"record":   {"-config", "-port"},
		"check":    {"-config", "-port", "-broker", "-wait"},
		"laws":     {"-topics", "-rules", "-lang", "-o"},
		"demo":     {"-speed", "-plain", "-ascii", "-lang"},
		"simulate": {"-games", "-board", "-profile", "-seed", "-time", "-no-clock", "-out"},
		"bench":    {"-games", "-count", "-profile", "-board", "-clock", "-seed", "-workers", "-fail", "-json", "-causes"},
		"send":     {"-config", "-site", "-board", "-broker", "-o", "-wait"},
		"watch":    {"-config", "-site", "-broker", "-o", "-ascii", "-lang"},
	}
	for _, c := range commands() {
		for _, help := range []string{"-h", "--help"} {
			status, out, errs := boardd("", c.name, help)
			if status != exitOK || errs != "" || !strings.HasPrefix(out, "usage: boardd "+c.name) || !strings.Contains(out, c.short) {
				t.Errorf("%s %s: status %d, %q, %q", c.name, help, status, out, errs)
			}
			for _, f := range flags[c.name] {
				if !strings.Contains(out, "\n  "+f) {
					t.Errorf("%s %s does not tell of %s:\n%s", c.name, help, f, out)
				}
			}
		}
	}
}

// TestHelpCommand: help of a command is what the command says of itself.
func TestHelpCommand(t *testing.T) {
	for _, c := range commands() {
		_, want, _ := boardd("", c.name, "-h")
		if status, out, errs := boardd("", "help", c.name); status != exitOK || out != want || errs != "" {
			t.Errorf("%s: status %d, %q, %q", c.name, status, out, errs)
		}
	}
	wantRefused(t, `unknown command "plya"`, "", "help", "plya")
	if _, out, _ := boardd("", "help", "record"); strings.Contains(out, "-broker") || strings.Contains(out, "-site") {
		t.Errorf("record has flags that do nothing:\n%s", out)
	}
}

// TestFlagsAfterFile: flags may follow the file.
func TestFlagsAfterFile(t *testing.T) {
	log := fixtures.Log("three-lives")
	for _, args := range [][]string{{"-", "-o", "uci"}, {"-o", "san", "-", "-o", "uci"}, {"-", "-o=uci", "--speed", "0"}} {
		if status, out, errs := boardd(log, append([]string{"replay"}, args...)...); status != exitOK || out != "e2e4 e7e5 g1f3\n" {
			t.Errorf("%q: status %d, %q, %q", args, status, out, errs)
		}
	}
	wantRefused(t, `"b.log" is one argument too many`, log, "replay", "-", "-o", "uci", "b.log")
}

func TestUnknownCommand(t *testing.T) {
	wantRefused(t, `unknown command "plya"`, "", "plya", "game.log")
	wantRefused(t, `unknown command "-o"`, "", "-o", "uci")
}

// TestNoCommand: without a command the help goes to standard error, as nothing
// was done.
func TestNoCommand(t *testing.T) {
	status, out, errs := boardd("")
	if status != exitUsage || out != "" || !strings.Contains(errs, "usage: boardd COMMAND") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

func TestVersion(t *testing.T) {
	for _, name := range []string{"version", "-version", "--version"} {
		status, out, errs := boardd("", name)
		if status != exitOK || errs != "" || !strings.HasPrefix(out, "boardd "+release+" ") || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", name, status, out, errs)
		}
	}
}

// TestTooManyArguments: what a command does not take is not passed over.
func TestTooManyArguments(t *testing.T) {
	for _, args := range [][]string{
		{"version", "x"}, {"ports", "x"}, {"check", "x"}, {"run", "x"}, {"record", "a.log", "x"}, {"demo", "a.log", "x"},
	} {
		wantRefused(t, `"x" is one argument too many`, "", args...)
	}
	wantRefused(t, "a file is missing", "", "record")
	for _, c := range commands() {
		wantRefused(t, "-colour", "", c.name, "--colour")
	}
}

// TestPorts lists whatever is attached to this machine: only that it works can
// be known. Package sensor tests what it lists.
func TestPorts(t *testing.T) {
	status, out, errs := boardd("", "ports")
	if status != exitOK || errs != "" || !strings.HasPrefix(out, "PORT") && !strings.HasPrefix(out, "no serial ports") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}
