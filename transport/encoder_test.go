package transport

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

func TestFirstStepSendsAll(t *testing.T) {
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
		s.v.Game.Rules, _ = laws.RulesFor("fide-2018", laws.Blitz, want == "full")
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
	*c = touchmove.Clocks{Known: true, Times: [2]int64{300000, 300000}, Running: sensor.Stopped, At: 900}
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
	desync := touchmove.Alert{Code: laws.Desync, Since: 100, Finding: touchmove.Finding{Code: laws.Desync, Level: laws.Arbiter, Article: "-"}}
	flag := touchmove.Alert{Code: laws.FlagFall, Since: 200, Finding: touchmove.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Article: "6.8"}}
	g.Alerts = []touchmove.Alert{desync, flag}
	if got, want := topics(s.step()), "arbiter/alert/flag_fall arbiter/alert/desync"; got != want {
		t.Errorf("topics %q, want %q", got, want)
	}
	if got := topics(s.step()); got != "" {
		t.Errorf("standing alerts are reported again: %q", got)
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
	s.v.Game.Clocks = touchmove.Clocks{Known: true}
	s.v.Game.Alerts = []touchmove.Alert{{Code: laws.Desync, Finding: touchmove.Finding{Code: laws.Desync}}}
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
		t.Errorf("reported again %q, want %q", got, want)
	}
}

