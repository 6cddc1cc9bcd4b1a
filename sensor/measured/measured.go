// Package measured has what was counted at real boards, in one table: package touchmove/track reads
// games by it, and package sensor/simulate plays them by it.
//
// The counts are from three blitz games on DGT boards with clocks (3+2, 3+2, 5+5): 199 plies with 458
// reports of squares, 35 captures, 6 castlings. Events stand only in seconds there, so no time was
// counted but rests: nine, some 300 ms on the average.
package measured

import "fmt"

// Count is how often something happened (Of), in how many cases in which it could (In).
type Count struct{ Of, In int }

// The counts.
var (
	Slid          = Count{8, 199}   // plies: the piece rested on a square where it might have gone
	Brushed       = Count{2, 199}   // plies: the piece was seen on a square where it might not go
	VictimFirst   = Count{7, 35}    // captures: the captured piece was lifted first
	VictimUnseen  = Count{25, 35}   // captures: no scan, of 200 to 250 ms, saw the square empty
	VictimCarried = Count{5, 35}    // captures: the captured piece was seen on another square
	PutFirst      = Count{2, 199}   // plies: the put was reported before the lift
	Pressed       = Count{154, 156} // plies of the two games with all presses: pressed before the next report
)

// String is the count in words.
func (c Count) String() string { return fmt.Sprintf("measured: %d of %d", c.Of, c.In) }
