package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// twoKnights is a position in which White can mate, but a search of few positions does not
// find it.
const twoKnights = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1"

// askedDesk is a desk on which somebody answers Questions about flag falls.
func askedDesk(t *testing.T, fen string) *desk {
	t.Helper()
	start, err := legality.ParseFEN(fen, false)
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, tr: touchmove.New(touchmove.Config{Start: start, AsksMate: true})}
}

// log feeds the records of a log without a head.
func (d *desk) log(text string) {
	d.t.Helper()
	records, err := sensor.NewReader(strings.NewReader(sensor.FirstLine + "\n" + text)).ReadAll()
	if err != nil {
		d.t.Fatal(err)
	}
	for _, r := range records {
		d.step(r)
	}
}

// flags are the findings of flags.
func (d *desk) flags() (all []touchmove.Finding) {
	for _, f := range d.found {
		if f.Code == laws.FlagFall || f.Code == laws.BothFlags {
			all = append(all, f)
		}
	}
	return all
}

const canMate = `%d cmd can_mate {"ply":0,"side":"w","answer":%q}` + "\n"

// TestPoint28FlagAsks: if a few positions do not decide whether the opponent can mate
// (6.9), a Question asks. The flag is reported once, with the answer, and the position is
// not asked about again.
func TestPoint28FlagAsks(t *testing.T) {
	d := askedDesk(t, twoKnights)
	d.log("0 clock 5000 5000 b\n1000 flag b\n")
	d.wake(2000)
	q, open := d.tr.Question()
	if len(d.flags()) > 0 || !open || q.Ply != 0 || q.Side != laws.ByWhite || fields4(q.Position.FEN()) != "4k3/8/8/8/8/8/8/3NKN2 w - -" {
		t.Fatalf("found %s; asked %t of ply %d, %s, %s", accountOf(d.found), open, q.Ply, q.Side, q.Position.FEN())
	}
	d.log(`2100 cmd can_mate {"ply":0,"side":"w","answer":"yes","by":["d1c3"]}` + "\n")
	if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || f[0].Remedy.Result != "1-0" || len(f[0].Remedy.MateBy) != 1 || f[0].Remedy.MateBy[0] != "d1c3" {
		t.Errorf("found %+v", f)
	}
	d.log("2200 flag b\n2300 flag b\n9000 flag b\n")
	d.wake(20000)
	if n := len(d.flags()); n != 1 {
		t.Errorf("reported %d times", n)
	}
	// A time, and it falls again: reported again, from what is known.
	d.log("30000 clock 5000 0 b\n33000 clock 5000 4000 b\n36000 clock 5000 0 b\n36010 flag b\n")
	d.wake(36400)
	if f := d.flags(); len(f) != 2 || f[1].Remedy == nil || f[1].Remedy.Result != "1-0" {
		t.Errorf("found %+v", f)
	}
	if q, open := d.tr.Question(); open && q.Side != laws.Both {
		t.Error("asked again")
	}
	if len(d.refused) > 0 {
		t.Errorf("refused: %v", d.refused)
	}
}

// TestPoint28FlagAnswers: the answer decides what is reported; without one it is unknown.
func TestPoint28FlagAnswers(t *testing.T) {
	for answer, want := range map[string]string{
		"no":      "the opponent cannot mate by any series of legal moves",
		"unknown": "whether the opponent can mate by some series of legal moves is not known",
		"":        "whether the opponent can mate by some series of legal moves is not known",
	} {
		d := askedDesk(t, twoKnights)
		d.log("0 clock 5000 5000 b\n1000 flag b\n")
		d.wake(1500)
		if answer != "" {
			d.log(fmt.Sprintf(canMate, 1600, answer))
			if len(d.flags()) != 1 {
				t.Errorf("%s: found %+v", answer, d.flags())
			}
		}
		d.wake(1 << 40)
		if f := d.flags(); len(f) != 1 || f[0].Text != want {
			t.Errorf("%q: found %+v", answer, f)
		}
		if q, open := d.tr.Question(); open && q.Side != laws.Both {
			t.Errorf("%q: asked for ever", answer)
		}
	}
}

