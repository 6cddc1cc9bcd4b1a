package dgt

import (
	"testing"
)

// Messages of a real clock: 3+2, White on the second triple. Status 08 before
// the start, 09 and 13 running, 12 stopped.
const (
	ready      = "8d000a20030220030208"
	whiteRuns  = "8d000a20030220030209"
	whiteRuns2 = "8d000a20030220030109"
	blackRuns  = "8d000a20030220030313"
	blackRuns2 = "8d000a20030120030313"
	stopped    = "8d000a20030120030312"
)

func TestClockMessages(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"start":              {ready + whiteRuns, []string{"clock 182000 182000 -", "clock 182000 182000 w"}},
		"a second":           {whiteRuns + whiteRuns2, []string{"clock 182000 182000 w", "clock 181000 182000 w"}},
		"White presses":      {whiteRuns2 + blackRuns, []string{"clock 181000 182000 w", "press w", "clock 183000 182000 b"}},
		"Black presses":      {blackRuns + whiteRuns2, []string{"clock 183000 182000 b", "press b", "clock 181000 182000 w"}},
		"stop":               {blackRuns2 + stopped, []string{"clock 183000 181000 b", "clock 183000 181000 -"}},
		"press, then stop":   {whiteRuns + "8d000a20030220030212", []string{"clock 182000 182000 w", "press w", "clock 182000 182000 -"}},
		"the same again":     {whiteRuns + whiteRuns, []string{"clock 182000 182000 w"}},
		"hours":              {"8d000a21593029595909", []string{"clock 35999000 7170000 w"}},
		"no clock":           {"8d000a00000000000020", nil},
		"unplugged":          {whiteRuns + "8d000a00000000000020" + blackRuns, []string{"clock 182000 182000 w", "fault the clock has been unplugged", "clock 183000 182000 b"}},
		"all zero":           {whiteRuns + "8d000a00000000000000" + whiteRuns, []string{"clock 182000 182000 w"}},
		"answer of the left": {whiteRuns + "8d000a0a100120030209" + whiteRuns, []string{"clock 182000 182000 w"}},
		"answer":             {whiteRuns + "8d000a2003020a100113" + whiteRuns, []string{"clock 182000 182000 w"}},
		// The lever is set, not pressed, while no clock runs.
		"lever before the start": {ready + "8d000a20030220030212", []string{"clock 182000 182000 -"}},
		"started with the lever": {ready + "8d000a20030220030213", []string{"clock 182000 182000 -", "clock 182000 182000 b"}},
		"first message":          {blackRuns, []string{"clock 183000 182000 b"}},
		// A time that cannot be is left out with all that comes with it, and said once in a row.
		"eleven hours": {"8d000a2b030220030209", []string{"fault clock message 2b 03 02 20 03 02 09 cannot be right"}},
		"sixty seconds": {whiteRuns + "8d000a20036020030213 8d000a20036020030213" + blackRuns,
			[]string{"clock 182000 182000 w", "fault clock message 20 03 60 20 03 02 13 cannot be right", "press w", "clock 183000 182000 b"}},
		"no digit": {"8d000a20030220031a09", []string{"fault clock message 20 03 02 20 03 1a 09 cannot be right"}},
		"up by more than an hour, once": {whiteRuns + "8d000a21300020030209" + whiteRuns2,
			[]string{"clock 182000 182000 w", "fault clock message 21 30 00 20 03 02 09 cannot be right", "clock 181000 182000 w"}},
		"up by an hour": {whiteRuns + "8d000a21030220030209", []string{"clock 182000 182000 w", "clock 182000 3782000 w"}},
		"set for another game": {stopped + "8d000a21300021300008" + "8d000a21300021300009",
			[]string{"clock 183000 181000 -", "fault clock message 21 30 00 21 30 00 08 cannot be right", "clock 5400000 5400000 w"}},
		// Flags, as a real clock showed one: fallen, at zero, stopped.
		"flag":         {"8d000a20000120001613 8d000a30000020001612", []string{"clock 16000 1000 b", "clock 16000 0 -", "flag b"}},
		"flag, once":   {"8d000a30000020001612 8d000a30000020001512", []string{"clock 16000 0 -", "flag b", "clock 15000 0 -"}},
		"flag, again":  {"8d000a20030260000009 8d000a20030220000009 8d000a20030260000009", []string{"clock 0 182000 w", "flag w", "flag w"}},
		"no flag":      {"8d000a20000020001612", []string{"clock 16000 0 -"}},
		"both flags":   {"8d000a30000030000012", []string{"clock 0 0 -", "flag w", "flag b"}},
		"battery low":  {"8d000a2003022003020d", []string{"clock 182000 182000 w"}},
		"whose turn":   {"8d000a20030220030211", []string{"clock 182000 182000 w"}},
		"lost in part": {whiteRuns + "8d000a200302200303" + blackRuns2, []string{"clock 182000 182000 w", "fault message 8d cut off after 9 bytes", "press w", "clock 183000 181000 b"}},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			expect(t, decode(t, &d, c.text), c.want...)
		})
	}
}

func TestClockCounts(t *testing.T) {
	var d Decoder
	decode(t, &d, whiteRuns+"8d000a0a100120030209"+"8d000a2003022003020d")
	if c := d.Counts(); c.Acks != 1 || c.Times != 2 || !d.Info().ClockBatteryLow {
		t.Errorf("counts %+v, info %+v", c, d.Info())
	}
}

// TestPressAcrossReset: what the lever did while the port was lost is not known.
func TestPressAcrossReset(t *testing.T) {
	var d Decoder
	decode(t, &d, whiteRuns)
	d.Reset()
	expect(t, decode(t, &d, blackRuns), "clock 183000 182000 b")
}
