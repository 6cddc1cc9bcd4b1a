package touchmove

// fide1971 is the rules of play of FIDE of 1952 with their changes to the
// congress of Vancouver 1971. The source breaks off at Article 13: what it said
// of the clock, of the fall of the flag and of penalties is not known.
var fide1971 = edition{
	name:    "fide-1971",
	classes: []TimeClass{Standard},
	law: [topicCount]provision{
		topicTurn:            {yes, 0, "4(1)/9(1)"},
		topicOwn:             {yes, 0, "8(1)"},
		topicSeveralOwn:      {yes, 0, "8(1)"},
		topicEnemy:           {yes, 0, "8(1)"},
		topicBothColours:     {anyMan, 0, "8(2)"},
		topicAdjust:          {yes, 0, "8(1)"},
		topicNoneCan:         {free, 0, "8(3)"},
		topicRookFirst:       {noMatter, 0, "6"}, // commentary: Schaffhausen 1953
		topicKingReleased:    {yes, 0, "7(c)"},
		topicTouchClaim:      {ofTouchesOnly, 0, "8(4)"},
		topicReleased:        {yes, 0, "7(a)"},
		topicMade:            {yes, 0, "7"},
		topicCapture:         {yes, 0, "5(3)/7(b)"},
		topicEnPassant:       {yes, 0, "6(b)/7(b)"},
		topicPromotion:       {yes, 0, "6(c)"},
		topicPromotionSquare: {yes, 0, "7(d)"},
		topicPromotionFinal:  {whenReleased, 0, "7(d)"},
		topicCastling:        {yes, 0, "6"},
		topicIllegal:         {yes, 0, "9(1)"},
		topicKingInCheck:     {yes, 0, "6/10(2)"},
		topicRestore:         {restoring, 0, "9(1)"},
		topicReplacement:     {touchesOnly, 0, "9(1)"},
		topicOffence:         {nothing, 0, "9(1)"},
		topicTooLate:         {atGameEnd, 0, "9(1)"},
		topicPawnLeft:        {notAllowed, 0, "6(c)/7(d)/9(1)"},
		topicUnfinished:      {notMade, 0, "7"},
		topicKnocked:         {restoredOnly, 0, "9(2)"},
		topicDisplaced:       {yes, 0, "9(2)"},
		topicWrongArray:      {newGame, 0, "9(4)"},
		topicWrongBoard:      {mustTransfer, 0, "9(5)"},
		topicResult:          {yes, 0, "11/12"},
		topicMate:            {atOnce, 0, "11(1)"},
		topicStalemate:       {atOnce, 0, "12(1)"},
		topicThreefold:       {positions, 0, "12(3)"},
		topicThreefoldByMove: {yes, 0, "12(3)"},
		topicSame:            {sameMoves, 0, "12(3)"},
		topicFifty:           {onClaim, 0, "12(4)"},
		topicClaimLost:       {byMoving, 0, "12(3)"},
		topicResign:          {loses, 0, "11(2)"},
		topicAgreed:          {yes, 0, "12(2)"},
		topicCannotMate:      {losesEvenSo, 0, "12(4)"}, // commentary
	},
	movement: []movement{{"3.1", "5(1)"}, {"3.5", "5(2)"}, {"3.7.1", "6(a)"}, {"3.7.2", "6(a)"}, {"3.7.3.1", "6(b)"}, {"3.7.3.2", "6(b)"},
		{"3.7.3.3", "6(c)"}, {"3.7.3", "6(a)"}, {"3.9.2", "10(2)"}, {"3.10.2", "9(1)"}, {"1.2", "4(1)"}, {"1.4.1", "9(1)"}, {"3", "6"}},
}
