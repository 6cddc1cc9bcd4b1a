package out

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/internal/lilatest"
)

// app is Lichess with the Broadcaster app before it: the app pushes every game-N.pgn of the
// round, in the order of the numbers, whenever a file changes.
type app struct {
	*site
	lichess lilatest.Round
	owners  map[int]string // the game of each chapter
}

// push pushes the files, and returns the chapters that have another game than before.
func (a *app) push() (confused []string) {
	a.t.Helper()
	a.update()
	var body strings.Builder
	for i := range a.shown.rounds[3].tables {
		body.WriteString(a.read(fmt.Sprintf("round-3/game-%d.pgn", i+1)))
	}
	for _, answer := range a.lichess.Push(body.String()) {
		if answer.Error != "" {
			a.t.Errorf("%s: %s", answer.Tags["GameId"], answer.Error)
		}
	}
	for _, c := range a.lichess.Chapters {
		game := c.Tags["GameId"]
		if was := a.owners[c.Number]; was != "" && was != game {
			confused = append(confused, was+" is "+game)
		}
		a.owners[c.Number] = game
	}
	return confused
}

// reset is the button of the app.
func (a *app) reset() { a.lichess, a.owners = lilatest.Round{}, map[int]string{} }

// TestBroadcasterApp: with the Broadcaster app on the folder of a round each game has its own chapter, whatever is played. It
// has not once the pairings have changed, or a table has moved; a reset of the round mends that. docs/operator.md says so.
func TestBroadcasterApp(t *testing.T) {
	begin := func() *app {
		s := newSite(t, database(t), 0)
		r := third
		r.Pairings = append(r.Pairings[:2:2], hall.Pairing{Table: 11, White: hall.Player{Name: "Ab, C"}, Black: hall.Player{Name: "De, F"}})
		s.pair(r)
		a := &app{site: s, owners: map[int]string{}}
		a.push()
		return a
	}

	a := begin()
	stands := a.game("b09", "3.9", "*", "e4")
	stands.Parts[0].Plies = append(stands.Parts[0].Plies, hall.Ply{UCI: "b8b6", State: "illegal_stands", After: "r1bqkbnr/pppppppp/1n6/8/4P3/8/PPPP1PPP/RNBQKBNR", ClkMs: -1})
	for i, g := range []hall.Game{
		a.game("b09", "3.9", "*", "e4"), a.game("b11", "3.11", "*", "e4", "e5"), a.game("b09", "3.9", "*"), stands, a.game("b07", "3.7", "*", "e4"),
		a.game("b11", "3.11", "1-0", "e4", "e5"), a.game("b11", "3.11", "*", "e4", "e5", "Nf3"), a.game("b09", "3.9", "0-1", "e4", "c5"), a.game("b07", "3.7", "1/2-1/2", "e4", "e5"),
	} {
		a.say(g)
		if confused := a.push(); confused != nil {
			t.Errorf("step %d: %v", i, confused)
		}
	}

	for name, change := range map[string]func(a *app){
		"a table is no longer paired": func(a *app) {
			r := third
			r.Pairings = third.Pairings[1:]
			a.pair(r)
		},
		"a table moves to another board, in its game": func(a *app) {
			a.say(a.game("b07", "3.7", "*", "e4"))
			a.push()
			a.say(a.game("spare", "3.7", "*", "e4", "e5"))
		},
	} {
		a := begin()
		change(a)
		if a.push() == nil {
			t.Errorf("%s: nothing is confused, and docs/operator.md says so", name)
		}
		a.reset()
		a.push()
		if confused := a.push(); confused != nil {
			t.Errorf("%s: after a reset: %v", name, confused)
		}
	}
}
