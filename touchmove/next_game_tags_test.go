package touchmove_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

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

// TestNextGameTags: the next game keeps what belongs to the event, and forgets the
// players and what is known of them. The date holds for the day; the round, where the
// last game was none of it: not a move was made, or it is cancelled (7.2.1).
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

// TestNextGameTagsLimit: what is kept counts against the limit of a game's tags.
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

// TestPrevious: what has been made belongs to the game that is closed, though nobody has
// pressed or entered a result; a game without a move and without a result is none.
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
