package livechess

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/hall/livechess/dialect"
)

// hallTable is a hall, and a client of it.
type hallTable struct {
	testing.TB
	site Site
	room dialect.Room
	talk *dialect.Conversation
	last string // what the client heard last
}

func newHallTable(t testing.TB) *hallTable {
	x := &hallTable{TB: t}
	x.room.Source = &x.site
	x.talk = &dialect.Conversation{Room: &x.room}
	return x
}

// publishes takes a message of a board.
func (x *hallTable) publishes(board, topic, payload string) {
	x.Helper()
	r, ok := Read(board, topic, []byte(payload))
	if !ok {
		x.Fatalf("%s: %s", topic, payload)
	}
	name := x.site.Take(&r, 0)
	x.room.Changed()
	x.hear(x.talk.Update(0, name))
}

func (x *hallTable) calls(text string) { x.hear(x.talk.Call(0, []byte(text))) }

func (x *hallTable) hear(messages [][]byte) {
	for _, m := range messages {
		x.last = strings.TrimSuffix(string(m), `,"time":0}`)
	}
}

func (x *hallTable) says(want string) {
	x.Helper()
	if x.last != want {
		x.Errorf("got  %s\nwant %s", x.last, want)
	}
}

const startOf = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// snapshot returns a snapshot with moves, each as "e2e4 e4".
func snapshot(id string, moves ...string) string {
	var all []string
	for _, m := range moves {
		uci, san, _ := strings.Cut(m, " ")
		all = append(all, fmt.Sprintf(`{"uci":%q,"san":%q,"state":"completed"}`, uci, san))
	}
	return fmt.Sprintf(`{"game_id":%q,"phase":"playing","variant":"standard","start_fen":%q,"moves":[%s],"result":"*"}`, id, startOf, strings.Join(all, ","))
}

func (x *hallTable) subscribes(board string) {
	b, _ := x.site.Board(board)
	x.calls(`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"` + b.Serial + `"}}}`)
}

func (x *hallTable) setsUp(fen string) {
	x.calls(`{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"` + fen + `"}}}`)
}

// TestSite: the boards of a hall, those in play first; a setup is told the published game.
func TestSite(t *testing.T) {
	x := newHallTable(t)
	x.calls(`{"id":1,"call":"eboards"}`)
	x.says(`{"response":"call","id":1,"param":[]`)
	for _, b := range []string{"b03", "b01", "b02"} {
		x.publishes(b, "info", `{"serial":"`+strings.TrimPrefix(b, "b")+`"}`)
		x.publishes(b, "game", snapshot("g"))
		x.publishes(b, "status", `{"state":"ready"}`)
	}
	x.publishes("b01", "status", `{"state":"lost"}`)
	x.publishes("b03", "game", snapshot("g", "e2e4 e4"))
	x.publishes("b03", "clock", `{"white_ms":60999,"black_ms":61000,"running":"b","read_at":"2027-03-06T12:00:00.000Z"}`)
	x.calls(`{"id":1,"call":"eboards"}`)
	const empty = `"battery":null,"comment":null,"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","flipped":false,"clock":null}`
	x.says(`{"response":"call","id":1,"param":[` +
		`{"serialnr":"03","source":"b03","state":"ACTIVE","battery":null,"comment":null,"board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR","flipped":false,"clock":{"white":60,"black":61,"run":false,"time":1804334400000}},` +
		`{"serialnr":"02","source":"b02","state":"ACTIVE",` + empty + `,{"serialnr":"01","source":"b01","state":"NOTRESPONDING",` + empty + `]`)
	x.subscribes("b03")
	x.setsUp(startOf)
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"start":"` + startOf + `","san":["e4"],"match":true}`)
	x.publishes("b03", "arbiter/board", `{"placement":"rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR","differ":["e7"]}`)
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"board":"rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR","match":false}`)
	x.publishes("b03", "game", snapshot("g", "e2e4 e4", "e7e5 e5"))
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"san":["e4","e5"]}`)
	x.publishes("b03", "game", snapshot("g", "e2e4 e4")) // taken back
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"san":["e4"]}`)
	x.setsUp("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9") // as other programs count
	x.publishes("b03", "game", snapshot("g", "e2e4 e4", "e7e5 e5"))
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"san":["e5"]}`)
	x.publishes("b03", "game", snapshot("g")) // beyond the start
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"san":[]}`)
	x.publishes("b03", "game", snapshot("next", "d2d4 d4"))
	x.says(`{"response":"feed","id":1,"param":{"serialnr":"03","flipped":false,"san":[]}`) // the other game is not told
	x.setsUp("8/8/8/4k3/8/8/8/4K2R w K - 0 1")
	x.says(`{"response":"error","id":3,"param":{"message":"the position is none of the published game; setup of another one needs the board's own boardd"}`)
}

// TestSiteNames: what the sensors cannot name has the name that the game gives it, and a lost
// board that is paused is lost.
func TestSiteNames(t *testing.T) {
	x := newHallTable(t)
	x.publishes("b01", "game", snapshot("g", "e2e4 e4"))
	x.publishes("b01", "arbiter/board", `{"placement":"????????/????????/8/8/4?3/8/????1???/??????1?"}`)
	x.subscribes("b01")
	if want := `"board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKB1R"`; !strings.Contains(x.last, want) {
		t.Errorf("%s", x.last)
	}
	x.calls(`{"id":5,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}`)
	if want := `"flipped":true,"board":"R1BKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr"`; !strings.Contains(x.last, want) {
		t.Errorf("%s", x.last)
	}
	paused := strings.Replace(snapshot("g"), "playing", "paused", 1)
	for _, s := range []struct{ topic, payload, want string }{
		{"game", paused, `null`}, {"status", `{"state":"ready"}`, `"INACTIVE"`}, {"status", `{"state":"off"}`, `"NOTRESPONDING"`}, {"status", `{"state":"init"}`, `null`},
	} {
		x.publishes("b01", s.topic, s.payload)
		x.calls(`{"id":1,"call":"eboards"}`)
		if !strings.Contains(x.last, `"state":`+s.want) {
			t.Errorf("%s: %s", s.payload, x.last)
		}
	}
}

// FuzzSite: no message of a board breaks anything.
func FuzzSite(f *testing.F) {
	f.Add("game", snapshot("g", "e2e4 e4"))
	f.Add("arbiter/board", `{"placement":"????????/????????/8/8/4?3/8/????1???/????????"}`)
	f.Add("clock", `{"white_ms":60999,"black_ms":61000,"running":"b","read_at":"2027-03-06T12:00:00.000Z"}`)
	f.Add("status", `{"state":"lost"}`)
	f.Add("info", `{"serial":"3000147740"}`)
	f.Fuzz(func(t *testing.T, topic, payload string) {
		x := newHallTable(t)
		x.publishes("b01", "game", snapshot("g"))
		x.subscribes("b01")
		x.setsUp(startOf)
		if r, ok := Read("b01", topic, []byte(payload)); ok {
			x.site.Take(&r, 0)
			x.room.Changed()
			x.talk.Update(0, "b01")
			x.calls(`{"id":1,"call":"eboards"}`)
			r.News(&r)
		}
	})
}
