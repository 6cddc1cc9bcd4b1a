package bus

// poll sends the next command to the board whose turn it is, or to the next one
// that something is to be asked.
func (h *Host) poll(dst []byte, at int64) []byte {
	if at >= h.search.again {
		h.become(searching, at)
		return h.look(dst, at)
	}
	for range len(h.boards) {
		b := &h.boards[h.turn%len(h.boards)]
		if c, ok := b.next(at); ok {
			return h.send(dst, at, c, b.dec.Address)
		}
		h.turn = (h.turn + 1) % len(h.boards)
	}
	if at >= h.miss {
		return h.pingMissing(dst, at)
	}
	return dst
}

// pingMissing pings the next one of the boards that are not there.
func (h *Host) pingMissing(dst []byte, at int64) []byte {
	h.miss = at + missTime
	for range len(h.boards) {
		h.missed = (h.missed + 1) % len(h.boards)
		if b := &h.boards[h.missed]; !b.alive {
			return h.send(dst, at, Ping, b.dec.Address)
		}
	}
	return dst
}

// due is when the next command is to be sent.
func (h *Host) due() int64 {
	at := h.search.again
	for i := range h.boards {
		switch b := &h.boards[i]; {
		case !b.alive:
			at = min(at, h.miss)
		case len(b.queue) > 0:
			return 0
		default:
			at = min(at, b.due)
		}
	}
	return at
}
