package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

var ctx = context.Background()

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "hall.db") }

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// reportsIn returns what a board reports of its games in a log, in order.
func reportsIn(t *testing.T, log, board string) []Report {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(fixtures.Log(log)))
	_, e, err := pipeline.ReadHeader(rd, "s")
	if err != nil {
		t.Fatal(err)
	}
	records := must(rd.ReadAll())(t)
	e.Encoder = pipeline.ReplayEncoder()
	messages := e.Begin().Messages
	for _, r := range records {
		messages = append(messages, e.Step(r).Messages...)
	}
	var all []Report
	for _, m := range append(messages, e.Finish().Messages...) {
		if _, what, _ := transport.ParseTopic(m.Topic); what != "game" && what != "last/game" {
			continue
		}
		var g transport.Game
		if err := json.Unmarshal(m.Payload, &g); err != nil {
			t.Fatal(err)
		}
		all = append(all, Report{Game: must(hall.GameOf(board, &g.Record))(t), Seq: g.Seq})
	}
	return all
}

// same compares games, but not the times at which they began.
func same(a, b hall.Game) bool {
	a.Began, b.Began = time.Time{}, time.Time{}
	return a.Board == b.Board && a.ID == b.ID && reflect.DeepEqual(a.Tags, b.Tags) && hall.Changes(&a, &b) == nil
}

// game returns a game with some plies at a table.
func game(board, id, round string, plies ...string) hall.Game {
	g := hall.Game{Board: board, ID: id, Tags: map[string]string{"Event": "Open", "Round": round}, Parts: []hall.Part{{Head: hall.Head{ID: id, Start: "x", Result: "*"}}}}
	for _, p := range plies {
		g.Parts[0].Plies = append(g.Parts[0].Plies, hall.Ply{UCI: p, SAN: p, State: "made", ClkMs: -1})
	}
	return g
}

// TestAsOf: the store returns the games of each log as they stood after each snapshot, even when
// the file has been opened again.
func TestAsOf(t *testing.T) {
	for _, name := range []string{"arbiter", "illegal-stands", "dgt-game", "takeback", "commands"} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s := open(t, path)
			type moment struct {
				at    time.Time
				games map[string]hall.Game
			}
			now, moments, begin := map[string]hall.Game{}, []moment{}, s.Now()
			for _, report := range reportsIn(t, name, "b07") {
				if err := s.Take(ctx, []Report{report}); err != nil {
					t.Fatal(err)
				}
				now[report.Game.ID] = report.Game
				m := moment{s.Now(), map[string]hall.Game{}}
				for id, g := range now {
					m.games[id] = g
				}
				moments = append(moments, m)
			}
			s.Close()
			s = open(t, path)
			for i, m := range moments {
				games := must(load(ctx, s.reader, "1", m.at.UnixMilli()))(t)
				if len(games) != len(m.games) {
					t.Fatalf("moment %d: %d games, want %d", i, len(games), len(m.games))
				}
				for _, g := range games {
					if !same(g, m.games[g.ID]) {
						t.Fatalf("moment %d: %+v, want %+v", i, g, m.games[g.ID])
					}
				}
			}
			if games := must(load(ctx, s.reader, "1", begin.UnixMilli()))(t); len(moments) < 3 || len(games) > 0 {
				t.Errorf("before the first: %+v", games)
			}
		})
	}
}

// A ply is shown until it is taken back, and no other ply is shown in between.
func TestRetraction(t *testing.T) {
	s := open(t, file(t))
	var at []time.Time
	for i, plies := range [][]string{{"e4"}, {"e4", "e5"}, {"e4"}, {"d4"}} {
		if err := s.Take(ctx, []Report{{Game: game("b07", "g", "3.7", plies...), Seq: uint64(i + 1)}}); err != nil {
			t.Fatal(err)
		}
		at = append(at, s.Now())
	}
	for i, want := range []string{"e4", "e4 e5", "e4", "d4"} {
		games := must(s.Games(ctx, "Open", 3, at[i]))(t)
		var got []string
		for _, p := range games[0].Parts[0].Plies {
			got = append(got, p.SAN)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("moment %d: %q, want %q", i, got, want)
		}
	}
}

