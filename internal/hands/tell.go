package hands

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// teller makes records of what squares read, as a board and its decoder do.
type teller interface {
	change(at int64, sq placement.Square, r reading) // a square reads something else from now on
	frame(end int64, lost bool)                      // a scan is over
	restless() bool                                  // more scans may tell more though nothing changes
	deadline() int64                                 // when it tells something by itself
	done() []sensor.Record
}

func newTeller(kind Board, b *bench) teller {
	d := desk{bench: b}
	switch kind {
	case Certabo:
		return newTagTeller(d)
	case ChessLink:
		return &frameTeller{desk: d, agree: 1}
	case Tabutronic:
		return &frameTeller{desk: d, agree: 2}
	}
	return &changeTeller{desk: d, dump: 0}
}

// desk is where records are written down: what the decoder takes to stand on the
// board, and since when it knows.
type desk struct {
	*bench
	out   []sensor.Record
	board placement.Placement
	known bool // a whole board has been told
	last  int64
	gaps  int // losses of the line that are over
}

// tell writes a change down.
func (d *desk) tell(at int64, sq placement.Square, kind placement.Piece) {
	was := d.board[sq]
	if was == kind {
		return
	}
	d.board[sq] = kind
	r := sensor.Record{At: at, Word: sensor.Drop, Square: sq, Piece: kind}
	if kind == placement.Empty {
		r.Word, r.Piece = sensor.Lift, was
		if was == placement.Unknown {
			r.Piece = placement.Empty
		}
	}
	d.write(at, r)
}

// write keeps the order of the line.
func (d *desk) write(at int64, r sensor.Record) {
	d.last = max(d.last, at)
	r.At = d.last
	d.out = append(d.out, r)
}

// whole writes down what all squares read.
func (d *desk) whole(at int64) {
	for sq, r := range d.seen {
		d.board[sq] = d.kind(r)
	}
	d.known = true
	d.write(at, sensor.Record{Word: sensor.Board, Placement: d.board})
}

// kind is what a reading is told as: of boards that go by tags, nothing for what
// is no tag, and a piece of unknown kind for one of no known set.
func (d *desk) kind(r reading) placement.Piece {
	switch {
	case d.row.Family != boards[Certabo].Family || r.id > 0 && d.motes[r.id-1].named:
		return r.kind
	case r.id > 0:
		return placement.Unknown
	}
	return placement.Empty
}

// lost reports whether the line is lost at a time, and whether it has come back
// since this was asked last.
func (d *desk) lost(at int64) (now, back bool) {
	gaps := d.scene.truth.Gaps
	if d.gaps < len(gaps) && gaps[d.gaps].Until <= at {
		d.gaps++
		back = true
	}
	return d.gaps < len(gaps) && gaps[d.gaps].has(at), back
}

func (d *desk) done() []sensor.Record { return d.out }

// How a host looks after a board that tells changes.
const (
	afterRest = 2000   // of rest after reports, then it asks what stands on the board
	everyMost = 60_000 // and so often in any case
	startUp   = 1300   // from an open port to the first board
	answers   = 90     // a whole board comes so long after it was asked for
)

// changeTeller tells each change at once, and the whole board now and then: DGT
// boards, and the one inside a Centaur.
type changeTeller struct {
	desk
	dump int64 // when the whole board is told next
}

func (c *changeTeller) change(at int64, sq placement.Square, r reading) {
	if now, _ := c.lost(at); now || !c.known {
		return
	}
	if c.faults.one(c.bad[LostReport]) {
		c.scene.truth.Losses++
		return
	}
	at += c.draw(c.row.Report)
	c.tell(at, sq, r.kind)
	c.dump = at + afterRest
}

func (c *changeTeller) frame(end int64, _ bool) {
	now, back := c.lost(end)
	if back {
		c.known, c.dump = false, end+startUp
	}
	if now || end < c.dump {
		return
	}
	c.whole(end + answers)
	c.dump = end + everyMost
}

func (c *changeTeller) restless() bool  { return !c.known }
func (c *changeTeller) deadline() int64 { return c.dump }

// frameTeller tells what has changed from one frame to the next, lifts before
// drops: ChessLink boards at once, Tabutronic's when two frames agree.
type frameTeller struct {
	desk
	agree  int
	before placement.Placement // the frame before
}

func (f *frameTeller) change(int64, placement.Square, reading) {}

func (f *frameTeller) frame(end int64, lost bool) {
	now, back := f.lost(end)
	if back {
		f.known = false
	}
	if now || lost {
		return
	}
	var shows placement.Placement
	for sq := range f.seen {
		shows[sq] = f.seen[sq].kind
	}
	before := f.before
	f.before = shows
	at := end + f.draw(f.row.Report)
	if !f.known {
		f.whole(at)
		return
	}
	f.news(at, &before, &shows)
}

