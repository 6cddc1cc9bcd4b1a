package journal

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"testing"
)

// TestLate: a write ends at the moment at which it is reported as stalled. The late report counts
// neither for that write nor for later ones.
func TestLate(t *testing.T) {
	reported := 0
	j := New(Config{Folder: t.TempDir(), Failing: func(error) { reported++ }}, Past{})
	defer j.Close()
	begun := 0
	j.attempt(nil, func() error { begun = j.turn; return nil })
	j.stall(begun, nil)
	if j.stuck || j.failing != nil || reported > 0 {
		t.Errorf("stuck %t, failing %v, reported %d times", j.stuck, j.failing, reported)
	}
	j.stall(j.nextTurn(), nil)
	if !j.stuck || j.failing != errStall {
		t.Errorf("one that does not end: stuck %t, failing %v", j.stuck, j.failing)
	}
}

// TestRenewTorn: a write was cut short, and could not be cut off, as on a disk that
// became read-only. What is written anew has all, and nothing of that.
func TestRenewTorn(t *testing.T) {
	folder := t.TempDir()
	j := &Journal{config: Config{Folder: folder}, done: make(chan struct{}), fresh: true}
	j.config.fill()
	if err := j.saveLines([]byte("#! boardd-log 1\n0 link up\n"), true); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(j.file.path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		_, err = f.WriteString("1000 lift e")
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	j.file.broken = fs.ErrPermission
	if err := j.saveLines([]byte("1000 lift e2 P\n1200 drop e4 P\n"), true); err != fs.ErrPermission {
		t.Error(err)
	}
	if err := j.renew(); err != nil {
		t.Fatal(err)
	}
	j.file.close()
	p, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(p.path)
	got := regexp.MustCompile("(?m)^# sum .*\n").ReplaceAllString(string(text), "")
	if want := "#! boardd-log 1\n0 link up\n1000 lift e2 P\n1200 drop e4 P\n"; err != nil || p.Damage != nil || p.Torn != 0 || got != want {
		t.Errorf("got %q, %v, %v", text, p.Damage, err)
	}
}
