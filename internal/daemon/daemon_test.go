package daemon

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/finder"
	"github.com/boardd/boardd/sensor/sensortest"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// idleDaemon returns a daemon whose loop does not run, and its log.
func idleDaemon(t *testing.T, url string) (*Daemon, *harness.Lines) {
	t.Helper()
	log := new(harness.Lines)
	d, err := New(harness.TestConfig("/dev/null", url), zerolog.New(log), clock.New(1), "test")
	if err != nil {
		t.Fatal(err)
	}
	return d, log
}

// startDaemon runs a daemon that has not begun.
func startDaemon(t testing.TB, d *Daemon) (stop func()) {
	t.Helper()
	d.Wire.Link.MinWait = 20 * time.Millisecond
	return harness.Background(t, d.Run)
}

// TestOffAtOnce: a daemon that is stopped before its loop hears that the broker is connected
// publishes that it is off.
func TestOffAtOnce(t *testing.T) {
	for range 20 { // the loop may hear of either first
		d, _ := idleDaemon(t, "tcp://127.0.0.1:1")
		outbox := publish.NewOutbox(100, 0)
		var err error
		d.publisher, err = publish.New(publish.Config{Broker: "tcp://127.0.0.1:1"}, outbox)
		if err != nil {
			t.Fatal(err)
		}
		d.broker <- brokerState{up: true}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := d.loop(ctx); err != nil {
			t.Fatal(err)
		}
		states := map[string]string{}
		for id, m, ok := outbox.Next(0); ok; id, m, ok = outbox.Next(id) {
			states[m.Topic] = string(m.Payload)
		}
		if got := states[harness.TestPrefix+"status"]; !strings.Contains(got, `"state":"off"`) {
			t.Fatalf("status %q", got)
		}
	}
}

// TestDroppedRequests: the daemon logs once that it dropped requests.
func TestDroppedRequests(t *testing.T) {
	d, log := idleDaemon(t, "tcp://127.0.0.1:1")
	for range 100 {
		d.inbox.put(publish.Request{Topic: harness.TestPrefix + "req/pause", Payload: []byte("{}")})
	}
	for range 64 {
		a, ok := d.inbox.next(time.Now())
		if !ok {
			t.Fatal("no request")
		}
		d.request(a)
	}
	d.countRefused()
	d.countRefused()
	if n := strings.Count(log.String(), `"dropped":35`); n != 1 || strings.Count(log.String(), "dropped without") != 1 {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}

// TestFindingsLost: the daemon logs once that findings gave way in a full outbox.
func TestFindingsLost(t *testing.T) {
	d, log := idleDaemon(t, "tcp://127.0.0.1:1")
	finding := transport.Message{Topic: harness.TestPrefix + "arbiter/finding", QoS: 1, Payload: []byte("{}")}
	event := transport.Message{Topic: harness.TestPrefix + "event", QoS: 1, Payload: []byte("{}")}
	for _, m := range append(slices.Repeat([]transport.Message{finding}, persist.OutboxLimit), event, event) {
		if err := d.publisher.Publish(m); err != nil {
			t.Fatal(err)
		}
	}
	d.countLost()
	d.countLost()
	if n := strings.Count(log.String(), `"findings":2`); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}

// TestClockSet: a system clock that was set leads to a record.
func TestClockSet(t *testing.T) {
	d, _ := idleDaemon(t, "tcp://127.0.0.1:1")
	file := filepath.Join(t.TempDir(), "new.log")
	rec, err := StartRecording(file, &sensor.Header{})
	if err != nil {
		t.Fatal(err)
	}
	d.recording = rec
	begin := time.Now()
	d.reportTime(0, begin)
	for i, c := range []struct{ wall, passed time.Duration }{
		{time.Minute, time.Minute},
		{2*time.Minute + 900*time.Millisecond, 2 * time.Minute},
		{time.Hour, 3 * time.Minute}, // set forward, and then back
		{-time.Hour, time.Minute},
		{-time.Hour + time.Minute, time.Minute},
	} {
		d.checkTime(int64(i+1)*60_000, begin.Add(c.wall), c.passed)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, false, true, true, false} {
		if got := bytes.Contains(text, fmt.Appendf(nil, "\n%d utc ", i*60_000)); got != want {
			t.Errorf("minute %d: recorded %t, want %t:\n%s", i, got, want, text)
		}
	}
}

// TestBrokerTroubleOnce: an error that differs from the last one only in our own port is not
// logged again.
func TestBrokerTroubleOnce(t *testing.T) {
	d, log := idleDaemon(t, "tcp://127.0.0.1:1")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for range 3 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		server, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		server.(*net.TCPConn).SetLinger(0) // reset
		server.Close()
		_, err = c.Read(make([]byte, 1))
		defer c.Close() // the port stays taken: the next is another
		d.brokerChanged(brokerState{err: fmt.Errorf("connection lost: %w", err)})
	}
	if n := strings.Count(log.String(), "no broker"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}

// TestTouched: after systemd-timesyncd has reported the clock as synchronised, that counts for as
// long as the kernel would trust it: 16 s at 500 ppm are 8 h 53 min 20 s.
func TestTouched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "synchronized")
	now := time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)
	if recentlyWritten(file, now) {
		t.Error("there is no file")
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ago  time.Duration
		want bool
	}{
		{0, true}, {time.Hour, true}, {8*time.Hour + 53*time.Minute + 19*time.Second, true},
		{8*time.Hour + 53*time.Minute + 20*time.Second, false}, {24 * time.Hour, false},
		{-time.Second, true}, {-24 * time.Hour, false}, // the clock was set back meanwhile
	} {
		if err := os.Chtimes(file, now, now.Add(-c.ago)); err != nil {
			t.Fatal(err)
		}
		if got := recentlyWritten(file, now); got != c.want {
			t.Errorf("%v ago: %t", c.ago, got)
		}
	}
}

