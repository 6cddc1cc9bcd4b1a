package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// scrape returns the values of an exporter by name and labels.
func scrape(t *testing.T, address string) map[string]float64 {
	t.Helper()
	r, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("%v, %s, %v", r.Status, r.Header.Get("Content-Type"), err)
	}
	return numbersIn(t, string(text))
}

var (
	headLine  = regexp.MustCompile(`^# (HELP|TYPE) ([a-z_]+) .+$`)
	valueLine = regexp.MustCompile(`^([a-z_]+)(\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\}) (-?[0-9.]+)$`)
)

// numbersIn reads the text format of Prometheus, version 0.0.4. It checks that HELP, TYPE and
// the values of each metric stand together.
func numbersIn(t *testing.T, text string) map[string]float64 {
	t.Helper()
	all, name := map[string]float64{}, ""
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := headLine.FindStringSubmatch(line); m != nil {
			if m[1] == "HELP" && seen[m[2]] || m[1] == "TYPE" && m[2] != name {
				t.Errorf("%q is out of place", line)
			}
			name, seen[m[2]] = m[2], true
			continue
		}
		m := valueLine.FindStringSubmatch(line)
		if m == nil || m[1] != name {
			t.Errorf("%q is out of place", line)
			continue
		}
		v, err := strconv.ParseFloat(m[3], 64)
		if _, twice := all[m[1]+m[2]]; err != nil || twice || v < 0 {
			t.Errorf("%q: %v", line, err)
		}
		all[m[1]+m[2]] = v
	}
	return all
}

const labels = `{site="hall",board="b07"}`

