package hall

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

var (
	harbour = Tournament{ID: "harbour27", Event: "Harbour Open 2027", Site: "Aberdeen SCO", TimeControl: "5400+30"}
	ferrier = Player{Name: "Ferrier, Isla", Title: "FM", Federation: "SCO", FideID: "2400001", Elo: 2310}
	okonkwo = Player{Name: "Okonkwo, Chidi"}
	seventh = Pairing{Table: 7, White: ferrier, Black: okonkwo}
	third   = Round{Number: 3, Date: "2027.03.06", Pairings: []Pairing{seventh}}
)

var noon = time.Date(2027, 3, 6, 12, 0, 0, 0, time.UTC)

// played returns a game of some moves from the initial position, as a board's snapshot has it.
func played(t *testing.T, board, id string, began time.Time, moves ...string) Game {
	t.Helper()
	r := transport.Record{GameID: id, StartFEN: initialFEN(), Result: "*", Tags: harbour.Tags(&third, &seventh)}
	p := legality.Initial()
	for i, san := range moves {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		uci := p.UCI(m)
		r.Moves = append(r.Moves, transport.Ply{Ply: i + 1, UCI: &uci, SAN: &moves[i], State: "completed"})
		p = p.Play(m)
	}
	g, err := GameOf(board, &r)
	if err != nil {
		t.Fatal(err)
	}
	g.Began = began
	return g
}

func initialFEN() string {
	p := legality.Initial()
	return p.FEN()
}

// text returns the PGN of the seventh table, and checks that it passes the lint.
func text(t *testing.T, games ...Game) string {
	t.Helper()
	text, errs := harbour.Text(&third, &seventh, games)
	if errs != nil {
		t.Fatalf("%v\n%s", errs, text.PGN)
	}
	return text.PGN
}

const head = `[Event "Harbour Open 2027"]
[Site "Aberdeen SCO"]
[Date "2027.03.06"]
[Round "3.7"]
[White "Ferrier, Isla"]
[Black "Okonkwo, Chidi"]
[Result "*"]
[Board "7"]
`

const tail = `[TimeControl "5400+30"]
[WhiteElo "2310"]
[WhiteFederation "SCO"]
[WhiteFideId "2400001"]
[WhiteTitle "FM"]

`

func TestTextBeforeTheGame(t *testing.T) {
	want := head + "[GameId \"harbour27-r3-t7\"]\n" + tail + "*\n\n"
	if got := text(t); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := text(t, played(t, "b07", "x", noon)); got != want {
		t.Errorf("set up, nothing played: got\n%s", got)
	}
}

