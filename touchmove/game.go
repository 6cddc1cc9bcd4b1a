package touchmove

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// State is how far a move has come.
type State uint8

// The states of a move.
const (
	StateProvisional      State = iota // the board shows it; the hand may still be on the piece
	StateMade                          // the player can no longer play another (4.7)
	StateCompleted                     // its clock was pressed, or it ended the game, or its player has made the next one (6.2.1)
	StateIllegalMade                   // an irregular move stands on the board, not completed
	StateIllegalCompleted              // the same, and the clock was pressed; never part of the game of record
	StateIllegalStands                 // the rules let it stand (A.5.2); the game goes on from there
)

var stateNames = [...]string{"provisional", "made", "completed", "illegal_made", "illegal_completed", "illegal_stands"}

// String returns the state as messages write it.
func (s State) String() string { return stateNames[s%6] }

// Illegal reports whether the state is one of an irregular move.
func (s State) Illegal() bool { return s >= StateIllegalMade }

// Phase is the stage that a game has reached.
type Phase uint8

// The phases of a game.
const (
	Setup         Phase = iota // the pieces are being set up, or the board is not understood yet
	Waiting                    // set up; nothing counts before the clock starts (6.6)
	Playing                    // a game is on
	Paused                     // both clocks stopped; what is done now is no move
	Irregular                  // an irregular move stands, and the rules want it put right
	ResultPending              // the kings have signalled a result; a person confirms it
	Ended                      // the rules or a person have ended the game
	PostMortem                 // pieces are moved after the end; nothing of it is part of the game
)

var phaseNames = [...]string{"setup", "waiting", "playing", "paused", "irregular", "result_pending", "ended", "post_mortem"}

// String returns the phase as messages write it.
func (p Phase) String() string { return phaseNames[p&7] }

// TrustState is how far the game of record can be believed at present.
type TrustState uint8

// The states of trust.
const (
	TrustOK           TrustState = iota // board and record agree
	TrustSettling                       // a piece is in the air, or a ply waits for its proof
	TrustAmbiguous                      // more than one game explains the board
	TrustIllegal                        // an irregular move stands
	TrustDisplaced                      // pieces stand where no move put them
	TrustDisconnected                   // the board is not connected
)

var trustNames = [...]string{"ok", "settling", "ambiguous", "illegal", "displaced", "disconnected"}

// String returns the state of trust as messages write it.
func (t TrustState) String() string { return trustNames[t%6] }

// Trust is the state of trust, when it began, and the reason in words.
type Trust struct {
	State  TrustState
	Since  int64 // milliseconds since the log began
	Reason string
}

// Ply is one move of the game, or one that stands on the board.
type Ply struct {
	Number      int // from 1
	Side        placement.Color
	Move        legality.Move // NoMove when no single move describes what was done
	UCI         string        // "" when no single move describes what was done
	SAN         string        // an irregular ply is written as if it were legal
	State       State
	Published   bool     // has reached publish_at: confirmed, and shown to relays
	MadeAt      int64    // milliseconds since the log began; -1 not made, or not seen
	CompletedAt int64    // milliseconds since the log began; -1 not completed. In a rule set without completion, the time of the press
	Clock       int64    // milliseconds left to the mover after the move; -1 not known
	Confidence  float64  // 0 to 1: the lead of the best hypothesis over the next one
	Inferred    bool     // deduced, not seen
	Competitors []string // UCI of the moves that it may be instead, while that is not settled

	// After is the placement after an irregular act; it may differ from what playing Move
	// gives. It is nil for a legal move.
	After *placement.Placement

	untimed bool  // not Published yet, because the clock has not shown the time after its press
	pressed int64 // when its clock was pressed; -1 if it was not
	byEnd   bool  // nothing completed it but the end of the game (6.2.1.1)
	guessed bool  // the piece of the promotion is a guess
	counted bool  // counts as a completed illegal move of its player
}

// Clocks holds what the clock shows.
type Clocks struct {
	Attached bool
	Known    bool     // Times are valid
	Times    [2]int64 // milliseconds left, by Color
	Running  sensor.Running
	At       int64 // time of the last report, milliseconds since the log began
}

// Alert is something that needs a person now.
type Alert struct {
	Code    Code
	Since   int64 // milliseconds since the log began
	Finding Finding
}

