package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// longSnapshot is more than the snapshot of the longest game has, in bytes.
const longSnapshot = 128 << 10

// checkLength sees how long a message the broker takes: longer and longer ones have to
// come back, up to one that no snapshot is longer than. A broker acknowledges one that
// is too long and drops it, or ends the connection over it. What is said is an answer
// that says nothing, and is not retained.
func checkLength(ctx context.Context, p publish.Config, t transport.Topics, wait time.Duration) error {
	p.Requests, p.MaxPacket = "", 2*longSnapshot
	name := p.ClientID
	for size := 4 << 10; size <= longSnapshot; size *= 2 {
		payload := append([]byte("{}"), bytes.Repeat([]byte(" "), size-2)...)
		p.ClientID = fmt.Sprint(name, "-", size) // a broker may still be taking leave of the one before
		ctx, cancel := context.WithTimeout(ctx, wait)
		err := publish.Check(ctx, p, []transport.Message{{Topic: t.Topic("res/check"), QoS: 1, Payload: payload}})
		cancel()
		if err != nil {
			return fmt.Errorf("a message of %d bytes does not come back, and the snapshot of a long game has up to %d: %w\n%s", size, longSnapshot, err, daemon.OversizedRemedy)
		}
	}
	return nil
}
