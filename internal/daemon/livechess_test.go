package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
)

// viewer is a client of LiveChess.
type viewer struct {
	testing.TB
	conn *websocket.Conn
}

func newViewer(t testing.TB, address, fen string) *viewer {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+address+"/api/v1.0", http.Header{"Origin": {"https://lichess.org"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	v := &viewer{t, conn}
	v.calls(`{"id":1,"call":"eboards"}`)
	var m struct{ Param []struct{ SerialNr string } }
	if err := json.Unmarshal([]byte(v.hears()), &m); err != nil || len(m.Param) != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	v.calls(fmt.Sprintf(`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"%s"}}}`, m.Param[0].SerialNr))
	if fen != "" {
		v.calls(fmt.Sprintf(`{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"%s"}}}`, fen))
	}
	return v
}

func (v *viewer) calls(text string) {
	v.Helper()
	if err := v.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		v.Fatal(err)
	}
}

func (v *viewer) hears() string {
	v.Helper()
	v.conn.SetReadDeadline(time.Now().Add(harness.Patience))
	_, text, err := v.conn.ReadMessage()
	if err != nil {
		v.Fatal(err)
	}
	return string(text)
}

// until reads until a message has a text.
func (v *viewer) until(text string) string {
	v.Helper()
	for {
		if m := v.hears(); strings.Contains(m, text) {
			return m
		}
	}
}

// TestLiveChess plays a short game. A client that has set up its start hears the moves; another
// one set up nonsense; the game of record is the same as without both.
func TestLiveChess(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	r, board, p := harness.NewRelay(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	c := harness.TestConfig(board.Path, url)
	c.LiveChess.Listen = brokertest.FreeAddress(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	live := startLiveChess(ctx, c, zerolog.New(zerolog.NewTestWriter(t)))
	if live == nil {
		t.Fatal("nobody listens")
	}
	if err := board.Do(harness.ParseLog(t, harness.ShortGame)[0]); err != nil {
		t.Fatal(err)
	}
	d, err := New(c, zerolog.New(zerolog.NewTestWriter(t)), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	live.add(d)
	startDaemon(t, d)
	const array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	good := newViewer(t, c.LiveChess.Listen, array+" w KQkq - 0 1")
	newViewer(t, c.LiveChess.Listen, "8/8/8/4k3/8/8/8/4K2R w K - 0 1")
	good.until(`"match":true`)
	harness.PlayRecords(t, board, p, harness.ParseLog(t, harness.ShortGame))
	good.until(`"board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`)
	good.until(`"san":["e4","e5","Nf3"]`)
	harness.Until(t, "the game of record", 10*time.Second, func() bool { return r.UCI("game") == "e2e4 e7e5 g1f3" })
	answer, err := http.Get("http://" + c.LiveChess.Listen + "/api/v1.0/eboards")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	var all []struct {
		Source, State, Board string
		Clock                *struct{ White, Black int }
	}
	if err := json.Unmarshal(text, &all); err != nil || len(all) != 1 || all[0].Source != "b07" || all[0].State != "ACTIVE" || all[0].Board != "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R" || all[0].Clock == nil {
		t.Errorf("%s, %v", text, err)
	}
}

// TestLiveChessOff: without an address nothing listens, and nothing is shown.
func TestLiveChessOff(t *testing.T) {
	d, _ := idleDaemon(t, "tcp://127.0.0.1:1")
	live := startLiveChess(context.Background(), harness.TestConfig("/dev/null", "tcp://127.0.0.1:1"), zerolog.Nop())
	live.add(d)
	if live != nil || d.shown != nil {
		t.Error("the board is shown")
	}
	if n := testing.AllocsPerRun(100, func() { d.show(&pipeline.Outcome{}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestLiveChessDelay: nothing is shown before the delay has passed, in the order in which it
// happened; and what there was no room for is shown later as the board stands then.
func TestLiveChessDelay(t *testing.T) {
	d, _ := idleDaemon(t, "tcp://127.0.0.1:1")
	c := harness.TestConfig("/dev/null", "tcp://127.0.0.1:1")
	c.LiveChess.Listen, c.LiveChess.Delay = brokertest.FreeAddress(t), "15m"
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	live := startLiveChess(ctx, c, zerolog.Nop())
	d.shown = live.seat(d) // steps are taken by hand
	s := d.shown
	now := int64(0)
	at := func(ms int64) {
		now = ms
		d.clock.Begin(ms)
		for {
			select {
			case r := <-s.reports:
				s.wait(r)
				continue
			default:
			}
			break
		}
		s.server.Change(s.step)
	}
	d.clock.SetSpeed(0)
	d.now = 0
	d.show(&pipeline.Outcome{Decoded: []sensor.Record{{Word: sensor.Board, Placement: placement.Initial}}})
	d.now = 60_000
	d.show(&pipeline.Outcome{Decoded: []sensor.Record{{At: 60_000, Word: sensor.Lift, Square: 12}}})
	for _, c := range []struct {
		ms    int64
		known bool
		e2    placement.Piece
	}{{0, false, 0}, {899_999, false, 0}, {900_000, true, placement.Initial[12]}, {959_999, true, placement.Initial[12]}, {960_000, true, 0}} {
		at(c.ms)
		if s.home.Known != c.known || s.home.Shown[12] != c.e2 {
			t.Errorf("after %d ms: %v, %v", now, s.home.Known, s.home.Shown)
		}
	}
	for range cap(s.reports) + 5 {
		d.show(&pipeline.Outcome{Decoded: []sensor.Record{{At: 960_000, Word: sensor.Link, On: true}}})
	}
	if !s.missed {
		t.Fatal("there was room")
	}
	at(960_001)
	d.show(&pipeline.Outcome{Decoded: []sensor.Record{{At: 960_001, Word: sensor.Link, On: true}}})
	at(1_900_000)
	if s.missed || s.home.State != "ACTIVE" {
		t.Errorf("no scan mended it: %v", s.home.State)
	}
}
