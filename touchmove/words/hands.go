package words

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// tongue puts into one language what was done with pieces, and what that bound a player to.
// Its clauses stand in the templates of the rows.
type tongue interface {
	name(c contact) string                               // "the pawn on d5", to which something is done
	names(some []contact) string                         // "the pawn on e4 and the pawn on d5", as a subject
	lifted(some []contact) string                        // "lifted the knight on c3 for 0.8 s, put it back,"
	liftedAndBack(c contact) string                      // the same for one piece, at the end of a clause
	offTurn(c contact) string                            // "The pawn on e7, whose side does not have the move, was lifted and put back"
	rookFirst(rook, king contact, castled string) string // "lifted the rook on h1 0.7 s before the king on e1, and castled, O-O"
	put(c contact) string                                // "put the knight from g1 on f3, where it stood for 1.5 s,"
	then(move string, later []contact) string            // "and then played Nh3", "and then on h3"
	touched(some []contact, deliberate bool) string      // "If the knight was touched deliberately"
	letGo(c contact) string                              // "If the knight had been released on f3"
	bound(side string, by binding) string                // "White had to move it"
	notWithRook(side string, moved contact) string       // "White was not allowed to castle with it, and had to move it"
	changed(c contact, move string) string               // "put a queen on a8, where it stood for 0.1 s, and then promoted with a8=N"
	leftPawn(move string) (did, final string)            // the same for a pawn that was left on the last rank
	final(c contact) string                              // "The choice of the queen was final as soon as it had touched a8"
	finalIf(c contact) string                            // "If the bishop had been released on a8, the choice was final"
	wing(kingside bool) string
}

var tongues = [...]tongue{English: english{}, German: german{}}

// contact is a contact of a finding's evidence, in words that both languages share.
type contact struct {
	kind       string // "knight"
	square, to string
	at, ms     int64
	times      int
	back       bool
	earlier    bool // in the move that this one replaces
	placed     bool
	white      bool
}

// wing reports whether a rook castles kingside.
func (c *contact) wing() (kingside bool) { return c.square != "" && c.square[0] > 'd' }

func contactOf(c *touchmove.Contact) contact {
	out := contact{kind: "piece", square: c.Square, to: c.To, at: c.At, ms: c.For, times: c.Times, back: c.Back, earlier: c.Replaced, placed: c.Act == touchmove.Placed}
	if piece, ok := placement.ParsePiece(letterOf(c.Piece)); ok {
		out.kind, out.white = piece.Kind().String(), piece.Color() == placement.White
	}
	return out
}

// binding is what bound a player, by the parts of touchmove.Duty.Bound.
type binding struct {
	from, cap, to, castle string
	notCastling           bool
	mover, taken          contact // on from and cap, if these were touched
	decides               contact // the contact that the breach is about
	promotes              bool    // it is a pawn that was put on the last rank
}

// bindingOf parses what bound a player, and finds the contacts that it names; the first
// contact if it names none.
func bindingOf(bound string, all []contact) (binding, []contact) {
	b := binding{}
	for part := range strings.SplitSeq(bound, "&") {
		switch name, value, _ := strings.Cut(part, ":"); name {
		case "from":
			b.from = value
		case "cap":
			b.cap = value
		case "to":
			b.to = value
		case "castle":
			b.castle = value
		case "!castle":
			b.notCastling = true
		}
	}
	about := slices.DeleteFunc(slices.Clone(all), func(c contact) bool {
		return c.square != b.from && c.square != b.cap && (b.castle == "" || c.kind != "king" && c.kind != "rook")
	})
	if len(about) == 0 {
		about = all[:1]
	}
	for _, c := range about {
		switch c.square {
		case b.from:
			b.mover = c
		case b.cap:
			b.taken = c
		}
	}
	b.decides = about[0]
	b.promotes = b.decides.kind == "pawn" && (strings.HasSuffix(b.decides.to, "1") || strings.HasSuffix(b.decides.to, "8"))
	return b, about
}

