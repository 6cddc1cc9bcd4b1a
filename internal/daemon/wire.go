package daemon

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/finder"
)

// Wire is the live end of a board's port: what is read becomes records, and what is due is
// sent. One goroutine uses it, besides the one that reads the port.
type Wire struct {
	Link   sensor.PortLink
	Events chan sensor.PortEvent
	Clock  *clock.Clock
	config *config.Port
	wrote  []byte

	Host    family.Host
	Decoder family.Decoder // for the host; nil: the family is not known
	Family  *family.Family // nil: the family is not known
	finder  *finderHost    // nil: the family is known
	Found   finder.Found

	shared     bool  // the port is that of a bus, which reads it and logs its events
	OneWay     bool  // the far end plays a recording: it does not answer
	open       bool  // the port is open
	lost       bool  // the port is open and the board does not answer, and a record says so
	answered   int64 // when the board answered last, or the port was opened
	settingsAt int64 // when the settings of the port were changed last
}

// lostTime is for how many milliseconds a board may not answer before it is taken to be
// lost: longer than a board takes that sends its whole internal log first.
const lostTime = 10_000

// NewWire makes the wire of a port that is not open yet.
func NewWire(c *config.Port, p *clock.Clock) *Wire {
	w := &Wire{config: c, Events: make(chan sensor.PortEvent), Clock: p}
	if c.Family == config.AutoFamily {
		w.find()
	} else {
		w.setFamily(family.Named(c.Family))
	}
	w.Link.Port = w.settings()
	w.setRegisters()
	return w
}

// setRegisters lets the host write the registers that are configured.
func (w *Wire) setRegisters() {
	settings, err := chesslink.ParseSettings(w.config.Registers)
	if h, ok := w.Host.(*chesslink.Host); ok && err == nil && len(settings) > 0 {
		h.Set = settings
		w.Link.Port.Allow = chesslink.AllowedToSet
	}
}

// Start reads the port until ctx ends. The bus reads a shared port.
func (w *Wire) Start(ctx context.Context) {
	if !w.shared {
		go w.Link.Run(ctx, w.Events)
	}
}

// routine reports whether data is sent all the time and not worth a record.
func (w *Wire) routine(data []byte) bool {
	return w.Family != nil && w.Family.Routine != nil && w.Family.Routine(data)
}

// begin lets the host begin with a board of which nothing is known.
func (w *Wire) begin(at int64) {
	if w.Decoder != nil {
		w.Decoder.Reset()
	}
	w.Host.Opened(at)
}

// Take turns an event of the port into records.
func (w *Wire) Take(e sensor.PortEvent) []sensor.Record {
	at := w.Clock.When(e.Time)
	switch e.Kind {
	case sensor.PortUp:
		w.begin(at)
		if w.finder != nil {
			w.applySettings() // the port may have been lost at any speed
		}
		w.open, w.lost, w.answered = true, false, at
		return []sensor.Record{{At: at, Word: sensor.Link, On: true}}
	case sensor.PortDown:
		w.Host.Closed()
		was := w.lost
		w.open, w.lost = false, false
		if was {
			return nil // a record has said so
		}
		return []sensor.Record{{At: at, Word: sensor.Link}}
	case sensor.PortData:
		if !w.Host.Listening() || at < w.settingsAt && w.finder == nil { // the finder knows at which speed it was read
			return nil
		}
		return append(w.received(at, e.Data), w.Send()...)
	}
	return nil
}

// received turns bytes into records. If the board was lost, the link is up again. Until the
// family is known, only the bytes that show it are recorded: others may have been read at a
// wrong speed.
func (w *Wire) received(at int64, data []byte) []sensor.Record {
	var records []sensor.Record
	if w.finder != nil {
		w.finder.Take(at, data)
		return w.foundBoard()
	}
	if w.lost {
		w.lost, w.answered = false, at
		records = append(records, sensor.Record{At: at, Word: sensor.Link, On: true})
	}
	w.Decoder.Step(nil, at, data)
	if w.routine(data) {
		return records
	}
	return append(records, sensor.Record{At: at, Word: sensor.Rx, Data: data})
}

// Send sends what is due to the board, and returns it as records, along with the record of a
// lost link.
func (w *Wire) Send() []sensor.Record {
	records := append(w.sendDue(), w.foundBoard()...)
	at := w.Clock.Now()
	if w.Host.Answering() {
		w.answered = at
	} else if w.awaitsAnswer() && at >= w.answered+w.lostTime() {
		w.lost = true
		records = append(records, sensor.Record{At: at, Word: sensor.Link})
		if w.config.Family == config.AutoFamily && w.finder == nil {
			w.find() // it may be another board
			w.begin(at)
			w.applySettings()
		}
	}
	return records
}

// askAgain requests again all that was requested when the port was opened: the position, the
// clock, the board's identity. It is false if no board answers.
func (w *Wire) askAgain() bool {
	if !w.open || w.lost || w.OneWay || w.finder != nil || !w.Host.Answering() {
		return false
	}
	if h, ok := w.Host.(family.Asker); ok {
		h.AskAgain()
		return true
	}
	w.answered = w.Clock.Now()
	w.begin(w.answered)
	return true
}

// lostTime returns for how many milliseconds the board may not answer.
func (w *Wire) lostTime() int64 {
	if w.finder != nil {
		return lostTime + finder.RoundTime()
	}
	return lostTime
}

