// Package referee says what the Laws say about what the players did.
//
// It judges the story that package track reads, mostly the best one. It cannot change that
// story, and no finding weighs in it: what the Laws say is no evidence of what happened.
//
//	acts of the story ─┐
//	                   ├─▶ state after each act ─▶ what is found by then
//	records of the clock ─┘     (advance.go)
//
// The state after an act is a function of the state before it and the act: whose turn it
// is, what he has touched and released, which plies have been played and how far they have
// come. States are kept along the story; when another story is read, judging goes on from
// the last act that both have. What time alone brings about (a piece has rested, so that it
// is released) follows from the times of the acts.
//
//	referee.go  what the facade asks, and which findings are told
//	advance.go  the state after an act, or after some time
//	plies.go    made, completed; breaches of Article 4
//	clock.go    whose clock runs, and what a press completes
//	illegal.go  what no legal move describes, also if nobody completes it, or if it stands
//	endings.go  how a ply ends the game, and draws that can be claimed
//	charge.go   what is charged for an irregular ply, and its remedy
//	stray.go    pieces that stand where no move put them
//	turn.go     what the player having the move has touched and released, and is bound to
//	flag.go     flags
//	promoted.go what a pawn may have become, where nothing has shown it
//	array.go    the initial position, and how the board lies
//	state.go    what a state holds, and how it is read; what has been played
//
// A file calls functions of those below it only.
//
// Each thing is found once, also if several stories tell it.
package referee
