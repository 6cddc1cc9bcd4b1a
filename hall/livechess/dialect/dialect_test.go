package dialect

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// table is a board with hands above it, and a client.
type table struct {
	testing.TB
	boards Boards
	home   *Home
	room   Room
	talk   *Conversation
	heard  []string // what the client has received
	now    int64
}

const array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// newTable returns a table with the pieces in the initial array.
func newTable(t testing.TB, c touchmove.Config) *table {
	x := &table{TB: t}
	x.home = x.boards.Add("b07", c)
	x.room.Source = &x.boards
	x.talk = &Conversation{Room: &x.room}
	x.show(array)
	return x
}

// calls sends a call.
func (x *table) calls(text string) {
	for _, m := range x.talk.Call(unixAt(x.now), []byte(text)) {
		x.heard = append(x.heard, string(m))
	}
}

func unixAt(at int64) int64 { return 1_800_000_000_000 + at }

// step takes a record.
func (x *table) step(r sensor.Record) {
	x.pass(r.At)
	x.home.Step(&r, unixAt(r.At))
	x.changed()
}

// pass lets time pass.
func (x *table) pass(at int64) {
	for due := x.home.Deadline(); due <= at; due = x.home.Deadline() {
		x.now = max(x.now, due)
		x.home.Wake(due)
		x.changed()
	}
	x.now = max(x.now, at)
	x.home.Wake(x.now)
	x.changed()
}

func (x *table) changed() {
	x.room.Changed()
	for _, m := range x.talk.Update(unixAt(x.now), x.home.Name) {
		x.heard = append(x.heard, string(m))
	}
}

func (x *table) show(text string) {
	p, err := placement.Parse(text)
	if err != nil {
		x.Fatal(err)
	}
	x.step(sensor.Record{At: x.now, Word: sensor.Board, Placement: p})
}

// acts lifts and drops: "e2- e4P" takes 100 ms for each.
func (x *table) acts(text string) {
	for _, act := range strings.Fields(text) {
		r := sensor.Record{At: x.now + 100, Word: sensor.Lift}
		var ok bool
		if r.Square, ok = placement.ParseSquare(act[:2]); !ok {
			continue
		}
		if act[2] == '-' {
			r.Piece = x.home.Shown[r.Square]
		} else {
			r.Word = sensor.Drop
			r.Piece, _ = placement.ParsePiece(act[2])
		}
		x.step(r)
	}
}

// rests lets nothing happen for longer than it takes to make a move.
func (x *table) rests() { x.pass(x.now + 4000) }

// last returns the last message.
func (x *table) last() string {
	if len(x.heard) == 0 {
		return ""
	}
	return x.heard[len(x.heard)-1]
}

// says fails unless the last message is as wanted, times aside.
func (x *table) says(want string) {
	x.Helper()
	if got := untimed(x.last()); got != want {
		x.Errorf("got  %s\nwant %s", got, want)
	}
}

var times = regexp.MustCompile(`,"time":\d+}$`)

func untimed(m string) string { return times.ReplaceAllString(m, "}") }

// san returns the last list of moves that came, "none" if none did.
func (x *table) san() string {
	for i := len(x.heard) - 1; i >= 0; i-- {
		var m struct{ Param struct{ SAN *[]string } }
		if json.Unmarshal([]byte(x.heard[i]), &m) == nil && m.Param.SAN != nil {
			return strings.Join(*m.Param.SAN, " ")
		}
	}
	return "none"
}

const (
	subscribe = `{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"%s"}}}`
	setup     = `{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"%s"}}}`
	startFEN  = array + " w KQkq - 0 1"
)

// begin subscribes, and sets a position up unless it is "".
func (x *table) begin(fen string) {
	x.calls(fmt.Sprintf(subscribe, x.home.Serial))
	if fen != "" {
		x.calls(fmt.Sprintf(setup, fen))
	}
}

// TestRecorded: the conversation with chess.com's page, word for word, times aside.
func TestRecorded(t *testing.T) {
	text, err := os.ReadFile("testdata/chess.com.txt")
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, touchmove.Config{})
	x.home.Name, x.home.Serial, x.home.Battery = "COM3", "23946", "84%"
	var want []string
	for line := range strings.Lines(string(text)) {
		switch who, said, _ := strings.Cut(strings.TrimSpace(line), " "); who {
		case "B":
			x.show(said)
		case "C":
			x.calls(said)
		case "S":
			want = append(want, said)
		}
	}
	if len(x.heard) != len(want) || len(want) != 4 {
		t.Fatalf("%d messages, want %d: %q", len(x.heard), len(want), x.heard)
	}
	for i := range want {
		if untimed(x.heard[i]) != untimed(want[i]) {
			t.Errorf("message %d\n%s\nwant\n%s", i+1, x.heard[i], want[i])
		}
	}
}

