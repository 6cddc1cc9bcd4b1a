package simulate

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// with returns plain hands with an addition.
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

// Each deed of the hands, within the Laws or against them, has exactly these reports. "?" in a
// pattern stands for one square that is drawn by lot.
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

// matches compares reports with a pattern. A part in brackets may come once or more.
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

// Two pieces straightened together are both in the air, and both put back.
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
			t.Errorf("seed %d: %v, want two pieces lifted and put back", seed, words)
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

// A displaced piece stands on a square that it could not have reached by a move. It has no part
// in the plies meanwhile, and is put right by the end.
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
		t.Errorf("%d pieces left astray in 40 games", found)
	}
}

// judgeStray checks where a piece stood displaced, and for how long.
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

// Plies that were taken back by agreement are no part of the game. The pieces stand as before
// when the clock of the player having the move is started.
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

// Captures, castlings, promotions and en passant are taken back too: pieces stand
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

// The orders in which pieces are lifted and dropped: measured on real games, or
// (both hands, the en passant victim first, promotions) reported as scenes.
var acts = []struct {
	name     string
	fen      string
	chess960 bool
	moves    string
	profile  Profile
	want     []string // any of these
}{
	{"quiet", "", false, "g1f3", Profile{}, []string{"-g1 +Nf3"}},
	{"victim first", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false, "e4d5",
		Profile{Captures: CaptureWays{VictimFirst: 1}}, []string{"-d5 -e4 +Pd5"}},
	{"mover first", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false, "e4d5",
		Profile{Captures: CaptureWays{MoverFirst: 1}}, []string{"-e4 -d5 +Pd5"}},
	{"exchange", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false, "e4d5",
		Profile{Captures: CaptureWays{Exchange: 1}}, []string{"-e4 +Pd5"}},
	{"castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "e1g1 e8c8",
		Profile{Castling: CastlingWays{KingFirst: 1}}, []string{"-e1 +Kg1 -h1 +Rf1 -e8 +kc8 -a8 +rd8"}},
	{"castling with both hands", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", false, "e1g1",
		Profile{Castling: CastlingWays{BothHands: 1}, Hop: Span{10, 10}}, []string{"-e1 -h1 +Kg1 +Rf1", "-e1 -h1 +Rf1 +Kg1"}},
	{"chess960 castling onto the rook's square", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", true, "f1g1",
		Profile{Castling: CastlingWays{KingFirst: 1}, Hop: Span{10, 10}}, []string{"-f1 -g1 +Kg1 +Rf1", "-f1 -g1 +Rf1 +Kg1"}},
	{"en passant, victim last", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, "e5d6",
		Profile{EnPassant: EnPassantWays{VictimLast: 1}}, []string{"-e5 +Pd6 -d5"}},
	{"en passant, victim first", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, "e5d6",
		Profile{EnPassant: EnPassantWays{VictimFirst: 1}}, []string{"-d5 -e5 +Pd6"}},
	{"promotion, pawn off", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", false, "e7e8q",
		Profile{Promotion: PromotionWays{PawnOff: 1}}, []string{"-e7 +Qe8"}},
	{"promotion, piece first", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", false, "e7e8r",
		Profile{Promotion: PromotionWays{PieceFirst: 1}}, []string{"+Re8 -e7"}},
	{"promotion, exchanged", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", false, "e7e8b",
		Profile{Promotion: PromotionWays{Exchanged: 1}, Second: Span{10, 10}}, []string{"-e7 +Pe8 -e8 +Be8"}},
	{"promotion with capture", "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1", false, "e7d8n",
		Profile{Promotion: PromotionWays{PawnOff: 1}, Captures: CaptureWays{VictimFirst: 1}}, []string{"-d8 -e7 +Nd8"}},
	{"promotion with exchange", "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1", false, "e7d8n",
		Profile{Promotion: PromotionWays{PawnOff: 1}, Captures: CaptureWays{Exchange: 1}}, []string{"-e7 +Nd8"}},
	{"slide", "", false, "e2e4",
		Profile{Slide: Rate{1, 1}, SlideRest: Span{900, 900}, Hop: Span{50, 50}}, []string{"-e2 +Pe3 -e3 +Pe4"}},
	{"return", "", false, "e2e4",
		Profile{Return: Rate{1, 1}, AdjustAt: Span{400, 400}}, []string{"-e2 +Pe2 -e2 +Pe4"}},
	{"clock not attached", "", false, "e2e4", Profile{Base: 60000, ClockEach: 1000}, []string{"-e2 +Pe4"}},
}

