package store

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/boardd/boardd/hall"
)

// Report is a game as a snapshot of its board reports it, and the number of the snapshot.
type Report struct {
	Game hall.Game
	Seq  uint64

	// Alone is set after other boards had the same name: the number may be lower than the last
	// one, and no other game of the name is at the table any more.
	Alone bool
}

// Seat is a table of a round of an event, as tags name it.
type Seat struct {
	Event        string
	Round, Table int
}

// lastReport is a report with its number in the file.
type lastReport struct {
	id int64
	Report
}

// Take keeps what boards report: all of it, or nothing with an error. It drops a report that is
// older than what the store has of the game.
func (s *Store) Take(ctx context.Context, reports []Report) error {
	s.taking.Lock()
	defer s.taking.Unlock()
	at := s.beginTaking()
	var taken []*lastReport
	err := s.write(ctx, func(q *session) error {
		for i := range reports {
			last, err := s.take(ctx, q, &reports[i], at)
			if err != nil {
				return fmt.Errorf("board %s: game %s: %w", reports[i].Game.Board, reports[i].Game.ID, err)
			}
			taken = append(taken, last)
		}
		return nil
	})
	s.endTaking(at, err)
	if err == nil {
		for _, last := range taken {
			s.known[last.Game.Board] = last
		}
	}
	return err
}

// beginTaking returns the time of reports that will be written. Now stays before it until
// endTaking.
func (s *Store) beginTaking() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = max(s.clock(), s.last+1)
	return s.pending
}

func (s *Store) endTaking(at int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = 0
	if err == nil {
		s.last = at
	}
}

// take writes a report, and returns what is then the last one of its game.
func (s *Store) take(ctx context.Context, q *session, report *Report, at int64) (*lastReport, error) {
	old, err := s.lastOf(ctx, q, &report.Game, at)
	if err != nil {
		return nil, err
	}
	next := &lastReport{0, *report}
	switch {
	case old == nil:
		r, err := q.exec(ctx, "INSERT INTO game (board, game_id, seq, began) VALUES (?, ?, ?, ?)", report.Game.Board, report.Game.ID, report.Seq, at)
		if err != nil {
			return nil, err
		}
		if next.id, err = r.LastInsertId(); err != nil {
			return nil, err
		}
		old = &lastReport{}
	case report.Seq <= old.Seq && !report.Alone:
		return old, nil
	default:
		next.id = old.id
		if _, err := q.exec(ctx, "UPDATE game SET seq = ? WHERE id = ?", report.Seq, old.id); err != nil {
			return nil, err
		}
	}
	if err := change(ctx, q, next.id, &old.Game, &next.Game, at); err != nil {
		return nil, err
	}
	if report.Alone {
		if err := standUp(ctx, q, next.id, &next.Game, at); err != nil {
			return nil, err
		}
	}
	return next, sit(ctx, q, next.id, &old.Game, &next.Game, at)
}

// lastOf returns what was written last of a game; nil if nothing was.
func (s *Store) lastOf(ctx context.Context, q *session, g *hall.Game, at int64) (*lastReport, error) {
	rows, err := q.query(ctx, "SELECT id, seq FROM game WHERE board = ? AND game_id = ?", g.Board, g.ID)
	if err != nil {
		return nil, err
	}
	found, err := collect(rows, func(l *lastReport) []any { return []any{&l.id, &l.Seq} })
	if err != nil || len(found) == 0 {
		return nil, err
	}
	last := &found[0]
	if known := s.known[g.Board]; known != nil && known.id == last.id && known.Seq == last.Seq {
		return known, nil
	}
	games, err := load(ctx, q, "game.id = ?2", at, last.id)
	if err == nil && len(games) == 1 {
		last.Game = games[0]
	}
	return last, err
}