// A report that is older than the last one of its game is dropped. Each game has a last report
// of its own, because a board repeats what it reported of its last game.
func TestOldNewsIsDropped(t *testing.T) {
	s := open(t, file(t))
	reports := []Report{{Game: game("b07", "b", "3.7", "d4"), Seq: 9}, {Game: game("b07", "a", "2.7", "e4", "e5"), Seq: 5}, {Game: game("b07", "b", "3.7"), Seq: 8}, {Game: game("b07", "b", "3.7"), Seq: 9}}
	if err := s.Take(ctx, reports); err != nil {
		t.Fatal(err)
	}
	for round, plies := range map[int]int{2: 2, 3: 1} {
		games := must(s.Games(ctx, "Open", round, s.Now()))(t)
		if len(games) != 1 || len(games[0].Parts[0].Plies) != plies {
			t.Errorf("round %d: %+v", round, games)
		}
	}
}

// A reader that reads again only the seats that Changed returns has all seats as they are, at
// any delay.
func TestChanged(t *testing.T) {
	s := open(t, file(t))
	view := map[Seat][]hall.Game{}
	before := s.Now()
	look := func() {
		at := s.Now()
		for _, seat := range must(s.Changed(ctx, before, at))(t) {
			view[seat] = must(s.Table(ctx, seat, at))(t)
		}
		before = at
		for _, round := range []int{2, 3} {
			var got []hall.Game
			for seat, games := range view {
				if seat.Round == round {
					got = append(got, games...)
				}
			}
			want := must(s.Games(ctx, "Open", round, at))(t)
			slices.SortFunc(got, func(a, b hall.Game) int { return strings.Compare(a.Board+a.ID, b.Board+b.ID) })
			slices.SortFunc(want, func(a, b hall.Game) int { return strings.Compare(a.Board+a.ID, b.Board+b.ID) })
			if !slices.EqualFunc(got, want, same) {
				t.Fatalf("round %d: %+v, want %+v", round, got, want)
			}
		}
	}
	for i, reports := range [][]Report{
		{{Game: game("b07", "a", "2.7"), Seq: 1}}, {{Game: game("b07", "a", "2.7", "e4"), Seq: 2}, {Game: game("b08", "c", "2.8", "d4"), Seq: 1}},
		{{Game: game("b07", "a", "3.7", "e4"), Seq: 3}}, // the tags were wrong
		{{Game: game("b08", "c", "2.8"), Seq: 2}}, {},
	} {
		if err := s.Take(ctx, reports); err != nil {
			t.Fatal(err)
		}
		look()
		if i == 4 {
			if seats := must(s.Changed(ctx, before, s.Now()))(t); seats != nil {
				t.Errorf("nothing has changed: %v", seats)
			}
		}
	}
}

// The time of the hall never goes back, and goes forward only as time passes: also if the clock
// is put forward or back while the program runs, or back while it does not.
func TestTimeOnlyPasses(t *testing.T) {
	path := file(t)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, path)
		first := s.Now()
		time.Sleep(time.Minute)
		if got := s.Now().Sub(first); got != time.Minute {
			t.Errorf("a minute was %v", got)
		}
		if err := s.Take(ctx, []Report{{Game: game("b07", "a", "2.7"), Seq: 1}}); err != nil {
			t.Fatal(err)
		}
		s.Close()
	})
	s := must(Open(path))(t) // in the bubble time begins in the year 2000
	defer s.Close()
	future := time.Now().Add(time.Hour).UnixMilli()
	if _, err := s.db.Exec("UPDATE seat SET shown_at = ?", future); err != nil {
		t.Fatal(err)
	}
	again := must(Open(path))(t)
	defer again.Close()
	if got := again.Now().UnixMilli(); got < future {
		t.Errorf("the file was written at %d, and it is %d now", future, got)
	}
	if again.Ahead() > -59*time.Minute {
		t.Errorf("the time of day is ahead by %v", again.Ahead())
	}
}

