package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Backup writes a copy of the file as it is now. Others may use the file meanwhile. It does not
// replace an existing file.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("back up to %s: it is there already", path)
	}
	if _, err := s.db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// tables are all tables of a file, in an order in which they can be restored.
var tables = []string{"game", "seat", "head", "ply", "round", "pairing", "moved", "act", "result", "finding", "alert", "request", "twin"}

// ExportJSON writes every row of the file, one JSON object a line, with the name of its table
// as "table".
func (s *Store) ExportJSON(ctx context.Context, w io.Writer) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // writers do not wait for it
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, table := range tables {
		if err := exportTable(ctx, tx, w, table); err != nil {
			return fmt.Errorf("export %s: %w", table, err)
		}
	}
	return nil
}

func exportTable(ctx context.Context, tx *sql.Tx, w io.Writer, table string) error {
	rows, err := tx.QueryContext(ctx, "SELECT * FROM "+table+" ORDER BY rowid")
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values, to := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		row := map[string]any{"table": table}
		for i, name := range names {
			row[name] = values[i]
		}
		line, err := json.Marshal(row)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return rows.Err()
}
