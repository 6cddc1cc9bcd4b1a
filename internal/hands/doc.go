// Package hands plays a game on a sensor board as people do. It returns the
// records that the board would report, and the truth: what was really played. It
// is the second simulator of the benchmark. Its author took how people play and
// how boards err, and looked neither at a decoder nor at the first simulator. So
// a tracker that was tuned on one simulator can be tried on the other.
//
// # Three steps
//
//	game ─▶ scene ─▶ tracks ─▶ reader ─▶ reporter ─▶ records
//	          └────▶ truth
//
// A scene is two people at a board. Ply by ply it decides what their hands do,
// and writes a track for each piece: its place on the board and its height above
// it, in tenths of a millimetre, at each moment. Time is continuous; the hands
// know nothing of scans. Each irregular act is a note of the truth.
//
// A reader looks at the tracks as the sensors under the squares do: each square,
// at its own moment of the scan, reads a piece that is near enough to its centre
// and low enough. So nothing makes slides, pieces between two squares, captured
// pieces carried low over the board, or drops before their lifts: they follow
// from where the pieces are.
//
// A reporter makes records from these readings as the board's own firmware and
// decoder do: at once, after frames that agree, or by following tags.
//
// # All choices
//
// Rates, times and boards are three tables (rates.go, times.go, boards.go); each
// row has a source and a reason: measured in recordings of real games, stated by
// a maker, a player or an arbiter, or judged. Table prints all of them. The rates
// were chosen from these sources. Do not adjust them to the results of a decoder.
//
// # Same bytes
//
// All arithmetic is on integers, and chance comes from three generators with
// fixed algorithms: one for the hands, one for the sensors, one for the faults of
// the board. The same order gives the same bytes on every machine. The hands do
// the same on every board.
//
// # What it does not do
//
// The board always lies normally and the clock's lever is never inverted. A
// player does not play a displaced piece from its wrong square: somebody puts it
// right, at the latest when a move needs it or its squares. Nobody moves out of
// turn, resigns by laying down the king, or offers a draw. An upside-down rook
// stands for a queen on occupancy boards only.
package hands
