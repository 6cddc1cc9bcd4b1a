package track

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// run lets a tracker read a script, after which nothing comes.
func run(t *testing.T, tr *Tracker, every int64, script string) {
	t.Helper()
	play(t, tr, every, script)
	tr.Finish()
}

// play lets a tracker read a script: -e2 a lift, +Pe4 a put, w and b a press, each
// after so many milliseconds; ~900 waits so many more.
func play(t *testing.T, tr *Tracker, every int64, script string) {
	t.Helper()
	at := tr.now
	for _, word := range strings.Fields(script) {
		if wait, is := strings.CutPrefix(word, "~"); is {
			more, err := strconv.Atoi(wait)
			if err != nil {
				t.Fatal(err)
			}
			at += int64(more)
			continue
		}
		at += every
		r := sensor.Record{At: at}
		sq, is := placement.ParseSquare(word[max(0, len(word)-2):])
		switch {
		case word == "w" || word == "b":
			r.Word, r.Side = sensor.Press, map[string]color{"w": placement.White, "b": placement.Black}[word]
		case !is:
			t.Fatal(word)
		case word[0] == '-':
			r.Word, r.Square = sensor.Lift, sq
		default:
			p, ok := placement.ParsePiece(word[1])
			if !ok {
				t.Fatal(word)
			}
			r.Word, r.Square, r.Piece = sensor.Drop, sq, p
		}
		tr.Step(&r)
	}
}

// A lever that comes back up and is pressed again is one rare thing, and paid once.
func TestLeverComesBack(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	run(t, tr, 700, "-e2 +Pe4 w -e7 +pe5 b")
	before := tr.beam[0].score
	run(t, tr, 700, "-g1 +Nf3 w b w -b8 +nc6 b")
	paid := tr.beam[0].score - before
	plain := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	run(t, plain, 700, "-e2 +Pe4 w -e7 +pe5 b")
	before = plain.beam[0].score
	run(t, plain, 700, "-g1 +Nf3 w -b8 +nc6 b")
	if more := paid - (plain.beam[0].score - before); more > 800 {
		t.Errorf("it costs %d; %s", more, tr.beam[0].tail(9))
	}
	if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 e5 Nf3 Nc6]" {
		t.Error(got)
	}
}

// A piece that stands on its square and is read on the one beside it alone has made
// its move: what is illegal otherwise is not, and the next ply tells what was legal too.
func TestReadBesideAlone(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"-e2 +Pe4 w -e7 +pe5 b -g1 +Ng3 w -b8 +nc6 b -g3 -e5 +Ne5 w", "[e4 e5 Nf3 Nc6 Nxe5]"},
		{"-e2 +Pe4 w -e7 +pe5 b -d1 +Qg5 w -b8 +nc6 b -g5 -f7 +Qf7 w", "[e4 e5 Qh5 Nc6 Qxf7]"},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		run(t, tr, 700, c.script)
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("%s: got %s, want %s; %s", c.script, got, c.want, tr.beam[0].tail(8))
		}
	}
}