func TestActs(t *testing.T) {
	for _, c := range acts {
		t.Run(c.name, func(t *testing.T) {
			start := legality.Initial()
			if c.fen != "" {
				var err error
				if start, err = legality.ParseFEN(c.fen, c.chess960); err != nil {
					t.Fatal(err)
				}
			}
			for seed := range uint64(8) {
				records, _ := Play(start, parseFrom(t, &start, c.moves), Text(), c.profile, false, seed)
				if got := squares(records); !slices.Contains(c.want, got) {
					t.Errorf("seed %d: %s, want one of %q", seed, got, c.want)
				}
			}
		})
	}
}

// The captured piece is seen on an empty square beside that of the capture, and leaves it.
func TestCarriedPiece(t *testing.T) {
	p := Profile{Captures: CaptureWays{Exchange: 1}, Carried: Rate{1, 1}, CarryRest: Span{80, 80}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4 d7d5 e4d5"), Text(), p, false, 1)
	got := squares(records)
	if len(truth.Deeds) != 1 || truth.Deeds[0].Kind != Carried {
		t.Fatalf("did %v, want one piece carried", truth.Deeds)
	}
	sq := truth.Deeds[0].Square
	if want := "-e2 +Pe4 -d7 +pd5 -e4 +Pd5 +p" + sq.String() + " -" + sq.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !slices.Contains([]string{"c6", "d6", "e6", "c5", "e5", "c4", "d4", "e4"}, sq.String()) {
		t.Errorf("carried over %s, which is not next to d5", sq)
	}
}

// Early replies: the lift comes before the press or the drop of the opponent, or even the drop
// does.
func TestEarlyHands(t *testing.T) {
	slow := Profile{Base: 300000, Think: Span{1000, 1000}, Travel: Span{400, 400}, Press: Span{300, 300}, Hop: Span{10, 10}}
	for _, c := range []struct {
		name  string
		moves string
		kind  DeedKind
		set   func(*Profile)
		want  string
	}{
		{"in time", "e2e4 e7e5", deedsNumber, func(*Profile) {}, "-e2 +Pe4 |w -e7 +pe5 |b"},
		{"before the press", "e2e4 e7e5", EarlyLift, func(p *Profile) { p.EarlyLift = Rate{1, 1} }, "-e2 +Pe4 -e7 |w +pe5 |b"},
		{"before the drop", "e2e4 e7e5", LiftInPlay, func(p *Profile) { p.LiftInPlay = Rate{1, 1} }, "-e2 -e7 +Pe4 |w +pe5 |b"},
		{"crossed", "e2e4 e7e5", CrossedDrop, func(p *Profile) { p.Crossed = Rate{1, 1} }, "-e2 -e7 +pe5 +Pe4 |w |b"},
		{"reply first", "e2e4 e7e5", ReplyFirst, func(p *Profile) { p.ReplyFirst = Rate{1, 1} }, "-e2 +Pe4 -e7 +pe5 |w |b"},
		{"never pressed", "e2e4 e7e5 g1f3", ForgotPress, func(p *Profile) { p.ForgetPress = Rate{1, 1} }, "-e2 +Pe4 -e7 +pe5 -g1 +Nf3"},
		{"recapture", "e2e4 d7d5 e4d5 d8d5", LiftInPlay, func(p *Profile) {
			p.Recapture, p.Captures = Rate{1, 1}, CaptureWays{Exchange: 1}
		}, "-e2 +Pe4 |w -d7 +pd5 |b -e4 -d8 +Pd5 |w +qd5 |b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := slow
			c.set(&p)
			records, truth := Play(legality.Initial(), parse(t, c.moves), Text(), p, true, 3)
			if got := squares(records); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if c.kind != deedsNumber && !did(&truth, c.kind) {
				t.Errorf("%s is not written down: %v", c.kind, truth.Deeds)
			}
		})
	}
}

// The rook follows the king after the time in the profile.
func TestRookAfterKing(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	p := Profile{Think: Span{1000, 1000}, Travel: Span{400, 400}, RookAfter: Span{700, 700}, Castling: CastlingWays{KingFirst: 1}}
	records, truth := Play(start, parseFrom(t, &start, "e1g1"), Text(), p, false, 1)
	var at []int64
	for _, r := range changes(records) {
		at = append(at, r.At)
	}
	if want := []int64{1000, 1400, 2100, 2500}; !slices.Equal(at, want) || truth.Landed[0] != 2500 {
		t.Errorf("lifts and drops at %v, landed at %d; want %v, 2500", at, truth.Landed[0], want)
	}
}

