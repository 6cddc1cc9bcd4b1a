package main

import (
	_ "embed"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
)

// manualPage is boardd(1), but for the commands: what they are is asked of them.
//
//go:embed manual.1
var manualPage string

func manualCommand() *cobra.Command {
	return cli.ManualCommand(cli.Page{Name: "boardd", Text: cli.ProgramPage(manualPage)},
		cli.Page{Name: "boardd.toml", Text: func(*cobra.Command) string { return configPage(config.Example) }})
}
