package store

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boardd/boardd/hall"
)

// seatGame has a board report a game at a table of round 3.
func seatGame(t *testing.T, s *Store, board, id string, round, table int) {
	t.Helper()
	g := hall.Game{Board: board, ID: id, Tags: map[string]string{"Event": "Open", "Round": fmt.Sprintf("%d.%d", round, table)},
		Parts: []hall.Part{{Head: hall.Head{ID: id, Start: "x", Result: "*"}}}}
	if err := s.Take(ctx, []Report{{Game: g, Seq: 1}}); err != nil {
		t.Fatal(err)
	}
}

func noteAll(t *testing.T, s *Store, all ...Notice) {
	t.Helper()
	if err := s.Note(ctx, all); err != nil {
		t.Fatal(err)
	}
}

// desk is what Desk returns, a line each.
func desk(t *testing.T, s *Store, round int) []string {
	t.Helper()
	var lines []string
	for _, n := range must(s.Desk(ctx, "open", "Open", round))(t) {
		line := fmt.Sprintf("%d %s t%d %s %s %s", n.Kind, n.Board, n.Table, n.Name, n.Payload, n.Who)
		if !n.Until.IsZero() {
			line += " until"
		}
		lines = append(lines, line+" "+string(n.Answer))
	}
	return lines
}

// TestDesk: each notice belongs to the round of the game that was on its board when it came.
func TestDesk(t *testing.T) {
	s := open(t, file(t))
	finding := func(board string, seq uint64) Notice {
		return Notice{Board: board, Seq: seq, Payload: fmt.Appendf(nil, "f%d", seq)}
	}
	noteAll(t, s, finding("b07", 1)) // before the board's first game
	seatGame(t, s, "b07", "g1", 3, 7)
	noteAll(t, s, finding("b07", 2), finding("b07", 2), finding("b08", 2)) // one comes twice; b08 is at no table
	noteAll(t, s, finding("b07", 2),
		Notice{Kind: RequestNotice, Board: "b07", Name: "result", Transaction: "x", Who: "anna", Payload: []byte("r")},
		Notice{Kind: RequestNotice, Board: "b07", Name: "result", Transaction: "x", Who: "anna", Payload: []byte("r")},
		Notice{Kind: AnswerNotice, Board: "b07", Name: "result", Transaction: "x", Payload: []byte("ok")},
		Notice{Kind: AnswerNotice, Board: "b07", Name: "pause", Transaction: "y", Payload: []byte("ok")},    // of a request that was not seen
		Notice{Kind: AnswerNotice, Board: "b07", Name: "takeback", Transaction: "v", Payload: []byte("ok")}, // of one that is seen later
		Notice{Kind: RequestNotice, Board: "b07", Name: "takeback", Transaction: "v", Who: "bert", Payload: []byte("p")},
		Notice{Kind: RequestNotice, Board: "b09", Name: "tags", Transaction: "z", Who: "hall", Tournament: "open", Round: 3, Payload: []byte("t")})
	seatGame(t, s, "b07", "g2", 4, 1)
	noteAll(t, s, finding("b07", 3))
	want := []string{"0 b07 t7  f1  ", "0 b07 t7  f2  ", "2 b07 t7 result r anna until ok", "2 b07 t7 pause   until ok", "2 b07 t7 takeback p bert until ok", "2 b09 t0 tags t hall "}
	if got := desk(t, s, 3); !slices.Equal(got, want) {
		t.Errorf("round 3\n got %q\nwant %q", got, want)
	}
	if got := desk(t, s, 4); !slices.Equal(got, []string{"0 b07 t1  f3  "}) {
		t.Errorf("round 4: %q", got)
	}
	if got := desk(t, s, 5); got != nil {
		t.Errorf("round 5: %q", got)
	}
	for board, want := range map[string]int{"b07": 5, "b08": 0, "b09": 1, "b7": 0} {
		all := must(s.DeskOf(ctx, board, "open", "Open", 3))(t)
		for _, n := range all {
			if n.Board != board {
				t.Errorf("board %s has a notice of %s", board, n.Board)
			}
		}
		if len(all) != want {
			t.Errorf("board %s has %d notices of round 3, want %d", board, len(all), want)
		}
	}
}

