package touchmove

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
)

// PartPlies is how many plies one part of a game has in PGN at most: the
// strictest relay takes no more (lila).
const PartPlies = 600

// PartID is the ID of the n-th part, from 1, of a game: a game goes on under
// another one after a move that PGN cannot write, and after an arbiter has set
// a position. The first part has the game's own ID; in others a number follows
// behind a dot, which no ID given from outside has.
func PartID(id string, n int) string {
	root, number := id, 1
	if i := strings.LastIndexByte(id, '.'); i >= 0 {
		if last, err := strconv.Atoi(id[i+1:]); err == nil {
			root, number = id[:i], last
		}
	}
	if number += n - 1; number == 1 {
		return root
	}
	return root + "." + strconv.Itoa(number)
}

// nextPart is the ID of the part after all those that the present game may have
// in PGN.
func (t *Tracker) nextPart() string {
	n := 2 + len(t.plies)/PartPlies
	for i := range t.plies {
		if t.plies[i].State == StateIllegalStands {
			n++
		}
	}
	return PartID(t.game.ID, n)
}

// closePart keeps what has been played so far as a part of its own, if anything
// has, and returns under which ID and after which parts the game goes on.
func (t *Tracker) closePart(why string) (id string, parts []*Game) {
	if len(t.plies) == 0 {
		return t.game.ID, t.game.Parts
	}
	closed := t.game.clone()
	closed.Moves, closed.Pending, closed.Irregular = slices.Clone(t.plies), nil, nil
	closed.Position, closed.Alerts, closed.Parts, closed.Parted = *t.spine.Position(), nil, nil, why
	t.last = closed
	return t.nextPart(), append(slices.Clone(t.game.Parts), closed)
}

// goOnFrom lets the game go on from a position that is none of its own. Tags,
// clocks and the count of illegal moves stay.
func (t *Tracker) goOnFrom(p legality.Position, why string) {
	t.keepRecord()
	id, parts := t.closePart(why)
	illegal, phase := t.game.Illegal, t.phase
	t.open(p, nil, id, t.game.Tags)
	t.game.Illegal, t.game.Parts = illegal, parts
	switch {
	case phase > Waiting:
		t.become(Playing)
		t.playOn()
	case t.bestLine().diff != 0:
		t.become(Setup)
	}
	t.judgeBothKings(&p)
	t.judgeClaims(&p, 1, 0)
	t.await()
}

// keepRecord confirms the record as it is, and gives up what is not in it.
func (t *Tracker) keepRecord() {
	n := t.record()
	t.cutTo(n, "another position was set")
	l := t.bestLine().clone()
	t.confirmSteps(&l, n-t.spine.Len())
	t.told = t.told[:0]
	t.openLine()
}
