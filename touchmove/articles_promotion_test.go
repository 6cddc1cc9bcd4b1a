package touchmove_test

import "testing"

// TestPromotionHands: 3.7.3.3, 4.4.4, 4.6, 4.7.3: promotion by all hands.
func TestPromotionHands(t *testing.T) {
	f8 := "f7f8b f7f8n f7f8q f7f8r"
	blackPawn := "8/k7/8/8/8/8/4p2K/8 b - - 0 1"
	checkTrials(t, []trial{
		{name: "4.6 pawn on, exchanged", fen: pawnTwoWays, do: "f7f8 -f8 +Qf8 |w", info: []string{"promotion_square_fixed 4.7 w #2", "promotion_choice_final 4.4.4 w #4"},
			open: []string{"2: " + f8, "3: " + f8, "4: f7f8q"}, moves: "f7f8q completed"},
		{name: "4.6.1 pawn off, piece on", fen: pawnTwoWays, do: "-f7 +Nf8 |w", open: []string{"2: f7f8n"}, moves: "f7f8n completed"},
		{name: "4.6.2 piece on, pawn off", fen: pawnTwoWays, do: "+Bf8 -f7 |w", open: []string{"1: f7f8b", "2: f7f8b"}, moves: "f7f8b completed"},
		{name: "4.6.2 piece on, pawn off, no clock, and the opponent's hand comes soon", fen: pawnTwoWays, head: "clock no", do: "+Qf8 ~300 -f7 ~2000 -h7 ~1300 +kh8 ~3000 inspect",
			none: []string{"displaced"}, moves: "f7f8q made, h7h8 made"},
		{name: "4.6.3 victim, pawn, piece", fen: pawnTwoWays, do: "-g8 -f7 +Qg8 |w", open: []string{"1: f7g8b f7g8n f7g8q f7g8r", "3: f7g8q"}, moves: "f7g8q completed"},
		{name: "4.6.3 pawn, victim, piece", fen: pawnTwoWays, do: "-f7 -g8 +Rg8 |w", moves: "f7g8r completed"},
		{name: "4.6.3 pawn onto the victim, exchanged", fen: pawnTwoWays, do: "-f7 -g8 +Pg8 -g8 +Qg8 |w", open: []string{"3: f7g8b f7g8n f7g8q f7g8r"}, moves: "f7g8q completed"},
		{name: "4.6.3 piece in the victim's place, pawn off", fen: pawnTwoWays, do: "-g8 +Qg8 -f7 |w", moves: "f7g8q completed"},
		{name: "4.6 black", fen: blackPawn, do: "e2e1 -e1 +qe1 |b", moves: "e2e1q completed"},
		{name: "4.7.3 pawn on, waits for its piece", fen: pawnTwoWays, do: "f7f8 ~9000 inspect", none: []string{"move_made", "illegal_not_completed"}},
		{name: "4.7.3 piece on, waits for the pawn", fen: pawnTwoWays, do: "+Qf8 ~9000 inspect", none: []string{"move_made", "displaced"}, end: "* waiting"},
		{name: "4.7 not on another square", fen: pawnTwoWays, do: "f7f8 -f8 -g8 +Qg8 |w", want: "release_breach suspected w 4.7", also: illegals(0, 0), moves: "f7g8q completed"},
		{name: "4.4.4 changed", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 +Rf8 |w", want: "promotion_changed certain w 4.4.4 #4", also: illegals(0, 0),
			open: []string{"2: f7f8q", "3: f7f8q"}, moves: "f7f8r completed"},
		{name: "4.4.4 changed before it was let go", fen: pawnTwoWays, do: "-f7 +Qf8 ~100 -f8 ~100 +Nf8 |w", want: "promotion_changed certain w 4.4.4", moves: "f7f8n completed"},
		{name: "4.4.4 changed, the pawn still there", fen: pawnTwoWays, do: "+Qf8 -f8 +Nf8 -f7 |w", want: "promotion_changed certain w 4.4.4", moves: "f7f8n completed"},
		{name: "4.4.4 the square changed", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 -g8 +Qg8 |w", want: "release_breach suspected w 4.7", none: []string{"promotion_changed"},
			also: illegals(0, 0), moves: "f7g8q completed"},
		{name: "4.4.4 the square changed before the queen was let go", fen: pawnTwoWays, do: "-f7 +Qf8 ~100 -f8 ~100 -g8 +Qg8 |w", none: []string{"promotion_changed"},
			moves: "f7g8q completed"},
		{name: "4.4.4 square and piece changed: which square was to be the promotion square is not seen", fen: pawnTwoWays, do: "-f7 +Qf8 ~100 -f8 ~100 -g8 +Rg8 |w",
			want: "promotion_changed suspected w 4.4.4", also: illegals(0, 0), moves: "f7g8r completed"},
		{name: "4.7 the pawn let go on the last rank, and then an enemy piece", fen: pawnTwoWays, do: "f7f8 -g8 +rg8 -f8 +Qf8 |w", open: []string{"3: " + f8, "4: " + f8},
			moves: "f7f8q completed"},
		{name: "4.4.4 one of the same kind", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 +Qf8 |w", none: []string{"promotion_changed"}, moves: "f7f8q completed"},
		{name: "4.4.4 a rook upside down is a rook", fen: pawnTwoWays, do: "f7f8 -f8 +Rf8 |w", none: []string{"promotion_changed"}, moves: "f7f8r completed"},
		{name: "4.4.4 mate by a changed piece", fen: "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", do: "-a7 +Na8 -a8 +Qa8", want: "promotion_changed certain w 4.4.4; checkmate arbiter w 5.1.1",
			moves: "a7a8q made"},
	})
}

// TestPromotionUnfinished: 3.7.3.3, 7.5.2: the clock pressed before it is done.
func TestPromotionUnfinished(t *testing.T) {
	left := "promotion_unreplaced certain w 7.5.2 #3"
	wrong, lapses := "; promotion_changed certain w 7.5.2", []string{"touch_claim_lapsed", "touch_breach"}
	before := fields4(pawnTwoWays)
	checkTrials(t, []trial{
		{name: "7.5.2 pawn left", fen: pawnTwoWays, do: "f7f8 |w", want: left, also: illegals(1, 0), fen4: before, end: "* irregular"},
		{name: "7.5.2 only a queen now", fen: pawnTwoWays, do: "f7f8 |w", want: left, end: "* irregular",
			also: remedy("promotion_unreplaced", offence{gains: 120, number: 1, bound: "f7f8q"})},
		{name: "7.5.2 rapid", fen: pawnTwoWays, head: "time rapid", do: "f7f8 |w", want: left, end: "* irregular", also: remedy("promotion_unreplaced", offence{gains: 60, number: 1})},
		{name: "7.5.2 a capture", fen: pawnTwoWays, do: "-g8 f7g8 |w", want: "promotion_unreplaced certain w 7.5.2", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.2 the second offence", fen: pawnTwoWays, head: "illegal w=1 b=0", do: "f7f8 |w", want: left + "; illegal_second arbiter w 7.5.5", end: "* irregular",
			also: remedy("promotion_unreplaced", offence{number: 2, result: "0-1"})},
		{name: "7.5.2 a queen, the clock left alone", fen: pawnTwoWays, do: "f7f8 |w -f8 +Qf8 -g8 g8f8 |b", want: left, also: illegals(1, 0), moves: "f7f8q completed, g8f8 completed"},
		{name: "7.5.2 a queen, and pressed again", fen: pawnTwoWays, do: "f7f8 |w -f8 +Qf8 |w h7h8 |b", want: left, also: illegals(1, 0), moves: "f7f8q completed, h7h8 completed"},
		{name: "7.5.2 a queen under a pause", fen: pawnTwoWays, do: "f7f8 |w pause -f8 +Qf8 resume h7h8 |b", want: left, also: illegals(1, 0), moves: "f7f8q completed, h7h8 completed"},
		{name: "7.5.2 pressed back, a queen, pressed", fen: pawnTwoWays, do: "f7f8 |w pause resume -f8 +Qf8 |w h7h8 |b", want: left, also: illegals(1, 0),
			moves: "f7f8q completed, h7h8 completed"},
		{name: "7.5.2 another piece", fen: pawnTwoWays, do: "f7f8 |w -f8 +Nf8 h7h8 |b", want: left + wrong, none: lapses, also: illegals(1, 0), moves: "f7f8n completed, h7h8 completed"},
		{name: "7.5.2 another piece, from the position restored", fen: pawnTwoWays, do: "f7f8 |w pause f8f7 resume f7f8 -f8 +Rf8 |w h7h6 |b", want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8r completed, h7h6 completed"},
		{name: "7.5.2 another piece under a pause", fen: pawnTwoWays, do: "f7f8 |w pause -f8 +Bf8 resume h7h8 |b", want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8b completed, h7h8 completed"},
		{name: "7.5.2 another piece, in rapid chess", fen: pawnTwoWays, head: "time rapid", do: "f7f8 |w -f8 +Nf8 h7h8 |b", want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8n completed, h7h8 completed"},
		{name: "7.5.2 a ruling undoes it", fen: pawnTwoWays, do: `f7f8 |w -f8 +Nf8 ~4000 !ruling{"accept":false} -f8 +Pf7 ~4000 -f7 +Qf8 |w h7g6 |b`, want: left + wrong, none: lapses, also: illegals(1, 0),
			moves: "f7f8q completed, h7g6 completed"},
		{name: "7.4 of 1997: the choice is free again", fen: pawnTwoWays, head: "rules fide-1997", do: "f7f8 |w pause f8f7 resume f7f8 -f8 +Nf8 |w h7h8 |b",
			want: "promotion_unreplaced certain w 7.4", none: append(lapses, "promotion_changed"), also: illegals(1, 0), moves: "f7f8n completed, h7h8 completed"},
		{name: "4.7.3/7.5.1 piece on, pawn left", fen: pawnTwoWays, do: "+Qf8 |w", want: "promotion_incomplete certain w 4.7.3/7.5.1 #2", end: "* irregular",
			also: remedy("promotion_incomplete", offence{gains: 120, number: 1, fen4: before, bound: "f7f8q"})},
		{name: "4.7.3/7.5.1 the pawn is taken off then", fen: pawnTwoWays, do: "+Qf8 |w -f7 h7h8 |b", want: "promotion_incomplete certain w 4.7.3/7.5.1", also: illegals(1, 0),
			moves: "f7f8q completed, h7h8 completed"},
		{name: "4.7.3/7.5.1 the pawn is taken off and the clock pressed", fen: pawnTwoWays, do: "+Qf8 |w -f7 |w h7h8 |b", want: "promotion_incomplete certain w 4.7.3/7.5.1",
			also: illegals(1, 0), moves: "f7f8q completed, h7h8 completed"},
		{name: "3.7.3.3 a king", fen: pawnTwoWays, do: "-f7 +Kf8 |w", want: "promotion_wrong_piece certain w 3.7.3.3/7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.3.3 a piece of the other colour", fen: pawnTwoWays, do: "-f7 +rf8 |w", want: "promotion_wrong_piece certain w 3.7.3.3/7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.3.3 put right in time", fen: pawnTwoWays, do: "-f7 +qf8 -f8 +Qf8 |w", info: []string{"illegal_not_completed"}, none: []string{"promotion_changed"}, also: illegals(0, 0),
			moves: "f7f8q completed"},
		{name: "7.5.1/3.9.2 the king left in check", fen: "4r1k1/P7/8/8/8/8/8/4K3 w - - 0 1", do: "-a7 +Qa8 |w", want: "illegal_completed certain w 7.5.1/3.9.2", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1d2 e1f1 e1f2"})},
	})
}
