package out

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/hall/store"
)

// Shown is a tournament as the world sees it: as it was Delay ago. It keeps what each table has in
// the files of all tables. So a ply costs the same however many tables there are: its table is
// written anew, and the rest is copied.
type Shown struct {
	Tournament *hall.Tournament
	Store      *store.Store
	Files      *Files

	until  time.Time // all changes up to then are noted
	open   int       // the round that is played, 0: none
	rounds map[int]*shownRound
	lists  *Part // tournament.json; nil: it must be written again
	wrote  bool
	bad    map[store.Seat]error
}

// shownRound is a round with its tables, in the order of the pairings.
type shownRound struct {
	hall.Round
	hidden bool // whether its tables have names alone
	tables []table
	place  map[int]int  // the place of each table, by its number
	stale  map[int]bool // places of the tables whose text must be made again
	due    map[int]bool // places of the tables whose files must be written
	files  int          // tables that have files
	dirty  bool         // whether the files of all tables must be written
	state  *Part        // the round in state.json
	change int          // grows with each change
}

// table is a table with its parts of the files of all tables.
type table struct {
	livechess.Board
	pgn            *Part
	pairing, state json.RawMessage
}

// Update shows what has changed, and reports whether anything has. After an error the next call
// tries again what failed.
func (s *Shown) Update(ctx context.Context) (changed bool, err error) {
	at := s.Store.Now().Add(-s.Tournament.Delay)
	rounds, open, err := s.Store.Rounds(ctx, s.Tournament.ID)
	if err != nil {
		return false, err
	}
	seats, err := s.Store.Changed(ctx, s.until, at)
	if err != nil {
		return false, err
	}
	s.open = open
	for i := range rounds {
		s.takeRound(&rounds[i], at)
	}
	for _, seat := range seats {
		s.takeSeat(seat)
	}
	s.until, s.wrote = at, false
	var bad []error
	for _, number := range s.numbers() {
		bad = append(bad, s.updateRound(ctx, s.rounds[number], at))
	}
	bad = append(bad, s.putTournament(), s.put("state.json", s.state(open)...))
	return s.wrote, errors.Join(bad...)
}

// Problems returns the tables whose text relays would refuse, each with the reason. Of these
// tables the last good text is shown.
func (s *Shown) Problems() map[store.Seat]error { return s.bad }

// Round returns the tables of a round, in their order, and a number that grows when one changes.
func (s *Shown) Round(number int) (tables []livechess.Board, change int) {
	r := s.rounds[number]
	if r == nil {
		return nil, 0
	}
	for i := range r.tables {
		tables = append(tables, r.tables[i].Board)
	}
	return tables, r.change
}

// Round is a round as the world sees it.
type Round struct {
	Number int
	Date   string // YYYY.MM.DD; "" if not known
	Open   bool   // whether it is played now
	Hidden bool   // whether its tables have names alone
	Tables []livechess.Board
	Change int // grows when a table changes
}

// Rounds returns all rounds in order. known has the Change of each round that the caller has: the
// Tables of a round that has not changed since are left out.
func (s *Shown) Rounds(known map[int]int) []Round {
	var all []Round
	for _, number := range s.numbers() {
		r := s.rounds[number]
		one := Round{Number: number, Date: r.Date, Open: number == s.open, Hidden: r.hidden, Change: r.change}
		if known[number] != r.change {
			one.Tables, _ = s.Round(number)
		}
		all = append(all, one)
	}
	return all
}

// numbers returns the rounds in order.
func (s *Shown) numbers() []int { return slices.Sorted(maps.Keys(s.rounds)) }

// takeRound shows a round if its pairings, or whether it is hidden, have changed. The text of a
// table stays until it can be replaced.
func (s *Shown) takeRound(r *hall.Round, at time.Time) {
	old, hidden := s.rounds[r.Number], s.Tournament.Hidden(r, at)
	if old != nil && old.hidden == hidden && reflect.DeepEqual(old.Round, *r) {
		return
	}
	next := &shownRound{Round: *r, hidden: hidden, place: map[int]int{}, stale: map[int]bool{}, due: map[int]bool{}, dirty: true}
	if old != nil {
		next.files, next.state, next.change = old.files, old.state, old.change
	}
	for i, p := range r.Pairings {
		t := table{Board: livechess.Board{Pairing: p, Serial: s.Tournament.Board(r, p.Table)}}
		if old != nil {
			if place, ok := old.place[p.Table]; ok && old.tables[place].Pairing == p && !hidden {
				t.Text = old.tables[place].Text
			}
		}
		next.tables = append(next.tables, t)
		next.place[p.Table], next.stale[i] = i, true
	}
	if s.rounds == nil {
		s.rounds, s.bad = map[int]*shownRound{}, map[store.Seat]error{}
	}
	s.rounds[r.Number] = next
}

