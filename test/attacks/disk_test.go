package attacks

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/harness"
)

// disk is a file system of its own, in a file.
type disk struct {
	t      *testing.T
	folder string
}

// newDisk makes a disk. The test is skipped where nobody may mount one.
func newDisk(t *testing.T, size int64) *disk {
	t.Helper()
	image := filepath.Join(t.TempDir(), "image")
	d := &disk{t, t.TempDir()}
	if err := os.WriteFile(image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(image, size); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"mkfs.ext4", "-q", "-m", "0", image}, {"mount", "-o", "loop", image, d.folder}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("no disk of its own: %s: %v %s", args[0], err, out)
		}
	}
	t.Cleanup(func() {
		until(t, "unmounted", func() bool { return unix.Unmount(d.folder, 0) == unix.EINVAL })
	})
	return d
}

// The ioctls that freeze a file system, so that every writer waits, and thaw it: FIFREEZE and
// FITHAW of the kernel's include/uapi/linux/fs.h.
const (
	fifreeze = 0xc0045877
	fithaw   = 0xc0045878
)

// freeze makes every writer wait until thaw is called or the test ends.
func (d *disk) freeze() (thaw func()) {
	d.t.Helper()
	f, err := os.Open(d.folder)
	if err == nil {
		err = unix.IoctlSetInt(int(f.Fd()), fifreeze, 0)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	thawed := false
	thaw = func() {
		if !thawed {
			thawed = true
			if err := unix.IoctlSetInt(int(f.Fd()), fithaw, 0); err != nil {
				d.t.Error(err)
			}
			f.Close()
		}
	}
	d.t.Cleanup(thaw)
	return thaw
}

// The moves of a game in the lines of a board of family text.
var game = []struct{ uci, reported string }{
	{"e2e4", "lift e2 P\ndrop e4 P\npress w"}, {"e7e5", "lift e7 p\ndrop e5 p\npress b"},
	{"g1f3", "lift g1 N\ndrop f3 N\npress w"}, {"b8c6", "lift b8 n\ndrop c6 n\npress b"},
	{"f1b5", "lift f1 B\ndrop b5 B\npress w"}, {"a7a6", "lift a7 p\ndrop a6 p\npress b"},
}

// played returns the moves of the last snapshot.
func (p *person) played() string {
	var all []string
	for _, m := range p.snapshot().Moves {
		all = append(all, m.UCI)
	}
	return strings.Join(all, " ")
}

// uci returns the first moves of the game.
func uci(n int) string {
	var all []string
	for _, m := range game[:n] {
		all = append(all, m.uci)
	}
	return strings.Join(all, " ")
}

// play plays the moves from one to another, and waits until the broker has them.
func play(p *person, b *board, from, to int) {
	p.t.Helper()
	until(p.t, "ready", func() bool { return strings.Contains(p.last("status"), `"ready"`) })
	for i := from; i < to; i++ {
		b.say(strings.Split(game[i].reported, "\n")...)
	}
	until(p.t, fmt.Sprintf("%d moves, not %s", to, p.played()), func() bool { return p.played() == uci(to) })
}

// hall is a broker, an arbiter and a board.
type hall struct {
	url string
	*person
	*board
}

func newHall(t *testing.T) *hall {
	t.Helper()
	url := mosquitto(t)
	return &hall{url, newPerson(t, url, "arbiter", topics+"#"), newBoard(t)}
}

// config returns the configuration of boardd in this hall, with its state in a folder.
func (h *hall) config(folder string, more ...string) string {
	return fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\nstate_dir = %q\n[port]\nname = %q\nfamily = \"text\"\n[mqtt]\nbroker = %q\n%s\n",
		folder, h.path, h.url, strings.Join(more, "\n"))
}

// kept returns the names of the files of a board in a state folder, with their sizes.
func kept(t *testing.T, folder string) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	root := filepath.Join(folder, "hall", "b07")
	err := filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			name, _ := filepath.Rel(root, path)
			all[name] = info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// wantNotAside fails the test if a file was moved aside as damaged.
func wantNotAside(t *testing.T, folder, when string) {
	t.Helper()
	for name := range kept(t, folder) {
		if strings.Contains(name, "damaged") {
			t.Errorf("%s: %s", when, name)
		}
	}
}

