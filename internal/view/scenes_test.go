package view

import (
	"testing"

	"github.com/boardd/boardd/transport"
)

const (
	ruyLopez = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8"
	endgame  = "8/6pp/5k2/8/8/3K4/6PP/8 w - - 0 60"
)

// illegalKnight is what is found when a knight goes from b1 to b3 and the clock
// is pressed (7.5.1, 3.6; the second one gains the opponent two minutes, 7.5.5).
var illegalKnight = transport.Finding{
	Event: 9, AtMs: 68500, Code: "illegal_completed", Level: "certain", Article: "7.5.1/3.6", Side: "w", Ply: 3,
	UCI: "b1b3", SAN: "Nb3", Why: []transport.Reason{{Article: "3.6", Text: "a knight does not move from b1 to b3"}},
	Remedy: &transport.Remedy{Restore: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		Bound: []string{"b1a3", "b1c3"}, OpponentGains: 120, Offence: 1, Article: "7.5.5"},
}

// illegalKnightSaid is that in a sentence.
const illegalKnightSaid = "White completed an illegal move, Nb3: a knight does not move from b1 to b3. " +
	"The position before the move is restored (FIDE 2023: 7.5.1, 3.6). The move may be replaced by b1-a3 or b1-c3. " +
	"It counts as the first completed illegal move by White. The text gives Black 2 extra minutes (7.5.5)."

// scenes are the boards that pictures are made of.
var scenes = map[string]func(t testing.TB, say listener){
	"start": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.sensed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
		f.clock(5400_000, 5400_000, "-")
		f.snapshot()
	},
	"provisional": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.play(ruyLopez)
		f.clock(5160_000, 5158_000, "w")
		f.game.Trust = transport.Trust{State: "settling", Reason: text("a piece is in the air, or a move waits for its proof")}
		f.pend(f.move("Nf1", "provisional", 5150_000))
		f.sensed("r2qr1k1/1bpnbppp/p2p1n2/1p2p3/3PP3/2P2N1P/PPB2PP1/R1BQRNK1")
		f.found(transport.Finding{Code: "obliged", Level: "info", Article: "4.3.1", Side: "w", Ply: 25, Bound: "from:d2",
			Allowed: []string{"d2b1", "d2b3", "d2c4", "d2f1"}})
		f.found(transport.Finding{Code: "provisional", Level: "info", Article: "-", Side: "w", Ply: 25, UCI: "d2f1", SAN: "Nf1"})
	},
	"illegal": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.play("e4 e5")
		f.clock(5340_000, 5380_000, "b")
		f.sensed("rnbqkbnr/pppp1ppp/8/4p3/4P3/1N6/PPPP1PPP/R1BQKBNR")
		clk := int64(5340_000)
		ply := transport.Ply{Ply: 3, UCI: text("b1b3"), SAN: text("Nb3"), State: "illegal_completed", ClkMs: &clk}
		f.game.Irregular, f.game.Illegal, f.game.Phase = []transport.Ply{ply}, &transport.Sides{White: 1}, "irregular"
		f.game.Trust = transport.Trust{State: "illegal", Reason: text("an irregular move stands on the board")}
		f.pend(ply)
		f.found(illegalKnight)
		f.alert(illegalKnight)
	},
	"signal": func(t testing.TB, say listener) {
		f := newFeed(t, endgame, say)
		f.status("ready")
		f.game.Phase = "result_pending"
		f.snapshot()
		f.sensed("8/6pp/8/4k3/3K4/8/6PP/8", "d3", "d4", "e5", "f6")
		signal := transport.Finding{Event: 5, AtMs: 21980, Code: "result_signal", Level: "info", Article: "vendor convention", Side: "-", Text: "0-1"}
		f.found(signal)
		f.alert(signal)
	},
	"differ": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("ready")
		f.play("e4 e5")
		f.sensed("rnbqkbnr/pppp1ppp/8/4p3/4PQ2/8/PPPP1PPP/RNB1KB1R", "d1", "f4", "g1") // the queen on f4, the knight in the air
		f.game.Trust = transport.Trust{State: "displaced", Reason: text("pieces stand where no move put them")}
		f.snapshot()
		f.found(transport.Finding{AtMs: 12000, Code: "displaced", Level: "arbiter", Article: "7.4.1", Side: "?", Squares: []string{"d1", "f4"}})
	},
	"ended": func(t testing.TB, say listener) {
		f := newFeed(t, initialFEN, say)
		f.status("lost")
		f.play("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")
		f.game.Result, f.game.Termination, f.game.Phase = "1-0", text("normal"), "ended"
		f.snapshot()
	},
}

func text(s string) *string { return &s }

// board is the board of a scene.
func board(t testing.TB, name string) *Board {
	b := new(Board)
	scenes[name](t, into(t, b))
	return b
}