// A press that waits for the reply is made all the same when mate comes first.
func TestOwedPressAtTheEnd(t *testing.T) {
	p := Profile{Base: 60000, ReplyFirst: Rate{1, 1}, Press: Span{100, 100}, Travel: Span{300, 300}}
	_, truth := Play(legality.Initial(), parse(t, "f2f3 e7e5 g2g4 d8h4 a2a3"), Text(), p, true, 1)
	for i, at := range truth.Pressed {
		if at < truth.Landed[i] {
			t.Errorf("ply %d landed at %d and was pressed at %d", i+1, truth.Landed[i], at)
		}
	}
}

// Before the game: pieces that come late, pieces straightened, a ceremony. All of it is
// over when the clock starts.
func TestBeginnings(t *testing.T) {
	for _, c := range []struct {
		kind      DeedKind
		beginning Beginning
	}{
		{SetUp, Beginning{SetUp: always}}, {Adjusted, Beginning{Straighten: always}}, {Ceremony, Beginning{Ceremony: always}},
	} {
		for seed := range uint64(10) {
			p := with(func(p *Profile) { c.beginning.Pause = p.Beginning.Pause; p.Beginning, p.ClockEach = c.beginning, 1000 })
			records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, true, seed)
			if len(deedsOf(&truth, c.kind)) == 0 || !slices.Equal(truth.Moves, []string{"e2e4"}) {
				t.Fatalf("%s, seed %d: played %v, did %v", c.kind, seed, truth.Moves, truth.Deeds)
			}
			if whole := records[0].Placement == placement.Initial; whole != (c.kind != SetUp) {
				t.Errorf("%s, seed %d: begins on %s", c.kind, seed, records[0].Placement)
			}
			var shown placement.Placement
			for i, r := range records {
				follow(&shown, r, false)
				if r.Word == sensor.Clock && r.Running == sensor.WhiteRuns {
					if got := squares(records[i:]); shown != placement.Initial || got != "-e2 +Pe4 |w" {
						t.Errorf("%s, seed %d: the clock starts on %s, then %s", c.kind, seed, shown, got)
					}
					break
				}
			}
		}
	}
	p := with(func(p *Profile) { p.Beginning.Ceremony = always })
	if _, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, false, 1); did(&truth, Ceremony) {
		t.Error("a ceremony without a clock, which nothing could tell from a move")
	}
}

// The kings show the given result, whichever way they go.
func TestKingsShowWhatIsAskedFor(t *testing.T) {
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		for seed := range uint64(6) {
			p := Clean()
			p.Ending.Signal, p.Ending.SignalWalk, p.Ending.Result = always, always, result
			if _, truth := playRandom(p, Board{}, true, seed, 30); truth.Signal != result {
				t.Errorf("seed %d: shown %s, want %s", seed, truth.Signal, result)
			}
		}
	}
}

// A king laid down is gone; nothing follows.
func TestKingLaidDown(t *testing.T) {
	p := Clean()
	p.Ending.LayDown = always
	records, truth := playRandom(p, Board{}, true, 1, 30)
	down := deedsOf(&truth, KingLaidDown)
	want := lastPlacement(t, &truth, false)
	if len(down) != 1 || truth.Result != "*" || truth.Signal != "" {
		t.Fatalf("did %v, result %s, signal %q", truth.Deeds, truth.Result, truth.Signal)
	}
	want[down[0].Square] = placement.Empty
	if *shownBy(records) != want {
		t.Errorf("shows %s, want %s", shownBy(records), want)
	}
}

// After the game the last plies are taken back, and the position before them is on the board.
func TestGoesBack(t *testing.T) {
	for seed := range uint64(20) {
		p := Clean()
		p.Ending.GoBack = 6
		records, truth := playRandom(p, Board{}, true, seed, 60)
		if n := len(deedsOf(&truth, WentBack)); n != 6 || len(truth.Moves) != 60 && truth.Result == "*" {
			t.Fatalf("seed %d: %d plies taken back, %d played", seed, n, len(truth.Moves))
		}
		earlier := truth
		earlier.Moves = truth.Moves[:len(truth.Moves)-6]
		if want := lastPlacement(t, &earlier, false); *shownBy(records) != want {
			t.Errorf("seed %d: shows %s, want %s", seed, shownBy(records), want)
		}
	}
}

