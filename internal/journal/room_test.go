package journal_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/journal"
)

// names are those of the files of a folder, and size is what they take.
func names(t *testing.T, folder string) (all []string, size int64) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		all, size = append(all, e.Name()), size+info.Size()
	}
	return all, size
}

// TestRoom plays games into a folder that has room for three: there is never more
// than that on the disk, the oldest go first, damaged ones too, and the open one never.
func TestRoom(t *testing.T) {
	const room = 6000
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "000001.log.damaged"), []byte(strings.Repeat("x", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("not ours"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "000002.log"), []byte("#! boardd-log 1\n# sum 00000000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	j, _ := open(t, journal.Config{Folder: folder, Room: room})
	var last []string
	for range 8 {
		add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
		for range 40 {
			add(t, j, lines("0 lift e2 P\n0 drop e4 P\n"))
			files, size := names(t, folder)
			if size > room+int64(len("not ours")) {
				t.Fatalf("%d bytes: %q", size, files)
			}
			if now := files[len(files)-2]; len(last) > 0 && now < last[len(last)-2] {
				t.Fatalf("the open file is gone: %q, had %q", files, last)
			}
			last = files
		}
	}
	if !slices.Contains(last, "notes.txt") || slices.Contains(last, "000001.log.damaged") || len(last) != 4 {
		t.Errorf("left %q", last)
	}
}

// TestManyFiles: the number of files stays below its limit, however small they are.
func TestManyFiles(t *testing.T) {
	const most = 20
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder, Files: most})
	for n := range 3 * most {
		add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
		files, _ := names(t, folder)
		if want := min(n+1, most); len(files) != want {
			t.Fatalf("%d files, want %d", len(files), want)
		}
	}
	if _, p := readBack(t, folder); p.Number != 3*most {
		t.Errorf("the last is %d", p.Number)
	}
}

// TestRoomOneGame: one game fills more than half of the room. It is given up and reported; the
// written part of it stays, and the next game is kept again.
func TestRoomOneGame(t *testing.T) {
	folder := t.TempDir()
	var failing atomic.Pointer[error]
	j, _ := open(t, journal.Config{Folder: folder, Room: 4000, Retry: time.Millisecond, Failing: func(err error) { failing.Store(&err) }})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	for range 200 {
		add(t, j, lines("0 pause\n"))
	}
	if e := failing.Load(); e == nil || *e == nil || !strings.Contains((*e).Error(), "no room") {
		t.Fatal("nothing is reported")
	}
	if _, p := readBack(t, folder); p.Number != 1 || p.Size < 2000 || p.Damage != nil {
		t.Errorf("left %d bytes, %v", p.Size, p.Damage)
	}
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head), Sync: true})
	if e := failing.Load(); *e != nil {
		t.Errorf("still %v", *e)
	}
	if text, p := readBack(t, folder); text != head || p.Number != 2 {
		t.Errorf("the next game: %q, %+v", text, p)
	}
}

// TestTakenAway: the folder is removed while a game is written. The next flush to the disk
// reports it, and the game is then in a new file.
func TestTakenAway(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "hall", "journal")
	var reported atomic.Int32
	j, _ := open(t, journal.Config{Folder: folder, Retry: time.Millisecond, Failing: func(error) { reported.Add(1) }})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head), Sync: true})
	add(t, j, lines("1 pause\n"))
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	add(t, j, lines("2 resume\n"))
	add(t, j, journal.Entry{Lines: []byte("3 pause\n"), Sync: true})
	for deadline := time.Now().Add(time.Minute); reported.Load() < 2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("never reported, or never well again")
		}
	}
	add(t, j, journal.Entry{Lines: []byte("4 resume\n"), Sync: true})
	j.Close()
	if text, p := readBack(t, folder); text != head+"1 pause\n2 resume\n3 pause\n4 resume\n" || p.Damage != nil {
		t.Errorf("got %q, %+v", text, p)
	}
}

// TestNotOverwritten: a folder that could not be read at the start holds a game. It is
// left alone.
func TestNotOverwritten(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "000001.log")
	if err := os.WriteFile(old, []byte(head+"1 pause\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	j := journal.New(journal.Config{Folder: folder}, journal.Past{})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head + "2 resume\n")})
	j.Close()
	if text, err := os.ReadFile(old); string(text) != head+"1 pause\n" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if text, p := readBack(t, folder); text != head+"2 resume\n" || p.Number != 2 {
		t.Errorf("got %q, %+v", text, p)
	}
}

// TestMuchAtOnce: a compacted log is written at once, and may be more than is kept for a
// disk that fails. This one does not.
func TestMuchAtOnce(t *testing.T) {
	folder := t.TempDir()
	var reported reports
	j, _ := open(t, journal.Config{Folder: folder, Most: 1000, Failing: reported.take})
	text := head + strings.Repeat("0 pause\n", 200)
	add(t, j, journal.Entry{Begin: true, Lines: []byte(text), Sync: true})
	add(t, j, lines("1 resume\n"))
	j.Close()
	if got, _ := readBack(t, folder); got != text+"1 resume\n" || len(reported.had()) > 0 {
		t.Errorf("%d bytes of %d, reported %q", len(got), len(text), reported.had())
	}
}