// Alerts of an earlier session are cleared, and no other.
func TestClearAlerts(t *testing.T) {
	s := newScene(t)
	s.v.Game.Alerts = []touchmove.Alert{{Code: laws.Desync, Finding: touchmove.Finding{Code: laws.Desync}}}
	s.step()
	cleared := map[string]bool{}
	for _, m := range s.e.ClearAlerts(nil) {
		if len(m.Payload) > 0 || !m.Retain || m.QoS != 1 {
			t.Errorf("%+v", m)
		}
		cleared[strings.TrimPrefix(m.Topic, prefix+"arbiter/alert/")] = true
	}
	for _, code := range laws.Codes() {
		if cleared[code.String()] == (code == laws.Desync) {
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

// next lets another game begin, and the present one be the last.
func (s *scene) next(id string) *scene {
	g := s.v.Game
	start := legality.Initial()
	s.v.Last = g
	s.v.Game = &touchmove.Game{ID: id, Rev: g.Rev + 1, Phase: touchmove.Waiting, Rules: g.Rules, Start: start, Position: start, Result: "*"}
	return s
}

// ended ends the present game with a result.
func (s *scene) ended(result string) *scene {
	g := s.v.Game
	g.Result, g.Termination, g.Phase = result, "normal", touchmove.Ended
	g.Rev++
	return s
}

// TestLastGame: when the next game begins, the one before is available in its last
// published form, and the one before that no longer.
func TestLastGame(t *testing.T) {
	s := newScene(t)
	s.v.Game.Tags = harbour
	if got := topics(s.play("e4", "e5").ended("1-0").step()); strings.Contains(got, "last/") {
		t.Errorf("reported %s while the game is the present one", got)
	}
	sent := s.next("game-2").step()
	g, text := decode[Game](t, last(sent, "last/game")), last(sent, "last/pgn")
	if g.GameID != "game-1" || g.Result != "1-0" || len(g.Moves) != 2 || g.Tags["White"] != "Ferrier, Isla" || g.Phase != "ended" || g.Schema != "boardd.game/1.0" {
		t.Errorf("last game %+v", g)
	}
	if !strings.Contains(text, "[White \"Ferrier, Isla\"]") || !strings.HasSuffix(text, "1. e4 e5 1-0\n\n") {
		t.Errorf("last PGN\n%s", text)
	}
	for _, m := range sent {
		if strings.Contains(m.Topic, "/last/") && (m.QoS != 1 || !m.Retain) {
			t.Errorf("%s has QoS %d, retained %t", m.Topic, m.QoS, m.Retain)
		}
	}
	if now := last(sent, "pgn"); !strings.Contains(now, "game-2") {
		t.Errorf("PGN\n%s", now)
	}
	if got := topics(s.play("d4").step()); strings.Contains(got, "last/") {
		t.Errorf("reported again: %s", got)
	}
	if g := decode[Game](t, last(s.next("game-3").step(), "last/game")); g.GameID != "game-2" || len(g.Moves) != 1 {
		t.Errorf("last game %+v", g)
	}
}

// TestLastGameCatchesUp: the last game includes what comes with the step that closes it.
func TestLastGameCatchesUp(t *testing.T) {
	s := newScene(t)
	s.play("e4").step()
	sent := s.play("e5").ended("1/2-1/2").next("game-2").step()
	var types []string
	for _, ev := range eventsOf(t, sent) {
		types = append(types, ev.Type+" "+ev.GameID)
	}
	if got := strings.Join(types, ", "); got != "move game-1, result game-1, game_start game-2" {
		t.Errorf("events %s", got)
	}
	full := decode[ArbiterGame](t, string(firstOf(sent, "arbiter/game")))
	if full.GameID != "game-1" || len(full.Moves) != 2 || full.Result != "1/2-1/2" {
		t.Errorf("the arbiter's last word on it is %+v", full)
	}
	if g := decode[Game](t, last(sent, "last/game")); len(g.Moves) != 2 || g.Result != "1/2-1/2" {
		t.Errorf("last game %+v", g)
	}
}

func firstOf(messages []Message, topic string) []byte {
	for _, m := range messages {
		if m.Topic == prefix+topic {
			return m.Payload
		}
	}
	return nil
}

// TestLastGameEmpty: a game without moves and without a result replaces no last game; a
// forfeited one does.
func TestLastGameEmpty(t *testing.T) {
	s := newScene(t)
	s.play("e4").step()
	s.next("game-2").step()
	last1 := s.v.Last
	s.next("game-3")
	s.v.Last = last1
	if got := topics(s.step()); strings.Contains(got, "last/") {
		t.Errorf("reported %s", got)
	}
	if g := decode[Game](t, last(s.ended("0-1").next("game-4").step(), "last/game")); g.GameID != "game-3" || g.Result != "0-1" {
		t.Errorf("last game %+v", g)
	}
}

// TestLastGameAgain: it is published again with all retained messages, and another encoder
// that takes it from this one publishes it.
func TestLastGameAgain(t *testing.T) {
	s := newScene(t)
	s.play("e4").ended("1-0").step()
	s.next("game-2").step()
	if got := topics(s.e.Republish(nil, s.v)); !strings.Contains(got, "last/game last/pgn") {
		t.Errorf("reported %s", got)
	}
	other := newScene(t)
	if other.e.HasLast() {
		t.Error("it has one")
	}
	other.e.TakeLast(s.e)
	if got := topics(other.e.Republish(nil, other.v)); !strings.Contains(got, "last/game last/pgn") || !other.e.HasLast() {
		t.Errorf("reported %s", got)
	}
}

// TestLastGameInParts: the last game is whole, though an arbiter has set a position in it.
func TestLastGameInParts(t *testing.T) {
	s := newScene(t)
	s.play("e4", "e5").step()
	first := *s.v.Game
	first.Parted = "agreed"
	s.v.Game.Parts, s.v.Game.ID, s.v.Game.Moves = []*touchmove.Game{&first}, "game-1.2", nil
	s.v.Game.Start, s.v.Game.Rev = s.v.Game.Position, s.v.Game.Rev+1
	s.step()
	s.play("Nf3").ended("1-0").step()
	text := last(s.next("game-2").step(), "last/pgn")
	if !strings.Contains(text, "1. e4 e5 {The arbiter") || !strings.Contains(text, "2. Nf3 1-0") {
		t.Errorf("last PGN\n%s", text)
	}
}

// TestTroubles: an alert about the machine stands until it is over, and is published again
// with all others.
func TestTroubles(t *testing.T) {
	s := newScene(t)
	sent := s.e.Trouble(nil, 5, JournalFailing, "no space left")
	if len(sent) != 1 || !strings.HasSuffix(sent[0].Topic, "/arbiter/alert/journal_failing") || !sent[0].Retain || len(sent[0].Payload) == 0 {
		t.Fatalf("reported %+v", sent)
	}
	if again := s.e.Trouble(nil, 5, JournalFailing, "no space left"); len(again) != 0 {
		t.Errorf("reported twice: %+v", again)
	}
	over := s.e.Trouble(nil, 9, JournalFailing, "")
	if len(over) != 1 || len(over[0].Payload) != 0 {
		t.Errorf("when it is over: %+v", over)
	}
}

// A game goes through anything that a tracker may show, in any order. Every message passes
// its schema and the lint, a reader of the events has what the snapshots have, and nothing
// irregular is public.
func TestRandomWalk(t *testing.T) {
	for seed := range uint64(30 / quick.Fewer(3)) {
		w := walk{s: newScene(t), random: rand.New(rand.NewPCG(seed, 0))}
		for range 60 {
			w.change()
			w.follow()
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

type walk struct {
	s      *scene
	random *rand.Rand
	line   []string // the moves that the events led to
}

func (w *walk) change() {
	g := w.s.v.Game
	g.Rev++
	switch w.random.IntN(9) {
	case 0, 1, 2:
		w.play(touchmove.StateCompleted, true)
	case 3:
		w.play(touchmove.StateMade, w.random.IntN(2) == 0)
	case 4:
		w.s.cut(w.random.IntN(len(g.Moves) + 1))
	case 5:
		g.Trust = touchmove.Trust{State: touchmove.TrustState(w.random.IntN(6)), Since: w.s.v.At, Reason: "secret"}
	case 6:
		g.Pending = &touchmove.Ply{Number: len(g.Moves) + 1, UCI: "e1e8", SAN: "Ke8", State: touchmove.StateIllegalMade, Clock: -1}
		g.Irregular, g.Phase = []touchmove.Ply{*g.Pending}, touchmove.Phase(w.random.IntN(8))
	case 7:
		g.Pending, g.Irregular = nil, nil
		g.Result = results[w.random.IntN(len(results))]
	case 8:
		w.stand()
	}
}

// play adds a legal move.
func (w *walk) play(state touchmove.State, published bool) {
	p := &w.s.v.Game.Position
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return
	}
	m := moves[w.random.IntN(len(moves))]
	w.s.add(touchmove.Ply{Move: m, UCI: p.UCI(m), SAN: p.SAN(m), State: state})
	w.s.v.Game.Moves[len(w.s.v.Game.Moves)-1].Published = published
}

// stand lets a king go where it may not, or not.
func (w *walk) stand() {
	g := w.s.v.Game
	king := g.Position.Kings(g.Position.Turn()).First()
	m := mustUCI(w.s.t, &g.Position, king.String()+king.Rotated().String())
	if !g.Position.IsLegal(m) && g.Position.Kings(g.Position.Turn().Other()).First() != m.To() {
		w.s.add(touchmove.Ply{Move: m, UCI: m.String(), SAN: g.Position.SAN(m), State: touchmove.StateIllegalStands})
	}
}

func (w *walk) follow() {
	t := w.s.t
	messages := w.s.step()
	for _, e := range eventsOf(t, messages) {
		switch e.Type {
		case typeMove, typeCorrect:
			w.line = append(w.line[:e.Ply-1], e.UCI)
		default:
			w.line = w.line[:e.Ply]
		}
	}
	for _, m := range messages {
		if strings.Contains(m.Topic, "/arbiter/") {
			continue
		}
		for _, word := range []string{"secret", "irregular", "illegal_made", "provisional"} {
			if strings.Contains(string(m.Payload), word) {
				t.Errorf("%s says %s", m.Topic, word)
			}
		}
	}
	if text := last(messages, "game"); text != "" {
		var got []string
		for _, p := range decode[Game](t, text).Moves {
			got = append(got, *p.UCI)
		}
		if strings.Join(got, " ") != strings.Join(w.line, " ") {
			t.Errorf("events lead to %v, snapshot has %v", w.line, got)
		}
	}
}
