package simulate

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// with is plain hands to which something was added.
func with(change func(*Profile)) Profile {
	p := plain(Irregular{})
	p.Captures = CaptureWays{Exchange: 1}
	p.Castling, p.Promotion, p.RookAfter = CastlingWays{KingFirst: 1}, PromotionWays{PawnOff: 1}, Span{300, 300}
	p.Beginning.Pause = Span{1000, 1000}
	change(&p)
	p.Irregular.Rest, p.Irregular.Stop = Span{700, 700}, Span{2000, 2000}
	return p
}

var always = Rate{1, 1}

// What hands do that break no rule, or break one, exactly; "?" in what is
// wanted stands for one square that is drawn.
var habits = []struct {
	name, fen, moves string
	change           func(*Profile)
	kind             DeedKind
	deeds            int // of that kind
	want             string
}{
	{"swept", "", "e2e4 a7a5", func(p *Profile) { p.Sweep, p.SweepRest = always, Span{90, 90} }, Slid, 2,
		"-e2 +Pe3 -e3 +Pe4 |w -a7 +pa6 -a6 +pa5 |b"},
	{"swept over many squares", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5", func(p *Profile) { p.Sweep, p.SweepRest = always, Span{90, 90} }, Slid, 3,
		"-a1 +Ra2 -a2 +Ra3 -a3 +Ra4 -a4 +Ra5 |w"},
	{"not swept: a knight", "", "g1f3", func(p *Profile) { p.Sweep = always }, Slid, 0, "-g1 +Nf3 |w"},
	{"between two squares", "", "e2e3", func(p *Profile) { p.Straddle, p.StraddleFor = always, Span{90, 90} }, Straddled, 1,
		"-e2 +Pe3 (-e3 +P? -? +Pe3) |w"},
	{"pressed late", "", "e2e4", func(p *Profile) { p.PressLate, p.PressLateBy = always, Span{5000, 5000} }, PressedLate, 1,
		"-e2 +Pe4 |w"},
	{"interrupted", "", "e2e4", func(p *Profile) { p.Interrupt, p.InterruptFor = always, Span{5000, 5000} }, Interrupted, 1,
		"pause resume -e2 +Pe4 |w"},
	{"rook first", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", func(p *Profile) { p.Irregular.RookFirst = always }, RookFirst, 1,
		"-h1 +Rf1 -e1 +Kg1 |w"},
	{"rook astray", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", func(p *Profile) { p.Irregular.RookAstray = always }, CorrectedMove, 1,
		"-e1 +Kg1 -h1 +Re1 -e1 +Rf1 |w"},
	{"touched theirs", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", func(p *Profile) { p.Irregular.TouchTheirs = always }, TouchedTheirs, 1,
		"-d5 +pd5 -e1 +Ke2 |w"},
	{"touched theirs, but nothing can be captured", "", "e2e4", func(p *Profile) { p.Irregular.TouchTheirs = always }, TouchedTheirs, 0,
		"-e2 +Pe4 |w"},
	{"pawn left on the last rank", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8q g7f6", func(p *Profile) { p.Irregular.PawnLeft = always }, PawnLeft, 1,
		"-e7 +Pe8 |w pause -e8 +Qe8 resume -g7 +kf6 |b"},
	{"not left: it becomes a rook", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8r", func(p *Profile) { p.Irregular.PawnLeft = always }, PawnLeft, 0,
		"-e7 +Re8 |w"},
}

func TestHabits(t *testing.T) {
	for _, c := range habits {
		t.Run(c.name, func(t *testing.T) {
			start := legality.Initial()
			if c.fen != "" {
				var err error
				if start, err = legality.ParseFEN(c.fen, false); err != nil {
					t.Fatal(err)
				}
			}
			for seed := range uint64(6) {
				records, truth := Play(start, parseFrom(t, &start, c.moves), Board{}, with(c.change), true, seed)
				done := deedsOf(&truth, c.kind)
				if len(done) != c.deeds || len(truth.Deeds) != c.deeds {
					t.Fatalf("seed %d: did %v, want %d times %s", seed, truth.Deeds, c.deeds, c.kind)
				}
				sq := ""
				if len(done) > 0 {
					sq = done[0].Square.String()
				}
				if got := withStops(records); !matches(got, strings.ReplaceAll(c.want, "?", sq)) {
					t.Errorf("seed %d: %s, want %s", seed, got, c.want)
				}
				if moves := strings.Fields(c.moves); !slices.Equal(truth.Moves, moves) {
					t.Errorf("seed %d: played %v", seed, truth.Moves)
				}
			}
		})
	}
}

// matches holds what was told against a pattern, of which what stands in
// brackets may come once or more.
func matches(got, pattern string) bool {
	head, rest, ok := strings.Cut(pattern, "(")
	if !ok {
		return got == pattern
	}
	again, tail, _ := strings.Cut(rest, ")")
	for n := 1; n <= mostToggles; n++ {
		if got == head+strings.TrimSpace(strings.Repeat(again+" ", n))+tail {
			return true
		}
	}
	return false
}

// Two men straightened together are both in the air, and both put back.
func TestAdjustsTwo(t *testing.T) {
	for seed := range uint64(8) {
		p := with(func(p *Profile) { p.Adjust, p.AdjustMore = always, always })
		records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, true, seed)
		words := strings.Fields(squares(records))
		if len(words) != 7 || len(deedsOf(&truth, Adjusted)) != 2 {
			t.Fatalf("seed %d: %v, did %v", seed, words, truth.Deeds)
		}
		a, b := words[0][1:], words[1][1:]
		if a == b || words[0][0] != '-' || words[1][0] != '-' || words[2][2:] != b || words[3][2:] != a {
			t.Errorf("seed %d: %v, want two men lifted and put back", seed, words)
		}
	}
}

