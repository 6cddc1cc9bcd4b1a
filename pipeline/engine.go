// Package pipeline turns what a board sends into records, findings, a game and
// messages. A live run, a replay, the benchmarks and the tests are this one function
// over records. It has no clock, file, socket or goroutine; time comes in the records.
//
//	rx ─▶ family.Decoder ─▶ sensor.Orienter ─▶ touchmove.Tracker ─▶ transport.Encoder ─▶ messages
//
// [New] makes an [Engine] for a log's header, [Read] for a whole log. [Engine.Step] takes
// a record, [Engine.Wake] the passing of time, [Engine.Finish] the end of the log.
package pipeline

import (
	"cmp"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// Engine follows one board. It owns its Tracker, Decoder and Encoder: others may read them
// between two steps, as the host of a live board reads the Decoder's counts, and set only
// Encoder, before the first step. An Engine is not safe for use by several goroutines. All
// times are milliseconds since the log began.
type Engine struct {
	Decoder  family.Decoder // nil: the family of the board is not known
	Orienter sensor.Orienter
	Tracker  *Tracker
	Encoder  *transport.Encoder // nil: no messages are made
	About    transport.About    // what the board has reported about itself
	State    transport.State    // as published last
	Number   touchmove.Event    // of the present record, from 1

	// Observe is called with the decoded records of each step, and with the record of a
	// family that was found. The records belong to the engine. Observe may be nil.
	Observe func(decoded []sensor.Record)

	// From the header.
	address    int                 // of the board on a bus
	occupancy  bool                // the board does not recognise its pieces
	pieces     certabo.Set         // known before the log began
	array      placement.Placement // the position from which the decoder may learn more pieces
	late       int64               // how late the header says that the board's reports may be; 0: it does not
	decodedLog bool                // records in the log use the squares of the game
	ids        string              // prefix of the ids of games
	revision   int                 // the revisions of snapshots begin above it

	streams bool // the board sends continuously
	raw     bool // the log holds bytes, and its other records use the board's own squares
	recall  recall
	limit   messageLimit

	at       int64 // the time of the present record
	counting bool  // decoded records get numbers like records of the journal
	scanned  bool  // the board has been scanned,
	current  bool  // since the connection was made
	decoded  []sensor.Record
	findings []touchmove.Finding
	messages []transport.Message
	scratch  []sensor.Record

	askForLog bool // in the outcome of the present step
}

// Outcome holds the consequences of one step. Its slices belong to the engine and are valid
// until the next step.
type Outcome struct {
	Decoded  []sensor.Record // in terms of the game, in order
	Findings []touchmove.Finding
	Messages []transport.Message

	// AskForLog says that the board is to be asked now for the log that it keeps: what has
	// happened while nobody was connected to it waits for that log. A replay ignores it, since
	// the answer is in the log that is replayed.
	AskForLog bool
}

// Step takes the next record. First it runs the deadlines that are due at or before its
// time.
func (e *Engine) Step(r sensor.Record) Outcome {
	e.clear()
	e.runDeadlines(r.At)
	e.at = r.At
	if r.Word != sensor.Rx || !e.StoresDecoded() {
		e.Number++
	}
	switch r.Word {
	case sensor.Rx:
		e.bytes(&r)
	case sensor.Tx:
		if d, ok := e.Decoder.(recalling); ok {
			e.recall.sent(d, r.At, r.Data)
		}
	case sensor.UTC:
		e.rebase(&r)
	case sensor.Family:
		e.boardFound(&r)
	case sensor.Cmd:
		e.command(&r)
	case sensor.Link:
		e.link(&r)
	default:
		e.scratch = e.logged(e.scratch[:0], r)
		e.follow(r.At, e.scratch)
	}
	return e.outcome()
}

// Wake runs the deadlines that are due at or before a time.
func (e *Engine) Wake(at int64) Outcome {
	e.clear()
	e.runDeadlines(at)
	return e.outcome()
}

// Finish says that the log has ended: it runs all deadlines in order, searches for the answer to
// an open question about a flag fall or the last position, and confirms what is read.
func (e *Engine) Finish() Outcome {
	e.clear()
	for {
		if q, open := e.Question(); open && q.Side != laws.Both {
			e.answerQuestion(e.at) // a flag fall waits for the answer
		}
		at, ok := e.Deadline()
		if !ok {
			break
		}
		e.runDeadlines(at)
		e.at = at
	}
	e.answerQuestion(e.at)
	e.report(e.at, e.Tracker.Finish())
	return e.outcome()
}

// Deadline returns when to call Wake; false if nothing is due.
func (e *Engine) Deadline() (int64, bool) {
	at, ok := e.Tracker.Deadline()
	if until := e.recall.deadline; until != 0 && (!ok || until <= at) {
		return until, true
	}
	return at, ok
}

func (e *Engine) clear() {
	e.decoded, e.findings, e.messages, e.askForLog = e.decoded[:0], e.findings[:0], e.messages[:0], false
}

func (e *Engine) observe(records []sensor.Record) {
	if e.Observe != nil {
		e.Observe(records)
	}
}

func (e *Engine) outcome() Outcome {
	e.observe(e.decoded)
	return Outcome{e.decoded, e.findings, e.messages, e.askForLog}
}

func (e *Engine) runDeadlines(to int64) {
	for {
		at, ok := e.Deadline()
		switch {
		case !ok || at > to:
			return
		case at == e.recall.deadline:
			e.giveUpBoardLog(at)
		default:
			e.report(at, e.Tracker.Wake(at))
		}
	}
}

// bytes decodes one read from the port. The tracker gets all its records together, because
// a press and the time that the clock then shows arrive together.
func (e *Engine) bytes(r *sensor.Record) {
	if e.Decoder == nil {
		return
	}
	e.raw = true
	e.scratch = e.scratch[:0]
	records := e.Decoder.Step(nil, r.At, r.Data)
	if d, ok := e.Decoder.(recalling); ok {
		records = e.holdForBoardLog(d, r.At, records)
	}
	for _, d := range records {
		d.At = r.At
		e.scratch = e.Orienter.Step(e.scratch, d)
	}
	e.followNew(r.At, e.scratch)
	e.describeBoard(r.At)
}

// follow passes decoded records to the tracker.
func (e *Engine) follow(at int64, records []sensor.Record) {
	from := len(e.findings)
	for i := range records {
		r := &records[i]
		if e.counting && r.Word != sensor.Fault {
			e.Number++
		}
		e.decoded = append(e.decoded, *r)
		if r.Word == sensor.Lift || r.Word == sensor.Drop || r.Word == sensor.Board {
			e.scanned, e.current = true, true
		}
		e.findings = append(e.findings, e.Tracker.Step(e.Number, *r)...)
	}
	e.encode(at, from)
	if e.current {
		e.setState(at, transport.Ready)
	}
}

func (e *Engine) link(r *sensor.Record) {
	if d, ok := e.Decoder.(recalling); ok {
		e.recall.lost(d, r.At)
	}
	if e.Decoder != nil {
		e.Decoder.Reset()
	}
	e.current = false
	e.decoded = append(e.decoded, *r)
	e.report(r.At, e.Tracker.Step(e.Number, *r))
	if r.On {
		e.setState(r.At, transport.Init)
	} else {
		e.setState(r.At, transport.Lost)
	}
}

func (e *Engine) rebase(r *sensor.Record) {
	e.decoded = append(e.decoded, *r)
	if e.Encoder == nil {
		return
	}
	if base, err := transport.BaseOf(r); err == nil {
		e.Encoder.Rebase(base)
	}
}

// command carries out a person's command: the tracker changes the game, the orienter the
// board's orientation, the encoder the messages.
func (e *Engine) command(r *sensor.Record) {
	e.decoded = append(e.decoded, *r)
	if r.Verb == SavedStateVerb || r.Verb == olderStateVerb {
		if err := e.restoreState(r.Data); err != nil {
			e.report(r.At, e.Tracker.Refuse(e.Number, r.At, err))
		}
		return
	}
	request, err := transport.ParseLogged(r.Verb, r.Data)
	if err == nil {
		err = e.tooEarly(r.Verb)
	}
	switch {
	case err != nil:
		e.report(r.At, e.Tracker.Refuse(e.Number, r.At, err))
	case r.Verb == "rotate":
		e.scratch = e.rotate(r.At)
		e.followNew(r.At, e.scratch)
	case r.Verb == "republish":
		if e.Encoder != nil {
			e.messages = e.Encoder.Republish(e.messages, e.view(r.At, nil))
		}
	default:
		var found []touchmove.Finding
		found, err = e.Tracker.Do(e.Number, r.At, request.Command)
		e.report(r.At, found)
	}
	if e.Encoder != nil && !request.Own {
		e.messages = e.Encoder.Answer(e.messages, r.At, int(e.Number), r.Verb, request.Transaction, err)
	}
}

// report collects findings and lets the encoder publish what has changed.
func (e *Engine) report(at int64, found []touchmove.Finding) {
	from := len(e.findings)
	e.findings = append(e.findings, found...)
	e.encode(at, from)
}

// encode lets the encoder publish the findings from an index on, and what has changed.
func (e *Engine) encode(at int64, from int) {
	if e.Encoder != nil && !e.limit.holds(e.findings[from:]) {
		e.messages = e.Encoder.Step(e.messages, e.view(at, e.findings[from:]))
	}
}

func (e *Engine) view(at int64, found []touchmove.Finding) transport.View {
	v := transport.View{At: at, Game: e.Tracker.Game(), Last: e.Tracker.Previous(), Findings: found}
	if e.scanned {
		v.Sensed, v.Differ = e.Tracker.Sensed()
	}
	return v
}

// ContinueMessages takes over the publishing state of an earlier engine: its encoder, what
// the board has reported about itself, its state, and the messages that it held back.
func (e *Engine) ContinueMessages(old *Engine) {
	e.SetAddress(old.address)
	e.Encoder, e.About, e.State, e.limit = old.Encoder, old.About, old.State, old.limit
}

// ContinueDecoding takes over the decoding state of an earlier engine.
func (e *Engine) ContinueDecoding(old *Engine) {
	e.Decoder, e.Orienter, e.raw = old.Decoder, old.Orienter, old.raw
}

// SetAddress sets the address of the board among those that share a bus.
func (e *Engine) SetAddress(address int) {
	e.address = address
	if d, ok := e.Decoder.(*bus.Decoder); ok {
		d.Address = bus.Address(address)
	}
}

// decodeAs sets the family as which later bytes are decoded.
func (e *Engine) decodeAs(f *family.Family) {
	e.Decoder = f.Decoder()
	e.SetAddress(e.address)
	switch d := e.Decoder.(type) {
	case *chesslink.Decoder:
		d.Occupancy = e.occupancy
	case *certabo.Decoder:
		d.Pieces, d.Array = e.pieces, e.array
	}
	e.About.Kind, e.About.Sensor, e.streams = f.Name, f.Sensor, f.Streams
	if e.Tracker != nil {
		e.Tracker.SetBoard(f.Name, cmp.Or(e.late, f.LateMs))
	}
}

// boardFound decodes later bytes as those of the board that was found at the port.
func (e *Engine) boardFound(r *sensor.Record) {
	if f := family.Named(string(r.Data)); f != nil {
		e.decodeAs(f)
		e.observe([]sensor.Record{*r})
		e.About.Serial, e.About.Clock = "", false
		e.describeBoard(r.At)
	}
}

// describeBoard publishes what the board has reported about itself.
func (e *Engine) describeBoard(at int64) {
	if e.Encoder == nil {
		return
	}
	board := e.Decoder.About()
	e.About.Serial, e.About.Clock = cmp.Or(board.LongSerial, board.Serial), board.Clock
	e.About.Sensor = cmp.Or(board.Sensor, e.About.Sensor)
	if !e.limit.holds(nil) {
		e.messages = e.Encoder.Info(e.messages, at, e.About)
	}
}

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
	case laws.ByWhite:
		p.Answer, p.by = q.Position.CanMate(placement.White, maxPositions, stop)
	case laws.ByBlack:
		p.Answer, p.by = q.Position.CanMate(placement.Black, maxPositions, stop)
	default:
		p.Answer = q.Position.Dead(maxPositions, stop)
	}
}

// Command returns the command that passes the answer to the game. It is false if there is
// none to pass.
func (p *Proof) Command() (verb string, payload []byte, say bool) {
	if p.Question.Side == laws.Both {
		payload, say = transport.AnswerDead(p.Question, p.Answer)
		return transport.DeadPosition, payload, say
	}
	return transport.CanMate, transport.AnswerMate(p.Question, p.Answer, p.by), true
}
