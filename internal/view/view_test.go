package view

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/transport"
)

var update = flag.Bool("update", false, "write the golden pictures anew; each change is to be looked at")

// listener is called with messages.
type listener func(topic string, payload []byte)

// feed makes the messages of one board, in order. It stands in for the daemon: the test states
// what it reports of a game.
type feed struct {
	t    testing.TB
	name string // of the board
	say  listener
	seq  uint64
	at   string
	game transport.ArbiterGame
}

// newFeed returns a feed of a game from a position, for a listener.
func newFeed(t testing.TB, fen string, say listener) *feed {
	f := &feed{t: t, name: "b07", say: say, at: "2026-05-04T14:00:00.000Z"}
	f.game.Record = transport.Record{
		GameID: "g1", Phase: "waiting", Variant: "standard", Rules: "fide-2023", Time: "standard", Supervision: "normal",
		StartFEN: fen, FEN: fen, Result: "*", Trust: transport.Trust{State: "ok"},
		Tags: map[string]string{"White": "Ferrier, Isla", "Black": "Þórsdóttir, Anna", "Event": "Club championship", "Round": "3.7"},
	}
	return f
}

func (f *feed) head(schema string) transport.Head {
	f.seq++
	return transport.Head{Schema: "boardd." + schema + "/1.0", Board: f.name, Session: "s1", Seq: f.seq, At: f.at, Synced: true}
}

func (f *feed) send(name string, payload any) {
	f.t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		f.t.Fatal(err)
	}
	f.say("chess/1/hall/"+f.name+"/"+name, text)
}

func (f *feed) status(state transport.State) {
	f.send("status", transport.Status{Head: f.head("status"), State: state})
}

func (f *feed) sensed(placement string, differ ...string) {
	f.send("arbiter/board", transport.Board{Head: f.head("arbiter-board"), Sensed: transport.Sensed{Placement: placement, Differ: differ}})
}

func (f *feed) clock(white, black int64, running string) {
	c := transport.Clock{WhiteMs: white, BlackMs: black, Running: running, ReadAt: f.at}
	f.send("clock", transport.ClockReading{Head: f.head("clock"), Clock: c})
}

func (f *feed) found(what transport.Finding) {
	f.send("arbiter/finding", transport.FindingMessage{Head: f.head("finding"), Finding: what})
}

func (f *feed) alert(what transport.Finding) {
	f.send("arbiter/alert/"+what.Code, transport.Alert{Head: f.head("alert"), Warning: transport.Warning{Code: what.Code, Since: f.at, Finding: what}})
}

// snapshot reports the present game.
func (f *feed) snapshot() {
	f.game.Rev++
	f.game.Head = f.head("arbiter-game")
	f.send("arbiter/game", f.game)
}

