package words

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// row is the text of one code, and the levels that its findings can have.
type row struct {
	code   touchmove.Code
	levels []touchmove.Level
	claim  claim
	in     [2]text // by language
}

// text is the sentence of a code in one language, as templates. fieldsOf returns the fields
// that may stand in them.
type text struct {
	seen    string // what was seen
	says    ways   // what the rule set lays down on it
	depends string // what the level depends on; "" if there is only one
	unseen  string // level suspected: what decides it, and no sensor sees
	arbiter string // level arbiter: what the arbiter has to decide; general words if ""
}

// ways are templates by the way in which the rule set settles the leading topic of a code.
// The first applies to every way without a template.
type ways [6]string

func (w *ways) of(way laws.Way) string {
	if int(way) < len(w) && w[way] != "" {
		return w[way]
	}
	return w[0]
}

// claim is the kind of breach against which the opponent can object only for a while.
type claim uint8

const (
	noClaim    claim = iota
	touchClaim       // against touches: Articles 4.3 and 4.4 of fide-1997 and their like
	anyClaim         // against releases too, in rule sets where that claim lapses
)

// The levels that a finding can have.
var (
	onlyInfo         = []touchmove.Level{laws.Info}
	onlySuspected    = []touchmove.Level{laws.Suspected}
	onlyArbiter      = []touchmove.Level{laws.Arbiter}
	certainOrArbiter = []touchmove.Level{laws.Certain, laws.Arbiter}
	certainOrSuspect = []touchmove.Level{laws.Certain, laws.Suspected}
	infoOrArbiter    = []touchmove.Level{laws.Info, laws.Arbiter}
	certainOrInfo    = []touchmove.Level{laws.Certain, laws.Info}
)

// rows is the whole table, in the order of laws.Codes.
var rows = slices.Concat(plyRows, boundRows, touchRows, clockRows, illegalRows, unfinishedRows, boardRows, endRows)

// rowOf returns the row of a code; nil if there is none.
func rowOf(c touchmove.Code) *row {
	i := slices.IndexFunc(rows, func(r row) bool { return r.code == c })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// Levels returns the levels that a finding of a code can have. If the rule set does not
// cover a finding, it is for the arbiter whatever these levels are, unless it is info.
func Levels(c touchmove.Code) []touchmove.Level {
	if r := rowOf(c); r != nil {
		return slices.Clone(r.levels)
	}
	return nil
}

// Depends returns what the level of a code depends on.
func Depends(lang Language, c touchmove.Code) string {
	r := rowOf(c)
	if r == nil {
		return ""
	}
	if text := r.in[lang&1].depends; text != "" {
		return text
	}
	return common[lang&1].always[r.levels[0]]
}

// plyRows are on the last ply as the board shows it.
var plyRows = []row{
	{code: laws.Provisional, levels: onlyInfo, in: [...]text{
		{seen: "The board shows [{move}|a move] {by}; it is not settled yet[: {detail}]"},
		{seen: "Das Brett zeigt[ {move}| einen Zug] {by}; noch steht der Zug nicht fest[: {detail}]"},
	}},
	{code: laws.Retracted, levels: onlyInfo, in: [...]text{
		{seen: "The board no longer shows [{move}|the move] {by}[: {detail}]"},
		{seen: "Das Brett zeigt[ {move}| den Zug] {by} nicht mehr[: {detail}]"},
	}},
	{code: laws.MoveMade, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has made [{move}|a move]"},
		{seen: "{Side} hat[ {move}| einen Zug] ausgeführt"},
	}},
	{code: laws.MoveCompleted, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has completed [{move}|a move]"},
		{seen: "{Side} hat[ {move}| einen Zug] abgeschlossen"},
	}},
	{code: laws.CompletedByNextMove, levels: onlyInfo, in: [...]text{
		{seen: "{Side} has completed [{move}|a move] by making the next move; no press of the clock was seen after it"},
		{seen: "{Side} hat[ {move}| einen Zug] mit dem eigenen nächsten Zug abgeschlossen; danach wurde kein Drücken der Uhr erfasst"},
	}},
	{code: laws.CaptureInferred, levels: onlyInfo, in: [...]text{
		{seen: "The capture[ {move}] {by} was not seen but inferred: no other move fits what the board shows"},
		{seen: "Der Schlagzug[ {move}] {by} wurde nicht gesehen, sondern erschlossen: Kein anderer Zug passt zu dem, was das Brett zeigt"},
	}},
	{code: laws.AmbiguousCapture, levels: onlyArbiter, in: [...]text{
		{seen: "Several captures {by} fit what the board shows; it cannot tell which piece was captured",
			arbiter: "If the next moves do not show it, the arbiter must establish it."},
		{seen: "Mehrere Schlagzüge {by} passen zu dem, was das Brett zeigt; es erkennt nicht, welche Figur geschlagen wurde",
			arbiter: "Wenn die nächsten Züge es nicht zeigen, muss der Schiedsrichter es feststellen."},
	}},
	{code: laws.Ambiguous960Castle, levels: onlyInfo, in: [...]text{
		{seen: "[{move}|The move] {by} can be a king move or the first half of castling, until the rook moves or the clock is pressed"},
		{seen: "[{move}|Der Zug] {by} kann ein Königszug oder die erste Hälfte der Rochade sein, bis der Turm zieht oder die Uhr gedrückt wird"},
	}},
}

