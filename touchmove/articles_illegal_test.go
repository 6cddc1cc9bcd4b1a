package touchmove_test

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

const knight = "illegal_completed certain w 7.5.1/3.6 #3" // of b1b3 |w

// TestIllegal: 7.5.1: an illegal move is completed by the press, and not before.
func TestIllegal(t *testing.T) {
	none := illegals(0, 0)
	start := fields4(initial)
	checkTrials(t, []trial{
		{name: "7.5.1 not completed, put right", do: "b1b3 b3c3 |w", info: []string{"illegal_not_completed 7.5.1 w #2"}, open: []string{"2: b1a3 b1c3"}, also: none,
			moves: "b1c3 completed"},
		{name: "7.5.1 not completed, put back, the same piece", do: "b1b3 b3b1 b1a3 |w", also: none, moves: "b1a3 completed"},
		{name: "7.5.1 not completed, put back, another piece: 4.3.1", do: "b1b3 b3b1 e2e4 |w", want: "touch_breach suspected w 4.3.1", also: none, moves: "e2e4 completed"},
		{name: "7.5.1 not completed, left standing", do: "b1b3 ~20000 inspect", info: []string{"illegal_not_completed"}, also: none},
		{name: "7.5.1 completed, standard", do: "b1b3 |w", want: knight, fen4: start, end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, fen4: start, bound: "b1a3 b1c3"})},
		{name: "7.5.1 completed, rapid: A.3", head: "time rapid", do: "b1b3 |w", want: knight, end: "* irregular", also: remedy("illegal_completed", offence{gains: 60, number: 1})},
		{name: "7.5.1 completed, blitz: A.3 by B.3", head: "time blitz", do: "b1b3 |w", want: knight, end: "* irregular", also: remedy("illegal_completed", offence{gains: 60, number: 1})},
		{name: "7.5.1 completed by Black", do: "e2e4 |w f8f5 |b", want: "illegal_completed certain b 7.5.1/3.2", moves: "e2e4 completed", end: "* irregular", also: illegals(0, 1)},
		{name: "3.1 onto a piece of one's own", do: "-d1 -d2 +Qd2 |w", want: "illegal_completed certain w 7.5.1/3.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.3 over a piece", do: "a1a4 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7 a pawn backwards", fen: pawnBite, do: "e4e3 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7 a pawn two steps from the third rank", fen: "rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2", do: "e3e5 |w", want: "illegal_completed certain w 7.5.1",
			end: "* irregular"},
		{name: "3.9.2 the king left in check", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3 |w", want: "illegal_completed certain w 3.9.2/7.5.1", end: "* irregular"},
		{name: "3.9.2 the king put in check", fen: "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", do: "d1e1 |w", want: "illegal_completed certain w 3.9.2/7.5.1", end: "* irregular"},
		{name: "3.9.2 a pinned piece", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", do: "e2c3 |w", want: "illegal_completed certain w 3.9.2", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1d2 e1f1 e1f2"})},
		{name: "3.1 a piece of the opponent", fen: pawnBite, do: "d5d4 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular", open: []string{"2: e4d5"},
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e4d5"})},
		{name: "1.4.1 the king captured", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", head: "time blitz", do: "-e1 e8e1 |b", want: "king_captured certain b 1.4.1",
			also: illegals(0, 1), end: "* irregular"},
		{name: "1.4.1 the king captured, not pressed", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", head: "time blitz", do: "-e1 e8e1", none: []string{"king_captured"}, also: none, end: "*"},
		{name: "3.7.3.1 en passant, the pawn left", fen: enPassant, do: "e5d6 |w", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.7.3.1 bound to it after: 4.7", fen: enPassant, do: "e5d6 |w", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", end: "* irregular",
			also: remedy("ep_pawn_left", offence{gains: 120, number: 1, bound: "e5d6"})},
		{name: "3.7.3.1 the pawn taken off in time", fen: enPassant, do: "e5d6 -d5 |w", none: []string{"illegal_not_completed"}, also: none, moves: "e5d6 completed"},
		{name: "3.7.3.1 the pawn taken off late", fen: enPassant, do: "e5d6 |w pause -d5 resume d8d6 |b", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", also: illegals(1, 0),
			moves: "e5d6 completed, d8d6 completed"},
		{name: "3.7.3.1 the pawn taken off late, and pressed", fen: enPassant, do: "e5d6 |w -d5 |w d8d6 |b", want: "ep_pawn_left certain w 3.7.3.1/7.5.1", also: illegals(1, 0),
			moves: "e5d6 completed, d8d6 completed"},
		{name: "3.7.3.1 too late to take en passant", fen: "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", do: "e5d6 -d5 |w",
			want: "illegal_completed certain w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.8.2 the rook on the king's square", fen: bothCastle, do: "e1g1 h1e1 |w", want: "illegal_completed arbiter w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "3.1 two pieces moved", do: "h1g3 g1h3 ~2000 |w", want: "illegal_completed arbiter w 7.5.1", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.5 two faults in one move count once", fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1h3 |w", want: "illegal_completed certain w 7.5.1/3.9.2/3.6",
			end: "* irregular", also: illegals(1, 0)},
	})
}

