package bench

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Tally is what a decoder made of all games of a cell, or of several cells. A
// game that is not right because nobody could know one of its plies is left out,
// and counted apart.
type Tally struct {
	Erased   int // games that are left out
	Guessed  int // of these, a ply was confirmed all the same, and wrongly
	Games    int // the others
	Exact    int // exactly right at the end
	Left     int // of these, the result is rightly left to a person
	Plies    int
	Right    int
	Wrong    int // plies confirmed and not played so
	Misled   int // games with such a ply
	Retracts int // plies confirmed and taken back
	Records  int
	Wall     time.Duration // that all steps took
	Steps    Spread
	Verdicts [verdicts]int // of the findings
	Made     map[Act]int
	Found    map[Act]int
	Causes   map[string]int // of games that are not right
	False    map[string]int // false findings by code
	shown    []int64
	settled  []int64
}

// NewTally is an empty tally.
func NewTally() *Tally {
	return &Tally{Made: map[Act]int{}, Found: map[Act]int{}, Causes: map[string]int{}, False: map[string]int{}}
}

// Take adds a game.
func (t *Tally) Take(r *Result) {
	if r.Erased() {
		t.Erased++
		t.Guessed += min(1, r.Wrong)
		return
	}
	t.Add(&Tally{Games: 1, Plies: r.Plies, Right: r.Right, Wrong: r.Wrong, Misled: min(1, r.Wrong), Retracts: r.Retracts,
		Records: len(r.Played.Records), Wall: r.Wall, Steps: r.Steps, Made: r.Made, Found: r.Found, shown: r.Shown, settled: r.Settled})
	for i, v := range r.Verdicts {
		t.Verdicts[v]++
		if v == False {
			t.False[r.Findings[i].Code.String()]++
		}
	}
	if r.Left {
		t.Left++
	}
	if r.Exact {
		t.Exact++
	} else {
		t.Causes[r.Cause()]++
	}
}

// Add adds another tally.
func (t *Tally) Add(o *Tally) {
	t.Erased += o.Erased
	t.Guessed += o.Guessed
	t.Games += o.Games
	t.Exact += o.Exact
	t.Left += o.Left
	t.Plies += o.Plies
	t.Right += o.Right
	t.Wrong += o.Wrong
	t.Misled += o.Misled
	t.Retracts += o.Retracts
	t.Records += o.Records
	t.Wall += o.Wall
	t.Steps.Add(&o.Steps)
	t.shown, t.settled = append(t.shown, o.shown...), append(t.settled, o.settled...)
	for v, n := range o.Verdicts {
		t.Verdicts[v] += n
	}
	addAll(t.Made, o.Made)
	addAll(t.Found, o.Found)
	addAll(t.Causes, o.Causes)
	addAll(t.False, o.False)
}

func addAll[K comparable](to, from map[K]int) {
	for k, n := range from {
		to[k] += n
	}
}

// Irregular is how many irregularities were committed, and how many of them found.
func (t *Tally) Irregular() (made, found int) {
	for _, n := range t.Made {
		made += n
	}
	for _, n := range t.Found {
		found += n
	}
	return made, found
}

// Rate is how many records a second one core took.
func (t *Tally) Rate() float64 {
	if t.Wall <= 0 {
		return 0
	}
	return float64(t.Records) / t.Wall.Seconds()
}

// Shown is the time that a share of the plies, 0 to 1, did not exceed until they
// were shown, in milliseconds of the log; -1 if none was.
func (t *Tally) Shown(share float64) int64 { return quantile(t.shown, share) }

// Settled is the same until they were confirmed.
func (t *Tally) Settled(share float64) int64 { return quantile(t.settled, share) }

func quantile(all []int64, share float64) int64 {
	if len(all) == 0 {
		return -1
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(share*float64(len(all))))]
}

// Most lists the most frequent keys of a count, the most frequent first; of equal
// ones in the order of the alphabet.
func Most(counts map[string]int, n int) []string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}

// column is one column of a table: its head, and what stands in it.
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

// Explanation says what the columns of the tables are.
const Explanation = `A game is right if at the end of its log every ply and the result are, without anybody's help; a ply, if it is the
same move at the same place. A result that is left to the arbiter is right, too, if the move that ended the game was
in breach of Article 4 or looks so (5.1.1); the table says how many those are. Left out are games that first go wrong at a
ply of which the board has left nothing by which it could be known; guessed, those of them in which a wrong ply was
confirmed all the same. Confirmed wrongly: plies that were settled, and so told to relays, at any moment, and not
played so; after a ply that was missed, all that follow stand at another place. Taken back: plies that were settled
and then no longer there. False findings: of a breach (certain, suspected, or for the arbiter) where nobody did wrong.
Not counted with them are look-alikes (a piece that rests for 300 ms on a square where it may stay, or is straightened,
looks released or touched), questions to a person (which of two pieces was captured), and what comes after a fault of the
board itself. Irregularities are of any kind that the Laws have a word for. Times are median and 99th percentile, in
milliseconds of the log: from the board's last report of a ply until it is shown, and from there, or from its press if
that came later, until it is confirmed. Speed is of one core; a step is a record or a wake-up, the time its 99.9th
percentile.
`

