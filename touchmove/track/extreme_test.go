package track

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A square that reads nothing for the whole game: eleven of twelve games are confirmed as they
// were played, all plies of them, and at no time anything else. In the twelfth a bishop goes by the
// dead square c6, or by a8: nobody can know.
func TestDeadForTheWholeGame(t *testing.T) {
	right := 0
	for seed := range uint64(12) {
		g, truth := quiet(seed, 60, "chesslink")
		dead := square(mix(seed+1) % 64)
		g.records = slices.DeleteFunc(g.records, func(r sensor.Record) bool {
			return (r.Word == sensor.Lift || r.Word == sensor.Drop) && r.Square == dead
		})
		for i := range g.records {
			g.records[i].Placement[dead] = placement.Empty
		}
		wrong := false
		tr := g.each(func(i int, tr *Tracker) {
			got := confirmed(tr)
			wrong = wrong || !tr.Unsure() && !slices.Equal(got, truth.Moves[:min(len(got), len(truth.Moves))])
		})
		if slices.Equal(confirmed(tr), truth.Moves) && !wrong {
			right++
		} else {
			t.Logf("game %d, %v dead: %v, want %v", seed, dead, confirmed(tr), truth.Moves)
		}
	}
	if right < 11 {
		t.Errorf("%d of 12 games", right)
	}
}

// A piece that is lifted and never put down confirms no ply, for a day.
func TestLiftIsNeverFollowed(t *testing.T) {
	for _, s := range []Sensor{SensorOf("chesslink", true, 0), SensorOf("tabutronic", false, 0)} {
		for _, clock := range []bool{true, false} {
			for from := range square(64) {
				start := legality.Initial()
				if start.At(from) == placement.Empty {
					continue
				}
				tr := New(Config{Sensor: s, Clock: clock})
				tr.Step(&sensor.Record{At: 2000, Word: sensor.Lift, Square: from})
				for at := int64(2000); at < 86_400_000; at = at*2 + 500 {
					tr.Wake(at)
				}
				if _, plies := tr.Confirmed(); plies > 0 {
					t.Errorf("%s, clock %v, %v: %v", s.Family, clock, from, confirmed(tr))
				}
			}
		}
	}
}

// mixed is a game into which the records of another board come from a third of it on.
func mixed(seed uint64, board string) (game, []string) {
	g, truth := quiet(seed, 60, board)
	other, _ := quiet(seed+100, 60, board)
	third := g.records[len(g.records)/3].At
	for _, r := range other.records {
		if r.At > third {
			g.records = append(g.records, r)
		}
	}
	slices.SortStableFunc(g.records, func(a, b sensor.Record) int { return int(a.At - b.At) })
	return g, truth.Moves
}

// differing is how many plies are not those of a list.
func differing(got, want []string) int {
	same := 0
	for same < min(len(got), len(want)) && got[same] == want[same] {
		same++
	}
	return len(got) - same
}

// While two boards are mixed the tracker is unsure, and stays so when the clock is stopped. Of twelve games on each
// of four boards there are two, the same one on two boards, in which play is followed again at the end; 33 and 34
// plies are confirmed in them that were not played. What is counted is all that comes after the first one that is
// wrong, also what was played.
func TestTwoBoardsMixed(t *testing.T) {
	sum, games := 0, uint64(12/quick.Fewer(12))
	if testing.Short() {
		games = 1
	}
	for _, board := range []string{"chesslink", "dgt", "certabo", "tabutronic"} {
		for seed := range games {
			g, want := mixed(seed, board)
			worst := 0
			g.each(func(_ int, tr *Tracker) { worst = max(worst, differing(confirmed(tr), want)) })
			t.Logf("%s, game %d: %d plies are confirmed that were not played", board, seed, worst)
			sum += worst
		}
	}
	if sum > 67 || testing.Short() && sum > 0 {
		t.Errorf("%d plies are confirmed that were not played", sum)
	}
}

