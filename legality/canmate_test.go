package legality

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/quick"
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
		{"pieces alone decide it", "8/8/8/8/8/8/3k4/4K3 w - - 0 1", No},
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

// varied returns a position with a few pieces of another one moved, added or taken away;
// false if the result cannot be.
func varied(r *rand.Rand, p *Position) (Position, bool) {
	board := p.board
	for range 1 + r.IntN(3) {
		pieces := (p.colors[White] | p.colors[Black]).Squares()
		from, to := pieces[r.IntN(len(pieces))], Square(r.IntN(64))
		switch r.IntN(4) {
		case 0:
			if board[from].Kind() != King {
				board[from] = Empty
			}
		case 1:
			if piece := Piece(r.IntN(15)); board[to] == Empty && piece.Kind() != King {
				board[to] = piece
			}
		default:
			board[from], board[to] = board[to], board[from]
		}
	}
	q := p.PlayPlacement(&board)
	return q, q.searchable()
}

// TestNoIsNeverContradicted varies the positions that were made to be hard: what
// the quick test or mobility calls impossible, a search that knows neither may
// not find.
func TestNoIsNeverContradicted(t *testing.T) {
	n := 20000 / quick.Fewer(40)
	r := rand.New(rand.NewPCG(5, 22))
	all := questions(t)
	ruledOut := 0
	for range n {
		q := &all[r.IntN(2*adversarial)]
		p, ok := varied(r, &q.position)
		if !ok || p.mateOnSight(q.c) != Undecided {
			continue
		}
		w := p.asWhite(q.c)
		if !w.cannotMateByMobility() && p.QuickCanMate(q.c) != No {
			continue
		}
		ruledOut++
		h := newHelpmate(&w, false)
		if h.search(400, nil) == Yes {
			t.Errorf("%s: %s cannot mate, but does by %v", p.FEN(), q.c, h.line(q.c))
		}
	}
	if ruledOut < n/50 {
		t.Errorf("only %d of %d positions were ruled out", ruledOut, n)
	}
}

// TestMatedGameWasOpen replays the oracle's games that end in mate: at no ply
// may the quick test have called that impossible.
func TestMatedGameWasOpen(t *testing.T) {
	mates := 0
	fixture(t, "oracle_games.txt.gz", func(f []string) {
		plies := oraclePlies(f[1])
		if !strings.Contains(plies[len(plies)-1].flags, "M") {
			return
		}
		mates++
		g := NewGame(mustParse(t, f[0]))
		for _, ply := range plies {
			playOracle(t, g, ply)
		}
		winner := g.Position().Turn().Other()
		for i := range g.Len() + 1 {
			if p := g.At(i); p.QuickCanMate(winner) == No {
				t.Errorf("%s: %s cannot mate, but did", p.FEN(), winner)
			}
		}
	})
	if mates == 0 {
		t.Error("no game ends in mate")
	}
}

// TestCanMateAnywhere asks in positions of all sorts: the two tests may not
// contradict each other, nor the material, and lines have to mate.
func TestCanMateAnywhere(t *testing.T) {
	for _, p := range randomPositions(600 / quick.Fewer(6)) {
		for c := range Color(2) {
			checkConsistent(t, &p, c)
		}
	}
}

func checkConsistent(t *testing.T, p *Position, c Color) {
	t.Helper()
	quick := p.QuickCanMate(c)
	full, line := p.CanMate(c, 1000, nil)
	if quick != Undecided && full != Undecided && quick != full {
		t.Errorf("%s: can %s mate? quick test %s, full %s", p.FEN(), c, quick, full)
	}
	checkLine(t, p, c, full, line)
	if p.DeadByMaterial() && Judge(p, 1) != Checkmate && (quick != No || full != No) {
		t.Errorf("%s: dead by material, quick test %s, full %s", p.FEN(), quick, full)
	}
}

// FuzzCanMate asks in whatever can be written.
func FuzzCanMate(f *testing.F) {
	for _, c := range deadCases {
		f.Add(c.fen, false)
	}
	fuzzPositions(f, func(t *testing.T, p *Position) {
		for c := range Color(2) {
			checkConsistent(t, p, c)
		}
	})
}

// question is one of the dead-position vectors: can c still mate?
type question struct {
	position Position
	c        Color
	want     Answer
	real     bool // the end of a real game
}

// adversarial is how many of the vectors' positions were made to be hard; after
// them come ends of real games.
const adversarial = 1707

// questions returns all of the dead-position vectors, two for each position.
func questions(tb testing.TB) []question {
	tb.Helper()
	var all []question
	fixture(tb, "dead_positions.txt.gz", func(f []string) {
		f = strings.Split(f[0], " ; ")
		p := mustParse(tb, f[0]+" 0 1")
		for c := range Color(2) {
			q := question{p, c, No, len(all) >= 2*adversarial}
			if f[1+c] == "y" {
				q.want = Yes
			}
			all = append(all, q)
		}
	})
	if len(all) != 6414 {
		tb.Fatalf("%d questions, want 6414", len(all))
	}
	return all
}

