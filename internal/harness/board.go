package harness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/chessnut"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/ichessone"
	"github.com/boardd/boardd/sensor/text"
	"github.com/boardd/boardd/transport"
)

// Player plays a game on a board, one move after the other, as a few records a move.
type Player struct {
	T     *testing.T
	board *playback.Playback
	Pos   legality.Position
	UCI   []string
	Left  int64 // on both clocks, in milliseconds
}

func NewPlayer(t *testing.T, board *playback.Playback) *Player {
	t.Helper()
	h := &Player{T: t, board: board, Pos: legality.Initial(), Left: 3_600_000}
	h.Do(sensor.Record{Word: sensor.Board, Placement: *h.Pos.Placement()})
	h.Do(sensor.Record{Word: sensor.Clock, Times: [2]int64{h.Left, h.Left}, Running: sensor.WhiteRuns})
	return h
}

func (h *Player) Do(r sensor.Record) {
	h.T.Helper()
	if err := h.board.Do(r); err != nil {
		h.T.Fatal(err)
	}
}

// Records returns what the hands do for a move.
func (h *Player) Records(text string) []sensor.Record {
	h.T.Helper()
	m, err := h.Pos.ParseUCI(text)
	if err != nil {
		h.T.Fatal(err)
	}
	next := h.Pos.Play(m)
	before, after := *h.Pos.Placement(), *next.Placement()
	all := []sensor.Record{{Word: sensor.Lift, Square: m.From(), Piece: before[m.From()]}}
	for rest := placement.Differ(&before, &after) &^ m.From().Set(); rest != 0; { // a victim, or the rook
		if sq := rest.Pop(); before[sq].Known() {
			all = append(all, sensor.Record{Word: sensor.Lift, Square: sq, Piece: before[sq]})
		}
	}
	for rest := placement.Differ(&before, &after); rest != 0; {
		if sq := rest.Pop(); after[sq].Known() {
			all = append(all, sensor.Record{Word: sensor.Drop, Square: sq, Piece: after[sq]})
		}
	}
	h.Left -= 1000
	all = append(all, sensor.Record{Word: sensor.Press, Side: h.Pos.Turn()},
		sensor.Record{Word: sensor.Clock, Times: [2]int64{h.Left, h.Left}, Running: sensor.RunningFor(h.Pos.Turn().Other())})
	h.Pos = next
	h.UCI = append(h.UCI, text)
	return all
}

// Play plays moves with quick hands.
func (h *Player) Play(moves []string) {
	h.T.Helper()
	for _, text := range moves {
		for _, rec := range h.Records(text) {
			h.Do(rec)
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// QuietGame returns a game of a number of plies without a capture.
func QuietGame(plies int) []string {
	random := rand.New(rand.NewPCG(7, 7))
	p := legality.Initial()
	var all []string
	for len(all) < plies {
		quiet := slices.DeleteFunc(p.AppendMoves(nil), func(m legality.Move) bool {
			return p.At(m.To()) != placement.Empty || m.IsCastling() || m.Promotion() != legality.NoKind || p.Captured(m) != placement.NoSquare
		})
		m := quiet[random.IntN(len(quiet))]
		all = append(all, p.UCI(m))
		p = p.Play(m)
	}
	return all
}

// ExpectUpdates makes AwaitUpdates wait until the host asks again for changes. No record may
// be applied to the board meanwhile.
func ExpectUpdates(board *playback.Playback) {
	board.Mu.Lock()
	defer board.Mu.Unlock()
	board.Updates, board.Once = make(chan struct{}), sync.Once{}
}

// AwaitUpdates waits until the host has asked the board for changes.
func AwaitUpdates(t *testing.T, board *playback.Playback) {
	t.Helper()
	select {
	case <-board.Updates:
	case <-time.After(Patience):
		t.Fatal("the board is not asked for changes")
	}
}

// JournalText returns the last segment of the journal of a board; "" if there is none.
func JournalText(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "hall", "b07", "journal", "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		return ""
	}
	slices.Sort(files)
	text, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// LeftIn returns the first segment of the journal in a state directory, and the cursor.
func LeftIn(t testing.TB, folder string) (journal, cursor []byte) {
	t.Helper()
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, "hall", "b07", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	return read("journal/000001.log"), read("cursor")
}

// AllMoves returns the moves of a game with the pending one.
func AllMoves(g *transport.ArbiterGame) []string {
	var all []string
	for _, m := range g.Moves {
		if m.UCI != nil {
			all = append(all, *m.UCI)
		}
	}
	if g.Pending != nil && g.Pending.UCI != nil {
		all = append(all, *g.Pending.UCI)
	}
	return all
}

// FollowEvents returns the game that a relay reconstructs from its events. The relay only
// drops events whose number it has seen.
func FollowEvents(t *testing.T, r *Relay) []string {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var moves []string
	last := uint64(0)
	for _, payload := range r.EventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			t.Fatal(err)
		}
		if e.Seq <= last {
			continue
		}
		last = e.Seq
		switch e.Type {
		case "move":
			if e.Ply != len(moves)+1 {
				t.Fatalf("ply %d after %d", e.Ply, len(moves))
			}
			moves = append(moves, e.UCI)
		case "correct":
			moves = append(moves[:e.Ply-1], e.UCI)
		case "retract":
			moves = moves[:e.Ply]
		case "game_start":
			moves = nil
		}
	}
	return moves
}

// WithoutTorn returns the text of a journal without a last line that was cut short.
func WithoutTorn(text string) string {
	good, _ := journal.Verify([]byte(text))
	return text[:good]
}

// Plain returns a ply as JSON, for comparison.
func Plain(p transport.Ply) string {
	text, err := json.Marshal(p)
	return fmt.Sprint(string(text), err)
}

func TestPlayback(t testing.TB) *playback.Playback {
	t.Helper()
	p, err := playback.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// NamePort links a name to the port of a board, and replaces an older link.
func NamePort(t *testing.T, name string, p *playback.Playback) {
	t.Helper()
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.Symlink(p.Path, name); err != nil {
		t.Fatal(err)
	}
}

// Unplug pulls out a board whose port has a name. It removes the name first: a port that is
// free may be given to another test.
func Unplug(t *testing.T, name string, p *playback.Playback) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Error(err)
	}
	p.Close()
}

