package hands

// Board is a kind of board.
type Board uint8

// The boards.
const (
	DGT          Board = iota // names pieces, reports each change; by cable
	DGTBluetooth              // the same, scanning at half the speed
	Certabo                   // names pieces by tags, late
	ChessLink                 // names pieces, whole scans
	Tabutronic                // occupancy, whole frames
	Centaur                   // occupancy, reports each change
	boardCount
)

// BoardRow is a line of the table of boards. Lengths are in tenths of a
// millimetre, times in ms.
type BoardRow struct {
	Name   string
	Family string // the board header of a log
	Names  bool   // it reports which piece stands on a square
	Scan   int64
	Swept  bool // each square is looked at in its own moment of a scan, from a8 to h1
	Round  bool // the sensor is a point, else a coil as wide as the square

	Reach  int64 // greatest distance from the centre at which a foot is read
	Height int64 // greatest height over the square at which it is read
	Hold   int64 // how much further a piece is read that was read before
	Jitter int64 // how much reach and height vary from scan to scan

	Report   spread // from a square's moment, or the end of a scan, to the record
	ClockLag spread // from the lever to the record
	Source   Source
	Why      string
}

// boards is the table of boards.
var boards = [boardCount]BoardRow{
	DGT: {"dgt", "dgt", true, 225, true, false, 290, 110, 10, 25, spread{6, 8, 11, 16, 30}, spread{15, 40, 110, 260, 450}, Stated,
		"squares are sampled one after another, a scan takes 200 to 250 ms, a piece may be seen on both squares; a field update is 5 ms of the line; reach, height and the clock's lag are judged: the recordings have every lever before the next piece in 150 of 154 plies"},
	DGTBluetooth: {"dgt-bluetooth", "dgt", true, 450, true, false, 290, 110, 10, 25, spread{20, 30, 50, 90, 250}, spread{40, 120, 250, 450, 800}, Stated,
		"scans at half the speed, drivers wait twice as long; the clock is asked 2 to 3 times a second"},
	Certabo: {"certabo", "certabo", true, 219, false, false, 240, 100, 10, 25, spread{225, 228, 232, 238, 250}, spread{2, 4, 8, 15, 30}, Measured,
		"800 characters at 38,400 baud a frame; one or two frames for a drop, three for a lift, up to 657 ms late; the reach of a tag is judged: less than half a square"},
	ChessLink: {"chesslink", "chesslink", true, 41, false, false, 265, 100, 10, 25, spread{18, 18, 19, 22, 40}, spread{2, 4, 8, 15, 30}, Stated,
		"a scan of 40.96 ms and 17 ms of the line; reach and height are judged"},
	Tabutronic: {"tabutronic", "tabutronic", false, 80, false, true, 190, 120, 30, 20, spread{8, 9, 10, 13, 25}, spread{2, 4, 8, 15, 30}, Judged,
		"nobody tells how often a frame comes; two must agree; weak and off-centre magnets toggle; a reed lets go later than it closes"},
	Centaur: {"centaur", "centaur", false, 25, true, true, 220, 140, 30, 20, spread{5, 10, 30, 55, 70}, spread{2, 4, 8, 15, 30}, Stated,
		"polled every 50 ms, tells lifts and drops in order; the scan inside is judged"},
}

// String is the name of the board.
func (b Board) String() string { return boards[b%boardCount].Name }

// Names reports whether the board reports which piece stands on a square.
func (b Board) Names() bool { return boards[b%boardCount].Names }

// Condition is the state of repair of a board.
type Condition uint8

// The conditions.
const (
	Perfect Condition = iota // nothing ever goes wrong
	Sound                    // as sold
	Faulty                   // a bad cable, a dead square, a port that loses bytes
	Worn                     // years of use: weak sensors and pieces
	conditionCount
)

var conditionNames = [conditionCount]string{"perfect", "sound", "faulty", "worn"}

// String is the name of the condition.
func (c Condition) String() string { return conditionNames[c%conditionCount] }

// Fault names one thing about a board that may be bad.
type Fault uint8

// The faults.
const (
	ReachLeft Fault = iota
	Uneven
	JitterGrown
	WeakSquares
	WeakReach
	DeadSquare
	StuckSquare
	LostReport
	LostFrame
	Misread
	Bounce
	GhostsPerHour
	LossesPerHour
	UnknownTag
	faultCount
)

// FaultRow is a line of the table of faults.
type FaultRow struct {
	Name   string
	Unit   string
	Per    [conditionCount]int
	Source Source
	Why    string
}

// faultTable is the table of faults.
var faultTable = [faultCount]FaultRow{
	ReachLeft: {"reach left", "% of a new board's", [...]int{100, 100, 97, 88}, Judged,
		"magnets and coils weaken; felt and feet come off"},
	Uneven: {"squares differ", "± % of the reach", [...]int{0, 3, 5, 9}, Judged,
		"no two coils are alike"},
	JitterGrown: {"jitter", "% of a new board's", [...]int{100, 100, 140, 200}, Judged,
		"noise of the supply, tired contacts"},
	WeakSquares: {"weak squares", "a board, at most", [...]int{0, 0, 2, 6}, Stated,
		"builders of hall boards tell of single squares that toggle (OPENCHESSBOARD issues 7 and 11)"},
	WeakReach: {"their reach", "% of the others'", [...]int{100, 60, 55, 50}, Judged,
		"reads a piece in the middle, misses one that is not"},
	DeadSquare: {"a dead square", "in 100,000 boards", [...]int{0, 200, 15000, 6000}, Stated,
		"a solder joint, a dead tag; a board that is stuck on one square is reported (picochess issue 49)"},
	StuckSquare: {"a square always read as occupied", "in 100,000 occupancy boards", [...]int{0, 50, 4000, 2000}, Judged,
		"a reed that sticks"},
	LostReport: {"reports lost", "in 100,000, of boards that tell changes", [...]int{0, 10, 600, 60}, Measured,
		"none of 458; old USB boards with broken headers are reported, and a lost event ruins a score (Gashimov-Handke 2007)"},
	LostFrame: {"frames lost", "in 100,000, of boards that tell frames", [...]int{0, 20, 1500, 100}, Judged,
		"a byte lost on the line costs a frame"},
	Misread: {"kind misread for a scan", "in 100,000 readings that change", [...]int{0, 0, 500, 200}, Measured,
		"no wrong kind in 458 reports of sound boards; other boards vote over three scans for a reason"},
	Bounce: {"contact bounces for a scan", "in 100,000 changes of a magnet's", [...]int{0, 300, 8000, 6000}, Stated,
		"moves like e8e8 (OPENCHESSBOARD issue 7)"},
	GhostsPerHour: {"ghosts", "an hour", [...]int{0, 0, 12, 4}, Judged,
		"a square reads what is not there, for a scan or two; noise of a supply"},
	LossesPerHour: {"the line is lost", "times in 100 hours", [...]int{0, 5, 300, 40}, Judged,
		"a plug that is touched; the whole board is scanned when it is back"},
	UnknownTag: {"a new piece is of no known set", "% of pieces brought, on boards that read tags", [...]int{0, 30, 30, 30}, Stated,
		"a promoted piece that was not on the board when tags were learnt"},
}

// A square that just reads a piece, or just does not, keeps its reading for so
// many ms in the mean: while hands shake the table, and while nobody moves.
// Judged: a piece between two squares flickers when the players move, and not all
// the time.
const (
	underHands = 1500
	atRest     = 20_000
)

// losses is the spread of the time for which a line is lost, in ms.
var losses = spread{300, 900, 4000, 20_000, 120_000}
