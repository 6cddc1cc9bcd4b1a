package store

import (
	"context"
	"database/sql"
	"sync"
)

// session runs statements, each of which it prepares once.
type session struct {
	prepare func(ctx context.Context, text string) (*sql.Stmt, error)

	mu    sync.Mutex
	ready map[string]*sql.Stmt
}

func newSession(prepare func(ctx context.Context, text string) (*sql.Stmt, error)) *session {
	return &session{prepare: prepare, ready: map[string]*sql.Stmt{}}
}

func (q *session) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if stmt := q.ready[text]; stmt != nil {
		return stmt, nil
	}
	stmt, err := q.prepare(ctx, text)
	if err == nil {
		q.ready[text] = stmt
	}
	return stmt, plain(err)
}

// close ends the use of the statements.
func (q *session) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, stmt := range q.ready {
		stmt.Close()
	}
	clear(q.ready)
}

func (q *session) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt, err := q.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	r, err := stmt.ExecContext(ctx, args...)
	return r, plain(err)
}

func (q *session) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	stmt, err := q.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return rows, plain(err)
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
	return all, plain(rows.Err())
}

// writer is the one connection over which this program writes. Other programs may write, too.
type writer struct {
	mu   sync.Mutex // who writes holds it
	conn *sql.Conn  // nil: to be opened
	*session
}

// write runs do in a transaction.
func (s *Store) write(ctx context.Context, do func(q *session) error) error {
	w := &s.writer
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil {
		conn, err := s.db.Conn(ctx)
		if err != nil {
			return err
		}
		w.conn, w.session = conn, newSession(conn.PrepareContext)
	}
	err := w.transact(ctx, do)
	if err != nil {
		w.close()
		w.conn.Close() // what is left of the transaction ends with it
		w.conn = nil
	}
	return plain(err)
}

func (w *writer) transact(ctx context.Context, do func(q *session) error) error {
	if _, err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do(w.session)
	if err == nil {
		_, err = w.exec(ctx, "COMMIT")
	}
	if err != nil {
		w.exec(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
}
