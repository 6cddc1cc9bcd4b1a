package endurance

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// soakTable is a board on which one game after the other is played, and the boardd that serves
// it.
type soakTable struct {
	t      *testing.T
	name   string
	folder string
	conf   string
	board  *soakBoard
	relay  *soakRelay
	ledger *ledger
	random *rand.Rand // the hands'
	next   func() []string
	plan   *soakPlan

	program  *harness.Program
	logs     []*harness.Lines
	accepted acceptance

	mu    sync.Mutex
	games []*playedTruth // as they were played
	wrong []string       // games published otherwise than played
	plies int
}

func newSoakTable(t *testing.T, n int, p *soakPlan, relay *soakRelay) *soakTable {
	t.Helper()
	folder, random := t.TempDir(), rand.New(rand.NewPCG(p.seed, uint64(n)+1))
	tb := &soakTable{t: t, name: fmt.Sprintf("b%02d", n+1), folder: folder, conf: filepath.Join(folder, "boardd.toml"), plan: p,
		relay: relay, ledger: newLedger(), random: random, next: soakGames(t, random, p.plies)}
	tb.board = newSoakBoard(t, filepath.Join(folder, "port"))
	tb.setUp()
	return tb
}

// configure writes the configuration.
func (tb *soakTable) configure(url string) {
	tb.t.Helper()
	text := fmt.Sprintf("site = \"hall\"\nboard = %q\nstate_dir = %q\n[port]\nname = %q\nfamily = \"dgt\"\n[mqtt]\nbroker = %q\n",
		tb.name, tb.folder, tb.board.link, url)
	if err := os.WriteFile(tb.conf, []byte(text), 0o600); err != nil {
		tb.t.Fatal(err)
	}
}

func (tb *soakTable) start() {
	tb.t.Helper()
	tb.program = harness.StartProgram(tb.t, "run", "--config", tb.conf)
	tb.logs = append(tb.logs, &tb.program.Errs)
}

func (tb *soakTable) kill() {
	tb.t.Helper()
	tb.program.Kill()
	tb.board.model.forsaken()
	tb.accepted.look(tb)
}

// log returns what all boardds of the board have logged.
func (tb *soakTable) log() string {
	var b strings.Builder
	for _, l := range tb.logs {
		b.WriteString(l.String())
	}
	return b.String()
}

// playGames plays until ctx ends, and then ends the present game.
func (tb *soakTable) playGames(ctx context.Context) {
	for ctx.Err() == nil && tb.playGame(ctx) {
	}
}

// away is how many plies are begun at most while no host reads the board. Together with the
// ply that is being played, and one that was not on the disk yet, they are what boardd
// promises to find.
const away = 1

func (tb *soakTable) playGame(ctx context.Context) bool {
	h := &harness.Player{T: tb.t, Pos: legality.Initial(), Left: baseTime}
	tb.setUp()
	game := &playedTruth{result: "*"}
	if !tb.await("a new game", func() bool { game.id = tb.newGame(); return game.id != "" }) {
		return false
	}
	tb.mu.Lock()
	tb.games = append(tb.games, game)
	result := []string{"1-0", "0-1", "1/2-1/2"}[len(tb.games)%3]
	tb.mu.Unlock()
	tb.pause(tb.plan.think)
	tb.board.do(sensor.Record{Word: sensor.Clock, Times: [2]int64{h.Left, h.Left}, Running: sensor.WhiteRuns})
	unheard := 0
	for _, text := range tb.next() {
		if ctx.Err() != nil && len(h.UCI) > 3 {
			break
		}
		if unheard++; tb.board.model.isHeard() {
			unheard = 0
		}
		if unheard > away && !tb.await("a board that is heard", tb.board.model.isHeard) {
			return false
		}
		tb.move(h, text)
	}
	return tb.finish(game, h.UCI, result)
}

// baseTime is what each player has at the start, in milliseconds.
const baseTime = 3_600_000

// setUp puts the pieces where a game begins, and sets the clock.
func (tb *soakTable) setUp() {
	p := legality.Initial()
	tb.board.do(sensor.Record{Word: sensor.Board, Placement: *p.Placement()})
	tb.board.do(sensor.Record{Word: sensor.Clock, Times: [2]int64{baseTime, baseTime}, Running: sensor.Stopped})
}

// newGame returns the id of a game that has just been opened; "" if there is none.
func (tb *soakTable) newGame() string {
	g := tb.relay.game(tb.name, "arbiter/game")
	tb.mu.Lock()
	defer tb.mu.Unlock()
	known := slices.ContainsFunc(tb.games, func(old *playedTruth) bool { return old.id == g.GameID })
	if known || len(harness.AllMoves(&g)) > 0 || g.Result != "*" {
		return ""
	}
	return g.GameID
}

