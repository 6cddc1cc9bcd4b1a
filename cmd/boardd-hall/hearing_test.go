package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
)

// ear is a hearing at a time, and the last games of boards.
type ear struct {
	*hearing
	at    time.Time
	games map[string]*transport.Game
}

// hears takes messages in words: what, session, number, and the count of moves of a status.
func (e *ear) hears(said ...string) {
	for _, text := range said {
		var name, session string
		var seq, moves uint64
		n, _ := fmt.Sscan(text, &name, &session, &seq, &moves)
		m := transport.Message{Payload: []byte("{}")}
		switch {
		case name == "pause":
			e.at = e.at.Add(time.Duration(seq) * time.Second)
			continue
		case name == "up":
			e.connected(true, session == "all", e.at)
			continue
		case strings.HasPrefix(name, "kept-"):
			name, m.Retain = strings.TrimPrefix(name, "kept-"), true
		}
		switch {
		case name == "game":
			e.games["b07"] = &transport.Game{Head: transport.Head{Session: session, Seq: seq}}
		case name == "will":
			name, m.Payload = "status", []byte(fmt.Sprintf(`{"session":%q,"state":"lost"}`, session))
		case name == "off":
			name, m.Payload = "status", []byte(fmt.Sprintf(`{"session":%q,"seq":%d,"state":"off"}`, session, seq))
		case name == "status" && n == 4:
			m.Payload = []byte(fmt.Sprintf(`{"session":%q,"seq":%d,"state":"ready","health":{"moves":%d}}`, session, seq, moves))
		case name == "status":
			m.Payload = []byte(fmt.Sprintf(`{"session":%q,"seq":%d,"state":"ready"}`, session, seq))
		}
		e.take("b07", name, &m, e.at)
	}
}

// TestHearing: what is missing is noticed, and nothing else.
func TestHearing(t *testing.T) {
	for _, c := range []struct {
		name    string
		heard   string
		missing string // part of the error; "": nothing is missing
		ask     bool
	}{
		{"all that was retained comes", "up all; kept-status a 1 0; kept-game a 2; pause - 10", "", false},
		{"a light board, which never says how it is", "up all; kept-status a 1; kept-game a 2; pause - 1000", "", false},
		{"still coming", "up all; kept-status a 1 0; pause - 4", "", false},
		{"coming slowly", "up all; pause - 4; kept-status a 1 0; pause - 4; kept-info a 2; pause - 4", "", false},
		{"no connection", "status a 1 0; pause - 100", "", false},
		{"the game is not retained any more", "up all; kept-status a 1 0; pause - 6", "its game has not come since there is a connection", true},
		{"known before, and nothing is retained", "up all; kept-status a 1 0; kept-game a 2; pause - 60; up all; pause - 6", "its game has not come since there is a connection", true},
		{"the same, and it comes with the next move", "up all; kept-status a 1 0; kept-game a 2; pause - 60; up all; pause - 2; game a 7; pause - 5", "", false},
		{"switched off", "up all; off a 3; pause - 1000", "", false},
		{"its will", "up all; status a 1 0; game a 2; will a; pause - 1000", "", false},
		{"only its will is retained", "up all; kept-will a; pause - 1000", "", false},
		{"it starts again", "up all; status a 1 0; game a 2; pause - 60; status b 1001 0; game b 1002; pause - 10", "", false},
		{"it starts again unheard", "up all; status a 1 0; game a 2; pause - 60; status b 1001 0; pause - 6", "its boardd is another run, and its game has not come", true},
		{"moves come", "up all; status a 1 0; game a 2; game a 5; pause - 60; status a 6 1; pause - 20", "", false},
		{"the only move came before its status", "up all; status a 1 0; game a 4; status a 5 1; pause - 20; status a 9 1; pause - 20", "", false},
		{"a move did not come", "up all; status a 3 0; game a 2; pause - 60; status a 9 1; pause - 6", "moves that have not come", true},
		{"a move comes late", "up all; status a 3 0; game a 2; pause - 60; status a 9 1; pause - 4; game a 10; pause - 9", "", false},
		{"counts begin again at a start", "up all; status a 3 90; game a 2; pause - 60; status b 9 0; game b 10; pause - 20; status b 11 0; pause - 9", "", false},
		{"it is silent", "up all; status a 1 0; game a 2; pause - 151", "nothing has come from it for minutes", true},
		{"two minutes", "up all; status a 1 0; game a 2; pause - 149", "", false},
	} {
		e := &ear{&hearing{}, time.Now(), map[string]*transport.Game{}}
		e.hears(strings.Split(c.heard, "; ")...)
		last := func(board string) *transport.Game { return e.games[board] }
		ask, missing, anew := e.judge(nil, last, func(string) bool { return true }, e.at)
		text := fmt.Sprint(missing)
		if (missing != nil) != (c.missing != "") || !strings.Contains(text, c.missing) || (len(ask) == 1) != c.ask || anew {
			t.Errorf("%s: ask %q, missing %s, anew %t", c.name, ask, text, anew)
		}
		if _, missing, _ = e.judge(nil, last, func(string) bool { return false }, e.at); missing != nil {
			t.Errorf("%s: of a board that does not count: %v", c.name, missing)
		}
	}
}