// boundRows are on what binds the player having the move, and on what that rests: a board
// does not know whether a lifted piece was touched to be moved, or whether a piece that was
// put down was released.
var boundRows = []row{
	{code: laws.Obliged, levels: onlyInfo, in: [...]text{
		{seen: "{duty}[; possible moves: {moves}]"},
		{seen: "{duty}[; mögliche Züge: {moves}]"},
	}},
	{code: laws.CaptureObliged, levels: onlyInfo, in: [...]text{
		{seen: "If the touch counts, {side} must capture [{captive}|the opponent's piece that was touched]"},
		{seen: "Wenn die Berührung zählt, muss {side} [{captive}|die berührte gegnerische Figur] schlagen"},
	}},
	{code: laws.CastleObliged, levels: onlyInfo, in: [...]text{
		{seen: "If the pieces were touched and released as the board shows, {side} must castle[ {wing}]"},
		{seen: "Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss {side}[ {wing}] rochieren"},
	}},
	{code: laws.CastleIntentUnknown, levels: onlyInfo, in: [...]text{
		{seen: "{Side} had the move, and [{names}|king and rook] were lifted; castling with that rook is illegal, and the king has no other move",
			says: ways{"If castling was meant, any legal move is open; if not, the rook must be moved; the board cannot see what was meant"}},
		{seen: "{Side} war am Zug, und [{names}|König und Turm] wurden angehoben; die Rochade mit diesem Turm ist regelwidrig, und der König hat keinen anderen Zug",
			says: ways{"Wenn die Rochade beabsichtigt war, ist jeder regelgemäße Zug erlaubt; wenn nicht, muss der Turm ziehen; das Brett kann die Absicht nicht sehen"}},
	}},
	{code: laws.PromotionSquareFixed, levels: onlyInfo, in: [...]text{
		{seen: "If the pawn was touched and released as the board shows, {side} must promote it [on {squares} and on no other square|on that square]"},
		{seen: "Wenn der Bauer so berührt und losgelassen wurde, wie das Brett es zeigt, muss {side} ihn [auf {squares} und auf keinem anderen Feld|auf diesem Feld] umwandeln"},
	}},
	{code: laws.PromotionChoiceFinal, levels: onlyInfo, in: [...]text{
		{seen: "{Side} [{placed}|put a new piece on the promotion square]",
			says: ways{"", "The choice is final as soon as the piece has touched the square", "The choice is final as soon as the piece has been released"}},
		{seen: "{Side} [{placed}|hat eine neue Figur auf das Umwandlungsfeld gestellt]",
			says: ways{"", "Die Wahl ist endgültig, sobald die Figur das Umwandlungsfeld berührt hat", "Die Wahl ist endgültig, sobald die Figur losgelassen worden ist"}},
	}},
	{code: laws.OrderUnknown, levels: onlyInfo, in: [...]text{
		{seen: "{Side} had the move, and [{names}|two pieces] left their squares in one scan of the board; it is not known which was touched first",
			says: ways{"[{order}|If that is not clear, the player's own piece counts as touched before the opponent's]"}},
		{seen: "{Side} war am Zug, und [{names}|zwei Figuren] verließen ihre Felder in derselben Abtastung des Brettes; es ist nicht bekannt, welche Figur zuerst berührt wurde",
			says: ways{"[{order}|Wenn das nicht feststeht, gilt die eigene Figur als vor der gegnerischen berührt]"}},
	}},
	{code: laws.KingMovePenalty, levels: onlyInfo, in: [...]text{
		{seen: "If the touch counts, {side} has touched [{name}|a piece], which cannot move",
			says: ways{"", "Then any legal move is open", "Then the king must move as a penalty, without castling; if it cannot, the touch has no consequence"}},
		{seen: "Wenn die Berührung zählt, hat {side} [{name}|eine Figur] berührt; diese Figur kann nicht ziehen",
			says: ways{"", "Dann ist jeder regelgemäße Zug erlaubt", "Dann muss zur Strafe der König ziehen, ohne zu rochieren; wenn er nicht kann, hat die Berührung keine Folgen"}},
	}},
}

// What decides on a breach of the rules for touching or releasing, and no sensor sees.
const (
	touchUnseen     = "It depends on whether that was deliberate, an accident or an announced adjustment, which the board cannot see."
	touchUnseenDE   = "Es kommt darauf an, ob das absichtlich, aus Versehen oder zum angekündigten Zurechtrücken geschah; das Brett kann es nicht sehen."
	releaseUnseen   = "It depends on whether the piece had been released, which the board cannot see."
	releaseUnseenDE = "Es kommt darauf an, ob die Figur losgelassen war; das Brett kann es nicht sehen."
)

