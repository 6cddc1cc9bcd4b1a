package dgt

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/boardd/boardd/sensor"
)

// rubbish is ten seconds of a line at its full speed, in reads of 100 ms.
func rubbish(d *Decoder, unit []byte) []sensor.Record {
	data := bytes.Repeat(unit, 9600/len(unit)+1)
	var out []sensor.Record
	for at := range int64(100) {
		out = d.Step(out, 5000+at*100, data[at*96:at*96+96])
	}
	return out
}

func noise() []byte {
	rng, data := rand.New(rand.NewPCG(1, 2)), make([]byte, 9600)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return data
}

// TestRubbish: while rubbish goes on, it is reported once a second; with whole
// messages in it, a few times more often at first.
func TestRubbish(t *testing.T) {
	for name, c := range map[string]struct {
		unit  []byte
		least int
		most  int
	}{
		"one byte that begins messages": {wire(t, "ff"), 10, 10},
		"messages cut off":              {wire(t, "8e 00 05 34"), 10, 10},
		"bytes that begin none":         {wire(t, "00"), 9, 9},
		"empty messages":                {wire(t, "800003"), 9, 9},
		"lengths that cannot be":        {wire(t, "8e0006"), 10, 10},
		"whole messages between":        {wire(t, "ff ff0003"), 10, 15},
		"nonsense in messages":          {wire(t, "8e00054001"), 10, 14},
		"logs that nobody asked for":    {wire(t, "8f0003"), 10, 14},
		"draughts boards":               {append(wire(t, "940035"), make([]byte, 50)...), 10, 14},
		"noise":                         {noise(), 10, 16},
	} {
		d := afterDump(t)
		got := rubbish(d, c.unit)
		if len(got) < c.least || len(got) > c.most {
			t.Errorf("%s: %d reports, want %d to %d: %q", name, len(got), c.least, c.most, lines(got))
		}
		// What was held back is told as soon as it may be.
		before := d.Counts().Lost
		got = d.Step(nil, 30000, wire(t, "8e00053400"))
		if n := len(got); n == 0 || lines(got)[n-1] != "lift e2 P" || d.Counts().Lost > before+1 {
			t.Errorf("%s: then %q", name, lines(got))
		}
	}
}

// TestRubbishTold: a report says how much there was since the last.
func TestRubbishTold(t *testing.T) {
	d := afterDump(t)
	expect(t, d.Step(nil, 100, wire(t, "ffff")), "fault message ff cut off after 1 bytes")
	expect(t, d.Step(nil, 1099, wire(t, "ffffff 8e")))
	expect(t, d.Step(nil, 1100, wire(t, "00")), "fault 4 more faults in 4 bytes, the last: message ff cut off after 1 bytes")
	// A whole message ends it, and tells what was held back.
	expect(t, d.Step(nil, 1200, wire(t, "8e00053400")), "fault message 8e cut off after 2 bytes", "lift e2 P")
	if c := d.Counts(); c.Lost != 6 {
		t.Errorf("counts %+v", c)
	}
}

// TestLossesApart: losses with whole messages between them are each reported
// at once, while there are not many.
func TestLossesApart(t *testing.T) {
	d := afterDump(t)
	for n := range int64(20) {
		expect(t, d.Step(nil, n*1000, wire(t, "8e00 8e00053401")), "fault message 8e cut off after 2 bytes")
	}
	for n := range int64(4) {
		expect(t, d.Step(nil, 60000+n, wire(t, "8e00 8e00053401")), "fault message 8e cut off after 2 bytes")
	}
}