// A ply that only a check forbids is an illegal one, also of a piece that has none that is
// legal, and also where a legal one ends on the square beside. A piece that rests on its way
// and goes on after an early press has made a legal one.
func TestIllegalIsPressed(t *testing.T) {
	for _, c := range []struct{ fen, script, want string }{
		{"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "-e2 +Rd2 w", "illegal"},
		{"4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "-e4 +Rd4 w -g8 +kg7 b", "illegal, legal"},
		{"4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "-d2 +Nf3 w", "illegal"},
		{"4k3/7p/8/8/8/8/3N4/4K3 w - - 0 1", "-d2 +Nf3 w", "legal"},
		{"4k3/7p/8/8/8/8/8/N3K3 w - - 0 1", "-a1 w +Nb3", "legal"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "-e5 +Pd6 -d5 w", "illegal"}, // too late to take en passant
	} {
		start, err := legality.ParseFEN(c.fen, false)
		if err != nil {
			t.Fatal(err)
		}
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
		run(t, tr, 700, c.script)
		var got []string
		for _, p := range tr.Parts()[0].Plies {
			got = append(got, map[bool]string{true: "illegal", false: "legal"}[p.Illegal])
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s %s: got %s, want %s; %s", c.fen, c.script, got, c.want, tr.beam[0].tail(8))
		}
	}
}

// Pieces that stand elsewhere when the clock is stopped are not where the position has them
// in any hypothesis that has paid for none of it.
func TestStopExplainsNothing(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	run(t, tr, 700, "-e2 +Pe4 w -e7 +pe5 b -b1 +Nb3")
	tr.Step(&sensor.Record{At: tr.now + 700, Word: sensor.Pause})
	for i := range tr.beam {
		if h := &tr.beam[i]; h.phase == playing && h.over != nil && tr.differ(h, &h.node.pos) != 0 {
			t.Errorf("%s", h.tail(8))
		}
	}
}

// Of two captures that look the same the one that mates is the last ply, when the clock is stopped
// after it. That the log ends tells nothing.
func TestStopAfterMate(t *testing.T) {
	for fen, mates := range map[string]bool{
		"k3n3/pp6/8/8/8/8/8/K3R2b w - - 0 1": true, // Rxe8, and not Rxh1
		"k3n3/p7/8/8/8/8/8/K3R2b w - - 0 1":  false,
	} {
		for _, clock := range []bool{true, false} {
			start, err := legality.ParseFEN(fen, false)
			if err != nil {
				t.Fatal(err)
			}
			tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", false, 0), Clock: clock})
			play(t, tr, 900, "-e1")
			if clock {
				play(t, tr, 900, "w ~5000")
				tr.Step(&sensor.Record{At: tr.now, Word: sensor.Pause})
			}
			tr.Finish()
			best := map[string]int64{}
			for i := range tr.beam {
				uci, score := start.UCI(tr.shows(&tr.beam[i]).move), tr.beam[i].score
				if was, seen := best[uci]; !seen || score < was {
					best[uci] = score
				}
			}
			if ahead := best["e1h1"] - best["e1e8"]; mates && clock != (ahead > 300) || !mates && ahead != 0 {
				t.Errorf("%s, clock %t: e1e8 leads by %d", fen, clock, ahead)
			}
		}
	}
}

// A pawn is pressed on the last rank, and what it becomes comes late: until then no mate is on the
// board, whatever else is touched.
func TestMateWaitsForItsPiece(t *testing.T) {
	start, err := legality.ParseFEN("1n4k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for script, phase := range map[string]phase{
		"-b8 -a7 +Pb8 w ~4000":                        playing,
		"-b8 -a7 +Pb8 w ~4000 -g8 -b8 ~2000 +kg8":     playing,
		"-b8 -a7 +Pb8 w ~4000 -g8 -b8 +kg8 +Qb8 ~900": loose,
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, 700, script)
		tr.Wake(tr.now + 2000)
		h := tr.beam[0]
		if tr.Finish(); h.phase != phase || start.UCI(tr.shows(&tr.beam[0]).move) != "a7b8q" {
			t.Errorf("%s: phase %d, want %d; %s", script, h.phase, phase, tr.beam[0].tail(9))
		}
	}
}

// A player who straightens some of his pieces, one after the other, pays for the first one; he who
// touches others than his own does for each.
func TestPiecesPutBack(t *testing.T) {
	start, err := legality.ParseFEN("r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPPQBPPP/R4RK1 w - - 0 11", false)
	if err != nil {
		t.Fatal(err)
	}
	for script, sure := range map[string]bool{
		"-a1 +Ra1 -f1 +Rf1 -g1 +Kg1 -e3 +Be3 -e2 +Be2 -h2 +Ph3 w": true,
		"-a8 +ra8 -f8 +rf8 -g8 +kg8 -e6 +be6 -e7 +be7 -h2 +Ph3 w": false,
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, 900, script)
		tr.Wake(tr.now + 1000)
		if got := len(confirmed(tr)) == 1 && !tr.Strained(); got != sure {
			t.Errorf("%s: sure %t, excess %d; %s", script, got, tr.beam[0].excess, tr.beam[0].tail(12))
		}
	}
}

// A ply is taken back while the clock stands still, and the lever, which shows that ply made, is put
// right: that starts the clock, and the game is what is played then. Who has the move presses
// for no reason.
func TestLeverPutRight(t *testing.T) {
	for _, c := range []struct {
		lever, script, want string
		dear                bool
	}{
		{"w", "-d8 +qe7 b", "[e4 e5 Nf3 Qe7]", false},
		{"b", "-d8 +qe7 b", "[e4 e5 Nf3 Qe7]", true},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, 700, "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w -d8 +qg5 b")
		tr.Step(&sensor.Record{At: tr.now + 700, Word: sensor.Pause})
		before := tr.beam[0].score
		play(t, tr, 900, "-g5 +qd8 "+c.lever)
		tr.Step(&sensor.Record{At: tr.now, Word: sensor.Resume})
		run(t, tr, 900, c.script)
		if paid := tr.beam[0].score - before; paid > 1000 != c.dear {
			t.Errorf("pressed by %s: it costs %d; %s", c.lever, paid, tr.beam[0].tail(12))
		}
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want && !c.dear {
			t.Errorf("pressed by %s: %s; %s", c.lever, got, tr.beam[0].tail(12))
		}
	}
}

