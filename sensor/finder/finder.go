package finder

import "math"

// Finder finds out what board there is. It keeps no time and owns no port: times
// are handed in, in milliseconds on any clock that does not go back, what was
// read is handed in, what is to be sent is handed out, and so is the speed at
// which the port must be. The zero value waits for Opened.
type Finder struct {
	open   bool
	at     int   // which station
	since  int64 // when its line was set
	asked  int   // how often there
	ears   []ear
	rounds int
	found  Found
}

// Found is a board that was found. The zero value is none.
type Found struct {
	Family string // as the log's header board names it
	Baud   int
}

// Bus is the family of several DGT boards on one line.
const Bus = "dgt-bus"

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// Opened begins: the port has been opened, or opened again, at the speed of Baud.
func (f *Finder) Opened(at int64) {
	*f = Finder{open: true}
	f.enter(0, at)
}

// Closed ends: the port is gone. Nothing is sent until Opened.
func (f *Finder) Closed() { *f = Finder{} }

// Found is what has been found.
func (f *Finder) Found() Found { return f.found }

// Rounds is how often everything has been tried in vain since Opened.
func (f *Finder) Rounds() int { return f.rounds }

// Baud is the speed at which the port must be. Step changes it; Tuned says that
// it has been set.
func (f *Finder) Baud() int { return stations[f.at].baud }

// Tuned begins the time at this speed anew: setting it may have taken some.
func (f *Finder) Tuned(at int64) {
	if f.asked == 0 {
		f.since = at
	}
}

// enter goes to a station.
func (f *Finder) enter(station int, at int64) {
	f.at, f.since, f.asked, f.ears = station, at, 0, nil
	for _, make := range stations[station].ears {
		f.ears = append(f.ears, make())
	}
}

// leave goes to the next station, unless the time that was spent at this one has
// shown what there is.
func (f *Finder) leave(at int64) {
	for _, e := range f.ears {
		if e.leave == nil {
			continue
		}
		if family := e.leave(); family != "" {
			f.found = Found{Family: family, Baud: f.Baud()}
			return
		}
	}
	next := (f.at + 1) % len(stations)
	if next == 0 {
		f.rounds++
	}
	f.enter(next, at)
}

// Heard takes what was read, at the speed of Baud and since it was set.
func (f *Finder) Heard(at int64, data []byte) {
	if !f.seeking() {
		return
	}
	for _, e := range f.ears {
		e.hear(at, data)
		if e.sure() {
			f.found = Found{Family: e.family, Baud: f.Baud()}
			return
		}
	}
}

func (f *Finder) seeking() bool { return f.open && f.found.Family == "" }

// Step takes the time, and appends to dst what is to be sent now. It sends
// nothing when it changes Baud, so that the caller can set it first. Call it
// after each read and at Deadline.
func (f *Finder) Step(dst []byte, at int64) []byte {
	switch s := &stations[f.at]; {
	case !f.seeking():
	case at >= f.since+s.stay:
		f.leave(at)
	case f.asked < len(s.asks) && at >= f.since+s.asks[f.asked]:
		f.asked++
		return append(dst, s.ask...)
	}
	return dst
}

// Deadline is when Step must be called next, if nothing is read before; Never if
// Opened must come first, or a board has been found.
func (f *Finder) Deadline() int64 {
	s := &stations[f.at]
	switch {
	case !f.seeking():
		return Never
	case f.asked < len(s.asks):
		return f.since + s.asks[f.asked]
	}
	return f.since + s.stay
}
