package lichess

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/internal/lilatest"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/transport"
)

// These tests play whole rounds: boards on which anything happens, the model of the hall, the
// bodies of this package, and a Lichess that matches games as lila does. The truth is kept beside,
// by the boards.

// played is a ply on a board.
type played struct {
	move    legality.Move
	illegal bool
}

// stretch is what is played on a board from one position.
type stretch struct {
	start legality.Position
	plies []played
}

// end returns the position at the end.
func (s *stretch) end() legality.Position {
	p := s.start
	for _, y := range s.plies {
		p = p.Play(y.move)
	}
	return p
}

// onBoard is a game on a board.
type onBoard struct {
	board       string
	began       time.Time
	stretches   []stretch // an arbiter has set another position after each but the last
	result, end string
}

func (o *onBoard) now() *stretch { return &o.stretches[len(o.stretches)-1] }

// snapshot returns the game as the hall gets it.
func (o *onBoard) snapshot(t *testing.T, tags map[string]string) hall.Game {
	r := transport.Record{Tags: tags, Result: o.result, Variant: "standard"}
	if o.end != "" {
		r.Termination = &o.end
	}
	number := 1
	for i := range o.stretches {
		s := &o.stretches[i]
		id := "x"
		if number > 1 {
			id += "." + strconv.Itoa(number)
		}
		var moves []transport.Ply
		p := s.start
		number++
		for j, y := range s.plies {
			uci, san, ply := p.UCI(y.move), "", transport.Ply{Ply: j + 1, State: "completed"}
			ply.UCI = &uci
			if !y.illegal {
				san = p.SAN(y.move)
				ply.SAN = &san
			} else {
				ply.State = "illegal_stands"
				number++
			}
			moves = append(moves, ply)
			p = p.Play(y.move)
		}
		if i < len(o.stretches)-1 {
			r.Parts = append(r.Parts, transport.Part{GameID: id, StartFEN: s.start.FEN(), Moves: moves, Why: "set"})
			continue
		}
		r.GameID, r.StartFEN, r.Moves = id, s.start.FEN(), moves
	}
	g, err := hall.GameOf(o.board, &r)
	if err != nil {
		t.Fatal(err)
	}
	g.Began = o.began
	return g
}

// truth is a chapter that must be shown.
type truth struct{ start, moves, result string }

// truths returns the chapters of a game: an illegal move ends one, as does another position.
func (o *onBoard) truths() []truth {
	var all []truth
	for i := range o.stretches {
		p := o.stretches[i].start
		now := truth{start: p.FEN(), result: "*"}
		for _, y := range o.stretches[i].plies {
			if !y.illegal {
				now.moves += " " + p.SAN(y.move)
			}
			p = p.Play(y.move)
			if y.illegal {
				all = append(all, now)
				now = truth{start: p.FEN(), result: "*"}
			}
		}
		all = append(all, now)
	}
	all[len(all)-1].result = o.result
	return all
}

func (o *onBoard) wasPlayed() bool {
	return len(o.stretches) > 1 || len(o.stretches[0].plies) > 0 || o.result != "*"
}

// table is a table of a round, with what the hall has of it.
type table struct {
	pairing hall.Pairing
	begins  int        // the step at which it is first played
	games   []*onBoard // one a board; the last is being played
	off     int        // steps for which the board reports nothing
	changed bool
	known   []hall.Game
	shows   []truth
	text    []Game // nil: to be written
}

// report has the hall get what there is.
func (b *table) report(t *testing.T, tags map[string]string) {
	b.known, b.shows, b.text, b.changed = nil, nil, nil, false
	for _, o := range b.games {
		b.known = append(b.known, o.snapshot(t, tags))
		if o.wasPlayed() {
			for i := range b.shows {
				b.shows[i].result = "*"
			}
			b.shows = append(b.shows, o.truths()...)
		}
	}
	if b.shows == nil {
		p := legality.Initial()
		b.shows = []truth{{start: p.FEN(), result: "*"}}
	}
}

