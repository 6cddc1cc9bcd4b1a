package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// testProgram has one command, which ends as the line asks.
func testProgram(err error) *cobra.Command {
	c := &cobra.Command{Use: "play [flags] FILE", Short: "play a game", Args: Args(1, 1), ValidArgsFunction: FileArgs}
	form := Choice(c, "output", "o", "text", "`form` of it", []string{"text", "json"})
	boards := Choices(c, "board", "some `boards`", []string{"reed", "dgt"})
	who := Names(c, "player", "`name` of a player")
	c.Flags().Int("count", 1, "how many")
	c.RunE = func(c *cobra.Command, args []string) error {
		fmt.Fprintf(c.OutOrStdout(), "%s %s %s %q\n", *form, strings.Join(*boards, "+"), strings.Join(*who, "+"), args)
		return err
	}
	return Program("chess", "plays chess", c)
}

func runTest(err error, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = Run(context.Background(), testProgram(err), strings.NewReader(""), &o, &e, args)
	return status, o.String(), e.String()
}

// TestStatus: the mark on an error decides the exit status, the outermost mark first.
func TestStatus(t *testing.T) {
	plain := errors.New("lost")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, ExitOK},
		{plain, ExitFailed},
		{BadInput(plain), ExitUsage},
		{fmt.Errorf("ask: %w", Silence(plain)), ExitSilent},
		{Silence(BadInput(plain)), ExitSilent},
		{errors.Join(plain, BadInput(plain)), ExitUsage},
	} {
		if got := Status(c.err); got != c.want || c.err != nil && !errors.Is(c.err, plain) {
			t.Errorf("%v: status %d, want %d", c.err, got, c.want)
		}
	}
}

// TestRun: what a command line does, and on which one line its error is printed.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		args      string
		status    int
		out, errs string
	}{
		{"play a.pgn", ExitOK, "text   [\"a.pgn\"]\n", ""},
		{"play a.pgn -o json --board reed,dgt --player Ada,Bo --player Ada", ExitOK, "json reed+dgt Ada+Bo [\"a.pgn\"]\n", ""},
		{"play", ExitUsage, "", "chess play: a file is missing; see chess help play\n"},
		{"play a.pgn b.pgn", ExitUsage, "", "chess play: \"b.pgn\" is one argument too many; see chess help play\n"},
		{"play a.pgn -o xml", ExitUsage, "", "chess play: -o \"xml\": one of text, json\n"},
		{"play a.pgn --board wood", ExitUsage, "", "chess play: --board \"wood\": one of reed, dgt\n"},
		{"play a.pgn --count two", ExitUsage, "", "chess play: --count \"two\": must be a whole number\n"},
		{"play a.pgn -count 2", ExitUsage, "", "chess play: there is no flag -count; did you mean --count?\n"},
		{"play a.pgn --coutn 2", ExitUsage, "", "chess play: there is no flag --coutn; did you mean --count?\n"},
		{"play a.pgn --xyzzy", ExitUsage, "", "chess play: there is no flag --xyzzy; chess help play lists what there is\n"},
		{"play a.pgn -o", ExitUsage, "", "chess play: -o needs a value after it\n"},
		{"paly", ExitUsage, "", "chess: unknown command \"paly\"; did you mean play?\n"},
		{"xyzzy", ExitUsage, "", "chess: unknown command \"xyzzy\"; see chess help\n"},
		{"help xyzzy", ExitUsage, "", "chess help: unknown command \"xyzzy\"; see chess help\n"},
		{"completion csh", ExitUsage, "", "chess completion: shell \"csh\": one of bash, fish, powershell, zsh\n"},
	} {
		if status, out, errs := runTest(nil, strings.Fields(c.args)...); status != c.status || out != c.out || errs != c.errs {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errs)
		}
	}
	if status, _, errs := runTest(os.ErrPermission, "play", "x"); status != ExitFailed || !strings.HasPrefix(errs, "chess play: permission denied; the user that") {
		t.Errorf("status %d, %q", status, errs)
	}
	if status, _, errs := runTest(Silence(io.EOF), "play", "x"); status != ExitSilent || errs != "chess play: EOF\n" {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestHelp: help is the same however it is asked for, on standard output, and only
// where nothing was asked on standard error.
func TestHelp(t *testing.T) {
	const page = "usage: chess play [flags] FILE\n\nplay a game\n\n"
	for _, args := range [][]string{{"play", "-h"}, {"play", "--help"}, {"help", "play"}} {
		if status, out, errs := runTest(nil, args...); status != ExitOK || !strings.HasPrefix(out, page) || !strings.Contains(out, "-o, --output form") || errs != "" {
			t.Errorf("%q: status %d, %q, %q", args, status, out, errs)
		}
	}
	_, want, _ := runTest(nil, "help")
	if !strings.HasPrefix(want, "chess plays chess.\n\nusage: chess COMMAND [flags]\n\n  play        play a game\n") {
		t.Errorf("%q", want)
	}
	for _, args := range [][]string{{"-h"}, {"--help"}} {
		if status, out, errs := runTest(nil, args...); status != ExitOK || out != want || errs != "" {
			t.Errorf("%q: status %d, %q, %q", args, status, out, errs)
		}
	}
	if status, out, errs := runTest(nil); status != ExitUsage || out != "" || errs != want {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}

// TestCompletion: what shells get for a line that has been begun.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"pl":                       "play\n:4\n",
		"help ":                    "play\ncompletion\nversion\n:4\n",
		"play ":                    ":0\n", // files
		"play --output ":           "text\njson\n:4\n",
		"play --board reed,":       "reed,dgt\n:6\n",
		"play --count ":            ":4\n",
		"completion ":              "bash\nfish\npowershell\nzsh\n:4\n",
		"completion zsh ":          ":4\n",
		"play a.pgn --output json": "text\njson\n:4\n", // the shell picks those that begin so
	} {
		args := append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Split(line, " ")...)
		if _, out, _ := runTest(nil, args...); out != want {
			t.Errorf("%q: %q, want %q", line, out, want)
		}
	}
}

