package view

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/boardd/boardd/transport"
)

// hallNews is what somebody hears who watches two boards of a hall: a game, an
// alert that ends during an outage, and one that does not.
func hallNews(t testing.TB) []News {
	var news []News
	say := func(topic string, payload []byte) {
		news = append(news, News{Message: transport.Message{Topic: topic, QoS: 1, Payload: payload}})
	}
	a, b := newFeed(t, initialFEN, say), newFeed(t, initialFEN, say)
	a.name, b.name = "b1", "b2"
	link := func(l Link) { news = append(news, News{Link: &l}) }
	link(Link{Err: errors.New("connection refused")})
	link(Link{Err: errors.New("connection refused")})
	link(Link{Up: true, Err: errors.New("subscribe to x: the broker does not allow it")})
	a.play("e4")
	b.play("d4")
	for _, f := range []*feed{a, b} {
		f.alert(transport.Finding{Code: "flag_fall", Level: "arbiter", Article: "6.8", Side: "w"})
	}
	link(Link{Err: errors.New("EOF")})
	link(Link{Up: true})
	a.play("e5")
	b.alert(transport.Finding{Code: "flag_fall", Level: "arbiter", Article: "6.8", Side: "w"})
	say("chess/1/yard/b1/status", []byte(`{"schema":"boardd.status/1.0","state":"ready"}`))
	news = append(news, News{Settled: true}, News{Settled: true})
	return news
}

// watched is what is written of news where there is no terminal.
func watched(t *testing.T, news []News, o WatchOptions) (out, errs string) {
	t.Helper()
	to := make(chan News, len(news))
	for _, n := range news {
		to <- n
	}
	close(to)
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("TERM", "xterm")
	var stdout, stderr bytes.Buffer
	o.Out, o.Err = &stdout, &stderr
	if err := Watch(context.Background(), to, o); err != nil {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String()
}

func TestWatchText(t *testing.T) {
	out, errs := watched(t, hallNews(t), WatchOptions{})
	want := "b1  14:00:00  game Ferrier, Isla – Þórsdóttir, Anna, fide-2023 standard, so far to 1. e4\n" +
		"b1  14:00:00  phase playing\n" +
		"b2  14:00:00  game Ferrier, Isla – Þórsdóttir, Anna, fide-2023 standard, so far to 1. d4\n" +
		"b2  14:00:00  phase playing\n" +
		"b1  14:00:00  alert arbiter flag_fall White: The clock shows that the flag of White has fallen. " +
		"It counts when the arbiter observes it or a player claims it (FIDE 2023: 6.8). It is for the arbiter to decide.\n" +
		"b2  14:00:00  alert arbiter flag_fall White: The clock shows that the flag of White has fallen. " +
		"It counts when the arbiter observes it or a player claims it (FIDE 2023: 6.8). It is for the arbiter to decide.\n" +
		"b1  14:00:00  1… e5 completed, 1:29:40 left\n" +
		"b1  14:00:00  alert over: flag_fall\n"
	if out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	want = "no broker, trying again: connection refused\n" +
		"connected; some of it cannot be read: subscribe to x: the broker does not allow it\n" +
		"no broker, trying again: EOF\n" +
		"connected\n"
	if errs != want {
		t.Errorf("got\n%s\nwant\n%s", errs, want)
	}
}

// Each line is a message that is new, or the end of an alert that was missed.
func TestWatchJSON(t *testing.T) {
	out, _ := watched(t, hallNews(t), WatchOptions{JSON: true})
	var got []string
	for line := range strings.Lines(out) {
		var m struct {
			Topic   string
			Payload any
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if name := strings.TrimPrefix(m.Topic, "chess/1/hall/"); m.Payload == "" {
			got = append(got, name+" over")
		} else {
			got = append(got, name)
		}
	}
	want := []string{"b1/arbiter/game", "b2/arbiter/game", "b1/arbiter/alert/flag_fall", "b2/arbiter/alert/flag_fall",
		"b1/arbiter/game", "b2/arbiter/alert/flag_fall", "b1/arbiter/alert/flag_fall over"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWatchCannotWrite(t *testing.T) {
	for _, o := range []WatchOptions{{}, {JSON: true}} {
		news := make(chan News, 100)
		for _, n := range hallNews(t) {
			news <- n
		}
		o.Out = full{}
		err := Watch(context.Background(), news, o)
		if err == nil || err.Error() != "tell what happens: no space left" {
			t.Errorf("error %v", err)
		}
	}
}

func TestWatchEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Watch(ctx, make(chan News), WatchOptions{Options: Options{Out: io.Discard}}); err != nil {
		t.Errorf("%v, want no error: to be stopped is none", err)
	}
}

// Every settleTime a line reports that the link is up; none does while it is down.
func TestSettleTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		news, to := make(chan News), make(chan News)
		go settle(t.Context(), news, to)
		var at []time.Duration
		begun := time.Now()
		go func() {
			for n := range to {
				if n.Settled {
					at = append(at, time.Since(begun))
				}
			}
		}()
		for _, l := range []Link{{}, {Up: true}, {}, {Up: true}} {
			news <- News{Link: &l}
			time.Sleep(2*settleTime + time.Second)
			news <- News{}
		}
		close(news)
		synctest.Wait()
		const part = 2*settleTime + time.Second
		want := []time.Duration{part + settleTime, part + 2*settleTime, 3*part + settleTime, 3*part + 2*settleTime}
		if !slices.Equal(at, want) {
			t.Errorf("settled at %v, want %v", at, want)
		}
	})
}