// touchRows are on breaches of the rules for touching and releasing.
var touchRows = []row{
	{code: laws.TouchBreach, levels: onlySuspected, claim: touchClaim, in: [...]text{
		{seen: "{Side} [{lifted} and then played {move}|lifted a piece, and then played a move that this touch does not allow]",
			says:   ways{"[{If}, {had}|A touched piece that can be moved or captured binds the player]"},
			unseen: touchUnseen},
		{seen: "{Side} [{lifted} dann {move} gespielt|hat eine Figur angehoben und dann einen Zug gespielt, den diese Berührung nicht erlaubt]",
			says:   ways{"[{If}, {had}|Eine berührte Figur, die gezogen oder geschlagen werden kann, bindet den Spieler]"},
			unseen: touchUnseenDE},
	}},
	{code: laws.ReleaseBreach, levels: onlySuspected, claim: anyClaim, in: [...]text{
		{seen: "{Side} [{put} {then}|put a piece on a square where it could have stayed, and then on another one]",
			says:   ways{"[{If}, {had}|A piece released on a square as a legal move, or as part of one, stays there]"},
			unseen: releaseUnseen},
		{seen: "{Side} [{put} {then}|hat eine Figur auf ein Feld gestellt, auf dem sie hätte bleiben können, und dann auf ein anderes]",
			says:   ways{"[{If}, {had}|Eine Figur, die als regelgemäßer Zug oder als Teil davon losgelassen worden ist, bleibt auf ihrem Feld]"},
			unseen: releaseUnseenDE},
	}},
	{code: laws.CastleRookFirst, levels: onlySuspected, claim: touchClaim, in: [...]text{
		{seen: "{Side} [{rookFirst}|lifted the rook before the king in castling]",
			says:   ways{"", "[{If}, {notWithRook}|The player may not castle with a rook that was touched before the king; the rook must move, or else the king]", "It does not matter which of the two is touched first"},
			unseen: touchUnseen},
		{seen: "{Side} [{rookFirst}|hat bei der Rochade den Turm vor dem König angehoben]",
			says:   ways{"", "[{If}, {notWithRook}|Der Spieler darf mit einem Turm, der vor dem König berührt wurde, nicht rochieren; der Turm muss ziehen, sonst der König]", "Es ist gleichgültig, welche der beiden Figuren zuerst berührt wird"},
			unseen: touchUnseenDE},
	}},
	{code: laws.PromotionChanged, levels: certainOrSuspect, claim: anyClaim, in: [...]text{
		{seen: "{Side} [{changed}|promoted after another piece had been put on the promotion square]",
			says:    ways{"", "[{final}|The choice is final as soon as the piece has touched the square]", "[{final}|The choice is final as soon as the piece has been released]"},
			unseen:  releaseUnseen,
			depends: "certain where the choice is final by the touch of the square, which a board knows, or where the pawn had been left there when the clock was pressed; suspected where it is final by the release, or if the first piece stood on another square"},
		{seen: "{Side} [{changed}|hat umgewandelt, nachdem schon eine andere Figur auf dem Umwandlungsfeld gestanden hatte]",
			says:    ways{"", "[{final}|Die Wahl ist endgültig, sobald die Figur das Umwandlungsfeld berührt hat]", "[{final}|Die Wahl ist endgültig, sobald die Figur losgelassen worden ist]"},
			unseen:  releaseUnseenDE,
			depends: "sicher, wo schon das Berühren des Feldes die Wahl endgültig macht, denn das erkennt das Brett, oder wo der Bauer beim Drücken der Uhr dort stehen geblieben war; Verdacht, wo es das Loslassen ist oder die erste Figur auf einem anderen Feld stand"},
	}},
	{code: laws.TouchClaimLapsed, levels: onlyInfo, in: [...]text{
		{seen: "{Side} [{liftedAndBack}|lifted a piece]",
			says: ways{"If that touch counts, {side} can no longer claim that {ofOpponent} last move broke the touch-move rules"}},
		{seen: "{Side} hat [{liftedAndBack}|eine Figur angehoben]",
			says: ways{"Wenn diese Berührung zählt, kann {side} nicht mehr reklamieren, dass der letzte Zug {ofOpponent} gegen die Berührt-geführt-Regeln verstieß"}},
	}},
}

// What the level of an irregular move depends on.
const (
	illegalDepends = "certain if no legal move leads to what the board shows and the clock was pressed; arbiter if the opponent had replied before the press, " +
		"if the board has no clock, or if more on the board is unexplained or only assumed"
	illegalDependsDE = "sicher, wenn kein regelgemäßer Zug zu dem führt, was das Brett zeigt, und die Uhr gedrückt wurde; Schiedsrichter, wenn der Gegner vor dem Drücken geantwortet hatte, " +
		"wenn keine Uhr angeschlossen ist oder wenn auf dem Brett noch anderes ungeklärt oder nur angenommen ist"
)

// illegalRows are on illegal moves.
var illegalRows = []row{
	{code: laws.IllegalMade, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} made an illegal move[, {move}][: {reasons}]",
			says: ways{"[{Restored}]"}, depends: illegalDepends},
		{seen: "{Side} hat einen regelwidrigen Zug ausgeführt[, {move}][: {reasons}]",
			says: ways{"[{Restored}]"}, depends: illegalDependsDE},
	}},
	{code: laws.IllegalNotCompleted, levels: onlyInfo, in: [...]text{
		{seen: "The board shows [{move}|a move] {by}, which is not completed and would be illegal[: {reasons}]",
			says: ways{"", "It can be corrected from the position before the move; what was touched binds the player", "{Restored}"}},
		{seen: "Das Brett zeigt [{move}|einen Zug] {by}; der Zug ist nicht abgeschlossen und wäre regelwidrig[: {reasons}]",
			says: ways{"", "Er kann aus der Stellung vor dem Zug berichtigt werden; was berührt wurde, bindet den Spieler", "{Restored}"}},
	}},
	{code: laws.IllegalCompleted, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} completed an illegal move[, {move}][: {reasons}]",
			says: ways{"[{Restored}]"}, depends: illegalDepends},
		{seen: "{Side} hat einen regelwidrigen Zug abgeschlossen[, {move}][: {reasons}]",
			says: ways{"[{Restored}]"}, depends: illegalDependsDE},
	}},
	{code: laws.IllegalSecond, levels: onlyArbiter, in: [...]text{
		{seen: "This is the [{offence}|second] completed illegal move {by}",
			says: ways{"", "The second loses the game, or draws it if the opponent cannot mate by any series of legal moves", "The third loses the game"}},
		{seen: "Das ist der [{offence}|zweite] abgeschlossene regelwidrige Zug {by}",
			says: ways{"", "Mit dem zweiten ist die Partie verloren; sie ist remis, wenn der Gegner durch keine Folge regelgemäßer Züge mattsetzen kann", "Mit dem dritten ist die Partie verloren"}},
	}},
	{code: laws.IllegalThird, levels: onlyArbiter, in: [...]text{
		{seen: "This is the [{offence}|third] completed illegal move {by}",
			says: ways{"", "The second already loses the game, or draws it if the opponent cannot mate by any series of legal moves", "The third loses the game"}},
		{seen: "Das ist der [{offence}|dritte] abgeschlossene regelwidrige Zug {by}",
			says: ways{"", "Schon mit dem zweiten ist die Partie verloren; sie ist remis, wenn der Gegner durch keine Folge regelgemäßer Züge mattsetzen kann", "Mit dem dritten ist die Partie verloren"}},
	}},
	{code: laws.IllegalStands, levels: onlyInfo, in: [...]text{
		{seen: "The irregular move[ {move}] {by} stands[, {detail}]",
			says: ways{"", "It can be corrected only while the game is on", "It can no longer be corrected once the opponent has made the next move", "It can no longer be corrected once the opponent has touched a piece"}},
		{seen: "Der regelwidrige Zug[ {move}] {by} bleibt bestehen[, {detail}]",
			says: ways{"", "Er kann nur während der Partie berichtigt werden", "Er kann nicht mehr berichtigt werden, wenn der Gegner den nächsten Zug ausgeführt hat", "Er kann nicht mehr berichtigt werden, wenn der Gegner einen Stein berührt hat"}},
	}},
	{code: laws.IllegalPositionPersists, levels: onlyArbiter, in: [...]text{
		{seen: "After the next completed move the position is still illegal, with both kings in check or a pawn on its last rank",
			says: ways{"The arbiter then declares the game drawn"}},
		{seen: "Nach dem nächsten abgeschlossenen Zug ist die Stellung immer noch regelwidrig: Beide Könige stehen im Schach, oder ein Bauer steht auf der letzten Reihe",
			says: ways{"Der Schiedsrichter erklärt die Partie dann für remis"}},
	}},
	{code: laws.KingCaptured, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} captured the opponent's king[ with {move}]",
			says:    ways{"[{Restored}]", "The king may not be captured; {restored}"},
			depends: "as for illegal_completed; arbiter, too, where the text does not speak of capturing a king"},
		{seen: "{Side} hat[ mit {move}] den gegnerischen König geschlagen",
			says:    ways{"[{Restored}]", "Der König darf nicht geschlagen werden; {restored}"},
			depends: "wie bei illegal_completed; Schiedsrichter auch, wo der Text nicht vom Schlagen des Königs spricht"},
	}},
}