// TestIDs: an id comes back as it was sent.
func TestIDs(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	for id, want := range map[string]string{`1`: `1`, `"1"`: `"1"`, `null`: `null`, `-7`: `-7`, `1.0`: `1.0`, `12345678901234567890`: `12345678901234567890`, `"ü\n"`: `"ü\n"`} {
		x.calls(`{"id":` + id + `,"call":"eboards","param":null}`)
		if !strings.HasPrefix(x.last(), `{"response":"call","id":`+want+`,"param":[{`) {
			t.Errorf("%s: %s", id, x.last())
		}
		x.calls(strings.ReplaceAll(fmt.Sprintf(subscribe, x.home.Serial), `"id":1,`, `"id":`+id+`,`))
		if !strings.HasPrefix(x.last(), `{"response":"feed","id":`+want+`,"param":{`) {
			t.Errorf("feed %s: %s", id, x.last())
		}
	}
	x.calls(`{"call":"eboards"}`)
	if !strings.HasPrefix(x.last(), `{"response":"call","id":null,`) {
		t.Error(x.last())
	}
}

// TestErrors: whatever is not known is answered by an error, with the id of the call.
func TestErrors(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.begin("")
	serial := x.home.Serial
	for text, want := range map[string]string{
		`x`:                           `null,"param":{"message":"the message is not understood`,
		`[]`:                          `null,"param":{"message":"the message is not understood`,
		`{"id":{},"call":"eboards"}`:  `null,"param":{"message":"id must be`,
		`{"id":true,"call":"e"}`:      `null,"param":{"message":"id must be`,
		`{}`:                          `null,"param":{"message":"the call \"\" is not known`,
		`{"id":4,"call":"start"}`:     `4,"param":{"message":"the call \"start\" is not known`,
		`{"id":4,"call":"subscribe"}`: `4,"param":{"message":"param is missing`,
		`{"id":4,"call":"subscribe","param":{"feed":"liveviewer","id":2,"param":{}}}`:                              `4,"param":{"message":"the feed \"liveviewer\" is not known`,
		`{"id":4,"call":"subscribe","param":{"feed":"eboardevent","id":[],"param":{"serialnr":"` + serial + `"}}}`: `4,"param":{"message":"the id of a feed`,
		`{"id":4,"call":"subscribe","param":{"feed":"eboardevent","id":2,"param":{"serialnr":"47588"}}}`:           `4,"param":{"message":"no board has the serialnr \"47588\"`,
		`{"id":4,"call":"call","param":{"id":1,"method":"resign"}}`:                                                `4,"param":{"message":"the method \"resign\" is not known`,
		`{"id":4,"call":"call","param":{"id":9,"method":"flip","param":{"flip":true}}}`:                            `4,"param":{"message":"there is no feed with the id 9`,
		`{"id":4,"call":"call","param":{"id":"1","method":"flip","param":{"flip":true}}}`:                          `4,"param":{"message":"there is no feed with the id \"1\"`,
		`{"id":4,"call":"call","param":{"id":1,"method":"flip","param":{}}}`:                                       `4,"param":{"message":"flip needs flip`,
		`{"id":4,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"x"}}}`:                             `4,"param":{"message":"fen \"x\": `,
		`{"id":4,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}}`:     `4,"param":{"message":"fen \"8/8/8/8/8/8/8/8 w - - 0 1\": each player must have one king`,
		`{"id":4,"call":"unsubscribe","param":{"id":9}}`:                                                           `4,"param":{"message":"there is no feed with the id 9`,
	} {
		before := len(x.heard)
		x.calls(text)
		if len(x.heard) != before+1 || !strings.HasPrefix(x.last(), `{"response":"error","id":`+want) || !json.Valid([]byte(x.last())) {
			t.Errorf("%s: %q, want %s", text, x.heard[before:], want)
		}
	}
}

