package touchmove_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
)

// openTo lists the legal moves of a position, in UCI, sorted.
func openTo(fen string) []string {
	p, err := legality.ParseFEN(fen, false)
	if err != nil {
		panic(err)
	}
	var all []string
	for _, m := range p.AppendMoves(nil) {
		all = append(all, p.UCI(m))
	}
	slices.Sort(all)
	return all
}

// TestCastling: 3.8.2, 4.4, 4.7.2: castling by all hands, and what is no
// castling.
func TestCastling(t *testing.T) {
	const (
		g1Guarded = "4k3/8/8/2b5/8/8/8/R3K2R w KQ - 0 1"
		f1Guarded = "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1"
		f2Guarded = "4k3/8/8/8/4n3/8/8/R3K2R w KQ - 0 1"
		bare      = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
		hemmed    = "3r1r2/6k1/8/1b6/8/8/P7/4K2R w K - 0 40" // no king's move
	)
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "3.8.2 king, then rook", fen: bothCastle, do: "e1g1 h1f1 |w", info: []string{"castle_obliged"}, open: []string{"2: e1g1"}, moves: "e1g1 completed"},
		{name: "3.8.2 queenside", fen: bothCastle, do: "e1c1 a1d1 |w", open: []string{"2: e1c1"}, moves: "e1c1 completed"},
		{name: "3.8.2 black", fen: "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", do: "e8g8 h8f8 |b", moves: "e8g8 completed"},
		{name: "3.8.2 both in the air", fen: bothCastle, do: "-e1 -h1 +Kg1 +Rf1 |w", open: []string{"2: e1g1"}, moves: "e1g1 completed"},
		{name: "3.8.2 both in the air, the rook down first", fen: bothCastle, do: "-e1 -h1 +Rf1 +Kg1 |w", open: []string{"2: e1g1", "3: e1g1"}, moves: "e1g1 completed",
			none: []string{"castle_rook_first"}},
		{name: "3.8.2 in haste, the rook down first", fen: bothCastle, do: "-e1 ~100 -h1 ~100 +Rf1 ~100 +Kg1 ~100 |w", moves: "e1g1 completed"},
		{name: "4.4.1 lifted in one scan", fen: bothCastle, do: "-e1 ~0 -h1 +Kg1 +Rf1 |w", open: []string{"2: e1g1"}, moves: "e1g1 completed"},
		{name: "4.4.1 lifted in one scan, the rook read first", fen: bothCastle, do: "-h1 ~0 -e1 +Kg1 +Rf1 |w", open: []string{"2: e1g1"}, moves: "e1g1 completed",
			none: []string{"castle_rook_first"}},
		{name: "4.4.1/4.4.2 lifted in one scan: which was first is not known", fen: bothCastle, do: "-e1 ~0 -h1 +Ke1 +Rh1", info: []string{"order_unknown 4.4.1/4.4.2 w #2"},
			open: []string{"2: e1g1"}, also: once("order_unknown"), end: "* waiting"},
		{name: "4.4.1/4.4.2 the rook read first", fen: bothCastle, do: "-a1 ~0 -e1 +Ke1 +Ra1", info: []string{"order_unknown 4.4.1/4.4.2 w #2"}, open: []string{"2: e1c1"}, end: "* waiting"},
		{name: "4.4.1/4.4.2 by Black", fen: "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", do: "-h8 ~0 -e8 +ke8 +rh8", info: []string{"order_unknown 4.4.1/4.4.2 b #2"}, end: "* waiting"},
		{name: "4.4.3 castling is illegal: then it matters, too", fen: g1Guarded, do: "-h1 ~0 -e1 +Ke1 +Rh1", info: []string{"order_unknown 4.4.1/4.4.2 w"}, end: "* waiting"},
		{name: "4.4.1 one after the other", fen: bothCastle, do: "-e1 -h1 +Kg1 +Rf1 |w", none: []string{"order_unknown"}, moves: "e1g1 completed"},
		{name: "4.3.1 a rook that never castles", fen: "4k3/8/8/3R4/8/8/8/4K2R w K - 0 1", do: "-e1 ~0 -d5 +Ke1 +Rd5", none: []string{"order_unknown"}, end: "* waiting"},
		{name: "4.4(a) of 1997", fen: bothCastle, head: "rules fide-1997", do: "-e1 ~0 -h1 +Ke1 +Rh1", info: []string{"order_unknown 4.4(a) w"}, end: "* waiting"},
		{name: "4.4(a) of 1997: what either order leaves is open", fen: bothCastle, head: "rules fide-1997", do: "-h1 ~0 -e1 +Kg1 +Rf1 |w", open: []string{"2: e1c1 e1d1 e1e2 e1f1 e1g1 h1f1 h1g1", "4: e1g1"},
			none: []string{"castle_rook_first", "touch_breach"}, moves: "e1g1 completed"},
		{name: "4.4(a) of 1997: the rook", fen: bothCastle, head: "rules fide-1997", do: "-h1 ~0 -e1 +Ke1 +Rg1 |w", none: []string{"touch_breach"}, moves: "h1g1 completed"},
		{name: "4.4(a) of 1997: the king", fen: bothCastle, head: "rules fide-1997", do: "-h1 ~0 -e1 +Ke2 +Rh1 |w", none: []string{"touch_breach"}, moves: "e1e2 completed"},
		{name: "4.4(a) of 1997: the rook long before", fen: bothCastle, head: "rules fide-1997", do: "-h1 -e1 +Kg1 +Rf1 |w", want: "castle_rook_first suspected w 4.4(a)", moves: "e1g1 completed"},
		{name: "1971: the order does not matter", fen: bothCastle, head: "rules fide-1971", do: "-e1 ~0 -h1 +Kg1 +Rf1", none: []string{"order_unknown"}, moves: "e1g1 made"},
		{name: "§7: the order does not matter", fen: bothCastle, head: "rules bilguer-1891", do: "-e1 ~0 -h1 +Kg1 +Rf1", none: []string{"order_unknown"}, moves: "e1g1 made"},
		{name: "4.4.1 touched and put back", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1g1 h1f1 |w", open: []string{"4: e1g1"}, moves: "e1g1 completed"},
		{name: "4.4.1 another king move", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1e2 |w", want: "touch_breach suspected w 4.4.1", also: none, moves: "e1e2 completed"},
		{name: "4.4.1 the rook moved", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 h1g1 |w", want: "touch_breach suspected w 4.4.1", also: none, moves: "h1g1 completed"},
		{name: "4.4.1 castled on the other side", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1c1 a1d1 |w", want: "touch_breach suspected w 4.4.1", also: none,
			moves: "e1c1 completed"},
		{name: "4.4.1 neither king nor rook", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 a2a3 |w", want: "touch_breach suspected w 4.4.1", also: none, moves: "a2a3 completed"},
		{name: "4.3.1 the king alone binds to no castling", fen: bothCastle, do: "-e1 +Ke1 e1e2 |w", moves: "e1e2 completed"},
		{name: "4.4.2 rook first", fen: bothCastle, do: "-h1 +Rf1 -e1 +Kg1 |w", want: "castle_rook_first suspected w 4.4.2 #4; release_breach suspected w 4.7", also: none,
			open: []string{"1: h1f1 h1g1", "2: h1f1", "3: h1f1"}, moves: "e1g1 completed"},
		{name: "4.4.2 rook touched first, king moved first", fen: bothCastle, do: "-h1 +Rh1 e1g1 h1f1 |w", want: "castle_rook_first suspected w 4.4.2", also: none,
			open: []string{"3: h1f1 h1g1"}, moves: "e1g1 completed"},
		{name: "4.4.2 rook first, and it moves", fen: bothCastle, do: "-h1 +Rh1 -e1 +Ke1 h1g1 |w", moves: "h1g1 completed"},
		{name: "4.4.2 the other rook first", fen: bothCastle, do: "-a1 +Ra1 e1g1 h1f1 |w", want: "touch_breach suspected w 4.3.1", also: none, moves: "e1g1 completed"},
		{name: "4.4.3 illegal, another king move", fen: g1Guarded, do: "-e1 +Ke1 -h1 +Rh1 e1d2 |w", moves: "e1d2 completed"},
		{name: "4.4.3 illegal, the other side", fen: g1Guarded, do: "-e1 +Ke1 -h1 +Rh1 e1c1 a1d1 |w", moves: "e1c1 completed"},
		{name: "4.4.3 illegal, the rook moved", fen: g1Guarded, do: "-e1 +Ke1 -h1 +Rh1 h1h2 |w", want: "touch_breach suspected w", also: none, moves: "h1h2 completed"},
		{name: "4.4.3 the king cannot move", fen: "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", do: "-e1 +Ke1 -h1 +Rh1 e2e4 |w",
			info: []string{"castle_intent_unknown 4.4.3/4.3.1"}, moves: "e2e4 completed"},
		{name: "4.4.3/4.7.2 shown and put back, and the king cannot move", fen: hemmed, do: "e1g1 h1f1 f1h1 g1e1 a2a3 |w", none: []string{"release_breach", "touch_breach"}, moves: "a2a3 completed"},
		{name: "4.4.3/4.7.2 the same, and then with the rook", fen: hemmed, do: "e1g1 h1f1 f1h1 g1e1 h1h3 |w", moves: "h1h3 completed"},
		{name: "4.4.3 shown and put back, and the king can move", fen: f1Guarded, do: "e1g1 h1f1 f1h1 g1e1 e1e2 |w", none: []string{"release_breach"}, moves: "e1e2 completed"},
		{name: "4.7 a rook let go without the king is no castling", fen: hemmed, do: "h1f1 f1h1 a2a3 |w", want: "touch_breach suspected w 4.3.1; release_breach suspected w 4.7", moves: "a2a3 completed"},
		{name: "4.7.2 put right before the press", fen: g1Guarded, do: "e1g1 g1e2 |w", info: []string{"illegal_not_completed 7.5.1 w #2"}, moves: "e1e2 completed"},
		{name: "4.7.2 put right by castling on the other side", fen: g1Guarded, do: "e1g1 g1c1 a1d1 |w", info: []string{"illegal_not_completed"}, moves: "e1c1 completed"},
		{name: "4.7.2 let go, and then moved elsewhere", fen: bothCastle, do: "-e1 +Kg1 -g1 +Kf1 |w", want: "release_breach|touch_breach suspected w", also: none, moves: "e1f1 completed",
			open: []string{"3: e1g1"}},
		{name: "4.7.2 passed over the square", fen: bothCastle, do: "-e1 +Kg1 ~100 -g1 +Kf1 |w", moves: "e1f1 completed"},
		{name: "4.7 the rook let go beside its square, after the king", fen: bothCastle, do: "e1c1 -a1 +Rb1 ~1000 -b1 +Rd1 |w", none: []string{"release_breach"},
			moves: "e1c1 completed"},
		{name: "4.7 the rook let go there before the king", fen: bothCastle, do: "-a1 +Rb1 ~1000 e1c1 -b1 +Rd1 |w",
			want: "castle_rook_first suspected w 4.4.2; release_breach suspected w 4.7", also: none, moves: "e1c1 completed"},
		{name: "4.7 let go on the next square", fen: bothCastle, do: "e1f1 f1g1 h1f1 |w", want: "release_breach suspected w 4.7 #4", also: none, open: []string{"2: e1f1"},
			moves: "e1g1 completed"},
		{name: "4.7 passed over the next square", fen: bothCastle, do: "-e1 +Kf1 ~100 -f1 ~100 +Kg1 h1f1 |w", moves: "e1g1 completed"},
		{name: "4.7 let go where it is attacked", fen: f2Guarded, do: "e1f2 f2g1 h1f1 |w", info: []string{"illegal_not_completed"}, open: []string{"4: e1g1"}, moves: "e1g1 completed"},
		{name: "3.8.2 the rook may be attacked", fen: "4k3/8/8/8/7r/8/8/4K2R w K - 0 1", do: "e1g1 h1f1 |w", moves: "e1g1 completed"},
		{name: "3.8.2 b1 may be attacked", fen: "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", do: "e1c1 a1d1 |w", moves: "e1c1 completed"},

		{name: "7.5.1/3.8.2.2 onto an attacked square", fen: g1Guarded, do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1 #5", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, fen4: fields4(g1Guarded), bound: "e1c1 e1d1 e1d2 e1e2 e1f1"})},
		{name: "7.5.1/3.8.2.2 across an attacked square", fen: f1Guarded, do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1c1 e1d1 e1d2 e1e2"})},
		{name: "7.5.1/3.8.2.2 out of check", fen: "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1", end: "* irregular"},
		{name: "7.5.1/3.8.2.1 the right is lost", fen: "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", do: "e1g1 h1f1 |w", want: "illegal_completed certain w 7.5.1/3.8.2.1", end: "* irregular"},
		{name: "4.4.3/4.7.2 illegal, and the king has no other move: any legal move is open", fen: "4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1", do: "e1g1 h1f1 |w",
			want: "illegal_completed certain w 7.5.1", none: []string{"castle_intent_unknown"}, end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: strings.Join(openTo("4k3/8/8/8/8/6n1/3PPP2/3QK2R w K - 0 1"), " ")})},
		{name: "4.7 the king let go on the next square, and then the rook", fen: bothCastle, do: "e1f1 -h1 +Rh1 |w", open: []string{"2: e1f1", "3: e1f1", "4: e1f1"}, moves: "e1f1 completed"},
		{name: "4.7.2/7.5.1 pressed without the rook", fen: bothCastle, do: "e1g1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1 #3", end: "* irregular",
			also: illegals(1, 0), fen4: fields4(bothCastle)},
		{name: "4.7.2/7.5.1 and then bound to castle", fen: bothCastle, do: "e1g1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1", end: "* irregular",
			also: remedy("castle_incomplete", offence{gains: 120, number: 1, bound: "e1g1"})},
		{name: "4.7.2/7.5.1 pressed, then finished under a pause", fen: bare, do: "e1g1 |w pause h1f1 resume |w e8e7 |b", want: "castle_incomplete certain w 4.7.2/7.5.1",
			also: illegals(1, 0), moves: "e1g1 completed, e8e7 completed"},
		{name: "4.7.2/7.5.1 pressed, then finished, the clock left alone", fen: bare, do: "e1g1 |w h1f1 e8e7 |b", want: "castle_incomplete certain w 4.7.2/7.5.1",
			also: illegals(1, 0), moves: "e1g1 completed, e8e7 completed"},
		{name: "4.7.2 no clock, the rook put right after the reply", fen: bare, do: "e1g1 e8e7 h1f1 ~5000 inspect", want: "castle_incomplete arbiter w 4.7.2/7.5.1",
			also: illegals(0, 0), moves: "e1g1 made, e8e7 made", end: "*"},
		{name: "4.7.2/7.5.1 another king move instead", fen: bare, do: "e1g1 |w pause g1e1 resume e1d1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1; touch_breach|release_breach suspected w 7.5.1",
			also: illegals(1, 0), moves: "e1d1 completed"},
	})
}

// TestCastling960Hands: Guidelines II.3: four forms, and the hands that they
// recommend.
func TestCastling960Hands(t *testing.T) {
	const (
		inPlace = "bnrbkrqn/pppppppp/8/8/8/8/PPPP1PPP/1NRBKR2 w KQkq - 0 1" // the rook stands on f1 already
		oneStep = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
		pair    = "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"
		rookOn  = "4k3/8/8/8/8/8/PPPP4/NRK5 w B - 0 1" // the king stands on c1 already
	)
	head := "variant chess960"
	checkTrials(t, []trial{
		{name: "II.3.2.3 the king alone", fen: inPlace, head: head, do: "e1g1 |w", moves: "e1f1 completed"},
		{name: "II.3.2.4 the rook alone", fen: rookOn, head: head, do: "-c1 +Kc1 -b1 +Rd1 |w", moves: "c1b1 completed"},
		{name: "II.3.2.5 as recommended: king off, rook, king", fen: pair, head: head, do: "-b1 -h1 +Rf1 +Kg1 |w", open: []string{"2: b1h1", "3: b1h1"}, moves: "b1h1 completed"},
		{name: "II.3.2.5 as recommended, the rook to where the king stood", fen: oneStep, head: head, do: "-f1 -h1 +Rf1 +Kg1 |w", none: []string{"illegal_not_completed"},
			moves: "f1h1 completed"},
		{name: "II.3.2.1 king first", fen: pair, head: head, do: "b1g1 h1f1 |w", open: []string{"2: b1h1"}, moves: "b1h1 completed"},
		{name: "II.3.2 one step, then the rook", fen: oneStep, head: head, do: "f1g1 h1f1 |w", info: []string{"ambiguous_960_castle II.3.2/4.7"}, moves: "f1h1 completed"},
		{name: "II.3.2 one step, and pressed", fen: oneStep, head: head, do: "f1g1 |w", moves: "f1g1 completed"},
		{name: "II.3.2 one step waits for its proof", fen: oneStep, head: head, do: "f1g1 ~9000 inspect", none: []string{"move_completed"}},
		{name: "4.4.2 rook first", fen: pair, head: head, do: "a1d1 b1c1 |w", want: "castle_rook_first suspected w 4.4.2", moves: "b1a1 completed"},
		{name: "4.7.2/7.5.1 pressed without the rook", fen: pair, head: head, do: "b1g1 |w", want: "castle_incomplete certain w 4.7.2/7.5.1", end: "* irregular"},
	})
}