// A board that is late tells the last ply after the clock was stopped. What it tells later than
// it may be late was done while the clock stood.
func TestToldAfterStop(t *testing.T) {
	for _, c := range []struct {
		family string
		after  int64
		want   string
	}{
		{"certabo", 170, "[e4 e5 Nf3 Nc6]"},
		{"certabo", 657, "[e4 e5 Nf3 Nc6]"},
		{"certabo", 700, "[e4 e5 Nf3]"},
		{"chesslink", 170, "[e4 e5 Nf3]"},
	} {
		tr := New(Config{Sensor: SensorOf(c.family, true, 0), Clock: true})
		play(t, tr, 800, "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w b")
		tr.Step(&sensor.Record{At: tr.now, Word: sensor.Pause})
		at := tr.now + c.after
		tr.Step(&sensor.Record{At: at, Word: sensor.Lift, Square: placement.MakeSquare(1, 7)})
		tr.Step(&sensor.Record{At: at, Word: sensor.Drop, Square: placement.MakeSquare(2, 5), Piece: placement.BlackKnight})
		tr.Finish()
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("%s, after %d: %s; %s", c.family, c.after, got, tr.beam[0].tail(8))
		}
	}
}

// Without a clock, too, a ply to a square that is dead is played: the next one is
// answered, and later ones show which it was.
func TestDeadSquare(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0)})
	run(t, tr, 900, "-e2 +Pe4 -e7 +pe5 -g1 -b8 +nc6 -f1 +Bc4 -g8 +nf6 -e5 +Ne5 -e5 +ne5 -d2 +Pd4")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 e5 Nf3 Nc6 Bc4 Nf6 Nxe5 Nxe5 d4]" {
		t.Error(got, tr.beam[0].tail(20))
	}
}

// A ply that stood on the board when reports were lost was made before those that nobody
// saw.
func TestGapAfterStandingPly(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0)})
	play(t, tr, 900, "-e2 +Pe4 -e7 +pe5 -d2 +Pd4")
	at := legality.Initial()
	for _, uci := range []string{"e2e4", "e7e5", "d2d4", "b8c6", "a2a3"} {
		m, err := at.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		at = at.Play(m)
	}
	tr.Step(&sensor.Record{At: tr.now + 1000, Word: sensor.Link})
	tr.Step(&sensor.Record{At: tr.now + 9000, Word: sensor.Link, On: true})
	tr.Step(&sensor.Record{At: tr.now + 100, Word: sensor.Board, Placement: *at.Placement()})
	tr.Finish()
	if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 e5 d4 Nc6 a3]" {
		t.Error(got, tr.beam[0].tail(9))
	}
}

// Castling while the board was not heard is confirmed by what follows, on boards that name no pieces,
// whether they tell it by reports or by a scan: its two pieces have made nothing else.
func TestCastlingOverGap(t *testing.T) {
	for _, hands := range []string{"-e1 +Kg1 -h1 +Rf1", ""} {
		tr := New(Config{Sensor: SensorOf("tabutronic", false, 0)})
		play(t, tr, 200, "-e2 +Pe4 -e7 +pe5 -g1 +Nf3 -b8 +nc6 -f1 +Bc4 -g8 +nf6")
		for i, fen := range []string{"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1", "r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/5N2/PPPP1PPP/RNBQ1RK1"} {
			shown, err := placement.Parse(fen)
			if err != nil {
				t.Fatal(err)
			}
			tr.Step(&sensor.Record{At: tr.now + 300, Word: sensor.Link})
			tr.Step(&sensor.Record{At: tr.now + 1000, Word: sensor.Link, On: true})
			if i == 0 {
				play(t, tr, 0, hands)
			}
			tr.Step(&sensor.Record{At: tr.now + 100, Word: sensor.Board, Placement: shown})
		}
		play(t, tr, 200, "-d2 +Pd4")
		tr.Wake(tr.now + 60_000)
		if got := len(confirmed(tr)); got != 9 {
			t.Errorf("%q: %d plies are confirmed of %v", hands, got, standing(tr.Parts()))
		}
	}
}

// The rook of castling is put down before its lift is reported: it has made no move of its own, and the
// king has not stepped aside.
func TestCastlingRookPutFirst(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
	play(t, tr, 200, "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w -b8 +nc6 b -f1 +Bc4 w -g8 +nf6 b -e1 +Kg1 +Rf1 -h1 w")
	tr.Wake(tr.now + 5000)
	if got := tr.View().Confidence(7, 7)[0]; got < 0.99 {
		t.Errorf("castling is sure to %v", got)
	}
}

// Two pieces that are slid one after the other are two plies, not four of which
// each player makes one before his opponent has lifted a piece.
func TestNobodyPlaysOutOfTurn(t *testing.T) {
	start, err := legality.ParseFEN("8/8/4b2k/6p1/7p/7P/1P3QPK/8 b - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
	run(t, tr, 300, "-h6 +kg7 -g7 +kg6 ~9000 -f2 +Qe2 ~1500 -e2 +Qf3 ~9000 -g6 +kh6")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Kg6 Qf3 Kh6]" {
		t.Error(got, tr.beam[0].tail(9))
	}
}