// TestClockBehind: the power fails, and the system clock starts before the end of the journal,
// or at 1970. No message carries an earlier time than the one before, until the right time is
// known.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Millisecond)
	for _, back := range []time.Duration{time.Hour, 50 * 365 * 24 * time.Hour} {
		d, _ := idleDaemon(t, "tcp://127.0.0.1:1")
		d.keepTimeAhead(uint64(now.UnixMilli()), now.Add(-back))
		d.reportTimeAs(1000, now.Add(-back), false)
		if got, want := string(d.timeOfDay().Data), now.Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Errorf("%v behind: says %s, want %s", back, got, want)
		}
		d.reportTimeAs(2000, now.Add(-back/2), true)
		d.reportTimeAs(3000, now.Add(-back/2+time.Second), false) // the source is lost again
		if got, want := string(d.timeOfDay().Data), now.Add(-back/2+time.Second).Format("2006-01-02T15:04:05.000Z"); got != want {
			t.Errorf("%v behind, and then known: says %s, want %s", back, got, want)
		}
	}
}

// TestProverAsk: a search that was stopped starts again. One that has answered does not.
func TestProverAsk(t *testing.T) {
	p := newMateSearch()
	start, err := legality.ParseFEN("5bkN/4p1p1/4P1P1/7K/8/8/8/8 w - - 1 2", false)
	if err != nil {
		t.Fatal(err)
	}
	q := touchmove.Question{GameID: "g", Ply: 1, Position: start}
	p.ask(q, true)
	first := p.stop
	p.ask(touchmove.Question{}, false)
	if !first.Load() {
		t.Error("the search goes on without a question")
	}
	p.ask(q, true)
	if p.stop == nil || p.stop == first {
		t.Fatal("the search that was ended is not begun anew")
	}
	a := <-p.answers // perhaps of the first search, if it came to its end before it was ended
	if p.take(a); a.Answer != legality.Yes {
		t.Errorf("answer %s", a.Answer)
	}
	if p.ask(q, true); p.stop != nil {
		t.Error("what was answered is searched for again")
	}
}

// TestFamilies: an engine decodes each family, and knows its name and its kind of sensor.
func TestFamilies(t *testing.T) {
	for _, name := range family.Names() {
		e, err := pipeline.New(&sensor.Header{Board: name}, "test")
		if err != nil || e.About.Kind != name || e.About.Sensor != family.Named(name).Sensor {
			t.Errorf("%s: %v, %+v", name, err, e.About)
		}
	}
}

// TestModemLines: the configuration outranks what the family needs.
func TestModemLines(t *testing.T) {
	f := family.Family{Port: sensor.PortConfig{DTR: sensor.LineOff, Baud: 9600}}
	for _, c := range []struct {
		Config   string
		dtr, rts sensor.ModemLine
	}{
		{"auto", sensor.LineOff, sensor.LineLeave},
		{"leave", sensor.LineLeave, sensor.LineLeave},
		{"on", sensor.LineOn, sensor.LineOn},
		{"off", sensor.LineOff, sensor.LineOff},
	} {
		w := Wire{config: &config.Port{Name: "port", DTR: c.Config, RTS: c.Config}, Family: &f}
		p := w.settings()
		if p.Name != "port" || p.DTR != c.dtr || p.RTS != c.rts {
			t.Errorf("%s: %+v", c.Config, p)
		}
	}
}

