package bench

import (
	"bufio"
	"fmt"
	"strings"
)

// column is one column of the table: its head, and what stands in it.
type column struct {
	head string
	text func(t *Tally) string
}

var columns = []column{
	{"games right", func(t *Tally) string { return share(t.Exact, t.Games) }},
	{"plies right", func(t *Tally) string { return share(t.Right, t.Plies) }},
	{"wrong confirmed", func(t *Tally) string { return fmt.Sprint(t.Wrong) }},
	{"retracted", func(t *Tally) string { return fmt.Sprint(t.Retracts) }},
	{"false findings a game", func(t *Tally) string { return each(t.Verdicts[False], t.Games) }},
	{"look-alike, asked, after fault", func(t *Tally) string {
		return each(t.Verdicts[LooksLike], t.Games) + " " + each(t.Verdicts[Asked], t.Games) + " " + each(t.Verdicts[AfterFault], t.Games)
	}},
	{"irregularities found", func(t *Tally) string {
		made, found := t.Irregular()
		if made == 0 {
			return ""
		}
		return fmt.Sprintf("%d/%d", found, made)
	}},
	{"provisional ms", func(t *Tally) string { return fmt.Sprintf("%d %d", t.Shown(0.5), t.Shown(0.99)) }},
	{"confirmed ms", func(t *Tally) string { return fmt.Sprintf("%d %d", t.Settled(0.5), t.Settled(0.99)) }},
	{"records/s", func(t *Tally) string { return fmt.Sprintf("%.0fk", t.Rate()/1000) }},
	{"step µs", func(t *Tally) string { return fmt.Sprintf("%.0f", float64(t.Steps.Quantile(0.999).Nanoseconds())/1000) }},
}

// share is a part of a whole in per cent, with as many places as tell it from
// all: 100 % is all.
func share(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	if part == whole {
		return "100 %"
	}
	percent := 100 * float64(part) / float64(whole)
	text := fmt.Sprintf("%.1f", percent)
	for places := 2; text == "100.0" || strings.Trim(text, "0") == "1." && places < 8; places++ {
		text = fmt.Sprintf("%.*f", places, percent)
		if !strings.HasPrefix(text, "100") {
			break
		}
	}
	return text + " %"
}

// each is how many there were in a game.
func each(n, games int) string {
	switch {
	case n == 0 || games == 0:
		return "0"
	case n < games/100:
		return fmt.Sprintf("%.4f", float64(n)/float64(games))
	}
	return fmt.Sprintf("%.2f", float64(n)/float64(games))
}

// Markdown writes the table of all cells, a line for each decoder.
func Markdown(w *bufio.Writer, decoders []Contender, rows []Row) {
	heads := []string{"hands", "board", "clock"}
	if len(decoders) > 1 {
		heads = append(heads, "decoder")
	}
	for _, c := range columns {
		heads = append(heads, c.head)
	}
	writeRow(w, heads)
	writeRow(w, strings.Split(strings.Repeat("---,", len(heads)-1)+"---", ","))
	for _, r := range rows {
		for i, t := range r.Tallies {
			cells := []string{r.Cell.Profile.Name, r.Cell.Board.Name, map[bool]string{true: "yes", false: "no"}[r.Cell.Clock]}
			if len(decoders) > 1 {
				cells = append(cells, decoders[i].Name)
			}
			for _, c := range columns {
				cells = append(cells, c.text(t))
			}
			writeRow(w, cells)
		}
	}
}

func writeRow(w *bufio.Writer, cells []string) {
	w.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}
