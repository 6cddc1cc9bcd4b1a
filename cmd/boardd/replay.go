package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/replay"
	"github.com/boardd/boardd/internal/terminal"
)

func replayCommand() *cobra.Command {
	c := &cobra.Command{Use: "replay [flags] FILE", Short: "read a log and print what follows from it",
		Args: cli.Args(1, 1), ValidArgsFunction: cli.FileArgs}
	form := cli.Choice(c, "output", "o", "text", "`form` of the output", slices.Sorted(maps.Keys(replay.Forms)))
	decode := c.Flags().Bool("decode", false, "print the decoded records as a log (the same as -o log)")
	speed := c.Flags().Float64("speed", 0, "how fast to go: 1 as it was, 0 as fast as it can")
	lang := cli.Language(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if *decode {
			*form = "log"
		}
		if *speed < 0 || math.IsNaN(*speed) || math.IsInf(*speed, 0) {
			return cli.BadInput(fmt.Errorf("--speed %v: 0 or more", *speed))
		}
		// A bad log prints nothing: it is read to its end first.
		log, err := openLog(c.Context(), c.InOrStdin(), args[0])
		if err != nil {
			return err
		}
		w := bufio.NewWriter(terminal.Writer(c.OutOrStdout()))
		return cmp.Or(replay.Print(c.Context(), w, log, replay.Forms[*form](*lang), *speed), w.Flush())
	}
	return c
}
