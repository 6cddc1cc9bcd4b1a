package bench

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// busyMs is the longest that a board takes to tell of what it has noticed, since
// the line is busy. A report that comes later belongs to something else, since
// this one was lost.
const busyMs = 400

// blur is how far apart two things may be told that were done at the same
// moment, in milliseconds: between them the board looks, looks again, or waits
// to be asked.
func blur(b *simulate.Board) int64 {
	return b.Scan*int64(max(1, b.Agree)+max(1, b.Patience)-1) + b.Poll + b.Latency.Most
}

// lastReports is for each ply of a game the time of the record that tells the
// last of it; -1 where it was lost.
func lastReports(p *Played, truth *simulate.Truth) []int64 {
	events := unset(len(truth.Moves))
	pos := p.Score.Start
	if truth != &p.Truth {
		pos = legality.Initial()
	}
	for i, uci := range truth.Moves {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			break
		}
		after := pos.Play(m)
		squares := placement.Differ(pos.Placement(), after.Placement())
		events[i] = lastReport(p.Records, squares, truth.Landed[i], blur(&p.Cell.Board.Board)+busyMs)
		pos = after
	}
	return events
}

// lastReport is the time of the first record about one of the squares from a
// moment on, if it comes soon.
func lastReport(records []sensor.Record, squares placement.Set, from, within int64) int64 {
	i, _ := slices.BinarySearchFunc(records, from, func(r sensor.Record, at int64) int { return int(r.At - at) })
	for ; i < len(records) && records[i].At <= from+within; i++ {
		if r := &records[i]; (r.Word == sensor.Lift || r.Word == sensor.Drop) && squares.Has(r.Square) {
			return r.At
		}
	}
	return -1
}
