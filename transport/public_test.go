package transport

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// publicTopics lists the topics of messages that are not for the arbiter.
func publicTopics(messages []Message) string {
	var names []string
	for _, name := range strings.Fields(topics(messages)) {
		if !strings.HasPrefix(name, "arbiter/") {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// 12.6, 12.7: the public must not learn of anything irregular, of what binds a player, or
// of what has not been pressed. None of these may cause a public message at all, because
// its existence would show it.
func TestNothingIrregularInPublic(t *testing.T) {
	changes := map[string]func(g *touchmove.Game, v *View){
		"a finding": func(g *touchmove.Game, v *View) {
			v.Findings = []touchmove.Finding{{Code: laws.Obliged, Level: laws.Info, Article: "4.3.1", Side: laws.ByBlack, Allowed: []string{"b8a6"}}}
		},
		"a provisional ply": func(g *touchmove.Game, v *View) {
			g.Pending = &touchmove.Ply{Number: 3, UCI: "g1f3", SAN: "Nf3", Clock: -1, MadeAt: -1, CompletedAt: -1}
			g.Trust.State = touchmove.TrustSettling
		},
		"a ply made and not completed": func(g *touchmove.Game, v *View) {
			g.Moves = append(g.Moves, touchmove.Ply{Number: 3, UCI: "g1f3", SAN: "Nf3", State: touchmove.StateMade,
				Move: mustUCI(t, &g.Position, "g1f3"), Clock: -1, CompletedAt: -1})
			g.Position = g.Position.Play(g.Moves[2].Move)
		},
		"an illegal ply completed": func(g *touchmove.Game, v *View) {
			ply := touchmove.Ply{Number: 3, UCI: "g1g3", SAN: "Ng3", State: touchmove.StateIllegalCompleted, Clock: -1}
			g.Pending, g.Irregular, g.Illegal[0] = &ply, []touchmove.Ply{ply}, 1
			g.Phase, g.Trust = touchmove.Irregular, touchmove.Trust{State: touchmove.TrustIllegal, Reason: "g1g3"}
		},
		"an alert": func(g *touchmove.Game, v *View) {
			g.Alerts = []touchmove.Alert{{Code: laws.IllegalCompleted, Finding: touchmove.Finding{Code: laws.IllegalCompleted, Article: "7.5.1"}}}
		},
		"a ply completed late": func(g *touchmove.Game, v *View) {
			g.Moves[1].State, g.Moves[1].CompletedAt, g.Moves[1].Confidence = touchmove.StateCompleted, 5000, 0.5
		},
		"revisions": func(g *touchmove.Game, v *View) { g.Rev += 5 },
	}
	for name, change := range changes {
		s := newScene(t).play("e4", "e5")
		s.v.Game.Moves[1].State, s.v.Game.Moves[1].CompletedAt = touchmove.StateMade, -1
		s.step()
		s.v.Game.Rev++
		change(s.v.Game, &s.v)
		messages := s.step()
		if got := publicTopics(messages); got != "" {
			t.Errorf("%s is reported on %s", name, got)
		}
		if len(messages) == 0 {
			t.Errorf("%s is not reported to the arbiter", name)
		}
	}
}

func mustUCI(t *testing.T, p *legality.Position, uci string) legality.Move {
	t.Helper()
	m, err := p.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What stands irregular stays out of the snapshot that the next settled ply makes.
func TestPublicSnapshot(t *testing.T) {
	s := newScene(t).play("e4", "e5")
	g := s.v.Game
	g.Pending = &touchmove.Ply{Number: 3, State: touchmove.StateIllegalMade, Clock: -1}
	g.Irregular, g.Illegal = []touchmove.Ply{*g.Pending}, [2]int{1, 0}
	g.Phase, g.Trust = touchmove.Irregular, touchmove.Trust{State: touchmove.TrustIllegal, Since: 7, Reason: "a piece too many"}
	g.Moves[1].Published = false // held back
	messages := s.step()
	got := decode[Game](t, last(messages, "game"))
	if len(got.Moves) != 1 || got.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("%d moves, fen %s", len(got.Moves), got.FEN)
	}
	if got.Pending != nil || got.Illegal != nil || got.Phase != "playing" || got.Trust.State != "ok" || got.Trust.Reason != nil {
		t.Errorf("public snapshot %+v", got)
	}
	for _, word := range []string{"irregular", "illegal_made", "a piece too many"} {
		for _, m := range messages {
			if !strings.Contains(m.Topic, "/arbiter/") && strings.Contains(string(m.Payload), word) {
				t.Errorf("%s says %q", m.Topic, word)
			}
		}
	}
}

// A time that arrives late is added to the ply and published; nothing else of it changes,
// nor does the number of published moves.
func TestLateClock(t *testing.T) {
	s := newScene(t).play("e4", "e5")
	s.v.Game.Moves[0].State = touchmove.StateMade
	s.step()
	g := s.v.Game
	g.Rev++
	g.Moves[0].Clock, g.Moves[0].State = 5424000, touchmove.StateCompleted
	messages := s.step()
	if got := publicTopics(messages); got != "event event game pgn" {
		t.Errorf("topics %q", got)
	}
	events := eventsOf(t, messages)
	if e := events[0]; reported(e) != "correct 1 e2e4 e4" || e.State != "made" || *e.ClkMs != 5424000 {
		t.Errorf("event %+v", e)
	}
	if e := events[1]; reported(e) != "move 2 e7e5 e5" || e.ClkMs != nil || s.e.Moves() != 2 {
		t.Errorf("event %+v, %d moves were reported", e, s.e.Moves())
	}
	if got := decode[Game](t, last(messages, "game")); got.Moves[0].ClkMs == nil || *got.Moves[0].ClkMs != 5424000 {
		t.Errorf("move %+v", got.Moves[0])
	}
}

// Which pieces stand where no move put them is for the arbiter; that the board
// cannot be followed, or which move was made, is for all.
func TestPublicTrust(t *testing.T) {
	cases := map[touchmove.TrustState]string{
		touchmove.TrustOK:           "ok",
		touchmove.TrustSettling:     "ok",
		touchmove.TrustIllegal:      "ok",
		touchmove.TrustAmbiguous:    "ok", // the hands were untidy
		touchmove.TrustDisplaced:    "ambiguous",
		touchmove.TrustDisconnected: "disconnected",
	}
	for state, want := range cases {
		s := newScene(t)
		s.v.Game.Trust = touchmove.Trust{State: state, Reason: "why"}
		got := decode[Game](t, last(s.step(), "game")).Trust
		if got.State != want || got.Reason != nil {
			t.Errorf("%s: public trust %+v, want %s", state, got, want)
		}
	}
	s := newScene(t).play("e4", "e5")
	reply := &s.v.Game.Moves[1]
	reply.Published, reply.Competitors = false, []string{"e7e6"}
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustAmbiguous}
	if got := decode[Game](t, last(s.step(), "game")).Trust; got.State != "ambiguous" {
		t.Errorf("another move may have been made: public trust %+v", got)
	}
}

// While the hands are untidy relays hear of no trouble, and of none that is over; what is corrected
// is corrected then, too.
func TestUntidyIsNotPublic(t *testing.T) {
	s := newScene(t).play("e4", "e5", "Nf3")
	s.step()
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustAmbiguous, Since: s.v.At}
	if got := eventsOf(t, s.step()); len(got) != 0 {
		t.Errorf("untidy hands: %+v", got)
	}
	s.cut(2).play("Bc4")
	if got := eventsOf(t, s.step()); len(got) != 1 || got[0].Type != "correct" {
		t.Errorf("another ply: %+v", got)
	}
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustOK, Since: s.v.At}
	if got := eventsOf(t, s.step()); len(got) != 0 {
		t.Errorf("tidy hands: %+v", got)
	}
}

