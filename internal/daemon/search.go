package daemon

import (
	"sync/atomic"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/touchmove"
)

// mateSearch searches beside the game for what takes too long to wait for: whether the
// position is dead (5.2.2), or whether the opponent of a player whose flag has fallen can
// mate (6.9). One search runs at a time; another question ends it.
type mateSearch struct {
	asked   touchmove.Question
	stop    *atomic.Bool // ends the search that runs; nil if none does
	answers chan pipeline.Proof
}

func newMateSearch() *mateSearch { return &mateSearch{answers: make(chan pipeline.Proof, 1)} }

// ask begins a search, unless the question is the last one. Without a question it ends the
// search that runs.
func (p *mateSearch) ask(q touchmove.Question, ok bool) {
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

// take takes note that a search has ended.
func (p *mateSearch) take(a pipeline.Proof) {
	if a.Question == p.asked {
		p.stop = nil
	}
}

func (p *mateSearch) search(q touchmove.Question, stop *atomic.Bool) {
	a := pipeline.Proof{Question: q}
	a.Search(stop.Load)
	if !stop.Load() {
		p.answers <- a
	}
}

// end ends the search that runs. Its question may be asked again.
func (p *mateSearch) end() {
	if p.stop != nil {
		p.stop.Store(true)
		p.asked, p.stop = touchmove.Question{}, nil
	}
}