// TestQuickCanMateVectors asks all questions. No answer may be wrong. Where No is right, the
// quick search must find it in 99 % of the ends of real games, and in 80 % of the other
// positions.
func TestQuickCanMateVectors(t *testing.T) {
	step := quick.Fewer(23)
	var no, found [2]int
	all := questions(t)
	for i := 0; i < len(all); i += step {
		q := &all[i]
		got := q.position.QuickCanMate(q.c)
		if got != Undecided && got != q.want {
			t.Errorf("%s: can %s mate? %s, want %s", q.position.FEN(), q.c, got, q.want)
		}
		if q.want != No {
			continue
		}
		kind := 0
		if q.real {
			kind = 1
		}
		no[kind]++
		if got == No {
			found[kind]++
		}
	}
	for kind, percent := range [2]int{80, 99} {
		if found[kind]*100 < no[kind]*percent {
			t.Errorf("found %d of %d, want %d %%", found[kind], no[kind], percent)
		}
	}
}

// TestCanMateVectors asks every few of the questions, with a limit that leaves
// one in fifty undecided at most.
func TestCanMateVectors(t *testing.T) {
	step := 5 * quick.Fewer(21)
	asked, undecided := 0, 0
	all := questions(t)
	for i := 0; i < len(all); i += step {
		q := &all[i]
		got, line := q.position.CanMate(q.c, 50000, nil)
		checkLine(t, &q.position, q.c, got, line)
		asked++
		switch got {
		case q.want:
		case Undecided:
			undecided++
		default:
			t.Errorf("%s: can %s mate? %s, want %s", q.position.FEN(), q.c, got, q.want)
		}
	}
	if undecided*50 > asked {
		t.Errorf("%d of %d undecided", undecided, asked)
	}
}

// TestDeadPositionFigures asks everything with the default limit and prints how
// often and how fast the two tests answer.
func TestDeadPositionFigures(t *testing.T) {
	if os.Getenv("BOARDD_DEAD") == "" {
		t.Skip("long: make dead")
	}
	sets := map[string][]question{"games, both sides asked": gamePlies(t)}
	for _, q := range questions(t) {
		name := "made to be hard, " + q.want.String()
		if q.real {
			name = "ends of real games, " + q.want.String()
		}
		sets[name] = append(sets[name], q)
	}
	full := func(p *Position, c Color) Answer {
		a, line := p.CanMate(c, DefaultLimit, nil)
		checkLine(t, p, c, a, line)
		return a
	}
	t.Logf("%-28s %-6s %9s %7s %7s %7s %12s %12s", "questions", "test", "asked", "yes", "no", "open", "average", "longest")
	for _, name := range []string{"games, both sides asked", "ends of real games, no", "made to be hard, no", "made to be hard, yes"} {
		logFigures(t, name, "quick", sets[name], (*Position).QuickCanMate)
		logFigures(t, name, "full", sets[name], full)
	}
}

// logFigures asks one kind of question and logs a row of the table.
func logFigures(t *testing.T, name, test string, all []question, ask func(*Position, Color) Answer) {
	t.Helper()
	var counts [3]int
	var total, longest time.Duration
	for i := range all {
		q := &all[i]
		start := time.Now()
		a := ask(&q.position, q.c)
		took := time.Since(start)
		total, longest = total+took, max(longest, took)
		counts[a]++
		if q.want != Undecided && a != Undecided && a != q.want {
			t.Errorf("%s: can %s mate? %s, want %s", q.position.FEN(), q.c, a, q.want)
		}
	}
	t.Logf("%-28s %-6s %9d %7d %7d %7d %12s %12s", name, test, len(all), counts[Yes], counts[No], counts[Undecided],
		total/time.Duration(len(all)), longest)
}

// gamePlies is every position of the oracle's games, asked for both sides.
func gamePlies(tb testing.TB) []question {
	tb.Helper()
	var all []question
	fixture(tb, "oracle_games.txt.gz", func(f []string) {
		p := mustParse(tb, f[0])
		for _, ply := range oraclePlies(f[1]) {
			m, err := p.ParseUCI(ply.uci)
			if err != nil {
				tb.Fatal(err)
			}
			p = p.Play(m)
			all = append(all, question{position: p, c: White}, question{position: p, c: Black})
		}
	})
	return all
}

// TestCannotMateByMaterial asks for each side whether its pieces rule out mate.
func TestCannotMateByMaterial(t *testing.T) {
	for _, c := range []struct {
		what, fen    string
		white, black bool
	}{
		{"kings alone", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true},
		{"a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false, true},
		{"a rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false, true},
		{"knight against king", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"knight against queen", "3qk3/8/8/8/8/8/8/4KN2 w - - 0 1", true, false},
		{"knight against rook", "r3k3/8/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"knight against pawn", "4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"knight against knight", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false, false},
		{"two knights", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false, true},
		{"bishops of one colour", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, true},
		{"bishops of both colours", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false},
		{"bishop against rook", "r3k3/8/8/8/8/8/8/4KB2 w - - 0 1", true, false},
		{"bishop against pawn", "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", false, false},
		{"bishop against knight", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false, false},
	} {
		p := mustParse(t, c.fen)
		if w, b := p.CannotMateByMaterial(White), p.CannotMateByMaterial(Black); w != c.white || b != c.black {
			t.Errorf("%s: %t and %t, want %t and %t", c.what, w, b, c.white, c.black)
		}
	}
}
