package main

import (
	"fmt"
	"time"

	"github.com/boardd/boardd/transport"
)

// names notices when several boards have one name. Each start of a boardd is a session, and
// whatever it publishes has its session and a number that grows. When a boardd starts again,
// the session before says nothing any more. So a session that speaks again and again after
// another one has begun is another boardd that still runs. A message that comes twice, or that
// was kept for a boardd that was killed, is no sign of that: its number is not new, or its
// session comes back once.
type names struct {
	heard map[string]map[string]*speaker // by board and session
	last  map[string]string              // the session of each board that spoke last
	twins map[string]bool                // boards whose name several have
}

// speaker is a session of a boardd.
type speaker struct {
	at    time.Time // when it spoke last
	seq   uint64    // its last number
	again int       // how often it came back after another one, since the last one that began
	game  *transport.Game
}

// alone is how long only one boardd has to speak until it alone has the name: each one speaks
// once a minute. backs is how often a session has to come back to be another boardd's.
const (
	alone = 150 * time.Second
	backs = 2
)

func newNames() *names {
	return &names{heard: map[string]map[string]*speaker{}, last: map[string]string{}, twins: map[string]bool{}}
}

// restore takes note of names that several boards had before this program began. Each of those
// boards counts as heard now.
func (n *names) restore(boards []string, now time.Time) {
	for _, board := range boards {
		n.twins[board] = true
		n.heard[board] = map[string]*speaker{"": {at: now}}
	}
}

// hear takes note that a session of a board has published a message with a number, and reports
// whether several boards have the name. A message that the broker had retained is old.
func (n *names) hear(board, session string, seq uint64, at time.Time) bool {
	if session == "" || seq == 0 {
		return n.twins[board] // the will: the broker says it
	}
	all := n.heard[board]
	if all == nil {
		all = map[string]*speaker{}
		n.heard[board] = all
	}
	s := all[session]
	switch {
	case s == nil:
		for _, other := range all {
			other.again = 0
		}
		s = &speaker{}
		all[session] = s
	case seq <= s.seq:
		return n.twins[board]
	case n.last[board] != session:
		s.again++
	}
	s.at, s.seq, n.last[board] = at, seq, session
	if s.again >= backs {
		n.twins[board] = true
	}
	return n.twins[board]
}

// keep keeps the last game of a session, if there is another session besides.
func (n *names) keep(board string, g *transport.Game) {
	s := n.heard[board][g.Session]
	if s != nil && len(n.heard[board]) > 1 && (s.game == nil || s.game.Seq < g.Seq) {
		s.game = g
	}
}

// settle forgets sessions that have long been silent. It returns the boards that have their name
// for themselves again, each with its last game, if it is known.
func (n *names) settle(now time.Time) map[string]*transport.Game {
	var back map[string]*transport.Game
	for board, all := range n.heard {
		if len(all) == 1 {
			continue
		}
		var here []string
		for session, s := range all {
			if now.Sub(s.at) <= alone {
				here = append(here, session)
			}
		}
		if len(here) != 1 {
			continue
		}
		s := all[here[0]]
		if n.twins[board] {
			if back == nil {
				back = map[string]*transport.Game{}
			}
			back[board] = s.game
			delete(n.twins, board)
		}
		s.again, s.game = 0, nil
		n.heard[board] = map[string]*speaker{here[0]: s}
	}
	return back
}

// problem returns the error about a name that several boards have.
func (n *names) problem(board string) error {
	if !n.twins[board] {
		return nil
	}
	return fmt.Errorf("several boards are called %s, and nothing is taken of any: switch one off, or give it another name (board in its configuration); %v later the one that stays counts", board, alone)
}
