package text

import (
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// words are the words of the protocol: how many arguments each has, and what
// they say.
var words = [...]struct {
	name        string
	least, most int
	read        func(args []string) (said, bool)
}{
	{"hello", 2, 4, readHello},
	{"lift", 1, 2, func(args []string) (said, bool) { return readTouch(sensor.Lift, args) }},
	{"drop", 1, 2, func(args []string) (said, bool) { return readTouch(sensor.Drop, args) }},
	{"board", 1, 1, readBoard},
	{"press", 1, 1, func(args []string) (said, bool) { return readSide(sensor.Press, args) }},
	{"clock", 3, 3, readClock},
	{"flag", 1, 1, func(args []string) (said, bool) { return readSide(sensor.Flag, args) }},
	{"pause", 0, 0, func([]string) (said, bool) { return bare(sensor.Pause), true }},
	{"resume", 0, 0, func([]string) (said, bool) { return bare(sensor.Resume), true }},

	// squaresense; its drop is ours
	{"pick", 1, 1, func(args []string) (said, bool) { return readTouch(sensor.Lift, args) }},
	{"move", 1, 1, func([]string) (said, bool) { return said{}, true }},
}

func bare(w sensor.Word) said { return said{record: sensor.Record{Word: w}} }

// readTouch reads a square and, if it is told, a man.
func readTouch(w sensor.Word, args []string) (said, bool) {
	s := bare(w)
	sq, ok := square(args[0])
	s.record.Square = sq
	if w == sensor.Drop {
		s.record.Piece = placement.Unknown
	}
	if !ok || len(args) == 1 {
		return s, ok
	}
	piece, ok := man(args[1])
	if piece.Known() {
		s.record.Piece = piece
	}
	return s, ok
}

// square reads a square, in capitals too.
func square(name string) (placement.Square, bool) {
	return placement.ParseSquare(strings.ToLower(name))
}

// man reads a letter, or a colour, of which nothing is made.
func man(text string) (placement.Piece, bool) {
	if text == "white" || text == "black" {
		return placement.Unknown, true
	}
	if len(text) != 1 {
		return placement.Empty, false
	}
	return placement.ParsePiece(text[0])
}

func readSide(w sensor.Word, args []string) (said, bool) {
	s := bare(w)
	side, ok := sides[args[0]]
	s.record.Side = side
	return s, ok
}

var sides = map[string]placement.Color{
	"w": placement.White, "white": placement.White, "b": placement.Black, "black": placement.Black,
}

func readClock(args []string) (said, bool) {
	s := bare(sensor.Clock)
	white, okWhite := number(args[0])
	black, okBlack := number(args[1])
	s.record.Times = [2]int64{placement.White: white, placement.Black: black}
	side, runs := sides[args[2]]
	if runs {
		s.record.Running = sensor.RunningFor(side)
	}
	return s, okWhite && okBlack && (runs || args[2] == "-")
}

func readBoard(args []string) (said, bool) {
	s := bare(sensor.Board)
	p, ok := scan(args[0])
	s.record.Placement = p
	return s, ok
}

// Info is what a board's hello says; what it has not said is empty.
type Info struct {
	Version  int    // of the protocol
	Kind     string // identified, colour, occupancy
	Serial   string
	Firmware string
}

var kinds = []string{"identified", "colour", "occupancy"}

// longestName is how long a serial number or a version may be.
const longestName = 32

func readHello(args []string) (said, bool) {
	version, ok := number(args[0])
	info := Info{Version: int(version)}
	for _, k := range kinds {
		if strings.EqualFold(args[1], k) {
			info.Kind = k
		}
	}
	names := [2]string{}
	copy(names[:], args[2:])
	info.Serial, info.Firmware = names[0], names[1]
	return said{hello: &info}, ok && info.Kind != "" && isName(info.Serial) && isName(info.Firmware)
}

// isName reports whether a text can be shown, and is no longer than a name is.
func isName(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return len(text) <= longestName
}