// What costs more than a game does adds up, however slowly it comes, is paid back by
// records that fit, and is no trouble before it is much.
func TestTroubleAddsUp(t *testing.T) {
	touched := strings.Fields("-a1 +Ra1 -b1 +Nb1 -c1 +Bc1 -d1 +Qd1 -h1 +Rh1 -a2 +Pa2 -b2 +Pb2 -c2 +Pc2") // by the player who has not the move
	for _, c := range []struct {
		every  int64
		times  int
		quiet  int // plies after them
		unsure bool
	}{
		{900, 1, 0, false},
		{900, 8, 0, true},
		{60_000, 1, 0, false},
		{60_000, 8, 0, true},
		{60_000, 8, 6, false},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, 900, "-e2 +Pe4 w")
		play(t, tr, c.every, strings.Join(touched[:2*c.times], " "))
		tr.Wake(tr.now + 30_000)
		play(t, tr, 900, last([]string{"-e7 +pe5 b", "-g1 +Nf3 w", "-b8 +nc6 b", "-f1 +Bc4 w", "-f8 +bc5 b", "-b1 +Nc3 w"}[:c.quiet], c.quiet))
		if tr.Unsure() != c.unsure {
			t.Errorf("touched %d times every %d ms, then %d plies: unsure %v, excess %d: %s", c.times, c.every, c.quiet, tr.Unsure(), tr.beam[0].excess, tr.beam[0].tail(20))
		}
	}
}

// What has added up is trouble until it is paid back, and less than that is none.
func TestTroubleIsPaidBack(t *testing.T) {
	tr := New(Config{Clock: true})
	h, event := tr.beam[0], int32(0)
	for _, c := range []struct {
		why     *Rate
		times   int
		trouble bool
	}{{OtherTouch, 4, false}, {OtherTouch, 2, true}, {Pressed, 10, true}, {Pressed, 10, false}, {OtherTouch, 2, false}} {
		for range c.times {
			event++
			h.strain(&Act{Event: event, Why: c.why})
		}
		if got := tr.trouble(&h) != 0; got != c.trouble {
			t.Errorf("record %d: trouble %v, excess %d", event, got, h.excess)
		}
	}
}

// What is read in trouble is confirmed when the trouble is over, also while nothing more is
// reported, and not before; what has added up is not over by itself.
func TestTroubleIsOver(t *testing.T) {
	const untidy = "-a1 +Ra1 -d1 +Qd1 -b1 +Nb1 -c1 +Bc1 -e7 +pe5 b" // White touches four pieces after his ply
	for _, c := range []struct {
		script string
		want   int // plies that are confirmed in the end
	}{
		{"-e7 +pe5 b", 2},
		{untidy, 2},
		{"-a1 +Ra1 -b1 +Nb1 -c1 +Bc1 -d1 +Qd1 -h1 +Rh1 -a2 +Pa2 -b2 +Pb2 -c2 +Pc2 -e7 +pe5 b", 1},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, 900, "-e2 +Pe4 w "+c.script)
		from := tr.now
		for at, ok := tr.Deadline(); ok; at, ok = tr.Deadline() {
			was := len(confirmed(tr))
			tr.Wake(at - 1)
			if got := len(confirmed(tr)); got != was {
				t.Errorf("%s: %d plies in place of %d before the deadline %d", c.script, got, was, at)
			}
			tr.Wake(at)
			if c.script == untidy && at < from+5000 && len(confirmed(tr)) > 1 {
				t.Errorf("%s: confirmed %d ms after it", c.script, at-from)
			}
		}
		if got := len(confirmed(tr)); got != c.want {
			t.Errorf("%s: %d plies are confirmed, want %d, excess %d: %s", c.script, got, c.want, tr.beam[0].excess, tr.beam[0].tail(20))
		}
	}
}