// TestAttack29Files: boardd starts with a low limit of open files. Whichever file it cannot open,
// it takes none for damaged, and the next start goes on with the game.
func TestAttack29Files(t *testing.T) {
	h, folder := newHall(t), stateFolder(t)
	d := startDaemonIn(t, folder, h.config(folder))
	play(h.person, h.board, 0, 2)
	d.kill()
	for n := uint64(4); n <= 24; n++ {
		d := startLimited(t, folder, h.config(folder), n)
		harness.Comes(1500*time.Millisecond, d.ended)
		d.kill()
		wantNotAside(t, folder, fmt.Sprintf("%d files", n))
	}
	startDaemonIn(t, folder, h.config(folder))
	play(h.person, h.board, 2, 4)
}

// startLimited runs boardd with a low limit of open files.
func startLimited(t *testing.T, folder, config string, files uint64) *daemon {
	t.Helper()
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	d := prepareDaemon(t, folder, config)
	d.cmd.Args = append([]string{"/bin/sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, files)}, d.cmd.Args...)
	d.cmd.Path = "/bin/sh"
	d.start()
	return d
}

// TestAttack29Permission: somebody has taken away the right to open the journal, or the cursor.
// boardd does not take the file for damaged. When the right is back, the game goes on.
func TestAttack29Permission(t *testing.T) {
	for _, file := range []string{"journal/000001.log", "cursor"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			h, folder := newHall(t), stateFolder(t)
			if err := os.Chmod(h.path, 0o666); err != nil {
				t.Fatal(err)
			}
			run := func() *daemon {
				if err := unix.IoctlSetInt(int(h.slave.Fd()), unix.TIOCNXCL, 0); err != nil { // which the last one has left
					t.Fatal(err)
				}
				return startAsNobody(t, folder, h.config(folder))
			}
			d := run()
			play(h.person, h.board, 0, 2)
			d.kill()
			path := filepath.Join(folder, "hall", "b07", file)
			chmod(t, path, 0)
			before := kept(t, folder)
			d = run()
			ended := harness.Comes(20*time.Second, d.ended)
			t.Logf("ended %t: %s", ended, d.errs.String())
			wantNotAside(t, folder, "no right")
			if now := kept(t, folder); now[file] != before[file] {
				t.Errorf("%s has %d bytes, had %d", file, now[file], before[file])
			}
			chmod(t, path, 0o600)
			if ended {
				run()
			}
			until(t, "the game goes on, not "+h.played(), func() bool { return h.played() == uci(2) })
			play(h.person, h.board, 2, 4)
		})
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// startAsNobody runs boardd as a user who has no rights.
func startAsNobody(t *testing.T, folder, config string) *daemon {
	t.Helper()
	const nobody = 65534
	d := prepareDaemon(t, folder, config)
	if os.Getuid() == 0 {
		for _, path := range []string{folder, filepath.Join(folder, "boardd.toml")} {
			if err := os.Chown(path, nobody, nobody); err != nil {
				t.Fatal(err)
			}
		}
		d.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	d.start()
	return d
}

// TestAttack29Unreadable: the disk gives an error when the journal, or the cursor, is read.
// boardd leaves the files as they are. When they can be read again, the game goes on.
func TestAttack29Unreadable(t *testing.T) {
	for _, file := range []string{"journal/000001.log", "cursor"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			h, folder := newHall(t), stateFolder(t)
			d := startDaemonIn(t, folder, h.config(folder))
			play(h.person, h.board, 0, 2)
			d.kill()
			path := filepath.Join(folder, "hall", "b07", file)
			if err := os.Rename(path, folder+"/good"); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("/proc/self/mem", path); err != nil { // of which the beginning is an input/output error
				t.Fatal(err)
			}
			if _, err := os.ReadFile(path); err == nil || !strings.Contains(err.Error(), "input/output error") {
				t.Fatal(err)
			}
			d = startDaemonIn(t, folder, h.config(folder))
			ended := harness.Comes(20*time.Second, d.ended)
			t.Logf("ended %t: %s", ended, d.errs.String())
			wantNotAside(t, folder, "an error of the disk")
			if is, err := os.Readlink(path); err != nil || is != "/proc/self/mem" {
				t.Errorf("%s is %q, %v", file, is, err)
			}
			d.kill()
			if err := os.Rename(folder+"/good", path); err != nil {
				t.Fatal(err)
			}
			startDaemonIn(t, folder, h.config(folder))
			until(t, "the game goes on, not "+h.played(), func() bool { return h.played() == uci(2) })
			play(h.person, h.board, 2, 4)
		})
	}
}

// TestAttack29Frozen: in the middle of a game every write to the disk hangs. Moves still go to
// the broker, the arbiter gets an alert, and nothing is missing when the disk works again.
func TestAttack29Frozen(t *testing.T) {
	h, disk := newHall(t), newDisk(t, 32<<20)
	d := startDaemonIn(t, t.TempDir(), h.config(disk.folder))
	play(h.person, h.board, 0, 2)
	thaw := disk.freeze()
	play(h.person, h.board, 2, 4)
	for _, alert := range []string{"journal_failing", "outbox_failing"} {
		until(t, alert, func() bool { return h.last("arbiter/alert/"+alert) != "" })
	}
	play(h.person, h.board, 4, 5)
	d.wantAlive()
	thaw()
	for _, alert := range []string{"journal_failing", "outbox_failing"} {
		until(t, alert+" is over", func() bool { return h.last("arbiter/alert/"+alert) == "" })
	}
	d.kill()
	startDaemonIn(t, t.TempDir(), h.config(disk.folder))
	play(h.person, h.board, 5, 6)
}

// TestAttack29FrozenStart: every access to the disk hangs when boardd starts, with a game on the
// disk or without. boardd reports that, and ends or runs without the disk. When the disk works
// again, the game goes on.
func TestAttack29FrozenStart(t *testing.T) {
	for _, before := range []int{0, 2} {
		t.Run(fmt.Sprint(before, " moves"), func(t *testing.T) {
			h, disk := newHall(t), newDisk(t, 32<<20)
			if before > 0 {
				d := startDaemonIn(t, t.TempDir(), h.config(disk.folder))
				play(h.person, h.board, 0, before)
				d.kill()
			}
			thaw := disk.freeze()
			d := startDaemonIn(t, t.TempDir(), h.config(disk.folder))
			if !harness.Comes(patience, func() bool { return d.errs.Count("disk") > 0 }) {
				t.Errorf("nothing is reported of the disk: %q", d.errs.String())
			}
			t.Log(d.errs.String())
			thaw()
			d.stop()
			startDaemonIn(t, t.TempDir(), h.config(disk.folder))
			play(h.person, h.board, before, 4)
		})
	}
}

// TestAttack29Recording: every write to the disk of a recording hangs. boardd reports it, and the
// game goes on. When the disk works again, the recording is complete.
func TestAttack29Recording(t *testing.T) {
	h, disk := newHall(t), newDisk(t, 32<<20)
	d := prepareDaemon(t, t.TempDir(), h.config(stateFolder(t)))
	d.cmd.Args = append(d.cmd.Args, "--record", filepath.Join(disk.folder, "bug.log"))
	d.start()
	play(h.person, h.board, 0, 2)
	thaw := disk.freeze()
	play(h.person, h.board, 2, 4)
	until(t, "files_failing", func() bool { return h.last("arbiter/alert/files_failing") != "" })
	play(h.person, h.board, 4, 5)
	thaw()
	until(t, "files_failing is over", func() bool { return h.last("arbiter/alert/files_failing") == "" })
	d.stop()
	out, errs, _ := command(t, "replay", "-o", "uci", filepath.Join(disk.folder, "bug.log"))
	if strings.TrimSpace(out) != uci(5) {
		t.Errorf("recorded is %q, %s", out, errs)
	}
}

// TestAttack29Log: nobody reads boardd's log, as when journald hangs at its disk. The game goes
// on.
func TestAttack29Log(t *testing.T) {
	h := newHall(t)
	folder := stateFolder(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const room = 4096
	if _, err := unix.FcntlInt(w.Fd(), unix.F_SETPIPE_SZ, room); err != nil {
		t.Fatal(err)
	}
	d := prepareDaemon(t, folder, h.config(folder))
	d.cmd.Stderr = w
	d.start()
	w.Close()
	play(h.person, h.board, 0, 2)
	for n := range 2 * room / 170 { // each is a line of so many bytes
		h.person.say("req/inspect", fmt.Sprintf(`{"transaction":"t%d","by":"%s"}`, n, strings.Repeat("x", 60)), false)
		if h.answer("inspect", fmt.Sprintf("t%d", n), patience) == "" {
			t.Fatalf("request %d is not answered: the loop waits for the log", n)
		}
	}
	play(h.person, h.board, 2, 4)
	until(t, "log_failing", func() bool { return h.last("arbiter/alert/log_failing") != "" })
	go io.Copy(io.Discard, r)
	until(t, "log_failing is over", func() bool { return h.last("arbiter/alert/log_failing") == "" })
}
