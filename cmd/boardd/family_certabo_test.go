package main

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/numbers"
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
