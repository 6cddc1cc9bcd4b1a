// Command boardd-lab is for those who build boards, or boardd: it plays games on simulated
// boards, and measures what boardd makes of them.
package main

import (
	_ "embed"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
)

func main() { cli.Main(newProgram()) }

func newProgram() *cobra.Command {
	return cli.Program("boardd-lab", "plays games on simulated boards, and measures what boardd makes of them",
		demoCommand(), portCommand(), simulateCommand(), benchCommand(), gamesCommand(), hallCommand(), manualCommand())
}

// manualPage is boardd-lab(1), but for the commands: what they are is asked of them.
//
//go:embed manual.1
var manualPage string

func manualCommand() *cobra.Command {
	return cli.ManualCommand(cli.Page{Name: "boardd-lab", Text: cli.ProgramPage(manualPage)})
}