// What the level of a move that was left unfinished depends on.
const (
	unfinishedDepends   = "as for illegal_completed"
	unfinishedDependsDE = "wie bei illegal_completed"
)

// unfinishedRows are on moves that were left half done, and on what follows from illegal
// positions.
var unfinishedRows = []row{
	{code: laws.CastleIncomplete, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} left castling half done[, {move}]: the king was moved, the rook was not",
			says: ways{"Castling is one move of king and rook; left unfinished, it is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat die Rochade nur halb ausgeführt[, {move}]: Der König ist gezogen, der Turm nicht",
			says: ways{"Die Rochade ist ein einziger Zug von König und Turm; unvollständig ist sie regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: laws.EPPawnLeft, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} captured en passant[, {move},] and left the captured pawn on the board",
			says: ways{"The captured pawn is removed as part of the move; without that the move is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat en passant geschlagen[, {move},] und den geschlagenen Bauern auf dem Brett gelassen",
			says: ways{"Der geschlagene Bauer wird als Teil des Zuges entfernt; ohne das ist der Zug regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: laws.PromotionUnreplaced, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} moved a pawn to the last rank[, {move},] and left it there without exchanging it",
			says:    ways{"", "That is an illegal move, and the pawn can become only a queen", "That is an illegal move; the position before the move is restored, and the choice of the piece is free", "A pawn may not stay there; the text does not say what follows"},
			depends: "as for illegal_completed; arbiter, too, where the text does not say what follows"},
		{seen: "{Side} hat einen Bauern auf die letzte Reihe gezogen[, {move},] und dort stehen lassen, ohne ihn umzuwandeln",
			says:    ways{"", "Das ist ein regelwidriger Zug, und der Bauer kann nur noch in eine Dame umgewandelt werden", "Das ist ein regelwidriger Zug; die Stellung vor dem Zug wird wiederhergestellt, und die Wahl der Figur ist frei", "Ein Bauer darf dort nicht stehen bleiben; der Text sagt nicht, was daraus folgt"},
			depends: "wie bei illegal_completed; Schiedsrichter auch, wo der Text nicht sagt, was folgt"},
	}},
	{code: laws.PromotionIncomplete, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} put the new piece on the promotion square[, {move},] and left the pawn on the board",
			says: ways{"A promotion is made only when the pawn is off the board, too; without that it is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat die neue Figur auf das Umwandlungsfeld gestellt[, {move},] und den Bauern auf dem Brett gelassen",
			says: ways{"Die Umwandlung ist erst ausgeführt, wenn auch der Bauer vom Brett ist; ohne das ist sie regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: laws.PromotionWrongPiece, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} promoted a pawn to a piece that is not allowed[, {move}][: {reasons}]",
			says: ways{"A pawn becomes a queen, rook, bishop or knight of its own colour; anything else is illegal[, and {restored}]"}, depends: unfinishedDepends},
		{seen: "{Side} hat einen Bauern in eine Figur umgewandelt, die nicht erlaubt ist[, {move}][: {reasons}]",
			says: ways{"Ein Bauer wird in eine Dame, einen Turm, einen Läufer oder einen Springer der eigenen Farbe umgewandelt; anderes ist regelwidrig[, und {restored}]"}, depends: unfinishedDependsDE},
	}},
	{code: laws.PromotionPieceUnknown, levels: onlyArbiter, in: [...]text{
		{seen: "{Side} moved a pawn to the last rank, and the board cannot name what stands there[; until it is named, {move} is assumed]",
			says:    ways{"The pawn becomes a queen, a rook, a bishop or a knight"},
			arbiter: "It is for the arbiter to say which piece it is."},
		{seen: "{Side} hat einen Bauern auf die letzte Reihe gezogen, und das Brett kann nicht benennen, was dort steht[; bis es benannt ist, wird {move} angenommen]",
			says:    ways{"Der Bauer wird zu einer Dame, einem Turm, einem Läufer oder einem Springer"},
			arbiter: "Der Schiedsrichter muss angeben, welche Figur es ist."},
	}},
	{code: laws.BothKingsInCheck, levels: onlyArbiter, in: [...]text{
		{seen: "Both kings are in check, and {side} has the move",
			says: ways{"The arbiter waits until the next move is completed; if the position is still illegal then, the game is declared drawn"}},
		{seen: "Beide Könige stehen im Schach; {side} ist am Zug",
			says: ways{"Der Schiedsrichter wartet den Abschluss des nächsten Zuges ab; wenn die Stellung dann noch regelwidrig ist, erklärt er die Partie für remis"}},
	}},
}

