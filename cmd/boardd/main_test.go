package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
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

// TestScripts runs the command lines of testdata/script.
func TestScripts(t *testing.T) { harness.Scripts(t) }

// shell finds a shell. Without it the test is skipped, but not in CI.
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

// script writes the completion script of boardd for a shell.
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

// completions are unfinished lines with some of their completions. The last word of a line is
// empty or a part of a word.
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

// TestCompletionZsh: zsh accepts the script. Its completions show only at a terminal.
func TestCompletionZsh(t *testing.T) {
	zsh, file := shell(t, "zsh"), script(t, "zsh")
	code := `autoload -U compinit; compinit -u -D; source "$1"; print ${_comps[boardd]}`
	out, err := exec.Command(zsh, "-f", "-c", code, "zsh", file).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "_boardd" {
		t.Errorf("%v: %s", err, out)
	}
}

// TestCompletionPowershell: the script registers a completer for boardd. None of our machines
// runs PowerShell.
func TestCompletionPowershell(t *testing.T) {
	_, out, _ := boardd("", "completion", "powershell")
	if !strings.Contains(out, "Register-ArgumentCompleter -CommandName 'boardd'") {
		t.Errorf("it begins %.300q", out)
	}
}

// manualText returns the text of a manual page, in troff.
func manualText(t *testing.T, name string) string {
	t.Helper()
	status, out, errs := boardd("", "manual", name)
	if status != cli.ExitOK || errs != "" {
		t.Fatalf("status %d, %q", status, errs)
	}
	return out
}

// TestManual: the page describes each command and each of its flags, in the order of the help.
func TestManual(t *testing.T) {
	rest := manualText(t, "boardd")
	if strings.Contains(rest, "@commands@") || strings.Contains(rest, "@release@") {
		t.Error("a place was not filled in")
	}
	for _, c := range commands() {
		at := strings.Index(rest, "\n.SS \"boardd "+c.Name())
		if at < 0 {
			t.Fatalf("nothing of %s, or not after the one before it", c.Name())
		}
		rest = rest[at:]
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(rest, strings.ReplaceAll("--"+f.Name+" ", "-", `\-`)) {
				t.Errorf("nothing of %s --%s", c.Name(), f.Name)
			}
		})
	}
	if _, out, _ := boardd("", "manual"); out != manualText(t, "boardd") {
		t.Error("it is not the page that is printed if none is named")
	}
}

// TestManualConfig: the page has each key of the example, under its table.
func TestManualConfig(t *testing.T) {
	text := strings.NewReplacer(`\-`, "-", `\(dq`, `"`).Replace(manualText(t, "boardd.toml"))
	var keys map[string]any
	if err := toml.Unmarshal([]byte(harness.Commented.ReplaceAllString(config.Example, "$1")), &keys); err != nil {
		t.Fatal(err)
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
		name := f.Tag.Get("toml")
		if f.Type.Kind() == reflect.Slice {
			if !strings.Contains(text, "\n.B [["+name+"]]\n") {
				t.Errorf("nothing of [[%s]]", name)
			}
			continue
		}
		if f.Type.Kind() != reflect.Struct {
			if !strings.Contains(text, "\n.B "+name+" = ") {
				t.Errorf("nothing of %s", name)
			}
			continue
		}
		_, section, ok := strings.Cut(text, "\n.SH ["+name+"]\n")
		if !ok {
			t.Errorf("nothing of [%s]", name)
		}
		section, _, _ = strings.Cut(section, "\n.SH ")
		for key := range keys[name].(map[string]any) {
			if !strings.Contains(section, "\n.B "+key+" = ") && !strings.Contains(section, "\n.B ["+name+"."+key+"]") {
				t.Errorf("nothing of %s.%s", name, key)
			}
		}
	}
}

// TestManualReads: man takes the pages without a complaint.
func TestManualReads(t *testing.T) {
	man := shell(t, "man")
	for _, name := range []string{"boardd", "boardd.toml"} {
		cmd := exec.Command(man, "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", "-")
		cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
		cmd.Stdin = strings.NewReader(manualText(t, name))
		var errs strings.Builder
		cmd.Stderr = &errs
		if err := cmd.Run(); err != nil || errs.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, errs.String())
		}
	}
}

// TestMain makes the test binary run as the program itself, for tests that need a process.
// Scripts and shells find it as boardd.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "boardd" {
		os.Setenv("LC_ALL", "C") // pages are in English wherever the tests run
	}
	testscript.Main(m, map[string]func(){"boardd": main})
}

// TestReplayStops: an interrupted replay ends at once, even if it is slow, long, or reads from an
// empty pipe. It reports that its output is not complete.
func TestReplayStops(t *testing.T) {
	dir := t.TempDir()
	short, long, fifo := filepath.Join(dir, "short.log"), filepath.Join(dir, "long.log"), filepath.Join(dir, "fifo")
	log := fixtures.Log("three-lives")
	if err := os.WriteFile(short, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(long, []byte(log+strings.Repeat("99999 lift g1 N\n99999 drop g1 N\n", 30_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"slow": {"--speed", "0.5", short}, "long": {long}, "pipe": {"-"}, "fifo": {fifo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := harness.StartProgram(t, append([]string{"replay"}, args...)...)
			fmt.Fprintln(p.In, "#! boardd-log 1")
			switch name {
			case "slow", "long":
				harness.Until(t, "the first lines", 10*time.Second, func() bool { return strings.Contains(p.Out.String(), "lift") })
			case "pipe":
				harness.Until(t, "the line is read", 10*time.Second, func() bool { return unread(t, p.In.(*os.File)) == 0 })
			case "fifo":
				harness.Until(t, "a reader", 10*time.Second, func() bool {
					w, err := os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0)
					if err == nil {
						t.Cleanup(func() { w.Close() })
					}
					return err == nil
				})
			}
			if status := p.Signal(os.Interrupt); status != cli.ExitFailed || p.Errs.String() != "boardd replay: stopped before the end\n" {
				t.Errorf("status %d, %q", status, p.Errs.String())
			}
		})
	}
}

// unread returns how many bytes in a pipe nobody has read.
func unread(t *testing.T, pipe *os.File) int {
	t.Helper()
	n, err := unix.IoctlGetInt(int(pipe.Fd()), unix.TIOCINQ)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRunSignals: each signal that asks the program to end ends it in order.
func TestRunSignals(t *testing.T) {
	url := harness.EmbeddedBroker(t)
	r := harness.NewRelay(t, url)
	for _, s := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		board := harness.TestPlayback(t)
		config := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n", board.Path, url))
		p := harness.StartProgram(t, "run", "--config", config)
		harness.Until(t, "init or ready", 5*time.Second, func() bool {
			return bytes.Contains(r.Payload("status"), []byte(`"init"`)) || bytes.Contains(r.Payload("status"), []byte(`"ready"`))
		})
		if status := p.Signal(s); status != cli.ExitOK {
			t.Errorf("%v: status %d, %q", s, status, p.Errs.String())
		}
		harness.Until(t, "off", 5*time.Second, func() bool { return bytes.Contains(r.Payload("status"), []byte(`"off"`)) })
	}
}