// One look at a board shows two lifts in the order of the squares: Black, who has the move, may have lifted first. If his
// lift is seen in a later look, White's piece goes on.
func TestOneLookShowsTwoLifts(t *testing.T) {
	start, err := legality.ParseFEN("8/2b5/6k1/1p6/8/5KN1/8/R7 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for later, want := range map[string]string{"~-195": "[Ra7 Bb8 Ra8 Be5 Kg4]", "~100": "[Ra8 Be5 Kg4]"} {
		tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
		run(t, tr, 200, "-a1 +Ra6 ~200 -a6 +Ra7 -a7 "+later+" -c7 +Ra8 ~-195 +bb8 -b8 ~200 +be5 ~200 -f3 +Kg4")
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s: got %s, want %s; %s", later, got, want, tr.beam[0].tail(12))
		}
	}
}

// The captured piece may be the one that is lifted in the same look.
func TestOneLookShowsTheCapturedPiece(t *testing.T) {
	start, err := legality.ParseFEN("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", false)
	if err != nil {
		t.Fatal(err)
	}
	for later, ahead := range map[string]bool{"~-100": false, "~100": true} {
		tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
		run(t, tr, 200, "-g8 "+later+" -d5 ~100 -e4 +Pd5 +nf6")
		told := tr.beam[0].tail(12)
		if got := fmt.Sprint(standing(tr.Parts())); got != "[exd5 Nf6]" || strings.Contains(told, "linger g8") != ahead {
			t.Errorf("%s: %s; %s", later, got, told)
		}
	}
}

// A piece that is read on a second square as it lands has not been in the hand
// ever since.
func TestLandsAndIsReadBeside(t *testing.T) {
	start, err := legality.ParseFEN("6k1/1R6/7p/3N4/8/4P3/1PP1K1r1/8 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
	run(t, tr, 20, "+Kf3 -e2 +Kf2 ~200 -f2 ~70000 -g2 ~3000 -e3 ~1500 -f3 ~2000 -b2 ~2000 -d5 ~4000 -h6 ~5000 -b7")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Kf3]" {
		t.Error(got, tr.beam[0].tail(9))
	}
}

// A piece that had stood between two squares, and is put right after the press, has made its ply to the second one. A
// square where the ply could not have put it is another matter, and so is a piece that goes back.
func TestPutRight(t *testing.T) {
	for script, want := range map[string]string{
		"-e2 +Pe3 w -e3 +Pe4 -e7 +pe5 b -g1 +Nf3 w":            "[e4 e5 Nf3]",
		"-e2 +Pe3 w +Pe4 -e3 -e7 +pe5 b -g1 +Nf3 w":            "[e4 e5 Nf3]", // both are in one scan
		"-e2 +Pe4 w -e4 +Pe5 -e7 +pe6 b -g1 +Nf3 w":            "[e4 e6 Nf3]",
		"-e2 +Pe3 w -e3 +Pe4 -e4 +Pe3 -e7 +pe5 b -g1 +Nf3 w":   "[e3 e5 Nf3]",
		"-e2 +Pe3 w -e3 +Pe2 -d2 +Pd4 w -e7 +pe5 b -g1 +Nf3 w": "[d4 e5 Nf3]",

		// In the next turn of its player, before his ply.
		"-d2 +Pd3 w -d7 +pd5 b -d3 +Pd4 ~2000 -c2 +Pc4 w -e7 +pe6 b -b1 +Nc3 w": "[d4 d5 c4 e6 Nc3]",
		"-d2 +Pd3 w -e7 +pe5 b -d3 +Pd4 ~2000 -c2 +Pc4 w -e5 -d4 +pd4 b":        "[d4 e5 c4 exd4]",
		// The same piece moved in that turn, also if it rests on its way; and one that stands where no ply could have put it.
		"-d2 +Pd3 w -d7 +pd5 b -d3 +Pd4 w -e7 +pe6 b":                                                     "[d3 d5 d4 e6]",
		"-e2 +Pe4 w -e7 +pe5 b -d1 +Qe2 w -b8 +nc6 b -e2 +Qe3 -e3 +Qf3 w -g8 +nf6 b":                      "[e4 e5 Qe2 Nc6 Qf3 Nf6]",
		"-e2 +Pe4 w -d7 +pd5 b -e4 -d5 +Pd5 w -d8 -d5 +qd5 b -b1 +Nc3 w -d5 +qd6 b -d2 +Pd4 w -d6 +qe6 b": "[e4 d5 exd5 Qxd5 Nc3 Qd6 d4 Qe6]",
	} {
		tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
		run(t, tr, 300, script)
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s: %s, want %s", script, got, want)
		}
	}
}