// boardRows are on disorder on the board.
var boardRows = []row{
	{code: laws.Displaced, levels: infoOrArbiter, in: [...]text{
		{seen: "No move explains what the board shows[ on {squares}][; {detail}]",
			says: ways{"", "Displaced pieces are put right on the time of the player who displaced them", "Displaced pieces are put right on the time of the player who displaced them, whose clock the opponent may restart for that",
				"The position before the pieces were displaced must be restored; if it cannot be, the game is void"},
			depends: "info while the pieces may yet be put right; arbiter when play goes on over them, after ten seconds, or at once if a piece went to a neighbouring square where its own player, not having the move, could have moved it"},
		{seen: "Kein Zug erklärt, was das Brett[ auf {squares}] zeigt[; {detail}]",
			says: ways{"", "Wer Figuren verschiebt, stellt die richtige Stellung auf Kosten der eigenen Zeit wieder her", "Wer Figuren verschiebt, stellt die richtige Stellung auf Kosten der eigenen Zeit wieder her; der Gegner darf dazu dessen Uhr wieder in Gang setzen",
				"Die Stellung vor dem Verrücken der Steine muss wiederhergestellt werden; wenn das nicht möglich ist, ist die Partie ungültig"},
			depends: "Hinweis, solange die Figuren noch zurückgestellt werden können; Schiedsrichter, wenn weitergespielt wird oder zehn Sekunden vergangen sind, und sofort, wenn eine Figur auf einem Nachbarfeld steht, auf das sie ihr Spieler ziehen könnte, wäre er am Zug"},
	}},
	{code: laws.Displacement, levels: onlyInfo, in: [...]text{
		{seen: "Several pieces left their squares at once while {side} had the move",
			says: ways{"Displaced pieces are put right on the time of the player who displaced them", 3: "The position before the pieces were displaced must be restored; if it cannot be, the game is void"}},
		{seen: "Mehrere Figuren verließen zugleich ihre Felder, als {side} am Zug war",
			says: ways{"Wer Figuren verschiebt, stellt die richtige Stellung auf Kosten der eigenen Zeit wieder her", 3: "Die Stellung vor dem Verrücken der Steine muss wiederhergestellt werden; wenn das nicht möglich ist, ist die Partie ungültig"}},
	}},
	{code: laws.WrongInitialPosition, levels: certainOrInfo, in: [...]text{
		{seen: "The initial position is wrong[: see {squares}][; {detail}]",
			says: ways{"", "This game is cancelled, and a new one is played", "A new game is played if that is claimed before each player has made {n} moves", "A new game is played if that is claimed before each player has completed {n} moves",
				"A new game is played if that is claimed before each player has made {n} moves; after that it needs the opponent's consent"},
			depends: "info once the text no longer lets it be claimed, or only with the opponent's consent"},
		{seen: "Die Anfangsstellung ist falsch[: siehe {squares}][; {detail}]",
			says: ways{"", "Diese Partie gilt nicht, und eine neue wird gespielt", "Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge gemacht hat", "Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge abgeschlossen hat",
				"Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge gemacht hat; danach bedarf es der Einwilligung des Gegners"},
			depends: "Hinweis, sobald es nach dem Text nicht mehr oder nur mit Einwilligung des Gegners beanstandet werden kann"},
	}},
	{code: laws.BoardRotated, levels: onlySuspected, in: [...]text{
		{seen: "The first move fits only a board that lies the other way round[: {squares}]",
			says: ways{"", "Play goes on, and the position must be put on a board that lies right", "Play goes on, and the position may be put on a board that lies right",
				"A new game is played if that is claimed before each player has made {n} moves; after that it needs the opponent's consent", "If that is claimed before each player has made {n} moves, the position may be put on a board that lies right", "If that is claimed before each player has completed {n} moves, the position is put on a board that lies right"},
			unseen: "It depends on how the board lies, which the board itself cannot see."},
		{seen: "Der erste Zug passt nur zu einem verkehrt herum liegenden Brett[: {squares}]",
			says: ways{"", "Die Partie wird fortgesetzt, und die Stellung muss auf ein richtig liegendes Brett übertragen werden", "Die Partie wird fortgesetzt, und die Stellung kann auf ein richtig liegendes Brett übertragen werden",
				"Eine neue Partie wird gespielt, wenn das beanstandet wird, bevor jeder Spieler {n} Züge gemacht hat; danach bedarf es der Einwilligung des Gegners", "Wenn das beanstandet wird, bevor jeder Spieler {n} Züge gemacht hat, kann die Stellung auf ein richtig liegendes Brett übertragen werden",
				"Wenn das beanstandet wird, bevor jeder Spieler {n} Züge abgeschlossen hat, wird die Stellung auf ein richtig liegendes Brett übertragen"},
			unseen: "Es kommt darauf an, wie das Brett liegt; das Brett selbst kann es nicht sehen."},
	}},
	{code: laws.BoardReset, levels: infoOrArbiter, in: [...]text{
		{seen: "The pieces were put away or set up anew[; {detail}]",
			depends: "arbiter if they stand in the initial array for ten seconds, the clocks are stopped, and the game is not over",
			arbiter: "If the game is over, the arbiter enters the result; until then the game waits."},
		{seen: "Die Figuren wurden weggestellt oder neu aufgestellt[; {detail}]",
			depends: "Schiedsrichter, wenn sie zehn Sekunden lang in der Anfangsstellung stehen, die Uhren angehalten sind und die Partie nicht beendet ist",
			arbiter: "Wenn die Partie beendet ist, gibt der Schiedsrichter das Ergebnis ein; bis dahin wartet die Partie."},
	}},
	{code: laws.Desync, levels: onlyArbiter, in: [...]text{
		{seen: "The game does not explain what the board shows[ on {squares}][: {detail}]", arbiter: "It is for the arbiter to say what was played."},
		{seen: "Die Partie erklärt nicht, was das Brett[ auf {squares}] zeigt[: {Detail}]", arbiter: "Der Schiedsrichter muss angeben, was gespielt wurde."},
	}},
	{code: laws.Resync, levels: onlyInfo, in: [...]text{
		{seen: "The game explains again what the board shows[ on {squares}]"},
		{seen: "Die Partie erklärt wieder, was das Brett[ auf {squares}] zeigt"},
	}},
	{code: laws.SensorFault, levels: onlyInfo, in: [...]text{
		{seen: "The board may be reading wrongly[ on {squares}][: {detail}]"},
		{seen: "Das Brett liest[ auf {squares}] vielleicht falsch[: {Detail}]"},
	}},
	{code: laws.SensorNote, levels: onlyInfo, in: [...]text{
		{seen: "[{Detail}|The board reports something about itself]"},
		{seen: "[{Detail}|Das Brett meldet etwas über sich selbst]"},
	}},
}

