package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// undone is a ruling, as a line of a log.
const undone = "9000 cmd ruling {\"accept\":false}\n"

// TestAdvice: beside each finding stands what an arbiter can press, or what there is to do
// without; and nothing that would make an irregular move a part of the game.
func TestAdvice(t *testing.T) {
	t.Parallel()
	anyButton := `class="main">`
	o := newDeskOf(t)
	anna, vera := o.browser("anna"), o.browser("vera")
	for i, c := range []struct {
		name string
		log  string
		want []string
		not  []string
	}{
		{"second illegal move", logUpTo(t, "illegal-second", 1680), []string{"undo the irregular move first", "It counts as the second completed illegal move"}, []string{"Enter 0-1", "This is the second"}},
		{"the same, undone", logUpTo(t, "illegal-second", 1680) + undone, []string{"Enter 0-1", `value="rules infraction"`}, []string{"undo the irregular move first"}},
		{"flag", logUpTo(t, "flag-fall", 2700), []string{`class="main">Enter 0-1`, `value="time forfeit"`}, nil},
		{"kings in the centre", logUpTo(t, "kings-in-the-centre", 7780), []string{"<button>Enter 1-0", "Compare it with the score sheets"}, nil},
		{"rook first", logUpTo(t, "castling-rook-first", 2060), []string{"4.4.2", "4.7", "Correct: 4.O-O → h1-f1", "Take back to 3…Bc5", `name="ply" value="6"`}, nil},
		{"touched", logUpTo(t, "touch-move", 2560), []string{"Take back to the start"}, []string{"Correct: "}},
		{"set up wrongly", logUpTo(t, "wrong-set-up", 700), []string{"No move has been made"}, []string{"Begin another game"}},
		{"set up wrongly, and played", logUpTo(t, "wrong-array", 2890), []string{"Begin another game …"}, nil},
		{"a claim", logUpTo(t, "repetition", 2160), []string{"9.2.2", "The position stood after:", "the start, 2…Ng8, 4…Ng8", "<button>Enter 1/2-1/2"}, nil},
		{"no move, but a press", logUpTo(t, "clock-no-move", 3750), []string{"Set the clock. No button is needed."}, nil},
		{"an illegal move", illegalLog(t), []string{"Undo the irregular move"}, []string{"No button is needed", "Enter 1-0", "Enter 0-1"}},
		{"not pressed", logUpTo(t, "illegal-stands", 980), []string{"a knight does not move from b1 to b3", "Undo the irregular move"}, nil},
		{"nothing", logUpTo(t, "takeback", 1430), []string{"Nothing is alleged."}, []string{anyButton}},
	} {
		board := fmt.Sprintf("x%d", i)
		o.hearText(board, c.log)
		page := anna.page("/boards/" + board)
		_, page, _ = strings.Cut(page, `<section class="findings"`)
		page, _, _ = strings.Cut(page, "</section>")
		t.Log(c.name)
		wantTexts(t, page, c.want...)
		for _, text := range c.not {
			if strings.Contains(page, text) {
				t.Errorf("%s: %q is on the page", c.name, text)
			}
		}
		if page := vera.page("/boards/" + board); strings.Contains(page, anyButton) {
			t.Errorf("%s: somebody who may only read has a button", c.name)
		}
	}
}

// TestQuestionsInWords: a question says what will be in words, and shows a position.
func TestQuestionsInWords(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	anna := o.browser("anna")
	for _, c := range []struct {
		verb, fields string
		want         []string
	}{
		{"takeback", "ply=1", []string{"The last move that stays", "1.e4", "Taken back", "1…e5"}},
		{"result", "result=0-1", []string{"0-1", "undo it first"}},
		{"correct", "ply=1&uci=d4", []string{"1.e4 → d4"}},
		{"set_position", "placement=8/8/8/8/8/4k3/8/4K3&turn=b&castle.K=1&number=40&why=pieces+fell", []string{"<svg", "Black to move", "40", "pieces fell"}},
		{"new_game", "rules=fide-2018&tag.White=Diallo&was.White=Ferrier&tag.Black=Ng&was.Black=Ng", []string{"White", "Diallo", "fide-2018"}},
	} {
		form, err := url.ParseQuery(c.fields)
		if err != nil {
			t.Fatal(err)
		}
		page := anna.do("/boards/b07/"+c.verb, form).Body.String()
		wantTexts(t, page, c.want...)
		if shown := regexp.MustCompile(`<input[^>]*>`).ReplaceAllString(page, ""); strings.Contains(shown, "was.") || strings.Contains(shown, "castle.") || strings.Contains(shown, ">Ng<") {
			t.Errorf("%s: the question has names of fields, or what does not change", c.verb)
		}
	}
}

// TestNamesOfTheTable: a game with other names than its table has a button that gives it theirs.
func TestNamesOfTheTable(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", strings.Replace(illegalLog(t), "#: rules", "#: tag White Diallo, Awa\n#: tag Black Ng, Wei\n#: tag Round 3.9\n#: rules", 1))
	anna := o.browser("anna")
	page := anna.page("/boards/b07")
	wantTexts(t, page, "The round has here:", "Ferrier, Isla – Okonkwo, Chidi", "They play this game")
	_, form, _ := strings.Cut(page, `action="/boards/b07/tags"`)
	form, _, _ = strings.Cut(form, "</form>")
	fields := url.Values{}
	for _, m := range hiddenField.FindAllStringSubmatch(form, -1) {
		fields.Add(m[1], unescape.Replace(m[2]))
	}
	w := anna.do("/boards/b07/tags", fields)
	sent := o.requests()
	if w.Code != http.StatusSeeOther || len(sent) != 1 {
		t.Fatal(w.Code, sent)
	}
	wantTexts(t, sent[0], `"White":"Ferrier, Isla"`, `"Black":"Okonkwo, Chidi"`, `"Round":"3.7"`, `"Board":"7"`, `"Event":"Open"`)

	o.hearText("b09", strings.Replace(illegalLog(t), "#: rules", "#: tag White Diallo, Awa\n#: tag Black Ng, Wei\n#: rules", 1))
	if strings.Contains(anna.page("/boards/b09"), "They play this game") {
		t.Error("the names are right, and the page says that they are not")
	}
}

// TestDecidedOnTheFirstPage: a finding that is decided says so until it is gone, and another one
// does not.
func TestDecidedOnTheFirstPage(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	anna := o.browser("anna")
	if strings.Contains(anna.page("/"), "Decided:") {
		t.Error("nobody has decided")
	}
	anna.do("/boards/b07/ruling", url.Values{"accept": {"false"}, "if_rev": {"4"}})
	if strings.Contains(anna.page("/"), "Decided:") {
		t.Error("the alert still stands, and the page says that it is decided")
	}
	o.hearText("b07", illegalLog(t)+undone)
	wantTexts(t, anna.page("/"), "Decided:", "anna.", "White completed an illegal move")
	anna.do("/boards/b07/pause", url.Values{"if_rev": {"4"}})
	wantTexts(t, anna.page("/"), "Decided:")
}

// TestResultWithoutQuestion: a result asks nothing where no irregular move stands.
func TestResultWithoutQuestion(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", logUpTo(t, "flag-fall", 2700))
	for verb, form := range map[string]url.Values{"result": {"result": {"0-1"}}, "resign": {"side": {"w"}}} {
		if w := o.browser("anna").do("/boards/b07/"+verb, form); w.Code != http.StatusSeeOther {
			t.Errorf("%s: %d %s", verb, w.Code, w.Body)
		}
	}
}
