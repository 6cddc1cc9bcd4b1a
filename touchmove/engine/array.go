package engine

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// array is what is known of the initial position of a game.
type array struct {
	any      bool            // no start other than the initial position was given, so the game may start from the array that stands
	judged   bool            // a referee has judged it
	reported bool            // a finding has reported that it is wrong
	records  []sensor.Record // since the game was opened, while nothing has been played
}

// mostOpening is how many records are kept while nothing has been played.
const mostOpening = 256

// begun reports whether a ply has been made since the game was opened.
func (t *Tracker) begun() bool {
	return len(t.plies) > 0 || t.leg.referee.Irregular() >= 0
}

// watchArray starts the game from another array if the pieces stand in one, right or wrong,
// before a move is made.
func (t *Tracker) watchArray() {
	if !t.array.any || t.begun() || t.leg.track.View().Shown() != legality.NoMove || !t.arrayStands() || t.board.differ(t.start.Placement()) == 0 {
		return
	}
	if t.after(t.board.changed + t.cfg.RestMs) {
		t.startFrom(touchmove.ArrayPosition(&t.board.sensed))
	}
}

// startFrom changes the position from which a newly opened game starts.
func (t *Tracker) startFrom(p legality.Position) {
	phase, alerts := t.phase, t.alerts
	t.clearAlert(laws.Desync)
	t.open(p, nil, t.game.ID, t.game.Tags)
	t.array.any = true
	for _, a := range alerts {
		if a.Code == laws.WrongInitialPosition && a.Finding.Squares == placement.Differ(p.Placement(), &placement.Initial) {
			t.alerts, t.array.reported = []touchmove.Alert{a}, true // it was reported while the pieces stood so
		}
	}
	t.enter(nil)
	if phase == touchmove.Playing {
		t.become(touchmove.Playing)
	}
	t.show()
}

// judgeArray reports that the game starts from a wrong initial position (7.2.1): when the
// clock runs, or a move has been made; and when that cannot be claimed any more.
func (t *Tracker) judgeArray() {
	f, wrong := t.leg.referee.Array()
	if !wrong || !t.array.any {
		if wrong && f.Level == laws.Info && t.alerted(laws.WrongInitialPosition) {
			t.clearAlert(laws.WrongInitialPosition)
			t.say(f)
		}
		return
	}
	f.Squares = placement.Differ(t.start.Placement(), &placement.Initial)
	switch {
	case !t.array.reported && (t.phase >= touchmove.Playing || t.begun()):
		if t.array.reported = true; !t.alerted(laws.WrongInitialPosition) {
			t.sayArray(f)
		}
	case t.array.reported && f.Level == laws.Info && t.alerted(laws.WrongInitialPosition):
		t.clearAlert(laws.WrongInitialPosition)
		t.sayArray(f)
	}
}

func (t *Tracker) sayArray(f touchmove.Finding) {
	if f = t.say(f); f.Level == laws.Certain {
		t.raise(f)
	}
}

// beginsOtherwise gives the first move to the other player, where either may begin, if the
// board shows a move of his. Bilguer decides by lot who begins (§2). What has been touched and
// moved since the game was opened was that player's turn.
func (t *Tracker) beginsOtherwise() {
	if len(t.array.records) == 0 || t.begun() || !t.cfg.Rules.Has(laws.TopicFirst, laws.ByLot) || !laws.IsArray(&t.start) {
		return
	}
	theirs := t.start.WithTurn(t.start.Turn().Other())
	if !t.showsReply(&theirs, 0) || t.showsReply(&t.start, 0) {
		return
	}
	records, phase := t.array.records, t.phase
	t.start, t.game.Start = theirs, theirs
	t.array.records = nil
	t.enter(nil)
	t.become(phase)
	for i := range records {
		r := records[i]
		for at, ok := t.leg.due(); ok && at <= r.At; at, ok = t.leg.due() {
			t.takeFound(t.leg.wake(at))
		}
		t.takeFound(t.leg.step(&r))
	}
	t.takeFound(t.leg.wake(t.now))
}

// keepOpening keeps a record while nothing has been played.
func (t *Tracker) keepOpening(r *sensor.Record) {
	if t.begun() || len(t.array.records) == mostOpening || !t.cfg.Rules.Has(laws.TopicFirst, laws.ByLot) {
		return
	}
	t.array.records = append(slices.Clip(t.array.records), *r)
}

// arrayWay is how the initial array may have come onto the board.
type arrayWay uint8

const (
	playLeads arrayWay = iota // the game has come to that position, or the Laws restore it
	backLeads                 // the players took a few plies back
	onlySetUp                 // neither does
)

// mostBack is how many plies two players may take back to the initial position; more are a
// set-up.
const mostBack = 4

// leadsTo returns how the initial array came onto the board.
func (t *Tracker) leadsTo() arrayWay {
	if t.board.differ(t.position().Placement()) == 0 {
		return playLeads
	}
	if i := t.irregular(); i >= 0 && t.board.differ(t.positionAt(i).Placement()) == 0 {
		return playLeads
	}
	for n := max(0, len(t.plies)-mostBack); n < len(t.plies); n++ {
		if t.board.differ(t.positionAt(n).Placement()) == 0 {
			return backLeads
		}
	}
	return onlySetUp
}

// restored is after how many plies the initial array stood that has been set up again while
// the clocks stood still: before an irregular ply, or before a few that were taken back; -1 if
// it did not.
func (t *Tracker) restored() int {
	if t.phase != touchmove.Paused || !t.arrayStands() || t.board.differ(t.position().Placement()) == 0 {
		return -1
	}
	if i := t.irregular(); i >= 0 && t.board.differ(t.positionAt(i).Placement()) == 0 {
		return i
	}
	for n := max(0, len(t.plies)-mostBack); n < len(t.plies); n++ {
		if t.board.differ(t.positionAt(n).Placement()) == 0 {
			return n
		}
	}
	return -1
}

// setUpAgain reports whether the pieces have been set up for the next game although this one,
// with the clocks stopped, has no result. They stand in the initial array, or they stood there
// and later changes are nearer to it than to this game.
func (t *Tracker) setUpAgain() bool {
	switch {
	case t.phase != touchmove.Paused:
		return false
	case t.arrayStands():
		return t.leadsTo() == onlySetUp
	}
	return t.reset.shown && t.board.differ(&placement.Initial).Len() < t.board.differ(t.position().Placement()).Len()
}
