package words

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
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
	out := contact{kind: "piece", square: c.Square, to: c.To, at: c.At, ms: c.For, times: c.Times, back: c.Back, earlier: c.Replaced, placed: c.Act == laws.Placed}
	if piece, ok := placement.ParsePiece(letterOf(c.Piece)); ok {
		out.kind, out.white = piece.Kind().String(), piece.Color() == placement.White
	}
	return out
}

// binding is what bound a player, by the parts of laws.Duty.Bound.
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
		case c.white == (s.f.Side == laws.ByBlack) && fields["captive"] == "":
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
		if s.f.Level != laws.Certain {
			fields["final"] = says.finalIf(first)
		}
	case first.to != "":
		fields["put"], fields["If"] = says.put(first), says.letGo(first)
		fields["then"] = says.then(fields["move"], all[1:])
	case s.f.Code == laws.CastleRookFirst && len(all) > 1:
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
	return s.rules == nil || s.rules.Provision(laws.Displacement.Topics()[1]).Way > 0
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

type english struct{}

func (english) name(c contact) string { return "the " + c.kind + " on " + c.square }

func (e english) names(some []contact) string { return common[English].list(some, e.name) }

// lasting returns a piece and how long it was off its square.
func (e english) lasting(c contact) string {
	switch {
	case c.ms == 0:
		return e.name(c)
	case c.times == 2:
		return e.name(c) + " twice, for " + seconds(c.ms, ".") + " altogether"
	case c.times > 2:
		return e.name(c) + " " + strconv.Itoa(c.times) + " times, for " + seconds(c.ms, ".") + " altogether"
	}
	return e.name(c) + " for " + seconds(c.ms, ".")
}

func (e english) lifted(some []contact) string {
	pieces := common[English].list(some, e.lasting)
	switch them := "it"; {
	case some[0].earlier:
		return "had lifted " + pieces + " for the move that was taken back,"
	case len(some) > 1:
		them = "them"
		fallthrough
	default:
		if !allBack(some) {
			return "lifted " + pieces + ", did not put " + them + " back,"
		}
		return "lifted " + pieces + ", put " + them + " back,"
	}
}

func (e english) liftedAndBack(c contact) string {
	if !c.back {
		return "lifted " + e.lasting(c)
	}
	return "lifted " + e.lasting(c) + " and put it back"
}

func (e english) rookFirst(rook, king contact, castled string) string {
	lifted := "lifted " + e.name(rook) + " " + seconds(max(0, king.at-rook.at), ".") + " before " + e.name(king)
	if castled == "" {
		return lifted + ", and then put the king on its castling square"
	}
	return lifted + ", and castled, " + castled
}

func (english) then(move string, later []contact) string {
	if move == "" && len(later) > 0 {
		return "and then on " + later[0].to
	}
	return "and then played " + move
}

func (english) wing(kingside bool) string {
	if kingside {
		return "kingside"
	}
	return "queenside"
}

func (english) put(c contact) string {
	where := "put the " + c.kind + " from " + c.square + " on " + c.to
	if c.placed {
		where = "put a " + c.kind + " on " + c.square
	}
	if c.ms == 0 {
		return where
	}
	return where + ", where it stood for " + seconds(c.ms, ".") + ","
}

func (english) touched(some []contact, deliberate bool) string {
	switch {
	case len(some) > 1 && deliberate:
		return "If both were touched deliberately"
	case len(some) > 1:
		return "If both count as touched"
	case deliberate:
		return "If the " + some[0].kind + " was touched deliberately"
	}
	return "If the " + some[0].kind + " counts as touched"
}

func (english) letGo(c contact) string { return "If the " + c.kind + " had been released on " + c.to }

func (e english) bound(side string, b binding) string {
	switch {
	case b.castle != "":
		return side + " had to castle " + e.wing(b.castle == "K")
	case b.to != "" && b.promotes:
		return side + " had to promote it there"
	case b.to != "" && b.decides.ms == 0: // it still stands there
		return side + " had to leave it there"
	case b.to != "":
		return "it had to stay there"
	case b.notCastling:
		return side + " had to move the king, not by castling, since the " + b.decides.kind + " could not move"
	case b.from != "" && b.cap != "":
		return side + " had to capture " + e.name(b.taken) + " with " + e.name(b.mover)
	case b.cap != "":
		return side + " had to capture it"
	}
	return side + " had to move it"
}

func (english) notWithRook(side string, moved contact) string {
	must := "the king otherwise"
	if moved.kind == "rook" {
		must = "it"
	}
	return side + " was not allowed to castle with it, and had to move " + must
}

func (e english) changed(c contact, move string) string {
	return e.put(c) + " and then promoted with " + move
}

func (english) leftPawn(move string) (did, final string) {
	return "promoted with " + move + " after the clock had been pressed with the pawn on the last rank", "The pawn can then become only a queen"
}

func (english) final(c contact) string {
	return "The choice of the " + c.kind + " was final as soon as it had touched " + c.square
}

func (english) finalIf(c contact) string {
	return "If the " + c.kind + " had been released on " + c.square + ", the choice was final"
}

func (e english) offTurn(c contact) string {
	return capital(e.name(c)) + ", whose side does not have the move, was lifted" + e.lasting(c)[len(e.name(c)):] + " and put back"
}

type german struct{}

// noun returns the word for a contact's piece.
func (german) noun(c contact) noun {
	if n, ok := nouns[c.kind]; ok {
		return n
	}
	return nouns["piece"]
}

func (g german) der(c contact) string { return g.noun(c).article("der ", "die ") + g.noun(c).who }

func (g german) den(c contact) string { return g.noun(c).article("den ", "die ") + g.noun(c).whom }

