package store

import (
	"context"
	"database/sql"
	"fmt"
)

// forever is the time at which a row that is still shown will be hidden.
const forever = "9223372036854775807"

// migrations bring a file from each version to the next. The version of a file is the number of
// migrations that it has had. A released migration is never changed.
//
// Times are milliseconds of Unix time. Each row of a game has the time at which it was shown and
// the time at which it was hidden, so that a query returns the game as it stood at any time.
var migrations = []string{`
CREATE TABLE game (
	id      INTEGER PRIMARY KEY,
	board   TEXT NOT NULL,
	game_id TEXT NOT NULL,    -- as the board says, without the number of a part
	seq     INTEGER NOT NULL, -- of the last snapshot
	began   INTEGER NOT NULL, -- when the hall first had it
	UNIQUE (board, game_id)
) STRICT;
CREATE TABLE seat ( -- where a game's tags say it is played
	game  INTEGER NOT NULL REFERENCES game,
	event TEXT NOT NULL,
	round INTEGER NOT NULL, -- 0: not said
	tbl   INTEGER NOT NULL, -- 0: not said
	tags  TEXT NOT NULL,    -- JSON
	shown_at INTEGER NOT NULL, hidden_at INTEGER NOT NULL
) STRICT;
CREATE TABLE head ( -- what there is of a part besides its moves
	game INTEGER NOT NULL REFERENCES game,
	part INTEGER NOT NULL, -- from 0
	part_id TEXT NOT NULL, start_fen TEXT NOT NULL, chess960 INTEGER NOT NULL,
	result TEXT NOT NULL, termination TEXT NOT NULL, why TEXT NOT NULL,
	shown_at INTEGER NOT NULL, hidden_at INTEGER NOT NULL
) STRICT;
CREATE TABLE ply (
	game INTEGER NOT NULL REFERENCES game,
	part INTEGER NOT NULL, ply INTEGER NOT NULL, -- from 1
	uci TEXT NOT NULL, san TEXT NOT NULL, state TEXT NOT NULL,
	after TEXT NOT NULL,     -- the placement after an irregular ply
	clk_ms INTEGER NOT NULL, -- -1: not known
	shown_at INTEGER NOT NULL, hidden_at INTEGER NOT NULL
) STRICT;
CREATE INDEX seat_game ON seat (game); CREATE INDEX head_game ON head (game, part); CREATE INDEX ply_game ON ply (game, part, ply);
CREATE INDEX seat_at ON seat (event, round, tbl);
CREATE INDEX seat_shown ON seat (shown_at); CREATE INDEX head_shown ON head (shown_at); CREATE INDEX ply_shown ON ply (shown_at);
CREATE INDEX seat_hidden ON seat (hidden_at); CREATE INDEX head_hidden ON head (hidden_at); CREATE INDEX ply_hidden ON ply (hidden_at);

CREATE TABLE round (
	tournament TEXT NOT NULL, number INTEGER NOT NULL,
	date TEXT NOT NULL, open INTEGER NOT NULL,
	PRIMARY KEY (tournament, number)
) STRICT;
CREATE TABLE pairing (
	tournament TEXT NOT NULL, round INTEGER NOT NULL, tbl INTEGER NOT NULL,
	white TEXT NOT NULL, black TEXT NOT NULL, -- JSON of a player
	PRIMARY KEY (tournament, round, tbl)
) STRICT;
CREATE TABLE moved ( -- tables that are at another board
	tournament TEXT NOT NULL, round INTEGER NOT NULL, tbl INTEGER NOT NULL, board TEXT NOT NULL,
	PRIMARY KEY (tournament, round, tbl)
) STRICT;
CREATE TABLE act ( -- what people did, and what was asked of boards
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL,
	tournament TEXT NOT NULL, round INTEGER NOT NULL, detail TEXT NOT NULL
) STRICT;
`, `
ALTER TABLE round ADD COLUMN rev INTEGER NOT NULL DEFAULT 0; -- of its pairings and boards: + 1 for every change
DROP INDEX seat_hidden; DROP INDEX head_hidden; DROP INDEX ply_hidden;
CREATE INDEX seat_hidden ON seat (hidden_at) WHERE hidden_at < ` + forever + `;
CREATE INDEX head_hidden ON head (hidden_at) WHERE hidden_at < ` + forever + `;
CREATE INDEX ply_hidden ON ply (hidden_at) WHERE hidden_at < ` + forever + `;
`, `
CREATE TABLE finding ( -- what boards reported to arbiters
	id INTEGER PRIMARY KEY,
	board TEXT NOT NULL, seq INTEGER NOT NULL,
	at INTEGER NOT NULL,
	rules TEXT NOT NULL,   -- rule set, time class and supervision of the game then, if known
	payload TEXT NOT NULL, -- the message
	UNIQUE (board, seq)
) STRICT;
CREATE TABLE alert ( -- what needed a person
	id INTEGER PRIMARY KEY,
	board TEXT NOT NULL, code TEXT NOT NULL, seq INTEGER NOT NULL,
	rules TEXT NOT NULL, payload TEXT NOT NULL, -- as above
	shown_at INTEGER NOT NULL, hidden_at INTEGER NOT NULL
) STRICT;
CREATE TABLE request ( -- what was asked of boards, and what they answered
	id INTEGER PRIMARY KEY,
	board TEXT NOT NULL, verb TEXT NOT NULL, transaction_id TEXT NOT NULL,
	at INTEGER NOT NULL,
	who TEXT NOT NULL,        -- '': not known
	tournament TEXT NOT NULL, -- '' and 0: not said; the game on the board then has them
	round INTEGER NOT NULL,
	payload TEXT NOT NULL,    -- of the request; '': not seen
	answered_at INTEGER NOT NULL, -- 0: not yet
	answer TEXT NOT NULL      -- the message; '': not yet
) STRICT;
CREATE TABLE result ( -- what people entered for tables, as it is now
	act INTEGER PRIMARY KEY REFERENCES act,
	tournament TEXT NOT NULL, round INTEGER NOT NULL, tbl INTEGER NOT NULL,
	result TEXT NOT NULL, -- '*' takes an earlier one back
	UNIQUE (tournament, round, tbl)
) STRICT;
CREATE INDEX finding_at ON finding (board, at);
CREATE INDEX alert_board ON alert (board, code, hidden_at);
CREATE INDEX request_board ON request (board, verb, transaction_id);
CREATE INDEX game_began ON game (board, began);
`, `
ALTER TABLE round ADD COLUMN ended INTEGER NOT NULL DEFAULT 0; -- when it was closed last; 0 while it is open, and before
UPDATE round SET ended = coalesce((SELECT min(next.at) FROM act AS next WHERE next.tournament = round.tournament AND next.what = 'open' AND next.id >
	(SELECT max(own.id) FROM act AS own WHERE own.tournament = round.tournament AND own.what = 'open' AND own.round = round.number)), 0) WHERE NOT open;
`, `
ALTER TABLE round ADD COLUMN opened INTEGER NOT NULL DEFAULT 0; -- when it was opened last; 0 before
UPDATE round SET opened = coalesce((SELECT max(act.at) FROM act WHERE act.tournament = round.tournament AND act.what = 'open' AND act.round = round.number), 0);
CREATE TABLE twin ( -- boards whose name several have
	board TEXT PRIMARY KEY
) STRICT;
`, `
ALTER TABLE finding ADD COLUMN game_id TEXT NOT NULL DEFAULT ''; -- of game; '': the finding does not say
`}

// migrate brings the file to the present version. It refuses a file of a later version.
func migrate(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(migrations) {
		return fmt.Errorf("is of a later program: version %d, this one knows %d", version, len(migrations))
	}
	for ; version < len(migrations); version++ {
		err := inTx(ctx, db, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+1))
			return err
		})
		if err != nil {
			return fmt.Errorf("migration %d: %w", version+1, err)
		}
	}
	return nil
}

func inTx(ctx context.Context, db *sql.DB, do func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}
