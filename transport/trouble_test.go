package transport

import (
	"strings"
	"testing"
)

// TestTroubles: an alert about the machine stands until it is over, and is said
// again with everything else.
func TestTroubles(t *testing.T) {
	s := newScene(t)
	said := s.e.Trouble(nil, 5, JournalFailing, "no space left")
	if len(said) != 1 || !strings.HasSuffix(said[0].Topic, "/arbiter/alert/journal_failing") || !said[0].Retain || len(said[0].Payload) == 0 {
		t.Fatalf("said %+v", said)
	}
	if again := s.e.Trouble(nil, 5, JournalFailing, "no space left"); len(again) != 0 {
		t.Errorf("said twice: %+v", again)
	}
	over := s.e.Trouble(nil, 9, JournalFailing, "")
	if len(over) != 1 || len(over[0].Payload) != 0 {
		t.Errorf("when it is over: %+v", over)
	}
}
