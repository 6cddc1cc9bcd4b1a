// Package subscribe follows topics of a broker for a program that shows or tests them.
package subscribe

import (
	"fmt"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// patience is how long a broker may take to answer: a machine may stand still for a while.
const patience = 30 * time.Second

// Follow hands on every message under a filter, in order, until the
// returned function is called.
func Follow(broker, clientID, filter string, each func(topic string, payload []byte)) (stop func(), err error) {
	o := mqtt.NewClientOptions().AddBroker(broker).SetClientID(clientID).SetAutoReconnect(false).SetConnectTimeout(patience)
	client := mqtt.NewClient(o)
	if err := Wait(client.Connect()); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", broker, err)
	}
	err = Wait(client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { each(m.Topic(), m.Payload()) }))
	if err != nil {
		client.Disconnect(0)
		return nil, fmt.Errorf("subscribe to %s: %w", filter, err)
	}
	return func() { client.Disconnect(250) }, nil
}

// Wait bounds what the client library may wait for ever.
func Wait(t mqtt.Token) error {
	select {
	case <-t.Done():
		return t.Error()
	case <-time.After(patience):
		return fmt.Errorf("no answer")
	}
}
