package store

import (
	"context"
	"fmt"
	"time"
)

// Kind is a kind of Notice.
type Kind uint8

const (
	FindingNotice Kind = iota
	AlertNotice        // without a payload: it is cleared
	RequestNotice
	AnswerNotice
)

// Notice is a message between boards and arbiters.
type Notice struct {
	Kind    Kind
	Board   string
	Name    string // the code of an alert, the verb of a request or an answer
	Seq     uint64 // of a finding or an alert
	Game    string // of a finding: the game that it is of, without the number of a part; "" if it does not say
	Rules   string // rule set, time class and supervision of the game, "" if not known
	Payload []byte
	At      time.Time // when it was published, if it came late; zero: it has just come

	// Of a request and its answer. Tournament and Round are empty if the request does not
	// say for which round it is; then it is for the one that is played on the board.
	Transaction string
	Who         string
	Tournament  string
	Round       int
}

// Note keeps notices, all of them or, with an error, none. A notice that comes again is kept
// once.
func (s *Store) Note(ctx context.Context, all []Notice) error {
	at := s.Now().UnixMilli()
	return s.write(ctx, func(q *session) error {
		for i := range all {
			at := at
			if !all[i].At.IsZero() {
				at = min(at, all[i].At.UnixMilli())
			}
			if err := note(ctx, q, &all[i], at); err != nil {
				return fmt.Errorf("board %s: %s: %w", all[i].Board, all[i].Name, err)
			}
		}
		return nil
	})
}

func note(ctx context.Context, q *session, n *Notice, at int64) error {
	switch n.Kind {
	case FindingNotice:
		_, err := q.exec(ctx, "INSERT OR IGNORE INTO finding (board, seq, at, rules, payload, game_id) VALUES (?, ?, ?, ?, ?, ?)", n.Board, n.Seq, at, n.Rules, string(n.Payload), n.Game)
		return err
	case AlertNotice:
		return noteAlert(ctx, q, n, at)
	case RequestNotice:
		return noteRequest(ctx, q, n, at)
	}
	return noteAnswer(ctx, q, n, at)
}

// noteAlert hides the alert that stood under this code, and shows the new one.
func noteAlert(ctx context.Context, q *session, n *Notice, at int64) error {
	if _, err := q.exec(ctx, "UPDATE alert SET hidden_at = max(shown_at, ?) WHERE board = ? AND code = ? AND hidden_at = "+forever+" AND seq != ?", at, n.Board, n.Name, n.Seq); err != nil {
		return err
	}
	if len(n.Payload) == 0 {
		return nil
	}
	_, err := q.exec(ctx, `INSERT INTO alert (board, code, seq, rules, payload, shown_at, hidden_at)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, `+forever+` WHERE NOT EXISTS (SELECT 1 FROM alert WHERE board = ?1 AND code = ?2 AND seq = ?3 AND hidden_at = `+forever+`)`,
		n.Board, n.Name, n.Seq, n.Rules, string(n.Payload), at)
	return err
}

// noteRequest keeps a request. A broker promises no order between what two clients publish, so its
// answer may be there already.
func noteRequest(ctx context.Context, q *session, n *Notice, at int64) error {
	if n.Transaction != "" {
		r, err := q.exec(ctx, "UPDATE request SET at = min(at, ?), who = ?, tournament = ?, round = ?, payload = ? WHERE board = ? AND verb = ? AND transaction_id = ? AND payload = ''",
			at, n.Who, n.Tournament, n.Round, string(n.Payload), n.Board, n.Name, n.Transaction)
		if err != nil {
			return err
		}
		if found, err := r.RowsAffected(); err != nil || found > 0 {
			return err
		}
	}
	_, err := q.exec(ctx, `INSERT INTO request (board, verb, transaction_id, at, who, tournament, round, payload, answered_at, answer)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, '' WHERE ?3 = '' OR NOT EXISTS (SELECT 1 FROM request WHERE board = ?1 AND verb = ?2 AND transaction_id = ?3)`,
		n.Board, n.Name, n.Transaction, at, n.Who, n.Tournament, n.Round, string(n.Payload))
	return err
}

