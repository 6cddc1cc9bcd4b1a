package bench

import (
	"slices"

	"github.com/boardd/boardd/sensor/simulate"
)

// kinds are the names under which boards are put together.
var kinds = map[bool]string{false: "name the pieces", true: "occupancy only"}

// ByKind puts together the boards that name the pieces, and those that do not.
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