// awaitsAnswer reports whether the board is lost unless it answers.
func (w *Wire) awaitsAnswer() bool { return w.open && !w.lost && !w.OneWay && !w.Host.Answering() }

// sendDue writes what is due to the board.
func (w *Wire) sendDue() []sensor.Record {
	var sent []sensor.Record
	for {
		at := w.Clock.Now()
		w.wrote = w.Host.Step(w.wrote[:0], at)
		if w.finder != nil && w.finder.Baud() != w.Link.Port.Baud {
			w.applySettings()
		}
		if len(w.wrote) == 0 {
			return sent
		}
		if w.Link.Write(w.wrote) != nil {
			return sent // the port is lost: an event says so
		}
		if w.finder == nil && !w.routine(w.wrote) {
			sent = append(sent, sensor.Record{At: at, Word: sensor.Tx, Data: bytes.Clone(w.wrote)})
		}
		if w.Host.Deadline() > at {
			return sent
		}
	}
}

// wantLog requests the log that the board keeps, if it keeps one.
func (w *Wire) wantLog() {
	if h, ok := w.Host.(family.Logged); ok {
		h.WantLog()
	}
}

// Deadline returns when Send has something to do.
func (w *Wire) Deadline() int64 {
	if w.awaitsAnswer() {
		return min(w.Host.Deadline(), w.answered+w.lostTime())
	}
	return w.Host.Deadline()
}

// ErrNoPort is the error if no port is configured.
var ErrNoPort = errors.New("no port is configured; `boardd ports` lists what is there")

// portTrouble returns the text of a port's error with what a person can do about it.
func portTrouble(err error) string {
	if remedy := PortRemedy(err); remedy != "" {
		return err.Error() + "; " + strings.TrimPrefix(remedy, "\n")
	}
	return err.Error() + "; `boardd check` tells more"
}

// finderHost is the host of a port while the family of its board is not known.
type finderHost struct{ finder.Finder }

func (s *finderHost) Listening() bool { return true }
func (s *finderHost) Answering() bool { return false }

// find begins to find out the family of the board.
func (w *Wire) find() {
	w.finder = new(finderHost)
	w.Host, w.Decoder, w.Family = w.finder, nil, nil
}

// setFamily speaks to a board of a family.
func (w *Wire) setFamily(f *family.Family) {
	w.finder = nil
	w.Decoder, w.Family = f.Decoder(), f
	w.Host = f.Host(w.Decoder)
}

// settings returns how the port is opened for the family of the board, or for the finder.
func (w *Wire) settings() sensor.PortConfig {
	p := sensor.PortConfig{DataBits: 8, AllowWrite: finder.Allowed}
	if w.Family != nil {
		p = w.Family.Port
	}
	p.Name = w.config.Name
	switch {
	case w.finder != nil:
		p.Baud = w.finder.Baud()
	default:
		p.Baud = cmp.Or(w.config.Baud, w.Found.Baud, p.Baud)
	}
	if line, ok := modemLines[w.config.DTR]; ok {
		p.DTR = line
	}
	if line, ok := modemLines[w.config.RTS]; ok {
		p.RTS = line
	}
	return p
}

// modemLines maps the words of the configuration to the states of a modem line. The word
// auto is left out: the family decides.
var modemLines = map[string]sensor.ModemLine{"leave": sensor.LineLeave, "on": sensor.LineOn, "off": sensor.LineOff}

// applySettings applies the present settings to the port. Bytes that were read at another
// speed are noise.
func (w *Wire) applySettings() {
	from, to := w.Link.Port, w.settings()
	w.Link.Change(to) // an event says if the port is lost by it
	if !from.SameLine(&to) {
		w.settingsAt = w.Clock.Now()
	}
	if w.finder != nil {
		w.finder.Tuned(w.Clock.Now())
	}
}

// IsBus reports whether the finder found several boards. A bus must be configured.
func (w *Wire) IsBus() bool { return w.finder != nil && w.finder.Found().Family == family.Bus }

// BusText says what a person has to do about a bus that is not configured.
const BusText = "several DGT boards on one line, a bus: it needs port.family " + family.Bus

// foundBoard begins to speak to the board that the finder has found, if it has. It returns a
// record of the family, and the bytes by which the board was found: they may show the
// position.
func (w *Wire) foundBoard() []sensor.Record {
	if w.finder == nil || w.finder.Found() == (finder.Found{}) || w.IsBus() {
		return nil
	}
	at, evidence := w.Clock.Now(), w.finder.Evidence()
	w.Found = w.finder.Found()
	w.setFamily(family.Named(w.Found.Family))
	w.applySettings()
	w.begin(at)
	w.answered = at
	began := at
	if len(evidence) > 0 {
		began = evidence[0].At
	}
	records := []sensor.Record{{At: began, Word: sensor.Family, Data: []byte(w.Found.Family)}}
	if w.lost {
		w.lost = false
		records = append(records, sensor.Record{At: began, Word: sensor.Link, On: true})
	}
	for _, read := range evidence {
		if w.Host.Listening() {
			w.Decoder.Step(nil, at, read.Data)
		}
		records = append(records, sensor.Record{At: read.At, Word: sensor.Rx, Data: read.Data})
	}
	return records
}
