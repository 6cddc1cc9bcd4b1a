package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/transport"
)

// hearing notices what the hall does not get of what the boards publish, while its connection is up.
// A broker may have lost what it had retained, may drop what a slow reader does not take, or may
// have a subscription that brings nothing. A board that publishes everything again heals the first
// two, and another connection the last.
type hearing struct {
	mu     sync.Mutex
	up     time.Time         // since when there is a connection; zero: there is none
	all    bool              // all subscriptions are granted, so that the requests come back
	kept   time.Time         // when the last retained message came
	asked  time.Time         // when boards were asked and nothing has come since; zero: something has
	anew   int               // how often in a row the connection was made anew, and no game came
	boards map[string]*voice // that are known, or expected
}

// voice is what is heard of a board.
type voice struct {
	at       time.Time         // when it was heard last; zero: never
	game     time.Time         // when its last game came on this connection; zero: none has
	answered time.Time         // when it said that it has published everything again
	state    transport.State   // that it has, or had as the broker says
	session  string            // of its last status
	began    time.Time         // when that session was heard first
	status   *transport.Status // its last one, if it says how the daemon is
	moved    uint64            // the number of the status before its count of moves grew
	grown    time.Time         // when the status came that has the count; zero: it has not grown

	lacks string    // what it was asked for last; "": nothing
	asked time.Time // when
	times int       // how often
}

// What a broker has retained comes within quiet, and without a pause of quiet. Each boardd says
// once a minute how it is. A board is asked askTimes at most for one thing, each time after twice
// the time, and no more than asksAtOnce boards in a second.
const (
	quiet      = 5 * time.Second
	silent     = 150 * time.Second
	askTimes   = 3
	asksAtOnce = 50
)

// connected takes note that there is a connection, or none. all reports whether it brings all that
// the hall follows.
func (h *hearing) connected(up, all bool, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.up, h.all, h.asked = time.Time{}, all, time.Time{}
	if up {
		h.up = now
	}
	for _, v := range h.boards {
		v.game, v.lacks, v.times = time.Time{}, "", 0
	}
}

// take takes a message.
func (h *hearing) take(board, name string, m *transport.Message, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = time.Time{}
	if m.Retain {
		h.kept = now
	}
	if strings.HasPrefix(name, "req/") || len(m.Payload) == 0 {
		return // others say it
	}
	v := h.board(board)
	v.at = now
	switch name {
	case "game":
		v.game, h.anew = now, 0
	case "status":
		v.take(m.Payload, now)
	case "res/republish":
		v.answered = now
	}
}

// board returns what is heard of a board.
func (h *hearing) board(name string) *voice {
	if h.boards == nil {
		h.boards = map[string]*voice{}
	}
	if h.boards[name] == nil {
		h.boards[name] = &voice{}
	}
	return h.boards[name]
}

// take takes a status.
func (v *voice) take(payload []byte, now time.Time) {
	s := &transport.Status{}
	if json.Unmarshal(payload, s) != nil {
		return
	}
	v.state = s.State
	switch {
	case s.Seq == 0: // the will
		v.status, v.grown = nil, time.Time{}
		return
	case s.Session != v.session:
		v.session, v.began, v.status, v.grown = s.Session, now, nil, time.Time{}
	}
	if s.Health == nil {
		return
	}
	if v.status != nil && s.Health.Moves > v.status.Health.Moves {
		v.moved, v.grown = v.status.Seq, now
	}
	v.status = s
}

// gone reports whether the board has no daemon, as far as is known.
func (v *voice) gone() bool {
	return v.state == transport.Off || v.state == transport.Lost && v.status == nil
}

// lack says what must have come from a board and did not; "" if nothing. game is its last
// snapshot, nil if there is none.
func (h *hearing) lack(v *voice, game *transport.Game, now time.Time) string {
	settled := now.Sub(later(h.up, h.kept)) > quiet
	switch {
	case v.gone():
	case settled && v.game.IsZero():
		return "its game has not come since there is a connection"
	case settled && v.session != "" && now.Sub(v.began) > quiet && (game == nil || game.Session != v.session):
		return "its boardd is another run, and its game has not come"
	case !v.grown.IsZero() && now.Sub(v.grown) > quiet && game != nil && game.Seq <= v.moved:
		return "it has published moves that have not come"
	case v.status != nil && now.Sub(later(v.at, h.up)) > silent:
		return "nothing has come from it for minutes, though it has not said that it ends"
	}
	return ""
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

var errDeaf = errors.New("there is a connection, and what boards publish does not come; it is made anew")

// judge returns the boards that have to publish everything again, of those that are known and of
// those that are expected. last returns the last snapshot of a board; counts reports whether a board
// counts at all. The error names what is missing. anew reports that the connection is of no use.
func (h *hearing) judge(expected []string, last func(board string) *transport.Game, counts func(board string) bool, now time.Time) (ask []string, missing error, anew bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var bad []error
	if h.anew > 0 {
		bad = append(bad, errDeaf)
	}
	if h.up.IsZero() {
		return nil, sorted(bad), false
	}
	anew = h.all && !h.asked.IsZero() && now.Sub(h.asked) > h.patience()
	for _, board := range expected {
		h.board(board)
	}
	for board, v := range h.boards {
		lacks := ""
		if counts(board) {
			lacks = h.lack(v, last(board), now)
		}
		if lacks != v.lacks {
			v.lacks, v.times = lacks, 0
		}
		if lacks == "" {
			continue
		}
		if !v.at.IsZero() { // else others say that nothing is known of it
			bad = append(bad, fmt.Errorf("board %s: %s; it has to publish everything again", board, lacks))
		}
		if v.times < askTimes && now.Sub(v.asked) > askAgain<<v.times {
			ask = append(ask, board)
		}
		anew = anew || v.times > 0 && v.answered.After(v.asked) && now.Sub(v.answered) > h.patience()
	}
	if anew {
		h.anew++
		h.up = time.Time{} // until there is another one
		return nil, sorted(append(bad, errDeaf)), true
	}
	slices.Sort(ask)
	ask = ask[:min(len(ask), asksAtOnce)]
	for _, board := range ask {
		v := h.boards[board]
		v.asked = now
		v.times++
	}
	if len(ask) > 0 && h.asked.IsZero() {
		h.asked = now
	}
	return ask, sorted(bad), false
}

// patience is how long nothing has to come until the connection is made anew.
func (h *hearing) patience() time.Duration { return askAgain << min(h.anew, 4) }
