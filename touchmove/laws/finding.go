package laws

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Level is how much the facts prove of a finding.
type Level uint8

// The levels.
const (
	Info      Level = iota // a state or a right, not a breach
	Certain                // follows from board and clock alone
	Suspected              // depends on something that no sensor sees
	Arbiter                // the text leaves the decision to the arbiter, or the facts do not settle it
)

var levelNames = [...]string{"info", "certain", "suspected", "arbiter"}

// String returns the level as messages write it.
func (l Level) String() string { return levelNames[l&3] }

// Party is whom a finding is about.
type Party uint8

// The parties.
const (
	Both     Party = iota // both players or neither
	ByWhite               // White
	ByBlack               // Black
	Somebody              // one player; nobody can know which
)

// PartyOf returns the party of one player.
func PartyOf(side placement.Color) Party { return ByWhite + Party(side) }

// Color returns the player that a party is: ByWhite or ByBlack.
func (p Party) Color() placement.Color { return placement.Color(p - ByWhite) }

// String returns "w", "b", "-" (both or neither) or "?" (cannot be known).
func (p Party) String() string { return "-wb?"[p&3 : p&3+1] }

// Reason is one article that a move breaks, with a sentence for people.
type Reason struct {
	Article string
	Text    string
}

// Remedy is what the rules prescribe after an irregularity: advice to the
// arbiter, never an act. Fields that do not apply are zero.
type Remedy struct {
	Restore       string   // FEN of the position to restore
	FromPly       int      // if an earlier ply was irregular too: the ply before which that position stood
	Bound         []string // moves open to the replacement, UCI, sorted
	OpponentGains int      // seconds
	DisputedGains int      // or this many seconds, where it is disputed what the text gives
	Offence       int      // the number of this among the completed illegal moves of that player
	Result        string   // if the rules end the game
	If            []string // what Result depends on: IfNotCompleted …
	MateBy        []string // moves by which the opponent can mate, UCI, in order; they prove that the flag fall loses
	Choice        []string // what the opponent may choose (Bilguer §4): "stand", "take_back", "king_move"
	Article       string

	// Clock is what to set the clock to, as a proposal; nil if there is none.
	Clock *ClockProposal
}

// ClaimCost is what an incorrect claim of a draw costs (9.5). Times are in seconds.
type ClaimCost struct {
	OpponentGains int
	DisputedGains int // or this many, where the text is disputed
	ClaimantLoses int // at most: half of what the claimant has left (1997)
	Article       string
}

// How a reported result came about.
const (
	ByResignation = "resignation"
	ByAgreement   = "agreement"
	ByEntry       = "entry" // a person entered the result
)

// Event is the number of a record in its log, from 1; 0 stands for none.
type Event int

// Finding is something that the tracker noticed. It is never a ruling. Fields that do not
// apply to its code are zero.
type Finding struct {
	Event       Event  // the record after which it was found
	At          int64  // milliseconds since the log began
	Code        Code   // what was found
	Level       Level  // how sure
	Article     string // of the rule set in force; several joined by "/"
	Side        Party
	Ply         int      // the ply it is about, from 1; 0 if none
	UCI         string   // the move it is about; "" if none
	SAN         string   // the same in SAN; "" if none
	Allowed     []string // obliged: moves still open, UCI, sorted; nil for other codes
	Bound       string   // obliged: why
	Castling    []string // which of the moves that it lists are castling, UCI, sorted
	Squares     placement.Set
	Plies       []int      // draw claimable by repetition: the plies after which the position stood; 0 is the start
	IfIncorrect *ClaimCost // what an incorrect claim costs; nil if the rule set does not settle that
	How         string     // result_reported: ByResignation, ByAgreement or ByEntry
	Why         []Reason
	Flag        *FlagFacts // flag_fall, both_flags
	Evidence    *Evidence  // what was touched, released or put on the board
	Text        string     // a detail in words, for the codes that need one
	Remedy      *Remedy
}

