package view

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// What a Board takes and keeps at most. A snapshot has some 220 bytes a ply;
// the longest tournament game on record (Nikolić against Arsović, Belgrade
// 1989) has 538 plies.
const (
	maxPayload  = 1 << 20 // bytes of one payload
	maxPlies    = 5000
	maxFindings = 64 // the latest
	maxAlerts   = 32
	maxDetail   = 64 << 10 // bytes of the payload of a finding or an alert
)

// Board is what is known of one board from its messages. The zero value is
// ready to use and takes the first board that it hears of; messages of others
// are ignored. It is not safe for use by several goroutines at once.
type Board struct {
	site, name string
	state      string // the topic status; empty before it was heard
	about      transport.About

	game    transport.ArbiterGame // of the public topic as well, which has the same fields and fewer
	heard   bool                  // game holds something
	rules   *touchmove.Rules      // of game; nil if it is not known here
	arbiter bool                  // game came from arbiter/game, and the public one is no longer needed

	sensed  placement.Placement
	differ  placement.Set
	scanned bool // sensed holds something

	clock    transport.Clock
	timed    bool              // clock holds something
	findings []finding         // oldest first
	found    int               // how many there have been
	obliged  transport.Finding // the last of that code; its Code is empty before
	signal   string            // the last result that the kings signalled
	noticed  notice
	alerts   []transport.Alert // by code
	absence  absence
	doubted  []string // codes of alerts that may be over, since we were away
	pgn      string

	at               string // time of the latest message that had one
	public, arbiters uint64 // the latest numbers
	last             map[string]transport.Head
	ignored          int
}

// Apply takes a message. It reports whether the message was understood and
// new: one on an unknown topic, of another board or with a payload that cannot
// be read changes nothing and is counted, one that has been had before changes
// nothing, and so does one without a payload that clears no alert: boardd check
// sends some.
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

// Ignored is how many messages could not be used.
func (b *Board) Ignored() int { return b.ignored }

// PGN is the published game, as it last came; empty before that.
func (b *Board) PGN() string { return b.pgn }

// own is the part of a topic after chess/1/<site>/<board>/, if it is this board's.
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

// plies are those of the record and after them those that stand on the board
// without being part of it.
func (b *Board) plies() []transport.Ply {
	return append(slices.Clip(b.game.Moves), b.beyond()...)
}

// beyond are the plies on the board that are not in the record: those from the
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