// move does what hands do for a move.
func (tb *soakTable) move(h *harness.Player, text string) {
	tb.pause(tb.plan.think)
	for _, rec := range h.Records(text) {
		tb.board.do(rec)
		tb.pause(tb.plan.hand)
	}
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.plies++
}

// finish lets the arbiter enter the result, and compares what is published of the game in the
// end.
func (tb *soakTable) finish(game *playedTruth, uci []string, result string) bool {
	game.uci = uci
	played := func() bool {
		g := tb.relay.game(tb.name, "arbiter/game")
		return g.GameID == game.id && g.Pending == nil && slices.Equal(harness.AllMoves(&g), uci)
	}
	if !tb.await("all moves of "+game.String(), played) {
		return false
	}
	game.result = result
	asked := time.Time{}
	entered := func() bool {
		g := tb.relay.game(tb.name, "arbiter/game")
		if g.Result != result && time.Since(asked) > time.Second {
			asked = time.Now()
			tb.relay.request(tb.name, "result", fmt.Sprintf(`{"transaction":"r-%s","if_rev":%d,"by":"arbiter","result":%q}`, game.id, g.Rev, result))
		}
		public := tb.relay.game(tb.name, "game")
		pgn, err := truthOfPGN(tb.relay.payload(tb.name, "pgn"))
		return g.Result == result && public.Result == result && public.GameID == game.id && err == nil && pgn.result == result && pgn.id == game.id
	}
	if !tb.await("the result "+result+" of "+game.id, entered) {
		return false
	}
	tb.compare(game)
	return true
}

// compare notes what the snapshots have otherwise than it was played.
func (tb *soakTable) compare(game *playedTruth) {
	pgn, err := truthOfPGN(tb.relay.payload(tb.name, "pgn"))
	if err != nil {
		tb.t.Error(err)
		return
	}
	full, public := tb.relay.game(tb.name, "arbiter/game"), tb.relay.game(tb.name, "game")
	for topic, reported := range map[string]*playedTruth{"arbiter/game": truthOfSnapshot(&full), "game": truthOfSnapshot(&public), "pgn": pgn} {
		if !reported.same(game) {
			tb.differs(game, topic, reported)
		}
	}
}

// differs notes that a game was published otherwise than it was played.
func (tb *soakTable) differs(game *playedTruth, where string, reported *playedTruth) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.wrong = append(tb.wrong, fmt.Sprintf("%s, game %s: %s has\n%v, played was\n%v", tb.name, game.id, where, reported, game))
}

func (tb *soakTable) pause(span [2]time.Duration) {
	time.Sleep(span[0] + time.Duration(tb.random.Int64N(int64(span[1]-span[0])+1)))
}

// await waits as long as any fault can last.
func (tb *soakTable) await(what string, yes func() bool) bool {
	for deadline := time.Now().Add(tb.plan.patience); !yes(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			g := tb.relay.payload(tb.name, "arbiter/game")
			tb.t.Errorf("%s: %s: not in %v; the board shows %s, the game is %s\n%s", tb.name, what, tb.plan.patience,
				tb.relay.payload(tb.name, "arbiter/board"), g, tb.log())
			return false
		}
	}
	return true
}

// soakBoard is a board that can be pulled out and plugged in again at another port, under a
// name that stays, like udev's links. Nobody learns what is done on it while it is out.
type soakBoard struct {
	t    *testing.T
	link string // the name of the port

	mu    sync.Mutex
	model *watchedModel
	port  *playback.Playback // nil while it is pulled out
	next  *playback.Playback // where it comes back
}

// watchedModel is a board that knows whether a host would get a change.
type watchedModel struct {
	board family.Board
	mu    sync.Mutex
	fresh bool // a host has reset it since the last one went away
	heard bool
}

func (m *watchedModel) Step(dst []byte, r sensor.Record) []byte { return m.board.Step(dst, r) }

func (m *watchedModel) Command(dst, commands []byte) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range commands {
		switch dgt.Command(c) {
		case dgt.Reset:
			m.fresh, m.heard = true, false
		case dgt.UpdateNice:
			m.heard = m.fresh
		}
	}
	return m.board.Command(dst, commands)
}

// forsaken notes that no host reads the board any more.
func (m *watchedModel) forsaken() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fresh, m.heard = false, false
}

func (m *watchedModel) isHeard() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.heard
}

func newSoakBoard(t *testing.T, link string) *soakBoard {
	t.Helper()
	b := &soakBoard{t: t, link: link, model: &watchedModel{board: family.Named("dgt").Board()}}
	b.plug()
	return b
}

