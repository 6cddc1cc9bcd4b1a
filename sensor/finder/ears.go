package finder

import (
	"slices"

	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/sensor/text"
)

// ear listens for boards of one family.
type ear struct {
	family string
	hear   func(at int64, data []byte)
	sure   func() bool   // such a board has been heard, and it was no noise
	leave  func() string // which family it is, if that shows only when the time is up; may be nil
}

// dgtEar is sure of a serial number of five digits, of 64 piece codes, or of two
// times of a clock: noise can look like any shorter message.
func dgtEar() ear {
	d := new(dgt.Decoder)
	return ear{family: "dgt", hear: func(at int64, data []byte) { d.Step(nil, at, data) }, sure: func() bool {
		c := d.Counts()
		return len(d.Info().Serial) == 5 && isNumber(d.Info().Serial) || c.Dumps > 0 || c.Times > 1
	}}
}

// busEar counts the boards that answer a ping of all of them. One alone is a DGT
// board that has been switched on and not spoken to: it waits in bus mode.
func busEar() ear {
	var f bus.Framer
	var boards []bus.Address
	return ear{family: Bus, hear: func(_ int64, data []byte) {
		f.Write(data)
		for p, _, more := f.Next(); more; p, _, more = f.Next() {
			if p.Answers(bus.Ping) && !slices.Contains(boards, p.From) {
				boards = append(boards, p.From)
			}
		}
	}, sure: func() bool { return false }, leave: func() string {
		switch len(boards) {
		case 0:
			return ""
		case 1:
			return "dgt"
		}
		return Bus
	}}
}

func isNumber(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// certaboEar is sure of a frame of 320 numbers.
func certaboEar() ear {
	d := new(certabo.Decoder)
	return ear{family: "certabo", hear: func(at int64, data []byte) { d.Step(nil, at, data) },
		sure: func() bool { return d.Counts().Frames > 0 }}
}

// tabutronicEar is sure of two frames of eight.
func tabutronicEar() ear {
	d := new(tabutronic.Decoder)
	return ear{family: "tabutronic", hear: func(at int64, data []byte) { d.Step(nil, at, data) },
		sure: func() bool { return d.Counts().Frames > 1 }}
}

// chesslinkEar is sure of a message with a right checksum.
func chesslinkEar() ear {
	d := new(chesslink.Decoder)
	return ear{family: "chesslink", hear: func(at int64, data []byte) { d.Step(nil, at, data) }, sure: func() bool {
		c := d.Counts()
		return c.Boards > 0 || c.Versions > 0
	}}
}

// textEar is sure of an answer, or of two lines that make sense if no more made
// none.
func textEar() ear {
	d := new(text.Decoder)
	return ear{family: "text", hear: func(at int64, data []byte) { d.Step(nil, at, data) }, sure: func() bool {
		c := d.Counts()
		return c.Hellos > 0 || c.Scans > 0 || c.Lines > 1 && c.Lines > c.Lost
	}}
}
