package transport

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

func TestFirstStepSaysAll(t *testing.T) {
	s := newScene(t)
	s.v.Sensed = initialPlacement()
	if got, want := topics(s.step()), "arbiter/board arbiter/game event game pgn"; got != want {
		t.Errorf("topics %q, want %q", got, want)
	}
	if got := topics(s.step()); got != "" {
		t.Errorf("nothing has changed, and it says %q", got)
	}
}

func TestHeads(t *testing.T) {
	s := newScene(t)
	s.e.Rebase(mustBase(t, "2027-03-06T15:02:11.412+01:00", 500, true))
	messages := s.step()
	const want = `{"schema":"boardd.game/1.0","board":"b07","session":"replay","seq":2,` +
		`"at":"2027-03-06T14:02:11.912Z","synced":true,"clock":null,"rev":1,"game_id":"game-1",`
	if got := last(messages, "game"); !strings.HasPrefix(got, want) {
		t.Errorf("game begins %.160s, want %s", got, want)
	}
	if m := messages[0]; m.QoS != 1 || !m.Retain {
		t.Errorf("%s: qos %d, retain %t", m.Topic, m.QoS, m.Retain)
	}
}

// Without a utc record a replay counts from the millennium.
func TestReplayTime(t *testing.T) {
	s := newScene(t)
	g := decode[Game](t, last(s.step(), "game"))
	if g.At != "2000-01-01T00:00:01.000Z" || g.Synced || g.Session != "replay" {
		t.Errorf("at %s synced %t session %s", g.At, g.Synced, g.Session)
	}
}

func TestNumbersGoOn(t *testing.T) {
	s := newScene(t)
	s.e.Continue([2]uint64{41, 41})
	messages := s.step()
	if e := eventsOf(t, messages)[0]; e.Seq != 42 {
		t.Errorf("event has seq %d, want 42", e.Seq)
	}
	if g := decode[ArbiterGame](t, last(messages, "arbiter/game")); g.Seq != 42 {
		t.Errorf("arbiter/game has seq %d, want 42", g.Seq)
	}
}

func TestFullSnapshot(t *testing.T) {
	s := newScene(t).play("e4")
	g := s.v.Game
	g.Moves[0].Clock, g.Moves[0].Confidence = 5424000, 0.98765
	g.Pending = &touchmove.Ply{Number: 2, Side: placement.Black, State: touchmove.StateIllegalMade, MadeAt: 900, CompletedAt: -1, Clock: -1}
	g.Irregular = []touchmove.Ply{*g.Pending}
	g.Trust = touchmove.Trust{State: touchmove.TrustIllegal, Since: 900, Reason: "a pawn stands on e6 and e5"}
	g.Illegal = [2]int{0, 1}
	got := decode[ArbiterGame](t, last(s.step(), "arbiter/game"))
	if m := got.Moves[0]; *m.UCI != "e2e4" || *m.SAN != "e4" || m.State != "completed" || *m.ClkMs != 5424000 || m.Confidence != 0.988 {
		t.Errorf("move %+v", m)
	}
	if p := got.Pending; p == nil || p.UCI != nil || p.State != "illegal_made" || p.CompletedAt != nil || *p.MadeAt != "2000-01-01T00:00:00.900Z" {
		t.Errorf("pending %+v", p)
	}
	if len(got.Irregular) != 1 || got.Illegal.Black != 1 || got.Trust.State != "illegal" || got.Trust.Reason == nil {
		t.Errorf("irregular %v, illegal %v, trust %v", got.Irregular, got.Illegal, got.Trust)
	}
	if got.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" {
		t.Errorf("fen %s", got.FEN)
	}
}

// Both snapshots name the whole rule set: the words of a finding depend on it.
func TestRuleSetInSnapshots(t *testing.T) {
	for _, want := range []string{"normal", "full"} {
		s := newScene(t)
		s.v.Game.Rules, _ = touchmove.RulesFor("fide-2018", touchmove.Blitz, want == "full")
		messages := s.step()
		g, a := decode[Game](t, last(messages, "game")), decode[ArbiterGame](t, last(messages, "arbiter/game"))
		for _, r := range []Record{g.Record, a.Record} {
			if r.Rules != "fide-2018" || r.Time != "blitz" || r.Supervision != want {
				t.Errorf("%s %s %s, want fide-2018 blitz %s", r.Rules, r.Time, r.Supervision, want)
			}
		}
	}
}

