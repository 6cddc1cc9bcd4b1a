package out

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/lichess"
	"github.com/boardd/boardd/internal/lilatest"
)

// pipes is a listener whose connections are in memory, so that a test has its own time.
type pipes struct{ waiting chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p.waiting; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error { close(p.waiting); return nil }

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

const (
	roundID = "Qx3kT9aB"
	secret  = "lip_secret"
)

// feed is a target at a simulated Lichess.
type feed struct {
	t      *testing.T
	lila   *lilatest.Server
	server *Lichess
	target *Target

	mu     sync.Mutex
	token  string
	alerts map[string]string
	ever   []string // every alert
	pushed []Push
}

// feeding runs do in a time of its own, with a target that runs.
func feeding(t *testing.T, do func(f *feed)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &feed{t: t, lila: lilatest.New(secret, roundID), token: secret, alerts: map[string]string{}}
		p := pipes{make(chan net.Conn)}
		server := &http.Server{Handler: f.lila.Handler()}
		ended := make(chan struct{})
		go func() { defer close(ended); server.Serve(p) }()
		client := NewClient()
		transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			p.waiting <- far
			return near, nil
		}}
		client.Transport = transport
		f.server = &Lichess{URL: "http://lichess.test", Agent: "boardd-hall/test", Client: client}
		f.target = f.aim(roundID)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { f.target.Run(ctx) })
		do(f)
		cancel()
		running.Wait()
		transport.CloseIdleConnections()
		server.Close()
		<-ended
	})
}

func (f *feed) aim(id string) *Target {
	return &Target{Lichess: f.server, ID: id, Alert: f.alert, Pushed: f.took, Token: func() (string, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.token == "" {
			return "", errors.New("open token: no such file")
		}
		return f.token, nil
	}}
}

func (f *feed) took(p Push) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pushed = append(f.pushed, p)
}

func (f *feed) setToken(token string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.token = token
}

func (f *feed) alert(about string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.alerts, about)
	if err != nil {
		f.alerts[about] = err.Error()
		f.ever = append(f.ever, err.Error())
	}
}

// wants checks the alerts: none, or one that has a text.
func (f *feed) wants(name, text string) {
	f.t.Helper()
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	got := strings.Join(slices.Sorted(maps.Values(f.alerts)), "\n")
	if !strings.Contains(got, text) || (text == "") != (got == "") {
		f.t.Errorf("%s: alert %q, want %q", name, got, text)
	}
	if strings.Contains(got, secret) {
		f.t.Errorf("%s: the alert has the token", name)
	}
}

// shows checks what Lichess shows: the plies of each game.
func (f *feed) shows(name, want string) {
	f.t.Helper()
	synctest.Wait()
	f.lila.Do(roundID, func(r *lilatest.Round) {
		var all []string
		for _, c := range r.Chapters {
			all = append(all, fmt.Sprintf("%s:%d", strings.TrimPrefix(c.Tags["GameId"], "open-r3-"), len(c.Moves)))
		}
		if got := strings.Join(all, " "); got != want {
			f.t.Errorf("%s: Lichess shows %s, want %s", name, got, want)
		}
	})
}

// offer offers the third round, with the moves of its two tables.
func (f *feed) offer(seventh, ninth string) {
	tournament := &hall.Tournament{ID: "open", Event: "Open", Site: "Aberdeen SCO"}
	s := &site{t: f.t}
	var all []lichess.Game
	for i, moves := range []string{seventh, ninth} {
		var games []hall.Game
		if moves != "" {
			games = append(games, s.game("b", "3.7", "*", strings.Fields(moves)...))
		}
		text, errs := tournament.Text(&third, &third.Pairings[i], games)
		if errs != nil {
			f.t.Fatal(errs)
		}
		all = append(all, lichess.Games(&text)...)
	}
	f.target.Offer(all)
}

// pushes returns the times between the pushes so far.
func (f *feed) pushes() []time.Duration {
	synctest.Wait()
	var all []time.Duration
	sent := f.lila.Pushes()
	for i := range sent {
		if i > 0 {
			all = append(all, sent[i].At.Sub(sent[i-1].At))
		}
	}
	return all
}