// act is what a person does when a text is to be seen.
type act struct {
	await string
	do    func(keys io.Writer, news chan News, cancel func())
}

// keys is to press keys.
func keys(text string) func(io.Writer, chan News, func()) {
	return func(keys io.Writer, _ chan News, _ func()) { io.WriteString(keys, text) }
}

// watchTerminal watches the hall at a terminal of 80 by 24, and returns what has
// been written to it when the watching has ended.
func watchTerminal(t *testing.T, acts ...act) string {
	t.Helper()
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("LC_ALL", "C.UTF-8")
	master, slave := openTerminal(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	news := make(chan News, 100)
	for _, n := range hallNews(t) {
		news <- n
	}
	ended := make(chan error, 1)
	go func() {
		ended <- Watch(ctx, news, WatchOptions{Options: Options{In: slave, Out: slave}})
		slave.Close()
	}()
	var screen string
	for _, a := range acts {
		screen += readUntil(master, a.await)
		a.do(master, news, cancel)
	}
	screen += readTerminal(master, "", nil)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if ctx.Err() == context.DeadlineExceeded {
		t.Fatalf("it did not end; the terminal has\n%q", screen)
	}
	return screen
}

// readUntil reads what is written to a terminal until a text has come.
func readUntil(master *os.File, await string) string {
	var all []byte
	buffer := make([]byte, 4096)
	for !strings.Contains(ansi.Strip(string(all)), await) {
		n, err := master.Read(buffer)
		all = append(all, buffer[:n]...)
		if err != nil {
			break
		}
	}
	return string(all)
}

// However it ends, the terminal is given back.
func TestWatchEnds(t *testing.T) {
	ends := map[string]func(keys io.Writer, news chan News, cancel func()){
		"q":       keys("jsq"),
		"ctrl-c":  keys("/q\x03"),
		"closed":  func(_ io.Writer, news chan News, _ func()) { close(news) },
		"context": func(_ io.Writer, _ chan News, cancel func()) { cancel() },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			if screen := watchTerminal(t, act{"1 with alerts", end}); !strings.Contains(screen, "\x1b[?1049l") {
				t.Errorf("the alternate screen is not left: %q", screen)
			}
		})
	}
}

// The keys do what they say: those of the filter, of the page, and back.
func TestWatchKeys(t *testing.T) {
	watchTerminal(t, act{"1 with alerts", keys("/")}, act{"filter:", keys("b1\r")}, act{"filter b1", keys("\r")},
		act{"esc → all boards", keys("h")}, act{"enter board", keys("q")})
}
