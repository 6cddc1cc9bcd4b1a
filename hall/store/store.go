// Package store keeps in SQLite what a hall has received from its boards, and what people did.
//
// Each ply, each result and each seat is a row with the time at which it was shown and the time
// at which it was hidden; nothing is overwritten. A query returns a game as it stood at any
// time, so that a delayed view survives kill and restart. The times are the hall's own. They
// never go back, and they follow the time of day only at the start of the program: otherwise a
// clock that is put forward would show moves early.
//
//	schema.go  the tables, and how a file of an earlier version is brought up to date
//	session.go prepared statements, the one writer
//	games.go   games: from snapshots in, as of a time out
//	rounds.go  rounds, pairings, acts
//	desk.go    what is for arbiters: findings, alerts, requests with their answers
//	copy.go    a copy while it runs, and everything as JSON
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// Store is a file. Its methods may be called from any goroutine; writes wait for one another.
type Store struct {
	db   *sql.DB
	lock *os.File // nil: not claimed

	reader *session
	writer writer

	taking sync.Mutex             // whoever takes reports holds it
	known  map[string]*lastReport // the last report of each board; under taking

	mu      sync.Mutex
	base    int64 // the hall's time at start
	start   time.Time
	last    int64 // the last time given out
	pending int64 // the time of the reports that are being written; 0: none are
	rounds  map[roundID]knownRound
}

// ErrClaimed is the error if another program writes games into the file.
var ErrClaimed = errors.New("another boardd-hall runs on this file")

// Open opens a file, and creates it if there is none. It refuses a damaged file and one of a
// later program, and leaves them as they are. What root creates belongs to the owner of the
// folder, as whom the service runs.
func Open(path string) (*Store, error) {
	if err := create(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(5) // one of them writes
	s := &Store{db: db, start: time.Now(), reader: newSession(db.PrepareContext), known: map[string]*lastReport{}, rounds: map[roundID]knownRound{}}
	if err := s.begin(); err != nil {
		db.Close()
		return nil, fmt.Errorf("open %s: %w", path, plain(err))
	}
	return s, nil
}

// errDamaged is what to do about a damaged file.
var errDamaged = errors.New("the file is damaged: put a backup in its place (boardd-hall backup makes one), or move it away, and import the rounds again")

// plain adds to an error of SQLite what it means for people.
func plain(err error) error {
	bad, ok := errors.AsType[*sqlite.Error](err)
	if !ok || errors.Is(err, errDamaged) || errors.Is(err, syscall.ENOSPC) {
		return err
	}
	code := bad.Code()
	switch {
	case code&0xff == codes.SQLITE_FULL, code == codes.SQLITE_IOERR_SHMSIZE: // the latter when it is opened
		return fmt.Errorf("%w: %w", err, syscall.ENOSPC)
	case code&0xff == codes.SQLITE_CORRUPT, code&0xff == codes.SQLITE_NOTADB, code == codes.SQLITE_IOERR_SHORT_READ:
		return fmt.Errorf("%w: %w", err, errDamaged)
	}
	return err
}

// create creates an empty file that only its owner may write, if there is none.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o640)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%w: make its folder first, or name another one (state_dir)", err)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return HandOver(f)
}

// HandOver gives a file that root has created to the owner of its folder.
func HandOver(f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	of := func(path string) (syscall.Stat_t, error) {
		var s syscall.Stat_t
		err := syscall.Stat(path, &s)
		return s, err
	}
	folder, err := of(filepath.Dir(f.Name()))
	if err != nil {
		return err
	}
	file, err := of(f.Name())
	if err != nil || file.Uid != 0 || folder.Uid == 0 {
		return err
	}
	return f.Chown(int(folder.Uid), int(folder.Gid))
}

func (s *Store) begin() error {
	ctx := context.Background()
	var sound string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&sound); err != nil {
		return err
	}
	if sound != "ok" {
		return fmt.Errorf("%s: %w", sound, errDamaged)
	}
	if err := migrate(ctx, s.db); err != nil {
		return err
	}
	const latest = `SELECT max(coalesce((SELECT max(shown_at) FROM ply), 0), coalesce((SELECT max(shown_at) FROM head), 0), coalesce((SELECT max(shown_at) FROM seat), 0),
		coalesce((SELECT max(hidden_at) FROM ply WHERE hidden_at < ` + forever + `), 0), coalesce((SELECT max(hidden_at) FROM head WHERE hidden_at < ` + forever + `), 0))`
	err := s.db.QueryRowContext(ctx, latest).Scan(&s.last)
	s.base = max(s.start.UnixMilli(), s.last)
	return err
}

// Claim makes this program the only one that writes games into the file, until Close.
func (s *Store) Claim(path string) error {
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", path, ErrClaimed)
	}
	s.lock = f
	return HandOver(f)
}

// Close ends the use of the file.
func (s *Store) Close() error {
	if s.lock != nil {
		defer s.lock.Close()
	}
	s.writer.mu.Lock()
	defer s.writer.mu.Unlock()
	s.reader.close()
	if s.writer.conn != nil {
		s.writer.close()
		s.writer.conn.Close()
	}
	return s.db.Close()
}

// Now returns the hall's time. Everything that the store takes later has a later time. So has
// what it is taking just now.
func (s *Store) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending > 0 {
		return time.UnixMilli(s.pending - 1)
	}
	s.last = max(s.last, s.clock())
	return time.UnixMilli(s.last)
}

// clock returns the hall's time by the monotonic clock.
func (s *Store) clock() int64 { return s.base + time.Since(s.start).Milliseconds() }

// Ahead returns how far the time of day is ahead of the hall's time. If it is more than some
// seconds, the clock was put forward. If it is less than minus some seconds, the clock was put
// back, or was ahead when the file was last written.
func (s *Store) Ahead() time.Duration {
	return time.Duration(time.Now().Round(0).UnixMilli()-s.clock()) * time.Millisecond
}