// The maker's convention: both kings on light squares of the centre 1-0, on
// dark ones 0-1, on one of each a draw.
func TestKingsShowTheResult(t *testing.T) {
	seen := map[string]bool{}
	p := Clean()
	p.Ending = Ending{StopClock: Rate{1, 1}, Signal: Rate{1, 1}, SignalLate: Rate{1, 2}}
	for seed := range uint64(40) {
		records, truth := playRandom(p, Text(), true, seed, 30)
		shown := shownBy(records)
		white, black := shown.Find(placement.WhiteKing), shown.Find(placement.BlackKing)
		if white.Len() != 1 || black.Len() != 1 || (white|black)&^centre != 0 {
			t.Fatalf("seed %d: kings on %v and %v", seed, white.Squares(), black.Squares())
		}
		want := "1/2-1/2"
		if white.First().Light() == black.First().Light() {
			want = "0-1"
			if white.First().Light() {
				want = "1-0"
			}
		}
		if truth.Signal != want || truth.Result != "*" {
			t.Errorf("seed %d: the kings show %s, signal %q, result %q", seed, want, truth.Signal, truth.Result)
		}
		seen[want] = true
	}
	if len(seen) != 3 {
		t.Errorf("in 40 games only %v were shown", seen)
	}
}

// After mate nobody shows a result.
func TestNoSignalAfterMate(t *testing.T) {
	p := Clean()
	p.Ending.Signal = Rate{1, 1}
	_, truth := Play(legality.Initial(), parse(t, "f2f3 e7e5 g2g4 d8h4"), Text(), p, true, 1)
	if truth.Signal != "" || did(&truth, KingsShown) {
		t.Errorf("the kings show %q after mate", truth.Signal)
	}
}

// The clock is stopped, a few plies are tried, the pieces are put back on the
// initial array, and the next game is played from there.
func TestAfterTheGame(t *testing.T) {
	for seed := range uint64(20) {
		p := Human()
		p.Ending = Club().Ending
		p.Ending.LayDown = Rate{}
		records, truth := playRandom(p, Text(), true, seed, 60)
		if !did(&truth, ClockStop) || !did(&truth, PutBack) || truth.Next == nil {
			t.Fatalf("seed %d: did %v", seed, truth.Deeds)
		}
		if did(&truth, KingsShown) == did(&truth, Analysed) {
			t.Errorf("seed %d: a result shown by the kings and analysis", seed)
		}
		var shown placement.Placement
		games, running := 0, sensor.Stopped
		for _, r := range records {
			follow(&shown, r, false)
			if r.Word != sensor.Clock {
				continue
			}
			if running == sensor.Stopped && r.Running != sensor.Stopped {
				if games++; shown != placement.Initial {
					t.Errorf("seed %d: game %d begins on %s", seed, games, shown)
				}
			}
			running = r.Running
		}
		if games != 2 {
			t.Errorf("seed %d: the clock was started %d times, want 2", seed, games)
		}
		if want := lastPlacement(t, truth.Next, false); shown != want {
			t.Errorf("seed %d: at the end %s, want %s", seed, shown, want)
		}
		if n := len(truth.Next.Moves); n != p.Ending.NextGame && truth.Next.Result == "*" {
			t.Errorf("seed %d: the next game has %d plies", seed, n)
		}
	}
}

func TestPutBack(t *testing.T) {
	p := Profile{Ending: Ending{PutBack: Rate{1, 1}}}
	for seed := range uint64(20) {
		records, _ := playRandom(p, Text(), false, seed, 100)
		if shown := shownBy(records); *shown != placement.Initial {
			t.Errorf("seed %d: put back to %s", seed, shown)
		}
	}
}

