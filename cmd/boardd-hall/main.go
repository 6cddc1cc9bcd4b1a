// Command boardd-hall is for those who have to do with the boards of a hall: it shows them
// live, and sends them requests.
package main

import (
	_ "embed"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
)

func main() { cli.Main(newProgram()) }

func newProgram() *cobra.Command {
	return cli.Program("boardd-hall", "runs a playing hall: shows its boards, gives its rounds to the world, sends requests", runCommand(), checkCommand(),
		importCommand(), openCommand(), moveCommand(), exportCommand(), backupCommand(), watchCommand(), sendCommand(), manualCommand())
}

// manualPage is boardd-hall(1), but for the commands: what they are is asked of them.
//
//go:embed manual.1
var manualPage string

func manualCommand() *cobra.Command {
	return cli.ManualCommand(cli.Page{Name: "boardd-hall", Text: cli.ProgramPage(manualPage)})
}