// TestMetrics plays a short game with an illegal move and noise on the line. Exporter and status
// have the numbers of what was done.
func TestMetrics(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	c := harness.TestConfig(board.Path, url)
	c.Metrics.Listen = brokertest.FreeAddress(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	x := startExporter(ctx, &c.Metrics, zerolog.New(zerolog.NewTestWriter(t)))
	if x == nil {
		t.Fatal("nobody listens")
	}
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	d, err := New(c, zerolog.New(zerolog.NewTestWriter(t)), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	x.add(d)
	stop := startDaemon(t, d)
	first, _ := harness.ShortGameParts(t, 1400)
	harness.PlayRecords(t, board, p, first)
	harness.Until(t, "the first move", 5*time.Second, func() bool { return o.UCI("game") == "e2e4" })
	if err := board.Do(sensor.Record{Word: sensor.Rx, Data: []byte{1, 2, 3, 4, 5}}); err != nil { // no message begins so
		t.Fatal(err)
	}
	o.WantOK("inspect", `{}`)
	var got map[string]float64
	harness.Until(t, "the noise is counted", 5*time.Second, func() bool {
		got = scrape(t, c.Metrics.Listen)
		return got["boardd_bad_bytes_total"+labels] == 5
	})
	for name, want := range map[string]float64{
		"boardd_up": 1, "boardd_broker_connected": 1, "boardd_moves_total": 1, "boardd_reconnections_total": 0, "boardd_refused_total": 0,
	} {
		if v, ok := got[name+labels]; !ok || v != want {
			t.Errorf("%s is %v, %t, want %v", name, v, ok, want)
		}
	}
	for label, want := range map[string]float64{`state="ready"`: 1, `state="init"`: 0, `state="lost"`: 0} {
		if v := got[`boardd_board_state{site="hall",board="b07",`+label+`}`]; v != want {
			t.Errorf("%s is %v", label, v)
		}
	}
	if got["boardd_records_total"+labels] < 3 || got[`boardd_findings_total{site="hall",board="b07",level="info"}`] < 2 {
		t.Errorf("%v records, findings %v", got["boardd_records_total"+labels], got)
	}
	if _, has := got["boardd_commit_seconds"+labels]; has {
		t.Error("there is no disk, and it took time")
	}
	p.SetSpeed(400) // the next minute is soon over
	o.WantOK("inspect", `{}`)
	harness.Until(t, "the state tells the same", 10*time.Second, func() bool {
		var s transport.Status
		if err := json.Unmarshal(o.Payload("status"), &s); err != nil {
			t.Fatal(err)
		}
		return s.Health != nil && s.Health.BadBytes == 5 && s.Health.Moves == 1 && s.Health.Records > 3 && s.Health.HeardMs != nil
	})
	for path, want := range map[string]int{"/": http.StatusNotFound, "/metrics/x": http.StatusNotFound} {
		if r, err := http.Get("http://" + c.Metrics.Listen + path); err != nil || r.StatusCode != want {
			t.Errorf("%s: %v, %v", path, r, err)
		}
	}
	stop()
}

// TestMetricsStuck: a board whose loop is stuck has the metric for being down, and no other.
func TestMetricsStuck(t *testing.T) {
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := &Daemon{topics: topics, asked: make(chan chan<- reading)}
	if _, err := d.ask(ctx); err == nil {
		t.Error("it answers")
	}
	got := numbersIn(t, string(appendMetrics(nil, []exported{{topics: topics, err: errStuck}})))
	if v, ok := got["boardd_up"+labels]; !ok || v != 0 || len(got) != 1 {
		t.Errorf("it says %v", got)
	}
}

func TestMetricsListen(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:9464": "", "[::1]:9464": "", "localhost:9464": "", "127.8.8.8:1": "",
		"0.0.0.0:9464": "beyond_loopback", ":9464": "beyond_loopback", "[::]:9464": "beyond_loopback", "192.168.4.1:9464": "beyond_loopback", "pi.local:9464": "beyond_loopback",
		"127.0.0.1": "address:port", "127.0.0.1:0": "address:port", "127.0.0.1:http": "address:port", "127.0.0.1:99999": "address:port",
	} {
		for _, open := range []bool{false, true} {
			m := config.Metrics{Listen: listen, BeyondLoopback: open}
			err := m.Check()
			want := want
			if open && want == "beyond_loopback" {
				want = ""
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %t: %v, want %q", listen, open, err, want)
			}
		}
	}
	file := harness.WriteConfig(t, "[port]\nname = \"/dev/null\"\n[metrics]\nlisten = \":9464\"\n")
	for _, command := range []string{"run", "check"} {
		harness.WantRefused(t, `metrics.listen = ":9464": can be reached from elsewhere`, "", command, "--config", file)
	}
}

// TestNoSocketListens: boardd listens only where it is configured to listen.
func TestNoSocketListens(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r := harness.NewRelay(t, url)
	for _, listen := range []string{"", brokertest.FreeAddress(t)} {
		board := harness.TestPlayback(t)
		config := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n[metrics]\nlisten = %q\n", board.Path, url, listen))
		p := harness.StartProgram(t, "run", "--config", config)
		harness.Until(t, "it runs", 10*time.Second, func() bool { // whatever it makes of the board
			status := string(r.Payload("status"))
			return strings.Contains(status, `"init"`) || strings.Contains(status, `"ready"`) || strings.Contains(status, `"lost"`)
		})
		var want []string
		if listen != "" {
			want = append(want, listen)
			if got := scrape(t, listen); got["boardd_up"+labels] != 1 {
				t.Errorf("it says %v", got)
			}
		}
		if got := listening(t, p.Cmd.Process.Pid); !slices.Equal(got, want) {
			t.Errorf("it listens at %q, want %q", got, want)
		}
		if status := p.Signal(os.Interrupt); status != cli.ExitOK {
			t.Errorf("status %d, %s", status, p.Errs.String())
		}
		harness.Until(t, "it has ended", 10*time.Second, func() bool { return strings.Contains(string(r.Payload("status")), `"off"`) })
	}
}

// listening returns the addresses at which a process waits for others: listening TCP sockets, all
// UDP sockets, and sockets of other kinds by the names of their tables.
func listening(t *testing.T, pid int) []string {
	t.Helper()
	own := map[string]bool{}
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(fds) == 0 {
		t.Skip("no /proc")
	}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil && strings.HasPrefix(to, "socket:[") {
			own[strings.Trim(to, "socket:[]")] = true
		}
	}
	var all []string
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil {
			continue // this kernel has none of those
		}
		for line := range strings.Lines(string(text)) {
			f := strings.Fields(line)
			const listens = "0A" // TCP_LISTEN
			if len(f) > 9 && own[f[9]] && (strings.HasPrefix(table, "udp") || f[3] == listens) {
				all = append(all, addressOf(t, table, f[1]))
			}
		}
	}
	return all
}

// addressOf reads an address of IPv4 as the kernel writes it, the lowest byte first. It returns
// any other text as it is.
func addressOf(t *testing.T, table, hex string) string {
	t.Helper()
	var ip [4]byte
	var port uint16
	if n, _ := fmt.Sscanf(hex, "%2x%2x%2x%2x:%4x", &ip[3], &ip[2], &ip[1], &ip[0], &port); n != 5 || len(hex) != 13 {
		return table + " " + hex
	}
	return fmt.Sprintf("%d.%d.%d.%d:%d", ip[0], ip[1], ip[2], ip[3], port)
}

