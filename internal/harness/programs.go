package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/race"
)

// build builds the programs once for a test binary, in the project's dist. With the race
// detector on, the programs have it, too.
var build = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	root := filepath.Dir(strings.TrimSpace(string(out)))
	dir := filepath.Join(root, "dist", "test")
	args := []string{"build"}
	if race.Enabled {
		dir, args = filepath.Join(dir, "race"), append(args, "-race")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	lock, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return "", err
	}
	cmd := exec.Command("go", append(args, "-o", dir+"/", "./cmd/...")...)
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the programs: %w\n%s", err, text)
	}
	return dir, nil
})

// programs maps commands to the programs that have them, other than boardd.
var programs = map[string]string{"send": "boardd-hall", "watch": "boardd-hall",
	"bench": "boardd-lab", "demo": "boardd-lab", "games": "boardd-lab", "port": "boardd-lab", "simulate": "boardd-lab"}

// ProgramOf returns the name of the program that has a command.
func ProgramOf(args []string) string {
	for _, arg := range args {
		if name, ok := programs[arg]; ok {
			return name
		}
		if arg != "help" && arg != "__complete" {
			break
		}
	}
	return "boardd"
}

// ProgramPath returns the path of the program that has a command, built from this tree.
func ProgramPath(t testing.TB, args ...string) string {
	t.Helper()
	dir, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, ProgramOf(args))
}

// Run runs a command to its end, which must come soon.
func Run(t testing.TB, in string, args ...string) (status int, out, errs string) {
	t.Helper()
	path := ProgramPath(t, args...) // which may have to be built
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	var o, e bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &o, &e
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// WantRefused runs a command that must print nothing but one line about what is wrong with
// its input.
func WantRefused(t testing.TB, want, in string, args ...string) {
	t.Helper()
	status, out, errs := Run(t, in, args...)
	if status != 2 || out != "" {
		t.Errorf("%q: status %d, printed %q", args, status, out)
	}
	if strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
		t.Errorf("%q: %q is not one line with %q", args, errs, want)
	}
}

// Replayed returns what boardd replay prints of a log.
func Replayed(t testing.TB, log string, args ...string) string {
	t.Helper()
	status, out, errs := Run(t, log, append(append([]string{"replay"}, args...), "-")...)
	if status != 0 || errs != "" {
		t.Fatalf("replay %v: status %d, %s", args, status, errs)
	}
	return out
}

// Program is one of the programs as a process of its own.
type Program struct {
	t         *testing.T
	Cmd       *exec.Cmd
	In        io.WriteCloser
	Out, Errs Lines
}

// StartProgram starts the program that has a command.
func StartProgram(t *testing.T, args ...string) *Program {
	t.Helper()
	return StartProgramIn(t, nil, args...)
}

// StartProgramIn is StartProgram with additions to the environment.
func StartProgramIn(t *testing.T, env []string, args ...string) *Program {
	t.Helper()
	p := &Program{t: t, Cmd: exec.Command(ProgramPath(t, args...), args...)}
	p.Cmd.Env = append(os.Environ(), env...)
	p.Cmd.Stdout, p.Cmd.Stderr = &p.Out, &p.Errs
	var err error
	if p.In, err = p.Cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Cmd.Process.Kill() })
	return p
}

// Signal sends a signal, and returns the exit status.
func (p *Program) Signal(s os.Signal) int {
	p.t.Helper()
	if err := p.Cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
	late := time.AfterFunc(Patience, func() { p.Cmd.Process.Kill() })
	defer late.Stop()
	p.Cmd.Wait()
	return p.Cmd.ProcessState.ExitCode()
}

// Kill sends SIGKILL, and waits until the process has ended.
func (p *Program) Kill() {
	p.t.Helper()
	if err := p.Cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	p.Cmd.Wait()
}

// DgtProgram runs boardd as a process, for a DGT board at a port.
func DgtProgram(t *testing.T, folder, port, url string) *Program {
	t.Helper()
	return DgtProgramOf(t, folder, folder, port, url)
}

// DgtTable returns a DGT board, its player, and the built program that reads the board.
func DgtTable(t *testing.T, folder, url string) (*playback.Playback, *Player, *Program) {
	t.Helper()
	board := TestPlayback(t)
	return board, NewPlayer(t, board), DgtProgram(t, folder, board.Path, url)
}

// DgtProgramOf is DgtProgram with the configuration and the state in separate folders.
func DgtProgramOf(t *testing.T, folder, state, port, url string) *Program {
	t.Helper()
	conf := filepath.Join(folder, "boardd.toml")
	text := fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\nstate_dir = %q\n[port]\nname = %q\nfamily = \"dgt\"\n[mqtt]\nbroker = %q\n", state, port, url)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return StartProgram(t, "run", "--config", conf)
}

// Times returns how often a test repeats something: as the environment says, or few times.
func Times(t *testing.T, name string, few int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Scripts runs the command lines of testdata/script as a user would type them. $LOGS
// is the folder of the fixtures' logs. Besides the commands of testscript there are
//
//	refused TEXT ARG...     the program ARG... ends with status 2,
//	fails TEXT ARG...       with status 1,
//	unanswered TEXT ARG...  with status 3,
//
// prints nothing on standard output, and on standard error one line that holds TEXT.
func Scripts(t *testing.T) {
	logs, err := filepath.Abs("../../fixtures/logs")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("LOGS", logs)
			env.Setenv("PATH", filepath.Dir(ProgramPath(t))+":"+env.Getenv("PATH"))
			env.Setenv("LC_ALL", "C") // manual pages are in English wherever the tests run
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"refused":    endsWith(cli.ExitUsage),
			"fails":      endsWith(cli.ExitFailed),
			"unanswered": endsWith(cli.ExitSilent),
		},
	})
}

// endsWith is the command for a status.
func endsWith(status int) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		err := ts.Exec(ProgramOf(args[1:]), args[1:]...)
		ended, ok := errors.AsType[*exec.ExitError](err)
		if !ok || ended.ExitCode() != status {
			ts.Fatalf("%v, want status %d", err, status)
		}
		if out := ts.ReadFile("stdout"); out != "" {
			ts.Fatalf("on standard output: %q", out)
		}
		errs := ts.ReadFile("stderr")
		if strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") || !strings.HasPrefix(errs, "boardd") {
			ts.Fatalf("not one line on standard error: %q", errs)
		}
		if !strings.Contains(errs, args[0]) {
			ts.Fatalf("%q does not say %q", errs, args[0])
		}
	}
}

// WantPlain checks that a program printed a text, and that a terminal obeys nothing in it.
func WantPlain(t testing.TB, what, text string) {
	t.Helper()
	if text == "" {
		t.Errorf("%s: nothing is printed", what)
	}
	for _, r := range text {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Errorf("%s: %q in %.300q", what, r, text)
			return
		}
	}
}

// TrialStart matches the beginning of the report of a trial.
var TrialStart = regexp.MustCompile(`(?m)^(ok|FAIL|warn) `)

// The things that are tried, in this order. The system clock of the machine
// that runs the test is as it is.
const (
	TriedConfig = iota
	TriedPort
	TriedBroker
	TriedClock
	Trials
)

func WantReport(t *testing.T, report, begin string, holds ...string) {
	t.Helper()
	for _, text := range holds {
		if !strings.HasPrefix(report, begin) || !strings.Contains(report, text) {
			t.Errorf("%q, want %s and %q", report, begin, text)
		}
	}
}
