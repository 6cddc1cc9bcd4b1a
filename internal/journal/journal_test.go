package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/journal"
)

// open opens a journal, and reads what there is in its folder.
func open(t testing.TB, c journal.Config) (*journal.Journal, journal.Past) {
	t.Helper()
	p, err := journal.Read(c.Folder)
	if err != nil {
		t.Fatal(err)
	}
	j := journal.New(c, p)
	t.Cleanup(j.Close)
	return j, p
}

// add adds lines and waits until they are written.
func add(t testing.TB, j *journal.Journal, e journal.Entry) {
	t.Helper()
	done := make(chan struct{})
	e.Then = func() { close(done) }
	j.Add(e)
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("never written")
	}
}

func lines(text string) journal.Entry { return journal.Entry{Lines: []byte(text)} }

const head = "#! boardd-log 1\n#: board dgt\n"

// readBack is what a folder holds, without the sums.
func readBack(t testing.TB, folder string) (string, journal.Past) {
	t.Helper()
	p, err := journal.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	return linesOf(t, &p), p
}

var sumLine = regexp.MustCompile("(?m)^# sum .*\n")

// linesOf is what is good of a file, without the sums.
func linesOf(t testing.TB, p *journal.Past) string {
	t.Helper()
	if p.Size == 0 {
		return ""
	}
	src, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	text, err := io.ReadAll(src)
	if err != nil || int64(len(text)) != p.Size {
		t.Fatalf("%d bytes of %d, %v", len(text), p.Size, err)
	}
	return sumLine.ReplaceAllString(string(text), "")
}

// TestOutlives: one start after the other adds to the same file, and the text is a log.
func TestOutlives(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "journal")
	j, p := open(t, journal.Config{Folder: folder})
	if p.Number != 0 || p.Size != 0 {
		t.Errorf("past of a new folder: %+v", p)
	}
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	add(t, j, journal.Entry{Lines: []byte("0 link up\n1 pause\n"), Sync: true})
	j.Close()
	j, _ = open(t, journal.Config{Folder: folder})
	add(t, j, lines("2 resume\n"))
	j.Close()
	text, p := readBack(t, folder)
	if want := head + "0 link up\n1 pause\n2 resume\n"; text != want || p.Number != 1 || p.Damage != nil || p.Torn != 0 {
		t.Errorf("got %q, %+v", text, p)
	}
}

// TestOrder: what follows from an entry is done when it is in the file, in order.
func TestOrder(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	j.Add(journal.Entry{Begin: true, Lines: []byte(head)})
	var mu sync.Mutex
	next, bad := 0, ""
	for i := range 200 {
		j.Add(journal.Entry{Lines: fmt.Appendf(nil, "%d pause\n", i), Then: func() {
			mu.Lock()
			defer mu.Unlock()
			data, err := os.ReadFile(filepath.Join(folder, "000001.log"))
			if err != nil || i != next || !bytes.Contains(data, fmt.Appendf(nil, "\n%d pause\n", i)) {
				bad = fmt.Sprintf("entry %d, after %d: %v", i, next-1, err)
			}
			next++
		}})
	}
	add(t, j, lines("200 pause\n"))
	if bad != "" || next != 200 {
		t.Errorf("%d done; %s", next, bad)
	}
}

// TestTorn: a write that was cut short is left out, and the next one begins a line.
func TestTorn(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	j.Close()
	f, err := os.OpenFile(filepath.Join(folder, "000001.log"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("0 link up\n12 li")
	f.Close()
	j, p := open(t, journal.Config{Folder: folder})
	if p.Torn != 15 || p.Damage != nil {
		t.Errorf("past %+v", p)
	}
	add(t, j, lines("0 link down\n"))
	j.Close()
	if text, _ := readBack(t, folder); text != head+"0 link down\n" {
		t.Errorf("got %q", text)
	}
}

// TestPages: a new file for a game; the oldest go when there is too much.
func TestPages(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder, Room: 3000})
	game := head + strings.Repeat("0 pause\n", 110)
	for range 6 {
		add(t, j, journal.Entry{Begin: true, Lines: []byte(game)})
	}
	j.Close()
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	if got := strings.Join(names, " "); got != "000003.log 000004.log 000005.log 000006.log" && got != "000004.log 000005.log 000006.log" {
		t.Errorf("files %s", got)
	}
}

// TestDamaged cuts a journal at every byte, and changes every byte of it. A start takes only the
// beginning of what was written, and reports changed bytes unless they count as not written.
func TestDamaged(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	for i := range 20 {
		add(t, j, journal.Entry{Lines: fmt.Appendf(nil, "%d lift e2 P\n%d drop e4 P\n", i, i)})
	}
	j.Close()
	data, err := os.ReadFile(filepath.Join(folder, "000001.log"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if good, err := journal.Verify(data[:n]); err != nil || good > n || n-good > 60 {
			t.Fatalf("cut at %d: %d are good, %v", n, good, err)
		}
		for _, flip := range []byte{0x01, 0x04, 0x80, 0xff} {
			changed := bytes.Clone(data)
			changed[n] ^= flip
			good, err := journal.Verify(changed)
			if good > n {
				t.Fatalf("byte %d ^ %#x: %d are good", n, flip, good)
			}
			if lastPart := len(data) - 60; err == nil && n < lastPart {
				t.Fatalf("byte %d ^ %#x: nothing is reported", n, flip)
			}
		}
	}
}

// TestVerifyInParts: a file is verified alike in whatever parts it is read, and however
// long its lines are.
func TestVerifyInParts(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head + "# " + strings.Repeat("x", 100) + "\n")})
	add(t, j, lines("# sum 0000\n# sum 000000001\n0 pause\n"))
	j.Close()
	data, err := os.ReadFile(filepath.Join(folder, "000001.log"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		changed := bytes.Clone(data)
		changed[n] ^= 0x02
		for _, text := range [][]byte{data[:n], changed} {
			want, damage := journal.Verify(text)
			for _, size := range []int{1, 7, 15, 16} {
				if good, err := journal.VerifyInParts(text, size); good != want || fmt.Sprint(err) != fmt.Sprint(damage) {
					t.Fatalf("byte %d, parts of %d: %d are good, %v; want %d, %v", n, size, good, err, want, damage)
				}
			}
		}
	}
}

