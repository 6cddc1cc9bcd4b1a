// Package clock is the clock of a run. It counts milliseconds since the run began; in a demo they
// pass faster.
package clock

import (
	"context"
	"sync"
	"time"
)

// Clock counts the milliseconds of a run. A demo lets them pass faster than real ones.
// Several goroutines may use it.
type Clock struct {
	Live  bool // the speed may change, so Until returns 50 ms at most
	mu    sync.Mutex
	from  time.Time // when at was right
	at    float64   // milliseconds
	speed float64
}

// New starts a clock at 0, which runs at a multiple of real time.
func New(speed float64) *Clock { return &Clock{from: time.Now(), speed: speed} }

// Begin sets how many milliseconds have passed already: a game goes on that was begun before
// the program was started.
func (c *Clock) Begin(at int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.from, c.at = time.Now(), float64(at)
}

// Now returns how many milliseconds have passed.
func (c *Clock) Now() int64 { return c.When(time.Now()) }

// When returns how many milliseconds had passed at a moment.
func (c *Clock) When(t time.Time) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int64(c.at + float64(t.Sub(c.from))/float64(time.Millisecond)*c.speed)
}

// Until returns how long to wait until a millisecond comes, or until it is time to ask
// again. It is not negative.
func (c *Clock) Until(ms int64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	longest := time.Hour
	if c.Live {
		longest = 50 * time.Millisecond
	}
	passed := c.at + float64(time.Since(c.from))/float64(time.Millisecond)*c.speed
	wait := (float64(ms) - passed) / c.speed * float64(time.Millisecond)
	if wait > float64(longest) || c.speed == 0 {
		return longest
	}
	return max(0, time.Duration(wait))
}

// SetSpeed changes how fast time passes from now on.
func (c *Clock) SetSpeed(speed float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.at += float64(now.Sub(c.from)) / float64(time.Millisecond) * c.speed
	c.from, c.speed = now, speed
}

// Speed returns how fast time passes: a multiple of real time.
func (c *Clock) Speed() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.speed
}

// Sleep waits for d, and reports whether ctx lasted as long.
func Sleep(ctx context.Context, d time.Duration) bool {
	wait, stop := context.WithTimeout(ctx, d)
	defer stop()
	<-wait.Done()
	return ctx.Err() == nil
}
