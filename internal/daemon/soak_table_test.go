package daemon

import (
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

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// soakTable is a board on which one game after the other is played, and the boardd
// that serves it.
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
	wrong []string       // what was told otherwise
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

// configure writes what boardd has to know.
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

// log is what all of its boardds have said.
func (tb *soakTable) log() string {
	var b strings.Builder
	for _, l := range tb.logs {
		b.WriteString(l.String())
	}
	return b.String()
}

// playGames plays until the end of ctx, and then ends the game that goes on.
func (tb *soakTable) playGames(ctx context.Context) {
	for ctx.Err() == nil && tb.playGame(ctx) {
	}
}

// away is how many plies are begun while nobody hears the board, at most. With the
// one that is going on, and one that was not on the disk yet, they are what boardd
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

// newGame is the id of a game that has just been opened; "" if there is none.
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

// finish has the arbiter enter the result, and compares what is told of the game in
// the end.
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

// compare notes what the snapshots say otherwise than it was.
func (tb *soakTable) compare(game *playedTruth) {
	pgn, err := truthOfPGN(tb.relay.payload(tb.name, "pgn"))
	if err != nil {
		tb.t.Error(err)
		return
	}
	full, public := tb.relay.game(tb.name, "arbiter/game"), tb.relay.game(tb.name, "game")
	for topic, told := range map[string]*playedTruth{"arbiter/game": truthOfSnapshot(&full), "game": truthOfSnapshot(&public), "pgn": pgn} {
		if !told.same(game) {
			tb.differs(game, topic, told)
		}
	}
}

// differs notes that a game was told otherwise than it was.
func (tb *soakTable) differs(game *playedTruth, where string, told *playedTruth) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.wrong = append(tb.wrong, fmt.Sprintf("%s, game %s: %s has\n%v, played was\n%v", tb.name, game.id, where, told, game))
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
