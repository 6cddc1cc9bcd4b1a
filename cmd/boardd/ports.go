package main

import (
	"context"
	"flag"
	"fmt"
	"text/tabwriter"

	"github.com/boardd/boardd/sensor"
)

func ports(_ context.Context, std streams, fs *flag.FlagSet, args []string) error {
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
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PORT\tSTABLE NAME\tUSB\tDEVICE\tSTATE")
	for _, p := range found {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.Path, orDash(p.Stable), usbID(p), orDash(p.Maker+" "+p.Product), portState(p))
	}
	return w.Flush()
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
