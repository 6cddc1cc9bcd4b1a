package out

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/boardd/boardd/hall/lichess"
	"github.com/boardd/boardd/hall/store"
)

// Games returns the games of some tables of a round, in the order of the tables.
func (s *Shown) Games(round int, of lichess.Tables) []lichess.Game {
	r := s.rounds[round]
	if r == nil {
		return nil
	}
	var all []lichess.Game
	for i := range r.tables {
		t := &r.tables[i].Board
		if !of.Has(t.Pairing.Table) {
			continue
		}
		bad := s.bad[store.Seat{Event: s.Tournament.Event, Round: round, Table: t.Pairing.Table}]
		for _, g := range lichess.Games(&t.Text) {
			g.Keep = bad != nil && !r.hidden && t.Text.Plies() == 0 // its last good text was written before a restart
			all = append(all, g)
		}
	}
	return all
}

// Lichess is a server of broadcasts. It gets one push at a time, for all targets.
type Lichess struct {
	URL    string // without a path
	Agent  string // the User-Agent, by which Lichess knows its feeders
	Client *http.Client

	pushing sync.Mutex
	mu      sync.Mutex
	until   time.Time // nothing is sent before
}

// NewClient returns a client that follows no redirect: a token is for one server.
func NewClient() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Target is a round of Lichess that is kept as the hall shows it. Offer gives it the games, Run
// pushes them.
type Target struct {
	Lichess *Lichess
	ID      string                        // of the round, 8 characters
	Token   func() (string, error)        // is called for each request, so that a new token is used at once
	Alert   func(about string, err error) // err is nil when nothing is wrong any more
	Pushed  func(Push)                    // is called after each push, and when one cannot be made

	mu    sync.Mutex
	games []lichess.Game
	wake  chan struct{}

	round    lichess.Round
	known    bool   // the chapters are known
	pushed   string // the last body that was taken
	pushedAt time.Time
	readAt   time.Time
	unread   bool              // something was pushed that has not been read back
	failures int               // in a row
	refusals map[string]string // of a GameId, in a sentence
}

// Push is what became of a push.
type Push struct {
	Games   int           // that Lichess has taken
	Refused []string      // a sentence about each game whose present text Lichess does not take
	Err     error         // why nothing is known to be taken; nil after an answer
	Took    time.Duration // until the answer
}

// The pace of a target. After failures it waits longer, up to the longest pause.
const (
	pushEvery   = time.Second
	verifyEvery = time.Minute
	firstPause  = 2 * time.Second
	longPause   = time.Minute // also the first one when Lichess asks for fewer requests
	hourPause   = 10 * time.Minute
	pushTimeout = 30 * time.Second
	readQuiet   = 3 * time.Second // after which a round is read to its end
	maxAnswer   = 8 << 20
)

// Offer replaces the games of the round: all of them, in the order of the tables.
func (t *Target) Offer(games []lichess.Game) {
	t.mu.Lock()
	t.games = games
	c := t.channel()
	t.mu.Unlock()
	select {
	case c <- struct{}{}:
	default:
	}
}

// channel returns the channel that tells of an offer. The caller holds mu.
func (t *Target) channel() chan struct{} {
	if t.wake == nil {
		t.wake = make(chan struct{}, 1)
	}
	return t.wake
}

func (t *Target) offered() ([]lichess.Game, chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.games, t.channel()
}

// Run pushes until ctx ends.
func (t *Target) Run(ctx context.Context) {
	for {
		pause, idle := t.step(ctx)
		_, wake := t.offered()
		if !idle {
			wake = nil // what is offered waits
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-wake:
		case <-ctx.Done():
			return
		}
		timer.Stop()
	}
}

// step does what is due, and returns when to look again. It is idle if an offer may come before.
func (t *Target) step(ctx context.Context) (pause time.Duration, idle bool) {
	games, _ := t.offered()
	if len(games) == 0 {
		return verifyEvery, true
	}
	if pause := t.Lichess.pause(); pause > 0 {
		return pause, false
	}
	if !t.known || t.unread && time.Since(t.readAt) >= verifyEvery {
		if pause := t.read(ctx); pause > 0 {
			return pause, false
		}
	}
	t.alert("limits", errors.Join(lichess.Limits(games)...))
	body := t.round.Body(games)
	if text := lichess.Text(body); text != t.pushed {
		return t.push(ctx, body, text), false
	}
	if t.unread {
		return max(pushEvery, verifyEvery-time.Since(t.readAt)), true
	}
	return verifyEvery, true
}