// A game is over when every legal move leads to a dead position (5.2.2): here the only move takes
// the queen.
func TestEndsByForce(t *testing.T) {
	start, err := legality.ParseFEN("8/8/8/1Q6/8/8/8/k3K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	_, truth := Play(start, []legality.Move{legality.MakeMove(placement.B5, placement.B1), legality.MakeMove(placement.A1, placement.B1)}, Text(), Clean(), true, 1)
	if truth.Result != "1/2-1/2" || len(truth.Moves) != 1 {
		t.Errorf("result %s after %v, want 1/2-1/2 after b5b1", truth.Result, truth.Moves)
	}
}

// plain returns a profile with fixed times and no incidents. A test adds one.
func plain(irr Irregular) Profile {
	irr.Rest, irr.Stop, irr.Stray = Span{700, 700}, Span{2000, 2000}, Span{3000, 3000}
	return Profile{Base: 600000, ClockEach: 0, Think: Span{1000, 1000}, Travel: Span{400, 400}, Second: Span{200, 200},
		Press: Span{300, 300}, Hop: Span{50, 50}, AdjustAt: Span{500, 500}, Irregular: irr}
}

func TestIrregularities(t *testing.T) {
	always := Rate{1, 1}
	for _, c := range []struct {
		name   string
		irr    Irregular
		adjust Rate
		kind   DeedKind
		want   string // X and Y stand for squares that are drawn
	}{
		{"adjusted", Irregular{}, always, Adjusted, "-X +?X -g1 +Nf3 |w"},
		{"touched other", Irregular{TouchOther: always}, Rate{}, TouchedOther, "-X +?X -g1 +Nf3 |w"},
		{"corrected", Irregular{Correct: always}, Rate{}, CorrectedMove, "-g1 +NX -X +Nf3 |w"},
		{"released twice", Irregular{ReleaseTwice: always}, Rate{}, ReleasedTwice, "-g1 +NX -X +Nf3 |w"},
		{"pressed illegal", Irregular{PressIllegal: always}, Rate{}, PressedIllegal, "-g1 +NX |w pause -X +Ng1 resume -g1 +Nf3 |w"},
		{"pressed empty", Irregular{PressEmpty: always}, Rate{}, PressedEmpty, "|w pause resume -g1 +Nf3 |w"},
		{"displaced", Irregular{Displace: always}, Rate{}, DisplacedPiece, "-g1 +Nf3 -Y +?X |w -X +?Y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(8) {
				p := plain(c.irr)
				p.Adjust = c.adjust
				records, truth := Play(legality.Initial(), parse(t, "g1f3"), Text(), p, true, seed)
				if len(truth.Deeds) == 0 || truth.Deeds[0].Kind != c.kind || truth.Deeds[0].Ply != 1 {
					t.Fatalf("seed %d: did %v, want %s", seed, truth.Deeds, c.kind)
				}
				got, want := withStops(records), fill(c.want, records, truth.Deeds[0].Square)
				if got != want {
					t.Errorf("seed %d: %s, want %s", seed, got, want)
				}
				judgeSquare(t, c.kind, truth.Deeds[0].Square)
			}
		})
	}
}

// judgeSquare holds the drawn square against the Laws for the knight on g1,
// which may go to f3 and h3.
func judgeSquare(t *testing.T, kind DeedKind, sq placement.Square) {
	t.Helper()
	start := legality.Initial()
	switch legal := sq == placement.F3 || sq == placement.H3; kind {
	case CorrectedMove, PressedIllegal:
		if legal || start.At(sq) != placement.Empty {
			t.Errorf("the illegal square is %s", sq)
		}
	case ReleasedTwice:
		if sq != placement.H3 {
			t.Errorf("released on %s first, want h3", sq)
		}
	case TouchedOther:
		if piece := start.At(sq); sq == placement.G1 || piece != placement.WhitePawn && sq != placement.B1 {
			t.Errorf("the piece touched, on %s, is not another that can move", sq)
		}
	}
}

// withStops returns what a log holds, pauses included.
func withStops(records []sensor.Record) string {
	var words []string
	for i, r := range records {
		if r.Word == sensor.Pause || r.Word == sensor.Resume {
			words = append(words, r.Word.String())
		} else if s := squares(records[i : i+1]); s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, " ")
}

// fill replaces X by the square of a deed, Y by the square from which its piece was taken, and
// the question mark by the piece.
func fill(pattern string, records []sensor.Record, sq placement.Square) string {
	from, piece := sq, placement.Empty
	for i, r := range records {
		if r.Word == sensor.Drop && r.Square == sq && piece == placement.Empty {
			piece = r.Piece
			if last := records[i-1]; last.Word == sensor.Lift {
				from = last.Square
			}
		}
	}
	return strings.NewReplacer("X", sq.String(), "Y", from.String(), "?", piece.String()).Replace(pattern)
}

