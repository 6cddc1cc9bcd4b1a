package pipeline

import (
	"slices"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// Begin publishes the state before the first record, or before the first record after a
// restart.
func (e *Engine) Begin() Outcome {
	e.clear()
	if e.Encoder != nil {
		e.setState(e.at, transport.Init)
		e.messages = e.Encoder.Info(e.messages, e.at, e.About)
		e.messages = e.Encoder.Step(e.messages, e.view(e.at, nil))
	}
	return e.outcome()
}

// ClearAlerts clears the alerts that an earlier session may have left behind.
func (e *Engine) ClearAlerts() Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.ClearAlerts(e.messages)
	}
	return e.outcome()
}

// Trouble raises an alert about the machine. An empty text clears it.
func (e *Engine) Trouble(at int64, t transport.Trouble, text string) Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.Trouble(e.messages, at, t, text)
	}
	return e.outcome()
}

// RepublishAll publishes all retained messages again. The broker may have published the
// will in place of the state, or have lost its memory.
func (e *Engine) RepublishAll(at int64) Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.Republish(e.messages, e.view(at, nil))
	}
	return e.outcome()
}

// Close publishes the end of the game when another game begins in another engine.
func (e *Engine) Close(at int64) Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.Close(e.messages, at, e.Tracker.Game())
	}
	return e.outcome()
}

// End publishes that the daemon is stopped on purpose.
func (e *Engine) End(at int64) Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.Status(e.messages, at, transport.Off)
	}
	return e.outcome()
}

// Reject answers a request that could not be parsed. The game does not change.
func (e *Engine) Reject(at int64, verb, transaction string, why error) Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.Answer(e.messages, at, 0, verb, transaction, why)
	}
	return e.outcome()
}

// setState publishes the state of the board, if it has changed.
func (e *Engine) setState(at int64, s transport.State) {
	if e.Encoder == nil || e.State == s {
		return
	}
	e.State = s
	e.messages = e.Encoder.Status(e.messages, at, s)
}

// RepublishState publishes the state of the board again because the daemon's health has
// changed.
func (e *Engine) RepublishState(at int64) Outcome {
	e.clear()
	if e.Encoder != nil {
		e.messages = e.Encoder.Status(e.messages, at, e.State)
	}
	return e.outcome()
}

// messageLimit holds messages back while the board causes more than a broker and a person
// can take. Later the encoder publishes the latest state of retained messages, and the
// changes in moves. Of the findings the last one of each code and side is kept.
type messageLimit struct {
	active   bool // there is a limit
	room     int  // how many messages may be published now
	pending  bool // messages are held back
	findings []touchmove.Finding
	dropped  int // findings replaced by a later one of the same code and side
}

// LimitMessages limits from now on how many messages a record may cause. If a record
// exceeds the limit, it and the records after it cause none until PublishHeld.
func (e *Engine) LimitMessages(room int) { e.limit.active, e.limit.room = true, room }

// holds reports whether messages about these findings are held back. If so, it keeps the
// findings.
func (h *messageLimit) holds(found []touchmove.Finding) bool {
	if !h.active || !h.pending && h.room > len(found) {
		return false
	}
	h.pending = true
	for i := range found {
		f := &found[i]
		same := func(g touchmove.Finding) bool { return g.Code == f.Code && g.Side == f.Side }
		if n := slices.IndexFunc(h.findings, same); n >= 0 {
			h.findings = slices.Delete(h.findings, n, n+1)
			h.dropped++
		}
		h.findings = append(h.findings, *f)
	}
	return true
}

// PublishHeld returns the messages that were held back, and how many findings were dropped.
func (e *Engine) PublishHeld(at int64) (o Outcome, dropped int) {
	e.clear()
	h := e.limit
	e.limit = messageLimit{}
	if h.pending {
		e.messages = e.Encoder.Step(e.messages, e.view(at, h.findings))
		if e.Decoder != nil {
			e.describeBoard(at)
		}
	}
	return e.outcome(), h.dropped
}

// HoldsMessages reports whether messages wait for PublishHeld.
func (e *Engine) HoldsMessages() bool { return e.limit.pending }
