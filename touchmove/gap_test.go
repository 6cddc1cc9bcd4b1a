package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestPlyInGap: a ply is made while the port is lost. The scan shows it, and the clock that
// it was pressed: it is published when it has rested, whether the hands or only the gap
// explain it.
func TestPlyInGap(t *testing.T) {
	const before = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" +
		"0 clock 900000 900000 w\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n2200 clock 899000 900000 b\n" +
		"2800 lift e7 p\n3500 drop e5 p\n4200 press b\n4300 clock 899000 899000 w\n5000 link down\n"
	const shown = "12100 board rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n"
	for name, c := range map[string]struct {
		log  string
		want int
	}{
		"made and pressed": {before + "12000 link up\n" + shown + "12200 clock 890000 899000 b\n", 3},
		"so soon that the clock may lag, had it not shown the press before": {before + "5100 link up\n5300 board rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n5400 clock 890000 899000 b\n", 3},
		"and once more before it can lag": {before + "5100 link up\n5300 board rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n5300 clock 890000 899000 b\n" +
			"5900 link down\n6000 link up\n6400 board rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n6400 clock 890000 890000 w\n" +
			"7100 lift d2 P\n7200 drop d4 P\n7300 press w\n7310 clock 889000 890000 b\n8300 clock 889000 889000 b\n", 5},
		"made, not pressed":   {before + "12000 link up\n" + shown + "12200 clock 890000 899000 w\n", 2},
		"nothing was made":    {before + "12000 link up\n12100 board rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\n12200 clock 890000 899000 w\n", 2},
		"not back in contact": {before, 2},
	} {
		tr, _ := playLog(t, c.log)
		if n := published(tr.Game()); n != c.want {
			t.Errorf("%s: %d plies are published (%s), want %d", name, n, sanOf(tr.Game()), c.want)
		}
	}
}

// TestTimeOfUnheardPress: the press of a ply was not heard. Its time is what the clock shows after it
// (docs/mqtt.md), as soon as it does.
func TestTimeOfUnheardPress(t *testing.T) {
	const (
		before = "#! boardd-log 1\n#: start rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n" +
			"0 clock 900000 900000 w\n1000 clock 899000 900000 w\n1500 clock 899000 900000 w\n"
		gap   = "2000 link down\n12000 link up\n"
		one   = "12100 board rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n"
		hands = "2000 lift g1 N\n2600 drop f3 N\n"
	)
	for name, c := range map[string]struct {
		log  string
		want []int64
	}{
		"one ply in a gap":            {before + gap + one + "12200 clock 890000 900000 b\n", []int64{890000}},
		"a ply in a gap, not pressed": {before + gap + one + "12200 clock 890000 900000 w\n", []int64{-1}},
		"the record of a press lost":  {before + hands + "3300 clock 898000 900000 b\n", []int64{898000}},
		"a press that was heard":      {before + hands + "3300 press w\n3310 clock 898000 900000 b\n9000 clock 897000 895000 b\n", []int64{898000}},
	} {
		tr, _ := playLog(t, c.log)
		var got []int64
		for _, p := range tr.Game().Moves {
			got = append(got, p.Clock)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s with times %d, want %d", name, sanOf(tr.Game()), got, c.want)
		}
	}
}

// TestReplyInGap: a ply and its reply are made while the port is lost. Whether the clock was pressed
// between them nobody has heard: nothing is found. Where it has been heard that it was not, that is.
func TestReplyInGap(t *testing.T) {
	const (
		before = "#! boardd-log 1\n#: start rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n0 clock 900000 900000 w\n1000 clock 899000 900000 w\n"
		lost   = "2000 link down\n12000 link up\n12100 board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n12200 clock 888000 890000 w\n"
		heard  = "2000 lift g1 N\n2600 drop f3 N\n4000 lift b8 n\n4600 drop c6 n\n6000 clock 894000 900000 w\n"
		third  = "15000 lift f1 B\n15600 drop c4 B\n16300 press w\n"
	)
	for name, c := range map[string]struct {
		log  string
		want bool
	}{
		"played in a gap":     {before + lost + third, false},
		"the board was heard": {before + heard, true},
	} {
		_, found := playLog(t, c.log)
		if got := slices.ContainsFunc(found, func(f touchmove.Finding) bool { return f.Code == laws.ReplyBeforePress }); got != c.want {
			t.Errorf("%s: reply_before_press found: %v\n%s", name, got, accountOf(found))
		}
	}
}