// TestClock: seconds are whole numbers; a reading that a client can foresee is no news.
func TestClock(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.begin("")
	reading := func(at, white, black int64, running sensor.Running) {
		x.step(sensor.Record{At: at, Word: sensor.Clock, Times: [2]int64{white, black}, Running: running})
	}
	feed := fmt.Sprintf(`{"response":"feed","id":1,"param":{"serialnr":"%s","flipped":false,"clock":`, x.home.Serial)
	reading(1000, 300_900, 300_000, sensor.Stopped)
	x.says(feed + fmt.Sprintf(`{"white":300,"black":300,"run":null,"time":%d}}}`, unixAt(1000)))
	reading(2000, 300_000, 300_000, sensor.WhiteRuns)
	x.says(feed + fmt.Sprintf(`{"white":300,"black":300,"run":true,"time":%d}}}`, unixAt(2000)))
	before := len(x.heard)
	for at := int64(3000); at <= 10_000; at += 1000 {
		reading(at, 300_000-at+2000, 300_000, sensor.WhiteRuns)
	}
	if len(x.heard) != before {
		t.Errorf("a clock that runs is news: %s", x.last())
	}
	reading(11_000, 293_000, 300_000, sensor.BlackRuns)
	x.says(feed + fmt.Sprintf(`{"white":293,"black":300,"run":false,"time":%d}}}`, unixAt(11_000)))
	reading(12_000, 293_000, 360_000, sensor.BlackRuns)
	x.says(feed + fmt.Sprintf(`{"white":293,"black":360,"run":false,"time":%d}}}`, unixAt(12_000)))
	x.step(sensor.Record{At: 13_000, Word: sensor.Pause})
	x.says(feed + fmt.Sprintf(`{"white":293,"black":360,"run":null,"time":%d}}}`, unixAt(13_000)))
}

