package scale

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// shippedQueue is how much the broker holds back for a reader, by the configuration that is
// shipped.
func shippedQueue(t *testing.T) string {
	t.Helper()
	line := regexp.MustCompile(`(?m)^max_queued_messages \d+$`).FindString(harness.Shipped(t, "boardd.conf"))
	if line == "" {
		t.Fatal("the configuration does not say")
	}
	return line
}

// A hall that starts among boards that play gets the snapshots of all of them, also when it reads
// more slowly than the broker sends.
func TestAllRetained(t *testing.T) {
	const boards = 1500
	address := brokertest.FreeAddress(t)
	brokertest.Start(t, fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\npersistence false\n%s\n", harness.PortOf(address), shippedQueue(t)), address)
	url := "tcp://" + address
	client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("boards"))
	wait := func(token mqtt.Token) {
		t.Helper()
		if !token.WaitTimeout(20*time.Second) || token.Error() != nil {
			t.Fatal("no answer", token.Error())
		}
	}
	wait(client.Connect())
	defer client.Disconnect(0)
	for i := range boards {
		for _, name := range []string{"game", "last/game"} {
			wait(client.Publish(fmt.Sprintf("chess/1/hall/b%02d/%s", i+1, name), 1, true, strings.Repeat("x", 10_000)))
		}
	}
	var got atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		c := publish.Config{Broker: url, ClientID: "hall", MaxPacket: 1 << 20}
		publish.Follow(ctx, c, []string{"chess/1/hall/+/game", "chess/1/hall/+/last/game"}, func(transport.Message) {
			got.Add(1)
			time.Sleep(200 * time.Microsecond)
		})
	}()
	if !harness.Comes(20*time.Second, func() bool { return got.Load() == 2*boards }) {
		t.Errorf("%d of %d have come", got.Load(), 2*boards)
	}
	cancel()
	<-done
}
