package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// checked returns what boardd check reports about a port and a broker.
func checked(t *testing.T, port, url, wait string) (reports [harness.Trials]string) {
	t.Helper()
	file := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n", port, url))
	status, out, errs := boardd("", "check", "--config", file, "--wait", wait)
	starts := harness.TrialStart.FindAllStringIndex(out, -1)
	if len(starts) != harness.Trials {
		t.Fatalf("%d reports, want %d:\n%s", len(starts), harness.Trials, out)
	}
	failed := 0
	for i := range starts {
		end := len(out)
		if i+1 < harness.Trials {
			end = starts[i+1][0]
		}
		if reports[i] = out[starts[i][0]:end]; strings.HasPrefix(reports[i], "warn") != (i == harness.TriedClock && !daemon.ClockSynced()) {
			t.Errorf("warned: %q", reports[i]) // only the clock is nothing that a game waits for
		}
		if strings.HasPrefix(reports[i], "FAIL") {
			failed++
		}
	}
	wantStatus, wantErrs := cli.ExitOK, ""
	if failed > 0 {
		wantStatus, wantErrs = cli.ExitFailed, fmt.Sprintf("boardd check: %d of 4 checks failed\n", failed)
	}
	if status != wantStatus || errs != wantErrs {
		t.Errorf("status %d, %q, want %d, %q", status, errs, wantStatus, wantErrs)
	}
	return reports
}

func TestCheckGood(t *testing.T) {
	t.Parallel()
	board, url := harness.TestPlayback(t), harness.EmbeddedBroker(t)
	reports := checked(t, board.Path, url, "20s")
	harness.WantReport(t, reports[harness.TriedConfig], "ok    configuration", "site hall, board b07, rules fide-2023")
	harness.WantReport(t, reports[harness.TriedPort], "ok    port and board", board.Path, "serial number 01025", "version 1.08")
	harness.WantReport(t, reports[harness.TriedBroker], "ok    broker", url)
	harness.WantReport(t, reports[harness.TriedClock], "", "system clock")
}

// TestCheckBad: check names everything that is missing, with what to do about it.
func TestCheckBad(t *testing.T) {
	t.Parallel()
	missing, url := filepath.Join(t.TempDir(), "ttyNONE"), "tcp://"+brokertest.FreeAddress(t)
	reports := checked(t, missing, url, "2s")
	harness.WantReport(t, reports[harness.TriedConfig], "ok", "configuration")
	harness.WantReport(t, reports[harness.TriedPort], "FAIL  port and board", missing, "is the board plugged in? boardd ports lists what is there")
	harness.WantReport(t, reports[harness.TriedBroker], "FAIL  broker", url, "is the broker running")
	for _, none := range []string{"/dev/null", t.TempDir()} {
		harness.WantReport(t, checked(t, none, url, "2s")[harness.TriedPort], "FAIL", "that is no serial port", "boardd ports lists those that there are")
	}
	harness.WantReport(t, checked(t, "", url, "2s")[harness.TriedPort], "FAIL", "no port is configured", "boardd ports")
}

// TestCheckSilent: a port that opens is not yet a board.
func TestCheckSilent(t *testing.T) {
	t.Parallel()
	board := harness.TestPlayback(t)
	board.Raw = true // it answers nothing
	reports := checked(t, board.Path, harness.EmbeddedBroker(t), "5s")
	harness.WantReport(t, reports[harness.TriedPort], "FAIL", board.Path+" was opened, and is silent: no dgt board has sent anything in 5s", "is the board switched on")
	harness.WantReport(t, reports[harness.TriedBroker], "ok", "broker")
}

// TestCheckForeign: something else sends at the port. Some of its bytes are shown: from anywhere in a
// line, if the port was full before it was opened.
func TestCheckForeign(t *testing.T) {
	t.Parallel()
	board := harness.TestPlayback(t)
	board.Raw = true
	const line = "$GPGGA,092750.000,5321.6802,N\r\n"
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				board.Do(sensor.Record{Word: sensor.Rx, Data: []byte(line)})
			}
		}
	}()
	reports := checked(t, board.Path, harness.EmbeddedBroker(t), "5s")
	harness.WantReport(t, reports[harness.TriedPort], "FAIL", board.Path+" was opened, and something sends there, but no dgt board sends this:\n",
		"does it have another speed (port.baud), or is it of another family?")
	shown := false
	for i := range line {
		part := (line + line)[i : i+24]
		shown = shown || strings.Contains(reports[harness.TriedPort], fmt.Sprintf("at 9600 baud % x (%q)", part, part))
	}
	if !shown {
		t.Errorf("%q has no part of %q", reports[harness.TriedPort], line)
	}
}

