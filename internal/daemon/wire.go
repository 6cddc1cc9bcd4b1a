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

// Wire is the live end of a board's port: it turns bytes into records, and sends what is due
// to the board. One goroutine uses it, besides the one that reads the port.
//
// The wire does not decode. Its host goes by the decoder of the engine that takes the records:
// take an event with [Wire.Take], give its records to the engine, and then call [Wire.Send].
// Where there is no engine, use a [LoneWire].
type Wire struct {
	Link   sensor.PortLink
	Events chan sensor.PortEvent
	Clock  *clock.Clock
	config *config.Port
	wrote  []byte

	Host   family.Host
	Family *family.Family // nil: the family is not known
	finder *finderHost    // nil: the family is known
	Found  finder.Found

	shared     bool  // the port is that of a bus, which reads it and logs its events
	OneWay     bool  // the far end plays a recording: it does not answer
	open       bool  // the port is open
	hid        bool  // it is a HID device, or was when it was open last
	lost       bool  // the port is open and the board does not answer, and a record says so
	answered   int64 // when the board answered last, or the port was opened
	settingsAt int64 // when the settings of the port were changed last
}

// lostTime is after how many milliseconds without an answer a board counts as lost. A board
// that first sends its whole internal log takes less.
const lostTime = 10_000

// NewWire makes the wire of a port that is not open yet. The decoder is that of the
// configured family; it is not used if the family is to be found out.
func NewWire(c *config.Port, p *clock.Clock, d family.Decoder) *Wire {
	w := &Wire{config: c, Events: make(chan sensor.PortEvent), Clock: p}
	if c.Family == config.AutoFamily {
		w.find()
	} else {
		w.Family = family.Named(c.Family)
		w.SetDecoder(d)
	}
	w.Link.Port = w.settings()
	return w
}

// SetDecoder begins to speak to the board with a host that goes by a decoder of its family.
func (w *Wire) SetDecoder(d family.Decoder) {
	w.newHost(d)
	if w.open {
		w.Host.Opened(w.Clock.Now())
	}
}

// newHost makes a host that goes by a decoder.
func (w *Wire) newHost(d family.Decoder) {
	w.Host = w.Family.Host(d)
	if h, ok := w.Host.(*chesslink.Host); ok {
		h.Set = w.registers()
	}
}

// registers returns the configured settings for registers of the board.
func (w *Wire) registers() []chesslink.Setting {
	settings, _ := chesslink.ParseSettings(w.config.Registers) // the configuration was checked
	return settings
}

// Start reads the port until ctx ends. The bus reads a shared port.
func (w *Wire) Start(ctx context.Context) {
	if !w.shared {
		go w.Link.Run(ctx, w.Events)
	}
}

// Take turns an event of the port into records. After a record of a family, call SetDecoder
// with the decoder that the record begins.
func (w *Wire) Take(e sensor.PortEvent) []sensor.Record {
	at := w.Clock.When(e.Time)
	switch e.Kind {
	case sensor.PortUp:
		w.hid = e.HID
		if w.finder != nil {
			w.finder.HID = w.hid
		}
		w.Host.Opened(at)
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
			return nil // a record has reported it
		}
		return []sensor.Record{{At: at, Word: sensor.Link}}
	case sensor.PortData:
		if !w.Host.Listening() || at < w.settingsAt && w.finder == nil { // the finder knows at which speed it was read
			return nil
		}
		return w.received(at, e.Data)
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
	if h, ok := w.Host.(family.Poller); ok && h.Idle(data) {
		return records
	}
	return append(records, sensor.Record{At: at, Word: sensor.Rx, Data: data})
}

// Send sends what is due to the board, and returns it as records, along with the record of a
// lost link. After a record of a family, call SetDecoder.
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
			w.Host.Opened(at)
			w.applySettings()
		}
	}
	return records
}

// canAsk reports whether there is a board that can be asked.
func (w *Wire) canAsk() bool {
	return w.open && !w.lost && !w.OneWay && w.finder == nil && w.Host.Answering()
}

// askAgain asks again for all that the host asks for when the port is opened: the position,
// the clock, the board's identity. The host goes by another decoder from now on, which knows
// at most what stands on the board.
func (w *Wire) askAgain(d family.Decoder) {
	w.answered = w.Clock.Now()
	w.newHost(d)
	if h, ok := w.Host.(family.Asker); ok {
		h.AskAgain(w.answered)
	} else {
		w.Host.Opened(w.answered)
	}
}

// lostTime returns after how many milliseconds without an answer the board counts as lost.
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
		if w.finder == nil && !w.polls() {
			sent = append(sent, sensor.Record{At: at, Word: sensor.Tx, Data: bytes.Clone(w.wrote)})
		}
		if w.Host.Deadline() > at {
			return sent
		}
	}
}

// polls reports whether the bytes that were sent only ask for news: such bytes are not worth a
// record.
func (w *Wire) polls() bool {
	h, ok := w.Host.(family.Poller)
	return ok && h.Polls(w.wrote)
}

// AskForLog requests the log that the board keeps, if it keeps one.
func (w *Wire) AskForLog() {
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

// LoneWire is a wire without an engine, as for `boardd record` and `boardd check`. It decodes
// bytes only for its host.
type LoneWire struct {
	*Wire
	Decoder family.Decoder // nil: the family is not known
}

// NewLoneWire makes the wire of a port that is not open yet.
func NewLoneWire(c *config.Port, p *clock.Clock) *LoneWire {
	var d family.Decoder
	if f := family.Named(c.Family); f != nil {
		d = f.Decoder()
	}
	return &LoneWire{NewWire(c, p, d), d}
}

// Take turns an event of the port into records, and sends what is due then.
func (l *LoneWire) Take(e sensor.PortEvent) []sensor.Record {
	return append(l.decode(l.Wire.Take(e)), l.Send()...)
}

// Send sends what is due to the board, and returns it as records.
func (l *LoneWire) Send() []sensor.Record { return l.decode(l.Wire.Send()) }

// decode decodes records as an engine does. It returns them.
func (l *LoneWire) decode(records []sensor.Record) []sensor.Record {
	for i := range records {
		switch r := &records[i]; {
		case r.Word == sensor.Family:
			l.Decoder = l.Family.Decoder()
			l.SetDecoder(l.Decoder)
		case l.Decoder == nil:
		case r.Word == sensor.Link:
			l.Decoder.Reset()
		case r.Word == sensor.Rx:
			l.Decoder.Step(nil, r.At, r.Data)
		}
	}
	return records
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
	w.finder = &finderHost{finder.Finder{HID: w.hid}}
	w.Host, w.Family = w.finder, nil
}

// settings returns how the port is opened for the family of the board, or for the finder.
func (w *Wire) settings() sensor.PortConfig {
	p := sensor.PortConfig{Kind: sensor.AnyPort, DataBits: 8, AllowWrite: finder.Allowed}
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
	if len(w.registers()) > 0 {
		p.Allow = chesslink.AllowedToSet
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

// foundBoard goes over to the board that the finder has found, if it has. It returns a record
// of the family, and the bytes that showed the family: they may hold the position, too. The
// host is the finder until SetDecoder is called.
func (w *Wire) foundBoard() []sensor.Record {
	if w.finder == nil || w.finder.Found() == (finder.Found{}) || w.IsBus() {
		return nil
	}
	at, evidence := w.Clock.Now(), w.finder.Evidence()
	w.Found = w.finder.Found()
	w.finder, w.Family = nil, family.Named(w.Found.Family)
	w.applySettings()
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
		records = append(records, sensor.Record{At: read.At, Word: sensor.Rx, Data: read.Data})
	}
	return records
}