func TestRounds(t *testing.T) {
	s := open(t, file(t))
	r := hall.Round{Number: 3, Date: "2027.03.06", Boards: map[int]string{8: "spare"}, Pairings: []hall.Pairing{
		{Table: 7, White: hall.Player{Name: "Ferrier, Isla", FideID: "2400001", Elo: 2310}, Black: hall.Player{Name: `"><script>`}}, {Table: 8}}}
	if err := s.OpenRound(ctx, "harbour27", 3, Act{}); !errors.Is(err, ErrNoRound) {
		t.Errorf("a round that is not there: %v", err)
	}
	if err := s.SetRound(ctx, "harbour27", &r, Act{Who: "anna", What: "import", Detail: "r3.pgn"}); err != nil {
		t.Fatal(err)
	}
	if err := s.OpenRound(ctx, "harbour27", 3, Act{Who: "anna", What: "open"}); err != nil {
		t.Fatal(err)
	}
	r.Pairings = r.Pairings[:1]
	if err := s.SetRound(ctx, "harbour27", &r, Act{Who: "anna", What: "import", Detail: "r3 again.pgn"}); err != nil {
		t.Fatal(err)
	}
	rounds, opened, err := s.Rounds(ctx, "harbour27")
	if len(rounds) == 1 {
		r.Opened = rounds[0].Opened
	}
	if err != nil || opened != 3 || len(rounds) != 1 || !reflect.DeepEqual(rounds[0], r) || r.Opened.IsZero() {
		t.Errorf("%+v, %d open, %v; want %+v", rounds, opened, err, r)
	}
	var got []string
	for _, a := range must(s.Acts(ctx, "harbour27", 3))(t) {
		got = append(got, a.Who+" "+a.What+" "+a.Detail)
	}
	if want := []string{"anna import r3.pgn", "anna open ", "anna import r3 again.pgn"}; !slices.Equal(got, want) {
		t.Errorf("acts %q, want %q", got, want)
	}
}

// A round has ended when another one was opened in its place, or none. It has not once it is open
// again, or if it never was.
func TestEndOfARound(t *testing.T) {
	path := file(t)
	s := open(t, path)
	for number := range 3 {
		if err := s.SetRound(ctx, "harbour27", &hall.Round{Number: number + 1}, Act{}); err != nil {
			t.Fatal(err)
		}
	}
	var last time.Time
	for i, c := range []struct {
		open  int
		ended [3]bool
	}{{1, [3]bool{}}, {1, [3]bool{}}, {2, [3]bool{true}}, {0, [3]bool{true, true}}, {0, [3]bool{true, true}}, {1, [3]bool{false, true}}} {
		before := s.Now()
		if err := s.OpenRound(ctx, "harbour27", c.open, Act{}); err != nil {
			t.Fatal(err)
		}
		rounds, _, err := s.Rounds(ctx, "harbour27")
		if err != nil {
			t.Fatal(err)
		}
		for j, r := range rounds {
			if r.Ended.IsZero() == c.ended[j] {
				t.Errorf("%d: round %d ended at %v", i, r.Number, r.Ended)
			}
		}
		if c.open == 2 {
			if last = rounds[0].Ended; last.Before(before) || last.After(s.Now()) {
				t.Errorf("round 1 ended at %v, want %v", last, before)
			}
		} else if e := rounds[0].Ended; !e.IsZero() && !e.Equal(last) {
			t.Errorf("%d: the end of round 1 is %v, and was %v", i, e, last)
		}
	}
}

// A round that is opened while it is open was opened before; one that had ended is opened anew.
func TestOpening(t *testing.T) {
	s := open(t, file(t))
	if err := s.SetRound(ctx, "harbour27", &hall.Round{Number: 1}, Act{}); err != nil {
		t.Fatal(err)
	}
	opened := func(number int) time.Time {
		t.Helper()
		for at := s.Now(); !s.Now().After(at); { // times are whole milliseconds
			time.Sleep(time.Millisecond)
		}
		if err := s.OpenRound(ctx, "harbour27", number, Act{}); err != nil {
			t.Fatal(err)
		}
		rounds, _, err := s.Rounds(ctx, "harbour27")
		if err != nil {
			t.Fatal(err)
		}
		return rounds[0].Opened
	}
	never := opened(0)
	first := opened(1)
	if again := opened(1); !never.IsZero() || first.IsZero() || !again.Equal(first) {
		t.Errorf("opened at %v, %v, %v", never, first, again)
	}
	if closed, anew := opened(0), opened(1); !closed.Equal(first) || !anew.After(first) {
		t.Errorf("opened at %v; %v once it has ended, and then %v", first, closed, anew)
	}
}

