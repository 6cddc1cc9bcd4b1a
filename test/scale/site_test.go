package scale

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
)

var processors = runtime.NumCPU()

// program is a program that runs.
type program struct {
	cmd *exec.Cmd
	log *os.File
}

// start starts a program that is killed at the end of the test.
func start(t *testing.T, name string, args ...string) *program {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), filepath.Base(name)+".log"))
	if err != nil {
		t.Fatal(err)
	}
	p := &program{exec.Command(name, args...), log}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait(); log.Close() })
	return p
}

func (p *program) says() string {
	text, err := os.ReadFile(p.log.Name())
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-4000):])
}

// usage is what a program has used of the machine.
type usage struct {
	processor time.Duration
	memory    int64 // resident, in bytes
	written   int64 // bytes for the disk
}

var inKB = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`)
var writtenBytes = regexp.MustCompile(`(?m)^write_bytes: (\d+)$`)

func (p *program) usage(t *testing.T) usage {
	t.Helper()
	folder := fmt.Sprintf("/proc/%d/", p.cmd.Process.Pid)
	return usage{ticks(t, folder+"stat", 11, 12), 1024 * number(t, folder+"status", inKB), number(t, folder+"io", writtenBytes)}
}

// ticks returns the sum of fields of a stat file, counted behind its name.
func ticks(t *testing.T, path string, fields ...int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	all := strings.Fields(line[strings.LastIndexAny(line, ")u")+1:])
	sum := int64(0)
	for _, i := range fields {
		n, err := strconv.ParseInt(all[i], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return time.Duration(sum) * 10 * time.Millisecond
}

// idle is the time for which the machine's processors have had nothing to do.
func idle(t *testing.T) time.Duration { return ticks(t, "/proc/stat", 3) }

func number(t *testing.T, path string, what *regexp.Regexp) int64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := what.FindSubmatch(text)
	if found == nil {
		return 0 // some machines do not count it
	}
	n, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// site is a hall with its boards at a broker.
type site struct {
	t            *testing.T
	boards       int
	url, folder  string
	at           []string // the brokers of the boards, each with its share of them
	http         string
	broker, hall *program
	players      []*program // at each broker
}

// mosquittoProgram is the broker that startMosquitto has started last.
var mosquittoProgram *program

// startMosquitto starts a mosquitto like the one that ships, with more lines for its configuration.
func startMosquitto(t *testing.T, more string) (address string) {
	t.Helper()
	address = brokertest.FreeAddress(t)
	folder := t.TempDir()
	conf := fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\nmessage_size_limit 262144\n%s\npersistence true\nautosave_interval 60\npersistence_location %s/\nuser root\n%s", harness.PortOf(address), shippedQueue(t), folder, more)
	path := filepath.Join(folder, "mosquitto.conf")
	write(t, path, conf)
	mosquittoProgram = start(t, brokertest.Program(t, "mosquitto"), "-c", path)
	return address
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// newSite pairs a round, opens it, and starts the hall, with more tables in its configuration.
func newSite(t *testing.T, boards int, url string, more ...string) *site {
	t.Helper()
	s := &site{t: t, boards: boards, url: url, at: []string{url}, folder: t.TempDir(), http: brokertest.FreeAddress(t), broker: mosquittoProgram}
	write(t, s.path("hall.toml"), fmt.Sprintf("site = \"hall\"\n[files]\nfolder = %q\n[http]\nlisten = %q\n[mqtt]\nbroker = %q\n"+
		"[[tournaments]]\nid = \"open\"\nevent = \"Open\"\nplace = \"Aberdeen SCO\"\ntime_control = \"180+2\"\ndates = [\"2027-03-06\"]\n", s.path("www"), s.http, url)+strings.Join(more, ""))
	pairings := "table;white;black;round\n"
	for i := range boards {
		pairings += fmt.Sprintf("%d;White, No %d;Black, No %d;1\n", i+1, i+1, i+1)
	}
	write(t, s.path("r1.csv"), pairings)
	s.do("import", "--accept", s.path("r1.csv"))
	s.do("open", "--round", "1")
	s.hall = start(t, s.program(), "run", "--config", s.path("hall.toml"))
	return s
}

func (s *site) path(name string) string { return filepath.Join(s.folder, name) }

func (s *site) program() string {
	return filepath.Join(filepath.Dir(harness.ProgramPath(s.t, "watch")), "boardd-hall")
}

func (s *site) do(args ...string) {
	s.t.Helper()
	text, err := exec.Command(s.program(), append(args, "--config", s.path("hall.toml"))...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("%v: %v\n%s", args, err, text)
	}
}

// startBoards has the players sit down. They begin when their boards have names.
func (s *site) startBoards() {
	lab := filepath.Join(filepath.Dir(harness.ProgramPath(s.t, "demo")), "boardd-lab")
	for i, url := range s.at {
		share := s.boards / len(s.at)
		s.players = append(s.players, start(s.t, lab, "hall", "--first", fmt.Sprint(1+i*share), "--boards", fmt.Sprint(share), "--light", "--site", "hall", "--broker", url,
			"--profile", "clean", "--time", "3+2", "--speed", "1.6", "--plies", "40"))
	}
}

// say returns what the players say.
func (s *site) say() (text string) {
	for _, p := range s.players {
		text += p.says()
	}
	return text
}

// begun waits until all games have.
func (s *site) begun(f *followers) {
	s.t.Helper()
	for begin := time.Now(); f.games() < s.boards; time.Sleep(100 * time.Millisecond) {
		if time.Since(begin) > 5*time.Minute {
			s.t.Fatalf("%d of %d games have begun\nhall: %s\nplayers: %s", f.games(), s.boards, s.hall.says(), s.say())
		}
	}
}

// finish waits until all games have ended, and until the world has every ply of each.
func (s *site) finish(f *followers) {
	s.t.Helper()
	for _, p := range s.players {
		if err := p.cmd.Wait(); err != nil {
			s.t.Errorf("players: %v\n%s", err, p.says())
		}
	}
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		missing := f.missing()
		if missing == "" {
			return
		}
		if time.Since(begin) > time.Minute {
			s.t.Fatalf("%s\nhall: %s", missing, s.hall.says())
		}
	}
}

// fileSize is how much the file of the hall has on the disk.
func (s *site) fileSize() (sum int64) {
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path("hall.db" + end)); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// results counts the games of a round that have a result.
func results(pgn []byte) int {
	return bytes.Count(pgn, []byte("[Result ")) - bytes.Count(pgn, []byte(`[Result "*"]`))
}