// clockRows are on pieces touched and moved out of turn, and on the clock.
var clockRows = []row{
	{code: laws.OffTurnContact, levels: onlyInfo, in: [...]text{
		{seen: "[{offTurn}|A piece whose side does not have the move was lifted and put back]; the board cannot see by whom",
			says: ways{"", "Only the player having the move may adjust pieces, after announcing it", "Pieces may be adjusted after that is announced"}},
		{seen: "[{offTurn}|Eine Figur, deren Seite nicht am Zug ist, wurde angehoben und zurückgestellt]; das Brett kann nicht sehen, von wem",
			says: ways{"", "Nur wer am Zug ist, darf nach vorheriger Ankündigung Figuren zurechtrücken", "Nach vorheriger Ankündigung dürfen Figuren zurechtgerückt werden"}},
	}},
	{code: laws.OutOfTurn, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} has [played {move}|moved] without having the move",
			says:    ways{"The players move alternately"},
			depends: "certain if the piece went farther than a neighbouring square, or its player pressed the clock next; arbiter if the other player did, if no press shows that the piece had been released before, or if another reading of the board comes near"},
		{seen: "{Side} hat [{move} gespielt|gezogen], ohne am Zug zu sein",
			says:    ways{"Die Spieler ziehen abwechselnd"},
			depends: "sicher, wenn die Figur weiter als auf ein Nachbarfeld ging oder ihr Spieler als Nächster die Uhr drückte; Schiedsrichter, wenn der andere sie drückte, wenn kein Drücken der Uhr zeigt, dass die Figur zuvor losgelassen war, oder wenn eine andere Lesart des Brettes naheliegt"},
	}},
	{code: laws.ReplyBeforePress, levels: onlyInfo, in: [...]text{
		{seen: "{Side} replied[ with {move}] before the opponent had pressed the clock",
			says: ways{"", "That is allowed, and the opponent must still be allowed to press the clock", "The player has the move only when the opponent's move is completed"}},
		{seen: "{Side} hat[ mit {move}] geantwortet, bevor der Gegner die Uhr gedrückt hatte",
			says: ways{"", "Das ist erlaubt, und der Gegner muss seine Uhr noch drücken können", "Der Spieler ist erst am Zug, wenn der Zug des Gegners abgeschlossen ist"}},
	}},
	{code: laws.PressWithoutEffect, levels: onlyInfo, in: [...]text{
		{seen: "{Side} pressed a clock that was not running",
			says: ways{"Such a press completes no move"}},
		{seen: "{Side} hat eine Uhr gedrückt, die nicht lief",
			says: ways{"Damit wird kein Zug abgeschlossen"}},
	}},
	{code: laws.ClockNoMove, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} pressed the clock without having made a move",
			says:    ways{"", "That is treated as an illegal move", "That is improper handling of the clock, not an illegal move; a penalty is at the arbiter's discretion"},
			depends: "certain if the board has not changed since the turn began and the text treats the press as an illegal move; arbiter if something else on the board may explain it"},
		{seen: "{Side} hat die Uhr gedrückt, ohne einen Zug ausgeführt zu haben",
			says:    ways{"", "Das wird wie ein regelwidriger Zug behandelt", "Das ist eine unkorrekte Behandlung der Uhr, kein regelwidriger Zug; eine Strafe liegt im Ermessen des Schiedsrichters"},
			depends: "sicher, wenn das Brett seit Beginn des Zuges unverändert ist und der Text das Drücken wie einen regelwidrigen Zug behandelt; Schiedsrichter, wenn anderes auf dem Brett es erklären kann"},
	}},
	{code: laws.ClockStopped, levels: onlyInfo, in: [...]text{
		{seen: "Both clocks were stopped while {side} had the move",
			says: ways{"They may be stopped by the arbiter, or by a player who calls the arbiter"}},
		{seen: "Beide Uhren wurden angehalten, während {side} am Zug war",
			says: ways{"Sie dürfen vom Schiedsrichter angehalten werden oder von einem Spieler, der ihn zu Hilfe ruft"}},
	}},
	{code: laws.MoveIncomplete, levels: onlyArbiter, in: [...]text{
		{seen: "{Side} pressed the clock while a piece was off its square and read on no other",
			says: ways{"", "If it stood on none, that is treated as an illegal move", "If it stood on none, that is improper handling of the clock, and the move has not been made",
				"If it stood on none, the move has not been made; the text does not say what follows for the press"},
			arbiter: "The board may be late in reading a piece that is badly centred or has fallen over: it is for the arbiter to decide."},
		{seen: "{Side} hat die Uhr gedrückt, während eine Figur von ihrem Feld genommen und auf keinem anderen erfasst war",
			says: ways{"", "Wenn sie auf keinem stand, wird das wie ein regelwidriger Zug behandelt", "Wenn sie auf keinem stand, ist das eine unkorrekte Behandlung der Uhr, und der Zug ist nicht ausgeführt",
				"Wenn sie auf keinem stand, ist der Zug nicht ausgeführt; der Text sagt nicht, was für das Drücken der Uhr folgt"},
			arbiter: "Das Brett erfasst eine Figur, die schlecht auf ihrem Feld steht oder umgefallen ist, vielleicht spät: Die Entscheidung liegt beim Schiedsrichter."},
	}},
	{code: laws.FlagFall, levels: onlyArbiter, in: [...]text{
		{seen: "The clock shows that the flag of {side} has fallen[; {completed}][; {detail}]",
			says: ways{"The text does not say when a flag counts as fallen", "It counts when the arbiter observes it or a player claims it", "It counts only when a player claims it; the arbiter does not point it out", "The arbiter must call it on observing it"}},
		{seen: "Die Uhr zeigt, dass das Fallblättchen {by} gefallen ist[; {completed}][; {detail}]",
			says: ways{"Der Text sagt nicht, wann es als gefallen gilt", "Es gilt als gefallen, wenn der Schiedsrichter es beobachtet oder ein Spieler es reklamiert", "Es gilt erst als gefallen, wenn ein Spieler es reklamiert; der Schiedsrichter weist nicht darauf hin", "Der Schiedsrichter muss darauf hinweisen, wenn er es beobachtet"}},
	}},
	{code: laws.BothFlags, levels: onlyArbiter, in: [...]text{
		{seen: "The clock shows that both flags have fallen[; {detail}]",
			says: ways{"", "If it cannot be established which fell first, the game goes on", "If it cannot be established which fell first, the game is drawn", "The game is drawn",
				"If it cannot be established which fell first, the game is drawn in the last period and goes on in any other; that holds for games without an increment, where it was announced"}},
		{seen: "Die Uhr zeigt, dass beide Fallblättchen gefallen sind[; {detail}]",
			says: ways{"", "Wenn nicht feststellbar ist, welches zuerst fiel, wird die Partie fortgesetzt", "Wenn nicht feststellbar ist, welches zuerst fiel, ist die Partie remis", "Die Partie ist remis",
				"Wenn nicht feststellbar ist, welches zuerst fiel, ist die Partie in der letzten Zeitperiode remis und wird in jeder anderen fortgesetzt; das gilt für Partien ohne Inkrement, wo es angekündigt war"}},
	}},
}

