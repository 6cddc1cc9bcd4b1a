package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/boardd/boardd/hall"
)

// Act is an act of a person, or a request of the hall to a board with the answer.
type Act struct {
	At         time.Time // the store fills it in
	Who, What  string
	Tournament string
	Round      int
	Detail     string
}

// ErrNoRound is the error if the store has no such round.
var ErrNoRound = errors.New("the round is not known")

// SetRound replaces a round, and keeps the act that did so.
func (s *Store) SetRound(ctx context.Context, tournament string, r *hall.Round, a Act) error {
	a.Tournament, a.Round = tournament, r.Number
	return s.change(ctx, &a, func(q *session) error {
		if _, err := q.exec(ctx, "INSERT INTO round (tournament, number, date, open) VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE SET date = excluded.date, rev = rev + 1", tournament, r.Number, r.Date); err != nil {
			return err
		}
		for _, table := range []string{"pairing", "moved"} {
			if _, err := q.exec(ctx, "DELETE FROM "+table+" WHERE tournament = ? AND round = ?", tournament, r.Number); err != nil {
				return err
			}
		}
		for _, p := range r.Pairings {
			if err := setPairing(ctx, q, tournament, r.Number, &p); err != nil {
				return err
			}
		}
		for table, board := range r.Boards {
			if _, err := q.exec(ctx, "INSERT INTO moved VALUES (?, ?, ?, ?)", tournament, r.Number, table, board); err != nil {
				return err
			}
		}
		return nil
	})
}

func setPairing(ctx context.Context, q *session, tournament string, round int, p *hall.Pairing) error {
	white, err := json.Marshal(p.White)
	if err != nil {
		return err
	}
	black, err := json.Marshal(p.Black)
	if err != nil {
		return err
	}
	_, err = q.exec(ctx, "INSERT INTO pairing VALUES (?, ?, ?, ?, ?)", tournament, round, p.Table, string(white), string(black))
	return err
}

// OpenRound opens a round of a tournament: its boards get the tags of the round. It closes any
// other round of the tournament, which then has ended. With round 0 it only closes.
func (s *Store) OpenRound(ctx context.Context, tournament string, number int, a Act) error {
	a.Tournament, a.Round = tournament, number
	at := s.Now().UnixMilli()
	return s.change(ctx, &a, func(q *session) error {
		r, err := q.exec(ctx, "UPDATE round SET open = (number = ?1), opened = CASE WHEN number = ?1 AND NOT open THEN ?2 ELSE opened END, ended = CASE WHEN number = ?1 THEN 0 WHEN open THEN ?2 ELSE ended END WHERE tournament = ?3", number, at, tournament)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err == nil && n == 0 {
			return ErrNoRound
		}
		return nil
	})
}

// change keeps the act and runs do, in one transaction.
func (s *Store) change(ctx context.Context, a *Act, do func(q *session) error) error {
	at := s.Now()
	return s.write(ctx, func(q *session) error {
		if err := addAct(ctx, q, a, at); err != nil {
			return err
		}
		return do(q)
	})
}

func addAct(ctx context.Context, q *session, a *Act, at time.Time) error {
	_, err := q.exec(ctx, "INSERT INTO act (at, who, what, tournament, round, detail) VALUES (?, ?, ?, ?, ?, ?)",
		at.UnixMilli(), a.Who, a.What, a.Tournament, a.Round, a.Detail)
	return err
}

// Entry is a result that a person entered for a table. A later one has a greater Act.
type Entry struct {
	Act          int64
	Round, Table int
	Result       string // "*" takes an earlier one back
}

// SetResult keeps a result for a table, and the act that entered it. It takes the place of an
// earlier one. The hall that runs takes it into the games.
func (s *Store) SetResult(ctx context.Context, tournament string, round, table int, result string, a Act) error {
	a.Tournament, a.Round = tournament, round
	return s.change(ctx, &a, func(q *session) error {
		_, err := q.exec(ctx, "INSERT OR REPLACE INTO result VALUES (last_insert_rowid(), ?, ?, ?, ?)", tournament, round, table, result)
		return err
	})
}

// Entered returns the results that people entered after an act, in order.
func (s *Store) Entered(ctx context.Context, tournament string, after int64) ([]Entry, error) {
	rows, err := s.reader.query(ctx, "SELECT act, round, tbl, result FROM result WHERE tournament = ? AND act > ? ORDER BY act", tournament, after)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(e *Entry) []any { return []any{&e.Act, &e.Round, &e.Table, &e.Result} })
}

