// Package track works out which game explains what a board and a clock report.
//
// It knows the rules of chess, not the Laws: it finds no breach, and rules
// on nothing.
//
// # A story for every hypothesis
//
// A board does not report moves. It reports that a square reads empty, or reads a
// piece; scans and quick hands muddle the order and the moments of these reports.
// A hypothesis is one way in which the reports can have come about:
//
//	node    where the game stands: a position, and the plies that led to it
//	table   what stands where, which piece it is (the square where the position has it: its
//	        home), and what it does there (its role)
//	hand    the pieces that are off the board and may come back, with home and role
//	lever   who has pressed before his ply was on the board, and whose press is still to come
//	phase   playing, or loose: the board is followed, and no game is seen in it
//	story   the acts that led here
//
// The role of a piece is mover (it belongs to the ply that is being made), early (to
// the reply), victim (it has been captured, or is lifted to be), or aside (to none:
// touched, knocked over, displaced).
//
// # Acts, and what they cost
//
// An act is what somebody did, or what a board failed to do: lift, put, swap,
// press, take back, a report that never came. Each record extends each hypothesis
// by every act that can have caused it. An act costs its surprise, in hundredths
// of a nat: how rarely it happens where it can (a Rate, in one table with its source,
// rates.go), and which of several things it was (a Choice). Most of these are equally
// likely. Moves are not: how often each is chosen is learnt from the plies, and how soon a ply is
// begun counts, too (choices.go). The score of a hypothesis is the sum of what its acts cost.
// One function adds an act (charge), and nothing edits a score.
//
//	report ─▶ every hypothesis × every act ─▶ equal ones merge ─▶ the best are kept
//	            lift.go, put.go, press.go,         beam.go
//	            gap.go, phase.go
//
// Hypotheses are equal if their future is the same: position, table, hand, lever, phase, and whatever else
// is open (hash). Of the rest, such as which squares have erred, the better one's is kept.
//
// # A ply is read, not reported
//
// The table is followed square by square, and plies are read off it: the legal moves
// that it shows (mover gone from its home and on its target, victim off). Such a ply is
// completed when something needs it: a press, a piece of the other player lifted or put down, a stop
// (ply.go). Until then the piece may go on. So slides, crossed hands and pieces that rest on
// their way need no rule of their own.
//
// A press is evidence, not a verdict: it may come before its ply, after the
// reply, without a move, or never, and each costs what it costs (press.go). How often the
// players forget to press is learnt (careless, ply.go). While the
// clock stands the board is followed; play goes on when the board shows the position
// again, with the ply that was being made, an earlier one, or the initial array, or from what was
// played meanwhile (phase.go, press.go).
//
// # Sure, unsure, lost
//
// A ply is confirmed when every hypothesis that is not far behind has it (sure.go). When
// equal hypotheses merge, the better one is kept, and where the other had other plies a
// doubt of these remains. It fades, and counts no more after 8 plies, or 16 on a board
// that names no pieces: no later report can settle it. When the best story has become
// dear, nothing should be confirmed (Unsure), and play may go on from what the board shows. With that
// another part begins: nothing joins it to the game (restart, phase.go).
//
// # Time
//
// The package has no clock. Records carry their times; Deadline says when time alone
// would change something, and Wake that it has come. Wake at any other moment, or
// as often as one likes, changes nothing. Records give the same acts on every
// machine: all arithmetic is on integers.
//
// # Files
//
//	track.go       the public face: what a record does, and what time alone does
//	view.go        what others read; story.go what has become of each story
//	hypothesis.go  a hypothesis, and when two are equal; act.go what it adds to its story
//	node.go        the positions of a game, what can be asked of them, and how squares lie
//	beam.go        what a hypothesis shows before it is added, and which are kept
//	ply.go         which plies the table shows, and when they are completed
//	clock.go       the clock, and who has pressed it; hear.go what it changes
//	lift.go, put.go, press.go  what can have caused a report; beside.go pieces that are read on the
//	               square beside theirs; blink.go squares that do not read at once what stands there,
//	               and lifts that one look shows in the order of the squares
//	gap.go         plies that were played while nothing was heard, and scans that fail; among.go plies
//	               that were lost among others that are seen
//	phase.go       the end of play, and how it goes on
//	sure.go        what is confirmed and final, and when the story may be wrong
//	rates.go       what acts cost; choices.go how often each move is chosen, and how soon plies
//	               are begun
//	sensors.go     what each family of boards tells, and how late; where a piece comes and goes
package track
