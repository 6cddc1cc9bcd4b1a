package view

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/transport"
)

var update = flag.Bool("update", false, "write the golden pictures anew; each change is to be looked at")

// listener is told of messages.
type listener func(topic string, payload []byte)

// feed makes the messages of one board, in order. It is the test's stand-in for
// the daemon: what it says of a game is written down by hand.
type feed struct {
	t    testing.TB
	name string // of the board
	say  listener
	seq  uint64
	at   string
	game transport.ArbiterGame
}

// newFeed is a feed of a game from a position that says to whoever listens.
func newFeed(t testing.TB, fen string, say listener) *feed {
	f := &feed{t: t, name: "b07", say: say, at: "2026-05-04T14:00:00.000Z"}
	f.game.Record = transport.Record{
		GameID: "g1", Phase: "waiting", Variant: "standard", Rules: "fide-2023", Time: "standard", Supervision: "normal",
		StartFEN: fen, FEN: fen, Result: "*", Trust: transport.Trust{State: "ok"},
		Tags: map[string]string{"White": "Ferrier, Isla", "Black": "Þórsdóttir, Anna", "Event": "Club championship", "Round": "3.7"},
	}
	return f
}

func (f *feed) head(schema string) transport.Head {
	f.seq++
	return transport.Head{Schema: "boardd." + schema + "/1.0", Board: f.name, Session: "s1", Seq: f.seq, At: f.at, Synced: true}
}

func (f *feed) send(name string, payload any) {
	f.t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		f.t.Fatal(err)
	}
	f.say("chess/1/hall/"+f.name+"/"+name, text)
}

func (f *feed) status(state transport.State) {
	f.send("status", transport.Status{Head: f.head("status"), State: state})
}

func (f *feed) sensed(placement string, differ ...string) {
	f.send("arbiter/board", transport.Board{Head: f.head("arbiter-board"), Sensed: transport.Sensed{Placement: placement, Differ: differ}})
}

func (f *feed) clock(white, black int64, running string) {
	c := transport.Clock{WhiteMs: white, BlackMs: black, Running: running, ReadAt: f.at}
	f.send("clock", transport.ClockReading{Head: f.head("clock"), Clock: c})
}

func (f *feed) found(what transport.Finding) {
	f.send("arbiter/finding", transport.FindingMessage{Head: f.head("finding"), Finding: what})
}

func (f *feed) alert(what transport.Finding) {
	f.send("arbiter/alert/"+what.Code, transport.Alert{Head: f.head("alert"), Warning: transport.Warning{Code: what.Code, Since: f.at, Finding: what}})
}

// snapshot says how the game stands.
func (f *feed) snapshot() {
	f.game.Rev++
	f.game.Head = f.head("arbiter-game")
	f.send("arbiter/game", f.game)
}

// position is the position of record.
func (f *feed) position() legality.Position {
	p, err := legality.ParseFEN(f.game.FEN, false)
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

// move is a move from the position of record, in SAN.
func (f *feed) move(san, state string, clk int64) transport.Ply {
	p := f.position()
	m, err := p.ParseSAN(san)
	if err != nil {
		f.t.Fatal(err)
	}
	uci := p.UCI(m)
	return transport.Ply{Ply: len(f.game.Moves) + 1, UCI: &uci, SAN: &san, State: state, ClkMs: &clk}
}

// play adds completed moves to the record, in SAN, and says so once. A move
// takes its player 20 seconds.
func (f *feed) play(sans string) {
	for _, san := range strings.Fields(sans) {
		n := int64(len(f.game.Moves)/2 + 1)
		ply := f.move(san, "completed", 5400_000-20_000*n)
		p := f.position()
		m, _ := p.ParseUCI(*ply.UCI)
		p = p.Play(m)
		f.game.Moves, f.game.FEN = append(f.game.Moves, ply), p.FEN()
	}
	f.game.Phase = "playing"
	f.snapshot()
}

// pend says that a move stands on the board that is not in the record.
func (f *feed) pend(ply transport.Ply) {
	f.game.Pending = &ply
	f.snapshot()
}

// into is a listener that wants each message to be of use to a board.
func into(t testing.TB, b *Board) listener {
	return func(topic string, payload []byte) {
		if !b.Apply(topic, payload) {
			t.Errorf("%s: not taken: %s", topic, payload)
		}
	}
}

// golden compares a text with the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got += "\n"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}