// position is the position of record.
func (f *feed) position() legality.Position {
	p, err := legality.ParseFEN(f.game.FEN, false)
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

// move returns a move from the position of record, given in SAN.
func (f *feed) move(san, state string, clk int64) transport.Ply {
	p := f.position()
	m, err := p.ParseSAN(san)
	if err != nil {
		f.t.Fatal(err)
	}
	uci := p.UCI(m)
	return transport.Ply{Ply: len(f.game.Moves) + 1, UCI: &uci, SAN: &san, State: state, ClkMs: &clk}
}

// play adds completed moves to the record, given in SAN, and reports them once. Each move takes
// 20 seconds.
func (f *feed) play(sans string) {
	for _, san := range strings.Fields(sans) {
		n := int64(len(f.game.Moves)/2 + 1)
		ply := f.move(san, "completed", 5400_000-20_000*n)
		p := f.position()
		m, _ := p.ParseUCI(*ply.UCI)
		p = p.Play(m)
		f.game.Moves, f.game.FEN = append(f.game.Moves, ply), p.FEN()
	}
	f.game.Phase = "playing"
	f.snapshot()
}

// pend reports that a move stands on the board but not in the record.
func (f *feed) pend(ply transport.Ply) {
	f.game.Pending = &ply
	f.snapshot()
}

// into returns a listener that applies messages to a board, and fails the test if the board
// ignores one.
func into(t testing.TB, b *Board) listener {
	return func(topic string, payload []byte) {
		if !b.Apply(topic, payload) {
			t.Errorf("%s: not taken: %s", topic, payload)
		}
	}
}

// golden compares a text with the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got += "\n"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// messages are those of a scene.
func messages(t testing.TB, name string) []Update {
	var all []Update
	scenes[name](t, func(topic string, payload []byte) { all = append(all, Update{topic, payload}) })
	return all
}

// Without a terminal the output is the lines of Transcript.
func TestRunPlain(t *testing.T) {
	updates := make(chan Update, 100)
	var s Transcript
	var want strings.Builder
	for _, u := range messages(t, "illegal") {
		updates <- u
		for _, line := range s.Lines(u.Topic, u.Payload) {
			want.WriteString(line + "\n")
		}
	}
	close(updates)
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("TERM", "xterm")
	var out bytes.Buffer
	if err := Run(context.Background(), updates, Options{Out: &out}); err != nil {
		t.Fatal(err)
	}
	if out.String() != want.String() || out.Len() == 0 {
		t.Errorf("got\n%s\nwant\n%s", &out, &want)
	}
}

func TestRunPlainEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, make(chan Update), Options{Out: io.Discard}); err != nil {
		t.Errorf("%v, want no error: to be stopped is none", err)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestRunPlainCannotWrite(t *testing.T) {
	updates := make(chan Update, 1)
	updates <- messages(t, "start")[0]
	err := Run(context.Background(), updates, Options{Out: full{}})
	if err == nil || err.Error() != "tell what happens: no space left" {
		t.Errorf("error %v", err)
	}
}

// terminal runs a view of a scene at a terminal of 80 by 24. It calls then when the awaited text
// has appeared, and returns all output when the view has ended.
func terminal(t *testing.T, scene, await string, then func(keys io.Writer, updates chan Update, cancel func())) string {
	t.Helper()
	master, slave := openTerminal(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	updates := make(chan Update, 100)
	for _, u := range messages(t, scene) {
		updates <- u
	}
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, updates, Options{In: slave, Out: slave, Note: "space + - q", Key: func(key string) string { return "key " + key }})
		slave.Close()
	}()
	screen := readTerminal(master, await, func() { then(master, updates, cancel) })
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if ctx.Err() == context.DeadlineExceeded {
		t.Fatalf("it did not end; the terminal has\n%q", screen)
	}
	return screen
}

// openTerminal opens a pseudo-terminal of 80 by 24. master is the person's end, slave the
// program's.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("no pty here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	if err := pty.Setsize(slave, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// readTerminal reads what is written to a terminal until it is closed, and
// calls seen once when a text has appeared.
func readTerminal(master *os.File, await string, seen func()) string {
	var all []byte
	buffer := make([]byte, 4096)
	for {
		n, err := master.Read(buffer)
		all = append(all, buffer[:n]...)
		if seen != nil && strings.Contains(ansi.Strip(string(all)), await) {
			seen()
			seen = nil
		}
		if err != nil {
			return string(all)
		}
	}
}

// However the view ends, the terminal is restored and the last picture stays.
func TestRunLeavesThePicture(t *testing.T) {
	ends := map[string]func(keys io.Writer, updates chan Update, cancel func()){
		"q":       func(keys io.Writer, _ chan Update, _ func()) { io.WriteString(keys, "q") },
		"ctrl-c":  func(keys io.Writer, _ chan Update, _ func()) { io.WriteString(keys, "\x03") },
		"closed":  func(_ io.Writer, updates chan Update, _ func()) { close(updates) },
		"context": func(_ io.Writer, _ chan Update, cancel func()) { cancel() },
	}
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("NO_COLOR", "")
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			screen := terminal(t, "illegal", "seq 1/6", end)
			_, left, back := strings.Cut(screen, "\x1b[?1049l")
			if !back {
				t.Fatalf("the alternate screen is not left: %q", screen)
			}
			plain := ansi.Strip(left)
			for _, want := range []string{"b07 · hall", "alert: illegal_completed 7.5.1/3.6", "Nb3✗", "♜", "ready · irregular"} {
				if !strings.Contains(plain, want) {
					t.Errorf("no %q in what is left:\n%s", want, plain)
				}
			}
			if !strings.Contains(left, "48;5;") {
				t.Errorf("no colours of 256 in what is left")
			}
		})
	}
}

