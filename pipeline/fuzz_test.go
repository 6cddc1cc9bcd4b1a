package pipeline

import (
	"bytes"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
)

// FuzzBytes: whatever comes from the port, in whatever pieces, nothing panics,
// and every message is made.
func FuzzBytes(f *testing.F) {
	var line []byte
	for _, r := range onTheLine(simulated(true))[:40] {
		line = append(line, r.Data...)
	}
	f.Add(line, uint8(7))
	f.Add([]byte{0x8e, 0, 5, 0x34, 0, 0x80, 0x80, 0x86, 0, 0x43}, uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, cut uint8) {
		if len(data) > 4096 {
			return
		}
		e, err := New(&sensor.Header{Board: "dgt", Time: "blitz"}, "replay")
		if err != nil {
			t.Fatal(err)
		}
		e.Encoder = ReplayEncoder()
		e.Begin()
		for at := int64(0); len(data) > 0; at += int64(cut) * 9 {
			n := min(len(data), int(cut)%11+1)
			e.Step(sensor.Record{At: at, Word: sensor.Rx, Data: data[:n]})
			data = data[n:]
		}
		e.Finish()
	})
}

// FuzzLog: whatever stands in a log, it is read and replayed, or refused.
func FuzzLog(f *testing.F) {
	for _, name := range fixtures.Logs() {
		if text := fixtures.Log(name); len(text) < 3000 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4096 {
			return
		}
		log, err := Read(sensor.NewReader(bytes.NewReader(text)))
		if err != nil {
			return
		}
		e := log.Engine
		e.Encoder = ReplayEncoder()
		e.Begin()
		for _, r := range log.Records {
			e.Step(r)
		}
		e.Finish()
	})
}