// What the level of an end of the game depends on.
const (
	endDepends   = "arbiter if the last move is under suspicion of a breach, or play goes back to before an irregular move"
	endDependsDE = "Schiedsrichter, wenn der letzte Zug unter dem Verdacht eines Verstoßes steht oder die Partie vor einen regelwidrigen Zug zurückgeht"
)

// endRows are on the ends of the game, and on commands.
var endRows = []row{
	{code: laws.Checkmate, levels: certainOrArbiter, in: [...]text{
		{seen: "{Side} has given checkmate[ with {move}]",
			says: ways{"", "That wins the game at once, provided that the move was made by the rules for moving and touching", "That wins the game"}, depends: endDepends},
		{seen: "{Side} hat[ mit {move}] mattgesetzt",
			says: ways{"", "Damit ist die Partie sofort gewonnen, sofern der Zug den Regeln für Ziehen und Berühren entsprach", "Damit ist die Partie gewonnen"}, depends: endDependsDE},
	}},
	{code: laws.Stalemate, levels: certainOrArbiter, in: [...]text{
		{seen: "The player having the move is stalemated[ by {move}]",
			says: ways{"", "The game is drawn at once, provided that the last move was made by the rules for moving and touching", "The game is drawn"}, depends: endDepends},
		{seen: "Der Spieler am Zug ist[ durch {move}] pattgesetzt",
			says: ways{"", "Damit ist die Partie sofort remis, sofern der letzte Zug den Regeln für Ziehen und Berühren entsprach", "Damit ist die Partie remis"}, depends: endDependsDE},
	}},
	{code: laws.DeadPosition, levels: certainOrArbiter, in: [...]text{
		{seen: "[After {move} neither|Neither] player can mate by any series of legal moves",
			says:    ways{"", "The game is drawn at once, provided that the last move was made by the rules for moving and touching", "The game is drawn at once", "The game is drawn; the text does not say that this ends it at once"},
			depends: endDepends + ", or the text does not say that it ends the game"},
		{seen: "[Nach {move} kann keiner der Spieler|Keiner der Spieler kann] durch eine Folge regelgemäßer Züge mattsetzen",
			says:    ways{"", "Damit ist die Partie sofort remis, sofern der letzte Zug den Regeln für Ziehen und Berühren entsprach", "Damit ist die Partie sofort remis", "Damit ist die Partie remis; der Text sagt nicht, dass sie dadurch sofort endet"},
			depends: endDependsDE + "; ebenso, wo der Text nicht sagt, dass die Partie damit endet"},
	}},
	{code: laws.DeadPositionPossible, levels: onlyInfo, in: [...]text{
		{seen: "[After {move} perhaps|Perhaps] neither player can mate any more; that is not proved",
			says: ways{"The game is drawn only if that is so"}},
		{seen: "Vielleicht kann[ nach {move}] keiner der Spieler mehr mattsetzen; das ist nicht bewiesen",
			says: ways{"Die Partie ist nur dann remis, wenn es so ist"}},
	}},
	{code: laws.DrawClaimable, levels: onlyInfo, in: [...]text{
		{seen: "{Side} may claim a draw[: {detail}][, {plies}]"},
		{seen: "{Side} darf remis reklamieren[: {Detail}][, {plies}]"},
	}},
	{code: laws.DrawClaimableByMove, levels: onlyInfo, in: [...]text{
		{seen: "{Side} may claim a draw by announcing [{move}|a move] and not playing it[: {detail}][, before that {plies}]"},
		{seen: "{Side} darf remis reklamieren, indem [{move}|ein Zug] angekündigt und nicht gespielt wird[: {Detail}][, vorher {plies}]"},
	}},
	{code: laws.ClaimRightLost, levels: onlySuspected, in: [...]text{
		{seen: "{Side} could claim a draw, and has since [{liftedAndBack}|lifted a piece]",
			says:   ways{"", "By touching a piece the player loses the right to claim on this move", "By making a move the player loses the right to claim on it"},
			unseen: "It depends on whether the touch counts and whether a claim had been made before, which the board cannot see."},
		{seen: "{Side} konnte remis reklamieren und hat seither [{liftedAndBack}|eine Figur angehoben]",
			says:   ways{"", "Durch das Berühren einer Figur verliert der Spieler für diesen Zug das Recht zu reklamieren", "Durch das Ausführen eines Zuges verliert der Spieler für diesen Zug das Recht zu reklamieren"},
			unseen: "Es kommt darauf an, ob die Berührung zählt und ob vorher schon reklamiert war; das Brett kann es nicht sehen."},
	}},
	{code: laws.Fivefold, levels: certainOrArbiter, in: [...]text{
		{seen: "The same position has appeared for the fifth time[, with {move}]", says: ways{"The game is drawn"}, depends: endDepends},
		{seen: "Die gleiche Stellung ist[ mit {move}] zum fünften Mal entstanden", says: ways{"Damit ist die Partie remis"}, depends: endDependsDE},
	}},
	{code: laws.SeventyFive, levels: certainOrArbiter, in: [...]text{
		{seen: "[With {move} each|Each] player has made 75 moves without a capture or a pawn move", says: ways{"The game is drawn"}, depends: endDepends},
		{seen: "[Mit {move} hat jeder Spieler|Jeder Spieler hat] 75 Züge ohne Schlagen und ohne Bauernzug gemacht", says: ways{"Damit ist die Partie remis"}, depends: endDependsDE},
	}},
	{code: laws.ResultSignal, levels: onlyInfo, in: [...]text{
		{seen: "Both kings stand in the centre[, which signals {result}]; that is a custom of board makers, not a rule: it ends no game unless a person confirms it"},
		{seen: "Beide Könige stehen in der Brettmitte[, was {result} anzeigt]; das ist eine Gepflogenheit der Bretthersteller, keine Regel: Es beendet keine Partie, solange niemand es bestätigt"},
	}},
	{code: laws.ResultReported, levels: onlyInfo, in: [...]text{
		{seen: "{ended}"},
		{seen: "{ended}"},
	}},
	{code: laws.ResultTakenBack, levels: onlyInfo, in: [...]text{
		{seen: "[The result {result}|The end of the game] was taken back; the game goes on"},
		{seen: "[Das Ergebnis {result}|Das Ende der Partie] wurde zurückgenommen; die Partie geht weiter"},
	}},
	{code: laws.CommandRefused, levels: onlyInfo, in: [...]text{
		{seen: "A command was refused[: {detail}]"},
		{seen: "Ein Befehl wurde abgelehnt[: {Detail}]"},
	}},
}

