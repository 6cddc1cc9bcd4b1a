package simulate

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Truth records what was really done in a game.
type Truth struct {
	Moves   []string // the plies played, in UCI, including illegal ones that stood
	Landed  []int64  // for each, when the last piece reached its final square
	Pressed []int64  // for each, when its clock was pressed; -1 never
	Deeds   []Deed   // what was done besides plain moves, in the order of planning
	Result  string   // by the rules, "*" if they give none
	Signal  string   // the result that the kings showed; "" if they showed none
	Next    *Truth   // the next game on the same board; nil if none
}

// Deed is something done besides moving pieces straight to their squares.
type Deed struct {
	Kind   DeedKind
	Ply    int              // in which it was done, from 1
	At     int64            // when, milliseconds since the log began
	Ms     int64            // how long it lasted, where that applies
	Square placement.Square // where, NoSquare if nowhere
	Move   string           // in UCI, of a ply outside the game: a ceremony, taken back, or analysed
}

func (d Deed) String() string {
	return fmt.Sprintf("%d %s %s, ply %d, %d ms", d.At, d.Kind, d.Square, d.Ply, d.Ms)
}

// did records a deed of the ply that is being played.
func (g *game) did(kind DeedKind, at, ms int64, sq placement.Square) {
	g.truth.Deeds = append(g.truth.Deeds, Deed{Kind: kind, Ply: g.number, At: at, Ms: ms, Square: sq})
}

// didPly records a ply outside the game, and returns the Deed so that the caller
// can change it.
func (g *game) didPly(kind DeedKind, began, ended int64, p *legality.Position, m legality.Move) *Deed {
	g.did(kind, began, ended-began, m.To())
	d := &g.truth.Deeds[len(g.truth.Deeds)-1]
	d.Move = p.UCI(m)
	return d
}

// TruthFirstLine is the first line of a written Truth, without its line feed.
const TruthFirstLine = "#! boardd-truth 1"

// AppendTruth writes a Truth as text, without its first line. For each game on
// the board, in order:
//
//	game 1
//	moves e2e4 e7e5 g1f3
//	result *
//	signal 1-0
//	ply 1 e2e4 2350 2810
//	ply 2 e7e5 4120 -
//	deed 3 slid f3 5200 310
//	deed 4 taken-back e5 7100 900 d7e5
//
// moves are the plies played, in UCI, including illegal ones that stood, as boardd
// replay -o uci prints them; nothing follows the word if there are none. result is
// by the rules; signal is what the kings showed, "-" if nothing. A ply has the
// moment when its last piece reached its final square, and the moment of its press,
// "-" if there was none. The deeds are in the order of Deeds: the ply, the kind
// with hyphens for spaces, the square or "-", the moment, the duration, and the
// move of a ply outside the game. Times are whole milliseconds since the log began.
// Lines that begin with # are remarks.
func AppendTruth(dst []byte, t *Truth) []byte {
	for n := 1; t != nil; n, t = n+1, t.Next {
		dst = appendLine(dst, "game", strconv.Itoa(n))
		dst = appendLine(dst, append([]string{"moves"}, t.Moves...)...)
		dst = appendLine(dst, "result", t.Result)
		dst = appendLine(dst, "signal", cmp.Or(t.Signal, "-"))
		for i, uci := range t.Moves {
			dst = appendLine(dst, "ply", strconv.Itoa(i+1), uci, number(t.Landed[i]), number(t.Pressed[i]))
		}
		for _, d := range t.Deeds {
			words := []string{"deed", strconv.Itoa(d.Ply), d.Kind.Word(), d.Square.String(), number(d.At), number(d.Ms)}
			if d.Move != "" {
				words = append(words, d.Move)
			}
			dst = appendLine(dst, words...)
		}
	}
	return dst
}

// Word returns the deed as one word, "early-lift".
func (k DeedKind) Word() string { return strings.ReplaceAll(k.String(), " ", "-") }

func appendLine(dst []byte, words ...string) []byte {
	return append(append(dst, strings.Join(words, " ")...), '\n')
}

