package touchmove_test

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

const (
	backRank  = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	toStale   = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
	toBare    = "8/8/8/8/4k3/8/1r6/K7 w - - 0 1"
	toLast75  = "7k/8/6K1/8/8/8/8/R7 w - - 149 150"
	toFifth   = "g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 "
	bothMoved = "e2e4 |w e7e5 |b "
)

// TestEndedByMove: 5.1.1, 5.2.1, 5.2.2, 9.6: once a move has ended the game nothing
// that a player says changes it, whether or not the move is settled yet. Alt: "what
// happens after the end of the game by mate (resignation, agreement, flag) has no
// influence".
func TestEndedByMove(t *testing.T) {
	for _, c := range []struct {
		name, fen, head, do string
		reason, end         string
	}{
		{"5.1.1 mate", backRank, "", "a1a8 ", "1-0 by checkmate", "1-0"},
		{"5.1.1 mate, pressed", backRank, "", "a1a8 |w ", "1-0 by checkmate", "1-0"},
		{"5.1.1 mate, the clocks stopped", backRank, "", "a1a8 ~200 pause ", "1-0 by checkmate", "1-0"},
		{"5.1(a) mate", backRank, "rules fide-1997", "a1a8 ", "1-0 by checkmate", "1-0"},
		{"5.2.1 stalemate", toStale, "", "g1g6 ", "1/2-1/2 by stalemate", "1/2-1/2"},
		{"5.2.2 a dead position", toBare, "", "-b2 -a1 +Kb2 ", "1/2-1/2 by a dead position", "1/2-1/2"},
		{"5.2.2 one that only a search finds", walled, "", "h7g8 ", "1/2-1/2 by a dead position", "*"},
		{"9.6.1 the fifth time", "", "", toFifth, "1/2-1/2 by the fifth occurrence", "1/2-1/2"},
		{"9.6.2 the 75th move", toLast75, "", "a1b1 ", "1/2-1/2 by 75 moves", "1/2-1/2"},
	} {
		for _, wait := range []string{"~100 ", "~350 ", "~5000 "} {
			if c.fen == walled && wait != "~350 " {
				continue // the search takes its time
			}
			for _, said := range []string{`resign {"side":"w"}`, `resign {"side":"b"}`, `draw {}`} {
				t.Run(c.name+" "+wait+said, func(t *testing.T) { checkEnded(t, c.fen, c.head, c.do+wait, said, c.reason, c.end) })
			}
		}
	}
}

// checkEnded sees to it that what is said after a move is refused, with the reason, and
// that the game ends as if it had not been said.
func checkEnded(t *testing.T, fen, head, do, said, reason, end string) {
	t.Helper()
	verb, fields, _ := strings.Cut(said, " ")
	c := trial{fen: fen, head: head, do: do + "!" + verb + strings.ReplaceAll(fields, " ", "_")}
	d := newDesk(t, c.log(t))
	if len(d.refused) != 1 || !strings.Contains(d.refused[0].Error(), "the game is over: "+reason) {
		t.Errorf("refused %v, want %s", d.refused, reason)
	}
	d.wake(1 << 40)
	if g := d.tr.Game(); g.Result != end {
		t.Errorf("result %s, want %s\n%s", g.Result, end, told(d.found))
	}
	for _, f := range d.found {
		if f.Code == touchmove.ResultReported {
			t.Errorf("found %s", told(d.found))
		}
	}
}

// TestNotEndedByMove: 5.1.1, 5.2: a move under suspicion, or an illegal one, has not
// ended the game, and players may; so they may where the text knows no such end. What
// the arbiter enters corrects in any case.
func TestNotEndedByMove(t *testing.T) {
	const resign, draw = `!resign{"side":"b"}`, "!draw{}"
	checkTrials(t, []trial{
		{name: "5.1.1 mate in breach of touch", fen: backRank, do: "-g1 +Kg1 a1a8 ~5000 " + resign, want: "touch_breach suspected w 4.3.1; checkmate arbiter w 5.1.1", moves: "a1a8 made", end: "1-0 ended"},
		{name: "5.2.1 stalemate in breach of touch", fen: toStale, do: "-f6 +Kf6 g1g6 ~5000 " + draw, want: "touch_breach suspected w 4.3.1; stalemate arbiter - 5.2.1", moves: "g1g6 made", end: "1/2-1/2 ended", also: reported},
		{name: "7.5.1 after an illegal move", do: "b1b3 |w " + resign, want: knight, moves: "b1b3 illegal_stands", end: "1-0 ended"},
		{name: "9.2 before 2014 the fifth time ends nothing", head: "rules fide-1997", do: toFifth + "|b " + draw, moves: fifthRec, end: "1/2-1/2 ended", also: reported},
		{name: "12 in 1971 bare kings play on", fen: toBare, head: "rules fide-1971", do: "-b2 -a1 +Kb2 ~5000 " + resign, moves: "a1b2 made", end: "1-0 ended", also: reported},
		{name: "the arbiter corrects a mate", fen: backRank, do: "a1a8 |w ~3000 result:1/2-1/2", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1/2-1/2 ended"},
		{name: "the arbiter corrects a mate that is not settled", fen: backRank, do: "a1a8 ~350 result:0-1", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "0-1 ended"},
		{name: "the arbiter corrects a resignation", do: bothMoved + resign + " result:0-1", moves: "e2e4 completed, e7e5 completed", end: "0-1 ended"},
	})
}

const fifthRec = knightsRec + "completed, " + knightsRec + "completed"

// TestEndedReason: who asks for what is too late is told how the game ended.
func TestEndedReason(t *testing.T) {
	for _, c := range []struct{ do, fen, text string }{
		{"a1a8 |w ~5000 ", backRank, "the game is over: 1-0 by checkmate"},
		{`e2e4 |w !resign{"side":"w"} `, "", "the game is over: 0-1 by resignation"},
		{bothMoved + "!draw{} ", "", "the game is over: 1/2-1/2 by agreement"},
		{bothMoved + "result:1-0 ", "", "the game is over: 1-0 as a person has entered"},
	} {
		d := newDesk(t, (&trial{do: c.do, fen: c.fen}).log(t))
		for _, verb := range []string{`takeback {"ply":0}`, `resign {"side":"w"}`, "draw {}", `ruling {"accept":true}`} {
			name, fields, _ := strings.Cut(verb, " ")
			d.refused = nil
			d.step(sensor.Record{At: 60_000, Word: sensor.Cmd, Verb: name, Data: []byte(fields)})
			if len(d.refused) != 1 || !strings.Contains(d.refused[0].Error(), c.text) {
				t.Errorf("%s after %s: %v, want %s", verb, c.do, d.refused, c.text)
			}
		}
	}
}
