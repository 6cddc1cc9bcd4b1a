package main

import (
	"sync/atomic"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// fullPositions is how many positions the full search looks at for each player:
// half a second at worst, measured on a virtual machine, and 15 MB.
const fullPositions = 1 << 18

// prover searches beside the game for a proof that its position is dead (5.2.2).
// One search runs at a time; another question ends it.
type prover struct {
	asked   touchmove.Question
	stop    *atomic.Bool // of the search that runs; nil if none does
	answers chan proof
}

// proof is what a search has found.
type proof struct {
	question touchmove.Question
	dead     legality.Answer
}

func newProver() *prover { return &prover{answers: make(chan proof, 1)} }

// ask begins a search, unless it is about what was asked last and is answered, or
// is being searched for. Without a question what runs is ended.
func (p *prover) ask(q touchmove.Question, ok bool) {
	if ok && q == p.asked {
		return
	}
	p.end()
	if !ok {
		return
	}
	p.asked, p.stop = q, new(atomic.Bool)
	go p.search(q, p.stop)
}

// take takes note that a search has come to its end.
func (p *prover) take(a proof) {
	if a.question == p.asked {
		p.stop = nil
	}
}

func (p *prover) search(q touchmove.Question, stop *atomic.Bool) {
	dead := q.Position.Dead(fullPositions, stop.Load)
	if !stop.Load() {
		p.answers <- proof{q, dead}
	}
}

// end ends the search that runs; what it was about may be asked again.
func (p *prover) end() {
	if p.stop != nil {
		p.stop.Store(true)
		p.asked, p.stop = touchmove.Question{}, nil
	}
}
