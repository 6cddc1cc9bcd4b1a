package laws

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// LostBy returns the result when a player has lost.
func LostBy(side placement.Color) string { return [...]string{"0-1", "1-0"}[side] }

// TopicOfEnding returns the topic by which a position ends the game.
func TopicOfEnding(e legality.Ending) Topic { return endingTopics[e] }

var endingTopics = [...]Topic{
	legality.Checkmate:    TopicMate,
	legality.Stalemate:    TopicStalemate,
	legality.DeadPosition: TopicDead,
	legality.Fivefold:     TopicFivefold,
	legality.SeventyFive:  TopicSeventyFive,
}

// CodeOfEnding returns the code of the finding that a position ends the game.
func CodeOfEnding(e legality.Ending) Code { return endingCodes[e] }

var endingCodes = [...]Code{
	legality.Checkmate:    Checkmate,
	legality.Stalemate:    Stalemate,
	legality.DeadPosition: DeadPosition,
	legality.Fivefold:     Fivefold,
	legality.SeventyFive:  SeventyFive,
}