func TestTextOfAGame(t *testing.T) {
	want := head + "[GameId \"harbour27-r3-t7\"]\n" + tail + "1. e4 e5 2. Nf3 *\n\n"
	if got := text(t, played(t, "b07", "x", noon, "e4", "e5", "Nf3")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A name that relays refuse is not written: the game has a placeholder instead.
func TestTextOfAPlayerWithoutAName(t *testing.T) {
	p := Pairing{Table: 7, White: Player{Name: "X"}, Black: okonkwo}
	got, errs := harbour.Text(&third, &p, nil)
	if errs != nil || !strings.Contains(got.PGN, `[White "Board 7 White"]`) {
		t.Errorf("%v\n%s", errs, got.PGN)
	}
}

// The later one of two games of a board counts. A game in which nothing was played does not.
func TestStanding(t *testing.T) {
	first, second := played(t, "b07", "a", noon, "e4"), played(t, "b07", "b", noon.Add(time.Minute), "d4")
	if got := text(t, second, first); !strings.Contains(got, "1. d4 *") || strings.Contains(got, "e4") {
		t.Errorf("got\n%s", got)
	}
	elsewhere := played(t, "b09", "c", noon.Add(2*time.Minute))
	if got := text(t, first, elsewhere); !strings.Contains(got, "1. e4 *") || strings.Count(got, "[Event ") != 1 {
		t.Errorf("got\n%s", got)
	}
}

// A table that moves during the game goes on as another part, the first half first.
func TestMovedTable(t *testing.T) {
	before, after := played(t, "b07", "a", noon, "e4"), played(t, "b09", "b", noon.Add(time.Hour), "e4", "e5")
	games, _ := pgnlint.Read(text(t, after, before))
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	for i, want := range []string{"harbour27-r3-t7", "harbour27-r3-t7.2"} {
		if got := games[i].Tag("GameId"); got != want || games[i].Tag("Round") != "3.7" {
			t.Errorf("game %d is %s, want %s", i, got, want)
		}
	}
	if !slices.Equal(games[0].Moves, []string{"e4"}) || len(games[0].Comments) != 1 {
		t.Errorf("the first part is %+v", games[0])
	}
}

// Of games that the hall received at the same time, the one at the table's present board is the
// last half, whatever the order in which they came. Times that differ decide by themselves.
func TestMovedTableWhileTheHallWasOff(t *testing.T) {
	first, second := played(t, "b07", "a", noon, "e4"), played(t, "b09", "b", noon, "d4", "d5")
	later := played(t, "b07", "a", noon.Add(time.Second), "e4")
	for _, c := range []struct {
		board string
		games []Game
		want  []string
	}{
		{"b09", []Game{first, second}, []string{"e4", "d4"}},
		{"b09", []Game{second, first}, []string{"e4", "d4"}},
		{"b07", []Game{first, second}, []string{"d4", "e4"}},
		{"b07", []Game{second, first}, []string{"d4", "e4"}},
		{"b09", []Game{second, later}, []string{"d4", "e4"}},
		{"b11", []Game{first, second}, []string{"e4", "d4"}},
	} {
		r := third
		r.Boards = map[int]string{7: c.board}
		text, errs := harbour.Text(&r, &seventh, c.games)
		var got []string
		for _, g := range text.Games {
			got = append(got, g.Moves[0])
		}
		if errs != nil || !slices.Equal(got, c.want) {
			t.Errorf("at %s: %v, %v; want %v", c.board, got, errs, c.want)
		}
	}
}

// snapshots returns the public snapshots of a log, each with the PGN that the board published
// with it.
func snapshots(t *testing.T, name string, each func(snapshot *transport.Game, pgn string)) {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(fixtures.Log(name)))
	_, e, err := pipeline.ReadHeader(rd, "s")
	if err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	e.Encoder = pipeline.ReplayEncoder()
	messages := e.Begin().Messages
	for _, r := range records {
		messages = append(messages, e.Step(r).Messages...)
	}
	messages = append(messages, e.Finish().Messages...)
	var now *transport.Game
	for _, m := range messages {
		switch _, what, _ := transport.ParseTopic(m.Topic); what {
		case "game":
			now = new(transport.Game)
			if err := json.Unmarshal(m.Payload, now); err != nil {
				t.Fatal(err)
			}
		case "pgn":
			each(now, string(m.Payload))
		}
	}
}

// The PGN that the hall publishes has the parts, moves, times and results of the board's own
// PGN, whatever happens on the board. Ids and names are the hall's.
func TestTextIsTheBoardsOwn(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			snapshots(t, name, func(snapshot *transport.Game, pgn string) {
				g, err := GameOf("b07", &snapshot.Record)
				if err != nil {
					t.Fatal(err)
				}
				wantParts(t, text(t, g), pgn, g.Played())
			})
		})
	}
}

func wantParts(t *testing.T, got, own string, played bool) {
	t.Helper()
	if !played {
		own = strings.SplitAfter(own, "\n\n")[0] + "*\n\n"
	}
	have, _ := pgnlint.Read(got)
	want, _ := pgnlint.Read(own)
	if len(have) != len(want) {
		t.Fatalf("%d parts, the board has %d:\n%s\n%s", len(have), len(want), got, own)
	}
	for i := range have {
		h, w := have[i], want[i]
		_, part, _ := strings.Cut(w.Tag("GameId"), ".")
		_, number, _ := strings.Cut(h.Tag("GameId"), ".")
		if part != number || (played && h.Tag("FEN") != w.Tag("FEN")) {
			t.Errorf("part %d: id %s, FEN %s, the board has %s, %s", i+1, h.Tag("GameId"), h.Tag("FEN"), w.Tag("GameId"), w.Tag("FEN"))
		}
		h.Tags, w.Tags = nil, nil
		if !reflect.DeepEqual(h, w) {
			t.Errorf("part %d is\n%+v, the board has\n%+v", i+1, h, w)
		}
	}
}

