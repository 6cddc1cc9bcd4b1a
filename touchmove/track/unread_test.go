package track

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
)

const initialFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// notTold plays scripts on a board that names no pieces and compares what is read.
func notTold(t *testing.T, fen string, clock bool, script, want string) {
	t.Helper()
	start, err := legality.ParseFEN(fen, false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", false, 0), Clock: clock})
	run(t, tr, 700, script)
	if got := fmt.Sprint(standing(tr.Parts())); got != want {
		t.Errorf("%s: got %s, want %s; %s", script, got, want, tr.beam[0].tail(12))
	}
}

// What is seen for a moment on a square where the capturing piece may go, too, is the captured piece. If it stays there, it
// is the move.
func TestCarriedWhereOthersMayGo(t *testing.T) {
	start, err := legality.ParseFEN("6k1/5ppp/8/8/8/8/4QPKP/3r4 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		script, want string
		carried      bool
	}{
		{"-e2 +?d2 ~-400 -d2 ~3000 -g8 +?f8", "[Qxd1 Kf8]", true},
		{"-e2 ~-400 -d1 +?d2 ~-400 -d2 +?d1 ~3000 -g8 +?f8", "[Qxd1 Kf8]", true},
		{"-e2 +?d2 ~3000 -g8 +?f8", "[Qd2 Kf8]", false},
		{"-e2 +?d2 ~-400 -d2 ~-400 +?d3 ~3000 -g8 +?f8", "[Qd3 Kf8]", false},
	} {
		tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", false, 0)})
		run(t, tr, 700, c.script)
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("%s: got %s, want %s", c.script, got, c.want)
		}
		if told := tr.beam[0].tail(12); strings.Contains(told, "carry d2 r") != c.carried {
			t.Errorf("%s: %s", c.script, told)
		}
	}
}

// Castling is castling where the board does not tell that one of its pieces was put down, or
// tells late that it was lifted. A rook that is only touched makes none.
func TestCastlingNotTold(t *testing.T) {
	const both = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
	const walks = "r3k2r/pppppppp/8/8/8/8/PPPPP1PP/R3K2R w KQkq - 0 1"
	for _, c := range []struct{ fen, script, want string }{
		{both, "-e1 -h1 +Rf1 w -a7 +pa6 b", "[O-O a6]"},
		{both, "-e1 -h1 +Kg1 w -a7 +pa6 b", "[O-O a6]"},
		{both, "-h1 -e1 +Kg1 w -a7 +pa6 b", "[O-O a6]"},
		{both, "-e1 -a1 +Rd1 w -a7 +pa6 b", "[O-O-O a6]"},
		{both, "+Kg1 ~-600 -e1 -h1 +Rf1 w -a7 +pa6 b", "[O-O a6]"},
		{both, "-e1 +Kg1 +Rf1 ~-600 -h1 w -a7 +pa6 b", "[O-O a6]"},
		{both, "-h1 +Rh1 -e1 +Kf1 w -a7 +pa6 b", "[Kf1 a6]"},
		{walks, "-e1 +Kf2 w -a7 +pa6 b", "[Kf2 a6]"},
	} {
		notTold(t, c.fen, true, c.script, c.want)
	}
}

// A piece that is put down and not read has moved all the same, and moves again or is captured
// without a report; what the others do shows it. One that nothing moves stands where it stood.
func TestNotReadWhereItStands(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"-e2 +Pe4 -b8 -d2 +Pd4 -c1 +Be3 -d4 +ne6 -g1 +Nf3", "[e4 Nc6 d4 Nxd4 Be3 Ne6 Nf3]"},
		{"-d2 -e7 +pe5 -g1 +Nf3 -e5 +pd4 -f3 -d4 +Nd4", "[d4 e5 Nf3 exd4 Nxd4]"},
		{"-e2 +Pe4 -e7 +pe5 -g1 +Nf3 -b8 +nc6", "[e4 e5 Nf3 Nc6]"},
	} {
		notTold(t, initialFEN, false, c.script, c.want)
	}
}

