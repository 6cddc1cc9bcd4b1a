package track

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// No free lunch: what is done costs its surprise in every hypothesis, also in the one
// that sees no game in it.

// A hypothesis that sees no game pays more for each ply of a game than one that plays it.
func TestNoGameIsDearer(t *testing.T) {
	for seed := range uint64(3) {
		for _, board := range []string{"chesslink", "tabutronic"} {
			g, _ := quiet(seed, 40, board)
			plays, idles := New(g.config), New(g.config)
			drop := func() {
				idles.beam = slices.DeleteFunc(idles.beam, func(h hypothesis) bool { return h.phase != loose })
			}
			drop()
			var paid []int64
			for i := range g.records {
				plays.Step(&g.records[i])
				idles.Step(&g.records[i])
				if drop(); len(idles.beam) == 0 {
					t.Fatalf("%s, game %d: nothing is left", board, seed)
				}
				if g.records[i].Word == sensor.Press {
					paid = append(paid, idles.beam[0].score-plays.beam[0].score)
				}
			}
			for i := 4; i < len(paid); i++ {
				if paid[i] <= paid[i-4] {
					t.Errorf("%s, game %d: four plies to ply %d cost %d more", board, seed, i+1, paid[i]-paid[i-4])
				}
			}
		}
	}
}

// act is a piece that goes where no move puts it.
type act struct {
	from, to square
	piece    piece
	takes    bool // another one's place
}

// script is what a board tells of it.
func (a act) script() string {
	s := "-" + a.from.String()
	if a.takes {
		s += " -" + a.to.String()
	}
	return s + " +" + a.piece.String() + a.to.String()
}

// acts are those that pieces of a colour can do, but for the smallest, which may be a piece that
// stands between two squares. Nobody takes
// a king's place, or that of a piece that looks the same.
func acts(p *legality.Position, c color) (all []act) {
	legal := newMoves(p, atFirst)
	for from := range square(64) {
		for to := range square(64) {
			makes := slices.ContainsFunc(legal.from(from), func(m move) bool {
				return m.To() == to || m.IsCastling() && (m.KingTo() == to || m.RookTo() == to)
			})
			if p.At(from).Is(c) && !makes && !adjacent(from, to) && p.At(to).Kind() != legality.King && p.At(to) != p.At(from) {
				all = append(all, act{from, to, p.At(from), p.At(to) != placement.Empty})
			}
		}
	}
	return all
}