// TestDark: squares that go dark together and come back stand as they stood. Pieces that are taken off together
// by hands, and put back, are touched.
func TestDark(t *testing.T) {
	start, err := legality.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", false)
	if err != nil {
		t.Fatal(err)
	}
	for dark, light := range map[string]string{
		"":                            "",
		"-a2 -b2 -c2 -d2 -f2 -g2 -h2": "+Pa2 +Pb2 +Pc2 +Pd2 +Pf2 +Pg2 +Ph2",
		"-a1 -b1 -c1 -a2 -b2 -c2":     "+Ra1 +Nb1 +Bc1 +Pa2 +Pb2 +Pc2",
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
		run(t, tr, 120, "-f1 +Bb5 ~500 w "+dark+" ~1800 -g8 +nf6 ~500 b ~900 -e1 +Kg1 -h1 +Rf1 ~500 w ~900 "+light+
			" ~900 -f6 +ne4 ~500 b ~900 -d2 +Pd4 ~500 w ~900 -e4 +nd6 ~500 b")
		if got := fmt.Sprint(standing(tr.Parts())); got != "[Bb5 Nf6 O-O Nxe4 d4 Nd6]" {
			t.Errorf("%s: %s; %s", dark, got, tr.beam[0].tail(20))
		}
	}
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	run(t, tr, 300, "-e2 +Pe4 w -b8 -b1 +nb8 +Nb1 -e7 +pe5 b")
	if weak := tr.beam[0].weak; weak != 0 {
		t.Errorf("%v have gone dark", weak)
	}
}

// TestNotDark: two squares that share neither rank nor file have no line of the board in common. Their pieces
// were lifted: the knight has captured a pawn, and was captured, between two looks of a slow board.
func TestNotDark(t *testing.T) {
	start, err := legality.ParseFEN("4k3/pp6/8/3n4/5P2/6P1/PP6/4K3 b - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("certabo", true, 0)})
	run(t, tr, 216, "-d5 -g3 ~8000 -e8 +ke7 ~4000 -e1 +Ke2 ~4000")
	tr.Finish()
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Nxf4 gxf4 Ke7 Ke2]" {
		t.Errorf("%s; %s", got, tr.beam[0].tail(20))
	}
}

// TestPutLost: where a piece is lifted that was not told to stand there, it was put: the ply is found, and the
// record goes on. That the same lift is told twice says nothing.
func TestPutLost(t *testing.T) {
	const opening, after = "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 w -b8 +nc6 b ", " -a7 +pa6 b %s -b5 -c6 +Bc6 w -d7 +pc6 b"
	for _, c := range []struct{ ply, again, want string }{
		{"-f1 +Bb5 w", "", "[e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6]"},
		{"~1400 w", "-b5B", "[e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6]"},
		{"-f1 -f1B +Bb5 w", "", "[e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6]"},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		for _, words := range strings.Fields(opening + c.ply + fmt.Sprintf(after, c.again)) {
			if named, is := strings.CutSuffix(words, "B"); is && words[0] == '-' {
				sq, _ := placement.ParseSquare(named[1:])
				tr.Step(&sensor.Record{At: tr.now + 700, Word: sensor.Lift, Square: sq, Piece: placement.MakePiece(placement.White, legality.Bishop)})
				continue
			}
			if c.again != "" && words == "-b5" { // which was told with its name
				continue
			}
			play(t, tr, 700, words)
		}
		tr.Finish()
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("%s: %s, want %s; %s", c.ply, got, c.want, tr.beam[0].tail(20))
		}
	}
}

// What is played after the kings have shown a result is no part of the game, also without a clock, and one that
// is set up anew is none of its plies; unless a person says that they have shown none.
func TestPlayAfterSignal(t *testing.T) {
	start, err := legality.ParseFEN("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	const game, shown = "-d1 +Rb1 ~4000 -a2 +rc2 ~4000 -g2 +Pg3 ~4000 ", "-g1 +Ke4 -g8 +kd5 ~4000 -e4 +Kg1 -d5 +kg8 ~2000 "
	const analysis = "-g3 +Pg2 ~2000 -h2 +Ph3 ~2000 -h7 +ph6 ~2000 -b1 +Ra1 ~2000 -g7 +pg6 ~2000"
	tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
	run(t, tr, 300, game+shown+analysis)
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Rb1 Rc2 g3]" {
		t.Error(got, tr.beam[0].tail(20))
	}
	tr = New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)}) // the analysis begins as soon as both kings are back
	run(t, tr, 300, game+strings.TrimSuffix(shown, "~2000 ")+"-g3 +Pg2 -f2 +Pf4 -c2 +rc7 -b1 +Rb5 -c7 +rd7 ~4000")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Rb1 Rc2 g3]" {
		t.Error(got, tr.beam[0].tail(20))
	}
	tr = New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
	play(t, tr, 300, game+shown)
	tr.Wake(tr.now + 2000)
	tr.Deny()
	run(t, tr, 300, "-h7 +ph6 ~4000 -b1 +Ra1 ~4000")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Rb1 Rc2 g3 h6 Ra1]" {
		t.Error(got, tr.beam[0].tail(20))
	}
}

