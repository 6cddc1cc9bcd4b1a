package view

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// Limits of what a Board takes and keeps. A snapshot has some 220 bytes a ply; the
// longest tournament game on record (Nikolić against Arsović, Belgrade 1989) has 538
// plies.
const (
	maxPayload  = 1 << 20 // bytes of one payload
	maxPlies    = 5000
	maxFindings = 64 // the latest
	maxAlerts   = 32
	maxDetail   = 64 << 10 // bytes of the payload of a finding or an alert
)

// Board is the state of one board, from its messages. The zero value is ready to use:
// it follows the board of its first message, and ignores messages of others. It is not
// safe for use by several goroutines at once.
type Board struct {
	site, name string
	state      string // the payload of the topic status; empty before the first
	about      transport.About

	game    transport.ArbiterGame // of the public topic as well, which has the same fields and fewer
	heard   bool                  // a game was received
	rules   *laws.Rules           // of game; nil if this program does not know them
	arbiter bool                  // game came from arbiter/game, and the public one is no longer needed

	sensed  placement.Placement
	differ  placement.Set
	scanned bool // sensed was received

	clock    transport.Clock
	timed    bool              // clock was received
	findings []finding         // oldest first
	found    int               // how many findings were received
	obliged  transport.Finding // the last of that code; its Code is empty before
	signal   string            // the last result that the kings signalled
	noticed  notice
	alerts   []transport.Alert // by code
	absence  absence
	doubted  []string // codes of alerts that may have ended while the link was down
	pgn      string

	at               string // time of the latest message that had one
	public, arbiters uint64 // the latest numbers
	last             map[string]transport.Head
	ignored          int
}

// Apply takes a message, and reports whether it changed anything. It counts and
// ignores messages on an unknown topic, of another board, or with an unreadable
// payload. It ignores repeated messages, and messages without a payload that clear no
// alert: boardd check sends some.
func (b *Board) Apply(topic string, payload []byte) bool {
	name, ok := b.own(topic)
	if !ok || len(payload) > maxPayload {
		b.ignored++
		return false
	}
	if slices.Contains(unread, name) || strings.HasPrefix(name, "req/") || strings.HasPrefix(name, "res/") {
		return true
	}
	if len(payload) == 0 && !strings.HasPrefix(name, alertTopic) {
		return false
	}
	switch b.read(name, payload) {
	case unreadable:
		b.ignored++
		return false
	case repeated:
		return false
	}
	return true
}

// Ignored returns how many messages were of no use.
func (b *Board) Ignored() int { return b.ignored }

// PGN returns the PGN that was published last; empty before the first.
func (b *Board) PGN() string { return b.pgn }

// own returns the part of a topic after chess/1/<site>/<board>/, and whether the topic
// is this board's.
func (b *Board) own(topic string) (string, bool) {
	t, name, ok := transport.ParseTopic(topic)
	if !ok {
		return "", false
	}
	if b.name == "" {
		b.site, b.name = t.Site(), t.Board()
	}
	return name, b.site == t.Site() && b.name == t.Board()
}

// plies returns the plies of the record, and then the plies on the board that are not
// in the record.
func (b *Board) plies() []transport.Ply {
	return append(slices.Clip(b.game.Moves), b.beyond()...)
}

// beyond returns the plies on the board that are not in the record: those from the
// first irregular one on, or the one that is not settled yet.
func (b *Board) beyond() []transport.Ply {
	if len(b.game.Irregular) > 0 {
		return b.game.Irregular
	}
	if b.game.Pending != nil {
		return []transport.Ply{*b.game.Pending}
	}
	return nil
}

// reading is the result of reading a payload.
type reading uint8

const (
	taken      reading = iota
	repeated           // it was received before
	unreadable         // it does not fit the topic
)

// unread are the topics that a Board does not need: other topics say the same and
// more.
var unread = []string{"event", "last/game", "last/pgn"}

// routine are the codes of findings that the moves and the board show anyway.
var routine = []string{"provisional", "retracted", "move_made", "move_completed"}

