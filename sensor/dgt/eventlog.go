package dgt

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Entry is an entry of the log that a board keeps: up to 7,936 bytes, the oldest first. The
// log has no times and is incomplete: while one piece keeps changing, each entry replaces
// the one before, and fast moves may be missing (maker).
type Entry struct {
	Kind   EntryKind
	Square placement.Square // Change, in the board's own squares
	Piece  placement.Piece  // Change: what stands there now, Empty for nothing
	Fast   bool             // Change: within some 250 ms of the entry before
	Side   placement.Color  // Halted: White is the player of the second triple
	Left   int64            // Halted: the time left, in milliseconds
}

// EntryKind is the kind of an Entry.
type EntryKind uint8

// The kinds of entries. Remarks, such as that the initial array stands on the
// board, are left out.
const (
	Change  EntryKind = iota + 1 // a square has changed
	Halted                       // the lever has stopped a player's clock
	PowerUp                      // the board has started; all its pieces follow, in any order, and are no moves
)

// First bytes of the entries. Other entries of one byte are remarks, for example that the
// initial array stands there, or, on newer boards, probably delays. The pieces that follow
// the mark of a start stand there already, so they are no changes. Older boards write 0x7c
// when they have restarted by themselves, before 0x6a and the pieces; newer boards use it
// for something else.
const (
	logChange    = 0x40 // up to 0x5f: piece code, fast
	logHalted    = 0x60 // up to 0x69: hours; of the first triple's player
	logHaltedTwo = 0x70 // up to 0x79: of the second triple's player
	logPowerUp   = 0x6a
	logEnd       = 0x6b
	logRead      = 0x6e // the log was asked for
	logStart     = 0x7b
	logFiller    = 0x7f

	logFast  = 0x10
	logSize  = 0x1f00 // of the whole log, end mark included
	changeOf = 2      // bytes of a Change
	haltedOf = 3      // bytes of a Halted
)

// AppendEntries appends the entries of a log, or of part of one, up to its end
// mark. It skips bytes that begin no entry, and an entry that is torn off at the
// end.
func AppendEntries(dst []Entry, data []byte) []Entry {
	for len(data) > 0 && data[0] != logEnd {
		e, size := entryAt(data)
		if e.Kind != 0 {
			dst = append(dst, e)
		}
		data = data[size:]
	}
	return dst
}

// entryAt returns the entry at the beginning of data and its length; data is not empty. An
// Entry without a kind is none.
func entryAt(data []byte) (Entry, int) {
	switch first := data[0]; {
	case first == logPowerUp:
		return Entry{Kind: PowerUp}, 1
	case first >= logChange && first < logHalted && len(data) >= changeOf && data[1] < 64:
		piece, ok := Piece(first)
		if !ok {
			piece = placement.Empty
		}
		return Entry{Kind: Change, Square: Square(data[1]), Piece: piece, Fast: first&logFast != 0}, changeOf
	case first&^logFast >= logHalted && first&^logFast < logPowerUp && len(data) >= haltedOf:
		if left, ok := milliseconds([3]byte{first & hoursMask, data[1], data[2]}); ok {
			return Entry{Kind: Halted, Side: haltedSide(first), Left: left}, haltedOf
		}
	}
	return Entry{}, 1
}

// haltedSide returns the player whose clock was stopped according to an entry. The maker
// calls the second triple's player the left one, seen from the clock's front.
func haltedSide(first byte) placement.Color {
	if first >= logHaltedTwo {
		return placement.White
	}
	return placement.Black
}

// LoggedBoard is what stands on a board, followed through the entries of its log.
type LoggedBoard struct {
	Board placement.Placement
	burst burst
}

// Take takes the next entry and appends what it shows: a Lift, a Drop, or a Board if the
// pieces after a PowerUp are not those that stood there.
func (b *LoggedBoard) Take(dst []sensor.Record, at int64, e *Entry) []sensor.Record {
	one, ends := b.burst.take(e)
	if one {
		return dst
	}
	if ends && b.burst.pieces != b.Board {
		b.Board = b.burst.pieces
		dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: b.Board})
	}
	switch {
	case e.Kind == PowerUp:
		b.burst.begin()
	case e.Kind == Change && b.Board[e.Square] != e.Piece:
		r := sensor.Record{At: at, Word: sensor.Drop, Square: e.Square, Piece: e.Piece}
		if e.Piece == placement.Empty {
			r.Word, r.Piece = sensor.Lift, b.Board[e.Square]
		}
		b.Board[e.Square] = e.Piece
		return append(dst, r)
	}
	return dst
}

// Scan takes a dump, which replaces what was known.
func (b *LoggedBoard) Scan(pieces placement.Placement) { *b = LoggedBoard{Board: pieces} }

// burst collects the pieces that follow a PowerUp. The zero value waits for one.
type burst struct {
	pieces placement.Placement // those that have come
	open   bool
	placed placement.Set
}

// begin notes that pieces follow.
func (b *burst) begin() { *b = burst{open: true} }

// take takes the next entry. one reports whether it is one of these pieces; ends reports
// whether the pieces end here: at the first square that becomes empty, or that comes a
// second time.
func (b *burst) take(e *Entry) (one, ends bool) {
	was := b.open
	b.open = was && e.Kind == Change && e.Piece != placement.Empty && !b.placed.Has(e.Square)
	if !b.open {
		return false, was && b.placed != 0
	}
	b.pieces[e.Square] = e.Piece
	b.placed |= e.Square.Set()
	return true, false
}

// pastKept is how many changes a Past keeps: some ten moves.
const pastKept = 64