// alert sets what is wrong with something of the target.
func (t *Target) alert(about string, err error) {
	t.Alert(strings.TrimSpace("lichess "+t.ID+" "+about), err)
}

// read reads the round. Before the first push it tells which chapters there are; later it shows
// whether Lichess shows what was pushed. A round that cannot be read does not stop pushes, unless
// a push would fail too.
func (t *Target) read(ctx context.Context) (pause time.Duration) {
	games, err := t.shown(ctx)
	now := time.Now()
	t.readAt = now
	if r := new(refusal); errors.As(err, &r) && r.status >= 500 || errors.Is(err, errUnreadable) {
		t.known = true
		t.alert("read back", err)
		return 0
	}
	if err != nil {
		return t.failed(ctx, err)
	}
	if !t.known {
		t.round.Learn(games)
		t.known, t.pushed = true, ""
		return 0
	}
	bad := t.round.Verify(now, games)
	t.alert("read back", sortedErrors(bad))
	if len(bad) > 0 {
		t.round.Learn(games)
		t.pushed = "" // push it again
	}
	t.unread = t.unread && now.Sub(t.pushedAt) < lichess.Settle
	return 0
}

// errUnreadable is the error if what Lichess shows cannot be read.
var errUnreadable = errors.New("what Lichess shows cannot be read")

func (t *Target) shown(ctx context.Context) ([]lichess.Game, error) {
	token, err := t.token()
	if err != nil {
		return nil, err
	}
	text, err := t.Lichess.read(ctx, t.ID, token)
	if err != nil {
		return nil, err
	}
	games, err := lichess.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return games, nil
}

// Check tries whether the round can be read with the token. Whether it can be pushed to shows
// when something is pushed.
func (t *Target) Check(ctx context.Context) error {
	token, err := t.token()
	if err != nil {
		return err
	}
	a, err := t.Lichess.ask(ctx, t.ID, token)
	if err != nil {
		return err
	}
	return a.Body.Close()
}

// token returns the token. An error never has any of it.
func (t *Target) token() (string, error) {
	token, err := t.Token()
	if err != nil {
		return "", err
	}
	if token = strings.TrimSpace(token); token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("the file of the token holds no token")
	}
	return token, nil
}

// push pushes a body, and returns when the next push may be.
func (t *Target) push(ctx context.Context, body []lichess.Game, text string) (pause time.Duration) {
	token, err := t.token()
	var answers []answer
	began := time.Now()
	if err == nil {
		answers, err = t.Lichess.push(ctx, t.ID, token, text)
	}
	if err == nil && len(answers) != len(body) {
		err = countError(answers, len(body))
	}
	if err != nil {
		t.known = false // whether it was taken is not known
		return t.failed(ctx, err)
	}
	t.alert("", nil)
	t.failures, t.pushed, t.pushedAt, t.unread = 0, text, time.Now(), true
	if t.refusals == nil {
		t.refusals = map[string]string{}
	}
	took := make([]bool, len(body))
	p := Push{Took: t.pushedAt.Sub(began)}
	var bad []error
	for i, a := range answers {
		if took[i] = a.Error == ""; !took[i] {
			p.Refused = append(p.Refused, fmt.Sprintf("%s: Lichess refuses the game, and goes on showing the one before: %.200q", body[i].Name(), a.Error))
			t.refusals[body[i].ID()] = p.Refused[len(p.Refused)-1]
			continue
		}
		if p.Games++; a.Moves != len(body[i].Moves) {
			bad = append(bad, fmt.Errorf("%s: Lichess reads %d plies of %d", body[i].Name(), a.Moves, len(body[i].Moves)))
		}
	}
	for _, id := range t.round.Withheld() {
		p.Refused = append(p.Refused, t.refusals[id])
	}
	for _, one := range p.Refused {
		bad = append(bad, errors.New(one))
	}
	t.alert("games", sortedErrors(bad))
	t.Pushed(p)
	t.round.Pushed(t.pushedAt, body, took)
	return pushEvery
}

func countError(answers []answer, games int) error {
	for _, a := range answers {
		if a.Error != "" {
			return &refusal{status: http.StatusOK, text: a.Error}
		}
	}
	return fmt.Errorf("the answer of Lichess is about %d games, and %d were pushed", len(answers), games)
}

