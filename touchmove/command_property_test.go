package touchmove_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// arbiterGame is a clean game in which a person now and then takes moves back, corrects one
// or sets a position. Hands then put the pieces where they belong.
type arbiterGame struct {
	cleanGame
	t    *testing.T
	game *legality.Game // as it is since the last position that was set
	past int            // parts before it
}

// TestCleanHandsUnderArbiter: the game is what a person's commands make it, and hands that
// follow them are found to have done nothing wrong.
func TestCleanHandsUnderArbiter(t *testing.T) {
	styles := []cleanStyle{{clocked: true}, {clocked: true, anonymous: true, kingDown: true}, {}}
	for seed := range uint64(300 / quick.Fewer(10)) {
		start := *position(t, castlingStarts[seed%uint64(len(castlingStarts))], false)
		style := styles[seed%uint64(len(styles))]
		rules, err := laws.RulesFor(laws.RuleSets()[seed/3%6], laws.TimeClass(seed%3), false)
		if err != nil {
			t.Fatal(err)
		}
		g := arbiterGame{t: t, game: legality.NewGame(start)}
		g.cleanGame = cleanGame{r: rand.New(rand.NewPCG(seed, 4)), cleanStyle: style, pieces: *start.Placement(),
			tr: touchmove.New(touchmove.Config{Start: start, Rules: rules, Occupancy: style.anonymous, GameID: "g"})}
		if wrong := g.playUnder(30); wrong != "" {
			t.Fatalf("seed %d, %s, %+v: %s\nstart %s\n%s", seed, rules.Name, style, wrong, start.FEN(), g.script)
		}
	}
}

// playUnder plays n plies and says what is wrong.
func (g *arbiterGame) playUnder(n int) string {
	for range n {
		p := *g.game.Position()
		m := g.pick(&p)
		if m == legality.NoMove {
			break
		}
		if g.r.IntN(4) == 0 {
			g.adjust(&p)
		}
		g.play(&p, m)
		g.game.Play(m)
		if inCentre(g.game) || g.game.Ending() != legality.NoEnding {
			break
		}
		g.press(p.Turn())
		if does := g.r.IntN(6); does < len(arbiterDoes) {
			arbiterDoes[does](g)
			g.put(g.game.Position().Placement())
		}
		if wrong := g.compare(); wrong != "" {
			return wrong
		}
	}
	g.wake(1 << 60)
	return ""
}

var arbiterDoes = []func(*arbiterGame){(*arbiterGame).takeback, (*arbiterGame).correct, (*arbiterGame).setEarlier, (*arbiterGame).setOther}

// ask puts a command that must be carried out.
func (g *arbiterGame) ask(c touchmove.Command) {
	g.at += 500 // the last move has been made
	g.wake(g.at)
	g.event++
	g.script += fmt.Sprintf("%d %+v\n", g.at, c)
	found, err := g.tr.Do(g.event, g.at, c)
	if err != nil {
		g.t.Fatalf("%v\n%s", err, g.script)
	}
	g.found = append(g.found, found...)
}

// put lifts the pieces that stand wrongly, puts them where they belong, and lets them rest.
// Where an occupancy board shows no difference, they stood there all along, and not where
// the corrected move had put them.
func (g *arbiterGame) put(want *placement.Placement) {
	if g.anonymous && g.pieces.Occupied() == want.Occupied() {
		g.pieces = *want
	}
	wrong := placement.Differ(&g.pieces, want)
	for rest := wrong; rest != 0; {
		if sq := rest.Pop(); g.pieces[sq] != placement.Empty {
			g.lift(sq)
		}
	}
	for rest := wrong; rest != 0; {
		if sq := rest.Pop(); want[sq] != placement.Empty {
			g.drop(sq, want[sq])
		}
	}
	g.at += 1000
	if g.anonymous {
		g.at += 3000
	}
	g.wake(g.at)
}