// noteAnswer gives a request its answer. A request that was not seen is known by its answer.
func noteAnswer(ctx context.Context, q *session, n *Notice, at int64) error {
	const asked = "board = ? AND verb = ? AND transaction_id = ?"
	if n.Transaction != "" {
		r, err := q.exec(ctx, "UPDATE request SET answered_at = max(at, ?), answer = ? WHERE "+asked+" AND answered_at = 0", at, string(n.Payload), n.Board, n.Name, n.Transaction)
		if err != nil {
			return err
		}
		if found, err := r.RowsAffected(); err != nil || found > 0 {
			return err
		}
	}
	_, err := q.exec(ctx, `INSERT INTO request (board, verb, transaction_id, at, who, tournament, round, payload, answered_at, answer)
		SELECT ?1, ?2, ?3, ?4, '', '', 0, '', ?4, ?5 WHERE ?3 = '' OR NOT EXISTS (SELECT 1 FROM request WHERE board = ?1 AND verb = ?2 AND transaction_id = ?3)`,
		n.Board, n.Name, n.Transaction, at, string(n.Payload))
	return err
}

// EndAlerts ends the alerts that stand, but for those that a broker has repeated. A repeated
// one has the name BOARD/CODE.
func (s *Store) EndAlerts(ctx context.Context, repeated map[string]bool) error {
	rows, err := s.reader.query(ctx, "SELECT board, code FROM alert WHERE hidden_at = "+forever)
	if err != nil {
		return err
	}
	standing, err := collect(rows, func(n *Notice) []any { return []any{&n.Board, &n.Name} })
	if err != nil {
		return err
	}
	var ended []Notice
	for _, n := range standing {
		if n.Kind = AlertNotice; !repeated[n.Board+"/"+n.Name] {
			ended = append(ended, n)
		}
	}
	if len(ended) == 0 {
		return nil
	}
	return s.Note(ctx, ended)
}

// Noted is a notice as it was kept, with the table of the game that was on the board then.
type Noted struct {
	Notice
	Table  int       // 0: none of the round
	Until  time.Time // when the alert ended, or the answer came; zero: not yet
	Answer []byte    // of a request; nil without one
}

// played is the game that a notice names, or else the one that was on its board when it came, or
// else the board's first one, with the seat that it has now.
const played = ` LEFT JOIN seat ON seat.hidden_at = ` + forever + ` AND seat.game = coalesce(
	(SELECT id FROM game WHERE board = n.board AND game_id = n.game_id),
	(SELECT id FROM game WHERE board = n.board AND began <= n.at ORDER BY began DESC, id DESC LIMIT 1),
	(SELECT id FROM game WHERE board = n.board ORDER BY began, id LIMIT 1))`

// Desk returns the notices of a round in order: findings, alerts and requests.
func (s *Store) Desk(ctx context.Context, tournament, event string, round int) ([]Noted, error) {
	return s.desk(ctx, "", tournament, event, round)
}

// DeskOf returns those of one board.
func (s *Store) DeskOf(ctx context.Context, board, tournament, event string, round int) ([]Noted, error) {
	return s.desk(ctx, " WHERE board = ?4", tournament, event, round, board)
}

// desk returns the notices that a condition lets in.
func (s *Store) desk(ctx context.Context, which string, args ...any) ([]Noted, error) {
	query := `SELECT kind, n.board, name, rules, payload, who, coalesce(tbl, 0), n.at, until, answer FROM (
		SELECT 0 AS kind, board, '' AS name, rules, payload, '' AS who, '' AS tournament, 0 AS round, at, 0 AS until, '' AS answer, game_id FROM finding` + which + `
		UNION ALL SELECT 1, board, code, rules, payload, '', '', 0, shown_at, CASE WHEN hidden_at = ` + forever + ` THEN 0 ELSE hidden_at END, '', '' FROM alert` + which + `
		UNION ALL SELECT 2, board, verb, '', payload, who, tournament, round, at, answered_at, answer, '' FROM request` + which + `) AS n` + played + `
		WHERE n.tournament = ?1 AND n.round = ?3 OR n.tournament = '' AND seat.event = ?2 AND seat.round = ?3 ORDER BY n.at, kind`
	rows, err := s.reader.query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	type row struct {
		at, until int64
		Noted
	}
	found, err := collect(rows, func(r *row) []any {
		return []any{&r.Kind, &r.Board, &r.Name, &r.Rules, &r.Payload, &r.Who, &r.Table, &r.at, &r.until, &r.Answer}
	})
	if err != nil {
		return nil, err
	}
	var all []Noted
	for _, r := range found {
		r.At = time.UnixMilli(r.at)
		if r.until > 0 {
			r.Until = time.UnixMilli(r.until)
		}
		all = append(all, r.Noted)
	}
	return all, nil
}
