package main

import (
	"os"
	"testing"

	"github.com/boardd/boardd/sensor"
)

func BenchmarkReplay(b *testing.B) {
	path := os.Getenv("BENCHLOG")
	if path == "" {
		b.Skip()
	}
	f, _ := os.Open(path)
	rd := sensor.NewReader(f)
	h, _ := rd.Header()
	records, err := rd.ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		e, err := newEngine(h, "replay")
		if err != nil {
			b.Fatal(err)
		}
		for i := range records {
			e.Step(records[i])
		}
		e.Finish()
		n += len(records)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
