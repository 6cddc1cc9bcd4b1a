package touchmove_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestNextGameForgets: whatever happened in one game, the next one is judged like a first
// one. A short run lets each game follow only some of the others.
func TestNextGameForgets(t *testing.T) {
	games := nextGames(t)
	if len(games) < 10 {
		t.Fatalf("%d games", len(games))
	}
	step := 1
	if testing.Short() {
		step = 17 * quick.Fewer(3)
	}
	for i, second := range games {
		want := second.after(t, nil)
		for at := i % step; at < len(games); at += step {
			first := games[at]
			if got := second.after(t, first); got != want {
				t.Errorf("%s after %s:\n%s\nalone:\n%s", second.name, first.name, got, want)
			}
		}
	}
}

// stops reports whether a log stops the clocks, because that outlives a game.
func stops(log string) bool {
	return strings.Contains(log, " pause") || strings.Contains(log, " -\n")
}

// nextGame is a log that can be played after another one.
type nextGame struct {
	name    string
	config  touchmove.Config
	records []sensor.Record
}

// nextGames are the reported logs of boards that name their pieces, without commands,
// settings, a stopped clock or moves before them.
func nextGames(t *testing.T) []*nextGame {
	t.Helper()
	names, _ := filepath.Glob("testdata/reports/*.log")
	var games []*nextGame
	for _, name := range names {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rd := sensor.NewReader(strings.NewReader(string(log)))
		h, err := rd.Header()
		if err != nil {
			t.Fatal(err)
		}
		g := &nextGame{name: filepath.Base(name)}
		g.config, err = pipeline.ConfigFor(h)
		if err != nil {
			t.Fatal(err)
		}
		if g.records, err = rd.ReadAll(); err != nil {
			t.Fatal(err)
		}
		if len(g.config.Moves) == 0 && len(h.Config) == 0 && !g.config.Occupancy && !strings.Contains(string(log), "cmd ") && !stops(string(log)) {
			games = append(games, g)
		}
	}
	return games
}

// after returns the findings of a game that follows another one (nil if none), on one board
// with a clock. Both begin with a scan, the second an hour after the first.
func (g *nextGame) after(t *testing.T, first *nextGame) string {
	t.Helper()
	const later = 3_600_000
	tr := (*touchmove.Tracker)(nil)
	if first == nil {
		tr = withClock(g.config)
	} else {
		tr = withClock(first.config)
		for i, r := range first.records {
			runOut(tr, r.At)
			if _, err := step(t, tr, touchmove.Event(i+1), r); err != nil {
				t.Fatal(err)
			}
		}
		runOut(tr, later-1)
	}
	if _, err := tr.Do(1, later, touchmove.Command{Verb: touchmove.NewGame, Start: &g.config.Start, Rules: g.config.Rules}); err != nil {
		t.Fatal(err)
	}
	text := foundText(tr.Step(2, sensor.Record{At: later, Word: sensor.Board, Placement: *g.config.Start.Placement()}))
	for i, r := range g.records {
		r.At += later + 1
		text += runOut(tr, r.At)
		found, err := step(t, tr, touchmove.Event(i+3), r)
		if err != nil {
			t.Fatal(err)
		}
		text += foundText(found)
	}
	return text + runOut(tr, 2*later) + sanOf(tr.Game())
}

func withClock(c touchmove.Config) *touchmove.Tracker {
	c.Clock = touchmove.ClockYes
	return touchmove.New(c)
}

// runOut wakes a tracker until a time and is what it found.
func runOut(tr *touchmove.Tracker, until int64) string {
	text := ""
	for at, ok := tr.Deadline(); ok && at <= until; at, ok = tr.Deadline() {
		text += foundText(tr.Wake(at))
	}
	return text
}

func foundText(found []touchmove.Finding) string {
	text := ""
	for i := range found {
		f := &found[i]
		text += fmt.Sprintln(f.At, f.Code, f.Level, f.Side, f.Article, f.UCI, f.Allowed, f.Remedy != nil && f.Remedy.Offence > 1)
	}
	return text
}

// tagged checks the tags of the present game.
func tagged(want ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		var got []string
		for _, name := range slices.Sorted(maps.Keys(tr.Game().Tags)) {
			got = append(got, name+"="+tr.Game().Tags[name])
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("tags %q, want %q", got, want)
		}
		return nil
	}
}

