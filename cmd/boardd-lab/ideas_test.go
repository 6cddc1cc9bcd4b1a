package main

import (
	"slices"

	"github.com/boardd/boardd/internal/bench"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// The four ideas by which the known decoders work out a game, each as plain as it
// can be. All compare what the board shows with positions that could be reached;
// none asks in which order, or when, a man was lifted or put down. What they say
// they say to all, so that each of their plies counts as confirmed.
//
//	N1  250 ms of quiet, then the legal move that leads to what the board shows (python-mchess)
//	N2  the same; the last move may become another one; what was shown before is a
//	    takeback; two kings in the centre end the game (picochess)
//	N3  at once: any position one move away from any that was shown (dgtdriver)
//	N4  as N1; if no move leads there, two moves (Certabo, LiveChess)

// ideaNames are the ideas in this order.
var ideaNames = []string{"N1", "N2", "N3", "N4"}

// newIdea is a decoder by one of the ideas.
func newIdea(name string, start legality.Position, occupancy bool) bench.Decoder {
	s := shownBoard{occupancy: occupancy, quiet: -1, rev: 1}
	s.shown = s.see(start.Placement())
	switch name {
	case "N1":
		return &quietIdea{shownBoard: s, past: legality.NewGame(start), explain: oneMove}
	case "N2":
		return &quietIdea{shownBoard: s, past: legality.NewGame(start), explain: siblingOrBack, kingsStop: true}
	case "N3":
		n := &reachIdea{shownBoard: s, reached: map[placement.Placement]*reachedNode{}}
		n.visit(&reachedNode{pos: start})
		n.reached[s.see(start.Placement())] = n.head
		return n
	}
	return &quietIdea{shownBoard: s, past: legality.NewGame(start), explain: twoMoves}
}

// shownBoard is what the board shows.
type shownBoard struct {
	shown     placement.Placement
	occupancy bool
	quiet     int64 // the board will have been quiet by then; -1 nothing has changed
	rev       int   // of what is said of the game, from 1
	said      bench.Game
}

// quietMs is for how long nothing may change before the board is believed.
const quietMs = 250

// apply takes a record, and reports whether it is about squares.
func (s *shownBoard) apply(r *sensor.Record) bool {
	switch r.Word {
	case sensor.Lift:
		s.shown[r.Square] = placement.Empty
	case sensor.Drop:
		s.shown[r.Square] = r.Piece
	case sensor.Board:
		s.shown = r.Placement
	default:
		return false
	}
	s.quiet = r.At + quietMs
	return true
}

// see is a placement as the board can show it.
func (s *shownBoard) see(p *placement.Placement) placement.Placement {
	seen := *p
	for sq, man := range seen {
		if s.occupancy && man != placement.Empty {
			seen[sq] = placement.Unknown
		}
	}
	return seen
}

// kingsInCentre reports whether both kings stand there, which shows a result.
func (s *shownBoard) kingsInCentre() bool {
	kings := 0
	for _, sq := range []placement.Square{placement.D4, placement.E4, placement.D5, placement.E5} {
		if s.shown[sq].Kind() == placement.King {
			kings++
		}
	}
	return kings == 2
}

// mostSquares is how many squares a move changes at most: castling.
const mostSquares = 4

// leadsTo is the first legal move that leads to what the board shows, NoMove if
// there is none.
func (s *shownBoard) leadsTo(p *legality.Position) legality.Move {
	if s.differ(p) > mostSquares {
		return legality.NoMove
	}
	for _, m := range p.AppendMoves(nil) {
		if after := p.Play(m); s.shows(&after) {
			return m
		}
	}
	return legality.NoMove
}

// shows reports whether the board shows a position.
func (s *shownBoard) shows(p *legality.Position) bool { return s.differ(p) == 0 }

// differ is on how many squares the board shows something else than a position.
func (s *shownBoard) differ(p *legality.Position) int {
	n := 0
	for sq, man := range p.Placement() {
		if s.shown[sq] != man && (!s.occupancy || (man == placement.Empty) != (s.shown[sq] == placement.Empty)) {
			n++
		}
	}
	return n
}

// quietIdea waits for quiet, and then explains what the board shows: N1, N2, N4.
type quietIdea struct {
	shownBoard
	past      *legality.Game
	explain   func(n *quietIdea)
	kingsStop bool
	stopped   bool
}

func (n *quietIdea) Step(r sensor.Record) []touchmove.Finding {
	if n.apply(&r) && n.kingsStop && n.kingsInCentre() {
		n.stopped = true
	}
	return nil
}

func (n *quietIdea) Deadline() (int64, bool) { return n.quiet, n.quiet >= 0 }

func (n *quietIdea) Wake(int64) []touchmove.Finding {
	n.quiet = -1
	if !n.stopped && !n.shows(n.past.Position()) {
		n.explain(n)
		n.rev++
	}
	return nil
}

func (n *quietIdea) Finish() []touchmove.Finding { return nil }

func (n *quietIdea) Game() bench.Game {
	if n.said.Rev == n.rev {
		return n.said
	}
	g := bench.Game{ID: "1", Rev: n.rev, Confirmed: n.past.Len(), Result: resultOf(n.past.Position(), n.past.Ending())}
	for i := range n.past.Len() {
		g.Moves = append(g.Moves, n.past.At(i).UCI(n.past.Move(i)))
	}
	n.said = g
	return g
}

// resultOf is the result that the rules give.
func resultOf(p *legality.Position, ending legality.Ending) string {
	switch {
	case ending == legality.NoEnding:
		return "*"
	case ending.Draw():
		return "1/2-1/2"
	}
	return [...]string{"0-1", "1-0"}[p.Turn()]
}

// oneMove is N1.
func oneMove(n *quietIdea) {
	if m := n.leadsTo(n.past.Position()); m != legality.NoMove {
		n.past.Play(m)
	}
}

// siblingOrBack is N2.
func siblingOrBack(n *quietIdea) {
	last := n.past.Len()
	if m := n.leadsTo(n.past.Position()); m != legality.NoMove {
		n.past.Play(m)
		return
	}
	if last > 0 {
		if m := n.leadsTo(n.past.At(last - 1)); m != legality.NoMove {
			n.past.Undo()
			n.past.Play(m)
			return
		}
	}
	for i := last - 1; i >= 0; i-- {
		if n.shows(n.past.At(i)) {
			for n.past.Len() > i {
				n.past.Undo()
			}
			return
		}
	}
}

// twoMoves is N4.
func twoMoves(n *quietIdea) {
	p := n.past.Position()
	if m := n.leadsTo(p); m != legality.NoMove {
		n.past.Play(m)
		return
	}
	if n.differ(p) > 2*mostSquares {
		return
	}
	for _, first := range p.AppendMoves(nil) {
		after := p.Play(first)
		if second := n.leadsTo(&after); second != legality.NoMove {
			n.past.Play(first)
			n.past.Play(second)
			return
		}
	}
}

// reachedNode is a position that was shown, or is one move away from one.
type reachedNode struct {
	parent *reachedNode
	move   legality.Move
	pos    legality.Position
}

// reachIdea looks up what the board shows, whenever it changes: N3. Of two ways
// to a placement the later one found counts.
type reachIdea struct {
	shownBoard
	reached map[placement.Placement]*reachedNode
	head    *reachedNode
	stopped bool
}

func (n *reachIdea) Step(r sensor.Record) []touchmove.Finding {
	if !n.apply(&r) || n.stopped {
		return nil
	}
	n.stopped = n.kingsInCentre()
	if node := n.reached[n.shown]; node != nil && !n.stopped && !n.shows(&n.head.pos) {
		n.visit(node)
	}
	return nil
}

// visit makes a position the last of the game.
func (n *reachIdea) visit(node *reachedNode) {
	n.head = node
	n.rev++
	for _, m := range node.pos.AppendMoves(nil) {
		next := &reachedNode{node, m, node.pos.Play(m)}
		n.reached[n.see(next.pos.Placement())] = next
	}
}

func (n *reachIdea) Deadline() (int64, bool) { return 0, false }

func (n *reachIdea) Wake(int64) []touchmove.Finding { return nil }

func (n *reachIdea) Finish() []touchmove.Finding { return nil }

func (n *reachIdea) Game() bench.Game {
	if n.said.Rev == n.rev {
		return n.said
	}
	g := bench.Game{ID: "1", Rev: n.rev}
	for node := n.head; node.parent != nil; node = node.parent {
		g.Moves = append(g.Moves, node.parent.pos.UCI(node.move))
	}
	slices.Reverse(g.Moves)
	g.Confirmed, g.Result = len(g.Moves), resultOf(&n.head.pos, legality.Judge(&n.head.pos, 1))
	n.said = g
	return g
}
