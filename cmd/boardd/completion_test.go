package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestChoicesIn(t *testing.T) {
	for text, want := range map[string]string{
		"family of the board: auto, dgt, text":                   "auto dgt text",
		"form: screen, text or json (default screen)":            "screen text json",
		"form of the answers: text, json (as they came)":         "text json",
		"print only this rule set: fide-2023, bilguer-1891":      "fide-2023 bilguer-1891",
		"serial port: a path, or usb:VID:PID[:SERIAL]":           "",
		"how fast to go: 1 as it was, 0 as fast as it can":       "",
		"name of the site in the topics":                         "",
		"games that are worked out at a time; 0: as many as all": "",
	} {
		if got := strings.Join(choicesIn(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

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
	if status != exitOK || errs != "" {
		t.Fatalf("status %d, %q", status, errs)
	}
	file := filepath.Join(t.TempDir(), "boardd."+shell)
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// completions are lines that have been begun, with some of what may end them.
var completions = []struct {
	line string
	want []string
	not  string
}{
	{"boardd re", []string{"replay", "record"}, "run"},
	{"boardd help re", []string{"replay", "record"}, "run"},
	{"boardd run --fam", []string{"--family"}, "--site"},
	{"boardd run --family ", []string{"auto", "dgt", "chesslink"}, "--site"},
	{"boardd replay -o ", []string{"uci", "pgn"}, "--speed"},
	{"boardd send ru", []string{"ruling"}, "resume"},
	{"boardd laws illegal_c", []string{"illegal_completed"}, "flag_fall"},
	{"boardd completion ", []string{"bash", "fish", "zsh"}, "boardd"},
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

func TestCompletionBash(t *testing.T) {
	bash, file := shell(t, "bash"), script(t, "bash")
	for _, c := range completions {
		words := strings.Split(c.line, " ")
		code := `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _boardd; printf '%s\n' "${COMPREPLY[@]}"`
		out, err := exec.Command(bash, append([]string{"--norc", "-c", code, "bash", file}, words...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		checkCompletion(t, c.line, strings.Fields(string(out)), c.want, c.not)
	}
}

func TestCompletionFish(t *testing.T) {
	fish, file := shell(t, "fish"), script(t, "fish")
	for _, c := range completions {
		out, err := exec.Command(fish, "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, c.line).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var got []string
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		checkCompletion(t, c.line, got, c.want, c.not)
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

func TestBadCompletion(t *testing.T) {
	wantRefused(t, `shell "csh": one of bash, fish, zsh`, "", "completion", "csh")
	wantRefused(t, `shell "": one of bash, fish, zsh`, "", "completion")
}
