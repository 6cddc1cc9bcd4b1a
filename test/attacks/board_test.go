package attacks

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/playback"
)

// board is a board of family text behind a port. It answers boardd's questions, and sends the
// lines of a test, however many.
type board struct {
	path          string
	master, slave *os.File
	mu            sync.Mutex
	shown         [64]byte // what stands on it: a8, b8 … h1, letters as in a FEN, . for none
	asked         []byte
}

// newBoard makes a board with the pieces in the initial array.
func newBoard(t *testing.T) *board {
	t.Helper()
	master, slave, err := playback.Open()
	if err != nil {
		t.Fatal(err)
	}
	b := &board{path: slave.Name(), master: master, slave: slave}
	b.show("rnbqkbnr" + "pppppppp" + strings.Repeat(".", 32) + "PPPPPPPP" + "RNBQKBNR")
	listened := make(chan struct{})
	go func() {
		defer close(listened)
		b.listen()
	}()
	t.Cleanup(func() {
		b.master.Close()
		<-listened
		b.slave.Close()
	})
	return b
}

// listen answers hello? and board?.
func (b *board) listen() {
	buf := make([]byte, 256)
	for {
		n, err := b.master.Read(buf)
		if err != nil {
			return
		}
		b.mu.Lock()
		b.asked = append(b.asked, buf[:n]...)
		for {
			line, rest, ok := bytes.Cut(b.asked, []byte("\n"))
			if !ok {
				break
			}
			b.asked = rest
			switch string(line) {
			case "hello?":
				b.write("hello 1 identified 0042 1.0\n")
			case "board?":
				b.write("board " + string(b.shown[:]) + "\n")
			}
		}
		b.mu.Unlock()
	}
}

// write sends bytes. Bytes that nobody reads in time are lost.
func (b *board) write(text string) error {
	b.master.SetWriteDeadline(time.Now().Add(time.Second))
	_, err := b.master.WriteString(text)
	return err
}

// say makes the board send lines, and moves its pieces accordingly.
func (b *board) say(lines ...string) {
	text := strings.Join(lines, "\n") + "\n"
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range strings.Lines(text) {
		switch words := strings.Fields(line); words[0] {
		case "lift":
			b.put(words[1], '.')
		case "drop":
			b.put(words[1], words[2][0])
		}
	}
	b.write(text)
}

func (b *board) put(square string, piece byte) {
	b.shown[int('8'-square[1])*8+int(square[0]-'a')] = piece
}

// show sets the pieces with which the board answers from now on.
func (b *board) show(pieces string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	copy(b.shown[:], pieces)
}

// flood makes the board repeat lines for a time, as fast as they are read. It returns how many
// lines were read.
func (b *board) flood(lines string, during time.Duration) (taken int) {
	text := lines
	for len(text) < 2048 {
		text += lines
	}
	for end := time.Now().Add(during); time.Now().Before(end); {
		b.mu.Lock()
		b.master.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := b.master.WriteString(text)
		b.mu.Unlock()
		taken += strings.Count(text[:n], "\n")
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return taken
		}
	}
	return taken
}

// flooding is a boardd whose board repeats lines, and the messages that follow.
type flooding struct {
	taken, messages, lines int
	each                   time.Duration // of a processor's time, for a line
	daemon                 *daemon
	arbiter                *person
	board                  *board
}

// floodFor makes a board repeat lines for some seconds, and then be quiet.
func floodFor(t *testing.T, seconds int, lines string, more ...string) *flooding {
	t.Helper()
	url := mosquitto(t, "max_queued_messages 0", "max_inflight_messages 0")
	f := &flooding{board: newBoard(t)}
	f.daemon = startDaemon(t, f.board.path, "text", url, more...)
	f.arbiter = newPerson(t, url, "arbiter", topics+"#")
	until(t, "the board", func() bool { return strings.Contains(f.arbiter.last("status"), `"ready"`) })
	messages, logged, busy := f.arbiter.count(), f.daemon.errs.Count(""), f.daemon.busy()
	f.taken = f.board.flood(lines, time.Duration(seconds)*time.Second)
	had := -1
	until(t, "the end of the messages", func() bool {
		before := had
		had = f.arbiter.count()
		time.Sleep(500 * time.Millisecond)
		return before == had
	})
	f.daemon.wantAlive()
	f.messages, f.lines, f.each = had-messages, f.daemon.errs.Count("")-logged, (f.daemon.busy()-busy)/time.Duration(max(f.taken, 1))
	t.Logf("%d lines of the board taken in %d s, %s of a processor each: %d messages, %d lines logged, %d MB",
		f.taken, seconds, f.each, f.messages, f.lines, f.daemon.memory())
	return f
}

// everywhere returns lines that put pieces down on all squares, and lift one in some per cent of
// the lines.
func everywhere(off int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 500 {
		square := fmt.Sprintf("%c%d", 'a'+rune(r.IntN(8)), 1+r.IntN(8))
		if r.IntN(100) < off {
			fmt.Fprintf(&b, "lift %s\n", square)
		} else {
			fmt.Fprintf(&b, "drop %s %c\n", square, "KQRBNPkqrbnp"[r.IntN(12)])
		}
	}
	return b.String()
}

