package touchmove_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// trial is what hands and clock did, and what the Laws say of it.
//
// The words of do follow each other by 700 ms, which is rest enough for a piece to
// count as let go:
//
//	-e2 +Pe4   lifted, put down; e2e4 is both
//	|w         White presses
//	=          a full scan shows what stands
//	*+Pe4      done, but the board does not report it
//	~50        the next word follows by 50 ms instead
//	@5400000:5390000:w  the clock shows so many milliseconds for White and for Black, and White's runs
//	pause resume flag:w clock:900~900~w result:1-0 inspect
//	!takeback{"ply":3}  a command; _ in it is a space
//
// Every finding above info must be in want, in order, and none else: a trial
// without want is one in which nothing may be found.
type trial struct {
	name  string // begins with the article
	fen   string // "": the initial position
	head  string // further headers, "; " between them
	do    string
	want  string   // "code level side article[ #event]", "; " between them
	may   string   // a code that may be above info or not be there
	info  []string // "code[ word…]": such findings must be among the others; the words are side, move or article
	none  []string // codes that may not be found at any level
	open  []string // "3: e1g1": what is open after event 3
	moves string   // of the game of record, "e2e4 completed, e7e5 made"
	fen4  string   // the position of record, four fields; "" is not looked at
	end   string   // "result phase" or "result"; "" is "* playing"
	also  func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error
}

// log writes a trial as a log.
func (c *trial) log(t testing.TB) string {
	fen := c.fen
	if fen == "" {
		fen = initial
	}
	w := writer{t: t, wait: 700, anonymous: strings.Contains(c.head, "sensor occupancy")}
	pieces, _, _ := strings.Cut(fen, " ")
	board, err := placement.Parse(pieces)
	if err != nil {
		t.Fatal(err)
	}
	w.pieces = board
	fmt.Fprintf(&w.text, "#! boardd-log 1\n#: start %s\n", fen)
	for _, header := range strings.Split(c.head, "; ") {
		if header != "" {
			fmt.Fprintf(&w.text, "#: %s\n", header)
		}
	}
	for _, word := range strings.Fields(c.do) {
		w.word(word)
	}
	return w.text.String()
}

// writer turns the words of a trial into records.
type writer struct {
	t         testing.TB
	text      strings.Builder
	pieces    placement.Placement
	anonymous bool
	at, wait  int64
	untold    bool
}

func (w *writer) word(word string) {
	rest := word[1:]
	switch {
	case word[0] == '*':
		w.untold = true
		w.word(rest)
		w.untold = false
	case word[0] == '~':
		w.wait, _ = strconv.ParseInt(rest, 10, 64)
	case word[0] == '|':
		w.record("press " + rest)
	case word[0] == '-':
		w.lift(square(w.t, rest))
	case word[0] == '+':
		piece, _ := placement.ParsePiece(rest[0])
		w.drop(square(w.t, rest[1:]), piece)
	case word[0] == '@':
		w.record("clock " + strings.ReplaceAll(rest, ":", " "))
	case word == "=":
		w.record("board " + w.pieces.String())
	case strings.HasPrefix(word, "result:"):
		w.record(`cmd result {"result":"` + word[7:] + `"}`)
	case word[0] == '!':
		verb, fields, _ := strings.Cut(rest, "{")
		w.record("cmd " + verb + " {" + strings.ReplaceAll(fields, "_", " "))
	case word == "inspect":
		w.record("cmd inspect {}")
	case len(word) == 4 && word[1] <= '8':
		w.drop(square(w.t, word[2:]), w.lift(square(w.t, word[:2])))
	default:
		w.record(strings.NewReplacer(":", " ", "~", " ").Replace(word))
	}
}

func (w *writer) lift(sq placement.Square) placement.Piece {
	piece := w.pieces[sq]
	w.pieces[sq] = placement.Empty
	w.record("lift " + sq.String() + w.named(piece))
	return piece
}

func (w *writer) drop(sq placement.Square, piece placement.Piece) {
	w.pieces[sq] = piece
	w.record("drop " + sq.String() + w.named(piece))
}

func (w *writer) named(piece placement.Piece) string {
	if w.anonymous || piece == placement.Empty {
		return ""
	}
	return " " + piece.String()
}

func (w *writer) record(text string) {
	w.at += w.wait
	w.wait = 700
	if w.untold {
		return
	}
	fmt.Fprintf(&w.text, "%d %s\n", w.at, text)
}