// TestBaud: the configuration outranks the speed that was found, and that outranks the usual
// one of the family.
func TestBaud(t *testing.T) {
	f := family.Family{Port: sensor.PortConfig{Baud: 115200}}
	for _, c := range []struct{ Config, found, want int }{{0, 0, 115200}, {0, 9600, 9600}, {57600, 0, 57600}} {
		w := Wire{config: &config.Port{Baud: c.Config}, Family: &f, Found: finder.Found{Baud: c.found}}
		if got := w.settings().Baud; got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestPiecesFile: pieces are added to a file, and a file that cannot be read is not
// overwritten.
func TestPiecesFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pieces")
	one, two := certabo.Set{}.With(certabo.TaggedPiece{Tag: 1, Piece: placement.WhiteKing}), certabo.Set{}.With(certabo.TaggedPiece{Tag: 2, Piece: placement.BlackKing})
	for _, pieces := range []certabo.Set{one, two} {
		if err := addPieces(name, pieces); err != nil {
			t.Fatal(err)
		}
	}
	if pieces, err := config.ReadPieces(name); err != nil || !pieces.Equal(one.Merge(two)) {
		t.Errorf("kept %s, %v", pieces, err)
	}
	if err := os.WriteFile(name, []byte("K:1.2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := harness.TestConfig("port", "tcp://localhost")
	c.Port.PiecesFile = name
	if _, _, err := c.HeaderWithPieces(); err == nil || !strings.Contains(err.Error(), `read piece "K:1.2"`) {
		t.Errorf("error %v", err)
	}
	if err := addPieces(name, one); err == nil {
		t.Error("a file that is no list of pieces was overwritten")
	}
}

// TestPiecesFileDamaged: a start goes on without a file that is damaged or cannot be read, and
// logs that. A damaged file makes room for the pieces that are recognised next.
func TestPiecesFileDamaged(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "pieces")
	if err := os.WriteFile(name, []byte("K:1.2\n\x00\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name, folder} {
		c := harness.TestConfig("port", "tcp://localhost:1883")
		c.Port.Family, c.Port.PiecesFile = "certabo", file
		var log harness.Lines
		d, err := New(c, zerolog.New(&log), clock.New(1), "first")
		if err != nil {
			t.Fatal(err)
		}
		if text := log.String(); !strings.Contains(text, "learnt again") || !strings.Contains(text, file) {
			t.Errorf("logged %q", text)
		}
		if d.savedPieces.Len() > 0 {
			t.Errorf("knows %s", d.savedPieces)
		}
	}
	if text, err := os.ReadFile(name + ".damaged"); err != nil || string(text) != "K:1.2\n\x00\x00" {
		t.Errorf("aside is %q, %v", text, err)
	}
	pieces := certabo.Set{}.With(certabo.TaggedPiece{Tag: 1, Piece: placement.WhiteKing})
	if err := addPieces(name, pieces); err != nil {
		t.Error(err)
	}
	if kept, err := config.ReadPieces(name); err != nil || !kept.Equal(pieces) {
		t.Errorf("kept %s, %v", kept, err)
	}
}

// TestPiecesInHeader: a recording that begins in the middle of a game has the pieces' tags in its
// header, and replays by name. Decoded, it needs no tags.
func TestPiecesInHeader(t *testing.T) {
	board := &certabo.Board{Noise: certabo.GhostlySet()}
	hands := harness.ParseLog(t, "#! boardd-log 1\n0 board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n")
	board.Step(nil, hands[0])
	c := harness.TestConfig("port", "tcp://localhost")
	c.Port.Family, c.Port.PiecesFile = "certabo", filepath.Join(t.TempDir(), "pieces")
	if err := addPieces(c.Port.PiecesFile, board.Pieces()); err != nil {
		t.Fatal(err)
	}
	h, _, err := c.HeaderWithPieces()
	if err != nil {
		t.Fatal(err)
	}
	log, err := sensor.AppendHeader(nil, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sensortest.PortRecords(board, certabo.FrameTime, hands, 3000, 64) {
		log = sensor.AppendRecord(log, r)
	}
	decoded := harness.Replayed(t, string(log), "-o", "log")
	if !strings.Contains(decoded, "board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n") {
		t.Errorf("decoded:\n%s", decoded)
	}
	if again := harness.Replayed(t, decoded, "-o", "log"); again != decoded {
		t.Errorf("decoded again:\n%s", again)
	}
}