// An illegal move that stands (A.5.2) is part of the record, in public too.
func TestIllegalStandsIsPublic(t *testing.T) {
	s := newScene(t).play("e4", "e5").stands("g1g3", "Ng3").play("Nc6")
	messages := s.step()
	got := decode[Game](t, last(messages, "game"))
	if len(got.Moves) != 4 || got.Moves[2].State != "illegal_stands" {
		t.Errorf("moves %+v", got.Moves)
	}
	if e := eventsOf(t, messages)[3]; e.State != "illegal_stands" || e.UCI != "g1g3" {
		t.Errorf("event %+v", e)
	}
}

// reported returns what an event reports, in short.
func reported(e Event) string {
	switch e.Type {
	case typeMove, typeCorrect:
		return fmt.Sprintf("%s %d %s %s", e.Type, e.Ply, e.UCI, e.SAN)
	case typeResult:
		return strings.TrimSpace(fmt.Sprintf("%s %d %s %s", e.Type, e.Ply, e.Result, e.Termination))
	}
	return fmt.Sprintf("%s %d", e.Type, e.Ply)
}

func (s *scene) wantEvents(want ...string) []Event {
	s.t.Helper()
	events := eventsOf(s.t, s.step())
	var got []string
	for _, e := range events {
		got = append(got, reported(e))
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		s.t.Errorf("events %q, want %q", got, want)
	}
	return events
}

