package touchmove

// fide2018 is the FIDE Laws of Chess in force from 1 January 2018. They differ
// from those of 2023 in a few rules and in the numbers of some articles; in the
// printed German translation the second 4.4.3 is 4.4.4.
var fide2018 = edition{
	name:    "fide-2018",
	classes: []TimeClass{Standard, Rapid, Blitz},
	law: amended(fide2023.law,
		amendment{topicEnPassant, provision{yes, 0, "3.7.4.1"}},
		amendment{topicPromotion, provision{yes, 0, "3.7.5.1"}},
		amendment{topicThreefold, provision{positions, 0, "9.2.1.2"}},
		amendment{topicThreefoldByMove, provision{yes, 0, "9.2.1.1"}},
		amendment{topicSame, provision{rightsCount, 0, "9.2.2"}},
		amendment{topicResign, provision{loses, 0, "5.1.2"}},
	),
	special: []special{
		{topicBothFlags, inClass(Blitz), provision{}}, // III.2.2
		{topicOffence, inClass(Blitz), provision{gainsTime, 60, "7.5.5/B.2"}},
		{topicClaimCost, inClass(Blitz), provision{timeAdded, 60, "9.5/B.2"}},
		{topicTooLate, rapidOrBlitz, provision{atNextMove, 0, "A.4.2"}},
		{topicPawnLeft, rapidOrBlitz, provision{aQueen, 0, "7.5.2/A.4.2"}},
		{topicBothKings, rapidOrBlitz, provision{yes, 0, "A.4.4"}},
		{topicWrongArray, rapidOrBlitz, provision{ifCompleted, 10, "7.2.1/A.4.1.2"}},
		{topicMisplacedCastle, rapidOrBlitz, provision{yes, 0, "A.4.1.2"}},
		{topicWrongBoard, rapidOrBlitz, provision{mustIfClaimed, 10, "7.2.2/A.4.1.2"}},
		{topicFlag, rapidOrBlitz, provision{mustBeCalled, 0, "6.8/A.4.5"}},
		{topicCannotMate, rapidOrBlitz, provision{seriesOfMoves, 0, "6.9/A.4.3"}},
	},
	movement: []movement{{"3.7.3.1", "3.7.4.1"}, {"3.7.3.2", "3.7.4.2"}, {"3.7.3.3", "3.7.5.1"}},
}

// amendment replaces the provision on one topic in a later edition.
type amendment struct {
	topic topic
	says  provision
}

// amended returns a copy of an edition's law with some provisions replaced.
func amended(law [topicCount]provision, by ...amendment) [topicCount]provision {
	for _, a := range by {
		law[a.topic] = a.says
	}
	return law
}
