// Command boardd reads a sensor chessboard, works out the game that is played
// on it, judges it by the Laws of Chess, and publishes it over MQTT.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "replay" {
		if err := replay(os.Args[2:], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "boardd replay:", err)
			os.Exit(2)
		}
	}
}