// heads are the columns that name a cell.
var heads = []string{"board", "clock", "hands"}

func (c *Cell) names() []string {
	return []string{c.Board.Name, map[bool]string{true: "yes", false: "no"}[c.Clock], c.Profile.Name}
}

// Markdown writes all that was measured of one decoder, a line for each cell.
func Markdown(w *bufio.Writer, rows []Row, decoder int) {
	var titles []string
	for _, c := range columns {
		titles = append(titles, c.head)
	}
	writeTable(w, titles, rows, func(r *Row, column int) string { return columns[column].text(r.Tallies[decoder]) })
}

// Beside writes the decoders beside each other: of each the games that are right,
// and how many plies were confirmed wrongly and how many taken back.
func Beside(w *bufio.Writer, decoders []Contender, rows []Row) {
	var titles []string
	for _, d := range decoders {
		titles = append(titles, d.Name)
	}
	writeTable(w, titles, rows, func(r *Row, decoder int) string {
		t := r.Tallies[decoder]
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

// share is a part of a whole in per cent, with as many places as tell it from
// all: only all is 100 %.
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

// each is how many there were in a game.
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
	Decoder        string         `json:"decoder"`
	Games          int            `json:"games"`
	LeftOut        int            `json:"left_out"`         // games besides, of which nobody could know a ply
	LeftOutGuessed int            `json:"left_out_guessed"` // of these, such a ply was confirmed all the same
	GamesRight     int            `json:"games_right"`
	GamesLeft      int            `json:"games_left"` // of these, the result is rightly left to the arbiter
	Plies          int            `json:"plies"`
	PliesRight     int            `json:"plies_right"`
	WrongConfirmed int            `json:"wrong_confirmed"`
	WrongGames     int            `json:"wrong_games"` // games with such a ply
	Retracted      int            `json:"retracted"`
	Findings       map[string]int `json:"findings"`       // by what is to be thought of them
	FalseFindings  map[string]int `json:"false_findings"` // by code
	Irregular      map[string]int `json:"irregular"`      // committed, by kind
	Found          map[string]int `json:"irregular_found"`
	ProvisionalMs  [2]int64       `json:"provisional_ms"` // median and 99th percentile, from the last report of a ply
	ConfirmedMs    [2]int64       `json:"confirmed_ms"`   // the same, from its press if that came later
	Records        int            `json:"records"`
	RecordsPerS    float64        `json:"records_per_s"`
	StepUs         float64        `json:"step_us"` // 99.9th percentile
	Causes         map[string]int `json:"causes"`  // of the games that are not right
}

// Lines is the table for programs.
func Lines(decoders []Contender, rows []Row) []Line {
	var lines []Line
	for _, r := range rows {
		for i, t := range r.Tallies {
			l := Line{Hands: r.Cell.Profile.Name, Board: r.Cell.Board.Name, Clock: r.Cell.Clock, Decoder: decoders[i].Name,
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

// mostCauses is how many causes are told of a row.
const mostCauses = 3

// Causes writes of one decoder, for each cell that is not all right, the most
// frequent causes, and the false findings.
func Causes(w *bufio.Writer, rows []Row, decoder int) {
	for _, r := range rows {
		t := r.Tallies[decoder]
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

// goal is what boardd aims at in some of the cells.
type goal struct {
	name  string
	games float64 // the least share of games right, in per cent
	wrong float64 // the most plies confirmed wrongly, of 100,000
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

// Goals writes how far a decoder is from each goal, over all cells that it holds
// for.
func Goals(w *bufio.Writer, rows []Row, decoder int) {
	writeHead(w, []string{"goal", "games right", "aim", "plies confirmed wrongly", "of 100,000", "aim", "false findings a game"})
	for _, g := range goals {
		t := NewTally()
		for _, r := range rows {
			if g.holds(&r.Cell) {
				t.Add(r.Tallies[decoder])
			}
		}
		if t.Games == 0 {
			continue
		}
		games, wrong := "", "" // of all together nothing is aimed at
		if g.games > 0 {
			games, wrong = fmt.Sprintf("%g %%", g.games), fmt.Sprintf("%g", g.wrong)
		}
		writeRow(w, []string{g.name, share(t.Exact, t.Games), games, fmt.Sprint(t.Wrong),
			fmt.Sprintf("%.1f", 1e5*float64(t.Wrong)/float64(t.Plies)), wrong, each(t.Verdicts[False], t.Games)})
	}
}
