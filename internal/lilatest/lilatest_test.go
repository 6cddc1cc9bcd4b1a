package lilatest

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// one returns a game of round 3 of an event.
func one(board int, id, white, moves string, more ...string) string {
	tags := []string{`[Event "Open"]`, `[Site "Aberdeen"]`, fmt.Sprintf(`[Round "3.%d"]`, board), fmt.Sprintf(`[White %q]`, white), `[Black "Black, B"]`}
	if id != "" {
		tags = append(tags, fmt.Sprintf(`[GameId %q]`, id))
	}
	return strings.Join(append(tags, more...), "\n") + "\n\n" + moves + "\n\n"
}

// pushed returns a round after some bodies, none of which was refused.
func pushed(t *testing.T, bodies ...string) *Round {
	t.Helper()
	r := &Round{}
	for _, body := range bodies {
		for _, a := range r.Push(body) {
			if a.Error != "" {
				t.Fatal(a.Error)
			}
		}
	}
	return r
}

// shown describes the chapters in order: number, GameId or name of White, moves.
func shown(r *Round) string {
	var all []string
	for _, c := range r.Chapters {
		name := c.Tags["GameId"]
		if name == "" {
			name = c.Tags["White"]
		}
		all = append(all, fmt.Sprintf("%d %s %s", c.Number, name, strings.Join(c.Moves, " ")))
	}
	return strings.Join(all, "; ")
}