// adjust announces it, and touches some pieces. If an occupancy board sees an enemy piece
// leave and come back, that may look like a capture.
func (g *arbiterGame) adjust(p *legality.Position) {
	g.ask(touchmove.Command{Verb: touchmove.Adjust, Side: p.Turn(), Seconds: 60})
	for range g.r.IntN(3) {
		pieces := (p.Occupied(placement.White) | p.Occupied(placement.Black)).Squares()
		sq := pieces[g.r.IntN(len(pieces))]
		if piece := g.pieces[sq]; !g.anonymous || piece.Is(p.Turn()) {
			g.lift(sq)
			g.drop(sq, piece)
		}
	}
}

func (g *arbiterGame) takeback() {
	n := g.game.Len() - 1 - g.r.IntN(min(3, g.game.Len()))
	g.ask(touchmove.Command{Verb: touchmove.Takeback, Ply: n})
	for g.game.Len() > n {
		g.game.Undo()
	}
}

// correct replaces the last move by another legal one.
func (g *arbiterGame) correct() {
	was := g.game.Move(g.game.Len() - 1)
	before := *g.game.At(g.game.Len() - 1)
	m := g.pick(&before)
	g.game.Undo()
	g.game.Play(m)
	if m == was || g.game.Ending() != legality.NoEnding || inCentre(g.game) {
		g.game.Undo()
		g.game.Play(was)
		return
	}
	g.ask(touchmove.Command{Verb: touchmove.Correct, Ply: g.game.Len(), UCI: before.UCI(m)})
}

// setEarlier sets a position that the game has had. It may have occurred again later.
func (g *arbiterGame) setEarlier() {
	p := *g.game.At(g.r.IntN(g.game.Len() + 1))
	g.ask(touchmove.Command{Verb: touchmove.SetPosition, FEN: p.FEN(), Why: "-"})
	for !g.game.Position().Same(&p) {
		g.game.Undo()
	}
}

// setOther sets a position with one piece less, if a game can go on from it.
func (g *arbiterGame) setOther() {
	p := g.game.Position()
	pieces := *p.Placement()
	some := (p.Occupied(placement.White) | p.Occupied(placement.Black)).Squares()
	sq := some[g.r.IntN(len(some))]
	if pieces[sq].Kind() == legality.King {
		return
	}
	pieces[sq] = placement.Empty
	other := *position(g.t, pieces.String()+" "+p.Turn().String()+" - - 0 1", false)
	if other.Defects() != nil || legality.Judge(&other, 1) != legality.NoEnding {
		return
	}
	g.ask(touchmove.Command{Verb: touchmove.SetPosition, FEN: other.FEN(), Why: "-"})
	g.game, g.past = legality.NewGame(other), g.past+1
}

// compare returns what is wrong with the reported game and with the findings.
func (g *arbiterGame) compare() string {
	for _, f := range g.found {
		if f.Level != laws.Info || f.Code == laws.ClaimRightLost {
			return fmt.Sprintf("found %s %s after record %d", f.Code, f.Level, f.Event)
		}
	}
	game := g.tr.Game()
	if len(game.Parts) != g.past || game.ID != touchmove.PartID("g-1", g.past+1) || game.Result != "*" || len(game.Alerts) > 0 {
		return fmt.Sprintf("game %s %s after %d parts, want %d; %+v", game.ID, game.Result, len(game.Parts), g.past, game.Alerts)
	}
	shown := game.Moves
	if game.Pending != nil {
		shown = append(append([]touchmove.Ply(nil), shown...), *game.Pending)
	}
	if len(shown) != g.game.Len() {
		return fmt.Sprintf("%d plies, want %d", len(shown), g.game.Len())
	}
	for i, ply := range shown {
		if want := g.game.At(i).UCI(g.game.Move(i)); ply.UCI != want || ply.SAN != g.game.At(i).SAN(g.game.Move(i)) {
			return fmt.Sprintf("ply %d is %s, want %s", i+1, ply.UCI, want)
		}
	}
	return ""
}

