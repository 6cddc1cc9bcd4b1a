package family_test

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
)

// Every family is used in the same way: bytes of the board go into the decoder, and
// records come out. Here a simulated board sends its scans.
func Example() {
	f := family.Named("chesslink")
	decoder, board := f.Decoder(), f.Board().(family.Scanner)
	hands := []sensor.Record{
		{Word: sensor.Board, Placement: placement.Initial},
		{Word: sensor.Lift, Square: placement.E2},
		{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
	}
	now := int64(0) // milliseconds
	for _, hand := range hands {
		board.Step(nil, hand)
		now += f.ScanMs
		for _, r := range decoder.Step(nil, now, board.Scan(nil)) {
			fmt.Print(string(sensor.AppendRecord(nil, r)))
		}
	}
	// Output:
	// 41 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
	// 82 lift e2 P
	// 123 drop e4 P
}
