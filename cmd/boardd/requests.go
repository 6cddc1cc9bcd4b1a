package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// request takes a request from the broker.
func (d *daemon) request(r publish.Request) {
	d.countDropped()
	verb, ours := d.topics.Verb(r.Topic)
	if !ours {
		return // a broker hands on what nobody has subscribed to
	}
	if len(r.Payload) == 0 {
		return // somebody has cleared a request that was retained
	}
	at := d.clock(d.pace.now())
	request, err := transport.ParseCommand(verb, r.Payload, r.Retained)
	switch allowed, first := d.allowance.take(time.Now()); {
	case !allowed && !first:
		return
	case !allowed:
		err = errTooMany
	}
	if err != nil {
		d.refuse(at, &r, &request, err)
		return
	}
	d.log.Info().Str("verb", verb).Str("by", request.By).Msg("request")
	d.feed(sensor.Record{At: at, Word: sensor.Cmd, Verb: verb, Data: compactJSON(r.Payload)})
}

// refuse answers a request that may not even be read as one. It is no record, as
// nothing has happened to the game, but the journal has a remark of it.
func (d *daemon) refuse(at int64, r *publish.Request, request *transport.Request, why error) {
	d.log.Warn().Str("verb", began(request.Verb)).Str("by", began(request.By)).Err(why).Msg("request refused")
	d.passEntry(journal.Entry{Lines: refusedRemark(at, r, request, why)}, d.engine.Reject(at, request.Verb, request.Transaction, why))
}

// mostRemarked is how much of a refused request a journal has, in bytes: enough to see
// what it was, and too little to fill a disk with.
const mostRemarked = 512

// refusedRemark is the line of a log for a refused request: when, what, who by his
// own word, why not, and how it began. Whatever was sent stays on its line, and in
// its place there.
func refusedRemark(at int64, r *publish.Request, request *transport.Request, why error) []byte {
	code := "internal"
	if refusal, ok := errors.AsType[*touchmove.Refusal](why); ok {
		code = refusal.Code
	}
	return fmt.Appendf(nil, "# %d refused %+q by %+q: %s: %+q\n", at, began(request.Verb), began(request.By), code, began(string(r.Payload)))
}

func began(text string) string { return text[:min(len(text), mostRemarked)] }

// countDropped logs how many requests were not taken, once those before them
// have been.
func (d *daemon) countDropped() {
	dropped := d.publisher.Stats().RequestsDropped
	if dropped == d.said.dropped || len(d.publisher.Requests()) > 0 {
		return
	}
	d.log.Warn().Uint64("dropped", dropped-d.said.dropped).Msg("too many requests at once; some were dropped, without an answer")
	d.said.dropped = dropped
}

// allowance is how many requests one board takes: so many at once, as when a round
// is paired, and then so many a second. What is beyond that costs no more than
// reading it: it is neither written down nor answered, but for the first. The zero
// value has all of it.
type allowance struct {
	spent float64
	at    time.Time // when that was so
	over  bool      // the last was too much
}

const (
	requestsAtOnce  = 64
	requestsASecond = 4
)

var errTooMany = &touchmove.Refusal{Code: transport.TooMany, Message: "too many requests; this one and those after it were dropped"}

// take says whether a request may be carried out and, if not, whether it is the
// first that may not.
func (a *allowance) take(now time.Time) (allowed, first bool) {
	a.spent = max(0, a.spent-now.Sub(a.at).Seconds()*requestsASecond)
	a.at = now
	if a.spent+1 > requestsAtOnce {
		first, a.over = !a.over, true
		return false, first
	}
	a.spent, a.over = a.spent+1, false
	return true, false
}
