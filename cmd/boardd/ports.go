package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/boardd/boardd/sensor"
)

func ports(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	find := fs.Bool("find", false, "open the ports that are free, and find out what boards there are; this may reset what is behind them")
	if err := parse(fs, args, 0, 0); err != nil {
		return err
	}
	found, err := sensor.ListPorts("/")
	if err != nil {
		return err
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(std.out, "no serial ports; is the board plugged in?")
		return err
	}
	states := make([]string, len(found))
	for i, p := range found {
		states[i] = portState(p)
	}
	if *find {
		findBoards(ctx, found, states)
	}
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PORT\tSTABLE NAME\tUSB\tDEVICE\tSTATE")
	for i, p := range found {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.Path, orDash(p.Stable), usbID(p), orDash(p.Maker+" "+p.Product), states[i])
	}
	return w.Flush()
}

// findTime is how long a board that was found may take to say who it is.
const findTime = 5 * time.Second

// findBoards says in the states of free ports what boards there are, all at the
// same time.
func findBoards(ctx context.Context, found []sensor.PortInfo, states []string) {
	var all sync.WaitGroup
	for i, p := range found {
		if p.UsedBy != 0 || !p.Allowed {
			continue
		}
		all.Go(func() {
			text, err := checkPort(ctx, &portConfig{Name: p.Path, Family: autoFamily}, findTime)
			switch {
			case err == nil:
				states[i] = strings.TrimPrefix(text, p.Path+", ")
			case errors.Is(err, errNoBoard):
				states[i] = "free, no board found"
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
	case !p.Allowed:
		return "not yours to open; are you in the group dialout?"
	}
	return "free"
}