// TestHearingAsks: a board is asked three times, with longer and longer pauses, and again after the
// next connection. A board of which nothing was ever heard is asked too, without a word.
func TestHearingAsks(t *testing.T) {
	e := &ear{&hearing{}, time.Now(), nil}
	e.hears("up all")
	var asked []int
	for second := range 600 {
		if second == 400 {
			e.hears("up all")
		}
		ask, missing, anew := e.judge([]string{"b07"}, func(string) *transport.Game { return nil }, func(string) bool { return true }, e.at)
		if missing != nil || anew {
			t.Fatalf("%d: %v, anew %t", second, missing, anew)
		}
		if len(ask) > 0 {
			asked = append(asked, second)
			e.take("b07", "req/republish", &transport.Message{Payload: []byte("{}")}, e.at)
		}
		e.at = e.at.Add(time.Second)
	}
	if want := []int{6, 37, 98, 406, 437, 498}; !slices.Equal(asked, want) {
		t.Errorf("asked at %v, want %v", asked, want)
	}
}

// TestHearingAnew: when requests do not come back, or a board has answered and its game does not
// come, the connection is made anew, after a longer time each time.
func TestHearingAnew(t *testing.T) {
	for name, c := range map[string]struct {
		rights string
		reply  string
		want   []int
	}{
		"nothing comes":                      {"all", "", []int{22, 59, 126}},
		"it is not allowed to hear requests": {"some", "", nil},
		"the request comes back":             {"all", "req/republish - 0", nil},
		"the answer comes, and no game":      {"some", "res/republish - 0", []int{22, 89}},
		"the game comes":                     {"all", "game a 3", nil},
	} {
		e := &ear{&hearing{}, time.Now(), map[string]*transport.Game{}}
		e.hears("up " + c.rights)
		var anews []int
		for second := range 130 {
			ask, _, anew := e.judge([]string{"b07"}, func(b string) *transport.Game { return e.games[b] }, func(string) bool { return true }, e.at)
			if anew {
				anews = append(anews, second)
				e.hears("up " + c.rights)
			}
			if len(ask) > 0 && c.reply != "" {
				e.at = e.at.Add(time.Millisecond)
				e.hears(c.reply)
			}
			e.at = e.at.Add(time.Second)
		}
		if !slices.Equal(anews, c.want) {
			t.Errorf("%s: made anew at %v, want %v", name, anews, c.want)
		}
	}
}