// TestCannotRead: an error of the disk says nothing of what is on it. Nothing is moved
// aside, nothing is taken for the last game, and it is there when it can be read again.
func TestCannotRead(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head + "1 pause\n")})
	j.Close()
	path, good := filepath.Join(folder, "000002.log"), filepath.Join(t.TempDir(), "good")
	if err := os.Rename(path, good); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/proc/self/mem", path); err != nil { // of which the beginning is an input/output error
		t.Fatal(err)
	}
	if p, err := journal.Read(folder); !errors.Is(err, journal.ErrUnread) || !errors.Is(err, syscall.EIO) || p.Number != 0 {
		t.Errorf("read: %+v, %v", p, err)
	}
	if p, err := journal.Before(folder, 3); !errors.Is(err, journal.ErrUnread) || p.Number != 0 {
		t.Errorf("before: %+v, %v", p, err)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != 2 {
		t.Errorf("files %q", files)
	}
	if err := os.Rename(good, path); err != nil {
		t.Fatal(err)
	}
	if text, p := readBack(t, folder); text != head+"1 pause\n" || p.Number != 2 {
		t.Errorf("got %q, file %d", text, p.Number)
	}
}

// TestMovedAside: a damaged file is moved aside, and what is good goes on in the next.
func TestMovedAside(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	add(t, j, lines("0 link up\n"))
	add(t, j, lines("7 lift e2 P\n"))
	add(t, j, lines("9 drop e4 P\n"))
	j.Close()
	path := filepath.Join(folder, "000001.log")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Replace(data, []byte("e2 P"), []byte("d2 P"), 1)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a start that dies before it has begun the next file changes nothing
		_, p := readBack(t, folder)
		if !errors.Is(p.Damage, journal.ErrDamaged) || p.Aside != path+".damaged" || linesOf(t, &p) != head+"0 link up\n" {
			t.Fatalf("past %+v", p)
		}
	}
	j, p := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, From: &p})
	add(t, j, lines("12 link down\n"))
	j.Close()
	if text, p := readBack(t, folder); text != head+"0 link up\n12 link down\n" || p.Number != 2 || p.Damage != nil {
		t.Errorf("got %q, %+v", text, p)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != 2 {
		t.Errorf("files %q", files)
	}
}

// TestMovedAsideFailing: the disk takes nothing when a file is to begin with what is
// good of a damaged one. It is tried again, all of it.
func TestMovedAsideFailing(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	add(t, j, lines("0 link up\n"))
	j.Close()
	path := filepath.Join(folder, "000001.log")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(data, []byte("link"), []byte("lunk"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := journal.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	torn := filepath.Join(folder, "000002.log") // a name that is taken
	if err := errors.Join(os.WriteFile(torn, nil, 0o600), os.WriteFile(filepath.Join(folder, "new"), []byte("half"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var may atomic.Bool
	var reported reports
	j = journal.New(journal.Config{Folder: folder, Retry: time.Millisecond, Failing: reported.take, Ready: func() error {
		if !may.Load() {
			return errors.New("not yet")
		}
		return nil
	}}, p)
	defer j.Close()
	add(t, j, journal.Entry{Begin: true, From: &p})
	add(t, j, lines("1 pause\n"))
	reported.wait(t, "not yet")
	may.Store(true)
	reported.wait(t, "not yet", "<nil>")
	if text, p := readBack(t, folder); text != head+"1 pause\n" || p.Number != 3 || p.Damage != nil {
		t.Errorf("got %q, %+v", text, p)
	}
}

// TestFull: on a full disk the game goes on, and when there is room again the file
// has all of it.
func TestFull(t *testing.T) {
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var failing atomic.Bool
	j, _ := open(t, journal.Config{Folder: folder, Retry: 10 * time.Millisecond, Failing: func(err error) { failing.Store(err != nil) }})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head)})
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	want := head
	for i := range 20 {
		text := fmt.Sprintf("%d pause\n", i)
		add(t, j, journal.Entry{Lines: []byte(text), Sync: true})
		want += text
	}
	add(t, j, journal.Entry{}) // with nothing to write, nothing is well again
	reported := failing.Load()
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if !reported {
		t.Error("nothing is reported")
	}
	for deadline := time.Now().Add(time.Minute); failing.Load() && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	j.Close()
	if text, p := readBack(t, folder); text != want || p.Damage != nil {
		t.Errorf("got %q, %+v", text, p)
	}
}

// FuzzVerify: what is good is a beginning that ends with a line, and stays good.
func FuzzVerify(f *testing.F) {
	f.Add([]byte(head))
	f.Add([]byte(head + "# sum 00000000\n"))
	f.Add([]byte("# sum 00000000\n0 pause\n# sum zz000000\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		good, _ := journal.Verify(data)
		if good > len(data) || good > 0 && data[good-1] != '\n' {
			t.Fatalf("%d good of %d", good, len(data))
		}
		if again, err := journal.Verify(data[:good]); again != good || err != nil {
			t.Fatalf("%d good, then %d, %v", good, again, err)
		}
		if again, _ := journal.VerifyInParts(data, 3); again != good {
			t.Fatalf("%d good, in parts %d", good, again)
		}
	})
}
