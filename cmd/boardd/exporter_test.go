package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// scrape is what an exporter says, by name and labels.
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

// numbersIn reads the text format of Prometheus, version 0.0.4: of each metric
// HELP, TYPE and the values, together.
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

// TestMetrics: a short game is played, with an illegal move and noise on the
// line. What the exporter says of it is what was done, and the status says the
// same.
func TestMetrics(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	o, board, p := newOperator(t, url), testPlayback(t), newPace(fastPace)
	c := testConfig(board.path, url)
	c.Metrics.Listen = freeAddress(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	x := startExporter(ctx, &c.Metrics, zerolog.New(zerolog.NewTestWriter(t)))
	if x == nil {
		t.Fatal("nobody listens")
	}
	if err := board.do(parseLog(t, shortGame)[0]); err != nil {
		t.Fatal(err)
	}
	d, err := newDaemon(c, zerolog.New(zerolog.NewTestWriter(t)), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	x.add(d)
	stop := startDaemon(t, d)
	first, _ := shortGameParts(t, 1400)
	playRecords(t, board, p, first)
	until(t, "the first move", 5*time.Second, func() bool { return o.uci("game") == "e2e4" })
	if err := board.do(sensor.Record{Word: sensor.Rx, Data: []byte{1, 2, 3, 4, 5}}); err != nil { // no message begins so
		t.Fatal(err)
	}
	o.wantOK("inspect", `{}`)
	var got map[string]float64
	until(t, "the noise is counted", 5*time.Second, func() bool {
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
	p.setSpeed(400) // the next minute is soon over
	o.wantOK("inspect", `{}`)
	until(t, "the state tells the same", 10*time.Second, func() bool {
		var s transport.Status
		if err := json.Unmarshal(o.payload("status"), &s); err != nil {
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

// TestMetricsStuck: a board whose loop does not turn is down, and says nothing else.
func TestMetricsStuck(t *testing.T) {
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := &daemon{topics: topics, asked: make(chan chan<- reading)}
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
			m := metricsConfig{Listen: listen, BeyondLoopback: open}
			err := m.check()
			want := want
			if open && want == "beyond_loopback" {
				want = ""
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %t: %v, want %q", listen, open, err, want)
			}
		}
	}
	file := writeConfig(t, "[port]\nname = \"/dev/null\"\n[metrics]\nlisten = \":9464\"\n")
	for _, command := range []string{"run", "check"} {
		wantRefused(t, `metrics.listen = ":9464": can be reached from elsewhere`, "", command, "--config", file)
	}
}

// TestNoSocketListens: boardd listens nowhere unless it is asked to, and then
// there alone.
func TestNoSocketListens(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	r := newRelay(t, url)
	for _, listen := range []string{"", freeAddress(t)} {
		board := testPlayback(t)
		config := writeConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n[metrics]\nlisten = %q\n", board.path, url, listen))
		p := startProgram(t, "run", "--config", config)
		until(t, "it runs", 10*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"init"`) })
		var want []string
		if listen != "" {
			want = append(want, listen)
			if got := scrape(t, listen); got["boardd_up"+labels] != 1 {
				t.Errorf("it says %v", got)
			}
		}
		if got := listening(t, p.cmd.Process.Pid); !slices.Equal(got, want) {
			t.Errorf("it listens at %q, want %q", got, want)
		}
		if status := p.signal(os.Interrupt); status != exitOK {
			t.Errorf("status %d, %s", status, p.errs.String())
		}
		until(t, "it has ended", 10*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"off"`) })
	}
}

// listening are the addresses at which a process waits for others: of TCP those
// that listen, of UDP all, of the rest of the kernel's tables by their names.
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

// addressOf is an address of IPv4 as the kernel writes it, the lowest byte first,
// or another as it is.
func addressOf(t *testing.T, table, hex string) string {
	t.Helper()
	var ip [4]byte
	var port uint16
	if n, _ := fmt.Sscanf(hex, "%2x%2x%2x%2x:%4x", &ip[3], &ip[2], &ip[1], &ip[0], &port); n != 5 || len(hex) != 13 {
		return table + " " + hex
	}
	return fmt.Sprintf("%d.%d.%d.%d:%d", ip[0], ip[1], ip[2], ip[3], port)
}