// TestNextGameTags: the next game keeps the tags of the event, and forgets those of the
// players. The date holds for the day. The round holds if the last game did not count for
// it: no move was made, or it is cancelled (7.2.1).
func TestNextGameTags(t *testing.T) {
	const names = "tag Event Harbour Open; tag Site Aberdeen SCO; tag Date 2027.03.06; tag Round 3.7; tag White Ferrier, Isla; tag Black Okonkwo, Chidi; tag WhiteElo 1986; tag ECO C50"
	const event, day, round = "Event=Harbour Open", "Date=2027.03.06", "Round=3.7"
	const site = "Site=Aberdeen SCO"
	const wrong = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1"
	checkTrials(t, []trial{
		{name: "by the array", head: names, do: tenPlies + "pause result:1-0 " + tenSetUp + "~5000 inspect", also: tagged(day, event, site), moves: tenRec, end: "1-0"},
		{name: "by the array, after a game without a result", head: names, do: tenPlies + "pause " + tenSetUp + "~5000 resume d2d4 |w", also: tagged(day, event, site), moves: "d2d4 completed"},
		{name: "by new_game", head: names, do: "e2e4 |w result:1-0 !new_game{} inspect", also: tagged(day, event, site), moves: "e2e4 completed", end: "1-0"},
		{name: "by new_game with names", head: names, do: `e2e4 |w result:1-0 !new_game{"tags":{"White":"Rossi,_Anna","Round":"4.7"}} inspect`, also: tagged(day, event, "Round=4.7", site, "White=Rossi, Anna"),
			moves: "e2e4 completed", end: "1-0"},
		{name: "by new_game of another event", head: names, do: `e2e4 |w result:1-0 !new_game{"tags":{"Event":"Blitz"}} inspect`, also: tagged(day, "Event=Blitz", site), moves: "e2e4 completed", end: "1-0"},
		{name: "nothing was played", head: names, do: "!new_game{} inspect", also: tagged(day, event, round, site), end: "* waiting"},
		{name: "7.2.1 the game is cancelled", head: names, fen: wrong, do: "e2e4 |w !new_game{} inspect", want: "wrong_initial_position certain - 7.2.1", also: tagged(day, event, round, site), moves: "e2e4 completed",
			end: "*"},
		{name: "7.2.1 a game that has its result is not", head: names, fen: wrong, do: "e2e4 |w result:1-0 !new_game{} inspect", want: "wrong_initial_position certain - 7.2.1", also: tagged(day, event, site),
			moves: "e2e4 completed", end: "1-0"},
		{name: "the next day", head: names, do: "e2e4 |w result:1-0 ~50000000 !new_game{} inspect", also: tagged(event, site), moves: "e2e4 completed", end: "1-0"},
	})
}

// TestNextGameTagsLimit: kept tags count against the limit of a game's tags.
func TestNextGameTagsLimit(t *testing.T) {
	value := strings.Repeat("x", 250)
	var head, given []string
	for _, name := range []string{"Event", "Site", "Section", "Stage"} {
		head = append(head, "tag "+name+" "+value)
	}
	for i := range 13 {
		given = append(given, fmt.Sprintf(`"Extra%c":"%s"`, 'A'+i, value))
	}
	checkRefusals(t, []refusal{
		{name: "too many bytes together", head: strings.Join(head, "; "), do: "e2e4 |w", command: `new_game {"tags":{` + strings.Join(given, ",") + `}}`, code: "bad_value", text: "bytes"},
		{name: "alike but for case", head: "tag Stage x", do: "e2e4 |w", command: `new_game {"tags":{"STAGE":"y"}}`, code: "bad_value", text: "case"},
	})
}

