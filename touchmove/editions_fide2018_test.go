package touchmove_test

import (
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// gains are the seconds for the opponent after a first completed illegal move.
func gains(seconds, or int, article string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return advises("illegal_completed", touchmove.Remedy{OpponentGains: seconds, DisputedGains: or, Offence: 1, Article: article})
}

// TestGains: 7.5.5 with A.3 and B.3 of 2023, B.2 of 2018, 10.3 of 1997.
func TestGains(t *testing.T) {
	const does, want = "b1b3 |w", "illegal_completed certain w"
	var trials []trial
	for _, c := range []struct {
		head    string
		seconds int
		or      int // where it is disputed
		article string
	}{
		{"time standard", 120, 0, "7.5.5"},
		{"time rapid", 60, 0, "7.5.5/A.3"},
		{"time rapid; supervision full", 60, 0, "7.5.5/A.3"},
		{"time blitz", 60, 0, "7.5.5/A.3"},
		{"time blitz; supervision full", 60, 120, "7.5.5/A.3"},
		{"time blitz; supervision full; config supervised_blitz_gain_s=120", 120, 60, "7.5.5"},
		{"time blitz; config supervised_blitz_gain_s=120", 60, 0, "7.5.5/A.3"},
		{"rules fide-2018; time standard", 120, 0, "7.5.5"},
		{"rules fide-2018; time rapid", 120, 0, "7.5.5"},
		{"rules fide-2018; time blitz", 60, 0, "7.5.5/B.2"},
		{"rules fide-2018; time blitz; supervision full; config supervised_blitz_gain_s=120", 60, 0, "7.5.5/B.2"},
		{"rules fide-1997; time standard", 0, 0, "7.4"},
		{"rules fide-1997; time rapid", 120, 0, "10.3/B.5"},
		{"rules fide-1997; time quickplay", 120, 0, "10.3"},
	} {
		trials = append(trials, trial{name: c.head, head: c.head, do: does, want: want, end: "* irregular", also: gains(c.seconds, c.or, c.article)})
	}
	checkTrials(t, trials)
}

// TestStandsByClass: until when an illegal move can be corrected: as long as the game
// lasts (7.5.1), or until the opponent has made his next move (A.5.2, in 2018
// A.4.2, in blitz by B.3 and B.4).
func TestStandsByClass(t *testing.T) {
	const illegal = "illegal_completed certain w 7.5.1"
	const stands, found = "b1b3 illegal_stands, e7e5 completed", "illegal_stands w "
	checkTrials(t, []trial{
		{name: "7.5.1 standard", do: "b1b3 |w e7e5 |b", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "A.5.2 rapid", head: "time rapid", do: "b1b3 |w e7e5 |b", want: illegal, info: []string{found + "A.5.2"}, moves: stands},
		{name: "A.4 rapid, full supervision", head: "time rapid; supervision full", do: "b1b3 |w e7e5 |b", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "B.3 blitz", head: "time blitz", do: "b1b3 |w e7e5 |b", want: illegal, info: []string{found + "A.5.2"}, moves: stands},
		{name: "A.4.2 of 2018", head: "rules fide-2018; time rapid", do: "b1b3 |w e7e5 |b", want: illegal, info: []string{found + "A.4.2"}, moves: stands},
		{name: "A.4.2 of 2018, the reply not made yet", head: "rules fide-2018; time rapid", do: "b1b3 |w -e7", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
		{name: "7.5.1 of 2018", head: "rules fide-2018", do: "b1b3 |w e7e5 |b", want: illegal, none: []string{"illegal_stands"}, end: "* irregular"},
	})
}

// TestArticles2018: articles that 2018 numbers otherwise, and what stayed.
func TestArticles2018(t *testing.T) {
	const rules, back = "rules fide-2018", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
	checkTrials(t, []trial{
		{name: "3.7.4.1 pawn captured en passant left standing", head: rules, fen: enPassant, do: "e5d6 |w", want: "ep_pawn_left certain w 3.7.4.1/7.5.1", end: "* irregular"},
		{name: "3.7.5.1 wrong promotion piece", head: rules, fen: "8/P6k/8/8/8/8/5p2/K7 w - - 0 1", do: "-a7 +Ka8 |w", want: "promotion_wrong_piece certain w 3.7.5.1/7.5.1", end: "* irregular"},
		{name: "9.2.1.2 third occurrence", head: rules + "; moves " + back, do: "f6g8 |b", info: []string{"draw_claimable w 9.2.1.2"}, moves: played(back + " f6g8")},
		{name: "A.4.4 both kings in check", head: rules + "; time blitz", fen: "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1", do: "e1f2 |w", want: "both_kings_in_check arbiter A.4.4", moves: "e1f2 completed"},
		{name: "A.4.4 not in standard chess", head: rules, fen: "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1", do: "e1f2 |w", none: []string{"both_kings_in_check"}, moves: "e1f2 completed"},
		{name: "A.4.1.2 too late", head: rules + "; time rapid", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 11", do: "inspect", end: "*",
			info: []string{"wrong_initial_position A.4.1.2"}},
		{name: "A.4.3 flag fall", head: rules + "; time blitz", fen: "8/8/4k3/8/8/4K3/8/8 w - - 0 1", do: "flag:b", want: "flag_fall arbiter b A.4.3", end: "*",
			also: advises("flag_fall", touchmove.Remedy{Result: "1/2-1/2", If: []string{touchmove.IfNotCompleted}, Article: "6.9/A.4.3"})},
	})
}
