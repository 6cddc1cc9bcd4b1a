package transport

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/schematest"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// scene feeds an encoder with a game, step by step, like a tracker. Every resulting message
// is validated.
type scene struct {
	t *testing.T
	e *Encoder
	v View
}

func newScene(t *testing.T) *scene {
	t.Helper()
	topics, err := NewTopics("hall-a", "b07")
	if err != nil {
		t.Fatal(err)
	}
	start := legality.Initial()
	return &scene{t, NewEncoder(topics, "replay"), View{Game: &touchmove.Game{
		ID:       "game-1",
		Rev:      1,
		Phase:    touchmove.Playing,
		Rules:    laws.Default(),
		Start:    start,
		Position: start,
		Result:   "*",
	}}}
}

// start lets the game begin from another position.
func (s *scene) start(fen string, chess960 bool) *scene {
	s.t.Helper()
	p, err := legality.ParseFEN(fen, chess960)
	if err != nil {
		s.t.Fatal(err)
	}
	s.v.Game.Start, s.v.Game.Position, s.v.Game.Chess960 = p, p, chess960
	return s
}

// play adds plies that are completed and published.
func (s *scene) play(sans ...string) *scene {
	s.t.Helper()
	for _, san := range sans {
		m, err := s.v.Game.Position.ParseSAN(san)
		if err != nil {
			s.t.Fatalf("play %s: %v", san, err)
		}
		s.add(touchmove.Ply{Move: m, UCI: s.v.Game.Position.UCI(m), SAN: san, State: touchmove.StateCompleted})
	}
	return s
}

// stands adds an illegal move that stands.
func (s *scene) stands(uci, san string) *scene {
	s.t.Helper()
	m, err := s.v.Game.Position.ParseUCI(uci)
	if err != nil {
		s.t.Fatalf("play %s: %v", uci, err)
	}
	return s.add(touchmove.Ply{Move: m, UCI: uci, SAN: san, State: touchmove.StateIllegalStands})
}

func (s *scene) add(p touchmove.Ply) *scene {
	g := s.v.Game
	p.Number, p.Side, p.Published, p.Clock, p.Confidence = len(g.Moves)+1, g.Position.Turn(), true, -1, 1
	p.MadeAt, p.CompletedAt = s.v.At, s.v.At
	g.Moves = append(g.Moves, p)
	g.Position = g.Position.Play(p.Move)
	g.Rev++
	return s
}

// cut takes back all but the first n plies.
func (s *scene) cut(n int) *scene {
	g := s.v.Game
	g.Moves = g.Moves[:n]
	g.Position = g.Start
	for _, p := range g.Moves {
		g.Position = g.Position.Play(p.Move)
	}
	g.Rev++
	return s
}

// step moves the time on by a second and lets the encoder speak.
func (s *scene) step() []Message {
	s.t.Helper()
	s.v.At += 1000
	before := [2]uint64{s.e.seq[publicLane], s.e.seq[arbiterLane]}
	messages := s.e.Step(nil, s.v)
	s.v.Findings = nil
	validate(s.t, messages)
	numbered(s.t, messages, before)
	return messages
}

func validate(t *testing.T, messages []Message) {
	t.Helper()
	for _, m := range messages {
		if err := schematest.Validate(m.Topic, m.Payload); err != nil {
			t.Error(err)
		}
	}
}

// numbered sees to it that each stream goes on by one.
func numbered(t *testing.T, messages []Message, last [2]uint64) {
	t.Helper()
	for _, m := range messages {
		seq := SeqOf(m.Payload)
		if seq == 0 {
			continue
		}
		lane := 0
		if strings.Contains(m.Topic, "/arbiter/") {
			lane = 1
		}
		if last[lane]++; seq != last[lane] {
			t.Errorf("%s has seq %d, want %d", m.Topic, seq, last[lane])
		}
	}
}

const prefix = "chess/1/hall-a/b07/"

// topics lists the topics of messages, below the prefix.
func topics(messages []Message) string {
	var names []string
	for _, m := range messages {
		names = append(names, strings.TrimPrefix(m.Topic, prefix))
	}
	return strings.Join(names, " ")
}

// last is the payload of the last message of a topic, "" if there is none.
func last(messages []Message, topic string) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Topic == prefix+topic {
			return string(messages[i].Payload)
		}
	}
	return ""
}

// decode reads a payload into a value of T.
func decode[T any](t *testing.T, payload string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(payload), &v); err != nil {
		t.Fatalf("decode %q: %v", payload, err)
	}
	return v
}

// eventsOf is the events among messages.
func eventsOf(t *testing.T, messages []Message) []Event {
	t.Helper()
	var out []Event
	for _, m := range messages {
		if m.Topic == prefix+"event" {
			out = append(out, decode[Event](t, string(m.Payload)))
		}
	}
	return out
}

func initialPlacement() *placement.Placement {
	p := placement.Initial
	return &p
}
