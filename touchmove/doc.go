// Package touchmove works out which game explains what a board and a clock
// report, and what the Laws say of it: which moves are made and completed, what
// a player is bound to by what he touched, what is irregular, and when the game
// is over. It has no clock and does nothing by itself: a Tracker takes records,
// asks for wake-ups, and returns findings.
//
// # Readings
//
// A board does not report moves. It reports that a square reads empty, or reads
// a man, in an order and at moments that a scan, a hand and a hurry have
// muddled. The tracker never waits for a clean board. It keeps a small beam of
// readings ("lines"), each a story of plies since the last one confirmed:
//
//	grow      a line that one more ply explains better begets the line with that ply
//	weigh     every line pays for the squares that it does not explain
//	press     the clock completes a line's last ply, or asks of it a ply to show for it
//	confirm   a ply that no near line contests, and whose proof has come, is settled
//
// What each step away from the plain story costs stands in one table, with its
// reason (cost.go). Nothing that is confirmed is changed by the board alone, but
// in two cases: plies put back in reverse order with play going on from there
// (goback.go), and the position restored from before an irregular move
// (restore.go).
//
// # The states of a move
//
//	provisional ──(rest of madeRestMs, the opponent's touch, the reply)──▶ made (4.7)
//	made ──(press 6.2.1, own next move 6.2.1.2, end of the game 6.2.1.1)──▶ completed
//	illegal_made ──(press)──▶ illegal_completed ──(the opponent's next move, where
//	the rules let it, A.5.2)──▶ illegal_stands
//
// Lift is not touch and drop is not release. A drop is only the earliest moment
// at which a move can have been made; the levels of the findings carry that doubt.
//
// # What a person says
//
// An arbiter's word stands above every reading: Do takes moves back, corrects
// one, rules on an irregularity, sets a position, ends the game. The record is
// then as he has said, at once, and the board is waited for (ordered.go): while
// the men are being put where they belong nothing is a touch, a move or an
// irregularity. A command that cannot be carried out changes nothing.
//
// # The Laws
//
// Articles in comments are those of the FIDE Laws of 2023 unless another
// edition is named. A rule set is data (rules.go); what is open to the player
// having the move is a function of position, touches and rule set (duty.go).
package touchmove
