package rehearsal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
)

// world is a hall with its broker, its boards, its program, and those who look at it.
type world struct {
	t      *testing.T
	plan   *plan
	name   string
	dir    string
	broker *brokertest.Mosquitto
	boards string // the address of the broker for boards, and that for people
	people string
	http   string
	labs   []*lab
	hall   *exec.Cmd
	log    harness.Lines // of the hall
	struck map[int]int   // by table: how often its boardd was killed
	*watcher
	*public
	stop func()
}

// lab is a boardd-lab hall that plays a part of the round.
type lab struct {
	cmd  *exec.Cmd
	out  harness.Lines
	done chan error
}

func newWorld(t *testing.T, p *plan, name string) *world {
	t.Helper()
	w := &world{t: t, plan: p, name: name, struck: map[int]int{}, dir: folderFor(t, name), boards: brokertest.FreeAddress(t), people: brokertest.FreeAddress(t), http: brokertest.FreeAddress(t)}
	etc := w.file("mosquitto")
	if err := os.Mkdir(etc, 0o755); err != nil {
		t.Fatal(err)
	}
	args := []string{"--etc", etc, "--site", "hall", "--host", "127.0.0.1", "--listen", "127.0.0.1", "--ports", harness.PortOf(w.boards) + "," + harness.PortOf(w.people)}
	for n := range p.boards {
		args = append(args, boardName(n+1))
	}
	if out, err := exec.Command("../../systemd/mosquitto/boardd-broker-setup", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.broker = brokertest.Start(t, "persistence_location "+w.dir+"/\ninclude_dir "+etc+"/conf.d\n", w.boards, w.people)
	return w
}

// folderFor is the folder of a world. It stays if BOARDD_KEEP names one.
func folderFor(t *testing.T, name string) string {
	t.Helper()
	keep := os.Getenv("BOARDD_KEEP")
	if keep == "" {
		return t.TempDir()
	}
	folder := filepath.Join(keep, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

func boardName(table int) string { return fmt.Sprintf("b%02d", table) }

func (w *world) file(name string) string { return filepath.Join(w.dir, name) }

func (w *world) handOut() string { return w.file("mosquitto/boardd/hand-out") }

// folder is that of the tournament's files.
func (w *world) folder() string { return w.file("www/open") }

// open has the round played: the boards come, the pairings are read, and the round is opened.
func (w *world) open() {
	w.t.Helper()
	w.write("hall.toml", fmt.Sprintf("site = \"hall\"\n[files]\nfolder = %q\n[http]\nlisten = %q\n"+
		"[mqtt]\nbroker = \"tls://%s\"\nuser = \"operator\"\npassword_file = %q\nca_file = %q\n"+
		"[[tournaments]]\nid = \"open\"\nevent = \"Open\"\nplace = \"Aberdeen SCO\"\ntime_control = \"180+2\"\ndates = [\"2027-03-06\"]\ndelay = %q\n",
		w.file("www"), w.http, w.people, w.handOut()+"/people/operator/operator.password", w.handOut()+"/people/operator/ca.crt", delay))
	w.sit(1, w.plan.boards-w.plan.boardds, "--light")
	w.sit(w.plan.boards-w.plan.boardds+1, w.plan.boardds, "--program", program, "--state", w.file("state"))
	w.pairings()
	w.command("import", "--accept", w.file("round.csv"))
	ctx, cancel := context.WithCancel(context.Background())
	w.public, w.watcher = newPublic(), newWatcher(w.t, w.folder())
	var looking sync.WaitGroup
	looking.Go(func() { w.hear(ctx) })
	looking.Go(func() { w.poll(ctx) })
	looking.Go(func() { w.watch(ctx) })
	looking.Go(w.lint)
	w.stop = sync.OnceFunc(func() { cancel(); looking.Wait() })
	w.t.Cleanup(w.stop)
	w.startHall()
	w.t.Cleanup(w.killHall)
	w.command("open", "--round", "1")
}

func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(w.file(name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// sit has some boards played on.
func (w *world) sit(first, count int, more ...string) {
	w.t.Helper()
	p := w.plan
	l := &lab{done: make(chan error, 1)}
	l.cmd = exec.Command(program+"-lab", append([]string{"hall", "--first", strconv.Itoa(first), "--boards", strconv.Itoa(count), "--hand-out", w.handOut(),
		"--speed", fmt.Sprint(p.speed), "--plies", strconv.Itoa(p.plies), "--seed", fmt.Sprint(p.seed), "--pairings", w.file(fmt.Sprintf("part%d.csv", len(w.labs)))}, more...)...)
	l.cmd.Stdout, l.cmd.Stderr = &l.out, &l.out
	if err := l.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	go func() { l.done <- l.cmd.Wait() }()
	w.t.Cleanup(func() {
		l.cmd.Process.Signal(os.Interrupt)
		harness.Comes(20*time.Second, func() bool { return l.cmd.ProcessState != nil })
	})
	w.labs = append(w.labs, l)
}

// pairings joins the parts of the pairings.
func (w *world) pairings() {
	w.t.Helper()
	var text strings.Builder
	for i := range w.labs {
		var part []byte
		harness.Until(w.t, "the pairings", 30*time.Second, func() (ok bool) {
			var err error
			part, err = os.ReadFile(w.file(fmt.Sprintf("part%d.csv", i)))
			return err == nil && strings.Count(string(part), "\n") > 1
		})
		head, rest, _ := strings.Cut(string(part), "\n")
		if i == 0 {
			text.WriteString(head + "\n")
		}
		text.WriteString(rest)
	}
	w.write("round.csv", text.String())
}

// command runs a command of the hall.
func (w *world) command(args ...string) {
	w.t.Helper()
	if out, err := exec.Command(program+"-hall", append(args, "--config", w.file("hall.toml"))...).CombinedOutput(); err != nil {
		w.t.Fatalf("%q: %v: %s", args, err, out)
	}
}

func (w *world) startHall() {
	w.hall = exec.Command(program+"-hall", "run", "--config", w.file("hall.toml"))
	w.hall.Stderr = &w.log
	if err := w.hall.Start(); err != nil {
		w.t.Error(err)
	}
}

func (w *world) killHall() {
	if w.hall.ProcessState == nil {
		w.hall.Process.Kill()
		w.hall.Wait()
	}
}

// killAll lets all kills of the plan happen in random order at random times, and counts them.
func (w *world) killAll(chance *rand.Rand) map[string]int {
	var all []string
	for name, n := range map[string]int{"hall": w.plan.halls, "broker": w.plan.brokers, "board": w.plan.ends} {
		for range n {
			all = append(all, name)
		}
	}
	chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	counts := map[string]int{}
	harness.Comes(2*time.Minute, func() bool { return w.plies() > 0 })
	gap, begin := w.plan.lasts()/time.Duration(len(all)), time.Now()
	for i, name := range all {
		moment := begin.Add(time.Duration(i)*gap + time.Duration(chance.Int64N(int64(gap))))
		time.Sleep(time.Until(moment)) // the moments are what is tried
		switch name {
		case "hall":
			w.killHall()
			w.startHall()
		case "broker":
			w.broker.Restart()
		case "board":
			if !harness.Comes(5*time.Second, func() bool { return w.killBoard(chance) }) {
				continue
			}
		}
		counts[name]++
	}
	return counts
}

// killBoard kills a boardd; the lab starts it again.
func (w *world) killBoard(chance *rand.Rand) bool {
	children := childrenOf(w.labs[len(w.labs)-1].cmd.Process.Pid)
	if len(children) == 0 {
		return false
	}
	pid := children[chance.IntN(len(children))]
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	for table := range w.plan.boards + 1 {
		if err == nil && strings.Contains(string(line), "/"+boardName(table)+"/boardd.toml") && syscall.Kill(pid, syscall.SIGKILL) == nil {
			w.struck[table]++
			return true
		}
	}
	return false
}

// childrenOf are the processes that a process has started.
func childrenOf(pid int) (all []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		head, rest, _ := strings.Cut(string(text), ") ")
		number, _, _ := strings.Cut(head, " ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(pid) && fields[0] != "Z" {
			child, _ := strconv.Atoi(number)
			all = append(all, child)
		}
	}
	return all
}

// patience is how long it may take at most until the last game has ended.
const patience = 20 * time.Minute

// end waits until all games have ended, and the world has them.
func (w *world) end() {
	w.t.Helper()
	for _, l := range w.labs {
		select {
		case err := <-l.done:
			if err != nil {
				w.t.Errorf("%s: %v: %s", w.name, err, l.out.String())
			}
		case <-time.After(patience):
			w.t.Fatalf("%s: it does not end: %s", w.name, l.out.String())
		}
		w.t.Logf("%s: %s", w.name, strings.TrimSpace(l.out.String()))
	}
	if !harness.Comes(3*time.Minute, func() bool { return w.results() == w.plan.boards }) {
		w.t.Errorf("%s: %d of %d games have a result\n%s", w.name, w.results(), w.plan.boards, w.log.String())
	}
	w.stop()
}
