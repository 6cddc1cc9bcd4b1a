package transport

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// Finding is the form of a touchmove.Finding in messages. touchmove documents the fields;
// this type and those below define names, words and order in JSON.
type Finding struct {
	Event       int        `json:"event"` // number of the log record after which it was found
	AtMs        int64      `json:"t_ms"`  // milliseconds since the log began
	Code        string     `json:"code"`
	Level       string     `json:"level"`
	Article     string     `json:"article"` // of the rule set in force
	Side        string     `json:"side"`    // w, b, - (both or neither) or ? (cannot be known)
	Ply         int        `json:"ply,omitempty"`
	UCI         string     `json:"uci,omitempty"`
	SAN         string     `json:"san,omitempty"`
	Allowed     []string   `json:"allowed,omitzero"` // UCI, sorted; an empty list is a finding too
	Bound       string     `json:"bound,omitempty"`
	Castling    []string   `json:"castling,omitempty"` // which of the listed moves are castling
	Squares     []string   `json:"squares,omitempty"`
	Text        string     `json:"text,omitempty"`
	How         string     `json:"how,omitempty"` // result_reported: resignation, agreement or entry
	Why         []Reason   `json:"why,omitempty"`
	Plies       []int      `json:"plies,omitempty"`        // draw claimable by repetition: the plies after which the position stood, 0 is the start
	IfIncorrect *ClaimCost `json:"if_incorrect,omitempty"` // what an incorrect claim costs
	Flag        *FlagFacts `json:"flag,omitempty"`         // flag_fall, both_flags
	Evidence    *Evidence  `json:"evidence,omitempty"`
	Remedy      *Remedy    `json:"remedy,omitempty"`
}

// Reason is a touchmove.Reason as messages write it.
type Reason struct {
	Article string `json:"article"`
	Text    string `json:"text"`
}

// ClaimCost is a touchmove.ClaimCost as messages write it. Times are in seconds.
type ClaimCost struct {
	OpponentGains int    `json:"opponent_gains_s"`
	DisputedGains int    `json:"disputed_gains_s,omitempty"`
	ClaimantLoses int    `json:"claimant_loses_s,omitempty"`
	Article       string `json:"article"`
}

// FlagFacts is a touchmove.FlagFacts as messages write it.
type FlagFacts struct {
	Completed  int    `json:"completed"`
	Prescribed int    `json:"prescribed,omitempty"`
	All        bool   `json:"all,omitempty"`
	First      string `json:"first,omitempty"`
	ApartMs    int64  `json:"apart_ms,omitempty"`
}

// Evidence is a touchmove.Evidence as messages write it.
type Evidence struct {
	Contacts []Contact `json:"contacts"`
	Open     []string  `json:"open,omitempty"`
	Bound    string    `json:"bound,omitempty"`
}

// Contact is a touchmove.Contact as messages write it.
type Contact struct {
	Act      string `json:"act"`
	Piece    string `json:"piece"`
	Square   string `json:"square"`
	To       string `json:"to,omitempty"`
	At       int64  `json:"at_ms"`
	For      int64  `json:"for_ms,omitempty"`
	Times    int    `json:"times,omitempty"`
	Back     bool   `json:"put_back,omitempty"`
	Replaced bool   `json:"replaced,omitempty"`
}

// Remedy is a touchmove.Remedy as messages write it.
type Remedy struct {
	Restore       string         `json:"restore,omitempty"`
	FromPly       int            `json:"from_ply,omitempty"`
	Bound         []string       `json:"bound,omitempty"`
	OpponentGains int            `json:"opponent_gains_s,omitempty"`
	DisputedGains int            `json:"disputed_gains_s,omitempty"`
	Offence       int            `json:"offence,omitempty"`
	Result        string         `json:"result,omitempty"`
	If            []string       `json:"if,omitempty"`
	MateBy        []string       `json:"mate_by,omitempty"`
	Choice        []string       `json:"choice,omitempty"`
	Article       string         `json:"article,omitempty"`
	Clock         *ClockProposal `json:"clock,omitempty"`
}

// ClockProposal is a touchmove.ClockProposal as messages write it.
type ClockProposal struct {
	Proposal bool   `json:"proposal"` // always true
	At       Times  `json:"at"`
	Gained   Times  `json:"gained"`
	Added    Times  `json:"added"`
	Set      Times  `json:"set"`
	Article  string `json:"article"`
}

// Times is a touchmove.Times as messages write it.
type Times struct {
	White int64 `json:"white_ms"`
	Black int64 `json:"black_ms"`
}

// AppendFinding writes a finding as one JSON object, as boardd replay prints
// it and as arbiter/finding carries it below the head.
func AppendFinding(dst []byte, f *touchmove.Finding) []byte {
	return append(dst, encode(findingOf(f))...)
}