func checkTrials(t *testing.T, trials []trial) {
	for _, c := range trials {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func (c *trial) check(t *testing.T) {
	log := c.log(t)
	d := run(t, log)
	tr, found := d.tr, d.found
	var wrong []string
	for _, err := range d.refused {
		wrong = append(wrong, "refused: "+err.Error())
	}
	note := func(err error) {
		if err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	note(c.checkWant(found))
	for _, info := range c.info {
		note(findInfo(info, found))
	}
	for _, f := range found {
		note(c.checkFinding(&f))
		note(checkCited(tr.Game().Rules, &f))
		note(checkEvidence(&f))
	}
	for _, open := range c.open {
		note(checkOpen(open, found))
	}
	note(c.checkEnd(tr.LastGame()))
	if c.also != nil {
		note(c.also(t, tr, found))
	}
	if wrong = unknown(t, wrong); len(wrong) > 0 {
		t.Errorf("%s\n%s\nfound:\n%s", strings.Join(wrong, "\n"), log, accountOf(found))
	}
}

// accountOf returns findings in a form for people.
func accountOf(found []touchmove.Finding) string {
	out := ""
	for _, f := range found {
		out += fmt.Sprintf("  #%d at %d: %s %s %s %s %s %v\n", f.Event, f.At, f.Code, f.Level, f.Side, f.Article, f.UCI, f.Allowed)
	}
	return out
}

// checkWant compares what was found above info with what must be.
func (c *trial) checkWant(found []touchmove.Finding) error {
	var got []touchmove.Finding
	for _, f := range found {
		if f.Level != laws.Info && f.Code != laws.SensorFault && f.Code.String() != c.may {
			got = append(got, f)
		}
	}
	want := strings.Split(c.want, "; ")
	if c.want == "" {
		want = nil
	}
	if len(got) != len(want) {
		return fmt.Errorf("found %d above info, want %q", len(got), want)
	}
	for i, text := range want {
		if !fits(&got[i], strings.Fields(text)) {
			return fmt.Errorf("found %s %s %s %s #%d, want %s", got[i].Code, got[i].Level, got[i].Side, got[i].Article, got[i].Event, text)
		}
	}
	return nil
}

// fits reports whether a finding has the code, or one of "a|b", and all the other
// words: level, side, "#event", and articles, each of which it must name.
func fits(f *touchmove.Finding, words []string) bool {
	if !slices.Contains(strings.Split(words[0], "|"), f.Code.String()) {
		return false
	}
	articles := strings.Split(f.Article, "/")
	has := []string{f.Level.String(), f.Side.String(), f.UCI, f.Article, "#" + strconv.Itoa(int(f.Event))}
	for _, word := range words[1:] {
		if slices.Contains(has, word) {
			continue
		}
		for _, article := range strings.Split(word, "/") {
			if !slices.Contains(articles, article) {
				return false
			}
		}
	}
	return true
}

func findInfo(text string, found []touchmove.Finding) error {
	for _, f := range found {
		if f.Level == laws.Info && fits(&f, strings.Fields(text)) {
			return nil
		}
	}
	return fmt.Errorf("not found: %s", text)
}

// unsensed are articles that turn on what no board senses: two hands (4.1,
// 7.5.4), the hand on the clock (6.2.3), conduct (12.9).
var unsensed = []string{"4.1", "7.5.4", "6.2.3", "12.9"}

// breaches are of Article 4, and no illegal moves. Only the promotion piece is
// something that the board senses as the Laws put it (4.4.4).
var breaches = []touchmove.Code{laws.TouchBreach, laws.ReleaseBreach, laws.CastleRookFirst, laws.PromotionChanged}

// checkFinding finds fault with what no finding may be.
func (c *trial) checkFinding(f *touchmove.Finding) error {
	switch {
	case slices.Contains(c.none, f.Code.String()):
		return fmt.Errorf("must not be found: %s #%d", f.Code, f.Event)
	case f.Article == "":
		return fmt.Errorf("no article: %s", f.Code)
	case slices.ContainsFunc(unsensed, func(a string) bool { return slices.Contains(strings.Split(f.Article, "/"), a) }):
		return fmt.Errorf("nothing senses %s: %s", f.Article, f.Code)
	case slices.Contains(breaches, f.Code) && (f.Remedy != nil || f.Level == laws.Certain && f.Code != laws.PromotionChanged):
		return fmt.Errorf("a breach of Article 4 as if it were certain or illegal: %+v", f)
	}
	return nil
}

func checkOpen(text string, found []touchmove.Finding) error {
	number, list, _ := strings.Cut(text, ": ")
	event, _ := strconv.Atoi(number)
	var got []string
	for _, f := range found {
		if int(f.Event) <= event && f.Allowed != nil {
			got = f.Allowed
		}
	}
	if want := strings.Fields(list); !slices.Equal(got, want) {
		return fmt.Errorf("open after %d: %v, want %v", event, got, want)
	}
	return nil
}

// checkEnd compares the game with what must stand at the end.
func (c *trial) checkEnd(g *touchmove.Game) error {
	var moves []string
	for _, p := range g.Moves {
		moves = append(moves, p.UCI+" "+p.State.String())
	}
	if got := strings.Join(moves, ", "); got != c.moves {
		return fmt.Errorf("moves %q, want %q", got, c.moves)
	}
	if got := fields4(g.Position.FEN()); c.fen4 != "" && got != c.fen4 {
		return fmt.Errorf("position %s, want %s", got, c.fen4)
	}
	end := c.end
	if end == "" {
		end = "* playing"
	}
	if got := g.Result + " " + g.Phase.String(); got != end && g.Result != end {
		return fmt.Errorf("%s, want %s", got, end)
	}
	return nil
}