func TestEventsOfAGame(t *testing.T) {
	s := newScene(t)
	first := s.wantEvents("game_start 0")[0]
	if first.Variant != "standard" || first.GameID != "game-1" || first.Historical {
		t.Errorf("game_start %+v", first)
	}
	e4 := s.play("e4").wantEvents("move 1 e2e4 e4")[0]
	if e4.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" || e4.State != "completed" || e4.ClkMs != nil || e4.Rev != 2 {
		t.Errorf("move %+v", e4)
	}
	s.play("e5", "Nf3").wantEvents("move 2 e7e5 e5", "move 3 g1f3 Nf3")
	s.v.Game.Result, s.v.Game.Termination, s.v.Game.Rev = "1-0", "normal", 9
	s.wantEvents("result 3 1-0 normal")
	s.v.Game.Result, s.v.Game.Termination, s.v.Game.Rev = "*", "", 10
	s.wantEvents("result 3 *")
	s.wantEvents()
}

func TestRetractAndCorrect(t *testing.T) {
	s := newScene(t).play("e4", "e5", "Nf3", "Nc6")
	s.wantEvents("game_start 0", "move 1 e2e4 e4", "move 2 e7e5 e5", "move 3 g1f3 Nf3", "move 4 b8c6 Nc6")
	e := s.cut(2).wantEvents("retract 2")[0]
	if e.FEN != "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" {
		t.Errorf("after the takeback %s", e.FEN)
	}
	s.play("Bc4", "Nc6").wantEvents("move 3 f1c4 Bc4", "move 4 b8c6 Nc6")
	s.cut(2).play("Nf3").wantEvents("correct 3 g1f3 Nf3")
	s.cut(1).play("c5", "Nf3").wantEvents("correct 2 c7c5 c5", "move 3 g1f3 Nf3")
	s.cut(0).wantEvents("retract 0")
}

func TestAnotherGame(t *testing.T) {
	s := newScene(t).play("e4")
	s.wantEvents("game_start 0", "move 1 e2e4 e4")
	other := newScene(t).play("d4").v.Game
	other.ID = "game-2"
	s.v.Game = other
	s.wantEvents("game_start 0", "move 1 d2d4 d4")
}

// A game that turns out to begin elsewhere cannot be published as moves.
func TestAnotherStart(t *testing.T) {
	s := newScene(t)
	s.wantEvents("game_start 0")
	s.start("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false)
	s.v.Game.Rev++
	e := s.wantEvents("resync 0")[0]
	if e.FEN != "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" {
		t.Errorf("fen %s", e.FEN)
	}
}

func TestResync(t *testing.T) {
	s := newScene(t).play("e4")
	s.step()
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustDisconnected, Since: s.v.At}
	if got := topics(s.step()); got != "arbiter/game game" {
		t.Errorf("when the board is lost: %q", got)
	}
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustOK, Since: s.v.At}
	s.wantEvents("resync 1")
}

// The beginning of another game says that the board can be followed: the trust in the game
// before is no part of it. A journal that begins with this game publishes the same.
func TestAnotherGameAfterLoss(t *testing.T) {
	lost := func() *scene {
		s := newScene(t).play("e4")
		s.step()
		s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustDisconnected, Since: s.v.At}
		s.step()
		return s
	}
	s := lost().next("game-2")
	s.v.Game.Trust = touchmove.Trust{}
	s.wantEvents("game_start 0")
	s = lost().next("game-2")
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustDisconnected, Since: s.v.At}
	s.wantEvents("game_start 0")
	s.v.Game.Trust = touchmove.Trust{State: touchmove.TrustOK, Since: s.v.At}
	s.wantEvents("resync 0")
}

