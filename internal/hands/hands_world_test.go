package hands

import (
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// played is a scene played to the end, with a look at it after each ply.
func played(o Order, look func(s *scene)) *scene {
	s := newScene(&o)
	s.before()
	look(s)
	for {
		n := len(s.truth.Plies)
		limit := s.limit
		s.limit = min(limit, n+1)
		s.play()
		s.limit = limit
		look(s)
		if len(s.truth.Plies) == n || s.over {
			break
		}
	}
	s.after()
	return s
}

// eachScene plays n games of each kind of hands, with a clock and without.
func eachScene(t *testing.T, n int, look func(t *testing.T, s *scene)) {
	list := games(t)
	for h := range handsCount {
		t.Run(h.String(), func(t *testing.T) {
			for i := range n {
				o := order(list, i, Profile{Hands: h}, DGT, ClockKind(i%3))
				s := played(o, func(s *scene) { look(t, s) })
				look(t, s)
			}
		})
	}
}

// Pieces are conserved: each is at one place, those that the players take to be
// on the board are there and no others are, but for the strays, which are known.
func TestPiecesAreConserved(t *testing.T) {
	eachScene(t, 24/quick.Fewer(4), func(t *testing.T, s *scene) {
		if s.over {
			return // signals and falling pieces: see below
		}
		on := map[int]placement.Square{}
		for sq, i := range s.at {
			if i == nobody {
				continue
			}
			if was, twice := on[i]; twice {
				t.Fatalf("after %d plies %v stands on %v and %v", len(s.truth.Plies), s.pieces[i].kind, was, placement.Square(sq))
			}
			on[i] = placement.Square(sq)
			if kind := s.position().At(placement.Square(sq)); kind != s.pieces[i].kind {
				t.Fatalf("after %d plies %v stands on %v, the position has %v", len(s.truth.Plies), s.pieces[i].kind, placement.Square(sq), kind)
			}
		}
		if want := s.position().Placement().Occupied().Len(); len(on) != want {
			t.Fatalf("after %d plies %d pieces, the position has %d", len(s.truth.Plies), len(on), want)
		}
		for i := range s.pieces {
			home, is := on[i]
			end := s.pieces[i].last()
			if s.isStray(i) {
				continue
			}
			if !is {
				home = placement.NoSquare
			}
			if end.where.square() != home || end.high != 0 {
				t.Fatalf("after %d plies %v rests at %v, %d high; it belongs on %v", len(s.truth.Plies), s.pieces[i].kind, end.where, end.high, home)
			}
		}
	})
}

// Tracks begin at 0 and go forward, no piece jumps, and nobody is quicker than a
// hand can be.
func TestTracks(t *testing.T) {
	const fastest = 120 // tenths of a millimetre a millisecond: 12 m a second
	eachScene(t, 6, func(t *testing.T, s *scene) {
		if !s.over {
			return
		}
		for _, p := range s.pieces {
			if p.track[0].at != 0 {
				t.Fatalf("%v is nowhere until %d", p.kind, p.track[0].at)
			}
			for i := 1; i < len(p.track); i++ {
				a, b := p.track[i-1], p.track[i]
				if b.at <= a.at {
					t.Fatalf("%v: %v after %v", p.kind, b, a)
				}
				if way := max(abs(a.where.x-b.where.x), abs(a.where.y-b.where.y)); way > fastest*(b.at-a.at) {
					t.Errorf("%v goes from %v to %v", p.kind, a, b)
				}
			}
		}
	})
}

// No two pieces stand in each other for long.
func TestNoTwoPiecesInOnePlace(t *testing.T) {
	const foot, short = 120, 700
	eachScene(t, 12/quick.Fewer(3), func(t *testing.T, s *scene) {
		if !s.over {
			return
		}
		rests := map[placement.Square][]rest{}
		for i := range s.pieces {
			for _, r := range s.rests(i) {
				rests[r.where.square()] = append(rests[r.where.square()], r)
			}
		}
		for sq, list := range rests {
			for i, a := range list {
				for _, b := range list[:i] {
					both := min(a.until, b.until) - max(a.from, b.from)
					if a.piece != b.piece && both > short && abs(a.where.x-b.where.x) < foot && abs(a.where.y-b.where.y) < foot {
						t.Errorf("%v and %v both stand on %v from %d for %d ms", s.pieces[a.piece].kind, s.pieces[b.piece].kind, sq, max(a.from, b.from), both)
					}
				}
			}
		}
	})
}

// rest is a piece that stands upright for a while.
type rest struct {
	piece       int
	where       point
	from, until int64
}

func (s *scene) rests(i int) (list []rest) {
	track := s.pieces[i].track
	for n, a := range track {
		until := s.end()
		if n+1 < len(track) {
			until = track[n+1].at
			if track[n+1].where != a.where || track[n+1].high != 0 {
				continue
			}
		}
		if a.high == 0 && a.where.square() != placement.NoSquare {
			list = append(list, rest{i, a.where, a.at, until})
		}
	}
	return list
}

// Castling, promotion and en passant end with the right pieces on the right
// squares, whatever was late, in every order of hands.
func TestSpecialMovesEndRight(t *testing.T) {
	for _, c := range []struct{ name, fen, uci, want string }{
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/5RK1"},
		{"castling, Chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1"},
		{"promotion", "8/P3k3/8/8/8/8/4K3/8 w - - 0 1", "a7a8q", "Q7/4k3/8/8/8/8/4K3/8"},
		{"promotion, capturing", "1r6/P3k3/8/8/8/8/4K3/8 w - - 0 1", "a7b8n", "1N6/4k3/8/8/8/8/4K3/8"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3"},
	} {
		start, err := legality.ParseFEN(c.fen, c.name == "castling, Chess960")
		if err != nil {
			t.Fatal(err)
		}
		m, err := start.ParseUCI(c.uci)
		if err != nil || !start.IsLegal(m) {
			t.Fatalf("%s: %v", c.uci, err)
		}
		kinds := map[NoteKind]bool{}
		for seed := range uint64(600) {
			s := newScene(&Order{Start: start, Moves: []legality.Move{m}, Hands: Hands(seed % uint64(handsCount)), Clock: Times, Seed: seed})
			s.move(m, 5000, false, true)
			s.fixAll(s.settled(), func(*stray) bool { return true })
			if got := s.stands0(); got.String() != c.want {
				t.Fatalf("%s, seed %d: %s, want %s", c.name, seed, got, c.want)
			}
			for _, n := range s.truth.Notes {
				kinds[n.Kind] = true
			}
		}
		if len(kinds) < 3 {
			t.Errorf("%s: little happens: %v", c.name, kinds)
		}
	}
}

// stands0 is what physically stands on the board at the end of all tracks.
func (s *scene) stands0() (p placement.Placement) {
	for i := range s.pieces {
		if sq := s.pieces[i].last().where.square(); sq != placement.NoSquare {
			p[sq] = s.pieces[i].kind
		}
	}
	return p
}

// A takeback leaves board, game and turn as they were, whatever was taken back.
func TestUndoRestores(t *testing.T) {
	list := games(t)
	for n := range 40 {
		g := list[n%len(list)]
		s := newScene(&Order{Start: g.start, Moves: g.moves, Hands: Casual, Clock: ClockKind(n % 3), Seed: uint64(n)})
		s.before()
		for range n % 30 {
			if m := s.next(); m != legality.NoMove {
				s.ply(m, true)
			}
		}
		s.fixAll(s.settled(), func(*stray) bool { return true })
		before, board, plies := *s.position(), s.stands0(), len(s.truth.Plies)
		count := s.line(s.next(), 1+n%5, true)
		if s.over || count == 0 {
			continue
		}
		s.undo(count, s.settled()+1000, n%2 == 0, "takeback", "taken back")
		if *s.position() != before || len(s.truth.Plies) != plies || len(s.deeds) != plies {
			t.Errorf("game %d: %s, want %s", n, s.position().FEN(), before.FEN())
		}
		if got := s.stands0(); got != board && len(s.strays) == 0 {
			t.Errorf("game %d: %s stands, want %s", n, got, board)
		}
		if s.clock.on() && !s.clock.running.Is(before.Turn()) && s.clock.running != 0 && plies > 0 && s.truth.Plies[plies-1].Pressed {
			t.Errorf("game %d: the wrong clock runs after the takeback", n)
		}
	}
}

// Kings that sign a result stand where the maker says, nobody else there.
func TestKingsInCentre(t *testing.T) {
	list := games(t)
	for n := range 300 / quick.Fewer(10) {
		o := order(list, n, Profile{Hands: Hands(n % int(handsCount))}, DGT, Times)
		s := newScene(&o)
		for range min(60, len(o.Moves)) {
			if m := s.next(); m != legality.NoMove {
				s.ply(m, true)
			}
		}
		s.truth.End.Result = []string{"1-0", "0-1", "1/2-1/2"}[n%3]
		s.kingsInCentre(s.settled() + 1000)
		show := s.stands0()
		for c, sq := range signals(s.truth.End.Result) {
			if want := placement.MakePiece(placement.Color(c), legality.King); show[sq] != want && len(s.strays) == 0 {
				t.Errorf("game %d: %v on %v, want %v", n, show[sq], sq, want)
			}
		}
	}
}