// takeSeat notes that a table has changed, if it belongs to the tournament.
func (s *Shown) takeSeat(seat store.Seat) {
	r := s.rounds[seat.Round]
	if r == nil || seat.Event != s.Tournament.Event {
		return
	}
	if i, ok := r.place[seat.Table]; ok {
		r.stale[i] = true
	}
}

// updateRound shows what has changed in a round.
func (s *Shown) updateRound(ctx context.Context, r *shownRound, at time.Time) error {
	for i := range r.stale {
		if err := s.updateTable(ctx, r, i, at); err != nil {
			return err
		}
		delete(r.stale, i)
		r.due[i], r.dirty = true, true
	}
	if !r.dirty {
		return nil
	}
	r.state, s.lists = r.encode(), nil
	r.change++
	err := s.putRound(r)
	r.dirty = err != nil
	return err
}

// updateTable writes the text of a table. A table without a good text yet has only its tags, and
// so has one of a hidden round; whether its text could be written is checked all the same.
func (s *Shown) updateTable(ctx context.Context, r *shownRound, i int, at time.Time) error {
	t := &r.tables[i]
	seat := store.Seat{Event: s.Tournament.Event, Round: r.Number, Table: t.Pairing.Table}
	games, err := s.Store.Table(ctx, seat, at)
	if err != nil {
		return err
	}
	text, errs := s.Tournament.Text(&r.Round, &t.Pairing, games)
	delete(s.bad, seat)
	if errs != nil {
		s.bad[seat] = fmt.Errorf("no relay would take this text: %w", errors.Join(errs...))
		text = t.Text
	}
	if r.hidden || text.PGN == "" {
		if text, errs = s.Tournament.Text(&r.Round, &t.Pairing, nil); errs != nil {
			s.bad[seat] = fmt.Errorf("no relay would take the names: %w", errors.Join(errs...))
		}
	}
	t.Text = text
	t.pgn, t.pairing, t.state = NewPart([]byte(text.PGN)), livechess.Pairing(&t.Board), t.encode(gameName(r.Number, i, "pgn"))
	return nil
}

// gameName returns the name of a table's file below the tournament.
func gameName(round, place int, end string) string {
	return fmt.Sprintf("round-%d/game-%d.%s", round, place+1, end)
}

// put replaces a file of the tournament.
func (s *Shown) put(name string, parts ...*Part) error {
	changed, err := s.Files.Put(path.Join(s.Tournament.ID, name), parts...)
	s.wrote = s.wrote || changed
	return err
}

// putRound writes the files of the tables that are due, and those of all tables.
func (s *Shown) putRound(r *shownRound) error {
	var bad []error
	for i := range r.due {
		t := &r.tables[i]
		err := errors.Join(s.put(gameName(r.Number, i, "pgn"), t.pgn), s.put(gameName(r.Number, i, "json"), NewPart(livechess.Game(&t.Board))))
		if err == nil {
			delete(r.due, i)
		}
		bad = append(bad, err)
	}
	for ; r.files > len(r.tables); r.files-- {
		for _, end := range []string{"pgn", "json"} {
			s.Files.Remove(path.Join(s.Tournament.ID, gameName(r.Number, r.files-1, end)))
		}
	}
	r.files = len(r.tables)
	var games []*Part
	var pairings []json.RawMessage
	for i := range r.tables {
		games, pairings = append(games, r.tables[i].pgn), append(pairings, r.tables[i].pairing)
	}
	folder := fmt.Sprintf("round-%d/", r.Number)
	bad = append(bad, s.put(folder+"games.pgn", games...), s.put(folder+"index.json", NewPart(livechess.Index(&r.Round, pairings))))
	return errors.Join(bad...)
}

// putTournament writes tournament.json.
func (s *Shown) putTournament() error {
	if s.lists == nil {
		var rounds []livechess.Round
		var boards []string
		for _, number := range s.numbers() {
			tables := s.rounds[number].tables
			rounds = append(rounds, make([]livechess.Round, max(0, number-len(rounds)))...)
			last := &rounds[number-1]
			last.Count, boards = len(tables), nil
			for i := range tables {
				boards = append(boards, tables[i].Serial)
				if tables[i].Live() {
					last.Live++
				}
			}
		}
		s.lists = NewPart(livechess.Tournament(s.Tournament, rounds, boards))
	}
	return s.put("tournament.json", s.lists)
}
