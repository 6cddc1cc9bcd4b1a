// Package touchmove works out which game explains what a board and a clock report, and
// what the Laws say of it: which moves are made and completed, what a player is bound to
// by what he touched, what is irregular, and when the game is over. A Tracker takes
// records and returns findings. It has no clock: it asks for wake-ups (Deadline, Wake).
//
// Begin with Tracker (tracker.go), Game (game.go) and with Finding in package laws.
//
//	records ─▶ leg (track, referee) ─▶ plies, findings ─▶ Game
//	commands ─▶ the record, and another leg
//
// Package track reads the reports: it keeps hypotheses, each a list of acts with what they
// cost, and knows nothing of the Laws. Package referee judges the acts of the one that is read,
// mostly the best, by the rule sets of package laws. It has a View of it, and cannot change it.
//
// A leg is a tracker and a referee that begin together, in a position that is known: at the
// start of a game, or where a person has set the game back or on. A person overrules every
// hypothesis, so nothing undecided is carried into a new leg. What was played before a leg
// stands as it is (before).
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
// # Files
//
//	tracker.go      the public face
//	config.go       what it is told before the first record
//	tags.go         which tags a game may have, and which its next one keeps
//	hear.go         what a record does: board and clock note it, and the leg hears it, unless
//	                the board shows more than there can be
//	leg.go          tracker and referee as one, what the game takes from them, and what tools
//	                hear that explain why a log reads as it does
//	plies.go        the plies of the game, how far each has come, and how sure it is
//	game.go         Game; game_write.go what has changed in it, and what is trusted
//	alerts.go       findings, and those that call for a person
//	phases.go       set up, playing, stopped, over, the next game
//	signal.go       kings that show a result
//	array.go        the initial array: a wrong one, who begins, one that is set up again
//	board.go        what the sensors show
//	clock.go        what the clock shows, and which ply it shows it of
//	question.go     what a search beside the game is to answer
//	command.go      what people ask for; do.go how it is done, command_record.go where it
//	                changes what was played, command_result.go where it ends the game
//	ordered.go      plies are cut, and the board is to follow that
//	aside.go        the game before it was ended; result_back.go takes that end back
//
// # Commands
//
// Do takes moves back, corrects one, rules on an irregularity, sets a position, ends the game.
// The record changes at once, and the tracker waits until the board shows it: until the
// pieces stand where they belong, nothing is a touch, a move or an irregularity. A command
// that cannot be carried out changes nothing.
//
// # The Laws
//
// Articles in comments are those of the FIDE Laws of 2023 unless another edition is
// named. Package laws has the rule sets as data, and what the Laws bind a player to as a
// function of position, acts and rule set.
package touchmove
