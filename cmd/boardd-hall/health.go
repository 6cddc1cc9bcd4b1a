package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/internal/metrics"
	"github.com/boardd/boardd/internal/systemd"
)

// health is how the hall is, for systemd and Prometheus.
type health struct {
	config *hallconfig.Config
	store  *store.Store
	alerts *alerts
	inbox  *inbox
	desk   *desk
	feed   *feeder

	mu    sync.Mutex
	began time.Time
	turns map[string]time.Time // when each loop has turned last
	shown time.Time            // when all files were up to date last
}

func newHealth(c *hallconfig.Config, s *store.Store, a *alerts) *health {
	return &health{config: c, store: s, alerts: a, began: time.Now(), turns: map[string]time.Time{}}
}

// turned takes note that a loop turns. A loop that has turned once must go on.
func (h *health) turned(loop string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turns[loop] = time.Now()
}

// filesShown takes note that the files are up to date.
func (h *health) filesShown() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown = time.Now()
}

// stuck is the time after which a loop that does not turn is stuck. A slow disk may take many
// seconds.
const stuck = 30 * time.Second

// alive reports whether every loop turns.
func (h *health) alive() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, at := range h.turns {
		if time.Since(at) > stuck {
			return false
		}
	}
	return true
}

// report reports to systemd until ctx ends. While a loop is stuck it gives no sign of life.
func (h *health) report(ctx context.Context, n *systemd.Notifier) {
	for tick := time.NewTicker(time.Second); ; {
		n.Ready()
		if h.alive() {
			n.Turned(time.Since(h.began).Milliseconds(), h.status())
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			n.Stopping()
			return
		}
	}
}

// status describes the hall in a few words for systemctl status.
func (h *health) status() string {
	broker := "no broker"
	if h.inbox.connected() {
		broker = "broker connected"
	}
	text := fmt.Sprintf("%s; %d boards", broker, h.inbox.boards())
	if n := h.alerts.count(); n > 0 {
		text += fmt.Sprintf("; %d things are wrong, see the log", n)
	}
	return text
}

// write writes the metrics.
func (h *health) write(ctx context.Context) []byte {
	h.mu.Lock()
	shown := h.shown
	h.mu.Unlock()
	var dst []byte
	for _, m := range []struct {
		name, kind, help string
		value            float64
	}{
		{"up", "gauge", "Whether the loops of the program turn.", metrics.Bool(h.alive())},
		{"broker_connected", "gauge", "Whether there is a connection to the broker.", metrics.Bool(h.inbox.connected())},
		{"boards", "gauge", "Boards of the site that have published a game.", float64(h.inbox.boards())},
		{"snapshots_total", "counter", "Snapshots of games that came.", float64(h.inbox.taken())},
		{"waiting", "gauge", "Games, findings, alerts and requests that are not in the file of the hall yet.", float64(h.inbox.queued() + h.desk.queued())},
		{"alerts", "gauge", "Things that are wrong, as the log has them.", float64(h.alerts.count())},
		{"clock_ahead_seconds", "gauge", "How far the time of day is ahead of the hall's.", h.store.Ahead().Seconds()},
	} {
		dst = metrics.AppendValue(metrics.AppendHead(dst, "boardd_hall_"+m.name, m.kind, m.help), "boardd_hall_"+m.name, h.site(), m.value)
	}
	if !shown.IsZero() {
		const name = "boardd_hall_files_age_seconds"
		dst = metrics.AppendValue(metrics.AppendHead(dst, name, "gauge", "How long ago all files were up to date."), name, h.site(), time.Since(shown).Seconds())
	}
	const name = "boardd_hall_open_round"
	dst = metrics.AppendHead(dst, name, "gauge", "The round that is open, 0 if none is.")
	for _, t := range h.config.Halls {
		if _, open, err := h.store.Rounds(ctx, t.ID); err == nil {
			dst = metrics.AppendValue(dst, name, h.site()+fmt.Sprintf(",tournament=%q", t.ID), float64(open))
		}
	}
	return h.feed.write(dst, h.site())
}

func (h *health) site() string { return fmt.Sprintf("site=%q", h.config.Site) }