// simulation is a round that is played.
type simulation struct {
	t      *testing.T
	rng    *rand.Rand
	hall   hall.Tournament
	round  hall.Round
	tables []*table
	later  []*table // to be paired
	clock  time.Time
	boards int

	lila   lilatest.Round
	known  Round
	owners map[int]string // the game of each chapter, by the number of the chapter
	mangle func([]Game) []Game
	faults []string
	count  map[string]int // of what happened
}

func newSimulation(t *testing.T, seed uint64) *simulation {
	s := &simulation{t: t, rng: rand.New(rand.NewPCG(seed, 13)), hall: hall.Tournament{ID: "open", Event: "Open", Site: "Aberdeen SCO", TimeControl: "300+3"},
		round: hall.Round{Number: 3}, clock: time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC), owners: map[int]string{}, count: map[string]int{}}
	for number := range 4 + s.rng.IntN(8) {
		b := &table{begins: s.rng.IntN(20), pairing: hall.Pairing{Table: number + 1, White: s.player("White", number), Black: s.player("Black", number)}}
		s.seat(b, legality.Initial())
		if s.chance(12) {
			s.later = append(s.later, b)
			continue
		}
		s.tables = append(s.tables, b)
	}
	return s
}

func (s *simulation) chance(oneIn int) bool { return s.rng.IntN(oneIn) == 0 }

func (s *simulation) player(side string, number int) hall.Player {
	p := hall.Player{Name: fmt.Sprintf("%s, No %d", side, number)}
	if s.chance(2) {
		p.FideID = strconv.Itoa(1000 + s.rng.IntN(1000))
	}
	return p
}

// seat begins a game at another board.
func (s *simulation) seat(b *table, start legality.Position) {
	s.boards++
	s.clock = s.clock.Add(time.Second)
	b.games = append(b.games, &onBoard{board: fmt.Sprintf("b%02d", s.boards), began: s.clock, stretches: []stretch{{start: start}}, result: "*"})
}

// step has something happen at a table.
func (s *simulation) step(b *table) {
	o := b.games[len(b.games)-1]
	n := o.now()
	happens := s.rng.IntN(100)
	switch {
	case o.result != "*" && happens < 70:
		return
	case o.result != "*":
		s.count["result taken back"]++
		o.result, o.end = "*", ""
	case happens < 4:
		o.result, o.end = [...]string{"1-0", "0-1", "1/2-1/2"}[s.rng.IntN(3)], [...]string{"normal", "time forfeit"}[s.rng.IntN(2)]
	case happens < 12 && len(n.plies) > 0:
		s.count["retraction"]++
		n.plies = n.plies[:max(0, len(n.plies)-1-s.rng.IntN(4))]
		for range s.rng.IntN(3) {
			s.move(n)
		}
	case happens < 15:
		s.illegal(n)
	case happens < 17:
		s.count["position set"]++
		o.stretches = append(o.stretches, stretch{start: s.position()})
	case happens < 19 && b.off == 0:
		s.count["table moved"]++
		start := legality.Initial()
		if s.chance(2) {
			start = n.end()
		}
		s.seat(b, start)
	case happens < 22:
		b.off = 1 + s.rng.IntN(8)
		s.count["board off"]++
	case happens < 24:
		s.count["name corrected"]++
		b.pairing.White.Name += "a"
		b.text = nil
		if s.chance(2) {
			b.pairing.Black = s.player("Black", 100)
		}
	default:
		s.move(n)
	}
}

// position returns a position that an arbiter sets: often the initial one.
func (s *simulation) position() legality.Position {
	n := stretch{start: legality.Initial()}
	if s.chance(2) {
		for range 10 + s.rng.IntN(20) {
			s.move(&n)
		}
	}
	return n.end()
}

// openings are what most players begin with, so that games are alike.
var openings = []string{"e4", "d4", "e5", "d5", "Nf3", "Nf6"}

// move plays a legal move that does not end the game.
func (s *simulation) move(n *stretch) {
	p := n.end()
	if len(n.plies) < 6 && s.rng.IntN(4) > 0 {
		for _, san := range openings {
			if m, err := p.ParseSAN(san); err == nil {
				n.plies = append(n.plies, played{move: m})
				return
			}
		}
	}
	moves := p.AppendMoves(nil)
	s.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		if next := p.Play(m); legality.Judge(&next, 1) == legality.NoEnding {
			n.plies = append(n.plies, played{move: m})
			return
		}
	}
}

