package pipeline

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/simulate"
)

// simulated is one game of 80 plies by human hands on a DGT board, with its
// clock, as records in terms of the game.
func simulated(clock bool) []sensor.Record {
	records, _ := simulate.Play(legality.Initial(), simulate.RandomGame(7, 80), simulate.DGTSwept(), simulate.Human(), clock, 7)
	return records
}

// onTheLine is the same as the bytes that the board would send.
func onTheLine(records []sensor.Record) []sensor.Record {
	var board dgt.Board
	board.Command(nil, []byte{byte(dgt.UpdateNice)})
	out := []sensor.Record{}
	for i, r := range records {
		bytes := board.Step(nil, r)
		if i == 0 {
			bytes = board.Command(nil, []byte{byte(dgt.SendBoard)})
		}
		if len(bytes) > 0 {
			out = append(out, sensor.Record{At: r.At, Word: sensor.Rx, Data: bytes})
		}
	}
	return out
}

// BenchmarkReplay measures the core: records in, findings out.
func BenchmarkReplay(b *testing.B) {
	plain := simulated(true)
	for _, c := range []struct {
		name    string
		header  sensor.Header
		records []sensor.Record
	}{
		{"decoded", sensor.Header{Time: "blitz"}, plain},
		{"dgt", sensor.Header{Board: "dgt", Time: "blitz"}, onTheLine(plain)},
		{"noclock", sensor.Header{Time: "blitz"}, simulated(false)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				e, err := New(&c.header, "replay")
				if err != nil {
					b.Fatal(err)
				}
				for i := range c.records {
					e.Step(c.records[i])
				}
				e.Finish()
				n += len(c.records)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// BenchmarkMessages measures the same with every message encoded.
func BenchmarkMessages(b *testing.B) {
	records := simulated(true)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		e, err := New(&sensor.Header{Time: "blitz"}, "replay")
		if err != nil {
			b.Fatal(err)
		}
		e.Encoder = ReplayEncoder()
		for i := range records {
			e.Step(records[i])
		}
		e.Finish()
		n += len(records)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
