// Command boardd reads a sensor chessboard, works out the game that is played
// on it, judges it by the Laws of Chess, and publishes it over MQTT.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"
)

// command is a subcommand: one file each.
type command struct {
	name  string
	args  string // after the name, for the help
	short string
	run   func(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error
}

// commands are all subcommands, in the order of the help.
func commands() []command {
	return []command{
		{"run", "[flags]", "read a board and publish its game", run},
		{"replay", "[flags] FILE", "read a log and print what follows from it", replay},
		{"record", "[flags] FILE", "write what a board sends to a log", record},
		{"demo", "[flags] [FILE]", "play a recorded game through the whole program", demo},
		{"simulate", "--games FILE [flags]", "play games by simulated hands, into logs with the truth beside them", simulateGames},
		{"bench", "[flags]", "play games by simulated hands, and measure what boardd makes of them", benchmark},
		{"laws", "[flags] [CODE]", "print what is found by which article, and what each text of the Laws lays down", laws},
		{"send", "[flags] VERB [FIELD=VALUE ...]", "ask something of a board, and print its answer", send},
		{"watch", "[flags]", "show every board of a site, live", watchSite},
		{"ports", "", "list the serial ports", ports},
		{"check", "[flags]", "try configuration, port, broker and clock", check},
		{"completion", "SHELL", "print what lets a shell complete boardd's words: bash, zsh or fish", completion},
		{"manual", "[PAGE]", "print a manual page, boardd or boardd.toml, for man -l -", manual},
		{"version", "", "print the version", version},
	}
}

// streams are where a subcommand reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // it could not be done
	exitUsage  = 2 // what was asked, or the log or configuration given, makes no sense
	exitSilent = 3 // a board that was asked something did not answer
)

// badInput is an error of what was given: flags, a log, a configuration.
type badInput struct{ error }

func (b badInput) Unwrap() error { return b.error }

// silence is an error of a board, or a broker, that does not answer.
type silence struct{ error }

func (s silence) Unwrap() error { return s.error }

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	status := runMain(ctx, streams{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:])
	stop()
	os.Exit(status)
}

func runMain(ctx context.Context, std streams, args []string) int {
	if len(args) == 0 {
		usage(std.err)
		return exitUsage
	}
	switch args[0] {
	case "-h", "-help", "--help":
		args[0] = "help"
	case "-version", "--version":
		args[0] = "version"
	}
	if args[0] == "help" {
		if len(args) == 1 {
			usage(std.out)
			return exitOK
		}
		args = []string{args[1], "-h"}
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.main(ctx, std, args[1:])
		}
	}
	fmt.Fprintf(std.err, "boardd: unknown command %q; see boardd help\n", args[0])
	return exitUsage
}

func (c *command) main(ctx context.Context, std streams, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	err := c.run(ctx, std, fs, args)
	if errors.Is(err, flag.ErrHelp) {
		c.help(std.out, fs)
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(std.err, "boardd %s: %v\n", c.name, err)
	}
	return statusOf(err)
}

func statusOf(err error) int {
	var bad badInput
	var silent silence
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &bad):
		return exitUsage
	case errors.As(err, &silent):
		return exitSilent
	}
	return exitFailed
}

func usage(w io.Writer) {
	fmt.Fprint(w, "boardd reads a sensor chessboard and publishes the game played on it.\n\nusage: boardd COMMAND [flags]\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(t, "  %s\t%s\n", c.name, c.short)
	}
	t.Flush()
	fmt.Fprint(w, "\nboardd help COMMAND tells the flags of a command.\n")
}

func (c *command) help(w io.Writer, fs *flag.FlagSet) {
	fmt.Fprintf(w, "usage: boardd %s %s\n\n%s\n", c.name, c.args, c.short)
	fs.SetOutput(w)
	fmt.Fprintln(w)
	fs.PrintDefaults()
	fs.Usage() // what a command has to say besides
}

// parse reads flags, which may stand before and after the other arguments, and
// checks how many of those there are.
func parse(fs *flag.FlagSet, args []string, least, most int) error {
	var others []string
	for {
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			return err
		} else if err != nil {
			return badInput{err}
		}
		if fs.NArg() == 0 {
			break
		}
		others, args = append(others, fs.Arg(0)), fs.Args()[1:]
	}
	if err := fs.Parse(append([]string{"--"}, others...)); err != nil {
		return badInput{err}
	}
	switch n := fs.NArg(); {
	case n < least:
		return badInput{errors.New("a file is missing; see -h")}
	case n > most:
		return badInput{fmt.Errorf("%q is one argument too many; see -h", fs.Arg(most))}
	}
	return nil
}