// Past holds what a board has reported up to a moment, as far as that helps to find the
// moment in the board's log. The zero value is before any report.
type Past struct {
	Board placement.Placement // what stood there

	changes [pastKept]change
	n       int  // changes in all
	levers  int  // how often the lever has gone over since the last change
	ran     bool // the clock ran
}

// change is a change of a square, as both a field update and the log have it.
type change struct {
	square placement.Square
	piece  placement.Piece
}

// Change notes a change of a square.
func (p *Past) Change(sq placement.Square, piece placement.Piece) {
	p.changes[p.n%pastKept] = change{sq, piece}
	p.n++
	p.levers = 0
}

// Lever notes that the lever has changed.
func (p *Past) Lever() { p.levers++ }

// kept returns how many changes are kept.
func (p *Past) kept() int { return min(p.n, pastKept) }

// back returns the i-th change from the end; 0 is the last.
func (p *Past) back(i int) change { return p.changes[(p.n-1-i)%pastKept] }

// Records appends what has happened since, as records of one moment: the board as it was,
// and then the entries that Recall found. If the clock was standing, the lever was set and
// not pressed.
func (p *Past) Records(dst []sensor.Record, at int64, since []Entry) []sensor.Record {
	board := LoggedBoard{Board: p.Board}
	dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: board.Board})
	for i := range since {
		if e := &since[i]; e.Kind == Halted && p.ran {
			dst = append(dst, sensor.Record{At: at, Word: sensor.Press, Side: e.Side})
		}
		dst = board.Take(dst, at, &since[i])
	}
	return dst
}

// Recall returns the entries of a board's log that came after a past. now is what stands on
// the board after the log was sent, nil if that is not known.
//
// A log has no times and leaves things out, so Recall looks for a place: there the log
// agrees with the past on every square that it knows, and the entries after it lead to now.
// Of several such places it takes the one before which most of the reported changes stand;
// if two are equal, ok is false. It is better to report nothing than something that was not
// played.
func Recall(log []Entry, past *Past, now *placement.Placement) (since []Entry, ok bool) {
	r := recall{log: effective(log), past: past, now: now}
	for sq, piece := range past.Board {
		if piece != placement.Empty {
			r.stood |= placement.Square(sq).Set()
		}
	}
	at := r.place()
	if at < 0 {
		return nil, false
	}
	return r.log[r.afterLevers(at):], true
}

// recall looks for the place of a past in a log.
type recall struct {
	log   []Entry
	past  *Past
	stood placement.Set // the squares of the pieces then
	now   *placement.Placement
}

// place returns how many entries of the log belong to the past, -1 if that is not certain.
func (r *recall) place() int {
	best, most, tied := -1, 0, false
	var state known
	for i := range len(r.log) + 1 {
		if i > 0 {
			state.take(&r.log[i-1])
		}
		received := r.receivedBefore(i)
		if !r.fits(&state, i, received) || best >= 0 && received < most {
			continue
		}
		tied = best >= 0 && received == most
		best, most = i, received
	}
	if tied {
		return -1
	}
	return best
}

// enoughReceived is how many reported changes prove a place by themselves when the log is
// too short to know all pieces: two moves' worth.
const enoughReceived = 4

// fits reports whether the i-th entry may be the first one that was not reported. It
// accepts only places after a change, because each other place is equivalent to one of
// these.
func (r *recall) fits(state *known, i, received int) bool {
	if i > 0 && r.log[i-1].Kind != Change || !state.agrees(&r.past.Board) {
		return false
	}
	return (received >= enoughReceived || r.stood&^state.squares == 0) && r.leadsToNow(i)
}

// receivedBefore returns how many changes directly before the i-th entry are the last
// reported ones.
func (r *recall) receivedBefore(i int) int {
	n := 0
	for i--; i >= 0 && n < r.past.kept(); i-- {
		e := &r.log[i]
		if e.Kind != Change {
			continue
		}
		if r.past.back(n) != (change{e.Square, e.Piece}) {
			break
		}
		n++
	}
	return n
}

// leadsToNow reports whether the entries from the i-th on lead from the board of
// the past to the board now.
func (r *recall) leadsToNow(i int) bool {
	if r.now == nil {
		return true
	}
	state := known{pieces: r.past.Board, squares: ^placement.Set(0)}
	for ; i < len(r.log); i++ {
		state.take(&r.log[i])
	}
	return state.agrees(r.now)
}

// afterLevers skips the entries of the lever that were reported too.
func (r *recall) afterLevers(at int) int {
	for levers := r.past.levers; levers > 0 && at < len(r.log) && r.log[at].Kind == Halted; levers-- {
		at++
	}
	return at
}

// known holds the squares as a log shows them up to one entry.
type known struct {
	pieces  placement.Placement
	squares placement.Set
	burst   burst
}

func (k *known) take(e *Entry) {
	if one, _ := k.burst.take(e); one {
		k.pieces = k.burst.pieces
		return
	}
	switch e.Kind {
	case PowerUp:
		k.burst.begin()
		k.pieces, k.squares = placement.Placement{}, ^placement.Set(0)
	case Change:
		k.pieces[e.Square] = e.Piece
		k.squares |= e.Square.Set()
	}
}

// agrees reports whether every known square is the same on a board.
func (k *known) agrees(board *placement.Placement) bool {
	return placement.Differ(&k.pieces, board)&k.squares == 0
}

// effective returns a log without entries that change nothing, such as one that was written
// twice.
func effective(log []Entry) []Entry {
	var state known
	return slices.DeleteFunc(slices.Clone(log), func(e Entry) bool {
		none := e.Kind == Change && state.squares.Has(e.Square) && state.pieces[e.Square] == e.Piece
		state.take(&e)
		return none
	})
}
