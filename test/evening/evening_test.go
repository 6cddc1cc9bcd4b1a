// Package evening plays an evening in a playing hall with the built programs. Eight simulated
// boards, each with a boardd of its own, use a mosquitto that boardd-broker-setup has set up. An
// operator and an arbiter use boardd-hall send with their files from that script. A relay must
// have every game at the end.
//
//	make evening                     # builds boardd, and plays it: a minute
//	make evening BOARDD=/path/boardd # with another one, to compare
//
// Without BOARDD in the environment the test is skipped.
package evening

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor/family"
)

// program is the boardd of the evening.
var program = os.Getenv("BOARDD")

func TestMain(m *testing.M) {
	if program == "" {
		fmt.Println("the evening is not played: BOARDD names no program; see make evening")
		return
	}
	os.Exit(m.Run())
}

// patience is how long a test waits for a condition.
const patience = 60 * time.Second

// until waits for a condition. It is false if the condition does not come.
func until(holds func() bool) bool { return harness.Comes(patience, holds) }

// game is a game that every reader must have at the end.
type game struct {
	round, white, black, moves, result string
}

// seat is what happens at one board in the first round: what the players do, and what the arbiter
// sees. The expected game was written from the Laws.
type seat struct {
	board string
	kind  func() family.Board
	clock bool
	round func(t *table)
	want  game
}

var boards = []seat{
	{board: "b01", kind: dgtBoard, clock: true, round: mate, want: game{moves: "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", result: "1-0"}},
	{board: "b02", kind: dgtBoard, clock: true, round: claim, want: game{moves: "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", result: "1/2-1/2"}},
	{board: "b03", kind: dgtBoard, clock: true, round: restoration, want: game{moves: "Nc3 d5 d4 Nf6", result: "0-1"}},
	{board: "b04", kind: textBoard, clock: true, round: wrongResult, want: game{moves: "e4 c5 Nf3 d6 d4 cxd4", result: "0-1"}},
	{board: "b05", kind: chesslinkBoard, round: agreed, want: game{moves: "d4 d5 c4 e6 Nc3 Nf6", result: "1/2-1/2"}},
	{board: "b06", kind: reedBoard, round: entered, want: game{moves: "e4 e5 Nf3 Nc6 Bb5 a6", result: "1-0"}},
	{board: "b07", kind: dgtBoard, clock: true, round: restarted, want: game{moves: "c4 e5 Nc3 Nf6 Nf3 Nc6", result: "1-0"}},
	{board: "b08", kind: textBoard, clock: true, round: takenBack, want: game{moves: "e4 e5 Bc4 Nf6", result: "1/2-1/2"}},
}

// TestEvening plays two rounds at eight boards. A relay that listened, a reader who comes after
// the end, and the journals all have the sixteen games.
func TestEvening(t *testing.T) {
	h := openHall(t)
	relay, arbiter := h.enter("public"), h.enter("arbiter")
	var tables []*table
	var names []string
	for i := range boards {
		tables = append(tables, h.table(&boards[i], i, arbiter))
		names = append(names, boards[i].board)
	}
	t.Run("rounds", func(t *testing.T) {
		for _, tb := range tables {
			t.Run(tb.board, func(t *testing.T) {
				t.Parallel()
				tb.t = t
				tb.evening()
			})
		}
	})
	out, _, _ := h.command("send", "--config", h.file("arbiter"))
	if want := strings.Join(names, "  ready\n") + "  ready\n"; out != want {
		t.Errorf("the boards of the hall are\n%s", out)
	}
	for _, topic := range relay.heard() {
		if strings.Contains(topic, "/arbiter/") || strings.Contains(topic, "/req/") || strings.Contains(topic, "/res/") {
			t.Errorf("the public sees %s", topic)
		}
	}
	for _, tb := range tables {
		tb.leave()
	}
	late := h.enter("public")
	missing := func() (all []string) {
		for _, tb := range tables {
			all = append(all, tb.missing("the relay", relay.games(tb.board))...)
			all = append(all, tb.missing("a late one", late.lastGames(tb.board))...)
		}
		return all
	}
	until(func() bool { return len(missing()) == 0 }) // the broker may have something on its way
	all := missing()
	for _, tb := range tables {
		all = append(all, tb.missing("the journal", tb.journal())...)
	}
	for _, m := range all {
		t.Error(m)
	}
}

// mate: the game ends itself (5.1.1), and the pieces are set up before anybody looks.
func mate(t *table) { t.play("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7") }

// claim: the initial array stands for the third time, with the knights where they were;
// Black stops the clocks to claim (9.2, 9.5). That is no set-up for another game.
func claim(t *table) {
	t.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
	t.stopClocks()
	t.found("draw_claimable")
	t.wait(11 * time.Second) // longer than anything on the board has to stand to count
	t.sameGame("a claim")
	t.arbiter("result", "1/2-1/2")
}

// restoration: the first move is illegal, and completed; the arbiter stops the clocks, the
// knight goes back (7.5.1), Black gets two minutes (7.5.5), and White moves that knight.
func restoration(t *table) {
	t.lift("b1")
	t.drop("b3", "N")
	t.press()
	t.found("illegal_completed")
	t.stopClocks()
	t.lift("b3")
	t.drop("b1", "N")
	t.wait(11 * time.Second)
	t.sameGame("a restoration")
	t.startClock("w", 120)
	t.play("b1c3 d7d5 d2d4 g8f6")
	t.arbiter("result", "0-1")
	if g := t.full(); g.Illegal == nil || g.Illegal.White != 1 || g.Illegal.Black != 0 {
		t.errorf("illegal moves counted: %+v", g.Illegal)
	}
}

// wrongResult: the result of another board is entered; it is taken back, and the moves
// that were played meanwhile belong to the game.
func wrongResult(t *table) {
	t.play("e2e4 c7c5")
	t.arbiter("result", "1-0")
	t.play("g1f3 d7d6")
	t.arbiter("result", "*")
	t.sameGame("a result that was taken back")
	t.play("d2d4 c5d4")
	t.arbiter("resign", "white")
}

// agreed: no clock is attached; the players agree on a draw.
func agreed(t *table) {
	t.play("d2d4 d7d5 c2c4 e7e6 b1c3 g8f6")
	t.arbiter("draw")
}

// entered: the board has occupancy only.
func entered(t *table) {
	t.play("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6")
	t.arbiter("result", "1-0")
}

// restarted: boardd is killed in the middle of the game, and goes on with it.
func restarted(t *table) {
	t.play("c2c4 e7e5 b1c3")
	t.settled(3)
	t.kill()
	t.run()
	t.ready()
	t.sameGame("a restart")
	t.play("g8f6 g1f3 b8c6")
	t.arbiter("result", "1-0")
}

// takenBack: the players have gone wrong, and the arbiter lets them take two plies back.
func takenBack(t *table) {
	t.play("e2e4 e7e5 f1b5 g8f6")
	t.settled(4)
	t.stopClocks()
	t.arbiter("takeback", "2")
	t.lift("f6")
	t.drop("g8", "n")
	t.lift("b5")
	t.drop("f1", "B")
	t.wait(time.Second)
	t.startClock("w", 0)
	t.play("f1c4 g8f6")
	t.arbiter("draw")
}
