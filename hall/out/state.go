package out

import "encoding/json"

// stateHead is the head of state.json, which has all that a page needs to show the tournament.
type stateHead struct {
	Event string `json:"event"`
	Delay int    `json:"delay_s"`
	Open  int    `json:"open"` // the round that is played, 0: none
}

// stateRound is the head of a round.
type stateRound struct {
	Number int    `json:"number"`
	Date   string `json:"date,omitempty"`
	Hidden bool   `json:"hidden,omitempty"` // moves and results are shown at its end
}

type stateGame struct {
	Table  int    `json:"table"`
	Path   string `json:"path"` // of its PGN, below the tournament
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"`
	Plies  int    `json:"plies"`
	FEN    string `json:"fen"`
	Last   string `json:"last,omitempty"` // move, SAN
	Clock  string `json:"clock,omitempty"`
}

var comma, stateEnd = NewPart([]byte(",")), NewPart([]byte("]}\n"))

// state returns the parts of state.json.
func (s *Shown) state(open int) []*Part {
	parts := []*Part{NewPart(list(stateHead{s.Tournament.Event, int(s.Tournament.Delay.Seconds()), open}, "rounds"))}
	for _, number := range s.numbers() {
		if state := s.rounds[number].state; state != nil {
			parts = append(parts, state, comma)
		}
	}
	if n := len(parts) - 1; n > 0 {
		parts = parts[:n]
	}
	return append(parts, stateEnd)
}

// encode returns the round as state.json has it.
func (r *shownRound) encode() *Part {
	text := list(stateRound{r.Number, r.Date, r.hidden}, "games")
	for i := range r.tables {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, r.tables[i].state...)
	}
	return NewPart(append(text, "]}"...))
}

// encode returns the table as state.json has it.
func (t *table) encode(path string) json.RawMessage {
	last, clock := t.Text.Last()
	return marshal(stateGame{t.Pairing.Table, path, t.Pairing.White.Name, t.Pairing.Black.Name, t.Text.Result(), t.Text.Plies(), t.Text.FEN, last, clock})
}

// list returns an object, open at the first element of the list that is its last member.
func list(head any, name string) []byte {
	text := marshal(head)
	return append(text[:len(text)-1], `,"`+name+`":[`...)
}

func marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // these types cannot fail
	}
	return text
}
