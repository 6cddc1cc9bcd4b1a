package words

import (
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// duties holds what can bind a player, by the parts of touchmove.Duty.Bound. The first
// entry whose parts all occur is used. {from}, {or}, {cap}, {to} and {piece} come from
// these parts.
var duties = []struct {
	parts []string
	in    [2]string
}{
	{[]string{"castle:K"}, [...]string{"If the pieces were touched and released as the board shows, {side} must castle kingside",
		"Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss {side} kurz rochieren"}},
	{[]string{"castle:Q"}, [...]string{"If the pieces were touched and released as the board shows, {side} must castle queenside",
		"Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss {side} lang rochieren"}},
	{[]string{"to:", "promo:"}, [...]string{"{Side} must promote to {piece} on {to}",
		"{Side} muss auf {to} in {piece} umwandeln"}},
	{[]string{"to:", "from:"}, [...]string{"If the piece from {from} has been released, {side} must leave it on {to}",
		"Wenn die Figur von {from} losgelassen wurde, muss {side} sie auf {to} stehen lassen"}},
	{[]string{"to:"}, [...]string{"If the piece has been released, {side} must leave it on {to}",
		"Wenn die Figur losgelassen wurde, muss {side} sie auf {to} stehen lassen"}},
	{[]string{"from:", "cap:"}, [...]string{"If the touch counts, {side} must capture the piece on {cap} with the one on {from}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {cap} mit der auf {from} schlagen"}},
	{[]string{"cap:"}, [...]string{"If the touch counts, {side} must capture the piece on {cap}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {cap} schlagen"}},
	{[]string{"from:", "!castle:"}, [...]string{"If the touch counts, {side} must move the king without castling",
		"Wenn die Berührung zählt, muss {side} den König ziehen, ohne zu rochieren"}},
	{[]string{"from:", "or:"}, [...]string{"If the touch counts, {side} must move the piece on {from} or the one on {or}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {from} oder die auf {or} ziehen"}},
	{[]string{"from:"}, [...]string{"If the touch counts, {side} must move the piece on {from}",
		"Wenn die Berührung zählt, muss {side} die Figur auf {from} ziehen"}},
	{[]string{"?"}, [...]string{"If the touch counts, {side} must move or capture what was touched", "Wenn die Berührung zählt, muss {side} die berührte Figur ziehen oder schlagen"}},
	{nil, [...]string{"{Side} may make any legal move; no touched piece binds the player",
		"{Side} darf jeden regelgemäßen Zug ausführen; keine berührte Figur bindet den Spieler"}},
}

// duty returns what binds the player, in words.
func (s *speaker) duty() string {
	parts := strings.Split(s.f.Bound, "&")
	if s.f.Bound == "" && s.f.Allowed == nil {
		parts = []string{"?"} // no entry fits: the code itself
	}
	who := &s.sides[s.f.Side&3]
	fields := map[string]string{"side": who.who, "Side": who.Who}
	for _, part := range parts {
		name, value, _ := strings.Cut(part, ":")
		fields[name] = value
	}
	if piece, ok := placement.ParsePiece(letterOf(fields["promo"])); ok {
		fields["piece"] = s.newPiece(piece.Kind())
	}
	for i := range duties {
		if hasParts(parts, duties[i].parts) {
			said, _ := expand(duties[i].in[s.lang], fields)
			return said
		}
	}
	return ""
}

// hasParts reports whether each wanted part is the beginning of a given one.
func hasParts(parts, wanted []string) bool {
	all := "&" + strings.Join(parts, "&")
	for _, w := range wanted {
		if !strings.Contains(all, "&"+w) {
			return false
		}
	}
	return true
}

// letterOf returns the first letter of a name, 0 if it has none.
func letterOf(name string) byte {
	if name == "" {
		return 0
	}
	return name[0]
}

// newPiece returns the piece of a promotion: "a queen".
func (s *speaker) newPiece(kind placement.Kind) string {
	if s.lang == English {
		return "a " + kind.String()
	}
	n := nouns[kind.String()]
	return n.article("einen ", "eine ") + n.whom
}
