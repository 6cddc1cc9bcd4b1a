package pipeline

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// answerQuestion answers an open question, as the search beside a live game does.
func (e *Engine) answerQuestion(at int64) {
	q, open := e.Tracker.Question()
	if !open {
		return
	}
	p := Proof{Question: q}
	p.Search(nil)
	verb, payload, say := p.Command()
	if !say {
		return
	}
	if request, err := transport.ParseLogged(verb, payload); err == nil {
		found, _ := e.Tracker.Do(e.Number, at, request.Command)
		e.report(at, found)
	}
}

// Question returns an open question about the last position of the game: whether it is
// dead, or whether a player can mate. It is false if there is none.
func (e *Engine) Question() (touchmove.Question, bool) { return e.Tracker.Question() }

// maxPositions is how many positions a search visits for each player: half a second at
// worst, measured on a virtual machine, and 15 MB.
const maxPositions = 1 << 18

// Proof is a search's answer to a question of the game.
type Proof struct {
	Question touchmove.Question
	Answer   legality.Answer // whether it is dead or, for a player, whether he can mate
	by       []legality.Move // the moves that mate
}

// Search searches for the answer until stop reports true. Stop may be nil.
func (p *Proof) Search(stop func() bool) {
	q := &p.Question
	switch q.Side {
	case touchmove.ByWhite:
		p.Answer, p.by = q.Position.CanMate(placement.White, maxPositions, stop)
	case touchmove.ByBlack:
		p.Answer, p.by = q.Position.CanMate(placement.Black, maxPositions, stop)
	default:
		p.Answer = q.Position.Dead(maxPositions, stop)
	}
}

// Command returns the command that passes the answer to the game. It is false if there is
// none to pass.
func (p *Proof) Command() (verb string, payload []byte, say bool) {
	if p.Question.Side == touchmove.Both {
		payload, say = transport.AnswerDead(p.Question, p.Answer)
		return transport.DeadPosition, payload, say
	}
	return transport.CanMate, transport.AnswerMate(p.Question, p.Answer, p.by), true
}