// FastSpeed is the speed of a clock in tests, so that tests of faults take a second or two.
// A board still scans several times a second.
const FastSpeed = 3

// PlayRecords applies records to a board at their times.
func PlayRecords(t *testing.T, board *playback.Playback, p *clock.Clock, records []sensor.Record) {
	t.Helper()
	if err := board.Play(context.Background(), p, records); err != nil {
		t.Fatal(err)
	}
}

// ShortGameParts returns the short game in two parts, cut at a time. The later part begins
// at time 0.
func ShortGameParts(t *testing.T, at int64) (before, after []sensor.Record) {
	t.Helper()
	records := ParseLog(t, ShortGame)
	n := slices.IndexFunc(records, func(r sensor.Record) bool { return r.At >= at })
	before, after = records[:n], slices.Clone(records[n:])
	for i := range after {
		after[i].At -= at
	}
	return before, after
}

// BoardAtPort returns a board of a family at a port of its speed, with the pieces set up.
func BoardAtPort(t *testing.T, n int) *playback.Playback {
	t.Helper()
	found := &FoundBoards[n]
	f := family.Named(found.Family)
	open := func() (*playback.Playback, error) { return playback.On(found.board(), found.cue) }
	if f.Port.Kind == sensor.HIDPort {
		open = func() (*playback.Playback, error) { return playback.Of(f, found.board()) }
	}
	board, err := open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(board.Close)
	board.SetBaud(found.Baud)
	if err := board.Do(ParseLog(t, NoClockGame)[0]); err != nil {
		t.Fatal(err)
	}
	if f.Port.Kind == sensor.HIDPort {
		board.Stream(clock.New(1), f.ScanMs)
	}
	return board
}

// FoundBoards are the families that the finder finds, with the speed of the board, 0 for a HID
// device, and the byte with which a host starts it.
var FoundBoards = []struct {
	Family string
	Baud   int
	cue    byte
	board  func() family.Board
}{
	{"dgt", 9600, byte(dgt.UpdateNice), func() family.Board { return &dgt.Board{Number: 1025} }},
	{"chesslink", 38400, 0xd3, func() family.Board { return new(chesslink.Board) }},
	{"chessnut", 0, 0, func() family.Board { return new(chessnut.Board) }},
	{"ichessone", 115200, 'C', func() family.Board { return new(ichessone.Board) }},
	{"text", 115200, 'b', func() family.Board { return &text.Board{Serial: "0042"} }},
	{"text", 9600, 'b', func() family.Board { return &text.Board{Kind: "occupancy"} }},
}

// NoClockGame is the short game on a board without a clock, and the beginning of Black's
// reply.
const NoClockGame = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 lift e2 P
1200 drop e4 P
2500 lift e7 p
2700 drop e5 p
4000 lift g1 N
4200 drop f3 N
5500 lift b8 n
`
