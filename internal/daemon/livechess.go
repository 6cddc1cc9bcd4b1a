package daemon

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/hall/livechess/dialect"
	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// liveChess shows the boards of this program to clients of LiveChess. A nil liveChess shows
// nothing.
type liveChess struct {
	ctx    context.Context
	server *serve.Server
	boards dialect.Boards
	delay  int64 // milliseconds
	config touchmove.Config
}

// startLiveChess listens until ctx ends, if the configuration asks for it. If it cannot listen,
// the game goes on without.
func startLiveChess(ctx context.Context, c *config.Config, logger zerolog.Logger) *liveChess {
	if c.LiveChess.Listen == "" {
		return nil
	}
	rules, err := pipeline.ConfigFor(c.Header())
	l := &liveChess{ctx: ctx, delay: c.LiveChess.Wait().Milliseconds(), config: rules}
	l.server = serve.New(&c.LiveChess, &l.boards)
	l.server.Chess = c.Game.Variant == "chess960"
	if err == nil {
		err = l.server.Listen(ctx)
	}
	if err != nil {
		logger.Error().Err(advice.With(err)).Msg("no web site or overlay finds the board (livechess)")
		return nil
	}
	logger.Info().Str("address", c.LiveChess.Listen).Stringer("delay", c.LiveChess.Wait()).Strs("origins", c.LiveChess.Origins).Msg("web sites and overlays find the board, as they find LiveChess")
	return l
}

// add begins to show the board of a daemon that has not begun.
func (l *liveChess) add(d *Daemon) {
	if l != nil {
		d.shown = l.seat(d)
		go d.shown.run()
	}
}

// seat gives the board of a daemon its place among those that are shown.
func (l *liveChess) seat(d *Daemon) *shownBoard {
	s := &shownBoard{liveChess: l, clock: d.clock, reports: make(chan boardReport, 1<<10)}
	l.server.Look(func() { s.home = l.boards.Add(d.topics.Board(), l.config) })
	return s
}

// shownBoard is what clients see of a board. The loop of the daemon never waits for it, nor is
// the game of record touched by it.
type shownBoard struct {
	*liveChess
	clock   *clock.Clock
	home    *dialect.Home
	reports chan boardReport
	missed  bool // a report was not taken
	waiting []boardReport
}

// boardReport is what the loop has decoded, and what it knew then.
type boardReport struct {
	at      int64
	records []sensor.Record
	now     dialect.Now
}

// mostReports is how many reports wait for the delay to pass.
const mostReports = 1 << 16

// show passes on what a step has decoded. Where there was no room, the board is shown later as
// the tracker senses it.
func (d *Daemon) show(o *pipeline.Outcome) {
	s := d.shown
	if s == nil || len(o.Decoded)+len(o.Findings) == 0 {
		return
	}
	game := d.engine.Tracker.Game()
	r := boardReport{d.now, append([]sensor.Record{}, o.Decoded...), dialect.Now{Serial: d.engine.About.Serial, Paused: game.Phase == touchmove.Paused,
		InPlay: len(game.Moves) > 0 && game.Result == "*", Names: *d.engine.Tracker.BestPosition().Placement()}}
	if f := d.Wire.Family; f != nil {
		r.now.LateMs = f.LateMs
	}
	if s.missed {
		sensed, _ := d.engine.Tracker.Sensed()
		r.records = append(r.records, sensor.Record{At: d.now, Word: sensor.Board, Placement: *sensed})
	}
	select {
	case s.reports <- r:
		s.missed = false
	default:
		s.missed = true
	}
}

// run shows what is reported, as much later as the delay is.
func (s *shownBoard) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		timer.Reset(s.clock.Until(s.due()))
		select {
		case <-s.ctx.Done():
			return
		case r := <-s.reports:
			s.wait(r)
		case <-timer.C:
		}
		s.server.Change(s.step)
	}
}

// wait queues a report.
func (s *shownBoard) wait(r boardReport) {
	if len(s.waiting) == mostReports {
		s.waiting = s.waiting[1:] // the oldest; a later scan mends it
	}
	s.waiting = append(s.waiting, r)
}

// due returns when something is to be shown, in the time of the records.
func (s *shownBoard) due() (at int64) {
	s.server.Look(func() { at = s.home.Deadline() })
	if len(s.waiting) > 0 {
		at = min(at, s.waiting[0].at)
	}
	if at == sensor.Never {
		return at
	}
	return at + s.delay
}

// step shows the next record or deadline that is due. It returns the name of the board, "" if
// nothing is due.
func (s *shownBoard) step() string {
	now := s.clock.Now() - s.delay
	next := int64(sensor.Never)
	if len(s.waiting) > 0 {
		next = s.waiting[0].at
	}
	if due := s.home.Deadline(); due <= min(now, next) {
		s.home.Wake(due)
		return s.home.Name
	}
	if next > now {
		return ""
	}
	r := &s.waiting[0]
	s.home.Take(&r.now)
	if len(r.records) > 0 {
		s.home.Step(&r.records[0], time.Now().UnixMilli())
		r.records = r.records[1:]
	}
	if len(r.records) == 0 {
		s.waiting = s.waiting[1:]
	}
	return s.home.Name
}
