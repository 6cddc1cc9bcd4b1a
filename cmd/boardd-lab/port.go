package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor"
)

// portLinger is how long the port stays after the game.
const portLinger = 3 * time.Second

// portCommand puts a simulated DGT board at a pseudo-terminal, for programs that need a port.
func portCommand() *cobra.Command {
	c := &cobra.Command{Use: "port [flags] LINK [FILE]", Short: "make a port with a simulated DGT board that plays a recorded game",
		Long: "LINK becomes a symbolic link to the port. The game begins when a program has opened the port and asks the board for changes.\n" +
			"A few seconds after its end the port is closed, and LINK is removed.\n",
		Args: cli.Args(1, 2), ValidArgsFunction: cli.FileArgs}
	speed := c.Flags().Float64("speed", 1, "how fast time passes; 1 as it did")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkSpeed(*speed); err != nil {
			return err
		}
		log, err := demoLog(strings.Join(args[1:], ""))
		if err == nil && log.Header.Board != "" {
			err = fmt.Errorf("the log holds the bytes of a %s board: a simulated board needs the acts of hands, as in fixtures/logs/demo.log", log.Header.Board)
		}
		if err == nil {
			err = checkDemoBoard("dgt", log.Header)
		}
		if err != nil {
			return cli.BadInput(err)
		}
		return servePort(c.Context(), c.OutOrStdout(), args[0], log.Records, clock.New(*speed))
	}
	return c
}

// servePort plays records on a board at a port, until portLinger after the last, or until ctx ends.
func servePort(ctx context.Context, out io.Writer, link string, records []sensor.Record, clk *clock.Clock) error {
	board, err := playback.New()
	if err != nil {
		return err
	}
	defer board.Close()
	if err := os.Symlink(board.Path, link); err != nil {
		return err
	}
	defer os.Remove(link)
	if len(records) > 0 {
		if err := board.Do(records[0]); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%s is the port of a simulated DGT board; its game begins when a program reads the board\n", link)
	err = board.Play(ctx, clk, records)
	if err == nil {
		fmt.Fprintln(out, "the game has been played")
		clock.Sleep(ctx, portLinger)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// checkSpeed returns an error if a speed is out of range.
func checkSpeed(speed float64) error {
	if !(speed > 0 && speed <= 100) {
		return cli.BadInput(fmt.Errorf("--speed %v: more than 0, at most 100", speed))
	}
	return nil
}