// TestAttack28Flood: however much a board sends, boardd publishes no more than a person and a
// broker can take. Afterwards a game can be played.
func TestAttack28Flood(t *testing.T) {
	const seconds, mostMessages, mostLines, mostBusy = 5, 120, 20, 3 * time.Millisecond // a second, and a line
	for name, lines := range map[string]string{
		"a piece up and down": "lift e2 P\ndrop e2 P\n",
		"moves to and fro":    "lift e2 P\ndrop e4 P\nlift e4 P\ndrop e2 P\n",
		"flags":               "flag w\nflag b\n",
		"presses":             "press w\npress b\n",
		"clocks":              "clock 1000 2000 w\nclock 999 2000 w\npause\nresume\n",
		"pieces everywhere":   everywhere(33),
		"whole boards":        "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\nboard 8/8/8/8/8/8/8/8\n",
		"hellos":              "hello 1 identified 0042 1.0\nhello 1 occupancy 0043 1.1\n",
		"noise":               "\x00\xff\x80 lift z9\nlift\n\ndrop e4 PPPP\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := floodFor(t, seconds, lines)
			if a := f.messages / seconds; a > mostMessages {
				t.Errorf("%d messages a second, want %d at most", a, mostMessages)
			}
			if a := f.lines / seconds; a > mostLines {
				t.Errorf("%d lines a second are logged, want %d at most", a, mostLines)
			}
			if f.each > mostBusy {
				t.Errorf("a line costs %s, want %s at most", f.each, mostBusy)
			}
			f.arbiter.say("req/inspect", `{"by":"arbiter","transaction":"after"}`, false)
			if f.arbiter.answer("inspect", "after", patience) == "" {
				t.Error("a request after it is not answered")
			}
		})
	}
}

// TestAttack28Crowd: a board that reports more pieces than it can hold costs no more processor
// time than another.
func TestAttack28Crowd(t *testing.T) {
	log := "#! boardd-log 1\n10 lift e2 P\n20 drop e4 P\n600 press w\n"
	at := 2000
	for n := range 32 {
		at += 20
		log += fmt.Sprintf("%d drop %c%d q\n", at, 'a'+n%8, 3+n/8)
	}
	const records = 500
	for line := range strings.Lines(strings.Repeat(everywhere(33), records/500)) {
		at += 20
		log += fmt.Sprintf("%d %s", at, line)
	}
	path := filepath.Join(t.TempDir(), "crowd.log")
	if err := os.WriteFile(path, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, state := command(t, "replay", path, "-o", "findings")
	if state.ExitCode() != 0 {
		t.Fatal(errs)
	}
	each := (state.UserTime() + state.SystemTime()) / records
	t.Logf("%s a record; %d findings", each, strings.Count(out, "\n"))
	if most := 300 * time.Microsecond; each > most {
		t.Errorf("a record costs %s, want %s at most", each, most)
	}
}

// TestAttack28Flag: each fall of a flag is reported once, however often the clock shows it. The
// long search whether the opponent can mate delays nothing.
func TestAttack28Flag(t *testing.T) {
	url := mosquitto(t)
	b := newBoard(t)
	b.show("B..b...." + "........" + "........" + "....k..." + ".p......" + ".Pp.p.pB" + "K.P.P.Pb" + "RB......")
	d := startDaemon(t, b.path, "text", url, "[game]", `start = "B2b4/8/8/4k3/1p6/1Pp1p1pB/K1P1P1Pb/RB6 b - - 0 1"`)
	arbiter := newPerson(t, url, "arbiter", topics+"#")
	until(t, "the board", func() bool { return strings.Contains(arbiter.last("status"), `"ready"`) })
	reported := func() (n int) {
		for _, f := range arbiter.heard("arbiter/finding") {
			if strings.Contains(f, `"flag_fall"`) {
				n++
			}
		}
		return n
	}
	b.say("clock 1000 5000 b")
	for range 40 {
		b.say("flag b")
	}
	start := time.Now()
	arbiter.say("req/inspect", `{"by":"arbiter","transaction":"meanwhile"}`, false)
	if arbiter.answer("inspect", "meanwhile", patience) == "" {
		t.Error("a request is not answered")
	}
	waited := time.Since(start)
	until(t, "the flag is reported", func() bool { return reported() > 0 })
	for range 40 {
		b.say("flag b")
	}
	time.Sleep(2 * time.Second) // whether more comes
	d.wantAlive()
	t.Logf("reported %d times of 80; a request after the first 40 was answered after %s; %s of a processor", reported(), waited.Round(time.Millisecond), d.busy())
	if n := reported(); n != 1 {
		t.Errorf("reported %d times", n)
	}
}

// TestAttack30Names: a device with a forged serial number gets no other board's name,
// configuration or credentials. Names have the form that 75-boardd.rules gives them; older rules
// gave the bare number.
func TestAttack30Names(t *testing.T) {
	b := newBoard(t)
	url := newHostile(t, func(*session) {}).url
	folder := t.TempDir()
	common := fmt.Sprintf("site = \"hall\"\n[mqtt]\nbroker = %q\n", url)
	own := fmt.Sprintf("[port]\nname = %q\nfamily = \"text\"\n[mqtt]\nuser = \"arbiter\"\npassword_file = \"arbiter.password\"\n", b.path)
	for name, text := range map[string]string{"boardd.toml": common, "serial-1.toml": own, "arbiter.password": "secret\n", "b07.toml": "board = \"serial-2\"\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for what, instance := range map[string]string{
		"a file for a name that a device gives itself":               "serial-1",
		"a board that is given such a name":                          "b07",
		"a device whose number is what all boards' files are called": "boardd",
	} {
		_, errs, state := command(t, "check", "--config", filepath.Join(folder, "boardd.toml"), "--instance", instance, "--wait", "100ms")
		if state.ExitCode() != 2 {
			t.Errorf("%s: exit status %d: %s", what, state.ExitCode(), errs)
		}
		t.Logf("%s: %d: %s", what, state.ExitCode(), errs)
	}
}
