package touchmove_test

import "testing"

// TestArticlesTogether: cases in which several articles meet, and next to each one in which nothing
// may be found. What is expected was written from the texts before the first run.
func TestArticlesTogether(t *testing.T) {
	const (
		centre   = "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3" // 1. e4 e5 2. Nf3 Nc6 3. d4
		pinnedQ  = "3k4/3q4/8/8/6P1/8/8/3RK3 b - - 0 1"
		pinnedN  = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
		rooks    = "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
		onFile   = "r3k2r/8/8/8/8/8/8/3RK3 b kq - 0 1" // the rook bears on d8: Black castles on the other side only
		queenB   = "6k1/8/8/8/8/8/1p5P/R5K1 b - - 0 1"
		inCheck  = "4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1"
		pinnedEP = "8/8/8/K2pP2r/8/8/8/6k1 w - d6 0 2" // both pawns off the rank leave the king in check
		mate75   = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 149 100"
		openD    = "2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1"
		bareKing = "6k1/8/8/8/8/8/1p6/6K1 b - - 0 1"
		wander   = "r3k3/p7/8/8/8/8/7P/4K2R w K - 0 1"
		rookOnly = "4k3/8/8/8/8/8/8/6KR w H - 0 1"
		kingOnly = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"
	)
	none := illegals(0, 0)
	checkTrials(t, []trial{
		// 4.3: touches.
		{name: "4.3.2 captured, but with another piece than looked likely", fen: centre, do: "-d4 +Pd4 -c6 -d4 +nd4 |b", also: none, moves: "c6d4 completed"},
		{name: "4.3.2 not captured", fen: centre, do: "-d4 +Pd4 g8f6 |b", want: "touch_breach suspected b 4.3.2", open: []string{"2: c6d4 e5d4"}, also: none, moves: "g8f6 completed"},
		{name: "4.3.3 captured with another piece than the one touched first", fen: centre, do: "-c6 +nc6 -d4 -e5 +pd4 |b", want: "touch_breach suspected b 4.3.3", also: none, moves: "e5d4 completed"},
		{name: "4.3.3 the pinned queen cannot capture, and has to move all the same", fen: pinnedQ, do: "-d7 +qd7 -g4 +Pg4 d8e7 |b", want: "touch_breach suspected b 4.3.3", also: none,
			moves: "d8e7 completed"},
		{name: "4.3.3 the pinned queen moves along the pin", fen: pinnedQ, do: "-d7 +qd7 -g4 +Pg4 -d7 -d1 +qd1 |b", also: none, moves: "d7d1 completed"},
		{name: "4.3.2 an enemy rook, and not captured", fen: rooks, do: "-a8 +ra8 -e1 +Ke2 |w", want: "touch_breach suspected w 4.3.2", also: none, moves: "e1e2 completed"},
		{name: "4.3.3 that rook is captured by the piece that can", fen: rooks, do: "-a8 +ra8 -e1 +Ke1 -a1 -a8 +Ra8 |w", also: none, moves: "a1a8 completed"},
		{name: "4.5 neither can be moved nor captured", fen: pinnedN, do: "-e2 +Ne2 -e8 +re8 e1d1 |w", also: none, moves: "e1d1 completed"},
		{name: "4.3.1 by Black on a board that names no pieces", head: "sensor occupancy", do: "e2e4 |w -b8 +nb8 e7e5 |b", want: "touch_breach suspected b 4.3.1", also: none,
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 his own sleeve, once his move is made", fen: pawnBite, do: "e4e5 ~50 -d2 ~900 +Pd2 |w", also: none, moves: "e4e5 completed"},
		// 4.4, 4.6, 4.7: promotion and castling.
		{name: "4.4.4 a knight, and then a queen", fen: queenB, do: "-b2 +nb1 -b1 +qb1 |b", want: "promotion_changed certain b 4.4.4", also: none, moves: "b2b1q completed"},
		{name: "4.6.3 the rook off, the pawn off, the queen on", fen: queenB, do: "-a1 -b2 +qa1 |b", also: none, moves: "b2a1q completed"},
		{name: "4.6.2 the queen comes before the pawn goes, on a board that names no pieces", fen: "5n2/4P1P1/8/8/8/k7/8/K7 w - - 0 1", head: "sensor occupancy", do: "-f8 +Qf8 -g7 |w",
			want: "promotion_piece_unknown arbiter w 3.7.3.3", also: none, moves: "g7f8q completed"},
		{name: "4.7.3 the same, and the pawn has not gone", fen: "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1", head: "sensor occupancy", do: "+Qf8 |w", want: "promotion_incomplete certain w 4.7.3/7.5.1",
			end: "* irregular", also: illegals(1, 0)},
		{name: "4.3.2 the knight is put back there", fen: "5n2/4P1P1/8/8/8/k7/8/K7 w - - 0 1", head: "sensor occupancy", do: "-f8 +nf8 -g7 -f8 +Qf8 |w",
			want: "promotion_piece_unknown arbiter w 3.7.3.3", also: none, moves: "g7f8q completed"},
		{name: "5.1.1 mate by castling, and not by the king's step", fen: openD, do: "e1c1 ~2000 a1d1", want: "checkmate certain w 5.1.1 #4", also: none, moves: "e1c1 completed", end: "1-0 ended"},
		{name: "7.5.1 castling across an attacked square: he may castle on the other side", fen: onFile, do: "-e8 +kc8 -a8 +rd8 |b",
			want: "illegal_completed certain b 7.5.1/3.8.2.2.1", end: "* irregular", also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e8e7 e8f7 e8f8 e8g8"})},
		{name: "3.8.2 on the other side nothing is wrong", fen: onFile, do: "-e8 +kg8 -h8 +rf8 |b", also: none, moves: "e8g8 completed"},
		{name: "3.8.2.1 the king has been away", fen: bothCastle, do: "e1e2 |w a7a6 |b e2e1 |w a6a5 |b e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1/3.8.2.1",
			end: "* irregular", moves: "e1e2 completed, a7a6 completed, e2e1 completed, a6a5 completed",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1e2 e1f1"})},
		{name: "II.3 of Chess960: only the rook moves", fen: rookOnly, head: "variant chess960", do: "h1f1 |w", also: none, moves: "g1h1 completed"},
		{name: "II.3 of Chess960: only the king moves", fen: kingOnly, head: "variant chess960", do: "e1g1 |w", also: none, moves: "e1f1 completed"},
		{name: "II.3 of Chess960: king and rook change places", fen: "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", head: "variant chess960", do: "-f1 -g1 +Rf1 +Kg1 |w", open: []string{"2: f1g1"}, also: none,
			moves: "f1g1 completed"},
		{name: "1.3 touched before the press, by the player having the move", do: "e2e4 -d7 +pd7 |w e7e5 |b", want: "touch_breach suspected b 4.3.1", also: none,
			moves: "e2e4 completed, e7e5 completed"},
		{name: "1.1 of 1997: by a player who has not the move yet", head: "rules fide-1997", do: "e2e4 -d7 +pd7 |w e7e5 |b", also: none, moves: "e2e4 completed, e7e5 completed"},
		// 7.5: irregular moves, and what replaces them.
		{name: "7.5.1 the queen leaves the king in check, and has to ward it off", fen: inCheck, do: "d1d3 |w", want: "illegal_completed certain w 7.5.1/3.9.2", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "d1e2"})},
		{name: "7.5.1/4.3.1 the king goes instead", fen: inCheck, do: "d1d3 |w pause d3d1 resume e1f1 |w", want: "illegal_completed certain w; touch_breach suspected w 4.3.1", also: illegals(1, 0),
			moves: "e1f1 completed"},
		{name: "7.5.1 en passant that opens the rank", fen: pinnedEP, do: "-e5 -d5 +Pd6 |w", want: "illegal_completed certain w 7.5.1/3.9.2", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e5e6"})},
		{name: "7.5.2/7.5.5 the second offence against a bare king", fen: bareKing, do: "g8g6 |b pause g6g8 resume b2b1 |b",
			want: "illegal_completed certain b 7.5.1; promotion_unreplaced certain b 7.5.2; illegal_second arbiter b 7.5.5", end: "* irregular",
			also: remedy("promotion_unreplaced", offence{number: 2, result: "1/2-1/2"})},
		{name: "A.3/B.3 of 2023: a minute in blitz", head: "time blitz", do: "e2e4 |w b8b6 |b", want: "illegal_completed certain b 7.5.1", end: "* irregular", moves: "e2e4 completed",
			also: remedy("illegal_completed", offence{gains: 60, number: 1, bound: "b8a6 b8c6"})},
		{name: "A.4 of 2018: two minutes in rapid chess", head: "rules fide-2018; time rapid", do: "e2e4 |w b8b6 |b", want: "illegal_completed certain b 7.5.1", end: "* irregular", moves: "e2e4 completed",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "b8a6 b8c6"})},
		{name: "A.5.2 White has made his next move", head: "time rapid", do: "e2e4 |w b8b6 |b g1f3 |w", want: "illegal_completed certain b", info: []string{"illegal_stands b"}, also: illegals(0, 1),
			moves: "e2e4 completed, b8b6 illegal_stands, g1f3 completed"},
		// 5, 9: the end.
		{name: "7.5.3/7.5.5 a press without a move is the second offence", head: "illegal w=1 b=0", do: "|w", want: "clock_no_move certain w 7.5.3; illegal_second arbiter w 7.5.5", end: "*"},
		{name: "9.6.2 mate with the 75th move is mate", fen: mate75, do: "a1a8", want: "checkmate certain w 5.1.1", none: []string{"seventyfive"}, also: none, moves: "a1a8 completed", end: "1-0 ended"},
		{name: "9.6.2 else the 75th move ends the game", fen: mate75, do: "a1a7", want: "seventyfive certain - 9.6.2", also: none, moves: "a1a7 completed", end: "1/2-1/2 ended"},
		{name: "9.6.2 is not in the text of 1997", fen: mate75, head: "rules fide-1997", do: "a1a7 |w", none: []string{"seventyfive"}, also: none, moves: "a1a7 completed"},
		{name: "9.6.2 is not in the text of 1997: the game goes on, however long they think", fen: mate75, head: "rules fide-1997; clock yes",
			do: "a1a7 ~1500 |w ~3500 g8f8 ~1500 |b ~3500 a7a6 ~1500 |w ~3500 f8e8 ~1500 |b", none: []string{"seventyfive"}, also: none,
			moves: "a1a7 completed, g8f8 completed, a7a6 completed, f8e8 completed"},
		{name: "12 of 1971: bare kings play on, however long they think", fen: "8/8/8/3k4/8/3nK3/8/8 w - - 0 1", head: "rules fide-1971",
			do: "-d3 e3d3 ~3500 d5e5 ~3500 d3e3 ~3500 e5f5 ~3500 =", none: []string{"dead_position"}, also: none, moves: "e3d3 made, d5e5 made, d3e3 made, e5f5 made"},
		{name: "9.2.2 with the right to castle it was another position", fen: wander, do: "h1g1 |w a8b8 |b g1h1 |w b8a8 |b h1g1 |w a8b8 |b g1h1 |w b8a8 |b",
			none: []string{"draw_claimable"}, also: none, moves: "h1g1 completed, a8b8 completed, g1h1 completed, b8a8 completed, h1g1 completed, a8b8 completed, g1h1 completed, b8a8 completed"},
		{name: "9.2.2 it stands for the third time without it", fen: wander, do: "h1g1 |w a8b8 |b g1h1 |w b8a8 |b h1g1 |w a8b8 |b g1h1 |w b8a8 |b h1g1 |w a8b8 |b g1h1 |w b8a8 |b",
			info: []string{"draw_claimable 9.2.2"}, also: none,
			moves: "h1g1 completed, a8b8 completed, g1h1 completed, b8a8 completed, h1g1 completed, a8b8 completed, g1h1 completed, b8a8 completed, h1g1 completed, a8b8 completed, g1h1 completed, b8a8 completed"},
		{name: "5.2.2 the last piece is captured", fen: "8/8/8/3k4/8/3nK3/8/8 w - - 0 1", do: "-d3 e3d3", want: "dead_position certain - 5.2.2", also: none, moves: "e3d3 completed", end: "1/2-1/2 ended"},
		{name: "5.2.2 it is not captured", fen: "8/8/8/3k4/8/3nK2P/8/8 w - - 0 1", do: "-d3 e3d3 |w", also: none, moves: "e3d3 completed"},
	})
}
