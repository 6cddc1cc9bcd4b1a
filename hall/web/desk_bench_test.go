package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// BenchmarkDesk is the desk of a hall of 200 boards: half a second of a blitz round, in which 25
// of them move, for the stream; the page of all boards; the page of one.
func BenchmarkDesk(b *testing.B) {
	o := newBenchDesk(b, 200)
	anna, err := o.Access.Accounts.Find("anna")
	if err != nil {
		b.Fatal(err)
	}
	token, err := o.gate.sessions.Make(&anna, time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	get := func(path string) int {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "127.0.0.1:8443"
		r.Header.Set("Cookie", "desk="+token)
		w := httptest.NewRecorder()
		o.Handler.ServeHTTP(w, r)
		if w.Code != 200 {
			b.Fatal(w.Code)
		}
		return w.Body.Len()
	}
	b.Run("half-second", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			for i := range 25 {
				o.Boards.Take(o.snapshot(b, (25*n+i)%200, n))
			}
			o.Boards.tellDirty()
		}
	})
	for name, path := range map[string]string{"all-boards": "/", "one-board": "/boards/b007"} {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = get(path)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

type benchDesk struct {
	*deskOf
	game transport.ArbiterGame
}

func newBenchDesk(b *testing.B, boards int) *benchDesk {
	b.Helper()
	o := &benchDesk{deskOf: newDeskOf(b)}
	lines := bufio.NewScanner(strings.NewReader(harness.Replayed(b, harness.ShortGame, "-o", "messages")))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m struct {
			Topic   string
			Payload json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			b.Fatal(err)
		}
		if strings.HasSuffix(m.Topic, "/arbiter/game") {
			if err := json.Unmarshal(m.Payload, &o.game); err != nil {
				b.Fatal(err)
			}
		}
	}
	for len(o.game.Moves) < 80 { // as long as games are
		o.game.Moves = append(o.game.Moves, o.game.Moves[0])
	}
	o.game.Tags = map[string]string{"White": "Ferrier, Isla", "Black": "Okonkwo, Chidi"}
	o.Boards.Connected(true, nil)
	for i := range boards {
		o.Boards.Take(o.snapshot(b, i, 0))
	}
	return o
}

// snapshot is the game of a board after its nth change.
func (o *benchDesk) snapshot(b *testing.B, board, n int) transport.Message {
	o.game.Seq = uint64(1000 + n)
	payload, err := json.Marshal(o.game)
	if err != nil {
		b.Fatal(err)
	}
	return transport.Message{Topic: fmt.Sprintf("chess/1/hall/b%03d/arbiter/game", board), Payload: payload}
}
