package pairing

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/hall"
)

// Differences describes, in a line each, how new pairings change those in force. There are no
// lines if both are the same.
func Differences(hold, now []hall.Pairing) []string {
	var all []string
	old := map[int]hall.Pairing{}
	for _, p := range hold {
		old[p.Table] = p
	}
	for _, p := range now {
		was, known := old[p.Table]
		delete(old, p.Table)
		switch {
		case !known:
			all = append(all, fmt.Sprintf("table %d: new: %s - %s", p.Table, describe(&p.White), describe(&p.Black)))
		case was != p:
			all = append(all, changes(p.Table, "White", &was.White, &p.White)...)
			all = append(all, changes(p.Table, "Black", &was.Black, &p.Black)...)
		}
	}
	for _, p := range hold {
		if _, gone := old[p.Table]; gone {
			all = append(all, fmt.Sprintf("table %d: gone: %s - %s", p.Table, p.White.Name, p.Black.Name))
		}
	}
	return slices.Clip(all)
}

func changes(table int, side string, was, now *hall.Player) []string {
	if *was == *now {
		return nil
	}
	return []string{fmt.Sprintf("table %d: %s: %s, before %s", table, side, describe(now), describe(was))}
}

// describe describes a player in one line.
func describe(p *hall.Player) string {
	text := p.Name
	for _, more := range []string{p.Title, elo(p.Elo), p.Federation, p.FideID, p.Team} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}

func elo(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