// apply copies places from one game into another, as a store does.
func apply(to *Game, from *Game, places []Place) {
	for _, at := range places {
		for len(to.Parts) <= at.Part {
			to.Parts = append(to.Parts, Part{})
		}
		p, q := &to.Parts[at.Part], partAt(from, at.Part)
		if at.Ply == 0 {
			p.Head = q.Head
			continue
		}
		for len(p.Plies) < at.Ply {
			p.Plies = append(p.Plies, Ply{})
		}
		p.Plies[at.Ply-1] = plyAt(q, at.Ply-1)
	}
	for i := range to.Parts {
		to.Parts[i].Plies = slices.DeleteFunc(to.Parts[i].Plies, func(p Ply) bool { return p == Ply{} })
	}
	to.Parts = slices.DeleteFunc(to.Parts, func(p Part) bool { return p.Head == Head{} })
}

// Whoever applies the changes between two snapshots to the first has the second.
func TestChangesMakeTheNext(t *testing.T) {
	for _, name := range fixtures.Logs() {
		games := map[string]*Game{}
		snapshots(t, name, func(snapshot *transport.Game, _ string) {
			now, err := GameOf("b07", &snapshot.Record)
			if err != nil {
				t.Fatal(err)
			}
			old := games[now.ID]
			if old == nil {
				old = &Game{}
				games[now.ID] = old
			}
			apply(old, &now, Changes(old, &now))
			if !equalParts(old.Parts, now.Parts) {
				t.Errorf("%s: got %+v, want %+v", name, old.Parts, now.Parts)
			}
			if again := Changes(old, &now); again != nil {
				t.Errorf("%s: changes from a snapshot to itself: %v", name, again)
			}
		})
	}
}

func equalParts(a, b []Part) bool {
	return slices.EqualFunc(a, b, func(p, q Part) bool { return p.Head == q.Head && slices.Equal(p.Plies, q.Plies) })
}

func TestChanges(t *testing.T) {
	old, now := played(t, "b07", "x", noon, "e4", "e5", "Nf3"), played(t, "b07", "x", noon, "e4", "c5")
	now.Parts[0].Plies[0].ClkMs = 5000
	want := []Place{{0, 1}, {0, 2}, {0, 3}}
	if got := Changes(&old, &now); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	now = played(t, "b07", "x", noon, "e4", "e5", "Nf3")
	now.Parts[0].Result = "1-0"
	if got := Changes(&old, &now); !slices.Equal(got, []Place{{0, 0}}) {
		t.Errorf("a result: %v", got)
	}
}

func TestSeat(t *testing.T) {
	for _, c := range []struct {
		tags         map[string]string
		round, table int
		ok           bool
	}{
		{map[string]string{"Event": harbour.Event, "Round": "3.7"}, 3, 7, true},
		{map[string]string{"Event": harbour.Event, "Round": "3", "Board": "7"}, 3, 7, true},
		{map[string]string{"Event": "Another", "Round": "3.7"}, 3, 7, false},
		{map[string]string{"Event": harbour.Event, "Round": "3"}, 3, 0, false},
		{map[string]string{"Event": harbour.Event}, 0, 0, false},
	} {
		if round, table, ok := harbour.Seat(c.tags); round != c.round || table != c.table || ok != c.ok {
			t.Errorf("%v: %d.%d %v", c.tags, round, table, ok)
		}
	}
}

func TestBoard(t *testing.T) {
	tournament := Tournament{Tables: map[int]string{2: "stage"}}
	round := Round{Boards: map[int]string{3: "spare"}}
	for table, want := range map[int]string{1: "b01", 2: "stage", 3: "spare", 120: "b120"} {
		if got := tournament.Board(&round, table); got != want {
			t.Errorf("table %d: %s, want %s", table, got, want)
		}
	}
}

