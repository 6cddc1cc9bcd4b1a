package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// TestLiveChess: an overlay sees the board of a hall with its pieces in the air, and a client that
// sets up the start hears the published moves.
func TestLiveChess(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	board := harness.TestPlayback(t)
	daemontest.StartRun(t, harness.TestConfig(board.Path, o.URL()), clock.New(1))
	player := harness.NewPlayer(t, board)
	h := newHallOf(t, o.URL(), "0s")
	address := brokertest.FreeAddress(t)
	h.write(h.conf, fmt.Sprintf("site = \"hall\"\n[mqtt]\nbroker = %q\n[livechess]\nlisten = %q\n", o.URL(), address))
	if out := h.do(cli.ExitOK, "check", "--wait", "1m"); !strings.Contains(out, "ok    livechess: "+address) {
		t.Error(out)
	}
	h.start()
	harness.AwaitUpdates(t, board)
	list := ""
	harness.Until(t, "the board", 20*time.Second, func() bool {
		a, err := http.Get("http://" + address + "/api/v1.0/eboards")
		if err != nil {
			return false
		}
		defer a.Body.Close()
		text, _ := io.ReadAll(a.Body)
		list = string(text)
		return strings.Contains(list, `"state": "ACTIVE"`) && strings.Contains(list, "/PPPPPPPP/")
	})
	_, rest, _ := strings.Cut(list, `"serialnr": "`)
	serial, _, _ := strings.Cut(rest, `"`)
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+address+"/api/v1.0", http.Header{"Origin": {"http://localhost:5173"}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, call := range []string{
		`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"` + serial + `"}}}`,
		`{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}}`,
	} {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(call)); err != nil {
			t.Fatal(err)
		}
	}
	var heard strings.Builder
	hears := func(what string) {
		t.Helper()
		for !strings.Contains(heard.String(), what) {
			conn.SetReadDeadline(time.Now().Add(harness.Patience))
			_, text, err := conn.ReadMessage()
			if err != nil {
				t.Fatalf("%v after %s", err, heard.String())
			}
			heard.Write(text)
		}
	}
	records := player.Records("e2e4")
	player.Do(records[0])
	hears(`"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"`) // the pawn is in the air
	for _, r := range records[1:] {
		player.Do(r)
		time.Sleep(20 * time.Millisecond)
	}
	player.Play([]string{"e7e5"})
	hears(`"san":["e4","e5"]`)
}

// TestLiveChessDelay: nothing is shown before the delay has passed, and a clock that runs does not
// fill the memory meanwhile.
func TestLiveChessDelay(t *testing.T) {
	c := config.DefaultLiveChess()
	l := &liveBoards{delay: time.Hour, wake: make(chan struct{}, 1), clocks: map[string]*livechess.Report{}}
	l.server = serve.New(&c, &l.site)
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	for second := range 60 {
		l.take(transport.Message{Topic: topics.Topic("clock"), Payload: fmt.Appendf(nil, `{"white_ms":%d,"black_ms":300000,"running":"w","read_at":"2027-03-06T12:00:%02d.000Z"}`, 300_000-1000*second, second)})
	}
	l.take(transport.Message{Topic: topics.Topic("status"), Payload: []byte(`{"state":"ready"}`)})
	l.read()
	if len(l.waiting) != 2 || l.next() != "" || len(l.site.Boards()) != 0 {
		t.Fatalf("%d reports wait, %d boards are shown", len(l.waiting), len(l.site.Boards()))
	}
	l.delay = 0
	for l.next() != "" {
	}
	if b, ok := l.site.Board("b07"); !ok || b.State != "ACTIVE" || b.Clock.White != 300 {
		t.Errorf("%+v", b)
	}
}

// TestLiveChessKeys: the delay may be that of the tournaments, but not if a round is hidden.
func TestLiveChessKeys(t *testing.T) {
	const two = "[[tournaments]]\nid = \"a\"\nevent = \"A\"\ndelay = \"15m\"\n[[tournaments]]\nid = \"b\"\nevent = \"B\"\ndelay = \"1m\"\n"
	for text, want := range map[string]string{
		two + "[livechess]\nlisten = \":1982\"\n":                                      "needs delay",
		two + "at_end = [9]\n[livechess]\nlisten = \":1982\"\ndelay = \"same\"\n":      `the rounds at_end of "b" have no delay`,
		two + "[livechess]\nlisten = \":1982\"\ndelay = \"never\"\n":                   "livechess.delay",
		two + "[livechess]\nlisten = \":1982\"\ndelay = \"same\"\n":                    "",
		two + "at_end = [9]\n[livechess]\nlisten = \":1982\"\ndelay = \"0\"\n":         "",
		two + "at_end = [9]\n[livechess]\nlisten = \"127.0.0.1:1982\"\norigins = []\n": "",
	} {
		c, err := hallconfig.Parse([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
		if strings.Contains(text, "same") && want == "" && c.LiveChess.Wait() != 15*time.Minute {
			t.Errorf("delay %v", c.LiveChess.Wait())
		}
	}
}