// Another piece stands on the last rank for a while before the one that counts.
func TestOtherPiece(t *testing.T) {
	start, err := legality.ParseFEN("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for seed := range uint64(12) {
		p := with(func(p *Profile) { p.Irregular.OtherPiece = always })
		records, truth := Play(start, parseFrom(t, &start, "e7e8q"), Board{}, p, true, seed)
		n := len(deedsOf(&truth, OtherPiece)) // none if a queen was drawn
		found += n
		got := squares(records)
		ok := got == "-e7 +Qe8 |w"
		for _, other := range []string{"R", "B", "N"} {
			ok = ok && n == 0 || got == "-e7 +"+other+"e8 -e8 +Qe8 |w" && n == 1 || ok
		}
		if !ok {
			t.Errorf("seed %d: %s, did %v", seed, got, truth.Deeds)
		}
	}
	if found == 0 {
		t.Error("nobody took another piece in 12 promotions")
	}
}

// A man who is left astray stands where he could not have gone by a move, has no
// part in the plies he stands there for, and is put right by the end.
func TestLeftAstray(t *testing.T) {
	found := 0
	for seed := range uint64(40) {
		p := Clean()
		p.Irregular = Irregular{LeaveAstray: Rate{1, 10}, Plies: Span{1, 6}}
		records, truth := playRandom(p, Board{}, true, seed, 60)
		if want := lastPlacement(t, &truth, false); *shownBy(records) != want {
			t.Fatalf("seed %d: shows %s at the end, want %s", seed, shownBy(records), want)
		}
		for _, d := range deedsOf(&truth, LeftAstray) {
			found++
			judgeStray(t, seed, records, &truth, d)
		}
	}
	if found < 10 {
		t.Errorf("%d men left astray in 40 games", found)
	}
}

// judgeStray looks at where a man stood astray, and for how long.
func judgeStray(t *testing.T, seed uint64, records []sensor.Record, truth *Truth, d Deed) {
	t.Helper()
	var from placement.Square
	for _, r := range changes(records) {
		switch {
		case r.Word == sensor.Lift && r.At <= d.At:
			from = r.Square // the last one before he was put down is his
		case r.Square == d.Square && r.Word == sensor.Drop && r.At < d.At+d.Ms && r.At > d.At+200:
			t.Errorf("seed %d: %s is used by others at %d", seed, d, r.At)
		}
	}
	pos := legality.Initial()
	for _, text := range truth.Moves[:d.Ply] {
		m, err := pos.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		pos = pos.Play(m)
	}
	other := pos.WithTurn(pos.Turn().Other())
	if m := legality.MakeMove(from, d.Square); pos.IsLegal(m) || other.IsLegal(m) || from == d.Square {
		t.Errorf("seed %d: %s could have gone to %s by a move", seed, from, d.Square)
	}
	plies := 0
	for _, landed := range truth.Landed {
		if landed > d.At && landed <= d.At+d.Ms {
			plies++
		}
	}
	if last := d.At+d.Ms > truth.Landed[len(truth.Landed)-1]; plies < 1 && !last {
		t.Errorf("seed %d: %s was put right before the next ply", seed, d)
	}
}

// What was taken back by agreement is no part of the game; the men stand as
// before when the clock is started for the player who had the move.
func TestTakenBack(t *testing.T) {
	plies := map[int]bool{}
	for seed := range uint64(20) {
		p := with(func(p *Profile) { p.TakeBack = always })
		records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, true, seed)
		back := len(deedsOf(&truth, TakenBack))
		if !slices.Equal(truth.Moves, []string{"e2e4"}) || len(truth.Landed) != 1 || len(truth.Pressed) != 1 {
			t.Fatalf("seed %d: played %v, %d landed, %d pressed", seed, truth.Moves, len(truth.Landed), len(truth.Pressed))
		}
		if back == 0 {
			continue // the other move drawn was the same, or ended the game
		}
		plies[back] = true
		log := withStops(records)
		_, after, ok := strings.Cut(log, " resume ")
		if !ok || after != "-e2 +Pe4 |w" || strings.Count(log, "|") != back+1 {
			t.Errorf("seed %d: %s", seed, log)
		}
		for _, d := range deedsOf(&truth, TakenBack) {
			if d.Ply == 1 && !strings.HasPrefix(log, "-"+d.Move[:2]+" ") || d.Ply > back || d.Ply < 1 {
				t.Errorf("seed %d: %s of %s, but %s", seed, d, d.Move, log)
			}
		}
		var shown placement.Placement
		for _, r := range records {
			if follow(&shown, r, false); r.Word == sensor.Resume && shown != placement.Initial {
				t.Errorf("seed %d: goes on from %s", seed, shown)
			}
		}
	}
	if !plies[1] || !plies[2] {
		t.Errorf("taken back were %v plies at a time, want 1 and 2", plies)
	}
}

// Captures, castlings, promotions and en passant are taken back too: men stand
// as before each ply when the next one is played.
func TestTakesBackAnything(t *testing.T) {
	for seed := range uint64(30) {
		p := Clean()
		p.TakeBack = Rate{1, 3}
		records, truth := playRandom(p, Board{}, true, seed, 100)
		if want := lastPlacement(t, &truth, false); *shownBy(records) != want || len(deedsOf(&truth, TakenBack)) == 0 {
			t.Errorf("seed %d: shows %s at the end, want %s", seed, shownBy(records), want)
		}
	}
}