// germanFaults are the sentences of package legality in German.
var germanFaults = map[legality.FaultCode]string{
	legality.NoPiece:              "auf {from} steht keine Figur",
	legality.WrongSide:            "{der piece} auf {from} gehört dem Gegner",
	legality.OwnPiece:             "{ein piece} darf nicht nach {square} ziehen, wo {ein other} der eigenen Farbe steht",
	legality.KingTaken:            "der König auf {square} darf nicht geschlagen werden",
	legality.BishopMove:           "ein Läufer zieht nicht von {from} nach {to}",
	legality.RookMove:             "ein Turm zieht nicht von {from} nach {to}",
	legality.QueenMove:            "eine Dame zieht nicht von {from} nach {to}",
	legality.PathBlocked:          "{ein piece} darf nicht über {den other} auf {square} hinweg ziehen",
	legality.KnightMove:           "ein Springer zieht nicht von {from} nach {to}",
	legality.KingMove:             "ein König zieht nicht von {from} nach {to}",
	legality.PawnMove:             "ein Bauer zieht nicht von {from} nach {to}",
	legality.PawnBlocked:          "ein Bauer darf nicht nach {square} vorrücken, wo {ein other} steht",
	legality.PawnNotFirstMove:     "der Bauer auf {from} hat sein Ursprungsfeld verlassen und darf nicht zwei Felder vorrücken",
	legality.PawnDoubleBlocked:    "ein Bauer darf nicht zwei Felder vorrücken, wenn auf {square} {ein other} steht",
	legality.PawnCaptureEmpty:     "ein Bauer zieht nur zum Schlagen schräg, und auf {to} steht nichts",
	legality.EnPassantLate:        "der Bauer auf {square} ist nicht eben erst zwei Felder vorgerückt und darf nicht en passant geschlagen werden",
	legality.PromotionMissing:     "der Bauer, der nach {to} zieht, muss gegen eine Dame, einen Turm, einen Läufer oder einen Springer ausgetauscht werden",
	legality.PromotionKind:        "ein Bauer darf nicht in {einen kind} umgewandelt werden",
	legality.PromotionElsewhere:   "{ein piece}, von {from} nach {to} gezogen, darf nicht gegen {einen kind} ausgetauscht werden",
	legality.CastlingNoKing:       "auf {from} steht kein König, der rochieren könnte",
	legality.CastlingNoRook:       "auf {to} steht kein Turm, der rochieren könnte",
	legality.CastlingRightLost:    "das Recht, mit dem Turm auf {to} zu rochieren, ist verloren",
	legality.CastlingBlocked:      "{der other} auf {square} verhindert die Rochade",
	legality.CastlingInCheck:      "der König auf {square} darf nicht aus dem Schach rochieren",
	legality.CastlingThroughCheck: "der König darf bei der Rochade nicht über {square} ziehen, denn das Feld ist angegriffen",
	legality.CastlingIntoCheck:    "der König darf nicht nach {square} rochieren, denn das Feld ist angegriffen",
	legality.KingLeftInCheck:      "der König auf {square} bleibt im Schach stehen",
	legality.KingPutInCheck:       "der König auf {square} wird einem Schach ausgesetzt",
	legality.CastlingHalf:         "zur Rochade gehört, dass auch {der other} auf {square} zieht",
	legality.EnPassantPawnLeft:    "der Bauer auf {square}, en passant geschlagen, steht noch auf dem Brett",
	legality.PromotionWrongPiece:  "ein Bauer darf nicht gegen {einen other} auf {square} ausgetauscht werden",
	legality.PromotionPawnLeft:    "der Bauer auf {from}, auf {to} umgewandelt, steht noch auf dem Brett",
	legality.PieceVanished:        "{der other} auf {square} wurde vom Brett genommen, ohne geschlagen worden zu sein",
	legality.SeveralMoved:         "kein einzelner Zug führt zu dem, was auf dem Brett steht",
}
