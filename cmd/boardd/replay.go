package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/replay"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/legality"
)

func replayCommand() *cobra.Command {
	c := &cobra.Command{Use: "replay [flags] FILE", Short: "read a log and print what follows from it",
		Args: cli.Args(1, 1), ValidArgsFunction: cli.FileArgs}
	form := cli.Choice(c, "output", "o", "text", "`form` of the output (story: why the log reads as it does)", slices.Sorted(maps.Keys(replay.Forms)))
	decode := c.Flags().Bool("decode", false, "print the decoded records as a log (the same as -o log)")
	speed := c.Flags().Float64("speed", 0, "how fast to go: 1 as it was, 0 as fast as it can")
	truth := c.Flags().String("truth", "", "for -o story: the `moves` that were really played, in UCI, or the name of a file with them, with a line \"moves ...\", or in PGN")
	cli.CompleteFiles(c, "truth")
	lang := cli.Language(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		cli.CollectSeldom()
		if *decode {
			*form = "log"
		}
		if *speed < 0 || math.IsNaN(*speed) || math.IsInf(*speed, 0) {
			return cli.BadInput(fmt.Errorf("--speed %v: 0 or more", *speed))
		}
		if *truth != "" && *form != "story" {
			return cli.BadInput(errors.New("--truth is for -o story"))
		}
		// A bad log prints nothing: it is read to its end first.
		log, err := openLog(c.Context(), c.InOrStdin(), args[0])
		if err != nil {
			return err
		}
		printer := replay.Forms[*form](*lang)
		if *form == "story" {
			moves, unknown, err := readTruth(*truth, args[0], log.Engine.Tracker.Game().Start)
			if err != nil {
				return cli.BadInput(fmt.Errorf("--truth: %w", err))
			}
			printer = replay.Story(moves, unknown)
		}
		w := bufio.NewWriter(terminal.Writer(c.OutOrStdout()))
		return cmp.Or(replay.Print(c.Context(), w, log, printer, *speed), w.Flush())
	}
	return c
}

// readTruth reads the moves that were really played from some position on: the list itself, or
// a file, which may also say from which one on nobody could know them. If none is named, the log
// may say what is right, in a remark that need not fit.
func readTruth(truth, log string, start legality.Position) (moves []legality.Move, unknown int, err error) {
	if replay.IsUCI(truth) {
		moves, err = replay.ParseTruth(truth, start)
		return moves, -1, err
	}
	text, err := os.ReadFile(cmp.Or(truth, log))
	if truth == "" {
		if _, has := replay.MovesLine(string(text)); has {
			moves, _ = replay.ParseTruth(string(text), start)
		}
		return moves, -1, nil
	}
	if err != nil {
		return nil, -1, err
	}
	if moves, err = replay.ParseTruth(string(text), start); err != nil {
		return nil, -1, fmt.Errorf("read %q: %w", truth, err)
	}
	return moves, replay.Unknown(string(text)), nil
}