// BenchmarkDesk asks for what has happened at a board, and at all 200 of a round with 20 findings
// and 5 requests each.
func BenchmarkDesk(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "hall.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var reports []Report
	var notices []Notice
	for i := range 200 {
		board := fmt.Sprintf("b%03d", i+1)
		g := hall.Game{Board: board, ID: "g", Tags: map[string]string{"Event": "Open", "Round": fmt.Sprintf("3.%d", i+1)}, Parts: []hall.Part{{Head: hall.Head{ID: "g", Result: "*"}}}}
		reports = append(reports, Report{Game: g, Seq: 1})
		for n := range 20 {
			notices = append(notices, Notice{Board: board, Seq: uint64(n + 1), Payload: []byte("{}")})
		}
		for n := range 5 {
			notices = append(notices, Notice{Kind: RequestNotice, Board: board, Name: "pause", Transaction: fmt.Sprint(n), Who: "anna", Payload: []byte("{}")})
		}
	}
	if err := s.Take(ctx, reports); err != nil {
		b.Fatal(err)
	}
	if err := s.Note(ctx, notices); err != nil {
		b.Fatal(err)
	}
	for name, ask := range map[string]func() ([]Noted, error){
		"one-board": func() ([]Noted, error) { return s.DeskOf(ctx, "b077", "open", "Open", 3) },
		"round":     func() ([]Noted, error) { return s.Desk(ctx, "open", "Open", 3) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if all, err := ask(); err != nil || len(all) == 0 {
					b.Fatal(len(all), err)
				}
			}
		})
	}
}

// TestFindingOfAGame: a finding that names its game belongs to the table of that game, whatever is on
// the board when it comes. One that names a game of which nothing is known is as one that names none.
func TestFindingOfAGame(t *testing.T) {
	s := open(t, file(t))
	seatGame(t, s, "b07", "g1", 3, 7)
	seatGame(t, s, "b07", "g2", 4, 1)
	for i, game := range []string{"g1", "g2", "", "g9"} {
		noteAll(t, s, Notice{Board: "b07", Seq: uint64(i + 1), Game: game, Payload: []byte(game)})
	}
	if got := desk(t, s, 3); !slices.Equal(got, []string{"0 b07 t7  g1  "}) {
		t.Errorf("round 3: %q", got)
	}
	if got := desk(t, s, 4); !slices.Equal(got, []string{"0 b07 t1  g2  ", "0 b07 t1    ", "0 b07 t1  g9  "}) {
		t.Errorf("round 4: %q", got)
	}
}

// TestAlerts: an alert stands until it is cleared, or until a broker no longer repeats it.
func TestAlerts(t *testing.T) {
	s := open(t, file(t))
	seatGame(t, s, "b07", "g1", 3, 7)
	alert := func(code string, seq uint64, payload string) Notice {
		return Notice{Kind: AlertNotice, Board: "b07", Name: code, Seq: seq, Payload: []byte(payload)}
	}
	noteAll(t, s, alert("flag", 1, "a"), alert("desync", 2, "b"), alert("illegal", 3, "c"))
	noteAll(t, s, alert("flag", 1, "a"), alert("illegal", 0, ""), alert("desync", 4, "d"))
	want := []string{"1 b07 t7 flag a  ", "1 b07 t7 desync b  until ", "1 b07 t7 illegal c  until ", "1 b07 t7 desync d  "}
	if got := desk(t, s, 3); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if err := s.EndAlerts(ctx, map[string]bool{"b07/flag": true}); err != nil {
		t.Fatal(err)
	}
	want[3] = "1 b07 t7 desync d  until "
	if got := desk(t, s, 3); !slices.Equal(got, want) {
		t.Errorf("after a reconnection: got %q\nwant %q", got, want)
	}
	if err := s.EndAlerts(ctx, map[string]bool{"b07/flag": true}); err != nil {
		t.Fatal(err)
	}
}

// TestEarlierVersion: a file of the first version is brought up to date, and keeps what it has.
func TestEarlierVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.db")
	now := migrations
	migrations = now[:1]
	s, err := Open(path)
	migrations = now
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AddAct(context.Background(), Act{Who: "anna", What: "open", Tournament: "open", Round: 3}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	noteAll(t, s, Notice{Board: "b07", Seq: 1})
	if acts := must(s.Acts(ctx, "open", 3))(t); len(acts) != 1 || acts[0].Who != "anna" {
		t.Errorf("%+v", acts)
	}
}
