package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// cites checks that all findings of a code cite exactly these articles.
func cites(code, article string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Code.String() != code {
				continue
			}
			if n++; f.Article != article {
				return fmt.Errorf("%s cites %s, want %s", code, f.Article, article)
			}
		}
		if n == 0 {
			return fmt.Errorf("%s is not found", code)
		}
		return nil
	}
}

// reasons checks the articles of the reasons of a code's last finding.
func reasons(code string, articles ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 {
			return fmt.Errorf("%s is not found", code)
		}
		var got []string
		for _, why := range found[i].Why {
			got = append(got, why.Article)
		}
		if !slices.Equal(got, articles) {
			return fmt.Errorf("reasons of %s: %q, want %q", code, got, articles)
		}
		return nil
	}
}

const lateEnPassant = "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"

// TestReleaseArticle: a release breach names the sub-article that fixes where the
// piece stays: that of a king let go as in castling, of a pawn on the last rank,
// in 1971 of a capture, too.
func TestReleaseArticle(t *testing.T) {
	const (
		king     = "e1g1 -g1 +Ke1 e1e2 "
		step     = "e1f1 -f1 +Ke1 e1e2 "
		pawn     = "f7f8 -f8 +Pf7 -g8 -f7 +Qg8 "
		plain    = "e2e3 e3e4 "
		capture  = "-d5 e4d5 -d5 +Pe4 c4d5 "
		breach   = "release_breach suspected w"
		twice    = "touch_breach suspected w; release_breach suspected w"
		released = "release_breach"
	)
	for _, c := range []struct{ head, fen, do, want, article string }{
		{"rules fide-2023", bothCastle, king, breach, "4.7.2"},
		{"rules fide-2023", bothCastle, step, breach, "4.7"},
		{"rules fide-2023", pawnTwoWays, pawn, breach, "4.7/4.7.3"},
		{"rules fide-2023", "", plain, breach, "4.7"},
		{"rules fide-2023", pawnFork, capture, twice, "4.7"},
		{"rules fide-2018", bothCastle, king, breach, "4.7.2"},
		{"rules fide-2018", pawnTwoWays, pawn, breach, "4.7/4.7.3"},
		{"rules fide-1997", bothCastle, king, breach, "4.7"},
		{"rules fide-1997; time rapid", "", plain, breach, "4.7/B.5"},
		{"rules fide-1997; time blitz", "", plain, breach, "4.7/B.5/C.2"},
		{"rules fide-1971", "", plain, breach, "7(a)"},
		{"rules fide-1971", pawnFork, capture, twice, "7(b)"},
		{"rules fide-1971", bothCastle, king, breach, "7(c)"},
		{"rules fide-1971", pawnTwoWays, pawn, breach, "7(d)"},
	} {
		t.Run(c.head+" "+c.article, func(t *testing.T) {
			tr := trial{fen: c.fen, head: c.head, do: c.do + "|w", want: c.want, also: cites(released, c.article)}
			_, found := play(t, tr.log(t))
			if err := tr.checkWant(found); err != nil {
				t.Error(err)
			}
			if err := tr.also(t, nil, found); err != nil {
				t.Errorf("%v\n%s", err, accountOf(found))
			}
		})
	}
}

// TestTouchOnlyAsked: in rapid chess and blitz of 1997 the arbiter rules on a breach of
// Article 4 only when a player asks for it (B.5). Every finding of such a breach has that,
// and no other finding does.
func TestTouchOnlyAsked(t *testing.T) {
	const rapid, blitz = "rules fide-1997; time rapid", "rules fide-1997; time blitz"
	const touched, moved = "-g1 +Ng1 e2e4 |w", "e2e4 completed"
	const promotion = "8/P6k/8/8/8/8/5p2/K7 w - - 0 1"
	checkTrials(t, []trial{
		{name: "4.3(a) in rapid", head: rapid, do: touched, want: "touch_breach suspected w", also: cites("touch_breach", "4.3(a)/B.5"), moves: moved},
		{name: "4.3(a) in blitz", head: blitz, do: touched, want: "touch_breach suspected w", also: cites("touch_breach", "4.3(a)/B.5/C.2"), moves: moved},
		{name: "4.3(a) in a tournament game", head: "rules fide-1997", do: touched, want: "touch_breach suspected w", also: cites("touch_breach", "4.3(a)"), moves: moved},
		{name: "4.3(a) in the quickplay finish", head: "rules fide-1997; time quickplay", do: touched, want: "touch_breach suspected w", also: cites("touch_breach", "4.3(a)"), moves: moved},
		{name: "A.4 of 2018 does not ask for it", head: "rules fide-2018; time rapid", do: touched, want: "touch_breach suspected w", also: cites("touch_breach", "4.3.1"), moves: moved},
		{name: "4.4(a) in rapid", head: rapid, fen: bothCastle, do: "-h1 -e1 +Kg1 +Rf1 |w", want: "castle_rook_first suspected w", also: cites("castle_rook_first", "4.4(a)/B.5"), moves: "e1g1 completed"},
		{name: "4.7 in rapid", head: rapid, fen: promotion, do: "-a7 +Qa8 -a8 +Na8 |w", want: "promotion_changed suspected w", also: cites("promotion_changed", "4.7/B.5"), moves: "a7a8n completed"},
		{name: "7.4 is no breach of Article 4", head: rapid, do: "b1b3 |w", want: "illegal_completed certain w", also: cites("illegal_completed", "7.4/3.3"), end: "* irregular"},
		{name: "4.3(a) nor is it a breach to be bound", head: rapid, do: "-g1", also: cites("obliged", "4.3(a)"), end: "*"},
	})
}