// A consumer that follows the events has at each moment what the snapshot has: consecutive
// snapshots differ by the events between them.
func TestEventsLeadToSnapshot(t *testing.T) {
	s := newScene(t)
	var line []string
	follow := func() {
		t.Helper()
		messages := s.step()
		for _, e := range eventsOf(t, messages) {
			switch e.Type {
			case typeGameStart, typeRetract, typeResync:
				line = line[:e.Ply]
			case typeMove, typeCorrect:
				line = append(line[:e.Ply-1], e.UCI)
			}
		}
		text := last(messages, "game")
		if text == "" {
			return
		}
		var want []string
		for _, m := range decode[Game](t, text).Moves {
			want = append(want, *m.UCI)
		}
		if strings.Join(line, " ") != strings.Join(want, " ") {
			t.Errorf("events lead to %v, snapshot has %v", line, want)
		}
	}
	follow()
	for _, change := range []func(){
		func() { s.play("e4") }, func() { s.play("e5", "Nf3") }, func() { s.cut(2) }, func() { s.play("f4", "exf4") },
		func() { s.cut(2).play("Nf3", "Nc6", "Bb5") }, func() { s.cut(0) }, func() { s.play("d4") },
	} {
		change()
		follow()
	}
}

// TestHealth: the state is published with the health of the daemon once that is known, also
// when everything is republished; the will has none.
func TestHealth(t *testing.T) {
	topics, err := NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	e := NewEncoder(topics, "s")
	heard, commit := int64(1200), 2.5
	want := Health{Records: 9, BadBytes: 3, Moves: 2, Queued: 4, QueuedMs: 1500, Refused: 1, Reconnections: 5, HeardMs: &heard, CommitMs: &commit}
	reported := func(m Message) *Health {
		t.Helper()
		var s Status
		if err := json.Unmarshal(m.Payload, &s); err != nil || s.State == "" || !IsStatus(m.Topic) {
			t.Errorf("%s %s: %v", m.Topic, m.Payload, err)
		}
		return s.Health
	}
	if h := reported(e.Status(nil, 0, Init)[0]); h != nil {
		t.Errorf("nothing is known, and it says %+v", h)
	}
	e.SetHealth(want)
	for _, m := range []Message{e.Status(nil, 1, Ready)[0], e.Status(nil, 1, Ready)[0]} {
		if h := reported(m); h == nil || !reflect.DeepEqual(*h, want) {
			t.Errorf("it says %+v, want %+v", h, want)
		}
	}
	if h := reported(e.Will()); h != nil {
		t.Errorf("the will says %+v", h)
	}
	if IsStatus("chess/1/hall/status/game") {
		t.Error("a game is taken for a state")
	}
}

// TestHealthHasNoFindings: the state is for all, and how many findings there were
// is for arbiters (12.6).
func TestHealthHasNoFindings(t *testing.T) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Health]()) {
		if name := f.Tag.Get("json"); strings.Contains(name, "finding") || strings.Contains(name, "illegal") {
			t.Errorf("field %s", name)
		}
	}
}

// TestDiscovery checks the message against Home Assistant's documentation of MQTT
// discovery: a device needs identifiers and the origin's name, and each component a
// platform and a stable unique id.
func TestDiscovery(t *testing.T) {
	topics, err := NewTopics("hall", "b07")
	if err != nil {
		t.Fatal(err)
	}
	m := Discovery(topics, "homeassistant", About{Version: "1.2", Kind: "dgt", Serial: "01025"})
	if m.Topic != "homeassistant/device/hall/b07/config" || !m.Retain || m.QoS != 1 {
		t.Errorf("%s, qos %d, retained %t", m.Topic, m.QoS, m.Retain)
	}
	var d struct {
		Device     map[string]any
		Origin     map[string]any
		Components map[string]map[string]any
	}
	if err := json.Unmarshal(m.Payload, &d); err != nil {
		t.Fatal(err)
	}
	if ids, _ := d.Device["identifiers"].([]any); len(ids) != 1 || ids[0] != "boardd_hall_b07" || d.Device["serial_number"] != "01025" || d.Origin["name"] != "boardd" {
		t.Errorf("device %v, origin %v", d.Device, d.Origin)
	}
	ids := map[any]bool{}
	for key, c := range d.Components {
		if p := c["platform"]; p != "sensor" && p != "binary_sensor" || ids[c["unique_id"]] || c["unique_id"] != "boardd_hall_b07_"+key {
			t.Errorf("%s: platform %v, unique id %v", key, p, c["unique_id"])
		}
		ids[c["unique_id"]] = true
		if c["state_topic"] != "chess/1/hall/b07/status" || c["expire_after"] != 180.0 {
			t.Errorf("%s: topic %v, expires after %v", key, c["state_topic"], c["expire_after"])
		}
		if v, _ := c["value_template"].(string); strings.Contains(v, ".health.") && !strings.Contains(v, "health is defined") {
			t.Errorf("%s: the will has no health: %s", key, v)
		}
		const gone = "{{ 'online' if value_json.health is defined and value_json.state != 'off' else 'offline' }}"
		if reported := key == "state" || key == "heard"; reported && c["availability_topic"] != nil || !reported && (c["availability_topic"] != c["state_topic"] || c["availability_template"] != gone) {
			t.Errorf("%s: available by %v while %v", key, c["availability_topic"], c["availability_template"])
		}
	}
	if len(d.Components) != len(entities) {
		t.Errorf("%d components", len(d.Components))
	}
}

