package touchmove

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// array is what is known of the initial position of a game.
type array struct {
	any      bool            // no start other than the initial position was given, and it has not begun there, so the game may start from the array that stands
	reported bool            // a finding has reported that it is wrong
	records  []sensor.Record // since the game was opened, while nothing has been played
}

// mostOpening is how many records are kept while nothing has been played.
const mostOpening = 256

// watchArray starts the game from another array if the pieces stand in one, right or wrong,
// before a move is made.
func (t *Tracker) watchArray() {
	if t.phase == Playing && t.game.Start == legality.Initial() && t.board.differ(&placement.Initial) == 0 {
		t.array.any = false // it stands so while the clock runs
	}
	if !t.array.any || t.begun() || t.leg.track.View().Shown() != legality.NoMove || !t.arrayStands() || t.board.differ(t.game.Start.Placement()) == 0 {
		return
	}
	if t.after(t.board.changed + t.cfg.RestMs) {
		t.startFrom(arrayPosition(&t.board.sensed))
	}
}

// startFrom changes the position from which a newly opened game starts.
func (t *Tracker) startFrom(p legality.Position) {
	phase, alerts := t.phase, t.alerts
	t.because("the pieces stand in another start position")
	t.open(p, nil, t.game.ID, t.game.Tags)
	t.array.any = true
	for _, a := range alerts {
		if a.Code == laws.WrongInitialPosition && a.Finding.Squares == placement.Differ(p.Placement(), &placement.Initial) {
			t.alerts, t.array.reported = []Alert{a}, true // it was reported while the pieces stood so
		}
	}
	if phase == Playing {
		t.become(Playing)
	}
	t.show()
}

// putsRight reports whether all that has been moved in a wrong array stands as in the right
// one now, or is in a hand.
func (t *Tracker) putsRight() bool {
	elsewhere := t.board.differ(t.game.Start.Placement()) & t.board.differ(&placement.Initial)
	return t.array.any && elsewhere&t.board.sensed.Occupied() == 0
}

// judgeArray reports that the game starts from a wrong initial position (7.2.1): when the
// clock runs, or a move has been made; and when that cannot be claimed any more.
func (t *Tracker) judgeArray() {
	f, wrong := t.leg.referee.Array()
	if !wrong {
		return
	}
	free, alerted := t.array.any, t.alerted(laws.WrongInitialPosition)
	if free {
		f.Squares = placement.Differ(t.game.Start.Placement(), &placement.Initial)
	}
	switch {
	case !t.array.reported:
		if t.array.reported = !free || t.phase >= Playing || t.begun(); t.array.reported && !alerted {
			t.sayArray(f)
		}
	case alerted && f.Level == laws.Info:
		t.clearAlert(laws.WrongInitialPosition)
		t.say(f)
	}
}

func (t *Tracker) sayArray(f Finding) {
	if f = t.say(f); f.Level == laws.Certain {
		t.raise(f)
	}
}

// beginsOtherwise gives the first move to the other player, where either may begin, if the
// board shows a move of his. Bilguer decides by lot who begins (§2). What has been touched and
// moved since the game was opened was that player's turn.
func (t *Tracker) beginsOtherwise() {
	if len(t.array.records) == 0 || t.begun() || !t.cfg.Rules.Has(laws.TopicFirst, laws.ByLot) || !laws.IsArray(&t.game.Start) {
		return
	}
	theirs := t.game.Start.WithTurn(t.game.Start.Turn().Other())
	if !t.showsReply(&theirs, 0) || t.showsReply(&t.game.Start, 0) {
		return
	}
	records, phase := t.array.records, t.phase
	t.game.Start = theirs
	t.array.records = nil
	t.because("the other player has begun")
	t.enter(nil)
	t.become(phase)
	t.relive(records)
	t.wakeLeg(t.now)
}

// relive lets a new leg take records that came before.
func (t *Tracker) relive(records []sensor.Record) {
	for i := range records {
		for at, ok := t.leg.due(); ok && at <= records[i].At; at, ok = t.leg.due() {
			t.wakeLeg(at)
		}
		t.stepLeg(&records[i])
	}
}

// keepOpening keeps a record while nothing has been played.
func (t *Tracker) keepOpening(r *sensor.Record) {
	if t.begun() || len(t.array.records) == mostOpening || !t.cfg.Rules.Has(laws.TopicFirst, laws.ByLot) {
		return
	}
	t.array.records = append(slices.Clip(t.array.records), *r)
}

// arrayBack is how many plies two players may take back to the initial position; more are a
// set-up.
const arrayBack = 4

// stood is after how many plies the game stood as the board does: now, before an irregular ply,
// or before a few that may have been taken back; -1 if it did not, so that somebody has set it up.
func (t *Tracker) stood() int {
	shown := func(n int) bool { return n >= 0 && t.board.differ(t.positionAt(n).Placement()) == 0 }
	last := len(t.plies)
	for _, n := range [...]int{last, t.irregular()} {
		if shown(n) {
			return n
		}
	}
	for n := max(0, last-arrayBack); n < last; n++ {
		if shown(n) {
			return n
		}
	}
	return -1
}

// playLeads reports whether the game has come to the position on the board, or the Laws restore it.
func (t *Tracker) playLeads() bool {
	n := t.stood()
	return n >= 0 && (n == len(t.plies) || n == t.irregular())
}

// setUpAgain reports whether the pieces have been set up for the next game although this one,
// with the clocks stopped, has no result. They stand in the initial array, or they stood there
// and later changes are nearer to it than to this game.
func (t *Tracker) setUpAgain() bool {
	switch {
	case t.phase != Paused:
		return false
	case t.arrayStands():
		return t.stood() < 0
	}
	return t.reset.shown && t.board.differ(&placement.Initial).Len() < t.board.differ(t.position().Placement()).Len()
}

// arrayStands reports whether an initial array stands on the board, right or wrong.
func (t *Tracker) arrayStands() bool {
	return t.board.differ(&placement.Initial) == 0 || !t.game.Chess960 && wrongArray(&t.board.sensed)
}

// rows are the squares on which the pieces stand before a game.
const rows = placement.Set(0xffff00000000ffff)

// wrongArray reports whether all the pieces stand on their own first two ranks, with one king
// each, in an order other than that of the initial position.
func wrongArray(b *placement.Placement) bool {
	if *b == placement.Initial || b.Occupied() != rows {
		return false
	}
	for sq, piece := range b {
		if piece != placement.Empty && !piece.Is(placement.Color(sq>>5)) {
			return false
		}
	}
	return b.Find(placement.WhiteKing).Len() == 1 && b.Find(placement.BlackKing).Len() == 1
}

// arrayPosition returns the position before the first move, with the pieces as they stand.
// A king or rook that is misplaced may not castle (A.5.1.2).
func arrayPosition(b *placement.Placement) legality.Position {
	rights := ""
	for _, r := range []struct {
		letter     string
		king, rook placement.Square
		side       placement.Color
	}{{"K", placement.E1, placement.H1, placement.White}, {"Q", placement.E1, placement.A1, placement.White},
		{"k", placement.E8, placement.H8, placement.Black}, {"q", placement.E8, placement.A8, placement.Black}} {
		if b[r.king] == placement.MakePiece(r.side, legality.King) && b[r.rook] == placement.MakePiece(r.side, legality.Rook) {
			rights += r.letter
		}
	}
	p, err := legality.ParseFEN(b.String()+" w "+cmp.Or(rights, "-")+" - 0 1", false)
	if err != nil {
		return legality.Initial() // unreachable: every field is well formed
	}
	return p
}
