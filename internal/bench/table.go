package bench

import (
	"bufio"
	"fmt"
	"strings"
)

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
	titles := heads
	for _, c := range columns {
		titles = append(titles[:len(titles):len(titles)], c.head)
	}
	writeHead(w, titles)
	for _, r := range rows {
		cells := r.Cell.names()
		for _, c := range columns {
			cells = append(cells, c.text(r.Tallies[decoder]))
		}
		writeRow(w, cells)
	}
}

// Beside writes the decoders beside each other: of each the games that are right,
// and how many plies were confirmed wrongly and how many taken back.
func Beside(w *bufio.Writer, decoders []Contender, rows []Row) {
	titles := heads
	for _, d := range decoders {
		titles = append(titles[:len(titles):len(titles)], d.Name)
	}
	writeHead(w, titles)
	for _, r := range rows {
		cells := r.Cell.names()
		for _, t := range r.Tallies {
			cells = append(cells, fmt.Sprintf("%s, %d, %d", share(t.Exact, t.Games), t.Wrong, t.Retracts))
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