// TestClockStartedInGap: the clock is set, and the port is lost. The clock is started and plies are
// played before the board is heard again: they belong to the game.
func TestClockStartedInGap(t *testing.T) {
	const before = "#! boardd-log 1\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n1000 clock 900000 900000 -\n2000 link down\n17000 link up\n"
	const played = "17500 board r1bqkbnr/pppppppp/2n5/8/3P4/2N5/PPP1PPPP/R1BQKBNR\n"
	const reply = "20000 lift e7 p\n20600 drop e6 p\n21200 press b\n21200 clock 890000 880000 w\n"
	for name, c := range map[string]struct{ log, want string }{
		"played":                    {before + played + "17600 clock 890000 899000 b\n" + reply, "d4 Nc6 Nc3 e6"},
		"nothing was played":        {before + "17500 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n17600 clock 900000 900000 -\n", ""},
		"the clock was not started": {before + played + "17600 clock 900000 900000 -\n", ""},
	} {
		tr, _ := playLog(t, c.log)
		if got := sanOf(tr.Game()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestBoardNamesNoPieces: nobody has said that the board names no pieces. Its scan shows that,
// and so a piece that has been lifted may have captured another one without a report.
func TestBoardNamesNoPieces(t *testing.T) {
	const head, scan = "#! boardd-log 1\n#: clock no\n", "0 board ????????/????????/8/8/8/8/????????/????????\n"
	const play = "1000 lift e2\n1500 drop e4\n2500 lift d7\n3000 drop d5\n4000 lift e4\n6000 lift g8\n6500 drop f6\n7500 lift b1\n8000 drop c3\n"
	const named = "0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n1000 lift e2 P\n1500 drop e4 P\n2500 lift d7 p\n3000 drop d5 p\n4000 lift e4 P\n6000 drop d5 P\n7000 lift g8 n\n7500 drop f6 n\n"
	for name, c := range map[string]struct{ log, want string }{
		"as the scan shows":                   {head + scan + play, "e4 d5 exd5 Nf6 Nc3"},
		"as the log says":                     {head + "#: sensor occupancy\n" + scan + play, "e4 d5 exd5 Nf6 Nc3"},
		"after the link is up":                {head + "0 link up\n" + scan + play, "e4 d5 exd5 Nf6 Nc3"},
		"it has learnt its pieces since":      {head + scan + named, "e4 d5 exd5 Nf6"},
		"the log says so, and they are named": {head + "#: sensor occupancy\n" + named, "e4 d5 exd5 Nf6"},
	} {
		tr, _ := playLog(t, c.log)
		if got := sanOf(tr.Game()); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestStrained: when much was reported that no game explains, trust is ambiguous, also while all
// squares agree, and ok again after some plies without trouble.
func TestStrained(t *testing.T) {
	const head, played = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n0 clock 900000 900000 w\n", "700 lift e2 P\n1400 drop e4 P\n2100 press w\n"
	const touched = "2800 lift a1 R\n3300 drop a1 R\n3800 lift c1 B\n4300 drop c1 B\n4800 lift d1 Q\n5300 drop d1 Q\n"
	const after = "8000 lift e7 p\n8700 drop e5 p\n9400 press b\n"
	const quiet = "10000 lift g1 N\n10700 drop f3 N\n11400 press w\n12000 lift b8 n\n12700 drop c6 n\n13400 press b\n" +
		"14000 lift f1 B\n14700 drop c4 B\n15400 press w\n16000 lift f8 b\n16700 drop c5 b\n17400 press b\n"
	for name, c := range map[string]struct {
		log  string
		want touchmove.TrustState
	}{
		"nothing is touched":    {head + played + after, touchmove.TrustOK},
		"three pieces are":      {head + played + touched + after, touchmove.TrustAmbiguous},
		"four plies after them": {head + played + touched + after + quiet, touchmove.TrustOK},
	} {
		wantTrust(t, name, c.log+"30000 clock 800000 800000 w\n", c.want)
	}
}

// wantTrust wants trust to be so at the end of a log.
func wantTrust(t *testing.T, name, log string, want touchmove.TrustState) {
	t.Helper()
	tr, _ := playLog(t, log)
	if got := tr.Game().Trust.State; got != want {
		t.Errorf("%s: trust %s, want %s (%s)", name, got, want, sanOf(tr.Game()))
	}
}

// TestUnstartedClock: when pieces are moved and nobody has started the clock, a person is told so; one that is moved
// for the photographers says nothing.
func TestUnstartedClock(t *testing.T) {
	const begin = "#! boardd-log 1\n100 clock 900000 900000 -\n200 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n5000 lift e2 P\n5600 drop e4 P\n"
	wantTrust(t, "one is moved", begin, touchmove.TrustSettling)
	wantTrust(t, "two are", begin+"9000 lift e7 p\n9600 drop e5 p\n", touchmove.TrustDisplaced)
	wantTrust(t, "one goes back", begin+"9000 lift e4 P\n9600 drop e2 P\n20000 clock 900000 900000 -\n", touchmove.TrustOK)
	wantTrust(t, "the clock is started", begin+"9000 lift e7 p\n9600 drop e5 p\n20000 clock 900000 900000 w\n40000 clock 880000 900000 w\n", touchmove.TrustSettling)
}

// TestPastPutRight: a ply before the log is what its header says, though its piece goes on to the square beside.
func TestPastPutRight(t *testing.T) {
	tr, _ := playLog(t, "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n#: moves e2e3\n"+
		"1000 lift e3 P\n1200 drop e4 P\n5000 lift e7 p\n6000 drop e5 p\n7000 press b\n")
	if got := sanOf(tr.Game()); got != "e3 e5" {
		t.Errorf("%s, want e3 e5", got)
	}
}

// TestMisplaced: when a piece is read for long where the game has none, trust is displaced until it is gone.
func TestMisplaced(t *testing.T) {
	const play = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n0 clock 900000 900000 w\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n"
	for name, c := range map[string]struct {
		log  string
		want touchmove.TrustState
	}{
		"nothing":          {"", touchmove.TrustOK},
		"for two seconds":  {"3000 drop h5 q\n5000 lift h5\n", touchmove.TrustAmbiguous},
		"for 17 seconds":   {"3000 drop h5 q\n", touchmove.TrustDisplaced},
		"it is gone again": {"3000 drop h5 q\n18000 lift h5\n", touchmove.TrustAmbiguous},
	} {
		wantTrust(t, name, play+c.log+"20000 clock 880000 900000 b\n", c.want)
	}
}

// TestUnproved: where a bishop stood for two plies was not reported. Its moves there and from there
// are published once nothing that comes tells them apart, and trust is ambiguous then, also when the
// game has ended, until a person says which ply it was. Where each ply was reported, it is ok.
func TestUnproved(t *testing.T) {
	const head = "#! boardd-log 1\n#: sensor identified\n#: board chesslink\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n0 clock 900000 900000 w\n"
	for name, c := range map[string]struct {
		put  string
		want touchmove.TrustState
	}{
		"not reported": {"", touchmove.TrustAmbiguous},
		"reported":     {"drop c4 B,", touchmove.TrustOK},
	} {
		log, at := head, 0
		for _, r := range strings.Split("lift e2 P,drop e4 P,press w,lift e7 p,drop e5 p,press b,lift f1 B,"+c.put+"press w,lift h7 p,drop h6 p,press b,"+
			map[bool]string{true: "lift c4 B,"}[c.put != ""]+"drop e2 B,press w,lift g7 p,drop g6 p,press b,lift a2 P,drop a3 P,press w,lift a7 p,drop a6 p,press b,"+
			"lift b2 P,drop b3 P,press w,lift b7 p,drop b6 p,press b,lift g1 N,drop f3 N,press w,lift f8 b,drop g7 b,press b,lift b1 N,drop c3 N,press w,lift b8 n,drop c6 n,press b", ",") {
			at += 900
			log += fmt.Sprintf("%d %s\n", at, r)
		}
		tr, _ := playLog(t, log)
		g := tr.Game()
		if g.Trust.State != c.want || !g.Moves[4].Published {
			t.Errorf("%s: trust %s, want %s (%s)", name, g.Trust.State, c.want, sanOf(g))
		}
		do := func(what string, cmd touchmove.Command, want touchmove.TrustState) {
			if _, err := tr.Do(1000, int64(at)+60_000, cmd); err != nil {
				t.Fatalf("%s, %s: %v", name, what, err)
			}
			if got := tr.Game().Trust.State; got != want {
				t.Errorf("%s, %s: trust %s, want %s", name, what, got, want)
			}
		}
		do("the game has ended", touchmove.Command{Verb: touchmove.SetResult, Result: "1-0"}, c.want)
		if c.want == touchmove.TrustAmbiguous {
			do("that ply is said to be right", touchmove.Command{Verb: touchmove.Correct, Ply: 5, UCI: tr.Game().Moves[4].UCI}, touchmove.TrustOK)
		}
	}
}