// The whole round is pushed at once, then at most once a second, and not at all if nothing has
// changed.
func TestPush(t *testing.T) {
	feeding(t, func(f *feed) {
		f.offer("", "")
		time.Sleep(5 * time.Second)
		f.shows("before the round", "t7:0 t9:0")
		for i := range 20 {
			f.offer("e4"+strings.Repeat(" Nf6 Nf3 Ng8 Ng1", i), "d4")
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
		f.shows("a quick game", "t7:77 t9:1")
		for i, pause := range f.pushes() {
			if pause < time.Second {
				t.Errorf("push %d comes after %v", i+1, pause)
			}
		}
		before := len(f.pushes())
		time.Sleep(3 * time.Minute)
		if n := len(f.pushes()); n != before {
			t.Errorf("%d pushes though nothing has changed", n-before)
		}
		for _, p := range f.lila.Pushes() {
			if p.Agent != "boardd-hall/test" || p.Type != "text/plain; charset=utf-8" || strings.Count(p.Body, "[GameId ") != 2 {
				t.Errorf("%+v", p)
			}
		}
		f.wants("all", "")
	})
}

// Each failure has an alert, and the pushes go on by themselves once its cause is gone.
func TestPushFails(t *testing.T) {
	for _, c := range []struct {
		name, alert string
		fault       lilatest.Fault
		least, most time.Duration // between the push that fails and the next one
	}{
		{"too many requests", "fewer requests", lilatest.Fault{Status: 429}, time.Minute, time.Minute + 10*time.Second},
		{"too many requests, with a time", "fewer requests", lilatest.Fault{Status: 429, RetryAfter: "180"}, 3 * time.Minute, 3*time.Minute + 10*time.Second},
		{"too many requests, with a short time", "fewer requests", lilatest.Fault{Status: 429, RetryAfter: "1"}, time.Minute, time.Minute + 10*time.Second},
		{"a server that is down", "status 502", lilatest.Fault{Status: 502}, 2 * time.Second, 10 * time.Second},
		{"a server that is down, with a time", "status 503", lilatest.Fault{Status: 503, RetryAfter: "90"}, 90 * time.Second, 100 * time.Second},
		{"the answer is lost", "EOF", lilatest.Fault{Lost: true}, 2 * time.Second, 10 * time.Second},
		{"a token without the right", "contributor", lilatest.Fault{Status: 403}, time.Minute, time.Minute + 10*time.Second},
		{"too long", "too long", lilatest.Fault{Status: 413}, time.Minute, time.Minute + 10*time.Second},
		{"moved elsewhere", "status 301", lilatest.Fault{Status: 301}, time.Minute, time.Minute + 10*time.Second},
	} {
		feeding(t, func(f *feed) {
			f.offer("e4", "")
			time.Sleep(4 * time.Second)
			f.lila.Fail(c.fault)
			f.offer("e4 e5", "d4")
			time.Sleep(1100 * time.Millisecond)
			f.wants(c.name, c.alert)
			f.offer("e4 e5 Nf3", "d4")
			time.Sleep(5 * time.Minute)
			f.wants(c.name+", later", "")
			f.shows(c.name, "t7:3 t9:1")
			if pause := f.pushes()[1]; pause < c.least || pause > c.most {
				t.Errorf("%s: the next push comes after %v", c.name, pause)
			}
		})
	}
}

// What becomes of each push is reported: how many games were taken, which were refused, or why it
// failed.
func TestPushIsReported(t *testing.T) {
	feeding(t, func(f *feed) {
		f.offer("e4", "")
		time.Sleep(4 * time.Second)
		f.lila.Fail(lilatest.Fault{Status: 502})
		f.offer("e4 e5", "d4")
		time.Sleep(time.Minute)
		bad := slices.Clone(f.target.games)
		bad[1].PGN = strings.Replace(bad[1].PGN, "1. d4", "1. d5", 1)
		f.target.Offer(bad)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		f.mu.Lock()
		defer f.mu.Unlock()
		var got []string
		for _, p := range f.pushed {
			got = append(got, fmt.Sprintf("%d %d %t", p.Games, len(p.Refused), p.Err != nil))
		}
		// Then the game that was refused stays as it was, and the alert stands.
		if want := []string{"2 0 false", "0 0 true", "2 0 false", "1 1 false", "2 1 false"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if r := f.pushed[3].Refused; len(r) != 1 || !strings.Contains(r[0], "table 9: Lichess refuses the game") {
			t.Errorf("refused: %q", r)
		}
		if text := f.alerts["lichess "+roundID+" games"]; !strings.Contains(text, "table 9: Lichess refuses the game") {
			t.Errorf("alert %q", text)
		}
	})
}

// A server that stays away is asked less and less often.
func TestPushesSlowDown(t *testing.T) {
	for status, most := range map[int]int{429: 6, 500: 40} {
		feeding(t, func(f *feed) {
			f.lila.Fail(slices.Repeat([]lilatest.Fault{{Status: status}}, 100)...)
			f.offer("", "")
			time.Sleep(30 * time.Minute)
			if n := len(f.pushes()) + 1; n > most || n < 3 {
				t.Errorf("status %d: %d pushes in half an hour", status, n)
			}
		})
	}
}

// A token that is refused or missing, and one that is renewed.
func TestToken(t *testing.T) {
	for token, alert := range map[string]string{"lip_old": "401", "": "no such file", "two words": "holds no token", "a\nb": "holds no token"} {
		feeding(t, func(f *feed) {
			f.setToken(token)
			f.offer("", "")
			time.Sleep(5 * time.Second)
			if alert == "401" {
				alert = "refuses the token"
			}
			f.wants(token, alert)
			f.shows(token, "")
			f.setToken(secret + "\n")
			time.Sleep(2 * time.Minute)
			f.wants(token, "")
			f.shows(token, "t7:0 t9:0")
			for _, text := range f.ever {
				if token != "" && strings.Contains(text, token) {
					t.Errorf("the token is in the alert %q", text)
				}
			}
		})
	}
}

// A target that does not exist has an alert. The other one goes on.
func TestTargetMissing(t *testing.T) {
	feeding(t, func(f *feed) {
		other := f.aim("missing1")
		ctx, cancel := context.WithCancel(f.t.Context())
		var running sync.WaitGroup
		running.Go(func() { other.Run(ctx) })
		f.offer("e4", "")
		games, _ := f.target.offered()
		other.Offer(games)
		time.Sleep(5 * time.Second)
		f.wants("missing", "no such round")
		f.shows("the other", "t7:1 t9:0")
		cancel()
		running.Wait()
	})
}

func TestUpstream(t *testing.T) {
	feeding(t, func(f *feed) {
		f.lila.Do(roundID, func(r *lilatest.Round) { r.Upstream = true })
		f.offer("e4", "")
		time.Sleep(5 * time.Second)
		f.wants("upstream", "upstream URL")
	})
}

// What Lichess shows is compared with what was pushed, and pushed again if it differs.
func TestReadBack(t *testing.T) {
	feeding(t, func(f *feed) {
		f.offer("e4", "d4")
		time.Sleep(5 * time.Second)
		f.lila.Do(roundID, func(r *lilatest.Round) { r.Chapters[1].Moves = nil })
		time.Sleep(65 * time.Second)
		f.wants("a chapter that somebody emptied", "table 9: Lichess shows")
		f.shows("it is pushed again", "t7:1 t9:1")
		time.Sleep(2 * time.Minute)
		f.wants("later", "")
		f.offer("e4 e5", "d4")
		time.Sleep(2 * time.Second)
		f.lila.Do(roundID, func(r *lilatest.Round) { r.Chapters = nil })
		time.Sleep(2 * time.Minute)
		f.shows("a round that somebody reset", "t7:2 t9:1")
		time.Sleep(2 * time.Minute)
		f.wants("after the reset", "")
	})
}

// A hall program that begins anew finds each game in its chapter.
func TestTargetAfterRestart(t *testing.T) {
	feeding(t, func(f *feed) {
		f.lila.Do(roundID, func(r *lilatest.Round) {
			r.Push("[Event \"Open\"]\n[Site \"Aberdeen SCO\"]\n[Round \"3.9\"]\n[White \"Xx\"]\n[Black \"Ng, Wei\"]\n[GameId \"open-r3-t9\"]\n\n*\n\n")
		})
		f.offer("", "d4")
		time.Sleep(5 * time.Second)
		f.shows("the chapters of the program before stay", "t9:1 t7:0")
	})
}

// What Lichess shows of a table without a good text stays, also after a restart.
func TestBadTextIsNotPushed(t *testing.T) {
	path := database(t)
	s := newSite(t, path, 0)
	s.pair(third)
	bad := s.game("b07", "3.7", "*", "e4", "e5")
	bad.Parts[0].Plies[1].SAN = "Ke5"
	s.say(bad)
	s.say(s.game("b09", "3.9", "*", "d4"))
	s.update()
	games := s.shown.Games(3, nil)
	if len(games) != 2 || !games[0].Keep || games[1].Keep {
		t.Errorf("%+v", games)
	}
	ninth, err := lichess.ParseTables("9")
	if games := s.shown.Games(3, ninth); err != nil || len(games) != 1 || games[0].ID() != "open-r3-t9" {
		t.Errorf("a slice: %+v", games)
	}
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		date := time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
		for text, want := range map[string]time.Duration{"": 0, "7": 7 * time.Second, "-7": 0, "x": 0, date: 90 * time.Second, "999999": hourPause} {
			if got := retryAfter(text); got != want {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	})
}