// The ply that the board shows when the kings show a result has been made, whether it was pressed or not.
func TestSignalAfterPly(t *testing.T) {
	for _, c := range []struct {
		clock  bool
		script string
	}{
		{false, "-e2 +Pe4 ~4000 -e7 +pe5 ~4000 -g1 +Nf3 ~4000 -e1 +Ke4 -e8 +kd5 ~4000"},
		{false, "-e2 +Pe4 ~4000 -e7 +pe5 ~4000 -g1 +Nf3 -e8 +kd5 -e1 +Ke4 ~4000"},
		{true, "-e2 +Pe4 w -e7 +pe5 b -g1 +Nf3 ~4000 -e1 +Ke4 -e8 +kd5 ~4000"},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: c.clock})
		play(t, tr, 700, c.script)
		if got, sure := fmt.Sprint(standing(tr.Parts())), tr.View().Confidence(3, 3)[0]; got != "[e4 e5 Nf3]" || sure < 0.9 || !tr.reader().signal {
			t.Errorf("%s: %s, with %.2f; %s", c.script, got, sure, tr.beam[0].tail(20))
		}
	}
}

// Four plies that were not heard are found on a board that names the pieces.
func TestFourPliesInGap(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	play(t, tr, 300, "-e2 +Pe4 w -d7 +pd5 b")
	after, err := legality.ParseFEN("rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []sensor.Record{{At: 4000, Word: sensor.Link}, {At: 44000, Word: sensor.Link, On: true}, {At: 44100, Word: sensor.Board, Placement: *after.Placement()}} {
		tr.Step(&r)
	}
	run(t, tr, 600, "-d2 +Pd4 w -g8 +nf6 b")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6]" {
		t.Error(got, tr.beam[0].tail(20))
	}
}

// Castling that is not legal is one ply, of king and rook.
func TestIllegalCastling(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/8/2b5/8/8/8/R3K2R w KQ - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
	run(t, tr, 700, "-e1 +Kg1 -h1 +Rf1 w")
	p := tr.Parts()[0].Plies
	if len(p) != 1 || !p[0].Illegal || p[0].After.FEN() != "4k3/8/8/2b5/8/8/8/R4RK1 b - - 1 1" {
		t.Error(p, tr.beam[0].tail(9))
	}
}

// An illegal ply that was pressed is put back, and the opponent presses so that its
// player has the move again.
func TestIllegalPutBack(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("certabo", true, 0), Clock: true})
	run(t, tr, 900, "-e2 +Pe4 w -a8 +ra4 b -a4 +ra8 w -e7 +pe5 b -g1 +Nf3 w")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 e5 Nf3]" {
		t.Error(got, tr.beam[0].tail(12))
	}
}

// What an irregular ply has captured comes back with it, although another piece might have come there.
func TestIllegalCaptureTakenBack(t *testing.T) {
	start, err := legality.ParseFEN("3r1r1k/6pp/6PP/8/N7/5p2/5P1Q/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("certabo", true, 0), Clock: true})
	run(t, tr, 700, "-a4 +Nd8 w -d8 +Na4 +rd8 b -h2 +Qg3 w")
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Qg3]" {
		t.Error(got, tr.beam[0].tail(12))
	}
}

// A mate that is pressed after a rest costs no more than one that is pressed at once.
func TestMateIsPressed(t *testing.T) {
	start, err := legality.ParseFEN("7k/8/6K1/8/8/8/8/R7 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	var paid []int64
	for _, every := range []int64{300, 1000} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
		play(t, tr, every, "-a1 +Ra8 w")
		paid = append(paid, tr.beam[0].score)
	}
	if paid[0] != paid[1] {
		t.Error(paid)
	}
}

// counts is of how many acts of its story something is so.
func (h *hypothesis) counts(is func(*Act) bool) (n int) {
	for a := h.story; a != nil; a = a.Prev {
		if is(a) {
			n++
		}
	}
	return n
}

// A piece that has landed goes on, and the board tells the next square before the one that it
// leaves: that is one lift, after which it is in nobody's hand.
func TestGoneOnIsOneLift(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("dgt", true, 0)})
	run(t, tr, 300, "-d2 +Pd3 +Pd4 -d3")
	lifts := tr.beam[0].counts(func(a *Act) bool { return a.Kind == LateLift })
	if got := fmt.Sprint(standing(tr.Parts())); got != "[d4]" || lifts != 1 {
		t.Errorf("%s, %d lifts: %s", got, lifts, tr.beam[0].tail(9))
	}
}

// A clock that is started costs as much in every story in which it is started for no game.
func TestStartForNoGame(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
	play(t, tr, 900, "-e2 +Pe4 w -e7 +pe5 b")
	tr.Step(&sensor.Record{At: tr.now + 1000, Word: sensor.Pause})
	tr.Wake(tr.now + 5000)
	tr.Step(&sensor.Record{At: tr.now + 1000, Word: sensor.Resume})
	goesOn, beside := 0, 0
	for i := range tr.beam {
		h := &tr.beam[i]
		paid := Cost(0)
		for a := h.story; a.Event == h.story.Event; a = a.Prev {
			paid += a.Cost
		}
		switch {
		case h.phase == playing && h.over == nil:
			goesOn++
		case paid < StandsStill.cost:
			t.Error(paid, h.tail(4))
		default:
			beside++
		}
	}
	if goesOn == 0 || beside == 0 {
		t.Error(goesOn, beside)
	}
}

