// Package touchmove works out which game explains what a board and a clock report, and
// what the Laws say of it: which moves are made and completed, what a player is bound to
// by what he touched, what is irregular, and when the game is over. A Tracker takes
// records and returns findings. It has no clock: it asks for wake-ups (Deadline, Wake).
//
// Begin with Tracker (tracker.go), Game (game.go) and with Finding in package laws. That package
// has the rule sets, and which moves are open after a player's touches.
//
// # Hypotheses
//
// A board does not report moves. It reports that a square is empty, or that a piece
// stands on it. The scan of the board, the hand and the hurry of the player disturb the
// order and the times of these reports. The tracker never waits for a clean board. It
// keeps a small beam of hypotheses; each is a sequence of plies since the last confirmed
// one (hypothesis.go):
//
//	grow      adds to a hypothesis the ply that explains the board better (grow.go)
//	score     charges each hypothesis for the squares that it does not explain (score.go)
//	press     completes the last ply of a hypothesis, or stays open until a ply explains it (press.go)
//	confirm   confirms a ply when no close hypothesis contests it and there is proof of it (confirm.go)
//
// One table holds the cost of each step away from the plainest explanation, with the
// reason (score.go). The board alone changes what is confirmed in two cases only: plies
// are put back in reverse order and play goes on from there (grow_irregular.go), or the
// position before an irregular move is restored (illegal_moves.go).
//
// # The states of a move
//
//	provisional ──(rest of MadeRestMs, the opponent's touch, the reply)──▶ made (4.7)
//	made ──(press 6.2.1, own next move 6.2.1.2, end of the game 6.2.1.1)──▶ completed
//	illegal_made ──(press)──▶ illegal_completed ──(the opponent's next move, where
//	the rules let it, A.5.2)──▶ illegal_stands
//
// Lift is not touch and drop is not release. A drop is only the earliest moment at which
// a move can have been made; the levels of the findings carry that doubt.
//
// # Commands
//
// A person overrules every hypothesis: Do takes moves back, corrects one, rules on an
// irregularity, sets a position, ends the game. The record changes at once, and the
// tracker waits until the board shows it (command_record.go): until the pieces stand
// where they belong, nothing is a touch, a move or an irregularity. A command that cannot
// be carried out changes nothing.
//
// # The Laws
//
// Articles in comments are those of the FIDE Laws of 2023 unless another edition is
// named. Package laws has the rule sets as data, and what the Laws bind a player to as a
// function of position, acts and rule set.
package touchmove