// illegal has a knight make no knight's move, which stands.
func (s *simulation) illegal(n *stretch) {
	p := n.end()
	for range 50 {
		m := legality.MakeMove(legality.Square(s.rng.IntN(64)), legality.Square(s.rng.IntN(64)))
		piece, to := p.At(m.From()), p.At(m.To())
		if piece.Kind() != legality.Knight || piece.Color() != p.Turn() || to != legality.Empty || p.IsLegal(m) {
			continue
		}
		next := p.Play(m)
		if legality.Judge(&next, 1) == legality.NoEnding {
			s.count["illegal move"]++
			n.plies = append(n.plies, played{m, true})
			return
		}
	}
}

// games returns the games of the round by the hall's model.
func (s *simulation) games() []Game {
	s.round.Pairings = nil
	for _, b := range s.tables {
		s.round.Pairings = append(s.round.Pairings, b.pairing)
	}
	var all []Game
	for _, b := range s.tables {
		if b.text != nil {
			all = append(all, b.text...)
			continue
		}
		text, errs := s.hall.Text(&s.round, &b.pairing, b.known)
		if errs != nil {
			s.t.Fatalf("%v\n%s", errs, text.PGN)
		}
		b.text = Games(&text)
		all = append(all, b.text...)
	}
	return all
}

// play plays the round.
func (s *simulation) play() {
	for step := 0; step < 80 && len(s.faults) == 0; step++ {
		if len(s.later) > 0 && s.chance(10) {
			s.count["pairing added"]++
			s.tables = append(s.tables, s.later[0])
			slices.SortFunc(s.tables, func(a, b *table) int { return cmp.Compare(a.pairing.Table, b.pairing.Table) })
			s.later = s.later[1:]
		}
		for _, b := range s.tables {
			if step >= b.begins && s.chance(2) {
				s.step(b)
				b.changed = true
			}
			if b.off = max(0, b.off-1); b.off == 0 && (b.changed || b.shows == nil) {
				b.report(s.t, s.hall.Tags(&s.round, &b.pairing))
			}
		}
		s.push()
	}
	for _, b := range s.tables {
		b.report(s.t, s.hall.Tags(&s.round, &b.pairing))
	}
	s.send(false)
	s.check()
}

// push pushes, or fails to. Sometimes the hall program has begun anew.
func (s *simulation) push() {
	switch s.rng.IntN(30) {
	case 0:
		s.count["restart"]++
		s.known = Round{}
		s.learn()
	case 1:
		s.count["answer lost"]++
		s.send(true)
		s.learn()
		return
	case 2:
		s.count["no connection"]++
		return
	}
	s.send(false)
	s.check()
}

func (s *simulation) learn() {
	shown, err := Read(s.lila.PGN())
	if err != nil {
		s.fault("read back: %v", err)
	}
	s.known.Learn(shown)
}

func (s *simulation) send(lost bool) {
	body := s.known.Body(s.games())
	if s.mangle != nil {
		body = s.mangle(body)
	}
	var took []bool
	for _, a := range s.lila.Push(Text(body)) {
		if took = append(took, a.Error == ""); a.Error != "" {
			s.fault("%v: %s", a.Tags, a.Error)
		}
	}
	if !lost && len(took) == len(body) {
		s.clock = s.clock.Add(time.Second)
		s.known.Pushed(s.clock, body, took)
	}
}

func (s *simulation) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// check compares what Lichess shows with the boards, as far as the hall has heard of them.
func (s *simulation) check() {
	chapters := map[int][]*lilatest.Chapter{}
	for _, c := range s.lila.Chapters {
		id := c.Tags["GameId"]
		if owner, old := s.owners[c.Number]; old && id != "" && owner != id {
			s.fault("the chapter of %s has %s", owner, id)
		}
		if id != "" {
			s.owners[c.Number] = id
		}
		number, err := strconv.Atoi(c.Tags["Board"])
		if err != nil {
			s.fault("board %q", c.Tags["Board"])
		}
		chapters[number] = append(chapters[number], c)
	}
	if ids := slices.Sorted(maps.Values(s.owners)); len(slices.Compact(slices.Clone(ids))) != len(s.owners) {
		s.fault("a game has two chapters: %v", ids)
	}
	for _, b := range s.tables {
		s.checkTable(b, chapters[b.pairing.Table])
	}
	if !s.chance(10) {
		return
	}
	if shown, err := Read(s.lila.PGN()); err != nil || s.known.Verify(s.clock.Add(time.Hour), shown) != nil {
		s.fault("read back: %v %v", err, s.known.Verify(s.clock.Add(time.Hour), shown))
	}
}

