package view

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/transport"
)

// What is not understood changes nothing, and is counted.
func TestApplyRefuses(t *testing.T) {
	tests := []struct{ why, topic, payload string }{
		{"another board", "chess/1/hall/b08/status", `{"schema":"boardd.status/1.0","state":"off"}`},
		{"another site", "chess/1/yard/b07/status", `{"schema":"boardd.status/1.0","state":"off"}`},
		{"another major version", "chess/2/hall/b07/status", `{"schema":"boardd.status/1.0","state":"off"}`},
		{"not below the prefix", "other/1/hall/b07/status", `{"schema":"boardd.status/1.0","state":"off"}`},
		{"a wildcard", "chess/1/hall/+/status", `{"schema":"boardd.status/1.0","state":"off"}`},
		{"too short", "chess/1/hall/b07", ``},
		{"unknown topic", "chess/1/hall/b07/weather", `{"schema":"boardd.weather/1.0"}`},
		{"no JSON", "chess/1/hall/b07/status", `off`},
		{"null", "chess/1/hall/b07/arbiter/game", `null`},
		{"schema of another topic", "chess/1/hall/b07/arbiter/game", `{"schema":"boardd.game/1.0"}`},
		{"a later schema", "chess/1/hall/b07/status", `{"schema":"boardd.status/2.0","state":"off"}`},
		{"wrong type", "chess/1/hall/b07/clock", `{"schema":"boardd.clock/1.0","white_ms":"long"}`},
		{"bad placement", "chess/1/hall/b07/arbiter/board", `{"schema":"boardd.arbiter-board/1.0","placement":"8/8"}`},
		{"alert under another code", "chess/1/hall/b07/arbiter/alert/desync", `{"schema":"boardd.alert/1.0","code":"flag_fall"}`},
		{"too large", "chess/1/hall/b07/pgn", strings.Repeat("x", maxPayload+1)},
		{"too many plies", "chess/1/hall/b07/game", `{"schema":"boardd.game/1.0","moves":[` + strings.Repeat("{},", maxPlies) + `{}]}`},
	}
	for i, tt := range tests {
		b := board(t, "start")
		before := Draw(b, 80, 24, Style{}, "")
		if b.Apply(tt.topic, []byte(tt.payload)) {
			t.Errorf("%s: taken", tt.why)
		}
		if b.Ignored() != 1 {
			t.Errorf("%d, %s: %d ignored", i, tt.why, b.Ignored())
		}
		if after := strings.ReplaceAll(Draw(b, 80, 24, Style{}, ""), " · 1 ignored", ""); after != before {
			t.Errorf("%s: the picture has changed:\n%s", tt.why, after)
		}
	}
}

// Topics that say nothing new are taken and not counted.
func TestApplyPasses(t *testing.T) {
	b := board(t, "start")
	for _, name := range []string{"event", "req/pause", "res/pause"} {
		if !b.Apply("chess/1/hall/b07/"+name, []byte(`{}`)) || b.Ignored() > 0 {
			t.Errorf("%s: not taken", name)
		}
	}
}

// A message that has been had is dropped; one of a new session is not, though
// its number be lower.
func TestApplyOnce(t *testing.T) {
	finding := func(session string, seq uint64) []byte {
		m := transport.FindingMessage{Finding: transport.Finding{Code: "displaced", Level: "info"}}
		m.Head = transport.Head{Schema: "boardd.finding/1.0", Session: session, Seq: seq}
		text, _ := json.Marshal(m)
		return text
	}
	var b Board
	steps := []struct {
		session string
		seq     uint64
		want    bool
		found   int
	}{{"s1", 5, true, 1}, {"s1", 5, false, 1}, {"s1", 4, false, 1}, {"s1", 6, true, 2}, {"s2", 1, true, 3}}
	for i, s := range steps {
		if got := b.Apply("chess/1/hall/b07/arbiter/finding", finding(s.session, s.seq)); got != s.want {
			t.Errorf("step %d: taken %v, want %v", i, got, s.want)
		}
		if len(b.findings) != s.found {
			t.Errorf("step %d: %d findings, want %d", i, len(b.findings), s.found)
		}
	}
	if b.Ignored() != 0 {
		t.Errorf("%d ignored, want 0: what is repeated was understood", b.Ignored())
	}
}

// Before the arbiter's snapshot has been seen the public one is shown, after
// it no longer.
func TestPublicGame(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	public := func(tag string) {
		g := f.game
		g.Head, g.Tags = f.head("game"), map[string]string{"White": tag}
		f.send("game", g)
	}
	public("Early Bird")
	if got := b.player(white, Style{}); got != "Early Bird" {
		t.Errorf("White is %q, want the public snapshot's", got)
	}
	f.snapshot()
	public("Late Bird")
	if got := b.player(white, Style{}); got != "Ferrier, Isla" {
		t.Errorf("White is %q, want the arbiter's snapshot's", got)
	}
}

