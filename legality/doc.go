// Package legality knows the rules of chess: Articles 1 to 3 of the FIDE Laws,
// the ends of the game that follow from the board alone (5.1.1, 5.2, 9.2, 9.3,
// 9.6), and Chess960 (Guidelines II). Article numbers are those of fide-2023.
//
// It answers
//   - which moves are legal, as sets of squares: Position.Generate, so that
//     "may this touched man move, where to, can that one be captured" are bit
//     tests, as well as AppendMoves, AppendMovesFrom, AppendCaptures, IsLegal;
//   - what a move leads to, whether legal or not: Position.Play, and
//     PlayPlacement for what no move describes;
//   - why a move is illegal, article by article: Position.Explain, and
//     ExplainPlacement for what stands on the board after some act;
//   - how often a position has occurred and what ends the game: Game, Judge;
//   - whether a player can still mate by any sequence of legal moves, and so
//     whether a position is dead: QuickCanMate and QuickDead for each ply of a
//     replay, CanMate and Dead, which search, beside the game;
//   - FEN, UCI and SAN, in and out.
//
// # Positions that cannot be
//
// Play can go on from positions that legal play does not reach: an illegal
// move that stands, both kings attacked, a pawn left on the last rank. Any men
// on any squares are a Position, and every method has an answer for it: see
// Generate for what is legal there, Judge for what ends a game there, and
// Defects, which says what is wrong with it. ParseFEN refuses bad form alone.
//
// # Sameness
//
// A position has an en passant square only when such a capture is legal, the
// captured pawn being off the board for the test of the king's safety. So the
// same men, player to move, castling rights and en passant square are just
// the sameness of Article 9.2.3, and Key is made of nothing else. For the same
// reason two positions are equal under == when they are the same in that
// sense and their move counts agree.
//
// # What it does not do
//
// It knows no hands, no clock and no board: what was touched and released,
// when a move is made or completed and what a breach costs is for package
// touchmove. It keeps to one rule set where they differ: dead positions,
// fivefold repetition and the 75 moves are those of fide-2023, and a caller
// with another rule set leaves them out. Judge and Game find a dead position by
// the men alone (DeadByMaterial), since the proof of others can take long: it is
// for the caller to ask for. PGN is for package pgn, and it plays no chess.
//
// Nothing allocates while moves are generated and played, and nothing
// panics whatever the position, the square or the move; only Game.At and
// Game.Move want an index that there is.
package legality
