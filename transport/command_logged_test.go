package transport

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// TestOwnCommands: what boardd writes into a log itself is read back, and is no
// request.
func TestOwnCommands(t *testing.T) {
	q := touchmove.Question{GameID: "hall-1", Ply: 7}
	for dead, proved := range map[legality.Answer]bool{legality.Yes: true, legality.Undecided: false} {
		payload, say := AnswerDead(q, dead)
		r, err := ParseLogged(DeadPosition, payload)
		if c := r.Command; !say || err != nil || !r.Own || c.Verb != touchmove.AnswerDead || c.Ply != 7 || c.Proved != proved || c.GameID != "hall-1" || c.IfRev != nil {
			t.Errorf("%s: %+v, %v", payload, r, err)
		}
		if _, err := ParseCommand(DeadPosition, payload, false); !refusedAs(err, UnknownVerb) {
			t.Errorf("as a request: %v", err)
		}
	}
	if payload, say := AnswerDead(q, legality.No); say {
		t.Errorf("a mate is possible, but it says %s", payload)
	}
	for _, bad := range []string{`{`, `{}`, `{"ply":0,"proved":true}`, `{"ply":1}`, `{"ply":1,"proved":1}`, `{"ply":1,"proved":true,"fen":""}`} {
		if _, err := ParseLogged(DeadPosition, []byte(bad)); !refusedAs(err, Malformed) && !refusedAs(err, BadValue) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if r, err := ParseLogged("pause", []byte(`{}`)); err != nil || r.Own {
		t.Errorf("pause: %+v, %v", r, err)
	}
}

// TestPoint28MateAnswer: the answer about a flag is read back as it was found.
func TestPoint28MateAnswer(t *testing.T) {
	p, err := legality.ParseFEN("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	mate, err := p.ParseUCI("a1a8")
	if err != nil {
		t.Fatal(err)
	}
	for side, color := range map[touchmove.Party]placement.Color{touchmove.ByWhite: placement.White, touchmove.ByBlack: placement.Black} {
		for _, answer := range []legality.Answer{legality.Undecided, legality.Yes, legality.No} {
			payload := AnswerMate(touchmove.Question{GameID: "hall-1", Ply: 7, Position: p, Side: side}, answer, []legality.Move{mate})
			r, err := ParseLogged(CanMate, payload)
			c := r.Command
			if err != nil || !r.Own || c.Verb != touchmove.AnswerMate || c.Ply != 7 || c.GameID != "hall-1" || c.Side != color || c.Mates != answer || !slices.Equal(c.By, []string{"a1a8"}) {
				t.Errorf("%s: %+v, %v", payload, r, err)
			}
			if _, err := ParseCommand(CanMate, []byte(`{"ply":7}`), false); !refusedAs(err, UnknownVerb) {
				t.Errorf("as a request: %v", err)
			}
		}
	}
	for _, bad := range []string{`{`, `{}`, `{"ply":-1,"side":"w","answer":"yes"}`, `{"ply":1,"side":"x","answer":"yes"}`, `{"ply":1,"side":"w","answer":"perhaps"}`, `{"ply":1,"side":"w","answer":"yes","fen":""}`} {
		if _, err := ParseLogged(CanMate, []byte(bad)); !refusedAs(err, Malformed) && !refusedAs(err, BadValue) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func refusedAs(err error, code string) bool {
	var r *touchmove.Refusal
	return errors.As(err, &r) && r.Code == code && !strings.Contains(r.Message, "%!")
}