// TestReplaced: 7.5.1: the position is restored; 4.3 and 4.7 apply to the move
// that replaces the illegal one.
func TestReplaced(t *testing.T) {
	restored := "b1b3 |w pause b3b1 resume "
	checkTrials(t, []trial{
		{name: "7.5.1 the touched piece moves", do: restored + "b1c3 |w e7e5 |b", want: knight, open: []string{"7: b1a3 b1c3"}, also: illegals(1, 0), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1/4.3.1 another piece moves", do: restored + "e2e4 |w e7e5 |b", want: knight + "; touch_breach suspected w 7.5.1/4.3.1", also: illegals(1, 0),
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.5.1 without a pause", head: "time blitz", do: "b1b3 |w b3b1 b1c3 |w e7e5 |b", want: knight, also: illegals(1, 0), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1 put right by going on", head: "time blitz", do: "b1b3 |w b3c3 |w e7e5 |b", want: knight, also: illegals(1, 0), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1/4.3.2 the captured piece is what was touched first", fen: pawnBite, do: "-d5 -g1 +Nd5 |w pause -d5 +Ng1 +pd5 resume g1f3 |w",
			want: "illegal_completed certain w 7.5.1; touch_breach suspected w 7.5.1", also: illegals(1, 0), moves: "g1f3 completed"},
		{name: "7.5.1 the touched piece cannot move: 4.5", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", do: "e2c3 |w pause c3e2 resume e1d2 |w", want: "illegal_completed certain w 3.9.2",
			also: illegals(1, 0), moves: "e1d2 completed"},
		{name: "7.5.1 found two moves later, standard", do: "b1b3 |w e7e5 |b e2e4 |w", want: knight, none: []string{"illegal_stands"}, end: "* irregular",
			fen4: fields4(initial), also: illegals(1, 0)},
		{name: "7.5.1 found two moves later and restored", do: "b1b3 |w e7e5 |b e2e4 |w pause e4e2 e5e7 b3b1 resume b1c3 |w d7d5 |b", want: knight, also: illegals(1, 0),
			moves: "b1c3 completed, d7d5 completed"},
		{name: "7.5.1 a fault corrected is no second offence", do: restored + "b1c3 |w e7e5 |b c3b5 |w", want: knight, none: []string{"illegal_second"}, also: illegals(1, 0),
			moves: "b1c3 completed, e7e5 completed, c3b5 completed"},
		{name: "7.5.1 no clock: nothing is completed, so nothing counts", do: "b1b3 e7e5 g1f3", want: "illegal_completed arbiter w 7.5.1", also: illegals(0, 0), end: "* irregular"},
		{name: "7.5.1 not pressed, and answered", head: "time blitz", do: "b1b3 e7e5 |w", want: "illegal_completed arbiter w 7.5.1", info: []string{"illegal_not_completed"}, end: "* irregular"},
	})
}

// TestRestoredToTheFirst: 7.5.1: whatever was irregular after it, the position before
// the first irregular move is restored, unless that one stands.
func TestRestoredToTheFirst(t *testing.T) {
	const open = "4r1k1/8/8/8/8/8/P7/4K1N1 w - - 0 1" // White leaves his king in check, and Black takes it
	taken := "a2a3 |w -e1 e8e1 |b"
	found := "illegal_completed certain w 7.5.1/3.9.2; king_captured certain b 1.4.1/7.5.1"
	twice := knight + "; illegal_completed certain b 7.5.1/3.6"
	checkTrials(t, []trial{
		{name: "1.4.1/7.5.1 the king captured", fen: open, do: taken, want: found, end: "* irregular", also: restores(open, 2)},
		{name: "1.4.1/7.5.1 rapid under full supervision", fen: open, head: "time rapid; supervision full", do: taken, want: found, end: "* irregular", also: restores(open, 2)},
		{name: "7.4 of 1997", fen: open, head: "rules fide-1997", do: taken, want: "illegal_completed certain w 7.4; king_captured arbiter b 7.4", end: "* irregular", also: restores(open, 2)},
		{name: "7.5.1 two illegal moves", do: "b1b3 |w b8b6 |b", want: twice, end: "* irregular", also: restores(initial, 2)},
		{name: "7.5.1 a legal one between them", do: "b1b3 |w e7e5 |b f1f3 |w", want: knight + "; illegal_completed certain w 7.5.1/3.2; illegal_second arbiter w 7.5.5", end: "* irregular",
			also: restores(initial, 2)},
		{name: "7.5.1 restored, the first offender has the move", fen: open, do: taken + " pause -e1 +Ke1 +re8 a3a2 resume e1d1 |w", want: found, also: illegals(1, 1), moves: "e1d1 completed"},
		{name: "1.4.1 alone it is the first itself", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1 |b", want: "king_captured certain b 1.4.1", end: "* irregular",
			also: restores("4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", 1)},
		{name: "A.5.2 in rapid chess the first one stands", fen: open, head: "time rapid", do: taken, want: found, info: []string{"illegal_stands"}, moves: "a2a3 illegal_stands",
			end: "* irregular", also: restores("", 2)},
	})
}

