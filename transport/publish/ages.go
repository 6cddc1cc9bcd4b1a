package publish

import (
	"sort"
	"sync"
	"time"
)

// ages tells how old a message of an outbox is, by its number, without a note of
// each: to the second, and in a long outage to a thousandth of that. The zero
// value knows none.
type ages struct {
	mu    sync.Mutex
	marks []mark        // by number and time
	every time.Duration // from one to the next at least
}

// mark says that a message was there at a time, and none above it.
type mark struct {
	last uint64
	at   time.Time
}

const (
	markEvery = time.Second
	mostMarks = 1024
)

// note takes the highest number that there is now.
func (a *ages) note(last uint64, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := len(a.marks)
	if n < 2 {
		a.every = markEvery
	}
	if n > 0 && (last <= a.marks[n-1].last || now.Sub(a.marks[n-1].at) < a.every) {
		return
	}
	if n == mostMarks {
		for i := range n / 2 {
			a.marks[i] = a.marks[2*i+1]
		}
		a.marks, a.every = a.marks[:n/2], 2*a.every
	}
	a.marks = append(a.marks, mark{last, now})
}

// age is how long ago the message of a number, the oldest there is, came.
func (a *ages) age(oldest uint64, now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := len(a.marks)
	if n == 0 {
		return 0
	}
	i := sort.Search(n, func(i int) bool { return a.marks[i].last >= oldest })
	i = min(i, n-1) // it came soon after the last mark
	a.marks = a.marks[i:]
	return max(0, now.Sub(a.marks[0].at))
}

// none notes that there is no message.
func (a *ages) none() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.marks = a.marks[max(0, len(a.marks)-1):]
}
