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
	"strings"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/hall/store"
)

// Shown is a tournament as the world sees it: as it was Delay ago.
type Shown struct {
	Tournament *hall.Tournament
	Store      *store.Store
	Files      *Files

	until  time.Time // all changes up to then are shown
	rounds map[int]*shownRound
	wrote  bool
	bad    map[store.Seat]error
}

// shownRound is a round with its tables, in the order of the pairings.
type shownRound struct {
	hall.Round
	boards []livechess.Board
	files  int          // tables that have files
	due    map[int]bool // places of the tables whose files must be written
}

// Update shows what has changed, and reports whether anything has. After an error the next call
// tries all of it again.
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
	s.wrote = false
	var bad []error
	for i := range rounds {
		bad = append(bad, s.updateRound(ctx, &rounds[i], seats, at))
	}
	bad = append(bad, s.put("tournament.json", livechess.Tournament(s.Tournament, s.boards())), s.put("state.json", s.state(open)))
	if err := errors.Join(bad...); err != nil {
		return s.wrote, err
	}
	s.until = at
	return s.wrote, nil
}

// Problems returns the tables whose text relays would refuse, each with the reason. Of these
// tables the last good text is shown.
func (s *Shown) Problems() map[store.Seat]error { return s.bad }

func (s *Shown) boards() map[int][]livechess.Board {
	all := map[int][]livechess.Board{}
	for number, r := range s.rounds {
		all[number] = r.boards
	}
	return all
}

// updateRound shows what has changed in a round. If the pairings have changed, it shows all
// tables again.
func (s *Shown) updateRound(ctx context.Context, r *hall.Round, seats []store.Seat, at time.Time) error {
	now := s.rounds[r.Number]
	fresh := now == nil || !reflect.DeepEqual(now.Round, *r)
	if fresh {
		now = s.begin(r)
	}
	for i := range now.boards {
		b := &now.boards[i]
		seat := store.Seat{Event: s.Tournament.Event, Round: r.Number, Table: b.Pairing.Table}
		if !fresh && !slices.Contains(seats, seat) {
			continue
		}
		now.due[i] = true
		if err := s.updateTable(ctx, now, b, seat, at); err != nil {
			return err
		}
	}
	if len(now.due) == 0 && now.files == len(now.boards) {
		return nil
	}
	return s.putRound(now)
}

// begin shows a round with new pairings. The text of a table stays until it can be replaced.
func (s *Shown) begin(r *hall.Round) *shownRound {
	next := &shownRound{Round: *r, due: map[int]bool{}}
	old := s.rounds[r.Number]
	for i, p := range r.Pairings {
		next.due[i] = true
		b := livechess.Board{Pairing: p, Serial: s.Tournament.Board(r, p.Table)}
		if old != nil {
			if i := slices.IndexFunc(old.boards, func(o livechess.Board) bool { return o.Pairing == p }); i >= 0 {
				b.Text = old.boards[i].Text
			}
			next.files = old.files
		}
		next.boards = append(next.boards, b)
	}
	if s.rounds == nil {
		s.rounds = map[int]*shownRound{}
	}
	s.rounds[r.Number] = next
	return next
}

// updateTable writes the text of a table. A table without a good text yet has only its tags.
func (s *Shown) updateTable(ctx context.Context, r *shownRound, b *livechess.Board, seat store.Seat, at time.Time) error {
	games, err := s.Store.Table(ctx, seat, at)
	if err != nil {
		return err
	}
	text, errs := s.Tournament.Text(&r.Round, &b.Pairing, games)
	if s.bad == nil {
		s.bad = map[store.Seat]error{}
	}
	delete(s.bad, seat)
	if errs == nil {
		b.Text = text
		return nil
	}
	s.bad[seat] = fmt.Errorf("no relay would take this text: %w", errors.Join(errs...))
	if b.Text.PGN == "" {
		b.Text, _ = s.Tournament.Text(&r.Round, &b.Pairing, nil)
	}
	return nil
}

// put replaces a file of the tournament.
func (s *Shown) put(name string, data []byte) error {
	changed, err := s.Files.Put(path.Join(s.Tournament.ID, name), data)
	s.wrote = s.wrote || changed
	return err
}

// putRound writes the files of a round: one of each table, and one of all.
func (s *Shown) putRound(r *shownRound) error {
	folder := fmt.Sprintf("round-%d", r.Number)
	var all strings.Builder
	var bad []error
	for i := range r.boards {
		b := &r.boards[i]
		all.WriteString(b.Text.PGN)
		if !r.due[i] {
			continue
		}
		name := fmt.Sprintf("%s/game-%d", folder, i+1)
		bad = append(bad, s.put(name+".pgn", []byte(b.Text.PGN)), s.put(name+".json", livechess.Game(b)))
	}
	for i := len(r.boards); i < r.files; i++ {
		for _, end := range []string{"pgn", "json"} {
			s.Files.Remove(fmt.Sprintf("%s/%s/game-%d.%s", s.Tournament.ID, folder, i+1, end))
		}
	}
	r.files = len(r.boards)
	bad = append(bad, s.put(folder+"/games.pgn", []byte(all.String())), s.put(folder+"/index.json", livechess.Index(&r.Round, r.boards)))
	err := errors.Join(bad...)
	if err == nil {
		clear(r.due)
	}
	return err
}

// state is state.json, which has all that a page needs to show the tournament.
func (s *Shown) state(open int) []byte {
	type game struct {
		Table  int    `json:"table"`
		Path   string `json:"path"` // of its PGN, below the tournament
		White  string `json:"white"`
		Black  string `json:"black"`
		Result string `json:"result"`
		Plies  int    `json:"plies"`
		FEN    string `json:"fen"`
		Last   string `json:"last,omitempty"` // move, SAN
		Clock  string `json:"clock,omitempty"`
	}
	type round struct {
		Number int    `json:"number"`
		Date   string `json:"date,omitempty"`
		Games  []game `json:"games"`
	}
	out := struct {
		Event  string  `json:"event"`
		Delay  int     `json:"delay_s"`
		Open   int     `json:"open"` // the round that is played, 0: none
		Rounds []round `json:"rounds"`
	}{s.Tournament.Event, int(s.Tournament.Delay.Seconds()), open, []round{}}
	for _, number := range slices.Sorted(maps.Keys(s.rounds)) {
		r := round{Number: number, Date: s.rounds[number].Date, Games: []game{}}
		for i, b := range s.rounds[number].boards {
			last, clock := b.Text.Last()
			r.Games = append(r.Games, game{b.Pairing.Table, fmt.Sprintf("round-%d/game-%d.pgn", number, i+1),
				b.Pairing.White.Name, b.Pairing.Black.Name, b.Text.Result(), b.Text.Plies(), b.Text.FEN, last, clock})
		}
		out.Rounds = append(out.Rounds, r)
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // these types cannot fail
	}
	return append(text, '\n')
}