// TestAsk: what a board is asked when its round is open. The round was opened at noon.
func TestAsk(t *testing.T) {
	tags := harbour.Tags(&third, &seventh)
	renamed := maps.Clone(tags)
	renamed["Black"] = "Okonkwo, C"
	last := map[string]string{"Event": harbour.Event, "Round": "2.7"}
	others := map[string]string{"White": "Ng, Wei", "Black": "Diallo, Awa"}
	kept := map[string]string{"Event": harbour.Event, "Site": "Aberdeen SCO"} // of the event, from the game before
	one, many := make([]transport.Ply, 1), make([]transport.Ply, 7)
	ended := played(t, "b07", "a", noon, "e4")
	ended.Parts[0].Result = "1-0"
	elsewhere := ended
	elsewhere.Board = "b09"
	open := third
	open.Opened = noon
	after, before, long := noon.Add(time.Minute), noon.Add(-2*time.Minute), noon.Add(-6*time.Minute)
	for _, c := range []struct {
		name   string
		tags   map[string]string
		moves  []transport.Ply
		result string
		begun  time.Time
		seated []Game
		want   string // verb, game, number of tags
		err    error
	}{
		{"new on the board", nil, nil, "*", time.Time{}, nil, "tags now 12", nil},
		{"as it should be", tags, one, "*", after, nil, "", nil},
		{"a name is corrected", renamed, one, "*", after, []Game{played(t, "b07", "now", noon, "e4")}, "tags now 1", nil},
		{"the last round has a result", last, one, "1-0", long, nil, "new_game  12", nil},
		{"the last round is still played", last, one, "*", after, nil, "", ErrBusy},
		{"somebody else's game", others, one, "*", after, nil, "", ErrBusy},
		{"began when the round was open", nil, many, "*", after, nil, "tags now 12", nil},
		{"began as the round was opened", kept, many, "*", noon, nil, "tags now 10", nil},
		{"the round was opened two minutes late", nil, one, "*", before, nil, "tags now 12", nil},
		{"two minutes late, and much is played", nil, many, "*", before, nil, "", ErrNoNames},
		{"began long before", nil, one, "*", long, nil, "", ErrNoNames},
		{"nobody knows when it began", nil, one, "*", time.Time{}, nil, "", ErrNoNames},
		{"set up again after the game", nil, nil, "*", time.Time{}, []Game{ended}, "", nil},
		{"blitz after the game", nil, one, "*", after, []Game{ended}, "", nil},
		{"set up again, and the game has no result", nil, nil, "*", time.Time{}, []Game{played(t, "b07", "x", noon, "e4")}, "", nil},
		{"another game, and that of the table has no result", nil, one, "*", after, []Game{played(t, "b07", "x", noon, "e4")}, "", ErrAnother},
		{"another game, and a person entered the result", nil, one, "*", after, []Game{played(t, "b07", "x", noon, "e4"), harbour.Entered(3, 7, "1-0")}, "", nil},
		{"the table moved here", nil, nil, "*", time.Time{}, []Game{played(t, "b09", "x", noon, "e4")}, "tags now 12", nil},
		{"the table moved here, where it had gone on", nil, one, "*", after, []Game{played(t, "b09", "x", noon, "e4")}, "tags now 12", nil},
		{"the table moved here after its game", nil, nil, "*", time.Time{}, []Game{elsewhere}, "", nil},
	} {
		now := transport.Game{Head: transport.Head{Board: "b07"}, Record: transport.Record{GameID: "now", Tags: c.tags, Moves: c.moves, Result: c.result}}
		q, ok, err := harbour.Ask(&open, &seventh, &now, c.begun, c.seated)
		got := ""
		if ok {
			got = fmt.Sprint(q.Verb, " ", q.GameID, " ", len(q.Tags))
		}
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q %v, want %q %v", c.name, got, err, c.want, c.err)
		}
	}
}

