package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/terminal"
	"github.com/boardd/boardd/sensor"
)

func portsCommand() *cobra.Command {
	c := &cobra.Command{Use: "ports [flags]", Short: "list the ports where boards may be", Args: cli.Args(0, 0)}
	find := c.Flags().Bool("find", false, "open the ports that are free, and detect what boards there are; this may reset what is behind them")
	c.RunE = func(c *cobra.Command, _ []string) error { return ports(c.Context(), c.OutOrStdout(), *find) }
	return c
}

func ports(ctx context.Context, out io.Writer, find bool) error {
	found, err := sensor.ListPorts("/")
	if err != nil {
		return err
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "no serial ports; is the board plugged in?")
		return err
	}
	states := make([]string, len(found))
	for i, p := range found {
		states[i] = portState(p)
	}
	if find {
		findBoards(ctx, found, states)
	}
	return writePorts(out, found, states)
}

// writePorts lists ports. USB devices describe themselves, so their texts may hold
// anything.
func writePorts(out io.Writer, found []sensor.PortInfo, states []string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PORT\tSTABLE NAME\tUSB\tDEVICE\tSTATE")
	for i, p := range found {
		columns := []string{p.Path, orDash(p.Stable), usbID(p), orDash(p.Maker + " " + p.Product), states[i]}
		for i, text := range columns {
			columns[i] = terminal.Plain(text)
		}
		fmt.Fprintln(w, strings.Join(columns, "\t"))
	}
	return w.Flush()
}

// findTime is how long a board that was found may take to identify itself.
const findTime = 5 * time.Second

// findBoards searches all free ports at the same time. It writes the boards into the
// states of the ports.
func findBoards(ctx context.Context, found []sensor.PortInfo, states []string) {
	var all sync.WaitGroup
	for i, p := range found {
		if p.UsedBy != 0 || !p.Allowed {
			continue
		}
		all.Go(func() {
			text, err := checkPort(ctx, &config.Port{Name: p.Path, Family: config.AutoFamily}, findTime)
			switch {
			case err == nil:
				states[i] = strings.TrimPrefix(text, p.Path+", ")
			case errors.Is(err, errSilent):
				states[i] = "free, no board found"
			case errors.Is(err, errForeign):
				states[i] = "free, something else sends there"
			default:
				states[i], _, _ = strings.Cut(err.Error(), "\n")
			}
		})
	}
	all.Wait()
}

func orDash(s string) string {
	if s == "" || s == " " {
		return "-"
	}
	return s
}

func usbID(p sensor.PortInfo) string {
	if p.VID == "" {
		return "-"
	}
	id := p.VID + ":" + p.PID
	if p.Serial != "" {
		id += ":" + p.Serial
	}
	return id
}

func portState(p sensor.PortInfo) string {
	switch {
	case p.UsedBy != 0:
		return fmt.Sprintf("used by process %d", p.UsedBy)
	case !p.Allowed && p.HID:
		return "not yours to open; are you in the group dialout, and is boardd's rule for udev installed?"
	case !p.Allowed:
		return "not yours to open; are you in the group dialout?"
	}
	return "free"
}
