// Package cli is the frame that the programs boardd, boardd-hall and boardd-lab share. A
// program is a list of commands; each is a *cobra.Command that a function in its own file
// makes. The frame adds help, version, completion, one line for an error, exit statuses and
// signals.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/release"
	"github.com/boardd/boardd/internal/terminal"
)

// Exit statuses.
const (
	ExitOK     = 0
	ExitFailed = 1 // it could not be done
	ExitUsage  = 2 // the request, the log or the configuration makes no sense
	ExitSilent = 3 // a board that was asked something did not answer
)

// statusError is an error with its exit status.
type statusError struct {
	error
	status int
}

func (e *statusError) Unwrap() error { return e.error }

// BadInput marks an error in what was given: flags, a log, a configuration.
func BadInput(err error) error { return &statusError{err, ExitUsage} }

// Silence marks an error of a board, or a broker, that does not answer.
func Silence(err error) error { return &statusError{err, ExitSilent} }

// Status returns the exit status of an error. Of several marks in one error the outermost
// counts.
func Status(err error) int {
	if err == nil {
		return ExitOK
	}
	if marked, ok := errors.AsType[*statusError](err); ok {
		return marked.status
	}
	return ExitFailed
}

// The help lists commands in the given order. The setting is the library's, for all
// programs alike.
func init() { cobra.EnableCommandSorting = false }

// Program makes a program of its commands, in the order of its help. About is a sentence on
// what it does.
func Program(name, about string, commands ...*cobra.Command) *cobra.Command {
	root := &cobra.Command{
		Use:                        name + " COMMAND [flags]",
		Short:                      about,
		SilenceErrors:              true,
		SilenceUsage:               true,
		SuggestionsMinimumDistance: 2,
		Args:                       cobra.ArbitraryArgs,
		RunE:                       noCommand,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { writeHelp(c.OutOrStdout(), c) })
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.AddCommand(commands...)
	root.AddCommand(completionCommand(), versionCommand())
	root.Flags().Bool("version", false, "print the version")
	return root
}

// Main runs a program as this process, and ends it. A first signal ends the command in good
// order, a second one at once.
func Main(root *cobra.Command) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	status := Run(ctx, root, os.Stdin, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	os.Exit(status)
}

// Run runs a command line, prints an error on one line, and returns the exit status.
func Run(ctx context.Context, root *cobra.Command, in io.Reader, out, errs io.Writer, args []string) int {
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	c, err := root.ExecuteContextC(ctx)
	if err != nil && !errors.Is(err, errNoCommand) {
		fmt.Fprintf(errs, "%s: %s\n", c.CommandPath(), terminal.PlainLines(advice.With(err).Error()))
	}
	return Status(err)
}

// errNoCommand is the error of a line without a command; the help has listed the commands.
var errNoCommand = errors.New("no command")

// noCommand is what a program does without a known command.
func noCommand(root *cobra.Command, args []string) error {
	if asked, _ := root.Flags().GetBool("version"); asked {
		return printVersion(root)
	}
	if len(args) > 0 {
		return unknownCommand(root, args[0])
	}
	writeHelp(root.ErrOrStderr(), root)
	return BadInput(errNoCommand)
}

// Elsewhere names commands of another program, for people who look for them in this one.
func Elsewhere(root *cobra.Command, program string, commands ...string) {
	if root.Annotations == nil {
		root.Annotations = map[string]string{}
	}
	for _, name := range commands {
		root.Annotations[name] = program
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	if other, ok := root.Annotations[name]; ok {
		return BadInput(fmt.Errorf("unknown command %q; it is a command of %s", name, other))
	}
	if meant := root.SuggestionsFor(name); len(meant) > 0 {
		return BadInput(fmt.Errorf("unknown command %q; did you mean %s?", name, strings.Join(meant, " or ")))
	}
	return BadInput(fmt.Errorf("unknown command %q; see %s help", name, root.Name()))
}

// Args checks how many arguments a command has besides its flags.
func Args(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < least:
			return BadInput(fmt.Errorf("a file is missing; see %s", helpOf(c)))
		case n > most:
			return BadInput(fmt.Errorf("%q is one argument too many; see %s", args[most], helpOf(c)))
		}
		return nil
	}
}

// helpOf returns the command line that prints the help of a command.
func helpOf(c *cobra.Command) string {
	name, command, _ := strings.Cut(c.CommandPath(), " ")
	return strings.TrimSpace(name + " help " + command)
}

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "tell the flags of a command",
		Args:  Args(0, 1),
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, other := range c.Root().Commands() {
				if len(args) == 0 && other.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(other.Name(), other.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Root().Help()
			}
			for _, other := range c.Root().Commands() {
				if other.Name() == args[0] {
					other.InitDefaultHelpFlag()
					return other.Help()
				}
			}
			return unknownCommand(c.Root(), args[0])
		},
	}
}

// writeHelp writes the purpose of a command and its flags; for a program, its commands.
func writeHelp(w io.Writer, c *cobra.Command) {
	if !c.HasParent() {
		fmt.Fprintf(w, "%s %s.\n\nusage: %s\n\n", c.Name(), c.Short, c.UseLine())
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(t, "  %s\t%s\n", sub.Name(), sub.Short)
			}
		}
		t.Flush()
		fmt.Fprintf(w, "\n%s help COMMAND tells the flags of a command.\n", c.Name())
		return
	}
	fmt.Fprintf(w, "usage: %s\n\n%s\n\n%s", c.UseLine(), c.Short, c.LocalFlags().FlagUsagesWrapped(PageWidth))
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(c.Long))
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  Args(0, 0),
		RunE:  func(c *cobra.Command, _ []string) error { return printVersion(c) },
	}
}

func printVersion(c *cobra.Command) error {
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s %s %s/%s %s\n", c.Root().Name(), release.Version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	return err
}

func completionCommand() *cobra.Command {
	shells := []string{"bash", "fish", "powershell", "zsh"}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "print what lets a shell complete the words of this program: " + strings.Join(shells, ", "),
		Args:      Args(0, 1),
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			root, out, shell := c.Root(), c.OutOrStdout(), strings.Join(args, "")
			switch shell {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			case "zsh":
				return root.GenZshCompletion(out)
			}
			return BadInput(fmt.Errorf("shell %q: one of %s", shell, strings.Join(shells, ", ")))
		},
	}
}
