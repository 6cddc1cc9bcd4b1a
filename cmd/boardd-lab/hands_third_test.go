package main

import (
	"strings"

	second "github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/internal/third"
	"github.com/boardd/boardd/sensor"
)

// thirdCells are the hands of the third simulator, which was written when boardd could read those of the
// other two.
func thirdCells() (cells []handsCell) {
	boards := []string{"fast", "scan", "tags", "frames", "events"}
	clocks := []string{"no", "yes", "presses"}
	hands := []string{"clean", "club", "blitz", "scramble", "casual", "worn"}
	for b, board := range boards {
		for c, clock := range clocks {
			for h, hand := range hands {
				cells = append(cells, handsCell{"third", board, clock, hand, b < 3, func(line string, seed uint64) (*handsGame, error) {
					start, moves, err := second.ParseGame(line)
					if err != nil {
						return nil, err
					}
					p := third.Play(third.Order{Start: start, Moves: moves, Kind: third.Kind(b), Clock: third.Clock(c), Hands: third.Hands(h), Seed: seed})
					r := sensor.NewReader(strings.NewReader(string(p.Log)))
					header, err := r.Header()
					if err != nil {
						return nil, err
					}
					g := &handsGame{header: header, start: start, plies: make([][]string, 1), landed: make([][]int64, 1), unknown: -1}
					g.records, err = r.ReadAll()
					if err != nil {
						return nil, err
					}
					for i, ply := range p.Plies {
						g.plies[0], g.landed[0] = append(g.plies[0], ply.UCI), append(g.landed[0], ply.Landed)
						if ply.Unknowable && g.unknown < 0 {
							g.unknown = i
						}
					}
					g.playedOn, g.from, g.back = p.PlayedOn, p.PlayedFrom, p.Undone
					g.deeds = thirdDeeds(p.Mishaps)
					return g, nil
				}})
			}
		}
	}
	return cells
}
