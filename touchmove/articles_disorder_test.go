package touchmove_test

import "testing"

// TestOutOfTurn: 1.2, 7.5: a player moves though he does not have the move.
func TestOutOfTurn(t *testing.T) {
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "1.2 twice in a row", do: "e2e4 |w d2d4 inspect", want: "out_of_turn certain w 1.2/7.5 #5; out_of_turn certain w 1.2/7.5", also: none, moves: "e2e4 completed"},
		{name: "1.2 twice in a row, put back", do: "e2e4 |w d2d4 d4d2 e7e5 |b", want: "out_of_turn certain w 1.2/7.5", also: none, moves: "e2e4 completed, e7e5 completed"},
		{name: "1.2 Black begins", do: "e7e5", want: "out_of_turn certain b 1.2/7.5", also: none, end: "*"},
		{name: "1.2 twice before the press", do: "e2e4 d2d4 |w", want: "out_of_turn certain w 1.2/7.5", also: none, moves: "e2e4 completed"},
		{name: "1.2 twice before the press, in the middle of a game", do: "e2e4 |w e7e5 |b g1f3 ~5000 -b1 +Nc3 |w", want: "out_of_turn certain w 1.2/7.5", also: none,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "1.2 a far move, and then the other player presses: no more certain", do: "e2e4 |w d2d4 |b inspect",
			want: "out_of_turn certain w #5; clock_no_move arbiter b 7.5.3; out_of_turn arbiter w #7", also: none, moves: "e2e4 completed"},
		{name: "1.2 castling", fen: "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", do: "a2a3 |w ~2000 -e1 +Kg1 -h1 +Rf1",
			want: "out_of_turn certain w 1.2/7.5", also: none, moves: "a2a3 completed"},
		{name: "1.2 not in reply", do: "e2e4 e7e5", none: []string{"out_of_turn"}, moves: "e2e4 made, e7e5 made"},
		{name: "1.2 not one that is carried over the board", do: "e2e4 |w -d2 ~100 +Pd4 ~100 -d4 ~100 +Pd2 e7e5 |b", none: []string{"out_of_turn"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "1.2 not a victim put aside", fen: pawnBite, do: "-d5 ~100 +pa3 ~100 -a3 e4d5 |w", none: []string{"out_of_turn"}, moves: "e4d5 completed"},
	})
}

