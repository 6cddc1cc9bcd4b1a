package main

import (
	"os"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor/simulate"
)

// The same order gives the same games, however many engines play them; all
// are legal, and one in two of Chess960.
func TestGamesRepeat(t *testing.T) {
	o := order{engine: "/usr/games/stockfish", count: 4, seed: 3, nodes: 50, chess960: 2}
	if _, err := os.Stat(o.engine); err != nil {
		t.Skip("no stockfish")
	}
	var texts [2]string
	for i := range texts {
		var b strings.Builder
		o.workers = 1 + i
		if err := o.make(&b); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Errorf("one engine: %s\ntwo: %s", texts[0], texts[1])
	}
	lines := strings.Split(strings.TrimSpace(texts[0]), "\n")
	for i, line := range lines {
		s, err := simulate.ParseScore(line)
		if err != nil || s.Start.Chess960() != (i%2 == 0) || len(s.Moves) == 0 {
			t.Errorf("game %d, %v: %s", i+1, err, line)
		}
	}
	if len(lines) != o.count || lines[0] == lines[2] {
		t.Errorf("%d games: %q", len(lines), lines)
	}
}

func TestParseInfo(t *testing.T) {
	for line, want := range map[string]choice{
		"info depth 5 seldepth 6 multipv 2 score cp -31 nodes 400 nps 1 time 1 pv e2e4 e7e5": {"e2e4", -31},
		"info depth 5 seldepth 6 multipv 2 score mate 3 nodes 400 pv d1h5":                   {"d1h5", mateScore},
		"info depth 5 seldepth 6 multipv 2 score mate -2 nodes 400 pv a1a2 h7h8":             {"a1a2", -mateScore},
	} {
		if n, c := parseInfo(line); n != 2 || c != want {
			t.Errorf("%q: %d %v, want %v", line, n, c, want)
		}
	}
	for _, line := range []string{"", "info", "info string NNUE evaluation using x", "bestmove e2e4 ponder e7e5", "info depth 0 score mate 0"} {
		if n, c := parseInfo(line); n != 0 {
			t.Errorf("%q: %d %v", line, n, c)
		}
	}
}
