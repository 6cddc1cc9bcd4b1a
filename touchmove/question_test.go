package touchmove_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// walled is a position in which the king can only step to g8, after which nobody
// can ever mate; no few moves and no count of pieces show it.
const walled = "5b1N/4p1pk/4P1P1/7K/8/8/8/8 b - - 0 1"

const walledMove = "#! boardd-log 1\n#: start " + walled + "\n%s700 lift h7 k\n1400 drop g8 k\n"

func answered(proved bool) string {
	return fmt.Sprintf("2100 cmd dead_position {\"ply\":1,\"proved\":%t}\n", proved)
}

// TestQuestion: 5.2.2: what the quick test leaves open is asked, once the move is
// made; the answer ends the game, or says that nothing is known.
func TestQuestion(t *testing.T) {
	tr, _ := play(t, fmt.Sprintf(walledMove, ""))
	if q, open := tr.Question(); !open || q.Ply != 1 || fields4(q.Position.FEN()) != "5bkN/4p1p1/4P1P1/7K/8/8/8/8 w - -" {
		t.Errorf("asked %t, of ply %d, %s", open, q.Ply, q.Position.FEN())
	}
	tr, found := play(t, fmt.Sprintf(walledMove, "")+answered(true))
	if f := findingOf(touchmove.DeadPosition, found); f == nil || f.Level != touchmove.Certain || f.Article != "5.2.2" || f.Event != 3 {
		t.Errorf("found %s", told(found))
	}
	if g := tr.Game(); g.Result != "1/2-1/2" || g.Phase != touchmove.Ended || g.Moves[0].State != touchmove.StateCompleted {
		t.Errorf("result %s, phase %s", g.Result, g.Phase)
	}
	tr, found = play(t, fmt.Sprintf(walledMove, "")+answered(false))
	if f := findingOf(touchmove.DeadPositionPossible, found); f == nil || f.Level != touchmove.Info || f.Article != "5.2.2" || tr.Game().Result != "*" {
		t.Errorf("found %s", told(found))
	}
	if _, open := tr.Question(); open {
		t.Error("asked again")
	}
}

// TestQuestionAgain: another move in the place of one that was asked about is
// asked about, too.
func TestQuestionAgain(t *testing.T) {
	const moved = "#! boardd-log 1\n700 lift e2 P\n1400 drop e4 P\n"
	for log, want := range map[string]string{
		"2800 lift e4 P\n3500 drop e3 P\n": "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq -",
		"2800 cmd correct {\"ply\":1,\"uci\":\"d2d4\"}\n3500 board rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR\n":                   "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -",
		"2800 press w\n3500 cmd takeback {\"ply\":0}\n4200 lift e4 P\n4900 drop e2 P\n5600 lift d2 P\n6300 drop d4 P\n7000 press w\n": "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -",
	} {
		tr, found := play(t, moved+answered(false)+log)
		if q, open := tr.Question(); !open || q.Ply != 1 || fields4(q.Position.FEN()) != want {
			t.Errorf("asked %t of ply %d, %s, after\n%s%s", open, q.Ply, q.Position.FEN(), log, told(found))
		}
	}
}

// TestQuestionDoubtful: 5.2.2: only a move in accordance with Article 4 ends the
// game so.
func TestQuestionDoubtful(t *testing.T) {
	log := "#! boardd-log 1\n#: start 1k6/1P5p/BP6/1P1p1p2/8/8/3P1PKP/8 b - - 0 1\n100 lift f5 p\n700 drop f5 p\n1400 lift d5 p\n2100 drop d4 p\n"
	tr, found := play(t, log+"2800 cmd dead_position {\"ply\":1,\"proved\":true}\n")
	f := findingOf(touchmove.DeadPosition, found)
	if f == nil || f.Level != touchmove.Arbiter || tr.Game().Result != "*" {
		t.Errorf("found %s", told(found))
	}
}

// TestQuestionNone: nothing is asked where a mate is near at hand by the text in
// force, where the text knows no dead position, or of a move that is not made.
func TestQuestionNone(t *testing.T) {
	for _, log := range []string{
		fmt.Sprintf(walledMove, "#: rules fide-1971\n"),
		fmt.Sprintf(walledMove, "#: rules bilguer-1891\n"),
		"#! boardd-log 1\n#: start " + walled + "\n700 lift h7 k\n",
		fmt.Sprintf(walledMove, "") + "2100 cmd result {\"result\":\"0-1\"}\n",
		fmt.Sprintf(walledMove, "") + "2100 cmd takeback {\"ply\":0}\n",
	} {
		tr, _ := play(t, log)
		if q, open := tr.Question(); open {
			t.Errorf("asked of ply %d after\n%s", q.Ply, log)
		}
	}
}

// TestQuestionIllegal: 5.2.2: only a move in accordance with Article 3 ends the game
// so; nothing is asked of a position that an illegal one has brought about. Of what
// is played from one that stands it is.
func TestQuestionIllegal(t *testing.T) {
	for _, c := range []struct {
		head, do string
		ply      int // 0: nothing is asked
	}{
		{"time blitz", "b1b3 |w", 0},
		{"time blitz", "b1b3 |w ~20000 inspect", 0},
		{"time blitz; clock no", "b1b3 ~20000 inspect", 0},
		{"time blitz", "b1b3 |w e7e5 |b", 2},
		{"time blitz", "b1b3 |w b8b6 |b", 0},
		{"", "b1b3 |w e7e5 |b", 0},
		{"", `b1b3 |w ~4000 !ruling{"accept":true}`, 0},
		{"", `b1b3 |w ~4000 !ruling{"accept":true} e7e5 |b`, 2},
		{"rules fide-1997; time blitz", "b1b3 |w", 0},
	} {
		scene := trial{head: c.head, do: c.do}
		log := scene.log(t)
		tr, found := play(t, log)
		if q, open := tr.Question(); open != (c.ply > 0) || open && q.Ply != c.ply {
			t.Errorf("asked %t, of ply %d, after\n%s%s", open, q.Ply, log, told(found))
		}
	}
}

func findingOf(code touchmove.Code, found []touchmove.Finding) *touchmove.Finding {
	if i := slices.IndexFunc(found, func(f touchmove.Finding) bool { return f.Code == code }); i >= 0 {
		return &found[i]
	}
	return nil
}
