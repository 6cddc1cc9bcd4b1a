package words

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// TestEveryFaultInGerman: each reason why a move is illegal has a German
// sentence, filled like the English one.
func TestEveryFaultInGerman(t *testing.T) {
	for _, code := range legality.FaultCodes() {
		if germanFaults[code] == "" {
			t.Errorf("%s has no German sentence", code)
		}
		for _, other := range []placement.Piece{placement.BlackQueen, placement.WhitePawn, placement.Unknown} {
			fault := legality.Fault{Code: code, Move: legality.MakePromotion(placement.A7, placement.B8, legality.Knight),
				Piece: placement.WhitePawn, Square: placement.C6, Other: other}
			got := reason(German, fault.Text())
			if got == fault.Text() || strings.ContainsAny(got, "{}") || hole.MatchString(got) {
				t.Errorf("%s: %q becomes %q", code, fault.Text(), got)
			}
		}
	}
	if len(germanFaults) != len(legality.FaultCodes()) {
		t.Errorf("%d German sentences for %d faults", len(germanFaults), len(legality.FaultCodes()))
	}
}

func TestReasonsInGerman(t *testing.T) {
	for english, want := range map[string]string{
		"a knight does not move from b1 to b3":                               "ein Springer zieht nicht von b1 nach b3",
		"a rook may not move over the pawn on a2":                            "ein Turm darf nicht über den Bauern auf a2 hinweg ziehen",
		"a queen may not move over the queen on d4":                          "eine Dame darf nicht über die Dame auf d4 hinweg ziehen",
		"a bishop may not move to e3, where a pawn of its own colour stands": "ein Läufer darf nicht nach e3 ziehen, wo ein Bauer der eigenen Farbe steht",
		"the queen on d8 is the opponent's":                                  "die Dame auf d8 gehört dem Gegner",
		"a pawn may not become a king":                                       "ein Bauer darf nicht in einen König umgewandelt werden",
		"a pawn may not be exchanged for the black queen put on f8":          "ein Bauer darf nicht gegen eine schwarze Dame auf f8 ausgetauscht werden",
		"a pawn may not be exchanged for the white pawn put on f8":           "ein Bauer darf nicht gegen einen weißen Bauern auf f8 ausgetauscht werden",
		"to castle, the rook on h1 must move, too":                           "zur Rochade gehört, dass auch der Turm auf h1 zieht",
		"the king on e8 is left in check":                                    "der König auf e8 bleibt im Schach stehen",
		"something that nobody has said yet":                                 "something that nobody has said yet",
		"":                                                                   "",
	} {
		if got := reason(German, english); got != want {
			t.Errorf("%q: %q, want %q", english, got, want)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		template, text string
		ok             bool
	}{
		{"a {piece} on {square}", "a king on e1", true},
		{"a {piece} on {square}", "a  on e1", false},
		{"a {piece} on {square}", "a king on ", false},
		{"a {piece} on {square}", "the king on e1", false},
		{"a {piece} on {square}, too", "a king on e1", false},
		{"plain", "plain", true},
		{"plain", "plain and more", false},
		{"plain", "", false},
		{"", "", true},
	} {
		if fields, ok := match(c.template, c.text); ok != c.ok || ok && c.template == "a {piece} on {square}" && (fields["piece"] != "king" || fields["square"] != "e1") {
			t.Errorf("%q in %q: %v %v", c.template, c.text, fields, ok)
		}
	}
}
