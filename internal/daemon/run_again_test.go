package daemon

import (
	"bytes"
	"encoding/json"
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
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestRunBoardDead: the port is open, but the board has lost its power. That is
// told, once, and that it is back.
func TestRunBoardDead(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	p.Live = true
	var log harness.Lines
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	startLogged(t, harness.TestConfig(board.Path, url), p, &log)
	state := func(s string) func() bool {
		return func() bool { return bytes.Contains(r.Payload("status"), []byte(`"`+s+`"`)) }
	}
	harness.Until(t, "ready", 5*time.Second, state("ready"))
	board.Die(true)
	p.SetSpeed(10 * harness.FastPace) // what is waited for now takes long
	harness.Until(t, "lost", 5*time.Second, state("lost"))
	harness.Until(t, "no trust", 5*time.Second, func() bool { return r.Game("game").Trust.State == "disconnected" })
	if err := board.Do(sensor.Record{Word: sensor.Rx, Data: []byte{0x12}}); err != nil { // a noise on the line
		t.Fatal(err)
	}
	harness.Until(t, "that there is something", 5*time.Second, state("init"))
	harness.Until(t, "that it is no board", 5*time.Second, state("lost"))
	board.Die(false)
	harness.Until(t, "ready again", 5*time.Second, state("ready"))
	p.SetSpeed(harness.FastPace)
	harness.PlayRecords(t, board, p, harness.ParseLog(t, harness.ShortGame))
	harness.Until(t, "three moves", 5*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	for _, text := range []string{"the board does not answer", "the board answers again"} {
		if n := strings.Count(log.String(), text); n != 1 {
			t.Errorf("%q is logged %d times:\n%s", text, n, log.String())
		}
	}
}

// TestRunBrokerForgets: the broker comes back without its memory, and while
// nothing happens on the board it has all that is retained again.
func TestRunBrokerForgets(t *testing.T) {
	t.Parallel()
	address := harness.FreeAddress(t)
	kill := harness.MosquittoAt(t, address)
	url := "tcp://" + address
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	startGame(t, harness.TestConfig(board.Path, url), board, p)
	harness.PlayRecords(t, board, p, harness.ParseLog(t, "#! boardd-log 1\n0 clock 180000 180000 w\n100 lift b1 N\n200 drop b3 N\n600 press w\n600 clock 179000 180000 b\n"))
	const alert = "arbiter/alert/illegal_completed"
	harness.Until(t, "an alert", 5*time.Second, func() bool { return len(r.Payload(alert)) > 0 })
	kill()
	harness.MosquittoAt(t, address)
	r = harness.NewRelay(t, url)
	for _, topic := range []string{"status", "info", "game", "pgn", "clock", "arbiter/game", "arbiter/board", alert} {
		harness.Until(t, topic, 10*time.Second, func() bool { return len(r.Payload(topic)) > 0 })
	}
	if slices.Contains(r.Topics(), "event") {
		t.Error("an event is told twice")
	}
}

// TestRunTwice: a session takes back the alerts that an earlier one has left,
// and its numbers go on.
func TestRunTwice(t *testing.T) {
	t.Parallel()
	url := harness.Mosquitto(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	const ghost, at = "arbiter/alert/desync", "2027-03-06T14:02:11.912Z"
	left, err := json.Marshal(transport.Alert{
		Head:    transport.Head{Schema: "boardd.alert/1.0", Board: "b07", Session: "earlier", Seq: 1, At: at},
		Warning: transport.Warning{Code: "desync", Since: at, Finding: transport.Finding{Code: "desync", Level: "arbiter", Article: "-", Side: "-"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := subscribe.Wait(o.Client.Publish(harness.TestPrefix+ghost, 1, true, left)); err != nil {
		t.Fatal(err)
	}
	began := uint64(time.Now().UnixMilli())
	var last uint64
	for range 2 {
		r := harness.NewRelay(t, url)
		stop := startRun(t, harness.TestConfig(board.Path, url), clock.New(harness.FastPace))
		harness.Until(t, "no ghost", 5*time.Second, func() bool {
			p, ok := r.Had(ghost)
			return ok && len(p) == 0
		})
		harness.Until(t, "the game", 5*time.Second, func() bool { return r.Game("game").Seq > max(last, began) })
		stop()
		var s transport.Status
		harness.Until(t, "off", 5*time.Second, func() bool {
			return json.Unmarshal(r.Payload("status"), &s) == nil && s.State == transport.Off
		})
		if last = s.Seq; last > began+60_000 || last >= 1<<53 {
			t.Errorf("number %d", last)
		}
		r.Stop()
	}
}

// idleDaemon is a daemon whose loop does not run, and its log.
func idleDaemon(t *testing.T, url string) (*Daemon, *harness.Lines) {
	t.Helper()
	log := new(harness.Lines)
	d, err := New(harness.TestConfig("/dev/null", url), zerolog.New(log), clock.New(1), "test")
	if err != nil {
		t.Fatal(err)
	}
	return d, log
}

// TestDroppedRequests: that more came than could be kept is logged, once.
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

// TestFindingsLost: findings that gave way in a full outbox are logged, once.
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

// TestClockSet: when somebody has set the system clock, that is a record.
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

// TestBrokerTroubleOnce: an error that differs in nothing but the port of our
// own end is not logged again.
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