// That a put is not told costs the same if the opponent answers at once and if he thinks first: that
// the piece seems to stay in the hand meanwhile is the same rare thing. One that does stay there pays for it.
func TestNotToldWhileHeThinks(t *testing.T) {
	score := func(script string) int64 {
		tr := New(Config{Sensor: SensorOf("tabutronic", false, 0)})
		run(t, tr, 700, script)
		return tr.beam[0].score
	}
	const replies = " -e7 +pe5 -d2 +Pd4 -d7 +pd6"
	for _, wait := range []string{"~3000", "~6000", "~60000"} {
		if at, later := score("-g1"+replies), score("-g1 "+wait+replies); at != later {
			t.Errorf("%s: a put that is not told costs %d at once, %d later", wait, at, later)
		}
	}
	if at, later := score("-g1 +Nf3"+replies), score("-g1 ~3000 +Nf3"+replies); later != at+int64(Lingers.cost) {
		t.Errorf("a piece that is held costs %d more", later-at)
	}
}

// A piece that goes on, and is read beside its square first and on both squares later, stands
// where it leaves from next: the square beside is no ply of its own.
func TestReadBesideThenOnBoth(t *testing.T) {
	start, err := legality.ParseFEN("2b1k2r/1p1p1np1/r2npq2/7p/BP1R1P2/p1P2P2/P1Q3PP/2KR4 w - - 0 24", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
	play(t, tr, 700, "-c2 ~19000 +Qd2 +Qe3 ~-690 -d2 ~2800 -h5 +ph4 ~9000 +Qd3 ~19000 -b4 +Pb5 ~28000 -a6 +rb6 ~700 -d3 ~-690 -e3 ~400 +Qd3 ~200 -d3 +Qe3")
	tr.Finish()
	if got, want := fmt.Sprint(standing(tr.Parts())), "[Qd3 h4 b5 Rb6 Qe3]"; got != want {
		t.Errorf("got %s, want %s; %s", got, want, tr.beam[0].tail(20))
	}
}

// Where a board that names the pieces does not tell that one was put down, the opponent's piece
// that is put next answers its ply, though its lift is told late, or it takes the very square that
// the other has left. Of the squares on which that may stand, one is likelier on which it is not given away.
func TestPutNotToldNorTheNextLift(t *testing.T) {
	for _, c := range []struct{ fen, script, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "-e2 +Pe4 -e7 +pe5 -g1 +Nf3 -b8 ~2500 +Bb5 ~-680 -f1 ~2500 -a7 +pa6 -b5 +Ba4 -g8 +nf6", "[e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6]"},
		{"4k3/p7/8/B7/8/8/7P/7K w - - 0 1", "-a7 +pa5 ~1000 -h2 +Ph3 ~700 -a5 +pa4 ~400 +Be1 -h3 +Ph4", "[Be1 a5 h3 a4 h4]"},
		{"4k3/np6/8/8/P2P4/8/6P1/4K3 b - - 0 1", "-a7 -g2 +Pg3 +nd4 -g3 +Pg4 -e8 +ke7 -e1 +Kd1", "[Nc6 g3 Nxd4 g4 Ke7 Kd1]"},
	} {
		start, err := legality.ParseFEN(c.fen, false)
		if err != nil {
			t.Fatal(err)
		}
		tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0)})
		play(t, tr, 700, c.script)
		tr.Finish()
		if got := fmt.Sprint(standing(tr.Parts())); got != c.want {
			t.Errorf("%s: got %s, want %s; %s", c.script, got, c.want, tr.beam[0].tail(20))
		}
	}
}

// A piece that is not read for a while, again and again, stands on its square, and not on the one
// beside it.
func TestSquareComesAndGoes(t *testing.T) {
	const gone = "~1000 -a4 ~5000 +Pa4 ~2000 "
	tr := New(Config{Sensor: SensorOf("dgt", true, 0)})
	play(t, tr, 700, "-a2 +Pa4 -e7 +pe5 -b1 +Nc3 "+gone+"-b8 +nc6 -g1 +Nf3 "+gone+"-g8 +nf6 -d2 +Pd3 "+gone+"-d7 +pd6 -e2 +Pe4 "+gone+"-f8 +be7 -f1 +Be2")
	tr.Finish()
	if got, want := fmt.Sprint(standing(tr.Parts())), "[a4 e5 Nc3 Nc6 Nf3 Nf6 d3 d6 e4 Be7 Be2]"; got != want {
		t.Errorf("got %s, want %s; %s", got, want, tr.beam[0].tail(20))
	}
}

