package dialect

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// The clients that were read in source or recorded, and what each of them needs. What it sends
// here is what it sends.

// TestLichess: lichess.org/dgt/play compares the id as a number, takes the first board only,
// counts new moves by the length of san, and parses O-O.
func TestLichess(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.step(sensor.Record{At: x.now, Word: sensor.Link}) // the first board is dead
	live := x.boards.Add("b08", touchmove.Config{})
	live.Step(&sensor.Record{Word: sensor.Board, Placement: placement.Initial}, 0)
	x.calls(`{"id":1,"call":"eboards"}`)
	var m struct {
		Response string
		ID       any
		Param    []struct{ SerialNr, State string }
	}
	if err := json.Unmarshal([]byte(x.last()), &m); err != nil || m.Response != "call" || m.ID != 1.0 || m.Param[0].SerialNr != live.Serial || m.Param[0].State != "ACTIVE" {
		t.Fatalf("%s, %v", x.last(), err)
	}
	x.home = live
	x.show("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R")
	x.begin("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
	x.acts("e1- g1K h1- f1R")
	x.rests()
	x.acts("g8- f6n")
	x.rests()
	x.acts("f6- g8n") // the reply is taken back, and another one played
	x.rests()
	x.acts("d7- d6p")
	x.rests()
	var lists []string
	for _, m := range x.heard {
		if i := strings.Index(m, `"san":`); i > 0 {
			lists = append(lists, m[i+6:strings.Index(m, "]")+1])
		}
	}
	for i := 1; i < len(lists); i++ {
		if lists[i] == lists[i-1] {
			t.Errorf("the same list twice: %q", lists)
		}
	}
	if x.san() != "O-O d6" {
		t.Errorf("%s of %q", x.san(), lists)
	}
}

// TestChessCom: it derives moves from placements alone, so that it needs each of them, and no
// game.
func TestChessCom(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.begin("")
	x.acts("e2- e4P")
	x.rests()
	if all := strings.Join(x.heard, "\n"); strings.Count(all, `"board":`) != 3 || strings.Contains(all, "san") || strings.Contains(all, "start") || strings.Contains(all, "match") {
		t.Error(all)
	}
}

// TestDgtAngel: param is null; what comes first after subscribe is its answer, and the param of
// that is null.
func TestDgtAngel(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.calls(`{"id":1,"call":"eboards","param":null}`)
	x.calls(fmt.Sprintf(subscribe, x.home.Serial))
	if got := untimed(x.heard[1]); got != `{"response":"call","id":2,"param":null}` || !strings.Contains(x.heard[2], `"response":"feed"`) {
		t.Errorf("%q", x.heard)
	}
}

// TestLiveChessGo: ids of calls and feeds are from one counter, seconds are Go's int, and its
// Flip sends setup without a fen.
func TestLiveChessGo(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.step(sensor.Record{At: 10, Word: sensor.Clock, Times: [2]int64{179_999, 1}, Running: sensor.BlackRuns})
	x.calls(fmt.Sprintf(`{"id":5,"call":"subscribe","param":{"feed":"eboardevent","id":4,"param":{"serialnr":"%s"}}}`, x.home.Serial))
	var m struct {
		ID    int
		Param struct {
			Clock struct{ White, Black int }
		}
	}
	if err := json.Unmarshal([]byte(x.last()), &m); err != nil || m.ID != 4 || m.Param.Clock.White != 179 || m.Param.Clock.Black != 0 {
		t.Errorf("%s, %v", x.last(), err)
	}
	x.calls(`{"id":6,"call":"call","param":{"id":4,"method":"setup","param":{"flip":true}}}`)
	x.says(`{"response":"error","id":6,"param":{"message":"setup needs a fen"}}`)
}

// TestOverlay: an overlay polls and never subscribes. What it gets is encoded once.
func TestOverlay(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.step(sensor.Record{At: 10, Word: sensor.Clock, Times: [2]int64{60_000, 50_000}, Running: sensor.WhiteRuns})
	x.calls(`{"id":9,"call":"eboards"}`)
	want := fmt.Sprintf(`{"response":"call","id":9,"param":[{"serialnr":"%s","source":"b07","state":"ACTIVE","battery":null,"comment":null,"board":"%s","flipped":false,"clock":{"white":60,"black":50,"run":true,"time":%d}}]}`,
		x.home.Serial, array, unixAt(10))
	x.says(want)
	if a, b := x.room.List(), x.room.List(); &a[0] != &b[0] {
		t.Error("the list is encoded again")
	}
	var pretty []map[string]any
	if err := json.Unmarshal(x.room.Pretty(), &pretty); err != nil || len(pretty) != 1 || !strings.HasPrefix(string(x.room.Pretty()), "[\n  {\n    \"serialnr\": \"") {
		t.Errorf("%s, %v", x.room.Pretty(), err)
	}
}

// TestWidget: a React widget has ids of its own, and expects board to be left out rather than
// null.
func TestWidget(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.home = x.boards.Add("b08", touchmove.Config{}) // nothing is known of it
	x.room.Changed()
	x.calls(fmt.Sprintf(`{"id":83,"call":"subscribe","param":{"feed":"eboardevent","id":7,"param":{"serialnr":"%s"}}}`, x.home.Serial))
	x.says(fmt.Sprintf(`{"response":"feed","id":7,"param":{"serialnr":"%s","flipped":false,"clock":null}}`, x.home.Serial))
	x.show(array)
	x.says(fmt.Sprintf(`{"response":"feed","id":7,"param":{"serialnr":"%s","flipped":false,"board":"%s"}}`, x.home.Serial, array))
}
