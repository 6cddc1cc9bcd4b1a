// Package laws holds what the Laws of Chess lay down for a board and a clock, as data and as
// functions of their arguments. It knows no records, and follows no game.
//
// A rule set (Rules) is one text of the Laws for one class of time control. A text settles a
// matter (Topic) in one of a few ways (Way), by an article. sets.go has the texts, topics.go
// what they lay down in words.
//
// Open (duty.go) returns the moves that are open to a player after what he has touched and
// released (Acts), and why. What is noticed in a game is a Finding with a Code; a Code has the
// topics on which it rests, and so its articles.
//
// Articles in comments are those of the FIDE Laws of 2023 unless another edition is named.
package laws