// The will has no number and no time, and counts.
func TestWill(t *testing.T) {
	b := board(t, "start")
	b.Apply("chess/1/hall/b07/status", []byte(`{"schema":"boardd.status/1.0","board":"b07","session":"s1","synced":false,"state":"lost"}`))
	if b.state != "lost" {
		t.Errorf("state %q, want lost", b.state)
	}
}

func TestAlertsComeAndGo(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	f.alert(transport.Finding{Code: "flag_fall", Level: "arbiter"})
	f.alert(transport.Finding{Code: "desync", Level: "arbiter"})
	f.alert(transport.Finding{Code: "flag_fall", Level: "arbiter", Text: "again"})
	if got := codesOf(b.alerts); got != "desync flag_fall" {
		t.Errorf("alerts %q", got)
	}
	f.say("chess/1/hall/b07/arbiter/alert/desync", nil)
	if got := codesOf(b.alerts); got != "flag_fall" || b.alerts[0].Finding.Text != "again" {
		t.Errorf("alerts %q", got)
	}
	f.say("chess/1/hall/b07/arbiter/alert/flag_fall", nil)
	if b.Apply("chess/1/hall/b07/arbiter/alert/flag_fall", nil) || b.Ignored() > 0 {
		t.Error("the end of an alert that is over is taken for new, or not understood")
	}
	if len(b.alerts) != 0 {
		t.Errorf("alerts %q, want none", codesOf(b.alerts))
	}
}

func codesOf(alerts []transport.Alert) string {
	var codes []string
	for _, a := range alerts {
		codes = append(codes, a.Code)
	}
	return strings.Join(codes, " ")
}

// However long a board is watched, no more is kept than it says.
func TestBounds(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, func(topic string, payload []byte) { b.Apply(topic, payload) })
	for i := range 300 {
		f.found(transport.Finding{Code: fmt.Sprint("code", i), Level: "info"})
		f.alert(transport.Finding{Code: fmt.Sprint("code", i), Level: "info"})
	}
	if len(b.findings) != maxFindings || b.findings[maxFindings-1].Code != "code299" {
		t.Errorf("%d findings, the last %q", len(b.findings), b.findings[len(b.findings)-1].Code)
	}
	if len(b.alerts) != maxAlerts {
		t.Errorf("%d alerts, want %d", len(b.alerts), maxAlerts)
	}
}

// The squares that differ are marked: those from which a piece is missing, those
// on which one has no business to be. All others are not.
func TestMarks(t *testing.T) {
	s := board(t, "differ").scene()
	want := map[placement.Square]look{
		placement.D1: {piece: placement.WhiteQueen, mark: lifted},
		placement.G1: {piece: placement.WhiteKnight, mark: lifted},
		placement.F4: {piece: placement.WhiteQueen, mark: stray},
		placement.E7: {last: settled},
		placement.E5: {piece: placement.BlackPawn, last: settled},
	}
	for q := range placement.Square(64) {
		w, special := want[q]
		if got := s.looks[q]; special && got != w || !special && (got.mark != agrees || got.last != apart) {
			t.Errorf("%v: %+v, want %+v", q, got, w)
		}
	}
}

// A board with occupancy only is shown with the pieces of the game, including the ply that is
// not settled, and with a piece of unknown kind where the game has none.
func TestOccupancyBoard(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	f.play("e4")
	f.pend(f.move("e5", "provisional", 0))
	f.sensed("????????/????1???/8/4?2?/4?3/8/????1???/????????", "h5")
	s := b.scene()
	want := map[placement.Square]look{
		placement.E1: {piece: placement.WhiteKing},
		placement.D8: {piece: placement.BlackQueen},
		placement.E5: {piece: placement.BlackPawn, last: settling},
		placement.E7: {last: settling},
		placement.H5: {piece: placement.Unknown, mark: stray},
	}
	for q, w := range want {
		if s.looks[q] != w {
			t.Errorf("%v: %+v, want %+v", q, s.looks[q], w)
		}
	}
	if !s.known || s.turn != white {
		t.Errorf("%v has the move (known %v), want White: the ply is on the board", s.turn, s.known)
	}
}

// Obligations are shown for the turn that they are about and no longer.
func TestBound(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	f.play("e4")
	f.found(transport.Finding{Code: "obliged", Level: "info", Article: "4.3.1", Side: "b", Ply: 2, Allowed: []string{"e7e5", "e7e6"}})
	const want = "Black → e7-e5 or e7-e6 (4.3.1)"
	if got := b.bound(Style{}); got != want {
		t.Errorf("bound %q, want %q", got, want)
	}
	f.pend(f.move("e5", "provisional", 0))
	if got := b.bound(Style{}); got != want {
		t.Errorf("bound %q while the move is provisional, want %q", got, want)
	}
	f.game.Pending = nil
	f.play("e5")
	if got := b.bound(Style{}); got != "" {
		t.Errorf("bound %q in the next turn, want none", got)
	}
}

