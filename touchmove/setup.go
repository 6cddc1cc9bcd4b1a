package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// rows are the squares on which the men stand before a game.
const rows = placement.Set(0xffff00000000ffff)

// watchSetup waits until the board shows the position from which the game
// starts. All the men on their first two ranks, but not as they should be, are
// worth a word before the clock is started.
func (t *Tracker) watchSetup() {
	if t.board.differ(t.spine.Position().Placement()) == 0 {
		t.leaveSetup()
		return
	}
	if t.unreadMen() && t.after(t.board.last+disorderMs) {
		t.startUnread()
		return
	}
	if !t.arrayShown() {
		t.clearAlert(WrongInitialPosition)
		return
	}
	if t.after(t.board.last+disorderMs) && !t.alerted(WrongInitialPosition) {
		t.wrongArray()
	}
}

// leaveSetup begins to wait for play.
func (t *Tracker) leaveSetup() {
	t.clearAlert(WrongInitialPosition)
	t.become(Waiting)
	t.deaf, t.opened = t.board.seq, t.board.seq
	t.openLine()
	t.touchGame()
}

// unreadMen reports whether all that is missing for the game to start is that
// one or two men are not read: their tags are dead, or the squares are.
func (t *Tracker) unreadMen() bool {
	d := t.board.differ(t.spine.Position().Placement())
	for rest := d; rest != 0; {
		if t.board.sensed[rest.Pop()] != placement.Empty {
			return false
		}
	}
	return d.Len() <= 2
}

// startUnread begins to wait for play with men that are not read.
func (t *Tracker) startUnread() {
	silent := t.board.differ(t.spine.Position().Placement())
	t.leaveSetup()
	t.disorder.silent = silent
	t.say(Finding{Code: SensorFault, Side: Both, Squares: silent, Text: "reads empty where a man should stand"})
}

// startUnready begins a game whose clock was started before the board showed
// the position from which it starts: first moves may have been played, or the
// men may have been set up wrongly. Else a person must say what is played.
func (t *Tracker) startUnready() {
	if t.arrayShown() {
		t.open(arrayPosition(&t.board.sensed), nil, t.game.ID, t.game.Tags)
		t.wrongArray()
		return
	}
	if t.unreadMen() {
		t.startUnread()
		return
	}
	t.leaveSetup()
	t.bridge()
	if t.bestLine().fit > 0 {
		t.become(Setup)
		t.openLine()
		f := Finding{Code: Desync, Level: Arbiter, Side: Both, Squares: t.plainLine().diff,
			Text: "the clock runs, but the board does not show where the game starts"}
		t.raise(t.say(f))
	}
}

// arrayShown reports whether all the men stand on their own first two ranks, in
// another order than that of the initial position.
func (t *Tracker) arrayShown() bool {
	b := &t.board.sensed
	if t.game.Chess960 || *b == placement.Initial || b.Occupied() != rows {
		return false
	}
	for sq, man := range b {
		if man != placement.Empty && !man.Is(placement.Color(sq>>5)) {
			return false
		}
	}
	return true
}

// arrayPosition is the position before the first move with the men as they
// stand. A king or rook that is misplaced may not castle (A.5.1.2).
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
	if rights == "" {
		rights = "-"
	}
	p, err := legality.ParseFEN(b.String()+" w "+rights+" - 0 1", false)
	if err != nil {
		return legality.Initial() // cannot be: every field is well formed
	}
	return p
}

// wrongArray finds a wrong initial position on the board.
func (t *Tracker) wrongArray() {
	f := Finding{Code: WrongInitialPosition, Level: Certain, Side: Both, Squares: placement.Differ(&t.board.sensed, &placement.Initial)}
	t.raise(t.say(f))
}

func (t *Tracker) alerted(code Code) bool {
	for _, a := range t.alerts {
		if a.Code == code {
			return true
		}
	}
	return false
}
