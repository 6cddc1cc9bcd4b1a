// Package home plays games at home: simulated hands at a board, and a client of LiveChess that
// was written from what is known of lichess.org's page, and shares no code with the server. A
// library of its own parses the moves.
package home

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alex65536/go-chess/chess"
	"github.com/gorilla/websocket"

	"github.com/boardd/boardd/internal/livetest"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

// page is lichess.org's page as a client: it takes the first board, sets up its own position, and
// plays what is new in san, by the length of the list alone. A list that is no longer is nothing
// to it. A second game follows each list as it is, as other clients do.
type page struct {
	testing.TB
	conn      *websocket.Conn
	calls     int
	last      []string
	played    *chess.Game // by what is new
	shown     *chess.Game // by the list as it is
	bad       []string    // moves of played that make no sense
	senseless []string    // moves of shown
	retracted []string    // moves that were taken back
	boards    int         // placements that came
}

// message is whatever the server sends.
type message struct {
	Response string
	ID       any
	Param    json.RawMessage
}

func newPage(t testing.TB, address string) *page {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+address+"/api/v1.0", map[string][]string{"Origin": {"https://lichess.org"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	p := &page{TB: t, conn: conn, calls: 100, played: chess.NewGame(), shown: chess.NewGame()}
	p.send(`{"id":1,"call":"eboards"}`)
	var boards []struct {
		SerialNr string `json:"serialnr"`
		State    string `json:"state"`
	}
	if err := json.Unmarshal(p.answer(1), &boards); err != nil || len(boards) == 0 || boards[0].State == "NOTRESPONDING" {
		t.Fatalf("%+v, %v", boards, err)
	}
	p.send(fmt.Sprintf(`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"%s"}}}`, boards[0].SerialNr))
	p.answer(2)
	p.send(fmt.Sprintf(`{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"%s"}}}`, p.played.CurBoard().FEN()))
	p.answer(3)
	return p
}

func (p *page) send(text string) {
	p.Helper()
	if err := p.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		p.Fatal(err)
	}
}

// answer reads until a call is answered, and takes the feed messages before it.
func (p *page) answer(id int) json.RawMessage {
	p.Helper()
	for {
		p.conn.SetReadDeadline(time.Now().Add(time.Minute))
		_, text, err := p.conn.ReadMessage()
		if err != nil {
			p.Fatal(err)
		}
		var m message
		if err := json.Unmarshal(text, &m); err != nil {
			p.Fatalf("%s: %v", text, err)
		}
		switch {
		case m.Response == "feed" && m.ID == 1.0:
			p.feed(m.Param)
		case m.Response == "call" && m.ID == float64(id):
			return m.Param
		default:
			p.Fatalf("%s", text)
		}
	}
}

// catchUp reads all that was sent until now.
func (p *page) catchUp() {
	p.calls++
	p.send(fmt.Sprintf(`{"id":%d,"call":"eboards"}`, p.calls))
	p.answer(p.calls)
}

func (p *page) feed(param json.RawMessage) {
	var f struct {
		Board *string   `json:"board"`
		SAN   *[]string `json:"san"`
	}
	if err := json.Unmarshal(param, &f); err != nil {
		p.Fatal(err)
	}
	if f.Board != nil {
		p.boards++
	}
	if f.SAN == nil {
		return
	}
	for i := range p.last {
		if i >= len(*f.SAN) || (*f.SAN)[i] != p.last[i] {
			p.retracted = append(p.retracted, fmt.Sprint(i+1, p.last[i:], "now", (*f.SAN)[i:]))
			break
		}
	}
	for _, san := range (*f.SAN)[min(len(p.last), len(*f.SAN)):] {
		p.bad = pushed(p.played, san, p.bad)
	}
	p.last = *f.SAN
	p.shown, p.senseless = chess.NewGame(), nil
	for _, san := range p.last {
		p.senseless = pushed(p.shown, san, p.senseless)
	}
}

// pushed plays a move, and adds it to the bad ones if it makes no sense.
func pushed(g *chess.Game, san string, bad []string) []string {
	if err := g.PushMoveSAN(san); err != nil {
		bad = append(bad, fmt.Sprintf("%s: %v", san, err))
	}
	return bad
}

func span(least, most int64) simulate.Span { return simulate.Span{Least: least, Most: most} }

// hands are hands that do all that happens at home.
func hands() simulate.Profile {
	p := simulate.Human()
	p.Think = span(1500, 6000)
	p.Sweep, p.SweepRest = simulate.Rate{Of: 1, In: 4}, span(30, 250)
	p.SlideRest = span(50, 600)
	p.Castling = simulate.CastlingWays{KingFirst: 1, BothHands: 1}
	p.RookAfter = span(250, 700)
	p.Irregular = simulate.Irregular{Correct: simulate.Rate{Of: 1, In: 15}, RookFirst: simulate.Rate{Of: 1, In: 2}, Rest: span(800, 3000)}
	p.Ending = simulate.Ending{}
	return p
}

// game is a game at home and the client that followed it.
type game struct {
	*page
	truth simulate.Truth
}

// play plays a game by hands, while a client follows it.
func play(t *testing.T, seed uint64, hands simulate.Profile) game {
	t.Helper()
	records, truth := simulate.Play(legality.Initial(), simulate.RandomGame(seed, 160), simulate.DGT(), hands, false, seed)
	table := livetest.New(t)
	table.Play(records[:1], func() {})
	p := newPage(t, table.Address)
	table.Play(records[1:], p.catchUp)
	p.conn.Close()
	return game{p, truth}
}

// want wants a game that followed the client's messages to be the one that was played.
func (g game) want(seed uint64, followed *chess.Game, bad []string) {
	g.Helper()
	got, want := followed.UCIList(), strings.Join(g.truth.Moves, " ")
	if got != want || len(bad) > 0 {
		g.Errorf("game %d: %q, taken back: %q\n%s\nwant\n%s\n%v", seed, bad, g.retracted, got, want, g.truth.Deeds)
	}
}

// done counts what was done of a kind.
func (g game) done(kinds ...simulate.DeedKind) (n int) {
	for _, d := range g.truth.Deeds {
		if slices.Contains(kinds, d.Kind) {
			n++
		}
	}
	return n
}

// TestGamesAtHome plays games with slides, castling in all orders of hands, promotions and illegal moves
// that are put right: the moves that arrive are those of the game, also at a client that looks at
// the length of the list alone.
func TestGamesAtHome(t *testing.T) {
	games := uint64(100)
	if testing.Short() {
		games = 15
	}
	kinds, slides, illegal, rooks := map[string]int{}, 0, 0, 0
	for seed := range games {
		g := play(t, seed, hands())
		g.want(seed, g.played, g.bad)
		for _, san := range g.last {
			for _, kind := range []string{"O-O-O", "O-O", "=", "x"} {
				if strings.Contains(san, kind) {
					kinds[kind]++
					break
				}
			}
		}
		slides += g.done(simulate.Slid, simulate.Brushed)
		illegal += g.done(simulate.CorrectedMove)
		rooks += g.done(simulate.RookFirst)
	}
	t.Logf("%d games: %v, %d slides, %d illegal moves, %d times castled with the rook first", games, kinds, slides, illegal, rooks)
	for _, kind := range []string{"O-O-O", "O-O", "=", "x"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s was played", kind)
		}
	}
	if slides == 0 || illegal == 0 || rooks == 0 {
		t.Error("something was not done at all")
	}
}

// TestTakebacksAtHome: plies are played, half the time answered, and taken back. The list shrinks,
// and grows to the game; a client that follows it as it is has the game.
func TestTakebacksAtHome(t *testing.T) {
	games := uint64(100)
	if testing.Short() {
		games = 10
	}
	hands := hands()
	hands.TakeBack = simulate.Rate{Of: 1, In: 12}
	taken, shrunk := 0, 0
	for seed := range games {
		g := play(t, seed, hands)
		g.want(seed, g.shown, g.senseless)
		taken += g.done(simulate.TakenBack)
		shrunk += len(g.retracted)
	}
	t.Logf("%d games: %d plies taken back, the list has shrunk %d times", games, taken, shrunk)
	if taken == 0 || shrunk == 0 {
		t.Error("nothing was taken back")
	}
}