// MarkCastling notes which of the listed moves are castling in position p. UCI does not
// distinguish castling from other moves.
func (f *Finding) MarkCastling(p *legality.Position) {
	listed := slices.Clone(f.Allowed)
	if f.Remedy != nil {
		listed = append(listed, f.Remedy.Bound...)
	}
	if f.Evidence != nil {
		listed = append(listed, f.Evidence.Open...)
	}
	f.Castling = nil
	for _, m := range p.AppendMoves(nil) {
		if m.IsCastling() && slices.Contains(listed, p.UCI(m)) {
			f.Castling = append(f.Castling, p.UCI(m))
		}
	}
	slices.Sort(f.Castling)
}

// What a hand did with a piece, as far as the board reports it.
const (
	Touched  = "touched"  // it was off its square, or still is
	Released = "released" // it was put on another square
	Placed   = "placed"   // it came from beside the board: the piece of a promotion
)

// Contact is what a hand did with one piece in a turn.
type Contact struct {
	Act    string // Touched, Released, Placed
	Piece  string // as in FEN, N or n
	Square string // where it stood when the turn began; placed: where it was put
	To     string // released: where it was put
	At     int64  // when, milliseconds since the log began
	For    int64  // how long it was off its square in all, or stood on the new one; 0 if that has not ended
	Times  int    // how often it was lifted, if more than once
	Back   bool   // touched: it was put back on its square

	Replaced bool // it was touched for the move that this one replaces
}

// Evidence is what a finding about hands rests on: which pieces were touched, released or
// put on the board, and which moves were open because of that. No board sees whether a
// touch was deliberate, or whether the hand had left the piece.
type Evidence struct {
	Contacts []Contact
	Open     []string // of a breach: the moves that were open, UCI, sorted
	Bound    string   // why, in the form of Duty.Bound
}

// SortedUCI lists moves in UCI, sorted.
func SortedUCI(p *legality.Position, moves []legality.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = p.UCI(m)
	}
	slices.Sort(out)
	return out
}

// EvidenceOf returns a player's acts as contacts, in the order in which they began.
func EvidenceOf(pos *legality.Position, acts *Acts) *Evidence {
	contacts := slices.Concat(TouchContacts(pos, acts.Touches...), ReleaseContacts(pos, acts.Releases...), PlaceContacts(pos, acts))
	slices.SortStableFunc(contacts, func(a, b Contact) int { return cmp.Compare(a.At, b.At) })
	return &Evidence{Contacts: contacts}
}

// BoundBy adds the moves that a duty leaves open.
func (e *Evidence) BoundBy(pos *legality.Position, duty *Duty) *Evidence {
	e.Open, e.Bound = SortedUCI(pos, duty.Allowed), duty.Bound
	return e
}

// TouchContacts returns touches as contacts.
func TouchContacts(pos *legality.Position, touches ...Touch) []Contact {
	out := make([]Contact, len(touches))
	for i, t := range touches {
		out[i] = Contact{Act: Touched, Piece: pos.At(t.Square).String(), Square: t.Square.String(), At: t.At, For: t.For, Back: t.Back}
		if t.Times > 1 {
			out[i].Times = t.Times
		}
	}
	return out
}

// ReleaseContacts returns releases as contacts.
func ReleaseContacts(pos *legality.Position, releases ...Release) []Contact {
	out := make([]Contact, len(releases))
	for i, r := range releases {
		out[i] = Contact{Act: Released, Piece: pos.At(r.From).String(), Square: r.From.String(), To: r.To.String(), At: r.At}
		if r.Until > 0 {
			out[i].For = r.Until - r.At
		}
	}
	return out
}

// PlaceContacts returns the piece that was put on the last rank. Its release there adds
// nothing.
func PlaceContacts(pos *legality.Position, acts *Acts) []Contact {
	if acts.As == legality.NoKind {
		return nil
	}
	c := Contact{Act: Placed, Piece: placement.MakePiece(pos.Turn(), acts.As).String(), Square: acts.Promoted.String(), At: acts.PromotedAt}
	if acts.PromotedUntil > 0 {
		c.For = acts.PromotedUntil - acts.PromotedAt
	}
	return []Contact{c}
}