// Findings that the moves show anyway are not kept.
func TestRoutine(t *testing.T) {
	var b Board
	f := newFeed(t, initialFEN, into(t, &b))
	for _, code := range []string{"provisional", "retracted", "move_made", "move_completed", "obliged"} {
		f.found(transport.Finding{Code: code, Level: "info"})
	}
	f.found(transport.Finding{Code: "touch_breach", Level: "suspected"})
	if len(b.findings) != 1 || b.findings[0].Code != "touch_breach" {
		t.Errorf("%d findings, want touch_breach alone", len(b.findings))
	}
}

func TestClockText(t *testing.T) {
	tests := []struct {
		ms   int64
		want string
	}{{0, "0:00"}, {999, "0:00"}, {59_000, "0:59"}, {5400_000, "1:30:00"}, {3599_999, "59:59"},
		{-1, "-0:00"}, {-61_000, "-1:00"}, {-1 << 63, "-2562047788015:12:55"}}
	for _, tt := range tests {
		if got := clockText(tt.ms); got != tt.want {
			t.Errorf("%d ms: %q, want %q", tt.ms, got, tt.want)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	var topic string
	var payload []byte
	f := newFeed(b, initialFEN, func(t string, p []byte) { topic, payload = t, p })
	f.play(ruyLopez)
	var shown Board
	for b.Loop() {
		shown.last = nil // it would drop what it has had
		shown.Apply(topic, payload)
	}
}

// TestTrials: what boardd check publishes, to see whether it may, changes nothing
// and is not counted.
func TestTrials(t *testing.T) {
	topics, err := transport.NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	b := board(t, "provisional")
	want := Draw(b, 120, 40, Style{}, "")
	for _, m := range topics.Trials() {
		if b.Apply(m.Topic, m.Payload); b.Ignored() > 0 || Draw(b, 120, 40, Style{}, "") != want {
			t.Fatalf("%s has an effect:\n%s", m.Topic, Draw(b, 120, 40, Style{}, ""))
		}
	}
}

// FuzzApply gives a board two messages that are anything at all, after those of
// a scene. Whatever they are, nothing panics, what is kept is bounded, and each
// picture and each line can be written to a terminal.
func FuzzApply(f *testing.F) {
	for _, play := range scenes {
		var before Update
		play(f, func(topic string, payload []byte) {
			f.Add(before.Topic, before.Payload, topic, payload)
			before = Update{topic, payload}
		})
	}
	f.Fuzz(func(t *testing.T, topic1 string, payload1 []byte, topic2 string, payload2 []byte) {
		b := board(t, "provisional")
		var s Transcript
		for _, u := range []Update{{topic1, payload1}, {topic2, payload2}} {
			b.Apply(u.Topic, u.Payload)
			for _, line := range s.Lines(u.Topic, u.Payload) {
				checkFits(t, line, maxLine, 1, Style{})
			}
		}
		if len(b.findings) > maxFindings || len(b.alerts) > maxAlerts || len(b.last) > len(readers) {
			t.Errorf("%d findings, %d alerts, %d topics kept", len(b.findings), len(b.alerts), len(b.last))
		}
		for _, size := range [][2]int{{80, 24}, {60, 20}, {10, 4}} {
			checkFits(t, Draw(b, size[0], size[1], Style{}, ""), size[0], size[1], Style{})
		}
		checkFits(t, Draw(b, 120, 40, Style{Depth: TrueColor}, ""), 120, 40, Style{Depth: TrueColor})
		checkFits(t, Draw(b, 90, 25, Style{ASCII: true}, ""), 90, 25, Style{ASCII: true})
	})
}

// FuzzSite gives a site a message that is anything at all and an outage, and
// presses keys. Whatever they are, nothing panics, and each picture can be
// written to a terminal.
func FuzzSite(f *testing.F) {
	for name, play := range scenes {
		play(f, func(topic string, payload []byte) { f.Add(topic, payload, "j"+name+"\rs/") })
	}
	f.Fuzz(func(t *testing.T, topic string, payload []byte, keys string) {
		s, v := hall(t), new(Screen)
		s.Apply(&transport.Message{Topic: topic, Payload: payload})
		s.Connect(Link{})
		s.Connect(Link{Up: true})
		s.Apply(&transport.Message{Topic: topic, Payload: payload})
		for range 3 {
			for _, m := range s.Settle() {
				s.Apply(&m)
			}
		}
		for _, size := range [][2]int{{80, 24}, {160, 30}, {30, 5}} {
			checkFits(t, DrawSite(s, v, size[0], size[1], Style{}, hallTime), size[0], size[1], Style{})
			press(v, s, keys)
		}
		if len(v.filter) > 4*maxFilter {
			t.Errorf("a filter of %d bytes", len(v.filter))
		}
	})
}