func findingOf(f *touchmove.Finding) Finding {
	return Finding{
		Event:       int(f.Event),
		AtMs:        f.At,
		Code:        f.Code.String(),
		Level:       f.Level.String(),
		Article:     f.Article,
		Side:        f.Side.String(),
		Ply:         f.Ply,
		UCI:         f.UCI,
		SAN:         f.SAN,
		Allowed:     f.Allowed,
		Bound:       f.Bound,
		Castling:    f.Castling,
		Squares:     f.Squares.Names(),
		Text:        f.Text,
		How:         f.How,
		Why:         each(f.Why, func(r touchmove.Reason) Reason { return Reason(r) }),
		Plies:       f.Plies,
		IfIncorrect: (*ClaimCost)(f.IfIncorrect),
		Flag:        (*FlagFacts)(f.Flag),
		Evidence:    evidenceOf(f.Evidence),
		Remedy:      remedyOf(f.Remedy),
	}
}

func evidenceOf(e *touchmove.Evidence) *Evidence {
	if e == nil {
		return nil
	}
	contacts := each(e.Contacts, func(c touchmove.Contact) Contact { return Contact(c) })
	return &Evidence{Contacts: contacts, Open: e.Open, Bound: e.Bound}
}

func remedyOf(r *touchmove.Remedy) *Remedy {
	if r == nil {
		return nil
	}
	return &Remedy{
		Restore:       r.Restore,
		FromPly:       r.FromPly,
		Bound:         r.Bound,
		OpponentGains: r.OpponentGains,
		DisputedGains: r.DisputedGains,
		Offence:       r.Offence,
		Result:        r.Result,
		If:            r.If,
		MateBy:        r.MateBy,
		Choice:        r.Choice,
		Article:       r.Article,
		Clock:         proposalOf(r.Clock),
	}
}

func proposalOf(c *touchmove.ClockProposal) *ClockProposal {
	if c == nil {
		return nil
	}
	return &ClockProposal{true, Times(c.At), Times(c.Gained), Times(c.Added), Times(c.Set), c.Article}
}

// each converts every element of a slice; nil stays nil.
func each[From, To any](in []From, convert func(From) To) []To {
	if in == nil {
		return nil
	}
	out := make([]To, len(in))
	for i := range in {
		out[i] = convert(in[i])
	}
	return out
}

// Read converts the finding back to touchmove's type, for programs that take findings from
// a broker and show them to people. It returns an error if it has a word that is not in the
// vocabulary: a later boardd may have written it.
func (f *Finding) Read() (touchmove.Finding, error) {
	code, ok := laws.ParseCode(f.Code)
	if !ok {
		return touchmove.Finding{}, fmt.Errorf("read a finding: code %q", f.Code)
	}
	level, ok := laws.ParseLevel(f.Level)
	if !ok {
		return touchmove.Finding{}, fmt.Errorf("read a finding: level %q", f.Level)
	}
	side, ok := laws.ParseParty(f.Side)
	if !ok {
		return touchmove.Finding{}, fmt.Errorf("read a finding: side %q", f.Side)
	}
	squares, err := readSquares(f.Squares)
	if err != nil {
		return touchmove.Finding{}, err
	}
	return touchmove.Finding{
		Event:       touchmove.Event(f.Event),
		At:          f.AtMs,
		Code:        code,
		Level:       level,
		Article:     f.Article,
		Side:        side,
		Ply:         f.Ply,
		UCI:         f.UCI,
		SAN:         f.SAN,
		Allowed:     f.Allowed,
		Bound:       f.Bound,
		Castling:    f.Castling,
		Squares:     squares,
		Why:         each(f.Why, func(r Reason) touchmove.Reason { return touchmove.Reason(r) }),
		Text:        f.Text,
		How:         f.How,
		Plies:       f.Plies,
		IfIncorrect: (*touchmove.ClaimCost)(f.IfIncorrect),
		Flag:        (*touchmove.FlagFacts)(f.Flag),
		Evidence:    f.Evidence.read(),
		Remedy:      f.Remedy.read(),
	}, nil
}

func readSquares(names []string) (placement.Set, error) {
	var squares placement.Set
	for _, name := range names {
		sq, ok := placement.ParseSquare(name)
		if !ok {
			return 0, fmt.Errorf("read a finding: square %q", name)
		}
		squares |= sq.Set()
	}
	return squares, nil
}

func (e *Evidence) read() *touchmove.Evidence {
	if e == nil {
		return nil
	}
	contacts := each(e.Contacts, func(c Contact) touchmove.Contact { return touchmove.Contact(c) })
	return &touchmove.Evidence{Contacts: contacts, Open: e.Open, Bound: e.Bound}
}

func (r *Remedy) read() *touchmove.Remedy {
	if r == nil {
		return nil
	}
	return &touchmove.Remedy{
		Restore:       r.Restore,
		FromPly:       r.FromPly,
		Bound:         r.Bound,
		OpponentGains: r.OpponentGains,
		DisputedGains: r.DisputedGains,
		Offence:       r.Offence,
		Result:        r.Result,
		If:            r.If,
		MateBy:        r.MateBy,
		Choice:        r.Choice,
		Article:       r.Article,
		Clock:         r.Clock.read(),
	}
}

func (c *ClockProposal) read() *touchmove.ClockProposal {
	if c == nil {
		return nil
	}
	return &touchmove.ClockProposal{At: touchmove.Times(c.At), Gained: touchmove.Times(c.Gained),
		Added: touchmove.Times(c.Added), Set: touchmove.Times(c.Set), Article: c.Article}
}
