package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
)

// threeGames is a log of three games, between which another one is opened and nothing
// played in it, and a last one without a move.
const threeGames = `#! boardd-log 1
#: tag Event Harbour Open
#: tag White Ferrier, Isla
100 lift e2 P
700 drop e4 P
1400 press w
2000 cmd result {"result":"1-0"}
2100 cmd new_game {}
2200 cmd new_game {"tags":{"White":"Rossi, Anna"}}
2300 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
3100 lift d2 P
3700 drop d4 P
4400 press w
5000 lift d7 p
5700 drop d5 p
6400 press b
7000 cmd draw {}
7100 cmd new_game {}
7200 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
8100 lift c2 P
8700 drop c4 P
9400 press w
9500 cmd new_game {}
9600 cmd result {"result":"0-1"}
9700 cmd new_game {}
`

// TestReplayAllGames: every form has all the games of a log, one after the other, and
// none in which nothing was played.
func TestReplayAllGames(t *testing.T) {
	if got := replayed(t, threeGames, "-o", "uci"); got != "e2e4\nd2d4 d7d5\nc2c4\n" {
		t.Errorf("uci\n%s", got)
	}
	if got := replayed(t, threeGames, "-o", "san"); got != "e4\nd4 d5\nc4\n" {
		t.Errorf("san\n%s", got)
	}
	pgn := replayed(t, threeGames, "-o", "pgn")
	if strings.Count(pgn, "[Event \"Harbour Open\"]") != 3 || strings.Count(pgn, "[White \"Ferrier, Isla\"]") != 1 || strings.Count(pgn, "[White \"Rossi, Anna\"]") != 1 {
		t.Errorf("pgn\n%s", pgn)
	}
	for _, moves := range []string{"\n\n1. e4 1-0\n\n", "\n\n1. d4 d5 1/2-1/2\n\n", "\n\n1. c4 *\n\n"} {
		if strings.Count(pgn, moves) != 1 {
			t.Errorf("pgn lacks %q:\n%s", moves, pgn)
		}
	}
	var ids, results []string
	for d := json.NewDecoder(strings.NewReader(replayed(t, threeGames, "-o", "game"))); d.More(); {
		var g struct {
			ID     string `json:"game_id"`
			Result string
		}
		if err := d.Decode(&g); err != nil {
			t.Fatal(err)
		}
		ids, results = append(ids, g.ID), append(results, g.Result)
	}
	if got := strings.Join(ids, " ") + " " + strings.Join(results, " "); got != "replay-1 replay-3 replay-4 1-0 1/2-1/2 *" {
		t.Errorf("games %s", got)
	}
	text := replayed(t, threeGames, "-o", "text", "--lang", "en")
	if !strings.HasSuffix(text, "\n\n1. e4\nresult 1-0, phase ended\n\n1. d4 d5\nresult 1/2-1/2, phase ended\n\n1. c4\nresult *, phase playing\n") {
		t.Errorf("text ends\n%s", text[max(0, len(text)-300):])
	}
}

// TestReplayOneGame: with one game, or none, there is one.
func TestReplayOneGame(t *testing.T) {
	const none = "#! boardd-log 1\n100 cmd new_game {}\n"
	for _, form := range []string{"game", "pgn"} {
		if got := replayed(t, none, "-o", form); !strings.Contains(got, "replay-2") || strings.Contains(got, "replay-1") {
			t.Errorf("%s\n%s", form, got)
		}
	}
	for form, want := range map[string]string{"uci": "\n", "san": "\n"} {
		if got := replayed(t, none, "-o", form); got != want {
			t.Errorf("%s %q", form, got)
		}
	}
	if got := replayed(t, fixtures.Log("result-taken-back"), "-o", "san"); got != "e4 e5 Nf3 Nc6 Bc4 Bc5 d3\n" {
		t.Errorf("a result taken back: %s", got)
	}
}

// TestReplayGameThatGoesOn: a game whose end is taken back when another one has begun
// is one game, and that one is none.
func TestReplayGameThatGoesOn(t *testing.T) {
	const log = `#! boardd-log 1
100 cmd result {"result":"1-0"}
700 lift e2 P
1400 drop e4 P
2100 press w
2800 lift e7 p
3500 drop e5 p
4200 press b
4900 cmd result {"result":"*"}
5600 lift g1 N
6300 drop f3 N
7000 press w
`
	for form, want := range map[string]string{"uci": "e2e4 e7e5 g1f3\n", "san": "e4 e5 Nf3\n"} {
		if got := replayed(t, log, "-o", form); got != want {
			t.Errorf("%s %q", form, got)
		}
	}
	if pgn := replayed(t, log, "-o", "pgn"); strings.Count(pgn, "[GameId ") != 1 || !strings.Contains(pgn, "replay-1") || !strings.Contains(pgn, "1. e4 e5 2. Nf3 *") {
		t.Errorf("pgn\n%s", pgn)
	}
}