// failed raises an alert, and returns how long to wait.
func (t *Target) failed(ctx context.Context, err error) (pause time.Duration) {
	if ctx.Err() != nil {
		return longPause
	}
	t.alert("", err)
	t.Pushed(Push{Err: err})
	t.failures++
	grow := 1 << min(t.failures-1, 8)
	r := new(refusal)
	switch refused := errors.As(err, &r); {
	case refused && r.status == http.StatusTooManyRequests:
		pause = min(hourPause, longPause*time.Duration(grow))
		t.Lichess.hold(max(pause, r.after))
	case refused && r.status < 500:
		pause = longPause
	default:
		pause = min(longPause, firstPause*time.Duration(grow))
	}
	return max(pause, r.after)
}

func sortedErrors(errs []error) error {
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// hold has nothing sent for some time.
func (l *Lichess) hold(pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until = time.Now().Add(pause)
}

func (l *Lichess) pause() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.until)
}

// refusal is an answer that is not the wanted one.
type refusal struct {
	status int
	after  time.Duration // as Lichess asks; 0 if it does not
	text   string
}

// meanings are what an operator should know about a status.
var meanings = map[int]string{
	http.StatusUnauthorized:          "Lichess refuses the token: make one with study:write, and write it into the file",
	http.StatusForbidden:             "Lichess refuses the token: its user must be a contributor of the broadcast, and it needs study:write",
	http.StatusNotFound:              "Lichess has no such round: is the id right?",
	http.StatusRequestEntityTooLarge: "the text of the round is too long for Lichess: give some tables another target",
	http.StatusTooManyRequests:       "Lichess asks for fewer requests",
}

func (r *refusal) Error() string {
	text := cmp.Or(meanings[r.status], fmt.Sprintf("Lichess answers with status %d", r.status))
	if r.status == http.StatusOK {
		text = "Lichess takes no push"
	}
	if r.text != "" {
		text += fmt.Sprintf(": %.200q", r.text)
	}
	return text
}

// answer is what Lichess answers about a game.
type answer struct {
	Moves int    `json:"moves"`
	Error string `json:"error"`
}

// push pushes a body to a round.
func (l *Lichess) push(ctx context.Context, id, token, text string) ([]answer, error) {
	l.pushing.Lock()
	defer l.pushing.Unlock()
	if l.pause() > 0 {
		return nil, &refusal{status: http.StatusTooManyRequests}
	}
	ctx, cancel := context.WithTimeout(ctx, pushTimeout)
	defer cancel()
	a, err := l.do(ctx, http.MethodPost, "/api/broadcast/round/"+id+"/push", token, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	var out struct {
		Games []answer `json:"games"`
	}
	if err := json.NewDecoder(io.LimitReader(a.Body, maxAnswer)).Decode(&out); err != nil {
		return nil, fmt.Errorf("the answer of Lichess makes no sense: %w", err)
	}
	return out.Games, nil
}

// read returns the round as Lichess shows it. The stream has no end: a pause ends it.
func (l *Lichess) read(ctx context.Context, id, token string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, pushTimeout)
	defer cancel()
	a, err := l.ask(ctx, id, token)
	if err != nil {
		return "", err
	}
	defer a.Body.Close()
	var text strings.Builder
	var ended atomic.Bool
	quiet := time.AfterFunc(readQuiet, func() { ended.Store(true); a.Body.Close() })
	defer quiet.Stop()
	for block := make([]byte, 32<<10); text.Len() < maxAnswer; {
		n, err := a.Body.Read(block)
		text.Write(block[:n])
		if errors.Is(err, io.EOF) || ended.Load() {
			break
		}
		if err != nil {
			return "", err
		}
		quiet.Reset(readQuiet)
	}
	return text.String(), nil
}

// ask asks for the round as Lichess shows it.
func (l *Lichess) ask(ctx context.Context, id, token string) (*http.Response, error) {
	return l.do(ctx, http.MethodGet, "/api/stream/broadcast/round/"+id+".pgn?clocks=false&comments=false", token, nil)
}

// do sends a request. Any answer but 200 is a refusal.
func (l *Lichess) do(ctx context.Context, method, path, token string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, l.URL+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("User-Agent", l.Agent)
	if body != nil {
		r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	}
	a, err := l.Client.Do(r)
	if err != nil || a.StatusCode == http.StatusOK {
		return a, err
	}
	defer a.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(a.Body, 4<<10))
	var said struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(text, &said) != nil {
		said.Error = ""
	}
	return nil, &refusal{a.StatusCode, retryAfter(a.Header.Get("Retry-After")), said.Error}
}

// retryAfter reads a time from the header: seconds, or a date.
func retryAfter(text string) time.Duration {
	pause := time.Duration(0)
	if n, err := strconv.Atoi(text); err == nil {
		pause = time.Duration(n) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		pause = time.Until(at)
	}
	return min(max(pause, 0), hourPause)
}