// TestRetainedLost: moves were made while no hall ran, the broker has lost what it had retained when
// one starts, and the board has nothing new to say. The hall has the board publish everything again.
func TestRetainedLost(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	h := newHallOf(t, url, "0s")
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	stop := h.start()
	player, said := playerOf(t, url, "b07", ""), reader(t, url)
	has := func(text string) {
		t.Helper()
		harness.Until(t, text, 20*time.Second, func() bool { return strings.Contains(said(), text) })
	}
	has("Ferrier")
	stop()
	player.Play([]string{"e2e4", "e7e5"})
	has("e7e5")
	wipe(t, url)
	h.start()
	h.says("of board b07 nothing is known")
	h.wants("the moves", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 2 })
}

func client(t *testing.T, url, id string) mqtt.Client {
	t.Helper()
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID(id))
	if err := subscribe.Wait(c.Connect()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Disconnect(0) })
	return c
}

// reader returns what reads the last game of the board.
func reader(t *testing.T, url string) func() string {
	t.Helper()
	var last atomic.Value
	last.Store("")
	err := subscribe.Wait(client(t, url, "reader").Subscribe(harness.TestPrefix+"game", 1, func(_ mqtt.Client, m mqtt.Message) { last.Store(string(m.Payload())) }))
	if err != nil {
		t.Fatal(err)
	}
	return func() string { return last.Load().(string) }
}

// wipe has a broker forget what it has retained of the board.
func wipe(t *testing.T, url string) {
	t.Helper()
	var err error
	c := client(t, url, "wipe")
	for _, name := range []string{"status", "info", "game", "pgn", "arbiter/game", "arbiter/board"} {
		err = errors.Join(err, subscribe.Wait(c.Publish(harness.TestPrefix+name, 1, true, "")))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// deafening stands between clients and a broker. To a client that connects while it is deaf it
// passes nothing that the broker publishes, ever; everything else goes on.
type deafening struct {
	url  string
	deaf atomic.Bool
}

func newDeafening(t *testing.T, broker string) *deafening {
	d := new(deafening)
	d.url = brokertest.Between(t, broker, d.pass)
	return d
}

func (d *deafening) pass(client, server net.Conn) {
	deaf := d.deaf.Load()
	go func() {
		defer server.Close()
		io.Copy(server, client)
	}()
	for from := bufio.NewReader(server); ; {
		packet, err := readPacket(from)
		const publish = 3
		if err == nil && !(deaf && packet[0]>>4 == publish) {
			_, err = client.Write(packet)
		}
		if err != nil {
			return
		}
	}
}

// readPacket reads a packet of MQTT (3.1.1, 2.2).
func readPacket(from *bufio.Reader) ([]byte, error) {
	head, err := from.ReadByte()
	if err != nil {
		return nil, err
	}
	size, err := binary.ReadUvarint(from)
	if err != nil {
		return nil, err
	}
	packet := binary.AppendUvarint([]byte{head}, size)
	begin := len(packet)
	packet = append(packet, make([]byte, size)...)
	_, err = io.ReadFull(from, packet[begin:])
	return packet, err
}

// TestDeaf: a connection is up and brings nothing. The hall says so, makes another one, and the
// world sees the game.
func TestDeaf(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute until a connection counts as deaf")
	}
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	player, said := playerOf(t, url, "b07", ""), reader(t, url)
	d := newDeafening(t, url)
	d.deaf.Store(true)
	h := opened(t, d.url)
	h.says("the hall runs")
	h.says("of board b07 nothing is known")
	d.deaf.Store(false)
	if !harness.Comes(time.Minute, func() bool { return strings.Contains(h.log.String(), errDeaf.Error()) }) {
		t.Fatalf("the hall does not notice:\n%s", h.log.String())
	}
	h.says(`msg="no longer wrong" about=hearing`)
	harness.Until(t, "the names", 20*time.Second, func() bool { return strings.Contains(said(), "Ferrier") })
	player.Play([]string{"e2e4", "e7e5"})
	h.wants("the moves", func(g []pgnlint.Game) bool { return len(g[0].Moves) == 2 })
}
