package bus

import "slices"

// search is how a Host finds out who is there: it pings the boards that it knows
// of, one by one, and then, round after round, all at once, with those that have
// answered told to keep out of it.
type search struct {
	plan    []call // to be sent
	rounds  int    // yet to come
	found   bool   // in the last one somebody has answered who was not known,
	garbled bool   // or something was heard that made no sense
	again   int64  // when to begin again
}

// call is a command to a board.
type call struct {
	command Command
	to      Address
}

// look sends the next command of a search.
func (h *Host) look(dst []byte, at int64) []byte {
	s := &h.search
	if len(s.plan) == 0 && s.rounds > 0 && (s.found || s.garbled) {
		h.planRound()
	}
	if len(s.plan) == 0 {
		h.become(polling, at)
		return h.poll(dst, at)
	}
	return h.send(dst, at, s.plan[0].command, s.plan[0].to)
}

// planRound begins a round, after which nobody who was heard has to be asked
// again.
func (h *Host) planRound() {
	s := &h.search
	s.rounds--
	s.found, s.garbled = false, false
	for i := range h.boards {
		if b := &h.boards[i]; b.alive {
			s.plan = append(s.plan, call{IgnorePing, b.dec.Address})
		}
	}
	s.plan = append(s.plan, call{Ping, All})
}

// searchAgain is when the next search begins.
func (h *Host) searchAgain(at int64) int64 {
	switch {
	case !h.Search:
		return Never
	case slices.ContainsFunc(h.boards, func(b station) bool { return b.alive }):
		return at + laterAgain
	}
	return at + soonAgain
}
