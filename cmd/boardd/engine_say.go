package main

import "github.com/boardd/boardd/transport"

// Begin says what there is before the first record, or before the first one after
// those of an earlier start.
func (e *engine) Begin() outcome {
	e.clear()
	if e.encoder != nil {
		e.become(e.at, transport.Init)
		e.messages = e.encoder.Info(e.messages, e.at, e.about)
		e.messages = e.encoder.Step(e.messages, e.view(e.at, nil))
	}
	return e.outcome()
}

// ClearAlerts clears what alerts an earlier session may have left behind.
func (e *engine) ClearAlerts() outcome {
	e.clear()
	if e.encoder != nil {
		e.messages = e.encoder.ClearAlerts(e.messages)
	}
	return e.outcome()
}

// Trouble says that something is wrong with the machine or, without a text, that
// it no longer is.
func (e *engine) Trouble(at int64, t transport.Trouble, text string) outcome {
	e.clear()
	if e.encoder != nil {
		e.messages = e.encoder.Trouble(e.messages, at, t, text)
	}
	return e.outcome()
}

// Connected says again all that is retained: the broker may have said the will
// instead of the state, or have lost its memory.
func (e *engine) Connected(at int64) outcome {
	e.clear()
	if e.encoder != nil {
		e.messages = e.encoder.Republish(e.messages, e.view(at, nil))
	}
	return e.outcome()
}

// End says that the daemon stops on purpose.
func (e *engine) End(at int64) outcome {
	e.clear()
	if e.encoder != nil {
		e.messages = e.encoder.Status(e.messages, at, transport.Off)
	}
	return e.outcome()
}

// Reject answers a request that could not be read. Nothing has happened.
func (e *engine) Reject(at int64, verb, transaction string, why error) outcome {
	e.clear()
	if e.encoder != nil {
		e.messages = e.encoder.Answer(e.messages, at, verb, transaction, why)
	}
	return e.outcome()
}

// become says the state of the board, if it has changed.
func (e *engine) become(at int64, s transport.State) {
	if e.encoder == nil || e.state == s {
		return
	}
	e.state = s
	e.messages = e.encoder.Status(e.messages, at, s)
}
