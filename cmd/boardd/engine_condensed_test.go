package main

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/touchmove"
)

// condensedRuns are boards that talk all the time, well and badly, and which way they
// lie.
var condensedRuns = []struct {
	name, family string
	board        func(seed uint64) numbers.Talker
	every, slow  int64
	turned       bool
}{
	{"chesslink", "chesslink", func(uint64) numbers.Talker { return scanner{new(chesslink.Board)} }, 41, 2, false},
	{"chesslink, turned", "chesslink", func(uint64) numbers.Talker { return scanner{&chesslink.Board{Turned: true}} }, 41, 2, false},
	{"tabutronic", "tabutronic", func(uint64) numbers.Talker { return &tabutronic.Board{} }, tabutronic.FrameTime, 2, false},
	{"tabutronic that flickers", "tabutronic", func(seed uint64) numbers.Talker { return &tabutronic.Board{Flicker: 20, Seed: seed} }, tabutronic.FrameTime, 2, false},
	{"tabutronic, turned", "tabutronic", func(uint64) numbers.Talker { return &tabutronic.Board{Turned: true} }, tabutronic.FrameTime, 2, true},
	{"certabo", "certabo", func(seed uint64) numbers.Talker { return &certabo.Board{Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo with ghosts", "certabo", func(seed uint64) numbers.Talker { return &certabo.Board{Noise: certabo.GhostlySet(), Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo that reads badly", "certabo", func(seed uint64) numbers.Talker { return &certabo.Board{Noise: certabo.WorstSet(), Seed: seed} }, certabo.FrameTime, 4, false},
	{"certabo, turned", "certabo", func(seed uint64) numbers.Talker { return &certabo.Board{Turned: true, Seed: seed} }, certabo.FrameTime, 4, true},
}

// scanner is a board that sends scans by itself.
type scanner struct{ scanModel }

func (s scanner) Step(r sensor.Record)    { s.scanModel.Step(nil, r) }
func (s scanner) Frame(dst []byte) []byte { return s.Scan(dst) }

// TestCondensed: what the journal has of boards that talk all the time leads to the
// same game, with the same numbers of records and the same findings, but for what is
// said of the board alone; and little is written.
func TestCondensed(t *testing.T) {
	moves := strings.Fields(familyGame)
	for _, c := range condensedRuns {
		for seed := range uint64(5) {
			hands, _ := simulate.Play(legality.Initial(), legalMoves(t, moves), simulate.Text(), quickHands(c.slow), false, seed)
			film := numbers.Film(c.board(seed), c.every, delayed(hands, 8000), hands[len(hands)-1].At+20_000, 200)
			name := fmt.Sprintf("%s, %d", c.name, seed)
			live, text, found := condensed(t, c.family, film, c.turned)
			replayed := parseWhole(t, string(text))
			var again []touchmove.Finding
			for _, r := range replayed.records {
				again = append(again, ofGame(replayed.engine.Step(r))...)
			}
			again = append(again, ofGame(replayed.engine.Finish())...)
			found = append(found, ofGame(live.Finish())...)
			if !reflect.DeepEqual(replayed.engine.tracker.Game(), live.tracker.Game()) || replayed.engine.number != live.number {
				t.Errorf("%s: another game, or %d records instead of %d", name, replayed.engine.number, live.number)
			}
			if !reflect.DeepEqual(again, found) {
				t.Errorf("%s: found %d findings, were %d", name, len(again), len(found))
			}
			if !bytes.Equal(replayed.engine.learnt(certabo.Set{}), live.learnt(certabo.Set{})) {
				t.Errorf("%s: learnt is %s, was %s", name, replayed.engine.learnt(certabo.Set{}), live.learnt(certabo.Set{}))
			}
			if got := strings.Join(gameOf(live.tracker)[1:], " "); got != familyGame && !strings.Contains(c.name, "badly") {
				t.Errorf("%s: the game is %s", name, got)
			}
			if len(text) > 20_000 {
				t.Errorf("%s: %d bytes were written", name, len(text))
			}
		}
	}
}

// condensed is an engine that has gone through what a board has said, and the journal
// that it has led to.
func condensed(t *testing.T, family string, film []sensor.Record, turn bool) (*engine, []byte, []touchmove.Finding) {
	t.Helper()
	text := []byte(sensor.FirstLine + "\n#: board " + family + "\n#: " + decodedHeader + " yes\n")
	e, learnt := parseWhole(t, string(text)).engine, ""
	var found []touchmove.Finding
	feed := func(r sensor.Record) {
		o := e.Step(r)
		text = append(text, e.lines(&r, &o)...)
		found = append(found, ofGame(o)...)
	}
	for _, r := range film {
		if turn && r.At > 5000 {
			turn = false
			feed(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: "rotate", Data: []byte("{}")})
		}
		feed(r)
		if now := e.learnt(certabo.Set{}); string(now) != learnt {
			learnt = string(now)
			feed(sensor.Record{At: r.At, Word: sensor.Cmd, Verb: learntVerb, Data: now})
		}
	}
	return e, text, found
}

// ofGame are findings but those of the board alone, which no log tells.
func ofGame(o outcome) []touchmove.Finding {
	return slices.DeleteFunc(slices.Clone(o.Findings), func(f touchmove.Finding) bool { return f.Code == touchmove.SensorFault })
}

// delayed are records that come later, but for those at the beginning.
func delayed(records []sensor.Record, ms int64) []sensor.Record {
	all := slices.Clone(records)
	for i := range all {
		if all[i].Word != sensor.Board {
			all[i].At += ms
		}
	}
	return all
}

func legalMoves(t *testing.T, ucis []string) (moves []legality.Move) {
	t.Helper()
	position := legality.Initial()
	for _, uci := range ucis {
		m, err := position.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		position = position.Play(m)
	}
	return moves
}