// change hides and shows what differs between two states of a game.
func change(ctx context.Context, q *session, id int64, old, g *hall.Game, at int64) error {
	for _, p := range hall.Changes(old, g) {
		hide, args := "UPDATE head SET hidden_at = ? WHERE game = ? AND part = ? AND hidden_at = "+forever, []any{at, id, p.Part}
		if p.Ply > 0 {
			hide, args = "UPDATE ply SET hidden_at = ? WHERE game = ? AND part = ? AND ply = ? AND hidden_at = "+forever, append(args, p.Ply)
		}
		if _, err := q.exec(ctx, hide, args...); err != nil {
			return err
		}
		if err := show(ctx, q, id, g, p, at); err != nil {
			return err
		}
	}
	return nil
}

// show adds what a place holds now, if it holds anything.
func show(ctx context.Context, q *session, id int64, g *hall.Game, p hall.Place, at int64) error {
	if p.Part >= len(g.Parts) || p.Ply > len(g.Parts[p.Part].Plies) {
		return nil
	}
	part := &g.Parts[p.Part]
	if p.Ply == 0 {
		_, err := q.exec(ctx, "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "+forever+")",
			id, p.Part, part.ID, part.Start, part.Chess960, part.Result, part.Termination, part.Why, at)
		return err
	}
	y := part.Plies[p.Ply-1]
	_, err := q.exec(ctx, "INSERT INTO ply VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "+forever+")", id, p.Part, p.Ply, y.UCI, y.SAN, y.State, y.After, y.ClkMs, at)
	return err
}

// sit keeps the tags of a game, and the seat that they name.
func sit(ctx context.Context, q *session, id int64, old, g *hall.Game, at int64) error {
	if old.Tags != nil && reflect.DeepEqual(old.Tags, g.Tags) {
		return nil
	}
	tags, err := json.Marshal(g.Tags)
	if err != nil {
		return err
	}
	if _, err := q.exec(ctx, "UPDATE seat SET hidden_at = ? WHERE game = ? AND hidden_at = "+forever, at, id); err != nil {
		return err
	}
	round, table := hall.RoundOf(g.Tags)
	_, err = q.exec(ctx, "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, "+forever+")", id, g.Tags["Event"], round, table, string(tags), at)
	return err
}

// standUp takes every other game of a board from the seat that a game's tags name.
func standUp(ctx context.Context, q *session, id int64, g *hall.Game, at int64) error {
	round, table := hall.RoundOf(g.Tags)
	_, err := q.exec(ctx, "UPDATE seat SET hidden_at = ? WHERE hidden_at = "+forever+" AND event = ? AND round = ? AND tbl = ? AND game IN (SELECT id FROM game WHERE board = ? AND id != ?)",
		at, g.Tags["Event"], round, table, g.Board, id)
	return err
}

// Games returns the games that were seated in a round at a time, as they stood then.
func (s *Store) Games(ctx context.Context, event string, round int, at time.Time) ([]hall.Game, error) {
	return load(ctx, s.reader, "seat.event = ?2 AND seat.round = ?3", at.UnixMilli(), event, round)
}

// Table returns the games that were seated at a table at a time, as they stood then.
func (s *Store) Table(ctx context.Context, seat Seat, at time.Time) ([]hall.Game, error) {
	return load(ctx, s.reader, "seat.event = ?2 AND seat.round = ?3 AND seat.tbl = ?4", at.UnixMilli(), seat.Event, seat.Round, seat.Table)
}

// Changed returns the seats of the games in which anything was shown or hidden after one time
// and until another.
func (s *Store) Changed(ctx context.Context, after, until time.Time) ([]Seat, error) {
	rows, err := s.reader.query(ctx, changed(), after.UnixMilli(), until.UnixMilli())
	if err != nil {
		return nil, err
	}
	return collect(rows, func(seat *Seat) []any { return []any{&seat.Event, &seat.Round, &seat.Table} })
}

func changed() string {
	var in []string
	for _, table := range []string{"seat", "head", "ply"} {
		for _, when := range []string{"shown_at", "hidden_at"} {
			in = append(in, fmt.Sprintf("SELECT game FROM %s WHERE %s > ?1 AND %s <= ?2 AND %s < %s", table, when, when, when, forever))
		}
	}
	return "SELECT DISTINCT event, round, tbl FROM seat WHERE round > 0 AND game IN (" + strings.Join(in, " UNION ") + ")"
}