// handNames are the names of the clauses on evidence that may stand in a template.
var handNames = [...]string{"lifted", "liftedAndBack", "rookFirst", "put", "then", "If", "had", "notWithRook", "final", "changed", "names", "name",
	"captive", "placed", "wing", "offTurn"}

// handFields returns the clauses on a finding's evidence, by name; all are empty if it has
// none.
func (s *speaker) handFields(fields map[string]string) {
	for _, name := range handNames {
		fields[name] = ""
	}
	e := s.f.Evidence
	if e == nil || len(e.Contacts) == 0 {
		return
	}
	all := make([]contact, len(e.Contacts))
	for i := range all {
		all[i] = contactOf(&e.Contacts[i])
	}
	s.contactFields(fields, all)
	if e.Bound != "" {
		s.breachFields(fields, all)
	}
}

// contactFields returns the clauses on what was touched.
func (s *speaker) contactFields(fields map[string]string, all []contact) {
	says := tongues[s.lang]
	fields["liftedAndBack"], fields["offTurn"] = says.liftedAndBack(all[0]), says.offTurn(all[0])
	fields["names"], fields["name"] = says.names(all), says.name(all[0])
	for _, c := range all {
		switch {
		case c.placed:
			fields["placed"] = says.put(contact{kind: c.kind, square: c.square, placed: true})
		case c.white == (s.f.Side == touchmove.ByBlack) && fields["captive"] == "":
			fields["captive"] = says.name(c)
		case c.kind == "rook":
			fields["wing"] = says.wing(c.wing())
		case c.kind == "king" && c.to != "":
			fields["wing"] = says.wing(c.to[0] > 'd')
		}
	}
}

// breachFields returns the clauses on what bound a player who did not keep to it.
func (s *speaker) breachFields(fields map[string]string, all []contact) {
	b, about := bindingOf(s.f.Evidence.Bound, all)
	says, side := tongues[s.lang], fields["side"]
	fields["lifted"], fields["had"] = says.lifted(about), says.bound(side, b)
	switch first := all[0]; {
	case s.leftPawn():
		fields["changed"], fields["final"] = says.leftPawn(fields["move"])
	case first.placed:
		fields["changed"], fields["final"] = says.changed(first, fields["move"]), says.final(first)
		if s.f.Level != touchmove.Certain {
			fields["final"] = says.finalIf(first)
		}
	case first.to != "":
		fields["put"], fields["If"] = says.put(first), says.letGo(first)
		fields["then"] = says.then(fields["move"], all[1:])
	case s.f.Code == touchmove.CastleRookFirst && len(all) > 1:
		fields["If"] = says.touched(all[:1], s.deliberate())
		fields["rookFirst"] = says.rookFirst(first, all[1], fields["move"])
		fields["notWithRook"] = says.notWithRook(side, b.mover)
	default:
		fields["If"] = says.touched(about, s.deliberate())
	}
}

// deliberate reports whether under the rule set it matters that a touch was deliberate;
// before 1997 it does not.
func (s *speaker) deliberate() bool {
	return s.rules == nil || s.rules.Provision(touchmove.Displacement.Topics()[1]).Way > 0
}

// seconds returns a time to two figures, or to the second, with the decimal point of the
// language.
func seconds(ms int64, point string) string {
	digits := 1
	switch {
	case ms < 100:
		digits = 2
	case ms >= 10_000:
		digits = 0
	}
	return strings.Replace(strconv.FormatFloat(float64(ms)/1000, 'f', digits, 64), ".", point, 1) + " s"
}

// list joins contacts in the form of a sentence.
func (p *phrases) list(some []contact, name func(contact) string) string {
	out := make([]string, len(some))
	for i, c := range some {
		out[i] = name(c)
	}
	return joined(out, p.and)
}

// allBack reports whether all pieces were put back.
func allBack(some []contact) bool {
	return !slices.ContainsFunc(some, func(c contact) bool { return !c.back })
}