// Pieces that are knocked over are back on their squares before the press.
func TestKnocked(t *testing.T) {
	for seed := range uint64(8) {
		records, truth := Play(legality.Initial(), parse(t, "e2e3"), Text(), plain(Irregular{Knock: Rate{1, 1}}), true, seed)
		fallen := len(truth.Deeds)
		if fallen < 1 || fallen > mostKnocked {
			t.Fatalf("seed %d: did %v", seed, truth.Deeds)
		}
		got := strings.Fields(squares(records))
		if len(got) != 2+2*fallen+1 || got[len(got)-1] != "|w" {
			t.Fatalf("seed %d: %v, want a move, %d pieces down and up, and a press", seed, got, fallen)
		}
		if shown := shownBy(records).String(); shown != "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR" {
			t.Errorf("seed %d: %s at the press", seed, shown)
		}
	}
}

// An illegal move that stands is part of the game that was played, and the
// rest of it is legal from there.
func TestIllegalMoveStands(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		_, truth := Play(legality.Initial(), RandomGame(seed, 40), Text(), plain(Irregular{Stand: Rate{1, 20}}), true, seed)
		illegal := map[int]bool{}
		for _, d := range truth.Deeds {
			illegal[d.Ply] = d.Kind == StoodIllegal
		}
		p := legality.Initial()
		for i, text := range truth.Moves {
			m, err := p.ParseUCI(text)
			if err != nil {
				t.Fatal(err)
			}
			if p.IsLegal(m) == illegal[i+1] {
				t.Errorf("seed %d, ply %d: %s, legal %v, stands illegally %v", seed, i+1, text, p.IsLegal(m), illegal[i+1])
			}
			p = p.Play(m)
			if illegal[i+1] && (p.InCheck(legality.White) || p.InCheck(legality.Black)) {
				t.Errorf("seed %d, ply %d: %s leaves a king attacked, which nobody overlooks", seed, i+1, text)
			}
		}
		found += len(illegal)
	}
	if found == 0 {
		t.Error("no illegal move in 2400 plies")
	}
}

// Every deed occurs under some profile. Clean hands do none but stop the clock.
func TestAllDeedsOccur(t *testing.T) {
	var seen [deedsNumber]bool
	for _, p := range profiles {
		for seed := range uint64(30) {
			_, truth := playRandom(p.Profile, Text(), true, seed, 100)
			for _, d := range truth.Deeds {
				seen[d.Kind] = true
				if p.Name == "clean" && d.Kind != ClockStop {
					t.Errorf("clean hands did %s", d)
				}
			}
		}
	}
	for kind, is := range seen {
		if !is {
			t.Errorf("nobody did %s", DeedKind(kind))
		}
	}
}

// Over some thousand plies the hands do everything about as often as it was measured.
func TestMeasuredRates(t *testing.T) {
	var plies, captures, seen, carried, slid int
	for seed := range uint64(40) {
		moves := RandomGame(seed, 120)
		_, truth := Play(legality.Initial(), moves, Text(), Human(), true, seed)
		p := legality.Initial()
		for _, m := range moves {
			plies++
			if p.Captured(m) != placement.NoSquare {
				captures++
			}
			p = p.Play(m)
		}
		last := 0
		for _, d := range truth.Deeds {
			switch {
			case d.Kind == Carried:
				carried++
			case d.Kind == Slid && d.Ply != last:
				slid, last = slid+1, d.Ply
			}
		}
		records, _ := Play(legality.Initial(), moves, Text(), Profile{Think: Span{9, 9}, Travel: Span{9, 9}, Captures: measuredCaptures}, false, seed)
		seen += overwritten(records)
	}
	within(t, "plies that rest on a legal square", slid, plies, 8, 199)
	within(t, "captured pieces seen beside", carried, captures, 5, 35)
	within(t, "captures without an empty moment", seen, captures, 25, 35)
}

// overwritten counts the pieces that came to a square where another one stood.
func overwritten(records []sensor.Record) int {
	var shown placement.Placement
	n := 0
	for _, r := range records {
		if r.Word == sensor.Drop && shown[r.Square] != placement.Empty {
			n++
		}
		follow(&shown, r, false)
	}
	return n
}

// within compares the rate n/in with the measured rate of/all. The measurements are few and from
// other games, so half as many more or less will do.
func within(t *testing.T, what string, n, in, of, all int) {
	t.Helper()
	if in < 500 {
		t.Fatalf("%s: only %d cases", what, in)
	}
	got, want := 1000*n/in, 1000*of/all
	if got < want/2 || got > want*3/2 {
		t.Errorf("%s: %d in 1000, want about %d", what, got, want)
	} else {
		t.Logf("%s: %d in 1000, measured %d", what, got, want)
	}
}
