package bench

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/boardd/boardd/sensor/simulate"
)

// column is one column of a table: its head, and the text of its cells.
type column struct {
	head string
	text func(t *Tally) string
}

var columns = []column{
	{"games right", func(t *Tally) string { return share(t.Exact, t.Games) }},
	{"result left to the arbiter", func(t *Tally) string { return fmt.Sprint(t.Left) }},
	{"left out, guessed", func(t *Tally) string { return fmt.Sprintf("%d, %d", t.Erased, t.Guessed) }},
	{"plies right", func(t *Tally) string { return share(t.Right, t.Plies) }},
	{"confirmed wrongly, in games", func(t *Tally) string { return fmt.Sprintf("%d, %d", t.Wrong, t.Misled) }},
	{"taken back", func(t *Tally) string { return fmt.Sprint(t.Retracts) }},
	{"false findings a game", func(t *Tally) string { return each(t.Verdicts[False], t.Games) }},
	{"look-alikes, questions, after a fault", func(t *Tally) string {
		return each(t.Verdicts[LooksLike], t.Games) + ", " + each(t.Verdicts[Asked], t.Games) + ", " + each(t.Verdicts[AfterFault], t.Games)
	}},
	{"irregularities found", func(t *Tally) string {
		made, found := t.Irregular()
		return share(found, made)
	}},
	{"shown ms", func(t *Tally) string { return fmt.Sprintf("%d, %d", t.Shown(0.5), t.Shown(0.99)) }},
	{"confirmed ms", func(t *Tally) string { return fmt.Sprintf("%d, %d", t.Settled(0.5), t.Settled(0.99)) }},
	{"records/s", func(t *Tally) string { return fmt.Sprintf("%.0f,000", t.Rate()/1000) }},
	{"step µs", func(t *Tally) string { return fmt.Sprintf("%.0f", float64(t.Steps.Quantile(0.999).Nanoseconds())/1000) }},
}

// Explanation says what the columns of the tables mean.
const Explanation = `A game is right if every ply and the result are right at the end of its log, without anybody's help; a ply, if it is the
same move at the same place. A result that is left to the arbiter is right, too, if the move that ended the game was
in breach of Article 4 or looks so (5.1.1); the table counts those. Left out are games that first go wrong at a ply of which
the board has reported nothing that tells it from others; guessed are those of them in which a wrong ply was confirmed all
the same. Confirmed wrongly: plies that were confirmed at any moment, and so published to relays, and not played; after
a ply that was missed, all later plies stand at another place. Taken back: plies that were confirmed, and later were not
there any more. False findings: of a breach (certain, suspected, or for the arbiter) where nobody did wrong. They do not
count look-alikes (a piece that rests for 300 ms on a square where it may stay, or is straightened, looks released or
touched), questions to a person (which of two pieces was captured), and what follows a fault of the board itself.
Irregularities are of all kinds that the Laws have a word for. Times are median and 99th percentile, in milliseconds of the
log: from the board's last report of a ply until it is shown, and from there, or from its press if that came later, until it
is confirmed. Speed is of one core; a step is a record or a wake-up, the time its 99.9th percentile.
`

// heads are the columns that name a cell.
var heads = []string{"board", "clock", "hands"}

func (c *Cell) names() []string {
	return []string{c.Board.Name, map[bool]string{true: "yes", false: "no"}[c.Clock], c.Profile.Name}
}

// Markdown writes all that was measured of one contender, a line for each cell.
func Markdown(w *bufio.Writer, rows []Row, contender int) {
	var titles []string
	for _, c := range columns {
		titles = append(titles, c.head)
	}
	writeTable(w, titles, rows, func(r *Row, column int) string { return columns[column].text(r.Tallies[contender]) })
}

// Beside writes the contenders beside each other: the games that are right, the plies that
// were confirmed wrongly, and those that were taken back.
func Beside(w *bufio.Writer, contenders []Contender, rows []Row) {
	var titles []string
	for _, d := range contenders {
		titles = append(titles, d.Name)
	}
	writeTable(w, titles, rows, func(r *Row, contender int) string {
		t := r.Tallies[contender]
		return fmt.Sprintf("%s, %d, %d", share(t.Exact, t.Games), t.Wrong, t.Retracts)
	})
}

