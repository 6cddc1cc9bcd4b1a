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

// timed is the changes of a log with their times, "400 +Pe4 405 -e2".
func timed(records []sensor.Record) string {
	var words []string
	for _, r := range records {
		if text := squares([]sensor.Record{r}); text != "" {
			words = append(words, strconv.FormatInt(r.At, 10), text)
		}
	}
	return strings.Join(words, " ")
}

// steady is hands that lift after 100 ms and drop after so many more.
func steady(travel int64) Profile {
	return Profile{Think: Span{100, 100}, Travel: Span{travel, travel}}
}

// What a board makes of e2e4 (or other moves), lifted at 100 ms.
func TestBoardsTell(t *testing.T) {
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
		// e4 is looked at after 36/64 of a scan, e2 after 52/64; each scan is told at its end.
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

// A man who has just come to a square is given up sooner than one who stood there.
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

// How boards see a man take another's place: over the lifted one, after an
// empty look, or not at all.
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

// A board that is asked for its clock, or asked at all, tells of a press late,
// but in order.
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

// What is lost is known again after the next full scan, and until then nothing
// else is lost. A board that sends whole scans tells it with the next one.
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
			t.Errorf("%s: a ply is said to be erased", c.name)
		}
		if mended := c.board != (Board{}); (*shownBy(records) == lastPlacement(t, &truth, false)) != mended {
			t.Errorf("%s: shows %s at the end", c.name, shownBy(records))
		}
	}
}

// A board that was not told of a man on a square cannot say that he left it.
func TestDecoderHoldsWhatItWasTold(t *testing.T) {
	p := steady(100)
	p.Faults = Faults{LostDrop: Rate{1, 1}}
	records, _ := Play(legality.Initial(), parse(t, "g1f3 a7a6 f3g5"), Board{Scan: 10}, p, false, 1)
	// The drop on f3 is lost, and until it is known no other; that he leaves it
	// tells nothing new, and then the drop on g5 can be lost.
	if got, want := squares(records), "-g1 -a7 +pa6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A man who is off his square for two looks is not missed by a board that wants
// three to agree.
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

// TestLate: no board that names the men tells a drop later than it says, but for what it takes to tell
// the rest of the same scan.
func TestLate(t *testing.T) {
	const restOfScan = 50
	for _, b := range Boards() {
		if b.Occupancy {
			continue // a capture by exchange is not told at all
		}
		records, truth := playRandom(Clean(), b.Board, true, 5, 60)
		for n, uci := range truth.Moves {
			to, ok := placement.ParseSquare(uci[2:4])
			if !ok {
				t.Fatal(uci)
			}
			at := dropAfter(records, to, truth.Landed[n])
			if late := at - truth.Landed[n]; at >= 0 && late > b.Late()+restOfScan {
				t.Errorf("%s: %s was told %d ms after it landed, want %d at most", b.Name, uci, late, b.Late())
			}
		}
	}
}

// dropAfter is when a drop on a square was told first after a moment; -1 never.
func dropAfter(records []sensor.Record, sq placement.Square, at int64) int64 {
	for i := range records {
		if r := &records[i]; r.Word == sensor.Drop && r.Square == sq && r.At >= at {
			return r.At
		}
	}
	return -1
}
