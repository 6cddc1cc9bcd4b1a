// Package engine is the face of package touchmove over the new engine: it takes records
// and commands, lets package track read the game and package referee judge it, and says what
// the game is. It is being built beside touchmove.Tracker, whose methods it has; the switch
// puts it in its place.
//
//	records ─▶ leg (track, referee) ─▶ plies, findings ─▶ Game
//	commands ─▶ the record, and another leg
//
// A leg is a tracker and a referee that begin together, in a position that is known: at the
// start of a game, or where a person has set the game back or on. A person overrules every
// hypothesis, so that nothing from before is open then. What was played before a leg stands
// as it is (before).
//
//	engine.go   the face
//	leg.go      tracker and referee as one
//	plies.go    the plies of the game, how far each has come, and how sure it is
//	game.go     Game: what has changed, what is trusted
//	phases.go   set up, playing, stopped, over, the next game
//	array.go    the initial array: a wrong one, who begins, one that is set up again
//	board.go    what the sensors show
//	clock.go    what the clock shows, and which ply it shows it of
//	question.go what a search beside the game is to answer
//	commands.go what people ask for; command_record.go where it changes what was played, and
//	            command_result.go where it ends the game, or takes the end back
package engine