// Twins returns the boards of which several had the same name when SetTwins was called last, in
// order.
func (s *Store) Twins(ctx context.Context) ([]string, error) {
	rows, err := s.reader.query(ctx, "SELECT board FROM twin ORDER BY board")
	if err != nil {
		return nil, err
	}
	return collect(rows, func(board *string) []any { return []any{board} })
}

// SetTwins keeps which names several boards have: a program that starts again takes nothing of
// them either.
func (s *Store) SetTwins(ctx context.Context, boards []string) error {
	return s.write(ctx, func(q *session) error {
		if _, err := q.exec(ctx, "DELETE FROM twin"); err != nil {
			return err
		}
		for _, board := range boards {
			if _, err := q.exec(ctx, "INSERT INTO twin VALUES (?)", board); err != nil {
				return err
			}
		}
		return nil
	})
}

// loaded is a game with its number in the file.
type loaded struct {
	id    int64
	began int64
	tags  string
	game  hall.Game
}

// load reads the games for which a condition holds, as they stood at a time (?1), in the order
// in which they began.
func load(ctx context.Context, q *session, where string, args ...any) ([]hall.Game, error) {
	const shown = "shown_at <= ?1 AND ?1 < %[1]s.hidden_at"
	from := " FROM game JOIN seat ON seat.game = game.id AND seat." + fmt.Sprintf(shown, "seat")
	rows, err := q.query(ctx, "SELECT game.id, board, game_id, began, tags"+from+" WHERE "+where+" ORDER BY began, game.id", args...)
	if err != nil {
		return nil, err
	}
	found, err := collect(rows, func(l *loaded) []any { return []any{&l.id, &l.game.Board, &l.game.ID, &l.began, &l.tags} })
	if err != nil {
		return nil, err
	}
	byID := map[int64]*hall.Game{}
	for i := range found {
		l := &found[i]
		l.game.Began = time.UnixMilli(l.began)
		if err := json.Unmarshal([]byte(l.tags), &l.game.Tags); err != nil {
			return nil, err
		}
		byID[l.id] = &l.game
	}
	if err := loadParts(ctx, q, byID, from+" JOIN %[1]s ON %[1]s.game = game.id AND %[1]s."+shown+" WHERE "+where, args); err != nil {
		return nil, err
	}
	var games []hall.Game
	for i := range found {
		games = append(games, found[i].game)
	}
	return games, nil
}

// loadParts reads the parts of games, and their plies. from is a FROM clause that lacks the name
// of the table.
func loadParts(ctx context.Context, q *session, games map[int64]*hall.Game, from string, args []any) error {
	rows, err := q.query(ctx, "SELECT game.id, part, part_id, start_fen, chess960, result, termination, why"+fmt.Sprintf(from, "head")+" ORDER BY part", args...)
	if err != nil {
		return err
	}
	type head struct {
		game, part int64
		hall.Head
	}
	heads, err := collect(rows, func(h *head) []any {
		return []any{&h.game, &h.part, &h.ID, &h.Start, &h.Chess960, &h.Result, &h.Termination, &h.Why}
	})
	if err != nil {
		return err
	}
	for _, h := range heads {
		games[h.game].Parts = append(games[h.game].Parts, hall.Part{Head: h.Head})
	}
	rows, err = q.query(ctx, "SELECT game.id, part, uci, san, state, after, clk_ms"+fmt.Sprintf(from, "ply")+" ORDER BY ply", args...)
	if err != nil {
		return err
	}
	type ply struct {
		game, part int64
		hall.Ply
	}
	plies, err := collect(rows, func(p *ply) []any { return []any{&p.game, &p.part, &p.UCI, &p.SAN, &p.State, &p.After, &p.ClkMs} })
	if err != nil {
		return err
	}
	for _, p := range plies {
		parts := games[p.game].Parts
		if p.part >= int64(len(parts)) {
			return fmt.Errorf("game %d: plies of part %d, of which nothing else is known", p.game, p.part)
		}
		parts[p.part].Plies = append(parts[p.part].Plies, p.Ply)
	}
	return nil
}
