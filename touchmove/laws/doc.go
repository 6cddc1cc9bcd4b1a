// Package laws holds what the Laws of Chess lay down for a board and a clock, as data and as
// functions of their arguments. It knows no records, and follows no game.
//
// A rule set (Rules) is one text of the Laws for one class of time control. A text settles a
// matter (Topic) in one of a few ways (Way), by an article. sets.go has the texts, topics.go
// the topics; package words says what a text lays down on them.
//
// Open (duty.go) returns the moves that are open to a player after what he has touched and
// released (Acts), and why. What is noticed in a game is a Finding with a Code; a Code has the
// topics on which it rests, and so its articles.
//
// Where the rule of an article is, in this package and in package referee:
//
//	1.2, 1.3         referee: illegal.go (outOfTurn), turn.go (hasMove)
//	3                legality; referee: array.go (faultArticle), promoted.go (breaches)
//	4.2              referee: turn.go (adjusts, touch)
//	4.3, 4.4, 4.5    laws: duty.go (touched, castling, promotion), breach.go (touchBreach)
//	4.7              laws: duty.go (released, kingReleased), breach.go (releaseBreach); referee: turn.go (release)
//	4.8              referee: state.go (lapses, mayObject), turn.go (firstTouch)
//	5, 9             laws: endings.go (TopicOfEnding); referee: endings.go (ending, judgeClaims)
//	6.2              referee: clock.go (press, completes), plies.go (replies, byNext)
//	6.3, 6.8 to 6.11 referee: flag.go (flagRemedy, bothRemedy)
//	7.1              laws: clock.go (Propose)
//	7.2, A.5.1.2     referee: array.go (Array, misplaced)
//	7.4, 7.6         referee: stray.go (judgeStrays, escalate)
//	7.5.1, 7.5.5     referee: illegal.go (unfinishedIllegal), charge.go (charge, remedy)
//	7.5.2            laws: breach.go (Owed); referee: illegal.go (mend, promotesAs)
//	7.5.3            referee: clock.go (await)
//	A.5.2            referee: illegal.go (stands)
//	A.5.4            referee: charge.go (judgePersistence)
//
// Articles in comments are those of the FIDE Laws of 2023 unless another edition is named.
package laws