// TestPushed: 7.4.1, 7.5: a piece of the player not having the move on a neighbouring
// square may have been pushed there by anybody's sleeve. That player's own press
// says who did it; the other player's does not.
func TestPushed(t *testing.T) {
	aside := "displaced arbiter ? 7.4.1"
	byWhite := "; out_of_turn certain w 1.2/7.5"
	none := illegals(0, 0)
	quiet := []string{"out_of_turn", "illegal_not_completed", "illegal_completed"}
	open := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	checkTrials(t, []trial{
		{name: "7.4.1 a pawn, one step", do: "e2e4 |w d2d3", want: aside + " #5", none: quiet, also: none, moves: "e2e4 completed"},
		{name: "7.4.1 put back", do: "e2e4 |w d2d3 d3d2 e7e5 |b", want: aside, none: quiet, moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 found once", do: "e2e4 |w d2d3 ~12000 inspect", want: aside + " #5; " + aside + " #6", none: quiet, moves: "e2e4 completed"},
		{name: "7.4.1 a king, one step", fen: "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", do: "e1d2", want: aside, none: quiet, end: "*"},
		{name: "7.4.1 a queen, one step aslant", fen: "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", do: "a1b2", want: aside, none: quiet, end: "*"},
		{name: "7.4.1 of Black in White's turn", fen: open, do: "e8e7", want: aside, none: quiet, end: "*"},
		{name: "7.4.1 on an occupancy board", head: "sensor occupancy", do: "e2e4 |w d2d3", want: aside, none: quiet, moves: "e2e4 completed"},
		{name: "7.4.1 without a clock", head: "clock no", do: "e2e4 ~4000 -d2 +Pd3", want: aside, none: quiet, moves: "e2e4 made"},
		{name: "7.4.1 play goes on over it", do: "e2e4 |w d2d3 e7e5 |b g1f3 |w", want: aside, none: quiet,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "7.5 its own player presses", do: "e2e4 |w d2d3 |w", want: aside + byWhite + " #6", also: none, moves: "e2e4 completed"},
		{name: "7.5 before his first press", do: "e2e4 d2d3 |w", want: aside + byWhite + " #5", also: none, moves: "e2e4 completed"},
		{name: "7.5 he presses at once", do: "e2e4 d2d3 ~100 |w", want: "out_of_turn w 1.2/7.5", also: none, moves: "e2e4 completed"},
		{name: "7.5.3 the other player presses over it", do: "e2e4 |w d2d3 |b", want: aside + "; clock_no_move arbiter b 7.5.3", none: quiet, also: none, moves: "e2e4 completed"},
		{name: "7.5.3 and a press of its own player after that proves nothing", do: "e2e4 |w d2d3 |b |w", want: aside, none: quiet,
			may: "clock_no_move", moves: "e2e4 completed"},
		{name: "7.4.1 his press for the move after the reply proves nothing", do: "e2e4 |w d2d3 e7e5 |b -d3 +Pd2 g1f3 |w", want: aside, none: quiet,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "1.2 a knight has no neighbouring squares to go to", do: "e2e4 |w g1f3", want: "out_of_turn certain w", also: none, moves: "e2e4 completed"},
	})
}

// TestDisplaced: 7.4, 7.6: pieces where no move put them.
func TestDisplaced(t *testing.T) {
	open := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	aside := "displaced arbiter ? 7.4.1"
	checkTrials(t, []trial{
		{name: "7.4.1 put right", fen: open, do: "-h8 +rh5 -h5 +rh8 g1f3 |w", info: []string{"displaced 7.4.1 #2"}, moves: "g1f3 completed"},
		{name: "7.4.1 put right while the clocks stand", fen: open, do: "-h8 +rh5 pause -h5 +rh8 resume g1f3 |w", info: []string{"displaced"}, moves: "g1f3 completed"},
		{name: "7.4.1 play goes on over it", fen: open, do: "-h8 +rh5 g1f3 |w", want: aside, moves: "g1f3 completed"},
		{name: "7.4.1 nobody puts it right", fen: open, do: "-h8 +rh5 ~12000 inspect", want: aside + " #2; " + aside, end: "*"},
		{name: "7.4.1 put right within ten seconds", fen: open, do: "-h8 +rh5 ~8000 -h5 +rh8 ~9000 -g1 +Nf3 |w", moves: "g1f3 completed"},
		{name: "7.4.1 is never part of the game", fen: open, do: "-h8 +rh5 g1f3 |w -h5 +rh8 b8c6 |b", want: aside, moves: "g1f3 completed, b8c6 completed"},
		{name: "7.4.1 no illegal move", fen: open, do: "-h8 +rh5 g1f3 |w", want: aside, none: []string{"illegal_completed", "illegal_not_completed"}, also: illegals(0, 0),
			moves: "g1f3 completed"},
		{name: "7.6 a captured piece left on the board", fen: pawnBite, do: "-d5 +pd6 e4d5 |w ~12000 inspect", may: "displaced", info: []string{"displaced ? 7.4.1"}, moves: "e4d5 completed"},
		{name: "7.4.2/7.5.3 several fall, and the clock is pressed", fen: bothCastle, do: "-g2 ~0 -h2 ~0 -h1 ~5 -f2 |w ~2000 +Pg2 +Ph2 +Rh1 +Pf2 inspect",
			want: "clock_no_move|move_incomplete arbiter w 7.5.3", also: illegals(0, 0)},
		{name: "7.4.1/4.2.2 several at once", fen: bothCastle, do: "-g2 ~0 -h2 ~0 -h1 ~5 -f2 +Pg2 +Ph2 +Rh1 +Pf2 a2a3 |w", info: []string{"displacement 7.4.1/4.2.2 w #4"},
			none: []string{"displaced"}, moves: "a2a3 completed"},
	})
}

// TestArray: 7.2.1, A.5.1.2: a wrong initial position.
func TestArray(t *testing.T) {
	swapped := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 "
	wrong := "wrong_initial_position certain - 7.2.1 #0"
	played := "e2e4 completed"
	checkTrials(t, []trial{
		{name: "7.2.1 standard", fen: swapped + "1", do: "e2e4 |w", want: wrong, moves: played},
		{name: "7.2.1 standard, at any time", fen: swapped + "40", do: "e2e4 |w", want: wrong, moves: played},
		{name: "7.2.1 knight and bishop", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1", do: "e2e4 |w", want: wrong, moves: played},
		{name: "A.5.1.2 rapid, in time", fen: swapped + "1", head: "time rapid", do: "e2e4 |w", want: wrong, moves: played},
		{name: "A.5.1.2 rapid, ten moves not yet completed", fen: swapped + "10", head: "time rapid", do: "e2e4 |w", want: wrong, moves: played},
		{name: "A.5.1.2 rapid, too late", fen: swapped + "11", head: "time rapid", do: "e2e4 |w", info: []string{"wrong_initial_position A.5.1.2"}, moves: played},
		{name: "A.5.1.2 blitz, too late", fen: swapped + "11", head: "time blitz", do: "e2e4 |w", info: []string{"wrong_initial_position A.5.1.2"}, moves: played},
		{name: "A.4.2 full supervision: never too late", fen: swapped + "11", head: "time rapid; supervision full", do: "e2e4 |w", want: wrong, moves: played},
		{name: "7.2.1 nothing wrong", do: "e2e4 |w", none: []string{"wrong_initial_position"}, moves: played},
		{name: "7.2.1 a position of the middle game", fen: bothCastle, do: "a2a3 |w", none: []string{"wrong_initial_position"}, moves: "a2a3 completed"},
		{name: "7.2.1 not in Chess960", fen: "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1", head: "variant chess960", do: "e2e4 |w", moves: played},
	})
}
