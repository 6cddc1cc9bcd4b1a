package touchmove

// bilguer1891 and bilguer1880 are the nine paragraphs of rules in two editions
// of the Handbuch des Schachspiels. The years are inferred, not printed.
// Neither knows a clock, nor a moment at which a move is made.
var (
	bilguer1891 = edition{name: "bilguer-1891", classes: []TimeClass{Standard}, law: bilguerLaw, movement: bilguerMovement}
	bilguer1880 = edition{name: "bilguer-1880", classes: []TimeClass{Standard}, movement: bilguerMovement,
		// The glossary of the book explains it; of the edition of 1891 only the rules were
		// available. It names resignation only in passing.
		law: amended(bilguerLaw, amendment{topicDead, provision{notAtOnce, 0, "Remis 1"}}, amendment{topicResign, provision{named, 0, "§6"}},
			amendment{topicFifty, provision{onDemand, 0, "§6"}})} // without the note of 1891
)

var bilguerLaw = [topicCount]provision{
	topicFirst:       {byLot, 0, "§2"},
	topicOwn:         {yes, 0, "§3"},
	topicEnemy:       {yes, 0, "§3"},
	topicAdjust:      {ifSaid, 0, "§3"},
	topicNoneCan:     {kingMoves, 0, "§3"},
	topicRookFirst:   {noMatter, 0, "§7"},
	topicTouchClaim:  {yes, 0, "§3"},
	topicAsked:       {onRequest, 0, "§3"},
	topicEnPassant:   {yes, 0, "§8"},
	topicPromotion:   {yes, 0, "§9"},
	topicCastling:    {yes, 0, "§7"},
	topicIllegal:     {ownOrOther, 0, "§4"},
	topicKingInCheck: {yes, 0, "§5"},
	topicRestore:     {choosing, 0, "§4"},
	topicReplacement: {kingIfAsked, 0, "§4"},
	topicOffence:     {kingMove, 0, "§4"},
	topicTooLate:     {atTouch, 0, "§4"},
	topicPawnLeft:    {notAllowed, 0, "§9"},
	topicWrongArray:  {ifMadeOrAgreed, 4, "§1"},
	topicWrongBoard:  {newBoardGame, 4, "§1"},
	topicResult:      {yes, 0, "§2/§6"},
	topicMate:        {atOnce, 0, "§6"},
	topicStalemate:   {atOnce, 0, "§2"},
	topicThreefold:   {moveLists, 0, "§6"},
	topicSame:        {movesCompare, 0, "§6"},
	topicFifty:       {sinceChange, 0, "§6"},
	topicResign:      {loses, 0, "§6"},
}

var bilguerMovement = []movement{{"3.7.3.1", "§8"}, {"3.7.3.2", "§8"}, {"3.7.3.3", "§9"}, {"3.8.2", "§7"}, {"3.9.2", "§5"}, {"3", "§4"}, {"1", "§4"}}
