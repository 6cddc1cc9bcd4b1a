package transport

import (
	"errors"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
)

// TestOwnCommands: what boardd writes into a log itself is read back, and is no
// request.
func TestOwnCommands(t *testing.T) {
	q := touchmove.Question{GameID: "hall-1", Ply: 7}
	for dead, proved := range map[legality.Answer]bool{legality.Yes: true, legality.Undecided: false} {
		payload, say := AnswerDead(q, dead)
		r, err := ParseLogged(DeadPosition, payload)
		if c := r.Command; !say || err != nil || !r.Own || c.Verb != touchmove.AnswerDead || c.Ply != 7 || c.Proved != proved || c.GameID != "hall-1" || c.IfRev != -1 {
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

func refusedAs(err error, code string) bool {
	var r *touchmove.Refusal
	return errors.As(err, &r) && r.Code == code && !strings.Contains(r.Message, "%!")
}