// number writes a moment; one that never came is negative.
func number(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

// DeedKind is the kind of a Deed.
type DeedKind uint8

// The deeds. Those up to TakenBack break no rule.
const (
	Slid        DeedKind = iota // rested on a legal square on the way
	Brushed                     // was seen where the piece may not go
	Carried                     // a captured piece was seen beside its square
	Hovered                     // held for long
	Returned                    // put back, then played
	Adjusted                    // another piece straightened
	EarlyLift                   // lifted before the press
	LiftInPlay                  // lifted before the drop
	CrossedDrop                 // landed before the piece it answers
	ReplyFirst                  // landed before the press
	ForgotPress                 // never pressed
	PressedLate                 // pressed long after the move
	Straddled                   // stood between two squares for a while
	Interrupted                 // the clock was stopped and started again
	SetUp                       // a piece was put on its square before the game
	Ceremony                    // a move before the clock started, taken back
	TakenBack                   // a ply that was played and taken back by agreement

	TouchedOther    // an own piece touched, another played
	CorrectedMove   // an illegal move put right before the press
	TouchedTheirs   // a piece of the opponent's touched that could be captured, and not captured
	RookFirst       // castled with the rook before the king
	OtherPiece      // another piece stood there before the promoted one
	PawnLeft        // pressed with a pawn on the last rank
	PressedIllegal  // an illegal move pressed and restored
	StoodIllegal    // an illegal move that stands
	ReleasedTwice   // let go on one legal square, then moved to another
	PressedEmpty    // pressed without a move
	KnockedOver     // pieces knocked over and put back
	DisplacedPiece  // a piece pushed to another square and put right
	LeftAstray      // a piece pushed to another square, where it stood for some plies
	LostLift        // a report of a lift was lost
	LostDrop        // a report of a drop was lost
	MisreadPiece    // a piece was named wrongly for one scan
	DuplicateReport // a report was sent twice
	DeadTag         // a piece was never seen again
	Bounced         // a piece put down was not read for a moment
	Flickered       // a piece that stood still was not read for a while
	ReorderedReport // a report changed places with the next one
	LostPress       // a press was not reported
	DeadSquare      // a square read empty for good
	StuckSquare     // a square went on reading what it had read
	Disconnected    // the port was lost

	Erased // no report distinguishes this ply from others

	ClockStop    // the clock was stopped for good
	KingLaidDown // a king was laid down
	KingsShown   // the kings were put in the centre
	WentBack     // a ply was taken back after the game
	Analysed     // a ply of analysis
	PutBack      // the pieces were put back to the initial array
	deedsNumber  // how many there are
)

var deedNames = [deedsNumber]string{
	Slid:            "slid",
	Brushed:         "brushed",
	Carried:         "carried",
	Hovered:         "hovered",
	Returned:        "returned",
	Adjusted:        "adjusted",
	EarlyLift:       "early lift",
	LiftInPlay:      "lift in play",
	CrossedDrop:     "crossed drop",
	ReplyFirst:      "reply first",
	ForgotPress:     "forgot press",
	PressedLate:     "pressed late",
	Straddled:       "straddled",
	Interrupted:     "interrupted",
	SetUp:           "set up",
	Ceremony:        "ceremony",
	TakenBack:       "taken back",
	TouchedOther:    "touched other",
	CorrectedMove:   "corrected move",
	TouchedTheirs:   "touched theirs",
	RookFirst:       "rook first",
	OtherPiece:      "other piece",
	PawnLeft:        "pawn left",
	PressedIllegal:  "pressed illegal",
	StoodIllegal:    "stood illegal",
	ReleasedTwice:   "released twice",
	PressedEmpty:    "pressed empty",
	KnockedOver:     "knocked over",
	DisplacedPiece:  "displaced man",
	LeftAstray:      "left astray",
	LostLift:        "lost lift",
	LostDrop:        "lost drop",
	MisreadPiece:    "misread man",
	DuplicateReport: "duplicate report",
	DeadTag:         "dead tag",
	Bounced:         "bounced",
	Flickered:       "flickered",
	ReorderedReport: "reordered report",
	LostPress:       "lost press",
	DeadSquare:      "dead square",
	StuckSquare:     "stuck square",
	Disconnected:    "disconnected",
	Erased:          "erased",
	ClockStop:       "clock stop",
	KingLaidDown:    "king laid down",
	KingsShown:      "kings shown",
	WentBack:        "went back",
	Analysed:        "analysed",
	PutBack:         "put back",
}

func (k DeedKind) String() string { return enum.Of(deedNames[:], k, "?") }

// Score is a game that hands can play: a position and moves from it.
type Score struct {
	Start legality.Position
	Moves []legality.Move
}

// String returns the score on one line, as a position command of the Universal
// Chess Interface. In Chess960 the FEN names the files of the rooks:
//
//	position startpos moves e2e4 e7e5
//	position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4
//	position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g2g3
func (s *Score) String() string {
	var b strings.Builder
	b.WriteString("position startpos moves")
	if s.Start != legality.Initial() {
		b.Reset()
		b.WriteString("position fen " + s.Start.ShredderFEN() + " moves")
	}
	p := s.Start
	for _, m := range s.Moves {
		b.WriteString(" " + p.UCI(m))
		p = p.Play(m)
	}
	return b.String()
}

// ParseScore reads what String writes, and bare moves from the initial
// position, "e2e4 e7e5". Every move must be legal.
func ParseScore(line string) (Score, error) {
	s, moves := Score{Start: legality.Initial()}, line
	if position, ok := strings.CutPrefix(line, "position "); ok {
		var place string
		place, moves, _ = strings.Cut(position, "moves")
		fen, given := strings.CutPrefix(strings.TrimSpace(place), "fen ")
		if !given && fen != "startpos" {
			return s, fmt.Errorf("position %q: want startpos or fen", shorten(fen))
		}
		var err error
		if given {
			s.Start, err = legality.ParseFEN(fen, namesRooks(fen))
		}
		if err != nil {
			return s, err
		}
	}
	err := s.read(moves)
	return s, err
}

// namesRooks reports whether a FEN writes the right to castle by the files of
// the rooks, as in Chess960.
func namesRooks(fen string) bool {
	fields := strings.Fields(fen)
	return len(fields) > 2 && strings.ContainsAny(fields[2], "abcdefghABCDEFGH")
}

// read adds moves in UCI.
func (s *Score) read(moves string) error {
	p := s.Start
	for word := range strings.FieldsSeq(moves) {
		m, err := p.ParseUCI(word)
		if err == nil && !p.IsLegal(m) {
			err = fmt.Errorf("uci move %q: not legal in %s: %s", word, p.FEN(), p.Explain(m)[0].Text())
		}
		if err != nil {
			return fmt.Errorf("ply %d: %w", len(s.Moves)+1, err)
		}
		s.Moves = append(s.Moves, m)
		p = p.Play(m)
	}
	return nil
}

// shorten cuts a line to the length that an error quotes.
func shorten(line string) string {
	if len(line) > 80 {
		return line[:80] + "…"
	}
	return line
}
