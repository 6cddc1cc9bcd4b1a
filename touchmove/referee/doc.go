// Package referee says what the Laws say about what the players did.
//
// It is being built beside the daemon's present engine, as package track is, whose best
// story it reads. It cannot change that story, and no finding weighs in it: what the Laws
// say is no evidence of what happened.
//
//	acts of the story ─┐
//	                   ├─▶ state after each act ─▶ what is found by then
//	records of the clock ─┘     (state.go)
//
// The state after an act is a function of the state before it and the act: whose turn it
// is, what he has touched and released, which plies have been played and how far they have
// come. States are kept along the story; when another story becomes the best one, judging
// goes on from the last act that both have. What time alone brings about (a piece has rested,
// so that it is released) follows from the times of the acts.
//
//	turn.go    what the player having the move has touched and released, and is bound to
//	plies.go   made, completed; breaches of Article 4; how the game ends
//	claims.go  draws that can be claimed
//	illegal.go what no legal move describes
//	stray.go   pieces that stand where no move put them
//	array.go   the initial position, and how the board lies
//	clock.go   whose clock runs, and what a press completes
//	flag.go    flags
//
// Each thing is found once, also if several stories tell it.
package referee