func TestMatching(t *testing.T) {
	const fen = `[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"]`
	a, b := one(1, "a", "Aa", "*"), one(2, "b", "Bb", "*")
	for _, c := range []struct {
		name   string
		bodies []string
		want   string
	}{
		{"the same body twice", []string{a + b, a + b}, "1 a ; 2 b "},
		{"moves go on", []string{a + b, one(1, "a", "Aa", "1. e4 e5 *") + b}, "1 a e4 e5; 2 b "},
		{"by GameId: another name, board, site", []string{a, one(9, "a", "Zz", "1. e4 *", `[Annotator "x"]`)}, "1 a e4"},
		{"by names: no GameId", []string{one(1, "", "Aa", "1. e4 *"), one(1, "", "Aa", "1. d4 *")}, "1 Aa d4"},
		{"by names: another GameId", []string{one(1, "a", "Aa", "1. e4 *"), one(1, "z", "Aa", "1. d4 *")}, "1 z d4"},
		{"by position: another name", []string{one(1, "", "Aa", "1. e4 *"), one(1, "", "Zz", "1. e4 e5 *")}, "1 Zz e4 e5"},
		{"another name and another move", []string{one(1, "", "Aa", "1. e4 *"), one(1, "", "Zz", "1. d4 *")}, "1 Aa e4; 2 Zz d4"},
		{"the empty game: board 2 alone goes into board 1", []string{a + b, one(2, "b", "Bb", "1. e4 *")}, "1 b e4; 2 b "},
		{"the empty game: board 2 first", []string{a + b, one(2, "b", "Bb", "1. e4 *") + a}, "1 b e4; 2 a "},
		{"nothing is deleted", []string{one(1, "a", "Aa", "1. e4 *") + one(2, "b", "Bb", "1. d4 *"), one(2, "b", "Bb", "1. d4 d5 *")}, "1 a e4; 2 b d4 d5"},
		{"a continuation after its first part", []string{a, one(1, "a", "Aa", "1. e4 *") + one(1, "a.2", "Aa", "30. e4 *", fen)}, "1 a e4; 2 a.2 e4"},
		{"a continuation alone goes into the first part", []string{one(1, "a", "Aa", "1. e4 *"), one(1, "a.2", "Aa", "30. e3 *", fen)}, "1 a.2 e3"},
		{"a new chapter is moved into place by the next push", []string{one(1, "a", "Aa", "1. e4 *") + b, one(1, "a", "Aa", "1. e4 *") + one(1, "a.2", "Aa", "*", fen) + b,
			one(1, "a", "Aa", "1. e4 *") + one(1, "a.2", "Aa", "*", fen) + b}, "1 a e4; 3 a.2 ; 2 b "},
		{"order stays if a chapter is not in the body", []string{one(1, "a", "Aa", "1. e4 *") + one(2, "b", "Bb", "1. d4 *") + one(3, "c", "Cc", "1. c4 *"),
			one(3, "c", "Cc", "1. c4 *") + one(2, "b", "Bb", "1. d4 *")}, "1 a e4; 2 b d4; 3 c c4"},
		{"no name", []string{one(1, "a", "?", "*") + one(2, "b", "X", "*") + one(3, "c", "unknown", "*") + one(4, "d", "?", "*", `[WhiteFideId "1"]`)}, "1 d "},
	} {
		if got := shown(pushed(t, c.bodies...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPlayersByFideID(t *testing.T) {
	ids := []string{`[WhiteFideId "1"]`, `[BlackFideId "2"]`}
	r := pushed(t, one(1, "", "Aa", "1. e4 *", ids...), one(1, "", "Zz", "1. d4 *", ids...))
	if got := shown(r); got != "1 Zz d4" {
		t.Errorf("the same ids: %s", got)
	}
	r = pushed(t, one(1, "", "Aa", "1. e4 *", ids...), one(1, "", "Aa", "1. d4 *", ids[0], `[BlackFideId "3"]`))
	if got := shown(r); got != "1 Aa e4; 2 Aa d4" {
		t.Errorf("other ids: %s", got)
	}
}

func TestChapter(t *testing.T) {
	r := pushed(t, one(1, "a", "Aa", "1. e4 {[%clk 0:05:00]} 1... e5 {[%clk 0:04:59]} 1-0", `[Result "1-0"]`, `[BlackFideId "7"]`, `[Mode "OTB"]`, `[Date "2027.03.06"]`),
		one(1, "a", "Aa", "1. e4 {[%clk 0:05:00]} *", `[Result "*"]`))
	c := r.Chapters[0]
	if c.Tags["Result"] != "*" || c.Tags["BlackFideId"] != "7" || c.Tags["Mode"] != "" || c.Tags["Date"] != "" {
		t.Errorf("tags %v", c.Tags)
	}
	if !slices.Equal(c.Moves, []string{"e4"}) || !slices.Equal(c.Clocks, []string{"0:05:00"}) || c.Aside != 1 {
		t.Errorf("%+v", c)
	}
	if got := shown(pushed(t, c.PGN(), c.PGN())); got != "1 a e4" {
		t.Errorf("what is exported and pushed again: %s", got)
	}
}

func TestRefusals(t *testing.T) {
	for moves, want := range map[string]string{
		"1. e4 e5 2. Ke3 Nc6 *":      "Cannot play Ke3 at ply 3",
		"1. e4 e5 2. Bb6 *":          "Cannot play Bb6",
		"1. e4 -- *":                 "Null moves",
		"1. e4 e5 2. Ke4 *":          "",
		"1. e4 e5 2. Ke4 Kd4 *":      "Cannot play Ke4",
		"1. e4 e5 2. Bb6 Nc6 O-O *":  "",
		"1. e4 (1. zz) e5 {a} $1 *":  "",
		"1. e4 e5 2. Nf3 Nc6 *\n\n*": "",
	} {
		r := &Round{}
		answers := r.Push(one(1, "a", "Aa", "*") + one(2, "b", "Bb", moves) + one(3, "c", "Cc", "1. e4 *"))
		if want == "" && answers[1].Error == "" {
			continue
		}
		if len(answers) != 3 || want == "" || !strings.Contains(answers[1].Error, want) || answers[0].Error+answers[2].Error != "" || *answers[2].Moves != 1 || len(r.Chapters) != 2 {
			t.Errorf("%s: %+v", moves, answers)
		}
	}
	r := &Round{}
	if a := r.Push(`[Board_7 "x"]` + "\n\n*\n\n" + one(1, "a", "Aa", "*")); a[0].Error == "" || len(a[0].Tags) != 0 || a[1].Error != "" {
		t.Errorf("%+v", a)
	}
	r.Upstream = true
	if a := r.Push(one(1, "a", "Aa", "*")); len(a) != 1 || !strings.Contains(a[0].Error, "upstream") {
		t.Errorf("%+v", a)
	}
}

func TestLimits(t *testing.T) {
	var body strings.Builder
	for i := range MaxChapters + 5 {
		body.WriteString(one(i+1, fmt.Sprint("g", i), "Aa", "*"))
	}
	if r := pushed(t, body.String()); len(r.Chapters) != MaxChapters {
		t.Errorf("%d chapters", len(r.Chapters))
	}
	r := pushed(t, one(1, "a", "Aa", strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 200)+"*"))
	if got := len(r.Chapters[0].Moves); got != MaxPlies {
		t.Errorf("%d plies", got)
	}
}

func send(t *testing.T, s *Server, id, token, body string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequest("POST", s.URL+"/api/broadcast/round/"+id+"/push", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer a.Body.Close()
	out, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, strings.TrimSpace(string(out))
}

func TestServer(t *testing.T) {
	s := NewServer(t, "secret", "abcdefgh")
	body := one(1, "a", "Aa", "1. e4 *")
	if status, text := send(t, s, "abcdefgh", "secret", body); status != 200 || !strings.HasPrefix(text, `{"games":[{"tags":{"Black":"Black, B",`) || !strings.HasSuffix(text, `"moves":1}]}`) {
		t.Errorf("%d %s", status, text)
	}
	s.Fail(Fault{Status: 429, RetryAfter: "60"}, Fault{Lost: true})
	for i, want := range []int{429, 0, 200} {
		if status, text := send(t, s, "abcdefgh", "secret", body); status != want {
			t.Errorf("%d: %d %s", i, status, text)
		}
	}
	for _, c := range []struct {
		id, token, body string
		want            int
	}{{"abcdefgh", "other", body, 401}, {"nonesuch", "secret", body, 404}, {"abcdefgh", "secret", strings.Repeat("x", maxBody+1), 413}} {
		if status, _ := send(t, s, c.id, c.token, c.body); status != c.want {
			t.Errorf("%s %s: %d, want %d", c.id, c.token, status, c.want)
		}
	}
	if n := len(s.Pushes()); n != 7 {
		t.Errorf("%d pushes", n)
	}
	a, err := http.Get(s.URL + "/api/stream/broadcast/round/abcdefgh.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	for _, moves := range []string{"1. e4 *", "1. e4 e5 *"} {
		if status, text := send(t, s, "abcdefgh", "secret", one(1, "a", "Aa", moves)); status != 200 {
			t.Fatal(status, text)
		}
		var want string
		s.Do("abcdefgh", func(r *Round) { want = r.PGN() })
		got := make([]byte, len(want))
		if _, err := io.ReadFull(a.Body, got); err != nil || string(got) != want {
			t.Errorf("%v: streamed %s, want %s", err, got, want)
		}
	}
}