// TestTwins: the names that several boards have are kept.
func TestTwins(t *testing.T) {
	path := file(t)
	s := open(t, path)
	for _, want := range [][]string{{"b07", "b12"}, {"b12"}, nil} {
		if err := s.SetTwins(ctx, want); err != nil {
			t.Fatal(err)
		}
		if got := must(open(t, path).Twins(ctx))(t); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Pairings that another program has changed are read again.
func TestRoundsOfAnotherProgram(t *testing.T) {
	path := file(t)
	a, b := open(t, path), open(t, path)
	r := hall.Round{Number: 3, Pairings: []hall.Pairing{{Table: 7, White: hall.Player{Name: "Ferrier, Isla"}}}}
	wants := func() {
		t.Helper()
		if err := b.SetRound(ctx, "harbour27", &r, Act{}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if rounds, _, err := a.Rounds(ctx, "harbour27"); err != nil || !reflect.DeepEqual(rounds, []hall.Round{r}) {
				t.Errorf("%+v, %v; want %+v", rounds, err, r)
			}
		}
	}
	wants()
	r.Pairings = []hall.Pairing{{Table: 7, White: hall.Player{Name: "Ng, Wei"}}}
	wants()
	r.Boards = map[int]string{7: "spare"}
	wants()
	r.Date = "2027.03.06"
	wants()
}

// A Take that breaks off leaves nothing behind, and the next one takes all.
func TestBrokenOff(t *testing.T) {
	s := open(t, file(t))
	if err := s.Take(ctx, []Report{{Game: game("b07", "g", "3.7", "e4"), Seq: 1}}); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	next := []Report{{Game: game("b07", "g", "3.7", "e4", "e5"), Seq: 2}, {Game: game("b08", "g", "3.8", "d4"), Seq: 1}}
	if err := s.Take(over, next); err == nil {
		t.Fatal("no error")
	}
	if games := must(s.Games(ctx, "Open", 3, s.Now()))(t); len(games) != 1 || len(games[0].Parts[0].Plies) != 1 {
		t.Errorf("%+v", games)
	}
	if err := s.Take(ctx, next); err != nil {
		t.Fatal(err)
	}
	if games := must(s.Games(ctx, "Open", 3, s.Now()))(t); len(games) != 2 || len(games[0].Parts[0].Plies) != 2 {
		t.Errorf("%+v", games)
	}
}

// A file of the first version keeps its rows. What is asked for at every update is found by
// indexes.
func TestFirstVersion(t *testing.T) {
	path := file(t)
	db := must(sql.Open("sqlite", path))(t)
	for _, text := range []string{migrations[0], "PRAGMA user_version = 1", "INSERT INTO round VALUES ('harbour27', 3, '2027.03.06', 1)",
		"INSERT INTO round VALUES ('harbour27', 2, '', 0), ('harbour27', 4, '', 0)",
		`INSERT INTO act (at, who, what, tournament, round, detail) VALUES (10, '', 'open', 'harbour27', 2, ''), (20, '', 'move', 'harbour27', 2, ''),
			(25, '', 'open', 'other', 1, ''), (30, '', 'open', 'harbour27', 0, ''), (40, '', 'open', 'harbour27', 3, '')`,
		`INSERT INTO pairing VALUES ('harbour27', 3, 7, '{"Name":"Ferrier, Isla"}', '{}')`} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	s := open(t, path)
	rounds, opened, err := s.Rounds(ctx, "harbour27")
	if err != nil || opened != 3 || len(rounds) != 3 || rounds[1].Pairings[0].White.Name != "Ferrier, Isla" {
		t.Errorf("%+v, %d open, %v", rounds, opened, err)
	}
	if ended := rounds[0].Ended.UnixMilli(); ended != 30 || !rounds[1].Ended.IsZero() || !rounds[2].Ended.IsZero() {
		t.Errorf("round 2 ended at %d, want 30; the others: %v, %v", ended, rounds[1].Ended, rounds[2].Ended)
	}
	if !rounds[0].Opened.Equal(time.UnixMilli(10)) || !rounds[1].Opened.Equal(time.UnixMilli(40)) || !rounds[2].Opened.IsZero() {
		t.Errorf("opened: %v, %v, %v", rounds[0].Opened, rounds[1].Opened, rounds[2].Opened)
	}
	rows := must(s.db.Query("EXPLAIN QUERY PLAN "+changed(), 1, 2))(t)
	for _, step := range must(collect(rows, func(r *[4]string) []any { return []any{&r[0], &r[1], &r[2], &r[3]} }))(t) {
		if strings.HasPrefix(step[3], "SCAN") {
			t.Errorf("changed: %s", step[3])
		}
	}
}

// A copy that is made while games come in is a whole file.
func TestBackup(t *testing.T) {
	s := open(t, file(t))
	done := make(chan error)
	go func() {
		for i := range 200 {
			if err := s.Take(ctx, []Report{{Game: game("b07", "a", "2.7", slices.Repeat([]string{"e4"}, i)...), Seq: uint64(i + 1)}}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(ctx, path); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(ctx, path); err == nil {
		t.Error("the copy was overwritten")
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	if _, err := again.Games(ctx, "Open", 2, again.Now()); err != nil {
		t.Error(err)
	}
}

func TestExportJSON(t *testing.T) {
	s := open(t, file(t))
	if err := s.Take(ctx, []Report{{Game: game("b07", "a", "2.7", "e4", "e5"), Seq: 1}}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.ExportJSON(ctx, &out); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(out.String()) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		count[fmt.Sprint(row["table"])]++
	}
	if want := map[string]int{"game": 1, "seat": 1, "head": 1, "ply": 2}; !reflect.DeepEqual(count, want) {
		t.Errorf("got %v, want %v", count, want)
	}
}

// A full disk is an error at once, and what was accepted before is there.
func TestFullDisk(t *testing.T) {
	path := file(t)
	s := open(t, path)
	s.db.SetMaxOpenConns(1) // the writer's
	if err := s.write(ctx, func(q *session) error {
		_, err := s.writer.conn.ExecContext(ctx, "PRAGMA max_page_count = 60")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	taken := 0
	var err error
	for i := 0; err == nil && i < 10_000; i++ {
		if err = s.Take(ctx, []Report{{Game: game(fmt.Sprintf("b%d", i), "a", "2.7", slices.Repeat([]string{"e4"}, 50)...), Seq: 1}}); err == nil {
			taken++
		}
	}
	if err == nil || !strings.Contains(err.Error(), "full") {
		t.Fatalf("error %v", err)
	}
	s.Close()
	s = open(t, path)
	games := must(s.Games(ctx, "Open", 2, s.Now()))(t)
	if len(games) != taken || taken == 0 {
		t.Errorf("%d games, %d were taken", len(games), taken)
	}
	if err := s.Take(ctx, []Report{{Game: game("late", "a", "2.7", "e4"), Seq: 1}}); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// A file that is opened while its disk is full says so; with room again it has what it had.
func TestOpenOnAFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no disk of its own: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	path, filler := filepath.Join(disk, "hall.db"), filepath.Join(disk, "filler")
	s := must(Open(path))(t)
	if err := errors.Join(s.AddAct(ctx, Act{Tournament: "open", Who: "anna"}), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filler, make([]byte, 2<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if _, err := Open(path); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if acts := must(open(t, path).Acts(ctx, "open", 0))(t); len(acts) != 1 || acts[0].Who != "anna" {
		t.Errorf("%+v", acts)
	}
}

// A damaged file, a file of another program and a file of a later version are refused, and not
// changed.
func TestBadFiles(t *testing.T) {
	good := file(t)
	s := open(t, good)
	for i := range 40 {
		if err := s.Take(ctx, []Report{{Game: game(fmt.Sprintf("b%d", i), "a", "2.7", slices.Repeat([]string{"e4"}, 50)...), Seq: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	sound := must(os.ReadFile(good))(t)
	for name, spoil := range map[string]func([]byte) []byte{
		"text":      func([]byte) []byte { return []byte(strings.Repeat("this is no database\n", 100)) },
		"cut":       func(b []byte) []byte { return b[:len(b)/2] },
		"scribbled": func(b []byte) []byte { copy(b[4096*3:], bytes.Repeat([]byte{0xa5}, 4096*4)); return b },
		"later":     func(b []byte) []byte { b[63] = 99; return b }, // user_version
	} {
		path := filepath.Join(t.TempDir(), name)
		bad := spoil(bytes.Clone(sound))
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(path); err == nil {
			s.Close()
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if now := must(os.ReadFile(path))(t); !bytes.Equal(now, bad) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestClaim(t *testing.T) {
	path := file(t)
	a, b := open(t, path), open(t, path)
	if err := a.Claim(path); err != nil {
		t.Fatal(err)
	}
	if err := b.Claim(path); !errors.Is(err, ErrClaimed) {
		t.Errorf("error %v", err)
	}
	a.Close()
	if err := b.Claim(path); err != nil {
		t.Error(err)
	}
}

// TestOwner: what root creates belongs to the owner of the folder, who else could not go on.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	folder := t.TempDir()
	if err := os.Chown(folder, 12345, 12346); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(folder, "hall.db"))
	if err := s.Claim(filepath.Join(folder, "hall.db")); err != nil {
		t.Fatal(err)
	}
	if err := s.AddAct(ctx, Act{}); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(folder + "/*")
	if err != nil || len(names) < 3 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		var stat syscall.Stat_t
		if err := syscall.Stat(name, &stat); err != nil || stat.Uid != 12345 || stat.Gid != 12346 || stat.Mode&0o027 != 0 {
			t.Errorf("%s: owner %d:%d, mode %o, %v", name, stat.Uid, stat.Gid, stat.Mode, err)
		}
	}
}

// TestClosed: after the end of the program all that was kept is in the one file.
func TestClosed(t *testing.T) {
	path := file(t)
	s := must(Open(path))(t)
	if err := s.Take(ctx, []Report{{Game: game("b07", "g", "3.7", "e4"), Seq: 1}}); err != nil {
		t.Fatal(err)
	}
	must(s.Games(ctx, "Open", 3, s.Now()))(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	copied := file(t)
	if err := os.WriteFile(copied, must(os.ReadFile(path))(t), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, copied)
	if games := must(s.Games(ctx, "Open", 3, s.Now()))(t); len(games) != 1 {
		t.Errorf("the copy has %+v", games)
	}
}

// TestAlone: a board that had a twin of its name has its own game at its table again, also with
// a lower number. What the twin reported stays in the file.
func TestAlone(t *testing.T) {
	for _, twin := range []string{"own", "twins"} { // the id of the twin's game: a copied card has the same
		s := open(t, file(t))
		take := func(r Report) {
			t.Helper()
			if err := s.Take(ctx, []Report{r}); err != nil {
				t.Fatal(err)
			}
		}
		take(Report{Game: game("b07", "before", "2.7", "c4"), Seq: 1})
		take(Report{Game: game("b07", "own", "3.7", "e4", "e5"), Seq: 5})
		take(Report{Game: game("b07", twin, "3.7", "d4"), Seq: 900})
		between := s.Now()
		take(Report{Game: game("b07", "own", "3.7", "e4", "e5", "Nf3"), Seq: 7, Alone: true})
		take(Report{Game: game("b07", "own", "3.7", "e4", "e5", "Nf3", "Nc6"), Seq: 8})
		games := must(s.Games(ctx, "Open", 3, s.Now()))(t)
		if len(games) != 1 || len(games[0].Parts[0].Plies) != 4 || games[0].ID != "own" {
			t.Errorf("twin %s: %+v", twin, games)
		}
		if games := must(s.Games(ctx, "Open", 2, s.Now()))(t); len(games) != 1 {
			t.Errorf("twin %s: the round before: %+v", twin, games)
		}
		was := must(s.Games(ctx, "Open", 3, between))(t)
		if last := was[len(was)-1]; last.ID != twin || len(last.Parts[0].Plies) != 1 {
			t.Errorf("twin %s: what it had reported: %+v", twin, was)
		}
	}
}
