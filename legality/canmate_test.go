package legality

import (
	"slices"
	"testing"
)

// deadCases are positions with what the Laws say: can White, can Black still
// mate by any series of legal moves?
var deadCases = []struct {
	article, what, fen string
	white, black       Answer
}{
	{"5.2.2", "kings alone", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", No, No},
	{"5.2.2", "a knight", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", No, No},
	{"5.2.2", "a bishop", "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", No, No},
	{"5.2.2", "bishops on squares of one colour", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", No, No},
	{"5.2.2", "five of them", "2b1k3/3b4/8/8/8/5B2/4B3/3BK3 w - - 0 1", No, No},
	{"5.2.2", "bishops on squares of both colours", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", Yes, Yes},
	{"5.2.2", "knight and knight", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", Yes, Yes},
	{"5.2.2", "bishop and knight", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", Yes, Yes},
	{"5.2.2", "a locked wall of pawns", "4k3/8/8/p2p2p1/P2P2P1/4K3/8/8 w - - 0 1", No, No},
	{"5.2.2", "a wall with a gap", "4k3/8/8/p2p4/P2P2P1/4K3/8/8 w - - 0 1", Yes, Yes},
	{"5.2.2", "the queen can only be taken", "7k/6Q1/8/8/8/8/8/K7 b - - 0 1", No, No},
	{"5.2.2", "the queen is guarded: mate", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", Yes, No},
	{"5.2.2", "the queen cannot be taken", "7k/8/8/8/6Q1/8/8/K7 b - - 0 1", Yes, No},
	{"5.2.2", "taking the pawn or stalemate", "7k/5K1P/8/8/8/8/8/8 b - - 0 1", No, No},
	{"5.2.2", "the pawn may promote", "8/5K1P/7k/8/8/8/8/8 w - - 0 1", Yes, No},
	{"5.2.2", "capture en passant opens the wall", "4k3/8/8/p1pPp1p1/P1P1P1P1/4K3/8/8 w - c6 0 1", Yes, Yes},
	{"6.9", "flag of the player with the queen", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Yes, No},
	{"6.9", "a knight against a queen", "3qk3/8/8/8/8/8/8/4KN2 w - - 0 1", No, Yes},
	{"6.9", "a knight against a rook", "r3k3/8/8/8/8/8/8/4KN2 w - - 0 1", Yes, Yes},
	{"6.9", "a bishop against a rook", "r3k3/8/8/8/8/8/8/4KB2 w - - 0 1", No, Yes},
	{"6.9", "a knight against a pawn", "4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", Yes, Yes},
	{"6.9", "two knights", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", Yes, No},
	{"5.1.1", "mate goes before material", "8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", No, Yes},
	{"5.1.1", "smothered mate by a lone knight", "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", Yes, No},
	{"5.2.1", "stalemate, with a queen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", No, No},
	{"A.5.3", "rapid: the claimant cannot mate", "8/8/4kq2/8/8/8/8/4K3 b - - 0 1", No, Yes},
}

func TestLawsOfDeadPositions(t *testing.T) {
	for _, c := range deadCases {
		p := mustParse(t, c.fen)
		dead := No
		if c.white == No && c.black == No {
			dead = Yes
		}
		if got := p.Dead(DefaultLimit, nil); got != dead {
			t.Errorf("%s, %s: dead %s, want %s", c.article, c.what, got, dead)
		}
		if p.QuickDead() != (dead == Yes) {
			t.Errorf("%s, %s: quick test finds it dead: %t", c.article, c.what, p.QuickDead())
		}
		for color, want := range [2]Answer{c.white, c.black} {
			checkAnswers(t, &p, Color(color), want, DefaultLimit)
		}
	}
}

// checkAnswers asks both tests, and makes sure that they are not wrong, that a
// Yes has a line that mates, and that the full one is decided if limit is not 0.
func checkAnswers(t *testing.T, p *Position, c Color, want Answer, limit int) {
	t.Helper()
	if quick := p.QuickCanMate(c); quick != Undecided && quick != want {
		t.Errorf("%s: can %s mate? quick test says %s, want %s", p.FEN(), c, quick, want)
	}
	got, line := p.CanMate(c, limit, nil)
	if got != want {
		t.Errorf("%s: can %s mate? %s, want %s", p.FEN(), c, got, want)
	}
	checkLine(t, p, c, got, line)
}

// checkLine plays the line that belongs to an answer.
func checkLine(t *testing.T, p *Position, c Color, a Answer, line []Move) {
	t.Helper()
	if a != Yes {
		if line != nil {
			t.Errorf("%s: %s, with the line %v", p.FEN(), a, line)
		}
		return
	}
	q := *p
	for i, m := range line {
		if !q.IsLegal(m) {
			t.Errorf("%s: move %d of %v is not legal", p.FEN(), i+1, line)
			return
		}
		q = q.Play(m)
	}
	if Judge(&q, 1) != Checkmate || q.Turn() == c {
		t.Errorf("%s: %v does not mate for %s", p.FEN(), line, c)
	}
}

// TestCanMateWhereTheLawsAreSilent asks in positions that cannot be.
func TestCanMateWhereTheLawsAreSilent(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		want      Answer
	}{
		{"no king", "8/8/8/8/8/8/8/4K2Q w - - 0 1", Undecided},
		{"two kings", "4k1k1/8/8/8/8/8/8/4K2Q w - - 0 1", Undecided},
		{"nothing", "8/8/8/8/8/8/8/8 w - - 0 1", Undecided},
		{"both in check", "4k2R/8/8/8/8/8/8/r3K3 w - - 0 1", Undecided},
		{"a pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", Undecided},
		{"men alone decide it", "8/8/8/8/8/8/3k4/4K3 w - - 0 1", No},
	} {
		p := mustParse(t, c.fen)
		checkAnswers(t, &p, White, c.want, DefaultLimit)
	}
}

// TestCanMateStops ends a search from outside and by its limit.
func TestCanMateStops(t *testing.T) {
	p := Initial()
	if a, line := p.CanMate(White, DefaultLimit, func() bool { return true }); a != Undecided || line != nil {
		t.Errorf("stopped at once: %s, %v", a, line)
	}
	if a, line := p.CanMate(White, 0, nil); a != Undecided || line != nil {
		t.Errorf("no work allowed: %s, %v", a, line)
	}
	hard := mustParse(t, "B2b4/8/8/4k3/1p6/1Pp1p1pB/K1P1P1Pb/RB6 b - - 0 1")
	calls := 0
	a, _ := hard.CanMate(White, DefaultLimit, func() bool { calls++; return calls == 100 })
	if a != Undecided || calls != 100 {
		t.Errorf("stopped at the hundredth call: %s after %d", a, calls)
	}
}

// TestCanMateRepeats asks twice: answer and line may not differ.
func TestCanMateRepeats(t *testing.T) {
	for _, p := range randomPositions(40) {
		for c := range Color(2) {
			a, line := p.CanMate(c, 3000, nil)
			b, again := p.CanMate(c, 3000, func() bool { return false })
			if a != b || !slices.Equal(line, again) {
				t.Errorf("%s: %s %v, and then %s %v", p.FEN(), a, line, b, again)
			}
		}
	}
}

// TestQuickCanMateAllocates nothing in an ordinary position.
func TestQuickCanMateAllocates(t *testing.T) {
	p := mustParse(t, middlegame)
	for c := range Color(2) {
		if n := testing.AllocsPerRun(10, func() { p.QuickCanMate(c) }); n != 0 {
			t.Errorf("%v allocations for %s", n, c)
		}
	}
}

// TestMirrored exchanges the colours: moves and answers go with them.
func TestMirrored(t *testing.T) {
	for _, p := range randomPositions(400) {
		q := p.mirrored()
		checkPosition(t, &q)
		if back := q.mirrored(); back != p {
			t.Fatalf("%s: mirrored twice it is %s", p.FEN(), back.FEN())
		}
		moves, others := p.AppendMoves(nil), q.AppendMoves(nil)
		for i := range others {
			others[i] = others[i].mirrored()
		}
		slices.Sort(moves)
		slices.Sort(others)
		if !slices.Equal(moves, others) {
			t.Fatalf("%s: moves %v, mirrored %v", p.FEN(), moves, others)
		}
		for c := range Color(2) {
			if a, b := p.QuickCanMate(c), q.QuickCanMate(c.Other()); a != b {
				t.Errorf("%s: can %s mate? %s, mirrored %s", p.FEN(), c, a, b)
			}
		}
	}
}