// news tells the squares that show something else than was told.
func (f *frameTeller) news(at int64, before, shows *placement.Placement) {
	for _, lifts := range [...]bool{true, false} {
		for sq := range placement.Square(64) {
			if f.agree > 1 && before[sq] != shows[sq] {
				continue
			}
			if (shows[sq] == placement.Empty) == lifts {
				f.tell(at, sq, shows[sq])
			}
		}
	}
}

func (f *frameTeller) restless() bool {
	for sq := range f.seen {
		if f.board[sq] != f.seen[sq].kind || f.before[sq] != f.seen[sq].kind {
			return true
		}
	}
	return !f.known
}

func (f *frameTeller) deadline() int64 { return forever }

// tagTeller follows tags: who is read on another square is there; who is no
// longer read has gone when several frames in a row say so. Certabo's boards.
type tagTeller struct {
	desk
	tag     [64]int // who stands there, as told
	where   []placement.Square
	missing [64]int // frames in a row without him
	stayed  [64]int // frames since he came
	strange [64]int // readings of somebody of no known set
}

// How many frames decide, as its decoder has it.
const (
	patience     = 3 // a piece has gone
	lessPatience = 2 // one that has just come
	strangers    = 3 // one of no known set is there
)

func newTagTeller(d desk) *tagTeller {
	t := &tagTeller{desk: d, where: make([]placement.Square, len(d.motes)+1)}
	for i := range t.where {
		t.where[i] = placement.NoSquare
	}
	return t
}

func (t *tagTeller) change(int64, placement.Square, reading) {}

func (t *tagTeller) frame(end int64, lost bool) {
	now, back := t.lost(end)
	if back {
		t.known = false
	}
	if now || lost {
		return
	}
	at := end - t.row.Scan + t.draw(t.row.Report)
	if !t.known {
		t.begin(at)
		return
	}
	come := t.arrivals()
	for _, sq := range come {
		if old := t.where[t.seen[sq].id]; old != placement.NoSquare {
			t.leaves(at, old)
		}
	}
	for _, sq := range come {
		t.comes(at, sq)
	}
	t.missed(at)
}

// begin tells the whole board.
func (t *tagTeller) begin(at int64) {
	t.whole(at)
	for i := range t.where {
		t.where[i] = placement.NoSquare
	}
	for sq, r := range t.seen {
		t.tag[sq], t.missing[sq], t.stayed[sq] = max(0, r.id), 0, patience
		if r.id > 0 {
			t.where[r.id] = placement.Square(sq)
		}
	}
}

// arrivals are squares that read somebody who was not told to be there, and who
// is not read where he was.
func (t *tagTeller) arrivals() (come []placement.Square) {
	for n := range 64 {
		sq := wire(n)
		r := t.seen[sq]
		t.stayed[sq]++
		if r.id <= 0 || r.id == t.tag[sq] {
			t.strange[sq] = 0
			continue
		}
		if t.strange[sq]++; !t.motes[r.id-1].named && t.strange[sq] < strangers {
			continue
		}
		old := t.where[r.id]
		if old != placement.NoSquare && t.seen[old].id == r.id || slices.ContainsFunc(come, func(c placement.Square) bool { return t.seen[c].id == r.id }) {
			continue
		}
		come = append(come, sq)
	}
	return come
}

func (t *tagTeller) leaves(at int64, sq placement.Square) {
	t.where[t.tag[sq]] = placement.NoSquare
	t.tag[sq], t.missing[sq] = 0, 0
	t.tell(at, sq, placement.Empty)
}

func (t *tagTeller) comes(at int64, sq placement.Square) {
	r := t.seen[sq]
	if t.tag[sq] != 0 {
		t.where[t.tag[sq]] = placement.NoSquare
	}
	t.tag[sq], t.where[r.id], t.missing[sq], t.stayed[sq], t.strange[sq] = r.id, sq, 0, 0, 0
	t.tell(at, sq, t.kind(r))
}

// missed counts who is not read, and tells who has gone.
func (t *tagTeller) missed(at int64) {
	for n := range 64 {
		sq := wire(n)
		if t.tag[sq] == 0 || t.seen[sq].id == t.tag[sq] {
			t.missing[sq] = 0
			continue
		}
		t.missing[sq]++
		enough := patience
		if t.stayed[sq] < patience {
			enough = lessPatience
		}
		if t.missing[sq] >= enough {
			t.leaves(at, sq)
		}
	}
}

func (t *tagTeller) restless() bool {
	for sq := range t.seen {
		if t.tag[sq] != max(0, t.seen[sq].id) {
			return true
		}
	}
	return !t.known
}

func (t *tagTeller) deadline() int64 { return forever }