// That is so while the clock stands, too, and what is done then does not add to it.
func TestTroubleIsOverWhileStopped(t *testing.T) {
	for script, want := range map[string]int{
		"-a1 +Ra1 -d1 +Qd1 -b1 +Nb1 -c1 +Bc1 -e7 +pe5 b":                                     2,
		"-a1 +Ra1 -b1 +Nb1 -c1 +Bc1 -d1 +Qd1 -h1 +Rh1 -a2 +Pa2 -b2 +Pb2 -c2 +Pc2 -e7 +pe5 b": 1,
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, 900, "-e2 +Pe4 w "+script)
		tr.Step(&sensor.Record{At: tr.now + 900, Word: sensor.Pause})
		if got := len(confirmed(tr)); got != 1 {
			t.Errorf("%s: %d plies are confirmed when the clock is stopped", script, got)
		}
		play(t, tr, 900, "-a1 +Ra1 -h8 +rh8 -h1 +Rh1")
		tr.Wake(tr.now + troubleMs + 1)
		if got := len(confirmed(tr)); got != want {
			t.Errorf("%s: %d plies are confirmed in the end, want %d", script, got, want)
		}
	}
}

// A board that says anything for hours, every ten seconds, has no ply confirmed, whether the
// clock runs or not.
func TestSlowNoise(t *testing.T) {
	for _, s := range []Sensor{SensorOf("chesslink", true, 0), SensorOf("dgt", true, 0), SensorOf("tabutronic", false, 0)} {
		nights := 8 / quick.Fewer(8)
		if testing.Short() {
			nights = 1
		}
		for night := range nights {
			if tr, worst := noisy(s, uint64(night)+1); worst > 0 {
				t.Errorf("%s, night %d: %d plies are confirmed at worst: %s", s.Family, night, worst, tr.beam[0].tail(9))
			}
		}
	}
}

// noisy takes six hours of noise, and counts how many plies are confirmed at worst.
func noisy(s Sensor, state uint64) (tr *Tracker, worst int) {
	next := func(n int) int {
		state = mix(state + 1)
		return int(state>>33) % n
	}
	tr = New(Config{Sensor: s, Clock: true})
	for at := int64(0); at < 6*3_600_000; {
		at += int64(next(20_000))
		r := noise(next, at)
		tr.Step(&r)
		worst = max(worst, len(confirmed(tr)))
	}
	return tr, worst
}

// However many extensions there are, few are held, and the best become the beam.
func TestExtensionsAreBounded(t *testing.T) {
	tr := New(Config{})
	start := tr.beam[0]
	tr.begin()
	for n := range 40_000 {
		h := start
		h.castle, h.score = move(n+1), int64((n*7919)%40_000)
		if tr.add(&h); len(tr.next) > mostNext {
			t.Fatalf("%d extensions are held", len(tr.next))
		}
	}
	tr.keep()
	if len(tr.beam) != mostWidth {
		t.Fatalf("%d hypotheses", len(tr.beam))
	}
	for i := range tr.beam {
		if tr.beam[i].score != int64(i) {
			t.Errorf("hypothesis %d has score %d", i, tr.beam[i].score)
		}
	}
}

// More hypotheses than the beam is wide are kept, if they are near the best one.
func TestBeamIsWiderWhileMuchIsNear(t *testing.T) {
	for _, c := range []struct {
		apart int64 // each one from the next
		want  int
	}{{0, mostWidth}, {nearCost / 50, 51}, {nearCost / 20, width}, {margin / 10, 11}} {
		tr := New(Config{})
		start := tr.beam[0]
		tr.begin()
		for n := range 500 {
			h := start
			h.castle, h.score = move(n+1), int64((n*199)%500)*c.apart
			tr.add(&h)
		}
		if tr.keep(); len(tr.beam) != c.want {
			t.Errorf("%d hypotheses, each %d behind the one before, want %d", len(tr.beam), c.apart, c.want)
		}
	}
}
