package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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
}

// Seat is a table of a round of an event, as tags name it.
type Seat struct {
	Event        string
	Round, Table int
}

// Take keeps what boards report: all of it, or nothing with an error. It drops a report that is
// older than what the store has of the game.
func (s *Store) Take(ctx context.Context, reports []Report) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := max(s.clock(), s.last+1)
	err := inTx(ctx, s.db, func(tx *sql.Tx) error {
		for i := range reports {
			if err := take(ctx, tx, &reports[i], at); err != nil {
				return fmt.Errorf("board %s: game %s: %w", reports[i].Game.Board, reports[i].Game.ID, err)
			}
		}
		return nil
	})
	if err == nil {
		s.last = at
	}
	return err
}

func take(ctx context.Context, tx *sql.Tx, report *Report, at int64) error {
	g := &report.Game
	var id int64
	var seq uint64
	err := tx.QueryRowContext(ctx, "SELECT id, seq FROM game WHERE board = ? AND game_id = ?", g.Board, g.ID).Scan(&id, &seq)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		r, err := tx.ExecContext(ctx, "INSERT INTO game (board, game_id, seq, began) VALUES (?, ?, ?, ?)", g.Board, g.ID, report.Seq, at)
		if err != nil {
			return err
		}
		if id, err = r.LastInsertId(); err != nil {
			return err
		}
	case err != nil:
		return err
	case report.Seq <= seq:
		return nil
	default:
		if _, err := tx.ExecContext(ctx, "UPDATE game SET seq = ? WHERE id = ?", report.Seq, id); err != nil {
			return err
		}
	}
	known, err := load(ctx, tx, "game.id = ?2", at, id)
	if err != nil {
		return err
	}
	old := hall.Game{}
	if len(known) == 1 {
		old = known[0]
	}
	if err := change(ctx, tx, id, &old, g, at); err != nil {
		return err
	}
	return sit(ctx, tx, id, &old, g, at)
}

// change hides and shows what differs between two states of a game.
func change(ctx context.Context, tx *sql.Tx, id int64, old, g *hall.Game, at int64) error {
	for _, p := range hall.Changes(old, g) {
		hide, args := "UPDATE head SET hidden_at = ? WHERE game = ? AND part = ? AND hidden_at = ?", []any{at, id, p.Part, forever}
		if p.Ply > 0 {
			hide, args = "UPDATE ply SET hidden_at = ? WHERE game = ? AND part = ? AND hidden_at = ? AND ply = ?", append(args, p.Ply)
		}
		if _, err := tx.ExecContext(ctx, hide, args...); err != nil {
			return err
		}
		if err := show(ctx, tx, id, g, p, at); err != nil {
			return err
		}
	}
	return nil
}

// show adds what a place holds now, if it holds anything.
func show(ctx context.Context, tx *sql.Tx, id int64, g *hall.Game, p hall.Place, at int64) error {
	if p.Part >= len(g.Parts) || p.Ply > len(g.Parts[p.Part].Plies) {
		return nil
	}
	part := &g.Parts[p.Part]
	if p.Ply == 0 {
		_, err := tx.ExecContext(ctx, "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			id, p.Part, part.ID, part.Start, part.Chess960, part.Result, part.Termination, part.Why, at, forever)
		return err
	}
	y := part.Plies[p.Ply-1]
	_, err := tx.ExecContext(ctx, "INSERT INTO ply VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id, p.Part, p.Ply, y.UCI, y.SAN, y.State, y.After, y.ClkMs, at, forever)
	return err
}

// sit keeps the tags of a game, and the seat that they name.
func sit(ctx context.Context, tx *sql.Tx, id int64, old, g *hall.Game, at int64) error {
	if old.Tags != nil && reflect.DeepEqual(old.Tags, g.Tags) {
		return nil
	}
	tags, err := json.Marshal(g.Tags)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE seat SET hidden_at = ? WHERE game = ? AND hidden_at = ?", at, id, forever); err != nil {
		return err
	}
	round, table := hall.RoundOf(g.Tags)
	_, err = tx.ExecContext(ctx, "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?)", id, g.Tags["Event"], round, table, string(tags), at, forever)
	return err
}

// Games returns the games that were seated in a round at a time, as they stood then.
func (s *Store) Games(ctx context.Context, event string, round int, at time.Time) ([]hall.Game, error) {
	return load(ctx, s.db, "seat.event = ?2 AND seat.round = ?3", at.UnixMilli(), event, round)
}

// Table returns the games that were seated at a table at a time, as they stood then.
func (s *Store) Table(ctx context.Context, seat Seat, at time.Time) ([]hall.Game, error) {
	return load(ctx, s.db, "seat.event = ?2 AND seat.round = ?3 AND seat.tbl = ?4", at.UnixMilli(), seat.Event, seat.Round, seat.Table)
}

// Latest returns the game that each board has begun last, as it stood at a time.
func (s *Store) Latest(ctx context.Context, at time.Time) ([]hall.Game, error) {
	return load(ctx, s.db, "game.id = (SELECT id FROM game AS g WHERE g.board = game.board ORDER BY began DESC, id DESC LIMIT 1)", at.UnixMilli())
}

// Changed returns the seats of the games in which anything was shown or hidden after one time
// and until another.
func (s *Store) Changed(ctx context.Context, after, until time.Time) ([]Seat, error) {
	var in []string
	for _, table := range []string{"seat", "head", "ply"} {
		for _, when := range []string{"shown_at", "hidden_at"} {
			in = append(in, fmt.Sprintf("SELECT game FROM %s WHERE %s > ?1 AND %s <= ?2", table, when, when))
		}
	}
	rows, err := s.db.QueryContext(ctx, "SELECT DISTINCT event, round, tbl FROM seat WHERE round > 0 AND game IN ("+strings.Join(in, " UNION ")+")",
		after.UnixMilli(), until.UnixMilli())
	if err != nil {
		return nil, err
	}
	return collect(rows, func(seat *Seat) []any { return []any{&seat.Event, &seat.Round, &seat.Table} })
}

// querier is a database or a transaction of it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// collect reads all rows.
func collect[T any](rows *sql.Rows, to func(*T) []any) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		var one T
		if err := rows.Scan(to(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
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
func load(ctx context.Context, q querier, where string, args ...any) ([]hall.Game, error) {
	const shown = "shown_at <= ?1 AND ?1 < %[1]s.hidden_at"
	from := " FROM game JOIN seat ON seat.game = game.id AND seat." + fmt.Sprintf(shown, "seat")
	rows, err := q.QueryContext(ctx, "SELECT game.id, board, game_id, began, tags"+from+" WHERE "+where+" ORDER BY began, game.id", args...)
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
func loadParts(ctx context.Context, q querier, games map[int64]*hall.Game, from string, args []any) error {
	rows, err := q.QueryContext(ctx, "SELECT game.id, part, part_id, start_fen, chess960, result, termination, why"+fmt.Sprintf(from, "head")+" ORDER BY part", args...)
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
	rows, err = q.QueryContext(ctx, "SELECT game.id, part, uci, san, state, after, clk_ms"+fmt.Sprintf(from, "ply")+" ORDER BY ply", args...)
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
