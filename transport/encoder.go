package transport

import (
	"bytes"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// View is what there is to tell after one step of the tracker.
type View struct {
	At       int64                // the time of the step, milliseconds since the log began
	Game     *touchmove.Game      // read, never kept
	Findings []touchmove.Finding  // of this step
	Sensed   *placement.Placement // nil before the board has shown anything
	Differ   placement.Set        // squares on which it differs from the game
}

// Encoder turns what follows from each step into messages. It belongs to the
// one goroutine that feeds the tracker. Make it with NewEncoder.
type Encoder struct {
	topics  Topics
	session string
	base    Base
	seq     [lanes]uint64 // the last number given, by lane

	told   public // to relays
	mark   mark   // of the game when it was last looked at
	clock  touchmove.Clocks
	said   map[string][]byte // what the retained messages last said, by topic below the prefix
	alerts []touchmove.Code  // that stand
	health *Health           // nil: not known
	moves  uint64            // that relays were told

	troubles [troubleCount]*Warning // of the machine, that stand
}

// NewEncoder is an encoder for one board in one session of the daemon.
func NewEncoder(t Topics, session string) *Encoder {
	return &Encoder{topics: t, session: session, said: map[string][]byte{}}
}

// Numbers are the last numbers given: those of the public messages and of the
// arbiter's.
func (e *Encoder) Numbers() [2]uint64 { return [2]uint64(e.seq) }

// Continue lets each counter go on from its own last number: those given from now
// on are above it.
func (e *Encoder) Continue(last [2]uint64) { e.seq = last }

// Rebase ties the times of the log to the time of day, from now on and for all
// that is said again.
func (e *Encoder) Rebase(b Base) { e.base = b }

// mark tells whether anything of a game but its clock has changed.
type mark struct {
	id    string
	rev   int
	phase touchmove.Phase
	trust touchmove.Trust
}

func markOf(g *touchmove.Game) mark { return mark{g.ID, g.Rev, g.Phase, g.Trust} }

// Step appends the messages that say what is new, findings first, then what
// the arbiter sees, then what relays see: an event before the snapshot that
// holds it.
func (e *Encoder) Step(dst []Message, v View) []Message {
	dst = e.findings(dst, v)
	dst = e.board(dst, v)
	if m := markOf(v.Game); m != e.mark {
		e.mark = m
		dst = e.arbiterGame(dst, v)
		dst = e.events(dst, v)
		dst = e.game(dst, v)
	}
	dst = e.warn(dst, v)
	return e.clockReading(dst, v)
}

// Republish appends every retained message again.
func (e *Encoder) Republish(dst []Message, v View) []Message {
	v.Findings = nil
	status, info := e.said[statusKind.topic], e.said[infoKind.topic]
	e.mark, e.clock, e.said = mark{}, touchmove.Clocks{}, map[string][]byte{}
	if status != nil {
		dst = e.status(dst, v.At, status)
	}
	if info != nil {
		dst = e.retained(dst, infoKind, "", v.At, info)
	}
	return e.Step(dst, v)
}

func (e *Encoder) findings(dst []Message, v View) []Message {
	for i := range v.Findings {
		head := encode(e.head(findingKind, v.At))
		dst = append(dst, e.message(findingKind, "", join(head, AppendFinding(nil, &v.Findings[i]))))
	}
	return dst
}

func (e *Encoder) board(dst []Message, v View) []Message {
	if v.Sensed == nil {
		return dst
	}
	return e.retained(dst, boardKind, "", v.At, encode(Sensed{v.Sensed.String(), squareNames(v.Differ)}))
}

func (e *Encoder) clockReading(dst []Message, v View) []Message {
	now := v.Game.Clocks
	now.At = 0
	if !now.Known || now == e.clock {
		return dst
	}
	e.clock = now
	payload := ClockReading{e.head(clockKind, v.At), *e.base.clock(&v.Game.Clocks)}
	return append(dst, e.message(clockKind, "", encode(payload)))
}

// retained appends a message unless the last one of its topic said the same.
// What stands in aside does not count as something new.
func (e *Encoder) retained(dst []Message, k kind, name string, at int64, body []byte, aside ...[]byte) []Message {
	topic := k.topic + name
	if bytes.Equal(body, e.said[topic]) {
		return dst
	}
	e.said[topic] = body
	parts := append([][]byte{encode(e.head(k, at))}, aside...)
	return append(dst, e.message(k, name, join(append(parts, body)...)))
}

func (e *Encoder) message(k kind, name string, payload []byte) Message {
	return Message{e.topics.Topic(k.topic + name), k.qos, k.retain, payload}
}

// head is the head of the next message of a kind, and takes its number.
func (e *Encoder) head(k kind, at int64) Head {
	h := Head{
		Schema:  k.schema,
		Board:   e.topics.board,
		Session: e.session,
		At:      e.base.stamp(at),
		Synced:  e.base.synced,
	}
	if k.lane < lanes {
		e.seq[k.lane]++
		h.Seq = e.seq[k.lane]
	}
	return h
}
