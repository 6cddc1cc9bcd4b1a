package measured

import "testing"

func TestCountInWords(t *testing.T) {
	if got := VictimFirst.String(); got != "measured: 7 of 35" {
		t.Error(got)
	}
}
