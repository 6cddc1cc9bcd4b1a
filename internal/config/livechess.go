package config

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"time"
)

// LiveChess is where clients of LiveChess find the boards.
type LiveChess struct {
	Listen  string   `toml:"listen"`
	Origins []string `toml:"origins"`
	Hosts   []string `toml:"hosts"`
	Delay   string   `toml:"delay"`
}

// DefaultLiveChess is the value of what is not configured.
func DefaultLiveChess() LiveChess {
	return LiveChess{Origins: []string{"https://lichess.org", "https://www.chess.com", "http://localhost:*"}, Hosts: []string{}}
}

// origin is the form of an origin, "null" for a page that is a file. A port may be any.
var origin = regexp.MustCompile(`^(null|[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:([0-9]+|\*))?)$`)

// hostName is the form of a name of this machine.
var hostName = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)

// Check returns the key that has a wrong value, and what is wrong with it. What can be reached
// from elsewhere shows the boards to everybody there: so its delay must be given.
func (l *LiveChess) Check() (key string, err error) {
	for _, o := range l.Origins {
		if !origin.MatchString(o) {
			return "livechess.origins", fmt.Errorf(`livechess.origins: %q: must be as in "https://lichess.org" or "http://localhost:*"; "null" is a page that is a file`, o)
		}
	}
	for _, h := range l.Hosts {
		if !hostName.MatchString(h) {
			return "livechess.hosts", fmt.Errorf(`livechess.hosts: %q: must be a name of this machine, as in "board.local"`, h)
		}
	}
	if l.Delay != "" {
		if d, err := time.ParseDuration(l.Delay); err != nil || d < 0 || d > maxDelay {
			return "livechess.delay", fmt.Errorf(`livechess.delay = %q: must be a time as in "0" or "15m", at most %v`, l.Delay, maxDelay)
		}
	}
	if l.Listen == "" {
		return "", nil
	}
	host, port, err := net.SplitHostPort(l.Listen)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 {
		return "livechess.listen", fmt.Errorf(`livechess.listen = %q: must be address:port, as in "127.0.0.1:1982"`, l.Listen)
	}
	if l.Delay == "" && !IsLoopback(host) {
		return "livechess.listen", fmt.Errorf(`livechess.listen = %q: %w`, l.Listen, errNoDelay)
	}
	return "", nil
}

var errNoDelay = errors.New(`can be reached from elsewhere; it must be 127.0.0.1 or [::1], or needs delay, which may be "0"`)

// maxDelay is the longest delay. The reports of a board wait in memory for so long.
const maxDelay = time.Hour

// Wait returns the delay.
func (l *LiveChess) Wait() time.Duration {
	d, _ := time.ParseDuration(l.Delay)
	return d
}