// checkTable compares the chapters of a table. One whose moves were all taken back cannot be
// removed: it has to be empty.
func (s *simulation) checkTable(b *table, chapters []*lilatest.Chapter) {
	want := slices.Clone(b.shows)
	for _, c := range chapters {
		got := truth{c.Start, strings.Join(append([]string{""}, c.Moves...), " "), c.Tags["Result"]}
		if len(want) > 0 && got == want[0] {
			want = want[1:]
			over := got.result != "*"
			if end := c.Tags["Termination"]; !over && end != "" && end != "unterminated" || over && (end == "" || end == "unterminated") {
				s.fault("table %d: %s, %s", b.pairing.Table, got.result, end)
			}
		} else if got.moves != "" || got.result != "*" {
			s.fault("table %d: %s has %+v, wanted %+v", b.pairing.Table, c.Tags["GameId"], got, b.shows)
		}
		if c.Tags["White"] != b.pairing.White.Name || c.Tags["Black"] != b.pairing.Black.Name {
			s.fault("table %d: %s - %s", b.pairing.Table, c.Tags["White"], c.Tags["Black"])
		}
	}
	if len(want) > 0 {
		s.fault("table %d: there is no %+v", b.pairing.Table, want)
	}
}

// TestSimulatedRounds: over 200 rounds no game is ever in the chapter of another, and what Lichess shows is
// always what the boards report, without an act of a person.
func TestSimulatedRounds(t *testing.T) {
	count := map[string]int{}
	rounds := uint64(200)
	if testing.Short() {
		rounds = 8
	}
	for seed := range rounds {
		s := newSimulation(t, seed)
		s.play()
		for what, n := range s.count {
			count[what] += n
		}
		if len(s.faults) > 0 {
			t.Fatalf("round %d: %d faults, the first: %s", seed, len(s.faults), strings.Join(s.faults[:min(3, len(s.faults))], "\n"))
		}
	}
	if len(count) != 11 && !testing.Short() {
		t.Errorf("not everything happened: %v", count)
	}
	t.Log(count)
}

// TestBrokenBodies: the checks find bodies that break a rule of pushing.
func TestBrokenBodies(t *testing.T) {
	for name, mangle := range map[string]func([]Game) []Game{
		"no GameId": func(body []Game) []Game {
			for i := range body {
				body[i].PGN = strings.Replace(body[i].PGN, "[GameId ", "[NoId ", 1)
			}
			return body
		},
		"always the order of the tables": func(body []Game) []Game {
			slices.SortStableFunc(body, func(a, b Game) int {
				return cmp.Or(cmp.Compare(len(a.Tags["Board"]), len(b.Tags["Board"])), cmp.Compare(a.Tags["Board"], b.Tags["Board"]), cmp.Compare(a.ID(), b.ID()))
			})
			return body
		},
		"the last table first": func(body []Game) []Game { slices.Reverse(body); return body },
		"only games with moves": func(body []Game) []Game {
			return slices.DeleteFunc(body, func(g Game) bool { return len(g.Moves) == 0 })
		},
		"only last parts": func(body []Game) []Game {
			return slices.DeleteFunc(body, func(g Game) bool {
				return slices.ContainsFunc(body, func(o Game) bool { return root(o.ID()) == root(g.ID()) && o.ID() > g.ID() })
			})
		},
	} {
		found := false
		for seed := uint64(0); seed < 20 && !found; seed++ {
			s := newSimulation(t, seed)
			s.mangle = mangle
			s.play()
			if found = len(s.faults) > 0; found {
				t.Logf("%s: round %d: %.300s", name, seed, s.faults[0])
			}
		}
		if !found {
			t.Errorf("%s: nothing was found", name)
		}
	}
}