// restores checks that so many irregular moves have a remedy, which all restore one
// position, "" if not; and that only the first says what binds its player.
func restores(fen string, remedies int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Remedy == nil || f.Remedy.Restore == "" || f.Code == touchmove.IllegalSecond {
				continue
			}
			switch r := f.Remedy; {
			case fen != "" && fields4(r.Restore) != fields4(fen):
				return fmt.Errorf("%s restores %s, want %s", f.Code, r.Restore, fen)
			case n == 0 && (r.FromPly != 0 || len(r.Bound) == 0), n > 0 && fen != "" && (r.FromPly != 1 || r.Bound != nil):
				return fmt.Errorf("%s: from ply %d, bound to %v", f.Code, r.FromPly, r.Bound)
			}
			n++
		}
		if n != remedies {
			return fmt.Errorf("%d remedies, want %d", n, remedies)
		}
		return nil
	}
}

// TestSecondOffence: 7.5.5.
func TestSecondOffence(t *testing.T) {
	second := "; illegal_second arbiter w 7.5.5 #3"
	prior := "illegal w=1 b=0"
	queen := "8/8/8/8/8/2k5/8/K6Q w - - 0 1"
	checkTrials(t, []trial{
		{name: "7.5.5 lost", head: prior, do: "b1b3 |w", want: knight + second, end: "* irregular", also: remedy("illegal_second", offence{number: 2, result: "0-1"})},
		{name: "7.5.5 lost by Black", head: "illegal w=0 b=1", do: "e2e4 |w f8f5 |b", want: "illegal_completed certain b 7.5.1; illegal_second arbiter b 7.5.5", moves: "e2e4 completed",
			end: "* irregular", also: remedy("illegal_second", offence{number: 2, result: "1-0"})},
		{name: "7.5.5 drawn, the opponent cannot mate", fen: queen, head: prior, do: "h1g3 |w", want: "illegal_completed certain w 7.5.1" + second, end: "* irregular",
			also: remedy("illegal_second", offence{number: 2, result: "1/2-1/2"})},
		{name: "7.5.5 rapid", head: prior + "; time rapid", do: "b1b3 |w", want: knight + second, end: "* irregular", also: remedy("illegal_second", offence{number: 2, result: "0-1"})},
		{name: "7.5.5 the opponent's first does not count", head: "illegal w=0 b=1", do: "b1b3 |w", want: knight, end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1})},
		{name: "7.5.5 a breach of touch-move does not count", head: prior, do: "-g1 +Ng1 e2e4 |w", want: "touch_breach suspected w 4.3.1", also: illegals(1, 0), moves: "e2e4 completed"},
		{name: "7.5.5 two in one game", do: "b1b3 |w pause b3b1 resume b1c3 |w e7e5 |b f1f3 |w", want: knight + "; illegal_completed certain w 7.5.1/3.2; illegal_second arbiter w 7.5.5",
			moves: "b1c3 completed, e7e5 completed", end: "* irregular", also: illegals(2, 0)},
		{name: "7.5.3 and 7.5.1 count together", do: "|w pause resume e2e4 |w e7e5 |b f1f3 |w", want: "clock_no_move certain w 7.5.3; illegal_completed certain w 7.5.1; illegal_second arbiter w 7.5.5",
			moves: "e2e4 completed, e7e5 completed", end: "* irregular", also: illegals(2, 0)},
		{name: "7.5.5 the result is a person's", head: prior, do: "b1b3 |w result:0-1", want: knight + second, moves: "b1b3 illegal_stands", end: "0-1 ended"},
	})
}

