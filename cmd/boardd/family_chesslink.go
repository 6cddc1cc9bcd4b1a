package main

import (
	"errors"

	"github.com/boardd/boardd/sensor/chesslink"
)

// chesslinkDecoder is told by the configuration if the men that a look-alike
// names are guesses.
type chesslinkDecoder struct{ chesslink.Decoder }

func (d *chesslinkDecoder) about() boardAbout {
	a := boardAbout{version: d.Info().Version}
	if d.Occupancy {
		a.sensor = "occupancy"
	}
	return a
}

func (d *chesslinkDecoder) distrust() { d.Occupancy = true }

// chesslinkHost writes registers if the configuration asks for it.
type chesslinkHost struct {
	counted[chesslink.Counts]
	registers *[]chesslink.Setting
}

func newChesslinkHost() host {
	h := new(chesslink.Host)
	return &chesslinkHost{counted[chesslink.Counts]{h, new(chesslinkDecoder)}, &h.Set}
}

var errNoRegisters = errors.New("goes with family chesslink only")

func (c *portConfig) checkRegisters() error {
	if c.Registers != "" && c.Family != "chesslink" {
		return errNoRegisters
	}
	_, err := chesslink.ParseSettings(c.Registers)
	return err
}

// setRegisters has registers written as configured, and allows it.
func (c *portConfig) setRegisters(w *wire) {
	settings, err := chesslink.ParseSettings(c.Registers)
	if h, ok := w.host.(*chesslinkHost); ok && err == nil && len(settings) > 0 {
		*h.registers = settings
		w.link.Port.Allow = chesslink.AllowedToSet
	}
}