// do lets one record happen.
func (b *soakBoard) do(r sensor.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.port == nil {
		b.model.Step(nil, r)
		return
	}
	if err := b.port.Do(r); err != nil {
		b.t.Errorf("board at %s: %v", b.link, err)
	}
}

// say sends bytes from the port that no board has sent.
func (b *soakBoard) say(data []byte) { b.do(sensor.Record{Word: sensor.Rx, Data: data}) }

// plug puts the board in.
func (b *soakBoard) plug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.model.Command(nil, []byte{byte(dgt.Reset)}) // it comes up as one that was without power
	b.model.forsaken()
	if b.next == nil {
		b.next = b.open()
	}
	b.port, b.next = b.next, nil
	harness.NamePort(b.t, b.link, b.port)
}

func (b *soakBoard) open() *playback.Playback {
	p, err := playback.On(b.model, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(p.Close)
	return p
}

// unplug pulls the board out. It opens the next port before it closes this one, so that the
// next one has another number.
func (b *soakBoard) unplug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next = b.open()
	harness.Unplug(b.t, b.link, b.port)
	b.port = nil
	b.model.forsaken()
}

// playedTruth is a game as it was played, or as somebody publishes it.
type playedTruth struct {
	id     string
	uci    []string
	result string
}

func (g *playedTruth) String() string { return g.result + " " + strings.Join(g.uci, " ") }

// fold takes an event.
func (g *playedTruth) fold(e *transport.Event) {
	switch e.Type {
	case "move", "correct":
		if e.Ply < 1 || e.Ply > len(g.uci)+1 {
			g.uci = append(g.uci, fmt.Sprintf("(ply %d after %d)", e.Ply, len(g.uci)))
			return
		}
		g.uci = append(g.uci[:e.Ply-1], e.UCI)
	case "retract":
		g.uci = g.uci[:min(e.Ply, len(g.uci))]
	case "result":
		g.result = e.Result
	}
}

// truthOfSnapshot returns the game of a snapshot.
func truthOfSnapshot(g *transport.ArbiterGame) *playedTruth {
	return &playedTruth{g.GameID, harness.AllMoves(g), g.Result}
}

// truthOfPGN returns the game of a PGN.
func truthOfPGN(text []byte) (*playedTruth, error) {
	game, err := pgn.NewReader(bytes.NewReader(text)).Next()
	if err != nil {
		return nil, err
	}
	g := &playedTruth{id: game.Tag("GameId"), result: game.Result}
	p := game.Start
	for _, m := range game.Moves {
		g.uci = append(g.uci, p.UCI(m))
		p = p.Play(m)
	}
	return g, nil
}

// soakGames returns the games to be played: those of dist/games.txt if the file is there (make
// games), else games of random moves.
func soakGames(t *testing.T, random *rand.Rand, plies int) (next func() []string) {
	t.Helper()
	const file = "../../dist/games.txt"
	var played []*pgn.Game
	if _, err := os.Stat(file); err == nil {
		if played, err = games.OpenGames(nil, file); err != nil {
			t.Fatal(err)
		}
		random.Shuffle(len(played), func(i, j int) { played[i], played[j] = played[j], played[i] })
	}
	n := 0
	return func() []string {
		if n++; n <= len(played) && played[n-1].Start == legality.Initial() {
			return scoreOf(func(p *legality.Position, ply int) (legality.Move, bool) {
				return played[n-1].Moves[min(ply, len(played[n-1].Moves)-1)], ply < min(plies, len(played[n-1].Moves))
			})
		}
		return scoreOf(func(p *legality.Position, ply int) (legality.Move, bool) {
			legal := p.AppendMoves(nil)
			return legal[random.IntN(len(legal))], ply < plies
		})
	}
}

// scoreOf plays a game. It ends before a move that would end it by itself, and before a
// promotion: nobody can know the new piece if it is captured while no host reads the board.
func scoreOf(choose func(p *legality.Position, ply int) (m legality.Move, more bool)) []string {
	game := legality.NewGame(legality.Initial())
	var uci []string
	for {
		p := game.Position()
		m, more := choose(p, len(uci))
		if !more || m.Promotion() != legality.NoKind {
			return uci
		}
		text := p.UCI(m)
		if game.Play(m); game.Ending() != legality.NoEnding {
			return uci
		}
		uci = append(uci, text)
	}
}

// same reports whether two games are the same.
func (g *playedTruth) same(other *playedTruth) bool {
	return g.result == other.result && slices.Equal(g.uci, other.uci)
}