// TestUnheardCapture: on a board that names no pieces a piece takes the place of another one, and the report of its
// lift is lost: the press or the opponent's lift tells that a ply was made, and the reply which. Where nothing can be
// captured nobody has moved.
func TestUnheardCapture(t *testing.T) {
	const opening = "-e2 +Pe4 w -d7 +pd5 b ~2000 -e4 w ~2000 "
	for _, c := range []struct{ then, want string }{
		{"-d8 b ~4000 -b1 +Nc3 w ~2000 -d5 +qa5 b", "[e4 d5 exd5 Qxd5 Nc3 Qa5]"},
		{"b ~4000 -b1 +Nc3 w ~2000 -d5 +qa5 b", "[e4 d5 exd5 Qxd5 Nc3 Qa5]"},
		{"-g8 +nf6 b ~4000 w ~2000 b ~4000 -b1 +Nc3 w", "[e4 d5 exd5 Nf6 Nc3]"},
	} {
		notTold(t, initialFEN, true, opening+c.then, c.want)
	}
	const noClock = "-e2 +Pe4 -d7 +pd5 ~2000 -e4 ~2000 "
	for _, c := range []struct{ then, want string }{
		{"-b1 +Nc3 ~3000 -d5 +qa5 ~3000 -g1 +Nf3", "[e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3]"},
		{"-g8 +nf6 ~3000 -b1 +Nc3", "[e4 d5 exd5 Nf6 Nc3]"},
		{"-b1 +Nc3 ~3000 -c7 +pc6 ~3000 -g1 +Nf3", "[e4 d5 Nc3 c6 Nf3]"}, // the pawn is not read, perhaps
	} {
		notTold(t, initialFEN, false, noClock+c.then, c.want)
	}
}

// TestPutNotTold: a board that names the pieces tells the lift of a piece alone, because its square goes on reading the
// piece captured there, or reads nothing. What the opponent does next tells that it stands. A piece that is put in time
// was in the hand.
func TestPutNotTold(t *testing.T) {
	const opening = "-e2 +Pe4 ~4000 -d7 +pd5 ~4000 "
	for script, want := range map[string]string{
		opening + "-e4 ~4000 -g8 +nf6 ~4000 -b1 +Nc3 ~4000":                              "[e4 d5 exd5 Nf6 Nc3]",
		opening + "-e4 ~1000 -d8 ~1000 -b1 +Nc3 ~4000 -g8 +nf6 ~4000":                    "[e4 d5 exd5 Qxd5 Nc3 Nf6]",
		opening + "-g1 ~4000 -g8 +nf6 ~4000 -f3 +Ne5 ~4000":                              "[e4 d5 Nf3 Nf6 Ne5]",
		opening + "-e4 ~300 -g8 ~300 +Pd5 ~300 +nf6 ~4000 -b1 +Nc3 ~4000":                "[e4 d5 exd5 Nf6 Nc3]",
		opening + "-g1 ~300 -g8 ~300 +Ne2 ~300 +nf6 ~4000 -e4 +Pe5 ~4000 -f6 +ne4 ~4000": "[e4 d5 Ne2 Nf6 e5 Ne4]",
	} {
		tr := New(Config{Sensor: SensorOf("dgt", true, 0)})
		run(t, tr, 700, script)
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s: got %s, want %s; %s", script, got, want, tr.beam[0].tail(12))
		}
	}
}

// TestPromotesUnnamed: on a board that names no pieces, what a pawn becomes is put before the pawn goes. What it does next
// tells what it is.
func TestPromotesUnnamed(t *testing.T) {
	for script, want := range map[string]string{
		"+?b8 -b7 ~4000 -g8 +?g7 ~4000 -b8 +?c6 ~4000 -g7 +?f7 ~4000": "[b8=N Kg7 Nc6 Kf7]",
		"+?b8 -b7 ~4000 -g8 +?g7 ~4000 -b8 +?b3 ~4000 -g7 +?f8 ~4000": "[b8=Q Kg7 Qb3 Kf8]",
	} {
		notTold(t, "6k1/1P5p/8/8/8/8/P7/4K3 w - - 0 1", false, script, want)
	}
}

// TestNotOnWay: what lies elsewhere than on the line in which a piece has come is not lifted to be captured by it.
func TestNotOnWay(t *testing.T) {
	start, err := legality.ParseFEN("4k3/p5R1/8/8/8/8/6p1/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for sq, want := range map[square]bool{placement.G2: true, placement.A7: false} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
		run(t, tr, 700, "-g7 +Rg3 ")
		h := tr.beam[0]
		tr.begin()
		if tr.liftOnWay(&h, sq); len(tr.next) > 0 != want || want && tr.next[0].story.Why != tr.slide(&h) {
			t.Errorf("the pawn on %v: %d hypotheses", sq, len(tr.next))
		}
	}
}

