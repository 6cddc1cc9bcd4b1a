package broker

import (
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// TestCloseDropsWhoTheServerForgot: a client of which the server's list knows nothing does not keep the
// broker from closing.
func TestCloseDropsWhoTheServerForgot(t *testing.T) {
	b, err := Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(b.URL()).SetClientID("b07").SetAutoReconnect(false))
	if token := c.Connect(); !token.WaitTimeout(time.Minute) || token.Error() != nil {
		t.Fatal(token.Error())
	}
	defer c.Disconnect(0)
	b.server.Clients.Delete("b07")
	closed := make(chan error, 1)
	go func() { closed <- b.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the broker does not close")
	}
}
