// Package hands plays a game on a sensor board as people do, and says what the
// board would have reported and what was really played. It is the second
// simulator of the benchmark: written from how people play and how boards err,
// without a look at any decoder or at the first simulator, so that a decoder
// that was fitted on one can be tried on the other.
//
// # Three steps
//
//	game ─▶ scene ─▶ tracks ─▶ reader ─▶ teller ─▶ records
//	          └────▶ truth
//
// A scene is two people at a board. Ply by ply it decides what their hands do
// and writes down for each piece a track: where it is at which moment, in
// tenths of a millimetre over the board and in height above it. Time is
// continuous; the hands know nothing of scans. Each act that is out of the
// ordinary is a note of the truth.
//
// A reader looks at the tracks as the sensors under the squares do: a square
// reads a piece that is near enough to its centre and low enough, each square
// at its own moment of the scan. So slides, pieces between two squares, captured
// pieces carried low over the board and drops that come before their lifts are
// not made: they follow from where the pieces are.
//
// A teller makes records of what the squares read as the board's own firmware
// and decoder do: at once, after frames that agree, or by tags that it follows.
//
// # Everything that is chosen
//
// Rates, times and boards are three tables (rates.go, times.go, boards.go); each
// row has a source and a reason: measured in recordings of real games, stated
// by a maker, a player or an arbiter, or judged. Table prints all of them. The
// rates were chosen from these, not from what a decoder makes of the records, and
// are not to be moved towards one.
//
// # Same bytes
//
// All arithmetic is on integers, and chance comes from three generators with
// fixed algorithms: one for the hands, one for the sensors, one for the faults of
// the board. An order gives the same bytes on every machine, and the same hands
// on every board.
//
// # What it does not do
//
// The board always lies normally and the clock's lever is never inverted. A
// player does not play from the wrong square of a displaced piece: it is put
// right at the latest when a move needs it or its squares. Nobody moves out of
// turn, resigns by laying down the king, or offers a draw. An upside-down rook
// stands for a queen on occupancy boards only.
package hands
