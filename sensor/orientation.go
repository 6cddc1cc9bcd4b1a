package sensor

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
)

// Orientation says which way a board lies: normal when what it calls a1 is a1
// of the game, rotated when that is h8.
type Orientation uint8

// The orientations. Auto is found out from what stands on the board.
const (
	Auto Orientation = iota
	Normal
	Rotated
)

// String is "auto", "normal" or "rotated", as a log's header writes it.
func (o Orientation) String() string {
	if int(o) >= len(orientationWords) {
		return "?"
	}
	return orientationWords[o]
}

// ParseOrientation reads what String writes.
func ParseOrientation(text string) (Orientation, error) {
	for o, word := range orientationWords {
		if text == word {
			return Orientation(o), nil
		}
	}
	return Auto, fmt.Errorf("read orientation %q: %w", text, oneOf(orientationWords))
}

// enoughAtHome is how many men must stand on their own side of the board, with
// none on the other side's ranks, before the set-up says which way the board
// lies. 24 of 32 leaves room for a game at odds and for a set-up that is not
// finished; no game of chess takes three quarters of the men across the board.
const enoughAtHome = 24

// homeMen counts the men on their colour's own two ranks, and those on the
// opponent's two, if the board lies as it says.
func homeMen(p *placement.Placement) (own, across int) {
	for i := range placement.Square(16) {
		for c, sq := range [2]placement.Square{i, placement.H8 - i} {
			switch side := placement.Color(c); {
			case p[sq].Is(side):
				own++
			case p[sq].Is(side.Other()):
				across++
			}
		}
	}
	return own, across
}

// orientationShown is the orientation that a placement in the board's own
// squares shows, and Auto if it shows none: White's men at the bottom and
// Black's at the top, whatever stands where among them. A man of unknown kind
// has no colour, so an occupancy board never shows one.
func orientationShown(p *placement.Placement) Orientation {
	own, across := homeMen(p)
	switch {
	case own >= enoughAtHome && across == 0:
		return Normal
	case across >= enoughAtHome && own == 0:
		return Rotated
	}
	return Auto
}
