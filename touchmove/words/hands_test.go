package words

import (
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

func rulesOf(t *testing.T, set string, class laws.TimeClass) *laws.Rules {
	t.Helper()
	rules, err := laws.RulesFor(set, class, false)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// touch is a piece that was lifted at 1 s, and put back after so many milliseconds.
func touch(piece, square string, ms int64) touchmove.Contact {
	return touchmove.Contact{Act: laws.Touched, Piece: piece, Square: square, At: 1000, For: ms, Back: ms > 0}
}

func put(piece, from, to string, ms int64) touchmove.Contact {
	return touchmove.Contact{Act: laws.Released, Piece: piece, Square: from, To: to, At: 1000, For: ms}
}

func rests(bound string, contacts ...touchmove.Contact) *touchmove.Evidence {
	return &touchmove.Evidence{Contacts: contacts, Open: []string{"a2a3"}, Bound: bound}
}

// TestEvidenceSentences: a sentence on a touch or a release names the piece, the square,
// the duration, and what bound the player under the broken rule.
func TestEvidenceSentences(t *testing.T) {
	twice := touch("N", "c3", 900)
	twice.Times = 2
	const white, black = laws.ByWhite, laws.ByBlack
	for _, c := range []struct {
		set    string
		f      touchmove.Finding
		en, de string // what the sentence begins with
	}{
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.1", Side: white, SAN: "Bg5", Evidence: rests("from:c3", touch("N", "c3", 800))},
			"White lifted the knight on c3 for 0.8 s, put it back, and then played Bg5. If the knight was touched deliberately, White had to move it (FIDE 2023: 4.3.1).",
			"Weiß hat den Springer auf c3 für 0,8 s angehoben und zurückgestellt und dann Lg5 gespielt. Wenn der Springer absichtlich berührt wurde, musste Weiß ihn ziehen (FIDE 2023: 4.3.1)."},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.1", Side: black, SAN: "e5", Evidence: rests("from:d8", touch("q", "d8", 12400))},
			"Black lifted the queen on d8 for 12 s, put it back, and then played e5. If the queen was touched deliberately, Black had to move it (FIDE 2023: 4.3.1).",
			"Schwarz hat die Dame auf d8 für 12 s angehoben und zurückgestellt und dann e5 gespielt. Wenn die Dame absichtlich berührt wurde, musste Schwarz sie ziehen (FIDE 2023: 4.3.1)."},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.1", Side: white, SAN: "e4", Evidence: rests("from:c3", twice)},
			"White lifted the knight on c3 twice, for 0.9 s altogether, put it back, and then played e4. If",
			"Weiß hat den Springer auf c3 zweimal für zusammen 0,9 s angehoben und zurückgestellt und dann e4 gespielt. Wenn"},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.1", Side: white, SAN: "e4", Evidence: rests("from:c3", touch("N", "c3", 0))},
			"White lifted the knight on c3, did not put it back, and then played e4. If the knight was touched deliberately, White had to move it",
			"Weiß hat den Springer auf c3 angehoben und nicht zurückgestellt und dann e4 gespielt. Wenn der Springer absichtlich berührt wurde, musste Weiß ihn ziehen"},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.1", Side: white, SAN: "e4", Evidence: rests("from:g1", touch("R", "a1", 500), touch("N", "g1", 700))},
			"White lifted the knight on g1 for 0.7 s, put it back, and then played e4. If the knight",
			"Weiß hat den Springer auf g1 für 0,7 s angehoben und zurückgestellt und dann e4 gespielt. Wenn der Springer absichtlich berührt wurde"},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.2", Side: white, SAN: "d4", Evidence: rests("cap:d5", touch("p", "d5", 700))},
			"White lifted the pawn on d5 for 0.7 s, put it back, and then played d4. If the pawn was touched deliberately, White had to capture it (FIDE 2023: 4.3.2).",
			"Weiß hat den Bauern auf d5 für 0,7 s angehoben und zurückgestellt und dann d4 gespielt. Wenn der Bauer absichtlich berührt wurde, musste Weiß ihn schlagen (FIDE 2023: 4.3.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.3.3", Side: white, SAN: "exd5", Evidence: rests("from:c4&cap:d5", touch("P", "c4", 700), touch("n", "d5", 60))},
			"White lifted the pawn on c4 for 0.7 s and the knight on d5 for 0.06 s, put them back, and then played exd5. If both were touched deliberately, White had to capture the knight on d5 with the pawn on c4 (FIDE 2023: 4.3.3).",
			"Weiß hat den Bauern auf c4 für 0,7 s und den Springer auf d5 für 0,06 s angehoben und zurückgestellt und dann exd5 gespielt. Wenn beide absichtlich berührt wurden, musste Weiß den Springer auf d5 mit dem Bauern auf c4 schlagen (FIDE 2023: 4.3.3)."},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "4.4.1", Side: white, SAN: "Rg1", Evidence: rests("castle:K", touch("K", "e1", 700), touch("R", "h1", 700))},
			"White lifted the king on e1 for 0.7 s and the rook on h1 for 0.7 s, put them back, and then played Rg1. If both were touched deliberately, White had to castle kingside (FIDE 2023: 4.4.1).",
			"Weiß hat den König auf e1 für 0,7 s und den Turm auf h1 für 0,7 s angehoben und zurückgestellt und dann Tg1 gespielt. Wenn beide absichtlich berührt wurden, musste Weiß kurz rochieren (FIDE 2023: 4.4.1)."},
		{"fide-2023", touchmove.Finding{Code: laws.TouchBreach, Article: "7.5.1/4.3.1", Side: white, SAN: "e4", Evidence: rests("from:b1",
			touchmove.Contact{Act: laws.Touched, Piece: "N", Square: "b1", At: 700, Replaced: true})},
			"White had lifted the knight on b1 for the move that was taken back, and then played e4. If the knight was touched deliberately, White had to move it (FIDE 2023: 7.5.1, 4.3.1).",
			"Weiß hatte den Springer auf b1 für den zurückgenommenen Zug angehoben und hat dann e4 gespielt. Wenn der Springer absichtlich berührt wurde, musste Weiß ihn ziehen (FIDE 2023: 7.5.1, 4.3.1)."},
		{"fide-1971", touchmove.Finding{Code: laws.TouchBreach, Article: "8(1)", Side: white, SAN: "Bg5", Evidence: rests("from:c3", touch("N", "c3", 800))},
			"White lifted the knight on c3 for 0.8 s, put it back, and then played Bg5. If the knight counts as touched, White had to move it (FIDE 1971: 8(1)).",
			"Weiß hat den Springer auf c3 für 0,8 s angehoben und zurückgestellt und dann Lg5 gespielt. Wenn der Springer als berührt gilt, musste Weiß ihn ziehen (FIDE 1971: 8(1))."},
		{"bilguer-1891", touchmove.Finding{Code: laws.TouchBreach, Article: "§3", Side: white, SAN: "e4", Evidence: rests("from:e1&!castle:K&!castle:Q", touch("R", "a1", 800))},
			"White lifted the rook on a1 for 0.8 s, put it back, and then played e4. If the rook counts as touched, White had to move the king, not by castling, since the rook could not move (Bilguer 1891: §3).",
			"Weiß hat den Turm auf a1 für 0,8 s angehoben und zurückgestellt und dann e4 gespielt. Wenn der Turm als berührt gilt, musste Weiß den König ziehen, ohne zu rochieren, weil der Turm nicht ziehen konnte (Bilguer 1891: §3)."},
		{"fide-2023", touchmove.Finding{Code: laws.ReleaseBreach, Article: "4.7", Side: white, SAN: "Nh3", Evidence: rests("from:g1&to:f3", put("N", "g1", "f3", 1500), put("N", "g1", "h3", 0))},
			"White put the knight from g1 on f3, where it stood for 1.5 s, and then played Nh3. If the knight had been released on f3, it had to stay there (FIDE 2023: 4.7).",
			"Weiß hat den Springer von g1 auf f3 gestellt, wo er 1,5 s lang stand, und dann Sh3 gespielt. Wenn der Springer auf f3 losgelassen war, musste er dort bleiben (FIDE 2023: 4.7)."},
		{"fide-2023", touchmove.Finding{Code: laws.ReleaseBreach, Article: "4.7", Side: white, Evidence: rests("from:g1&to:f3", put("N", "g1", "f3", 1500), put("N", "g1", "h3", 0))},
			"White put the knight from g1 on f3, where it stood for 1.5 s, and then on h3. If the knight had been released on f3, it had to stay there",
			"Weiß hat den Springer von g1 auf f3 gestellt, wo er 1,5 s lang stand, und dann auf h3. Wenn der Springer auf f3 losgelassen war, musste er dort bleiben"},
		{"fide-2023", touchmove.Finding{Code: laws.ReleaseBreach, Article: "4.7.2", Side: black, SAN: "Ke7", Evidence: rests("castle:Q", put("k", "e8", "c8", 700))},
			"Black put the king from e8 on c8, where it stood for 0.7 s, and then played Ke7. If the king had been released on c8, Black had to castle queenside (FIDE 2023: 4.7.2).",
			"Schwarz hat den König von e8 auf c8 gestellt, wo er 0,7 s lang stand, und dann Ke7 gespielt. Wenn der König auf c8 losgelassen war, musste Schwarz lang rochieren (FIDE 2023: 4.7.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.ReleaseBreach, Article: "4.7/4.7.3", Side: white, SAN: "fxg8=Q", Evidence: rests("from:f7&to:f8", put("P", "f7", "f8", 700))},
			"White put the pawn from f7 on f8, where it stood for 0.7 s, and then played fxg8=Q. If the pawn had been released on f8, White had to promote it there (FIDE 2023: 4.7, 4.7.3).",
			"Weiß hat den Bauern von f7 auf f8 gestellt, wo er 0,7 s lang stand, und dann fxg8D gespielt. Wenn der Bauer auf f8 losgelassen war, musste Weiß ihn dort umwandeln (FIDE 2023: 4.7, 4.7.3)."},
		{"fide-2023", touchmove.Finding{Code: laws.ReleaseBreach, Article: "4.7", Side: white, SAN: "O-O", Evidence: rests("from:h1&to:f1", put("R", "h1", "f1", 0))},
			"White put the rook from h1 on f1 and then played O-O. If the rook had been released on f1, White had to leave it there (FIDE 2023: 4.7).",
			"Weiß hat den Turm von h1 auf f1 gestellt und dann 0-0 gespielt. Wenn der Turm auf f1 losgelassen war, musste Weiß ihn dort stehen lassen (FIDE 2023: 4.7)."},
		{"fide-2023", touchmove.Finding{Code: laws.CastleRookFirst, Article: "4.4.2", Side: white, SAN: "O-O", Evidence: rests("from:h1", touch("R", "h1", 0),
			touchmove.Contact{Act: laws.Touched, Piece: "K", Square: "e1", At: 1700})},
			"White lifted the rook on h1 0.7 s before the king on e1, and castled, O-O. If the rook was touched deliberately, White was not allowed to castle with it, and had to move it (FIDE 2023: 4.4.2).",
			"Weiß hat den Turm auf h1 0,7 s vor dem König auf e1 angehoben und rochiert, 0-0. Wenn der Turm absichtlich berührt wurde, durfte Weiß mit ihm nicht rochieren und musste ihn ziehen (FIDE 2023: 4.4.2)."},
		{"fide-2023", touchmove.Finding{Code: laws.PromotionChanged, Level: laws.Certain, Article: "4.4.4", Side: white, SAN: "a8=N",
			Evidence: rests("from:a7&to:a8&promo:q", touchmove.Contact{Act: laws.Placed, Piece: "Q", Square: "a8", At: 1000, For: 100})},
			"White put a queen on a8, where it stood for 0.1 s, and then promoted with a8=N. The choice of the queen was final as soon as it had touched a8 (FIDE 2023: 4.4.4).",
			"Weiß hat eine Dame auf a8 gestellt, wo sie 0,1 s lang stand, und dann mit a8S umgewandelt. Die Wahl der Dame war endgültig, sobald sie a8 berührt hatte (FIDE 2023: 4.4.4)."},
		{"fide-1997", touchmove.Finding{Code: laws.PromotionChanged, Article: "4.7", Side: white, SAN: "a8=N",
			Evidence: rests("from:a7&to:a8&promo:b", touchmove.Contact{Act: laws.Placed, Piece: "B", Square: "a8", At: 1000, For: 700})},
			"White put a bishop on a8, where it stood for 0.7 s, and then promoted with a8=N. If the bishop had been released on a8, the choice was final (FIDE 1997: 4.7).",
			"Weiß hat einen Läufer auf a8 gestellt, wo er 0,7 s lang stand, und dann mit a8S umgewandelt. Wenn der Läufer auf a8 losgelassen war, war die Wahl endgültig (FIDE 1997: 4.7)."},
		{"fide-2023", touchmove.Finding{Code: laws.TouchClaimLapsed, Article: "4.8", Side: black, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{touch("n", "g8", 0)}}},
			"Black lifted the knight on g8. If that touch counts, Black can no longer claim that White's last move broke the touch-move rules (FIDE 2023: 4.8).",
			"Schwarz hat den Springer auf g8 angehoben. Wenn diese Berührung zählt, kann Schwarz nicht mehr reklamieren, dass der letzte Zug von Weiß gegen die Berührt-geführt-Regeln verstieß (FIDE 2023: 4.8)."},
		{"fide-2023", touchmove.Finding{Code: laws.OffTurnContact, Article: "4.2.1", Side: laws.Somebody, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{touch("p", "e7", 700)}}},
			"The pawn on e7, whose side does not have the move, was lifted for 0.7 s and put back; the board cannot see by whom.",
			"Der Bauer auf e7, dessen Seite nicht am Zug ist, wurde für 0,7 s angehoben und zurückgestellt; das Brett kann nicht sehen, von wem."},
		{"fide-2023", touchmove.Finding{Code: laws.ClaimRightLost, Article: "9.4", Side: white, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{touch("Q", "d1", 400)}}},
			"White could claim a draw, and has since lifted the queen on d1 for 0.4 s and put it back.",
			"Weiß konnte remis reklamieren und hat seither die Dame auf d1 für 0,4 s angehoben und zurückgestellt."},
		{"fide-2023", touchmove.Finding{Code: laws.OrderUnknown, Article: "4.3.3", Side: white, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{touch("P", "e4", 0), touch("p", "d5", 0)}}},
			"White had the move, and the pawn on e4 and the pawn on d5 left their squares in one scan of the board; it is not known which was touched first.",
			"Weiß war am Zug, und der Bauer auf e4 und der Bauer auf d5 verließen ihre Felder in derselben Abtastung des Brettes; es ist nicht bekannt, welche Figur zuerst berührt wurde."},
		{"fide-2023", touchmove.Finding{Code: laws.CaptureObliged, Article: "4.3.2", Side: white, Evidence: &touchmove.Evidence{Contacts: []touchmove.Contact{touch("p", "d5", 0)}}},
			"If the touch counts, White must capture the pawn on d5 (FIDE 2023: 4.3.2).",
			"Wenn die Berührung zählt, muss Weiß den Bauern auf d5 schlagen (FIDE 2023: 4.3.2)."},
	} {
		f := c.f
		if f.Level == laws.Info && f.Code >= laws.TouchBreach && f.Code <= laws.PromotionChanged {
			f.Level = laws.Suspected
		}
		for lang, want := range []string{c.en, c.de} {
			got := Sentence(Language(lang), rulesOf(t, c.set, laws.Standard), &f)
			if len(got) < len(want) || got[:len(want)] != want {
				t.Errorf("%s:\n got %s\nwant %s", f.Code, got, want)
			}
		}
	}
}