func (g german) er(c contact) string { return g.noun(c).article("er", "sie") }

func (g german) ihn(c contact) string { return g.noun(c).article("ihn", "sie") }

func (g german) name(c contact) string { return g.den(c) + " auf " + c.square }

func (g german) names(some []contact) string {
	return common[German].list(some, func(c contact) string { return g.der(c) + " auf " + c.square })
}

// how returns how long a piece was off its square.
func (g german) how(c contact) string {
	switch {
	case c.ms == 0:
		return ""
	case c.times == 2:
		return " zweimal für zusammen " + seconds(c.ms, ",")
	case c.times > 2:
		return " " + strconv.Itoa(c.times) + "-mal für zusammen " + seconds(c.ms, ",")
	}
	return " für " + seconds(c.ms, ",")
}

func (g german) lifted(some []contact) string {
	pieces := common[German].list(some, func(c contact) string { return g.name(c) + g.how(c) })
	switch {
	case some[0].earlier:
		return "hatte " + pieces + " für den zurückgenommenen Zug angehoben und hat"
	case !allBack(some):
		return "hat " + pieces + " angehoben und nicht zurückgestellt und"
	}
	return "hat " + pieces + " angehoben und zurückgestellt und"
}

func (g german) liftedAndBack(c contact) string {
	if !c.back {
		return g.name(c) + g.how(c) + " angehoben"
	}
	return g.name(c) + g.how(c) + " angehoben und zurückgestellt"
}

func (g german) rookFirst(rook, king contact, castled string) string {
	lifted := "hat " + g.name(rook) + " " + seconds(max(0, king.at-rook.at), ",") + " vor " + g.dem(king) + " auf " + king.square + " angehoben"
	if castled == "" {
		return lifted + " und dann den König auf sein Rochadefeld gestellt"
	}
	return lifted + " und rochiert, " + castled
}

func (german) then(move string, later []contact) string {
	if move == "" && len(later) > 0 {
		return "und dann auf " + later[0].to
	}
	return "und dann " + move + " gespielt"
}

func (german) wing(kingside bool) string {
	if kingside {
		return "kurz"
	}
	return "lang"
}

func (g german) dem(c contact) string { return g.noun(c).article("dem ", "der ") + g.noun(c).whom }

func (g german) put(c contact) string {
	where := "hat " + g.den(c) + " von " + c.square + " auf " + c.to + " gestellt"
	if c.placed {
		where = "hat " + g.noun(c).article("einen ", "eine ") + g.noun(c).whom + " auf " + c.square + " gestellt"
	}
	if c.ms == 0 {
		return where
	}
	return where + ", wo " + g.er(c) + " " + seconds(c.ms, ",") + " lang stand,"
}

func (g german) touched(some []contact, deliberate bool) string {
	switch {
	case len(some) > 1 && deliberate:
		return "Wenn beide absichtlich berührt wurden"
	case len(some) > 1:
		return "Wenn beide als berührt gelten"
	case deliberate:
		return "Wenn " + g.der(some[0]) + " absichtlich berührt wurde"
	}
	return "Wenn " + g.der(some[0]) + " als berührt gilt"
}

func (g german) letGo(c contact) string {
	return "Wenn " + g.der(c) + " auf " + c.to + " losgelassen war"
}

func (g german) bound(side string, b binding) string {
	switch {
	case b.castle != "":
		return "musste " + side + " " + g.wing(b.castle == "K") + " rochieren"
	case b.to != "" && b.promotes:
		return "musste " + side + " " + g.ihn(b.decides) + " dort umwandeln"
	case b.to != "" && b.decides.ms == 0: // it still stands there
		return "musste " + side + " " + g.ihn(b.decides) + " dort stehen lassen"
	case b.to != "":
		return "musste " + g.er(b.decides) + " dort bleiben"
	case b.notCastling:
		return "musste " + side + " den König ziehen, ohne zu rochieren, weil " + g.der(b.decides) + " nicht ziehen konnte"
	case b.from != "" && b.cap != "":
		return "musste " + side + " " + g.name(b.taken) + " mit " + g.dem(b.mover) + " auf " + b.mover.square + " schlagen"
	case b.cap != "":
		return "musste " + side + " " + g.ihn(b.decides) + " schlagen"
	}
	return "musste " + side + " " + g.ihn(b.decides) + " ziehen"
}

func (german) notWithRook(side string, moved contact) string {
	must := "mit dem König anders ziehen"
	if moved.kind == "rook" {
		must = "ihn ziehen"
	}
	return "durfte " + side + " mit ihm nicht rochieren und musste " + must
}

func (g german) changed(c contact, move string) string {
	return g.put(c) + " und dann mit " + move + " umgewandelt"
}

func (german) leftPawn(move string) (did, final string) {
	return "hat mit " + move + " umgewandelt, nachdem die Uhr mit dem Bauern auf der letzten Reihe gedrückt worden war",
		"Der Bauer kann dann nur noch in eine Dame umgewandelt werden"
}

func (g german) final(c contact) string {
	n := g.noun(c)
	return "Die Wahl " + n.article("des ", "der ") + n.whose + " war endgültig, sobald " + g.er(c) + " " + c.square + " berührt hatte"
}

func (g german) finalIf(c contact) string {
	return "Wenn " + g.der(c) + " auf " + c.square + " losgelassen war, war die Wahl endgültig"
}

func (g german) offTurn(c contact) string {
	return capital(g.der(c)) + " auf " + c.square + ", " + g.noun(c).article("dessen", "deren") + " Seite nicht am Zug ist, wurde" + g.how(c) + " angehoben und zurückgestellt"
}