// TestLeftThere: a captured piece that stands on the board at the end of a ply is charged, also if the ply before has
// captured it and its player moves now. One that was lifted for its own side to capture is not charged.
func TestLeftThere(t *testing.T) {
	for _, c := range []struct {
		piece   piece
		home    square
		charged bool
	}{
		{placement.BlackKnight, nowhere, true},
		{placement.WhiteKnight, nowhere, true},
		{placement.BlackKnight, placement.B8, true},
		{placement.WhiteKnight, placement.B1, false},
	} {
		tr := New(Config{Sensor: SensorOf("tabutronic", false, 0)})
		h := tr.beam[0]
		h.set(placement.A5, c.piece, c.home, victim)
		tr.complete(&h, legality.MakeMove(placement.E2, placement.E4), Complete, Pressed, 0)
		charged := false
		for a := h.story; a != nil; a = a.Prev {
			charged = charged || a.Why == LeftThere && a.Square == placement.A5
		}
		if charged != c.charged {
			t.Errorf("%v of %v is left on a5: charged: %t", c.piece, c.home, charged)
		}
	}
}

// TestCapturesFromOnWay: a piece rests on its way, and what it captures is lifted before it goes on, while the opponent
// has his king in the hand. A piece that is lifted there and put back is touched.
func TestCapturesFromOnWay(t *testing.T) {
	start, err := legality.ParseFEN("8/6R1/3k3B/P1p5/2b5/8/4p1p1/4K3 w - - 1 56", false)
	if err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		"-g7 +Rg3 ~-600 -d6 ~-500 -g2 ~-600 -g3 +Rg2 ~-400 +kd7 ~4000 -h6 +Bf4 ~4000 -d7 +kc8 ~4000": "[Rxg2 Kd7 Bf4 Kc8]",
		"-g7 +Rg3 ~4000 -g2 ~-200 +pg2 ~4000 -d6 +kd7 ~4000 -h6 +Bf4 ~4000":                          "[Rg3 Kd7 Bf4]",
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0)})
		run(t, tr, 700, script)
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s: got %s, want %s; %s", script, got, want, tr.beam[0].tail(12))
		}
	}
}

// TestStandsUnread: a piece that was touched and is not read again for long stands where it stood; before, it is in
// the hand.
func TestStandsUnread(t *testing.T) {
	for at, stands := range map[int64]bool{awayMs: false, awayMs + 1: true} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		h := tr.beam[0]
		h.raise(placement.A8, aside, 0)
		tr.now = at
		tr.complete(&h, legality.MakeMove(placement.E2, placement.E4), Complete, Pressed, 0)
		if unread := h.on[placement.A8] == placement.BlackRook && h.weak.Has(placement.A8); unread != stands || h.has(aside) == stands {
			t.Errorf("after %d ms: unread %t, in the hand %t", at, unread, h.has(aside))
		}
	}
}

// A piece that is put down between two squares may be told on the wrong one first. Where it stands shows when it goes on;
// until then either square is as likely.
func TestToldBesideFirst(t *testing.T) {
	start, err := legality.ParseFEN("6k1/5ppp/8/8/8/7K/8/r7 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ put, on, want string }{
		{"+Kg4 ~-600 +Kg3", "-g4 ~4000 -g8 +kf8 ~4000 -g3 +Kf3", "[Kg3 Kf8 Kf3]"},
		{"+Kg4 ~-600 +Kg3", "-g3 ~4000 -g8 +kf8 ~4000 -g4 +Kf4", "[Kg4 Kf8 Kf4]"},
		{"+Kg3 ~-600 +Kg4", "-g4 ~4000 -g8 +kf8 ~4000 -g3 +Kf3", "[Kg3 Kf8 Kf3]"},
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
		play(t, tr, 700, "-h3 "+c.put)
		tr.Wake(tr.now + 4000)
		if first := tr.View().Confidence(1, 1)[0]; first < 0.4 || first > 0.7 {
			t.Errorf("%s: %s is likely by %.2f; %s", c.put, standing(tr.Parts()), first, tr.beam[0].tail(4))
		}
		run(t, tr, 700, c.on+" ~4000")
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("%s %s: %s, want %s; %s", c.put, c.on, got, c.want, tr.beam[0].tail(12))
		}
	}
}

// A player may see that a piece stands badly when his next ply stands already, and set it right then.
func TestSetsRightAfterNextPly(t *testing.T) {
	const begin = "-e2 +Pe4 ~4000 -e7 +pe5 ~4000 -f2 +Pf3 ~4000 -g8 +nf6 ~4000 "
	for script, want := range map[string]string{
		begin + "-g1 +Ne2 ~500 -f3 +Pf4 ~4000 -d7 +pd6 ~4000 -f4 ~200 -e5 +Pe5 ~4000": "[e4 e5 f4 Nf6 Ne2 d6 fxe5]",
		begin + "-g1 +Ne2 ~4000 -f3 +Pf4 ~4000":                                       "[e4 e5 f3 Nf6 Ne2]",
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0)})
		run(t, tr, 700, script)
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s, want %s; %s", got, want, tr.beam[0].tail(20))
		}
	}
}
