package main

import (
	_ "embed"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
)

// manualPage is boardd(1) without the commands, which describe themselves.
//
//go:embed manual.1
var manualPage string

func manualCommand() *cobra.Command {
	return cli.ManualCommand(cli.Page{Name: "boardd", Text: cli.ProgramPage(manualPage)},
		cli.Page{Name: "boardd.toml", Text: func(*cobra.Command) string {
			return cli.ConfigPage("boardd", "boardd.toml", aboutConfig, config.Example)
		}})
}

// aboutConfig stands before the keys in boardd.toml(5).
const aboutConfig = "With\n.BR \\-\\-instance ,\nas under systemd,\n" +
	".I /etc/boardd/boardd.toml\nis for all boards of a machine, and\n.I NAME.toml\nbeside it, which comes before it, for one of them.\n"