// TestArticles1971: articles of 1971 that belong to what was done.
func TestArticles1971(t *testing.T) {
	const rules = "rules fide-1971"
	const rest = " ~4000 inspect"
	twice := func(want string) string { return want + "; " + want }
	checkTrials(t, []trial{
		{name: "6 a king moves into check", head: rules, fen: "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", do: "d1e1" + rest, want: twice("illegal_made certain w 9(1)/6"),
			also: reasons("illegal_made", "6"), end: "* irregular"},
		{name: "6/10(2) a king in check moves into check", head: rules, fen: "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", do: "e1e2" + rest, want: twice("illegal_made certain w 9(1)/6/10(2)"),
			also: reasons("illegal_made", "6/10(2)"), end: "* irregular"},
		{name: "10(2) a king is left in check", head: rules, fen: "4r1k1/8/8/8/8/8/3B4/4K2N w - - 0 1", do: "h1g3" + rest, want: twice("illegal_made certain w 9(1)/10(2)"),
			also: reasons("illegal_made", "10(2)"), end: "* irregular"},
		{name: "10(2) a pinned piece", head: rules, fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", do: "e2c3" + rest, want: twice("illegal_made certain w 9(1)/10(2)"),
			also: reasons("illegal_made", "10(2)"), end: "* irregular"},
		{name: "3.9.2 of 2023 makes no difference", fen: "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", do: "e1e2 |w", want: "illegal_completed certain w", also: cites("illegal_completed", "7.5.1/3.9.2"), end: "* irregular"},
		{name: "6(b) en passant too late", head: rules, fen: lateEnPassant, do: "e5d6 -d5" + rest, want: twice("illegal_made certain w 9(1)/6(b)"),
			also: cites("illegal_made", "9(1)/6(b)"), end: "* irregular"},
		{name: "6(a) a pawn moves diagonally and captures nothing", head: rules, fen: lateEnPassant, do: "d2e3" + rest, want: twice("illegal_made certain w 9(1)/6(a)"),
			also: cites("illegal_made", "9(1)/6(a)"), end: "* irregular"},
		{name: "4(2) not having the move", head: rules + "; clock yes", do: "e2e4 |w ~4000 d2d4 ~4000", want: "out_of_turn certain w",
			also: cites("out_of_turn", "4(1)/9(1)/4(2)"), moves: "e2e4 made"},
		{name: "8(1) king, then rook: castling is a king move, and not compulsory", head: rules, fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 e1g1 h1f1",
			open: []string{"4: e1c1 e1d1 e1e2 e1f1 e1g1"}, info: []string{"obliged 8(1) #1", "castle_obliged 7(c) #6"}, moves: "e1g1 made"},
		{name: "8(1) castling there is illegal: the king", head: rules, fen: "1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", do: "-e1 -h1 +Rh1 +Ke1 e1e2",
			open: []string{"4: e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"}, info: []string{"obliged 8(1) #1"}, none: []string{"castle_intent_unknown"}, moves: "e1e2 made"},
	})
	r, _ := laws.RulesFor("fide-1971", laws.Standard, false)
	for topic, article := range map[laws.Topic]string{laws.TopicHasMove: "4(2)", laws.TopicKingAndRook: "8(1)", laws.TopicCastleIllegal: "8(1)"} {
		if p := r.Provision(topic); p.Article != article {
			t.Errorf("topic %d of 1971: %q, want %q", topic, p.Article, article)
		}
	}
}

// TestFlagArticle1997: 6.8 covers one fallen flag, in a quickplay finish too; 10.4 covers
// two.
func TestFlagArticle1997(t *testing.T) {
	for _, head := range []string{"", "; time quickplay"} {
		_, found := play(t, (&trial{head: "rules fide-1997" + head, do: "e2e4 |w e7e5 flag:b"}).log(t))
		if err := cites("flag_fall", "6.8/6.9")(t, nil, found); err != nil {
			t.Errorf("%s: %v", head, err)
		}
	}
}

// checkCited reports a finding that cites an article which `boardd laws` does not list for
// its code.
func checkCited(r *laws.Rules, f *touchmove.Finding) error {
	listed := r.Articles(f.Code)
	for _, article := range strings.Split(f.Article, "/") {
		if article != laws.TextSilent && !slices.Contains(listed, article) {
			return fmt.Errorf("%s cites %s, and the table has %q for %s", f.Code, article, listed, r.Name)
		}
	}
	return nil
}

// TestTouchBreachArticles: the articles that a touch breach may cite in each text.
func TestTouchBreachArticles(t *testing.T) {
	for set, want := range map[string]string{
		"fide-2023":    "4.3.1 4.3.2 4.3.3 4.4.1 4.4.2 4.4.3 4.4.4 4.7 4.7.2 4.7.3 7.5.1",
		"fide-1997":    "4.3(a) 4.3(b) 4.4(a) 4.4(b) 4.7 7.4",
		"fide-1971":    "6 7(a) 7(b) 7(c) 7(d) 8(1) 8(2) 9(1)",
		"bilguer-1891": "§3 §4 §7",
	} {
		r, _ := laws.RulesFor(set, laws.Standard, false)
		got := r.Articles(laws.TouchBreach)
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", set, strings.Join(got, " "), want)
		}
		if first := r.Articles(laws.TouchBreach)[0]; first != r.ArticleOf(laws.TouchBreach) {
			t.Errorf("%s: the first is %s", set, first)
		}
	}
}