// A piece comes and goes where it stands, for as long as it likes: that is one thing that is rare, and
// play is followed all the while.
func TestFlickers(t *testing.T) {
	for _, names := range []bool{true, false} {
		tr := New(Config{Sensor: SensorOf("chesslink", names, 0), Clock: true})
		play(t, tr, 700, "-e2 +Pe4 w -e7 +pe5 b")
		play(t, tr, 700, strings.Repeat("~3000 -e4 +Pe4 ", 40))
		paid := tr.beam[0].score
		play(t, tr, 700, strings.Repeat("~3000 -e4 +Pe4 ", 40))
		if more := tr.beam[0].score - paid; more > 40*2*100 || tr.Unsure() || tr.Strained() {
			t.Errorf("names %t: 40 times more cost %d, unsure %t, strained %t: %s", names, more, tr.Unsure(), tr.Strained(), tr.beam[0].tail(12))
		}
		run(t, tr, 700, "-g1 +Nf3 w -b8 +nc6 b -e4 +Pe4 -f1 +Bb5 w -e4 ~900 +Pe4 -a7 +pa6 b")
		if got := fmt.Sprint(standing(tr.Parts())); got != "[e4 e5 Nf3 Nc6 Bb5 a6]" {
			t.Errorf("names %t: %s: %s", names, got, tr.beam[0].tail(30))
		}
	}
}

// A piece stands between two squares and is read on one of them or the other, for as long as it likes. A king
// that goes to and fro plays.
func TestFlickersBetween(t *testing.T) {
	start, err := legality.ParseFEN("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("chesslink", true, 0), Clock: true})
	play(t, tr, 700, "-e2 +Pe4 w -e7 +pe5 b")
	const cycles, reports = 12, 8
	play(t, tr, 700, strings.Repeat("~700 +pe6 ~700 -e5 +pe5 ~700 -e6 ~700 -e5 +pe6 ~700 -e6 +pe5 ", cycles))
	paid := tr.beam[0].score
	play(t, tr, 700, strings.Repeat("~700 +pe6 ~700 -e5 +pe5 ~700 -e6 ~700 -e5 +pe6 ~700 -e6 +pe5 ", cycles))
	if more := tr.beam[0].score - paid; more > cycles*reports*100 || tr.Unsure() {
		t.Errorf("%d cycles more cost %d: %s", cycles, more, tr.beam[0].tail(12))
	}
	run(t, tr, 700, "-e1 +Kf1 w -e8 +kf8 b "+strings.Repeat("-f1 +Ke1 w -f8 +ke8 b -e1 +Kf1 w -e8 +kf8 b ", 4))
	if got, want := fmt.Sprint(standing(tr.Parts())), "[e4 e5 Kf1 Kf8"+strings.Repeat(" Ke1 Ke8 Kf1 Kf8", 4)+"]"; got != want {
		t.Errorf("%s, want %s: %s", got, want, tr.beam[0].tail(30))
	}
}

// A put is not told. A scan that does not show the piece tells that no report was lost: it was captured
// before, or its square does not read it. A scan that shows it tells where it stands.
func TestScanProvesPut(t *testing.T) {
	for shows, want := range map[string]string{
		"4k3/8/8/8/8/4P3/8/4K3":  "[Be3 Qxe3 fxe3]",
		"4k3/8/8/8/8/4P3/7B/4K3": "[Bh2 Qe3 fxe3]",
		"4k3/8/7B/8/8/4P3/8/4K3": "[Bh6 Qe3 fxe3]",
	} {
		start, err := legality.ParseFEN("4k3/8/8/8/3q1B2/8/5P2/4K3 w - - 0 1", false)
		if err != nil {
			t.Fatal(err)
		}
		tr := New(Config{Start: start, Sensor: SensorOf("dgt", true, 0), Clock: true})
		play(t, tr, 400, "-f4 ~300 w -d4 +qe3 b -f2 +Pe3 w")
		showing(t, tr, 2000, shows)
		tr.Finish()
		if got := fmt.Sprint(standing(tr.Parts())); got != want {
			t.Errorf("%s: %s, want %s; %s", shows, got, want, tr.beam[0].tail(14))
		}
	}
}