// AddAct keeps acts that change nothing else: all of them, or none with an error.
func (s *Store) AddAct(ctx context.Context, acts ...Act) error {
	at := s.Now()
	return s.write(ctx, func(q *session) error {
		for i := range acts {
			if err := addAct(ctx, q, &acts[i], at); err != nil {
				return err
			}
		}
		return nil
	})
}

// Acts returns the acts of a round, in order; for round 0 those of all rounds.
func (s *Store) Acts(ctx context.Context, tournament string, round int) ([]Act, error) {
	rows, err := s.reader.query(ctx, "SELECT at, who, what, tournament, round, detail FROM act WHERE tournament = ?1 AND (round = ?2 OR ?2 = 0) ORDER BY id", tournament, round)
	if err != nil {
		return nil, err
	}
	type row struct {
		at int64
		Act
	}
	found, err := collect(rows, func(r *row) []any { return []any{&r.at, &r.Who, &r.What, &r.Tournament, &r.Round, &r.Detail} })
	var all []Act
	for _, r := range found {
		r.Act.At = time.UnixMilli(r.at)
		all = append(all, r.Act)
	}
	return all, err
}

// roundID names a round.
type roundID struct {
	tournament string
	number     int
}

// knownRound is a round as it was read at a revision.
type knownRound struct {
	hall.Round
	rev int64
}

// Rounds returns the rounds of a tournament by number, and the number of the open one; 0 if
// none is open. The caller must not change their pairings and boards: calls share them until they
// change in the file.
func (s *Store) Rounds(ctx context.Context, tournament string) (rounds []hall.Round, open int, err error) {
	rows, err := s.reader.query(ctx, "SELECT number, date, open, opened, ended, rev FROM round WHERE tournament = ? ORDER BY number", tournament)
	if err != nil {
		return nil, 0, err
	}
	type row struct {
		knownRound
		open          bool
		opened, ended int64
	}
	found, err := collect(rows, func(r *row) []any { return []any{&r.Number, &r.Date, &r.open, &r.opened, &r.ended, &r.rev} })
	if err != nil {
		return nil, 0, err
	}
	for i := range found {
		r := &found[i]
		if err := s.fill(ctx, tournament, &r.knownRound); err != nil {
			return nil, 0, fmt.Errorf("round %d: %w", r.Number, err)
		}
		r.Opened, r.Ended = timeOf(r.opened), timeOf(r.ended)
		rounds = append(rounds, r.Round)
		if r.open {
			open = r.Number
		}
	}
	return rounds, open, nil
}

// timeOf returns a time of the file; 0 is none.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// fill reads the pairings and boards of a round if they have changed.
func (s *Store) fill(ctx context.Context, tournament string, r *knownRound) error {
	id := roundID{tournament, r.Number}
	s.mu.Lock()
	known, ok := s.rounds[id]
	s.mu.Unlock()
	if ok && known.rev == r.rev {
		r.Round = known.Round
		return nil
	}
	if err := errors.Join(s.fillPairings(ctx, tournament, &r.Round), s.fillBoards(ctx, tournament, &r.Round)); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rounds[id] = *r
	return nil
}

func (s *Store) fillPairings(ctx context.Context, tournament string, r *hall.Round) error {
	rows, err := s.reader.query(ctx, "SELECT tbl, white, black FROM pairing WHERE tournament = ? AND round = ? ORDER BY tbl", tournament, r.Number)
	if err != nil {
		return err
	}
	type paired struct {
		table        int
		white, black []byte
	}
	found, err := collect(rows, func(p *paired) []any { return []any{&p.table, &p.white, &p.black} })
	if err != nil {
		return err
	}
	for _, f := range found {
		p := hall.Pairing{Table: f.table}
		if err := errors.Join(json.Unmarshal(f.white, &p.White), json.Unmarshal(f.black, &p.Black)); err != nil {
			return err
		}
		r.Pairings = append(r.Pairings, p)
	}
	return nil
}

func (s *Store) fillBoards(ctx context.Context, tournament string, r *hall.Round) error {
	rows, err := s.reader.query(ctx, "SELECT tbl, board FROM moved WHERE tournament = ? AND round = ?", tournament, r.Number)
	if err != nil {
		return err
	}
	type seat struct {
		table int
		board string
	}
	found, err := collect(rows, func(m *seat) []any { return []any{&m.table, &m.board} })
	for _, m := range found {
		if r.Boards == nil {
			r.Boards = map[int]string{}
		}
		r.Boards[m.table] = m.board
	}
	return err
}