// writeTable writes a line for each cell: its names, and a text under each title.
func writeTable(w *bufio.Writer, titles []string, rows []Row, text func(r *Row, column int) string) {
	writeHead(w, slices.Concat(heads, titles))
	for i := range rows {
		cells := rows[i].Cell.names()
		for column := range titles {
			cells = append(cells, text(&rows[i], column))
		}
		writeRow(w, cells)
	}
}

func writeHead(w *bufio.Writer, titles []string) {
	writeRow(w, titles)
	writeRow(w, strings.Split(strings.Repeat("---,", len(titles)-1)+"---", ","))
}

func writeRow(w *bufio.Writer, cells []string) {
	w.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// share returns a part of a whole in per cent, with enough places that only the whole is 100 %.
func share(part, whole int) string {
	switch {
	case whole == 0:
		return ""
	case part == whole:
		return "100 %"
	}
	percent := 100 * float64(part) / float64(whole)
	for places := 1; ; places++ {
		text := fmt.Sprintf("%.*f", places, percent)
		if !strings.HasPrefix(text, "100") || places == 9 {
			return text + " %"
		}
	}
}

// each returns how many there were in a game.
func each(n, games int) string {
	switch {
	case n == 0 || games == 0:
		return "0"
	case 50*n < games:
		return fmt.Sprintf("%.4f", float64(n)/float64(games))
	}
	return fmt.Sprintf("%.2f", float64(n)/float64(games))
}

// Line is one row of the table for programs.
type Line struct {
	Hands          string         `json:"hands"`
	Board          string         `json:"board"`
	Clock          bool           `json:"clock"`
	Contender      string         `json:"contender"`
	Games          int            `json:"games"`
	LeftOut        int            `json:"left_out"`         // other games, with a ply that nobody could know
	LeftOutGuessed int            `json:"left_out_guessed"` // how many of these had a ply confirmed wrongly
	GamesRight     int            `json:"games_right"`
	GamesLeft      int            `json:"games_left"` // how many of these have a result that is rightly left to the arbiter
	Plies          int            `json:"plies"`
	PliesRight     int            `json:"plies_right"`
	WrongConfirmed int            `json:"wrong_confirmed"`
	WrongGames     int            `json:"wrong_games"` // games with such a ply
	Retracted      int            `json:"retracted"`
	Findings       map[string]int `json:"findings"`       // by verdict
	FalseFindings  map[string]int `json:"false_findings"` // by code
	Irregular      map[string]int `json:"irregular"`      // committed, by kind
	Found          map[string]int `json:"irregular_found"`
	ProvisionalMs  [2]int64       `json:"provisional_ms"` // median and 99th percentile, from the last report of a ply
	ConfirmedMs    [2]int64       `json:"confirmed_ms"`   // the same of its confirmation, from its press if that came later
	Records        int            `json:"records"`
	RecordsPerS    float64        `json:"records_per_s"`
	StepUs         float64        `json:"step_us"` // 99.9th percentile
	Causes         map[string]int `json:"causes"`  // of the games that are not right
}

// Lines returns the table for programs.
func Lines(contenders []Contender, rows []Row) []Line {
	var lines []Line
	for _, r := range rows {
		for i, t := range r.Tallies {
			l := Line{Hands: r.Cell.Profile.Name, Board: r.Cell.Board.Name, Clock: r.Cell.Clock, Contender: contenders[i].Name,
				Games: t.Games, LeftOut: t.Erased, LeftOutGuessed: t.Guessed, GamesRight: t.Exact, GamesLeft: t.Left, Plies: t.Plies, PliesRight: t.Right, WrongConfirmed: t.Wrong, WrongGames: t.Misled, Retracted: t.Retracts,
				Findings: map[string]int{}, FalseFindings: t.False, Irregular: byName(t.Made), Found: byName(t.Found),
				ProvisionalMs: [2]int64{t.Shown(0.5), t.Shown(0.99)}, ConfirmedMs: [2]int64{t.Settled(0.5), t.Settled(0.99)},
				Records: t.Records, RecordsPerS: t.Rate(), StepUs: float64(t.Steps.Quantile(0.999).Nanoseconds()) / 1000, Causes: t.Causes}
			for v, n := range t.Verdicts {
				l.Findings[Verdict(v).String()] = n
			}
			lines = append(lines, l)
		}
	}
	return lines
}

func byName(counts map[Act]int) map[string]int {
	out := map[string]int{}
	for act, n := range counts {
		out[act.String()] = n
	}
	return out
}

// mostCauses is how many causes of a row are written.
const mostCauses = 3

// Causes writes, for each cell in which a contender is not all right, the most frequent causes
// and false findings.
func Causes(w *bufio.Writer, rows []Row, contender int) {
	for _, r := range rows {
		t := r.Tallies[contender]
		if t.Exact == t.Games && t.Verdicts[False] == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s: %d games of %d wrong\n", &r.Cell, t.Games-t.Exact, t.Games)
		for _, cause := range Most(t.Causes, mostCauses) {
			fmt.Fprintf(w, "  %4d %s\n", t.Causes[cause], cause)
		}
		for _, code := range Most(t.False, mostCauses) {
			fmt.Fprintf(w, "  %4d false findings: %s\n", t.False[code], code)
		}
	}
}

// goal is an aim of boardd for some of the cells.
type goal struct {
	name  string
	games float64 // share of games right, in per cent, at least
	wrong float64 // plies confirmed wrongly, of 100,000, at most
	holds func(c *Cell) bool
}

// calm and hard are hands and boards for which goals are set.
var (
	calm = []string{"clean", "human"}
	hard = []string{"blitz", "noisy"}
)

var goals = []goal{
	{"identified, clean and human, with clock", 100, 0, func(c *Cell) bool {
		return !c.Board.Occupancy && c.Clock && slices.Contains(calm, c.Profile.Name)
	}},
	{"identified, blitz and noisy, with clock", 99.9, 0, func(c *Cell) bool {
		return !c.Board.Occupancy && c.Clock && slices.Contains(hard, c.Profile.Name)
	}},
	{"identified, without clock", 99.5, 1, func(c *Cell) bool { return !c.Board.Occupancy && !c.Clock }},
	{"occupancy, clean and human, with clock", 99.9, 0, func(c *Cell) bool {
		return c.Board.Occupancy && c.Clock && slices.Contains(calm, c.Profile.Name)
	}},
	{"occupancy, blitz and noisy, with clock", 99, 1, func(c *Cell) bool {
		return c.Board.Occupancy && c.Clock && slices.Contains(hard, c.Profile.Name)
	}},
	{"all", 0, 0, func(*Cell) bool { return true }},
}

// Goals writes how far a contender is from each goal, over all cells of the goal.
func Goals(w *bufio.Writer, rows []Row, contender int) {
	writeHead(w, []string{"goal", "games right", "aim", "plies confirmed wrongly", "of 100,000", "aim", "false findings a game"})
	for _, g := range goals {
		t := NewTally()
		for _, r := range rows {
			if g.holds(&r.Cell) {
				t.Add(r.Tallies[contender])
			}
		}
		if t.Games == 0 {
			continue
		}
		games, wrong := "", "" // there is no aim for all cells together
		if g.games > 0 {
			games, wrong = fmt.Sprintf("%g %%", g.games), fmt.Sprintf("%g", g.wrong)
		}
		writeRow(w, []string{g.name, share(t.Exact, t.Games), games, fmt.Sprint(t.Wrong),
			fmt.Sprintf("%.1f", 1e5*float64(t.Wrong)/float64(t.Plies)), wrong, each(t.Verdicts[False], t.Games)})
	}
}

// kinds names the two kinds of boards, by whether they report occupancy only.
var kinds = map[bool]string{false: "name the pieces", true: "occupancy only"}

// ByKind adds up the boards that name the pieces, and those that do not.
func ByKind(rows []Row) []Row {
	var out []Row
	for _, r := range rows {
		c := r.Cell
		c.Board = simulate.NamedBoard{Name: kinds[c.Board.Occupancy], Board: simulate.Board{Occupancy: c.Board.Occupancy}}
		i := slices.IndexFunc(out, func(o Row) bool { return o.Cell.String() == c.String() })
		if i < 0 {
			out = append(out, Row{Cell: c})
			i = len(out) - 1
			for range r.Tallies {
				out[i].Tallies = append(out[i].Tallies, NewTally())
			}
		}
		for k, t := range r.Tallies {
			out[i].Tallies[k].Add(t)
		}
	}
	return out
}
