package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/cli"
)

// shell finds a shell that CI must have, and others may.
func shell(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("BOARDD_CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return path
}

// script writes what completes boardd in a shell.
func script(t *testing.T, shell string) string {
	t.Helper()
	status, out, errs := boardd("", "completion", shell)
	if status != cli.ExitOK || errs != "" {
		t.Fatalf("status %d, %q", status, errs)
	}
	file := filepath.Join(t.TempDir(), "boardd."+shell)
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// completions are lines that have been begun, with some of what may end them. The last
// word is empty or a part of one.
var completions = []struct {
	Line string
	want []string
	not  string
}{
	{"boardd re", []string{"replay", "record"}, "run"},
	{"boardd help re", []string{"replay", "record"}, "run"},
	{"boardd run --fam", []string{"--family"}, "--site"},
	{"boardd run --family ", []string{"auto", "dgt", "chesslink"}, "--site"},
	{"boardd run --config /nowhere/boardd.toml --instance ", nil, "boardd"},
	{"boardd replay -o ", []string{"uci", "pgn"}, "--speed"},
	{"boardd replay -o pgn --lang ", []string{"de", "en"}, "pgn"},
	{"boardd laws illegal_c", []string{"illegal_completed"}, "flag_fall"},
	{"boardd laws --rules fide-20", []string{"fide-2023", "fide-2018"}, "fide-1997"},
	{"boardd completion ", []string{"bash", "fish", "powershell", "zsh"}, "boardd"},
	{"boardd run --board ", nil, "--site"},
}

func checkCompletion(t *testing.T, line string, got, want []string, not string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%q: %q is not in %q", line, w, got)
		}
	}
	if slices.Contains(got, not) {
		t.Errorf("%q: %q is in %q", line, not, got)
	}
}

// bashCompletion is the library of functions that bash needs for this, on Debian the
// package bash-completion.
const bashCompletion = "/usr/share/bash-completion/bash_completion"

func TestCompletionBash(t *testing.T) {
	t.Parallel()
	bash, file := shell(t, "bash"), script(t, "bash")
	if _, err := os.Stat(bashCompletion); err != nil && os.Getenv("BOARDD_CI") == "" {
		t.Skip(err)
	}
	for _, c := range completions {
		words := strings.Split(c.Line, " ")
		code := `source ` + bashCompletion + `; source "$1"; COMP_LINE=$2; shift 2; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); __start_boardd 2>/dev/null; printf '%s\n' "${COMPREPLY[@]}"`
		out, err := exec.Command(bash, append([]string{"--norc", "-c", code, "bash", file, c.Line}, words...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		checkCompletion(t, c.Line, strings.Fields(string(out)), c.want, c.not)
	}
}

func TestCompletionFish(t *testing.T) {
	t.Parallel()
	fish, file := shell(t, "fish"), script(t, "fish")
	for _, c := range completions {
		out, err := exec.Command(fish, "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, c.Line).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var got []string
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		checkCompletion(t, c.Line, got, c.want, c.not)
	}
}

// TestCompletionZsh: zsh reads it; what it offers can only be seen at a terminal.
func TestCompletionZsh(t *testing.T) {
	zsh, file := shell(t, "zsh"), script(t, "zsh")
	code := `autoload -U compinit; compinit -u -D; source "$1"; print ${_comps[boardd]}`
	out, err := exec.Command(zsh, "-f", "-c", code, "zsh", file).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "_boardd" {
		t.Errorf("%v: %s", err, out)
	}
}

// TestCompletionPowershell: it registers what completes boardd. No machine of ours runs
// PowerShell.
func TestCompletionPowershell(t *testing.T) {
	_, out, _ := boardd("", "completion", "powershell")
	if !strings.Contains(out, "Register-ArgumentCompleter -CommandName 'boardd'") {
		t.Errorf("it begins %.300q", out)
	}
}
