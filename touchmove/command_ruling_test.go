package touchmove_test

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

const (
	accept = `!ruling{"accept":true} `
	undo   = `!ruling{"accept":false} `
)

// alerts checks how many things need a person at the end.
func alerts(want int, also ...func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(t *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		if got := tr.LastGame().Alerts; len(got) != want {
			return fmt.Errorf("alerts %+v, want %d", got, want)
		}
		for _, check := range also {
			if err := check(t, tr, found); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestRulingAccepts: an illegal move that the arbiter lets stand is part of the
// game, in standard chess too, and what was counted stays counted (7.5.5).
func TestRulingAccepts(t *testing.T) {
	both := knight + "; illegal_completed certain b 7.5.1/3.6"
	mate := "8/3k4/8/3K4/8/r7/8/7R w - - 0 1"
	checkTrials(t, []trial{
		{name: "completed", do: "b1b3 |w " + accept + "e7e5 |b", want: knight, info: []string{"illegal_stands 7.5.1 w b1b3 #4"}, also: alerts(0, illegals(1, 0)),
			moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "completed, rapid: as A.5.2, but at once", head: "time rapid", do: "b1b3 |w " + accept, want: knight, info: []string{"illegal_stands A.5.2 w b1b3 #4"},
			also: alerts(0, illegals(1, 0)), moves: "b1b3 illegal_stands"},
		{name: "completed, and play went on", do: "b1b3 |w e7e5 |b e2e4 |w " + accept + "d7d5 |b", want: knight, info: []string{"illegal_stands w b1b3"}, also: alerts(0, illegals(1, 0)),
			moves: "b1b3 illegal_stands, e7e5 completed, e2e4 completed, d7d5 completed"},
		{name: "completed just before", do: "b1b3 |w ~50 " + accept + "e7e5 |b", want: "illegal_completed certain w 7.5.1/3.6 #4", also: alerts(0, illegals(1, 0)),
			moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "not completed: nothing is counted", do: "b1b3 ~1000 " + accept + "|w e7e5 |b", info: []string{"illegal_not_completed", "illegal_stands 7.5.1 w b1b3 #3"},
			also: alerts(0, illegals(0, 0)), moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "both players' illegal moves", do: "b1b3 |w g8g6 |b " + accept + "e2e4 |w", want: both, info: []string{"illegal_stands w b1b3", "illegal_stands b g8g6"},
			also: alerts(0, illegals(1, 1)), moves: "b1b3 illegal_stands, g8g6 illegal_stands, e2e4 completed"},
		{name: "5.1.1 mate after it is mate", fen: mate, do: "h1h8 |w d7d8 |b d5d6 |w " + accept,
			want:  "illegal_completed certain b 7.5.1; checkmate arbiter w 5.1.1; checkmate certain w 5.1.1 #10",
			moves: "h1h8 completed, d7d8 illegal_stands, d5d6 completed", end: "1-0 ended", also: alerts(0)},
		{name: "5.1.1 mate by it is none", fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", do: "-a1 +Rb8 |w " + accept, want: "illegal_completed certain w 7.5.1; checkmate arbiter w 5.1.1",
			moves: "a1b8 illegal_stands"},
		{name: "an act that is not pressed, after one that was", head: "time standard", do: "b1b3 |w b8b6 " + accept + "|b e2e4 |w", want: knight,
			info: []string{"illegal_stands w", "illegal_stands b"}, moves: "b1b3 illegal_stands, b8b6 illegal_stands, e2e4 completed"},
	})
}

// TestRulingUndoes: an illegal move that is undone is replaced as 7.5.1 has it.
// While the pieces are being put back nothing is an irregularity, nor a touch.
func TestRulingUndoes(t *testing.T) {
	checkTrials(t, []trial{
		{name: "completed", do: "b1b3 |w " + undo + "b3b1 b1c3 |w e7e5 |b", want: knight, info: []string{"retracted w b1b3 #4"}, open: []string{"7: b1a3 b1c3"},
			also: alerts(0, illegals(1, 0)), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1/4.3.1 another piece moves", do: "b1b3 |w " + undo + "b3b1 e2e4 |w", want: knight + "; touch_breach suspected w 7.5.1/4.3.1", also: illegals(1, 0), moves: "e2e4 completed"},
		{name: "put right by going on", do: "b1b3 |w " + undo + "b3c3 |w e7e5 |b", want: knight, also: alerts(0, illegals(1, 0)), moves: "b1c3 completed, e7e5 completed"},
		{name: "put back in a pause, before the ruling", do: "b1b3 |w pause b3b1 " + undo + "resume b1c3 |w e7e5 |b", want: knight, also: alerts(0, illegals(1, 0)),
			moves: "b1c3 completed, e7e5 completed"},
		{name: "put back in a pause, after it", do: "b1b3 |w pause " + undo + "b3b1 resume b1c3 |w e7e5 |b", want: knight, also: alerts(0, illegals(1, 0)),
			moves: "b1c3 completed, e7e5 completed"},
		{name: "with what was played after it", do: "b1b3 |w e7e5 |b e2e4 |w " + undo + "e4e2 e5e7 b3b1 b1c3 |w d7d5 |b", want: knight,
			info: []string{"retracted w e2e4 #10", "retracted b e7e5 #10", "retracted w b1b3 #10"}, also: alerts(0, illegals(1, 0)), moves: "b1c3 completed, d7d5 completed"},
		{name: "the last of two, and then the first", do: "b1b3 |w g8g6 |b " + undo + "g6g8 " + undo + "b3b1 b1c3 |w", want: knight + "; illegal_completed certain b 7.5.1/3.6",
			also: alerts(0, illegals(1, 1)), moves: "b1c3 completed"},
		{name: "the last of two: the first still needs a person", do: "b1b3 |w g8g6 |b " + undo + "g6g8", want: knight + "; illegal_completed certain b 7.5.1/3.6",
			also: alerts(1, illegals(1, 1)), end: "* irregular", fen4: fields4(initial)},
		{name: "not completed: another piece moves", do: "b1b3 ~1000 " + undo + "b3b1 e2e4 |w", info: []string{"illegal_not_completed"}, want: "touch_breach suspected w 7.5.1/4.3.1",
			also: alerts(0, illegals(0, 0)), moves: "e2e4 completed"},
		{name: "not completed: the touched piece moves", do: "b1b3 ~1000 " + undo + "b3b1 b1c3 |w", also: alerts(0, illegals(0, 0)), moves: "b1c3 completed"},
		{name: "an illegal capture", fen: pawnBite, do: "-d5 -g1 +Nd5 |w " + undo + "-d5 +Ng1 +pd5 e4d5 |w", want: "illegal_completed certain w 7.5.1", also: alerts(0, illegals(1, 0)),
			moves: "e4d5 completed"},
		{name: "nothing is done: nothing is found", do: "b1b3 |w " + undo, want: knight, none: []string{"displaced"}, also: alerts(0, illegals(1, 0))},
		{name: "7.4.1 played on over it", do: "b1b3 |w " + undo + "e7e5 |b", want: knight + "; displaced arbiter ? 7.4.1", also: alerts(1)},
		{name: "7.4.1 played on over it, then put back", do: "b1b3 |w " + undo + "e7e5 |b ~20000 e5e7 b3b1 b1c3 |w", want: knight + "; displaced arbiter ? 7.4.1",
			also: alerts(0), moves: "b1c3 completed"},
	})
}

// TestRulingOnBreach: a breach of Article 4 is not counted; let stand, the move
// is as any other, and undone, its player is bound by what he touched.
func TestRulingOnBreach(t *testing.T) {
	const breach = "touch_breach suspected w 4.3.1"
	mate := "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "let stand", do: "-g1 +Ng1 e2e4 |w " + accept + "e7e5 |b", want: breach, none: []string{"touch_claim_lapsed"}, also: none, moves: "e2e4 completed, e7e5 completed"},
		{name: "5.1.1 mate by it is certain then", fen: mate, do: "-g1 +Kg1 a1a8 |w " + accept, want: breach + "; checkmate arbiter w 5.1.1; checkmate certain w 5.1.1 #6", also: none,
			moves: "a1a8 completed", end: "1-0 ended"},
		{name: "5.1.1 mate, not pressed", fen: mate, do: "-g1 +Kg1 a1a8 " + accept, want: breach + "; checkmate arbiter w 5.1.1; checkmate certain w 5.1.1 #5",
			moves: "a1a8 completed", end: "1-0 ended"},
		{name: "undone", do: "-g1 +Ng1 e2e4 |w " + undo + "e4e2 g1f3 |w e7e5 |b", want: breach, info: []string{"retracted w e2e4 #6"}, open: []string{"9: g1f3 g1h3"}, also: none,
			moves: "g1f3 completed, e7e5 completed"},
		{name: "undone, and broken again", do: "-g1 +Ng1 e2e4 |w " + undo + "e4e2 d2d4 |w", want: breach + "; touch_breach suspected w 4.3.1 #10", moves: "d2d4 completed"},
		{name: "undone before the press", do: "-g1 +Ng1 e2e4 " + undo + "e4e2 g1f3 |w", want: breach, moves: "g1f3 completed"},
		{name: "5.1.1 mate undone", fen: mate, do: "-g1 +Kg1 a1a8 |w " + undo + "a8a1 g1f1 |w", want: breach + "; checkmate arbiter w 5.1.1", moves: "g1f1 completed"},
		{name: "4.7 let go on another square", do: "e2e3 e3e4 |w " + undo + "e4e3 |w", want: "release_breach suspected w 4.7", moves: "e2e3 completed"},
		{name: "4.4.2 the rook first", fen: bothCastle, do: "-h1 -e1 +Kg1 +Rf1 |w " + undo + "-g1 -f1 +Ke1 +Rh1 h1g1 |w", want: "castle_rook_first suspected w 4.4.2",
			moves: "h1g1 completed"},
		{name: "4.4.4 the first piece stays", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 +Rf8 |w " + undo + "-f8 +Pf7 -f7 +Qf8 |w", want: "promotion_changed certain w 4.4.4",
			moves: "f7f8q completed"},
	})
}

// TestRulingOnDisorder: pieces that were moved out of turn or displaced are to be
// put back, and nobody is bound by that.
func TestRulingOnDisorder(t *testing.T) {
	twice := "out_of_turn certain w 1.2/7.5"
	checkTrials(t, []trial{
		{name: "out of turn", do: "e2e4 |w d2d4 " + undo + "d4d2 e7e5 |b", want: twice, also: alerts(0), moves: "e2e4 completed, e7e5 completed"},
		{name: "out of turn, not put back yet", do: "e2e4 |w d2d4 " + undo, want: twice, also: alerts(1), moves: "e2e4 completed"},
		{name: "7.4.1 displaced", do: "e2e4 |w ~0 -a1 +Ra4 ~1000 " + undo + "a4a1 e7e5 |b", info: []string{"displaced"}, also: alerts(0), moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 his own pieces, put back one by one", fen: pawnBite, do: "-b1 -g1 +Nb4 +Ng4 ~2000 " + undo + "b4b1 g4g1 d2d4 |w", info: []string{"displaced"}, none: []string{"touch_breach"},
			also: alerts(0), moves: "d2d4 completed"},
	})
}

// TestRulingEditions: the same under texts that know no completion, no
// restoration, or no lapse of a claim.
func TestRulingEditions(t *testing.T) {
	const made = "illegal_made certain w 9(1)/6"
	checkTrials(t, []trial{
		{name: "1971: let stand", head: "rules fide-1971", do: "b1b3 ~4000 " + accept + "e7e5", want: made, info: []string{"illegal_stands w b1b3"}, also: alerts(0),
			moves: "b1b3 illegal_stands, e7e5 made"},
		{name: "1971 9(1): the touched piece moves", head: "rules fide-1971", do: "b1b3 ~4000 " + undo + "b3b1 b1c3 e7e5", want: made, also: alerts(0), moves: "b1c3 made, e7e5 made"},
		{name: "1971 9(1): another piece moves", head: "rules fide-1971", do: "b1b3 ~4000 " + undo + "b3b1 e2e4", want: made + "; touch_breach suspected w 9(1)/8(1)", moves: "e2e4 made"},
		{name: "1971: a breach undone binds by itself", head: "rules fide-1971", do: "-g1 +Ng1 e2e4 " + undo + "e4e2 g1f3", want: "touch_breach suspected w 8(1)", moves: "g1f3 made"},
		{name: "1997: the claim of a release does not lapse by a touch", head: "rules fide-1997", do: "e2e3 e3e4 |w -e7 +pe7 " + undo + "e4e3 |w", want: "release_breach suspected w",
			moves: "e2e3 completed"},
		{name: "1997: that of a touch does", head: "rules fide-1997", do: "-g1 +Ng1 e2e4 |w -e7 +pe7", want: "touch_breach suspected w", info: []string{"touch_claim_lapsed"},
			moves: "e2e4 completed"},
		{name: "Bilguer: the opponent has let it stand", head: "rules bilguer-1891", do: "b1b3 ~4000 " + accept + "e7e5", want: "illegal_made certain w", also: alerts(0),
			moves: "b1b3 illegal_stands, e7e5 made"},
	})
}

func TestRulingRefused(t *testing.T) {
	const yes, no = `ruling {"accept":true}`, `ruling {"accept":false}`
	checkRefusals(t, []refusal{
		{name: "nothing has been played", do: "", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "nothing is irregular", do: "e2e4 |w e7e5 |b", command: yes, code: "bad_state", text: "nothing is irregular"},
		{name: "ruled on before", do: "b1b3 |w " + accept, command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "put right", do: "b1b3 b3c3 |w", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "4.8 the claim has lapsed", do: "-g1 +Ng1 e2e4 |w -e7 +pe7", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "answered", do: "-g1 +Ng1 e2e4 |w e7e5 |b", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "out of turn cannot stand", do: "e2e4 |w d2d4", command: yes, code: "bad_state", text: "set_position"},
		{name: "displaced cannot stand", do: "e2e4 |w -a1 +Ra4 ~3000 =", command: yes, code: "bad_state", text: "set_position"},
		{name: "no king", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1 |b", command: yes, code: "bad_state", text: "without a king"},
		{name: "no king, not completed", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1", command: yes, code: "bad_state", text: "without a king"},
		{name: "after the end", do: "b1b3 |w result:0-1", command: yes, code: "bad_state", text: "the game is over"},
		{name: "a stale game", do: "b1b3 |w", command: `ruling {"accept":true,"if_rev":1}`, code: "stale_rev", text: ""},
		{name: "another game", do: "b1b3 |w", command: `ruling {"accept":true,"game_id":"x"}`, code: "other_game", text: ""},
	})
}
