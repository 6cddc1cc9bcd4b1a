// Package third plays games of chess on sensor boards as people do: hands that slide, hover,
// knock and forget, clocks, and boards that misread. It was written from how people play and
// from what is measured of real boards, by somebody who has not seen the code that reads its
// logs, so that a measurement with it is honest.
//
// A game is played in three steps. The director (play.go, hands.go, end.go) decides what the
// people do and writes it down as the path of every piece through the air, in continuous time.
// The board (sense.go) then looks at these paths at its own scans. The clock (clock.go) tells
// what its lever and its times do. Play puts the records into one log.
package third

import (
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Kind is a kind of board.
type Kind uint8

// The kinds of boards.
const (
	IdentifiedFast  Kind = iota // as a DGT board: names pieces, one report a change, a sweep of 200 to 250 ms
	IdentifiedScan              // as a ChessLink: whole frames each 41 ms
	IdentifiedTags              // as a Certabo: frames of 219 ms, of which two or three must agree
	OccupancyFrames             // as a Tabutronic: frames of 100 ms, no names
	OccupancyEvents             // as a Centaur: lifts and drops in their order, no names, read each 50 ms
	Kinds           = 5
)

// Clock is a kind of clock.
type Clock uint8

// The kinds of clocks.
const (
	NoClock Clock = iota
	Times         // as a DGT clock: times each second, who runs, presses
	Presses       // presses, pause and resume only
	Clocks  = 3
)

// Hands is how the people play.
type Hands uint8

// The hands.
const (
	Clean    Hands = iota // slowly and without a mishap
	Club                  // 90 minutes and 30 seconds a move
	Blitz                 // 5+3 or 3+0
	Scramble              // the last minute of either player
	Casual                // at home: takebacks and tries
	Worn                  // Club on a worn board
	Manners  = 6
)

// Order says what to play.
type Order struct {
	Start legality.Position
	Moves []legality.Move
	Kind  Kind
	Clock Clock
	Hands Hands
	Seed  uint64
}

// Ply is a move of the true game.
type Ply struct {
	UCI        string
	Landed     int64 // when the last piece of the move was let go, in ms of the log
	Illegal    bool  // the move breaks the rules and stands all the same
	Unknowable bool  // nothing in the records tells this move from another one
}

// Played is a log and the truth about it.
type Played struct {
	Header     sensor.Header
	Log        []byte   // the whole log
	Plies      []Ply    // the game as it stands at the end
	Result     string   // as the players agreed it
	PlayedOn   []string // moves tried after the end that nothing told from play
	PlayedFrom int      // after how many of Plies the first of PlayedOn was tried
	Undone     int      // moves made and taken back, and tries put back
	Mishaps    []string // what went wrong, by its name in the table of rates
}

// families are the families of boards, by Kind.
var families = [...]string{"dgt", "chesslink", "certabo", "tabutronic", "centaur"}

// Play plays a game. The same order gives the same bytes.
func Play(o Order) Played {
	g := &game{order: o, rng: rand.New(rand.NewPCG(o.Seed, 0x7468697264<<8|uint64(o.Kind)<<4|uint64(o.Hands))), pos: o.Start}
	g.setUp()
	g.play()
	records := g.sense()
	g.markUnknowable(records)
	records = append(records, g.heard()...)
	slices.SortStableFunc(records, func(a, b sensor.Record) int { return int(a.At - b.At) })
	h := g.header()
	log, err := sensor.AppendHeader(nil, &h)
	if err != nil {
		panic(err) // only a fault in this package can cause it
	}
	for _, r := range records {
		log = sensor.AppendRecord(log, r)
	}
	g.out.Header, g.out.Log = h, log
	return g.out
}

// heard returns the clock's records. A clock with times is read through the board, so a lost link
// loses them; afterwards it shows where it is.
func (g *game) heard() []sensor.Record {
	if g.clock.kind != Times || g.down[1] == 0 {
		return g.clock.records
	}
	var out []sensor.Record
	var last *sensor.Record
	for i := range g.clock.records {
		r := &g.clock.records[i]
		switch {
		case r.At < g.down[0]:
		case r.At < g.down[1]+500:
			if r.Word == sensor.Clock {
				last = r
			}
			continue
		case last != nil:
			now := *last
			now.At, last = g.down[1]+500, nil
			out = append(out, now)
		}
		out = append(out, *r)
	}
	return out
}

func (g *game) header() sensor.Header {
	h := sensor.Header{Board: families[g.order.Kind], Sensor: "identified", Clock: "no", Time: "standard"}
	h.Orientation, _ = sensor.ParseOrientation("normal")
	if g.occupancy() {
		h.Sensor = "occupancy"
	}
	if g.order.Clock != NoClock {
		h.Clock = "yes"
	}
	if g.order.Start != legality.Initial() {
		h.Start = g.order.Start.FEN()
		if g.order.Start.Chess960() {
			h.Variant = "chess960"
		}
	}
	if g.order.Hands == Blitz || g.order.Hands == Scramble {
		h.Time = "blitz"
	}
	return h
}

func (g *game) occupancy() bool { return g.order.Kind >= OccupancyFrames }

// chance is something that people or boards do with some probability.
type chance uint8

const (
	slides chance = iota
	restsWrong
	hovers
	lowVictim
	between
	betweenPutRight
	adjusts
	touches
	knocks
	knockWrong
	victimOnBoard
	forgets
	pressEarly
	pressTwice
	pressWrong
	arbiterStop
	overlaps
	illegal
	illegalStands
	changesMind
	takesBack
	tries
	lateChange
	upsideDown
	linkLost
	eventLost
	ghosts
	weakSquares
	deadSquare
	stuckSquare
	centreKings
	stopsClock
	analyses
	setsUpAnew
	disturbs
	chances
)

// rates is the table of all chances, by Hands: Clean, Club, Blitz, Scramble, Casual, Worn.
var rates = [chances]struct {
	name string
	rate [Manners]float64
	per  string
	why  string
}{
	slides:          {"slide", [Manners]float64{0, .05, .06, .06, .07, .05}, "quiet move", "measured: 7 of 124 show on passed squares (protocols 8.1); not every slide shows"},
	restsWrong:      {"rest on a wrong square", [Manners]float64{0, .015, .02, .02, .02, .015}, "ply", "measured: 8 of 199 plies rest on a legal wrong square, slides among them (reconstruction 2)"},
	hovers:          {"hover", [Manners]float64{0, .012, .004, 0, .02, .012}, "ply", "judged: a piece held over the board while thinking"},
	lowVictim:       {"victim carried low", [Manners]float64{0, .22, .25, .30, .22, .22}, "capture", "measured: 5 of 35 captured pieces show again elsewhere; low ones do not all show"},
	between:         {"between squares", [Manners]float64{0, .003, .007, .015, .006, .004}, "drop", "stated: 0.3 to 1.5 %"},
	betweenPutRight: {"between squares, put right", [Manners]float64{0, .65, .35, .15, .4, .65}, "piece between squares", "judged: soon if there is time, else not until it moves"},
	adjusts:         {"j'adoube", [Manners]float64{0, .012, .005, .002, .015, .012}, "ply", "judged: once a game or so"},
	touches:         {"lifted and put back", [Manners]float64{0, .001, .002, .002, .012, .001}, "ply", "judged: touched, put back, another one moved"},
	knocks:          {"knock", [Manners]float64{0, .0006, .004, .012, .001, .0006}, "ply", "judged: a club game in 20, a blitz game in 4, each scramble"},
	knockWrong:      {"knocked and put up wrongly", [Manners]float64{0, .2, .2, .25, .2, .2}, "knock", "judged, after reconstruction D02"},
	victimOnBoard:   {"victim set down on the board", [Manners]float64{0, .0008, .001, .002, .001, .0008}, "capture", "judged: rare"},
	forgets:         {"press forgotten", [Manners]float64{0, .001, .0015, .001, .008, .001}, "ply", "judged: one club game in 12; 0 of 156 in the recordings"},
	pressEarly:      {"press before the drop", [Manners]float64{0, .0005, .008, .04, .001, .0005}, "ply", "judged: 0 of 156 in real 3+2 games, so well below 1 % there; usual in a scramble"},
	pressTwice:      {"double press", [Manners]float64{0, .001, .003, .006, .001, .001}, "ply", "judged: the lever rebounds or a button is hit twice"},
	pressWrong:      {"press by the wrong side, undone", [Manners]float64{0, .0003, .0006, .001, .001, .0003}, "ply", "judged: rare"},
	arbiterStop:     {"clock stopped by the arbiter", [Manners]float64{0, .05, .03, .03, 0, .06}, "game", "judged: one game in 20"},
	overlaps:        {"hands overlap", [Manners]float64{0, .001, .03, .16, .004, .001}, "ply", "judged: from reconstruction C06, O01, O02, which drivers report for blitz"},
	illegal:         {"illegal move", [Manners]float64{0, .0002, .0015, .004, .001, .0002}, "ply", "stated for the top: 51 of 3426 games; judged ten times that in blitz clubs"},
	illegalStands:   {"illegal move stands", [Manners]float64{0, .04, .2, .25, .2, .04}, "illegal move", "judged: A.5.2 lets it stand once the opponent has moved"},
	changesMind:     {"another square after letting go", [Manners]float64{0, .0003, .001, .001, .01, .0003}, "ply", "judged: before the press"},
	takesBack:       {"takeback", [Manners]float64{0, 0, 0, 0, .012, 0}, "ply", "judged: one in a casual game"},
	tries:           {"try", [Manners]float64{0, 0, 0, 0, .010, 0}, "ply", "judged: a move shown on the board and put back"},
	lateChange:      {"pawn left on the last rank, changed later", [Manners]float64{0, .01, .06, .12, .04, .01}, "promotion", "judged, after 7.5.2 and P03"},
	upsideDown:      {"upside-down rook", [Manners]float64{0, .005, .03, .04, .03, .005}, "promotion to a queen", "judged, after P05"},
	linkLost:        {"link lost", [Manners]float64{0, .01, .01, .01, .01, .15}, "game", "judged: reported by users (protocols 8.6)"},
	eventLost:       {"event lost", [Manners]float64{0, 0, 0, 0, 0, .001}, "event of a board that sends events", "judged: UNIV needed a recovery for it (protocols 8.4)"},
	ghosts:          {"ghost", [Manners]float64{0, .004, .004, .004, .004, .6}, "game", "judged: each has 1 to 3"},
	weakSquares:     {"weak squares", [Manners]float64{0, 0, 0, 0, 0, .8}, "game", "judged: 1 to 3 squares that read only what stands well (protocols 8.4)"},
	deadSquare:      {"dead square", [Manners]float64{0, 0, 0, 0, 0, .02}, "game", "judged: rare"},
	stuckSquare:     {"stuck square", [Manners]float64{0, 0, 0, 0, 0, .04}, "game", "judged: rare, for 10 s to 3 min"},
	centreKings:     {"kings in the centre", [Manners]float64{.25, .35, .2, .1, .05, .35}, "end", "judged: DGT's own rule, which not all know"},
	stopsClock:      {"clock stopped at the end", [Manners]float64{1, .92, .8, .7, .5, .92}, "end", "judged: 6.2 asks for it, blitz players forget it"},
	analyses:        {"post-mortem", [Manners]float64{0, .35, .15, .1, .3, .35}, "end", "judged"},
	setsUpAnew:      {"array set up", [Manners]float64{.4, .5, .6, .6, .5, .5}, "end", "judged"},
	disturbs:        {"pieces disturbed after the end", [Manners]float64{0, .1, .2, .3, .1, .1}, "end", "judged"},
}

// does draws whether something happens.
func (g *game) does(c chance) bool {
	p := rates[c].rate[g.order.Hands]
	return p > 0 && g.rng.Float64() < p
}

// note writes a mishap down.
func (g *game) note(c chance) { g.out.Mishaps = append(g.out.Mishaps, rates[c].name) }

type (
	square = legality.Square
	color  = legality.Color
)

const nowhere = placement.NoSquare
