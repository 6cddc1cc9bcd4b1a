package web

import (
	"net/netip"
	"sync"
	"time"
)

// limiter bounds how often logins are tried: for each account from each address, and for each
// address. Nobody can lock somebody out who comes from another address.
type limiter struct {
	mu    sync.Mutex
	tried map[string]*bucket
	now   func() time.Time
}

// bucket is the tries that are left. It fills with time.
type bucket struct {
	left  float64
	since time.Time
}

// allowance is how many tries may come at once, and the time until there is another one.
type allowance struct {
	burst float64
	every time.Duration
}

var (
	perAccount = allowance{5, 30 * time.Second} // from one address
	perAddress = allowance{20, 6 * time.Second}
)

// mostBuckets is how many are kept. Beyond it, the full ones go.
const mostBuckets = 4096

func newLimiter() *limiter { return &limiter{tried: map[string]*bucket{}, now: time.Now} }

// take takes a try. It returns how long to wait if there is none.
func (l *limiter) take(account, address string) (wait time.Duration) {
	address = networkOf(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep()
	all := l.bucket("n "+address, perAddress)
	if all.left < 1 {
		return wanting(all, perAddress)
	}
	one := l.bucket("a "+address+" "+account, perAccount)
	if one.left < 1 {
		return wanting(one, perAccount)
	}
	one.left--
	all.left--
	return 0
}

// forgive gives back the try of a login that was right.
func (l *limiter) forgive(account, address string) {
	address = networkOf(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.tried, "a "+address+" "+account)
	all := l.bucket("n "+address, perAddress)
	all.left = min(all.left+1, perAddress.burst)
}

// networkOf returns the network that one person can have: an address, of IPv6 a /64.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Is4() || ip.Is4In6() {
		return address
	}
	prefix, _ := ip.Prefix(64) // which IPv6 has
	return prefix.String()
}

func wanting(b *bucket, a allowance) time.Duration {
	return time.Duration((1 - b.left) * float64(a.every)).Round(time.Second)
}

func (l *limiter) bucket(key string, a allowance) *bucket {
	now, b := l.now(), l.tried[key]
	if b == nil {
		b = &bucket{a.burst, now}
		l.tried[key] = b
	}
	b.left = min(a.burst, b.left+float64(now.Sub(b.since))/float64(a.every))
	b.since = now
	return b
}

// sweep forgets the buckets that are full again.
func (l *limiter) sweep() {
	if len(l.tried) < mostBuckets {
		return
	}
	for key, b := range l.tried {
		if l.now().Sub(b.since) > time.Duration(perAccount.burst*float64(perAccount.every)) {
			delete(l.tried, key)
		}
	}
}
