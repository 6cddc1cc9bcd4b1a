// Command boardd-hall is the program of a playing hall: it publishes the rounds, shows the
// boards live, and sends requests to them.
package main

import (
	_ "embed"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/hallconfig"
)

func main() { cli.Main(newProgram()) }

func newProgram() *cobra.Command {
	return cli.Program("boardd-hall", "runs a playing hall: shows its boards, gives its rounds to the world, sends requests", runCommand(), demoCommand(), checkCommand(),
		accountCommand(), importCommand(), openCommand(), moveCommand(), seatCommand(), resultCommand(), reportCommand(), exportCommand(), backupCommand(), watchCommand(), sendCommand(), manualCommand())
}

// manualPage is boardd-hall(1) without its commands, which describe themselves.
//
//go:embed manual.1
var manualPage string

func manualCommand() *cobra.Command {
	return cli.ManualCommand(cli.Page{Name: "boardd-hall", Text: cli.ProgramPage(manualPage)},
		cli.Page{Name: "hall.toml", Text: func(*cobra.Command) string { return cli.ConfigPage("boardd-hall", "hall.toml", "", hallconfig.Example) }})
}