// middle are positions of games between strangers.
func middle(seeds uint64) (all []legality.Position) {
	for seed := range seeds {
		p := legality.Initial()
		for i, m := range simulate.RandomGame(seed, 60) {
			if p = p.Play(m); i%20 == 19 && len(newMoves(&p, atFirst).list) > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

func lever(c color) string { return map[color]string{placement.White: "w", placement.Black: "b"}[c] }

// some is every so-manieth of a list, from one that is drawn.
func some[T any](all []T, draw, each int) (out []T) {
	for i := draw % each; i < len(all); i += each {
		out = append(out, all[i])
	}
	return out
}

// count counts what is made of acts.
type count struct{ tried, right, loosened int }

func (c *count) add(t *testing.T, tr *Tracker, right bool, what ...any) {
	h := &tr.beam[0]
	c.tried++
	switch {
	case right:
		c.right++
		return
	case h.phase == loose:
		c.loosened++
	}
	t.Log(append(what, h.tail(9))...)
}

func (c *count) want(t *testing.T, least int) {
	t.Logf("of %d acts %d are read right, and %d as no game", c.tried, c.right, c.loosened)
	if c.loosened > c.tried/100 || c.right < c.tried*least/100 {
		t.Error("too few")
	}
}

// While the clock runs, an illegal move that is pressed is read as one, whether its piece
// has a legal one or not, and is no sign that no game is played.
func TestIllegalIsPlayed(t *testing.T) {
	var c count
	for n, p := range middle(6) {
		for _, a := range some(acts(&p, p.Turn()), n, 37) {
			tr := New(Config{Start: p, Sensor: SensorOf("chesslink", true, 0), Clock: true})
			play(t, tr, 900, a.script()+" "+lever(p.Turn())+" ~5000")
			tr.Wake(tr.now + 5000)
			c.add(t, tr, tr.beam[0].node.kind == byAct, p.FEN(), a)
		}
	}
	c.want(t, 95)
}

// While the clock runs, a piece that is put where it does not belong is displaced, and the
// game goes on beside it.
func TestDisplacedIsPlayed(t *testing.T) {
	for _, own := range []bool{false, true} {
		var c count
		for n, p := range middle(6) {
			side := p.Turn().Other()
			if own {
				side = p.Turn()
			}
			for _, a := range some(acts(&p, side), n, 37) {
				m := beside(&p, a)
				if a.takes || m == legality.NoMove {
					continue
				}
				tr := New(Config{Start: p, Sensor: SensorOf("chesslink", true, 0), Clock: true})
				play(t, tr, 900, a.script()+" ~5000 -"+m.From().String()+" +"+moved(&p, m).String()+m.To().String()+" "+lever(p.Turn()))
				tr.Wake(tr.now + 5000)
				c.add(t, tr, tr.beam[0].node.move == m, own, p.FEN(), a, m)
			}
		}
		c.want(t, 95)
	}
}

// So it is before a clock is heard: a piece of the opponent that stands where it does not
// belong is no sign that no game is played, unless pieces that are set up would stand there.
func TestDisplacedBeforeTheFirstPress(t *testing.T) {
	var c count
	for n, p := range middle(6) {
		for _, a := range some(acts(&p, p.Turn().Other()), n, 37) {
			if a.takes || a.piece == placement.Initial[a.to] {
				continue
			}
			tr := New(Config{Start: p, Sensor: SensorOf("chesslink", true, 0)})
			play(t, tr, 900, a.script()+" ~5000")
			tr.Wake(tr.now + 5000)
			h := &tr.beam[0]
			c.add(t, tr, h.phase == playing && h.node.ply == 0 && h.on[a.to] == a.piece, p.FEN(), a)
		}
	}
	c.want(t, 95)
}

// beside is a move that can be made after an act, and has nothing to do with it.
func beside(p *legality.Position, a act) move {
	for _, m := range newMoves(p, atFirst).list {
		next := p.Play(m)
		if p.At(m.To()) == placement.Empty && single(m) && !m.IsCastling() && p.Captured(m) == nowhere && m.To() != a.to && next.At(a.from) == a.piece {
			return m
		}
	}
	return legality.NoMove
}

// A piece that goes back to its square comes from the hand, and not from beside the board
// while it stays in the hand: then a press is one without a move.
func TestPutBackIsNotBrought(t *testing.T) {
	p := legality.Initial()
	for from := range square(64) {
		if !newMoves(&p, atFirst).can(from) {
			continue
		}
		tr := New(Config{Sensor: SensorOf("text", true, 0), Clock: true})
		play(t, tr, 700, "-"+from.String()+" +"+p.At(from).String()+from.String()+" w")
		tr.Wake(tr.now + 2000)
		if a := tr.beam[0].story; a.Why != PressedNothing && a.Prev.Why != PressedNothing {
			t.Errorf("%v: %s", from, tr.beam[0].tail(5))
		}
	}
}

// Two illegal moves that are pressed one after the other are two: nobody answers, and
// presses, while he waits for the ply that was pressed.
func TestTwoIllegalMoves(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("text", true, 0), Clock: true})
	run(t, tr, 700, "-b1 +Nb3 w -b8 +nb6 b ~2000")
	if p := tr.Parts()[0].Plies; len(p) != 2 || !p[0].Illegal || !p[1].Illegal {
		t.Error(tr.beam[0].tail(9))
	}
}