// TestSample: a sample shows the bytes at each speed, and as text if they are text.
func TestSample(t *testing.T) {
	var s sample
	if s.take(9600, nil); s.String() != "" {
		t.Errorf("of nothing: %q", s.String())
	}
	s.take(38400, []byte{0xfe, 0x00})
	s.take(9600, []byte("OK\r\nREADY\r\n"))
	s.take(38400, bytes.Repeat([]byte{0xfe}, 99))
	if got, want := s.String(), "at 38400 baud fe 00"+strings.Repeat(" fe", 22)+"\nat 9600 baud 4f 4b 0d 0a 52 45 41 44 59 0d 0a (\"OK\\r\\nREADY\\r\\n\")"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestAdvice: an error of the system comes with what to do about it.
func TestAdvice(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "bug.log")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"record|" + file + "|--port|/dev/null", "boardd record: " + file + " is there already, and is not overwritten; name another file, or move that one away\n"},
		{"run|--record|" + file + "|--port|/dev/null", file + " is there already, and is not overwritten"},
		{"send|--board|b07|--broker|tcp://" + brokertest.FreeAddress(t) + "|pause", "connection refused; nothing listens there: is the broker running, and are host and port right?\n"},
		{"send|--board|b07|--broker|tcp://no-such-host.invalid:1883|pause", "; nobody knows that name: is it spelt right, and is the network up?\n"},
		{"send|--board|b07|--broker|tcp://" + brokertest.FreeAddress(t) + "|pause", ": dial tcp 127.0.0.1:"}, // without "network Error : "
		{"replay|" + filepath.Dir(file), "; that is a folder: name a file\n"},
	} {
		_, _, errs := harness.Run(t, "", strings.Split(c.args, "|")...)
		if checkOneLine(t, errs); !strings.Contains(errs, c.want) {
			t.Errorf("%s: %q, want %q", c.args, errs, c.want)
		}
	}
	folder := t.TempDir()
	one, _, err := persist.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer one.CloseAll()
	if _, _, err := persist.Open(folder); err == nil || !strings.Contains(err.Error(), "stop that one") || strings.Contains(advice.With(err).Error(), "unavailable") {
		t.Errorf("a second boardd: %v", err)
	}
}

// TestPoint26Check: check detects a broker that refuses long messages, whether it drops them
// silently or ends the connection.
func TestPoint26Check(t *testing.T) {
	t.Parallel()
	board := harness.TestPlayback(t)
	for limit, want := range map[string]string{
		"message_size_limit 262144": "",
		"message_size_limit 20000":  "a message of 32768 bytes does not come back",
		"max_packet_size 60000":     "a message of 65536 bytes does not come back",
	} {
		address := brokertest.FreeAddress(t)
		_, port, _ := strings.Cut(address, ":")
		brokertest.Start(t, "listener "+port+" 127.0.0.1\nallow_anonymous true\n"+limit, address)
		report := checked(t, board.Path, "tcp://"+address, "10s")[harness.TriedBroker]
		if want == "" {
			harness.WantReport(t, report, "ok", "broker")
		} else {
			harness.WantReport(t, report, "FAIL", want, daemon.OversizedRemedy)
		}
	}
}

// TestCheckFinds: check and ports print the board that they have detected.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	board, again, taken := harness.BoardAtPort(t, 0), harness.BoardAtPort(t, 0), harness.BoardAtPort(t, 1)
	const want = "a dgt board (found at 9600 baud), serial number 01025"
	text, err := checkPort(t.Context(), &config.Port{Name: board.Path, Family: config.AutoFamily}, harness.Patience)
	if err != nil || !strings.HasPrefix(text, board.Path+", "+want) {
		t.Errorf("check: %q, %v", text, err)
	}
	hold, err := sensor.OpenPort(t.Context(), sensor.PortConfig{Name: taken.Path, Baud: 9600})
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	ports := []sensor.PortInfo{{Path: again.Path, Allowed: true}, {Path: taken.Path, Allowed: true}, {Path: taken.Path}}
	states := []string{"free", "free", "not yours"}
	findBoards(t.Context(), ports, states)
	if !strings.HasPrefix(states[0], want) || !strings.Contains(states[1], "port is in use") || states[2] != "not yours" {
		t.Errorf("ports: %q", states)
	}
}

// TestFamilyInLog: a log without a family in its header replays from its family record on as a
// log with that family. Bytes before the record are not decoded.
func TestFamilyInLog(t *testing.T) {
	log := fixtures.Log("text-board")
	found := strings.Replace(log, "#: board text\n", "", 1)
	found = strings.Replace(found, "0 link up\n", "0 link up\n1 rx 86 00 43\n2 family text\n", 1)
	if got, want := replayed(t, found, "-o", "uci"), replayed(t, log, "-o", "uci"); got != want || got == "\n" {
		t.Errorf("%q, want %q", got, want)
	}
	if messages := replayed(t, found, "-o", "messages"); !strings.Contains(messages, `"kind":"text"`) {
		t.Errorf("the detected family is not reported:\n%s", messages)
	}
	wantRefused(t, "no board header says what decodes them", strings.Replace(found, "2 family text\n", "", 1), "replay", "-")
}

// TestFindsBus: several boards on one line are reported, and get no further bytes.
func TestFindsBus(t *testing.T) {
	t.Parallel()
	board, err := playback.On(busModel{1025, 1026}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(board.Close)
	board.SetBaud(9600)
	c := harness.TestConfig(board.Path, harness.EmbeddedBroker(t))
	c.Port.Family = config.AutoFamily
	var log harness.Lines
	stop := daemontest.StartLogged(t, c, clock.New(harness.FastSpeed), &log)
	harness.Until(t, "that it is reported", 10*time.Second, func() bool { return strings.Contains(log.String(), daemon.BusText) })
	stop()
	harness.Until(t, "that check tells it", 10*time.Second, func() bool {
		text, _ := checkPort(t.Context(), &c.Port, 5*time.Second)
		return text == board.Path+", "+daemon.BusText
	})
}

// busModel is a bus with boards. Only their addresses matter.
type busModel []bus.Address

func (b busModel) Step(dst []byte, _ sensor.Record) []byte { return dst }

func (b busModel) Command(dst, data []byte) []byte {
	if bytes.Equal(data, bus.Ping.Append(nil, bus.All)) {
		for _, a := range b {
			dst = bus.Ping.AppendAnswer(dst, a)
		}
	}
	return dst
}
