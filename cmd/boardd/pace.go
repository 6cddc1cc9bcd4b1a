package main

import (
	"sync"
	"time"
)

// pace is the time that a run goes by: milliseconds since it began, which the
// demo lets pass faster than they do. It may be used by several goroutines.
type pace struct {
	live  bool // the speed may change: nobody waits long
	mu    sync.Mutex
	from  time.Time // when the speed was set last
	at    float64   // milliseconds that had passed then
	speed float64
}

func newPace(speed float64) *pace { return &pace{from: time.Now(), speed: speed} }

// begin says how many milliseconds have passed already: before the program was
// started.
func (p *pace) begin(at int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.from, p.at = time.Now(), float64(at)
}

// now is how many milliseconds have passed.
func (p *pace) now() int64 { return p.when(time.Now()) }

// when is how many milliseconds had passed at a moment.
func (p *pace) when(t time.Time) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int64(p.at + float64(t.Sub(p.from))/float64(time.Millisecond)*p.speed)
}

// until is how long to wait for a millisecond to come, or to ask again; not
// negative.
func (p *pace) until(ms int64) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	longest := time.Hour
	if p.live {
		longest = 50 * time.Millisecond
	}
	passed := p.at + float64(time.Since(p.from))/float64(time.Millisecond)*p.speed
	wait := (float64(ms) - passed) / p.speed * float64(time.Millisecond)
	if wait > float64(longest) || p.speed == 0 {
		return longest
	}
	return max(0, time.Duration(wait))
}

// setSpeed changes how fast time passes from now on.
func (p *pace) setSpeed(speed float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.at += float64(now.Sub(p.from)) / float64(time.Millisecond) * p.speed
	p.from, p.speed = now, speed
}

// current is how fast time passes.
func (p *pace) current() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.speed
}
