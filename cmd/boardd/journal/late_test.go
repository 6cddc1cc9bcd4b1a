package journal

import "testing"

// TestLate: a write ends at the moment at which it counts as one that does not. That
// is said too late, and holds neither for the write nor for what comes.
func TestLate(t *testing.T) {
	told := 0
	j := New(Config{Folder: t.TempDir(), Failing: func(error) { told++ }}, Past{})
	defer j.Close()
	begun := 0
	j.attempt(nil, func() error { begun = j.turn; return nil })
	j.stall(begun, nil)
	if j.stuck || j.failing != nil || told > 0 {
		t.Errorf("stuck %t, failing %v, told %d times", j.stuck, j.failing, told)
	}
	j.stall(j.nextTurn(), nil)
	if !j.stuck || j.failing != errStall {
		t.Errorf("one that does not end: stuck %t, failing %v", j.stuck, j.failing)
	}
}
