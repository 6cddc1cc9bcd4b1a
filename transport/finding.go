package transport

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// Finding is a finding as messages write it.
type Finding struct {
	Event   int                `json:"event"` // number of the log record after which it was found
	AtMs    int64              `json:"t_ms"`  // milliseconds since the log began
	Code    string             `json:"code"`
	Level   string             `json:"level"`
	Article string             `json:"article"` // of the rule set in force
	Side    string             `json:"side"`    // w, b, - (both or neither) or ? (cannot be known)
	Ply     int                `json:"ply,omitempty"`
	UCI     string             `json:"uci,omitempty"`
	SAN     string             `json:"san,omitempty"`
	Allowed []string           `json:"allowed,omitzero"` // UCI, sorted; an empty list is a finding too
	Bound   string             `json:"bound,omitempty"`
	Squares []string           `json:"squares,omitempty"`
	Text    string             `json:"text,omitempty"`
	Why     []touchmove.Reason `json:"why,omitempty"`
	Remedy  *touchmove.Remedy  `json:"remedy,omitempty"`
}

// AppendFinding writes a finding as one JSON object, as boardd replay prints
// it and as arbiter/finding carries it below the head.
func AppendFinding(dst []byte, f *touchmove.Finding) []byte {
	return append(dst, encode(findingOf(f))...)
}

func findingOf(f *touchmove.Finding) Finding {
	return Finding{
		Event:   f.Event,
		AtMs:    f.At,
		Code:    f.Code.String(),
		Level:   f.Level.String(),
		Article: f.Article,
		Side:    f.Side.String(),
		Ply:     f.Ply,
		UCI:     f.UCI,
		SAN:     f.SAN,
		Allowed: f.Allowed,
		Bound:   f.Bound,
		Squares: squareNames(f.Squares),
		Text:    f.Text,
		Why:     f.Why,
		Remedy:  f.Remedy,
	}
}

func squareNames(s placement.Set) []string {
	names := make([]string, 0, s.Len())
	for _, q := range s.Squares() {
		names = append(names, q.String())
	}
	return names
}