func TestClock(t *testing.T) {
	s := newScene(t)
	c := &s.v.Game.Clocks
	*c = touchmove.Clocks{Attached: true, Known: true, Times: [2]int64{300000, 300000}, Running: sensor.Stopped, At: 900}
	s.step()
	c.Times[0], c.Running, c.At = 299000, sensor.WhiteRuns, 1900
	messages := s.step()
	if got := topics(messages); got != "clock" {
		t.Fatalf("topics %q, want the clock alone", got)
	}
	if m := messages[0]; m.QoS != 0 || !m.Retain {
		t.Errorf("qos %d, retain %t, want 0 and true", m.QoS, m.Retain)
	}
	got := decode[ClockReading](t, string(messages[0].Payload))
	if got.Seq != 0 || got.WhiteMs != 299000 || got.BlackMs != 300000 || got.Running != "w" || got.ReadAt != "2000-01-01T00:00:01.900Z" {
		t.Errorf("clock %+v", got)
	}
	c.At = 2900
	if got := topics(s.step()); got != "" {
		t.Errorf("the same reading again says %q", got)
	}
}

func TestBoard(t *testing.T) {
	s := newScene(t)
	s.v.Sensed = initialPlacement()
	s.step()
	s.v.Sensed[placement.E2], s.v.Sensed[placement.E4] = placement.Empty, placement.Unknown
	s.v.Differ = placement.SetOf(placement.E2, placement.E4)
	messages := s.step()
	if got := topics(messages); got != "arbiter/board" {
		t.Fatalf("topics %q", got)
	}
	got := decode[Board](t, string(messages[0].Payload))
	if got.Placement != "rnbqkbnr/pppppppp/8/8/4?3/8/PPPP1PPP/RNBQKBNR" || strings.Join(got.Differ, " ") != "e2 e4" {
		t.Errorf("board %+v", got)
	}
}

func TestAlerts(t *testing.T) {
	s := newScene(t)
	s.step()
	g := s.v.Game
	desync := touchmove.Alert{Code: touchmove.Desync, Since: 100, Finding: touchmove.Finding{Code: touchmove.Desync, Level: touchmove.Arbiter, Article: "-"}}
	flag := touchmove.Alert{Code: touchmove.FlagFall, Since: 200, Finding: touchmove.Finding{Code: touchmove.FlagFall, Level: touchmove.Arbiter, Article: "6.8"}}
	g.Alerts = []touchmove.Alert{desync, flag}
	if got, want := topics(s.step()), "arbiter/alert/flag_fall arbiter/alert/desync"; got != want {
		t.Errorf("topics %q, want %q", got, want)
	}
	if got := topics(s.step()); got != "" {
		t.Errorf("standing alerts are said again: %q", got)
	}
	g.Alerts = []touchmove.Alert{flag}
	messages := s.step()
	if got := topics(messages); got != "arbiter/alert/desync" || len(messages[0].Payload) != 0 || !messages[0].Retain {
		t.Errorf("cleared with %q %+v, want an empty retained payload", got, messages)
	}
	g.Alerts = []touchmove.Alert{desync}
	if got, want := topics(s.step()), "arbiter/alert/flag_fall arbiter/alert/desync"; got != want {
		t.Errorf("topics %q, want %q", got, want)
	}
}

func TestRepublish(t *testing.T) {
	s := newScene(t).play("e4")
	s.v.Sensed = initialPlacement()
	s.v.Game.Clocks = touchmove.Clocks{Attached: true, Known: true}
	s.v.Game.Alerts = []touchmove.Alert{{Code: touchmove.Desync, Finding: touchmove.Finding{Code: touchmove.Desync}}}
	messages := s.e.Status(nil, 0, Ready)
	messages = s.e.Info(messages, 0, About{Version: "0.1", Kind: "dgt"})
	messages = s.e.Step(messages, s.v)
	again := s.e.Republish(nil, s.v)
	validate(t, again)
	var retained []Message
	for _, m := range messages {
		if m.Retain {
			retained = append(retained, m)
		}
	}
	if got, want := topics(again), topics(retained); got != want {
		t.Errorf("said again %q, want %q", got, want)
	}
}