// TestRawPlacements: before setup each lift and drop is sent at once, even without a king, and
// nothing says start, san or match.
func TestRawPlacements(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.begin("")
	before := len(x.heard)
	x.acts("e2- e3P e3- e4P e8- e8k")
	var boards []string
	for _, m := range x.heard[before:] {
		var f struct{ Param map[string]any }
		if err := json.Unmarshal([]byte(m), &f); err != nil || len(f.Param) != 3 {
			t.Errorf("%s: %v", m, err)
		}
		boards = append(boards, f.Param["board"].(string))
	}
	want := "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR " +
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR rnbq1bnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	if got := strings.Join(boards, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSetup: after setup a move comes when it is settled, and never before.
func TestSetup(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.begin(startFEN)
	head := fmt.Sprintf(`{"response":"feed","id":1,"param":{"serialnr":"%s","flipped":false,`, x.home.Serial)
	if n := len(x.heard); untimed(x.heard[n-2]) != `{"response":"call","id":3,"param":null}` {
		t.Errorf("the answer comes after the feed: %q", x.heard)
	}
	x.says(head + `"start":"` + startFEN + `","san":[],"match":true}}`)
	x.acts("e2- e4P")
	x.says(head + `"board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"}}`)
	if x.san() != "" {
		t.Errorf("a move that is not settled: %s", x.san())
	}
	x.rests()
	x.says(head + `"san":["e4"],"match":true}}`)
	x.acts("e7- e5p")
	x.rests()
	x.says(head + `"san":["e4","e5"],"match":true}}`)
	x.acts("e5- e7p e4- e2P") // both plies are taken back
	x.rests()
	x.acts("d2- d4P")
	x.rests()
	if x.san() != "d4" {
		t.Errorf("after the takeback: %s", x.san())
	}
}

// TestMoves: what hands do is told as moves.
func TestMoves(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct{ name, fen, acts, want string }{
		{"king first", castles, "e1- g1K . h1- f1R .", "O-O"},
		{"rook first", castles, "h1- f1R e1- g1K .", "O-O"},
		{"both in the air, the king down first", castles, "e1- h1- g1K f1R .", "O-O"},
		{"both in the air, the rook down first", castles, "h1- e1- f1R g1K .", "O-O"},
		{"to the queen's side", castles, "e1- c1K a1- d1R . e8- g8k h8- f8r .", "O-O-O O-O"},
		{"promotion", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7- e8Q .", "e8=Q"},
		{"promotion, the pawn put down first", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7- e8P . e8- e8N .", "e8=N+"},
		{"slide", startFEN, "e2- e3P e3- e4P .", "e4"},
		{"en passant", "8/8/8/8/1p4k1/8/P5K1/8 w - - 0 1", "a2- a4P . b4- a3p a4- .", "a4 bxa3"},
		{"capture, the victim first", "6k1/8/8/3p4/4P3/8/6K1/8 w - - 0 1", "d5- e4- d5P .", "exd5"},
		{"illegal, put right", startFEN, "e2- e5P . e5- e2P . e2- e4P .", "e4"},
		{"kings in the centre are no move", startFEN, "e2- e4P . e1- e8- e4- e4K d5k .", "e4"},
		{"a king in the centre is a move", "8/8/8/8/8/3K3p/8/7k w - - 0 1", "d3- e4K .", "Ke4"},
		{"both kings in the centre", "8/8/4k3/8/8/3K3p/8/8 w - - 0 1", "d3- d4K . e6- d6k . d4- e4K . d6- c5k .", "Kd4 Kd6 Ke4 Kc5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newTable(t, touchmove.Config{})
			shown, _, _ := strings.Cut(c.fen, " ")
			x.show(shown)
			x.begin(c.fen)
			for i, part := range strings.Split(c.acts, " .") {
				if i > 0 {
					x.rests()
				}
				x.acts(part)
			}
			if x.san() != c.want {
				t.Errorf("%s, want %s", x.san(), c.want)
			}
			for _, m := range x.heard {
				if !json.Valid([]byte(m)) {
					t.Errorf("%s", m)
				}
			}
		})
	}
}

// TestSetupWaits: a game counts from the moment at which its position stands on the board.
func TestSetupWaits(t *testing.T) {
	const later = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
	x := newTable(t, touchmove.Config{})
	x.begin(later)
	x.acts("g1- f3N e2- e4P b8- c6n e7- e5p")
	x.rests()
	if x.san() != "" {
		t.Errorf("setting up is play: %s", x.san())
	}
	x.acts("f1- b5B")
	x.rests()
	if x.san() != "Bb5" {
		t.Errorf("%s, want Bb5", x.san())
	}
	// The player was quicker than the page.
	x.calls(fmt.Sprintf(setup, later))
	x.rests()
	if x.san() != "Bb5" {
		t.Errorf("one move ahead: %s", x.san())
	}
}

// TestOwnGame: what one client sets up and turns round is nobody else's, and a game goes on until
// it is closed.
func TestOwnGame(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	x.begin(startFEN)
	other := &Conversation{Room: &x.room}
	other.Call(0, fmt.Appendf(nil, subscribe, x.home.Serial))
	x.calls(`{"id":5,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}`)
	x.says(fmt.Sprintf(`{"response":"feed","id":1,"param":{"serialnr":"%s","flipped":true,"board":"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr","start":"%s","san":[],"match":false}}`, x.home.Serial, startFEN))
	if out := other.Update(0, "b07"); len(out) > 0 {
		t.Errorf("the other client hears %s", out)
	}
	x.show("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
	x.acts("d7- d5P")
	x.rests()
	if x.san() != "e4" {
		t.Errorf("turned round: %s", x.san())
	}
	if len(x.home.games) != 1 {
		t.Errorf("%d games", len(x.home.games))
	}
	x.calls(`{"id":6,"call":"call","param":{"id":1,"method":"unsubscribe"}}`)
	x.says(`{"response":"call","id":6,"param":null}`)
	if len(x.home.games) != 0 || x.home.Deadline() != sensor.Never {
		t.Error("the game goes on")
	}
	before := len(x.heard)
	x.acts("e2- e3P")
	if len(x.heard) != before {
		t.Error("a feed goes on")
	}
}

// TestMostGames: the boards follow so many games and no more.
func TestMostGames(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	for id := range MaxGames + 1 {
		x.calls(fmt.Sprintf(`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":%d,"param":{"serialnr":"%s"}}}`, id, x.home.Serial))
		x.calls(fmt.Sprintf(`{"id":3,"call":"call","param":{"id":%d,"method":"setup","param":{"fen":"%s"}}}`, id, startFEN))
	}
	x.says(`{"response":"error","id":3,"param":{"message":"64 games are followed on the board already"}}`)
	x.talk.Close()
	x.begin(startFEN)
	if x.san() != "" {
		t.Error(x.last())
	}
}

// TestLost: a lost board is not shown as alive, and comes after the others.
func TestLost(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	state := func(want string) {
		t.Helper()
		x.calls(`{"id":1,"call":"eboards"}`)
		if !strings.Contains(x.last(), `"source":"b07","state":`+want) {
			t.Errorf("%s, want %s", x.last(), want)
		}
	}
	state(`"ACTIVE"`)
	x.home.Take(&Now{Paused: true})
	x.room.Changed()
	state(`"INACTIVE"`)
	x.step(sensor.Record{At: x.now, Word: sensor.Link})
	state(`"NOTRESPONDING"`)
	x.boards.Add("b08", touchmove.Config{}).Step(&sensor.Record{Word: sensor.Board, Placement: placement.Initial}, 0)
	x.room.Changed()
	x.calls(`{"id":1,"call":"eboards"}`)
	if strings.Index(x.last(), "b08") > strings.Index(x.last(), "b07") {
		t.Errorf("the lost board is the first: %s", x.last())
	}
	x.step(sensor.Record{At: x.now, Word: sensor.Link, On: true})
	state(`null`)
	x.show(array)
	state(`"INACTIVE"`)
}

// TestOccupancy: pieces of unknown kind have the names of the game.
func TestOccupancy(t *testing.T) {
	x := newTable(t, touchmove.Config{Occupancy: true})
	p := placement.Occupancy(placement.Initial.Occupied())
	x.home.Take(&Now{Names: placement.Initial})
	x.step(sensor.Record{At: x.now, Word: sensor.Board, Placement: p})
	x.begin(startFEN)
	if !strings.Contains(strings.Join(x.heard, ""), `"board":"`+array+`"`) {
		t.Errorf("%q", x.heard)
	}
	x.acts("g1- f3?")
	if !strings.Contains(x.last(), "/5N2/") {
		t.Errorf("the knight has no name: %s", x.last())
	}
	x.rests()
	if x.san() != "Nf3" {
		t.Errorf("%s", x.san())
	}
}

func TestSerialOf(t *testing.T) {
	for serial, good := range map[string]bool{"23946": true, "3000147740": true, "": false, "AB12": false, "123456789012": false} {
		got := SerialOf(serial, "b07")
		if (got == serial) != good || !regexp.MustCompile(`^\d{1,10}$`).MatchString(got) {
			t.Errorf("%q: %q", serial, got)
		}
	}
	if SerialOf("", "b07") == SerialOf("", "b08") || SerialOf("", "b07") != SerialOf("x", "b07") {
		t.Error("the number does not follow from the name")
	}
}

// TestSerialComesLate: a board that was listed before it reported its serial number is found by the
// number of the list, and by its own. Each feed says the number that it was asked for.
func TestSerialComesLate(t *testing.T) {
	x := newTable(t, touchmove.Config{})
	listed := x.home.Serial
	x.home.Take(&Now{Serial: "1025"})
	for _, serial := range []string{listed, "1025"} {
		x.calls(fmt.Sprintf(subscribe, serial))
		if !strings.HasPrefix(x.last(), `{"response":"feed","id":1,"param":{"serialnr":"`+serial+`",`) {
			t.Errorf("%s: %s", serial, x.last())
		}
	}
	x.calls(fmt.Sprintf(subscribe, SerialOf("", "b08")))
	if !strings.Contains(x.last(), "no board has the serialnr") {
		t.Errorf("the number of another board: %s", x.last())
	}
}

// FuzzClient: no call, nor a series of calls while pieces move, breaks a conversation; each is
// answered, and all that is sent is JSON.
func FuzzClient(f *testing.F) {
	serial := SerialOf("", "b07")
	f.Add(`{"id":1,"call":"eboards"}`, "e2- e4P", "")
	f.Add(fmt.Sprintf(subscribe, serial), "e2- e4P .", fmt.Sprintf(setup, startFEN))
	f.Add(fmt.Sprintf(subscribe, serial), "a7- a8Q . e1- e8K", fmt.Sprintf(setup, "8/P7/8/8/8/8/6k1/4K3 w - - 0 1"))
	f.Add(fmt.Sprintf(subscribe, serial), "d2- d4P", `{"id":5,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}}`)
	f.Add(fmt.Sprintf(subscribe, serial), "", `{"id":4,"call":"unsubscribe","param":{"id":1}}`)
	f.Add(fmt.Sprintf(subscribe, serial), "", `{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"flip":true}}}`)
	f.Fuzz(func(t *testing.T, first, acts, second string) {
		x := newTable(t, touchmove.Config{})
		for _, text := range []string{first, second} {
			before := len(x.heard)
			x.calls(text)
			if len(x.heard) == before {
				t.Fatalf("no answer to %q", text)
			}
			fields := strings.Fields(acts)
			for _, act := range fields[:min(len(fields), 40)] {
				if len(act) >= 3 {
					x.acts(act)
				} else {
					x.rests()
				}
			}
		}
		for _, m := range x.heard {
			if !json.Valid([]byte(m)) {
				t.Fatalf("%q", m)
			}
		}
		x.talk.Close()
		if len(x.home.games) != 0 {
			t.Fatal("a game goes on")
		}
	})
}