// TestPrevious: made moves belong to the game that is closed, even if nobody has pressed or
// entered a result; a game without a move and without a result is not kept.
func TestPrevious(t *testing.T) {
	previous := func(want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
			got := "none"
			if g := tr.Previous(); g != nil {
				got = fmt.Sprint(g.ID, " ", sanOf(g), " ", g.Result)
			}
			if got != want {
				return fmt.Errorf("previous %q, want %q", got, want)
			}
			return nil
		}
	}
	checkTrials(t, []trial{
		{name: "with a result", do: bothMoved + "result:1-0 !new_game{} inspect", also: previous("-1 e4 e5 1-0"), moves: "e2e4 completed, e7e5 completed", end: "1-0"},
		{name: "made and not pressed", do: "e2e4 |w e7e5 ~1000 !new_game{} inspect", also: previous("-1 e4 e5 *"), moves: "e2e4 completed, e7e5 made", end: "*"},
		{name: "provisional", do: "e2e4 |w e7e5 ~100 !new_game{} inspect", also: previous("-1 e4 *"), moves: "e2e4 completed", end: "*"},
		{name: "forfeited", do: "result:0-1 !new_game{} inspect", also: previous("-1  0-1"), end: "0-1"},
		{name: "nothing", do: bothMoved + "result:1-0 !new_game{} !new_game{} inspect", also: previous("-1 e4 e5 1-0"), moves: "e2e4 completed, e7e5 completed", end: "1-0"},
	})
}

// sameGame checks that the game is still the first one on its board, with the tags
// that it was given.
func sameGame(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
	if g := tr.Game(); g.ID != "-1" || g.Tags["White"] != "Ferrier, Isla" || g.Tags["Round"] != "3" {
		return fmt.Errorf("game %q with %q", g.ID, g.Tags)
	}
	return nil
}

// nth checks the number of the game on the board, and its phase.
func nth(id, phase string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		if g := tr.Game(); g.ID != id || g.Phase.String() != phase {
			return fmt.Errorf("game %q is %s, want %q %s", g.ID, g.Phase, id, phase)
		}
		return nil
	}
}

const (
	players    = "tag White Ferrier, Isla; tag Round 3"
	knightsOut = "g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 "
	knightsRec = "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 completed, g1f3 completed, g8f6 completed, f3g1 completed, f6g8 "
	noReset    = "board_reset"

	// A game of ten plies, its pieces set up again one by one, and put back as they stood.
	tenPlies = "e2e4 |w e7e5 |b g1f3 |w b8c6 |b f1c4 |w f8c5 |b d2d3 |w d7d6 |b b1c3 |w g8f6 |b "
	tenRec   = "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, d2d3 completed, d7d6 completed, " +
		"b1c3 completed, g8f6 completed"
	tenSetUp = "c4f1 c5f8 e4e2 e5e7 d3d2 d6d7 f3g1 f6g8 c3b1 c6b8 "
	tenAgain = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 b1c3 g8f6 "
)

