package pgnlint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// maxPlies is the most that relays take of one game (lila).
const maxPlies = 600

var (
	command   = regexp.MustCompile(`\[%[a-z]+[^\]]*\]?`)
	clockText = regexp.MustCompile(`^\[%clk (\d+:[0-5]\d:[0-5]\d(?:\.\d)?)\]$`)
)

// reader follows the moves of a movetext on the board.
type reader struct {
	game     *Game
	position legality.Position
	number   string // the move number that the next move wants, "" if none
	numbered bool   // it has just been given: a move has to follow
	lost     bool   // a move could not be read: what follows cannot be judged
	errs     []error
}

// readMoves reads the movetext of a game.
func (g *Game) readMoves(text string) []error {
	start, err := g.start()
	if err != nil {
		return []error{err}
	}
	r := reader{game: g, position: start}
	r.expect(true)
	r.read(text)
	r.finish()
	return r.errs
}

func (g *Game) start() (legality.Position, error) {
	fen := g.Tag("FEN")
	if fen == "" {
		return legality.Initial(), nil
	}
	p, err := legality.ParseFEN(fen, g.Tag("Variant") == "Chess960")
	if err != nil {
		return p, fmt.Errorf("tag FEN %q: %w", fen, err)
	}
	return p, nil
}

func (r *reader) fail(format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf(format, args...))
}

// expect notes which move number the next move wants: White's always has one,
// Black's when it is the first or comes after a comment.
func (r *reader) expect(numbered bool) {
	r.number = ""
	if n := r.position.FullmoveNumber(); r.position.Turn() == placement.White {
		r.number = fmt.Sprintf("%d.", n)
	} else if numbered {
		r.number = fmt.Sprintf("%d...", n)
	}
}

// read takes the words of a movetext and its comments one by one.
func (r *reader) read(text string) {
	for text != "" && !r.lost {
		if text[0] == '{' {
			comment, rest, ok := strings.Cut(text[1:], "}")
			if !ok {
				r.fail("comment %q does not end", comment)
			}
			r.comment(comment)
			text = r.gap(rest)
			continue
		}
		end := strings.IndexAny(text, " \n")
		if end < 0 {
			end = len(text)
		}
		r.word(text[:end])
		text = r.gap(text[end:])
	}
}

// gap steps over the one space or line feed between two words.
func (r *reader) gap(text string) string {
	if text == "" {
		return ""
	}
	if text[0] != ' ' && text[0] != '\n' {
		r.fail("no space before %.10q", text)
		return text
	}
	return text[1:]
}

func (r *reader) word(w string) {
	g := r.game
	switch {
	case g.Result != "":
		r.fail("%q after the result", w)
		r.lost = true
	case r.numbered:
		r.move(w)
	case slices.Contains(results, w):
		g.Result = w
	case r.number != "":
		if w != r.number {
			r.fail("%q where %q is wanted", w, r.number)
			r.lost = true
		}
		r.number, r.numbered = "", true
	default:
		r.move(w)
	}
}

// move plays a move that has to be legal and written as only it can be.
func (r *reader) move(san string) {
	r.numbered = false
	m, err := r.position.ParseSAN(san)
	if err != nil || !r.position.IsLegal(m) {
		r.fail("ply %d: %q is no legal move", len(r.game.Moves)+1, san)
		r.lost = true
		return
	}
	if want := r.position.SAN(m); san != want {
		r.fail("ply %d: %q is written %q", len(r.game.Moves)+1, san, want)
	}
	r.game.Moves = append(r.game.Moves, san)
	r.position = r.position.Play(m)
	r.expect(false)
}

// comment takes the time left from a comment. Commands that a live reader does
// not need are errors here.
func (r *reader) comment(text string) {
	if r.numbered {
		r.fail("comment %q between a number and its move", text)
	}
	r.expect(true)
	commands := command.FindAllString(text, -1)
	if commands == nil {
		r.game.Comments = append(r.game.Comments, text)
	}
	for _, c := range commands {
		m := clockText.FindStringSubmatch(c)
		if m == nil {
			r.fail("command %q is no time left", c)
			continue
		}
		if n := len(r.game.Moves); n == 0 || len(r.game.Clocks) == n {
			r.fail("time left %s is not the only one after its move", m[1])
			continue
		}
		r.game.fillClocks(len(r.game.Moves) - 1)
		r.game.Clocks = append(r.game.Clocks, m[1])
	}
}

// fillClocks notes that there is no time left after the moves up to the n-th.
func (g *Game) fillClocks(n int) {
	for len(g.Clocks) < n {
		g.Clocks = append(g.Clocks, "")
	}
}

// finish looks at the movetext as a whole.
func (r *reader) finish() {
	g := r.game
	if g.Result == "" {
		r.fail("the movetext does not end with a result")
	}
	if g.Clocks != nil {
		g.fillClocks(len(g.Moves))
	}
	if len(g.Moves) > maxPlies {
		r.fail("%d plies, over %d", len(g.Moves), maxPlies)
	}
	ending := legality.Judge(&r.position, 1)
	over := ending == legality.Checkmate || ending == legality.Stalemate
	if over && g.Result == "*" && len(g.Moves) > 0 {
		r.fail("%s on the board and no result", ending)
	}
}
