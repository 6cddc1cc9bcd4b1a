package main

import (
	"cmp"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/finder"
)

// autoFamily is what the configuration calls a family that is to be found out.
const autoFamily = "auto"

// seeker is the host of a port of which the family of the board is not known.
type seeker struct{ finder.Finder }

func (s *seeker) Listening() bool             { return true }
func (s *seeker) Answering() bool             { return false }
func (s *seeker) heard(at int64, data []byte) { s.Heard(at, data) }
func (s *seeker) about() boardAbout           { return boardAbout{} }

// seek begins to find out what board there is.
func (w *wire) seek() {
	w.seeker = new(seeker)
	w.host, w.family = w.seeker, nil
}

// speak has the host of a family speak to the board.
func (w *wire) speak(f *family) {
	w.seeker = nil
	w.host, w.family = f.host(), f
}

// settings are how the port is opened: for boards of a family, or for the finder.
func (w *wire) settings() sensor.PortConfig {
	p := sensor.PortConfig{DataBits: 8, AllowWrite: finder.Allowed}
	if w.family != nil {
		p = w.family.port
	}
	p.Name = w.config.Name
	switch {
	case w.seeker != nil:
		p.Baud = w.seeker.Baud()
	default:
		p.Baud = cmp.Or(w.config.Baud, w.found.Baud, p.Baud)
	}
	if line, ok := modemLines[w.config.DTR]; ok {
		p.DTR = line
	}
	if line, ok := modemLines[w.config.RTS]; ok {
		p.RTS = line
	}
	return p
}

// modemLines are what the configuration can say of them, but for auto.
var modemLines = map[string]sensor.ModemLine{"leave": sensor.LineLeave, "on": sensor.LineOn, "off": sensor.LineOff}

// tune sets the port as it must be now. What was read before is noise.
func (w *wire) tune() {
	w.link.Change(w.settings()) // the link tells if the port is lost by it
	w.tuned = w.pace.now()
	if w.seeker != nil {
		w.seeker.Tuned(w.tuned)
	}
}

// isBus reports whether several boards were found. They are for a wire that is
// told so from the start.
func (w *wire) isBus() bool { return w.seeker != nil && w.seeker.Found().Family == finder.Bus }

// busText is what is to be done about it.
const busText = "several DGT boards on one line, a bus: it needs port.family " + finder.Bus

// sought takes up what the seeker has found, if it has. The records say so.
func (w *wire) sought() []sensor.Record {
	if w.seeker == nil || w.seeker.Found() == (finder.Found{}) || w.isBus() {
		return nil
	}
	at := w.pace.now()
	w.found = w.seeker.Found()
	w.speak(familyNamed(w.found.Family))
	w.tune()
	w.host.Opened(at)
	w.answered = at
	records := []sensor.Record{{At: at, Word: sensor.Family, Data: []byte(w.found.Family)}}
	if w.lost {
		w.lost = false
		records = append(records, sensor.Record{At: at, Word: sensor.Link, On: true})
	}
	return records
}
