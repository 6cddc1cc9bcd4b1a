package transport

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// Read is the finding as touchmove has it, for those who take findings from a
// broker and say them to a person. It is an error if a word in it is not of the
// vocabulary: it may come from a later boardd.
func (f *Finding) Read() (touchmove.Finding, error) {
	code, ok := touchmove.ParseCode(f.Code)
	if !ok {
		return touchmove.Finding{}, fmt.Errorf("read a finding: code %q", f.Code)
	}
	level, ok := touchmove.ParseLevel(f.Level)
	if !ok {
		return touchmove.Finding{}, fmt.Errorf("read a finding: level %q", f.Level)
	}
	side, ok := touchmove.ParseParty(f.Side)
	if !ok {
		return touchmove.Finding{}, fmt.Errorf("read a finding: side %q", f.Side)
	}
	var squares placement.Set
	for _, name := range f.Squares {
		sq, ok := placement.ParseSquare(name)
		if !ok {
			return touchmove.Finding{}, fmt.Errorf("read a finding: square %q", name)
		}
		squares |= sq.Set()
	}
	return touchmove.Finding{Event: f.Event, At: f.AtMs, Code: code, Level: level, Article: f.Article, Side: side, Ply: f.Ply, UCI: f.UCI, SAN: f.SAN,
		Allowed: f.Allowed, Bound: f.Bound, Squares: squares, Why: f.Why, Text: f.Text, Remedy: f.Remedy}, nil
}