// alertTopic is the prefix of the topics of alerts.
const alertTopic = "arbiter/alert/"

// readers maps topics to the functions that read their payloads.
var readers = map[string]func(*Board, []byte) reading{
	"status":          (*Board).readStatus,
	"info":            (*Board).readInfo,
	"game":            (*Board).readPublic,
	"pgn":             (*Board).readPGN,
	"clock":           (*Board).readClock,
	"arbiter/finding": (*Board).readFinding,
	"arbiter/game":    (*Board).readGame,
	"arbiter/board":   (*Board).readBoard,
}

func (b *Board) read(name string, payload []byte) reading {
	if code, ok := strings.CutPrefix(name, alertTopic); ok {
		return b.readAlert(code, payload)
	}
	if read := readers[name]; read != nil {
		return read(b, payload)
	}
	return unreadable
}

// decode reads a payload whose schema is boardd.<name> of major version 1, and keeps
// its time.
func (b *Board) decode(payload []byte, name string, into any, head *transport.Head) bool {
	if json.Unmarshal(payload, into) != nil || !strings.HasPrefix(head.Schema, "boardd."+name+"/1.") {
		return false
	}
	if head.At != "" {
		b.at = head.At
	}
	return true
}

// fresh keeps the number of a message. It is false if the number is not new. Numbers
// continue across sessions, unless the program has lost its state: so the session
// counts, too.
func (b *Board) fresh(topic string, h *transport.Head, number *uint64) bool {
	if before := b.last[topic]; h.Seq > 0 && h.Session == before.Session && h.Seq <= before.Seq {
		return false
	}
	if b.last == nil {
		b.last = map[string]transport.Head{}
	}
	b.last[topic] = transport.Head{Session: h.Session, Seq: h.Seq}
	if h.Seq > 0 {
		*number = h.Seq
	}
	return true
}

func (b *Board) readStatus(payload []byte) reading {
	var s transport.Status
	if !b.decode(payload, "status", &s, &s.Head) {
		return unreadable
	}
	if !b.fresh("status", &s.Head, &b.public) {
		return repeated
	}
	b.state = string(s.State)
	return taken
}

func (b *Board) readInfo(payload []byte) reading {
	var i transport.Info
	if !b.decode(payload, "info", &i, &i.Head) {
		return unreadable
	}
	if !b.fresh("info", &i.Head, &b.public) {
		return repeated
	}
	b.about = i.About
	return taken
}

func (b *Board) readPublic(payload []byte) reading {
	var g transport.ArbiterGame
	if !b.decode(payload, "game", &g, &g.Head) || len(g.Moves) > maxPlies || len(g.Irregular) > 0 {
		return unreadable
	}
	if !b.fresh("game", &g.Head, &b.public) {
		return repeated
	}
	if !b.arbiter {
		b.setGame(g)
	}
	return taken
}

func (b *Board) readGame(payload []byte) reading {
	var g transport.ArbiterGame
	if !b.decode(payload, "arbiter-game", &g, &g.Head) || len(g.Moves)+len(g.Irregular) > maxPlies {
		return unreadable
	}
	if !b.fresh("arbiter/game", &g.Head, &b.arbiters) {
		return repeated
	}
	b.arbiter = true
	b.setGame(g)
	return taken
}

func (b *Board) setGame(g transport.ArbiterGame) {
	if c := g.Clock; c != nil && (!b.timed || c.ReadAt > b.clock.ReadAt) {
		b.clock, b.timed = *c, true
	}
	if b.heard && g.GameID != b.game.GameID {
		b.noticed = notice{}
	}
	if g.Rules != b.game.Rules || g.Time != b.game.Time || g.Supervision != b.game.Supervision {
		b.rules = RulesOf(&g.Record)
	}
	b.game, b.heard = g, true
}

func (b *Board) readPGN(payload []byte) reading {
	b.pgn = string(payload)
	return taken
}

func (b *Board) readClock(payload []byte) reading {
	var c transport.ClockReading
	if !b.decode(payload, "clock", &c, &c.Head) {
		return unreadable
	}
	b.clock, b.timed = c.Clock, true
	return taken
}