// TestStands: A.5.2, B.3: without full supervision an illegal move stands once
// the opponent has made his next move; else 7.5.1 applies all game.
func TestStands(t *testing.T) {
	reply := "b1b3 |w e7e5 |b"
	stood := "b1b3 illegal_stands, e7e5 completed"
	full := "; supervision full"
	checkTrials(t, []trial{
		{name: "A.5.2 rapid", head: "time rapid", do: reply, want: knight, info: []string{"illegal_stands A.5.2 w b1b3"}, also: illegals(1, 0), moves: stood},
		{name: "A.5.2 blitz", head: "time blitz", do: reply + " g1f3 |w", want: knight, info: []string{"illegal_stands"}, moves: stood + ", g1f3 completed"},
		{name: "A.5.2 once made, not pressed", head: "time blitz", do: "b1b3 |w e7e5", want: knight, info: []string{"illegal_stands"}, moves: "b1b3 illegal_stands, e7e5 made"},
		{name: "A.5.2 not by a touch", head: "time blitz", do: "b1b3 |w -e7", want: knight, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "A.5.2 not by a touch and back", head: "time blitz", do: "b1b3 |w -e7 +pe7 b3b1 b1c3 |w", want: knight, none: []string{"illegal_stands"}, moves: "b1c3 completed"},
		{name: "A.5.2 mate after it", head: "time blitz", fen: "8/3k4/8/3K4/8/r7/8/7R w - - 0 1", do: "h1h8 |w d7d8 |b d5d6",
			want: "illegal_completed certain b 7.5.1; checkmate certain w 5.1.1", info: []string{"illegal_stands"}, moves: "h1h8 completed, d7d8 illegal_stands, d5d6 completed", end: "1-0 ended"},
		{name: "A.5.2 no clock: nothing is completed, so nothing counts, but the reply makes it stand", head: "time blitz; clock no", do: "b1b3 e7e5 g1f3",
			want: "illegal_completed arbiter w 7.5.1/3.6/A.5.2", info: []string{"illegal_stands A.5.2 w b1b3"}, also: illegals(0, 0), moves: "b1b3 illegal_stands, e7e5 made, g1f3 made"},
		{name: "A.5.2 no clock, put right before the reply", head: "time blitz; clock no", do: "b1b3 b3b1 b1c3 e7e5", none: []string{"illegal_stands"}, moves: "b1c3 made, e7e5 made"},
		{name: "A.4.2 full supervision", head: "time rapid" + full, do: reply, want: knight, none: []string{"illegal_stands"}, end: "* irregular", fen4: fields4(initial)},
		{name: "B.2 full supervision", head: "time blitz" + full, do: reply + " g1f3 |w", want: knight, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7.5.1 standard", do: reply + " g1f3 |w", want: knight, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7.5.1 the game over: nothing can be corrected", do: reply + " result:0-1", want: knight, moves: stood, end: "0-1 ended"},
		{name: "A.5.2 both players' illegal moves", head: "time rapid", do: "b1b3 |w b8b6 |b e2e4 |w", want: knight + "; illegal_completed certain b 7.5.1/3.6", also: illegals(1, 1),
			info: []string{"illegal_stands w b1b3", "illegal_stands b b8b6"}, moves: "b1b3 illegal_stands, b8b6 illegal_stands, e2e4 completed"},
		{name: "A.5.2 a pawn left on the last rank", head: "time blitz", fen: pawnTwoWays, do: "f7f8 |w g8g7 |b", want: "promotion_unreplaced certain w 7.5.2; illegal_position_persists arbiter A.5.4",
			info: []string{"illegal_stands"}, moves: "f7f8 illegal_stands, g8g7 completed"},
	})
}

// TestBothKingsInCheck: A.5.4, rapid and blitz without full supervision.
func TestBothKingsInCheck(t *testing.T) {
	both := "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1"
	waits := "both_kings_in_check arbiter w A.5.4 #0"
	checkTrials(t, []trial{
		{name: "A.5.4 the next move cures it", fen: both, head: "time rapid", do: "e1f2 |w", want: waits, none: []string{"illegal_position_persists"}, moves: "e1f2 completed"},
		{name: "A.5.4 the next move does not", fen: both, head: "time rapid", do: "g1g2 |w", want: waits + "; illegal_completed certain w 3.9.2; illegal_position_persists arbiter A.5.4",
			end: "* irregular"},
		{name: "A.5.4 the mover's king alone stays in check", fen: both, head: "time blitz", do: "g1f1 |w",
			want: waits + "; illegal_completed certain w 3.9.2; illegal_position_persists arbiter A.5.4", end: "* irregular"},
		{name: "A.5.4 not under full supervision", fen: both, head: "time rapid; supervision full", do: "e1f2 |w", moves: "e1f2 completed"},
		{name: "A.5.4 not in standard chess", fen: both, do: "e1f2 |w", moves: "e1f2 completed"},
		{name: "A.5.4 not one king in check", fen: "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", head: "time rapid", do: "e1f2 |w", moves: "e1f2 completed"},
	})
}
