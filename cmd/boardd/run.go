package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/systemd"
)

func runCommand() *cobra.Command {
	c := &cobra.Command{Use: "run [flags]", Short: "read a board and publish its game", Args: cli.Args(0, 0)}
	flags := config.DaemonFlags(c)
	file := c.Flags().String("record", "", "also write what happens to this log `file`, for a bug report")
	example := c.Flags().Bool("example-config", false, "print a configuration that explains every key, and end")
	cli.CompleteFiles(c, "record")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *example {
			_, err := io.WriteString(c.OutOrStdout(), config.Example)
			return err
		}
		n, err := systemd.NewNotifier(os.Getenv)
		if err != nil {
			return err
		}
		errs := c.ErrOrStderr()
		return systemd.NewStartLimiter("boardd run", os.Getenv, errs).Run(c.Context(), n, func() error {
			config, err := flags.Read()
			if err != nil {
				return err
			}
			return daemon.Run(c.Context(), &config, errs, n, *file)
		})
	}
	return c
}
