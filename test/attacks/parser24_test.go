package attacks

import (
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// TestAttack24Suback: a broker answers a subscription with more codes than filters. boardd does
// not crash (paho 1.5.1, net.go:212).
func TestAttack24Suback(t *testing.T) {
	h := newHostile(t, func(s *session) {
		if p, err := s.accept(); err == nil {
			s.grant(p, 1, 1)
			s.serveOn()
		}
	})
	d := startDaemon(t, newBoard(t).path, "text", h.url)
	until(t, "a second connection", func() bool { d.wantAlive(); return h.connections.Load() >= 2 })
}

// TestAttack24QoS2: boardd does not keep messages of QoS 2, for which it has not subscribed.
func TestAttack24QoS2(t *testing.T) {
	const most = 64 // MB
	h := newHostile(t, func(s *session) {
		p, err := s.accept()
		if err != nil || s.grant(p, 1) != nil {
			return
		}
		go s.drain()
		payload := make([]byte, 100<<10)
		for id := uint16(1); id != 0; id++ {
			if _, err := s.Write(published(0x34, topics+"req/pause", id, payload)); err != nil {
				return
			}
		}
	})
	d := startDaemon(t, newBoard(t).path, "text", h.url)
	highest := 0
	harness.Comes(8*time.Second, func() bool {
		highest = max(highest, d.memory())
		return h.connections.Load() >= 3 || highest > 8*most || d.ended()
	})
	d.wantAlive()
	t.Logf("%d MB at most, %d connections", highest, h.connections.Load())
	if highest > most {
		t.Errorf("boardd has taken %d MB, want %d at most", highest, most)
	}
}
