// Command boardd reads a sensor chessboard, works out the game that is played
// on it, judges it by the Laws of Chess, and publishes it over MQTT.
package main

import (
	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
)

func main() { cli.Main(newProgram()) }

func newProgram() *cobra.Command {
	c := cli.Program("boardd", "reads a sensor chessboard and publishes the game played on it",
		runCommand(), replayCommand(), recordCommand(), lawsCommand(), portsCommand(), checkCommand(), manualCommand())
	cli.Elsewhere(c, "boardd-hall", "send", "watch")
	cli.Elsewhere(c, "boardd-lab", "bench", "demo", "games", "simulate")
	return c
}