// Game is all that is known of one game. It belongs to the Tracker, which changes it at the
// next step: a caller must copy what it keeps.
type Game struct {
	ID          string // stable for the life of the game
	Rev         int    // +1 for every change
	Phase       Phase
	Chess960    bool
	Rules       *laws.Rules
	Start       legality.Position
	Tags        map[string]string // PGN tags given from outside, by name
	Moves       []Ply             // the game of record, illegal_stands included
	Pending     *Ply              // on the board but not in the record: provisional or irregular; nil if none
	Irregular   []Ply             // from an irregular move on that the rules do not let stand
	Position    legality.Position // of record
	Clocks      Clocks
	Result      string // "1-0", "0-1", "1/2-1/2", "*"
	Termination string // the PGN tag's values; "" if not known
	Signal      string // the result that the kings show; "" if none
	Trust       Trust
	Illegal     [2]int // completed illegal moves, by Color
	Alerts      []Alert

	// Parts holds what was played before an arbiter set another position, each part under
	// an ID of its own. Parts do not change any more.
	Parts  []*Game
	Parted string // in a part: why the arbiter set another position
}

// PartPlies is how many plies one part of a game may have in PGN; the strictest relay takes
// no more (lila).
const PartPlies = 600

// PartID returns the ID of the n-th part of a game, from 1. A new part begins after a move
// that PGN cannot write, and when an arbiter sets a position. The first part has the game's
// own ID; the others append a dot and a number, which no ID given from outside has.
func PartID(id string, n int) string {
	root, number := id, 1
	if i := strings.LastIndexByte(id, '.'); i >= 0 {
		if last, err := strconv.Atoi(id[i+1:]); err == nil {
			root, number = id[:i], last
		}
	}
	if number += n - 1; number == 1 {
		return root
	}
	return root + "." + strconv.Itoa(number)
}

// nextPart returns the ID of the part that follows all those that the present game may have
// in PGN.
func (t *Tracker) nextPart() string { return NextPart(t.game.ID, t.plies) }

// NextPart returns the ID of the part that follows all those that a game with such plies may
// have in PGN.
func NextPart(id string, plies []Ply) string {
	n := 2 + len(plies)/PartPlies
	for i := range plies {
		if plies[i].State == StateIllegalStands {
			n++
		}
	}
	return PartID(id, n)
}

// closePart stores what has been played so far as a part, if anything has. It returns the
// ID and the parts for the game that goes on.
func (t *Tracker) closePart(why string) (id string, parts []*Game) {
	if len(t.plies) == 0 {
		return t.game.ID, t.game.Parts
	}
	closed := t.game.clone()
	closed.Moves, closed.Pending, closed.Irregular = slices.Clone(t.plies), nil, nil
	closed.Position, closed.Alerts, closed.Parts, closed.Parted = *t.spine.Position(), nil, nil, why
	t.last = closed
	return t.nextPart(), append(slices.Clone(t.game.Parts), closed)
}

// goOnFrom resumes the game from a position that it has not reached. Tags, clocks and the
// count of illegal moves stay.
func (t *Tracker) goOnFrom(p legality.Position, why string) {
	t.keepRecord()
	id, parts := t.closePart(why)
	illegal, phase := t.game.Illegal, t.phase
	t.open(p, nil, id, t.game.Tags)
	t.game.Illegal, t.game.Parts = illegal, parts
	switch {
	case phase > Waiting:
		t.become(Playing)
		t.playOn()
	case t.bestHypothesis().diff != 0:
		t.become(Setup)
	}
	t.judgeBothKings(&p)
	t.judgeClaims(&p, 1, 0, true)
	t.await()
}

// keepRecord confirms the record as it is, and drops everything else.
func (t *Tracker) keepRecord() {
	n := t.record()
	t.cutTo(n, "another position was set", nil)
	l := t.bestHypothesis().clone()
	t.confirmSteps(&l, n-t.spine.Len())
	t.reported = t.reported[:0]
	t.openHypothesis()
}

// shown holds the parts of the game that may change without a call of touchGame.
type shown struct {
	plies, irregular, tail int
	tailSeq                [maxOpen]int
	tailMove               [maxOpen]legality.Move
	tailState              [maxOpen]State
	phase                  Phase
	trust                  TrustState
	rivals                 uint64
}

// touchGame notes that the game has changed.
func (t *Tracker) touchGame() { t.dirty = true }

// sync updates the game from what is confirmed and what the best hypothesis adds to it.
func (t *Tracker) sync() {
	l := t.bestHypothesis()
	trust, reason := t.trust(l)
	now := shown{plies: len(t.plies), irregular: t.irregular, tail: l.n, phase: t.phase, trust: trust, rivals: t.rivals(l)}
	for i := range l.n {
		now.tailSeq[i], now.tailMove[i], now.tailState[i] = l.steps[i].seq, l.steps[i].move, t.state(l, i)
	}
	if !t.dirty && now == t.shown {
		return
	}
	t.shown, t.dirty = now, false
	g := &t.game
	g.Rev++
	g.Phase = t.phase
	g.Rules, g.Signal, g.Alerts = t.cfg.Rules, t.signal.shown(), t.alerts
	if g.Trust.State != trust {
		g.Trust = Trust{State: trust, Since: t.now, Reason: reason}
	}
	t.syncMoves(l)
}

