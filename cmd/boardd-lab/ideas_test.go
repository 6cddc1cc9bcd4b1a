package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
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

// newIdea returns a tracker by one of the ideas.
func newIdea(name string, start legality.Position, occupancy bool) bench.Tracker {
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
	rev       int   // of the reported game, from 1
	reported  bench.Game
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
	if s.occupancy {
		return placement.Occupancy(p.Occupied())
	}
	return *p
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
	if n.reported.Rev == n.rev {
		return n.reported
	}
	g := bench.Game{ID: "1", Rev: n.rev, Confirmed: n.past.Len(), Result: resultOf(n.past.Position(), n.past.Ending())}
	for i := range n.past.Len() {
		g.Moves = append(g.Moves, n.past.At(i).UCI(n.past.Move(i)))
	}
	n.reported = g
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
	if n.reported.Rev == n.rev {
		return n.reported
	}
	g := bench.Game{ID: "1", Rev: n.rev}
	for node := n.head; node.parent != nil; node = node.parent {
		g.Moves = append(g.Moves, node.parent.pos.UCI(node.move))
	}
	slices.Reverse(g.Moves)
	g.Confirmed, g.Result = len(g.Moves), resultOf(&n.head.pos, legality.Judge(&n.head.pos, 1))
	n.reported = g
	return g
}

// ideaErrs is what each idea makes of the scenes that it does not solve, as
// measured when the scenes were collected; "" where it is right.
var ideaErrs = map[string][4]string{
	"S01": {"e3", "", "", "e3 e5 e4"},
	"S02": {"e3", "", "", "e3 c6 e4 c5 Nf3"},
	"C06": {"nothing", "nothing", "nothing", ""},
	"K08": {"nothing", "nothing", "nothing", "nothing"},
	"E04": {"e6", "", "", "e6"},
	"P08": {"e8=Q", "", "", "e8=Q"},
	"O01": {"nothing", "nothing", "nothing", ""},
	"O02": {"nothing", "nothing", "nothing", ""},
	"O03": {"nothing", "nothing", "", "nothing"},
	"L03": {"e4", "e4", "e4", ""},
	"L05": {"nothing", "nothing", "nothing", "nothing"},
	"T03": {"Rxb7+", "Rxb7+", "Rxb7+", "Rxb7+"},
	"T06": {"Nf3 Nf6", "", "", "Nf3 Nf6 Ng1 Ng8 e4 e5"},
	"T07": {"e4 e5", "", "", "e4 e5"},
	"D02": {"nothing", "nothing", "Qb3", "nothing"},
	"G03": {"Kd4", "Kd4", "Kd4", "Kd4"},
	"G07": {"", "Rd8+ Kh7 Re8", "Rd8+ Kh7 Re8", "Rd7 Kh7 Rd8"},
	"G09": {"e4", "", "", "e4"},
	"G12": {"", "nothing", "nothing", ""},
	"G13": {"Ke5", "Kd5", "Kd5", "Ke5"},
}

// The ideas make of each of the 43 scenes what was measured of them: so the
// benchmark compares with what it says it does.
func TestIdeasOnScenes(t *testing.T) {
	scenes, solved := 0, [4]int{}
	for _, s := range fixtures.Scenes() {
		if s.Baseline == nil {
			continue
		}
		scenes++
		for i, name := range ideaNames {
			want := ideaErrs[s.ID][i]
			if (want == "") != s.Baseline[name] {
				t.Errorf("%s, %s: the fixture says %v, the table %q", s.ID, name, s.Baseline[name], want)
			}
			if want == "" {
				solved[i]++
				want = strings.Join(s.SAN, " ")
			}
			if got := ideaOnScene(t, name, &s); strings.TrimSuffix(got, "+") != strings.TrimSuffix(want, "+") {
				t.Errorf("%s (%s), %s: %q, want %q", s.ID, s.Title, name, got, want)
			}
		}
	}
	if scenes != 43 {
		t.Errorf("%d scenes", scenes)
	}
	t.Logf("of %d scenes N1 to N4 solve %v", scenes, solved)
}

// ideaOnScene is the moves that an idea finds in a scene.
func ideaOnScene(t *testing.T, name string, s *fixtures.Scene) string {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(s.Log()))
	if _, err := rd.Header(); err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	pos, err := legality.ParseFEN(s.FEN, false)
	if err != nil {
		t.Fatal(err)
	}
	d := newIdea(name, pos, false)
	for _, r := range append(records, sensor.Record{At: records[len(records)-1].At + 8000, Word: sensor.NoWord}) {
		for at, ok := d.Deadline(); ok && at <= r.At; at, ok = d.Deadline() {
			d.Wake(at)
		}
		d.Step(r)
	}
	var sans []string
	for _, uci := range d.Game().Moves {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		sans = append(sans, pos.SAN(m))
		pos = pos.Play(m)
	}
	if len(sans) == 0 {
		return "nothing"
	}
	return strings.Join(sans, " ")
}

// On a board with occupancy only, it takes the first capture that matches.
func TestIdeasOnOccupancy(t *testing.T) {
	pos, err := legality.ParseFEN("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ideaNames {
		d := newIdea(name, pos, true)
		d.Step(sensor.Record{At: 1000, Word: sensor.Lift, Square: 28}) // e4xd5 and e4xf5 look the same
		if at, ok := d.Deadline(); ok {
			d.Wake(at)
		}
		if moves := d.Game().Moves; len(moves) != 1 || !slices.Contains([]string{"e4d5", "e4f5"}, moves[0]) {
			t.Errorf("%s: %v", name, moves)
		}
	}
}
