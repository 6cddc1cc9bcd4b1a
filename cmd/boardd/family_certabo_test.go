package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/touchmove"
)

// TestRotateLearnt: on a board that lies the other way round the men are learnt
// as men of the other side, until an operator says how it lies.
func TestRotateLearnt(t *testing.T) {
	board := &certabo.Board{Turned: true}
	hands := parseLog(t, numbersStart+"4000 lift e2\n4300 drop e4 P\n6000 lift e7\n6300 drop e5 p\n")
	e, err := newEngine(&sensor.Header{Board: "certabo"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	film := numbers.Film(board, certabo.FrameTime, hands, 9000, 0)
	said := slices.IndexFunc(film, func(r sensor.Record) bool { return r.At > 3000 })
	for i, r := range film {
		if i == said {
			e.Step(sensor.Record{At: 3000, Word: sensor.Cmd, Verb: "rotate", Data: []byte("{}")})
			if sensed, differ := e.tracker.Sensed(); *sensed != placement.Initial || differ != 0 {
				t.Errorf("it shows %s", sensed)
			}
		}
		e.Step(r)
	}
	wantMoves(t, e, "e2e4", "e7e5")
	if !e.decoder.(*certaboDecoder).Men.Equal(board.Men()) {
		t.Error("the men have other names")
	}
}

// TestRotateKnown: where the men are known, they show how the board lies.
func TestRotateKnown(t *testing.T) {
	board := &certabo.Board{Turned: true}
	hands := parseLog(t, numbersStart+"4000 lift e2\n4300 drop e4 P\n")
	board.Step(hands[0])
	h := &sensor.Header{Board: "certabo", Config: []sensor.Setting{{Name: "men", Value: board.Men().String()}}}
	e, err := newEngine(h, "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range numbers.Film(board, certabo.FrameTime, hands, 9000, 0) {
		e.Step(r)
	}
	wantMoves(t, e, "e2e4")
	if len(h.Config) != 1 {
		t.Error("the header was changed")
	}
}

func wantMoves(t *testing.T, e *engine, want ...string) {
	t.Helper()
	e.Finish()
	var got []string
	for _, ply := range e.tracker.Game().Moves {
		got = append(got, ply.UCI)
	}
	if !slices.Equal(got, want) {
		t.Errorf("moves %v, want %v", got, want)
	}
}

// TestLearnFromStart: the men are learnt from the position that the log's header
// gives, as it stands on the board.
func TestLearnFromStart(t *testing.T) {
	for orientation, turned := range map[sensor.Orientation]bool{sensor.Normal: false, sensor.Rotated: true} {
		board := &certabo.Board{Turned: turned}
		e, err := newEngine(&sensor.Header{Board: "certabo", Orientation: orientation,
			Start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Moves: []string{"e2e4"}}, "test")
		if err != nil {
			t.Fatal(err)
		}
		hands := parseLog(t, "#! boardd-log 1\n0 board 4k3/8/8/8/4P3/8/8/4K3\n3000 lift e8\n3300 drop e7 k\n")
		for _, r := range numbers.Film(board, certabo.FrameTime, hands, 5000, 0) {
			e.Step(r)
		}
		wantMoves(t, e, "e2e4", "e8e7")
	}
}

// TestSecondQueen: a pawn is promoted to a man of no set. What he is a person is
// asked, and he goes on as the queen that he moves like.
func TestSecondQueen(t *testing.T) {
	e, err := newEngine(&sensor.Header{Board: "certabo", Start: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}, "test")
	if err != nil {
		t.Fatal(err)
	}
	hands := parseLog(t, "#! boardd-log 1\n0 board 8/P6k/8/8/8/8/8/K7\n3000 lift a7\n3600 drop a8 Q\n"+
		"6000 lift h7\n6300 drop g6 k\n8000 lift a8\n8400 drop e4 Q\n10000 lift g6\n10300 drop f6 k\n12000 lift e4\n12300 drop e8 Q\n")
	var asked []touchmove.Level
	for _, r := range numbers.Film(&certabo.Board{Noise: certabo.GhostlySet()}, certabo.FrameTime, hands, 16000, 0) {
		for _, f := range e.Step(r).Findings {
			if f.Code == touchmove.PromotionPieceUnknown {
				asked = append(asked, f.Level)
			}
		}
	}
	wantMoves(t, e, "a7a8q", "h7g6", "a8e4", "g6f6", "e4e8")
	if !slices.Equal(asked, []touchmove.Level{touchmove.Arbiter}) {
		t.Errorf("asked what he is: %v", asked)
	}
}

// TestMenInHeader: a recording that begins in the middle of a game says who the
// men are, and replays by name; decoded, it needs nobody to be known.
func TestMenInHeader(t *testing.T) {
	board := &certabo.Board{Noise: certabo.GhostlySet()}
	hands := parseLog(t, "#! boardd-log 1\n0 board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n")
	board.Step(hands[0])
	c := testConfig("port", "tcp://localhost")
	c.Port.Family, c.Port.MenFile = "certabo", filepath.Join(t.TempDir(), "men")
	if err := addMen(c.Port.MenFile, board.Men()); err != nil {
		t.Fatal(err)
	}
	h, _, err := c.headerWithMen()
	if err != nil {
		t.Fatal(err)
	}
	log, err := sensor.AppendHeader(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range numbers.Film(board, certabo.FrameTime, hands, 3000, 64) {
		log = sensor.AppendRecord(log, r)
	}
	decoded := replayed(t, string(log), "-o", "log")
	if !strings.Contains(decoded, "board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n") {
		t.Errorf("decoded:\n%s", decoded)
	}
	if again := replayed(t, decoded, "-o", "log"); again != decoded {
		t.Errorf("decoded again:\n%s", again)
	}
}