func (t *Tracker) syncMoves(l *hypothesis) {
	g := &t.game
	g.Pending, g.Irregular = nil, nil
	all, record := t.plies, len(t.plies)
	irregular := t.irregular >= 0
	if irregular {
		record = t.irregular
	}
	g.Position = *t.spine.At(record)
	confidence := t.confidence(l)
	for i := range t.shownOf(l) {
		p := t.plyOf(l.before(i), &l.steps[i], t.state(l, i))
		p.Number, p.Confidence, p.Published, p.Competitors = t.spine.Len()+i+1, confidence, false, t.competitors(l, i)
		if l.steps[i].oneOf > 1 && !t.decided(l, i) {
			p.State = StateProvisional
		}
		irregular = irregular || p.State.Illegal()
		if !irregular && i == l.n-1 && p.State == StateProvisional {
			t.pending = p
			g.Pending = &t.pending
			break
		}
		all = append(all, p)
		if !irregular {
			record = len(all)
			g.Position = l.steps[i].after
		}
	}
	g.Moves = all[:record:record]
	if irregular {
		g.Irregular = all[record:]
		g.Pending = &g.Irregular[0]
	}
}

// shownOf returns how many plies of a hypothesis the game shows: those before the first
// that may be one of several moves. Once play has gone on from one of several captures, the
// game shows the likeliest.
func (t *Tracker) shownOf(l *hypothesis) int {
	shown := 0
	for i := range l.n {
		s := &l.steps[i]
		if t.unclaimed(l, i) {
			return shown
		}
		if s.oneOf <= 1 || t.decided(l, i) {
			shown = i + 1
		} else if s.noDrop {
			return shown
		}
	}
	return shown
}

// rivals identifies the hypotheses near the best one, so that sync notices when they
// change.
func (t *Tracker) rivals(l *hypothesis) uint64 {
	all := uint64(0)
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; l.n > 0 && o != l && o.n > 0 && o.base == l.base && l.ahead(o) <= t.costs.margin && !l.startsWith(o) {
			all ^= o.last().path
		}
	}
	return all
}

// competitors returns what the i-th ply of a hypothesis may be instead according to near
// hypotheses, in UCI, sorted; nil if there is nothing else.
func (t *Tracker) competitors(l *hypothesis, i int) []string {
	var all []string
	for j := range t.hypotheses {
		o := &t.hypotheses[j]
		if o.base != l.base || o.n <= i || l.ahead(o) > t.costs.margin || o.steps[i].same(&l.steps[i]) || o.steps[i].move == legality.NoMove {
			continue
		}
		if uci := o.before(i).UCI(o.steps[i].move); !slices.Contains(all, uci) {
			all = append(all, uci)
		}
	}
	slices.Sort(all)
	return all
}

// confidence returns the lead of the best hypothesis over the next one: 1 if no other is
// left, 0.5 if another is as good.
func (t *Tracker) confidence(l *hypothesis) float64 {
	ahead := t.costs.prune
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; o != l && !l.startsWith(o) && !o.startsWith(l) {
			ahead = min(ahead, o.total()-l.total())
		}
	}
	if ahead >= t.costs.prune {
		return 1
	}
	return float64(50+50*max(0, ahead)/t.costs.prune) / 100
}

func (t *Tracker) trust(l *hypothesis) (TrustState, string) {
	switch {
	case t.crowded:
		return TrustDisplaced, "more pieces are read than can be on a board"
	case t.linkLost || t.gap:
		return TrustDisconnected, "there is no contact with the board"
	case t.irregular >= 0:
		return TrustIllegal, "an irregular move stands on the board"
	case l.n > 0 && !l.steps[l.n-1].legal():
		return TrustIllegal, "an irregular move stands on the board"
	case t.over():
		return TrustOK, ""
	case t.ordered.awaited && !t.ordered.reported:
		return TrustSettling, "the pieces do not yet stand as the arbiter has said"
	case t.ordered.awaited:
		return TrustDisplaced, "the pieces do not stand as the arbiter has said"
	case t.disorder.squares != 0:
		return TrustDisplaced, "pieces stand where no move put them"
	case t.contested:
		return TrustAmbiguous, "more than one game explains the board"
	case l.n > 0 || l.diff != 0:
		return TrustSettling, "a piece is in the air, or a move waits for its proof"
	}
	return TrustOK, ""
}