// TestClaimInArray: 9.2, 9.5: a claim in a position that is the initial one stops the
// clocks, and is no set-up for the next game.
func TestClaimInArray(t *testing.T) {
	checkTrials(t, []trial{
		{name: "9.5.2 incorrect: the game goes on", head: players, do: knightsOut + "|b pause ~60000 resume e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 before the last move is pressed", head: players, do: knightsOut + "pause ~60000 resume |b e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5.1 correct: drawn with all its moves", head: players, do: knightsOut + "|b pause ~20000 !draw{} ~20000 inspect", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed", end: "1/2-1/2 ended"},
		{name: "9.5.1 and then the next game on the same pieces", head: players, do: knightsOut + "|b pause ~20000 !draw{} ~20000 resume d2d4 |w", also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "9.4 the clocks stopped by a person", head: players, do: knightsOut + "|b !pause{} ~60000 !resume{} e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 checked by setting up and playing again", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 " + tenAgain + "resume c1g5 |w", also: sameGame,
			moves: tenRec + ", c1g5 completed"},
		{name: "9.5 the pieces straightened meanwhile", head: players, do: knightsOut + "|b pause ~5000 -e1 +Ke1 -a8 +ra8 ~20000 resume e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 a board that names no pieces", head: players + "; sensor occupancy", do: knightsOut + "|b pause ~60000 resume e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 a clock that tells by its readings", head: players, do: "clock:9000~9000~w " + knightsOut + "|b clock:8000~9000~w clock:8000~9000~- ~60000 clock:8000~9000~w e2e4 |w",
			none: []string{noReset}, also: sameGame, moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 in a wrong array", head: players, do: kingAndQueen + knightsOut + "|b pause ~60000 resume e2e4 |w", want: wrongNow, none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "no clock", head: players + "; clock no", do: "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 ~60000 -e2 +Pe4 e7e5", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 made, e7e5 made"},
		{name: "the knights come back while the board is not heard", head: players, do: "= g1f3 |w g8f6 |b link:down *f3g1 *f6g8 link:up = ~9000 -e2 +Pe4 |w", none: []string{noReset}, also: sameGame,
			moves: "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 made, e2e4 completed"},
	})
}

// TestRestoredArray: 7.5.1, 4.8: the first move is put back according to the Laws, and its
// game goes on, with all that was known of it.
func TestRestoredArray(t *testing.T) {
	second := "; illegal_completed certain w 7.5.1/3.5; illegal_second arbiter w 7.5.5"
	checkTrials(t, []trial{
		{name: "7.5.1 an illegal first move", head: players, do: "b1b3 |w pause b3b1 ~20000 resume b1c3 |w", want: knight, none: []string{noReset}, also: all(sameGame, illegals(1, 0)),
			moves: "b1c3 completed"},
		{name: "7.5.5 and the second offence is the second", head: players, do: "b1b3 |w pause b3b1 ~20000 resume b1c3 |w e7e5 |b a1a3 |w", want: knight + second,
			also: all(sameGame, illegals(2, 0)), moves: "b1c3 completed, e7e5 completed", end: "* irregular"},
		{name: "7.5.1 the touch binds the move that replaces it", head: players, do: "b1b3 |w pause b3b1 ~20000 resume e2e4 |w", want: knight + "; touch_breach suspected w", none: []string{noReset},
			also: sameGame, moves: "e2e4 completed"},
		{name: "7.5.1 found three plies later", head: players, do: "b1b3 |w e7e5 |b e2e4 |w pause e4e2 e5e7 b3b1 ~20000 resume b1c3 |w", want: knight, none: []string{noReset},
			also: all(sameGame, illegals(1, 0)), moves: "b1c3 completed"},
		{name: "7.5.1 found three plies later, without a clock", head: players + "; clock no", do: "b1b3 e7e5 e2e4 b8c6 ~9000 -c6 +nb8 e4e2 e5e7 b3b1 ~5000 -b1 +Nc3 e7e5",
			want: "illegal_completed arbiter w", may: "displaced", none: []string{noReset}, also: sameGame, moves: "b1c3 made, e7e5 made"},
		{name: "a first move taken back", head: players, do: "e2e4 |w pause e4e2 ~5000 resume d2d4 |w", none: []string{noReset}, also: sameGame, moves: "d2d4 completed"},
		{name: "4.8 a first move taken back for a touch", head: players, do: "-g1 +Ng1 e2e4 |w pause e4e2 ~5000 resume g1f3 |w", want: "touch_breach suspected w 4.3.1", none: []string{noReset},
			also: sameGame, moves: "g1f3 completed"},
		{name: "7.5.1 on a board that names no pieces", head: players + "; sensor occupancy", do: "b1b3 |w pause b3b1 ~20000 resume b1c3 |w", want: "illegal_completed w 7.5.1", none: []string{noReset},
			also: all(sameGame, illegals(1, 0)), moves: "b1c3 completed"},
		{name: "7.5.1 not pressed", head: players, do: "b1b3 pause b3b1 ~20000 resume b1c3 |w", none: []string{noReset}, also: sameGame, moves: "b1c3 completed"},
		{name: "taken back, as the clock's readings tell", head: players, do: "clock:9000~9000~w e2e4 |w clock:8000~9000~b clock:8000~9000~- e4e2 ~5000 clock:8000~9000~w d2d4 |w", none: []string{noReset},
			also: sameGame, moves: "d2d4 completed"},
		{name: "ten plies taken back by a person", head: players, do: tenPlies + `pause !takeback{"ply":0} ` + tenSetUp + "~20000 resume d2d4 |w", none: []string{noReset}, also: sameGame,
			moves: "d2d4 completed"},
		{name: "two plies taken back", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~5000 resume d2d4 |w", none: []string{noReset}, also: sameGame, moves: "d2d4 completed"},
		{name: "retraced, and nothing follows", head: players, do: "e2e4 |w e7e5 |b g1f3 |w pause f3g1 e5e7 e4e2 ~9000", want: "board_reset arbiter", also: sameGame,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed", end: "* paused"},
		{name: "retraced without a clock", head: players + "; clock no", do: "b1c3 b8c6 g1f3 g8f6 ~9000 -f6 +ng8 f3g1 c6b8 c3b1 ~9000 -e2 +Pe4 e7e5", may: "displaced", none: []string{noReset}, also: sameGame,
			moves: "e2e4 made, e7e5 made"},
		{name: "taken back by a person", head: players, do: `e2e4 |w pause !takeback{"ply":0} e4e2 ~20000 resume d2d4 |w`, none: []string{noReset}, also: sameGame, moves: "d2d4 completed"},
	})
}

// TestRestoredArrayRetracts: each ply that is taken back so is retracted, the last one first.
func TestRestoredArrayRetracts(t *testing.T) {
	scene := trial{head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~5000 resume d2d4 |w"}
	_, found := play(t, scene.log(t))
	var retracted []string
	for i := range found {
		if found[i].Code == laws.Retracted {
			retracted = append(retracted, found[i].UCI)
		}
	}
	if want := []string{"e7e5", "e2e4"}; !slices.Equal(retracted, want) {
		t.Errorf("retracted %v, want %v", retracted, want)
	}
}

// TestResetInDoubt: if it may be a takeback or the next game, the arbiter is asked, and
// nothing is lost.
func TestResetInDoubt(t *testing.T) {
	asked := func(t *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		return errors.Join(sameGame(t, tr, found), alerts(1)(t, tr, found))
	}
	answered := all(sameGame, alerts(0))
	checkTrials(t, []trial{
		{name: "asked after ten seconds", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 inspect", want: "board_reset arbiter -; board_reset arbiter -", also: asked,
			moves: "e2e4 completed, e7e5 completed", end: "* paused"},
		{name: "answered by play going on", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 resume d2d4 |w", want: "board_reset arbiter -", also: answered, moves: "d2d4 completed"},
		{name: "answered by the moves put back", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 -e2 +Pe4 e7e5 resume g1f3 |w", want: "board_reset arbiter -", also: answered,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "answered by the result", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 !draw{} ~5000 inspect", want: "board_reset arbiter -", also: nth("-2", "waiting"),
			moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2"},
		{name: "answered by new_game", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 !new_game{} inspect", want: "board_reset arbiter -", also: nth("-2", "waiting"),
			moves: "e2e4 completed, e7e5 completed", end: "*"},
		{name: "not asked of a restoration", head: players, do: "b1b3 |w pause b3b1 ~20000 inspect", want: knight + "; illegal_completed certain w 7.5.1/3.6", none: []string{noReset}, also: sameGame, end: "* paused"},
	})
}

// TestSetUpAgain: only a set-up leads from the middle of a game to the initial array. A
// game without a result waits for one; the next one begins with its clock.
func TestSetUpAgain(t *testing.T) {
	checkTrials(t, []trial{
		{name: "the clock is started", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 resume d2d4 |w", info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "the clock is started at once", head: players, do: tenPlies + "pause " + tenSetUp + "~100 resume d2d4 |w", info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "the clock is heard when the first move stands", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 -d2 +Pd4 resume |w d7d5 |b", also: nth("-2", "playing"),
			moves: "d2d4 completed, d7d5 completed"},
		{name: "it waits for the result", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 inspect", want: "board_reset arbiter", info: []string{"board_reset -"}, also: sameGame, moves: tenRec, end: "* paused"},
		{name: "and asks for it", head: players, do: tenPlies + "pause " + tenSetUp + "~12000 inspect", want: "board_reset arbiter -; board_reset arbiter -", also: all(sameGame, alerts(1)), moves: tenRec,
			end: "* paused"},
		{name: "a late result is that of the game that was played", head: players, do: tenPlies + "pause " + tenSetUp + "~12000 result:1-0 ~5000 inspect", want: "board_reset arbiter -",
			also: nth("-2", "waiting"), moves: tenRec, end: "1-0"},
		{name: "a hand on a piece as the result is entered", head: players, do: tenPlies + "pause " + tenSetUp + "-e1 result:1-0 +Ke1 ~5000 resume d2d4 |w", also: nth("-2", "playing"),
			moves: "d2d4 completed"},
		{name: "on a board that names no pieces", head: players + "; sensor occupancy", do: tenPlies + "pause " + tenSetUp + "~5000 resume d2d4 |w", info: []string{"board_reset -"}, also: nth("-2", "playing"),
			moves: "d2d4 completed"},
		{name: "the result first", head: players, do: tenPlies + "pause result:0-1 " + tenSetUp + "~5000 inspect", info: []string{"board_reset -"}, also: nth("-2", "waiting"), moves: tenRec, end: "0-1"},
		{name: "the clocks stopped by a person, and started at the lever", head: players, do: tenPlies + "!pause{} " + tenSetUp + "~5000 |b d2d4 |w", info: []string{"board_reset -"},
			also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "without a clock", head: players + "; clock no", do: "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 b1c3 g8f6 ~9000 " + tenSetUp + "~5000 -d2 +Pd4 d7d5", may: "displaced",
			info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 made, d7d5 made"},
		{name: "seen by a scan after the board was not heard", head: players, do: "= " + tenPlies + "link:down *c4f1 *c5f8 *e4e2 *e5e7 *d3d2 *d6d7 *f3g1 *f6g8 *c3b1 *c6b8 link:up = ~5000 -d2 +Pd4 |w",
			info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "after a game that nobody has begun", head: players, do: "result:0-1 ~20000 d2d4 |w", also: nth("-2", "playing"), moves: "d2d4 completed"},
	})
}

// The arrays are set up wrongly before the board is heard.
const (
	kingAndQueen    = "*-d1 *-e1 *+Kd1 *+Qe1 = "
	rookAndKnight   = "*-a1 *-b1 *+Na1 *+Rb1 = "
	bishopAndKnight = "*-f8 *-g8 *+nf8 *+bg8 = "

	kingFirst = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq -"
	wrongNow  = "wrong_initial_position certain - 7.2.1"
)

// startsFrom checks the position that the game starts from, and which game it is.
func startsFrom(id, fen string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		if g := tr.Game(); g.ID != id || !strings.HasPrefix(g.Start.FEN(), fen) {
			return fmt.Errorf("game %q starts from %s, want %q from %s", g.ID, g.Start.FEN(), id, fen)
		}
		return nil
	}
}

// TestWrongArrayLive: 7.2.1: a game that begins from a wrong initial position is followed
// from it, however soon it begins, and the arbiter is alerted.
func TestWrongArrayLive(t *testing.T) {
	_, tenEach := turns(10)
	const two, start = "e2e4 completed, e7e5 completed", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	checkTrials(t, []trial{
		{name: "7.2.1 play starts at once", head: players, do: kingAndQueen + bothMoved, want: wrongNow, also: all(sameGame, startsFrom("-1", kingFirst), alerts(1)), moves: two},
		{name: "7.2.1 the clock is started first", do: kingAndQueen + "pause resume " + bothMoved, want: wrongNow, also: all(startsFrom("-1", kingFirst), alerts(1)), moves: two},
		{name: "7.2.1 without a clock", head: "clock no", do: kingAndQueen + "e2e4 e7e5 g1f3", want: wrongNow, also: startsFrom("-1", kingFirst), moves: "e2e4 completed, e7e5 made, g1f3 made"},
		{name: "7.2.1 after ten seconds", do: kingAndQueen + "~12000 " + "-e2 +Pe4 |w e7e5 |b", want: wrongNow, also: all(startsFrom("-1", kingFirst), alerts(1)), moves: two},
		{name: "7.2.1 the pieces of Black", do: bishopAndKnight + bothMoved, want: wrongNow, also: startsFrom("-1", "rnbqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), moves: two},
		{name: "7.2.1 a board that tells whole scans alone", do: kingAndQueen + "*e2e4 = |w *e7e5 = |b", want: wrongNow, also: startsFrom("-1", kingFirst), moves: two},
		{name: "4.3.1 its moves are judged", do: kingAndQueen + "-g1 +Ng1 d2d4 |w", want: wrongNow + "; touch_breach suspected w 4.3.1",
			also: startsFrom("-1", kingFirst), moves: "d2d4 completed"},
		{name: "7.5.1 and so are illegal ones", do: kingAndQueen + "e1c3 |w", want: wrongNow + "; illegal_completed certain w 7.5.1", also: startsFrom("-1", kingFirst), end: "* irregular"},
		{name: "7.2.1 exchanged after the right array stood", do: "= -d1 -e1 +Kd1 +Qe1 ~2000 -e2 +Pe4 |w e7e5 |b", want: wrongNow, also: startsFrom("-1", kingFirst), moves: two},
		{name: "7.2.1 put right before a move", do: kingAndQueen + "-d1 -e1 +Qd1 +Ke1 ~2000 -e2 +Pe4 |w e7e5 |b", none: []string{"wrong_initial_position"}, also: all(startsFrom("-1", start), alerts(0)), moves: two},
		{name: "7.2.1 put right after the report to the arbiter", do: kingAndQueen + "~12000 -d1 -e1 +Qd1 +Ke1 ~2000 -e2 +Pe4 |w e7e5 |b", want: wrongNow, also: all(startsFrom("-1", start), alerts(0)), moves: two},
		{name: "7.2.1 the next game", do: bothMoved + "result:1-0 e4e2 e5e7 -d1 -e1 +Kd1 +Qe1 ~4000 resume d2d4 |w", may: "displaced", want: wrongNow, also: startsFrom("-2", kingFirst), moves: "d2d4 completed"},
		{name: "7.2.1 the next game, set up while the last one has no result", do: tenPlies + "pause " + tenSetUp + "-d1 -e1 +Kd1 +Qe1 ~4000 resume d2d4 |w", want: wrongNow, also: startsFrom("-2", kingFirst),
			moves: "d2d4 completed"},
		{name: "7.2.1 cancelled, and a new game from the right array", do: kingAndQueen + bothMoved + "!new_game{} e4e2 e5e7 -d1 -e1 +Qd1 +Ke1 ~2000 resume d2d4 |w", want: wrongNow,
			also: all(startsFrom("-2", start), alerts(0)), moves: "d2d4 completed"},
		{name: "7.2.1 in a log that begins after its first moves", fen: kingFirst + " 0 1", head: "moves e2e4 e7e5", do: "inspect", want: wrongNow + "; " + wrongNow, also: alerts(1), moves: two, end: "*"},
		{name: "A.5.1.2 and that begins too late", fen: kingFirst + " 0 1", head: "time rapid; moves " + strings.Join(pawnMoves(10), " "), do: "inspect", info: []string{"wrong_initial_position - A.5.1.2"},
			also: alerts(0), moves: tenEach, end: "*"},
		{name: "nothing is wrong", do: "= " + bothMoved, none: []string{"wrong_initial_position"}, also: startsFrom("-1", start), moves: two},
		{name: "a start that a person has given", fen: bothCastle, do: "!new_game{} ~12000 inspect", none: []string{"wrong_initial_position"}, end: "* setup"},
		{name: "Chess960", fen: "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1", head: "variant chess960", do: "= e2e4 |w", none: []string{"wrong_initial_position"}, moves: "e2e4 completed"},
		{name: "after a move nothing is an array", do: "= g1f3 |w g8f6 |b b1c3 |w b8c6 |b f3g1 |w f6g8 |b c3b1 |w c6b8 |b", none: []string{"wrong_initial_position"}, also: startsFrom("-1", start),
			moves: "g1f3 completed, g8f6 completed, b1c3 completed, b8c6 completed, f3g1 completed, f6g8 completed, c3b1 completed, c6b8 completed"},
	})
}

// TestWrongArrayCastling: A.5.1.2: a king or a rook that is misplaced may not castle.
func TestWrongArrayCastling(t *testing.T) {
	const freed = "e2e4 |w e7e5 |b "
	checkTrials(t, []trial{
		{name: "A.5.1.2 the rook on the other side may", head: "time rapid", do: rookAndKnight + "g1f3 |w g8f6 |b e2e3 |w e7e6 |b f1e2 |w f8e7 |b e1g1 h1f1 |w", want: "wrong_initial_position certain - A.5.1.2",
			also:  startsFrom("-1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq -"),
			moves: "g1f3 completed, g8f6 completed, e2e3 completed, e7e6 completed, f1e2 completed, f8e7 completed, e1g1 completed"},
		{name: "A.5.1.2 the misplaced king may not", head: "time rapid", do: kingAndQueen + freed + "g1f3 |w b8c6 |b f1c4 |w f8c5 |b e1e2 |w g8f6 |b d1f1 h1e1 |w",
			want: "wrong_initial_position certain - A.5.1.2; illegal_completed certain w 7.5.1/A.5.1.2", also: startsFrom("-1", kingFirst),
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, e1e2 completed, g8f6 completed", end: "* irregular"},
		{name: "A.5.1.2 nor the misplaced rook", head: "time rapid", do: rookAndKnight + "d2d4 |w d7d5 |b c1f4 |w c8f5 |b d1d3 |w b8c6 |b e1c1 b1d1 |w",
			want: "wrong_initial_position certain - A.5.1.2; illegal_completed certain w 7.5.1/A.5.1.2", also: illegals(1, 0),
			moves: "d2d4 completed, d7d5 completed, c1f4 completed, c8f5 completed, d1d3 completed, b8c6 completed", end: "* irregular"},
	})
}

// turns is so many moves of each player with pawns.
func turns(n int) (do, moves string) {
	plies := strings.Fields("a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5")
	var words, done []string
	for i := range 2 * n {
		words = append(words, plies[i], []string{"|w", "|b"}[i%2])
		done = append(done, plies[i]+" completed")
	}
	return strings.Join(words, " ") + " ", strings.Join(done, ", ")
}

// pawnMoves is so many moves of each player with pawns, in UCI.
func pawnMoves(n int) []string {
	do, _ := turns(n)
	return slices.DeleteFunc(strings.Fields(do), func(word string) bool { return word[0] == '|' })
}

// TestWrongArrayLapses: A.5.1.2: once each player has completed ten moves the wrong array
// can no longer be claimed; B.4 of 1997: three; Bilguer 1: four. The finding is right at
// every moment.
func TestWrongArrayLapses(t *testing.T) {
	reportedAt := func(level touchmove.Level, want int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
			n, alerted := 0, len(tr.Game().Alerts) > 0
			for _, f := range found {
				if f.Code == laws.WrongInitialPosition && f.Level == level {
					n++
				}
			}
			if n != want || alerted != (level == laws.Certain) {
				return fmt.Errorf("%d times %s, alert %t", n, level, alerted)
			}
			return nil
		}
	}
	for _, c := range []struct {
		head, article string
		lapse         int
	}{{"time rapid", "A.5.1.2", 10}, {"time blitz", "A.5.1.2", 10}, {"rules fide-2018; time rapid", "A.4.1.2", 10}, {"rules fide-1997; time rapid", "B.4", 3}, {"rules fide-1997; time blitz", "B.4", 3}} {
		do, moves := turns(c.lapse)
		before := do[:len(do)-len("b6b5 |b ")]
		had := moves[:strings.LastIndex(moves, ", ")]
		want := "wrong_initial_position certain - " + c.article
		checkTrials(t, []trial{
			{name: c.head + ": in time", head: c.head, do: kingAndQueen + before + "inspect", want: want + "; " + want, also: reportedAt(laws.Certain, 2), moves: had, end: "*"},
			{name: c.head + ": too late", head: c.head, do: kingAndQueen + do + "inspect", want: want, info: []string{"wrong_initial_position - " + c.article}, also: reportedAt(laws.Info, 1), moves: moves, end: "*"},
		})
	}
	four, moves := turns(4)
	checkTrials(t, []trial{
		{name: "§1 too late without consent", head: "rules bilguer-1891; clock no", do: kingAndQueen + strings.NewReplacer("|w ", "", "|b ", "").Replace(four) + "~5000 inspect", want: "wrong_initial_position certain - §1",
			info: []string{"wrong_initial_position - §1"}, moves: strings.ReplaceAll(moves, "completed", "made"), end: "*"},
		{name: "7.2.1 standard: never", do: kingAndQueen + four + "inspect", want: wrongNow + "; " + wrongNow, also: reportedAt(laws.Certain, 2), moves: moves, end: "*"},
		{name: "A.4 full supervision: never", head: "time rapid; supervision full", do: kingAndQueen + four + "inspect", want: wrongNow + "; " + wrongNow, also: reportedAt(laws.Certain, 2), moves: moves, end: "*"},
	})
}