func (b *Board) readBoard(payload []byte) reading {
	var s transport.Board
	if !b.decode(payload, "arbiter-board", &s, &s.Head) {
		return unreadable
	}
	what, err := placement.Parse(s.Placement)
	if err != nil {
		return unreadable
	}
	if !b.fresh("arbiter/board", &s.Head, &b.arbiters) {
		return repeated
	}
	b.sensed, b.scanned, b.differ = what, true, 0
	for _, text := range s.Differ {
		if q, ok := placement.ParseSquare(text); ok {
			b.differ |= q.Set()
		}
	}
	return taken
}

func (b *Board) readFinding(payload []byte) reading {
	var m transport.FindingMessage
	if len(payload) > maxDetail || !b.decode(payload, "finding", &m, &m.Head) {
		return unreadable
	}
	if !b.fresh("arbiter/finding", &m.Head, &b.arbiters) {
		return repeated
	}
	switch f := m.Finding; {
	case f.Code == "obliged":
		b.obliged = f
	case !slices.Contains(routine, f.Code):
		b.keep(f)
	}
	return taken
}

func (b *Board) keep(f transport.Finding) {
	if f.Code == "result_signal" {
		b.signal = f.Text
	}
	if len(b.findings) == maxFindings {
		b.findings = slices.Delete(b.findings, 0, 1)
	}
	b.findings = append(b.findings, finding{f, b.rules})
	b.found++
	b.notice(f)
}

// readAlert sets the alert of a code, or clears it if the payload is empty.
func (b *Board) readAlert(code string, payload []byte) reading {
	at, found := slices.BinarySearchFunc(b.alerts, code, func(a transport.Alert, code string) int {
		return strings.Compare(a.Code, code)
	})
	if len(payload) == 0 {
		if !found {
			return repeated
		}
		b.alerts = slices.Delete(b.alerts, at, at+1)
		return taken
	}
	var a transport.Alert
	if len(payload) > maxDetail || !b.decode(payload, "alert", &a, &a.Head) || a.Code != code {
		return unreadable
	}
	b.doubted = slices.DeleteFunc(b.doubted, func(c string) bool { return c == code })
	switch {
	case found && a.Seq > 0 && a.Seq == b.alerts[at].Seq && a.Session == b.alerts[at].Session:
		return repeated
	case !found && len(b.alerts) == maxAlerts:
		return unreadable
	case !found:
		b.alerts = slices.Insert(b.alerts, at, a)
	}
	b.alerts[at] = a
	return taken
}

// Inspected describes the answer to an inspect request in lines: the game as it
// stands, and the findings that the board made for the request. These have the number
// of the request's record.
func (b *Board) Inspected(s Style, record int) []string {
	lines := []string{b.standing(s)}
	transcript := Transcript{Style: s, board: b}
	for i := range b.findings {
		if f := &b.findings[i]; f.Event == record {
			lines = append(lines, transcript.findingText(f))
		}
	}
	switch {
	case !b.arbiter:
		return append(lines, s.says("findings are for arbiters, and the broker does not let this account read them"))
	case len(lines) == 1:
		return append(lines, s.says("nothing is irregular, and no player is bound to a move"))
	}
	return lines
}

// standing describes the game as it stands, on one line.
func (b *Board) standing(s Style) string {
	if !b.heard {
		return s.says("the game cannot be read")
	}
	plies := b.plies()
	parts := []string{s.phase(b.game.Phase), s.count(len(plies))}
	if last := b.lastMove(plies, s); last != "" {
		parts = append(parts, s.says("last")+" "+last)
	}
	if fields := strings.Fields(b.game.FEN); len(fields) > 1 && b.game.Result == "*" {
		parts = append(parts, s.side(fields[1])+" "+s.says("to move"))
	}
	if b.game.Result != "*" {
		parts = append(parts, b.game.Result)
	}
	if t := b.game.Trust; t.Reason != nil {
		parts = append(parts, s.text(*t.Reason))
	}
	return strings.Join(parts, ", ")
}
