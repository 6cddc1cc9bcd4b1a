package journal_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/journal"
)

// reports are a journal's reports of its disk.
type reports struct {
	mu  sync.Mutex
	all []string
}

func (t *reports) take(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, fmt.Sprint(err))
}

func (t *reports) had() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.all)
}

// wait waits until the journal has made these reports.
func (t *reports) wait(tb testing.TB, want ...string) {
	tb.Helper()
	for deadline := time.Now().Add(time.Minute); !slices.Equal(t.had(), want); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			tb.Fatalf("reported %q, want %q", t.had(), want)
		}
	}
}

// TestUnread: a folder that could not be read at the start holds games, of which the
// first ones are gone. The game that is played now is the one that the next start
// finds, and no other is touched.
func TestUnread(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"000003.log", "000005.log"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(head+"1 pause\n# sum 00000000\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j := journal.New(journal.Config{Folder: folder}, journal.Past{})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head + "2 resume\n")})
	j.Close()
	if text, p := readBack(t, folder); text != head+"2 resume\n" || p.Number != 6 {
		t.Errorf("got %q, file %d", text, p.Number)
	}
	if files, _ := names(t, folder); strings.Join(files, " ") != "000003.log 000005.log 000006.log" {
		t.Errorf("files %q", files)
	}
}

// TestReady: nothing is made or opened before it may be; what came until then is
// written when it may, and what did not work at the start is over.
func TestReady(t *testing.T) {
	for name, before := range map[string]string{"a new file": "", "one that is there": head + "0 pause\n"} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "b07", "journal")
			begin := journal.Entry{Begin: true, Lines: []byte(head + "1 resume\n")}
			if before != "" {
				j, _ := open(t, journal.Config{Folder: folder})
				add(t, j, journal.Entry{Begin: true, Lines: []byte(before)})
				j.Close()
				begin = lines("1 resume\n")
			}
			p, err := journal.Read(folder)
			if err != nil {
				t.Fatal(err)
			}
			was, _ := names(t, folder)
			var may sync.Mutex
			may.Lock() // it may not
			var reported reports
			errNot := errors.New("not locked")
			j := journal.New(journal.Config{Folder: folder, Retry: time.Millisecond, Failed: errNot, Failing: reported.take, Ready: func() error {
				if !may.TryLock() {
					return errNot
				}
				may.Unlock()
				return nil
			}}, p)
			defer j.Close()
			add(t, j, begin)
			add(t, j, journal.Entry{}) // nothing is well by that
			if now, _ := names(t, folder); !slices.Equal(now, was) {
				t.Errorf("files %q", now)
			}
			if got, _ := readBack(t, folder); got != before || len(reported.had()) > 0 {
				t.Errorf("got %q, reported %q", got, reported.had())
			}
			may.Unlock()
			reported.wait(t, "<nil>")
			want := head + "1 resume\n"
			if before != "" {
				want = before + "1 resume\n"
			}
			if got, _ := readBack(t, folder); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestCloseTriesAgain: the disk has failed, and works again by the time that the
// journal is closed.
func TestCloseTriesAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	j := journal.New(journal.Config{Folder: folder, Retry: time.Hour}, journal.Past{})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head + "0 link up\n"), Sync: true})
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	j.Close()
	if text, _ := readBack(t, folder); text != head+"0 link up\n" {
		t.Errorf("got %q", text)
	}
}

// TestStuck: a write does not end. What follows from it and from all that comes is
// done; when that is too much to keep, the game is given up, and that is reported. The
// next game is kept, even if it begins before the write has ended.
func TestStuck(t *testing.T) {
	folder := t.TempDir()
	var reported reports
	gate := make(chan struct{})
	j := journal.New(journal.Config{Folder: folder, Stall: time.Millisecond, Most: 1000, Failing: reported.take, Ready: func() error {
		<-gate
		return nil
	}}, journal.Past{})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	const stalled, much = "the disk does not take what is written", "there is no room for the rest of this game"
	reported.wait(t, stalled)
	for range 50 {
		add(t, j, lines("0 lift e2 P\n0 drop e4 P\n"))
	}
	reported.wait(t, stalled, much)
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head + "7 pause\n")})
	add(t, j, lines("8 resume\n"))
	close(gate)
	reported.wait(t, stalled, much, "<nil>")
	j.Add(lines("9 pause\n"))
	const want = head + "7 pause\n8 resume\n9 pause\n"
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		text, p := readBack(t, folder)
		if text == want && p.Number == 2 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("file %d is %q", p.Number, text)
		}
	}
	j.Close()
	if text, err := os.ReadFile(filepath.Join(folder, "000001.log")); !strings.HasPrefix(string(text), head+"# sum") || err != nil {
		t.Errorf("the first is %q, %v", text, err)
	}
}

// TestBefore: the power has failed while a file was made, and the one before it was
// gone on with. A later one comes after that.
func TestBefore(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head), Sync: true})
	j.Close()
	for _, torn := range []string{"", "#! boardd-log 1\n#: boa"} {
		if err := os.WriteFile(filepath.Join(folder, "000002.log"), []byte(torn), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := journal.Before(folder, 3); err != nil || got.Number != 1 || linesOf(t, &got) != head {
			t.Errorf("%q: file %d, %v", torn, got.Number, err)
		}
	}
	if got, err := journal.Before(folder, 1); err != nil || got.Number != 0 {
		t.Errorf("file %d, %v", got.Number, err)
	}
}
