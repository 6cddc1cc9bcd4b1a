package simulate

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// changes returns the records of squares without the scans.
func changes(records []sensor.Record) []sensor.Record {
	var out []sensor.Record
	for _, r := range records {
		if r.Word == sensor.Lift || r.Word == sensor.Drop {
			out = append(out, r)
		}
	}
	return out
}

// All changes between two scans come in one burst, from a8 to h1. A piece that goes up the board
// is reported on its new square before the lift from the old one (maker), a piece that goes down
// after it.
func TestBurst(t *testing.T) {
	records, _ := Play(legality.Initial(), parse(t, "e2e4"), DGT(), Profile{Think: Span{210, 210}, Travel: Span{100, 100}}, false, 1)
	got := changes(records)
	if squares(got) != "+Pe4 -e2" || got[0].At != 400 || got[1].At != 405 {
		t.Errorf("%s at %d and %d, want +Pe4 at 400 and -e2 at 405", squares(got), got[0].At, got[1].At)
	}
	after, err := legality.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	records, _ = Play(after, parseFrom(t, &after, "e7e5"), DGT(), Profile{Think: Span{210, 210}, Travel: Span{100, 100}}, false, 1)
	if got := squares(records); got != "-e7 +pe5" {
		t.Errorf("%s, want -e7 +pe5", got)
	}
}

// A scan of 200 ms that looks at one square after the other looks at e4 after 36/64 of it and at
// e2 after 52/64: after 112 and 162 ms.
func TestSweep(t *testing.T) {
	records, _ := Play(legality.Initial(), parse(t, "e2e4"), DGTSwept(), Profile{Think: Span{100, 100}, Travel: Span{100, 100}}, false, 1)
	got := changes(records)
	if squares(got) != "-e2 +Pe4" || got[0].At != 162 || got[1].At != 312 {
		t.Errorf("%s at %d and %d, want -e2 at 162 and +Pe4 at 312", squares(got), got[0].At, got[1].At)
	}
}