// FuzzCommands: no commands, whatever hands do between them, make the tracker panic. A
// refused command changes nothing. The record is a game that leads to its position.
func FuzzCommands(f *testing.F) {
	for i := range fuzzStarts {
		f.Add(uint8(i), []byte{0, 12, 40, 5, 28, 60, 10, 0, 90, 200, 9, 1, 5, 12, 50, 10, 128, 80, 210, 10, 4, 0, 52, 30, 5, 36, 50, 200, 11, 2, 200, 8, 3})
	}
	f.Fuzz(func(t *testing.T, start uint8, data []byte) {
		if len(data) > 3*300 {
			return
		}
		if first, second := fuzzCommands(t, start, data), fuzzCommands(t, start, data); first != second {
			t.Errorf("two runs differ:\n%s\n%s", first, second)
		}
	})
}

func fuzzCommands(t *testing.T, start uint8, data []byte) string {
	p := *position(t, fuzzStarts[int(start)%len(fuzzStarts)], false)
	rules, err := laws.RulesFor(laws.RuleSets()[int(start>>3)%len(laws.RuleSets())], laws.TimeClass(start>>4%3), start>>6&1 == 1)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, tr: touchmove.New(touchmove.Config{Rules: rules, Start: p, Setup: start>>7 == 1, GameID: "fuzz"})}
	at := int64(0)
	for ; len(data) >= 3; data = data[3:] {
		at += int64(data[2]) * int64(data[2]) / 8
		if data[0] >= 192 {
			d.command(at, fuzzCommand(d.tr, data[1], data[2]))
			continue
		}
		for _, r := range records(data[:3]) {
			r.At = at
			d.step(r)
		}
	}
	d.wake(1 << 60)
	checkRecord(t, d.tr.Game())
	return accountOf(d.found) + snapshot(d.tr.Game())
}

func (d *desk) command(at int64, c touchmove.Command) {
	d.wake(at)
	d.event++
	before := snapshot(d.tr.Game())
	found, err := d.tr.Do(d.event, at, c)
	if after := snapshot(d.tr.Game()); err != nil && after != before {
		d.t.Errorf("%+v was refused, and changed\n%s\nto\n%s", c, before, after)
	}
	d.found = append(d.found, found...)
	checkRecord(d.t, d.tr.Game())
}

// checkRecord checks that the moves lead from the start to the position.
func checkRecord(t testing.TB, g *touchmove.Game) {
	t.Helper()
	p := g.Start
	for _, ply := range g.Moves {
		if ply.After != nil {
			p = p.PlayPlacement(ply.After)
		} else {
			p = p.Play(ply.Move)
		}
	}
	if p != g.Position {
		t.Fatalf("the moves lead to %s, and the position is %s", p.FEN(), g.Position.FEN())
	}
}

// fuzzCommand makes a command of two bytes.
func fuzzCommand(tr *touchmove.Tracker, a, b byte) touchmove.Command {
	c := touchmove.Command{Verb: touchmove.Verb(a % 16), Side: placement.Color(b & 1), Seconds: int(b) + 1, Accept: b&2 != 0,
		Ply: int(b >> 2 % 8), Result: [...]string{"*", "1-0"}[b&1], Why: "fuzz"}
	p := tr.BestPosition()
	switch {
	case c.Verb == touchmove.SetPosition && b&4 == 0:
		c.FEN = p.FEN()
	case c.Verb == touchmove.SetPosition && b&8 == 0:
		turned := p.WithTurn(p.Turn().Other())
		c.FEN = turned.FEN()
	case c.Verb == touchmove.SetPosition:
		c.FEN = fuzzStarts[int(b>>4)%len(fuzzStarts)]
	case c.Verb == touchmove.Correct:
		c.UCI = legality.MakeMove(placement.Square(a>>2&63), placement.Square(b&63)).String()
		if game := tr.Game(); b&1 == 0 && c.Ply == len(game.Moves)+1 {
			if moves := game.Position.AppendMoves(nil); len(moves) > 0 {
				c.UCI = game.Position.UCI(moves[int(b)%len(moves)])
			}
		}
	}
	return c
}