// TestMetricsHostile: silent clients, clients that send too much, and clients that send nonsense
// get an error or are cut off. Others get their answer.
func TestMetricsHostile(t *testing.T) {
	t.Parallel()
	c := config.Metrics{Listen: brokertest.FreeAddress(t)}
	log := &harness.Lines{}
	if startExporter(t.Context(), &c, zerolog.New(log)) == nil {
		t.Fatal("nobody listens")
	}
	if startExporter(t.Context(), &c, zerolog.New(log)) != nil || !strings.Contains(log.String(), "address already in use") {
		t.Errorf("the game does not go on, or the taken port is not reported: %s", log.String())
	}
	for range 100 { // who say nothing, and leave
		conn, err := net.Dial("tcp", c.Listen)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
	}
	if got := scrape(t, c.Listen); len(got) != 0 {
		t.Errorf("it says %v of no board", got)
	}
	for request, want := range map[string]int{
		"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n":          http.StatusRequestHeaderFieldsTooLarge,
		"POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n":                     http.StatusMethodNotAllowed,
		"GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n":                                                 http.StatusMisdirectedRequest,
		"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1.evil.example:80\r\n\r\n":                                    http.StatusMisdirectedRequest,
		"GET /metrics HTTP/1.1\r\n\r\n":                                                                       http.StatusBadRequest,
		"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n":                                           http.StatusTemporaryRedirect,
		"\x16\x03\x01 rubbish\r\n\r\n":                                                                        http.StatusBadRequest,
		"GET /metrics HTTP/1.1\r\nHost: [::1]:9464\r\n\r\n":                                                   http.StatusOK,
		fmt.Sprintf("GET /metrics HTTP/1.1\r\nHost: %s\r\n\r\n", c.Listen):                                    http.StatusOK,
		"GET /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx": http.StatusOK,
	} {
		if got := spoken(t, c.Listen, request); got != want {
			t.Errorf("%.60q: status %d, want %d", request, got, want)
		}
	}
}

// spoken sends a request as it is, and returns the status of the answer.
func spoken(t *testing.T, address, request string) int {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(harness.Patience))
	go io.WriteString(conn, request)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("%.60q: %v", request, err)
		return 0
	}
	defer r.Body.Close()
	return r.StatusCode
}

// TestMetricsIdle: a client gets its answer while 400 others are connected and silent.
func TestMetricsIdle(t *testing.T) {
	t.Parallel()
	c := config.Metrics{Listen: brokertest.FreeAddress(t)}
	if startExporter(t.Context(), &c, zerolog.Nop()) == nil {
		t.Fatal("nobody listens")
	}
	for range 400 {
		conn, err := net.Dial("tcp", c.Listen)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	client := http.Client{Timeout: 60 * time.Second}
	for range 3 {
		r, err := client.Get("http://" + c.Listen + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
	}
}

// healthMetrics maps each number of the topic status to its metric, with how many units of the
// number make one unit of the metric.
var healthMetrics = map[string]struct {
	metric string
	unit   float64
}{
	"records": {"boardd_records_total", 1}, "bad_bytes": {"boardd_bad_bytes_total", 1}, "moves": {"boardd_moves_total", 1},
	"queued": {"boardd_queue_messages", 1}, "queued_ms": {"boardd_queue_age_seconds", 1000}, "refused": {"boardd_refused_total", 1},
	"reconnections": {"boardd_reconnections_total", 1}, "heard_ms": {"boardd_last_frame_age_seconds", 1000}, "commit_ms": {"boardd_commit_seconds", 1000},
}

// TestMetricsAreTheStatus: each number of the status is a metric with the same value. Only the
// count of findings is a metric and no number of the status.
func TestMetricsAreTheStatus(t *testing.T) {
	heard, commit := int64(8000), 9.5
	r := reading{health: transport.Health{Records: 1, BadBytes: 2, Moves: 3, Queued: 4, QueuedMs: 5000, Refused: 6, Reconnections: 7, HeardMs: &heard, CommitMs: &commit},
		findings: [4]uint64{10, 11, 12, 13}}
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	reported := numbersIn(t, string(appendMetrics(nil, []exported{{topics: topics, reading: r}})))
	text, err := json.Marshal(r.health)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]float64
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	if len(fields) != len(healthMetrics) {
		t.Errorf("the status has %v", fields)
	}
	for name, v := range fields {
		m := healthMetrics[name]
		if got, ok := reported[m.metric+labels]; !ok || got != v/m.unit {
			t.Errorf("%s is %v in the status, and %s is %v, %t", name, v, m.metric, got, ok)
		}
	}
	for level, want := range map[string]float64{"info": 10, "certain": 11, "suspected": 12, "arbiter": 13} {
		if got := reported[`boardd_findings_total{site="hall",board="b07",level="`+level+`"}`]; got != want {
			t.Errorf("%s: %v findings, want %v", level, got, want)
		}
	}
}

// TestMetricNames checks what promtool checks: the names of counters end in _total, and no
// others do; times are in seconds; the help is a sentence.
func TestMetricNames(t *testing.T) {
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	name, counter := "", false
	for line := range strings.Lines(string(appendMetrics(nil, []exported{{topics: topics}}))) {
		f := strings.Fields(line)
		switch {
		case f[1] == "HELP":
			name = f[2]
			if seen[name] || !strings.HasPrefix(name, "boardd_") || !strings.HasSuffix(line, ".\n") {
				t.Errorf("%q", line)
			}
			seen[name] = true
		case f[1] == "TYPE":
			counter = f[3] == "counter"
			if f[2] != name || f[3] != "counter" && f[3] != "gauge" || counter != strings.HasSuffix(name, "_total") {
				t.Errorf("%q", line)
			}
			for _, unit := range []string{"_ms", "_milliseconds", "_minutes", "_kilobytes", "_count", "_sum", "_bucket"} {
				if strings.Contains(name, unit) {
					t.Errorf("%q is in no base unit", name)
				}
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("%d metrics", len(seen))
	}
}
