package main

import "github.com/boardd/boardd/sensor/chesslink"

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
