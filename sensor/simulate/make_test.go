package simulate

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
)

// The orders in which men are lifted and dropped: measured on real games, or
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

// The captured man is seen on an empty square next to the capture, and leaves it.
func TestCarriedMan(t *testing.T) {
	p := Profile{Captures: CaptureWays{Exchange: 1}, Carried: Rate{1, 1}, CarryRest: Span{80, 80}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4 d7d5 e4d5"), Text(), p, false, 1)
	got := squares(records)
	if len(truth.Deeds) != 1 || truth.Deeds[0].Kind != Carried {
		t.Fatalf("did %v, want one man carried", truth.Deeds)
	}
	sq := truth.Deeds[0].Square
	if want := "-e2 +Pe4 -d7 +pd5 -e4 +Pd5 +p" + sq.String() + " -" + sq.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !slices.Contains([]string{"c6", "d6", "e6", "c5", "e5", "c4", "d4", "e4"}, sq.String()) {
		t.Errorf("carried over %s, which is not next to d5", sq)
	}
}

// The replies that come early: the lift before the press or the drop, the drop
// before the drop or the press.
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

// The rook follows the king after as long as the profile says.
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