// TestManual: a page has the version and each command with its flags, and nothing in it
// that troff would interpret.
func TestManual(t *testing.T) {
	var out bytes.Buffer
	p := testProgram(nil)
	p.AddCommand(ManualCommand(Page{"chess", ProgramPage("version @release@\n@commands@\nend\n")}, Page{"chess.toml", func(*cobra.Command) string { return "keys\n" }}))
	for _, c := range []struct{ page, want string }{
		{"", ".SS \"chess play [flags] FILE\"\nplay a game.\n.TP\n.B \\-\\-board \\fIboards\\fP\nsome boards: reed, dgt\n"},
		{"chess", ".TP\n.B \\-o, \\-\\-output \\fIform\\fP\nform of it: text, json (default text)\n"},
		{"chess.toml", "keys\n"},
		{"chess.conf", "chess manual: page \"chess.conf\": one of chess, chess.toml\n"},
	} {
		out.Reset()
		Run(context.Background(), p, strings.NewReader(""), &out, &out, append([]string{"manual"}, strings.Fields(c.page)...))
		if !strings.Contains(out.String(), c.want) || strings.Contains(out.String(), "@") {
			t.Errorf("%s: %q, want %q", c.page, out.String(), c.want)
		}
	}
}

func TestFold(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for _, c := range []struct {
		head, text string
		indent     int
		want       string
	}{
		{"", "", 0, "\n"},
		{"- ", "one line", 2, "- one line\n"},
		{"", strings.TrimSpace(long), 4, strings.TrimSpace(strings.Repeat("word ", 20)) + "\n    " + strings.TrimSpace(strings.Repeat("word ", 10)) + "\n"},
		{"", strings.Repeat("word ", 19) + "(FIDE 2023: 4.7)", 0, strings.TrimSpace(strings.Repeat("word ", 19)) + "\n(FIDE 2023: 4.7)\n"},
		{strings.Repeat("h", 99) + " ", "word word", 2, strings.Repeat("h", 99) + " word\n  word\n"},
	} {
		if got := Fold(c.head, c.text, c.indent); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
