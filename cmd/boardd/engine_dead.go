package main

import (
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// settle answers what is open about the last position, as the search beside a
// live game would have done.
func (e *engine) settle(at int64) {
	q, open := e.tracker.Question()
	if !open {
		return
	}
	payload, say := transport.AnswerDead(q, q.Position.Dead(fullPositions, nil))
	if !say {
		return
	}
	if request, err := transport.ParseLogged(transport.DeadPosition, payload); err == nil {
		found, _ := e.tracker.Do(e.number, at, request.Command)
		e.tell(at, found)
	}
}

// Question is what is open about the last position of the game (see prover).
func (e *engine) Question() (touchmove.Question, bool) { return e.tracker.Question() }