// The view passes a key on, and shows the text that is returned for it.
func TestRunPassesKeys(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("LC_ALL", "C.UTF-8")
	screen := terminal(t, "start", "space + - q", func(keys io.Writer, updates chan Update, _ func()) {
		io.WriteString(keys, "+ q")
	})
	if plain := ansi.Strip(screen); !strings.Contains(plain, "key") {
		t.Errorf("no note of a key in\n%s", plain)
	}
}

// NO_COLOR is heeded (no-color.org), and with TERM=dumb there is no picture.
func TestRunHeedsTheEnvironment(t *testing.T) {
	end := func(_ io.Writer, updates chan Update, _ func()) { close(updates) }
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm-256color")
	screen := terminal(t, "illegal", "seq 1/6", end)
	for _, colour := range []string{"48;5", "48;2", ";31m", ";41m"} {
		if strings.Contains(screen, colour) {
			t.Errorf("%q in spite of NO_COLOR", colour)
		}
	}
	t.Setenv("TERM", "dumb")
	screen = terminal(t, "illegal", "alert illegal_completed", end)
	if strings.Contains(screen, "\x1b") || !strings.Contains(screen, "2. Nb3 illegal_completed, 1:29:00 left") {
		t.Errorf("a dumb terminal gets %q", screen)
	}
}

func TestStyleFor(t *testing.T) {
	tests := []struct {
		why   string
		env   map[string]string
		ascii bool
	}{
		{"nothing is set", nil, false},
		{"UTF-8", map[string]string{"TERM": "xterm", "LANG": "en_GB.UTF-8"}, false},
		{"utf8", map[string]string{"LANG": "is_IS.utf8"}, false},
		{"Latin 1", map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		{"C", map[string]string{"LANG": "C"}, true},
		{"LC_ALL counts first", map[string]string{"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, true},
		{"LC_CTYPE counts before LANG", map[string]string{"LC_CTYPE": "C.UTF-8", "LANG": "C"}, false},
		{"an empty one does not", map[string]string{"LC_ALL": "", "LANG": "en_GB.UTF-8"}, false},
		{"the console", map[string]string{"TERM": "linux", "LANG": "en_GB.UTF-8"}, true},
		{"a vt220", map[string]string{"TERM": "vt220", "LANG": "en_GB.UTF-8"}, true},
	}
	for _, tt := range tests {
		lookup := func(name string) (string, bool) { v, ok := tt.env[name]; return v, ok }
		if got := StyleFor(lookup); got != (Style{ASCII: tt.ascii}) {
			t.Errorf("%s: %+v", tt.why, got)
		}
	}
}

// Updates that come within a frame are shown together, and no picture waits
// longer than a frame.
func TestPump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		updates := make(chan Update)
		var sent []tea.Msg
		var at []time.Duration
		begun := time.Now()
		go pump(t.Context(), updates, func(m tea.Msg) { sent, at = append(sent, m), append(at, time.Since(begun)) })
		for range 5 {
			updates <- Update{}
			time.Sleep(frame / 5)
		}
		time.Sleep(time.Second)
		updates <- Update{}
		close(updates)
		synctest.Wait()
		if len(sent) != 3 || len(sent[0].(batch[Update])) != 5 || at[0] != frame || len(sent[1].(batch[Update])) != 1 || sent[2] != (over{}) {
			t.Errorf("sent %v at %v, want five together after %v, one, and the end", sent, at, frame)
		}
	})
}

// A flood is passed on in parts, so that it does not pile up.
func TestPumpFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		updates := make(chan Update)
		ctx, cancel := context.WithCancel(t.Context())
		var sizes []int
		go pump(ctx, updates, func(m tea.Msg) {
			if b, ok := m.(batch[Update]); ok {
				sizes = append(sizes, len(b))
			}
		})
		for range maxBatch + 1 {
			updates <- Update{}
		}
		cancel()
		synctest.Wait()
		if len(sizes) != 2 || sizes[0] != maxBatch || sizes[1] != 1 {
			t.Errorf("batches of %v, want %d and 1", sizes, maxBatch)
		}
	})
}