func TestDiscoveryPrefix(t *testing.T) {
	for prefix, good := range map[string]bool{
		"homeassistant": true, "ha/discovery": true, "": false, "/": false, "a/": false, "#": false, "ha/+": false, "chess": false,
		"chess/1/hall/b07": false, "chessboards": true, "home assistant": false, strings.Repeat("a", 65): false,
	} {
		if err := CheckPrefix(prefix); (err == nil) != good {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}

func mustBase(t *testing.T, utc string, at int64, synced bool) Base {
	t.Helper()
	b, err := BaseOf(&sensor.Record{At: at, Word: sensor.UTC, Data: []byte(utc), On: synced})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBase(t *testing.T) {
	cases := []struct {
		base  Base
		at    int64
		stamp string
		date  string
	}{
		{Base{}, 0, "2000-01-01T00:00:00.000Z", "????.??.??"},
		{Base{}, 61001, "2000-01-01T00:01:01.001Z", "????.??.??"},
		{mustBase(t, "2027-03-06T14:02:41.120Z", 1120, true), 0, "2027-03-06T14:02:40.000Z", "2027.03.06"},
		{mustBase(t, "2027-03-06T14:02:41Z", 0, true), 36000000, "2027-03-07T00:02:41.000Z", "2027.03.07"},
		{mustBase(t, "2027-03-06T14:02:41+02:00", 0, true), 0, "2027-03-06T12:02:41.000Z", "2027.03.06"},
		{mustBase(t, "2027-03-06T14:02:41Z", 0, false), 0, "2027-03-06T14:02:41.000Z", "????.??.??"},
	}
	for _, c := range cases {
		if got := c.base.stamp(c.at); got != c.stamp {
			t.Errorf("stamp %s, want %s", got, c.stamp)
		}
		if got := c.base.Date(c.at); got != c.date {
			t.Errorf("date %s, want %s", got, c.date)
		}
	}
	if _, err := BaseOf(&sensor.Record{Data: []byte("noon")}); err == nil {
		t.Error("noon is taken for a time")
	}
}

func TestTopics(t *testing.T) {
	top, err := NewTopics("hall-a", "b07")
	if err != nil {
		t.Fatal(err)
	}
	if got := top.Topic("arbiter/game"); got != "chess/1/hall-a/b07/arbiter/game" {
		t.Errorf("topic %s", got)
	}
	if verb, ok := top.Verb("chess/1/hall-a/b07/req/new_game"); verb != "new_game" || !ok {
		t.Errorf("verb %q %t", verb, ok)
	}
	if _, ok := top.Verb("chess/1/hall-a/b08/req/new_game"); ok {
		t.Error("a request to another board is taken for one to this")
	}
	long := string(make([]byte, 65))
	for _, bad := range []string{"", "a/b", "+", "#", "a b", "brettä", long} {
		if _, err := NewTopics(bad, "b07"); err == nil {
			t.Errorf("site %q passes", bad)
		}
		if _, err := NewTopics("hall-a", bad); err == nil {
			t.Errorf("board %q passes", bad)
		}
		if _, err := SiteFilter(bad, "status"); err == nil {
			t.Errorf("filter of site %q passes", bad)
		}
	}
}

func TestParseTopic(t *testing.T) {
	top, name, ok := ParseTopic("chess/1/hall-a/b07/arbiter/alert/desync")
	if !ok || top.Site() != "hall-a" || top.Board() != "b07" || name != "arbiter/alert/desync" {
		t.Errorf("%+v %q %t", top, name, ok)
	}
	for _, bad := range []string{"", "chess/1/hall-a/b07", "chess/2/hall-a/b07/status", "go/1/hall-a/b07/status", "chess/1//b07/status", "chess/1/hall-a/+/status", "chess/1/hall-a/brettä/status"} {
		if _, _, ok := ParseTopic(bad); ok {
			t.Errorf("%q passes", bad)
		}
	}
	if filter, err := SiteFilter("hall-a", "arbiter/alert/+"); filter != "chess/1/hall-a/+/arbiter/alert/+" || err != nil {
		t.Errorf("filter %q, %v", filter, err)
	}
}
