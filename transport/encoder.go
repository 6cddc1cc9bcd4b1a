package transport

import (
	"bytes"
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// View holds what an Encoder compares after one step of the tracker.
type View struct {
	At       int64                // the time of the step, milliseconds since the log began
	Game     *touchmove.Game      // read, never kept
	Last     *touchmove.Game      // the last game before it; nil if there is none
	Findings []touchmove.Finding  // of this step
	Sensed   *placement.Placement // nil before the board has shown anything
	Differ   placement.Set        // squares on which it differs from the game
}

// Encoder turns the consequences of each step of a tracker into messages. The goroutine
// that feeds the tracker owns it. NewEncoder makes one.
type Encoder struct {
	topics  Topics
	session string
	base    Base
	seq     [lanes]uint64 // the last number given, by lane

	public public // published to relays
	mark   mark   // of the game at the last step
	clock  touchmove.Clocks
	bodies map[string][]byte // the last body of each retained message, by topic below the prefix
	alerts []touchmove.Code  // alerts that stand
	health *Health           // nil: unknown
	moves  uint64            // published to relays
	last   closed            // the last game that was closed

	troubles [troubleCount]*Warning // troubles of the machine that stand
}

// NewEncoder returns an encoder for one board in one session of the daemon.
func NewEncoder(t Topics, session string) *Encoder {
	return &Encoder{topics: t, session: session, bodies: map[string][]byte{}}
}

// Numbers returns the numbers of the last public message and of the last message for the
// arbiter.
func (e *Encoder) Numbers() [2]uint64 { return [2]uint64(e.seq) }

// Continue sets the numbers as Numbers returned them: the next messages get higher ones.
func (e *Encoder) Continue(last [2]uint64) { e.seq = last }

// Rebase ties the times of the log to the time of day, for new messages and for those that
// are published again.
func (e *Encoder) Rebase(b Base) { e.base = b }

// mark identifies a state of the game. It changes when anything of the game but its clock
// changes.
type mark struct {
	id    string
	rev   int
	phase touchmove.Phase
	trust touchmove.Trust
}

func markOf(g *touchmove.Game) mark { return mark{g.ID, g.Rev, g.Phase, g.Trust} }

// Step appends a message for everything that is new since the last step: first the
// findings, then what the arbiter sees, then what relays see. An event comes before the
// snapshot that holds it.
func (e *Encoder) Step(dst []Message, v View) []Message {
	dst = e.findings(dst, v)
	dst = e.board(dst, v)
	if m := markOf(v.Game); m != e.mark {
		e.mark = m
		if last := e.closing(v); last != nil {
			dst = e.arbiterGame(dst, View{At: v.At, Game: last})
		}
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
	status, info := e.bodies[statusKind.topic], e.bodies[infoKind.topic]
	e.mark, e.clock, e.bodies = mark{}, touchmove.Clocks{}, map[string][]byte{}
	if status != nil {
		dst = e.status(dst, v.At, status)
	}
	if info != nil {
		dst = e.retained(dst, infoKind, "", v.At, info)
	}
	return e.sayLast(e.Step(dst, v), v.At)
}

// foundIn returns the id of the game that the findings of a step are of; "" if a game began in
// this step, because some may be of the one before.
func (e *Encoder) foundIn(v View) string {
	before, _, _ := strings.Cut(e.mark.id, ".")
	now, _, _ := strings.Cut(v.Game.ID, ".")
	if before != now {
		return ""
	}
	return v.Game.ID
}

func (e *Encoder) findings(dst []Message, v View) []Message {
	game := encode(foundIn{e.foundIn(v)})
	for i := range v.Findings {
		head := encode(e.head(findingKind, v.At))
		dst = append(dst, e.message(findingKind, "", join(head, game, AppendFinding(nil, &v.Findings[i]))))
	}
	return dst
}

func (e *Encoder) board(dst []Message, v View) []Message {
	if v.Sensed == nil {
		return dst
	}
	return e.retained(dst, boardKind, "", v.At, encode(Sensed{v.Sensed.String(), v.Differ.Names()}))
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

// retained appends a message unless the last one of its topic had the same body. The
// message also has the parts in aside; a change in these alone sends nothing.
func (e *Encoder) retained(dst []Message, k kind, name string, at int64, body []byte, aside ...[]byte) []Message {
	topic := k.topic + name
	if bytes.Equal(body, e.bodies[topic]) {
		return dst
	}
	e.bodies[topic] = body
	parts := append([][]byte{encode(e.head(k, at))}, aside...)
	return append(dst, e.message(k, name, join(append(parts, body)...)))
}

func (e *Encoder) message(k kind, name string, payload []byte) Message {
	return Message{e.topics.Topic(k.topic + name), k.qos, k.retain, payload}
}

// head returns the head of the next message of a kind, and uses up its number.
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

// arbiterGame appends the full snapshot.
func (e *Encoder) arbiterGame(dst []Message, v View) []Message {
	return e.retained(dst, arbiterGameKind, "", v.At, e.fullRecord(v.Game), e.reading(v.Game))
}

func (e *Encoder) fullRecord(g *touchmove.Game) []byte {
	return join(revised(g, len(g.Moves)), encode(FullRecord{e.base.record(g), e.base.plies(g.Irregular)}))
}

func (e *Encoder) reading(g *touchmove.Game) []byte {
	return encode(reading{e.base.clock(&g.Clocks)})
}

// game appends the public snapshot, and the same as PGN.
func (e *Encoder) game(dst []Message, v View) []Message {
	record := e.public.record(e.base, v.Game)
	dst = e.retained(dst, gameKind, "", v.At, encode(record), e.reading(v.Game), revised(v.Game, len(e.public.moves)))
	return e.retainedText(dst, pgnKind, AppendPGN(nil, v.Game, e.pgnHeader()))
}

// revised is the revision of a game of which so many plies are shown.
func revised(g *touchmove.Game, plies int) []byte {
	return encode(revision{g.Rev, min(g.Final, plies)})
}

// retainedText does what retained does, for a message that is not JSON.
func (e *Encoder) retainedText(dst []Message, k kind, text []byte) []Message {
	if string(text) == string(e.bodies[k.topic]) {
		return dst
	}
	e.bodies[k.topic] = text
	return append(dst, e.message(k, "", text))
}

func (e *Encoder) pgnHeader() PGNHeader {
	return PGNHeader{Site: e.topics.site, Board: e.topics.board, Date: e.base.Date(e.public.began)}
}

// warn appends an alert for each finding that needs a person now, and clears the alerts
// that have ended.
func (e *Encoder) warn(dst []Message, v View) []Message {
	now := standing(v.Game.Alerts)
	for _, code := range e.alerts {
		if !slices.ContainsFunc(now, func(a *touchmove.Alert) bool { return a.Code == code }) {
			delete(e.bodies, alertKind.topic+code.String())
			dst = append(dst, e.message(alertKind, code.String(), nil))
		}
	}
	e.alerts = e.alerts[:0]
	for _, a := range now {
		e.alerts = append(e.alerts, a.Code)
		body := encode(Warning{a.Code.String(), e.base.stamp(a.Since), findingOf(&a.Finding)})
		dst = e.retained(dst, alertKind, a.Code.String(), v.At, body)
	}
	return e.warnOfTroubles(dst, v.At)
}

// ClearAlerts appends an empty message for each alert that does not stand. The broker may
// still retain alerts of an earlier session.
func (e *Encoder) ClearAlerts(dst []Message) []Message {
	for _, code := range laws.Codes() {
		if !slices.Contains(e.alerts, code) {
			dst = append(dst, e.message(alertKind, code.String(), nil))
		}
	}
	return e.clearTroubles(dst)
}

// standing returns the last alert of each code, in the order of the codes.
func standing(alerts []touchmove.Alert) []*touchmove.Alert {
	var last []*touchmove.Alert
	for i := range alerts {
		a := &alerts[i]
		at, found := slices.BinarySearchFunc(last, a.Code, func(b *touchmove.Alert, c touchmove.Code) int { return int(b.Code) - int(c) })
		if found {
			last[at] = a
		} else {
			last = slices.Insert(last, at, a)
		}
	}
	return last
}

// closed is the game before the present one, as relays saw it last. It stays published when
// the pieces are set up again, and is published again at each connection.
type closed struct {
	record   []byte // nil: no game was closed
	reading  []byte
	revision []byte
	pgn      []byte
}

// closing returns the game that relays know, if another one has begun; otherwise nil.
func (e *Encoder) closing(v View) *touchmove.Game {
	if last := v.Last; e.public.begun && last != nil && last.ID == e.public.id && v.Game.ID != last.ID {
		return last
	}
	return nil
}

// close appends what relays do not know yet of a game that has ended, and publishes it as
// the last game, unless it has neither a move nor a result.
func (e *Encoder) close(dst []Message, v View) []Message {
	dst = e.publishMoves(dst, v)
	dst = e.publishResult(dst, v)
	g := v.Game
	if len(e.public.moves) == 0 && len(g.Parts) == 0 && result(g) == unfinished {
		return dst
	}
	e.last = closed{encode(e.public.record(e.base, g)), e.reading(g), revised(g, len(g.Moves)), AppendPGN(nil, g, e.pgnHeader())}
	return e.sayLast(dst, v.At)
}

// Close publishes a game as the last one when another encoder publishes the next one. It
// appends nothing if this encoder has not published the game.
func (e *Encoder) Close(dst []Message, at int64, g *touchmove.Game) []Message {
	if !e.public.begun || g.ID != e.public.id {
		return dst
	}
	return e.close(dst, View{At: at, Game: g})
}

// sayLast appends the last game, unless it is published already.
func (e *Encoder) sayLast(dst []Message, at int64) []Message {
	if e.last.record == nil {
		return dst
	}
	dst = e.retained(dst, lastGameKind, "", at, e.last.record, e.last.reading, e.last.revision)
	return e.retainedText(dst, lastPGNKind, e.last.pgn)
}

// TakeLast takes over the last game of another encoder of the same board.
func (e *Encoder) TakeLast(from *Encoder) { e.last = from.last }

// HasLast reports whether a game was closed.
func (e *Encoder) HasLast() bool { return e.last.record != nil }

// State is the state of the board's connection, published on the topic status.
type State string

// The states of a board.
const (
	Init  State = "init"  // the board has not been read yet
	Ready State = "ready" // the board is connected, and the messages are up to date
	Lost  State = "lost"  // the board is not connected; as the will, the broker publishes it when boardd is gone. It is no result
	Off   State = "off"   // stopped on purpose
)

// Status appends the state of the board, even if it has not changed: after a lost
// connection it replaces the will.
func (e *Encoder) Status(dst []Message, at int64, s State) []Message {
	delete(e.bodies, statusKind.topic)
	return e.status(dst, at, encode(map[string]State{"state": s}))
}

func (e *Encoder) status(dst []Message, at int64, body []byte) []Message {
	if e.health == nil {
		return e.retained(dst, statusKind, "", at, body)
	}
	return e.retained(dst, statusKind, "", at, body, encode(map[string]*Health{"health": e.health}))
}

// SetHealth sets the health of the daemon, which the next messages of the state carry.
func (e *Encoder) SetHealth(h Health) { e.health = &h }

// Moves returns the number of moves that were published to relays.
func (e *Encoder) Moves() uint64 { return e.moves }

// IsStatus reports whether a topic is that of a board's state.
func IsStatus(topic string) bool { return strings.HasSuffix(topic, "/"+statusKind.topic) }

// Will returns the message that the broker publishes when the connection is lost. It is set
// when the connection is made, and so has neither a number nor a time.
func (e *Encoder) Will() Message {
	head := Head{Schema: statusKind.schema, Board: e.topics.board, Session: e.session, Synced: e.base.synced}
	return e.message(statusKind, "", encode(Status{Head: head, State: Lost}))
}

// Info appends the description of the board and the program, unless it is published
// already. It fills in the schemas.
func (e *Encoder) Info(dst []Message, at int64, a About) []Message {
	a.Schemas = schemas
	return e.retained(dst, infoKind, "", at, encode(a))
}

// Answer appends the answer to a request: err, or ok if err is nil. A verb that could not
// be part of a topic becomes "unknown". The event is the number of the request's record; 0
// if it has none.
func (e *Encoder) Answer(dst []Message, at int64, event int, verb, transaction string, err error) []Message {
	if !isName(verb) {
		verb = "unknown"
	}
	payload := Answer{e.head(answerKind, at), event, reply(transaction, err)}
	return append(dst, e.message(answerKind, verb, encode(payload)))
}

// notHistorical cannot occur inside a JSON string, where its quotes would be escaped, and
// only an event has such a member.
var notHistorical, historical = []byte(`"historical":false`), []byte(`"historical":true`)

// Historical marks the payload of an event that waited while the broker could not be
// reached. It returns other payloads unchanged. It works on the bytes, so that a queue need
// not keep anything else.
func Historical(payload []byte) []byte {
	return bytes.Replace(payload, notHistorical, historical, 1)
}

// Trouble is an alert about the machine, not about the game.
type Trouble uint8

// The troubles. Their codes are added to, never changed.
const (
	JournalFailing Trouble = iota // the disk takes no records; the game goes on in memory
	JournalDamaged                // the journal of an earlier session is damaged in part
	OutboxFailing                 // the disk does not take how far the broker has come; a restart may send messages again
	OutboxDamaged                 // how far the broker has come is not known; messages of an earlier session may come again or be lost
	MessageTooLong                // a message is longer than the broker takes
	BoardFloods                   // the board sends more than can be published
	FilesFailing                  // the disk takes no recording, or no saved pieces of the board
	LogFailing                    // the output for logs is blocked; the game goes on
	troubleCount
)

var troubleCodes = [troubleCount]string{"journal_failing", "journal_damaged", "outbox_failing", "outbox_damaged", "message_too_long", "board_floods", "files_failing", "log_failing"}

// String returns the code as messages write it.
func (t Trouble) String() string { return enum.Of(troubleCodes[:], t, "?") }

// Trouble appends the alert for a trouble that begins; the text describes it. An empty text
// ends it.
func (e *Encoder) Trouble(dst []Message, at int64, t Trouble, text string) []Message {
	if t >= troubleCount {
		return dst
	}
	if text == "" {
		e.troubles[t] = nil
		delete(e.bodies, alertKind.topic+t.String())
		return append(dst, e.message(alertKind, t.String(), nil))
	}
	f := Finding{AtMs: at, Code: t.String(), Level: "arbiter", Article: "-", Side: "-", Text: text}
	e.troubles[t] = &Warning{t.String(), e.base.stamp(at), f}
	return e.warnOfTroubles(dst, at)
}

func (e *Encoder) warnOfTroubles(dst []Message, at int64) []Message {
	for t, w := range e.troubles {
		if w != nil {
			dst = e.retained(dst, alertKind, Trouble(t).String(), at, encode(w))
		}
	}
	return dst
}

// clearTroubles appends an empty message for each trouble that does not stand.
func (e *Encoder) clearTroubles(dst []Message) []Message {
	for t, w := range e.troubles {
		if w == nil {
			dst = append(dst, e.message(alertKind, Trouble(t).String(), nil))
		}
	}
	return dst
}