// TestBegun: the first move has the time of its board. If its snapshot has just come, the hall's
// clock says when that was, whatever the board's clock shows.
func TestBegun(t *testing.T) {
	made, none := "2027-03-06T11:58:00.000Z", time.Time{}
	first := []transport.Ply{{MadeAt: &made}}
	for _, c := range []struct {
		name   string
		at     string // of the message
		synced bool
		moves  []transport.Ply
		parts  []transport.Part
		came   time.Time
		want   time.Time
	}{
		{"it has just come", "2027-03-06T12:01:00.000Z", true, first, nil, noon.Add(time.Hour), noon.Add(57 * time.Minute)},
		{"of a board whose clock is wrong", "2027-03-06T12:01:00.000Z", false, first, nil, noon.Add(time.Hour), noon.Add(57 * time.Minute)},
		{"the broker had it", "2027-03-06T12:01:00.000Z", true, first, nil, none, noon.Add(-2 * time.Minute)},
		{"the broker had it of a board whose clock is wrong", "2027-03-06T12:01:00.000Z", false, first, nil, none, none},
		{"before another position was set", "2027-03-06T12:01:00.000Z", true, nil, []transport.Part{{Moves: first}}, none, noon.Add(-2 * time.Minute)},
		{"no move", "2027-03-06T12:01:00.000Z", true, nil, nil, noon, none},
		{"a move whose time is not known", "2027-03-06T12:01:00.000Z", true, make([]transport.Ply, 1), nil, noon, none},
		{"no time", "", true, first, nil, noon, none},
	} {
		g := transport.Game{Head: transport.Head{At: c.at, Synced: c.synced}, Record: transport.Record{Moves: c.moves, Parts: c.parts}}
		if got := Begun(&g, c.came); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestCheckTournament(t *testing.T) {
	good := harbour
	good.Tables = map[int]string{1: "b01"}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Tournament){
		"id":         func(t *Tournament) { t.ID = "a/b" },
		"no event":   func(t *Tournament) { t.Event = "" },
		"time":       func(t *Tournament) { t.TimeControl = "90 minutes" },
		"delay":      func(t *Tournament) { t.Delay = -1 },
		"at end":     func(t *Tournament) { t.AtEnd = []int{0} },
		"board":      func(t *Tournament) { t.Tables = map[int]string{1: "a/b"} },
		"one board":  func(t *Tournament) { t.Tables = map[int]string{1: "x", 2: "x"} },
		"table zero": func(t *Tournament) { t.Tables = map[int]string{0: "x"} },
	} {
		bad := harbour
		spoil(&bad)
		if bad.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestBadSnapshot(t *testing.T) {
	if _, err := GameOf("b07", &transport.Record{GameID: "x", StartFEN: "nothing"}); err == nil {
		t.Error("no error")
	}
}

// TestEntered: a result that a person entered counts where no board has one.
func TestEntered(t *testing.T) {
	entered := harbour.Entered(3, 7, "0-1")
	if got := text(t, entered); !strings.Contains(got, "[Result \"0-1\"]") || !strings.HasSuffix(got, "\n0-1\n\n") {
		t.Errorf("without a board\n%s", got)
	}
	if round, table, ok := harbour.Seat(entered.Tags); !ok || round != 3 || table != 7 {
		t.Errorf("seated at round %d, table %d, %t", round, table, ok)
	}
	entered.Began = noon
	board := played(t, "b07", "g1", noon.Add(time.Minute), "e4", "e5")
	if got := text(t, entered, board); !strings.HasSuffix(got, "1. e4 e5 0-1\n\n") || strings.Count(got, "[Event ") != 1 {
		t.Errorf("the board's game has no result\n%s", got)
	}
	board.Parts[0].Result = "1-0"
	if got := text(t, board, entered); !strings.HasSuffix(got, "1. e4 e5 1-0\n\n") {
		t.Errorf("the board's game has a result\n%s", got)
	}
	if got, want := text(t, harbour.Entered(3, 7, "*")), text(t); got != want {
		t.Errorf("taken back\n%s", got)
	}
}