// A piece that is lifted and put back between two looks is not reported.
func TestUnseenBetweenScans(t *testing.T) {
	p := Profile{Think: Span{210, 210}, Return: Rate{1, 1}, AdjustAt: Span{100, 100}, Second: Span{300, 300}, Travel: Span{300, 300}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4"), DGT(), p, false, 1)
	if got := squares(records); got != "-e2 +Pe4" {
		t.Errorf("%s, want -e2 +Pe4", got)
	}
	if !did(&truth, Returned) {
		t.Error("the piece was not put back at all")
	}
	if records, _ = Play(legality.Initial(), parse(t, "e2e4"), Text(), p, false, 1); squares(records) != "-e2 +Pe2 -e2 +Pe4" {
		t.Errorf("a board without scans shows %s, want -e2 +Pe2 -e2 +Pe4", squares(records))
	}
}

// A board with occupancy only sees nothing of an exchange on a square.
func TestOccupancy(t *testing.T) {
	p := Profile{Think: Span{100, 100}, Travel: Span{300, 300}, Captures: CaptureWays{Exchange: 1}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 d7d5 e4d5"), Reed(), p, false, 1)
	if got, want := squares(records), "-e2 +?e4 -d7 +?d5 -e4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, r := range records {
		if r.Word == sensor.Lift && r.Piece != placement.Empty {
			t.Errorf("the lift from %s names %s", r.Square, r.Piece)
		}
		if r.Word == sensor.Board && r.Placement[placement.E1] != placement.Unknown {
			t.Errorf("the scan names %s on e1", r.Placement[placement.E1])
		}
	}
}

func TestDumps(t *testing.T) {
	p := Profile{Think: Span{1000, 1000}, Travel: Span{500, 500}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Board{Dump: 1200}, p, false, 1)
	want := []struct {
		at        int64
		placement string
	}{
		{0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{1200, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"}, // e2 in the air from 1000 to 1500
		{2400, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
		{3600, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"},
	}
	n := 0
	for _, r := range records {
		if r.Word != sensor.Board {
			continue
		}
		if n == len(want) || r.At != want[n].at || r.Placement.String() != want[n].placement {
			t.Fatalf("scan %d at %d: %s", n+1, r.At, r.Placement)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d scans, want %d", n, len(want))
	}
}

func TestFaults(t *testing.T) {
	always := Rate{1, 1}
	for _, c := range []struct {
		name   string
		faults Faults
		want   string
	}{
		{"none", Faults{}, "-g1 +Nf3"},
		{"lost lift", Faults{LostLift: always}, "+Nf3"},
		{"lost drop", Faults{LostDrop: always}, "-g1"},
		{"misread", Faults{Misread: always}, "-g1 +Bf3 +Nf3"},
		{"duplicated", Faults{Duplicated: always}, "-g1 -g1 +Nf3 +Nf3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Profile{Travel: Span{300, 300}, Faults: c.faults}
			records, truth := Play(legality.Initial(), parse(t, "g1f3"), Text(), p, false, 1)
			if got := squares(records); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if (len(truth.Deeds) > 0) != (c.faults != Faults{}) {
				t.Errorf("wrote down %v", truth.Deeds)
			}
		})
	}
}

// A piece whose tag dies is reported as lifted from its square, and never dropped again.
func TestDeadTag(t *testing.T) {
	moves := RandomGame(2, 40)
	sound, _ := Play(legality.Initial(), moves, Text(), Profile{}, false, 1)
	p := Profile{Faults: Faults{DeadTag: Rate{1, 20}}}
	records, truth := Play(legality.Initial(), moves, Text(), p, false, 1)
	dead := 0
	for _, d := range truth.Deeds {
		if d.Kind == DeadTag {
			dead++
		}
	}
	if dead == 0 {
		t.Fatal("no tag died in 40 plies")
	}
	left, all := shownBy(records).Occupied().Len(), shownBy(sound).Occupied().Len()
	if left >= all || left < all-dead {
		t.Errorf("%d pieces shown of %d, %d tags dead", left, all, dead)
	}
}

// shownBy returns what a log shows at its end.
func shownBy(records []sensor.Record) *placement.Placement {
	var shown placement.Placement
	for _, r := range records {
		follow(&shown, r, false)
	}
	return &shown
}

// timed returns the changes of a log with their times, "400 +Pe4 405 -e2".
func timed(records []sensor.Record) string {
	var words []string
	for _, r := range records {
		if text := squares([]sensor.Record{r}); text != "" {
			words = append(words, strconv.FormatInt(r.At, 10), text)
		}
	}
	return strings.Join(words, " ")
}

// steady returns hands that lift after 100 ms, and drop a given time later.
func steady(travel int64) Profile {
	return Profile{Think: Span{100, 100}, Travel: Span{travel, travel}}
}

// Each board reports e2e4, or other moves, lifted at 100 ms.
func TestBoardsReport(t *testing.T) {
	for _, c := range []struct {
		name   string
		board  Board
		moves  string
		travel int64
		want   string
	}{
		{"at once", Board{}, "e2e4", 130, "100 -e2 230 +Pe4"},
		{"at the next look", Board{Scan: 50}, "e2e4", 130, "100 -e2 250 +Pe4"},
		// Both fall into the scan of 200 to 400; lifts first, since its decoder has it so.
		{"a whole scan at once", Board{Scan: 200, Whole: true, Frame: 17}, "e2e4", 60, "217 -e2 217 +Pe4"},
		// e4 is looked at after 36/64 of a scan, e2 after 52/64; each scan is reported at
		// its end.
		{"a whole scan that takes its time", Board{Scan: 64, Sweep: 64, Whole: true, Frame: 10}, "e2e4", 70, "138 -e2 266 +Pe4"},
		// From h1 to a8, e2 comes after 11/64 and e4 after 27/64 of 200.
		{"turned", Board{Scan: 200, Sweep: 200, Turned: true}, "e2e4", 130, "234 -e2 284 +Pe4"},
		{"turned, two in one burst", Board{Scan: 400, Turned: true, Frame: 5}, "e2e4", 60, "400 -e2 405 +Pe4"},
		{"asked every half second", Board{Scan: 20, Poll: 500}, "e2e4", 60, "500 -e2 500 +Pe4"},
		{"three looks that agree", Board{Scan: 10, Agree: 3}, "e2e4", 130, "120 -e2 250 +Pe4"},
		// Lifted at 100, missed at 150 and 200 and seen elsewhere at 200.
		{"seen elsewhere", Board{Scan: 50, Patience: 9}, "e2e4", 100, "200 +Pe4 200 -e2"},
		{"missed three times", Board{Scan: 50, Patience: 3}, "e2e4", 300, "200 -e2 400 +Pe4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			records, _ := Play(legality.Initial(), parse(t, c.moves), c.board, steady(c.travel), false, 1)
			if got := timed(records); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// The board gives up a piece that has just come to a square sooner than one that stood there.
func TestPassing(t *testing.T) {
	p := steady(100)
	p.Slide, p.SlideRest, p.Hop = Rate{1, 1}, Span{100, 100}, Span{300, 300}
	for passing, want := range map[int]string{0: "200 +Pe3 200 -e2 400 -e3 600 +Pe4", 2: "200 +Pe3 200 -e2 300 -e3 600 +Pe4"} {
		records, _ := Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 50, Patience: 3, Passing: passing}, p, false, 1)
		if got := timed(records); got != want {
			t.Errorf("%d looks: %s, want %s", passing, got, want)
		}
	}
}

// Boards see in three ways that a piece takes another's place: while the other is lifted, after
// an empty look, or not at all.
func TestExchange(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	p := steady(200)
	p.Captures = CaptureWays{Exchange: 1}
	for _, c := range []struct {
		name  string
		board Board
		want  string
	}{
		{"overwritten", Board{Scan: 50}, "100 -e4 300 +Pd5"},
		{"empty, then filled", Board{Scan: 50, Blank: true}, "100 -e4 300 -d5 350 +Pd5"},
		{"the empty look is waited for in vain", Board{Scan: 50, Blank: true, Patience: 3}, "200 -e4 350 +Pd5"},
		{"unseen", Board{Scan: 50, Occupancy: true}, "100 -e4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			records, _ := Play(start, parseFrom(t, &start, "e4d5"), c.board, p, false, 1)
			if got := timed(records); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A board that is asked for its clock, or asked at all, reports a press late, but in order.
func TestClockIsAsked(t *testing.T) {
	p := steady(60)
	p.Base, p.Press = 60000, Span{40, 40}
	for _, c := range []struct {
		name  string
		board Board
		want  string // the clock starts at 1500; lifted 1600, dropped 1660, pressed 1700
	}{
		{"at once", Board{}, "1600 -e2 1660 +Pe4 1700 |w"},
		{"the clock is asked", Board{ClockPoll: 400}, "1600 -e2 1660 +Pe4 2000 |w"},
		{"all is asked", Board{Poll: 1000}, "2000 -e2 2000 +Pe4 2000 |w"},
	} {
		records, _ := Play(legality.Initial(), parse(t, "e2e4"), c.board, p, true, 1)
		if got := timed(records); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The radio adds to every record, and none overtakes another.
func TestLatency(t *testing.T) {
	p := Human()
	sure, _ := playRandom(p, Board{}, true, 3, 60)
	late, _ := playRandom(p, Board{Latency: Span{10, 200}}, true, 3, 60)
	if len(sure) != len(late) {
		t.Fatalf("%d records, and %d without delay", len(late), len(sure))
	}
	for i := range sure {
		if by := late[i].At - sure[i].At; i > 0 && (by < 10 || by > 200 && late[i].At != late[i-1].At) {
			t.Errorf("record %d is %d ms late", i+1, by)
		}
	}
}

// A full scan follows two seconds after the last report, and shows what stands there.
func TestVerify(t *testing.T) {
	p := Profile{Think: Span{1500, 1500}, Travel: Span{100, 100}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Board{Verify: 2000}, p, false, 1)
	var got []string
	for _, r := range records[1:] {
		if r.Word == sensor.Board {
			got = append(got, strconv.FormatInt(r.At, 10), r.Placement.String())
		}
	}
	want := []string{"5200", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"} // landed at 1600 and 3200
	if !slices.Equal(got, want) {
		t.Errorf("scans %q, want %q", got, want)
	}
}

// A lost report is made up for by the next full scan, and until then no other is lost. A board
// that sends whole scans makes up for it with the next one.
func TestLostReportsAreMended(t *testing.T) {
	p := steady(100)
	p.Think = Span{3000, 3000}
	p.Faults = Faults{LostDrop: Rate{1, 1}, LostLift: Rate{1, 1}}
	moves := parse(t, "e2e4 e7e5")
	for _, c := range []struct {
		name  string
		board Board
		want  string
	}{
		{"never", Board{}, "3100 +Pe4 6100 -e7 6200 +pe5"}, // the lift of e2 is missing for good
		{"by a full scan", Board{Verify: 2000}, "3100 +Pe4 6200 +pe5"},
		{"with the next scan", Board{Scan: 10, Whole: true}, "3010 -e2 3110 +Pe4 6110 -e7 6210 +pe5"},
	} {
		records, truth := Play(legality.Initial(), moves, c.board, p, false, 1)
		if got := timed(records); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if did(&truth, Erased) {
			t.Errorf("%s: a ply is marked as erased", c.name)
		}
		if mended := c.board != (Board{}); (*shownBy(records) == lastPlacement(t, &truth, false)) != mended {
			t.Errorf("%s: shows %s at the end", c.name, shownBy(records))
		}
	}
}

// A board that has not reported a piece on a square cannot report that it left.
func TestDecoderHoldsWhatWasReported(t *testing.T) {
	p := steady(100)
	p.Faults = Faults{LostDrop: Rate{1, 1}}
	records, _ := Play(legality.Initial(), parse(t, "g1f3 a7a6 f3g5"), Board{Scan: 10}, p, false, 1)
	// The drop on f3 is lost, and until it is known no other is; that the piece leaves
	// changes nothing, and then the drop on g5 can be lost.
	if got, want := squares(records), "-g1 -a7 +pa6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A board that needs three equal looks does not miss a piece that is off its square for two.
func TestLooksThatDoNotAgree(t *testing.T) {
	p := steady(300)
	p.Return, p.AdjustAt, p.Second = Rate{1, 1}, Span{100, 100}, Span{300, 300}
	for agree, want := range map[int]string{2: "-e2 +Pe2 -e2 +Pe4", 3: "-e2 +Pe4"} {
		records, _ := Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 50, Agree: agree}, p, false, 1)
		if got := squares(records); got != want {
			t.Errorf("%d looks: %s, want %s", agree, got, want)
		}
	}
}

// TestLate: no board that names the pieces reports a drop later than Late says, apart from
// the time for the rest of the same scan.
func TestLate(t *testing.T) {
	const restOfScan = 50
	for _, b := range Boards() {
		if b.Occupancy {
			continue // a capture by exchange is not reported at all
		}
		records, truth := playRandom(Clean(), b.Board, true, 5, 60)
		for n, uci := range truth.Moves {
			to, ok := placement.ParseSquare(uci[2:4])
			if !ok {
				t.Fatal(uci)
			}
			at := dropAfter(records, to, truth.Landed[n])
			if late := at - truth.Landed[n]; at >= 0 && late > b.Late()+restOfScan {
				t.Errorf("%s: %s was reported %d ms after it landed, want %d at most", b.Name, uci, late, b.Late())
			}
		}
	}
}

// dropAfter returns when a drop on a square was first reported after a moment; -1 never.
func dropAfter(records []sensor.Record, sq placement.Square, at int64) int64 {
	for i := range records {
		if r := &records[i]; r.Word == sensor.Drop && r.Square == sq && r.At >= at {
			return r.At
		}
	}
	return -1
}

// Two plies of 3+2 in which everything has a fixed length.
func TestClockRecords(t *testing.T) {
	p := Profile{Base: 180000, Increment: 2000, ClockEach: 1000,
		Think: Span{900, 900}, Travel: Span{400, 400}, Press: Span{200, 200}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Text(), p, true, 1)
	var got []string
	for _, r := range records {
		if r.Word == sensor.Press || r.Word == sensor.Clock {
			got = append(got, string(sensor.AppendRecord(nil, r)))
		}
	}
	want := []string{ // the clock starts at 1500; White presses 1500 later, Black 1500 after that
		"0 clock 180000 180000 -\n", "1500 clock 180000 180000 w\n",
		"2000 clock 180000 180000 w\n", "3000 clock 179000 180000 w\n",
		"3000 press w\n", "3000 clock 181000 180000 b\n",
		"4000 clock 181000 179000 b\n", "4500 press b\n", "4500 clock 181000 181000 w\n",
	}
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

// A lever can be pressed only by the player whose clock runs, times fall by
// what has passed and rise by the increment, and none falls below 0:00.
func TestClockIsSound(t *testing.T) {
	for _, p := range profiles {
		for seed := range uint64(6) {
			records, _ := playRandom(p.Profile, DGT(), true, seed, 120)
			running, stopped := sensor.WhiteRuns, false
			for i, r := range records {
				switch r.Word {
				case sensor.Press:
					if stopped || !running.Is(r.Side) {
						t.Fatalf("%s, seed %d, record %d: %s presses while %s runs", p.Name, seed, i+1, r.Side, running)
					}
					running = sensor.RunningFor(r.Side.Other())
				case sensor.Clock:
					stopped = r.Running == sensor.Stopped
					if !stopped {
						running = r.Running
					}
					if r.Times[0] < 0 || r.Times[1] < 0 {
						t.Fatalf("%s, seed %d, record %d: %v left", p.Name, seed, i+1, r.Times)
					}
				}
			}
		}
	}
}

func TestTimesAddUp(t *testing.T) {
	records, truth := playRandom(Clean(), Text(), true, 4, 60)
	p := Clean()
	for _, r := range records {
		if r.Word != sensor.Clock || r.At < startAfter || r.Running == sensor.Stopped {
			continue
		}
		total := 2*p.Base - (r.At - startAfter)
		for _, at := range truth.Pressed {
			if at <= r.At {
				total += p.Increment
			}
		}
		// A press and a tick of one moment may stand in either order.
		shown := r.Times[placement.White] + r.Times[placement.Black]
		if d := shown - total; d < -p.Increment || d > 2000 {
			t.Fatalf("at %d the clocks show %d together, want %d", r.At, shown, total)
		}
	}
}

// A clock that sends no readings reports presses, and stops in words.
func TestSilentClock(t *testing.T) {
	p := Profile{Base: 60000, Think: Span{900, 900}, Ending: Ending{StopClock: Rate{1, 1}}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, true, 1)
	last := records[len(records)-1]
	if last.Word != sensor.Pause {
		t.Errorf("the last record is %s, want pause", last.Word)
	}
	for _, r := range records {
		if r.Word == sensor.Clock || r.Word == sensor.Resume {
			t.Errorf("%s from a clock that sends no readings, in a game without a pause", r.Word)
		}
	}
}

// faulty plays a game of 60 plies on a board that errs in one way.
func faulty(f Faults, b Board, seed uint64) ([]sensor.Record, Truth) {
	p := Clean()
	p.Faults = f
	return playRandom(p, b, true, seed, 60)
}

func deedsOf(t *Truth, kind DeedKind) []Deed {
	var out []Deed
	for _, d := range t.Deeds {
		if d.Kind == kind {
			out = append(out, d)
		}
	}
	return out
}

// extra returns the changes of a log that another one, of the same game without the
// fault, does not have.
func extra(records, sound []sensor.Record) []sensor.Record {
	var out []sensor.Record
	all := changes(sound)
	for _, r := range changes(records) {
		if len(all) > 0 && same(r, all[0]) {
			all = all[1:]
			continue
		}
		out = append(out, r)
	}
	return out
}

func same(a, b sensor.Record) bool {
	return a.Word == b.Word && a.Square == b.Square && a.Piece == b.Piece
}

// A piece that is not read for a while is reported as lifted from and dropped on its square, for
// the time in the truth. Nothing else happens to it within a second.
func TestWeakPieces(t *testing.T) {
	for name, b := range map[string]Board{"at once": {}, "scanning": {Scan: 50}, "whole": {Scan: 41, Sweep: 41, Whole: true}} {
		sound, _ := faulty(Faults{}, b, 1)
		records, truth := faulty(Faults{Weak: Rate{1, 6}, WeakFor: Span{100, 400}}, b, 1)
		weak := deedsOf(&truth, Flickered)
		if len(weak) < 3 {
			t.Fatalf("%s: did %v", name, truth.Deeds)
		}
		if n := len(extra(records, sound)); n != 2*len(weak) {
			t.Errorf("%s: %d changes more for %d pieces that were not read", name, n, len(weak))
		}
		if *shownBy(records) != *shownBy(sound) {
			t.Errorf("%s: shows %s at the end", name, shownBy(records))
		}
		for _, d := range weak {
			if d.Ms < 100 || d.Ms > 450 {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

func TestBounce(t *testing.T) {
	p := steady(200)
	p.Faults = Faults{Bounce: Rate{1, 1}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 50, Occupancy: true}, p, false, 1)
	if got, want := timed(records), "100 -e2 300 +?e4 350 -e4 400 +?e4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(deedsOf(&truth, Bounced)) != 1 {
		t.Errorf("did %v", truth.Deeds)
	}
}

// A dead square reads empty, a stuck one as if its piece never left.
func TestDeadAndStuckSquares(t *testing.T) {
	for _, kind := range []DeedKind{DeadSquare, StuckSquare} {
		for seed := range uint64(10) {
			f := Faults{DeadSquare: Rate{1, 1}}
			if kind == StuckSquare {
				f = Faults{StuckSquare: Rate{1, 1}}
			}
			records, truth := faulty(f, Board{}, seed)
			dead := deedsOf(&truth, kind)
			if len(dead) != 1 {
				t.Fatalf("seed %d: did %v", seed, truth.Deeds)
			}
			sq, reports := dead[0].Square, 0
			for _, r := range changes(records) {
				if r.Square == sq && r.At >= dead[0].At {
					reports++
				}
			}
			if piece := shownBy(records)[sq]; (piece == placement.Empty) != (kind == DeadSquare) {
				t.Errorf("seed %d: %s shows %s", seed, sq, piece)
			}
			if want := map[DeedKind]int{DeadSquare: 1}[kind]; reports != want {
				t.Errorf("seed %d: %d reports of %s after it was %s, want %d", seed, reports, sq, kind, want)
			}
		}
	}
}

// Two reports of one scan change places; none is lost.
func TestReordered(t *testing.T) {
	p := steady(50)
	p.Faults = Faults{Reordered: Rate{1, 1}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 200, Frame: 5}, p, false, 1)
	if got, want := timed(records), "200 -e2 205 +Pe4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(deedsOf(&truth, ReorderedReport)) != 1 {
		t.Errorf("did %v", truth.Deeds)
	}
	records, truth = Play(legality.Initial(), parse(t, "e2e4"), Board{Scan: 200}, Profile{Think: Span{100, 100}, Travel: Span{900, 900}, Faults: p.Faults}, false, 1)
	if got, want := timed(records), "200 -e2 1000 +Pe4"; got != want || did(&truth, ReorderedReport) {
		t.Errorf("%s, want %s: these are of two scans", got, want)
	}
}

// A press that is not reported shows in the next reading of the clock.
func TestLostPress(t *testing.T) {
	sound, _ := faulty(Faults{}, Board{}, 2)
	records, truth := faulty(Faults{LostPress: Rate{1, 4}}, Board{}, 2)
	lost := len(deedsOf(&truth, LostPress))
	count := func(records []sensor.Record) (n int) {
		for _, r := range records {
			if r.Word == sensor.Press {
				n++
			}
		}
		return n
	}
	if lost == 0 || count(sound)-count(records) != lost || len(sound)-len(records) != 2*lost {
		t.Errorf("%d presses lost, %d reported of %d, %d records of %d", lost, count(records), count(sound), len(records), len(sound))
	}
	if len(extra(records, sound)) != 0 {
		t.Error("the board tells something else")
	}
}

// The board sends nothing while the port is gone, and then a scan.
func TestDisconnected(t *testing.T) {
	for seed := range uint64(8) {
		records, truth := faulty(Faults{Disconnect: Rate{1, 12}, Away: Span{500, 9000}}, DGT(), seed)
		gaps := deedsOf(&truth, Disconnected)
		if len(gaps) == 0 {
			t.Fatalf("seed %d: did %v", seed, truth.Deeds)
		}
		up, scanned, downs := true, true, 0
		var shown placement.Placement
		for i, r := range records {
			switch {
			case r.Word == sensor.Link && r.On == up:
				t.Fatalf("seed %d, record %d: the link was so already", seed, i+1)
			case r.Word == sensor.Link && !r.On:
				if up = false; r.At != gaps[downs].At {
					t.Errorf("seed %d: lost at %d, recorded as %d", seed, r.At, gaps[downs].At)
				}
				downs++
			case r.Word == sensor.Link:
				if up, scanned = true, false; r.At != gaps[downs-1].At+gaps[downs-1].Ms {
					t.Errorf("seed %d: found at %d, after %s", seed, r.At, gaps[downs-1])
				}
			case !up || !scanned && r.Word != sensor.Board:
				t.Fatalf("seed %d, record %d: %s while the port is gone or nothing is known", seed, i+1, r.Word)
			default:
				scanned = true
			}
			follow(&shown, r, false)
		}
		if want := lastPlacement(t, &truth, false); downs != len(gaps) || !up || shown != want {
			t.Errorf("seed %d: lost %d times of %d, up %v, shows %s, want %s", seed, downs, len(gaps), up, shown, want)
		}
	}
}

// One ply in a gap can be known. Two quiet plies of one player, with one between them, cannot:
// their order is open.
func TestErasedByAGap(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		away        int64
		erased      int
	}{
		{"one ply", "e2e4", 300, 0},
		{"three plies in one order only", "e2e4 e7e5 e4e5", 9000, 0}, // never reached: not legal, two are played
		{"three plies in two orders", "a2a3 e7e5 h2h3", 9000, 3},
		{"there and back", "g1f3 e7e5 f3g1", 9000, 3},
	} {
		p := Profile{Think: Span{1000, 1000}, Travel: Span{100, 100}, Faults: Faults{Disconnect: Rate{1, 1}, Away: Span{c.away, c.away}}}
		_, truth := Play(legality.Initial(), parse(t, c.moves), Board{}, p, false, 1)
		if n := len(deedsOf(&truth, Erased)); n != c.erased {
			t.Errorf("%s: %d plies erased, want %d: %v", c.name, n, c.erased, truth.Deeds)
		}
	}
}

// Nobody can know where a piece went whose drop was lost for good. A piece that is shown on two
// squares hides a ply only on a board with occupancy only.
func TestErasedByALoss(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults Faults
		board  Board
		erased bool
	}{
		{"drop", Faults{LostDrop: Rate{1, 1}}, Board{}, true},
		{"drop, mended", Faults{LostDrop: Rate{1, 1}}, Board{Verify: 500}, false},
		{"lift", Faults{LostLift: Rate{1, 1}}, Board{}, false},
		{"lift without names", Faults{LostLift: Rate{1, 1}}, Board{Occupancy: true}, true},
		{"sound", Faults{}, Board{Occupancy: true}, false},
	} {
		p := Profile{Think: Span{1000, 1000}, Travel: Span{100, 100}, Faults: c.faults}
		_, truth := Play(legality.Initial(), parse(t, "g1f3 e7e5 a2a3"), c.board, p, false, 1)
		if did(&truth, Erased) != c.erased {
			t.Errorf("%s: did %v", c.name, truth.Deeds)
		}
		if c.erased && deedsOf(&truth, Erased)[0].Ply != 1 {
			t.Errorf("%s: %v, want ply 1", c.name, truth.Deeds)
		}
	}
}

// Nobody can know which of two pieces of a kind went to a square if neither was reported to leave
// its own.
func TestErasedTwins(t *testing.T) {
	for fen, erased := range map[string]bool{
		"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1": true,  // both can go to d2
		"4k3/8/8/8/8/8/8/1N1K2N1 w - - 0 1": false, // one can
	} {
		start, err := legality.ParseFEN(fen, false)
		if err != nil {
			t.Fatal(err)
		}
		p := Profile{Think: Span{1000, 1000}, Travel: Span{100, 100}, Faults: Faults{LostLift: Rate{1, 1}}}
		_, truth := Play(start, parseFrom(t, &start, "b1d2 e8e7 d1c2"), Board{}, p, false, 1)
		if did(&truth, Erased) != erased {
			t.Errorf("%s: did %v", fen, truth.Deeds)
		}
	}
}

// A tag dies only on a piece that never moves again, so that it hides no move.
func TestDeadTagsHideNoMove(t *testing.T) {
	for seed := range uint64(30) {
		if _, truth := faulty(Faults{DeadTag: Rate{1, 10}}, Board{}, seed); did(&truth, Erased) {
			t.Errorf("seed %d: did %v", seed, truth.Deeds)
		}
	}
}

// With a rate of faults of its own, a board errs whatever the profile says.
func TestBoardErrsOfItsOwn(t *testing.T) {
	b := Board{Scan: 50, Errs: Faults{Bounce: Rate{1, 1}}}
	if _, truth := Play(legality.Initial(), parse(t, "e2e4"), b, steady(200), false, 1); !did(&truth, Bounced) {
		t.Errorf("did %v", truth.Deeds)
	}
}
