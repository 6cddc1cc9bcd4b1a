package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/sensor/family"
)

func recordCommand() *cobra.Command {
	c := &cobra.Command{Use: "record [flags] FILE", Short: "write what a board sends to a log",
		Args: cli.Args(1, 1), ValidArgsFunction: cli.FileArgs}
	flags := config.PortFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		config, err := flags.Read()
		if err != nil {
			return err
		}
		return record(c.Context(), &config, c.ErrOrStderr(), args[0])
	}
	return c
}

// record only writes what a board sends to a log: it follows no game, and needs
// no broker.
func record(ctx context.Context, c *config.Config, errs io.Writer, file string) error {
	if c.Port.Name == "" {
		return cli.BadInput(daemon.ErrNoPort)
	}
	if c.Port.Family == family.Bus {
		return daemon.RecordBus(ctx, c, errs, file)
	}
	h, _, err := c.HeaderWithPieces()
	if err != nil {
		return cli.BadInput(err)
	}
	rec, err := daemon.StartRecording(file, h)
	if err != nil {
		return err
	}
	p := daemon.NewPortProgress(errs)
	n, err := daemon.RecordPort(ctx, p, daemon.NewLoneWire(&c.Port, clock.New(1)), rec)
	if cerr := rec.Close(); err == nil {
		err = cerr
	}
	p.End(fmt.Sprintf("%d records in %s", n, file))
	return err
}
