package story

import (
	_ "embed"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// exchanged is 1. e4 d5 2. exd5 Nf6, of which every report comes. exchangedUnnamed is the same
// on a board that names no pieces and does not tell where the knight has landed.
const (
	exchanged = "#! boardd-log 1\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n3000 lift d7 p\n3400 drop d5 p\n3600 press b\n" +
		"5000 lift d5 p\n5300 lift e4 P\n5700 drop d5 P\n6000 press w\n8000 lift g8 n\n8400 drop f6 n\n8600 press b\n"
	exchangedUnnamed = "#! boardd-log 1\n#: sensor occupancy\n700 lift e2\n1400 drop e4\n2100 press w\n3000 lift d7\n3400 drop d5\n3600 press b\n" +
		"5000 lift d5\n5300 lift e4\n5700 drop d5\n6000 press w\n8000 lift g8\n8600 press b\n"
	// and the knight goes on to g4, where both stories have it
	exchangedOn = exchangedUnnamed + "10000 lift a2\n10400 drop a3\n10600 press w\n12000 drop g4\n12400 press b\n14000 lift b2\n14400 drop b3\n14600 press w\n"
)

// twin is a log of which two stories read 8. cxd5 cxd5 and 8. cxb5 cxb5. They lead to the same position, and the
// true one is 0.05 nats dearer.
//
//go:embed testdata/twin.log
var twin string

// TestTruth: what becomes of the plies that were really played: the story has them; it does not,
// and then a story that has them is in the beam at the end, or went at some record.
func TestTruth(t *testing.T) {
	for name, c := range map[string]struct {
		log, truth string
		read       int        // plies before the first wrong one
		most       int        // plies that a true story ever had
		last       int        // record after which one was in the beam last; 0: the truth has won
		fate       track.Fate // at the next record
		open       bool
		rate       *track.Rate // one of those that the true story paid
	}{
		"the log begins later":           {log: strings.Replace(exchanged, "700", "#: moves a2a3 a7a6\n700", 1), truth: "a2a3 a7a6 e2e4 d7d5 e4d5 g8f6", read: 4},
		"it has won":                     {log: exchanged, truth: "e2e4 d7d5 e4d5 g8f6", read: 4},
		"the players go through it":      {log: exchanged + "10000 pause\n20000 lift f6 n\n20300 lift d5 P\n20700 drop d5 n\n25000 lift c2 P\n25400 drop c4 P\n29000 lift d5 n\n29400 drop b6 n\n", truth: "e2e4 d7d5 e4d5 g8f6", read: 4},
		"it goes on":                     {log: exchanged, truth: "e2e4 d7d5 e4d5 g8f6 a2a3", read: 4, most: 4, last: 13, open: true},
		"the pawn was on e3":             {log: exchanged, truth: "e2e3 d7d5 b1c3", read: 0, most: 2, last: 7, fate: track.Behind, rate: track.BesideOnly},
		"nothing of it was played":       {log: exchanged, truth: "a2a4 h7h5", read: 0, most: 0, last: 3, fate: track.Behind, rate: track.Brought},
		"a ply is not legal":             {log: exchanged, truth: "e2e4 d7d5 e4f5", read: 2, most: 2, last: 10, fate: track.Behind, rate: track.Brought},
		"one ply more is shown":          {log: strings.Replace(exchanged, "8600 press b\n", "", 1), truth: "e2e4 d7d5 e4d5", read: 3, most: 3, last: 12, open: true, rate: track.EndsUndone},
		"nothing tells it apart":         {log: exchangedOn, truth: "e2e4 d7d5 e4d5 g8h6 a2a3 h6g4 b2b3", read: 3, most: 6, last: 16, fate: track.Merged, rate: track.NotTold},
		"its twin wins":                  {log: twin, truth: "g1f3 d7d5 c2c4 c7c6 e2e3 a7a6 d1c2 c8g4 c2b3 g4c8 b1a3 e7e6 d2d4 b7b5 c4d5 c6d5 a3b1 f7f6", read: 14, most: 17, last: 59, fate: track.Merged, rate: track.SwapUnseen},
		"it is as good, and passed over": {log: exchangedUnnamed, truth: "e2e4 d7d5 e4d5 g8h6", read: 3, most: 4, last: 12, open: true, rate: track.NotTold},
	} {
		w, e, _ := watched(t, c.log, uciMoves(t, legality.Initial(), c.truth))
		got := w.Stories(e.Number)[0].Truth
		if got == nil {
			t.Errorf("%s: nothing is known of it", name)
			continue
		}
		if got.Read != c.read || got.Right() != (c.last == 0) {
			t.Errorf("%s: %d plies are read, right %v", name, got.Read, got.Right())
		}
		if c.last == 0 {
			continue
		}
		if got.Most != c.most || int(got.Last.Event) != c.last || got.End.Fate != c.fate || got.Last.Open != c.open {
			t.Errorf("%s: %d plies, last after record %d, open %v, fate %v", name, got.Most, got.Last.Event, got.Last.Open, got.End.Fate)
		}
		if c.rate != nil && !slices.ContainsFunc(got.Acts, func(a Act) bool { return a.Why == c.rate }) {
			t.Errorf("%s: the true story does not pay %v", name, c.rate)
		}
	}
}

// TestTruthOfScenes: to remember the truth changes nothing; the plies that are read are the
// truth of their own log; and if the last one is another, what the true story pays adds up.
func TestTruthOfScenes(t *testing.T) {
	for _, s := range fixtures.Scenes() {
		plain, found := play(t, s.Log(), nothing)
		moves := movesOf(plain.Tracker.LastGame())
		for _, truth := range [...][]legality.Move{moves, besides(plain.Tracker.LastGame())} {
			if len(truth) == 0 {
				continue
			}
			w, e, same := watched(t, s.Log(), truth)
			if !reflect.DeepEqual(found, same) || !reflect.DeepEqual(e.Tracker.Game(), plain.Tracker.Game()) {
				t.Errorf("%s: to remember the truth changes what is read", s.ID)
			}
			for _, story := range w.Stories(e.Number) {
				if got := story.Truth; got != nil && !got.Right() && len(got.Acts) > 0 {
					addsUp(t, s.ID, got.Acts[0].Total-int64(got.Acts[0].Cost), got.Acts)
				}
			}
		}
	}
}

// TestReadings: when each ply was shown, confirmed and final, and which was shown in its place.
func TestReadings(t *testing.T) {
	w, e, _ := watched(t, "#! boardd-log 1\n700 lift e2 P\n1000 drop e3 P\n1300 lift e3 P\n1400 drop e4 P\n2100 press w\n"+
		"3000 lift d7 p\n3400 drop d5 p\n3600 press b\n4000 cmd resign {\"side\":\"w\"}\n", nil)
	type levels struct {
		san                           string
		shown, confirmed, final, gone touchmove.Event
	}
	var got []levels
	for _, r := range w.Stories(e.Number)[0].Readings {
		got = append(got, levels{r.SAN, r.Shown.Event, r.Confirmed.Event, r.Final.Event, r.Gone.Event})
	}
	want := []levels{{"e3", 2, 0, 0, 3}, {"e4", 4, 5, 9, 0}, {"d5", 7, 8, 9, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// uciMoves is moves from a position.
func uciMoves(t *testing.T, p legality.Position, list string) (moves []legality.Move) {
	t.Helper()
	for _, word := range strings.Fields(list) {
		m, err := p.ParseUCI(word)
		if err != nil {
			t.Fatal(err)
		}
		moves, p = append(moves, m), p.Play(m)
	}
	return moves
}

func movesOf(g *touchmove.Game) (moves []legality.Move) {
	for i := range g.Moves {
		moves = append(moves, g.Moves[i].Move)
	}
	return moves
}

// besides is the moves of a game with another legal one in place of the last; nil if there is
// none.
func besides(g *touchmove.Game) []legality.Move {
	moves := movesOf(g)
	if len(moves) == 0 {
		return nil
	}
	p := g.Start
	for _, m := range moves[:len(moves)-1] {
		p = p.Play(m)
	}
	for _, m := range p.AppendMoves(nil) {
		if m != moves[len(moves)-1] {
			return append(moves[:len(moves)-1:len(moves)-1], m)
		}
	}
	return nil
}
