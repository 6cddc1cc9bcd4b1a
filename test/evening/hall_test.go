package evening

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// hall is a site with a broker that the shipped script has set up.
type hall struct {
	t              *testing.T
	dir            string
	boards, people string // addresses of the broker
}

// openHall sets up the broker, and starts it.
func openHall(t *testing.T) *hall {
	h := &hall{t: t, dir: t.TempDir(), boards: brokertest.FreeAddress(t), people: brokertest.FreeAddress(t)}
	etc := filepath.Join(h.dir, "mosquitto")
	if err := os.Mkdir(etc, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, b := range boards { // the second run keeps what the first one received
		args := []string{"--etc", etc, b.board}
		if b.board == boards[0].board {
			args = append(args, "--site", "hall", "--host", "127.0.0.1", "--listen", "127.0.0.1", "--ports", harness.PortOf(h.boards)+","+harness.PortOf(h.people))
		}
		if out, err := exec.Command("../../systemd/mosquitto/boardd-broker-setup", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	brokertest.Start(t, "persistence_location "+h.dir+"/\ninclude_dir "+etc+"/conf.d\n", h.boards, h.people)
	return h
}

// handedOut returns the folder with the files for a board ("boards") or a person ("people").
func (h *hall) handedOut(kind, name string) string {
	return filepath.Join(h.dir, "mosquitto", "boardd", "hand-out", kind, name)
}

// file returns the path of the configuration of a person.
func (h *hall) file(person string) string {
	return filepath.Join(h.handedOut("people", person), person+".toml")
}

// command runs boardd until it ends.
func (h *hall) command(args ...string) (out, errs string, ok bool) {
	var o, e bytes.Buffer
	name := program
	if _, err := os.Stat(program + "-hall"); err == nil && args[0] == "send" { // else it is one of before the programs were parted
		name += "-hall"
	}
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	return o.String(), e.String(), err == nil
}

// guest is a reader of all messages that the broker allows. It keeps them.
type guest struct {
	mu     sync.Mutex
	topics map[string]string              // the last message of each
	found  map[string][]transport.Finding // by board
	pgns   map[string][]string            // by board, the ids of its games in order
	byID   map[string]string              // the last PGN of each game
}

// enter connects a person with that person's files.
func (h *hall) enter(person string) *guest {
	h.t.Helper()
	dir := h.handedOut("people", person)
	password, err := os.ReadFile(filepath.Join(dir, person+".password"))
	if err != nil {
		h.t.Fatal(err)
	}
	authority, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err != nil {
		h.t.Fatal(err)
	}
	tls, err := publish.TLS(authority, nil, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	g := &guest{topics: map[string]string{}, found: map[string][]transport.Finding{}, pgns: map[string][]string{}, byID: map[string]string{}}
	client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tls://" + h.people).SetTLSConfig(tls).SetUsername(person).
		SetPassword(strings.TrimSpace(string(password))).SetAutoReconnect(false).SetDefaultPublishHandler(g.take))
	for _, token := range []func() mqtt.Token{client.Connect, func() mqtt.Token { return client.Subscribe("chess/1/hall/#", 1, nil) }} {
		if tk := token(); !tk.WaitTimeout(patience) || tk.Error() != nil {
			h.t.Fatalf("%s: %v", person, tk.Error())
		}
	}
	h.t.Cleanup(func() { client.Disconnect(0) })
	return g
}

func (g *guest) take(_ mqtt.Client, m mqtt.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	topic, payload := strings.TrimPrefix(m.Topic(), "chess/1/hall/"), string(m.Payload())
	g.topics[topic] = payload
	board, name, _ := strings.Cut(topic, "/")
	switch name {
	case "arbiter/finding":
		var f transport.Finding
		if json.Unmarshal(m.Payload(), &f) == nil {
			g.found[board] = append(g.found[board], f)
		}
	case "pgn", "last/pgn":
		games, _ := pgnlint.Read(payload)
		if len(games) == 0 {
			return
		}
		id := games[0].Tag("GameId")
		if g.byID[id] == "" {
			g.pgns[board] = append(g.pgns[board], id)
		}
		g.byID[id] = payload
	}
}

// reported returns the last message of a topic of a board.
func (g *guest) reported(board, topic string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.topics[board+"/"+topic]
}

// heard returns the topics that had a message.
func (g *guest) heard() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Keys(g.topics))
}

// finds reports whether a board has reported a finding.
func (g *guest) finds(board, code string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range g.found[board] {
		if f.Code == code {
			return true
		}
	}
	return false
}

// games returns the games of a board that had moves, in order, from the last PGN of each.
func (g *guest) games(board string) []game {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []game
	for _, id := range g.pgns[board] {
		all = append(all, gamesOf(g.byID[id])...)
	}
	return all
}

// lastGames returns the games that a late reader gets: the present one and the one before.
func (g *guest) lastGames(board string) []game {
	return append(gamesOf(g.reported(board, "last/pgn")), gamesOf(g.reported(board, "pgn"))...)
}

// gamesOf returns the games of a PGN that have moves.
func gamesOf(text string) []game {
	games, _ := pgnlint.Read(text)
	var all []game
	for _, g := range games {
		if len(g.Moves) > 0 {
			all = append(all, game{g.Tag("Round"), g.Tag("White"), g.Tag("Black"), strings.Join(g.Moves, " "), g.Result})
		}
	}
	return all
}