// TestPoint28FlagNotAsked: what a few positions decide is reported at once; if nobody
// answers Questions, everything is.
func TestPoint28FlagNotAsked(t *testing.T) {
	for _, fen := range []string{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"} {
		d := askedDesk(t, fen)
		d.log("0 clock 5000 5000 b\n1000 flag b\n")
		d.wake(1500)
		if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || f[0].Remedy.Result != "1-0" {
			t.Errorf("%s: found %+v", fen, f)
		}
	}
	d := newDesk(t, "#! boardd-log 1\n#: start "+twoKnights+"\n0 clock 5000 5000 b\n1000 flag b\n")
	d.wake(1500)
	if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || len(f[0].Remedy.MateBy) == 0 {
		t.Errorf("found %+v", f)
	}
}

// TestPoint28FlagAnswerRefused: an answer for which nothing waits changes nothing, and
// neither do invalid moves.
func TestPoint28FlagAnswerRefused(t *testing.T) {
	d := askedDesk(t, twoKnights)
	d.log(fmt.Sprintf(canMate, 500, "no"))
	d.log("1000 clock 5000 5000 b\n1500 flag b\n1510 cmd can_mate {\"ply\":0,\"side\":\"b\",\"answer\":\"no\"}\n1520 cmd can_mate {\"ply\":7,\"side\":\"w\",\"answer\":\"no\"}\n")
	d.wake(2000)
	if len(d.refused) != 3 || len(d.flags()) != 0 {
		t.Errorf("refused %v, found %+v", d.refused, d.flags())
	}
	d.log(`2100 cmd can_mate {"ply":0,"side":"w","answer":"yes","by":["d1d8"]}` + "\n")
	if f := d.flags(); len(f) != 1 || f[0].Remedy == nil || len(f[0].Remedy.MateBy) != 0 {
		t.Errorf("found %+v", f)
	}
	// A result while it is asked: nothing waits any more.
	d = askedDesk(t, twoKnights)
	d.log("1000 clock 5000 5000 b\n1500 flag b\n2000 cmd result {\"result\":\"1-0\"}\n")
	d.wake(1 << 40)
	if q, open := d.tr.Question(); open {
		t.Errorf("asked after the end: %+v", q)
	}
}

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
	if f := findingOf(laws.DeadPosition, found); f == nil || f.Level != laws.Certain || f.Article != "5.2.2" || f.Event != 3 {
		t.Errorf("found %s", accountOf(found))
	}
	if g := tr.Game(); g.Result != "1/2-1/2" || g.Phase != touchmove.Ended || g.Moves[0].State != touchmove.StateCompleted {
		t.Errorf("result %s, phase %s", g.Result, g.Phase)
	}
	tr, found = play(t, fmt.Sprintf(walledMove, "")+answered(false))
	if f := findingOf(laws.DeadPositionPossible, found); f == nil || f.Level != laws.Info || f.Article != "5.2.2" || tr.Game().Result != "*" {
		t.Errorf("found %s", accountOf(found))
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
			t.Errorf("asked %t of ply %d, %s, after\n%s%s", open, q.Ply, q.Position.FEN(), log, accountOf(found))
		}
	}
}

// TestQuestionDoubtful: 5.2.2: only a move in accordance with Article 4 ends the
// game so.
func TestQuestionDoubtful(t *testing.T) {
	log := "#! boardd-log 1\n#: start 1k6/1P5p/BP6/1P1p1p2/8/8/3P1PKP/8 b - - 0 1\n100 lift f5 p\n700 drop f5 p\n1400 lift d5 p\n2100 drop d4 p\n"
	tr, found := play(t, log+"2800 cmd dead_position {\"ply\":1,\"proved\":true}\n")
	f := findingOf(laws.DeadPosition, found)
	if f == nil || f.Level != laws.Arbiter || tr.Game().Result != "*" {
		t.Errorf("found %s", accountOf(found))
	}
}

// TestQuestionLeftOpen: where the text does not say that a dead position ends the game, the arbiter
// decides, however it was found.
func TestQuestionLeftOpen(t *testing.T) {
	tr, found := play(t, fmt.Sprintf(walledMove, "#: rules bilguer-1880\n")+answered(true))
	f := findingOf(laws.DeadPosition, found)
	if f == nil || f.Level != laws.Arbiter || tr.Game().Result != "*" {
		t.Errorf("found %s", accountOf(found))
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
			t.Errorf("asked %t, of ply %d, after\n%s%s", open, q.Ply, log, accountOf(found))
		}
	}
}

func findingOf(code touchmove.Code, found []touchmove.Finding) *touchmove.Finding {
	if i := slices.IndexFunc(found, func(f touchmove.Finding) bool { return f.Code == code }); i >= 0 {
		return &found[i]
	}
	return nil
}