// Alerts of an earlier session are cleared, and no other.
func TestClearAlerts(t *testing.T) {
	s := newScene(t)
	s.v.Game.Alerts = []touchmove.Alert{{Code: touchmove.Desync, Finding: touchmove.Finding{Code: touchmove.Desync}}}
	s.step()
	cleared := map[string]bool{}
	for _, m := range s.e.ClearAlerts(nil) {
		if len(m.Payload) > 0 || !m.Retain || m.QoS != 1 {
			t.Errorf("%+v", m)
		}
		cleared[strings.TrimPrefix(m.Topic, prefix+"arbiter/alert/")] = true
	}
	for _, code := range touchmove.Codes() {
		if cleared[code.String()] == (code == touchmove.Desync) {
			t.Errorf("%s cleared: %t", code, cleared[code.String()])
		}
	}
}

func TestStatus(t *testing.T) {
	s := newScene(t)
	messages := s.e.Status(nil, 0, Init)
	messages = s.e.Status(messages, 10, Ready)
	messages = s.e.Status(messages, 20, Ready) // again, after a connection was lost
	messages = s.e.Status(messages, 30, Lost)  // the port, not the broker
	messages = s.e.Status(messages, 40, Off)
	validate(t, messages)
	numbered(t, messages, [2]uint64{})
	if got := decode[Status](t, last(messages, "status")); got.State != "off" || len(messages) != 5 {
		t.Errorf("%d messages, the last %+v", len(messages), got)
	}
	will := s.e.Will()
	validate(t, []Message{will})
	const want = `{"schema":"boardd.status/1.0","board":"b07","session":"replay","synced":false,"state":"lost"}`
	if string(will.Payload) != want || !will.Retain || will.QoS != 1 {
		t.Errorf("will %s, want %s", will.Payload, want)
	}
}

// Two encoders that see the same say the same, byte for byte.
func TestDeterministic(t *testing.T) {
	say := func() string {
		s := newScene(t).play("e4", "e5")
		s.v.Game.Tags = map[string]string{"White": "Ferrier, Isla", "Black": "Okonkwo, Chidi", "Round": "3.7", "Annotator": "x y"}
		var out []byte
		for _, m := range append(s.step(), s.play("Nf3").step()...) {
			out = append(AppendMessage(out, &m), '\n')
		}
		return string(out)
	}
	first := say()
	for range 20 {
		if say() != first {
			t.Fatal("not the same again")
		}
	}
}

func TestHistorical(t *testing.T) {
	s := newScene(t).play("e4")
	messages := s.step()
	for _, m := range messages {
		late := Historical(m.Payload)
		if isEvent := m.Topic == prefix+"event"; isEvent != (string(late) != string(m.Payload)) {
			t.Errorf("%s: late it is %s", m.Topic, late)
		}
		validate(t, []Message{{Topic: m.Topic, Payload: late}})
	}
	if e := decode[Event](t, string(Historical([]byte(last(messages, "event"))))); !e.Historical {
		t.Error("the event is not historical")
	}
	// A text that looks like the member is escaped, and stays.
	text := encode(map[string]string{"text": `"historical":false`})
	if string(Historical(text)) != string(text) {
		t.Errorf("changed inside a string: %s", Historical(text))
	}
}

func BenchmarkStep(b *testing.B) {
	topics, err := NewTopics("hall-a", "b07")
	if err != nil {
		b.Fatal(err)
	}
	s := newScene(&testing.T{})
	for range 20 {
		s.play("Nf3", "Nf6", "Ng1", "Ng8")
	}
	e := NewEncoder(topics, "replay")
	var messages []Message
	b.ReportAllocs()
	for i := range b.N {
		s.v.Game.Rev, s.v.Game.Moves[79].Clock = i, int64(i)
		messages = e.Step(messages[:0], s.v)
	}
}

func TestAppendMessage(t *testing.T) {
	cases := []struct {
		message Message
		want    string
	}{
		{Message{prefix + "clock", 0, true, []byte(`{"white_ms":1}`)},
			`{"topic":"chess/1/hall-a/b07/clock","qos":0,"retain":true,"payload":{"white_ms":1}}`},
		{Message{prefix + "pgn", 1, true, []byte("[Event \"x\"]\n\n*\n")},
			`{"topic":"chess/1/hall-a/b07/pgn","qos":1,"retain":true,"payload":"[Event \"x\"]\n\n*\n"}`},
		{Message{prefix + "arbiter/alert/desync", 1, true, nil},
			`{"topic":"chess/1/hall-a/b07/arbiter/alert/desync","qos":1,"retain":true,"payload":""}`},
	}
	for _, c := range cases {
		if got := string(AppendMessage(nil, &c.message)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
