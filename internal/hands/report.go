package hands

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// reporter makes records from what squares read, as a board and its decoder do.
type reporter interface {
	change(at int64, sq placement.Square, r reading) // a square reads something else from now on
	frame(end int64, lost bool)                      // a scan is over
	restless() bool                                  // more scans may report more although no reading changes
	deadline() int64                                 // when it reports something by itself
	done() []sensor.Record
}

func newReporter(kind Board, b *bench) reporter {
	d := desk{bench: b}
	switch kind {
	case Certabo:
		return newTagReporter(d)
	case ChessLink:
		return &frameReporter{desk: d, agree: 1}
	case Tabutronic:
		return &frameReporter{desk: d, agree: 2}
	}
	return &changeReporter{desk: d, dump: 0}
}

// desk collects the records. It keeps the board as they describe it.
type desk struct {
	*bench
	out   []sensor.Record
	board placement.Placement
	known bool // a whole board has been reported
	last  int64
	gaps  int // losses of the line that are over
}

// report adds the record of a change.
func (d *desk) report(at int64, sq placement.Square, kind placement.Piece) {
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

// write adds a record, no earlier than the one before: the line keeps the order.
func (d *desk) write(at int64, r sensor.Record) {
	d.last = max(d.last, at)
	r.At = d.last
	d.out = append(d.out, r)
}

// whole adds a record of the whole board.
func (d *desk) whole(at int64) {
	for sq, r := range d.seen {
		d.board[sq] = d.kind(r)
	}
	d.known = true
	d.write(at, sensor.Record{Word: sensor.Board, Placement: d.board})
}

// kind returns the piece that is reported for a reading. A board of tags reports
// nothing for a phantom, and a piece of unknown kind for a tag that it does not
// know.
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

// How a host asks a board that reports changes. Times in ms.
const (
	afterRest = 2000   // after so long without a report it asks for the whole board
	everyMost = 60_000 // it asks at least so often
	startUp   = 1300   // from an open port to the first board
	answers   = 90     // from the question to the whole board
)

// changeReporter reports each change at once, and the whole board now and then:
// DGT boards, and the one inside a Centaur.
type changeReporter struct {
	desk
	dump int64 // when the whole board is reported next
}

func (c *changeReporter) change(at int64, sq placement.Square, r reading) {
	if now, _ := c.lost(at); now || !c.known {
		return
	}
	if c.faults.one(c.bad[LostReport]) {
		c.scene.truth.Losses++
		return
	}
	at += c.draw(c.row.Report)
	c.report(at, sq, r.kind)
	c.dump = at + afterRest
}

func (c *changeReporter) frame(end int64, _ bool) {
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

func (c *changeReporter) restless() bool  { return !c.known }
func (c *changeReporter) deadline() int64 { return c.dump }

// frameReporter reports the changes from one frame to the next, lifts before
// drops: of ChessLink boards at once, of Tabutronic's when two frames agree.
type frameReporter struct {
	desk
	agree  int
	before placement.Placement // the frame before
}

func (f *frameReporter) change(int64, placement.Square, reading) {}

func (f *frameReporter) frame(end int64, lost bool) {
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

// news reports the squares that differ from the last report.
func (f *frameReporter) news(at int64, before, shows *placement.Placement) {
	for _, lifts := range [...]bool{true, false} {
		for sq := range placement.Square(64) {
			if f.agree > 1 && before[sq] != shows[sq] {
				continue
			}
			if (shows[sq] == placement.Empty) == lifts {
				f.report(at, sq, shows[sq])
			}
		}
	}
}

func (f *frameReporter) restless() bool {
	for sq := range f.seen {
		if f.board[sq] != f.seen[sq].kind || f.before[sq] != f.seen[sq].kind {
			return true
		}
	}
	return !f.known
}

func (f *frameReporter) deadline() int64 { return forever }

// tagReporter follows tags, as Certabo's boards do. A piece that is read on
// another square has moved there. A piece that several frames in a row do not
// read has gone.
type tagReporter struct {
	desk
	tag     [64]int // the piece that stands there, as reported
	where   []placement.Square
	missing [64]int // by piece: frames in a row without it
	stayed  [64]int // by piece: frames since it came
	stood   [64]int // the piece that stood there last, if none does
	strange [64]int // readings of an unknown tag
}

// How many frames decide, as in the decoder.
const (
	patience     = 3 // that a piece has gone
	lessPatience = 1 // that a piece has gone that fewer frames than that have read
	strangers    = 3 // that an unknown tag is there
)

func newTagReporter(d desk) *tagReporter {
	t := &tagReporter{desk: d, where: make([]placement.Square, len(d.motes)+1)}
	for i := range t.where {
		t.where[i] = placement.NoSquare
	}
	return t
}

func (t *tagReporter) change(int64, placement.Square, reading) {}

func (t *tagReporter) frame(end int64, lost bool) {
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
	t.gone(at, come)
	for _, sq := range come {
		t.comes(at, sq)
	}
}

// begin reports the whole board.
func (t *tagReporter) begin(at int64) {
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

// arrivals returns the squares that read a piece which was not reported there,
// and which its old square does not read.
func (t *tagReporter) arrivals() (come []placement.Square) {
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

func (t *tagReporter) leaves(at int64, sq placement.Square) {
	t.where[t.tag[sq]] = placement.NoSquare
	t.tag[sq], t.stood[sq], t.missing[sq] = 0, t.tag[sq], 0
	t.report(at, sq, placement.Empty)
}

func (t *tagReporter) comes(at int64, sq placement.Square) {
	r := t.seen[sq]
	if t.tag[sq] != 0 {
		t.where[t.tag[sq]] = placement.NoSquare
	}
	if t.stood[sq] != r.id { // else it may never have gone
		t.stayed[sq] = 0
	}
	t.tag[sq], t.where[r.id], t.stood[sq], t.missing[sq], t.strange[sq] = r.id, sq, 0, 0, 0
	t.report(at, sq, t.kind(r))
}

// gone reports the pieces that have gone, in the order of the squares: they are read on another
// square, or several frames in a row lack them. It comes before what has come.
func (t *tagReporter) gone(at int64, come []placement.Square) {
	for n := range 64 {
		sq := wire(n)
		if t.tag[sq] == 0 || t.seen[sq].id == t.tag[sq] {
			t.missing[sq] = 0
			continue
		}
		t.missing[sq]++
		enough := patience
		if t.stayed[sq]-t.missing[sq] < patience {
			enough = lessPatience
		}
		elsewhere := func(c placement.Square) bool { return t.seen[c].id == t.tag[sq] }
		if t.missing[sq] >= enough || slices.ContainsFunc(come, elsewhere) {
			t.leaves(at, sq)
		}
	}
}

func (t *tagReporter) restless() bool {
	for sq := range t.seen {
		if t.tag[sq] != max(0, t.seen[sq].id) {
			return true
		}
	}
	return !t.known
}

func (t *tagReporter) deadline() int64 { return forever }
