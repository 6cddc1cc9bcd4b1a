package lilatest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is a Lichess of a few rounds.
type Server struct {
	URL string

	mu      sync.Mutex
	rounds  map[string]*Round
	token   string
	faults  []Fault
	pushes  []Push
	changed chan struct{} // closed at the next change
}

// Push is a push that reached the server, whatever became of it.
type Push struct {
	Round, Body, Agent, Type string
	At                       time.Time
	Status                   int
}

// Fault is what happens to a push instead of its answer.
type Fault struct {
	Status     int
	RetryAfter string
	Lost       bool // the push is taken, and the connection ends without an answer
}

// maxBody is the longest body that is taken (413).
const maxBody = 512 << 10

// NewServer starts a server on loopback. It ends with the test.
func NewServer(t testing.TB, token string, rounds ...string) *Server {
	t.Helper()
	s := New(token, rounds...)
	server := httptest.NewServer(s.Handler())
	s.URL = server.URL
	t.Cleanup(func() {
		server.CloseClientConnections() // streams do not end by themselves
		server.Close()
	})
	return s
}

// New returns a server that listens nowhere.
func New(token string, rounds ...string) *Server {
	s := &Server{rounds: map[string]*Round{}, token: token, changed: make(chan struct{})}
	for _, id := range rounds {
		s.rounds[id] = &Round{}
	}
	return s
}

// Handler returns what answers the requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/broadcast/round/{id}/push", s.push)
	mux.HandleFunc("GET /api/stream/broadcast/round/{file}", s.stream)
	return mux
}

// Do changes or looks at a round while no push is taken.
func (s *Server) Do(id string, do func(r *Round)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do(s.rounds[id])
}

// SetToken replaces the token that is accepted.
func (s *Server) SetToken(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = token
}

// Fail has the next pushes fail, each in its way.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// Pushes returns what has reached the server.
func (s *Server) Pushes() []Push {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Push(nil), s.pushes...)
}

func (s *Server) push(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status, answers := s.take(r, body)
	s.pushes = append(s.pushes, Push{r.PathValue("id"), string(body), r.UserAgent(), r.Header.Get("Content-Type"), time.Now(), status})
	if len(s.faults) > 0 {
		f := s.faults[0]
		s.faults = s.faults[1:]
		if f.Lost {
			panic(http.ErrAbortHandler)
		}
		if f.RetryAfter != "" {
			w.Header().Set("Retry-After", f.RetryAfter)
		}
		reply(w, f.Status, map[string]string{"error": http.StatusText(f.Status)})
		return
	}
	if status != http.StatusOK {
		reply(w, status, map[string]string{"error": http.StatusText(status)})
		return
	}
	reply(w, status, map[string]any{"games": answers})
}

// take takes a push, unless its token, round or length is wrong or it is to fail.
func (s *Server) take(r *http.Request, body []byte) (int, []Answer) {
	round := s.rounds[r.PathValue("id")]
	switch {
	case len(s.faults) > 0 && !s.faults[0].Lost:
		return s.faults[0].Status, nil
	case r.Header.Get("Authorization") != "Bearer "+s.token:
		return http.StatusUnauthorized, nil
	case round == nil:
		return http.StatusNotFound, nil
	case len(body) > maxBody:
		return http.StatusRequestEntityTooLarge, nil
	}
	answers := round.Push(string(body))
	close(s.changed)
	s.changed = make(chan struct{})
	return http.StatusOK, answers
}

func reply(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(what)
}

// stream sends all chapters, and then each one again that changes, until the reader goes.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	id, ok := strings.CutSuffix(r.PathValue("file"), ".pgn")
	sent := map[int]string{}
	for {
		s.mu.Lock()
		round, next := s.rounds[id], s.changed
		status := http.StatusOK
		switch given := r.Header.Get("Authorization"); {
		case given != "" && given != "Bearer "+s.token: // without one it may be read, too
			status = http.StatusUnauthorized
		case round == nil || !ok:
			status = http.StatusNotFound
		}
		if status != http.StatusOK {
			s.mu.Unlock()
			reply(w, status, map[string]string{"error": http.StatusText(status)})
			return
		}
		var text strings.Builder
		for _, c := range round.Chapters {
			if one := c.PGN(); sent[c.Number] != one {
				sent[c.Number] = one
				text.WriteString(one)
			}
		}
		s.mu.Unlock()
		w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
		io.WriteString(w, text.String())
		http.NewResponseController(w).Flush()
		select {
		case <-next:
		case <-r.Context().Done():
			return
		}
	}
}
